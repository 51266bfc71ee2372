// SPDX-License-Identifier: Apache-2.0
#include <rigor/cli/simulation_options.hpp>

namespace rigor {
namespace {

Law law_of(LawKind kind) {
  switch (kind) {
    case LawKind::Frictionless:
      return Law::Frictionless;
    case LawKind::NoSlip:
      return Law::NoSlip;
    case LawKind::NoSlipActive:
      return Law::NoSlipActive;
    case LawKind::Viscous:
      return Law::Viscous;
    case LawKind::Coulomb:
      return Law::Coulomb;
  }
  return Law::Frictionless;
}

}  // namespace

SimulationOptions simulation_options(const Scene& scene) {
  SimulationOptions options;
  options.law = law_of(scene.law);
  options.tolerances.tol = scene.tol;
  options.tolerances.skin = scene.skin;
  options.tolerances.start_tolerance = scene.start_tolerance;
  options.stop.time = scene.stop.time;
  options.stop.at_rest = scene.stop.at_rest;
  if (scene.stop.events) options.stop.events = static_cast<std::uint64_t>(*scene.stop.events);
  if (scene.stop.segments) options.stop.segments = static_cast<std::uint64_t>(*scene.stop.segments);
  if (scene.stop.wall_time) options.stop.wall_seconds = *scene.stop.wall_time;
  options.jam = scene.jam == JamPolicy::Refuse ? OnJam::Refuse : OnJam::BondBreak;
  options.normal_split =
      scene.normal_split == SplitPolicy::Refuse ? NormalSplit::Refuse : NormalSplit::EqualStiffness;
  options.indeterminate = scene.indeterminate == IndeterminatePolicy::Refuse
                              ? OnIndeterminate::Refuse
                              : OnIndeterminate::Continue;
  return options;
}

}  // namespace rigor
