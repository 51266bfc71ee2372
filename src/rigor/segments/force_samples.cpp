// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/carrying_corners.hpp>
#include <rigor/segments/force_samples.hpp>
#include <rigor/segments/tolerances.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// Coefficients of d/ds of a series on [0, 1].
Eigen::MatrixXd derivative_of(const Eigen::MatrixXd& c) {
  const Eigen::Index count = c.cols();
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(c.rows(), std::max<Eigen::Index>(1, count - 1));
  for (Eigen::Index k = count - 1; k >= 1; --k) {
    d.col(k - 1) = 4.0 * static_cast<double>(k) * c.col(k);
    if (k + 1 < d.cols()) d.col(k - 1) += d.col(k + 1);
  }
  if (count > 1) d.col(0) *= 0.5;
  return d;
}

trace::ContactState shown_state(const World& world, const Mode& mode, const ContactId& id,
                                ContactState state, double viscosity) {
  if (viscosity > 0.0) return trace::ContactState::Viscous;
  if (state == ContactState::Slip) return trace::ContactState::Slip;
  if (state == ContactState::Stick)
    return world.law == Law::Coulomb || world.law == Law::MaxDissipation
               ? trace::ContactState::Stick
               : trace::ContactState::Bonded;
  const bool broken = std::any_of(mode.broken.begin(), mode.broken.end(), [&](const Bond& bond) {
    return bond.pair == id.pair && (!on_half_space(id.pair) || bond.vertex == id.vertex);
  });
  return broken ? trace::ContactState::Broken : trace::ContactState::Frictionless;
}

/// Velocity of b's surface over a's, belts included.
Vector3 slip_at(const World& world, const Cluster& cluster, const PairId& pair,
                const ContactRows& rows) {
  const BodyMotion A = motion_of(world, cluster, pair.a.body);
  const BodyMotion B = motion_of(world, cluster, pair.b.body);
  Vector3 slip = Vector3::Zero();
  for (int k = 0; k < 2; ++k)
    slip += (rows.tangent[k].on_A.dot(A.V_WB.vector()) + rows.tangent[k].on_B.dot(B.V_WB.vector()) +
             belt_speed(world, pair, rows.tangent[k])) *
            rows.tangents_W[k];
  return slip;
}

/// The tangents to a normal that continue others. Made anew from the normal they may turn by a
/// right angle where it changes by rounding, and parts along them would mean something else.
std::array<Vector3, 2> continued(const std::array<Vector3, 2>& tangents, const Vector3& normal) {
  const Vector3 first = (tangents[0] - normal.dot(tangents[0]) * normal).normalized();
  const Vector3 second = normal.cross(first);
  return {first, second.dot(tangents[1]) < 0.0 ? Vector3(-second) : second};
}

Push push_of(trace::ContactState state, double friction) {
  if (state == trace::ContactState::Stick) return friction > 0.0 ? Push::Cone : Push::Normal;
  if (state == trace::ContactState::Bonded) return Push::Held;
  return state == trace::ContactState::Slip ? Push::Ray : Push::Normal;
}

}  // namespace

ForceSampler::ForceSampler(const ForcedMotion& motion)
    : motion_(motion), rates_(derivative_of(motion.trajectory.paths) / motion.length) {
  for (const TreeTrajectory& tree : motion.trajectory.trees)
    tree_rates_.push_back(derivative_of(tree.v) / motion.length);
  joints_ = joints_of(motion.world, motion.start);
  std::vector<PairId> held;
  for (const ActiveContact& contact : motion.mode.contacts) held.push_back(contact.id.pair);
  mark_limits(motion.start, held, joints_);
  for (const BodyJoint& joint : joints_) has_loops_ = has_loops_ || joint.loop != nullptr;
}

Cluster ForceSampler::cluster_at(double s) const {
  return {motion_.start.bodies, states_at(motion_.trajectory, s),
          trace::advanced(motion_.start.time, s * motion_.length)};
}

