// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/classic/link_chain.hpp>

namespace rigor {
namespace {

/// Axes closer to parallel than this (sine) stay parallel as far as the bounds can tell: what they
/// miss by is this fraction of a curvature.
constexpr double kParallelSine = 1e-12;

ChainJoint chain_joint(const SteppedBodies& bodies, const Link& link) {
  const double* q = bodies.state.q.data() + link.first_q;
  const double* v = bodies.state.v.data() + link.first_v;
  if (std::holds_alternative<Prismatic>(link.joint))
    return {ChainJointKind::Prismatic, std::abs(v[0]), std::abs(q[0]), 0.0};
  if (std::holds_alternative<Universal>(link.joint))
    return {ChainJointKind::Universal, std::hypot(v[0], v[1]), 0.0, 0.0};
  if (std::holds_alternative<Spherical>(link.joint))
    return {ChainJointKind::Spherical, std::hypot(v[0], v[1], v[2]), 0.0, 0.0};
  if (std::holds_alternative<Revolute>(link.joint))
    return {ChainJointKind::Revolute, std::abs(v[0]), 0.0, 0.0};
  return {ChainJointKind::Revolute, 0.0, 0.0, 0.0};  // fixed to its parent
}

}  // namespace

double sphere_radius(const Link& link) {
  if (link.pieces.empty()) return 0.0;
  Aabb box = link.pieces[0].shape.aabb();
  for (const Piece& piece : link.pieces) {
    box.lower = box.lower.cwiseMin(piece.shape.aabb().lower);
    box.upper = box.upper.cwiseMax(piece.shape.aabb().upper);
  }
  const Vector3 middle = 0.5 * (box.lower + box.upper);
  double radius = 0.0;
  for (const Piece& piece : link.pieces)
    for (const Vector3& v : piece.shape.vertices()) radius = std::max(radius, (v - middle).norm());
  return radius;
}

LinkChain link_chain(const SteppedBodies& bodies, int link, const Vector3& dhat_W) {
  std::vector<int> way;  // from the base to the link
  for (int at = link; at != kWorldLink; at = bodies.model.links[at].parent) way.push_back(at);
  std::reverse(way.begin(), way.end());
  LinkChain out;
  Chain& chain = out.chain;
  const Link& first = bodies.model.links[way[0]];
  bool planar = true;
  Vector3 axis = Vector3::Zero();
  double spin = 0.0;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const Link& at = bodies.model.links[way[i]];
    const double offset = at.X_PJ.translation.norm();
    if (i == 1 && std::holds_alternative<Free>(first.joint)) chain.base.offset = offset;
    if (!chain.joints.empty()) chain.joints.back().length = offset;
    if (std::holds_alternative<Free>(at.joint)) {
      const Twist V = twist_of(bodies, way[i]);
      chain.base.approach = std::abs(dhat_W.dot(V.linear));
      chain.base.spin = V.angular.norm();
      planar = chain.base.spin == 0.0;
      continue;
    }
    chain.joints.push_back(chain_joint(bodies, at));
    if (const auto* hinge = std::get_if<Revolute>(&at.joint)) {
      const LinkMotion& motion = bodies.kinematics.links[way[i]];
      const Vector3 now = (motion.R_WL * hinge->axis).normalized();  // a hinge keeps its axis
      if (axis.isZero(0.0)) axis = now;
      planar = planar && axis.cross(now).norm() <= kParallelSine;
      spin += std::copysign(1.0, axis.dot(now)) * bodies.state.v[at.first_v];
    } else if (!std::holds_alternative<Prismatic>(at.joint) && chain.joints.back().rate > 0.0) {
      planar = false;
    }
    out.spins.push_back(planar ? std::abs(spin) : -1.0);
  }
  const Link& last = bodies.model.links[link];
  chain.radius = sphere_radius(last);
  for (const Piece& piece : last.pieces)
    chain.reach = std::max(chain.reach, piece.shape.circumradius());
  return out;
}

}  // namespace rigor
