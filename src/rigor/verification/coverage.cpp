// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <rigor/verification/box.hpp>
#include <rigor/verification/coverage.hpp>

namespace rigor::verification {
namespace {

using trace::Certificate;
using trace::PieceId;
using trace::Segment;
using trace::Time;

/// Boxes closer than this (metres) are refined, so that the smallest gap is not dominated by them.
constexpr double kComfortableDistance = 1e-6;
/// How often an interval without certificate is halved before its boxes must be apart.
constexpr int kBoxDepth = 12;

using PairKey = std::pair<PieceId, PieceId>;

PairKey key_of(const PieceId& a, const PieceId& b) {
  const bool swap = a.body != trace::kWorld && (b.body == trace::kWorld || b < a);
  return swap ? PairKey{b, a} : PairKey{a, b};
}

/// A pair during the time in which each side stays on one segment.
struct Episode {
  PieceId a;
  PieceId b;
  const Segment* segment_a = nullptr;  ///< null for a half-space
  const Segment* segment_b = nullptr;
  Time begin;
  Time end;
};

class Coverage {
 public:
  Coverage(const Subject& subject, const std::vector<bool>& holds, Report& report, Gap& gap,
           Counts& counts)
      : subject_(subject), report_(report), gap_(gap), counts_(counts) {
    required_ = approximate(subject.required_level) * (1.0 + 0x1p-50);
    const auto& certificates = subject.trace->certificates;
    for (std::size_t i = 0; i < certificates.size(); ++i) {
      if (holds[i]) by_pair_[{certificates[i].a, certificates[i].b}].push_back(&certificates[i]);
    }
    for (auto& entry : by_pair_) {
      std::sort(entry.second.begin(), entry.second.end(),
                [](const Certificate* x, const Certificate* y) {
                  return std::tie(x->segment_a, x->segment_b, x->begin) <
                         std::tie(y->segment_a, y->segment_b, y->begin);
                });
    }
    for (const auto& exclusion : subject.trace->exclusions) {
      excluded_.insert(key_of(exclusion.a, exclusion.b));
    }
    make_boxes();
  }

  void all() {
    const auto bodies = static_cast<std::uint32_t>(subject_.courses.size());
    for (std::uint32_t j = 0; j < bodies; ++j) {
      for (std::uint32_t h = 0; h < subject_.trace->half_spaces.size(); ++h) {
        if (!subject_.is_fixed(j)) pieces({trace::kWorld, h}, j);
      }
      for (std::uint32_t i = 0; i < j; ++i) {
        if (subject_.is_fixed(i) && subject_.is_fixed(j)) continue;
        for (std::uint32_t p = 0; p < subject_.points[i].size(); ++p) pieces({i, p}, j);
      }
    }
  }

 private:
  void make_boxes() {
    for (std::uint32_t body = 0; body < subject_.courses.size(); ++body) {
      auto& of_body = boxes_.emplace_back();
      for (const trace::Piece& piece : subject_.trace->bodies[body].pieces) {
        const double radius = radius_above(piece);
        auto& of_piece = of_body.emplace_back();
        for (const Segment* segment : subject_.courses[body]) {
          of_piece.push_back(ball_box(*segment, radius));
        }
      }
    }
  }

  void pieces(const PieceId& a, std::uint32_t body_b) {
    for (std::uint32_t q = 0; q < subject_.points[body_b].size(); ++q) {
      const PieceId b{body_b, q};
      if (excluded_.count(key_of(a, b)) != 0) continue;
      counts_.pairs++;
      report_.checked(Rule::Coverage);
      covered(a, b);
    }
  }

  /// Walks through the episodes of a pair; stops at the first that is not covered.
  bool covered(const PieceId& a, const PieceId& b) {
    const auto found = by_pair_.find({a, b});
    const auto* certificates = found == by_pair_.end() ? nullptr : &found->second;
    const bool world = a.body == trace::kWorld;
    const auto& course_b = subject_.courses[b.body];
    std::size_t k = 0;
    std::size_t l = 0;
    std::size_t next = 0;
    while (l < course_b.size() && (world || k < subject_.courses[a.body].size())) {
      Episode episode{a, b, world ? nullptr : subject_.courses[a.body][k], course_b[l], {}, {}};
      episode.begin = world ? episode.segment_b->start
                            : std::max(episode.segment_a->start, episode.segment_b->start);
      const Time end_a = world ? episode.segment_b->end : episode.segment_a->end;
      const Time end_b = episode.segment_b->end;
      episode.end = std::min({end_a, end_b, subject_.trace->footer.end});
      if (!(episode.begin < episode.end)) return true;  // past the end of the run
      if (!covered(episode, certificates, next)) return false;
      if (!world && !(end_b < end_a)) ++k;
      if (!(end_a < end_b)) ++l;
    }
    return true;
  }