std::vector<KeptContact> ForceSampler::kept_at(double s) const {
  const CarryingCorners corners = carrying_corners(
      motion_.world, slides(motion_.mode) ? motion_.start : cluster_at(s), motion_.mode);
  std::vector<KeptContact> kept;
  for (const ContactId& id : corners.ids) {
    if (on_limit(id.pair)) continue;
    double viscosity = 0.0;
    for (const ActiveContact& contact : motion_.mode.contacts)
      if (contact.id == id) viscosity = contact.viscosity;
    const auto state =
        shown_state(motion_.world, motion_.mode, id, state_of(motion_.mode, id), viscosity);
    kept.push_back({id, state, viscosity, across_gap(id, state)});
  }
  std::stable_sort(kept.begin(), kept.end(), [](const KeptContact& x, const KeptContact& y) {
    return x.id.pair < y.id.pair;
  });
  return kept;
}

double ForceSampler::across_gap(const ContactId& id, trace::ContactState state) const {
  if (on_half_space(id.pair) || state == trace::ContactState::Slip) return 0.0;
  const auto active = contacts_of(motion_.mode, id.pair);
  if (active.empty() || carried_by_a(active.front()->id) == carried_by_a(id)) return 0.0;
  // A contact's point lies on the body that does not carry its plane.
  return carried_by_a(id) ? -1.0 : 1.0;
}

double ForceSampler::own_load(const ContactId& id, double s) const {
  for (const SlipLoad& slip : motion_.loads)
    if (slip.id == id)
      return slip.load.dot(chebyshev_values(static_cast<int>(slip.load.size()), s));
  return 0.0;
}

std::vector<double> ForceSampler::changes(double from, double to) const {
  std::vector<double> found;
  if (motion_.trajectory.paths.cols() == 1 || slides(motion_.mode)) return found;
  const auto ids_at = [&](double s) {
    std::vector<ContactId> ids;
    for (const KeptContact& kept : kept_at(s)) ids.push_back(kept.id);
    return ids;
  };
  double low = from;
  std::vector<ContactId> before = ids_at(from);
  for (int part = 1; part <= kMostLooks; ++part) {
    const double next = from + (to - from) * part / kMostLooks;
    const std::vector<ContactId> after = ids_at(next);
    double high = next;
    while (before != after && high - low > kChangeWidth * (to - from)) {
      const double middle = 0.5 * (low + high);
      (ids_at(middle) == before ? low : high) = middle;
    }
    if (before != after) found.push_back(high);
    low = next;
    before = after;
  }
  return found;
}

SplitContact ForceSampler::contact_of(const KeptContact& kept, const Cluster& cluster,
                                      const ContactRows& rows) const {
  const World& world = motion_.world;
  const PairId& pair = kept.id.pair;
  SplitContact contact{
      {on_half_space(pair) ? -1 : place_of(cluster, pair.a.body), place_of(cluster, pair.b.body)},
      rows.point_W + kept.across * rows.normal.jet.value * rows.nhat_AB_W,
      rows.nhat_AB_W,
      rows.tangents_W,
      Push::Normal,
      surface_of(world, pair).friction,
      Eigen::Vector2d::Zero()};
  contact.push = push_of(kept.state, contact.friction);
  // What does not slip is split along the normal that the motion keeps, which is on file.
  if (on_half_space(pair) || kept.state == trace::ContactState::Slip) return contact;
  if (const auto active = contacts_of(motion_.mode, pair); !active.empty()) {
    const ContactRows own = rows_of(world, cluster, active.front()->id);
    contact.normal_W = own.nhat_AB_W;
    contact.tangents_W = own.tangents_W;
  }
  return contact;
}

