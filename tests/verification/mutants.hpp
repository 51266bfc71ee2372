// SPDX-License-Identifier: Apache-2.0
// Small lies told to the checker: one value of a valid trace changed, records lost, doubled,
// swapped.
#pragma once

#include <rigor/random.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {

template <class List>
auto& any_of_list(Random& random, List& list) {
  return list[random.index(static_cast<int>(list.size()))];
}

/// x changed by anything from one ulp to a jump.
inline double disturbed(Random& random, double x) {
  switch (random.index(8)) {
    case 0:
      return std::nextafter(x, 1e300);
    case 1:
      return std::nextafter(x, -1e300);
    case 2:
      return -x;
    case 3:
      return 0.0;
    case 4:
      return random.index(2) == 0 ? std::nan("") : std::numeric_limits<double>::infinity();
    default:
      return x + std::ldexp(random.normal(), -random.index(45));
  }
}

inline trace::Time disturbed(Random& random, const trace::Time& t) {
  trace::Time result = t;
  switch (random.index(5)) {
    case 0:
      result.offset = std::nextafter(t.offset, 1.0);
      return result;
    case 1:
      result.offset = std::nextafter(t.offset, -1.0);
      return result;
    case 2:
      result.offset = disturbed(random, t.offset);
      return result;
    default:
      return trace::advanced(t, std::ldexp(random.normal(), -random.index(50)));
  }
}

inline double& any_coefficient(Random& random, Segment& segment) {
  if (random.index(2) == 0) return any_of_list(random, any_of_list(random, segment.position));
  return any_of_list(random, any_of_list(random, segment.quaternion));
}

inline void change_segments(Random& random, Trace& m) {
  Segment& s = any_of_list(random, m.segments);
  switch (random.index(12)) {
    case 0: {
      double& c = any_coefficient(random, s);
      c = disturbed(random, c);
      return;
    }
    case 1:  // the whole path is moved
      any_of_list(random, s.position)[0] += std::ldexp(random.normal(), -random.index(40));
      return;
    case 2:  // q goes through zero at one instant
      for (auto& row : s.quaternion) {
        double value = 0.0;
        const double x = random.uniform(-1.0, 1.0);
        double now = 1.0;
        double next = x;
        for (const double c : row) {
          value += c * now;
          const double after = 2.0 * x * next - now;
          now = next;
          next = after;
        }
        row[0] -= value;
      }
      return;
    case 3:
      s.start = disturbed(random, s.start);
      return;
    case 4:
      s.end = disturbed(random, s.end);
      return;
    case 5:
      s.length = disturbed(random, s.length);
      return;
    case 6:
      m.segments.erase(m.segments.begin() + random.index(static_cast<int>(m.segments.size())));
      return;
    case 7:
      m.segments.push_back(s);
      return;
    case 8:
      std::swap(s, any_of_list(random, m.segments));
      return;
    case 9:
      std::swap(s.position, any_of_list(random, m.segments).position);
      return;
    case 10:
      s.body = static_cast<std::uint32_t>(random.index(3));
      return;
    default:  // a row more or less
      if (random.index(2) == 0 && !s.position[0].empty()) s.position[0].pop_back();
      for (auto& row : s.quaternion) row.push_back(std::ldexp(random.normal(), -random.index(30)));
      return;
  }
}

