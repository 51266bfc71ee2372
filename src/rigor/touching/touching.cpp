// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>

#include <rigor/touching/beside_face.hpp>
#include <rigor/touching/edge_over_face.hpp>
#include <rigor/touching/limit.hpp>
#include <rigor/touching/sides.hpp>
#include <rigor/touching/strip.hpp>
#include <rigor/touching/tolerances.hpp>
#include <rigor/touching/touching.hpp>

namespace rigor {
namespace {

/// Depth of the other body's footprint, metres: up to δ(1 + β) above the plane.
double footprint_band(const World& world, const PlacedPair& pair, const AxisReading& axis,
                      const Sides& sides) {
  const double upper = world.tolerances.upper();
  const double width = Tolerances::kBand * world.tolerances.skin;
  const double band = std::max(upper - axis.separation, width);
  const auto low = vertices_below(pair, axis.axis, *sides.other, axis.separation + band);
  return low.size() >= 3 ? band + kFaceBands * width : band;
}

std::vector<ContactCorner> half_space_corners(const PlacedPair& pair, const AxisReading& axis,
                                              const BodyMotion& B,
                                              const std::vector<std::uint32_t>& vertices) {
  std::vector<ContactCorner> corners;
  for (const std::uint32_t v : vertices) {
    ContactCorner corner;
    corner.corner.kind = CornerKind::FV;
    corner.corner.on_A = {FeatureKind::Face, 0};
    corner.corner.on_B = {FeatureKind::Vertex, v};
    corner.rows = axis_vertex_rows(pair, axis.axis, v, BodyMotion{}, B);
    corner.corner.gap = corner.rows.normal.jet.value;
    corner.corner.p_WB = corner.rows.point_W;
    corner.corner.p_WA = corner.rows.point_W - corner.corner.gap * corner.rows.nhat_AB_W;
    corners.push_back(corner);
  }
  return corners;
}

/// Where an edge lies across a face, as far as the band tells, that face is the axis, and both
/// places where the edge crosses its rim are corners. True if so.
bool put_over_face(const World& world, const Cluster& cluster, TouchingPair& out) {
  if (out.axis.axis.kind != AxisKind::EdgeEdge) return false;
  const PlacedPair at = placed(world, cluster, out.pair);
  auto over = edge_over_face(world, out.pair, at, out.axis.axis);
  if (!over) return false;
  const BodyMotion A = motion_of(world, cluster, out.pair.a.body);
  const BodyMotion B = motion_of(world, cluster, out.pair.b.body);
  for (ContactCorner& corner : over->corners)
    corner.rows = corner_rows(at, over->face, corner.corner, A, B);
  out.axis = over->face;
  out.corners = std::move(over->corners);
  return true;
}

/// The pair with its corners, or nothing if it does not touch after all.
std::optional<TouchingPair> touching(const World& world, const Cluster& cluster, const PairId& pair,
                                     const PairAxis* current) {
  const PlacedPair at = placed(world, cluster, pair);
  const double margin = kKeptBands * Tolerances::kBand * world.tolerances.skin;
  const double upper = world.tolerances.upper();
  // A face is kept if it can be; of edges the faces beside them may be about to take over.
  const bool keeps = current != nullptr && current->kind != AxisKind::EdgeEdge;
  TouchingPair out{pair, pair_axis(at, {margin, keeps ? current : nullptr}), {}};
  if (out.axis.separation > upper && current == nullptr) return std::nullopt;
  if (put_over_face(world, cluster, out)) return out;
  out.corners = corners_along(world, cluster, pair, out.axis);
  if (!out.corners.empty()) return out;
  out.axis = pair_axis(at, {0.0, nullptr});
  if (out.axis.separation > upper) return std::nullopt;
  out.corners = corners_along(world, cluster, pair, out.axis);
  if (!out.corners.empty()) return out;
  const std::uint32_t vertex = vertex_beside(world, at, out.axis);
  if (const auto crossing = crossing_beside(world, at, out.axis, vertex)) {
    out.axis = *crossing;
    out.corners = corners_along(world, cluster, pair, out.axis);
  } else {
    out.corners = {corner_beside(world, cluster, pair, out.axis, vertex)};
  }
  return out;
}

void add_half_spaces(const World& world, const Cluster& cluster,
                     const std::map<PairId, std::vector<std::uint32_t>>& active,
                     std::vector<TouchingPair>& all) {
  const double upper = world.tolerances.upper();
  for (std::uint32_t h = 0; h < world.half_spaces.size(); ++h) {
    for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
      const Body& body = world.bodies[cluster.bodies[i]];
      if (height(world.half_spaces[h], cluster.states[i].x) - body.radius > upper) continue;
      for (std::uint32_t p = 0; p < body.pieces.size(); ++p) {
        const PairId id{{trace::kWorld, h}, {body.id, p}};
        if (is_excluded(world, id.a, id.b)) break;
        const PlacedPair pair = placed(world, cluster, id);
        auto vertices = vertices_below(pair, PairAxis{}, *pair.B, upper);
        if (const auto at = active.find(id); at != active.end())
          vertices.insert(vertices.end(), at->second.begin(), at->second.end());
        std::sort(vertices.begin(), vertices.end());
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        if (vertices.empty()) continue;
        const AxisReading axis = read_axis(pair, PairAxis{});
        const BodyMotion B = motion_of(world, cluster, body.id);
        all.push_back({id, axis, half_space_corners(pair, axis, B, vertices)});
      }
    }
  }
}

/// Joints within the band of a limit, or held at one in the mode.
void add_limits(const World& world, const Cluster& cluster,
                const std::map<PairId, std::vector<std::uint32_t>>& active,
                std::vector<TouchingPair>& all) {
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    if (!cluster.states[i].tree) continue;
    for (const LimitId& limit : limits_of(world, cluster.bodies[i])) {
      TouchingPair touching;
      touching.pair = pair_of(limit);
      touching.axis.separation = limit_gap(world, cluster, touching.pair);
      if (touching.axis.separation > world.tolerances.upper() &&
          active.find(touching.pair) == active.end())
        continue;
      ContactCorner corner;
      corner.rows = limit_rows(world, cluster, touching.pair);
      corner.corner.gap = touching.axis.separation;
      corner.corner.on_A = {FeatureKind::Face, 0};
      corner.corner.on_B = {FeatureKind::Vertex, 0};
      touching.corners.push_back(corner);
      all.push_back(std::move(touching));
    }
  }
}

