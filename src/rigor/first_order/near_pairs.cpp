// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/swept_box.hpp>
#include <rigor/first_order/near_pairs.hpp>

namespace rigor::first_order {
namespace {

/// A level may take this part of the room between the floor and the present gap: the rest is what
/// a touch leaves to the next one.
constexpr double kPartOfRoom = 0.5;

PairId ordered(const trace::PieceId& x, const trace::PieceId& y) {
  return x < y ? PairId{x, y} : PairId{y, x};
}

/// The course of the limit.
const LimitCourse& limit_course(const Course& course, const PairId& pair) {
  const auto is_it = [&](const LimitCourse& limit) { return limit.pair == pair; };
  return *std::find_if(course.limits.begin(), course.limits.end(), is_it);
}

/// Pairs with less room than this part of the skin above the least gap use up half of what is left
/// down to the floor: a level at the gap itself could not be proved, whatever they do.
constexpr double kLeastRoom = 1e-3;

/// The level to prove: l + (γ - l) 2^-k, l the least gap, with the least k >= 1 that leaves half of
/// the room. On this ladder pairs at rest keep their level, and with it the axes of the last proof.
double level_for(const NearPair& pair, const Scales& scales) {
  const double room = kPartOfRoom * (pair.separation - scales.least_gap());
  if (room < kLeastRoom * scales.skin)
    return scales.floor() + kPartOfRoom * std::max(0.0, pair.separation - scales.floor());
  double above = 0.5 * (pair.gap - scales.least_gap());
  while (above > room) above *= 0.5;
  return scales.least_gap() + above;
}

void insert_sorted(std::vector<PairId>& list, const PairId& id) {
  const auto at = std::lower_bound(list.begin(), list.end(), id);
  if (at == list.end() || *at != id) list.insert(at, id);
}

void erase_sorted(std::vector<PairId>& list, const PairId& id) {
  const auto at = std::lower_bound(list.begin(), list.end(), id);
  if (at != list.end() && *at == id) list.erase(at);
}

}  // namespace

PlacedPair placed(const World& world, const PairId& id, const Pose& pose_A, const Pose& pose_B) {
  const Polytope& B = world.bodies[id.b.body].pieces[id.b.piece].polytope;
  if (on_half_space(id)) return {&world.half_spaces[id.a.piece], Pose{}, &B, pose_B};
  return {&world.bodies[id.a.body].pieces[id.a.piece].polytope, pose_A, &B, pose_B};
}

NearPairs::NearPairs(const World& world)
    : world_(world), courses_(world.bodies.size()), open_(world.bodies.size()) {
  for (const Body& body : world.bodies) {
    first_piece_.push_back(static_cast<std::uint32_t>(pieces_.size()));
    for (std::uint32_t p = 0; p < body.pieces.size(); ++p) pieces_.push_back({body.id, p});
  }
  boxes_.resize(pieces_.size());
  handles_.resize(pieces_.size());
}

NearPair& NearPairs::at(const PairId& id, const Scales& scales) {
  const auto [found, is_new] = pairs_.try_emplace(id);
  NearPair& pair = found->second;
  if (!is_new) return pair;
  const Model& model = *world_.model;
  const Body& body = world_.bodies[id.b.body];
  pair.id = id;
  if (on_limit(id)) {
    pair.radius = std::numeric_limits<double>::infinity();
    pair.surface.restitution = limit_restitution(world_, id);
    pair.gap = pair.full_gap = gap_target(scales, pair.radius);
    return pair;
  }
  double thin = thinnest_extent(body);
  int material = 0;
  pair.radius = body.radius;
  pair.belt_W = model.links[id.b.body].belt;
  if (on_half_space(id)) {
    material = model.half_spaces[id.a.piece].material;
    pair.belt_W -= model.half_spaces[id.a.piece].belt;
  } else {
    const Body& other = world_.bodies[id.a.body];
    material = other.materials[id.a.piece];
    pair.belt_W -= model.links[id.a.body].belt;
    pair.radius = std::min(pair.radius, other.radius);
    thin = std::min(thin, thinnest_extent(other));
  }
  const Surface& surface = rigor::surface(model, material, body.materials[id.b.piece]);
  pair.surface.friction = surface.friction;
  pair.surface.restitution = surface.restitution;
  pair.surface.viscosity = surface.viscous;
  pair.gap = pair.full_gap = gap_target(scales, thin);
  return pair;
}

NearPair* NearPairs::find(const PairId& id) {
  const auto found = pairs_.find(id);
  return found == pairs_.end() ? nullptr : &found->second;
}

void NearPairs::set_box(std::uint32_t piece, const Aabb& box) {
  if (handles_[piece]) tree_.remove(*handles_[piece]);
  boxes_[piece] = box;
  handles_[piece] = tree_.insert({box, TimeSpan{}, piece});
}

void NearPairs::set_boxes(const std::vector<Aabb>& boxes) {
  for (std::uint32_t i = 0; i < boxes.size(); ++i) set_box(i, boxes[i]);
}

void NearPairs::enter(std::uint32_t body, Course course) {
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p)
    set_box(first_piece_[body] + p, swept_box(course.path, world_.bodies[body].pieces[p].tree));
  courses_[body] = std::move(course);
}

