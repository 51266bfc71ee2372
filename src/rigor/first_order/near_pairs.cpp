// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/near_pairs.hpp>

namespace rigor::first_order {
namespace {

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
    : world_(world), swept_(world), courses_(world.bodies.size()), open_(world.bodies.size()) {}

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

void NearPairs::enter(std::uint32_t body, Course course) {
  swept_.set(body, course.path);
  courses_[body] = std::move(course);
}

std::vector<PairId> pairs_around(const NearPairs& all, std::uint32_t body) {
  std::vector<PairId> pairs;
  all.swept().add_near(body, kBoxMargin, pairs);
  const TimeSpan& span = all.course(body).span;
  for (const LimitCourse& limit : all.course(body).limits)
    if (std::min(limit.gap, limit.gap + limit.rate * trace::elapsed(span.begin, span.end)) <=
        kBoxMargin)
      pairs.push_back(limit.pair);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
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