/// The ends of the edge of `polytope` along the line through `a` (direction t) in the plane.
std::vector<std::uint32_t> ends_on_line(const Polytope& polytope, const Pose& X,
                                        const std::vector<std::uint32_t>& among, const Vector3& a,
                                        const Vector3& t, const Vector3& n, double tolerance) {
  std::vector<std::pair<double, std::uint32_t>> on_line;
  for (const std::uint32_t v : among) {
    Vector3 d = X * polytope.vertices()[v] - a;
    d -= n * n.dot(d);
    const double along = t.dot(d);
    if ((d - t * along).norm() <= tolerance) on_line.emplace_back(along, v);
  }
  if (on_line.size() < 2) return {};
  std::sort(on_line.begin(), on_line.end());
  std::vector<std::uint32_t> ends{on_line.front().second, on_line.back().second};
  std::sort(ends.begin(), ends.end());
  return ends;
}

/// Everything about one pair that the choice of its mode needs.
struct Choice {
  const World& world;
  const Cluster& cluster;
  const TouchingPair& touching;
  PlacedPair pair;
  Sides sides;
  std::uint32_t other_face = 0;  ///< of the other body, facing the plane

  /// The axis of the other body's face.
  PairAxis swapped() const {
    return touching.axis.axis.kind == AxisKind::FaceOfB
               ? PairAxis{AxisKind::FaceOfA, other_face, 0, 1}
               : PairAxis{AxisKind::FaceOfB, 0, other_face, 1};
  }
  std::vector<ContactId> on(const PairAxis& axis,
                            const std::vector<std::uint32_t>& vertices) const {
    std::vector<ContactId> ids;
    for (const std::uint32_t v : vertices) ids.push_back({touching.pair, axis, v});
    std::sort(ids.begin(), ids.end());
    return ids;
  }
};

/// The vertices opposite the plane of a face that lie in the band, or up to `more` metres above it.
std::vector<std::uint32_t> low_vertices(const Choice& choice, const PairAxis& face,
                                        double more = 0.0) {
  const double reach = std::max(choice.world.tolerances.upper(), choice.touching.axis.separation);
  const bool carried = face == choice.touching.axis.axis;
  return vertices_below(choice.pair, face, carried ? *choice.sides.other : *choice.sides.own,
                        reach + more);
}

std::vector<std::uint32_t> low_vertices(const Choice& choice, double more = 0.0) {
  return low_vertices(choice, choice.touching.axis.axis, more);
}

