// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/motion/mode_rows.hpp>

namespace rigor {

ModeRows::ModeRows(const ModeMotion& motion)
    : motion_(motion),
      terms_(motion.rows.size()),
      A_(std::ssize(motion.rows), std::ssize(motion.rows)) {}

void ModeRows::place(PlacedContacts& contacts) {
  int placed = -1;
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    const ModeMotion::Row row = motion_.rows[k];
    if (row.contact != placed) contacts.place(row.contact);  // rows are ordered by contact
    placed = row.contact;
    contacts.set_row(row.contact, row.axis, terms_[k]);
  }
}

const ModeRows::Matrix& ModeRows::matrix(const PlacedContacts& contacts) {
  for (int k = 0; k < A_.rows(); ++k)
    for (int l = 0; l <= k; ++l)
      A_(k, l) = A_(l, k) =
          contacts.product(motion_.rows[k].contact, terms_[k], motion_.rows[l].contact, terms_[l]);
  return A_;
}

RankCheck ModeRows::factor() {
  for (int k = 0; k < A_.rows(); ++k) {
    const double size = A_(k, k);
    for (int l = 0; l < k; ++l)
      A_(k, l) = (A_(k, l) - A_.row(k).head(l).dot(A_.row(l).head(l))) / A_(l, l);
    const double rest = size - A_.row(k).head(k).squaredNorm();
    if (!(rest > kDependentSineSquared * size)) return RankCheck::Lost;
    A_(k, k) = std::sqrt(rest);
  }
  return RankCheck::Kept;
}

RankCheck ModeRows::solve(const PlacedContacts& contacts, Eigen::VectorXd& multipliers,
                          Eigen::VectorXd& a) {
  matrix(contacts);
  if (factor() == RankCheck::Lost) return RankCheck::Lost;
  const int count = static_cast<int>(A_.rows());
  for (int k = 0; k < count; ++k)
    multipliers[k] =
        (missing(k, contacts, a) - A_.row(k).head(k).dot(multipliers.head(k))) / A_(k, k);
  for (int k = count - 1; k >= 0; --k) {
    double sum = multipliers[k];
    for (int l = k + 1; l < count; ++l) sum -= A_(l, k) * multipliers[l];
    multipliers[k] = sum / A_(k, k);
  }
  for (int k = 0; k < count; ++k)
    contacts.add_push(motion_.rows[k].contact, terms_[k], multipliers[k], a);
  return RankCheck::Kept;
}

double ModeRows::missing(int row, const PlacedContacts& contacts, const Eigen::VectorXd& a) const {
  return contacts.missing(motion_.rows[row].contact, terms_[row], a);
}

double ModeRows::residual(const PlacedContacts& contacts, const Eigen::VectorXd& a) const {
  double most = 0.0;
  double scale = motion_.gravity.norm() + (a.size() > 0 ? a.cwiseAbs().maxCoeff() : 0.0);
  for (int k = 0; k < std::ssize(terms_); ++k) {
    most = std::max(most, std::abs(missing(k, contacts, a)));
    scale = std::max(scale, std::abs(terms_[k].bias));
  }
  return most > 0.0 ? most / scale : 0.0;
}

std::optional<Eigen::MatrixXd> ModeRows::tree_response(PlacedContacts& contacts, int place) {
  const PlacedTree& tree = *contacts.bodies().state(place).tree;
  const int n = tree.tree->unknowns();
  const int offset = motion_.unknowns.offset(place);
  Eigen::MatrixXd W(n, n);
  for (int j = 0; j < n; ++j) {
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(n);
    pull_back(tree, j, 1.0, unit);
    W.col(j) = contacts.bodies().tree_response(place, unit);
  }
  if (terms_.empty()) return W;
  matrix(contacts);
  if (factor() == RankCheck::Lost) return std::nullopt;
  Eigen::MatrixXd answers = Eigen::MatrixXd::Zero(A_.rows(), n);
  for (int k = 0; k < A_.rows(); ++k)
    for (const TreeRow::Part& part : terms_[k].pulled.parts)
      if (part.offset == offset) answers.row(k) += part.response.transpose();
  A_.triangularView<Eigen::Lower>().solveInPlace(answers);
  W -= answers.transpose() * answers;
  return W;
}

}  // namespace rigor
