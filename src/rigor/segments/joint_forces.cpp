// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/dynamics/loop.hpp>
#include <rigor/segments/joint_forces.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

const Link& link_of(const Cluster& cluster, int place) {
  const Tree& tree = *cluster.states[place].tree->tree;
  return tree.local.links[cluster.bodies[place] - tree.first_body];
}

/// What a joint of a tree holds, of forces or of moments: three directions, some of length zero.
std::array<Vector3, 3> held_directions(const std::vector<Vector3>& motions) {
  const Vector3 none = Vector3::Zero();
  switch (motions.size()) {
    case 0:
      return {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
    case 1: {
      const Vector3 across = motions[0].unitOrthogonal();
      return {across, motions[0].cross(across), none};
    }
    case 2:
      return {motions[0].cross(motions[1]).normalized(), none, none};
    default:
      return {none, none, none};
  }
}

/// Whether nothing holds the motion k of the joint.
bool is_free(const Cluster& cluster, const BodyJoint& joint, int k) {
  const bool at_limit = ((joint.at_lower | joint.at_upper) >> k & 1) != 0;
  return !at_limit &&
         !is_locked(*cluster.states[joint.child].tree, link_of(cluster, joint.child).first_v + k);
}

struct Holds {
  std::array<Vector3, 3> forces;
  std::array<Vector3, 3> moments;
};

Holds held_by_tree(const Cluster& cluster, const BodyJoint& joint) {
  const Link& link = link_of(cluster, joint.child);
  const Kinematics& kinematics = cluster.states[joint.child].tree->kinematics;
  std::vector<Vector3> slides;
  std::vector<Vector3> turns;
  for (int k = 0; k < link.velocities; ++k) {
    if (!is_free(cluster, joint, k)) continue;
    const Vector6 S = kinematics.S.col(link.first_v + k);  // one of its halves is zero
    if (S.head<3>().isZero(0.0))
      turns.emplace_back(S.tail<3>());
    else
      slides.emplace_back(S.head<3>());
  }
  return {held_directions(slides), held_directions(turns)};
}

Holds held_by_loop(const Cluster& cluster, const BodyJoint& joint) {
  const Vector3 none = Vector3::Zero();
  Holds holds{{none, none, none}, {none, none, none}};
  std::size_t forces = 0;
  std::size_t moments = 0;
  const Quaternion of_C = cluster.states[joint.child].q;
  const Quaternion of_P =
      joint.parent < 0 ? Quaternion::Identity() : cluster.states[joint.parent].q;
  for (const LoopRow& row : loop_rows(*joint.loop)) {
    const Vector3 t = of_P * row.t_P;
    if (row.y_C)
      holds.moments[moments++] = (of_C * *row.y_C).cross(t);
    else
      holds.forces[forces++] = t;
  }
  return holds;
}

Vector3 anchor_of(const Cluster& cluster, const BodyJoint& joint) {
  const BodyState& child = cluster.states[joint.child];
  return joint.loop == nullptr ? child.x : Vector3(child.x + child.q * joint.loop->p_CJ);
}

}  // namespace

std::vector<BodyJoint> joints_of(const World& world, const Cluster& cluster) {
  std::vector<BodyJoint> joints;
  const Model& model = *world.model;
  const auto place = [&](int link) {
    return link == kWorldLink ? -1 : place_of(cluster, static_cast<std::uint32_t>(link));
  };
  for (int i = 0; i < static_cast<int>(cluster.bodies.size()); ++i) {
    const std::uint32_t number = world.joints.of_link[cluster.bodies[i]];
    if (!cluster.states[i].tree || number == trace::kWorld) continue;
    joints.push_back({number, place(model.links[cluster.bodies[i]].parent), i});
  }
  for (std::size_t k = 0; k < model.loops.size(); ++k) {
    const Loop& loop = model.loops[k];
    // A loop within one rigid part of the world holds nothing that moves.
    if (place(loop.child) >= 0)
      joints.push_back({world.joints.of_loop[k], place(loop.parent), place(loop.child), &loop});
  }
  return joints;
}

void mark_limits(const Cluster& cluster, const std::vector<PairId>& limits,
                 std::vector<BodyJoint>& joints) {
  for (const PairId& pair : limits) {
    if (!on_limit(pair)) continue;
    const LimitId limit = limit_of(pair);
    for (BodyJoint& joint : joints) {
      if (joint.loop != nullptr || cluster.bodies[joint.child] != limit.body) continue;
      (limit.upper ? joint.at_upper : joint.at_lower) |=
          static_cast<std::uint8_t>(1U << static_cast<unsigned>(limit.dof));
    }
  }
}

