// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/box.hpp>
#include <rigor/verification/double_separation.hpp>
#include <rigor/verification/episode.hpp>

namespace rigor::verification {
namespace {

using trace::PieceId;

/// How often an interval without certificate is halved before its boxes must be apart.
constexpr int kBoxDepth = 12;
/// How often that is tried in doubles.
constexpr int kDoubleBoxDepth = 6;

/// What is known, and what is learned.
struct Known {
  const Subject& subject;
  double required = 0.0;
  Gap& gap;
  Counts& counts;
};

DoublePiece moving(const Subject& subject, const PieceId& id, const DoubleMotion& motion) {
  return {&motion, &subject.trace->bodies[id.body].pieces[id.piece].vertices};
}

MovingPiece moving(const Subject& subject, const PieceId& id, const Motion& motion) {
  return {&motion, &subject.points[id.body][id.piece]};
}

template <typename Know>
bool boxes_apart_in_doubles(const Known& x, const Episode& episode, const DoubleMotion& motion_a,
                            const DoubleMotion& motion_b, int depth, const Know& know) {
  const std::optional<Box> a = double_box(moving(x.subject, episode.a, motion_a));
  const std::optional<Box> b = double_box(moving(x.subject, episode.b, motion_b));
  if (!a || !b) return false;
  const double distance = distance_below(*a, *b);
  if (distance > std::max(x.required, kComfortableDistance)) {
    know(distance);
    return true;
  }
  if (depth == kDoubleBoxDepth) return false;
  const DoubleMotionHalves halves_a = halves(motion_a);
  const DoubleMotionHalves halves_b = halves(motion_b);
  return boxes_apart_in_doubles(x, episode, halves_a.left, halves_b.left, depth + 1, know) &&
         boxes_apart_in_doubles(x, episode, halves_a.right, halves_b.right, depth + 1, know);
}

bool apart_in_doubles(const Known& x, const Episode& episode, const Span& span) {
  const DoubleMotion motion_b = double_motion(*episode.segment_b, span);
  const DoublePiece b = moving(x.subject, episode.b, motion_b);
  if (episode.segment_a == nullptr) {
    const trace::HalfSpace& half_space = x.subject.trace->half_spaces[episode.a.piece];
    const DoubleSeparation separation = over_half_space(b, {half_space.normal, half_space.offset});
    if (!proves_apart(separation, x.required, {span, episode.a, episode.b}, x.gap)) {
      return false;
    }
    x.counts.plane_proofs++;
    return true;
  }
  const DoubleMotion motion_a = double_motion(*episode.segment_a, span);
  Gap learned = x.gap;
  std::uint64_t proofs = 0;
  const auto know = [&](double distance) {
    proofs++;
    note(learned, distance, instant(span, 0.5), episode.a, episode.b);
  };
  if (!boxes_apart_in_doubles(x, episode, motion_a, motion_b, 0, know)) return false;
  x.gap = learned;
  x.counts.box_proofs += proofs;
  return true;
}

Proof apart_from_half_space(const Known& x, const Episode& episode, const Interval& interval) {
  x.counts.plane_proofs++;
  const trace::HalfSpace& half_space = x.subject.trace->half_spaces[episode.a.piece];
  const Plane plane{exact(half_space.normal), Dyadic(half_space.offset)};
  Proof proof;
  for (const Precision precision : {Precision::Rounded, Precision::Exact}) {
    const Motion motion = motion_on(*episode.segment_b, interval, precision);
    const Separation separation = over_half_space(moving(x.subject, episode.b, motion), plane);
    proof =
        prove_apart(separation, x.subject.required_level, {interval, episode.a, episode.b}, x.gap);
    if (proof.sign == Sign::Positive) break;
  }
  return proof;
}

Proof boxes_apart(const Known& x, const Episode& episode, const Interval& interval, int depth) {
  const Motion motion_a = motion_on(*episode.segment_a, interval, Precision::Rounded);
  const Motion motion_b = motion_on(*episode.segment_b, interval, Precision::Rounded);
  const TightBox a = tight_box(moving(x.subject, episode.a, motion_a));
  const TightBox b = tight_box(moving(x.subject, episode.b, motion_b));
  const double distance = a.valid && b.valid ? distance_below(a.box, b.box) : -1.0;
  const double wanted =
      depth < kBoxDepth / 2 ? std::max(x.required, kComfortableDistance) : x.required;
  if (distance > wanted) {
    x.counts.box_proofs++;
    note(x.gap, distance, instant(interval, 0.5), episode.a, episode.b);
    return {};
  }
  if (depth == kBoxDepth) return {Sign::Undecided, instant(interval, 0.5), distance};
  const Dyadic middle = Dyadic(0.5) * (interval.begin + interval.end);
  const Proof first = boxes_apart(x, episode, {interval.begin, middle}, depth + 1);
  if (first.sign != Sign::Positive) return first;
  return boxes_apart(x, episode, {middle, interval.end}, depth + 1);
}

}  // namespace

double required_distance(const Subject& subject) {
  return approximate(subject.required_level) * (1.0 + 0x1p-50);
}

Proof prove_apart(const Subject& subject, const Episode& episode, const Span& span, Gap& gap,
                  Counts& counts) {
  const Known x{subject, required_distance(subject), gap, counts};
  if (apart_in_doubles(x, episode, span)) return {};
  const Interval interval{exact(span.begin), exact(span.end)};
  return episode.segment_a == nullptr ? apart_from_half_space(x, episode, interval)
                                      : boxes_apart(x, episode, interval, 0);
}

}  // namespace rigor::verification
