// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include <rigor/assembly/method.hpp>
#include <rigor/laws/contact_set.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// What a scene may ask of accuracy and contact. Lengths in metres.
struct Tolerances {
  /// Local error of a segment: the last Chebyshev coefficients of positions (m), quaternions, and
  /// velocities (m/s, rad/s) stay below it.
  double tol = 1e-10;
  /// δ: contact acts at this gap, so that rounding (1e-15 m) and drift (1e-12 m) can not close it.
  double skin = 1e-8;
  /// Starts that touch or overlap by at most this are opened; negative means 2 δ.
  double start_tolerance = -1.0;

  /// β: half width of the band around δ in which active gaps are kept, as a fraction of δ.
  static constexpr double kBand = 0.01;

  double trigger() const { return skin; }                    ///< inactive gaps: an event
  double departing() const { return skin * (1.0 - kBand); }  ///< gaps that just left
  double certified() const {
    return skin * (1.0 - 2 * kBand);
  }                                                      ///< what certificates claim at least
  double upper() const { return skin * (1.0 + kBand); }  ///< active gaps stay below
  double start() const { return start_tolerance < 0.0 ? 2.0 * skin : start_tolerance; }
};

/// When a run ends. Whatever comes first.
struct StopConditions {
  double time = std::numeric_limits<double>::infinity();  ///< s
  bool at_rest = true;                                    ///< every body at rest, plus kRestShown
  std::uint64_t events = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t segments = std::numeric_limits<std::uint64_t>::max();
  double wall_seconds = std::numeric_limits<double>::infinity();

  /// A run that stops at rest goes on this long, so that the rest state itself is on record.
  static constexpr double kRestShown = 0.1;  // s
};

/// What to do when a stuck contact needs tension but would penetrate if released.
enum class OnJam : std::uint8_t { BondBreak, Refuse };

/// What to do when the law allows several motions.
enum class OnIndeterminate : std::uint8_t { Continue, Refuse };

/// How normal forces that Coulomb's law leaves open are split while contacts slide and turn: as
/// springs at all corners would, equal ones on half-spaces (ModeSolution), or not at all.
enum class NormalSplit : std::uint8_t { EqualStiffness, Refuse };

/// "bond_break", "continue", "equal_stiffness", or "refuse", as in files.
const char* name(OnJam policy);
const char* name(OnIndeterminate policy);
const char* name(NormalSplit policy);

struct SimulationOptions;

/// Whether the method stops rather than make a step that is not proved, so that its trace may claim
/// to be certified from the start. Other methods learn at the end whether all was proved.
bool claims_from_start(const SimulationOptions& options);

/// Whether the method moves bodies in straight steps, and what its trace says about its motion.
bool moves_in_steps(Method method);
trace::MotionClaim motion_claim(Method method);

struct SimulationOptions {
  Method method = Method::Oracle;
  Stepping stepping;
  Law law = Law::Coulomb;
  Tolerances tolerances;
  StopConditions stop;
  OnJam jam = OnJam::BondBreak;
  OnIndeterminate indeterminate = OnIndeterminate::Continue;
  NormalSplit normal_split = NormalSplit::EqualStiffness;
  /// Asked now and then; a run that is told to stop ends cleanly with what it has.
  std::function<bool()> interrupted;
};

}  // namespace rigor
