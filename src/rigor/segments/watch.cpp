// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/half_space_contact.hpp>
#include <rigor/segments/watch.hpp>
#include <rigor/touching/tolerances.hpp>

namespace rigor {
namespace {

/// An s soon after the start where the vertex is above `level`, or 1 if it never seems to be.
double rising_above(const VertexGap& gap, const Vector3& r, double level) {
  for (double s = 1e-9; s < 1.0; s *= 1.5)
    if (gap_at(gap, r, s) > level) return s;
  return 1.0;
}

int place_in(const ClusterPaths& paths, std::uint32_t body) {
  const auto at = std::lower_bound(paths.bodies.begin(), paths.bodies.end(), body);
  if (at == paths.bodies.end() || *at != body) return -1;
  return static_cast<int>(at - paths.bodies.begin());
}

/// The body's path over the cluster's clock; fixed bodies stay where they are, driven ones are on
/// their present piece.
BodyPath path_of(const ClusterPaths& paths, std::uint32_t body) {
  const int place = place_in(paths, body);
  if (place >= 0) return paths.paths[place];
  const BodyPath& any = paths.paths.front();
  if (is_driven(*paths.world, body))
    return path_over(body_path(segment_of(paths.world->bodies[body].drive, body)), any.clock,
                     any.end);
  BodyPath path = resting_path(paths.world->bodies[body].X_WB, any.clock.start,
                               trace::advanced(any.clock.start, any.clock.length));
  path.clock = any.clock;  // a constant is the same over any clock
  return path;
}

PairMotion whole_motion(const ClusterPaths& paths, const PairId& pair) {
  PairMotion motion;
  motion.a = &paths.world->bodies[pair.a.body].pieces[pair.a.piece];
  motion.b = &paths.world->bodies[pair.b.body].pieces[pair.b.piece];
  motion.path_a = path_of(paths, pair.a.body);
  motion.path_b = path_of(paths, pair.b.body);
  motion.span.begin = motion.path_a.clock.start;
  return motion;
}

std::uint32_t segment_of(const ClusterPaths& paths, std::uint32_t body) {
  const int place = body == trace::kWorld ? -1 : place_in(paths, body);
  if (place >= 0) return paths.segments[place];
  if (is_driven(*paths.world, body)) return paths.world->bodies[body].drive.index;
  return body == trace::kWorld ? trace::kNoSegment : 0U;  // fixed bodies have one segment
}

/// The contacts of one pair in the mode.
std::vector<ContactId> contacts_on(const Mode& mode, const PairId& pair) {
  std::vector<ContactId> ids;
  for (const ActiveContact& contact : mode.contacts)
    if (contact.id.pair == pair) ids.push_back(contact.id);
  return ids;
}

/// Bands of active vertices, and of the others that start inside the band. The gap of a point of an
/// edge is between those of both ends. They are held to a band: the lower one to that of contacts;
/// the other one may rise out of it, as the edge tips about the point. It is held if it starts a
/// band below where it must end, so that what has left is not held again at once.
void add_bands(PlaneWatch& watch, const Tolerances& tolerances,
               const std::vector<ContactId>& active) {
  const std::span<const Vector3> vertices = watch.tree->vertices();
  const double width = Tolerances::kBand * tolerances.skin;
  const double highest = tolerances.upper() + kFaceBands * width;
  const auto is_low = [&](std::uint32_t v) {
    const double gap = gap_at(watch.gap, vertices[v], 0.0);
    return gap > tolerances.departing() && gap < highest;
  };
  const auto touches = [&](std::uint32_t v) {
    return std::any_of(active.begin(), active.end(),
                       [&](const ContactId& id) { return is_feature(id) && id.vertex == v; });
  };
  const auto is_end = [&](std::uint32_t v) {
    return std::any_of(active.begin(), active.end(), [&](const ContactId& id) {
      return !is_feature(id) && (id.vertex == v || id.toward == v) && is_low(id.vertex) &&
             is_low(id.toward);
    });
  };
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    if (touches(v)) {
      watch.bands.push_back({v, tolerances.departing(), tolerances.upper()});
    } else if (is_end(v)) {
      watch.bands.push_back({v, tolerances.departing(), highest + width});
    } else if (gap_at(watch.gap, vertices[v], 0.0) <= tolerances.upper()) {
      watch.departing.push_back({v, tolerances.departing(), kNoBound});
      watch.rearmed.push_back(rising_above(watch.gap, vertices[v], tolerances.upper()));
    }
  }
}

/// Whether the ball around the body stays further than δ(1 + β) from the half-space at the start,
/// so that no vertex starts in the band.
bool starts_far(const Body& body, const BodyState& state, const HalfSpace& half_space,
                double upper) {
  return height(half_space, state.x) - body.radius > upper;
}

void add_half_spaces(const ClusterPaths& paths, const Cluster& at_start, const Mode& mode,
                     Watches& out) {
  const World& world = *paths.world;
  for (std::size_t i = 0; i < paths.bodies.size(); ++i) {
    const Body& body = world.bodies[paths.bodies[i]];
    for (std::uint32_t h = 0; h < world.half_spaces.size(); ++h) {
      if (is_excluded(world, {trace::kWorld, h}, {body.id, 0})) continue;
      const VertexGap gap = world_plane_gap(paths.paths[i], surface(world.half_spaces[h]));
      for (std::uint32_t p = 0; p < body.pieces.size(); ++p) {
        PlaneWatch watch;
        watch.pair = {{trace::kWorld, h}, {body.id, p}};
        watch.gap = gap;
        watch.tree = &body.pieces[p].tree;
        if (!starts_far(body, at_start.states[i], world.half_spaces[h], world.tolerances.upper()))
          add_bands(watch, world.tolerances, contacts_on(mode, watch.pair));
        out.planes.push_back(std::move(watch));
      }
    }
  }
}

void add_pair(const ClusterPaths& paths, const Cluster& at_start,
              const std::vector<ContactId>& contacts, Watches& out) {
  const ContactId& first = contacts.front();
  const Tolerances& tolerances = paths.world->tolerances;
  PairMotion motion = whole_motion(paths, first.pair);
  if (first.axis.kind == AxisKind::EdgeEdge) {
    Axis axis;
    axis.carrier = AxisCarrier::Edges;
    const Edge& a = motion.a->polytope.edges()[first.axis.index_A];
    const Edge& b = motion.b->polytope.edges()[first.axis.index_B];
    axis.edges = {{a.tail, a.head}, {b.tail, b.head}, static_cast<std::int8_t>(first.axis.sign)};
    axis.level = tolerances.departing();
    axis.slack =
        edge_slack(placed(*paths.world, at_start, first.pair), first.axis) * tolerances.skin;
    out.edges.push_back({first.pair, std::move(motion), axis});
    return;
  }
  const bool of_A = first.axis.kind == AxisKind::FaceOfA;
  PlaneWatch watch;
  watch.pair = first.pair;
  watch.axis = face_axis(motion, of_A ? AxisCarrier::A : AxisCarrier::B,
                         of_A ? first.axis.index_A : first.axis.index_B, tolerances.certified());
  watch.gap = carried_gap(motion, watch.axis);
  watch.tree = of_A ? &motion.b->tree : &motion.a->tree;
  add_bands(watch, tolerances, contacts);
  out.planes.push_back(std::move(watch));
}

/// The first exit on [0, end.s]: departing vertices are re-armed at δ one after the other, as each
/// has risen out of the band.
void find_exit(const PlaneWatch& watch, double trigger, SegmentEnd& end) {
  double from = 0.0;
  while (from < end.s) {
    std::vector<VertexBand> exceptions = watch.bands;
    double to = end.s;
    for (std::size_t i = 0; i < watch.departing.size(); ++i) {
      if (watch.rearmed[i] <= from) continue;
      exceptions.push_back(watch.departing[i]);
      to = std::min(to, watch.rearmed[i]);
    }
    const ExitOutcome exit = first_exit(watch.gap, *watch.tree, {trigger, exceptions}, from, to);
    if (const auto* leaves = std::get_if<Leaves>(&exit)) {
      const bool active =
          std::any_of(watch.bands.begin(), watch.bands.end(),
                      [&](const VertexBand& b) { return b.vertex == leaves->vertex; });
      take_earlier(end, leaves->lo, leaves->hi,
                   active ? trace::EndReason::BandExit : trace::EndReason::Touch);
    } else if (const auto* grazes = std::get_if<Grazes>(&exit)) {
      take_earlier(end, grazes->lo, grazes->lo, trace::EndReason::Touch);
    } else if (std::holds_alternative<StartsOutside>(exit)) {
      take_earlier(end, from, from, trace::EndReason::Touch);
    }
    if (end.s <= from) end.immediate = from == 0.0;
    from = to;
  }
}

EdgeLevels levels_of(const EdgeWatch& watch, const Tolerances& tolerances) {
  return {watch.axis.level, tolerances.upper(), watch.axis.slack};
}

void find_exit(const EdgeWatch& watch, const Tolerances& tolerances, SegmentEnd& end) {
  const EdgeOutcome exit =
      edge_contact_exit(watch.motion, watch.axis, levels_of(watch, tolerances), 0.0, end.s);
  if (exit.reason == EdgeExit::None || exit.until >= end.s) return;
  const bool band = exit.reason == EdgeExit::Low || exit.reason == EdgeExit::High;
  take_earlier(end, exit.until, std::max(exit.until, exit.hi),
               band ? trace::EndReason::BandExit : trace::EndReason::Touch);
  if (end.s <= 0.0) end.immediate = true;
}

PairNames names_of(const ClusterPaths& paths, const PairId& pair) {
  return {pair.a, pair.b, segment_of(paths, pair.a.body), segment_of(paths, pair.b.body)};
}

std::optional<trace::Certificate> certificate_of(const PlaneWatch& watch, const ClusterPaths& paths,
                                                 const TimeSpan& span) {
  const World& world = *paths.world;
  const HalfSpaceResult result =
      certify_half_space(watch.gap, *watch.tree, {world.tolerances.certified(), watch.bands},
                         paths.paths.front().clock, span);
  if (result.certificate.end != span.end) return std::nullopt;
  if (on_half_space(watch.pair))
    return named(result.certificate, names_of(paths, watch.pair),
                 world.half_spaces[watch.pair.a.piece]);
  trace::Certificate certificate =
      rigor::certificate_of(watch.axis, names_of(paths, watch.pair), span);
  certificate.kind = result.certificate.kind;
  certificate.level = result.certificate.level;
  certificate.active = result.certificate.active;
  certificate.band_low = result.certificate.band_low;
  certificate.band_high = result.certificate.band_high;
  return certificate;
}

std::optional<trace::Certificate> certificate_of(const EdgeWatch& watch, const ClusterPaths& paths,
                                                 const TimeSpan& span) {
  const Tolerances& tolerances = paths.world->tolerances;
  const double to = fraction_at(paths.paths.front().clock, span.end).hi;
  const EdgeOutcome exit =
      edge_contact_exit(watch.motion, watch.axis, levels_of(watch, tolerances), 0.0, to);
  if (exit.until < to) return std::nullopt;
  trace::Certificate certificate =
      rigor::certificate_of(watch.axis, names_of(paths, watch.pair), span);
  certificate.band_low = tolerances.departing();
  certificate.band_high = tolerances.upper();
  return certificate;
}

}  // namespace