  /// The certificates are sorted by segments and begin; `next` moves on with the episodes.
  bool covered(const Episode& episode, const std::vector<const Certificate*>* certificates,
               std::size_t& next) {
    const std::uint32_t index_a =
        episode.segment_a == nullptr ? trace::kNoSegment : episode.segment_a->index;
    const auto segments = std::make_tuple(index_a, episode.segment_b->index);
    const auto of = [](const Certificate& c) { return std::make_tuple(c.segment_a, c.segment_b); };
    Time reached = episode.begin;
    if (certificates != nullptr) {
      while (next < certificates->size() && of(*(*certificates)[next]) < segments) ++next;
      for (; next < certificates->size() && of(*(*certificates)[next]) == segments; ++next) {
        const Certificate& c = *(*certificates)[next];
        if (reached < c.begin && reached < episode.end) {
          if (!apart(episode, reached, std::min(c.begin, episode.end))) return false;
        }
        reached = std::max(reached, c.end);
      }
    }
    return !(reached < episode.end) || apart(episode, reached, episode.end);
  }

  /// Proves the pair apart on [begin, end] without a certificate.
  bool apart(const Episode& episode, const Time& begin, const Time& end) {
    const Box& box_b = boxes_[episode.b.body][episode.b.piece][episode.segment_b->index];
    const double far =
        episode.segment_a == nullptr
            ? distance_below(subject_.trace->half_spaces[episode.a.piece], box_b)
            : distance_below(boxes_[episode.a.body][episode.a.piece][episode.segment_a->index],
                             box_b);
    const Interval interval{exact(begin), exact(end)};
    if (far > std::max(required_, kComfortableDistance)) {
      counts_.box_proofs++;
      note(gap_, far, seconds(begin), episode.a, episode.b);
      return true;
    }
    const Proof proof = episode.segment_a == nullptr ? apart_from_half_space(episode, interval)
                                                     : boxes_apart(episode, interval, 0);
    if (proof.sign == Sign::Positive) return true;
    report_.failed({Rule::Coverage, proof.sign == Sign::Refuted, proof.time, episode.a, episode.b,
                    "no certificate that holds, and the pair is not plainly apart"});
    return false;
  }

  MovingPiece moving(const PieceId& id, const Motion& motion) const {
    return {&motion, &subject_.points[id.body][id.piece]};
  }

  Proof apart_from_half_space(const Episode& episode, const Interval& interval) {
    counts_.plane_proofs++;
    const trace::HalfSpace& half_space = subject_.trace->half_spaces[episode.a.piece];
    const Plane plane{exact(half_space.normal), Dyadic(half_space.offset)};
    Proof proof;
    for (const Precision precision : {Precision::Rounded, Precision::Exact}) {
      const Motion motion = motion_on(*episode.segment_b, interval, precision);
      const Separation separation = over_half_space(moving(episode.b, motion), plane);
      proof =
          prove_apart(separation, subject_.required_level, {interval, episode.a, episode.b}, gap_);
      if (proof.sign == Sign::Positive) break;
    }
    return proof;
  }

  Proof boxes_apart(const Episode& episode, const Interval& interval, int depth) {
    const Motion motion_a = motion_on(*episode.segment_a, interval, Precision::Rounded);
    const Motion motion_b = motion_on(*episode.segment_b, interval, Precision::Rounded);
    const TightBox a = tight_box(moving(episode.a, motion_a));
    const TightBox b = tight_box(moving(episode.b, motion_b));
    const double distance = a.valid && b.valid ? distance_below(a.box, b.box) : -1.0;
    const double wanted =
        depth < kBoxDepth / 2 ? std::max(required_, kComfortableDistance) : required_;
    if (distance > wanted) {
      counts_.box_proofs++;
      note(gap_, distance, instant(interval, 0.5), episode.a, episode.b);
      return {};
    }
    if (depth == kBoxDepth) return {Sign::Undecided, instant(interval, 0.5), distance};
    const Dyadic middle = Dyadic(0.5) * (interval.begin + interval.end);
    const Proof first = boxes_apart(episode, {interval.begin, middle}, depth + 1);
    if (first.sign != Sign::Positive) return first;
    return boxes_apart(episode, {middle, interval.end}, depth + 1);
  }

  const Subject& subject_;
  Report& report_;
  Gap& gap_;
  Counts& counts_;
  double required_ = 0.0;
  std::map<PairKey, std::vector<const Certificate*>> by_pair_;
  std::set<PairKey> excluded_;
  std::vector<std::vector<std::vector<Box>>> boxes_;  ///< body, piece, segment
};

}  // namespace

void check_coverage(const Subject& subject, const std::vector<bool>& holds, Report& report,
                    Gap& gap, Counts& counts) {
  Coverage(subject, holds, report, gap, counts).all();
}

}  // namespace rigor::verification
