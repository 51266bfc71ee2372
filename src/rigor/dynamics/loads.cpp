// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/dynamics/loads.hpp>

namespace rigor {
namespace {

void add_springs_and_dampers(const Link& link, const State& state, Eigen::VectorXd& efforts) {
  const bool plain = has_plain_coordinates(link.joint);
  for (int k = 0; k < link.velocities; ++k) {
    const Dof& dof = link.dofs[k];
    double& effort = efforts[link.first_v + k];
    effort -= dof.damping * state.v[link.first_v + k];
    if (plain) effort -= dof.stiffness * (state.q[link.first_q + k] - dof.neutral);
  }
  if (!std::holds_alternative<Spherical>(link.joint) || link.dofs[0].stiffness == 0.0) return;
  const auto q = state.q.segment<4>(link.first_q);
  const Vector3 angle = log_rotation(Quaternion(q[0], q[1], q[2], q[3]).normalized());
  efforts.segment<3>(link.first_v) -= link.dofs[0].stiffness * angle;
}

Vector3 value(const std::array<Signal, 3>& signals, double t) {
  return {evaluate(signals[0], t).value, evaluate(signals[1], t).value,
          evaluate(signals[2], t).value};
}

/// Against the direction in which joints slide; what sticks is held by what that takes.
void add_dry_friction(const Link& link, const HeldInputs& held, Eigen::VectorXd& efforts) {
  if (held.slides.empty()) return;
  for (int k = 0; k < link.velocities; ++k) {
    const auto slide = held.slides[link.first_v + k];
    efforts[link.first_v + k] -= link.dofs[k].friction * static_cast<double>(slide);
  }
}

double clamped(double effort, double limit) { return std::clamp(effort, -limit, limit); }

double effort_on(MotorBranch branch, double unlimited, double limit) {
  switch (branch) {
    case MotorBranch::Linear:
      return unlimited;
    case MotorBranch::Highest:
      return limit;
    case MotorBranch::Lowest:
      return -limit;
    case MotorBranch::Clamped:
      break;
  }
  return clamped(unlimited, limit);
}

/// Adds one force to the loads.
struct AddForce {
  const Model& model;
  const State& state;
  const Kinematics& kinematics;
  const Eigen::VectorXd& held;
  MotorBranch branch;
  Loads& loads;

