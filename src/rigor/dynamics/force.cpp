// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/dynamics/force.hpp>

namespace rigor {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Keeps the sample's number below 2^53, where doubles count exactly, for all instants below 2^40 s
// that a trace can hold.
constexpr double kShortestPeriod = 1e-6;  // s

struct NextBreak {
  double t;

  double operator()(const AppliedWrench& force) const {
    double next = kNever;
    for (const Signal& signal : force.force) next = std::min(next, next_break(signal, t));
    for (const Signal& signal : force.moment) next = std::min(next, next_break(signal, t));
    return next;
  }
  double operator()(const JointEffort& force) const { return next_break(force.effort, t); }
  double operator()(const JointPd& force) const { return next_break(force.target, t); }
  double operator()(const SampledPd& force) const { return next_sample(force.times, t); }
  double operator()(const SampledLaw& force) const { return next_sample(force.times, t); }
};

using Defect = std::optional<std::string>;

Defect times_defect(const SampleTimes& times) {
  if (!std::isfinite(times.start) || !std::isfinite(times.period) ||
      !(times.period >= kShortestPeriod))
    return "samples need a finite start and a period of at least 1e-6 s";
  return std::nullopt;
}

struct DefectOf {
  Defect operator()(const AppliedWrench& force) const {
    for (const auto* signals : {&force.force, &force.moment})
      for (const Signal& signal : *signals)
        if (auto found = defect(signal)) return found;
    if (force.point_L && !force.point_L->allFinite()) return "all numbers must be finite";
    return std::nullopt;
  }
  Defect operator()(const JointEffort& force) const { return defect(force.effort); }
  Defect operator()(const JointPd& force) const {
    if (!std::isfinite(force.kp) || !std::isfinite(force.kd) || force.kp < 0.0 || force.kd < 0.0)
      return "gains must be finite and not negative";
    if (!(force.limit > 0.0)) return "the largest effort of a motor must be positive";
    if (force.kd > 0.0 && smoothness(force.target) < 0)
      return "a target that jumps has no rate: use kd = 0 or a continuous target";
    return defect(force.target);
  }
  Defect operator()(const SampledPd& force) const {
    const Defect found = (*this)(force.law);
    return found ? found : times_defect(force.times);
  }
  Defect operator()(const SampledLaw& force) const {
    if (!force.law) return "a sampled law needs a function";
    return times_defect(force.times);
  }
};

}  // namespace

int link_of(const Force& force) {
  if (const auto* sampled = std::get_if<SampledPd>(&force)) return sampled->law.link;
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.link; })
          return kind.link;
        else
          return -1;
      },
      force);
}

double next_sample(const SampleTimes& times, double t) {
  double k = std::max(0.0, std::floor((t - times.start) / times.period));
  // The quotient is rounded: step to the first k whose own instant lies after t.
  while (k > 0.0 && times.start + (k - 1.0) * times.period > t) k -= 1.0;
  while (!(times.start + k * times.period > t)) k += 1.0;
  return times.start + k * times.period;
}

double next_break(const Force& force, double t) { return std::visit(NextBreak{t}, force); }

const SampleTimes* sample_times(const Force& force) {
  if (const auto* pd = std::get_if<SampledPd>(&force)) return &pd->times;
  if (const auto* law = std::get_if<SampledLaw>(&force)) return &law->times;
  return nullptr;
}

std::optional<std::string> defect(const Force& force) { return std::visit(DefectOf{}, force); }

}  // namespace rigor
