// SPDX-License-Identifier: Apache-2.0
// Given forces on a free body. They are linear in time between knots, and every knot is a boundary
// of segments: what acts on a segment is one stretch, continued smoothly beyond its ends.
#pragma once

#include <optional>

#include <rigor/dynamics/model.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// A force at a point of the body and a moment, t seconds from the start of the stretch:
/// force + t force_rate, moment + t moment_rate.
struct LinearWrench {
  Vector3 point_B = Vector3::Zero();  ///< from the centre of mass, body axes, m
  Axes axes = Axes::World;            ///< Link: the axes turn with the body
  Vector3 force = Vector3::Zero();    ///< N
  Vector3 force_rate = Vector3::Zero();
  Vector3 moment = Vector3::Zero();  ///< N m
  Vector3 moment_rate = Vector3::Zero();
};

/// All given forces on a body on one stretch of time.
struct AppliedLoad {
  std::vector<LinearWrench> wrenches;  ///< empty: none, ever
  trace::Time start{};
  std::optional<trace::Time> end{};  ///< the next knot; none: constant from the start on
  double most = 0.0;                 ///< largest force, plus moment over the body's radius, N
};

/// Whether the forces on the link are of a kind that can be simulated: wrenches that are linear in
/// time between their knots, steps included.
bool is_piecewise_linear(const Force& force);

/// The stretch from `start` on. `radius`: of the body about its centre of mass, m.
AppliedLoad load_from(const Model& model, std::uint32_t link, const trace::Time& start,
                      double radius);

/// The wrench about the centre of mass, world axes, `after` seconds from the start of the stretch.
Wrench load_at(const AppliedLoad& load, const Matrix3& R_WB, double after);

/// Where a given force acts, as the trace records it: from the body's origin, in its axes. Of a
/// free body that is the centre of mass, of a link the link's own.
trace::Triple load_point(const AppliedWrench& wrench, const Model& model);

/// The forces as the trace records them.
std::vector<trace::Load> trace_loads(const Model& model);

}  // namespace rigor
