// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <rigor/first_order/drives.hpp>
#include <rigor/first_order/first_order.hpp>
#include <rigor/first_order/opening.hpp>
#include <rigor/first_order/rest.hpp>
#include <rigor/first_order/saved_run.hpp>
#include <rigor/first_order/step.hpp>

namespace rigor {
namespace {

using namespace first_order;

/// Bodies thinner than this many skins leave no room for gaps that are small against them.
constexpr double kThinnest = 1e3;

/// What the method cannot do; empty if the scene needs none of it.
std::string unsupported(const Run& run) {
  const Model& model = *run.world.model;
  if (!has_step_law(run.world.law))
    return fmt::format("method first_order under the law {}", name(run.world.law));
  if (!(run.options.stepping.step > 0.0)) return "a step that is not positive";
  for (const Body& body : run.world.bodies) {
    const std::string& link = model.links[body.id].name;
    if (body.role == BodyRole::Driven && !std::isfinite(run.options.stop.time))
      return fmt::format("body '{}' is driven: a run with it needs a stop time", link);
    const double thin = thinnest_extent(body);
    const bool moved = body.role == BodyRole::Free || body.role == BodyRole::Link;
    if (moved && thin < kThinnest * run.scales.skin)
      return fmt::format(
          "body '{}' is {:.3g} m thin: method first_order needs a skin of at most "
          "{:.1g} m for it",
          link, thin, thin / kThinnest);
  }
  for (const Force& force : model.forces)
    if (run.world.bodies[link_of(force)].role != BodyRole::Link && !is_piecewise_linear(force))
      return "forces on free bodies other than wrenches that are linear in time between knots";
  return {};
}

/// A run with its observer and its limits.
class Driver {
 public:
  Driver(const Model& model, const State& initial, const SimulationOptions& options,
         const Observer& observer, GapsAtStart gaps, int threads)
      : run_(model, initial, options, threads), observer_(observer), model_(model), gaps_(gaps) {
    outcome_.final_state = initial;
  }

  Outcome drive(const Checkpoints& checkpoints) {
    const Ending ending = until_the_end(checkpoints);
    close(ending);
    return std::move(outcome_);
  }

 private:
  Ending until_the_end(const Checkpoints& checkpoints) {
    if (!checkpoints.from.empty()) {
      resume(read_run_checkpoint(checkpoints.from, run_));
    } else if (auto ending = begin()) {
      return *ending;
    }
    while (run_.now < run_.horizon) {
      if (auto limit = limit_reached()) return *limit;
      if (auto ending = take_step(run_)) return *ending;
      publish();
      if (is_at_rest(run_) && run_.options.stop.at_rest) {
        if (!resting_since_) resting_since_ = run_.now;
        if (trace::elapsed(*resting_since_, run_.now) >= StopConditions::kRestShown * (1.0 - 1e-9))
          return {StopKind::Rest, {}};
      } else {
        resting_since_.reset();
      }
      if (checkpoints.due && checkpoints.due()) checkpoints.keep(bytes_of(checkpoint()));
    }
    return {is_at_rest(run_) ? StopKind::Rest : StopKind::Time, {}};
  }

  std::optional<Ending> begin() {
    if (std::string what = unsupported(run_); !what.empty())
      return Ending{StopKind::Unsupported, "not supported yet: " + what};
    if (!(run_.start < run_.horizon)) return Ending{StopKind::Time, {}};
    for (const MovingBody& body : run_.bodies) {
      if (body.role == BodyRole::Fixed)
        run_.report.segments.push_back(enter_fixed_body(run_, body));
      if (body.role == BodyRole::Driven) enter_drive(run_, body.id);
    }
    const auto opened = open_start(run_, gaps_);
    if (const auto* refusal = std::get_if<Ending>(&opened)) return *refusal;
    outcome_.start_moved = std::get<double>(opened);
    outcome_.footer.energy_initial = total_energy(run_);
    lowest_energy_ = outcome_.footer.energy_initial;
    return std::nullopt;
  }

  RunCheckpoint checkpoint() const {
    RunCheckpoint out = saved(run_);
    out.footer = outcome_.footer;
    out.start_moved = outcome_.start_moved;
    out.segments = outcome_.segments;
    out.events = outcome_.events;
    out.lowest_energy = lowest_energy_;
    out.resting_since = resting_since_;
    return out;
  }

  void resume(const RunCheckpoint& from) {
    restore(from, run_);
    outcome_.footer = from.footer;
    outcome_.start_moved = from.start_moved;
    outcome_.segments = from.segments;
    outcome_.events = from.events;
    lowest_energy_ = from.lowest_energy;
    resting_since_ = from.resting_since;
  }

