// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/impulse_place.hpp>

namespace rigor::verification {
namespace {

using trace::EventContact;
using trace::PieceId;

/// Points lie within the band of both pieces along the normal, and at most so many bands beside
/// them: where a vertex is that near to the edge of a face, the corner they touch at is taken as
/// the vertex.
constexpr Real kBeside = 25;

Real band_of(const trace::Trace& trace) { return 2 * static_cast<Real>(trace.header.skin); }

bool near_half_space(const trace::Trace& trace, const EventContact& contact, const Vec& n,
                     const trace::HalfSpace& half) {
  const Vec normal = vec(half.normal);
  return norm(cross(n, normal)) <= kParallel * norm(normal) && dot(n, normal) > 0 &&
         std::abs(dot(normal, vec(contact.point)) - half.offset) <= band_of(trace) * norm(normal);
}

bool near_piece(const trace::Trace& trace, const EventContact& contact, const PieceId& id,
                const Place& at, FeatureBook& book, Nodes& nodes) {
  const Vec point = vec(contact.point);
  const Vec local = exactly_turned(conjugate(at.q), point - at.c);
  const trace::Piece& piece = trace.bodies[id.body].pieces[id.piece];
  const auto [entry, fresh] = book.try_emplace(id);
  if (fresh) entry->second = features_of(piece);
  const Real error = 1e3L * kUnit * (norm(point) + norm(at.c));
  const Real beside = kBeside * band_of(trace);
  if (mean_distance(entry->second, {{local}, error}, beside, nodes) == 0) return true;
  // A piece without faces on file: its vertices.
  return std::any_of(piece.vertices.begin(), piece.vertices.end(), [&](const trace::Triple& v) {
    return norm(vec(v) - local) + error <= beside;
  });
}

/// Extremes of n·x over a piece.
std::array<Real, 2> extent(const trace::Trace& trace, const PieceId& id, const Place& at,
                           const Vec& n) {
  std::array<Real, 2> out{std::numeric_limits<Real>::infinity(),
                          -std::numeric_limits<Real>::infinity()};
  for (const trace::Triple& v : trace.bodies[id.body].pieces[id.piece].vertices) {
    const Real height = dot(n, at.c + exactly_turned(at.q, vec(v)));
    out = {std::min(out[0], height), std::max(out[1], height)};
  }
  return out;
}

}  // namespace

const char* misplaced(BodiesAround& bodies, const EventContact& contact, const Vec& n,
                      FeatureBook& book, Nodes& nodes) {
  constexpr const char* kElsewhere = "an impulse acts where its bodies do not touch";
  const trace::Trace& trace = bodies.movers().trace;
  const Real band = band_of(trace);
  for (const PieceId& id : {contact.a, contact.b}) {
    const bool near = id.body == trace::kWorld
                          ? near_half_space(trace, contact, n, trace.half_spaces[id.piece])
                          : near_piece(trace, contact, id, bodies.body(id.body).place, book, nodes);
    if (!near) return kElsewhere;
  }
  const Real height = dot(n, vec(contact.point));
  const Real above = extent(trace, contact.b, bodies.body(contact.b.body).place, n)[0];
  if (height > above + band) return kElsewhere;
  if (contact.a.body == trace::kWorld) return height < above - band ? kElsewhere : nullptr;
  const Real below = extent(trace, contact.a, bodies.body(contact.a.body).place, n)[1];
  if (height < below - band) return kElsewhere;
  const Real gap = above - below;
  return gap > 0 && gap <= band ? nullptr : "the normal of an impulse does not part its bodies";
}

}  // namespace rigor::verification
