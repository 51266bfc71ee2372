// SPDX-License-Identifier: Apache-2.0
#include <rigor/classic/closed_loops.hpp>
#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/mass_matrix.hpp>

namespace rigor {
namespace {

/// Loops that stay open by more than this are torn, m or rad: a hundredth of what a checker allows.
constexpr double kTorn = 1e-11;
/// Newton steps for what a long step opens.
constexpr int kMostSteps = 30;

/// What accelerations of the joints do to each link where velocities are zero.
std::vector<Twist> carried(const Model& model, const Kinematics& kinematics,
                           const Eigen::VectorXd& vdot) {
  std::vector<Twist> out(model.links.size());
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    Vector6 a = Vector6::Zero();
    for (int k = link.first_v; k < link.first_v + link.velocities; ++k)
      a += vdot[k] * kinematics.S.col(k);
    if (link.parent != kWorldLink) a += shifted(out[link.parent], kinematics.links[i].r).vector();
    out[i] = Twist::from(a);
  }
  return out;
}

void factor_at(const Model& model, const State& state, ClosedLoops& loops) {
  update(model, state, loops.kinematics);
  evaluate(model, loops.kinematics, loops.space.equations);
  factor(mass_matrix(model, loops.kinematics), {}, loops.space);
}

}  // namespace

void look_at(const Model& model, const State& state, ClosedLoops& loops) {
  factor_at(model, state, loops);
  loops.bend = carried(model, loops.kinematics, loops.space.drift);
}

void close_drift(const Model& model, State& state, ClosedLoops& loops) {
  factor_at(model, state, loops);
  loops.opened = openness(loops.space);
  double open = loops.opened;
  for (int i = 0; i < kMostSteps && open > kClosed; ++i) {
    const Eigen::VectorXd q = state.q;
    state.q = integrate(model, q, closing_step(loops.space));
    normalize(model, state);
    factor_at(model, state, loops);
    const double now = openness(loops.space);
    if (now < open) {
      open = now;
      continue;
    }
    state.q = q;
    break;
  }
  loops.closed = open <= kTorn;
  look_at(model, state, loops);
}

}  // namespace rigor
