// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/verification/double_joints.hpp>

namespace rigor::verification {
namespace {

using trace::JointKind;
using trace::Triple;

/// The few roundings of the bounds themselves.
constexpr double kSlack = 1.0 + 1e-9;

/// At least the largest |true p|.
double bound(const DoubleForm& p) { return magnitude(p) + p.radius; }

/// How far |q|² is from 1 at most, as a factor e / (1 - e); infinite if that is not small.
double norm_error(const DoubleMotion& motion) {
  const double e = kSlack * bound(motion.norm - DoubleForm(1.0));
  return e < 0.25 ? e / (1.0 - e) * kSlack : INFINITY;
}

/// A vector of a body in world axes: within `error` of `about` for all u, component by component.
struct Enclosed {
  DoubleForm3 about;
  Triple error{};
};

Enclosed turned(const DoubleMotion& motion, const Triple& x) {
  Enclosed out{rotated(motion, x), {}};
  const double factor = norm_error(motion);
  for (std::size_t i = 0; i < 3; ++i) out.error[i] = kSlack * factor * bound(out.about[i]);
  return out;
}

/// The point x of the body.
Enclosed point(const DoubleMotion& motion, const Triple& x) {
  Enclosed out = turned(motion, x);
  for (std::size_t i = 0; i < 3; ++i) out.about[i] = out.about[i] + motion.position[i];
  return out;
}

Enclosed difference(const Enclosed& a, const Enclosed& b) {
  Enclosed out;
  for (std::size_t i = 0; i < 3; ++i) {
    out.about[i] = a.about[i] - b.about[i];
    out.error[i] = kSlack * (a.error[i] + b.error[i]);
  }
  return out;
}

/// Each component within half the tolerance, so that the length is within it.
bool is_nothing(const Enclosed& x, double tolerance) {
  for (std::size_t i = 0; i < 3; ++i)
    if (!(kSlack * (bound(x.about[i]) + x.error[i]) < 0.5 * tolerance)) return false;
  return true;
}

/// a·x for a constant a.
bool is_nothing_along(const Triple& a, const Enclosed& x, double tolerance) {
  double error = 0.0;
  for (std::size_t i = 0; i < 3; ++i) error += std::abs(a[i]) * x.error[i];
  return kSlack * (bound(dot(a, x.about)) + kSlack * error) < 0.5 * tolerance;
}

/// The same for all three components of a × x.
bool is_nothing_across(const Triple& a, const Enclosed& x, double tolerance) {
  return is_nothing_along({0.0, -a[2], a[1]}, x, tolerance) &&
         is_nothing_along({a[2], 0.0, -a[0]}, x, tolerance) &&
         is_nothing_along({-a[1], a[0], 0.0}, x, tolerance);
}

/// Whether the child is turned as it was at its start.
bool keeps_turn(const DoubleMotion& child, const DoubleMotion& begin, double tolerance) {
  const double late = norm_error(child);
  const double early = norm_error(begin);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const DoubleForm& first = begin.rotation[i][j];
      const DoubleForm change = child.rotation[i][j] - DoubleForm(first.start());
      const double error = first.radius + early * (std::abs(first.start()) + first.radius) +
                           late * bound(child.rotation[i][j]);
      if (!(kSlack * (bound(change) + kSlack * error) < 0.5 * tolerance)) return false;
    }
  }
  return true;
}

}  // namespace

DoubleMotion double_resting() {
  DoubleMotion motion;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) motion.rotation[i][j] = DoubleForm(i == j ? 1.0 : 0.0);
  motion.norm = DoubleForm(1.0);
  return motion;
}

bool proves_closed(const trace::Joint& joint, const DoubleLink& link, double tolerance) {
  const Enclosed opening =
      difference(point(link.child, joint.anchor_child), point(link.parent, joint.anchor_parent));
  const auto aligned = [&] {
    return is_nothing(
        difference(turned(link.parent, joint.axis_parent), turned(link.child, joint.axis_child)),
        tolerance);
  };
  switch (joint.kind) {
    case JointKind::Spherical:
      return is_nothing(opening, tolerance);
    case JointKind::Revolute:
      return is_nothing(opening, tolerance) && aligned();
    case JointKind::Prismatic:
      return link.on_world && is_nothing_across(joint.axis_parent, opening, tolerance) &&
             keeps_turn(link.child, link.begin, tolerance);
    case JointKind::Planar:
      return link.on_world && is_nothing_along(joint.axis_parent, opening, tolerance) && aligned();
    default:
      return false;
  }
}

}  // namespace rigor::verification