std::vector<PairId> NearPairs::around(std::uint32_t body) const {
  std::vector<PairId> pairs;
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p) {
    const std::uint32_t i = first_piece_[body] + p;
    for (std::uint32_t s = 0; s < world_.half_spaces.size(); ++s) {
      const HalfSpace& half_space = world_.half_spaces[s];
      if (box_above(half_space.normal, half_space.offset, boxes_[i], kBoxMargin)) continue;
      const PairId pair{{trace::kWorld, s}, {body, p}};
      if (!is_excluded(world_, pair.a, pair.b)) pairs.push_back(pair);
    }
    for (const std::uint32_t other : tree_.query({boxes_[i], TimeSpan{}, 0}, kBoxMargin))
      if (pieces_[other].body != body && !is_excluded(world_, {body, p}, pieces_[other]))
        pairs.push_back(ordered({body, p}, pieces_[other]));
  }
  const TimeSpan& span = courses_[body].span;
  for (const LimitCourse& limit : courses_[body].limits)
    if (std::min(limit.gap, limit.gap + limit.rate * trace::elapsed(span.begin, span.end)) <=
        kBoxMargin)
      pairs.push_back(limit.pair);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

void NearPairs::add_around(std::uint32_t body, const Pose& X_WB, double reach,
                           std::vector<PairId>& pairs) const {
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p) {
    const Aabb box = aabb(world_.bodies[body].pieces[p].polytope, X_WB);
    for (std::uint32_t s = 0; s < world_.half_spaces.size(); ++s) {
      const HalfSpace& half_space = world_.half_spaces[s];
      if (box_above(half_space.normal, half_space.offset, box, reach)) continue;
      const PairId pair{{trace::kWorld, s}, {body, p}};
      if (!is_excluded(world_, pair.a, pair.b)) pairs.push_back(pair);
    }
    for (const std::uint32_t other : tree_.query({box, TimeSpan{}, 0}, reach))
      if (pieces_[other].body != body && !is_excluded(world_, {body, p}, pieces_[other]))
        pairs.push_back(ordered({body, p}, pieces_[other]));
  }
}

/// The checker looks at limits by itself: no certificate is filed.
void NearPairs::prove_within_limit(NearPair& pair, double level, const trace::Time& from) const {
  const Course& course = courses_[pair.id.b.body];
  const LimitCourse& limit = limit_course(course, pair.id);
  const double begin = trace::elapsed(course.span.begin, from);
  const double end = trace::elapsed(course.span.begin, course.span.end);
  if (limit.gap + limit.rate * end >= level || limit.rate >= 0.0) return;
  const double at = std::clamp((level - limit.gap) / limit.rate, begin, end);
  const trace::Time t = std::min(trace::advanced(course.span.begin, at), course.span.end);
  pair.touch = TimeSpan{t, t};
}