std::optional<ContactId> crossing(const Choice& choice, std::uint32_t edge_A,
                                  std::uint32_t edge_B) {
  const auto axis = crossing_axis(choice.world, choice.pair, edge_A, edge_B, choice.touching.axis);
  if (!axis) return std::nullopt;
  return ContactId{choice.touching.pair, *axis, 0};
}

/// The edges of `polytope` that meet in the vertex and lie in the face.
std::vector<std::uint32_t> edges_in_face(const Polytope& polytope, std::uint32_t vertex,
                                         std::uint32_t face) {
  const auto& cycle = polytope.faces()[face].vertices;
  std::vector<std::uint32_t> edges;
  for (const std::uint32_t e : polytope.edges_at(vertex)) {
    const Edge& edge = polytope.edges()[e];
    const std::uint32_t far = edge.tail == vertex ? edge.head : edge.tail;
    if (std::find(cycle.begin(), cycle.end(), far) != cycle.end()) edges.push_back(e);
  }
  return edges;
}

/// A vertex of the carrier under an edge of the other body: the edges cross there. The one of the
/// vertex's edges that crosses best is taken.
std::optional<ContactId> vertex_under_edge(const Choice& choice, std::uint32_t vertex,
                                           std::uint32_t edge) {
  const bool of_A = choice.touching.axis.axis.kind == AxisKind::FaceOfA;
  const PairAxis& axis = choice.touching.axis.axis;
  const Vector3 along = [&] {
    const Edge& e = choice.sides.other->edges()[edge];
    const auto& v = choice.sides.other->vertices();
    return Vector3(choice.sides.X_other.rotation * (v[e.head] - v[e.tail]).normalized());
  }();
  std::optional<ContactId> best;
  double most = 0.0;
  for (const std::uint32_t e :
       edges_in_face(*choice.sides.own, vertex, of_A ? axis.index_A : axis.index_B)) {
    const Edge& own = choice.sides.own->edges()[e];
    const auto& v = choice.sides.own->vertices();
    const Vector3 d = choice.sides.X_own.rotation * (v[own.head] - v[own.tail]).normalized();
    const double sine = d.cross(along).norm();
    if (sine <= most) continue;
    most = sine;
    best = of_A ? crossing(choice, e, edge) : crossing(choice, edge, e);
  }
  return best;
}

/// The point of the other body's edge (between two vertices in the band, or not far above it)
/// nearest to `point_W`, or the vertex in the band if there is no such edge.
ContactId point_on_edge(const Choice& choice, const Vector3& point_W) {
  const auto& vertices = choice.sides.other->vertices();
  const Vector3 p = inverse(choice.sides.X_other) * point_W;
  const double width = Tolerances::kBand * choice.world.tolerances.skin;
  const std::vector<std::uint32_t> low = low_vertices(choice, kFaceBands * width);
  ContactId best{choice.touching.pair, choice.touching.axis.axis, low_vertices(choice).front()};
  double least = std::numeric_limits<double>::infinity();
  for (const Edge& edge : choice.sides.other->edges()) {
    if (std::find(low.begin(), low.end(), edge.tail) == low.end() ||
        std::find(low.begin(), low.end(), edge.head) == low.end())
      continue;
    const Vector3 way = vertices[edge.head] - vertices[edge.tail];
    const double along =
        std::clamp((p - vertices[edge.tail]).dot(way) / way.squaredNorm(), 0.0, 1.0);
    const double d = (vertices[edge.tail] + along * way - p).norm();
    if (d >= least) continue;
    least = d;
    best.vertex = along < 1.0 ? edge.tail : edge.head;
    best.toward = along > 0.0 && along < 1.0 ? edge.head : 0U;
    best.along = along < 1.0 ? along : 0.0;
  }
  return best;
}

/// One corner carries the pair.
ContactId point_contact(const Choice& choice, const ContactCorner& corner) {
  const PairAxis& axis = choice.touching.axis.axis;
  const PairId& pair = choice.touching.pair;
  if (axis.kind == AxisKind::EdgeEdge) return {pair, axis, 0};
  const bool of_A = axis.kind == AxisKind::FaceOfA;
  const Feature& own = of_A ? corner.corner.on_A : corner.corner.on_B;
  const Feature& other = of_A ? corner.corner.on_B : corner.corner.on_A;
  if (other.kind == FeatureKind::Vertex) return {pair, axis, other.index};
  std::optional<ContactId> found;
  if (own.kind == FeatureKind::Vertex &&
      (other.kind == FeatureKind::Face || low_vertices(choice).size() >= 3))
    return {pair, choice.swapped(), own.index};
  if (own.kind == FeatureKind::Vertex && other.kind == FeatureKind::Edge)
    found = vertex_under_edge(choice, own.index, other.index);
  else if (own.kind == FeatureKind::Edge && other.kind == FeatureKind::Edge)
    found = crossing(choice, corner.corner.on_A.index, corner.corner.on_B.index);
  if (found) return *found;
  return point_on_edge(choice, corner.rows.point_W);
}

