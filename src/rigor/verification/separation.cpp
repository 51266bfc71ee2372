// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/verification/separation.hpp>

namespace rigor::verification {
namespace {

/// Parts of one interval spent on sharpening, at most.
constexpr int kSharpeningParts = 200;

/// Position of q minus position of p times the returned weight.
Form3 difference(const Motion& p, const Motion& q, Dyadic& weight) {
  if (p.weight == q.weight) {
    weight = p.weight;
    return {q.position[0] - p.position[0], q.position[1] - p.position[1],
            q.position[2] - p.position[2]};
  }
  weight = p.weight * q.weight;
  Form3 d;
  for (std::size_t i = 0; i < 3; ++i) {
    d[i] = p.weight * q.position[i] - q.weight * p.position[i];
  }
  return d;
}

/// min over the points of side (offset - normal·p).
Dyadic smallest_clearance(const Points& points, const Plane& plane, int side) {
  const Dyadic sign(static_cast<double>(side));
  Dyadic least = sign * (plane.offset - dot(plane.normal, points[0]));
  for (std::size_t i = 1; i < points.at.size(); ++i) {
    const Dyadic clearance = sign * (plane.offset - dot(plane.normal, points[i]));
    if (clearance < least) least = clearance;
  }
  return least;
}

/// A part of the interval with the polynomials over it: scale, limit, then four per side.
struct Part {
  std::vector<Form> forms;
  double u0 = 0.0;
  double u1 = 1.0;
  int depth = 0;
};

Part halved(const Part& part, bool left) {
  Part half;
  half.forms.reserve(part.forms.size());
  for (const Form& p : part.forms) half.forms.push_back(left ? left_half(p) : right_half(p));
  const double middle = (part.u0 + part.u1) / 2.0;
  half.u0 = left ? part.u0 : middle;
  half.u1 = left ? middle : part.u1;
  half.depth = part.depth + 1;
  return half;
}

/// Coefficient by coefficient the sum over the sides of the least height: a polynomial below all.
std::vector<Integer> lower_envelope(const Separation& separation, const std::vector<Form>& forms) {
  const std::size_t size = forms[0].c.size();
  std::vector<Integer> envelope(size);
  Integer height;
  Integer least;
  for (std::size_t side = 0; side < separation.sides.size(); ++side) {
    const Form* p = &forms[2 + 4 * side];
    const auto& points = separation.sides[side].points->at;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t v = 0; v < points.size(); ++v) {
        height = p[0].c[i];
        for (std::size_t j = 0; j < 3; ++j) {
          mpz_addmul(height.get_mpz_t(), p[1 + j].c[i].get_mpz_t(), points[v][j].get_mpz_t());
        }
        if (v == 0 || height < least) swap(least, height);
      }
      envelope[i] += least;
    }
  }
  return envelope;
}

/// Scale, limit = level·length·scale, and the sides' polynomials, all comparable and exact: the
/// heights bounded from below and the scale from above by their radii.
std::vector<Form> comparable_forms(const Separation& separation, const Dyadic& level) {
  const Form scale = upper_bound(separation.scale);
  std::vector<Form> forms = {scale, (level * separation.normal_length.above) * scale};
  Form spare = separation.constant * separation.scale;
  for (const Heights& side : separation.sides) {
    const std::size_t first = forms.size();
    forms.push_back(side.base + spare);
    spare = Form();
    for (std::size_t j = 0; j < 3; ++j) {
      Form row = side.rows[j];
      row.exponent += side.points->exponent;  // the points are integers times 2^exponent
      const Dyadic radius(row.radius * largest_coordinate(*side.points, j), row.exponent);
      row.radius = 0;
      forms.push_back(std::move(row));
      forms[first] = forms[first] - Form(radius);
    }
    forms[first] = lower_bound(std::move(forms[first]));
  }
  align(forms);
  return forms;
}

struct Bounds {
  double lower = std::numeric_limits<double>::infinity();
  double upper = 0.0;  ///< smaller of the values at both ends
  double where = 0.0;  ///< about where in [0, 1] the lower bound is met
};

