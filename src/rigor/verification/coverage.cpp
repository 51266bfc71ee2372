// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <tuple>

#include <rigor/verification/course_boxes.hpp>
#include <rigor/verification/coverage.hpp>
#include <rigor/verification/episode.hpp>

namespace rigor::verification {
namespace {

using trace::Certificate;
using trace::PieceId;
using trace::Segment;
using trace::Time;

using PairKey = std::pair<PieceId, PieceId>;

PairKey key_of(const PieceId& a, const PieceId& b) {
  const bool swap = a.body != trace::kWorld && (b.body == trace::kWorld || b < a);
  return swap ? PairKey{b, a} : PairKey{a, b};
}

/// What is the same for all pairs.
struct Ground {
  const Subject* subject = nullptr;
  double required = 0.0;                                   ///< metres, not below half the skin
  std::vector<std::vector<CourseBoxes>> boxes;             ///< body, piece
  std::vector<std::vector<const Certificate*>> by_second;  ///< those that hold, by the body of b
  std::set<PairKey> excluded;

  bool is_excluded(const PieceId& a, const PieceId& b) const {
    return !excluded.empty() && excluded.count(key_of(a, b)) != 0;
  }
};

/// Sorted by pair, then by segments and begin.
bool in_order(const Certificate* x, const Certificate* y) {
  return std::tie(x->a, x->b, x->segment_a, x->segment_b, x->begin) <
         std::tie(y->a, y->b, y->segment_a, y->segment_b, y->begin);
}

/// All pairs whose second body is one and the same.
class Coverage {
 public:
  Coverage(const Ground& ground, const Gap& known, Work& work)
      : ground_(ground), subject_(*ground.subject), work_(work), gap_(known) {}

  void all(std::uint32_t j) {
    certificates_ = ground_.by_second[j];
    std::sort(certificates_.begin(), certificates_.end(), in_order);
    for (std::uint32_t h = 0; h < subject_.trace->half_spaces.size(); ++h) {
      if (!subject_.is_fixed(j)) pieces({trace::kWorld, h}, j);
    }
    for (std::uint32_t i = 0; i < j && !work_.stopped(); ++i) {
      if (subject_.is_fixed(i) && subject_.is_fixed(j)) continue;
      for (std::uint32_t p = 0; p < subject_.points[i].size(); ++p) pieces({i, p}, j);
    }
  }

  Report& report() { return report_; }
  const Gap& gap() const { return gap_; }
  const Counts& counts() const { return counts_; }

 private:
  using Node = CourseBoxes::Node;
  using CertificateRange = std::span<const Certificate* const>;

  void pieces(const PieceId& a, std::uint32_t body_b) {
    for (std::uint32_t q = 0; q < subject_.points[body_b].size(); ++q) {
      const PieceId b{body_b, q};
      if (ground_.is_excluded(a, b)) continue;
      counts_.pairs++;
      report_.checked(Rule::Coverage);
      const auto [begin, end] = std::equal_range(certificates_.begin(), certificates_.end(),
                                                 std::tie(a, b), ComparePair{});
      rest_ = {certificates_.data() + (begin - certificates_.begin()),
               static_cast<std::size_t>(end - begin)};
      const CourseBoxes& boxes_b = ground_.boxes[b.body][b.piece];
      if (a.body == trace::kWorld) {
        covered_half_space(a, b, boxes_b.root());
      } else {
        covered(a, b, ground_.boxes[a.body][a.piece].root(), boxes_b.root());
      }
    }
  }

  struct ComparePair {
    using Key = std::tuple<const PieceId&, const PieceId&>;
    bool operator()(const Certificate* x, const Key& y) const { return std::tie(x->a, x->b) < y; }
    bool operator()(const Key& x, const Certificate* y) const { return x < std::tie(y->a, y->b); }
  };

  /// Whether boxes so far apart prove a pair without making the known gap smaller: then nothing
  /// below them needs to be looked at.
  bool plainly_apart(double distance) {
    if (!(distance > std::max(ground_.required, kComfortableDistance)) || distance < gap_.lower) {
      return false;
    }
    counts_.box_proofs++;
    return true;
  }

  /// In the order of time; stops at the first episode that is not covered.
  bool covered_half_space(const PieceId& a, const PieceId& b, const Node& node) {
    const CourseBoxes& boxes = ground_.boxes[b.body][b.piece];
    if (!boxes.exists(node)) return true;
    if (node.level > 0) {
      const trace::HalfSpace& half_space = subject_.trace->half_spaces[a.piece];
      if (plainly_apart(distance_below(half_space, boxes.box(node)))) return true;
      return covered_half_space(a, b, CourseBoxes::left(node)) &&
             covered_half_space(a, b, CourseBoxes::right(node));
    }
    const Segment* segment = subject_.courses[b.body][node.index];
    return covered({a, b, nullptr, segment, segment->start, segment->end});
  }

