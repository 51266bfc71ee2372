// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <rigor/assembly/load.hpp>
#include <rigor/assembly/trace_joints.hpp>
#include <rigor/first_order/first_order.hpp>
#include <rigor/run/live_simulation.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/start.hpp>
#include <rigor/scene/write_scene.hpp>
#include <rigor/trace/journal.hpp>

namespace rigor {
namespace {

trace::Triple triple(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// A wrench that is steered from now on, as the trace records it.
trace::Load steered_load(const AppliedWrench& applied, const Model& model, double time,
                         const Wrench& now) {
  return {static_cast<std::uint32_t>(applied.link),
          trace::LoadAxes::World,
          load_point(applied, model),
          {time},
          {triple(now.force)},
          {triple(now.moment)}};
}

std::array<Signal, 3> constants(const Vector3& v) {
  return {constant(v.x()), constant(v.y()), constant(v.z())};
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

}  // namespace

LiveSimulation::LiveSimulation(const Scene& scene)
    : options_(simulation_options(scene)),
      start_tolerance_(scene.start_tolerance),
      kinematics_(Model{}),
      scene_name_(scene.name),
      scene_text_(resolved_text(scene)),
      scene_hash_(scene_hash(scene)) {
  BuiltScene built = build(scene);
  model_ = std::move(built.model);
  state_ = std::move(built.initial);
  scene_start_ = state_.q;
  for (const Force& force : model_.forces)
    if (sample_times(force) != nullptr)
      throw std::invalid_argument(
          "a motor with 'every' samples by itself: remove it, and let the loop call set_effort");
  options_.stop.at_rest = false;
  kinematics_ = Kinematics(model_);
  force_of_.assign(model_.links.size(), -1);
  effort_of_.assign(model_.v_size, -1);
  own_loads_ = trace_prelude(model_, state_, options_).loads.size();
  begin_record();
}

void LiveSimulation::begin_record() {
  trace_ = trace_prelude(model_, state_, options_);
  trace_.header.scene_name = scene_name_;
  trace_.loads.resize(own_loads_);  // what is steered is told as knots
  segments_of_.assign(model_.links.size(), 0);
  new_segments_of_ = segments_of_;
  last_segments_ = last_forces_ = 0;
  steered_.clear();
  for (std::size_t link = 0; link < force_of_.size(); ++link) {
    if (force_of_[link] < 0) continue;
    // What was applied before the record goes on in it.
    const auto& wrench = std::get<AppliedWrench>(model_.forces[force_of_[link]]);
    Wrench now;
    for (int i = 0; i < 3; ++i) {
      now.force[i] = evaluate(wrench.force[i], 0.0).value;
      now.moment[i] = evaluate(wrench.moment[i], 0.0).value;
    }
    steered_.push_back(steered_load(wrench, model_, state_.time, now));
  }
  stepped_ = 0.0;
  ended_ = false;
  stopped_ = StopKind::Time;
  reason_.clear();
}

int LiveSimulation::body(std::string_view name) const {
  if (const auto found = find_link(model_, name)) return *found;
  std::vector<std::string_view> known;
  for (const Link& link : model_.links) known.push_back(link.name);
  const std::string_view meant = nearest(name, known);
  throw std::invalid_argument(
      "no body \"" + std::string(name) + "\"" +
      (meant.empty() ? "" : "; did you mean \"" + std::string(meant) + "\"?"));
}

Pose LiveSimulation::pose(int body) const { return link_poses(model_, state_)[body]; }

Twist LiveSimulation::velocity(int body) const {
  update(model_, state_, kinematics_);
  return kinematics_.links[body].velocity;
}

bool LiveSimulation::is_new(const trace::Event& event) const {
  const trace::Time start = trace::time_from(state_.time);
  return event.kind != trace::EventKind::Touch || event.lo != start ||
         !(trace_.header.start < start);
}

void LiveSimulation::append(const StepReport& step) {
  const auto moved = [&](const trace::PieceId& id, std::uint32_t segment) {
    return id.body == trace::kWorld || segment == trace::kNoSegment
               ? segment
               : segment + segments_of_[id.body];
  };
  for (trace::Segment segment : step.segments) {
    segment.index += segments_of_[segment.body];
    new_segments_of_[segment.body] = std::max(new_segments_of_[segment.body], segment.index + 1);
    trace_.segments.push_back(std::move(segment));
  }
  for (trace::Certificate certificate : step.certificates) {
    certificate.segment_a = moved(certificate.a, certificate.segment_a);
    certificate.segment_b = moved(certificate.b, certificate.segment_b);
    trace_.certificates.push_back(std::move(certificate));
  }
  for (trace::ContactForce force : step.forces) {
    force.segment_a = moved(force.a, force.segment_a);
    force.segment_b = moved(force.b, force.segment_b);
    trace_.forces.push_back(std::move(force));
  }
  trace_.joint_forces.insert(trace_.joint_forces.end(), step.joint_forces.begin(),
                             step.joint_forces.end());
  for (trace::Event event : step.events) {
    if (!is_new(event)) continue;
    event.index = static_cast<std::uint32_t>(trace_.events.size());
    trace_.events.push_back(std::move(event));
  }
}

void LiveSimulation::close_stretch(const Outcome& outcome) {
  const bool first = trace_.footer.stopped.empty();
  trace::Footer& all = trace_.footer;
  const trace::Footer& added = outcome.footer;
  if (first) all.energy_initial = added.energy_initial;
  if (added.steps > 0) {
    all.step_min = all.steps > 0 ? std::min(all.step_min, added.step_min) : added.step_min;
    all.step_max = std::max(all.step_max, added.step_max);
    stepped_ += added.step_mean * static_cast<double>(added.steps);
    all.steps += added.steps;
    all.step_mean = stepped_ / static_cast<double>(all.steps);
  }
  all.end = added.end;
  all.stopped = added.stopped;
  all.energy_final = added.energy_final;
  all.energy_work += added.energy_work;
  all.energy_max_gain = std::max(all.energy_max_gain, added.energy_max_gain);
  all.manifold_changes += added.manifold_changes;
  trace_.header.certified = trace_.header.certified && outcome.certified;
  segments_of_ = new_segments_of_;
}

LiveSimulation::Stretch LiveSimulation::stretch_to(double t, bool until_event,
                                                   const std::function<bool()>& interrupted) const {
  SimulationOptions options = options_;
  options.stop.time = t;
  options.interrupted = interrupted;
  Stretch stretch;
  bool found = false;
  if (until_event) options.interrupted = [&] { return found || (interrupted && interrupted()); };
  const auto take_step = [&](const StepReport& step) {
    stretch.steps.push_back(step);
    found = found || std::any_of(step.events.begin(), step.events.end(),
                                 [this](const trace::Event& event) { return is_new(event); });
  };
  stretch.outcome = goes_on_ && options.method == Method::FirstOrder
                        ? run_first_order(model_, state_, options, take_step, {}, GapsAtStart::Kept)
                        : simulate(model_, state_, options, take_step);
  return stretch;
}

std::optional<double> LiveSimulation::past_first_event(const Stretch& stretch) const {
  for (const StepReport& step : stretch.steps)
    for (const trace::Event& event : step.events)
      if (is_new(event))
        return moves_in_steps(options_.method) ? not_behind(step.time) : behind(event.hi);
  return std::nullopt;
}

bool LiveSimulation::take(const Stretch& stretch, double t) {
  const Outcome& outcome = stretch.outcome;
  const bool there = arrived(outcome, trace::time_from(t));
  stopped_ = outcome.stop;
  reason_ = outcome.reason;
  ended_ = !there;
  // Refused before anything moved: the record stays as it is.
  if (outcome.segments == 0 && !there) return false;
  last_segments_ = trace_.segments.size();
  last_forces_ = trace_.forces.size();
  for (const StepReport& step : stretch.steps) append(step);
  close_stretch(outcome);
  state_ = outcome.final_state;
  goes_on_ = true;
  if (there) state_.time = t;
  return there;
}

bool LiveSimulation::advance_to(double t, const std::function<bool()>& interrupted) {
  if (!(t > state_.time) || !std::isfinite(t))
    throw std::invalid_argument("advance_to needs a time in the future");
  return !ended_ && take(stretch_to(t, false, interrupted), t);
}

bool LiveSimulation::advance_to_event(double limit, const std::function<bool()>& interrupted) {
  if (!(limit > state_.time) || !std::isfinite(limit))
    throw std::invalid_argument("the search for the next event needs a time in the future");
  const std::size_t events = trace_.events.size();
  // An event may be found a little later when it is gone to, since the motion is cut differently.
  while (!ended_ && trace_.events.size() == events && state_.time < limit) {
    const Stretch ahead = stretch_to(limit, true, interrupted);
    const std::optional<double> past = past_first_event(ahead);
    if (!past) return take(ahead, limit);
    const double t = std::min(*past, limit);
    take(stretch_to(t, false, interrupted), t);
  }
  return !ended_;
}

std::vector<PairForce> LiveSimulation::forces() const {
  trace::Trace last;
  last.header = trace_.header;
  last.footer = trace_.footer;
  last.bodies = trace_.bodies;
  last.segments.assign(trace_.segments.begin() + static_cast<std::ptrdiff_t>(last_segments_),
                       trace_.segments.end());
  last.forces.assign(trace_.forces.begin() + static_cast<std::ptrdiff_t>(last_forces_),
                     trace_.forces.end());
  return last.forces.empty() ? std::vector<PairForce>{} : forces_at(last, last.footer.end);
}

void LiveSimulation::apply(int body, const Wrench& wrench) {
  if (body < 0 || body >= std::ssize(model_.links)) throw std::invalid_argument("no such body");
  const Link& pushed = model_.links[body];
  if (pushed.fixed_to_world || pushed.path)
    throw std::invalid_argument("wrenches act on bodies and links that forces can move");
  if (!wrench.vector().allFinite())
    throw std::invalid_argument("forces and moments are finite numbers");
  scene_text_.clear();
  int& force = force_of_[body];
  if (force < 0) {
    force = static_cast<int>(model_.forces.size());
    const AppliedWrench at_com{.link = body, .point_L = std::nullopt};
    model_.forces.emplace_back(at_com);
    steered_.push_back(steered_load(at_com, model_, state_.time, {}));
  }
  auto& applied = std::get<AppliedWrench>(model_.forces[force]);
  applied.force = constants(wrench.force);
  applied.moment = constants(wrench.moment);
  const auto load = std::find_if(steered_.begin(), steered_.end(), [&](const trace::Load& one) {
    return one.body == static_cast<std::uint32_t>(body);
  });
  const trace::Triple new_force = triple(wrench.force);
  const trace::Triple new_moment = triple(wrench.moment);
  if (load->forces.back() == new_force && load->moments.back() == new_moment) return;
  // A jump is two knots at one time; a second call at the same instant replaces the first.
  const std::size_t knots = load->times.size();
  if (knots >= 2 && load->times[knots - 1] == state_.time &&
      load->times[knots - 2] == state_.time) {
    load->forces.back() = new_force;
    load->moments.back() = new_moment;
    return;
  }
  if (load->times.back() != state_.time) {
    load->times.push_back(state_.time);
    load->forces.push_back(trace::Triple(load->forces.back()));
    load->moments.push_back(trace::Triple(load->moments.back()));
  }
  load->times.push_back(state_.time);
  load->forces.push_back(new_force);
  load->moments.push_back(new_moment);
}

const Link& LiveSimulation::joint_of(int link, int dof) const {
  if (link < 0 || link >= std::ssize(model_.links) || is_free_body(model_, link) || dof < 0 ||
      dof >= model_.links[link].velocities)
    throw std::invalid_argument("no such joint");
  return model_.links[link];
}

void LiveSimulation::set_effort(int link, int dof, double effort) {
  const Link& joint = joint_of(link, dof);
  if (!std::isfinite(effort)) throw std::invalid_argument("an effort is a finite number");
  int& force = effort_of_[joint.first_v + dof];
  if (force < 0) {
    force = static_cast<int>(model_.forces.size());
    model_.forces.emplace_back(JointEffort{.link = link, .dof = dof});
    trace_.joints = trace_joints(model_);  // something may act along this motion now
  }
  std::get<JointEffort>(model_.forces[force]).effort = constant(effort);
  scene_text_.clear();
}

double LiveSimulation::coordinate(int link, int dof) const {
  const Link& joint = joint_of(link, dof);
  if (!has_plain_coordinates(joint.joint))
    throw std::invalid_argument("the joint has a quaternion: see state()");
  return state_.q[joint.first_q + dof];
}

double LiveSimulation::rate(int link, int dof) const {
  return state_.v[joint_of(link, dof).first_v + dof];
}

void LiveSimulation::set_neutral(int link, int dof, double neutral) {
  if (link < 0 || link >= std::ssize(model_.links) || dof < 0 ||
      dof >= std::ssize(model_.links[link].dofs))
    throw std::invalid_argument("no such joint coordinate");
  Dof& spring = model_.links[link].dofs[dof];
  if (!(spring.stiffness > 0.0) || !std::isfinite(neutral))
    throw std::invalid_argument(
        "a neutral coordinate is a finite number, of a joint with a spring");
  spring.neutral = neutral;
  scene_text_.clear();
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
  scene_text_.clear();
  begin_record();
}

trace::Trace LiveSimulation::trace() const {
  trace::Trace out = trace_;
  out.header.scene_text = scene_text_;
  if (!scene_text_.empty()) out.header.scene_hash = scene_hash_;
  out.loads.insert(out.loads.end(), steered_.begin(), steered_.end());
  out.complete = true;
  if (out.footer.stopped.empty()) out.footer.end = out.header.start;
  trace::sort_records(out);
  return out;
}

double next_tick(double time, double period) {
  if (!(period > 0.0)) throw std::invalid_argument("the period of a loop is positive");
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
