// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <rigor/laws/impulse_split.hpp>
#include <rigor/laws/restitution.hpp>
#include <rigor/laws/tolerances.hpp>

namespace rigor {
namespace {

bool touches(double speed, double zero) { return speed <= zero; }

Eigen::VectorXd restitution_of(const ContactSet& set) {
  Eigen::VectorXd e(set.size());
  for (int i = 0; i < set.size(); ++i) {
    e[i] = set.contacts[i].restitution;
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
