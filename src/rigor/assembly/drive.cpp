// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <rigor/assembly/body.hpp>
#include <rigor/assembly/drive.hpp>
#include <rigor/assembly/tolerances.hpp>
#include <rigor/chebyshev/nodes.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

constexpr std::array<int, 4> kDegrees{5, 8, 12, kMaxDriveDegree};

using Rows = Eigen::Matrix<double, 7, Eigen::Dynamic>;

/// Coefficients of the interpolant of the pose, and the largest of the last two, per unit of size.
struct Interpolant {
  Rows coefficients;
  double tail = 0.0;
};

Interpolant interpolate(const Path& path, double start, double length, int degree) {
  const LobattoNodes& nodes = lobatto_nodes(degree);
  Rows values(7, degree + 1);
  for (int j = 0; j <= degree; ++j) {
    const Pose X_WL = evaluate(path, start + nodes.s[j] * length).X_WL;
    const std::array<double, 4> q = wxyz(X_WL.rotation);
    values.col(j) << X_WL.translation, q[0], q[1], q[2], q[3];
    // The quaternion of a rotation has two signs; neighbours take the same.
    if (j > 0 && values.col(j).tail<4>().dot(values.col(j - 1).tail<4>()) < 0.0)
      values.col(j).tail<4>() *= -1.0;
  }
  Interpolant out{values * nodes.coefficients.transpose(), 0.0};
  const auto relative = [&](int first, int count) {
    const auto rows = out.coefficients.middleRows(first, count);
    return rows.rightCols<2>().cwiseAbs().maxCoeff() / rows.cwiseAbs().maxCoeff();
  };
  out.tail = relative(3, 4);
  if (!out.coefficients.topRows<3>().isZero(0.0)) out.tail = std::max(out.tail, relative(0, 3));
  return out;
}

/// Sets coefficients of rows [first, first + count) to zero from the end on while all are rounding.
void trim(Rows& rows, int first, int count) {
  auto part = rows.middleRows(first, count);
  const double size = part.cwiseAbs().maxCoeff();
  for (Eigen::Index k = part.cols() - 1; k > 0; --k) {
    if (part.col(k).cwiseAbs().maxCoeff() > kDriveRounding * size) return;
    part.col(k).setZero();
  }
}

/// d/dt of Chebyshev series over `length` seconds.
Rows rate_of(const Rows& rows, double length) {
  Rows rate = Rows::Zero(7, rows.cols());
  for (Eigen::Index k = rows.cols() - 2; k >= 0; --k) {
    if (k + 2 < rows.cols()) rate.col(k) = rate.col(k + 2);
    rate.col(k) += 2.0 * static_cast<double>(k + 1) * rows.col(k + 1);
  }
  rate.col(0) *= 0.5;
  return rate * (2.0 / length);
}

bool rests_after(const Signal& signal, double t) {
  if (const auto* polynomial = std::get_if<Polynomial>(&signal)) {
    const auto& c = polynomial->coefficients;
    return c.empty() || std::all_of(c.begin() + 1, c.end(), [](double x) { return x == 0.0; });
  }
  if (const auto* sine = std::get_if<Sine>(&signal))
    return sine->amplitude == 0.0 || sine->frequency == 0.0;
  if (const auto* harmonics = std::get_if<Harmonics>(&signal)) {
    const auto is_zero = [](double x) { return x == 0.0; };
    return std::all_of(harmonics->cosine.begin(), harmonics->cosine.end(), is_zero) &&
           std::all_of(harmonics->sine.begin(), harmonics->sine.end(), is_zero);
  }
  const auto& table = std::get<Table>(signal);
  const double last = table.values.back();
  const auto ahead = std::upper_bound(table.times.begin(), table.times.end(), t);
  const auto first = std::max<std::ptrdiff_t>(0, ahead - table.times.begin() - 1);
  return std::all_of(table.values.begin() + first, table.values.end(),
                     [last](double x) { return x == last; });
}

