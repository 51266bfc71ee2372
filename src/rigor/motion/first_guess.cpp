// SPDX-License-Identifier: Apache-2.0
#include <rigor/dynamics/configuration.hpp>
#include <rigor/motion/first_guess.hpp>

namespace rigor {
namespace {

/// The spin of a plane that each body slides or lies on, of the first one if it is on several.
std::vector<Vector3> plane_spins(const ModeSolution& mode, std::span<const BodyState> start) {
  std::vector<Vector3> spins(start.size(), Vector3::Zero());
  const std::vector<MovingContact>& contacts = mode.motion().contacts;
  for (auto contact = contacts.rbegin(); contact != contacts.rend(); ++contact) {
    if (contact->place_O < 0) continue;
    Vector3& spin = spins[contact->place_O];
    spin.setZero();
    if (contact->place_P >= 0)
      spin = start[contact->place_P].v.tail<3>();
    else if (contact->drive_P >= 0)
      spin = mode.contacts().bodies().drive(contact->drive_P).V_WB.angular;
  }
  return spins;
}

/// An acceleration that turns with spin w, and the change of velocity and place that comes of it.
struct TurningPush {
  Vector3 a, jerk, snap;

  TurningPush(const Vector3& push, const Vector3& w)
      : a(push), jerk(w.cross(push)), snap(w.cross(jerk)) {}
  Vector3 speed(double t) const { return t * (a + t / 2.0 * (jerk + t / 3.0 * snap)); }
  Vector3 way(double t) const { return 0.5 * t * t * (a + t / 3.0 * (jerk + t / 4.0 * snap)); }
};

/// The acceleration of the start, turning with the plane; what rides on it would otherwise seem to
/// slip.
BodyNodes guess_of_body(const Vector6& a, const BodyState& start, const Vector3& plane_spin,
                        double length, const LobattoNodes& nodes) {
  const TurningPush push(a.head<3>(), plane_spin);
  const TurningPush turn(a.tail<3>(), plane_spin);
  const int count = static_cast<int>(nodes.s.size());
  BodyNodes body{NodeBlock<kTrajectoryRows>(kTrajectoryRows, count), {}, NodeBlock<6>(6, count)};
  for (int j = 0; j < count; ++j) {
    const double t = nodes.s[j] * length;
    const Quaternion q = exp_rotation(t * start.v.tail<3>() + turn.way(t)) * start.q;
    body.y.col(j) << start.x + t * start.v.head<3>() + push.way(t), q.w(), q.x(), q.y(), q.z(),
        start.v.head<3>() + push.speed(t), start.v.tail<3>() + turn.speed(t);
  }
  return body;
}

/// Constant accelerations; of the coordinates that are no quaternions, too.
TreeNodes guess_of_tree(const Eigen::VectorXd& a, const BodyState& start, double length,
                        const LobattoNodes& nodes) {
  const PlacedTree& from = *start.tree;
  const auto count = nodes.s.size();
  TreeNodes tree;
  tree.as.tree = from.tree;
  tree.as.inputs = from.inputs;
  tree.q0 = from.state.q;
  tree.v0 = from.state.v;
  tree.rate.resize(tree.q0.size());
  tree.rates.resize(tree.q0.size(), count);
  const Eigen::RowVectorXd t = (length * nodes.s).transpose();
  tree.v = tree.v0.replicate(1, count) + a * t;
  tree.a.setZero(a.size(), count);
  coordinate_rates(from.tree->local, tree.q0, tree.v0, tree.rate);
  tree.q = tree.q0.replicate(1, count) + tree.rate * t;
  if (tree.q0.size() == tree.v0.size()) tree.q += 0.5 * a * t.array().square().matrix();
  for (Eigen::Index j = 0; j < count; ++j) {
    tree.placed.push_back(std::make_shared<PlacedTree>(from.tree));
    tree.placed.back()->inputs = from.inputs;
  }
  return tree;
}

}  // namespace

MotionNodes first_guess(const ModeSolution& mode, std::span<const BodyState> start, double length,
                        const LobattoNodes& nodes) {
  MotionNodes all;
  const ModeMotion& motion = mode.motion();
  const std::vector<Vector3> spins = plane_spins(mode, start);
  for (int i = 0; i < std::ssize(start); ++i) {
    const int offset = motion.unknowns.offset(i);
    if (!start[i].tree) {
      all.bodies.push_back(
          guess_of_body(mode.a().segment<6>(offset), start[i], spins[i], length, nodes));
      continue;
    }
    all.bodies.push_back({NodeBlock<kTrajectoryRows>(kTrajectoryRows, nodes.s.size()), {}, {}});
    if (leads(start, i)) {
      all.trees.push_back(
          guess_of_tree(mode.a().segment(offset, size_of(start[i])), start[i], length, nodes));
      all.trees.back().as.first_place = i;
      all.trees.back().offset = offset;
    }
    all.trees.back().as.bodies.push_back(motion.bodies[i]->id);
  }
  return all;
}

}  // namespace rigor