/// Of envelope / (scale · length).
Bounds bounds(const std::vector<Integer>& envelope, const Form& scale, const RootBounds& length) {
  Bounds result;
  for (std::size_t i = 0; i < envelope.size(); ++i) {
    const double quotient = quotient_below(envelope[i], scale.c[i]);
    const bool at_end = i + 1 == envelope.size();  // preferred, because there it is attained
    if (!(quotient < result.lower || (at_end && quotient == result.lower))) continue;
    result.lower = quotient;
    result.where = static_cast<double>(i) / std::max(1.0, static_cast<double>(scale.degree()));
  }
  result.upper = std::min(quotient_above(envelope.front(), scale.c.front()),
                          quotient_above(envelope.back(), scale.c.back()));
  // |length| is known to 2^-90; two roundings of the quotient are covered by nextafter of each.
  const double long_length =
      std::nextafter(std::nextafter(approximate(length.above), 1e300), 1e300);
  const double short_length = std::nextafter(std::nextafter(approximate(length.below), 0.0), 0.0);
  result.lower =
      std::nextafter(result.lower / (result.lower > 0.0 ? long_length : short_length), -1e300);
  result.upper =
      std::nextafter(result.upper / (result.upper > 0.0 ? short_length : long_length), 1e300);
  return result;
}

bool all_positive(const Form& p) {
  return std::all_of(p.c.begin(), p.c.end(), [](const Integer& c) { return c > 0; });
}

bool all_above(const std::vector<Integer>& x, const std::vector<Integer>& y) {
  return std::equal(x.begin(), x.end(), y.begin(), std::greater<>());
}

bool is_exact(const Separation& separation) {
  bool exact = separation.scale.is_exact();
  for (const Heights& side : separation.sides) {
    exact = exact && side.base.is_exact();
    for (const Form& row : side.rows) exact = exact && row.is_exact();
  }
  return exact;
}

}  // namespace

Dyadic3 Points::operator[](std::size_t i) const {
  return {Dyadic(at[i][0], exponent), Dyadic(at[i][1], exponent), Dyadic(at[i][2], exponent)};
}

Points exact_points(const trace::Piece& piece) {
  std::vector<Form> numbers;
  for (const trace::Triple& vertex : piece.vertices) {
    for (const double x : vertex) numbers.emplace_back(Dyadic(x));
  }
  align(numbers);
  Points points;
  points.exponent = numbers.empty() ? 0 : numbers[0].exponent;
  for (std::size_t i = 0; i < piece.vertices.size(); ++i) {
    points.at.push_back({numbers[3 * i].c[0], numbers[3 * i + 1].c[0], numbers[3 * i + 2].c[0]});
  }
  return points;
}

Integer largest_coordinate(const Points& points, std::size_t j) {
  Integer most = 0;
  for (const auto& point : points.at) {
    if (mpz_cmpabs(point[j].get_mpz_t(), most.get_mpz_t()) > 0) most = abs(point[j]);
  }
  return most;
}

Separation plane_on(const MovingPiece& carrier, const MovingPiece& other, const Plane& plane,
                    int side) {
  const Motion& p = *carrier.motion;
  const Motion& q = *other.motion;
  const Dyadic sign(static_cast<double>(side));
  Dyadic weight;
  const Form3 d = difference(p, q, weight);
  const Form3 normal = rotated(p, plane.normal);  // times p.norm
  Separation result;
  result.normal_length = square_root(dot(plane.normal, plane.normal));
  result.scale = shortened(weight * (p.norm * q.norm));
  Heights heights;
  heights.points = other.points;
  result.constant = smallest_clearance(*carrier.points, plane, side);
  heights.base = sign * (shortened(dot(normal, d)) * q.norm) - (sign * plane.offset) * result.scale;
  for (std::size_t j = 0; j < 3; ++j) {
    const Form3 column = {q.rotation[0][j], q.rotation[1][j], q.rotation[2][j]};
    heights.rows[j] = shortened((sign * weight) * dot(normal, column));
  }
  result.sides.push_back(std::move(heights));
  return result;
}