  double& effort(int link, int dof) const { return loads.efforts[model.links[link].first_v + dof]; }
  void operator()(const AppliedWrench& wrench) const {
    const LinkMotion& motion = kinematics.links[wrench.link];
    Vector3 force = value(wrench.force, state.time);
    Vector3 moment = value(wrench.moment, state.time);
    if (wrench.axes == Axes::Link) {
      force = motion.R_WL * force;
      moment = motion.R_WL * moment;
    }
    Wrench& sum = loads.wrenches[wrench.link];
    sum.force += force;
    const Vector3& point_L =
        wrench.point_L ? *wrench.point_L : model.links[wrench.link].inertia.com;
    sum.moment += moment + Vector3(motion.R_WL * point_L).cross(force);
  }
  void operator()(const JointEffort& force) const {
    effort(force.link, force.dof) += evaluate(force.effort, state.time).value;
  }
  void operator()(const JointPd& law) const {
    effort(law.link, law.dof) += effort_on(branch, unlimited_effort(model, state, law), law.limit);
  }
  void operator()(const SampledPd& force) const {
    if (held.size() > 0) effort(force.law.link, force.law.dof) += held[0];
  }
  void operator()(const SampledLaw&) const {
    if (held.size() > 0) loads.efforts += held;
  }
};

bool is_sample(const SampleTimes& times, double t) {
  const double before = std::nextafter(t, -std::numeric_limits<double>::infinity());
  return next_sample(times, before) == t;
}

Eigen::VectorXd output(const Model& model, const State& state, const Force& force) {
  if (const auto* pd = std::get_if<SampledPd>(&force))
    return Eigen::VectorXd::Constant(
        1, clamped(unlimited_effort(model, state, pd->law), pd->law.limit));
  return std::get<SampledLaw>(force).law(model, state);
}

bool is_constant(const Signal& signal) {
  const auto* polynomial = std::get_if<Polynomial>(&signal);
  return polynomial && polynomial->coefficients.size() == 1;
}

/// Whether the force depends on the state alone.
bool is_constant(const Force& force) {
  if (const auto* effort = std::get_if<JointEffort>(&force)) return is_constant(effort->effort);
  if (const auto* pd = std::get_if<JointPd>(&force)) return is_constant(pd->target);
  const auto* wrench = std::get_if<AppliedWrench>(&force);
  if (!wrench) return false;
  const auto constant_signal = [](const Signal& signal) { return is_constant(signal); };
  return std::all_of(wrench->force.begin(), wrench->force.end(), constant_signal) &&
         std::all_of(wrench->moment.begin(), wrench->moment.end(), constant_signal);
}

}  // namespace

HeldInputs no_samples(const Model& model) {
  return {.outputs = std::vector<Eigen::VectorXd>(model.forces.size())};
}

double unlimited_effort(const Model& model, const State& state, const JointPd& motor) {
  const Link& link = model.links[motor.link];
  const Jet target = evaluate(motor.target, state.time);
  return motor.kp * (target.value - state.q[link.first_q + motor.dof]) +
         motor.kd * (target.rate - state.v[link.first_v + motor.dof]);
}

HeldInputs sampled(const Model& model, const State& state, HeldInputs held) {
  for (std::size_t i = 0; i < model.forces.size(); ++i) {
    const SampleTimes* times = sample_times(model.forces[i]);
    if (times && is_sample(*times, state.time))
      held.outputs[i] = output(model, state, model.forces[i]);
  }
  return held;
}

void evaluate_loads(const Model& model, const State& state, const Kinematics& kinematics,
                    const HeldInputs& held, Loads& loads) {
  loads.efforts.setZero();
  std::fill(loads.wrenches.begin(), loads.wrenches.end(), Wrench{});
  for (const Link& link : model.links) {
    add_springs_and_dampers(link, state, loads.efforts);
    add_dry_friction(link, held, loads.efforts);
  }
  for (std::size_t i = 0; i < model.forces.size(); ++i) {
    const MotorBranch branch = held.branches.empty() ? MotorBranch::Clamped : held.branches[i];
    std::visit(AddForce{model, state, kinematics, held.outputs[i], branch, loads}, model.forces[i]);
  }
}

void evaluate_joint_loads(const Model& model, const Mechanism& mechanism, const State& state,
                          const HeldInputs& held, Loads& loads) {
  loads.efforts.segment(mechanism.first_v, mechanism.end_v - mechanism.first_v).setZero();
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    loads.wrenches[i] = {};
    add_springs_and_dampers(model.links[i], state, loads.efforts);
    add_dry_friction(model.links[i], held, loads.efforts);
  }
}

std::vector<double> breaks(const Model& model, double after, double until) {
  std::vector<double> instants;
  for (const Force& force : model.forces)
    for (double t = next_break(force, after); t <= until; t = next_break(force, t))
      instants.push_back(t);
  for (const Link& link : model.links) {
    if (!link.path) continue;
    for (double t = next_break(*link.path, after); t <= until; t = next_break(*link.path, t))
      instants.push_back(t);
  }
  std::sort(instants.begin(), instants.end());
  instants.erase(std::unique(instants.begin(), instants.end()), instants.end());
  return instants;
}

bool is_autonomous(const Model& model) {
  return std::all_of(model.forces.begin(), model.forces.end(),
                     [](const Force& force) { return is_constant(force); }) &&
         std::none_of(model.links.begin(), model.links.end(),
                      [](const Link& link) { return link.path.has_value(); });
}

}  // namespace rigor
