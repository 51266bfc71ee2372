// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/verification/double_edges.hpp>

namespace rigor::verification {
namespace {

using trace::Triple;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

DoubleForm3 cross(const DoubleForm3& x, const DoubleForm3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

/// x - y with the rounding of each component as a radius.
DoubleForm3 difference(const Triple& x, const Triple& y) {
  return {DoubleForm(x[0]) - DoubleForm(y[0]), DoubleForm(x[1]) - DoubleForm(y[1]),
          DoubleForm(x[2]) - DoubleForm(y[2])};
}

/// rotation · x for a vector that is known up to radii.
DoubleForm3 rotated(const DoubleMotion& motion, const DoubleForm3& x) {
  return {dot(motion.rotation[0], x), dot(motion.rotation[1], x), dot(motion.rotation[2], x)};
}

/// n_a n_b times how far vertices lie beyond their own edge, towards the other piece, along N:
/// base + Σ_j v_j rows_j, because (R e x o)·R r = o·R (r x e) is linear in r.
struct Beyond {
  DoubleForm base;
  DoubleForm3 rows;
};

Beyond beyond(const DoubleMotion& own, const Triple& start, const DoubleForm3& edge,
              const DoubleForm3& other) {
  DoubleForm3 along;
  for (std::size_t j = 0; j < 3; ++j) along[j] = dot(other, column(own, j));
  Beyond result;
  result.rows = cross(edge, along);
  result.base = -dot(start, result.rows);
  return result;
}

/// n_a n_b N·(p_b0 - p_a0) and (n_a n_b)² |N|², and the two sides' vertices.
struct Part {
  DoubleForm distance;
  DoubleForm normal_squared;
  std::array<Beyond, 2> sides;
  double u0 = 0.0;
  double u1 = 1.0;
};

Part whole(const DoubleEdgePair& pair) {
  const DoubleMotion& p = *pair.a.motion;
  const DoubleMotion& q = *pair.b.motion;
  const Triple& a0 = (*pair.a.vertices)[pair.edge_a[0]];
  const Triple& b0 = (*pair.b.vertices)[pair.edge_b[0]];
  const DoubleForm3 a = difference((*pair.a.vertices)[pair.edge_a[1]], a0);
  const DoubleForm3 b = difference((*pair.b.vertices)[pair.edge_b[1]], b0);
  const double sign = pair.sign;
  DoubleForm3 u = rotated(p, a);
  DoubleForm3 w = rotated(q, b);
  for (DoubleForm& x : w) x = sign * x;
  const DoubleForm3 normal = cross(u, w);
  DoubleForm3 d;
  for (std::size_t i = 0; i < 3; ++i) d[i] = q.position[i] - p.position[i];
  Part part;
  part.normal_squared = dot(normal, normal);
  part.sides[0] = beyond(p, a0, a, w);
  for (DoubleForm& x : u) x = sign * x;
  part.sides[1] = beyond(q, b0, b, u);
  // N·(p_b0 - p_a0) = N·d + N·R_b b0 - N·R_a a0; the bases are -N·R_a a0 and +N·R_b b0.
  part.distance = dot(normal, d) + part.sides[0].base + part.sides[1].base;
  return part;
}

std::array<Part, 2> halved(const Part& part) {
  std::array<Part, 2> both = {part, part};
  const auto split = [](DoubleForm& left, DoubleForm& right) {
    const DoubleHalves parts = halves(left);
    left = parts.left;
    right = parts.right;
  };
  split(both[0].distance, both[1].distance);
  split(both[0].normal_squared, both[1].normal_squared);
  for (std::size_t k = 0; k < 2; ++k) {
    split(both[0].sides[k].base, both[1].sides[k].base);
    for (std::size_t j = 0; j < 3; ++j) split(both[0].sides[k].rows[j], both[1].sides[k].rows[j]);
  }
  both[0].u1 = both[1].u0 = (part.u0 + part.u1) / 2.0;
  return both;
}

/// Not below the largest height of a vertex of the side beyond its own edge; the edge's own ends,
/// which lie on it by definition, left out.
double furthest(const Beyond& side, const std::vector<Triple>& vertices,
                const std::array<std::uint32_t, 2>& own_edge) {
  std::size_t degree = side.base.degree;
  for (const DoubleForm& row : side.rows) degree = std::max(degree, row.degree);
  const DoubleForm base = elevated(side.base, degree);
  const DoubleForm3 rows = {elevated(side.rows[0], degree), elevated(side.rows[1], degree),
                            elevated(side.rows[2], degree)};
  double most = -kInfinity;
  Triple reach{};
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    if (v == own_edge[0] || v == own_edge[1]) continue;
    const Triple& p = vertices[v];
    for (std::size_t i = 0; i <= degree; ++i) {
      const double height =
          base.b[i] + (rows[0].b[i] * p[0] + rows[1].b[i] * p[1] + rows[2].b[i] * p[2]);
      most = std::max(most, height);
    }
    for (std::size_t j = 0; j < 3; ++j) reach[j] = std::max(reach[j], std::abs(p[j]));
  }
  double terms = magnitude(base);
  double radius = base.radius;
  for (std::size_t j = 0; j < 3; ++j) {
    terms += reach[j] * magnitude(rows[j]);
    radius += reach[j] * rows[j].radius;
  }
  return up(most + (radius + rounding(7.0, terms) + rounding(7.0, radius)));
}

/// What the coefficients of a part say.
struct Found {
  bool proved = false;
  double lower = 0.0;  ///< of the separation, metres
  double upper = kInfinity;
};

/// |N| is bounded by numbers on the part, so that no squares of distances are needed: halving makes
/// those bounds as close as one likes.
Found judged(const Part& part, const DoubleEdgePair& pair, const EdgeClaim& claim) {
  Found found;
  const double shortest_squared = least(part.normal_squared);
  const double longest = up(std::sqrt(greatest(part.normal_squared)));
  const double nearest = least(part.distance);
  if (!(shortest_squared > 0.0) || !(longest < kInfinity) || !(nearest > 0.0)) return found;
  const double shortest = down(std::sqrt(shortest_squared));
  const double allowed = down(claim.slack * shortest);
  double spent = 0.0;
  for (std::size_t k = 0; k < 2; ++k) {
    const DoublePiece& piece = k == 0 ? pair.a : pair.b;
    const double beyond =
        furthest(part.sides[k], *piece.vertices, k == 0 ? pair.edge_a : pair.edge_b);
    if (!(beyond <= 0.0)) {
      if (!(beyond < allowed)) return found;
      spent += claim.slack;
    }
  }
  found.proved = nearest > up(claim.level * longest);
  if (claim.band_high > 0.0) {
    found.proved = found.proved && nearest > up(claim.band_low * longest) &&
                   greatest(part.distance) < down(claim.band_high * shortest);
  }
  found.lower = down(down(nearest / longest) - up(spent));
  found.upper = std::min(part.distance.start(), part.distance.end()) / shortest * (1.0 + 1e-9);
  return found;
}

/// Whether the claim plainly fails at an end, so that halving cannot help.
bool hopeless(const Part& part, const EdgeClaim& claim) {
  const auto fails = [&](double distance, double squared) {
    return !(distance > claim.level * std::sqrt(std::max(0.0, squared)));
  };
  return fails(part.distance.start(), part.normal_squared.start()) ||
         fails(part.distance.end(), part.normal_squared.end());
}

}  // namespace

bool proves_edges_apart(const DoubleEdgePair& pair, const EdgeClaim& claim,
                        const DoubleStage& stage, Gap& gap) {
  if (!(claim.level >= 0.0) || !(claim.slack >= 0.0) || !(claim.band_low >= 0.0)) return false;
  Gap learned = gap;
  std::vector<Part> open = {whole(pair)};
  for (int parts = 0; !open.empty(); ++parts) {
    const Part part = std::move(open.back());
    open.pop_back();
    const Found found = judged(part, pair, claim);
    if (!found.proved && (parts >= kMaxDoubleParts || hopeless(part, claim))) return false;
    if (found.proved) learned.upper = std::min(learned.upper, found.upper);
    const bool sharp = found.lower >= std::min(kFineGap, kSharpness * learned.upper);
    if (found.proved && (sharp || parts > kMaxSharpeningParts)) {
      note(learned, found.lower, instant(stage.span, (part.u0 + part.u1) / 2.0), stage.a, stage.b);
      continue;
    }
    std::array<Part, 2> both = halved(part);
    open.push_back(std::move(both[1]));
    open.push_back(std::move(both[0]));
  }
  gap = learned;
  return true;
}

}  // namespace rigor::verification