Separation over_half_space(const MovingPiece& piece, const Plane& plane) {
  const Motion& q = *piece.motion;
  Separation result;
  result.normal_length = square_root(dot(plane.normal, plane.normal));
  result.scale = q.weight * q.norm;
  Heights heights;
  heights.points = piece.points;
  heights.base = (dot(plane.normal, q.position) - Form(plane.offset * q.weight)) * q.norm;
  for (std::size_t j = 0; j < 3; ++j) {
    const Form3 column = {q.rotation[0][j], q.rotation[1][j], q.rotation[2][j]};
    heights.rows[j] = q.weight * dot(plane.normal, column);
  }
  result.sides.push_back(std::move(heights));
  return result;
}

Separation in_world(const MovingPiece& a, const MovingPiece& b, const Dyadic3& normal,
                    const Form& offset) {
  Separation result;
  result.normal_length = square_root(dot(normal, normal));
  const std::array<const MovingPiece*, 2> pieces = {&b, &a};
  for (std::size_t k = 0; k < 2; ++k) {
    const Motion& q = *pieces[k]->motion;
    const Motion& p = *pieces[1 - k]->motion;
    const Form other_scale = p.weight * p.norm;
    const Dyadic sign(k == 0 ? 1.0 : -1.0);
    Heights heights;
    heights.points = pieces[k]->points;
    const Form distance = sign * (dot(normal, q.position) - q.weight * offset);
    heights.base = distance * q.norm * other_scale;
    for (std::size_t j = 0; j < 3; ++j) {
      const Form3 column = {q.rotation[0][j], q.rotation[1][j], q.rotation[2][j]};
      heights.rows[j] = (sign * q.weight) * dot(normal, column) * other_scale;
    }
    result.sides.push_back(std::move(heights));
  }
  result.scale = (a.motion->weight * b.motion->weight) * (a.motion->norm * b.motion->norm);
  return result;
}

void note(Gap& gap, double lower, double t, const trace::PieceId& a, const trace::PieceId& b) {
  if (!(lower < gap.lower)) return;
  gap.lower = lower;
  gap.time = t;
  gap.a = a;
  gap.b = b;
}

void merge(Gap& gap, const Gap& later) {
  gap.upper = std::min(gap.upper, later.upper);
  note(gap, later.lower, later.time, later.a, later.b);
}

Proof prove_apart(const Separation& separation, const Dyadic& level, const Stage& stage, Gap& gap) {
  std::vector<Part> open(1);
  open[0].forms = comparable_forms(separation, level);
  const Sign refuted = is_exact(separation) ? Sign::Refuted : Sign::Undecided;
  for (int parts = 0; !open.empty(); ++parts) {
    const Part part = std::move(open.back());
    open.pop_back();
    const Form& scale = part.forms[0];
    const double middle = instant(stage.interval, (part.u0 + part.u1) / 2.0);
    bool apart = false;
    bool sharp = false;
    Bounds found;
    if (all_positive(scale)) {
      const auto envelope = lower_envelope(separation, part.forms);
      const auto& limit = part.forms[1].c;
      found = bounds(envelope, scale, separation.normal_length);
      if (envelope.front() <= limit.front() || envelope.back() <= limit.back()) {
        return {refuted, middle, found.lower};
      }
      gap.upper = std::min(gap.upper, found.upper);
      apart = all_above(envelope, limit);
      sharp = found.lower >= std::min(kFineGap, kSharpness * gap.upper) || parts > kSharpeningParts;
    }
    if (apart && sharp) {
      const double u = part.u0 + (part.u1 - part.u0) * found.where;
      note(gap, found.lower, instant(stage.interval, u), stage.a, stage.b);
      continue;
    }
    if (part.depth == kMaxDepth || parts >= kMaxParts) {
      return {Sign::Undecided, middle, found.lower};
    }
    open.push_back(halved(part, false));
    open.push_back(halved(part, true));
  }
  return {};
}

Sign prove_band(const Separation& separation, std::size_t index, const Dyadic& low,
                const Dyadic& high) {
  const Heights& side = separation.sides[0];
  const Form height = side.base + dot((*side.points)[index], side.rows);
  const RootBounds& length = separation.normal_length;
  const Sign above = positivity(height - (low * length.above) * separation.scale);
  if (above != Sign::Positive) return above;
  return positivity((high * length.below) * separation.scale - height);
}

}  // namespace rigor::verification
