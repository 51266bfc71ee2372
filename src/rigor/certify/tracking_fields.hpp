// SPDX-License-Identifier: Apache-2.0
// The fields of what is remembered of a pair from call to call, for checkpoints (see
// trace/bytes.hpp): the axes tried first decide which certificate is found.
#pragma once

#include <rigor/certify/pair_events.hpp>
#include <rigor/trace/bytes.hpp>
#include <rigor/trace/compound_fields.hpp>

namespace rigor {

constexpr unsigned count_of(AxisCarrier) { return 4; }

template <class Visitor, trace::Is<Plane> T>
void fields(Visitor& visit, T& x) {
  trace::coordinates(visit, "normal", x.normal);
  visit("offset", x.offset);
}

template <class Visitor, trace::Is<EdgePair> T>
void fields(Visitor& visit, T& x) {
  visit("edge_a", x.edge_a);
  visit("edge_b", x.edge_b);
  visit("sign", x.sign);
}

template <class Visitor, trace::Is<Axis> T>
void fields(Visitor& visit, T& x) {
  visit("carrier", x.carrier);
  visit("plane", x.plane);
  visit("speed", x.speed);
  visit("anchor", x.anchor);
  visit("edges", x.edges);
  visit("level", x.level);
  visit("slack", x.slack);
}

template <class Visitor, trace::Is<ProximityHint> T>
void fields(Visitor& visit, T& x) {
  visit("vertex_A", x.vertex_A);
  visit("vertex_B", x.vertex_B);
  visit("count", x.count);
}

template <class Visitor, trace::Is<PairTracking> T>
void fields(Visitor& visit, T& x) {
  visit("axes", x.axes);
  visit("level", x.level);
  visit("hint", x.hint);
  visit("most_rounds", x.most_rounds);
}

/// Whether the remembered vertices are some of the two pieces.
inline bool fits(const ProximityHint& hint, const Polytope& A, const Polytope& B) {
  bool fits = hint.count <= hint.vertex_A.size();
  for (const std::uint32_t vertex : hint.vertex_A) fits = fits && vertex < A.vertices().size();
  for (const std::uint32_t vertex : hint.vertex_B) fits = fits && vertex < B.vertices().size();
  return fits;
}

inline bool fits(const PairTracking& tracking, const Polytope& A, const Polytope& B) {
  bool good = fits(tracking.hint, A, B);
  for (const Axis& axis : tracking.axes) {
    for (const std::uint32_t vertex : axis.edges.edge_a)
      good = good && vertex < A.vertices().size();
    for (const std::uint32_t vertex : axis.edges.edge_b)
      good = good && vertex < B.vertices().size();
  }
  return good;
}

}  // namespace rigor
