// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/laws/gripping.hpp>
#include <rigor/laws/impulse_split.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

std::vector<int> touching_contacts(const ContactSet& set, const Eigen::VectorXd& v_minus,
                                   const Phase& phase) {
  const Eigen::VectorXd speed = normal_speeds(set, phase.v);
  const Eigen::VectorXd zero = zero_thresholds(set, phase.v, v_minus, normal_drive(set));
  std::vector<int> touching;
  for (int i = 0; i < set.size(); ++i) {
    if (speed[i] <= zero[i] || phase.normal[i] > 0.0) touching.push_back(i);
  }
  return touching;
}

/// Friction that another split of the normal impulses leaves as it is: none where contacts grip, or
/// where it follows from the load.
Eigen::VectorXd kept_friction(const Phase& phase) {
  if (phase.drag.size() > 0) return Eigen::VectorXd::Zero(phase.tangential.size());
  Eigen::VectorXd kept = phase.tangential;
  for (int i = 0; i < phase.normal.size(); ++i)
    if (phase.grip[i] != 0) kept.segment<2>(2 * i).setZero();
  return kept;
}

/// Contacts whose friction is larger than their cones allow.
std::vector<int> outside_cones(const ContactSet& set, const Phase& phase) {
  const double rounding = kInsideCone * phase.normal.maxCoeff();
  std::vector<int> outside;
  for (int i = 0; i < set.size(); ++i)
    if (phase.tangential.segment<2>(2 * i).norm() >
        set.contacts[i].friction * phase.normal[i] + rounding)
      outside.push_back(i);
  return outside;
}

/// What is sought: the normal impulses of `normals`, then two numbers per gripping contact.
struct SplitUnknowns {
  const ContactSet& set;
  const Phase& compression;
  std::vector<int> normals;

  bool grips(int i) const { return compression.grip[i] != 0; }

  /// The first of the two of contact i.
  int tangent(int i) const {
    const auto& grip = compression.grip;
    return static_cast<int>(normals.size()) +
           2 * static_cast<int>(std::count_if(grip.begin(), grip.begin() + i,
                                              [](char holds) { return holds != 0; }));
  }

  Phase phase_of(const Eigen::VectorXd& x, const Eigen::VectorXd& kept) const {
    Phase phase = compression;
    phase.normal.setZero();
    phase.tangential = kept;
    for (std::size_t k = 0; k < normals.size(); ++k) {
      const int i = normals[k];
      phase.normal[i] = std::max(0.0, x[static_cast<int>(k)]);
      if (phase.drag.size() > 0)
        phase.tangential.segment<2>(2 * i) = phase.normal[i] * phase.drag.segment<2>(2 * i);
    }
    for (int i = 0; i < set.size(); ++i)
      if (grips(i)) phase.tangential.segment<2>(2 * i) = x.segment<2>(tangent(i));
    return phase;
  }

  /// Adds μ p - s·τ >= 0 for contacts that left their cones, s along the friction that did; false
  /// if one of them is not free to come back.
  bool add_planes(const Phase& phase, const std::vector<int>& contacts, LinearRows& inside) const {
    for (const int i : contacts) {
      if (!grips(i)) return false;
      const auto row = inside.rows.rows();
      inside.rows.conservativeResize(row + 1, Eigen::NoChange);
      inside.right.conservativeResize(row + 1);
      inside.rows.row(row).setZero();
      inside.right[row] = 0.0;
      const auto at = std::find(normals.begin(), normals.end(), i);
      if (at != normals.end()) inside.rows(row, at - normals.begin()) = set.contacts[i].friction;
      inside.rows.row(row).segment<2>(tangent(i)) =
          -phase.tangential.segment<2>(2 * i).normalized().transpose();
    }
    return true;
  }
};

}  // namespace

bool split_matters(const ContactSet& set, const Eigen::VectorXd& v_minus,
                   const Phase& compression) {
  const std::vector<int> normals = touching_contacts(set, v_minus, compression);
  Eigen::MatrixXd unit = whitened_columns(set, normals, compression.grip, compression.drag);
  for (int k = 0; k < unit.cols(); ++k) {
    const double length = unit.col(k).norm();
    if (length > 0.0) unit.col(k) /= length;
  }
  const Eigen::MatrixXd null = null_basis(unit, kRestitutionDependent);
  Eigen::MatrixXd weighted = Eigen::MatrixXd::Zero(unit.rows(), null.cols());
  for (std::size_t k = 0; k < normals.size(); ++k) {
    const double e = set.contacts[normals[k]].restitution;
    weighted += e * unit.col(static_cast<int>(k)) * null.row(static_cast<int>(k));
  }
  return weighted.size() > 0 && weighted.cwiseAbs().maxCoeff() > kRestitutionDependent;
}

Phase least_norm_split(const ContactSet& set, const Eigen::VectorXd& v_minus,
                       const Phase& compression) {
  const SplitUnknowns split{set, compression, touching_contacts(set, v_minus, compression)};
  const Eigen::MatrixXd columns =
      whitened_columns(set, split.normals, compression.grip, compression.drag);
  const auto unknowns = static_cast<int>(columns.cols());
  const auto count = static_cast<int>(split.normals.size());
  const auto identity = factor_mass(Eigen::MatrixXd::Identity(unknowns, unknowns).eval());
  // Only the equations in the span of the columns: the others hold up to rounding by themselves.
  const Eigen::MatrixXd span = range_basis(columns, kRestitutionDependent);
  const Eigen::VectorXd kept = kept_friction(compression);
  const Eigen::VectorXd jump =
      set.mass.whitened(compression.v - v_minus - set.mass.solved(set.T.transpose() * kept));
  const LinearRows total{span.transpose() * columns, span.transpose() * jump};
  LinearRows inside{Eigen::MatrixXd::Zero(count, unknowns), Eigen::VectorXd::Zero(count)};
  inside.rows.leftCols(count).setIdentity();
  for (int round = 0; round < kConeRounds; ++round) {
    const ConeProjection least =
        project_on_cone(*identity, Eigen::VectorXd::Zero(unknowns), inside, total);
    if (least.status != ProjectionStatus::Solved) break;
    Phase result = split.phase_of(least.x, kept);
    if (!compression.cones) return result;
    const std::vector<int> left = outside_cones(set, result);
    if (left.empty()) return result;
    if (!split.add_planes(result, left, inside)) break;
  }
  return compression;
}

}  // namespace rigor
