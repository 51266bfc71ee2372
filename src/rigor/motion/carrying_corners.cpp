// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/touching/limit.hpp>
#include <rigor/touching/rim.hpp>
#include <rigor/touching/touching.hpp>

namespace rigor {
namespace {

/// The corners of a pair at which its mode can carry force: those of the mode's own vertices on a
/// half-space, those on the line of an edge, or all of a face's.
std::vector<ContactCorner> loaded_corners(const World& world, const Cluster& cluster,
                                          const TouchingPair& pair, const Mode& mode) {
  const auto contacts = contacts_of(mode, pair.pair);
  std::vector<ContactCorner> corners;
  if (on_half_space(pair.pair)) {
    for (const ContactCorner& corner : pair.corners)
      for (const ActiveContact* contact : contacts)
        if (contact->id.vertex == corner.corner.on_B.index) corners.push_back(corner);
    return corners;
  }
  if (contacts.size() > 2) return pair.corners;
  const double reach = kOfEdge * world.tolerances.skin;
  const Vector3 a = rows_of(world, cluster, contacts.front()->id).point_W;
  const Vector3 b = rows_of(world, cluster, contacts.back()->id).point_W;
  const Vector3 t = contacts.size() == 2 ? Vector3((b - a).normalized()) : Vector3(Vector3::Zero());
  for (const ContactCorner& corner : pair.corners) {
    const Vector3 d = corner.rows.point_W - a;
    const Vector3& n = corner.rows.nhat_AB_W;
    if ((d - t * t.dot(d) - n * n.dot(d)).norm() <= reach) corners.push_back(corner);
  }
  return corners;
}

/// The carrying corners; `turns`, if asked for, are those of the rims at corners of faces.
CarryingCorners gathered_corners(const World& world, const Cluster& cluster, const Mode& mode,
                                 std::vector<std::optional<RimTurn>>* turns) {
  CarryingCorners out;
  for (const TouchingPair& pair : touching_pairs(world, cluster, {}, mode.contacts)) {
    const auto contacts = contacts_of(mode, pair.pair);
    if (contacts.empty()) continue;
    const auto corners = loaded_corners(world, cluster, pair, mode);
    const auto add = [&](const ContactId& id) {  // with the rows of the motion, not of the clip
      out.ids.push_back(id);
      out.rows.push_back(rows_of(world, cluster, id));
      ContactProperties properties;
      properties.friction = surface_of(world, pair.pair).friction;
      properties.tangential = !on_limit(pair.pair);
      out.set.contacts.push_back(properties);
    };
    const auto rim =
        contacts.size() > 2 ? rim_corners(world, cluster, pair) : std::vector<RimCorner>{};
    // Where the clip is too thin to show both ends of a line, its contacts stand in.
    if (corners.size() < std::min<std::size_t>(contacts.size(), 2))
      for (const ActiveContact* contact : contacts) add(contact->id);
    else if (rim.empty())
      for (const ContactCorner& corner : corners) add(corner_id(world, cluster, pair, corner));
    for (const RimCorner& at : rim) {
      add(corner_id(world, cluster, pair, pair.corners[at.corner]));
      if (turns != nullptr) turns->emplace_back(at.turn);
    }
    if (turns != nullptr) turns->resize(out.ids.size());
  }
  std::vector<PairId> pairs;
  for (const ContactId& id : out.ids) pairs.push_back(id.pair);
  write_contacts(world, cluster, pairs, out.rows, out.set);
  return out;
}

}  // namespace

bool slides(const Mode& mode) {
  return std::any_of(mode.contacts.begin(), mode.contacts.end(),
                     [](const ActiveContact& c) { return c.state == ContactState::Slip; });
}

void write_contacts(const World& world, const Cluster& cluster, const std::vector<PairId>& pairs,
                    const std::vector<ContactRows>& rows, ContactSet& set) {
  const int count = static_cast<int>(rows.size());
  set.mass = mass_of(world, cluster);
  set.cancellation = world.cancellation;
  set.N = Eigen::MatrixXd::Zero(count, cluster.unknowns());
  set.T = Eigen::MatrixXd::Zero(2 * count, cluster.unknowns());
  set.normal_drive = Eigen::VectorXd::Zero(count);
  set.tangential_drive = Eigen::VectorXd::Zero(2 * count);
  Eigen::RowVectorXd row(cluster.unknowns());
  for (int i = 0; i < count; ++i) {
    const auto write = [&](const PairRow& from, auto&& to, double& drive) {
      row.setZero();
      write_row(cluster, pairs[i], from, row);
      to = row;
      drive = drive_speed(world, cluster, pairs[i], from);
    };
    write(rows[i].normal, set.N.row(i), set.normal_drive[i]);
    for (int k = 2 * i; k < 2 * i + 2; ++k) {
      const PairRow& tangent = rows[i].tangent[k - 2 * i];
      write(tangent, set.T.row(k), set.tangential_drive[k]);
      set.tangential_drive[k] += belt_speed(world, pairs[i], tangent);
    }
  }
}

CarryingCorners carrying_corners(const World& world, const Cluster& cluster, const Mode& mode) {
  return gathered_corners(world, cluster, mode, nullptr);
}

Vector3 slip_of(const CarryingCorners& corners, int i, const Eigen::VectorXd& v) {
  const Eigen::Vector2d slip = tangential_speeds(corners.set, v).segment<2>(2 * i);
  return slip[0] * corners.rows[i].tangents_W[0] + slip[1] * corners.rows[i].tangents_W[1];
}

double belt_rate(const World& world, const Cluster& cluster, const PairId& pair,
                 const PairAxis& axis, const Vector3& tangent_W) {
  const Vector3 belt = belt_of(world, pair.b) - belt_of(world, pair.a);
  if (belt.isZero(0.0) || axis.kind == AxisKind::EdgeEdge) return 0.0;
  const std::uint32_t plane = axis.kind == AxisKind::FaceOfB ? pair.b.body : pair.a.body;
  return motion_of(world, cluster, plane).V_WB.angular.cross(tangent_W).dot(belt);
}

Vector3 slip_rate_of(const World& world, const Cluster& cluster, const CarryingCorners& corners,
                     int i, const Eigen::VectorXd& a) {
  const ContactRows& rows = corners.rows[i];
  const ContactId& id = corners.ids[i];
  Vector3 rate = Vector3::Zero();
  for (int t = 0; t < 2; ++t) {
    const Vector3& tangent = rows.tangents_W[t];
    rate += tangent * (corners.set.T.row(2 * i + t).dot(a) + rows.tangent[t].jet.second +
                       belt_rate(world, cluster, id.pair, id.axis, tangent));
  }
  return rate;
}

std::vector<FrictionPoint> friction_points(const World& world, const Cluster& cluster,
                                           const Mode& mode) {
  std::vector<std::optional<RimTurn>> turns;
  const CarryingCorners corners = gathered_corners(world, cluster, mode, &turns);
  const Eigen::VectorXd v = velocity_of(cluster);
  std::vector<FrictionPoint> points;
  for (int i = 0; i < std::ssize(corners.ids); ++i) {
    const ContactId& id = corners.ids[i];
    if (!slides(mode, id.pair)) continue;
    FrictionPoint point;
    point.id = id;
    point.friction = corners.set.contacts[i].friction;
    point.turn = turns[i];
    point.sticks = state_of(mode, id) == ContactState::Stick;
    const Vector3 slip = (carried_by_a(id) ? 1.0 : -1.0) * slip_of(corners, i, v);
    if (slip.norm() > 0.0) point.slip_W = slip.normalized();
    const auto onset = std::find_if(mode.onsets.begin(), mode.onsets.end(),
                                    [&](const SlipOnset& o) { return o.id == id; });
    if (onset != mode.onsets.end()) {
      point.onset = true;
      point.slip_W = onset->slip_W;
    }
    points.push_back(point);
  }
  return points;
}

}  // namespace rigor
