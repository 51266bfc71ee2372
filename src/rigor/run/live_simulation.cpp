// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <rigor/assembly/load.hpp>
#include <rigor/assembly/trace_joints.hpp>
#include <rigor/dynamics/kinematics.hpp>
#include <rigor/first_order/first_order.hpp>
#include <rigor/run/live_simulation.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/start.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor {
namespace {

trace::Triple triple(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

std::array<Signal, 3> constants(const Vector3& v) {
  return {constant(v.x()), constant(v.y()), constant(v.z())};
}

/// A wrench that goes on from the start of a record, as the trace records it.
trace::Load steered_load(const AppliedWrench& wrench, const Model& model, double time) {
  Wrench now;
  for (int i = 0; i < 3; ++i) {
    now.force[i] = evaluate(wrench.force[i], 0.0).value;
    now.moment[i] = evaluate(wrench.moment[i], 0.0).value;
  }
  return {static_cast<std::uint32_t>(wrench.link),
          trace::LoadAxes::World,
          load_point(wrench, model),
          {time},
          {triple(now.force)},
          {triple(now.moment)}};
}

/// Ends as they should be: at the time asked for, moving or at rest.
bool arrived(const Outcome& outcome, const trace::Time& end) {
  return (outcome.stop == StopKind::Time || outcome.stop == StopKind::Rest) &&
         outcome.footer.end == end;
}

/// The first double behind an instant, and the last one that is not.
double behind(const trace::Time& instant) {
  double t = trace::seconds(instant);
  while (!(instant < trace::time_from(t))) t = std::nextafter(t, HUGE_VAL);
  return t;
}
double not_behind(const trace::Time& instant) {
  double t = trace::seconds(instant);
  while (instant < trace::time_from(t)) t = std::nextafter(t, -HUGE_VAL);
  return t;
}

/// The motion from the state up to the time t. `until_event`: given up where the first event is
/// found. `gaps`: what method `first_order` does with those of the start.
Stretch stretch_to(const LiveSimulation& simulation, SimulationOptions options, GapsAtStart gaps,
                   double t, bool until_event, const std::function<bool()>& interrupted) {
  options.stop.time = t;
  options.interrupted = interrupted;
  Stretch stretch{trace::time_from(simulation.time()), {}, {}};
  bool found = false;
  if (until_event) options.interrupted = [&] { return found || (interrupted && interrupted()); };
  const auto take_step = [&](const StepReport& step) {
    stretch.steps.push_back(step);
    found = found || std::any_of(step.events.begin(), step.events.end(), [&](const auto& event) {
              return simulation.record().is_new(stretch, event);
            });
  };
  const Model& model = simulation.model();
  stretch.outcome = gaps == GapsAtStart::Kept && options.method == Method::FirstOrder
                        ? run_first_order(model, simulation.state(), options, take_step, {}, gaps)
                        : simulate(model, simulation.state(), options, take_step);
  return stretch;
}

/// A rounding error past the first event, or where the step ends in which it happens.
std::optional<double> past_first_event(const LiveRecord& record, const Stretch& stretch,
                                       Method method) {
  for (const StepReport& step : stretch.steps)
    for (const trace::Event& event : step.events)
      if (record.is_new(stretch, event))
        return moves_in_steps(method) ? not_behind(step.time) : behind(event.hi);
  return std::nullopt;
}

const Link& joint_of(const Model& model, int link, int dof) {
  if (link < 0 || link >= std::ssize(model.links) || is_free_body(model, link) || dof < 0 ||
      dof >= model.links[link].velocities)
    throw std::invalid_argument("no such joint");
  return model.links[link];
}

}  // namespace

LiveSimulation::LiveSimulation(const Scene& scene)
    : options_(simulation_options(scene)), start_tolerance_(scene.start_tolerance) {
  BuiltScene built = build(scene);
  model_ = std::move(built.model);
  state_ = std::move(built.initial);
  scene_start_ = state_.q;
  for (const Force& force : model_.forces)
    if (sample_times(force) != nullptr)
      throw std::invalid_argument(
          "a motor with 'every' samples by itself: remove it, and let the loop call set_effort");
  options_.stop.at_rest = false;
  force_of_.assign(model_.links.size(), -1);
  effort_of_.assign(model_.v_size, -1);
  trace::Trace prelude = trace_prelude(model_, state_, options_);
  own_loads_ = prelude.loads.size();
  prelude.header.scene_name = scene.name;
  prelude.header.scene_text = resolved_text(scene);
  prelude.header.scene_hash = scene_hash(scene);
  record_ = LiveRecord(std::move(prelude));
}

bool LiveSimulation::take(const Stretch& stretch, double t) {
  const Outcome& outcome = stretch.outcome;
  const bool there = arrived(outcome, trace::time_from(t));
  end_ = {outcome.stop, outcome.reason};
  ended_ = !there;
  // Refused before anything moved: the record stays as it is.
  if (outcome.segments == 0 && !there) return false;
  record_.add(stretch);
  state_ = outcome.final_state;
  goes_on_ = true;
  if (there) state_.time = t;
  return there;
}

bool LiveSimulation::advance_to(double t, const std::function<bool()>& interrupted) {
  if (!(t > state_.time) || !std::isfinite(t))
    throw std::invalid_argument("advance_to needs a time in the future");
  const GapsAtStart gaps = goes_on_ ? GapsAtStart::Kept : GapsAtStart::Opened;
  return !ended_ && take(stretch_to(*this, options_, gaps, t, false, interrupted), t);
}

bool LiveSimulation::advance_to_event(double limit, const std::function<bool()>& interrupted) {
  if (!(limit > state_.time) || !std::isfinite(limit))
    throw std::invalid_argument("the search for the next event needs a time in the future");
  const std::size_t events = record_.events().size();
  // An event may be found a little later when it is gone to, since the motion is cut differently.
  while (!ended_ && record_.events().size() == events && state_.time < limit) {
    const GapsAtStart gaps = goes_on_ ? GapsAtStart::Kept : GapsAtStart::Opened;
    const Stretch ahead = stretch_to(*this, options_, gaps, limit, true, interrupted);
    const std::optional<double> past = past_first_event(record_, ahead, options_.method);
    if (!past) return take(ahead, limit);
    advance_to(std::min(*past, limit), interrupted);
  }
  return !ended_;
}

void LiveSimulation::apply(int body, const Wrench& wrench) {
  if (body < 0 || body >= std::ssize(model_.links)) throw std::invalid_argument("no such body");
  const Link& pushed = model_.links[body];
  if (pushed.fixed_to_world || pushed.path)
    throw std::invalid_argument("wrenches can act only on bodies and links that forces can move");
  if (!wrench.vector().allFinite())
    throw std::invalid_argument("forces and moments must be finite numbers");
  record_.forget_scene();
  int& force = force_of_[body];
  if (force < 0) {
    force = static_cast<int>(model_.forces.size());
    model_.forces.emplace_back(AppliedWrench{.link = body, .point_L = std::nullopt});
  }
  auto& applied = std::get<AppliedWrench>(model_.forces[force]);
  applied.force = constants(wrench.force);
  applied.moment = constants(wrench.moment);
  record_.add_load(static_cast<std::uint32_t>(body), load_point(applied, model_), state_.time,
                   wrench);
}

void LiveSimulation::set_effort(int link, int dof, double effort) {
  const Link& joint = joint_of(model_, link, dof);
  if (!std::isfinite(effort)) throw std::invalid_argument("an effort must be a finite number");
  int& force = effort_of_[joint.first_v + dof];
  if (force < 0) {
    force = static_cast<int>(model_.forces.size());
    model_.forces.emplace_back(JointEffort{.link = link, .dof = dof});
    record_.set_joints(trace_joints(model_));
  }
  std::get<JointEffort>(model_.forces[force]).effort = constant(effort);
  record_.forget_scene();
}

void LiveSimulation::set_neutral(int link, int dof, double neutral) {
  if (link < 0 || link >= std::ssize(model_.links) || dof < 0 ||
      dof >= std::ssize(model_.links[link].dofs))
    throw std::invalid_argument("no such joint coordinate");
  Dof& spring = model_.links[link].dofs[dof];
  if (!(spring.stiffness > 0.0) || !std::isfinite(neutral))
    throw std::invalid_argument(
        "a neutral coordinate must be a finite number, of a joint with a spring");
  spring.neutral = neutral;
  record_.forget_scene();
}

void LiveSimulation::set_state(const State& state) {
  if (const auto broken = defect(model_, state))
    throw std::invalid_argument(broken->where + ": " + broken->message);
  const auto overlaps = start_overlaps(model_, state, start_tolerance_);
  if (!overlaps.empty())
    throw std::invalid_argument("in this state " + overlaps[0].a + " and " + overlaps[0].b +
                                " overlap by " + std::to_string(overlaps[0].depth) + " m");
  state_ = state;
  normalize(model_, state_);
  goes_on_ = state_.q != scene_start_;
  trace::Trace prelude = trace_prelude(model_, state_, options_);
  prelude.header.scene_name = record_.so_far().header.scene_name;
  prelude.loads.resize(own_loads_);  // what is steered is told as knots
  std::vector<trace::Load> loads;
  for (const int force : force_of_)
    if (force >= 0)
      loads.push_back(
          steered_load(std::get<AppliedWrench>(model_.forces[force]), model_, state_.time));
  record_ = LiveRecord(std::move(prelude), std::move(loads));
  ended_ = false;
  end_ = {};
}

int body_named(const LiveSimulation& simulation, std::string_view name) {
  const Model& model = simulation.model();
  if (const auto found = find_link(model, name)) return *found;
  std::vector<std::string_view> known;
  for (const Link& link : model.links) known.push_back(link.name);
  const std::string_view meant = nearest(name, known);
  throw std::invalid_argument(
      "no body \"" + std::string(name) + "\"" +
      (meant.empty() ? "" : "; did you mean \"" + std::string(meant) + "\"?"));
}

Pose pose(const LiveSimulation& simulation, int body) {
  return link_poses(simulation.model(), simulation.state())[body];
}

Twist velocity(const LiveSimulation& simulation, int body) {
  Kinematics kinematics(simulation.model());
  update(simulation.model(), simulation.state(), kinematics);
  return kinematics.links[body].velocity;
}

double coordinate(const LiveSimulation& simulation, int link, int dof) {
  const Link& joint = joint_of(simulation.model(), link, dof);
  if (!has_plain_coordinates(joint.joint))
    throw std::invalid_argument("the joint has a quaternion: see state()");
  return simulation.state().q[joint.first_q + dof];
}

double rate(const LiveSimulation& simulation, int link, int dof) {
  return simulation.state().v[joint_of(simulation.model(), link, dof).first_v + dof];
}

double next_tick(double time, double period) {
  if (!(period > 0.0)) throw std::invalid_argument("the period of a loop must be positive");
  double tick = std::floor(time / period);  // may be off by one through rounding
  while (tick * period <= time) tick += 1.0;
  while ((tick - 1.0) * period > time) tick -= 1.0;
  return tick * period;
}

bool run_loop(LiveSimulation& simulation, double until, double period,
              const std::function<void(LiveSimulation&)>& control) {
  while (simulation.time() < until) {
    control(simulation);
    if (!simulation.advance_to(std::min(next_tick(simulation.time(), period), until))) return false;
  }
  return true;
}

}  // namespace rigor
