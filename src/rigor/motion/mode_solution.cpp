// SPDX-License-Identifier: Apache-2.0
#include <rigor/motion/mode_solution.hpp>

namespace rigor {

ModeSolution::ModeSolution(const ModeMotion& motion)
    : motion_(motion),
      contacts_(motion),
      rows_(motion),
      a_(motion.unknowns.count),
      row_multipliers_(Eigen::VectorXd::Zero(std::ssize(motion.rows))) {
  if (motion.slides()) sliding_.emplace(motion);
}

RankCheck ModeSolution::solve(std::span<const BodyState> states, double after) {
  contacts_.bodies().place(states, after, a_);
  for (int k = 0; k < std::ssize(motion_.contacts); ++k)
    if (motion_.contacts[k].viscosity != 0.0)
      contacts_.bodies().push(motion_.contacts[k].place_O, contacts_.viscous_wrench(k), a_);
  if (motion_.rows.empty()) return RankCheck::Kept;
  rows_.place(contacts_);
  return rows_.solve(contacts_, row_multipliers_, a_);
}

RankCheck ModeSolution::solve(std::span<const BodyState> states, std::vector<Vector3>& slips_W,
                              Directions onsets, double after, KeptSprings* kept) {
  if (!sliding_) return solve(states, after);
  contacts_.bodies().place(states, after, a_);
  rows_.place(contacts_);
  return sliding_->solve(contacts_, rows_, slips_W, onsets, a_, kept);
}

void ModeSolution::place(std::span<const BodyState> states, std::vector<Vector3>& slips_W,
                         double after) {
  contacts_.bodies().place(states, after, a_);
  rows_.place(contacts_);
  sliding_->place(contacts_, rows_, slips_W, Directions::Followed);
}

const Eigen::VectorXd& ModeSolution::multipliers() const {
  return sliding_ ? sliding_->multipliers() : row_multipliers_;
}

std::optional<Eigen::MatrixXd> ModeSolution::tree_response(int place) {
  return rows_.tree_response(contacts_, place);
}

double residual(const ModeSolution& solution) {
  return solution.rows().residual(solution.contacts(), solution.a());
}

}  // namespace rigor
