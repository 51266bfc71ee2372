// SPDX-License-Identifier: Apache-2.0
// From what all runs say of one number, or of a body, to estimates.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <rigor/converge/run_numbers.hpp>

namespace rigor {

/// What the runs differ in.
struct Ladder {
  bool by_steps = false;  ///< the step of a method that steps in time; else skin and tolerance
  SkinLadder skins{};
};

/// One number in all runs.
struct Reading {
  std::vector<double> values;  ///< one per run; the twin's need not be there
  double grown = 0.0;          ///< how far the twin is from A
  double location = 0.0;       ///< how far an event may be from where it was located, as it matters
  double scale = 0.0;          ///< how large such numbers are
};

Estimate estimate(const Reading& reading, const Ladder& ladder);

/// Where a body is and how it moves, with bars.
struct BodyEstimate {
  std::string name;
  double agrees_until = 0.0;            ///< s; infinite if to the end
  std::array<Estimate, 3> position;     ///< m
  std::array<Estimate, 4> orientation;  ///< quaternion w, x, y, z
  std::array<Estimate, 6> velocity;  ///< linear (m/s, of its origin), angular (rad/s); world axes
};

/// Number i of the thirteen.
Estimate& number_of(BodyEstimate& body, std::size_t i);

/// How large numbers beside number i are: a coordinate that is nearly zero is rounded like the
/// others, and a velocity like the path it is the derivative of. `size` of the body, m; `end` of
/// the run, s.
double scale_of(const BodyNumbers& numbers, std::size_t i, double size, double end);

/// The largest distance of a vertex from the body's origin.
double size_of(const trace::Body& body);

}  // namespace rigor
