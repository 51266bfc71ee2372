// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/swept_box.hpp>
#include <rigor/classic/step_trace.hpp>

namespace rigor {
namespace {

/// What certificates claim, in skins: a little more than the half that the checker demands, since
/// those of edges lose a hundredth to their slack.
constexpr double kCertifiedSkins = 0.51;
/// Pairs whose swept boxes are further apart than this need no certificate, m. The checker sees
/// that by itself, but for boxes that nearly touch at great cost.
constexpr double kBoxesApart = 1e-4;
/// Instants at which an uncertified step is measured.
constexpr int kSamples = 32;

}  // namespace

StepTrace::StepTrace(const SteppedBodies& bodies)
    : bodies_(bodies),
      level_(kCertifiedSkins * bodies.world->tolerances.skin),
      moving_(bodies.model.links.size()),
      next_(bodies.model.links.size(), 0),
      tracking_(bodies.pairs.size()) {}

void StepTrace::resume(std::vector<std::uint32_t> next_segments,
                       std::vector<PairTracking> tracking) {
  next_ = std::move(next_segments);
  tracking_ = std::move(tracking);
}

std::optional<std::uint32_t> StepTrace::enter(const StepStretch& stretch) {
  for (const trace::Segment& segment : stretch.segments) {
    Moving& at = moving_[segment.body];
    at.segment = next_[segment.body]++;
    at.path = body_path(segment);
    at.path.end = segment.end;
    if (!has_proper_rotation(at.path)) return segment.body;
  }
  for (const Body& body : bodies_.world->bodies) {
    Moving& at = moving_[body.id];
    if (body.role == BodyRole::Fixed) at.path = resting_path(body.X_WB, stretch.start, stretch.end);
    at.boxes.clear();
    for (const PieceShape& piece : body.pieces) at.boxes.push_back(swept_box(at.path, piece.tree));
  }
  return std::nullopt;
}

std::optional<trace::Time> StepTrace::certify_over_half_space(std::size_t index,
                                                              const StepStretch& stretch,
                                                              StepRecord& record) const {
  const PieceRefPair& pair = bodies_.pairs[index];
  const std::uint32_t body = pair.B.link;
  const std::uint32_t piece = pair.B.piece;
  const HalfSpace& ground = bodies_.world->half_spaces[pair.A.piece];
  const Moving& at = moving(body);
  if (box_above(ground.normal, ground.offset, at.boxes[piece], kBoxesApart)) return std::nullopt;
  const VertexTree& tree = bodies_.world->bodies[body].pieces[piece].tree;
  const HalfSpaceResult result =
      certify_half_space(world_plane_gap(at.path, surface(ground)), tree, {level_, {}},
                         at.path.clock, {stretch.start, stretch.end});
  const trace::Time& end = result.certificate.end;
  if (stretch.start < end)
    record.certificates.push_back(named(result.certificate,
                                        {{trace::kWorld, static_cast<std::uint32_t>(pair.A.piece)},
                                         {body, piece},
                                         trace::kNoSegment,
                                         at.segment},
                                        ground));
  return end < stretch.end ? std::optional(end) : std::nullopt;
}

std::optional<trace::Time> StepTrace::certify_bodies(std::size_t index, const StepStretch& stretch,
                                                     StepRecord& record) {
  const PieceRefPair& pair = bodies_.pairs[index];
  const trace::PieceId a{static_cast<std::uint32_t>(pair.A.link),
                         static_cast<std::uint32_t>(pair.A.piece)};
  const trace::PieceId b{static_cast<std::uint32_t>(pair.B.link),
                         static_cast<std::uint32_t>(pair.B.piece)};
  const Moving& at_a = moving(a.body);
  const Moving& at_b = moving(b.body);
  if (boxes_apart(at_a.boxes[a.piece], at_b.boxes[b.piece], kBoxesApart)) return std::nullopt;
  const TimeSpan span{stretch.start, stretch.end};
  const PairMotion motion =
      pair_motion(bodies_.world->bodies[a.body].pieces[a.piece], at_a.path,
                  bodies_.world->bodies[b.body].pieces[b.piece], at_b.path, span);
  const PairEvents found =
      first_event(motion, {a, b, at_a.segment, at_b.segment}, level_, tracking_[index]);
  record.certificates.insert(record.certificates.end(), found.certificates.begin(),
                             found.certificates.end());
  if (const auto* touch = std::get_if<Touches>(&found.outcome)) return touch->when.begin;
  if (const auto* open = std::get_if<NotProved>(&found.outcome)) return open->time;
  return std::nullopt;
}

double StepTrace::separation_at(std::size_t index, double s) const {
  const PieceRefPair& pair = bodies_.pairs[index];
  const auto piece_of = [&](const PieceRef& piece) -> const Polytope& {
    return bodies_.world->bodies[piece.link].pieces[piece.piece].polytope;
  };
  PlacedPair placed_pair;
  placed_pair.B = &piece_of(pair.B);
  placed_pair.X_WB = pose_at(moving_[pair.B.link].path, s);
  if (pair.A.link == kWorldLink) {
    placed_pair.A = &bodies_.world->half_spaces[pair.A.piece];
  } else {
    placed_pair.A = &piece_of(pair.A);
    placed_pair.X_WA = pose_at(moving_[pair.A.link].path, s);
  }
  return pair_axis(placed_pair, {}).separation;
}

UncertifiedPair StepTrace::measured(std::size_t index, const StepStretch& stretch) const {
  UncertifiedPair out;
  out.pair = index;
  out.separation = separation_at(index, 0.0);
  double at = 0.0;
  const double first = out.separation;
  const double last = separation_at(index, 1.0);
  for (int k = 1; k <= kSamples; ++k) {
    const double s = static_cast<double>(k) / kSamples;
    const double here = separation_at(index, s);
    if (here >= out.separation) continue;
    out.separation = here;
    at = s;
  }
  out.time = trace::seconds(stretch.start) + at * trace::elapsed(stretch.start, stretch.end);
  out.missed = out.separation < 0.0 && first >= 0.0 && last >= 0.0;
  return out;
}

void StepTrace::certify_pair(std::size_t index, const StepStretch& stretch, StepRecord& record) {
  const bool on_ground = bodies_.pairs[index].A.link == kWorldLink;
  const auto open = on_ground ? certify_over_half_space(index, stretch, record)
                              : certify_bodies(index, stretch, record);
  if (!open) return;
  const UncertifiedPair found = measured(index, stretch);
  for (UncertifiedPair& known : record.uncertified) {
    if (known.pair != index) continue;
    if (found.separation < known.separation) known = found;
    return;
  }
  record.uncertified.push_back(found);
}

StepRecord StepTrace::record(const StepStretch& stretch, trace::EndReason reason) {
  StepRecord out;
  out.unresolved = enter(stretch);
  if (out.unresolved) return out;
  for (trace::Segment segment : stretch.segments) {
    segment.index = moving_[segment.body].segment;
    segment.reason = reason;
    out.segments.push_back(std::move(segment));
  }
  for (std::size_t i = 0; i < bodies_.pairs.size(); ++i) certify_pair(i, stretch, out);
  return out;
}

StepRecord StepTrace::record(const StepPaths& paths, trace::EndReason reason) {
  StepRecord out;
  for (const StepStretch& stretch : paths.stretches) {
    StepRecord part = record(stretch, reason);
    if (part.unresolved) return part;
    out.segments.insert(out.segments.end(), part.segments.begin(), part.segments.end());
    out.certificates.insert(out.certificates.end(), part.certificates.begin(),
                            part.certificates.end());
    out.uncertified.insert(out.uncertified.end(), part.uncertified.begin(), part.uncertified.end());
  }
  return out;
}

}  // namespace rigor
