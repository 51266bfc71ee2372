// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/member_blocks.hpp>

namespace rigor::first_order {
namespace {

void add_tree_part(int tree, const Eigen::Ref<const Eigen::MatrixXd>& rows, ConeContact& contact) {
  if (!contact.parts.empty() && contact.parts.front().tree == tree)
    contact.parts.front().rows += rows;
  else
    contact.parts.push_back({tree, rows});
}

}  // namespace

MemberBlocks::MemberBlocks(const MovingBodies& bodies, std::vector<int> members, ConeProblem& cone)
    : bodies_(bodies), members_(std::move(members)) {
  for (const int body : members_) {
    if (const MovingTree* tree = bodies.tree_of(body)) {
      blocks_.push_back(static_cast<int>(cone.trees.size()));
      for (BoundedRow row : tree->bounded) {
        row.tree = blocks_.back();
        cone.bounded.push_back(row);
      }
      cone.trees.push_back({tree->mass, tree->inverse_mass, tree->v});
      trees_.push_back(bodies[body].tree);
    } else {
      blocks_.push_back(static_cast<int>(cone.mass.size()));
      cone.mass.push_back(bodies[body].mass);
      cone.inverse_mass.push_back(bodies[body].inverse_mass);
      cone.u_star.push_back(bodies[body].u);
    }
  }
}

void MemberBlocks::note_brought(StepProblem& problem) const {
  for (const int body : members_) {
    if (const MovingTree* tree = bodies_.tree_of(body))
      problem.brought_trees.push_back(tree->before);
    else
      problem.brought.push_back(bodies_[body].before);
  }
}

int MemberBlocks::place_of(int body) const {
  const int lead = bodies_.lead(body);
  const auto at = std::lower_bound(members_.begin(), members_.end(), lead);
  return at != members_.end() && *at == lead ? blocks_[at - members_.begin()] : -1;
}

const Matrix6X& MemberBlocks::jacobian(int link) {
  const auto [found, is_new] = jacobians_.try_emplace(link);
  if (is_new) found->second = jacobian_of(*bodies_.tree_of(link), link);
  return found->second;
}

void MemberBlocks::add_side(int body, const ConeContact::Rows& rows, int side,
                            ConeContact& contact) {
  const int place = place_of(body);
  if (place < 0) {
    contact.offset += rows * bodies_[body].path_u;
  } else if (bodies_[body].tree >= 0) {
    add_tree_part(place, rows * jacobian(body), contact);
  } else {
    contact.blocks[side] = place;
    contact.rows[side] = rows;
  }
}

void MemberBlocks::add_limit(const Row& row, const ConeProblem& cone, ConeContact& contact) const {
  const int place = place_of(row.b);
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(3, cone.trees[place].u_star.size());
  rows(0, row.velocity) = row.sign;
  add_tree_part(place, rows, contact);
}

Vector6 MemberBlocks::velocity(int body, const ConeState& state) const {
  if (body < 0) return Vector6::Zero();
  const int place = place_of(body);
  if (place < 0) return bodies_[body].path_u;
  if (bodies_[body].tree < 0) return state.u[place];
  return jacobians_.at(body) * state.trees[place];
}

}  // namespace rigor::first_order
