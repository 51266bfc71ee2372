// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/verification/double_separation.hpp>

namespace rigor::verification {
namespace {

using trace::Triple;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Numbers that enclose |normal|: five roundings of what is under the root, one of the root.
void set_length(DoubleSeparation& separation, const Triple& n) {
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const double error = rounding(6.0, length);
  separation.length_below = down(length - error);
  separation.length_above = up(length + error);
}

/// Not above the least side (offset - normal·v) of the vertices.
double clearance_below(const std::vector<Triple>& vertices, const DoublePlane& plane, int side) {
  const Triple& n = plane.normal;
  double least = kInfinity;
  double terms = 0.0;
  for (const Triple& v : vertices) {
    const double clearance = side * (plane.offset - (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]));
    if (!(clearance >= least)) least = clearance;
    terms = std::max(terms, std::abs(n[0] * v[0]) + std::abs(n[1] * v[1]) + std::abs(n[2] * v[2]));
  }
  return down(least - rounding(6.0, std::abs(plane.offset) + terms));
}

/// The largest |v_j| of the vertices.
Triple reach(const std::vector<Triple>& vertices) {
  Triple most{};
  for (const Triple& v : vertices) {
    for (std::size_t j = 0; j < 3; ++j) most[j] = std::max(most[j], std::abs(v[j]));
  }
  return most;
}

/// A part of the span with the polynomials over it, all of one degree.
struct Part {
  DoubleForm scale;
  std::vector<DoubleHeights> sides;
  double u0 = 0.0;
  double u1 = 1.0;
};

Part whole(const DoubleSeparation& separation) {
  Part part;
  std::size_t degree = separation.scale.degree;
  for (const DoubleHeights& side : separation.sides) {
    degree = std::max(degree, side.base.degree);
    for (const DoubleForm& row : side.rows) degree = std::max(degree, row.degree);
  }
  part.scale = elevated(separation.scale, degree);
  for (const DoubleHeights& side : separation.sides) {
    DoubleHeights& own = part.sides.emplace_back();
    own.vertices = side.vertices;
    own.base = elevated(side.base, degree);
    for (std::size_t j = 0; j < 3; ++j) own.rows[j] = elevated(side.rows[j], degree);
  }
  return part;
}

std::array<Part, 2> halved(const Part& part) {
  std::array<Part, 2> both = {part, part};
  const auto split = [](DoubleForm& left, DoubleForm& right) {
    const DoubleHalves parts = halves(left);
    left = parts.left;
    right = parts.right;
  };
  split(both[0].scale, both[1].scale);
  for (std::size_t k = 0; k < part.sides.size(); ++k) {
    DoubleHeights& left = both[0].sides[k];
    DoubleHeights& right = both[1].sides[k];
    split(left.base, right.base);
    for (std::size_t j = 0; j < 3; ++j) split(left.rows[j], right.rows[j]);
  }
  both[0].u1 = both[1].u0 = (part.u0 + part.u1) / 2.0;
  return both;
}

/// The polynomial with coefficients least_i - error is nowhere above the least height of the side.
struct Envelope {
  std::array<double, kMaxDoubleDegree + 1> least;
  double terms = 0.0;  ///< sum of the magnitudes of all that was added
  double error = 0.0;
};

Envelope lower_envelope(const DoubleHeights& side) {
  Envelope envelope;
  const Triple most = reach(*side.vertices);
  envelope.terms = magnitude(side.base);
  double radius = side.base.radius;
  for (std::size_t j = 0; j < 3; ++j) {
    envelope.terms += most[j] * magnitude(side.rows[j]);
    radius += most[j] * side.rows[j].radius;
  }
  for (std::size_t i = 0; i <= side.base.degree; ++i) {
    const double x = side.rows[0].b[i];
    const double y = side.rows[1].b[i];
    const double z = side.rows[2].b[i];
    double low = kInfinity;
    for (const Triple& v : *side.vertices) low = std::min(low, x * v[0] + y * v[1] + z * v[2]);
    envelope.least[i] = side.base.b[i] + low;
  }
  // std::min may lose a NaN; the terms keep it.
  envelope.error = radius + rounding(7.0, envelope.terms) + rounding(7.0, radius);
  return envelope;
}

Envelope lower_envelope(const Part& part) {
  Envelope sum = lower_envelope(part.sides[0]);
  for (std::size_t k = 1; k < part.sides.size(); ++k) {
    const Envelope other = lower_envelope(part.sides[k]);
    for (std::size_t i = 0; i <= part.scale.degree; ++i) sum.least[i] += other.least[i];
    sum.terms += other.terms;
    sum.error = up(sum.error + other.error) + rounding(2.0, sum.terms);
  }
  return sum;
}

/// What the coefficients of a part say.
struct Found {
  bool apart = false;
  bool hopeless = false;     ///< not apart at an end: halving cannot help
  double lower = kInfinity;  ///< of the separation, metres
  double upper =
      kInfinity;       ///< about the smaller value at the ends; decides only how sharp is sharp
  double where = 0.0;  ///< about where in [0, 1] the lower bound is met
};

/// With E the sum of least heights and S the scale, E - level·length·S > 0 if all coefficients of a
/// lower bound of it are positive, and then E / S is at least the least quotient of coefficients.
Found judged(const Part& part, const DoubleSeparation& separation, double level) {
  Found found;
  if (!(least(part.scale) > 0.0)) return found;
  const Envelope envelope = lower_envelope(part);
  const double allowed = up(level * separation.length_above);
  const std::size_t last = part.scale.degree;
  found.apart = true;
  for (std::size_t i = 0; i <= last; ++i) {
    const double scale_above = up(part.scale.b[i] + part.scale.radius);
    const double scale_below = down(part.scale.b[i] - part.scale.radius);
    const double spare =
        down(separation.constant * (separation.constant < 0.0 ? scale_above : scale_below));
    const double height = down(down(envelope.least[i] + spare) - envelope.error);
    if (!(height > up(allowed * scale_above))) {
      found.apart = false;
      found.hopeless = found.hopeless || i == 0 || i == last;
      continue;
    }
    const double lower = down(down(height / scale_above) / separation.length_above);
    // The last one is preferred, because there it is attained.
    if (lower < found.lower || (i == last && lower == found.lower)) {
      found.lower = lower;
      found.where = static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(1, last));
    }
    if (i == 0 || i == last) {
      const double attained =
          lower + 2.0 * envelope.error / (scale_below * separation.length_below);
      found.upper = std::min(found.upper, attained * (1.0 + 1e-9));
    }
  }
  return found;
}

