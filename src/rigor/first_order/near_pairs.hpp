// SPDX-License-Identifier: Apache-2.0
// Pairs of pieces that come near each other: what is known of them from step to step, the proofs
// that they stay apart, and the first instants at which those end.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <rigor/assembly/joint_limit.hpp>
#include <rigor/certify/pair_events.hpp>
#include <rigor/contact/near_manifold.hpp>
#include <rigor/first_order/scales.hpp>
#include <rigor/first_order/swept_pieces.hpp>
#include <rigor/laws/contact_set.hpp>

namespace rigor::first_order {

/// Pairs whose swept boxes come nearer than this are proved apart, m; the checker sees the others
/// by boxes of its own.
inline constexpr double kBoxMargin = 1e-4;

/// What a corner gave in the last solve, for the next one to start from.
struct KeptImpulse {
  Vector3 point_B = Vector3::Zero();  ///< in the frame of the pair's second body
  double normal = 0.0;                ///< N s
  Vector3 tangential_W = Vector3::Zero();
};

/// A pair that has come near once; a limit of a joint counts as one, in metres or radians.
struct NearPair {
  PairId id;
  double gap = 0.0;       ///< γ of the pair at present, m: less than wanted where there is no room
  double full_gap = 0.0;  ///< γ where there is room, m
  double radius = 0.0;    ///< of the smaller body, m
  ContactProperties surface;
  Vector3 belt_W = Vector3::Zero();  ///< of the surface of b against that of a, m/s
  PairAxis hint;
  double reserve = 0.0;  ///< ρ: how much more than γ its rows aim at, m
  std::vector<KeptImpulse> kept;
  std::uint64_t rows_in = 0;     ///< last step (from 1 on) in which it had rows
  std::uint64_t seen_in = 0;     ///< last step in which it was near
  std::uint32_t held_steps = 0;  ///< steps running in which a touch of it was answered by holding
  std::uint64_t held_in = 0;
  /// Separating-axis gap when last looked at, m.
  double separation = std::numeric_limits<double>::infinity();

  // The proof that goes on.
  bool open = false;
  PairTracking tracking;
  std::vector<trace::Certificate> certificates;
  std::optional<TimeSpan> touch;  ///< where it ends, if that is before its bodies' paths end
};

/// The gap of a joint's limit along a path, which is linear in time; where loops bend it, a line
/// below it.
struct LimitCourse {
  PairId pair;
  double gap = 0.0;   ///< at the start
  double rate = 0.0;  ///< per second
};

/// Where a body is from span.begin to span.end.
struct Course {
  std::uint32_t segment = 0;
  BodyPath path;
  TimeSpan span;
  std::vector<LimitCourse> limits{};  ///< of the joint that moves a link
};

/// The first touch ahead.
struct Touch {
  PairId pair;
  TimeSpan when;
};

class NearPairs {
 public:
  /// The world must outlive it.
  explicit NearPairs(const World& world);

  /// The pair's record, made when first asked for.
  NearPair& at(const PairId& id, const Scales& scales);
  NearPair* find(const PairId& id);

  /// The body follows `course` from now on; nothing is proved by that.
  void enter(std::uint32_t body, Course course);
  const Course& course(std::uint32_t body) const { return courses_[body]; }

  /// Makes the pair's proof known: its touch is ahead.
  void file(NearPair& pair);

  /// Ends all proofs that concern the body at t; those before it are final.
  std::vector<trace::Certificate> leave(std::uint32_t body, const trace::Time& t);

  std::optional<Touch> next_touch() const;
  /// The pairs of a body whose proofs go on, ascending.
  const std::vector<PairId>& open_pairs(std::uint32_t body) const { return open_[body]; }

  /// Drops records that were not near since `step`.
  void forget_before(std::uint64_t step);
  /// Calls `visit` for every record, in ascending order.
  template <typename Visit>
  void for_each(Visit visit) {
    for (auto& [id, pair] : pairs_) visit(pair);
  }
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const auto& [id, pair] : pairs_) visit(pair);
  }

  /// What pieces sweep.
  SweptPieces& swept() { return swept_; }
  const SweptPieces& swept() const { return swept_; }

 private:
  void close(NearPair& pair, const trace::Time& t, std::vector<trace::Certificate>& final);

  const World& world_;
  SweptPieces swept_;
  std::map<PairId, NearPair> pairs_;
  std::vector<Course> courses_;
  std::vector<std::vector<PairId>> open_;  ///< by body, ascending
  std::set<std::pair<trace::Time, PairId>> touches_;
};

/// Pairs of the body with all pieces and half-spaces whose swept boxes come within kBoxMargin of
/// its own, and its joint's limits that come as near, ascending.
std::vector<PairId> pairs_around(const NearPairs& pairs, std::uint32_t body);

/// The pair at these poses; pose_A is not used for a half-space.
PlacedPair placed(const World& world, const PairId& id, const Pose& pose_A, const Pose& pose_B);

}  // namespace rigor::first_order
