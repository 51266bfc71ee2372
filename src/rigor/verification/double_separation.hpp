// SPDX-License-Identifier: Apache-2.0
// Proofs in doubles that a moving plane keeps two pieces apart (certificates C2 and C4), and boxes
// around moving pieces. What they prove is proved; what they do not prove is left to the integers
// of separation.hpp and box.hpp, which prove the same things and can refute them too.
#pragma once

#include <optional>

#include <rigor/verification/box.hpp>
#include <rigor/verification/double_motion.hpp>
#include <rigor/verification/outward.hpp>

namespace rigor::verification {

/// Parts of one span spent on sharpening the reported minimum, at most.
inline constexpr int kMaxSharpeningParts = 200;
/// Parts of a span in which a proof is tried; beyond them the integers take over.
inline constexpr int kMaxDoubleParts = 64;

/// A piece and how it moves.
struct DoublePiece {
  const DoubleMotion* motion = nullptr;
  const std::vector<trace::Triple>* vertices = nullptr;
};

/// Heights of vertices over a plane times the positive polynomial `scale` of the separation they
/// belong to: base + Σ_j v_j rows_j for the vertex v.
struct DoubleHeights {
  DoubleForm base;
  DoubleForm3 rows;
  const std::vector<trace::Triple>* vertices = nullptr;
};

/// The separation of two pieces by a plane: the sum over the sides of the smallest height over
/// scale, plus the constant, over the length of the normal.
struct DoubleSeparation {
  std::vector<DoubleHeights> sides;
  double constant = 0.0;  ///< not above the clearance of the piece that carries the plane
  DoubleForm scale;
  double length_below = 0.0;
  double length_above = 0.0;
};

/// The plane { x : normal·x = offset } in the frame of its carrier.
struct DoublePlane {
  trace::Triple normal{};
  double offset = 0.0;
};

/// The three kinds of planes, as in separation.hpp.
DoubleSeparation plane_on(const DoublePiece& carrier, const DoublePiece& other,
                          const DoublePlane& plane, int side);
DoubleSeparation over_half_space(const DoublePiece& piece, const DoublePlane& plane);
DoubleSeparation in_world(const DoublePiece& a, const DoublePiece& b, const trace::Triple& normal,
                          const DoubleForm& offset);

/// One pair on one span.
struct DoubleStage {
  Span span;
  trace::PieceId a;
  trace::PieceId b;
};

/// Whether the separation is proved to exceed `level` metres on the whole span. `gap` learns of it
/// only then, as in separation.hpp.
bool proves_apart(const DoubleSeparation& separation, double level, const DoubleStage& stage,
                  Gap& gap);

/// Whether the height of vertex `index` of sides[0] is proved to stay strictly between low and
/// high.
bool proves_band(const DoubleSeparation& separation, std::size_t index, double low, double high);

/// Contains the piece over the motion's span; nothing if |q|² is not proved to be positive or a
/// number is not finite.
std::optional<Box> double_box(const DoublePiece& piece);

}  // namespace rigor::verification