/// The ends of the edge of the other body that all corners are on, if they are on one.
std::vector<std::uint32_t> common_edge(const Choice& choice) {
  const auto& corners = choice.touching.corners;
  const bool of_A = choice.touching.axis.axis.kind == AxisKind::FaceOfA;
  const auto other = [&](const ContactCorner& corner) {
    return of_A ? corner.corner.on_B : corner.corner.on_A;
  };
  const Feature first = other(corners.front());
  if (first.kind != FeatureKind::Edge ||
      std::any_of(corners.begin(), corners.end(), [&](const ContactCorner& corner) {
        return other(corner).kind != first.kind || other(corner).index != first.index;
      }))
    return {};
  const Edge& edge = choice.sides.other->edges()[first.index];
  return {edge.tail, edge.head};
}

/// The corners lie on one line: an edge of the other body on the plane, or of the carrier's face
/// under the other body's.
std::vector<ContactId> line_contact(const Choice& choice, const Vector3& a, const Vector3& t,
                                    const ContactCorner& lowest) {
  const Sides& sides = choice.sides;
  const double tolerance = kOnEdge * choice.world.tolerances.skin;
  const PairAxis& axis = choice.touching.axis.axis;
  const double width = Tolerances::kBand * choice.world.tolerances.skin;
  const auto others = [&](double more) {
    return ends_on_line(*sides.other, sides.X_other, low_vertices(choice, more), a, t, sides.n_W,
                        tolerance);
  };
  if (const auto ends = others(0.0); !ends.empty()) return choice.on(axis, ends);
  const Face& face =
      sides.own->faces()[axis.kind == AxisKind::FaceOfA ? axis.index_A : axis.index_B];
  const auto owns =
      ends_on_line(*sides.own, sides.X_own, face.vertices, a, t, sides.n_W, tolerance);
  // Two edges that nearly coincide: the face that separates less would soon lose against the other.
  const double swapped = read_axis(choice.pair, choice.swapped()).separation;
  const bool as_good = swapped >= choice.touching.axis.separation - kKeptBands * width;
  if (!owns.empty() && as_good) return choice.on(choice.swapped(), owns);
  if (const auto ends = others(kFaceBands * width); !ends.empty()) return choice.on(axis, ends);
  if (!owns.empty()) return choice.on(choice.swapped(), owns);
  if (const auto ends = common_edge(choice); !ends.empty()) return choice.on(axis, ends);
  // Beside each other: an end of the one edge, and an end of the other.
  for (const PairAxis& plane : {axis, choice.swapped()})
    if (const auto low = low_vertices(choice, plane); low.size() == 2) return choice.on(plane, low);
  return {point_contact(choice, lowest)};
}

/// Whether the other body's face, of which three corners are in the band, reaches further out of it
/// than such a face may: the corners are close together beside the size of the face, as on a
/// prism of many sides. To put the whole face down at once would move the body too far.
bool is_tilted(const Choice& choice) {
  const double width = Tolerances::kBand * choice.world.tolerances.skin;
  const std::vector<std::uint32_t> low = low_vertices(choice, kFaceBands * width);
  const auto& face = choice.sides.other->faces()[choice.other_face].vertices;
  return std::any_of(face.begin(), face.end(), [&](std::uint32_t v) {
    return std::find(low.begin(), low.end(), v) == low.end();
  });
}

/// The line of the lowest two of the corners: the body tips about it until the others touch.
std::vector<ContactId> lowest_line(const Choice& choice, std::vector<int> corners) {
  const auto& all = choice.touching.corners;
  std::stable_sort(corners.begin(), corners.end(),
                   [&](int i, int k) { return all[i].corner.gap < all[k].corner.gap; });
  const double merged = kStraightSkins * choice.world.tolerances.skin;
  const ContactCorner& lowest = all[corners.front()];
  for (const int k : corners) {
    const Vector3 way = all[k].rows.point_W - lowest.rows.point_W;
    if (way.norm() > merged)
      return line_contact(choice, lowest.rows.point_W, way.normalized(), lowest);
  }
  return {point_contact(choice, lowest)};
}

