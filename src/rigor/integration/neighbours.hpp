// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <rigor/certify/box_tree.hpp>
#include <rigor/certify/pair_events.hpp>

namespace rigor {

/// Where one body is during a span of time: one segment, or a body that stays put.
struct Occupancy {
  std::uint32_t body = 0;
  std::uint32_t segment = 0;
  BodyPath path;  ///< s = 0 .. 1 stands for the span
  TimeSpan span;
};

/// Two bodies come within the skin of each other; until `when` they are proved apart.
struct Meeting {
  std::uint32_t body = 0;
  std::uint32_t other = 0;
  trace::Time when;
};

/// What a body keeps to all others during its segment.
struct NeighbourProof {
  std::vector<trace::Certificate> certificates;
  std::optional<Meeting> meeting;  ///< the earliest
};

/// The bodies' present whereabouts, and the proofs that they stay apart. Only bodies whose swept
/// boxes come near each other cost anything.
class Neighbourhood {
 public:
  /// Shapes of all bodies, by their numbers in the trace.
  explicit Neighbourhood(std::vector<std::vector<PieceShape>> shapes);

  /// Replaces what is known of the body and proves it `level` apart from every other body on the
  /// time both are known for. Bodies whose swept boxes are apart need no certificate: the checker
  /// sees that by itself.
  NeighbourProof enter(Occupancy occupancy, double level);

 private:
  struct Piece {
    trace::PieceId id;
    std::optional<std::uint32_t> handle;  ///< in the tree, once the body has entered
  };

  void prove_apart(const Occupancy& here, const trace::PieceId& mine, const trace::PieceId& theirs,
                   double level, NeighbourProof& proof) const;

  std::vector<std::vector<PieceShape>> shapes_;
  std::vector<std::uint32_t> first_piece_;  ///< of each body, in pieces_
  std::vector<Piece> pieces_;
  std::vector<std::optional<Occupancy>> present_;
  BoxTree tree_;
};

}  // namespace rigor
