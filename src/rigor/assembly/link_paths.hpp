// SPDX-License-Identifier: Apache-2.0
// Paths of links whose joint coordinates are given, as a rule straight, q + t q̇: that does not move
// links straight, so their paths are polynomials through the poses at Lobatto nodes.
#pragma once

#include <functional>
#include <span>

#include <rigor/dynamics/model.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// Coordinates that move straight; quaternions need not stay of length 1.
struct StraightCoordinates {
  Eigen::VectorXd q;
  Eigen::VectorXd rates;

  Eigen::VectorXd operator()(double t) const { return q + t * rates; }
};

/// The coordinates so many seconds after the path's beginning, smooth in time.
using CoordinatesAt = std::function<Eigen::VectorXd(double)>;

/// How well links' paths follow the joints.
struct LinkPathAccuracy {
  std::span<const int> degrees;  ///< tried in this order
  double tail = 0.0;             ///< until the last two coefficients are below it; m, and as a
                                 ///< fraction in quaternions
};

/// Writes the paths of links on [from, to] seconds into their segments; `model` is that of their
/// mechanism or of the whole world, whose link i is body first_body + i. Returns the largest of the
/// last two coefficients, which is about by how much joints are open: above `tail` if no degree was
/// high enough.
double write_link_paths(const Model& model, const Mechanism& mechanism, std::uint32_t first_body,
                        const CoordinatesAt& at, double from, double to,
                        const LinkPathAccuracy& accuracy, std::span<trace::Segment> segments);

}  // namespace rigor