/// Least and greatest coordinate `axis` of the moving vertices: numerator over norm, both bounded
/// by their coefficients; a negative numerator is divided by the smaller norm, a positive by the
/// larger one, and the other way round above.
std::array<double, 2> coordinate_range(const DoublePiece& piece, std::size_t axis) {
  const DoubleMotion& motion = *piece.motion;
  const DoubleForm base = motion.position[axis] * motion.norm;
  const DoubleForm scale = elevated(motion.norm, base.degree);
  DoubleHeights heights{base, {}, piece.vertices};
  DoubleHeights mirrored{-base, {}, piece.vertices};
  for (std::size_t j = 0; j < 3; ++j) {
    heights.rows[j] = elevated(motion.rotation[axis][j], base.degree);
    mirrored.rows[j] = -heights.rows[j];
  }
  const auto lowest = [&](const DoubleHeights& side) {
    const Envelope envelope = lower_envelope(side);
    double low = kInfinity;
    for (std::size_t i = 0; i <= base.degree; ++i) {
      const double numerator = down(envelope.least[i] - envelope.error);
      const double norm =
          numerator < 0.0 ? down(scale.b[i] - scale.radius) : up(scale.b[i] + scale.radius);
      const double quotient = down(numerator / norm);
      if (!(norm > 0.0) || !std::isfinite(quotient)) return -kInfinity;
      low = std::min(low, quotient);
    }
    return low;
  };
  return {lowest(heights), -lowest(mirrored)};
}

/// Proves p > 0 by halving.
bool proves_positive(const DoubleForm& p, int parts) {
  if (least(p) > 0.0) return true;
  if (parts <= 1 || !(p.start() > p.radius) || !(p.end() > p.radius)) return false;
  const DoubleHalves both = halves(p);
  return proves_positive(both.left, parts / 2) && proves_positive(both.right, parts / 2);
}

}  // namespace