  bool covered(const PieceId& a, const PieceId& b, const Node& node_a, const Node& node_b) {
    const CourseBoxes& boxes_a = ground_.boxes[a.body][a.piece];
    const CourseBoxes& boxes_b = ground_.boxes[b.body][b.piece];
    if (!boxes_a.exists(node_a) || !boxes_b.exists(node_b)) return true;
    const auto& course_a = subject_.courses[a.body];
    const auto& course_b = subject_.courses[b.body];
    const Time begin =
        std::max(course_a[boxes_a.first(node_a)]->start, course_b[boxes_b.first(node_b)]->start);
    const Time end =
        std::min(course_a[boxes_a.last(node_a)]->end, course_b[boxes_b.last(node_b)]->end);
    if (!(begin < end)) return true;  // not at the same time
    if (node_a.level == 0 && node_b.level == 0) {
      return covered({a, b, course_a[node_a.index], course_b[node_b.index], begin, end});
    }
    if (plainly_apart(distance_below(boxes_a.box(node_a), boxes_b.box(node_b)))) return true;
    // The side with more segments is halved.
    if (node_a.level > node_b.level) {
      return covered(a, b, CourseBoxes::left(node_a), node_b) &&
             covered(a, b, CourseBoxes::right(node_a), node_b);
    }
    return covered(a, b, node_a, CourseBoxes::left(node_b)) &&
           covered(a, b, node_a, CourseBoxes::right(node_b));
  }

  /// One episode: by certificates, and by boxes between them. The certificates are sorted by
  /// segments and begin; `rest_` moves on with the episodes.
  bool covered(Episode episode) {
    episode.end = std::min(episode.end, subject_.trace->footer.end);
    if (!(episode.begin < episode.end)) return true;  // past the end of the run
    const std::uint32_t index_a =
        episode.segment_a == nullptr ? trace::kNoSegment : episode.segment_a->index;
    const auto segments = std::make_tuple(index_a, episode.segment_b->index);
    const auto of = [](const Certificate& c) { return std::make_tuple(c.segment_a, c.segment_b); };
    Time reached = episode.begin;
    while (!rest_.empty() && of(*rest_[0]) < segments) rest_ = rest_.subspan(1);
    for (; !rest_.empty() && of(*rest_[0]) == segments; rest_ = rest_.subspan(1)) {
      const Certificate& c = *rest_[0];
      if (reached < c.begin && reached < episode.end) {
        if (!apart(episode, {reached, std::min(c.begin, episode.end)})) return false;
      }
      reached = std::max(reached, c.end);
    }
    return !(reached < episode.end) || apart(episode, {reached, episode.end});
  }

  const Box& box(const PieceId& id, const Segment& segment) const {
    return ground_.boxes[id.body][id.piece].box({0, segment.index});
  }

  /// Proves the pair apart on the span without a certificate.
  bool apart(const Episode& episode, const Span& span) {
    const Box& box_b = box(episode.b, *episode.segment_b);
    const double far = episode.segment_a == nullptr
                           ? distance_below(subject_.trace->half_spaces[episode.a.piece], box_b)
                           : distance_below(box(episode.a, *episode.segment_a), box_b);
    if (far > std::max(ground_.required, kComfortableDistance)) {
      counts_.box_proofs++;
      note(gap_, far, seconds(span.begin), episode.a, episode.b);
      return true;
    }
    const Proof proof = prove_apart(subject_, episode, span, gap_, counts_);
    if (proof.sign == Sign::Positive) return true;
    report_.failed({Rule::Coverage, proof.sign == Sign::Refuted, proof.time, episode.a, episode.b,
                    "no certificate holds, and the pair is not obviously apart"});
    return false;
  }

  const Ground& ground_;
  const Subject& subject_;
  Work& work_;
  Report report_;
  Gap gap_;
  Counts counts_;
  std::vector<const Certificate*> certificates_;  ///< of the second body, in order
  CertificateRange rest_;                         ///< of the pair, behind the last episode
};

Ground prepared(const Subject& subject, const std::vector<char>& holds, Work& work) {
  Ground ground;
  ground.subject = &subject;
  ground.required = required_distance(subject);
  const auto& certificates = subject.trace->certificates;
  ground.by_second.resize(subject.courses.size());
  for (std::size_t i = 0; i < certificates.size(); ++i) {
    if (holds[i] != 0) ground.by_second[certificates[i].b.body].push_back(&certificates[i]);
  }
  for (const auto& exclusion : subject.trace->exclusions) {
    ground.excluded.insert(key_of(exclusion.a, exclusion.b));
  }
  ground.boxes.resize(subject.courses.size());
  work.share(subject.courses.size(), [&](std::size_t body) {
    for (const trace::Piece& piece : subject.trace->bodies[body].pieces) {
      ground.boxes[body].emplace_back(subject.courses[body], piece);
    }
  });
  return ground;
}

}  // namespace

void check_coverage(const Subject& subject, const std::vector<char>& holds, Work& work,
                    Report& report, Gap& gap, Counts& counts) {
  const Ground ground = prepared(subject, holds, work);
  // Every body starts from the gaps of all certificates and knows no other body's.
  std::vector<Coverage> parts(subject.courses.size(), Coverage(ground, gap, work));
  work.share(parts.size(), [&](std::size_t body) {
    if (work.stopped()) return;
    parts[body].all(static_cast<std::uint32_t>(body));
    work.done(subject.courses[body].size());
  });
  for (Coverage& part : parts) {
    report.append(std::move(part.report()));
    merge(gap, part.gap());
    counts.pairs += part.counts().pairs;
    counts.box_proofs += part.counts().box_proofs;
    counts.plane_proofs += part.counts().plane_proofs;
  }
}

}  // namespace rigor::verification
