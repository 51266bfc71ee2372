// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/verification/extent.hpp>
#include <rigor/verification/growth.hpp>
#include <rigor/verification/joint_laws.hpp>

namespace rigor::verification {
namespace {

using trace::Joint;
using trace::JointKind;

/// A joint is at its limit if it is no farther from there, in skins.
constexpr Real kNearLimit = 5;

/// A joint's two bodies at one instant.
struct JointInstant {
  std::optional<Place> parent;  ///< none: the world
  Place child;

  Vec of_parent(const Vec& v) const { return parent ? turned(parent->q, v) : v; }
  Vec of_child(const Vec& v) const { return turned(child.q, v); }
};

enum class Way : std::uint8_t { Turn, Slide, SlidesAcross };

/// One motion that a joint allows.
struct Allowed {
  Way way = Way::Turn;
  unsigned bits = 1;       ///< of it among the joint's motions
  bool of_parent = false;  ///< which body carries the axis
  Vec axis{};              ///< unit to 1e-12 (joint_rules.hpp); zero: any axis
};

std::vector<Allowed> allowed_by(const Joint& joint) {
  const Vec first = vec(joint.axis_parent);
  const Vec last = vec(joint.axis_child);
  switch (joint.kind) {
    case JointKind::Revolute:
      return {{Way::Turn, 1, false, last}};
    case JointKind::Prismatic:
      return {{Way::Slide, 1, false, last}};
    case JointKind::Universal:
      return {{Way::Turn, 1, true, first}, {Way::Turn, 2, false, last}};
    case JointKind::Spherical:
      return {{Way::Turn, 7, false, {}}};
    case JointKind::Planar:
      return {{Way::SlidesAcross, 3, true, first}, {Way::Turn, 4, true, first}};
    case JointKind::Fixed:
    case JointKind::Free:
      break;
  }
  return {};
}

/// The record with the limits of a motion; null if there are none, or none that is looked at.
const Joint* limits_of(const trace::Trace& trace, std::uint32_t number, unsigned bit) {
  const Joint& first = trace.joints[number];
  for (std::size_t k = number; k < trace.joints.size(); ++k) {
    const Joint& joint = trace.joints[k];
    const bool same = joint.kind == first.kind && joint.parent == first.parent &&
                      joint.child == first.child && joint.name == first.name;
    if (!same) return nullptr;
    if (joint.limits[0] > joint.limits[1]) continue;
    if (joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic) return &joint;
    if (joint.kind == JointKind::Universal &&
        (bit == 1) == (joint.reference_child == trace::Triple{}))
      return &joint;
  }
  return nullptr;
}

/// v turned about the unit axis.
Vec about(const Vec& axis, const Vec& v, Real angle) {
  return std::cos(angle) * v + std::sin(angle) * cross(axis, v) +
         (1 - std::cos(angle)) * dot(axis, v) * axis;
}

/// How far the joint is beyond a value of the coordinate that limits are about, m or the sine of an
/// angle; infinite if the angle is more than a right one away.
Real beyond(const Joint& joint, const JointInstant& at, Real limit) {
  const auto angle = [](const Vec& axis, const Vec& from, const Vec& to) {
    const Real sizes = norm(from) * norm(to);
    if (!(dot(from, to) > 0)) return std::numeric_limits<Real>::infinity();
    return dot(axis, cross(from, to)) / (sizes * norm(axis));
  };
  const Vec first = vec(joint.axis_parent);
  if (joint.kind == JointKind::Prismatic) {
    const Vec p =
        at.parent ? point_of(*at.parent, vec(joint.anchor_parent)) : vec(joint.anchor_parent);
    const Vec axis = at.of_parent(first);
    return dot(axis, point_of(at.child, vec(joint.anchor_child)) - p) / norm(axis) - limit;
  }
  if (joint.kind == JointKind::Revolute)
    return angle(at.of_parent(first),
                 at.of_parent(about(first, vec(joint.reference_parent), limit)),
                 at.of_child(vec(joint.reference_child)));
  if (joint.reference_child == trace::Triple{})  // a universal joint's first angle
    return angle(at.of_parent(first),
                 at.of_parent(about(first, vec(joint.reference_parent), limit)),
                 at.of_child(vec(joint.axis_child)));
  const Vec last = vec(joint.axis_child);
  return angle(at.of_child(last), at.of_parent(first),
               at.of_child(about(last, vec(joint.reference_child), -limit)));
}

/// How a motion is held: by nothing, or at which of its limits.
struct Held {
  bool lower = false;
  bool upper = false;
  bool any() const { return lower || upper; }
};

Held held_of(const Allowed& allowed, std::uint8_t at_lower, std::uint8_t at_upper) {
  return {(at_lower & allowed.bits) != 0, (at_upper & allowed.bits) != 0};
}

/// What a wrench does along an allowed motion; three numbers if it has several axes.
Vec along(const Allowed& allowed, const JointInstant& at, const Vec& force, const Vec& moment) {
  if (allowed.axis == Vec{}) return moment;
  const Vec axis = allowed.of_parent ? at.of_parent(allowed.axis) : at.of_child(allowed.axis);
  if (allowed.way == Way::SlidesAcross) return cross(axis, force);
  return {dot(axis, allowed.way == Way::Turn ? moment : force), 0, 0};
}

/// Whether the joint stands at the limit that it is said to be held by, `off` skins at most.
bool stands_at(const trace::Trace& trace, std::uint32_t number, const Allowed& allowed,
               const Held& held, const JointInstant& at, Real off) {
  if (trace.joints[number].kind == JointKind::Planar) return true;
  const Joint* limits = limits_of(trace, number, allowed.bits);
  if (limits == nullptr) return false;
  const Real most = off * trace.header.skin;
  return (held.lower && std::abs(beyond(*limits, at, limits->limits[0])) <= most) ||
         (held.upper && std::abs(beyond(*limits, at, limits->limits[1])) <= most);
}

/// Whether a limit pushes back along one axis, and which way: 1 at the lower, -1 at the upper one.
std::optional<Real> push_of(const Allowed& allowed, const Held& held) {
  if (allowed.way == Way::SlidesAcross || held.lower == held.upper) return std::nullopt;
  return held.lower ? 1 : -1;
}

Real gyration_of(const Movers& movers, const Joint& joint) {
  const BodyMass* child = movers.masses[joint.child];
  return child == nullptr ? Real{1} : child->gyration;
}

/// The number of a motion that has one axis.
std::size_t motion_of(const Allowed& allowed) {
  return allowed.bits == 1 ? 0 : allowed.bits == 2 ? 1 : 2;
}

constexpr const char* kElsewhere = "a joint is said to be held by a limit where it is not";

/// A joint's force and the segments of its two bodies along its stretch.
struct JointView {
  const trace::JointForce& force;
  const Joint& joint;
  const trace::Segment* child = nullptr;
  const trace::Segment* parent = nullptr;  ///< null: the world
  Real length = 0;

