// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/assembly/resting_segment.hpp>
#include <rigor/classic/classic_run.hpp>
#include <rigor/classic/fixed_step.hpp>
#include <rigor/classic/start_gaps.hpp>

namespace rigor {
namespace {

/// Slower than this counts as rest if contacts balance the forces, m/s and rad/s.
constexpr double kRestSpeed = 1e-6;
/// How much of the forces' effect contacts may leave over at rest.
constexpr double kRestBalance = 1e-3;
/// So many steps in a row that gain less than kTinyGain together are no progress.
constexpr int kTinySteps = 1000;
constexpr double kTinyGain = 1e-9;  // s

trace::EndReason reason_of(StepRule rule) {
  switch (rule) {
    case StepRule::Full:
      return trace::EndReason::Full;
    case StepRule::Advancement:
      return trace::EndReason::Advancement;
    case StepRule::Star:
      return trace::EndReason::Star;
    case StepRule::Dagger:
      return trace::EndReason::Dagger;
    case StepRule::Transient:
      return trace::EndReason::Transient;
    case StepRule::Limit:
      return trace::EndReason::Limit;
    case StepRule::Floor:
      return trace::EndReason::Floor;
    case StepRule::Stop:
      break;
  }
  return trace::EndReason::Stop;
}

bool is_sampled(const Force& force) { return sample_times(force) != nullptr; }

/// What of the scene the method does not have; empty if it has all.
std::string unsupported(const Model& model, const World& world, Method chosen) {
  const char* method = name(chosen);
  for (const Body& body : world.bodies)
    if (body.role == BodyRole::Driven)
      return fmt::format("method '{}' does not support driven bodies ('{}' is one)", method,
                         model.links[body.id].name);
  for (const Link& link : model.links)
    if (std::holds_alternative<Planar>(link.joint))
      return fmt::format("method '{}' does not support planar joints ('{}' has one)", method,
                         link.name);
  if (std::any_of(model.forces.begin(), model.forces.end(), is_sampled))
    return fmt::format("method '{}' does not support sampled controllers", method);
  for (const Link& link : model.links)
    if (std::any_of(link.dofs.begin(), link.dofs.end(),
                    [](const Dof& dof) { return dof.friction > 0.0; }))
      return fmt::format("method '{}' does not support dry friction in joints ('{}' has some)",
                         method, link.name);
  if (has_belts(model)) return fmt::format("method '{}' does not support conveyor belts", method);
  if (world.law == Law::Viscous)
    return fmt::format("method '{}' works with impulses only: law 'viscous' is a force", method);
  if (world.law == Law::MaxDissipation && chosen != Method::Paper)
    return fmt::format("method '{}' needs a law that takes a bias: not 'max_dissipation'", method);
  return {};
}

bool rests(const SteppedBodies& bodies, const TakenStep& step, double threshold) {
  const Eigen::VectorXd& v = bodies.state.v;
  if (!is_autonomous(bodies.model)) return false;
  const auto speed = [](const Eigen::VectorXd& x) {
    return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
  };
  if (speed(v) > kRestSpeed || speed(step.v_during) > kRestSpeed) return false;
  // No-slip rows of a fixed-step method can hold a body for one step before it touches.
  for (const PairContact& contact : step.contacts)
    for (const PlaneContact& point : contact.points)
      if (point.gap > threshold) return false;
  const double pull = speed(bodies.articulated.vdot);
  return speed(v - step.v_during) <= kRestBalance * step.h * pull;
}

}  // namespace

ClassicRun::ClassicRun(const Model& model, const State& initial, const SimulationOptions& options,
                       const Observer& observer)
    : model_(model),
      initial_(initial),
      options_(options),
      observer_(observer),
      world_(make_world(model, initial, options)),
      bodies_(world_, initial),
      rules_(paper_rules(options.stepping, options.tolerances)),
      trace_(bodies_),
      now_(trace::time_from(initial.time)),
      horizon_(horizon_of(options)),
      began_(std::chrono::steady_clock::now()) {
  outcome_.final_state = initial;
  outcome_.classic.emplace();
}

bool ClassicRun::stop(StopKind kind, std::string reason) {
  outcome_.stop = kind;
  outcome_.reason = std::move(reason);
  return false;
}

bool ClassicRun::stop(const NoStep& why) {
  const std::string when = fmt::format("at t = {:.9g} s", trace::seconds(now_));
  const std::string pair = why.pair ? names_of(bodies_, *why.pair) : std::string();
  switch (why.kind) {
    case NoStep::Kind::Degenerate:
      return stop(StopKind::Degenerate,
                  fmt::format("{} touch {} where their separating plane is not unique (two "
                              "vertices, a vertex and an edge, or two parallel edges): the paper "
                              "does not treat these cases",
                              pair, when));
    case NoStep::Kind::Stuck:
      if (!why.pair)
        return stop(StopKind::NoProgress,
                    fmt::format("the safe step is zero {}: loops push a joint past the limit that "
                                "holds it",
                                when));
      return stop(StopKind::NoProgress,
                  fmt::format("the safe step is zero {}: the gap of {} is at the level {:.3g} m "
                              "that the bounds keep",
                              when, pair, rules_.level));
    case NoStep::Kind::Unsolved:
      return stop(
          StopKind::Inconsistent,
          fmt::format("no impulses that obey law '{}' were found {}", name(world_.law), when));
    case NoStep::Kind::TornLoop:
      return stop(StopKind::Inconsistent,
                  fmt::format("a step {} opens the closed loops so far that they cannot be closed "
                              "again: the steps are too long for this motion; try smaller ones "
                              "(stepping.step)",
                              when));
    case NoStep::Kind::TouchingLink:
      break;
  }
  return stop(StopKind::Mechanism,
              fmt::format("{} touch {}: with printed bounds links must not touch; use bounds: "
                          "corrected",
                          pair, when));
}

bool ClassicRun::stop_uncertified(const UncertifiedPair& pair) {
  return stop(StopKind::Uncertified,
              fmt::format("a step from t = {:.9g} s cannot be certified: {} come within {:.3g} m",
                          trace::seconds(now_), names_of(bodies_, pair.pair), pair.separation));
}

bool ClassicRun::begin() {
  if (const std::string reason = unsupported(model_, world_, options_.method); !reason.empty())
    return stop(StopKind::Unsupported, reason);
  const double deepest = world_.tolerances.start();
  if (options_.method == Method::Paper && rules_.bounds == Bounds::Corrected) {
    const StartGaps gaps = open_gaps(bodies_, 0.5 * rules_.threshold, deepest, memory_);
    if (gaps.refusal) return stop(StopKind::Overlap, *gaps.refusal);
    outcome_.start_moved = gaps.moved;
  } else if (const auto refusal = deep_overlap(bodies_, deepest, memory_)) {
    return stop(StopKind::Overlap, *refusal);
  }
  outcome_.footer.energy_initial = energy(bodies_);
  lowest_energy_ = outcome_.footer.energy_initial;
  if (!(now_ < horizon_)) return stop(StopKind::Time);
  StepReport report{now_, {}, {}, {}};
  for (const Body& body : world_.bodies)
    if (body.role == BodyRole::Fixed)
      report.segments.push_back(resting_segment(body, now_, horizon_));
  outcome_.segments += report.segments.size();
  if (!report.segments.empty()) observer_(report);
  if (options_.method == Method::Paper)
    contacts_ = touching_pairs(bodies_, rules_.threshold, memory_);
  return true;
}

std::variant<TakenStep, NoStep> ClassicRun::next_step(double longest) {
  switch (options_.method) {
    case Method::StewartTrinkle:
      return stewart_trinkle_step(bodies_, longest, rules_.threshold, memory_);
    case Method::AnitescuPotra:
      return anitescu_potra_step(bodies_, longest, rules_.threshold, memory_);
    default:
      break;
  }
  // Corrected steps keep to one segment: |ω| h < 2.
  const double spin = fastest_quaternion(bodies_);
  const bool whole = rules_.is_sound() && spin * longest > kMostTurn;
  return algorithm_one(bodies_, contacts_, rules_, whole ? kMostTurn / spin : longest, memory_);
}

bool ClassicRun::advance() {
  const double left = trace::elapsed(now_, horizon_);
  const bool last = left <= rules_.step * (1.0 + 1e-12);
  auto next = next_step(last ? left : rules_.step);
  if (const auto* why = std::get_if<NoStep>(&next)) return stop(*why);
  TakenStep& step = std::get<TakenStep>(next);
  if (last && step.h >= left) step.rule = StepRule::Stop;
  if (!publish(step)) return false;
  note(step);
  contacts_ = step.contacts;
  if (rests(bodies_, step, rules_.threshold) && options_.stop.at_rest) return stop(StopKind::Rest);
  if (now_ >= horizon_) return stop(StopKind::Time);
  return within_limits();
}

bool ClassicRun::publish(const TakenStep& step) {
  const bool last = step.rule == StepRule::Stop;
  const StepPaths paths =
      step_paths(bodies_, step, now_, last ? std::optional(horizon_) : std::nullopt);
  StepRecord record = trace_.record(paths, reason_of(step.rule));
  if (record.unresolved)
    return stop(
        StopKind::Inconsistent,
        fmt::format("'{}' turns by more than half a turn in the step from t = {:.9g} s: the "
                    "steps are too long for this motion; try smaller ones (stepping.step)",
                    model_.links[*record.unresolved].name, trace::seconds(now_)));
  const auto passed = passed_limit(bodies_);
  if (rules_.is_sound() && options_.method == Method::Paper) {
    if (!record.uncertified.empty()) return stop_uncertified(record.uncertified[0]);
    if (passed)
      return stop(
          StopKind::Uncertified,
          fmt::format("a step from t = {:.9g} s passes a limit by {:.3g}: {}", trace::seconds(now_),
                      -passed->gap, limit_name(world_, pair_of(passed->limit))));
  }
  note(record.uncertified, passed);
  const trace::Time begin = now_;
  now_ = paths.stretches.back().end;
  ContactChanges changes = history_.compare(bodies_, step, now_);
  outcome_.footer.manifold_changes += changes.manifold_changes;
  outcome_.classic->paper_changes += changes.paper_changes;
  for (trace::Event& event : changes.events)
    event.index = static_cast<std::uint32_t>(outcome_.events++);
  outcome_.segments += record.segments.size();
  observer_({now_, std::move(record.segments), std::move(record.certificates),
             std::move(changes.events), step_forces(bodies_, step, begin, now_)});
  return true;
}

void ClassicRun::note(const std::vector<UncertifiedPair>& uncertified,
                      const std::optional<LimitContact>& passed) {
  if (uncertified.empty() && !passed) return;
  ClassicReport& report = *outcome_.classic;
  ++report.uncertified_steps;
  outcome_.certified = false;
  const auto note_one = [&](const CloseApproach& at) {
    if (!report.first_uncertified) report.first_uncertified = at;
    if (!report.deepest || at.separation < report.deepest->separation) report.deepest = at;
  };
  for (const UncertifiedPair& pair : uncertified) {
    note_one({pair.time, pair.separation, names_of(bodies_, pair.pair)});
    if (pair.missed)
      report.missed.push_back({pair.time, pair.separation, names_of(bodies_, pair.pair)});
  }
  if (passed)
    note_one({bodies_.state.time, passed->gap, limit_name(world_, pair_of(passed->limit))});
}

void ClassicRun::note(const TakenStep& step) {
  trace::Footer& footer = outcome_.footer;
  footer.step_min = footer.steps == 0 ? step.h : std::min(footer.step_min, step.h);
  footer.step_max = std::max(footer.step_max, step.h);
  ++footer.steps;
  stepped_ += step.h;
  ClassicReport& report = *outcome_.classic;
  ++report.rules[name(step.rule)];
  if (step.contacts.empty()) ++report.steps_without_contact;
  if (step.unsettled) ++report.unsettled_steps;
  report.worst_residual = std::max(report.worst_residual, step.impulses.residual);
  report.loops_opened = std::max(report.loops_opened, step.opened);
  footer.energy_work += step.h * given_power(bodies_);
  const double now = energy(bodies_) - footer.energy_work;
  footer.energy_max_gain = std::max(footer.energy_max_gain, now - lowest_energy_);
  lowest_energy_ = std::min(lowest_energy_, now);
  progress_ += step.h;
  ++tiny_steps_;
  if (progress_ > kTinyGain) {
    progress_ = 0.0;
    tiny_steps_ = 0;
  }
}

bool ClassicRun::within_limits() {
  if (tiny_steps_ > kTinySteps)
    return stop(StopKind::NoProgress,
                fmt::format("{} steps from t = {:.12g} s advance by less than {:.0e} s", kTinySteps,
                            trace::seconds(now_), kTinyGain));
  if (options_.interrupted && options_.interrupted()) return stop(StopKind::Interrupted);
  if (outcome_.events >= options_.stop.events) return stop(StopKind::Events);
  if (outcome_.segments >= options_.stop.segments) return stop(StopKind::Segments);
  if (std::isfinite(options_.stop.wall_seconds)) {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began_;
    if (wall.count() >= options_.stop.wall_seconds) return stop(StopKind::WallTime);
  }
  return true;
}

void ClassicRun::show_rest() {
  const trace::Time end = std::min(horizon_, trace::advanced(now_, StopConditions::kRestShown));
  if (!(now_ < end)) return;
  StepRecord record = trace_.record(resting_stretch(bodies_, now_, end), trace::EndReason::Rest);
  if (rules_.is_sound() && options_.method == Method::Paper && !record.uncertified.empty()) {
    stop_uncertified(record.uncertified[0]);
    return;
  }
  note(record.uncertified, {});
  outcome_.segments += record.segments.size();
  now_ = end;
  observer_({now_, std::move(record.segments), std::move(record.certificates), {}});
}

Outcome ClassicRun::run(const Checkpoints& checkpoints) {
  bool goes_on = true;
  if (checkpoints.from.empty())
    goes_on = begin();
  else
    resume(read_classic_checkpoint(checkpoints.from, bodies_));
  while (goes_on && advance())
    if (checkpoints.due && checkpoints.due()) checkpoints.keep(bytes_of(checkpoint()));
  if (outcome_.stop == StopKind::Rest) show_rest();
  trace::Footer& footer = outcome_.footer;
  footer.end = now_;
  footer.stopped = name(outcome_.stop);
  footer.energy_final = energy(bodies_);
  footer.step_mean = footer.steps > 0 ? stepped_ / static_cast<double>(footer.steps) : 0.0;
  outcome_.final_state = scene_state(bodies_, model_, initial_);
  outcome_.final_state.time = trace::seconds(now_);
  return outcome_;
}

Outcome simulate_classic(const Model& model, const State& initial, const SimulationOptions& options,
                         const Observer& observer, const Checkpoints& checkpoints) {
  return ClassicRun(model, initial, options, observer).run(checkpoints);
}

}  // namespace rigor