void set_rows(DrivePiece& piece, const Rows& rows) {
  Eigen::Index used = rows.cols();
  while (used > 1 && rows.col(used - 1).isZero(0.0)) --used;
  const Rows kept = rows.leftCols(used);
  const Rows rate = rate_of(kept, piece.length);
  piece.coefficients.resize(21, used);
  piece.coefficients << kept, rate, rate_of(rate, piece.length);
}

}  // namespace

bool rests_after(const Path& path, double t) {
  return rests_after(path.angle, t) &&
         std::all_of(path.position.begin(), path.position.end(),
                     [t](const Signal& signal) { return rests_after(signal, t); });
}

DrivePiece make_piece(const Path& path, std::uint32_t index, const trace::Time& start,
                      const trace::Time& horizon) {
  RIGOR_DEMAND(start < horizon);
  const double t = trace::seconds(start);
  DrivePiece piece;
  piece.index = index;
  piece.start = start;
  piece.end = horizon;
  if (rests_after(path, t)) {
    piece.for_ever = true;
    piece.length = trace::elapsed(start, horizon) * kLongerDrive;
    set_rows(piece, interpolate(path, t, 0.0, kDegrees.front()).coefficients.leftCols<1>());
    return piece;
  }
  const double next = next_break(path, t);
  if (std::isfinite(next) && trace::time_from(next) < horizon) {
    piece.end = trace::time_from(next);
    piece.breaks = true;
  }
  double left = trace::elapsed(start, piece.end);
  if (left > kLongestDrivePiece && !std::isfinite(next)) {
    left = kLongestDrivePiece;
    piece.end = trace::advanced(start, left);
    piece.breaks = false;
  }
  for (;; left *= 0.5) {
    for (const int degree : kDegrees) {
      Interpolant found = interpolate(path, t, left * kLongerDrive, degree);
      const bool shortest = left < kShortestDrivePiece && degree == kMaxDriveDegree;
      if (found.tail > kDriveRounding * degree && !shortest) continue;
      if (left < trace::elapsed(start, piece.end)) {
        piece.end = trace::advanced(start, left);
        piece.breaks = false;
      }
      piece.length = left * kLongerDrive;
      piece.error = found.tail;
      trim(found.coefficients, 0, 3);
      trim(found.coefficients, 3, 4);
      set_rows(piece, found.coefficients);
      return piece;
    }
  }
}

BodyMotion motion_at(const DrivePiece& piece, double after) {
  using Column = Eigen::Matrix<double, 21, 1>;
  const double x = 2.0 * after / piece.length - 1.0;
  Column b1 = Column::Zero();
  Column b2 = Column::Zero();
  for (Eigen::Index k = piece.coefficients.cols() - 1; k >= 1; --k) {
    b2 = 2.0 * x * b1 - b2 + piece.coefficients.col(k);
    b1.swap(b2);
  }
  const Column y = x * b1 - b2 + piece.coefficients.col(0);
  const auto quaternion = [&y](int first) {
    return Quaternion(y[first], y[first + 1], y[first + 2], y[first + 3]);
  };
  const Quaternion q = quaternion(3);
  const Quaternion inverse = q.inverse();
  const Quaternion turn = quaternion(10) * inverse;  // q' q⁻¹: its vector is half of ω
  const Quaternion bend = quaternion(17) * inverse;
  BodyMotion motion;
  motion.X_WB = {q.normalized(), y.segment<3>(0)};
  motion.V_WB = {y.segment<3>(7), 2.0 * turn.vec()};
  motion.A_bias_WB = {y.segment<3>(14), 2.0 * (bend.vec() - (turn * turn).vec())};
  return motion;
}

trace::Segment segment_of(const DrivePiece& piece, std::uint32_t body) {
  trace::Segment segment;
  segment.body = body;
  segment.index = piece.index;
  segment.start = piece.start;
  segment.end = piece.end;
  segment.length = piece.length;
  segment.error_estimate = piece.error;
  segment.reason = piece.for_ever ? trace::EndReason::Rest
                   : piece.breaks ? trace::EndReason::Input
                                  : trace::EndReason::Accuracy;
  write_path(piece.coefficients, segment);
  return segment;
}

}  // namespace rigor
