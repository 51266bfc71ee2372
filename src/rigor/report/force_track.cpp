// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/report/force_track.hpp>

namespace rigor {
namespace {

Vector3 evaluated(const std::array<std::vector<double>, 3>& rows, double x) {
  Vector3 sum = Vector3::Zero();
  for (int i = 0; i < 3; ++i) {
    const std::vector<double>& c = rows[i];
    double t0 = 1.0, t1 = x;
    for (std::size_t k = 0; k < c.size(); ++k) {
      sum[i] += c[k] * t0;
      t0 = std::exchange(t1, 2.0 * x * t1 - t0);
    }
  }
  return sum;
}

Vector3 vector(const trace::Triple& x) { return {x[0], x[1], x[2]}; }

}  // namespace

ForceTracks::ForceTracks(const trace::Trace& trace) : trace_(trace), tracks_(trace) {
  for (const trace::ContactForce& force : trace.forces)
    if (force.length > 0.0) by_pair_[{force.a, force.b}].push_back(&force);
  for (auto& [pair, list] : by_pair_)
    std::stable_sort(list.begin(), list.end(),
                     [](const auto* x, const auto* y) { return x->begin < y->begin; });
}

std::vector<ForceTracks::Pair> ForceTracks::pairs() const {
  std::vector<Pair> all;
  for (const auto& [pair, list] : by_pair_) all.push_back(pair);
  return all;
}

PairForce ForceTracks::at(const Pair& pair, const trace::Time& t, Limit side) const {
  PairForce out;
  out.a = pair.first;
  out.b = pair.second;
  const auto found = by_pair_.find(pair);
  if (found == by_pair_.end()) return out;
  const auto& list = found->second;
  const auto next = std::partition_point(list.begin(), list.end(), [&](const auto* f) {
    return side == Limit::After ? f->begin <= t : f->begin < t;
  });
  if (next == list.begin()) return out;
  const trace::ContactForce& force = **(next - 1);
  const bool inside =
      side == Limit::After && t < trace_.footer.end ? t < force.end : t <= force.end;
  if (!inside) return out;
  const auto pose = [&](const trace::PieceId& id) {
    const trace::Segment* segment =
        id.body == trace::kWorld ? nullptr : tracks_.segment(id.body, t, side);
    return segment == nullptr ? Pose{} : track_pose(*segment, trace::elapsed(segment->start, t));
  };
  const auto vertex = [&](const trace::PieceId& id, std::uint32_t index) {
    return vector(trace_.bodies[id.body].pieces[id.piece].vertices[index]);
  };
  const Pose X_WA = pose(force.a);
  const Pose X_WB = pose(force.b);
  if (force.edge_a[0] != force.edge_a[1]) {
    const Vector3 a = vertex(force.a, force.edge_a[1]) - vertex(force.a, force.edge_a[0]);
    const Vector3 b = vertex(force.b, force.edge_b[1]) - vertex(force.b, force.edge_b[0]);
    out.normal_W = (X_WA.rotation * a).cross(X_WB.rotation * b).normalized();
  } else {
    const Vector3 n = vector(force.normal).normalized();
    out.normal_W = force.frame == trace::PlaneFrame::A   ? X_WA.rotation * n
                   : force.frame == trace::PlaneFrame::B ? X_WB.rotation * n
                                                         : n;
  }
  const double x = 2.0 * trace::elapsed(force.begin, t) / force.length - 1.0;
  for (const trace::ForcePoint& point : force.points) {
    PointForce one{Vector3::Zero(), evaluated(point.force, x), point.state};
    if (point.vertex_b != trace::kWorld)
      one.point_W = X_WB * vertex(force.b, point.vertex_b);
    else if (point.vertex_a != trace::kWorld)
      one.point_W = X_WA * vertex(force.a, point.vertex_a);
    else
      one.point_W = evaluated(point.path, x);
    out.force_W += one.force_W;
    out.moment_W += (one.point_W - X_WB.translation).cross(one.force_W);
    out.points.push_back(one);
  }
  out.friction_limit = force.friction * out.normal();
  return out;
}

JointTracks::JointTracks(const trace::Trace& trace) : trace_(trace), tracks_(trace) {
  for (const trace::JointForce& force : trace.joint_forces)
    if (force.length > 0.0 && force.joint < trace.joints.size())
      by_joint_[force.joint].push_back(&force);
  for (auto& [joint, list] : by_joint_)
    std::stable_sort(list.begin(), list.end(),
                     [](const auto* x, const auto* y) { return x->begin < y->begin; });
}

std::vector<JointWrench> JointTracks::at(const trace::Time& t) const {
  std::vector<JointWrench> all;
  for (const auto& [number, list] : by_joint_) {
    const auto next = std::partition_point(list.begin(), list.end(),
                                           [&](const auto* f) { return f->begin <= t; });
    if (next == list.begin()) continue;
    const trace::JointForce& force = **(next - 1);
    if (!(t < trace_.footer.end ? t < force.end : t <= force.end)) continue;
    const trace::Joint& joint = trace_.joints[number];
    const trace::Segment* segment = tracks_.segment(joint.child, t, Limit::After);
    if (segment == nullptr) continue;
    const double x = 2.0 * trace::elapsed(force.begin, t) / force.length - 1.0;
    all.push_back(
        {number,
         track_pose(*segment, trace::elapsed(segment->start, t)) * vector(joint.anchor_child),
         evaluated(force.force, x), evaluated(force.moment, x)});
  }
  return all;
}

std::vector<PairForce> forces_at(const trace::Trace& trace, const trace::Time& t) {
  const ForceTracks tracks(trace);
  std::vector<PairForce> all;
  for (const ForceTracks::Pair& pair : tracks.pairs()) {
    PairForce force = tracks.at(pair, t);
    if (!force.points.empty()) all.push_back(std::move(force));
  }
  return all;
}

}  // namespace rigor