Choice choice_of(const World& world, const Cluster& cluster, const TouchingPair& touching) {
  const PlacedPair pair = placed(world, cluster, touching.pair);
  Choice choice{world, cluster, touching, pair, sides_of(pair, touching.axis), 0};
  choice.other_face = facing_face(*choice.sides.other, choice.sides.X_other, -choice.sides.n_W);
  return choice;
}

}  // namespace

std::vector<ContactCorner> corners_along(const World& world, const Cluster& cluster,
                                         const PairId& pair, const AxisReading& axis) {
  const PlacedPair at = placed(world, cluster, pair);
  const BodyMotion A = motion_of(world, cluster, pair.a.body);
  const BodyMotion B = motion_of(world, cluster, pair.b.body);
  ClipTolerances clip;
  clip.merge = kMergeSkins * world.tolerances.skin;
  if (axis.axis.kind == AxisKind::EdgeEdge) return contact_corners(at, axis, A, B, clip);
  const Sides sides = sides_of(at, axis);
  clip.band = footprint_band(world, at, axis, sides);
  const auto strip = strip_of(at, axis, sides, clip.band);
  if (strip) clip.band = strip->depth;
  std::vector<ContactCorner> corners = contact_corners(at, axis, A, B, clip);
  if (strip) keep_in(*strip, corners);
  return corners;
}

std::vector<TouchingPair> touching_pairs(const World& world, const Cluster& cluster,
                                         const std::vector<PairId>& near,
                                         const std::vector<ActiveContact>& mode) {
  std::map<PairId, std::vector<std::uint32_t>> on_half_spaces;
  std::map<PairId, PairAxis> in_mode;
  for (const ActiveContact& contact : mode) {
    if (on_half_space(contact.id.pair))
      on_half_spaces[contact.id.pair].push_back(contact.id.vertex);
    else
      in_mode[contact.id.pair] = contact.id.axis;
  }
  std::vector<TouchingPair> all;
  add_half_spaces(world, cluster, on_half_spaces, all);
  add_limits(world, cluster, on_half_spaces, all);
  std::map<PairId, const PairAxis*> pairs;
  for (const PairId& pair : near) pairs[pair] = nullptr;
  for (const auto& [pair, axis] : in_mode) pairs[pair] = &axis;
  for (const auto& [pair, axis] : pairs)
    if (auto found = touching(world, cluster, pair, axis)) all.push_back(std::move(*found));
  std::sort(all.begin(), all.end(),
            [](const TouchingPair& x, const TouchingPair& y) { return x.pair < y.pair; });
  return all;
}

ContactId corner_id(const World& world, const Cluster& cluster, const TouchingPair& touching,
                    const ContactCorner& corner) {
  if (on_half_space(touching.pair)) return {touching.pair, PairAxis{}, corner.corner.on_B.index};
  return point_contact(choice_of(world, cluster, touching), corner);
}

std::vector<ContactId> contacts_of_mode(const World& world, const Cluster& cluster,
                                        const TouchingPair& touching,
                                        const std::vector<int>& active) {
  std::vector<ContactId> ids;
  if (on_half_space(touching.pair)) {
    for (const int k : active)
      ids.push_back({touching.pair, PairAxis{}, touching.corners[k].corner.on_B.index});
    return ids;
  }
  const Choice choice = choice_of(world, cluster, touching);
  const auto point = [&](int k) { return touching.corners[k].rows.point_W; };
  const Vector3 a = point(active.front());
  Vector3 far = a;
  for (const int k : active)
    if ((point(k) - a).norm() > (far - a).norm()) far = point(k);
  const double straight = kStraightSkins * world.tolerances.skin;
  if ((far - a).norm() <= straight)
    return {point_contact(choice, touching.corners[active.front()])};
  const Vector3 t = (far - a).normalized();
  for (const int k : active) {
    const Vector3 d = point(k) - a;
    if ((d - t * t.dot(d)).norm() <= straight) continue;
    if (is_tilted(choice)) return lowest_line(choice, active);
    return choice.on(touching.axis.axis, choice.sides.other->faces()[choice.other_face].vertices);
  }
  const auto lower = [&](int i, int k) {
    return touching.corners[i].corner.gap < touching.corners[k].corner.gap;
  };
  const int lowest = *std::min_element(active.begin(), active.end(), lower);
  return line_contact(choice, a, t, touching.corners[lowest]);
}

}  // namespace rigor
