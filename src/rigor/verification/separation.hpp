// SPDX-License-Identifier: Apache-2.0
// Proofs that a moving plane keeps two pieces apart (certificates C2 and C4).
#pragma once

#include <limits>

#include <rigor/verification/motion.hpp>

namespace rigor::verification {

/// The vertices of a piece as integers times 2^exponent.
struct Points {
  std::vector<std::array<Integer, 3>> at;
  long exponent = 0;

  Dyadic3 operator[](std::size_t i) const;
};
Points exact_points(const trace::Piece& piece);

/// The largest |coordinate j| of the points in units of 2^exponent.
Integer largest_coordinate(const Points& points, std::size_t j);

/// Heights of points over a plane, times the positive polynomial `scale` of the Separation they
/// belong to: base + Σ_j p_j rows_j for the point p.
struct Heights {
  Form base;
  Form3 rows;
  const Points* points = nullptr;
};

/// The separation of two pieces by a plane: the sum over the sides of the smallest height over
/// scale, plus the constant, over the length of the normal.
struct Separation {
  std::vector<Heights> sides;
  Dyadic constant;  ///< of the piece that carries the plane
  Form scale;
  RootBounds normal_length;
};

/// A plane in the frame of its carrier.
struct Plane {
  Dyadic3 normal;
  Dyadic offset;
};

/// A piece and how it moves.
struct MovingPiece {
  const Motion* motion = nullptr;
  const Points* points = nullptr;
};

/// The plane is fixed to `carrier`; `side` is +1 if the other piece lies where the normal points
/// and -1 otherwise. The carrier's own side is a constant. sides[0] is the other piece.
Separation plane_on(const MovingPiece& carrier, const MovingPiece& other, const Plane& plane,
                    int side);

/// The half-space's own plane; sides[0] is the piece.
Separation over_half_space(const MovingPiece& piece, const Plane& plane);

/// A plane in the world with the offset given as a polynomial over the interval.
Separation in_world(const MovingPiece& a, const MovingPiece& b, const Dyadic3& normal,
                    const Form& offset);

/// The smallest separation met so far: a proved lower bound, and an upper bound that is attained by
/// the certificates' planes.
struct Gap {
  double lower = std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double time = 0.0;  ///< about where `lower` is
  trace::PieceId a;
  trace::PieceId b;
};

/// Below this separation (metres) the reported minimum is sharpened, to this relative sharpness
/// (better than the promised 2 %).
inline constexpr double kFineGap = 1e-6;
inline constexpr double kSharpness = 0.985;

/// Takes notice of a proved lower bound at about time t between a and b.
void note(Gap& gap, double lower, double t, const trace::PieceId& a, const trace::PieceId& b);

/// Adds what was learned apart from `gap`, and after it.
void merge(Gap& gap, const Gap& later);

/// What was proved about an interval, and about where the proof failed.
struct Proof {
  Sign sign = Sign::Positive;
  double time = 0.0;
  double value = 0.0;  ///< the best lower bound of the failed quantity there, metres
};

/// One pair on one interval.
struct Stage {
  Interval interval;
  trace::PieceId a;
  trace::PieceId b;
};

/// Proves that the separation exceeds `level` metres on the whole interval. The lower bound noted
/// in `gap` is within 2 % of the smallest value if that is below 1e-6 m.
Proof prove_apart(const Separation& separation, const Dyadic& level, const Stage& stage, Gap& gap);

/// Proves that the height of point `index` of sides[0] stays strictly between low and high.
Sign prove_band(const Separation& separation, std::size_t index, const Dyadic& low,
                const Dyadic& high);

}  // namespace rigor::verification
