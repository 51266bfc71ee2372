// SPDX-License-Identifier: Apache-2.0
// The prescribed motion of a driven body as a run publishes it.
#pragma once

#include <rigor/contact/body_motion.hpp>
#include <rigor/dynamics/path.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

inline constexpr int kMaxDriveDegree = 16;

/// One polynomial stretch of a prescribed motion. It *is* the motion: contacts, proofs and the
/// record know no other. It interpolates the path to rounding, so that neighbouring pieces meet
/// there with position and velocity.
struct DrivePiece {
  /// Position (rows 0-2), quaternion w, x, y, z (3-6), then their first and second time
  /// derivatives, as Chebyshev coefficients in x = 2s - 1, s = (t - start) / length.
  using Coefficients =
      Eigen::Matrix<double, 21, Eigen::Dynamic, Eigen::ColMajor, 21, kMaxDriveDegree + 1>;

  std::uint32_t index = 0;  ///< of the body's segment
  trace::Time start;
  trace::Time end;        ///< the next piece starts here
  double length = 1.0;    ///< s; reaches a little beyond `end`
  bool breaks = false;    ///< the acceleration may jump at the end
  bool for_ever = false;  ///< at rest from the start on: there is no next piece
  double error = 0.0;     ///< largest coefficient left out, m or rad
  Coefficients coefficients = Coefficients::Zero(21, 1);
};

/// The piece of the path that starts at `start`: up to the next instant where the path is not
/// smooth, `horizon`, or as far as degree 16 reaches. If the path is at rest from there on, to the
/// horizon.
DrivePiece make_piece(const Path& path, std::uint32_t index, const trace::Time& start,
                      const trace::Time& horizon);

/// Where the body is and how it moves and accelerates at `after` seconds from the piece's start,
/// from the polynomials themselves.
BodyMotion motion_at(const DrivePiece& piece, double after);

/// Whether the path stays where it is from t on.
bool rests_after(const Path& path, double t);

/// The piece as the trace records it.
trace::Segment segment_of(const DrivePiece& piece, std::uint32_t body);

}  // namespace rigor
