// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <rigor/verification/double_joints.hpp>
#include <rigor/verification/joint_rules.hpp>

namespace rigor::verification {
namespace {

using trace::Joint;
using trace::JointKind;
using trace::Segment;

/// Room for the rounding of cosines, sines and rotated reference directions in doubles.
constexpr double kTrigonometryError = 4e-15;

/// Both bodies during the time in which each stays on one segment. Vectors are over `scale`.
struct Link {
  Motion parent;
  Motion child;
  Dyadic weight;
  Form norms;  ///< parent.norm · child.norm
};

Link linked(Motion parent, Motion child) {
  Link link{std::move(parent), std::move(child), {}, {}};
  link.weight = link.parent.weight * link.child.weight;
  link.norms = link.parent.norm * link.child.norm;
  return link;
}

/// From the parent's anchor to the child's, times weight and norms.
Form3 opening(const Link& link, const Joint& joint) {
  const Form3 p = rotated(link.parent, exact(joint.anchor_parent));
  const Form3 c = rotated(link.child, exact(joint.anchor_child));
  Form3 d;
  for (std::size_t i = 0; i < 3; ++i) {
    const Form origins =
        link.parent.weight * link.child.position[i] - link.child.weight * link.parent.position[i];
    d[i] = origins * link.norms + link.weight * (c[i] * link.parent.norm - p[i] * link.child.norm);
  }
  return d;
}

/// x of the parent minus y of the child, times norms.
Form3 mismatch(const Link& link, const Dyadic3& x, const Dyadic3& y) {
  const Form3 p = rotated(link.parent, x);
  const Form3 c = rotated(link.child, y);
  Form3 d;
  for (std::size_t i = 0; i < 3; ++i) d[i] = p[i] * link.child.norm - c[i] * link.parent.norm;
  return d;
}

/// |x| < bound·scale on all of the interval, x given up to the same factor as scale.
Sign within(const Form& x, const Form& scale, const Dyadic& bound) {
  const Sign above = positivity(bound * scale - x);
  return above == Sign::Positive ? positivity(bound * scale + x) : above;
}

/// Each component within half the bound, so that the length is within the bound.
Sign within(const Form3& x, const Form& scale, const Dyadic& bound) {
  for (const Form& component : x) {
    const Sign sign = within(component, scale, Dyadic(0.5) * bound);
    if (sign != Sign::Positive) return sign;
  }
  return Sign::Positive;
}

trace::Triple cross(const trace::Triple& x, const trace::Triple& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

Form3 cross(const Form3& x, const Form3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

double length(const trace::Triple& x) { return std::hypot(x[0], x[1], x[2]); }

/// Directions must be unit vectors, and references perpendicular to their axis, this well.
constexpr double kDirectionTolerance = 1e-12;

bool is_unit(const trace::Triple& x) { return std::abs(length(x) - 1.0) <= kDirectionTolerance; }

bool are_perpendicular(const trace::Triple& x, const trace::Triple& y) {
  return std::abs(x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) <= kDirectionTolerance;
}

/// A unit vector across the axis turned by `angle` about it.
trace::Triple turned(const trace::Triple& axis, const trace::Triple& x, double angle) {
  const trace::Triple side = cross(axis, x);
  trace::Triple result;
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = std::cos(angle) * x[i] + std::sin(angle) * side[i];
  }
  return result;
}

bool is_given(const trace::Triple& x) { return x[0] != 0.0 || x[1] != 0.0 || x[2] != 0.0; }

/// Whether the limits are those of an angle about the child's axis: the second of a universal
/// joint.
bool is_about_child(const Joint& joint) {
  return joint.kind == JointKind::Universal && is_given(joint.reference_child);
}

/// Whether they are those of a way: of a slide, or of a planar joint along the parent's reference.
bool is_way(const Joint& joint) {
  return joint.kind == JointKind::Prismatic ||
         (joint.kind == JointKind::Planar && !is_given(joint.reference_child));
}

/// x·y > least for the unit vectors x of the parent and y of the child.
Sign exceeds(const Link& link, const trace::Triple& x, const trace::Triple& y, double least) {
  const Form product = dot(rotated(link.parent, exact(x)), rotated(link.child, exact(y)));
  return positivity(product - Dyadic(least) * link.norms);
}

/// The cosine of (angle - m) exceeds `least`. The angle goes from x of the parent to y of the child
/// about the parent's axis, and the cosine is that between x turned by m and y; or about the
/// child's axis, between x and y turned by -m. Of a universal joint the other axis is y, or x.
Sign cosine_exceeds(const Link& link, const Joint& joint, double m, double least) {
  const bool universal = joint.kind == JointKind::Universal;
  if (is_about_child(joint))
    return exceeds(link, joint.axis_parent, turned(joint.axis_child, joint.reference_child, -m),
                   least);
  return exceeds(link, turned(joint.axis_parent, joint.reference_parent, m),
                 universal ? joint.axis_child : joint.reference_child, least);
}

/// lower <= angle <= upper modulo 2 π. A range below half a turn is cut out by two half-planes, a
/// wider one by a cosine.
Sign angle_within_limits(const Link& link, const Joint& joint) {
  const double half = (joint.limits[1] - joint.limits[0]) / 2.0;
  const double middle = (joint.limits[1] + joint.limits[0]) / 2.0;
  constexpr double quarter = std::numbers::pi / 2.0;
  if (half >= 2.0 * quarter) return Sign::Positive;
  if (half >= quarter) {
    const double least = std::cos(std::min(half + kJointTolerance, 2.0 * quarter));
    return cosine_exceeds(link, joint, middle, least - kTrigonometryError);
  }
  const double least = -std::sin(kJointTolerance);
  const Sign front = cosine_exceeds(link, joint, middle, 0.0);
  if (front != Sign::Positive) return front;
  const Sign lower = cosine_exceeds(link, joint, joint.limits[0] + quarter, least);
  if (lower != Sign::Positive) return lower;
  return cosine_exceeds(link, joint, joint.limits[1] - quarter, least);
}

class JointCheck {
 public:
  JointCheck(const Subject& subject, Work& work, Report& report)
      : subject_(subject), work_(work), report_(report) {}

  void check(const Joint& joint) {
    if (const char* problem = fault(joint)) {
      fail(joint, Rule::Joint, Sign::Refuted, 0.0, problem);
      return;
    }
    const auto& children = subject_.courses[joint.child];
    const bool world = joint.parent == trace::kWorld;
    if (children.empty()) return;
    const DoubleMotion first =
        double_motion(*children.front(), {children.front()->start, children.front()->end});
    std::size_t k = 0;
    std::size_t l = 0;
    while (l < children.size() && (world || k < subject_.courses[joint.parent].size())) {
      const Segment* parent = world ? nullptr : subject_.courses[joint.parent][k];
      const Segment* child = children[l];
      const trace::Time begin = world ? child->start : std::max(parent->start, child->start);
      const trace::Time end =
          std::min({world ? child->end : parent->end, child->end, subject_.trace->footer.end});
      if (!(begin < end) || work_.stopped()) return;
      const Span span{begin, end};
      const DoubleMotion carrier = world ? double_resting() : double_motion(*parent, span);
      const DoubleMotion carried = double_motion(*child, span);
      const bool closed = proves_closed(joint, {carrier, carried, first, world}, kJointTolerance);
      const Interval interval{exact(begin), exact(end)};
      const auto link = [&](Precision precision) {
        return linked(world ? resting() : motion_on(*parent, interval, precision),
                      motion_on(*child, interval, precision));
      };
      if (!check(joint, closed, link, seconds(begin))) return;
      if (!world && !(child->end < parent->end)) ++k;
      if (world || !(parent->end < child->end)) ++l;
    }
  }

 private:
  static const char* fault(const Joint& joint) {
    const bool has_axis = joint.kind == JointKind::Revolute || joint.kind == JointKind::Prismatic ||
                          joint.kind == JointKind::Universal || joint.kind == JointKind::Planar;
    if (has_axis && !(is_unit(joint.axis_parent) && is_unit(joint.axis_child))) {
      return "an axis is not a unit vector";
    }
    if (joint.limits[0] > joint.limits[1] || !has_axis || joint.kind == JointKind::Prismatic)
      return nullptr;
    const bool parent = is_given(joint.reference_parent);
    const bool child = is_given(joint.reference_child);
    const bool complete = joint.kind == JointKind::Universal ? parent != child
                          : joint.kind == JointKind::Planar  ? parent
                                                             : parent && child;
    const bool units =
        (!parent || is_unit(joint.reference_parent)) && (!child || is_unit(joint.reference_child));
    if (!complete || !units) return "limits without directions to measure them from";
    const bool across = (!parent || are_perpendicular(joint.axis_parent, joint.reference_parent)) &&
                        (!child || are_perpendicular(joint.axis_child, joint.reference_child));
    return across ? nullptr : "limits are not measured across the axis";
  }

  /// `proved`: doubles showed that the joint is closed.
  template <class LinkAt>
  bool check(const Joint& joint, bool proved, LinkAt&& link_at, double time) {
    report_.checked(Rule::Joint);
    if (!proved) {
      Sign closed = closes(joint, link_at(Precision::Rounded));
      if (closed != Sign::Positive) closed = closes(joint, link_at(Precision::Exact));
      if (closed != Sign::Positive)
        return fail(joint, Rule::Joint, closed, time, "the joint is open");
    }
    if (joint.limits[0] > joint.limits[1]) return true;
    report_.checked(Rule::Limit);
    Sign kept = keeps_limits(joint, link_at(Precision::Rounded));
    if (kept != Sign::Positive) kept = keeps_limits(joint, link_at(Precision::Exact));
    return kept == Sign::Positive || fail(joint, Rule::Limit, kept, time, "a limit is exceeded");
  }

  Sign closes(const Joint& joint, const Link& link) {
    const Dyadic tolerance(kJointTolerance);
    if (joint.kind == JointKind::Free) return Sign::Positive;
    const Sign anchors = anchors_meet(joint, link, tolerance);
    if (anchors != Sign::Positive) return anchors;
    const Dyadic3 x = exact(joint.axis_parent);
    const Dyadic3 y = exact(joint.axis_child);
    switch (joint.kind) {
      case JointKind::Revolute:
      case JointKind::Planar:
        return within(mismatch(link, x, y), link.norms, tolerance);
      case JointKind::Universal:
        return within(dot(rotated(link.parent, x), rotated(link.child, y)), link.norms, tolerance);
      case JointKind::Fixed:
      case JointKind::Prismatic:
        return keeps_orientation(joint, link, tolerance);
      case JointKind::Spherical:
      case JointKind::Free:
        return Sign::Positive;
    }
    return Sign::Undecided;
  }

  static Sign anchors_meet(const Joint& joint, const Link& link, const Dyadic& tolerance) {
    const Form3 d = opening(link, joint);
    const Form scale = link.weight * link.norms;
    const Form3 axis = rotated(link.parent, exact(joint.axis_parent));
    if (joint.kind == JointKind::Prismatic) {
      return within(cross(axis, d), scale * link.parent.norm, tolerance);
    }
    if (joint.kind == JointKind::Planar) {
      return within(dot(axis, d), scale * link.parent.norm, tolerance);
    }
    return within(d, scale, tolerance);
  }

  /// R_parent (R_parent^T R_child at the start) = R_child, column by column.
  Sign keeps_orientation(const Joint& joint, const Link& link, const Dyadic& tolerance) {
    const auto at_first = [&](std::uint32_t body) {
      if (body == trace::kWorld) return resting();
      const Segment& first = *subject_.courses[body][0];
      return motion_on(first, {exact(first.start), exact(first.end)}, Precision::Exact);
    };
    const Motion parent = at_first(joint.parent);
    const Motion child = at_first(joint.child);
    const Dyadic norms = at_start(parent.norm) * at_start(child.norm);
    for (std::size_t j = 0; j < 3; ++j) {
      Dyadic3 seen;  // column j of R_parent^T R_child at the start, times norms
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
          seen[i] = seen[i] + at_start(parent.rotation[k][i]) * at_start(child.rotation[k][j]);
        }
      }
      Dyadic3 own;
      own[j] = norms;
      const Sign sign = within(mismatch(link, seen, own), norms * link.norms, tolerance);
      if (sign != Sign::Positive) return sign;
    }
    return Sign::Positive;
  }