ForceSample ForceSampler::sample(const std::vector<KeptContact>& kept, double s,
                                 const ForceNeighbours& neighbours) const {
  const auto [last, frame] = neighbours;
  ForceSample made;
  made.cluster = cluster_at(s);
  add_bodies(s, made);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const ContactRows rows = rows_of(motion_.world, made.cluster, kept[k].id);
    SplitContact contact = contact_of(kept[k], made.cluster, rows);
    if (frame != nullptr)
      contact.tangents_W = continued(frame->contacts[k].tangents_W, contact.normal_W);
    Vector3 drag = Vector3::Zero();
    if (kept[k].state == trace::ContactState::Slip) {
      const Vector3 slip = slip_at(motion_.world, made.cluster, kept[k].id.pair, rows);
      if (slip.norm() > kDirectionlessForce)
        for (int t = 0; t < 2; ++t)
          contact.ray[t] = -contact.friction * contact.tangents_W[t].dot(slip) / slip.norm();
      else if (last != nullptr)
        contact.ray = last->contacts[k].ray;
    }
    if (kept[k].state == trace::ContactState::Viscous) {
      drag = -kept[k].viscosity * slip_at(motion_.world, made.cluster, kept[k].id.pair, rows);
      SplitBody& b = made.bodies[contact.bodies[1]];
      b.wrench_W.head<3>() -= drag;
      b.wrench_W.tail<3>() -= (contact.point_W - b.centre_W).cross(drag);
    }
    made.drags.push_back(drag);
    made.loads.push_back(own_load(kept[k].id, s));
    made.contacts.push_back(contact);
  }
  add_joint_contacts(made.cluster, joints_, made.contacts);
  return made;
}

void ForceSampler::add_bodies(double s, ForceSample& made) const {
  const World& world = motion_.world;
  const Cluster& cluster = made.cluster;
  const Eigen::VectorXd a = rates_ * chebyshev_values(static_cast<int>(rates_.cols()), s);
  const Eigen::VectorXd free = free_accelerations(world, cluster);
  const Unknowns unknowns = unknowns_of(cluster.states);
  made.needed.assign(cluster.bodies.size(), Vector6::Zero());
  for (int i = 0; i < static_cast<int>(cluster.bodies.size()); ++i) {
    if (cluster.states[i].tree) continue;
    const Body& body = world.bodies[cluster.bodies[i]];
    const Matrix3 R = rotation_matrix(cluster.states[i].q);
    const Vector6 lacking =
        a.segment<6>(kTrajectoryRows * i + 7) - free.segment<6>(unknowns.offset(i));
    made.needed[i] << body.dynamics.mass * lacking.head<3>(),
        R * (body.dynamics.about_com * (R.transpose() * lacking.tail<3>()));
  }
  std::vector<Vector6> given(cluster.bodies.size(), Vector6::Zero());
  const double time = trace::seconds(motion_.start.time) + s * motion_.length;
  for (std::size_t t = 0; t < tree_rates_.size(); ++t) {
    const TreeTrajectory& tree = motion_.trajectory.trees[t];
    const PlacedTree& placed = *cluster.states[tree.first_place].tree;
    const TreeNeeds needs = tree_needs(
        placed, tree_rates_[t] * chebyshev_values(static_cast<int>(tree_rates_[t].cols()), s),
        time);
    for (std::size_t k = 0; k < tree.bodies.size(); ++k)
      made.needed[tree.first_place + k] = needs.wrenches[tree.bodies[k] - tree.tree->first_body];
    add_given(cluster, joints_, tree.first_place, needs.efforts, given);
  }
  for (int i = 0; i < static_cast<int>(cluster.bodies.size()); ++i)
    made.bodies.push_back(split_body(world, cluster, i, made.needed[i] - given[i]));
}

bool ForceSampler::accelerates_evenly() const {
  const double most = kEvenSplit * motion_.world.pull();
  for (Eigen::Index body = 0; body < rates_.rows(); body += kTrajectoryRows)
    for (Eigen::Index k = 1; k < rates_.cols(); ++k)
      if (rates_.col(k).segment<6>(body + 7).cwiseAbs().maxCoeff() > most) return false;
  return true;
}

}  // namespace rigor
