// SPDX-License-Identifier: Apache-2.0
#include <rigor/certify/swept_box.hpp>
#include <rigor/first_order/swept_pieces.hpp>

namespace rigor::first_order {
namespace {

PairId ordered(const trace::PieceId& x, const trace::PieceId& y) {
  return x < y ? PairId{x, y} : PairId{y, x};
}

}  // namespace

SweptPieces::SweptPieces(const World& world) : world_(world) {
  for (const Body& body : world.bodies) {
    first_piece_.push_back(static_cast<std::uint32_t>(pieces_.size()));
    for (std::uint32_t p = 0; p < body.pieces.size(); ++p) pieces_.push_back({body.id, p});
  }
  boxes_.resize(pieces_.size());
  handles_.resize(pieces_.size());
}

void SweptPieces::set_box(std::uint32_t piece, const Aabb& box) {
  if (handles_[piece]) tree_.remove(*handles_[piece]);
  boxes_[piece] = box;
  handles_[piece] = tree_.insert({box, TimeSpan{}, piece});
}

void SweptPieces::restore(const std::vector<Aabb>& boxes) {
  for (std::uint32_t i = 0; i < boxes.size(); ++i) set_box(i, boxes[i]);
}

void SweptPieces::set(std::uint32_t body, const BodyPath& path) {
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p)
    set_box(first_piece_[body] + p, swept_box(path, world_.bodies[body].pieces[p].tree));
}

void SweptPieces::add_near(const trace::PieceId& piece, const Aabb& box, double reach,
                           std::vector<PairId>& pairs) const {
  for (std::uint32_t s = 0; s < world_.half_spaces.size(); ++s) {
    const HalfSpace& half_space = world_.half_spaces[s];
    if (box_above(half_space.normal, half_space.offset, box, reach)) continue;
    const PairId pair{{trace::kWorld, s}, piece};
    if (!is_excluded(world_, pair.a, pair.b)) pairs.push_back(pair);
  }
  for (const std::uint32_t other : tree_.query({box, TimeSpan{}, 0}, reach))
    if (pieces_[other].body != piece.body && !is_excluded(world_, piece, pieces_[other]))
      pairs.push_back(ordered(piece, pieces_[other]));
}

void SweptPieces::add_near(std::uint32_t body, double reach, std::vector<PairId>& pairs) const {
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p)
    add_near({body, p}, boxes_[first_piece_[body] + p], reach, pairs);
}

void SweptPieces::add_near(std::uint32_t body, const Pose& X_WB, double reach,
                           std::vector<PairId>& pairs) const {
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p)
    add_near({body, p}, aabb(world_.bodies[body].pieces[p].polytope, X_WB), reach, pairs);
}

}  // namespace rigor::first_order
