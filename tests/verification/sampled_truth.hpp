// SPDX-License-Identifier: Apache-2.0
// What dense sampling in floating point says about a trace: an oracle that knows nothing of the
// checker's polynomials. It can miss a violation between samples but never invents one.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include <rigor/verification/sampled_separation.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {

/// Rounding of the sampled values, metres (coordinates up to about 10 m).
constexpr double kSampleNoise = 1e-13;

/// All vertex pairs as edges and all triples as faces: a superset of the true features, so that the
/// separation over all their axes is the true one even if vertices were moved.
inline trace::Piece with_all_features(const trace::Piece& piece) {
  trace::Piece result = piece;
  result.edges.clear();
  result.faces.clear();
  const auto n = static_cast<std::uint32_t>(piece.vertices.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      result.edges.push_back({i, j});
      for (std::uint32_t k = j + 1; k < n; ++k) result.faces.push_back({i, j, k});
    }
  }
  return result;
}

class SampledTruth {
 public:
  explicit SampledTruth(const Trace& trace, int samples) : trace_(trace), samples_(samples) {
    courses_.resize(trace.bodies.size());
    for (const Segment& segment : trace.segments) {
      if (segment.body < courses_.size()) courses_[segment.body].push_back(&segment);
    }
    for (const trace::Body& body : trace.bodies) {
      auto& pieces = pieces_.emplace_back();
      for (const trace::Piece& piece : body.pieces) pieces.push_back(with_all_features(piece));
    }
  }

  /// A sentence about the first violation found, or empty.
  std::string violation() {
    if (const std::string text = times(); !text.empty()) return text;
    for (std::uint32_t body = 0; body < courses_.size(); ++body) {
      if (const std::string text = path(body); !text.empty()) return text;
    }
    for (std::uint32_t j = 0; j < courses_.size(); ++j) {
      for (std::uint32_t q = 0; q < pieces_[j].size(); ++q) {
        for (std::uint32_t h = 0; h < trace_.half_spaces.size(); ++h) {
          if (const std::string text = pair({trace::kWorld, h}, {j, q}); !text.empty()) return text;
        }
        for (std::uint32_t i = 0; i < j; ++i) {
          for (std::uint32_t p = 0; p < pieces_[i].size(); ++p) {
            if (const std::string text = pair({i, p}, {j, q}); !text.empty()) return text;
          }
        }
      }
    }
    for (const Certificate& c : trace_.certificates) {
      if (const std::string text = certificate(c); !text.empty()) return text;
    }
    return "";
  }

 private:
  static bool bad_number(double x) { return !std::isfinite(x); }

  std::string times() const {
    for (const auto& course : courses_) {
      if (course.empty()) return "a body has no motion";
      for (std::size_t k = 0; k < course.size(); ++k) {
        const Segment& segment = *course[k];
        const trace::Time& due = k == 0 ? trace_.header.start : course[k - 1]->end;
        if (segment.start != due) return "a gap in time";
        if (!(segment.start < segment.end)) return "an empty segment";
        if (!(trace::elapsed(segment.start, segment.end) <= segment.length * (1 + 1e-12))) {
          return "used beyond its length";
        }
      }
      if (course.back()->end < trace_.footer.end) return "a body stops early";
    }
    return "";
  }

  std::string path(std::uint32_t body) const {
    for (std::size_t k = 0; k < courses_[body].size(); ++k) {
      const Segment& segment = *courses_[body][k];
      for (int i = 0; i <= samples_; ++i) {
        const State state = state_at(segment, nominal(segment, i));
        double norm = 0.0;
        for (std::size_t r = 3; r < 7; ++r) {
          norm += state.derivatives[0][r] * state.derivatives[0][r];
        }
        if (!(norm > 0.5 - 1e-12 && norm < 2.0 + 1e-12)) return "a quaternion is out of range";
      }
      if (k == 0) continue;
      const Segment& before = *courses_[body][k - 1];
      const State one = state_at(before, nominal(before, samples_));
      const State two = state_at(segment, 0.0);
      for (const trace::Piece& piece : pieces_[body]) {
        const auto p = placed(piece, one).vertices;
        const auto q = placed(piece, two).vertices;
        for (std::size_t v = 0; v < p.size(); ++v) {
          const Triple d = minus(p[v], q[v]);
          if (!(std::sqrt(inner(d, d)) <= 0.1 * trace_.header.skin + kSampleNoise)) return "a jump";
        }
      }
    }
    return "";
  }

  double nominal(const Segment& segment, int i) const {
    return trace::elapsed(segment.start, segment.end) * i / samples_ / segment.length;
  }

  const Segment& segment_at(std::uint32_t body, const trace::Time& t) const {
    const auto& course = courses_[body];
    std::size_t k = 0;
    while (k + 1 < course.size() && !(t < course[k + 1]->start)) ++k;
    return *course[k];
  }

