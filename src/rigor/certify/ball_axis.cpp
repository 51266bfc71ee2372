// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include <rigor/certify/ball_axis.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

/// Half way between the facing ends of the balls along n_W.
double middle(const PairMotion& pair, const PairPose& pose, const Vector3& n_W) {
  return 0.5 * (n_W.dot(pose.X_WA.translation) + pair.a->tree.radius() +
                n_W.dot(pose.X_WB.translation) - pair.b->tree.radius());
}

/// Where the ball stops keeping half the level from the plane, or `to`.
AxisProof ball_exit(const ChebModel& height, double least, double to) {
  const RootOutcome root = first_below(height, least, 0.0, to);
  if (std::holds_alternative<StaysAbove>(root)) return {to, to};
  if (const auto* crosses = std::get_if<Crosses>(&root)) return {crosses->lo, crosses->hi};
  if (const auto* open = std::get_if<Undecided>(&root)) return {open->lo, open->lo};
  return {0.0, 0.0};
}

}  // namespace

std::optional<Axis> ball_axis(const PairMotion& pair, const PairEnds& ends, double level) {
  const auto& [first, last] = ends;
  const Vector3 offset = first.X_WB.translation - first.X_WA.translation;
  const Vector3 way = last.X_WB.translation - last.X_WA.translation - offset;
  const Vector3 across = offset + nearest_part(offset, way) * way;
  const double distance = across.norm();
  if (!(distance > pair.a->tree.radius() + pair.b->tree.radius() + level)) return std::nullopt;
  Axis axis;
  axis.level = level;
  axis.plane.normal = across / distance;
  axis.plane.offset = middle(pair, first, axis.plane.normal);
  axis.speed = (middle(pair, last, axis.plane.normal) - axis.plane.offset) /
               (pair.end * pair.clock().length);
  axis.anchor = pair.span.begin;
  return axis;
}

// Why it is a proof. At s the certificate's plane n·x = offset + speed (t - begin) has its place at
// offset + rise s up to `doubt`: the rounding of rise and of their sum (each below 2u of size), the
// clock's length against the exact (end - begin) (u and 2^-63 s) and s beyond 1 by as much. The
// models of the positions contain the true ones at s. A vertex is at x + R r with |R r| <= radius,
// R being a rotation (0 < |q|²), so n·(x + R r) >= n·x - |n| radius; where n·x - plane is above
// |n| (radius + level/2), with |n| and the product rounded up, the vertex is level/2 from the
// plane. `first_below` proves that on the closed [0, until].
AxisProof prove_balls(const PairMotion& pair, const Axis& axis) {
  RIGOR_DEMAND(axis.carrier == AxisCarrier::World && axis.anchor == pair.span.begin);
  const double rise = axis.speed * pair.clock().length;
  const double size = std::abs(axis.plane.offset) + std::abs(rise);
  const double doubt = raised(16.0 * kUnit * size + 0x1p-61 * std::abs(axis.speed));
  const std::array<double, 2> plane = {axis.plane.offset + 0.5 * rise, 0.5 * rise};
  const double length = length_range(axis.plane.normal).hi;
  AxisProof proof{pair.end, pair.end};
  for (const bool upper : {true, false}) {
    ChebModel height = dot(upper ? pair.path_b.position : pair.path_a.position, axis.plane.normal);
    height -= ChebModel(plane);
    if (!upper) height = -height;
    height.widen(doubt);
    const double radius = upper ? pair.b->tree.radius() : pair.a->tree.radius();
    const double least = raised((radius + 0.5 * axis.level) * length);
    proof = ball_exit(height, least, proof.until);
  }
  return proof;
}

}  // namespace rigor
