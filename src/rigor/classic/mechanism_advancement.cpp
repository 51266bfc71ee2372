// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <rigor/classic/mechanism_advancement.hpp>

namespace rigor {
namespace {

bool slides(const ChainJoint& joint) { return joint.kind == ChainJointKind::Prismatic; }

/// What a slider can be extended by during h seconds.
double slide(const ChainJoint& joint, double h) {
  return slides(joint) ? joint.extension + joint.rate * h : 0.0;
}

/// What a joint adds to W: the sum of its coordinates' rates.
double turning_of(const ChainJoint& joint) {
  return joint.kind == ChainJointKind::Universal ? std::sqrt(2.0) * joint.rate : joint.rate;
}

/// Quaternions that move straight turn by 2 atan(ω t/2): what that adds to a second derivative.
double straight_quaternion(double spin, double h) { return 0.5 * spin * spin * spin * h; }

}  // namespace

double printed_link_reach(const ChainJoint& joint) {
  return slides(joint) ? joint.extension + joint.rate : joint.length;
}

double printed_gamma(const Chain& chain, std::size_t j) {
  double sum = 2.0 * chain.radius;
  for (std::size_t k = j; k + 1 < chain.joints.size(); ++k)
    sum += printed_link_reach(chain.joints[k]);
  return sum;
}

double printed_kappa(const Chain& chain, std::size_t j) {
  const ChainJoint& joint = chain.joints[j];
  return slides(joint) ? joint.rate : joint.rate * printed_gamma(chain, j);
}

double printed_chain_speed(const Chain& chain) {
  double speed = chain.base.approach + chain.base.spin * printed_gamma(chain, 0);
  for (std::size_t j = 0; j < chain.joints.size(); ++j) speed += printed_kappa(chain, j);
  return speed;
}

double link_reach(const ChainJoint& joint, double h) { return joint.length + slide(joint, h); }

double chain_gamma(const Chain& chain, std::size_t j, double h) {
  if (chain.joints.empty()) return chain.reach;
  double sum = chain.reach + slide(chain.joints.back(), h);
  for (std::size_t k = j; k + 1 < chain.joints.size(); ++k) sum += link_reach(chain.joints[k], h);
  return sum;
}

double chain_kappa(const Chain& chain, std::size_t j, double h) {
  const ChainJoint& joint = chain.joints[j];
  return slides(joint) ? joint.rate : joint.rate * chain_gamma(chain, j, h);
}

double chain_speed(const Chain& chain, double h) {
  double speed =
      chain.base.approach + chain.base.spin * (chain_gamma(chain, 0, h) + chain.base.offset);
  for (std::size_t j = 0; j < chain.joints.size(); ++j) speed += chain_kappa(chain, j, h);
  return speed;
}

double printed_chain_plane_advancement(const Chain& chain, double height, double other_turning,
                                       double furthest) {
  double turning = chain.base.spin + other_turning;
  for (const ChainJoint& joint : chain.joints) turning += joint.rate;
  const double speed = turning * furthest;
  return speed > 0.0 ? height / speed : std::numeric_limits<double>::infinity();
}

double chain_curvature(const Chain& chain, double h, const std::vector<double>& spins) {
  double turning = chain.base.spin;                           // W
  double straight = straight_quaternion(chain.base.spin, h);  // of the quaternions so far
  double sum = (turning * turning + straight) * chain.base.offset;
  for (std::size_t k = 0; k < chain.joints.size(); ++k) {
    const ChainJoint& joint = chain.joints[k];
    // A slider is carried by the links before it; what follows turns with joint k, too.
    if (slides(joint))
      sum += (turning * turning + straight) * slide(joint, h) + 2.0 * turning * joint.rate;
    else
      turning += turning_of(joint);
    if (joint.kind == ChainJointKind::Spherical) straight += straight_quaternion(joint.rate, h);
    const bool known = k < spins.size() && spins[k] >= 0.0;
    const double spin_squared = known ? spins[k] * spins[k] : turning * turning;
    const bool last = k + 1 == chain.joints.size();
    sum += (spin_squared + straight) * (last ? chain.reach : joint.length);
  }
  return sum;
}

}  // namespace rigor
