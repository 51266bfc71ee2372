// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/sampled_separation.hpp>

namespace rigor::verification {
namespace {

using namespace at_samples;
using trace::PieceId;
using trace::Segment;

/// Edge-edge axes are left out above this number of products (measured values only).
constexpr std::size_t kMaxEdgeWork = 20'000'000;

double lowest(const std::vector<Triple>& vertices, const Triple& axis) {
  double least = std::numeric_limits<double>::infinity();
  for (const Triple& v : vertices) least = std::min(least, dot(v, axis));
  return least;
}

/// Separation along ±axis, whichever is larger.
double separation_along(const trace::Piece& a, const trace::Piece& b, const Triple& axis) {
  const double size = length(axis);
  if (!(size > 1e-12)) return -std::numeric_limits<double>::infinity();
  const Triple n = (1.0 / size) * axis;
  const Triple back = -1.0 * n;
  return std::max(lowest(b.vertices, n) + lowest(a.vertices, back),
                  lowest(a.vertices, n) + lowest(b.vertices, back));
}

double over_faces(const trace::Piece& a, const trace::Piece& b, const trace::Piece& owner) {
  double best = -std::numeric_limits<double>::infinity();
  for (const auto& face : owner.faces) {
    const auto bad = [&](std::uint32_t v) { return v >= owner.vertices.size(); };
    if (face.size() < 3 || std::any_of(face.begin(), face.end(), bad)) continue;
    const Triple& p = owner.vertices[face[0]];
    const Triple n = cross(owner.vertices[face[1]] - p, owner.vertices[face[2]] - p);
    best = std::max(best, separation_along(a, b, n));
  }
  return best;
}

void sample_pair(const Subject& subject, const PieceId& a, const PieceId& b, Measurements& m) {
  const trace::Trace& trace = *subject.trace;
  const trace::Piece& piece_b = trace.bodies[b.body].pieces[b.piece];
  for (const Segment* segment : subject.courses[b.body]) {
    for (int i = 0; i < kSamples; ++i) {
      const trace::Time t = trace::advanced(
          segment->start, trace::elapsed(segment->start, segment->end) * i / (kSamples - 1.0));
      const trace::Piece at_b =
          placed(piece_b, state_at(*segment, trace::elapsed(segment->start, t) / segment->length));
      double separation = 0.0;
      if (a.body == trace::kWorld) {
        const trace::HalfSpace& half = trace.half_spaces[a.piece];
        separation = (lowest(at_b.vertices, half.normal) - half.offset) / length(half.normal);
      } else {
        const auto& course = subject.courses[a.body];
        const auto after =
            std::upper_bound(course.begin(), course.end(), t,
                             [](const trace::Time& x, const Segment* y) { return x < y->start; });
        const Segment& other = **(after == course.begin() ? after : after - 1);
        const double s = std::clamp(trace::elapsed(other.start, t) / other.length, 0.0, 1.0);
        separation =
            axis_separation(placed(trace.bodies[a.body].pieces[a.piece], state_at(other, s)), at_b);
      }
      m.samples++;
      if (m.samples > 1 && !(separation < m.deepest)) continue;
      m.deepest = separation;
      m.deepest_time = seconds(t);
      m.deepest_a = a;
      m.deepest_b = b;
    }
  }
}

}  // namespace

double axis_separation(const trace::Piece& a, const trace::Piece& b) {
  double best = std::max(over_faces(a, b, a), over_faces(a, b, b));
  if (best > 0.0) return best;
  if (a.edges.size() * b.edges.size() * (a.vertices.size() + b.vertices.size()) > kMaxEdgeWork) {
    return best;
  }
  const auto direction = [](const trace::Piece& piece, const std::array<std::uint32_t, 2>& edge) {
    const std::size_t count = piece.vertices.size();
    if (edge[0] >= count || edge[1] >= count) return Triple{};
    return piece.vertices[edge[1]] - piece.vertices[edge[0]];
  };
  for (const auto& edge_a : a.edges) {
    const Triple u = direction(a, edge_a);
    for (const auto& edge_b : b.edges) {
      best = std::max(best, separation_along(a, b, cross(u, direction(b, edge_b))));
    }
  }
  return best;
}

void sample_separations(const Subject& subject, Work& work, Measurements& m) {
  const trace::Trace& trace = *subject.trace;
  const auto excluded = [&](const PieceId& a, const PieceId& b) {
    return std::any_of(trace.exclusions.begin(), trace.exclusions.end(), [&](const auto& e) {
      return (e.a == a && e.b == b) || (e.a == b && e.b == a);
    });
  };
  const auto each_piece = [&](const PieceId& a, std::uint32_t j) {
    for (std::uint32_t q = 0; q < trace.bodies[j].pieces.size() && !work.stopped(); ++q) {
      if (!excluded(a, {j, q})) sample_pair(subject, a, {j, q}, m);
    }
  };
  for (std::uint32_t j = 0; j < trace.bodies.size(); ++j) {
    for (std::uint32_t h = 0; h < trace.half_spaces.size() && !subject.is_fixed(j); ++h) {
      each_piece({trace::kWorld, h}, j);
    }
    for (std::uint32_t i = 0; i < trace.bodies.size(); ++i) {
      // The samples follow b's segments, so a moving body must be b.
      if (i == j || subject.is_fixed(j) || (i > j && !subject.is_fixed(i))) continue;
      for (std::uint32_t p = 0; p < trace.bodies[i].pieces.size(); ++p) each_piece({i, p}, j);
    }
  }
}

}  // namespace rigor::verification
