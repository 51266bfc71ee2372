// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <rigor/dynamics/jacobian.hpp>
#include <rigor/dynamics/loop.hpp>

namespace rigor {
namespace {

const std::array<Vector3, 3> kAxes{Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};

/// Two directions at right angles to the axis and to each other.
std::array<Vector3, 2> across(const Vector3& axis) {
  const Vector3 one = axis.unitOrthogonal();
  return {one, axis.cross(one)};
}

/// The equations of a joint in J's axes, which are the child's.
struct RowsOf {
  std::vector<LoopRow> rows{};

  void keep_place() {
    for (const Vector3& axis : kAxes) rows.push_back({axis, {}});
  }
  void keep_turn() {
    for (std::size_t i = 0; i < 3; ++i) rows.push_back({kAxes[i], kAxes[(i + 1) % 3]});
  }
  void align(const Vector3& axis) {
    for (const Vector3& t : across(axis)) rows.push_back({t, axis});
  }
  void operator()(const Fixed&) {
    keep_place();
    keep_turn();
  }
  void operator()(const Revolute& joint) {
    keep_place();
    align(joint.axis);
  }
  void operator()(const Prismatic& joint) {
    for (const Vector3& t : across(joint.axis)) rows.push_back({t, {}});
    keep_turn();
  }
  void operator()(const Universal& joint) {
    keep_place();
    rows.push_back({joint.first, joint.second});
  }
  void operator()(const Spherical&) { keep_place(); }
  void operator()(const Planar& joint) {
    const Vector3 normal = joint.x.cross(joint.y);
    rows.push_back({normal, {}});
    align(normal);
  }
  void operator()(const Free&) {}
};

/// A vector that turns with a link: itself and its first two derivatives where dv/dt is zero.
struct VectorJet {
  Vector3 value = Vector3::Zero();
  Vector3 rate = Vector3::Zero();
  Vector3 bias = Vector3::Zero();
};

VectorJet turning(const LinkMotion& link, const Vector3& u_L) {
  const Vector3& w = link.velocity.angular;
  VectorJet u;
  u.value = link.R_WL * u_L;
  u.rate = w.cross(u.value);
  u.bias = link.bias_acceleration.angular.cross(u.value) + w.cross(u.rate);
  return u;
}

/// A point of a link, from the world's origin.
VectorJet point(const LinkMotion& link, const Vector3& p_L) {
  VectorJet p = turning(link, p_L);
  p.value += link.p_WL;
  p.rate += link.velocity.linear;
  p.bias += link.bias_acceleration.linear;
  return p;
}

/// One loop at one state.
struct PlacedLoop {
  LinkMotion parent;  ///< of the world: at rest at its origin
  LinkMotion child;
  VectorJet p_P;
  VectorJet way;  ///< from the parent's anchor to the child's
};

PlacedLoop placed(const Loop& loop, const Kinematics& kinematics) {
  PlacedLoop at;
  if (loop.parent != kWorldLink) at.parent = kinematics.links[loop.parent];
  at.child = kinematics.links[loop.child];
  at.p_P = point(at.parent, loop.X_PJ.translation);
  const VectorJet p_C = point(at.child, loop.p_CJ);
  at.way = {p_C.value - at.p_P.value, p_C.rate - at.p_P.rate, p_C.bias - at.p_P.bias};
  return at;
}

void fill(const Model& model, const Kinematics& kinematics, const Loop& loop, const PlacedLoop& at,
          const LoopRow& row, int number, LoopEquations& to) {
  const VectorJet t = turning(at.parent, row.t_P);
  const VectorJet b = row.y_C ? turning(at.child, *row.y_C) : at.way;
  to.f[number] = t.value.dot(b.value);
  to.bias[number] = t.bias.dot(b.value) + 2.0 * t.rate.dot(b.rate) + t.value.dot(b.bias);
  Wrench on_C;
  Wrench on_P;  // both about the anchors
  if (row.y_C) {
    on_C.moment = b.value.cross(t.value);
    on_P.moment = -on_C.moment;
  } else {
    on_C.force = t.value;
    on_P.force = -t.value;
    on_P.moment = t.value.cross(b.value);
  }
  to.efforts.setZero();
  add_efforts(model, kinematics, loop.child, at.p_P.value + at.way.value, on_C, to.efforts);
  if (loop.parent != kWorldLink)
    add_efforts(model, kinematics, loop.parent, at.p_P.value, on_P, to.efforts);
  to.J.row(number) = to.efforts.transpose();
}

struct AlignedOf {
  std::vector<AlignedAxes> operator()(const Fixed&) const {
    return {{kAxes[0], kAxes[0]}, {kAxes[1], kAxes[1]}};
  }
  std::vector<AlignedAxes> operator()(const Prismatic&) const { return (*this)(Fixed{}); }
  std::vector<AlignedAxes> operator()(const Revolute& joint) const {
    return {{joint.axis, joint.axis}};
  }
  std::vector<AlignedAxes> operator()(const Planar& joint) const {
    return {{joint.x.cross(joint.y), joint.x.cross(joint.y)}};
  }
  template <class Other>
  std::vector<AlignedAxes> operator()(const Other&) const {
    return {};
  }
};

}  // namespace

std::vector<LoopRow> loop_rows(const Loop& loop) {
  RowsOf of;
  std::visit(of, loop.joint);
  for (LoopRow& row : of.rows) row.t_P = loop.X_PJ.rotation * row.t_P;
  return of.rows;
}

std::vector<AlignedAxes> aligned_axes(const Loop& loop) {
  std::vector<AlignedAxes> axes = std::visit(AlignedOf{}, loop.joint);
  for (AlignedAxes& pair : axes) pair.of_P = loop.X_PJ.rotation * pair.of_P;
  return axes;
}

LoopEquations::LoopEquations(const Model& model) : efforts(model.v_size) {
  int count = 0;
  for (const Loop& loop : model.loops) {
    rows.push_back(loop_rows(loop));
    count += static_cast<int>(rows.back().size());
  }
  f.setZero(count);
  J.setZero(count, model.v_size);
  bias.setZero(count);
}

void evaluate(const Model& model, const Kinematics& kinematics, LoopEquations& equations) {
  int number = 0;
  for (std::size_t i = 0; i < model.loops.size(); ++i) {
    const PlacedLoop at = placed(model.loops[i], kinematics);
    for (const LoopRow& row : equations.rows[i])
      fill(model, kinematics, model.loops[i], at, row, number++, equations);
  }
}

std::optional<std::string> turned_over(const Model& model, const Kinematics& kinematics) {
  for (const Loop& loop : model.loops) {
    const PlacedLoop at = placed(loop, kinematics);
    for (const AlignedAxes& axes : aligned_axes(loop))
      if (!((at.parent.R_WL * axes.of_P).dot(at.child.R_WL * axes.of_C) > 0.0)) return loop.name;
  }
  return std::nullopt;
}

}  // namespace rigor