TreeNeeds tree_needs(const PlacedTree& tree, const Eigen::VectorXd& a, double time) {
  const Model& local = tree.tree->local;
  Loads loads(local);
  evaluate_loads(local, {time, tree.state.q, tree.state.v}, tree.kinematics, *tree.inputs, loads);
  InverseDynamics dynamics(local);
  inverse_dynamics(local, tree.kinematics, a, loads, dynamics);
  TreeNeeds needs{{}, loads.efforts};
  for (std::size_t i = 0; i < local.links.size(); ++i) {
    const LinkMotion& motion = tree.kinematics.links[i];
    const Twist total{
        motion.bias_acceleration.linear + dynamics.accelerations[i].linear - local.gravity,
        motion.bias_acceleration.angular + dynamics.accelerations[i].angular};
    needs.wrenches.push_back(inertial_wrench(local.links[i].inertia.mass, motion, total).vector() -
                             loads.wrenches[i].vector());
    for (int k = 0; k < local.links[i].velocities; ++k)
      needs.efforts[local.links[i].first_v + k] -=
          local.links[i].dofs[k].armature * a[local.links[i].first_v + k];
  }
  return needs;
}

void add_given(const Cluster& cluster, const std::vector<BodyJoint>& joints, int first,
               const Eigen::VectorXd& efforts, std::vector<Vector6>& to) {
  const PlacedTree& tree = *cluster.states[first].tree;
  for (const BodyJoint& joint : joints) {
    if (joint.loop != nullptr || cluster.states[joint.child].tree.get() != &tree) continue;
    const Link& link = link_of(cluster, joint.child);
    Vector6 given = Vector6::Zero();
    for (int k = 0; k < link.velocities; ++k)  // motions of a joint are at right angles
      if (is_free(cluster, joint, k))
        given += efforts[link.first_v + k] * tree.kinematics.S.col(link.first_v + k);
    to[joint.child] += given;
    if (joint.parent < 0) continue;
    const Vector3 arm = cluster.states[joint.child].x - cluster.states[joint.parent].x;
    to[joint.parent].head<3>() -= given.head<3>();
    to[joint.parent].tail<3>() -= given.tail<3>() + arm.cross(Vector3(given.head<3>()));
  }
}

void add_joint_contacts(const Cluster& cluster, const std::vector<BodyJoint>& joints,
                        std::vector<SplitContact>& contacts) {
  for (const BodyJoint& joint : joints) {
    const Holds holds =
        joint.loop != nullptr ? held_by_loop(cluster, joint) : held_by_tree(cluster, joint);
    for (const bool turns : {false, true}) {
      const auto& directions = turns ? holds.moments : holds.forces;
      SplitContact contact;
      contact.bodies = {joint.parent, joint.child};
      contact.point_W = anchor_of(cluster, joint);
      contact.normal_W = directions[0];
      contact.tangents_W = {directions[1], directions[2]};
      contact.push = Push::Free;
      contact.turns = turns;
      contacts.push_back(contact);
    }
  }
}

SplitBody split_body(const World& world, const Cluster& cluster, int place, const Vector6& needed) {
  const BodyState& state = cluster.states[place];
  double reach = world.bodies[cluster.bodies[place]].radius;
  if (state.tree)  // moments come from joints as far away as that
    for (const LinkMotion& link : state.tree->kinematics.links)
      reach = std::max({reach, link.r.norm(), link.com.norm()});
  return {state.x, reach > 0.0 ? reach : 1.0, needed};
}

std::vector<Vector6> joint_wrenches(const Cluster& cluster, const std::vector<BodyJoint>& joints,
                                    std::vector<Vector6> needed,
                                    const std::vector<SplitContact>& contacts,
                                    const std::vector<Vector3>& forces) {
  const auto take = [&](int place, const Vector3& point, const Vector6& wrench) {
    if (place < 0) return;
    needed[place].head<3>() -= wrench.head<3>();
    needed[place].tail<3>() -=
        wrench.tail<3>() + (point - cluster.states[place].x).cross(Vector3(wrench.head<3>()));
  };
  const std::size_t first = contacts.size() - 2 * joints.size();
  for (std::size_t c = 0; c < first; ++c) {
    Vector6 wrench = Vector6::Zero();
    wrench.head<3>() = forces[c];
    take(contacts[c].bodies[1], contacts[c].point_W, wrench);
    take(contacts[c].bodies[0], contacts[c].point_W, -wrench);
  }
  std::vector<Vector6> wrenches(joints.size(), Vector6::Zero());
  for (std::size_t j = joints.size(); j-- > 0;) {
    const BodyJoint& joint = joints[j];
    const Vector3& anchor = contacts[first + 2 * j].point_W;
    if (joint.loop != nullptr)
      wrenches[j] << forces[first + 2 * j], forces[first + 2 * j + 1];
    else
      wrenches[j] = needed[joint.child];
    if (joint.loop != nullptr) take(joint.child, anchor, wrenches[j]);
    take(joint.parent, anchor, -wrenches[j]);
  }
  return wrenches;
}

}  // namespace rigor