inline void change_certificates(Random& random, Trace& m) {
  if (m.certificates.empty()) return;
  Certificate& c = any_of_list(random, m.certificates);
  switch (random.index(17)) {
    case 0:
      m.certificates.erase(m.certificates.begin() +
                           random.index(static_cast<int>(m.certificates.size())));
      return;
    case 1:
      c.end.offset = std::nextafter(c.end.offset, -1.0);
      return;
    case 2:
      c.begin.offset = std::nextafter(c.begin.offset, 1.0);
      return;
    case 3:
      c.begin = disturbed(random, c.begin);
      return;
    case 4:
      c.end = disturbed(random, c.end);
      return;
    case 5: {
      double& x = any_of_list(random, c.normal);
      x = disturbed(random, x);
      return;
    }
    case 6:
      c.offset = disturbed(random, c.offset);
      return;
    case 7:
      c.speed = disturbed(random, c.speed);
      return;
    case 8:
      c.level = disturbed(random, c.level);
      return;
    case 9:
      c.sign = static_cast<std::int8_t>(-c.sign);
      return;
    case 10:
      any_of_list(random, random.index(2) == 0 ? c.edge_a : c.edge_b) =
          static_cast<std::uint32_t>(random.index(9));
      return;
    case 11:
      c.slack = disturbed(random, c.slack);
      return;
    case 12:
      std::swap(c.a, c.b);
      std::swap(c.segment_a, c.segment_b);
      return;
    case 13:
      c.frame = static_cast<PlaneFrame>(random.index(3));
      return;
    case 14:
      c.kind = static_cast<CertificateKind>(random.index(3));
      return;
    case 15:
      (random.index(2) == 0 ? c.segment_a : c.segment_b) =
          static_cast<std::uint32_t>(random.index(4));
      return;
    default:
      c.active.push_back(static_cast<std::uint32_t>(random.index(10)));
      c.band_high = disturbed(random, c.band_high);
      return;
  }
}

inline void change_world(Random& random, Trace& m) {
  switch (random.index(10)) {
    case 0: {
      double& x = any_of_list(
          random, any_of_list(random, any_of_list(random, m.bodies).pieces[0].vertices));
      x = disturbed(random, x);
      return;
    }
    case 1:
      any_of_list(random, m.bodies)
          .pieces[0]
          .vertices.push_back({random.normal(), random.normal(), random.normal()});
      return;
    case 2:
      any_of_list(random, m.bodies).kind = static_cast<trace::BodyKind>(random.index(4));
      return;
    case 3:  // one body takes the other's path
      for (Segment& s : m.segments)
        s.body = static_cast<std::uint32_t>(m.bodies.size()) - 1 - s.body;
      return;
    case 4:
      if (!m.half_spaces.empty())
        m.half_spaces[0].offset = disturbed(random, m.half_spaces[0].offset);
      return;
    case 5:
      if (!m.half_spaces.empty()) {
        double& x = any_of_list(random, m.half_spaces[0].normal);
        x = disturbed(random, x);
      }
      return;
    case 6:
      m.header.skin = disturbed(random, m.header.skin);
      return;
    case 7:
      m.footer.end = disturbed(random, m.footer.end);
      return;
    case 8:
      m.exclusions.push_back({{0, 0}, {static_cast<std::uint32_t>(random.index(2)), 0}, "lie"});
      return;
    default:
      m.half_spaces.push_back(
          {"wall", {random.normal(), random.normal(), random.normal()}, random.normal() - 1.0});
      return;
  }
}

inline Trace mutant(Random& random, const Trace& original) {
  Trace m = original;
  switch (random.index(5)) {
    case 0:
    case 1:
      change_segments(random, m);
      break;
    case 2:
    case 3:
      change_certificates(random, m);
      break;
    default:
      change_world(random, m);
      break;
  }
  return m;
}

/// The valid traces that are mutated.
inline std::vector<Trace> originals() {
  std::vector<Trace> traces;
  traces.push_back(thrown_cube(3, 0.05, 5, 1e-4));
  traces.push_back(sliding_cube(2, 0.05, 5));
  traces.push_back(passing_cubes(PlaneFrame::World, 2, 0.05, 4, 2));
  traces.push_back(passing_cubes(PlaneFrame::A, 2, 0.05, 4, 2));
  traces.push_back(passing_cubes(PlaneFrame::B, 2, 0.05, 4, 2));
  traces.push_back(crossing_bars(2, 0.05, 4, 1e-8, true));
  traces.push_back(crossing_bars(2, 0.05, 4, 1e-3, false));
  return traces;
}

}  // namespace rigor::verification
