// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include <rigor/certify/box_tree.hpp>
#include <rigor/certify/pair_events.hpp>
#include <rigor/touching/cluster.hpp>

namespace rigor {

/// Where one body is during a span of time: one segment, or a body that stays put.
struct Occupancy {
  std::uint32_t body = 0;
  std::uint32_t segment = 0;
  BodyPath path;  ///< s = 0 .. 1 stands for the span
  TimeSpan span;
};

/// Two pieces come within the skin of each other in [lo, hi]; until lo they are proved apart.
struct Meeting {
  PairId pair;
  trace::Time lo;
  trace::Time hi;
};

/// The bodies' present whereabouts, and the proofs that they stay apart unless they are in contact.
/// Only bodies whose swept boxes come near each other cost anything.
class Neighbourhood {
 public:
  /// The world must outlive it.
  explicit Neighbourhood(const World& world);

  /// The body is at this pose now; nothing is known of its future.
  void place(std::uint32_t body, const Pose& X_WB, const trace::Time& now);

  /// The body moves along `occupancy` from now on: proves it apart from every other body whose
  /// future is known, for the time both are, except for the pairs in `touching`. Pairs that start
  /// inside the band (they just parted) keep δ(1 - β) until they have left it, δ from then on.
  /// Bodies whose swept boxes are apart need no certificate: the checker sees that by itself.
  void enter(Occupancy occupancy, const std::vector<PairId>& touching);

  /// The body's known future ends at `t`. Returns the proofs that concern it up to then, which are
  /// final by that.
  std::vector<trace::Certificate> leave(std::uint32_t body, const trace::Time& t);

  /// The earliest meeting ahead.
  std::optional<Meeting> next_meeting() const;

  /// Pairs of the body's pieces, at this pose, with pieces of others whose swept boxes come within
  /// `reach` metres at `now`. Complete; the others may well be further away.
  std::vector<PairId> near(std::uint32_t body, const Pose& X_WB, const trace::Time& now,
                           double reach) const;

 private:
  struct Piece {
    trace::PieceId id;
    std::optional<std::uint32_t> handle;  ///< in the tree
  };
  /// What is known of one pair from now on.
  struct Record {
    std::vector<trace::Certificate> certificates;
    std::optional<Meeting> meeting;
  };

  /// A world of one body: nothing to prove, nothing to look for.
  bool is_alone() const { return present_.size() <= 1; }
  void remove_boxes(std::uint32_t body);
  void prove_apart(const Occupancy& here, const PairId& pair);
  void keep(const PairId& pair, Record record);
  void forget(const PairId& pair);

  const World& world_;
  std::vector<std::uint32_t> first_piece_;  ///< of each body, in pieces_
  std::vector<Piece> pieces_;
  std::vector<std::optional<Occupancy>> present_;
  std::vector<std::set<PairId>> pairs_of_;  ///< of each body: pairs that have a record
  std::map<PairId, Record> records_;
  std::set<std::pair<trace::Time, PairId>> meetings_;
  BoxTree tree_;
};

}  // namespace rigor