DoubleSeparation plane_on(const DoublePiece& carrier, const DoublePiece& other,
                          const DoublePlane& plane, int side) {
  const DoubleMotion& p = *carrier.motion;
  const DoubleMotion& q = *other.motion;
  DoubleForm3 d;
  for (std::size_t i = 0; i < 3; ++i) d[i] = q.position[i] - p.position[i];
  const double sign = side;
  const DoubleForm3 normal = rotated(
      p, {sign * plane.normal[0], sign * plane.normal[1], sign * plane.normal[2]});  // times p.norm
  DoubleSeparation result;
  set_length(result, plane.normal);
  result.scale = p.norm * q.norm;
  result.constant = clearance_below(*carrier.vertices, plane, side);
  DoubleHeights& heights = result.sides.emplace_back();
  heights.vertices = other.vertices;
  heights.base = dot(normal, d) * q.norm - (sign * plane.offset) * result.scale;
  for (std::size_t j = 0; j < 3; ++j) heights.rows[j] = dot(normal, column(q, j));
  return result;
}

DoubleSeparation over_half_space(const DoublePiece& piece, const DoublePlane& plane) {
  const DoubleMotion& q = *piece.motion;
  DoubleSeparation result;
  set_length(result, plane.normal);
  result.scale = q.norm;
  DoubleHeights& heights = result.sides.emplace_back();
  heights.vertices = piece.vertices;
  heights.base = (dot(plane.normal, q.position) - DoubleForm(plane.offset)) * q.norm;
  for (std::size_t j = 0; j < 3; ++j) heights.rows[j] = dot(plane.normal, column(q, j));
  return result;
}

DoubleSeparation in_world(const DoublePiece& a, const DoublePiece& b, const Triple& normal,
                          const DoubleForm& offset) {
  DoubleSeparation result;
  set_length(result, normal);
  const std::array<const DoublePiece*, 2> pieces = {&b, &a};
  for (std::size_t k = 0; k < 2; ++k) {
    const DoubleMotion& q = *pieces[k]->motion;
    const DoubleForm& other_norm = pieces[1 - k]->motion->norm;
    const double sign = k == 0 ? 1.0 : -1.0;
    const Triple n = {sign * normal[0], sign * normal[1], sign * normal[2]};
    DoubleHeights& heights = result.sides.emplace_back();
    heights.vertices = pieces[k]->vertices;
    heights.base = (dot(n, q.position) - sign * offset) * q.norm * other_norm;
    for (std::size_t j = 0; j < 3; ++j) heights.rows[j] = dot(n, column(q, j)) * other_norm;
  }
  result.scale = a.motion->norm * b.motion->norm;
  return result;
}

bool proves_apart(const DoubleSeparation& separation, double level, const DoubleStage& stage,
                  Gap& gap) {
  if (!(level >= 0.0) || !(separation.length_below > 0.0)) return false;
  Gap learned = gap;
  std::vector<Part> open = {whole(separation)};
  for (int parts = 0; !open.empty(); ++parts) {
    const Part part = std::move(open.back());
    open.pop_back();
    const Found found = judged(part, separation, level);
    if (found.hopeless || (!found.apart && parts >= kMaxDoubleParts)) return false;
    if (found.apart) learned.upper = std::min(learned.upper, found.upper);
    const bool sharp = found.lower >= std::min(kFineGap, kSharpness * learned.upper);
    if (found.apart && (sharp || parts > kMaxSharpeningParts)) {
      const double u = part.u0 + (part.u1 - part.u0) * found.where;
      note(learned, found.lower, instant(stage.span, u), stage.a, stage.b);
      continue;
    }
    std::array<Part, 2> both = halved(part);
    open.push_back(std::move(both[1]));
    open.push_back(std::move(both[0]));
  }
  gap = learned;
  return true;
}

bool proves_band(const DoubleSeparation& separation, std::size_t index, double low, double high) {
  const DoubleHeights& side = separation.sides[0];
  const DoubleForm height = side.base + dot((*side.vertices)[index], side.rows);
  const double lowest = up(low * separation.length_above);
  const double highest = down(high * separation.length_below);
  return low > 0.0 && high > 0.0 &&
         proves_positive(height - lowest * separation.scale, kMaxDoubleParts) &&
         proves_positive(highest * separation.scale - height, kMaxDoubleParts);
}

std::optional<Box> double_box(const DoublePiece& piece) {
  if (!(least(piece.motion->norm) > 0.0)) return std::nullopt;
  Box box;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [low, high] = coordinate_range(piece, i);
    if (!std::isfinite(low) || !std::isfinite(high)) return std::nullopt;
    box.low[i] = low;
    box.high[i] = high;
  }
  return box;
}

}  // namespace rigor::verification
