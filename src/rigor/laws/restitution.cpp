// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <rigor/laws/gripping.hpp>
#include <rigor/laws/restitution.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

bool touches(double speed, double zero) { return speed <= zero; }

std::vector<int> touching_contacts(const ContactSet& set, const Eigen::VectorXd& v_minus,
                                   const Phase& phase) {
  const Eigen::VectorXd speed = normal_speeds(set, phase.v);
  const Eigen::VectorXd zero = zero_thresholds(set, phase.v, v_minus, normal_drive(set));
  std::vector<int> touching;
  for (int i = 0; i < set.size(); ++i) {
    if (touches(speed[i], zero[i]) || phase.normal[i] > 0.0) touching.push_back(i);
  }
  return touching;
}

Eigen::VectorXd restitution_of(const ContactSet& set) {
  Eigen::VectorXd e(set.size());
  for (int i = 0; i < set.size(); ++i) {
    e[i] = set.contacts[static_cast<std::size_t>(i)].restitution;
  }
  return e;
}

/// The whole impact from its two phases.
Impact combined(const ContactSet& set, const Eigen::VectorXd& v_minus, const Phase& compression,
                const Phase& expansion) {
  Impact impact;
  impact.v = expansion.v;
  impact.normal = compression.normal + expansion.normal;
  impact.tangential = compression.tangential + expansion.tangential;
  impact.compression_normal = compression.normal;
  impact.compression_tangential = compression.tangential;
  impact.residual = std::max(compression.residual, expansion.residual);
  impact.row_slack = std::max(compression.row_slack, expansion.row_slack);
  impact.indeterminate_motion = compression.indeterminate_motion || expansion.indeterminate_motion;
  impact.status = std::max(compression.status, expansion.status);
  if (impact.status == ImpactStatus::Failed)
    impact.v = v_minus;
  else
    impact.energy_change = kinetic_energy(set, impact.v) - kinetic_energy(set, v_minus) +
                           impact.normal.dot(normal_drive(set)) +
                           impact.tangential.dot(tangential_drive(set));
  const Eigen::VectorXd speed = normal_speeds(set, impact.v);
  const Eigen::VectorXd zero = zero_thresholds(set, impact.v, v_minus, normal_drive(set));
  for (int i = 0; i < set.size(); ++i) {
    impact.fates.push_back(touches(speed[i], zero[i]) ? Fate::Stays : Fate::Leaves);
  }
  return impact;
}

Phase no_expansion(const ContactSet& set, const Phase& compression) {
  Phase phase;
  phase.v = compression.v;
  phase.normal = Eigen::VectorXd::Zero(set.size());
  phase.tangential = Eigen::VectorXd::Zero(2 * set.size());
  return phase;
}

}  // namespace

bool split_matters(const ContactSet& set, const Eigen::VectorXd& v_minus,
                   const Phase& compression) {
  const std::vector<int> normals = touching_contacts(set, v_minus, compression);
  const Eigen::MatrixXd columns = whitened_columns(set, normals, compression.grip);
  Eigen::MatrixXd unit = columns;
  for (int k = 0; k < unit.cols(); ++k) {
    const double length = unit.col(k).norm();
    if (length > 0.0) unit.col(k) /= length;
  }
  const Eigen::MatrixXd null = null_basis(unit, kRestitutionDependent);
  Eigen::MatrixXd weighted = Eigen::MatrixXd::Zero(unit.rows(), null.cols());
  for (std::size_t k = 0; k < normals.size(); ++k) {
    const double e = set.contacts[static_cast<std::size_t>(normals[k])].restitution;
    weighted += e * unit.col(static_cast<int>(k)) * null.row(static_cast<int>(k));
  }
  return weighted.size() > 0 && weighted.cwiseAbs().maxCoeff() > kRestitutionDependent;
}

Phase least_norm_split(const ContactSet& set, const Eigen::VectorXd& v_minus,
                       const Phase& compression) {
  const std::vector<int> normals = touching_contacts(set, v_minus, compression);
  const Eigen::MatrixXd columns = whitened_columns(set, normals, compression.grip);
  const auto unknowns = static_cast<int>(columns.cols());
  const auto count = static_cast<int>(normals.size());
  const auto identity = factor_mass(Eigen::MatrixXd::Identity(unknowns, unknowns).eval());
  Eigen::MatrixXd positive = Eigen::MatrixXd::Zero(count, unknowns);
  positive.leftCols(count).setIdentity();
  // Only the equations in the span of the columns: the others hold up to rounding by themselves.
  const Eigen::MatrixXd span = range_basis(columns, kRestitutionDependent);
  const Eigen::VectorXd jump = set.mass.whitened(compression.v - v_minus);
  const ConeProjection least = project_on_cone(
      *identity, Eigen::VectorXd::Zero(unknowns), {positive, Eigen::VectorXd::Zero(count)},
      {span.transpose() * columns, span.transpose() * jump});
  if (least.status != ProjectionStatus::Solved) return compression;  // the split stays as it is
  Phase result = compression;
  result.normal.setZero();
  result.tangential.setZero();
  for (int k = 0; k < count; ++k) {
    result.normal[normals[static_cast<std::size_t>(k)]] = std::max(0.0, least.x[k]);
  }
  int row = count;
  for (int i = 0; i < set.size(); ++i) {
    if (compression.grip[static_cast<std::size_t>(i)] == 0) continue;
    result.tangential.segment(2 * i, 2) = least.x.segment(row, 2);
    row += 2;
  }
  return result;
}

Impact with_restitution(const ContactSet& set, const Eigen::VectorXd& v_minus,
                        const Phase& compression, const Expand& expand) {
  const Eigen::VectorXd e = restitution_of(set);
  const bool bounces = (e.array() > 0.0 && compression.normal.array() > 0.0).any();
  if (!bounces || compression.status == ImpactStatus::Failed) {
    return combined(set, v_minus, compression, no_expansion(set, compression));
  }
  const bool indeterminate = split_matters(set, v_minus, compression);
  const Phase chosen = indeterminate ? least_norm_split(set, v_minus, compression) : compression;
  const Eigen::VectorXd least = e.cwiseProduct(chosen.normal);
  const double allowed =
      kEnergyRounding *
      (kinetic_energy(set, v_minus) + chosen.normal.cwiseAbs().dot(normal_drive(set).cwiseAbs()));
  Impact impact = combined(set, v_minus, chosen, expand(chosen, least));
  if (impact.energy_change > allowed) {
    double low = 0.0;
    double high = 1.0;
    impact = combined(set, v_minus, chosen, no_expansion(set, chosen));
    for (int k = 0; k < kRestitutionBisections && low < high; ++k) {
      const double middle = 0.5 * (low + high);
      Impact trial = combined(set, v_minus, chosen, expand(chosen, middle * least));
      if (trial.energy_change > allowed || trial.status == ImpactStatus::Failed) {
        high = middle;
      } else {
        low = middle;
        impact = std::move(trial);
      }
    }
    impact.restitution_factor = low;
  }
  impact.indeterminate_split = indeterminate;
  return impact;
}

}  // namespace rigor
