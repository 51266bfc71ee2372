// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <rigor/assembly/pair_id.hpp>
#include <rigor/assembly/world.hpp>
#include <rigor/certify/box_tree.hpp>

namespace rigor::first_order {

/// The boxes that pieces of bodies sweep on their paths, and which of them come near each other.
class SweptPieces {
 public:
  /// The world must outlive it.
  explicit SweptPieces(const World& world);

  /// The body follows the path from now on.
  void set(std::uint32_t body, const BodyPath& path);

  /// Adds the pairs of the body with all pieces and half-spaces whose boxes come within `reach` of
  /// what it sweeps itself, or of its boxes at this pose.
  void add_near(std::uint32_t body, double reach, std::vector<PairId>& pairs) const;
  void add_near(std::uint32_t body, const Pose& X_WB, double reach,
                std::vector<PairId>& pairs) const;

  /// What pieces sweep, body by body: of those without a path, what they swept last.
  const std::vector<Aabb>& boxes() const { return boxes_; }
  /// Puts these in their place, for a run that goes on.
  void restore(const std::vector<Aabb>& boxes);

 private:
  void set_box(std::uint32_t piece, const Aabb& box);
  void add_near(const trace::PieceId& piece, const Aabb& box, double reach,
                std::vector<PairId>& pairs) const;

  const World& world_;
  std::vector<trace::PieceId> pieces_;
  std::vector<std::uint32_t> first_piece_;             ///< of each body, in pieces_
  std::vector<Aabb> boxes_;                            ///< swept, by piece
  std::vector<std::optional<std::uint32_t>> handles_;  ///< in the tree, by piece
  BoxTree tree_;
};

}  // namespace rigor::first_order