  JointInstant at(Real x) const;
  /// What the force does along a motion.
  Vec done(const Allowed& allowed, const JointInstant& instant, Real x) const;
  Growth done(const Allowed& allowed) const;
  int way_degree() const;  ///< of the way to a limit, and of the wrench along it
  Real rounding() const;   ///< of what the force does
};

/// None if some body is not on one segment over the whole stretch.
std::optional<JointView> view_of(const Movers& movers, const trace::JointForce& force) {
  const Joint& joint = movers.trace.joints[force.joint];
  const auto segment = [&](std::uint32_t body) -> const trace::Segment* {
    return body == trace::kWorld ? nullptr
                                 : segment_over(movers.courses[body], force.begin, force.end);
  };
  const JointView view{force, joint, segment(joint.child), segment(joint.parent),
                       between(force.begin, force.end)};
  if (view.child == nullptr || (view.parent == nullptr && joint.parent != trace::kWorld))
    return std::nullopt;
  return view;
}

JointInstant JointView::at(Real x) const {
  const Real after = length * (x + 1) / 2;
  JointInstant instant;
  instant.child = place_at(*child, between(child->start, force.begin) + after);
  if (parent != nullptr)
    instant.parent = place_at(*parent, between(parent->start, force.begin) + after);
  return instant;
}

Vec JointView::done(const Allowed& allowed, const JointInstant& instant, Real x) const {
  const Real s = length * (x + 1) / force.length - 1;
  return along(allowed, instant, value(force.force, s), value(force.moment, s));
}

Growth JointView::done(const Allowed& allowed) const {
  const Real share = length / force.length;
  const Growth wrench =
      Growth::of(sizes_of(force.force), share) + Growth::of(sizes_of(force.moment), share);
  const trace::Segment* carrier = allowed.of_parent ? parent : child;
  if (carrier == nullptr || allowed.axis == Vec{}) return 2 * wrench;
  return growth_of(*carrier, length).turned(spread(allowed.axis)) * wrench;
}

int JointView::way_degree() const {
  int q = 0, rest = std::max(degree_of(force.force), degree_of(force.moment));
  for (const trace::Segment* segment : {child, parent}) {
    if (segment == nullptr) continue;
    q = std::max(q, degree_of(segment->quaternion));
    rest = std::max(rest, degree_of(segment->position));
  }
  return 6 * q + rest;
}

Real JointView::rounding() const {
  Real size = (size_of(force.force) + size_of(force.moment)) * 16;
  int highest = std::max(degree_of(force.force), degree_of(force.moment));
  for (const trace::Segment* segment : {child, parent}) {
    if (segment == nullptr) continue;
    size *= 1 + size_of(segment->quaternion) * size_of(segment->quaternion);
    highest = std::max({highest, degree_of(segment->quaternion), degree_of(segment->position)});
  }
  return 4 * series_rounding(highest) * size;
}

/// What is done along a motion that nothing holds, at most.
Real done_freely(const JointView& view, const Allowed& allowed, Real rounding, Nodes& nodes) {
  const Growth growth = view.done(allowed);
  const int degree = growth.degree_within(rounding);
  const int count = shared_count(nodes_for(degree));
  Real most = 0;
  for (int j = 0; j < count; ++j) {
    const Real x = nodes.node(j, count);
    most = std::max(most, norm(view.done(allowed, view.at(x), x)));
  }
  return 2.1L * most + 3.1L * growth.beyond(degree);
}

/// By how much a limit pulls at most; none if the joint is not at its limit.
std::optional<Real> pulled(const JointView& view, const trace::Trace& trace, const Allowed& allowed,
                           const Held& held, Real rounding, Nodes& nodes) {
  const std::optional<Real> push = push_of(allowed, held);
  const int count = nodes_for(view.way_degree());
  std::vector<Real> pushes;
  for (int j = 0; j < count; ++j) {
    const Real x = nodes.node(j, count);
    const JointInstant instant = view.at(x);
    if (push) pushes.push_back(*push * view.done(allowed, instant, x)[0]);
    // The way to a limit is known at these instants, and nowhere more than twice that.
    if (!stands_at(trace, view.force.joint, allowed, held, instant, kNearLimit / 2))
      return std::nullopt;
  }
  return push ? std::max(Real{0}, -Bounded(pushes, rounding, nodes).low()) : Real{0};
}

}  // namespace

Unlawful unlawful_joint(const Movers& movers, const trace::JointForce& force, Nodes& nodes) {
  Unlawful out;
  const std::optional<JointView> view = view_of(movers, force);
  if (!view) {
    out.problem = "a joint's force does not lie on one segment of each of its bodies";
    return out;
  }
  const Real rounding = view->rounding();
  for (const Allowed& allowed : allowed_by(view->joint)) {
    if ((view->joint.acting & allowed.bits) != 0) continue;
    const Held held = held_of(allowed, force.at_lower, force.at_upper);
    const std::optional<Real> most =
        held.any() ? pulled(*view, movers.trace, allowed, held, rounding, nodes)
                   : done_freely(*view, allowed, rounding, nodes);
    if (!most) {
      out.problem = kElsewhere;
      return out;
    }
    const Real unit = allowed.way == Way::Turn ? gyration_of(movers, view->joint) : Real{1};
    // |M(q) a| is |q|² > 1/2 (path_rules.hpp).
    out.impulse += view->length * 2 * (*most + rounding) / unit;
  }
  return out;
}

Unlawful unlawful_joint(BodiesAround& bodies, const trace::EventJoint& impulse) {
  const Movers& movers = bodies.movers();
  const Joint& joint = movers.trace.joints[impulse.joint];
  JointInstant at;
  at.child = bodies.body(joint.child).place;
  if (joint.parent != trace::kWorld) at.parent = bodies.body(joint.parent).place;
  const Vec force = vec(impulse.compression);
  const Vec moment = vec(impulse.compression_moment);
  Unlawful out;
  if (!movers.free(joint.parent) && !movers.free(joint.child)) return out;
  for (const Allowed& allowed : allowed_by(joint)) {
    if ((joint.acting & allowed.bits) != 0) continue;
    const Held held = held_of(allowed, impulse.at_lower, impulse.at_upper);
    const Real unit = allowed.way == Way::Turn ? gyration_of(movers, joint) : Real{1};
    const Vec first = (1 / unit) * along(allowed, at, force, moment);
    const Vec rest =
        (1 / unit) * along(allowed, at, vec(impulse.impulse) - force, vec(impulse.moment) - moment);
    if (!held.any()) out.impulse += 2 * (norm(first) + norm(rest));
    if (held.any() && !stands_at(movers.trace, impulse.joint, allowed, held, at, kNearLimit))
      out.problem = kElsewhere;
    const std::optional<Real> push = push_of(allowed, held);
    if (!push) continue;
    const auto speed = [&](When when) -> std::optional<Real> {
      if (when == When::Between && bodies.claims_less()) return std::nullopt;
      const std::optional<Moving> apart = bodies.apart(joint, when);
      if (!apart) return std::nullopt;
      return *push * unit * along(allowed, at, apart->v, apart->w)[0];
    };
    const NormalPhases phases{*push * first[0], *push * rest[0],
                              impulse.restitution[motion_of(allowed)]};
    out.impulse += 2 * unlawful_phases(phases, speed(When::Between), speed(When::After),
                                       movers.lighter(joint.parent, joint.child));
  }
  return out;
}

}  // namespace rigor::verification
