// SPDX-License-Identifier: Apache-2.0
// Every constant of this room, by the module that reads it, with its reason.
#pragma once

namespace rigor {

// ---- coming_stop --------------------------------------------------------------------------------

/// Within this time speeds change little, but more than by rounding.
inline constexpr double kMomentAhead = 1e-9;  // s
/// A slip that turns by more than this beside its stopping turns while it stops, and steps then go
/// this part of the way: nine steps for six decades of its speed, and Newton's sweeps converge.
inline constexpr double kTurningStop = 0.005;
inline constexpr double kTowardStop = 0.8;

/// Where bodies have many rows, a step goes this many times as far as the coming stop, with few
/// nodes: the stop ends it anyway, and is inside even if the slip loses its speed at half the
/// present rate on the way.
inline constexpr double kBehindStop = 2.0;

// ---- contact_forces -----------------------------------------------------------------------------

/// Breaches of cones and what is not explained, as a fraction of the bodies' loads, for which a
/// stretch is not divided. Accelerations of short stretches are rounded more: what counts is force
/// times time.
inline constexpr double kBreach = 1e-8;
inline constexpr double kUnexplained = 1e-11;
inline constexpr double kLongStretch = 1e-2;  // s
/// Of what may be missing in that sense: so much may be where slips without load are left out. They
/// had no more than what forces may break the law by.
inline constexpr double kBareMissing = kBreach / kUnexplained;
/// How far forces of slips may be from their friction between the nodes of a stretch, as a fraction
/// of themselves: of a metre of slip the check then counts so many metres as against the law.
inline constexpr double kBesideSlip = 1e-6;
inline constexpr int kMostCourseHalvings = 5;
inline constexpr int kMostForceCuts = 12;  ///< of one motion
/// Friction of four sliding corners turns a body by much the same however they share its weight.
/// What is not known exactly of that turn would take large pulls and pushes to explain: then
/// friction may lean from the direction of the slip, where that takes less than this part of such
/// loads.
inline constexpr double kLean = 1e-2;
/// A stretch without a lawful instant is divided again if that brought it down to this part.
inline constexpr double kHelpfulShare = 0.5;
/// Coefficients below this fraction of the largest force (paths: metre) are left out.
inline constexpr double kCutSpan = 1e-14;
/// Few instants do where accelerations are constant up to this fraction of the bodies' pull, if
/// what is seen there is smooth: forces as exact as they explain the motion, points to this many
/// metres. Else there are at least so many.
inline constexpr int kFewNodes = 5;
inline constexpr int kLeastNodes = 9;
inline constexpr double kEvenSplit = 1e-9;
inline constexpr double kSmoothPath = 1e-12;  // m
/// Corners are compared at so many instants of a motion; where they change is found to this part of
/// it.
inline constexpr int kMostLooks = 8;
inline constexpr double kChangeWidth = 1e-12;
/// Slips slower than this have no direction of their own.
inline constexpr double kDirectionlessForce = 1e-13;  // m/s

// ---- event_impulses -----------------------------------------------------------------------------

/// Pulls below this fraction of the impulses are rounding.
inline constexpr double kPullingImpulse = 1e-9;
/// Impulses that leave no more than this fraction of the momenta unexplained explain them.
inline constexpr double kLackingImpulse = 1e-12;
/// Impulses below this fraction of the momenta are left out.
inline constexpr double kNoImpulse = 1e-15;

// ---- friction_end -------------------------------------------------------------------------------

/// Down to the last bit of a fraction of the step.
inline constexpr int kFrictionEndBisections = 50;
/// Fractions of the bodies' loads. A margin this far below zero is no rounding any more.
inline constexpr double kYieldsAt = 1e-9;
/// A margin above this fraction of the load need not be known better.
inline constexpr double kSafeMargin = 1e-3;
/// Looking ahead: first and last distance.
inline constexpr double kFirstAhead = 1e-5;  // s
inline constexpr double kLastAhead = 2e-2;   // s
inline constexpr double kFurthest = 1.3;     ///< of the step, for its polynomial continued
/// Forces that grow without bound: Painlevé's indicator below the one, loads above the other.
inline constexpr double kJamIndicator = 1e-4;
inline constexpr double kJamLoads = 1e3;
/// Trials beside where values lead to, as a share of what is left; after a miss so many halves.
inline constexpr double kTrialShare = 1e-3;
inline constexpr int kHalvesAfterMiss = 3;

// ---- input_end ----------------------------------------------------------------------------------

/// A motor is taken as past its limit, or back, by this fraction of it: then the state says on
/// which side it is.
inline constexpr double kLimitSlack = 1e-13;
/// A joint has stopped when its speed is this far beyond zero: more than rounding, m/s or rad/s.
inline constexpr double kInputStopped = 1e-12;
/// What is looked for lies this far beyond the threshold by which the next event judges.
inline constexpr double kClearlyBeyond = 2.0;

// ---- lift ---------------------------------------------------------------------------------------

/// Turns below this fraction of the product of lengths count as straight.
inline constexpr double kStraightRow = 1e-9;

// ---- pressure -----------------------------------------------------------------------------------

/// Instants of a segment at which modes are looked at; roots between them are found by bisection.
inline constexpr int kPressureSamples = 16;
inline constexpr int kPressureBisections = 40;
/// Forces reach the threshold of a lift within this part of a segment from zero.
inline constexpr double kNearLift = 1e-2;
/// Another axis takes over when it separates by this many β δ more than δ.
inline constexpr double kFeatureBands = 2.0;
/// Accelerations that agree to this fraction are the same motion.
inline constexpr double kSameAcceleration = 1e-7;
/// A lift is taken as such when the force has become this negative, as a fraction of the bodies'
/// forces: the accelerations then tell the released contact from noise (1e-9).
inline constexpr double kLiftFraction = 1e-7;

// ---- proposal -----------------------------------------------------------------------------------

/// A step is shortened at most so often: by 0.2 each time, far below the resolution of time.
inline constexpr int kMaxAttempts = 80;
/// A mode that ends where it starts is continued at least so far, to see what comes of it.
inline constexpr double kShowsAhead = 1e-4;  // s
/// A step in which a slip turned too fast is tried again at this fraction.
inline constexpr double kShorterStep = 0.4;
/// Tails of links' paths, as a fraction of the band's half width.
inline constexpr double kPathShare = 0.1;
/// Roundings of a path, about 16 of its size, as a fraction of the band's half width: a tenth.
inline constexpr double kRoundingShare = 0.1 / 16.0;
/// Below this part of a natural first step the lowest degree is exact to rounding: (1 / 128)^7 / 7!
/// is 1e-19.
inline constexpr double kShortPart = 1.0 / 128.0;
/// A little longer than what is left, so that the horizon itself is inside in exact arithmetic.
inline constexpr double kLonger = 1.0 + 0x1p-40;

// ---- several_motions ----------------------------------------------------------------------------

/// Within this time bodies and forces change so little that the end of a step says whether the law
/// allows several motions in it.
inline constexpr double kBriefStep = 1e-4;  // s

// ---- step_length --------------------------------------------------------------------------------

/// Each coefficient of a step that goes kTowardStop of the way to a stop is so many times the next:
/// x + √(x² - 1) of x = 2 / kTowardStop - 1.
inline constexpr double kStopDecay = 2.618;

/// A step grows at most by this factor from one to the next.
inline constexpr double kMaxGrowth = 8.0;
/// An error at the rounding floor says nothing about longer steps, so they are tried, at most so
/// many times as long.
inline constexpr double kErrorFloor = 1e-14;
inline constexpr double kFloorGrowth = 64.0;
/// Of the length that the error allows.
inline constexpr double kStepSafety = 0.9;
/// After an event the next step is at most this many times as long as what was left of the
/// last.
inline constexpr double kAfterEvent = 64.0;
inline constexpr int kLongDegree = 12;  ///< for steps that no event cuts short

}  // namespace rigor
