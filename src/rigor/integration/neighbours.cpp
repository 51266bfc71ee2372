// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/swept_box.hpp>
#include <rigor/integration/neighbours.hpp>

namespace rigor {

Neighbourhood::Neighbourhood(std::vector<std::vector<PieceShape>> shapes)
    : shapes_(std::move(shapes)), present_(shapes_.size()) {
  for (std::uint32_t body = 0; body < shapes_.size(); ++body) {
    first_piece_.push_back(static_cast<std::uint32_t>(pieces_.size()));
    for (std::uint32_t piece = 0; piece < shapes_[body].size(); ++piece)
      pieces_.push_back({{body, piece}, std::nullopt});
  }
}

void Neighbourhood::prove_apart(const Occupancy& here, const trace::PieceId& mine,
                                const trace::PieceId& theirs, double level,
                                NeighbourProof& proof) const {
  const Occupancy& there = *present_[theirs.body];
  const TimeSpan span{std::max(here.span.begin, there.span.begin),
                      std::min(here.span.end, there.span.end)};
  if (!(span.begin < span.end)) return;
  const bool first = mine < theirs;
  const trace::PieceId& a = first ? mine : theirs;
  const trace::PieceId& b = first ? theirs : mine;
  const Occupancy& at_a = first ? here : there;
  const Occupancy& at_b = first ? there : here;
  const PairMotion pair =
      pair_motion(shapes_[a.body][a.piece], at_a.path, shapes_[b.body][b.piece], at_b.path, span);
  PairTracking tracking;
  PairEvents events = first_event(pair, {a, b, at_a.segment, at_b.segment}, level, tracking);
  proof.certificates.insert(proof.certificates.end(), events.certificates.begin(),
                            events.certificates.end());
  std::optional<trace::Time> end;
  if (const auto* touches = std::get_if<Touches>(&events.outcome)) end = touches->when.begin;
  if (const auto* open = std::get_if<NotProved>(&events.outcome)) end = open->time;
  if (end && (!proof.meeting || *end < proof.meeting->when))
    proof.meeting = Meeting{mine.body, theirs.body, *end};
}

NeighbourProof Neighbourhood::enter(Occupancy occupancy, double level) {
  const std::uint32_t body = occupancy.body;
  const std::uint32_t first = first_piece_[body];
  const auto count = static_cast<std::uint32_t>(shapes_[body].size());
  for (std::uint32_t i = first; i < first + count; ++i)
    if (pieces_[i].handle) tree_.remove(*pieces_[i].handle);
  NeighbourProof proof;
  std::vector<SweptEntry> entries;
  for (std::uint32_t i = first; i < first + count; ++i) {
    const Aabb box = swept_box(occupancy.path, shapes_[body][i - first].tree);
    entries.push_back({box, occupancy.span, i});
    for (const std::uint32_t other : tree_.query(entries.back(), level))
      prove_apart(occupancy, pieces_[i].id, pieces_[other].id, level, proof);
  }
  for (const SweptEntry& entry : entries) pieces_[entry.id].handle = tree_.insert(entry);
  present_[body] = std::move(occupancy);
  return proof;
}

}  // namespace rigor