void NearPairs::prove_above_half_space(NearPair& pair, double level, const TimeSpan& span) const {
  const Course& course = courses_[pair.id.b.body];
  const HalfSpace& half_space = world_.half_spaces[pair.id.a.piece];
  const VertexTree& vertices = world_.bodies[pair.id.b.body].pieces[pair.id.b.piece].tree;
  HalfSpaceResult result =
      certify_half_space(world_plane_gap(course.path, surface(half_space)), vertices,
                         GapLevels{level, {}}, course.path.clock, span);
  const trace::Time end = result.certificate.end;
  if (end < span.end) pair.touch = TimeSpan{end, end};
  if (const auto* leaves = std::get_if<Leaves>(&result.exit); leaves != nullptr && pair.touch)
    pair.touch->end = std::min(span.end, time_at_least(course.path.clock, leaves->hi));
  if (!(span.begin < end)) return;
  const PairNames names{pair.id.a, pair.id.b, trace::kNoSegment, course.segment};
  pair.certificates.push_back(named(result.certificate, names, half_space));
}

void NearPairs::prove(NearPair& pair, const Scales& scales, const trace::Time& from) const {
  pair.touch.reset();
  pair.certificates.clear();
  const Course& course_b = courses_[pair.id.b.body];
  const double level = level_for(pair, scales);
  if (on_limit(pair.id)) return prove_within_limit(pair, level, from);
  if (on_half_space(pair.id)) return prove_above_half_space(pair, level, {from, course_b.span.end});
  const Course& course_a = courses_[pair.id.a.body];
  const TimeSpan span{from, std::min(course_a.span.end, course_b.span.end)};
  const PairNames names{pair.id.a, pair.id.b, course_a.segment, course_b.segment};
  const PairMotion motion =
      pair_motion(world_.bodies[pair.id.a.body].pieces[pair.id.a.piece], course_a.path,
                  world_.bodies[pair.id.b.body].pieces[pair.id.b.piece], course_b.path, span);
  PairEvents events = first_event(motion, names, level, pair.tracking);
  pair.certificates = std::move(events.certificates);
  if (const auto* touches = std::get_if<Touches>(&events.outcome)) pair.touch = touches->when;
  if (const auto* not_proved = std::get_if<NotProved>(&events.outcome))
    pair.touch = TimeSpan{not_proved->time, not_proved->time};
}

void NearPairs::file(NearPair& pair) {
  pair.open = true;
  if (!on_half_space(pair.id)) insert_sorted(open_[pair.id.a.body], pair.id);
  insert_sorted(open_[pair.id.b.body], pair.id);
  if (pair.touch) touches_.insert({pair.touch->begin, pair.id});
}

void NearPairs::close(NearPair& pair, const trace::Time& t,
                      std::vector<trace::Certificate>& final) {
  if (pair.touch) touches_.erase({pair.touch->begin, pair.id});
  for (trace::Certificate& certificate : pair.certificates) {
    if (!(certificate.begin < t)) continue;
    certificate.end = std::min(certificate.end, t);
    final.push_back(std::move(certificate));
  }
  pair.open = false;
  pair.touch.reset();
  pair.certificates.clear();
  if (!on_half_space(pair.id)) erase_sorted(open_[pair.id.a.body], pair.id);
  erase_sorted(open_[pair.id.b.body], pair.id);
}

std::vector<trace::Certificate> NearPairs::leave(std::uint32_t body, const trace::Time& t) {
  std::vector<trace::Certificate> final;
  const std::vector<PairId> pairs = open_[body];
  for (const PairId& id : pairs) close(pairs_.at(id), t, final);
  return final;
}

std::optional<Touch> NearPairs::next_touch() const {
  if (touches_.empty()) return std::nullopt;
  const PairId& id = touches_.begin()->second;
  return Touch{id, *pairs_.at(id).touch};
}

void NearPairs::forget_before(std::uint64_t step) {
  std::erase_if(pairs_, [step](const auto& entry) {
    return !entry.second.open && entry.second.seen_in < step;
  });
}

}  // namespace rigor::first_order