  std::optional<Ending> limit_reached() const {
    const StopConditions& stop = run_.options.stop;
    if (run_.options.interrupted && run_.options.interrupted())
      return Ending{StopKind::Interrupted, {}};
    if (outcome_.events >= stop.events) return Ending{StopKind::Events, {}};
    if (outcome_.segments >= stop.segments) return Ending{StopKind::Segments, {}};
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began_;
    if (wall.count() >= stop.wall_seconds) return Ending{StopKind::WallTime, {}};
    return std::nullopt;
  }

  void publish() {
    for (trace::Event& event : run_.report.events)
      event.index = static_cast<std::uint32_t>(outcome_.events++);
    outcome_.segments += run_.report.segments.size();
    note_energy();
    observer_(run_.report);
    run_.report = {run_.now, {}, {}, {}};
  }

  void note_energy() {
    const double energy = total_energy(run_) - run_.supplied;
    trace::Footer& footer = outcome_.footer;
    footer.energy_max_gain = std::max(footer.energy_max_gain, energy - lowest_energy_);
    lowest_energy_ = std::min(lowest_energy_, energy);
  }

  /// Ends all paths where the proofs end.
  void close(const Ending& ending) {
    trace::Time end = run_.now;
    if (const auto touch = run_.pairs.next_touch(); touch && !is_done(ending.kind))
      end = std::max(end, std::min(touch->when.begin, run_.end));
    for (MovingTree& tree : run_.bodies.trees) close(tree, end);
    for (MovingBody& body : run_.bodies) {
      if (body.role == BodyRole::Fixed || body.role == BodyRole::Link) continue;
      const bool rests = body.asleep || (body.role == BodyRole::Driven &&
                                         run_.world.bodies[body.id].drive.for_ever);
      if (run_.paths[body.id].length > 0.0) {
        const Pose pose = pose_at(run_, body.id, end);
        leave_path(run_, body.id, end, rests ? trace::EndReason::Rest : trace::EndReason::Stop);
        if (body.is_free()) place(run_.world.bodies[body.id], pose, body);
      }
      if (body.is_free())
        store(model_, run_.world.bodies[body.id],
              {body.pose.translation, body.pose.rotation, body.u + body.deferred},
              outcome_.final_state);
    }
    run_.now = end;
    publish();
    finish(ending, end);
  }

  void close(MovingTree& tree, const trace::Time& end) {
    if (run_.paths[tree.links.front()].length > 0.0) {
      const Eigen::VectorXd q = coordinates_at(run_, tree, end);
      const bool rests = run_.bodies[tree.links.front()].asleep;
      for (const std::uint32_t link : tree.links)
        leave_path(run_, link, end, rests ? trace::EndReason::Rest : trace::EndReason::Stop);
      arrive(q, tree, run_.bodies);
    }
    PlacedTree placed = tree.placed;
    placed.state.v += tree.deferred;
    store(model_, placed, outcome_.final_state);
  }

  void finish(const Ending& ending, const trace::Time& end) {
    outcome_.stop = ending.kind;
    outcome_.reason = ending.reason;
    trace::Footer& footer = outcome_.footer;
    footer.end = end;
    footer.stopped = name(ending.kind);
    footer.energy_final = total_energy(run_);
    footer.energy_work = run_.supplied;
    footer.steps = run_.tally.steps;
    footer.step_max = footer.step_min = footer.step_mean = run_.options.stepping.step;
    outcome_.final_state.time = trace::seconds(end);
    outcome_.stepping = stepping_report();
  }

  SteppingReport stepping_report() {
    const Tally& tally = run_.tally;
    SteppingReport report;
    report.step = run_.options.stepping.step;
    run_.pairs.for_each(
        [&](const NearPair& pair) { report.gap_target = std::max(report.gap_target, pair.gap); });
    report.body_steps = tally.body_steps;
    report.touches = tally.touches;
    report.impacts = tally.impacts;
    report.holds = tally.holds;
    report.cuts = tally.cuts;
    report.restarts = tally.restarts;
    report.held = tally.body_time > 0.0 ? tally.held_time / tally.body_time : 0.0;
    if (std::isfinite(tally.smallest_gap)) report.smallest_gap = tally.smallest_gap;
    report.largest_gain = tally.largest_gain;
    report.solver = {
        tally.solves, tally.unconverged, tally.residual_worst,
        tally.solves > 0 ? tally.residual_sum / static_cast<double>(tally.solves) : 0.0};
    return report;
  }

  Run run_;
  const Observer& observer_;
  const Model& model_;
  GapsAtStart gaps_;
  Outcome outcome_;
  double lowest_energy_ = 0.0;
  std::optional<trace::Time> resting_since_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

Outcome run_first_order(const Model& model, const State& initial, const SimulationOptions& options,
                        const Observer& observer, const Checkpoints& checkpoints, GapsAtStart gaps,
                        int threads) {
  return Driver(model, initial, options, observer, gaps, threads).drive(checkpoints);
}

}  // namespace rigor
