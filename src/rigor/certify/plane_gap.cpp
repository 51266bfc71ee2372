// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <rigor/certify/plane_gap.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {

Interval length_range(const Vector3& v) {
  const double length = v.norm();
  const double doubt = raised(4.0 * kUnit * length);
  return {next_down(length - doubt), next_up(length + doubt)};
}

VertexGap world_plane_gap(const BodyPath& body, const Plane& plane) {
  return moving_plane_gap(body, plane, 0.0);
}

VertexGap moving_plane_gap(const BodyPath& body, const Plane& plane, double rise) {
  RIGOR_DEMAND(has_proper_rotation(body));
  ChebModel height = dot(body.position, plane.normal);
  height -= plane.offset;
  if (rise != 0.0) {
    const std::array<double, 2> ramp = {-0.5 * rise, -0.5 * rise};
    height += ChebModel(ramp);
  }
  return {cut(height * body.norm_squared, body.coarseness), pulled_back(body, plane.normal),
          body.norm_squared, length_range(plane.normal)};
}

VertexGap body_plane_gap(const BodyPath& body, const BodyPath& carrier, const Plane& plane) {
  RIGOR_DEMAND(has_proper_rotation(body) && has_proper_rotation(carrier));
  const double coarseness = std::max(body.coarseness, carrier.coarseness);
  const ModelVector normal_W = rotated(carrier, plane.normal);  // times |q_carrier|²
  ModelVector offset_W;
  for (int i = 0; i < 3; ++i) offset_W[i] = body.position[i] - carrier.position[i];
  ChebModel height = dot(normal_W, offset_W);
  height.add_scaled(carrier.norm_squared, -plane.offset);
  VertexGap gap;
  gap.constant = cut(cut(std::move(height), coarseness) * body.norm_squared, coarseness);
  for (int j = 0; j < 3; ++j) {
    ChebModel& slope = gap.slope[j];
    slope = normal_W[0] * body.rotation[0][j];
    for (int i = 1; i < 3; ++i) slope += normal_W[i] * body.rotation[i][j];
    slope = cut(slope, coarseness);
  }
  gap.weight = cut(body.norm_squared * carrier.norm_squared, coarseness);
  gap.normal_length = length_range(plane.normal);
  return gap;
}

// The three products of a vertex are rounded relative to the corner of its body's box that is
// farthest from the planes through the origin.
double clearing_offset(const Vector3& normal, const SupportMap& tops) {
  const double doubt = 16.0 * kUnit * normal.cwiseAbs().dot(tops.reach());
  return next_up(tops.highest(normal).height + raised(doubt));
}

}  // namespace rigor
