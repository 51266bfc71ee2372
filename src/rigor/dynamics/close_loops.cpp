// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/dynamics/close_loops.hpp>
#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/energy.hpp>
#include <rigor/dynamics/pseudo_inverse.hpp>

namespace rigor {
namespace {

constexpr double kClosed = 1e-13;       // m or rad: what rounding leaves
constexpr double kLongestStep = 0.3;    // m or rad: Newton's method goes no further at once
constexpr double kRoundedRates = 1e-3;  // of the largest: how velocities in files are rounded
constexpr int kMostSteps = 200;
constexpr double kFollowingStep = 0.05;  // m or rad: the rest follows what is given by as much
constexpr int kMostFollowingSteps = 10000;
constexpr double kBending = 0.1;  // m or rad: how far beside a straight start others are tried
constexpr int kBendings = 8;

/// The loops of a model at a state that moves.
struct Loops {
  explicit Loops(const Model& of) : model(of), kinematics(of), equations(of) {}

  const Model& model;
  Kinematics kinematics;
  LoopEquations equations;

  void place(const State& state) {
    update(model, state, kinematics);
    evaluate(model, kinematics, equations);
  }
  double openness() const { return equations.f.cwiseAbs().maxCoeff(); }

  /// The shortest step of the velocities that may move with J step = -f to first order.
  Eigen::VectorXd step(const Eigen::VectorXd& f, const std::vector<char>& kept) const {
    Eigen::MatrixXd J = equations.J;
    for (std::size_t k = 0; k < kept.size(); ++k)
      if (kept[k] != 0) J.col(k).setZero();
    return -(pseudo_inverse(J).matrix * f);
  }
};

/// Newton's method over what may move. Whether it closed the loops.
bool close(Loops& loops, const std::vector<char>& kept, State& state) {
  loops.place(state);
  for (int i = 0; i < kMostSteps; ++i) {
    if (loops.openness() <= kClosed) return true;
    Eigen::VectorXd step = loops.step(loops.equations.f, kept);
    const double length = step.cwiseAbs().maxCoeff();
    if (length > kLongestStep) step *= kLongestStep / length;
    const double before = loops.openness();
    state.q = integrate(loops.model, state.q, step);
    normalize(loops.model, state);
    loops.place(state);
    if (length <= kClosed && loops.openness() >= before) break;
  }
  return loops.openness() <= 10.0 * kClosed;
}

/// What is given, to the last bit.
void restore(const Model& model, const State& start, const std::vector<char>& given, State& state) {
  for (const Link& link : model.links) {
    const std::size_t first = link.first_v;
    const int count = coordinate_count(link.joint);
    if (link.velocities > 0 && given[first] != 0)
      state.q.segment(link.first_q, count) = start.q.segment(link.first_q, count);
  }
}

std::string where_of(const std::string& loop) { return fmt::format("loop's joint '{}'", loop); }

/// The loop whose equations are broken most by `f`.
OpenLoop worst(const Loops& loops, const Eigen::VectorXd& f) {
  OpenLoop most;
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < loops.model.loops.size(); ++i) {
    const Eigen::Index count = loops.equations.rows[i].size();
    const double by = f.segment(at, count).cwiseAbs().maxCoeff();
    if (most.name.empty() || by > most.by) most = {by, loops.model.loops[i].name};
    at += count;
  }
  return most;
}

/// From the mechanism as it is drawn, with all coordinates zero, what is given moves to its place,
/// and the rest follows. Whether it could.
bool follow(Loops& loops, const std::vector<char>& kept, State& state) {
  State at = neutral_state(loops.model);
  Eigen::VectorXd way = difference(loops.model, at.q, state.q);
  for (std::size_t k = 0; k < kept.size(); ++k)
    if (kept[k] == 0) way[k] = 0.0;
  const int steps = static_cast<int>(std::ceil(way.norm() / kFollowingStep)) + 1;
  if (steps > kMostFollowingSteps) return false;
  for (int i = 0; i <= steps; ++i) {
    if (i > 0) at.q = integrate(loops.model, at.q, way / steps);
    if (!close(loops, kept, at)) return false;
  }
  state.q = at.q;
  return true;
}

/// Stretched out straight, a chain does not know which way to bend: from places a little beside
/// where it stands. Of the closed ones the lowest, as it hangs. Whether there is one.
bool bend(Loops& loops, const std::vector<char>& kept, State& state) {
  const State start = state;
  std::optional<double> lowest;
  for (int trial = 0; trial < kBendings; ++trial) {
    State at = start;
    Eigen::VectorXd step(loops.model.v_size);
    for (Eigen::Index k = 0; k < step.size(); ++k) {
      const double way = (trial % 2 == 0 ? 1.0 : -1.0) * kBending * (1 + trial / 2);
      step[k] = kept[k] != 0 ? 0.0 : way * std::cos(1.3 * double(k));
    }
    at.q = integrate(loops.model, at.q, step);
    if (!close(loops, kept, at) || turned_over(loops.model, loops.kinematics)) continue;
    const double energy = potential_energy(loops.model, at, loops.kinematics);
    if (lowest && !(energy < *lowest)) continue;
    lowest = energy;
    state = at;
  }
  return lowest.has_value();
}

std::optional<ModelError> close_positions(Loops& loops, const GivenStart& given, State& state) {
  const State start = state;
  if (follow(loops, given.coordinates, state)) {
    restore(loops.model, start, given.coordinates, state);
    if (close(loops, given.coordinates, state)) return std::nullopt;
  }
  state = start;
  if (close(loops, given.coordinates, state)) return std::nullopt;
  state = start;
  if (bend(loops, given.coordinates, state)) {
    loops.place(state);
    return std::nullopt;
  }
  state = start;
  loops.place(state);
  const OpenLoop open = worst(loops, loops.equations.f);
  const std::vector<char> none(given.coordinates.size(), 0);
  if (open.by <= kRoundedOpenness && close(loops, none, state)) return std::nullopt;
  state = start;
  return ModelError{ModelRule::SoundLoop, where_of(open.name),
                    fmt::format("is open by {:.3g} (m or rad) at the start, and the coordinates "
                                "that are not given cannot close it",
                                open.by)};
}

std::optional<ModelError> close_velocities(Loops& loops, const GivenStart& given, State& state) {
  const auto torn = [&] { return Eigen::VectorXd(loops.equations.J * state.v); };
  const double scale = state.v.size() > 0 ? state.v.cwiseAbs().maxCoeff() : 0.0;
  const auto kept = [&](double share) { return worst(loops, torn()).by <= share * scale; };
  state.v += loops.step(torn(), given.velocities);
  if (kept(1e-9)) return std::nullopt;
  const OpenLoop open = worst(loops, torn());
  if (kept(kRoundedRates)) {
    state.v += loops.step(torn(), std::vector<char>(given.velocities.size(), 0));
    return std::nullopt;
  }
  return ModelError{ModelRule::SoundLoop, where_of(open.name),
                    fmt::format("is torn by the velocities at the start, at {:.3g} m/s or rad/s; "
                                "leave out those that follow from others",
                                open.by)};
}

}  // namespace

std::optional<ModelError> close_loops(const Model& model, const GivenStart& given, State& state) {
  if (model.loops.empty()) return std::nullopt;
  Loops loops(model);
  if (auto error = close_positions(loops, given, state)) return error;
  if (const auto name = turned_over(model, loops.kinematics))
    return ModelError{ModelRule::SoundLoop, where_of(*name),
                      "its axes point against each other at the start"};
  return close_velocities(loops, given, state);
}

OpenLoop most_open(const Model& model, const State& state) {
  if (model.loops.empty()) return {};
  Loops loops(model);
  loops.place(state);
  return worst(loops, loops.equations.f);
}

}  // namespace rigor