void take_earlier(SegmentEnd& end, double s, double late, trace::EndReason reason) {
  if (s >= end.s) return;
  end.s = s;
  end.late = late;
  end.reason = reason;
  end.proved = true;
}

Watches make_watches(const ClusterPaths& paths, const Cluster& at_start, const Mode& mode) {
  Watches out;
  add_half_spaces(paths, at_start, mode, out);
  for (std::size_t i = 0; i < mode.contacts.size();) {
    const PairId pair = mode.contacts[i].id.pair;
    const std::vector<ContactId> contacts = contacts_on(mode, pair);
    if (!on_half_space(pair)) add_pair(paths, at_start, contacts, out);
    i += contacts.size();
  }
  return out;
}

void find_exits(const Watches& watches, const Tolerances& tolerances, SegmentEnd& end) {
  for (const PlaneWatch& watch : watches.planes) {
    if (end.immediate) return;
    find_exit(watch, tolerances.trigger(), end);
  }
  for (const EdgeWatch& watch : watches.edges) {
    if (end.immediate) return;
    find_exit(watch, tolerances, end);
  }
}

std::optional<std::vector<trace::Certificate>> certificates(const Watches& watches,
                                                            const ClusterPaths& paths,
                                                            const TimeSpan& span) {
  std::vector<trace::Certificate> all;
  const auto add = [&](const auto& watch) {
    auto certificate = certificate_of(watch, paths, span);
    if (certificate) all.push_back(std::move(*certificate));
    return certificate.has_value();
  };
  for (const PlaneWatch& watch : watches.planes)
    if (!add(watch)) return std::nullopt;
  for (const EdgeWatch& watch : watches.edges)
    if (!add(watch)) return std::nullopt;
  return all;
}

}  // namespace rigor
