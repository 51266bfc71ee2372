// SPDX-License-Identifier: Apache-2.0
// The runs that error bars are made from: one scene, other tolerances and skins, or other steps.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <rigor/assembly/outcome.hpp>
#include <rigor/converge/error_bar.hpp>
#include <rigor/scene/scene.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

struct ConvergeSettings {
  std::vector<double> at{};             ///< instants whose states are asked for, s
  int threads = 1;                      ///< runs at the same time; the result is the same
  std::function<bool()> interrupted{};  ///< asked now and then, from several threads
};

/// One of the runs.
struct LadderRun {
  std::string label;  ///< "A", "B", "C", "D", "E", "twin", or "h", "h/2", "h/4"
  double tol = 0.0;
  double skin = 0.0;
  double step = 0.0;  ///< of methods that step in time
  StopKind stop = StopKind::Rest;
  std::string reason;
  trace::Trace trace;
};

/// Where runs stand in `skin_runs`: A, B, C, D, E if there is a tolerance below tol/100, twin.
inline constexpr std::size_t kRunB = 1;
inline constexpr std::size_t kRunC = 2;
inline constexpr std::size_t kRunD = 3;
inline constexpr std::size_t kRunE = 4;

/// The oracle's runs, to be carried out. The twin is A with its start moved by kTwinOffset; it is
/// the last.
std::vector<LadderRun> skin_runs(const Scene& scene, const SkinLadder& ladder);

/// Steps h, h/2 and h/4, to be carried out.
std::vector<LadderRun> step_runs(const Scene& scene);

/// Carries the runs out, each by one thread at a time; which thread makes which run changes
/// nothing.
void carry_out(const Scene& scene, const ConvergeSettings& settings, std::span<LadderRun> runs);

}  // namespace rigor
