// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/pair_proof.hpp>

namespace rigor::first_order {
namespace {

/// A level may take this part of the room between the floor and the present gap: the rest is what
/// a touch leaves to the next one.
constexpr double kPartOfRoom = 0.5;

/// The course of the limit.
const LimitCourse& limit_course(const Course& course, const PairId& pair) {
  const auto is_it = [&](const LimitCourse& limit) { return limit.pair == pair; };
  return *std::find_if(course.limits.begin(), course.limits.end(), is_it);
}

/// Pairs with less room than this part of the skin above the least gap use up a tenth of what is
/// left down to the floor: a level at the gap itself could not be proved, whatever they do, and one
/// at the floor leaves nothing to the touches that follow.
constexpr double kLeastRoom = 1e-3;
constexpr double kPartBelow = 0.9;

/// The level to prove: l + (γ - l) 2^-k, l the least gap, with the least k >= 1 that leaves half of
/// the room. On this ladder pairs at rest keep their level, and with it the axes of the last proof.
double level_for(const NearPair& pair, const Scales& scales) {
  const double room = kPartOfRoom * (pair.separation - scales.least_gap());
  if (room < kLeastRoom * scales.skin)
    return scales.floor() + kPartBelow * std::max(0.0, pair.separation - scales.floor());
  double above = 0.5 * (pair.gap - scales.least_gap());
  while (above > room) above *= 0.5;
  return scales.least_gap() + above;
}

/// The checker looks at limits by itself: no certificate is filed.
void prove_within_limit(const Course& course, double level, const trace::Time& from,
                        NearPair& pair) {
  const LimitCourse& limit = limit_course(course, pair.id);
  const double begin = trace::elapsed(course.span.begin, from);
  const double end = trace::elapsed(course.span.begin, course.span.end);
  if (limit.gap + limit.rate * end >= level || limit.rate >= 0.0) return;
  const double at = std::clamp((level - limit.gap) / limit.rate, begin, end);
  const trace::Time t = std::min(trace::advanced(course.span.begin, at), course.span.end);
  pair.touch = TimeSpan{t, t};
}

void prove_above_half_space(const World& world, const Course& course, double level,
                            const TimeSpan& span, NearPair& pair) {
  const HalfSpace& half_space = world.half_spaces[pair.id.a.piece];
  const VertexTree& vertices = world.bodies[pair.id.b.body].pieces[pair.id.b.piece].tree;
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

}  // namespace

void prove(const World& world, const NearPairs& pairs, const Scales& scales,
           const trace::Time& from, NearPair& pair) {
  pair.touch.reset();
  pair.certificates.clear();
  const Course& course_b = pairs.course(pair.id.b.body);
  const double level = level_for(pair, scales);
  if (on_limit(pair.id)) return prove_within_limit(course_b, level, from, pair);
  if (on_half_space(pair.id)) {
    prove_above_half_space(world, course_b, level, {from, course_b.span.end}, pair);
    return;
  }
  const Course& course_a = pairs.course(pair.id.a.body);
  const TimeSpan span{from, std::min(course_a.span.end, course_b.span.end)};
  if (!(span.begin < span.end)) return;  // a driven body takes up its next piece there
  const PairNames names{pair.id.a, pair.id.b, course_a.segment, course_b.segment};
  const PairMotion motion =
      pair_motion(world.bodies[pair.id.a.body].pieces[pair.id.a.piece], course_a.path,
                  world.bodies[pair.id.b.body].pieces[pair.id.b.piece], course_b.path, span);
  PairEvents events = first_event(motion, names, level, pair.tracking);
  pair.certificates = std::move(events.certificates);
  if (const auto* touches = std::get_if<Touches>(&events.outcome)) pair.touch = touches->when;
  if (const auto* not_proved = std::get_if<NotProved>(&events.outcome))
    pair.touch = TimeSpan{not_proved->time, not_proved->time};
}

}  // namespace rigor::first_order