  trace::Piece at(const PieceId& id, const Segment& segment, const trace::Time& t) const {
    return placed(pieces_[id.body][id.piece],
                  state_at(segment, trace::elapsed(segment.start, t) / segment.length));
  }

  static double lowest(const trace::Piece& piece, const Triple& n) {
    double least = std::numeric_limits<double>::infinity();
    for (const Triple& v : piece.vertices) least = std::min(least, inner(n, v));
    return least;
  }

  bool excluded(const PieceId& a, const PieceId& b) const {
    return std::any_of(trace_.exclusions.begin(), trace_.exclusions.end(), [&](const auto& e) {
      return (e.a == a && e.b == b) || (e.a == b && e.b == a);
    });
  }

  bool is_fixed(std::uint32_t body) const {
    return body == trace::kWorld || trace_.bodies[body].kind == trace::BodyKind::Fixed;
  }

  std::string pair(const PieceId& a, const PieceId& b) const {
    if (excluded(a, b) || (is_fixed(a.body) && is_fixed(b.body))) return "";
    for (const Segment* segment : courses_[b.body]) {
      for (int i = 0; i <= samples_; ++i) {
        const double h = trace::elapsed(segment->start, segment->end) * i / samples_;
        const trace::Time t = std::min(trace::advanced(segment->start, h), segment->end);
        if (trace_.footer.end < t) break;
        const trace::Piece at_b = at(b, *segment, t);
        double separation = 0.0;
        if (a.body == trace::kWorld) {
          const trace::HalfSpace& half = trace_.half_spaces[a.piece];
          separation = (lowest(at_b, half.normal) - half.offset) /
                       std::sqrt(inner(half.normal, half.normal));
        } else {
          separation = axis_separation(at(a, segment_at(a.body, t), t), at_b);
        }
        if (!(separation >= 0.5 * trace_.header.skin - kSampleNoise)) {
          return "separation " + std::to_string(separation) + " at " +
                 std::to_string(trace::seconds(t));
        }
      }
    }
    return "";
  }

  /// Planes only; edges are covered by the separation of the pair.
  std::string certificate(const Certificate& c) const {
    if (c.kind == CertificateKind::EdgeEdge || c.b.body >= courses_.size()) return "";
    if (c.segment_b >= courses_[c.b.body].size()) return "a certificate without segment";
    const bool world = c.a.body == trace::kWorld;
    if (!world && c.segment_a >= courses_[c.a.body].size()) return "a certificate without segment";
    const Segment& sb = *courses_[c.b.body][c.segment_b];
    const Segment& sa = world ? sb : *courses_[c.a.body][c.segment_a];
    const trace::Time begin = std::max({c.begin, sa.start, sb.start});
    const trace::Time end = std::min({c.end, sa.end, sb.end});
    for (int i = 0; i <= samples_ && begin < end; ++i) {
      const trace::Time t =
          std::min(trace::advanced(begin, trace::elapsed(begin, end) * i / samples_), end);
      const trace::Piece at_b = at(c.b, sb, t);
      Triple n = c.normal;
      double offset = c.offset + c.speed * trace::elapsed(c.begin, t);
      double own = 0.0;
      if (!world) {
        const Segment& carrier = c.frame == PlaneFrame::B ? sb : sa;
        if (c.frame != PlaneFrame::World) {
          const State s = state_at(carrier, trace::elapsed(carrier.start, t) / carrier.length);
          trace::Piece probe{"", {{0, 0, 0}, c.normal}, {}, {}};
          probe = placed(probe, s);
          n = minus(probe.vertices[1], probe.vertices[0]);
          offset = c.offset + inner(n, probe.vertices[0]);
        }
        const Triple back = {-n[0], -n[1], -n[2]};
        own = lowest(at(c.a, sa, t), back) + offset;
      }
      const double length = std::sqrt(inner(n, n));
      const double separation = (lowest(at_b, n) - offset + own) / length;
      const double noise = kSampleNoise * (1.0 + std::abs(offset) / length);
      if (!(separation >= c.level - noise)) return "a plane does not separate";
      if (c.kind != CertificateKind::Contact) continue;
      const bool on_b = !world && c.frame == PlaneFrame::B;
      const trace::Piece touching = on_b ? at(c.a, sa, t) : at_b;
      for (const std::uint32_t v : c.active) {
        if (v >= touching.vertices.size()) return "an active vertex that does not exist";
        const double height = (inner(n, touching.vertices[v]) - offset) / length * (on_b ? -1 : 1);
        if (!(height > c.band_low - noise && height < c.band_high + noise)) return "out of band";
      }
    }
    return "";
  }

  const Trace& trace_;
  int samples_;
  std::vector<std::vector<const Segment*>> courses_;
  std::vector<std::vector<trace::Piece>> pieces_;
};

}  // namespace rigor::verification
