// SPDX-License-Identifier: Apache-2.0
#include <rigor/trace/error.hpp>
#include <rigor/trace/types.hpp>

namespace rigor::trace {

TraceError wrong_version(std::uint32_t found) {
  const bool older = found < kFormatVersion;
  return {Fault::WrongVersion,
          "format version " + std::to_string(found) + (older ? ", of an older" : ", of a newer") +
              " Rigor; this program reads version " + std::to_string(kFormatVersion) +
              (older ? ": run the scene again (scene.resolved.yaml in the run's folder)"
                     : ": use the Rigor that wrote it, or a newer one")};
}

const char* name(EventKind kind) {
  switch (kind) {
    case EventKind::Touch:
      return "touch";
    case EventKind::Impact:
      return "impact";
    case EventKind::Lift:
      return "lift";
    case EventKind::Stick:
      return "stick";
    case EventKind::Slip:
      return "slip";
    case EventKind::Limit:
      return "limit";
    case EventKind::Feature:
      return "feature";
    case EventKind::Accumulation:
      return "accumulation";
    case EventKind::Jam:
      return "jam";
    case EventKind::MultiImpact:
      return "multi_impact";
    case EventKind::Indeterminate:
      return "indeterminate";
    case EventKind::Sample:
      return "sample";
  }
  return "unknown";
}

const char* name(EndReason reason) {
  switch (reason) {
    case EndReason::Accuracy:
      return "accuracy";
    case EndReason::Touch:
      return "touch";
    case EndReason::BandExit:
      return "band_exit";
    case EndReason::Lift:
      return "lift";
    case EndReason::Feature:
      return "feature";
    case EndReason::Limit:
      return "limit";
    case EndReason::Input:
      return "input";
    case EndReason::Neighbour:
      return "neighbour";
    case EndReason::Stop:
      return "stop";
    case EndReason::Rest:
      return "rest";
    case EndReason::Stick:
      return "stick";
    case EndReason::Slip:
      return "slip";
    case EndReason::Jam:
      return "jam";
    case EndReason::Full:
      return "full";
    case EndReason::Advancement:
      return "advancement";
    case EndReason::Star:
      return "star";
    case EndReason::Dagger:
      return "dagger";
    case EndReason::Transient:
      return "transient";
    case EndReason::Floor:
      return "floor";
  }
  return "unknown";
}

const char* name(ContactState state) {
  switch (state) {
    case ContactState::Frictionless:
      return "frictionless";
    case ContactState::Stick:
      return "stick";
    case ContactState::Slip:
      return "slip";
    case ContactState::Bonded:
      return "bonded";
    case ContactState::Broken:
      return "broken";
    case ContactState::Viscous:
      return "viscous";
    case ContactState::Step:
      return "step";
  }
  return "unknown";
}

const char* name(MotionClaim claim) {
  switch (claim) {
    case MotionClaim::None:
      return "none";
    case MotionClaim::PerStep:
      return "per_step";
    case MotionClaim::Full:
      return "full";
  }
  return "unknown";
}

}  // namespace rigor::trace
