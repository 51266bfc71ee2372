// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/verification/edge_edge.hpp>

namespace rigor::verification {
namespace {

/// Sharpening stops when the lower bound is within this of the upper one (1.5 % of the distance,
/// 3 % of its square).
constexpr double kSharpnessSquared = 0.97;
constexpr double kFineGapSquared = 1e-12;
constexpr int kSharpeningParts = 100;

Form3 cross(const Form3& x, const Form3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

Form3 column(const Motion& motion, std::size_t j) {
  return {motion.rotation[0][j], motion.rotation[1][j], motion.rotation[2][j]};
}

/// n_a n_b sign·N·R_own (p - p0) for points p of the own piece, with `other` the rotated other
/// edge's direction times its norm: (R_own e x o)·R_own r = o·R_own (r x e), linear in r.
Heights beyond(const Motion& own, const Points& points, const Dyadic3& p0, const Dyadic3& e,
               const Form3& other) {
  std::array<Form, 3> along;  // other · (rotation column)
  for (std::size_t j = 0; j < 3; ++j) along[j] = shortened(dot(other, column(own, j)));
  // Σ_j along_j (r x e)_j = Σ_i r_i (e x along)_i
  Heights heights;
  heights.points = &points;
  heights.rows = {e[1] * along[2] - e[2] * along[1], e[2] * along[0] - e[0] * along[2],
                  e[0] * along[1] - e[1] * along[0]};
  heights.base = -dot(p0, heights.rows);
  return heights;
}

struct Part {
  std::vector<Form> forms;  ///< distance² and weight² normal², distance, normal², beyond_a (4), b
  double u0 = 0.0;
  double u1 = 1.0;
  int depth = 0;
};
enum : std::size_t { kDistanceSquared, kScaleSquared, kDistance, kNormalSquared, kBeyond };

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

bool all_positive(const Form& p) {
  return std::all_of(p.c.begin(), p.c.end(), [](const Integer& c) { return c > 0; });
}

bool none_positive(const Form& p) {
  return std::all_of(p.c.begin(), p.c.end(), [](const Integer& c) { return c <= 0; });
}

/// All exact: what must be large bounded from below and what must be small from above.
std::vector<Form> forms_of(const EdgeForms& edges) {
  std::vector<Form> forms = {lower_bound(squared(edges.distance)),
                             upper_bound((edges.weight * edges.weight) * edges.normal_squared),
                             lower_bound(edges.distance), lower_bound(edges.normal_squared)};
  align({forms.data(), 2});
  for (const Heights* side : {&edges.beyond_a, &edges.beyond_b}) {
    const std::size_t first = forms.size();
    forms.push_back(side->base);
    for (std::size_t j = 0; j < 3; ++j) {
      Form row = side->rows[j];
      row.exponent += side->points->exponent;
      const Dyadic radius(row.radius * largest_coordinate(*side->points, j), row.exponent);
      row.radius = 0;
      forms.push_back(std::move(row));
      forms[first] = forms[first] + Form(radius);
    }
    forms[first] = upper_bound(std::move(forms[first]));
    align({forms.data() + first, 4});
  }
  return forms;
}

Form height_of(const Form* side, const std::array<Integer, 3>& point) {
  Form height = side[0];
  for (std::size_t i = 0; i < height.c.size(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      mpz_addmul(height.c[i].get_mpz_t(), side[1 + j].c[i].get_mpz_t(), point[j].get_mpz_t());
    }
  }
  return height;
}

struct Side {
  Sign sign = Sign::Positive;
  bool used_slack = false;
};

/// Whether every vertex of one side is at most slack beyond its edge: h <= 0, or h² < slack² N².
Side within_slack(const Form* side, const Heights& heights,
                  const std::array<std::uint32_t, 2>& own_edge, const Form& normal_squared,
                  const Dyadic& slack) {
  Side result;
  const auto& points = heights.points->at;
  for (std::uint32_t v = 0; v < points.size(); ++v) {
    if (v == own_edge[0] || v == own_edge[1]) continue;
    const Form h = height_of(side, points[v]);
    if (none_positive(h)) continue;
    const Form room = (slack * slack) * normal_squared - squared(h);
    result.used_slack = true;
    const bool bad_start = h.c.front() > 0 && room.c.front() < 0;
    const bool bad_end = h.c.back() > 0 && room.c.back() < 0;
    if (bad_start || bad_end) return {Sign::Refuted, true};
    if (!all_positive(room)) result.sign = Sign::Undecided;
  }
  return result;
}

/// Lower bound of (distance / (weight |N|))² from coefficients, and a value attained at an end.
std::array<double, 2> squared_bounds(const Part& part) {
  const auto& p = part.forms[kDistanceSquared].c;
  const auto& q = part.forms[kScaleSquared].c;
  double lower = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < p.size(); ++i) lower = std::min(lower, quotient_below(p[i], q[i]));
  const double upper =
      std::min(quotient_above(p.front(), q.front()), quotient_above(p.back(), q.back()));
  return {lower, upper};
}

struct Judgement {
  Sign sign = Sign::Undecided;
  bool sharp = false;
  double lower = 0.0;  ///< of the separation, metres
};

/// distance > level weight |N| at both ends, given that N does not vanish there.
bool refuted_at_end(const Part& part, const Dyadic& level) {
  const Dyadic bound = level * level;
  const auto fails = [&](const Dyadic& square, const Dyadic& scale) {
    return square <= bound * scale;
  };
  const Form& square = part.forms[kDistanceSquared];
  const Form& scale = part.forms[kScaleSquared];
  const Form& distance = part.forms[kDistance];
  return distance.c.front() <= 0 || distance.c.back() <= 0 || scale.c.front() <= 0 ||
         scale.c.back() <= 0 || fails(at_start(square), at_start(scale)) ||
         fails(at_end(square), at_end(scale));
}

Judgement judged(const Part& part, const EdgeForms& edges, const std::array<Dyadic, 2>& limits,
                 Gap& gap) {
  const Dyadic& level = limits[0];
  const Dyadic& slack = limits[1];
  if (refuted_at_end(part, level)) return {Sign::Refuted, false, 0.0};
  const Form& normal_squared = part.forms[kNormalSquared];
  if (!all_positive(normal_squared) || !all_positive(part.forms[kScaleSquared]) ||
      !all_positive(part.forms[kDistance])) {
    return {};
  }
  const Side a =
      within_slack(&part.forms[kBeyond], edges.beyond_a, edges.edge_a, normal_squared, slack);
  const Side b =
      within_slack(&part.forms[kBeyond + 4], edges.beyond_b, edges.edge_b, normal_squared, slack);
  if (a.sign == Sign::Refuted || b.sign == Sign::Refuted) return {Sign::Refuted, false, 0.0};
  const auto [lower_squared, upper_squared] = squared_bounds(part);
  const double spent =
      approximate(slack) * ((a.used_slack ? 1.0 : 0.0) + (b.used_slack ? 1.0 : 0.0));
  const double lower =
      std::sqrt(std::max(0.0, lower_squared)) * (1.0 - 0x1p-50) - spent * (1.0 + 0x1p-50);
  const Form over = part.forms[kDistanceSquared] - (level * level) * part.forms[kScaleSquared];
  const bool apart = all_positive(over) && a.sign == Sign::Positive && b.sign == Sign::Positive;
  if (apart) gap.upper = std::min(gap.upper, std::sqrt(upper_squared));
  const bool sharp =
      lower_squared >= std::min(kFineGapSquared, kSharpnessSquared * gap.upper * gap.upper);
  return {apart ? Sign::Positive : Sign::Undecided, sharp, lower};
}

}  // namespace

EdgeForms edge_forms(const EdgePair& pair) {
  const Motion& p = *pair.a.motion;
  const Motion& q = *pair.b.motion;
  const Dyadic3 a0 = (*pair.a.points)[pair.edge_a[0]];
  const Dyadic3 b0 = (*pair.b.points)[pair.edge_b[0]];
  const Dyadic3 a = (*pair.a.points)[pair.edge_a[1]] - a0;
  const Dyadic3 b = (*pair.b.points)[pair.edge_b[1]] - b0;
  const Dyadic sign(static_cast<double>(pair.sign));
  Form3 u = rotated(p, a);
  for (Form& x : u) x = shortened(std::move(x));
  Form3 w = rotated(q, b);
  for (Form& x : w) x = shortened(sign * std::move(x));
  Form3 normal = cross(u, w);
  for (Form& x : normal) x = shortened(std::move(x));
  EdgeForms forms;
  forms.edge_a = pair.edge_a;
  forms.edge_b = pair.edge_b;
  forms.normal_squared = squared(normal[0]) + squared(normal[1]) + squared(normal[2]);
  forms.weight = p.weight * q.weight;
  Form3 d;  // from a's origin to b's, times the weight
  for (std::size_t i = 0; i < 3; ++i) d[i] = p.weight * q.position[i] - q.weight * p.position[i];
  // N·R_a r = w·R_a (r x a), and -N·R_b r = sign u·R_b (r x b)
  forms.beyond_a = beyond(p, *pair.a.points, a0, a, w);
  Form3 signed_u = u;
  for (Form& x : signed_u) x = sign * std::move(x);
  forms.beyond_b = beyond(q, *pair.b.points, b0, b, signed_u);
  // N·(p_b0 - p_a0) = N·d + N·R_b b0 - N·R_a a0; the bases are -N·R_a a0 and +N·R_b b0.
  forms.distance =
      shortened(dot(normal, d) + forms.weight * (forms.beyond_a.base + forms.beyond_b.base));
  forms.normal_squared = shortened(std::move(forms.normal_squared));
  return forms;
}

Proof prove_edges_apart(const EdgeForms& forms, const Dyadic& level, const Dyadic& slack,
                        const Stage& stage, Gap& gap) {
  std::vector<Part> open(1);
  open[0].forms = forms_of(forms);
  const Sign refuted = forms.is_exact() ? Sign::Refuted : Sign::Undecided;
  for (int parts = 0; !open.empty(); ++parts) {
    const Part part = std::move(open.back());
    open.pop_back();
    const double middle = instant(stage.interval, (part.u0 + part.u1) / 2.0);
    const Judgement judgement = judged(part, forms, {level, slack}, gap);
    if (judgement.sign == Sign::Refuted) return {refuted, middle, judgement.lower};
    if (judgement.sign == Sign::Positive && (judgement.sharp || parts > kSharpeningParts)) {
      note(gap, judgement.lower, middle, stage.a, stage.b);
      continue;
    }
    if (part.depth == kMaxDepth || parts >= kMaxParts) {
      return {Sign::Undecided, middle, judgement.lower};
    }
    open.push_back(halved(part, false));
    open.push_back(halved(part, true));
  }
  return {};
}

Sign prove_edge_band(const EdgeForms& forms, const Dyadic& low, const Dyadic& high) {
  const Form distance = squared(forms.distance);
  const Form scale = (forms.weight * forms.weight) * forms.normal_squared;
  const Sign above = positivity(distance - (low * low) * scale);
  if (above != Sign::Positive) return above;
  return positivity((high * high) * scale - distance);
}

}  // namespace rigor::verification
