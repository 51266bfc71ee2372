// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/gripping.hpp>
#include <rigor/laws/impact.hpp>
#include <rigor/laws/max_dissipation.hpp>
#include <rigor/laws/restitution.hpp>

namespace rigor {
namespace {

Phase project_velocity(const ContactSet& set, const Eigen::VectorXd& target, const Grip& grip) {
  GrippingProjection projection =
      project_gripping(set, target, normal_drive(set), tangential_drive(set), grip);
  Phase phase;
  phase.v = std::move(projection.x);
  phase.normal = std::move(projection.normal);
  phase.tangential = std::move(projection.tangential);
  phase.grip = grip;
  phase.residual = projection.residual;
  phase.row_slack = projection.row_slack;
  if (!projection.solved) {
    phase.v = target;
    phase.status = ImpactStatus::Failed;
  }
  return phase;
}

/// Bonded contacts whose normal speed is zero.
Grip staying(const ContactSet& set, const Eigen::VectorXd& v_minus, const Eigen::VectorXd& v) {
  const Eigen::VectorXd speed = normal_speeds(set, v);
  const Eigen::VectorXd zero = zero_thresholds(set, v, v_minus, normal_drive(set));
  Grip grip = bonded_contacts(set);
  for (int i = 0; i < set.size(); ++i) {
    if (speed[i] > zero[i]) grip[i] = 0;
  }
  return grip;
}

/// No-slip at exactly the contacts that stay. First the fixed point of "those that stayed under
/// this grip, grip"; if that cycles, contacts are only ever released (which always ends).
Phase compress_no_slip_active(const ContactSet& set, const Eigen::VectorXd& v_minus) {
  std::vector<Grip> tried;
  Grip grip = bonded_contacts(set);
  for (;;) {
    Phase phase = project_velocity(set, v_minus, grip);
    const Grip next = staying(set, v_minus, phase.v);
    if (next == grip || phase.status == ImpactStatus::Failed) return phase;
    tried.push_back(grip);
    if (std::find(tried.begin(), tried.end(), next) != tried.end()) break;
    grip = next;
  }
  grip = bonded_contacts(set);
  for (;;) {
    Phase phase = project_velocity(set, v_minus, grip);
    const Grip next = staying(set, v_minus, phase.v);
    bool released = false;
    for (std::size_t i = 0; i < grip.size(); ++i) {
      if (grip[i] == 0 || next[i] != 0) continue;
      grip[i] = 0;
      released = true;
    }
    if (!released) {
      phase.indeterminate_motion = true;  // a contact stays without grip: no consistent choice
      return phase;
    }
  }
}

Phase compress(Law law, const ContactSet& set, const Eigen::VectorXd& v_minus) {
  if (law == Law::NoSlip) return project_velocity(set, v_minus, bonded_contacts(set));
  if (law == Law::NoSlipActive) return compress_no_slip_active(set, v_minus);
  return project_velocity(set, v_minus, Grip(set.contacts.size(), 0));
}

}  // namespace

Impact resolve_impact(Law law, const ContactSet& set, const Eigen::VectorXd& v_minus) {
  if (law == Law::Coulomb) return resolve_coulomb_impact(set, v_minus);
  if (law == Law::MaxDissipation) return resolve_max_dissipation_impact(set, v_minus);
  const Expand expand = [&set](const Phase& compression, const Eigen::VectorXd& least) {
    const Eigen::VectorXd target = compression.v + set.mass.solved(set.N.transpose() * least);
    Phase phase = project_velocity(set, target, compression.grip);
    phase.normal += least;
    return phase;
  };
  return with_restitution(set, v_minus, compress(law, set, v_minus), expand);
}

}  // namespace rigor
