// SPDX-License-Identifier: Apache-2.0
#include <rigor/certify/tracking_fields.hpp>
#include <rigor/classic/classic_checkpoint.hpp>
#include <rigor/trace/compound_fields.hpp>

namespace rigor {

using trace::coordinates;
using trace::Is;
using trace::optional_field;

constexpr unsigned count_of(FeatureKind) { return 3; }
constexpr unsigned count_of(CornerKind) { return 6; }
constexpr unsigned count_of(ContactKind) { return 7; }

/// Steps by what limited them.
struct RuleCount {
  std::string rule;
  std::uint64_t steps = 0;
};

template <class Visitor, Is<RuleCount> T>
void fields(Visitor& visit, T& x) {
  visit("rule", x.rule);
  visit("steps", x.steps);
}

template <class Visitor>
void rule_counts(Visitor& visit, const std::map<std::string, std::uint64_t>& x) {
  std::vector<RuleCount> list;
  for (const auto& [rule, steps] : x) list.push_back({rule, steps});
  visit("rules", list);
}
template <class Visitor>
void rule_counts(Visitor& visit, std::map<std::string, std::uint64_t>& x) {
  std::vector<RuleCount> list;
  visit("rules", list);
  for (const RuleCount& count : list) x[count.rule] = count.steps;
}

template <class Visitor, Is<Feature> T>
void fields(Visitor& visit, T& x) {
  visit("kind", x.kind);
  visit("index", x.index);
}

template <class Visitor, Is<Nearness> T>
void fields(Visitor& visit, T& x) {
  visit("distance", x.distance);
  coordinates(visit, "nhat_AB_W", x.nhat_AB_W);
  coordinates(visit, "p_WA", x.p_WA);
  coordinates(visit, "p_WB", x.p_WB);
}

template <class Visitor, Is<PlaneContact> T>
void fields(Visitor& visit, T& x) {
  coordinates(visit, "point_W", x.point_W);
  coordinates(visit, "p_WA", x.p_WA);
  coordinates(visit, "p_WB", x.p_WB);
  visit("gap", x.gap);
  visit("kind", x.kind);
  visit("on_A", x.on_A);
  visit("on_B", x.on_B);
}

template <class Visitor, Is<PairContact> T>
void fields(Visitor& visit, T& x) {
  visit("pair", x.pair);
  visit("nearness", x.nearness);
  coordinates(visit, "nhat_AB_W", x.nhat_AB_W);
  visit("sigma", x.sigma);
  visit("kind", x.kind);
  visit("plane_unique", x.plane_unique);
  visit("points", x.points);
}

template <class Visitor, Is<PairId> T>
void fields(Visitor& visit, T& x) {
  visit("a", x.a);
  visit("b", x.b);
}

template <class Visitor, Is<CloseApproach> T>
void fields(Visitor& visit, T& x) {
  visit("time", x.time);
  visit("separation", x.separation);
  visit("names", x.names);
}

template <class Visitor, Is<ClassicReport> T>
void fields(Visitor& visit, T& x) {
  rule_counts(visit, x.rules);
  visit("steps_without_contact", x.steps_without_contact);
  visit("paper_changes", x.paper_changes);
  visit("uncertified_steps", x.uncertified_steps);
  optional_field(visit, "first_uncertified", x.first_uncertified);
  optional_field(visit, "deepest", x.deepest);
  visit("missed", x.missed);
  visit("unsettled_steps", x.unsettled_steps);
  visit("worst_residual", x.worst_residual);
  visit("loops_opened", x.loops_opened);
}

template <class Visitor, Is<ClassicCheckpoint> T>
void fields(Visitor& visit, T& x) {
  visit("now", x.now);
  visit("time", x.time);
  visit("q", x.q);
  visit("v", x.v);
  visit("contacts", x.contacts);
  visit("limits", x.limits);
  visit("hints", x.hints);
  visit("next_segments", x.next_segments);
  visit("tracking", x.tracking);
  visit("footer", x.footer);
  visit("report", x.report);
  visit("start_moved", x.start_moved);
  visit("segments", x.segments);
  visit("events", x.events);
  visit("certified", x.certified);
  visit("lowest_energy", x.lowest_energy);
  visit("stepped", x.stepped);
  visit("progress", x.progress);
  visit("tiny_steps", x.tiny_steps);
}

namespace {

/// Whether what the pair remembers is about its two pieces.
bool fits(const ClassicCheckpoint& x, std::size_t index, const SteppedBodies& bodies) {
  const PieceRefPair& pair = bodies.pairs[index];
  const auto shape = [&](const PieceRef& piece) -> const Polytope& {
    return bodies.model.links[piece.link].pieces[piece.piece].shape;
  };
  if (pair.A.link == kWorldLink) return x.tracking[index].axes.empty();
  return fits(x.tracking[index], shape(pair.A), shape(pair.B)) &&
         (x.hints.empty() || fits(x.hints[index], shape(pair.A), shape(pair.B)));
}

bool fits(const ClassicCheckpoint& x, const SteppedBodies& bodies) {
  const Model& model = bodies.model;
  bool good = x.q.size() == static_cast<std::size_t>(model.q_size) &&
              x.v.size() == static_cast<std::size_t>(model.v_size) &&
              x.next_segments.size() == model.links.size() &&
              x.tracking.size() == bodies.pairs.size() &&
              (x.hints.empty() || x.hints.size() == bodies.pairs.size());
  for (std::size_t i = 0; good && i < bodies.pairs.size(); ++i) good = fits(x, i, bodies);
  for (const PairContact& contact : x.contacts) good = good && contact.pair < bodies.pairs.size();
  return good;
}

}  // namespace

trace::Bytes bytes_of(const ClassicCheckpoint& checkpoint) {
  trace::Bytes bytes;
  trace::ByteWriter(bytes).write(checkpoint);
  return bytes;
}

ClassicCheckpoint read_classic_checkpoint(std::span<const std::uint8_t> bytes,
                                          const SteppedBodies& bodies) {
  ClassicCheckpoint out;
  trace::ByteReader reader(bytes);
  reader.read(out);
  if (!reader.at_end() || !fits(out, bodies))
    throw trace::TraceError(trace::Fault::Malformed, "not a checkpoint of this scene's run");
  return out;
}

}  // namespace rigor
