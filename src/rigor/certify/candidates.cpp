// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/candidates.hpp>
#include <rigor/geometry/separating_axis.hpp>

namespace rigor {
namespace {

/// Edges closer to parallel than this (sine of the angle) give no axis: the faces beside them do.
constexpr double kLeastSine = 1e-9;

/// A face or edge axis whose separation is the distance to this fraction is the best there is.
constexpr double kSameGap = 1e-6;

/// Pieces that fly at each other more directly than this (sine of the angle) do not pass.
constexpr double kLeastAside = 0.05;

/// Axes of a query that needs no surroundings, at most.
constexpr std::size_t kUsualAxes = 8;

struct Gathering {
  const PairMotion& pair;
  const PairMoment& moment;
  trace::Time time;
  double level = 0.0;
  Candidates found;
  bool all = false;  // also axes that do not separate the pieces now
};

/// Adds a face or edge axis; its separation competes for the gap.
void offer(Gathering& g, const Axis& axis) {
  const auto [room, gap] = room_at(g.pair, axis, g.moment.pose, g.time);
  if (gap > g.found.gap) {
    g.found.gap = gap;
    g.found.best = axis;
  }
  if (room > 0.0 || g.all) g.found.axes.push_back(axis);
}

void offer_edges(Gathering& g, std::uint32_t edge_a, std::uint32_t edge_b) {
  const Edge& a = g.pair.a->polytope.edges()[edge_a];
  const Edge& b = g.pair.b->polytope.edges()[edge_b];
  const auto& vertices_a = g.pair.a->polytope.vertices();
  const auto& vertices_b = g.pair.b->polytope.vertices();
  const Vector3 along_a = g.moment.pose.X_WA.rotation * (vertices_a[a.head] - vertices_a[a.tail]);
  const Vector3 along_b = g.moment.pose.X_WB.rotation * (vertices_b[b.head] - vertices_b[b.tail]);
  if (along_a.cross(along_b).norm() < kLeastSine * along_a.norm() * along_b.norm()) return;
  offer(g, edge_axis(g.pair, g.moment.pose, edge_a, edge_b, g.level));
}

/// Faces and edges at the vertices of a feature, each once.
struct Surroundings {
  std::vector<std::uint32_t> faces;
  std::vector<std::uint32_t> edges;
};

void sort_unique(std::vector<std::uint32_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

Surroundings surroundings(const Polytope& polytope, const Feature& feature) {
  Surroundings result;
  for (std::size_t i = 0; i < vertex_count(polytope, feature); ++i) {
    const std::uint32_t v = vertex_of(polytope, feature, i);
    const auto faces = polytope.faces_at(v);
    const auto edges = polytope.edges_at(v);
    result.faces.insert(result.faces.end(), faces.begin(), faces.end());
    result.edges.insert(result.edges.end(), edges.begin(), edges.end());
  }
  sort_unique(result.faces);
  sort_unique(result.edges);
  return result;
}

/// All face and edge axes around the two features.
void offer_surroundings(Gathering& g, const Witness& witness) {
  const Surroundings a = surroundings(g.pair.a->polytope, witness.on_A);
  const Surroundings b = surroundings(g.pair.b->polytope, witness.on_B);
  for (const std::uint32_t face : a.faces)
    offer(g, face_axis(g.pair, AxisCarrier::A, face, g.level));
  for (const std::uint32_t face : b.faces)
    offer(g, face_axis(g.pair, AxisCarrier::B, face, g.level));
  for (const std::uint32_t edge_a : a.edges) {
    for (const std::uint32_t edge_b : b.edges) offer_edges(g, edge_a, edge_b);
  }
}

/// The axes of the witness itself, if it is a face or a pair of edges.
void offer_witness(Gathering& g, const Witness& witness) {
  const bool face_A = witness.on_A.kind == FeatureKind::Face;
  const bool face_B = witness.on_B.kind == FeatureKind::Face;
  if (face_A) offer(g, face_axis(g.pair, AxisCarrier::A, witness.on_A.index, g.level));
  if (face_B) offer(g, face_axis(g.pair, AxisCarrier::B, witness.on_B.index, g.level));
  if (witness.on_A.kind == FeatureKind::Edge && witness.on_B.kind == FeatureKind::Edge) {
    offer_edges(g, witness.on_A.index, witness.on_B.index);
  }
}

/// Planes along the normal, carried by A, by B and by the world, if they keep the pieces apart now.
void add_planes(Gathering& g, const Vector3& nhat_AB_W, double level) {
  if (!(separation_along(g.pair, g.moment, nhat_AB_W) > level)) return;
  for (const AxisCarrier carrier : {AxisCarrier::A, AxisCarrier::B}) {
    g.found.axes.push_back(carried_axis(g.pair, g.moment, carrier, nhat_AB_W, level));
  }
  g.found.axes.push_back(world_axis(g.pair, g.moment, nhat_AB_W, level));
}

/// Planes along the witness normal, and along the direction next to it in which the bodies do not
/// come nearer: that lasts longest for pieces that pass each other.
void add_passing(Gathering& g, const Vector3& nhat_AB_W, double level) {
  const Vector3& way = g.moment.way_W;
  const double closing = nhat_AB_W.dot(way);
  const double length = way.squaredNorm();
  const Vector3 aside = nhat_AB_W * length - closing * way;
  if (closing < 0.0 && aside.norm() > kLeastAside * length) {
    add_planes(g, aside.normalized(), level);
  }
  add_planes(g, nhat_AB_W, level);
}

/// The overall best face or edge axis, when the query has no witness at a positive distance.
void offer_best(Gathering& g) {
  const SeparatingAxis best =
      best_axis(g.pair.a->polytope, g.moment.pose.X_WA, g.pair.b->polytope, g.moment.pose.X_WB);
  if (best.kind == AxisKind::FaceOfA) {
    offer(g, face_axis(g.pair, AxisCarrier::A, best.index_A, g.level));
  } else if (best.kind == AxisKind::FaceOfB) {
    offer(g, face_axis(g.pair, AxisCarrier::B, best.index_B, g.level));
  } else {
    offer(g, edge_axis(g.pair, g.moment.pose, best.index_A, best.index_B, g.level));
  }
  g.found.gap = std::max(g.found.gap, best.separation);
}

}  // namespace

Proximity proximity_at(const PairMotion& pair, const PairMoment& moment, ProximityHint& hint) {
  return proximity(pair.a->polytope, moment.pose.X_WA, pair.b->polytope, moment.pose.X_WB, hint);
}

FeatureQuery query_of(const PairMotion& pair, const PairMoment& moment, const Proximity& answer) {
  return {moment, trace::advanced(pair.span.begin, moment.u * pair.clock().length), answer};
}

Candidates candidates(const PairMotion& pair, const FeatureQuery& query, double level,
                      double passing_level) {
  const auto* separated = std::get_if<Separated>(&query.answer);
  if (separated == nullptr) return all_candidates(pair, query, level);
  Gathering g{pair, query.moment, query.time, level, {}, false};
  g.found.axes.reserve(kUsualAxes);
  offer_witness(g, separated->witness);
  if (separated->distance > passing_level) {
    add_passing(g, separated->witness.nhat_AB_W, passing_level);
  } else if (g.found.gap < separated->distance * (1.0 - kSameGap)) {
    offer_surroundings(g, separated->witness);
  }
  return g.found;
}

void add_surroundings(const PairMotion& pair, const FeatureQuery& query, double level,
                      Candidates& found) {
  const auto* separated = std::get_if<Separated>(&query.answer);
  if (separated == nullptr) return;
  Gathering g{pair, query.moment, query.time, level, std::move(found), true};
  offer_surroundings(g, separated->witness);
  found = std::move(g.found);
}

Candidates passing_candidates(const PairMotion& pair, const FeatureQuery& query, double level) {
  Gathering g{pair, query.moment, query.time, level, {}, false};
  const auto* separated = std::get_if<Separated>(&query.answer);
  if (separated != nullptr) {
    add_passing(g, separated->witness.nhat_AB_W, level);
    g.found.gap = separated->distance;
    if (!g.found.axes.empty()) g.found.best = g.found.axes.front();
  }
  return g.found;
}

Candidates all_candidates(const PairMotion& pair, const FeatureQuery& query, double level) {
  Gathering g{pair, query.moment, query.time, level, {}, false};
  if (const auto* separated = std::get_if<Separated>(&query.answer)) {
    offer_witness(g, separated->witness);
    if (g.found.gap < separated->distance * (1.0 - kSameGap)) {
      offer_surroundings(g, separated->witness);
    }
  } else {
    offer_best(g);
  }
  return g.found;
}

}  // namespace rigor
