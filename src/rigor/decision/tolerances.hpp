// SPDX-License-Identifier: Apache-2.0
// Every constant of this room, by the module that reads it, with its reason. Lengths come in skins
// and bands, forces as fractions of what loads the bodies.
#pragma once

#include <rigor/assembly/options.hpp>

namespace rigor {

// ---- event_decision -----------------------------------------------------------------------------

/// Rounds of ending micro-hops: each ends at least one, and few contacts hop at once.
inline constexpr int kCaptureRounds = 8;
/// No hop is ended that is higher than so many bands: a skin. 1 - e² counts as at least this.
inline constexpr double kMostCaptureBands = 100.0;
inline constexpr double kLeastLoss = 1e-6;
/// Impulses that stop slow slips and hops, in terms of the momentum of all bodies at their speed:
/// the slips themselves ask for less than one, lever arms for a few times as much.
inline constexpr double kGentleShare = 4.0;
/// Impulses without collision one after the other: each brings something to a stop.
inline constexpr int kMostPushes = 8;
/// Accelerations below this are what rounding leaves of none, where nothing else sets a scale:
/// bodies that drift together without gravity.
inline constexpr double kNoGapAcceleration = 1e-24;  // m/s²

// ---- event_impact -------------------------------------------------------------------------------

/// Outcomes of an impact that differ by more than this fraction of the speed are different.
inline constexpr double kSameOutcome = 1e-6;
/// Of an impact that is not solved to rounding: the share of the capture speed that may be unmet of
/// the law (4e-8 m/s with the default skin on Earth), and of the kinetic energy that may be gained.
inline constexpr double kUnmetShare = 1e-3;
inline constexpr double kEnergyShare = 1e-12;

// ---- event_problem ------------------------------------------------------------------------------

/// KKT residual above which a solver's answer is not used.
inline constexpr double kMaxResidual = 1e-9;
/// Tangential speeds above this fraction of the bodies' speed are sliding.
inline constexpr double kSlidingShare = 1e-8;
/// A body slower than this everywhere is at rest: far below the speed δ per hour.
inline constexpr double kRestSpeed = 1e-12;  // m/s
/// Normal speeds below this fraction of the bodies' speed are rounding.
inline constexpr double kSpeedRounding = 1e-12;

// ---- gap_goals ----------------------------------------------------------------------------------

/// Candidates that are not active are kept at least at δ(1 - this β), inside their departing level.
inline constexpr double kFloorShare = 0.25;
/// Vertices beside two edges in contact reach at most this share of the edges' slack beyond them:
/// the certificate leaves them the slack, and a factor of two for the bound of the normal's length.
inline constexpr double kSideShare = 0.2;

// ---- joint_inputs -------------------------------------------------------------------------------

/// Accelerations below this fraction of the largest, and of one, are none: contacts hold the joint.
inline constexpr double kNoJointAcceleration = 1e-9;

// ---- link_corners -------------------------------------------------------------------------------

/// Rows that differ by less than this fraction, in the metric M⁻¹, are the same.
inline constexpr double kSameRow = 1e-3;
/// A corner lies above another if its gap is larger by this fraction of the band: far above what
/// projections leave.
inline constexpr double kAboveCorner = 1e-3;
/// The tree's answer to a row over the link's own below which the joints hold the corner.
inline constexpr double kHeldCorner = 1e-6;
/// A held corner lower than this many skins does not stay: half the band below δ.
inline constexpr double kSinkingGap = 1.0 - 0.5 * Tolerances::kBand;

// ---- opening ------------------------------------------------------------------------------------

/// A start may be moved this many times the depth it is opened by: tilted bodies turn.
inline constexpr double kMoveFactor = 100.0;
/// Rounds of opening: each brings in at least one gap that the one before made too small.
inline constexpr int kOpeningRounds = 20;

// ---- own_split ----------------------------------------------------------------------------------

/// Corners taken out of one decision at most.
inline constexpr int kSplitRounds = 8;
/// A force of a mode and the corner that it stands for are at most this many skins apart.
inline constexpr double kSameSplitCorner = 1e3;

// ---- projection ---------------------------------------------------------------------------------

/// Newton steps: moves are of the size of the band, so two or three do.
inline constexpr int kProjectionNewtonSteps = 8;
/// Gaps count as met within this fraction of the skin, or the rounding of the coordinates they are
/// computed from if that is more.
inline constexpr double kMetFraction = 1e-6;
inline constexpr double kProjectionRounding = 0x1p-50;
/// An equality projection that moves a vertex further than this many β δ is tried the other way.
inline constexpr double kLargeMove = 5.0;
/// A lift of the bodies by less than this part of β δ is what steps leave of their gaps, no gain of
/// energy: 1e-13 m with the default skin.
inline constexpr double kNoLift = 1e-3;
/// Velocities of more unknowns are brought to the rows by systems of the bodies, in so many rounds
/// at most, as long as each leaves less than this share of what the one before left.
inline constexpr int kFewUnknowns = 72;
inline constexpr int kVelocityRounds = 8;
inline constexpr double kVelocityProgress = 0.5;

// ---- resolve_event ------------------------------------------------------------------------------

/// A driven body that comes near may still stop at δ(1 - this β) and above.
inline constexpr double kEarlyShare = 0.5;
/// Assumptions about joints with dry friction that are tried before giving up.
inline constexpr int kMostAssumptions = 64;

// ---- rest ---------------------------------------------------------------------------------------

/// A body at rest has an acceleration of zero to this fraction of gravity (README, at rest).
inline constexpr double kRestAcceleration = 1e-12;
/// Accelerations below this fraction of gravity may be what rounding leaves of large forces that
/// cancel: up to a thousand bodies on top of each other, and rows known no better than the skin.
inline constexpr double kForceNoise = 1e-6;
/// Links may have no shape; then a point this far from their origin must be at rest.
inline constexpr double kLeastRadius = 1e-3;  // m

// ---- skin_choices -------------------------------------------------------------------------------

/// Blows so fast that only a larger acceleration could turn the bodies back within a skin are no
/// grazes: 14 mm/s with the default skin.
inline constexpr double kMostGrazeAcceleration = 1e4;  // m/s²
/// Corners this many skins away may have been meant to touch: the skins of both bodies are open.
inline constexpr double kNearMissSkins = 2.0;

// ---- slip_onset ---------------------------------------------------------------------------------

/// Cosine of the angle up to which a slip sets out as decided: the step that follows finds the
/// direction itself, by continuity.
inline constexpr double kAsDecided = 0.999;
/// Iterations, and sweeps and steps of the linear problem of each.
inline constexpr int kOnsetIterations = 30;
inline constexpr int kOnsetSweeps = 200;
inline constexpr int kOnsetLocalSteps = 10;
inline constexpr double kOnsetDifference = 1e-5;  ///< for difference quotients
inline constexpr double kLeastOnsetShare = 0.05;  ///< of a step, where whole ones lead astray
inline constexpr double kFreeRate = 1e3;          ///< stands for a rate that no friction holds
/// What d may lack: in the end, and at least.
inline constexpr double kOnsetSettled = 1e-9;
inline constexpr double kOnsetRoughlySettled = 1e-5;
/// A corner whose friction is this far inside its cone stays.
inline constexpr double kOnsetInside = 1e-6;
/// A corner whose tangential rows are this part of their length away from those of the mode cannot
/// slip: far above the skin over the size of a body, far below the length of an edge over it.
inline constexpr double kTiedSlip = 1e-5;
/// Sets of loaded corners that are looked at: they depend on the directions.
inline constexpr int kOnsetRounds = 6;
/// A force of a mode and the corner that it stands for are at most this many skins apart.
inline constexpr double kSameOnsetCorner = 1e3;

// ---- yielding -----------------------------------------------------------------------------------

/// Extreme splits of open normal forces that are looked at.
inline constexpr int kMaxExtremes = 2000;

}  // namespace rigor