  static Sign keeps_limits(const Joint& joint, const Link& link) {
    const bool has_angle = joint.kind == JointKind::Revolute ||
                           joint.kind == JointKind::Universal || joint.kind == JointKind::Planar;
    if (!is_way(joint)) return has_angle ? angle_within_limits(link, joint) : Sign::Positive;
    const bool slides = joint.kind == JointKind::Prismatic;
    const Form3 along =
        rotated(link.parent, exact(slides ? joint.axis_parent : joint.reference_parent));
    const Form extension = dot(along, opening(link, joint));
    const Form scale = link.weight * (link.norms * link.parent.norm);
    const Dyadic tolerance(kJointTolerance);
    const Sign lower = positivity(extension - (Dyadic(joint.limits[0]) - tolerance) * scale);
    if (lower != Sign::Positive) return lower;
    return positivity((Dyadic(joint.limits[1]) + tolerance) * scale - extension);
  }

  bool fail(const Joint& joint, Rule rule, Sign sign, double time, const char* what) {
    const trace::PieceId a{joint.parent, 0};
    const trace::PieceId b{joint.child, 0};
    report_.failed(
        {rule, sign == Sign::Refuted, time, a, b, "joint '" + joint.name + "': " + what});
    return false;
  }

  const Subject& subject_;
  Work& work_;
  Report& report_;
};

}  // namespace

void check_joints(const Subject& subject, Work& work, Report& report) {
  const auto& joints = subject.trace->joints;
  std::vector<Report> reports(joints.size());
  work.share(joints.size(),
             [&](std::size_t i) { JointCheck(subject, work, reports[i]).check(joints[i]); });
  for (Report& part : reports) report.append(std::move(part));
}

}  // namespace rigor::verification
