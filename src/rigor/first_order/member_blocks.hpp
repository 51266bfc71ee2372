// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include <rigor/first_order/contact_rows.hpp>
#include <rigor/laws/step_law.hpp>

namespace rigor::first_order {

/// Which bodies a velocity problem is about, and where their velocities are among its unknowns: a
/// free body has a block of six, a mechanism one of its joints. Other bodies move on as they do.
class MemberBlocks {
 public:
  /// `members` are free bodies and bodies that lead trees, ascending. Masses, velocities and
  /// bounded rows of theirs are added to the problem.
  MemberBlocks(const MovingBodies& bodies, std::vector<int> members, ConeProblem& cone);

  const std::vector<int>& members() const { return members_; }
  /// The problem's trees, by their number among those of the bodies.
  const std::vector<int>& trees() const { return trees_; }
  /// The number of the block of the body, or of its tree; -1: it is none of the members.
  int place_of(int body) const;

  /// Notes the velocities from before the forces of the step.
  void note_brought(StepProblem& problem) const;

  /// Adds the rows on the twist of one of a contact's bodies.
  void add_side(int body, const ConeContact::Rows& rows, int side, ConeContact& contact);
  /// Adds the row of a limit.
  void add_limit(const Row& row, const ConeProblem& cone, ConeContact& contact) const;

  /// Of a member, of a link that rows are about, or of a bystander's path.
  Vector6 velocity(int body, const ConeState& state) const;

 private:
  const Matrix6X& jacobian(int link);

  const MovingBodies& bodies_;
  std::vector<int> members_;
  std::vector<int> blocks_;  ///< of members: the number of their block, or of their tree
  std::vector<int> trees_;
  std::map<int, Matrix6X> jacobians_;  ///< of links of members that rows are about
};

}  // namespace rigor::first_order
