// SPDX-License-Identifier: Apache-2.0
// Swept boxes (certificate C1), which the checker makes itself. Bounds are doubles rounded
// outwards: every floating-point operation is wrong by at most half an ulp, so one nextafter after
// each encloses the exact result.
#pragma once

#include <rigor/verification/separation.hpp>

namespace rigor::verification {

struct Box {
  trace::Triple low{};
  trace::Triple high{};
};

/// At least the largest distance of a vertex from the body's origin.
double radius_above(const trace::Piece& piece);

/// Contains the ball of this radius around the body's origin over the whole nominal segment: |Σ c_k
/// T_k| <= Σ |c_k|.
Box ball_box(const trace::Segment& segment, double radius);

/// Contains the points over the motion's interval, tighter the shorter that is. Empty if the norm
/// has a Bernstein coefficient that is not positive.
struct TightBox {
  bool valid = false;
  Box box;
};
TightBox tight_box(const MovingPiece& piece);

/// A lower bound of the distance between points of the two boxes along the best axis; negative if
/// they may overlap.
double distance_below(const Box& a, const Box& b);

/// A lower bound of the distance of a box from the half-space.
double distance_below(const trace::HalfSpace& half_space, const Box& box);

}  // namespace rigor::verification
