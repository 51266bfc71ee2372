// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <rigor/verification/double_motion.hpp>

namespace rigor::verification {
namespace {

/// x = 2 (t - start) / length - 1 with a bound of its error.
struct Argument {
  double value = 0.0;
  double error = 0.0;
};

Argument argument(const trace::Segment& segment, const trace::Time& t) {
  const double bases = t.base - segment.start.base;
  const double offsets = t.offset - segment.start.offset;
  const double scaled = 2.0 * (bases + offsets) / segment.length;
  const double terms = 2.0 * (std::abs(bases) + std::abs(offsets)) / segment.length;
  // Three roundings of the times, one of the quotient, one of the difference.
  return {scaled - 1.0, rounding(5.0, terms + 1.0)};
}

/// T_0 ... T_n as forms of degree n on the span.
class Basis {
 public:
  Basis(const trace::Segment& segment, const Span& span, std::size_t n) {
    const Argument first = argument(segment, span.begin);
    const Argument last = argument(segment, span.end);
    DoubleForm x(first.value, last.value);
    x.radius = std::max(first.error, last.error);
    DoubleForm before(1.0);
    DoubleForm now = x;
    const DoubleForm twice = 2.0 * x;
    for (std::size_t k = 0; k <= n; ++k) {
      forms_.push_back(elevated(before, n));
      sizes_.push_back(magnitude(forms_.back()));
      if (k + 1 > n) break;
      const DoubleForm next = k + 2 > n ? DoubleForm() : twice * now - before;
      before = now;
      now = next;
    }
  }

  /// Σ coefficients_k T_k.
  DoubleForm combination(const std::vector<double>& coefficients) const {
    DoubleForm sum = forms_[0];
    for (std::size_t i = 0; i <= sum.degree; ++i) sum.b[i] = coefficients[0] * sum.b[i];
    double size = std::abs(coefficients[0]) * sizes_[0];
    double radius = std::abs(coefficients[0]) * forms_[0].radius;
    for (std::size_t k = 1; k < coefficients.size(); ++k) {
      const double c = coefficients[k];
      for (std::size_t i = 0; i <= sum.degree; ++i) sum.b[i] += c * forms_[k].b[i];
      size += std::abs(c) * sizes_[k];
      radius += std::abs(c) * forms_[k].radius;
    }
    const auto roundings = static_cast<double>(coefficients.size() + 2);
    sum.radius = radius + rounding(roundings, size) + rounding(roundings, radius);
    return sum;
  }

 private:
  std::vector<DoubleForm> forms_;
  std::vector<double> sizes_;
};

/// Constant motions and straight ones are most of a long run: no basis is made for them.
DoubleForm straight(const std::vector<double>& row, const Argument& first, const Argument& last) {
  if (row.size() == 1) return DoubleForm(row[0]);
  DoubleForm p(row[0] + row[1] * first.value, row[0] + row[1] * last.value);
  const double slope = std::abs(row[1]);
  const double reach = std::max(std::abs(first.value), std::abs(last.value));
  p.radius = 2.0 * slope * std::max(first.error, last.error) +
             rounding(2.0, std::abs(row[0]) + slope * reach);
  return p;
}

/// The rows of a segment's matrix on the span.
template <std::size_t N>
std::array<DoubleForm, N> paths(const std::array<std::vector<double>, N>& rows,
                                const trace::Segment& segment, const Span& span) {
  std::array<DoubleForm, N> result;
  if (rows[0].size() <= 2) {
    const Argument first = argument(segment, span.begin);
    const Argument last = argument(segment, span.end);
    for (std::size_t i = 0; i < N; ++i) result[i] = straight(rows[i], first, last);
    return result;
  }
  if (rows[0].size() > kMaxDoubleDegree + 1) {
    for (DoubleForm& p : result) p.radius = std::numeric_limits<double>::infinity();
    return result;
  }
  const Basis basis(segment, span, rows[0].size() - 1);
  for (std::size_t i = 0; i < N; ++i) result[i] = basis.combination(rows[i]);
  return result;
}

/// |q|² R(q) and |q|² of the quaternion (w, x, y, z).
void set_rotation(DoubleMotion& motion, const std::array<DoubleForm, 4>& q) {
  const DoubleForm ww = q[0] * q[0];
  const DoubleForm xx = q[1] * q[1];
  const DoubleForm yy = q[2] * q[2];
  const DoubleForm zz = q[3] * q[3];
  const auto twice_product = [&](std::size_t i, std::size_t j) { return 2.0 * (q[i] * q[j]); };
  const DoubleForm wx = twice_product(0, 1);
  const DoubleForm wy = twice_product(0, 2);
  const DoubleForm wz = twice_product(0, 3);
  const DoubleForm xy = twice_product(1, 2);
  const DoubleForm xz = twice_product(1, 3);
  const DoubleForm yz = twice_product(2, 3);
  motion.rotation[0] = {ww + xx - yy - zz, xy - wz, xz + wy};
  motion.rotation[1] = {xy + wz, ww - xx + yy - zz, yz - wx};
  motion.rotation[2] = {xz - wy, yz + wx, ww - xx - yy + zz};
  motion.norm = ww + xx + yy + zz;
}

}  // namespace

double instant(const Span& span, double u) {
  return trace::seconds(span.begin) + u * trace::elapsed(span.begin, span.end);
}

DoubleForm double_norm(const trace::Segment& segment, const Span& span) {
  const auto q = paths(segment.quaternion, segment, span);
  return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

DoubleMotion double_motion(const trace::Segment& segment, const Span& span) {
  DoubleMotion motion;
  motion.position = paths(segment.position, segment, span);
  set_rotation(motion, paths(segment.quaternion, segment, span));
  return motion;
}

DoubleMotionHalves halves(const DoubleMotion& motion) {
  DoubleMotionHalves both;
  const auto split = [](const DoubleForm& p, DoubleForm& left, DoubleForm& right) {
    const DoubleHalves parts = halves(p);
    left = parts.left;
    right = parts.right;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    split(motion.position[i], both.left.position[i], both.right.position[i]);
    for (std::size_t j = 0; j < 3; ++j) {
      split(motion.rotation[i][j], both.left.rotation[i][j], both.right.rotation[i][j]);
    }
  }
  split(motion.norm, both.left.norm, both.right.norm);
  return both;
}

DoubleForm3 column(const DoubleMotion& motion, std::size_t j) {
  return {motion.rotation[0][j], motion.rotation[1][j], motion.rotation[2][j]};
}

DoubleForm3 rotated(const DoubleMotion& motion, const trace::Triple& x) {
  return {dot(x, motion.rotation[0]), dot(x, motion.rotation[1]), dot(x, motion.rotation[2])};
}

}  // namespace rigor::verification
