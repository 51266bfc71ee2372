// SPDX-License-Identifier: Apache-2.0
// Every constant of this room, by what it is about, with its reason. Lengths come in skins, forces
// as fractions of what loads the bodies, so that none depends on the size of a scene.
#pragma once

#include <cstddef>

namespace rigor {

// ---- independence of rows: squared sines of a row with the span of others, metric M⁻¹ ----------

/// Rows of trees whose independence differs by less than this fraction are as good as each other:
/// far above the rounding of a row (1e-9), far below what makes one better.
inline constexpr double kTreeTie = 1e-3;
/// Below this, rows of trees are left out at the start of a step. While wheels roll over a corner
/// that passes under the axle, a row is missing for microseconds, and its gap moves by 1e-12 m.
inline constexpr double kTreeSineSquared = 1e-8;
/// Rows must differ by more than this fraction to be preferred, so that the first of equal ones is
/// chosen whatever their rounding is.
inline constexpr double kRoundedSine = 1e-9;
/// A field of the springs of which a smaller part is its own is none: rows may be dependent up to
/// kDependentSineSquared = 1e-10, and here they meet in products of two, in an order in which one
/// may be more dependent than in the order that they were chosen in: 1e-20 and four decades.
inline constexpr double kNoField = 1e-24;

// ---- springs of sliding corners ----------------------------------------------------------------

/// Stiffness of all springs of a pair of faces: that of a rectangle's four corners, so that equal
/// corners have what corners on half-spaces have.
inline constexpr double kFaceStiffness = 4.0;
/// A corner that is about to come or to go keeps this share of the turn it is counted from: nothing
/// would make the springs singular where it is one of the three that carry.
inline constexpr double kLeastCornerShare = 1e-3;
/// Corners that the law gave a smaller share of the largest load carry none.
inline constexpr double kLeastShare = 1e-9;
/// What the law decided at the corners of a clip, and the rows of a mode, belong to each other if
/// they differ by no more than this fraction: the skin over the size of a body, and some.
inline constexpr double kHeldForces = 1e-5;
/// Modes of more rows keep the factor of their springs from sweep to sweep: of fewer a factor costs
/// no more than the steps that it takes to do without.
inline constexpr int kManyRows = 32;
/// Rows that miss this fraction of the accelerations are met: a few roundings of their sums. Steps
/// with a kept factor that bring what is missing down by less than the next are too many, or stand
/// at their rounding floor, which is below the last; and so many of them cost what a factor does.
inline constexpr double kMetRow = 1e-15;
inline constexpr double kKeptContraction = 0.3;
inline constexpr double kStalledRow = 1e-13;
inline constexpr int kMostKeptSteps = 12;
/// Splits of the forces that change accelerations by less than this fraction of the bodies' own
/// answers do not matter: such accelerations move a body by less than its skin in a whole second.
inline constexpr double kSameMotionSplit = 1e-9;
/// Sets of so many sliding corners are tried one by one: 255 solves of a few unknowns.
inline constexpr std::size_t kMaxTriedCorners = 8;
/// How often a corner is given its load back while they are looked for, so that it ends.
inline constexpr int kLoadReturns = 3;

// ---- loads, as fractions of what loads the bodies ----------------------------------------------

/// A sliding corner's spring that pulls more than this is taken out of the load,
inline constexpr double kPulls = 1e-9;
/// one without load that would push more than this is taken back, ten times as much so that none
/// goes to and fro,
inline constexpr double kPushes = 1e-8;
/// and cones yield clearly where the forces are this far outside of them.
inline constexpr double kClearlyYields = 1e-6;
/// Loads this many times those of the bodies come of rows that nearly depend on each other.
inline constexpr double kWildLoads = 1e6;
/// Without gravity bodies that go together at speed v carry nothing, and turn by rounding: forces
/// of this fraction of m v² / r mean nothing. By trial: far above rounding, far below any grip.
inline constexpr double kRoundedTurn = 1e-7;

// ---- places, in skins --------------------------------------------------------------------------

/// A contact's place is known to this many skins: the corners of a clip and the points of a mode
/// that stand for the same contact may be that far apart.
inline constexpr double kSkinsOfPlace = 4.0;
/// Corners this many skins from the line of an edge belong to it: far above what a clip moves them
/// by, far below the size of a body.
inline constexpr double kOnLine = 100.0;
/// Corners this many skins from the line of an edge were taken as on it when it was chosen: twice
/// kOnLine, so that those which were chosen stay.
inline constexpr double kOfEdge = 200.0;

// ---- speeds ------------------------------------------------------------------------------------

/// Slip slower than this has no direction of its own: rounding of speeds of a few m/s.
inline constexpr double kDirectionlessSlip = 1e-14;
/// A slip slower than this fraction of the capture speed has stopped: 9e-10 m/s with the default
/// skin on Earth, above the tolerance that velocities are integrated to.
inline constexpr double kStopFraction = 2e-5;
/// A whole pair that comes to its stop while it turns is taken as stopped this many stop speeds
/// before: its speed has no smooth end that a step could cross. What is left slides 1e-15 m.
inline constexpr double kSlowStops = 100.0;

// ---- sweeps of the collocation: changes relative to the size of a row's numbers ----------------

/// A step that needs more sweeps is too long, and is tried shorter.
inline constexpr int kMaxSweeps = 40;
/// Sweeps in which a slip that sets out keeps its direction: its speed is noise until the motion
/// has its second order.
inline constexpr int kFrozenSweeps = 3;
/// Sweeps after which changes must shrink.
inline constexpr int kSettlingSweeps = 6;
/// Sweeps of the linear equation q' = ½ ω q inside one sweep: they cost no acceleration.
inline constexpr int kTurnSweeps = 3;
/// Counts as converged: a few roundings of sums over 17 nodes.
inline constexpr double kConvergedSweep = 3e-15;
/// A stalled iteration below this is at its rounding floor, above it diverges.
inline constexpr double kSweepFloor = 1e-12;
/// Sweeps that shrank the change to this fraction of the one before on average, and so far in all,
/// contract: they stall only at their rounding floor. That of trees whose heavy links hang on light
/// ones lies higher: changes up to this, which count as errors of the step.
inline constexpr double kContraction = 0.1;
inline constexpr double kShrunk = 1e-3;
inline constexpr double kSweepNoise = 1e-10;
/// Changes beyond this are no motion any more.
inline constexpr double kRunawaySweep = 1e3;
/// Below this growth of an error per sweep plain sweeps converge fast enough: 1e-15 after 29.
inline constexpr double kStiffGrowth = 0.3;
/// Newton's step for slips that turn: systems of so many unknowns are eliminated; larger ones are
/// solved by products to this fraction, which costs no sweep, with at most so many of them.
inline constexpr int kFewTurningSlips = 48;
inline constexpr double kTurningSolved = 1e-10;
inline constexpr int kMostTurningProducts = 40;

// ---- splits of forces for the record -----------------------------------------------------------

/// ε of the shortest split, as a fraction of the largest number on the diagonal of G G'. A proximal
/// step shrinks the error along an eigenvalue s by ε/(s + ε), so a small ε ends in a few steps; it
/// must stay above rounding, so that the factor exists.
inline constexpr double kShortestProximal = 1e-10;
/// Where contacts nearly depend on each other (wheels on one axle: 1e-5 of their arms apart) that
/// leaves their part of the wrenches out: then a few hundred roundings are tried, if more than this
/// fraction is missing.
inline constexpr double kClosestProximal = 1e-14;
inline constexpr double kClosestMissing = 1e-13;
/// Steps of one problem at most; what is missing then is told with the split.
inline constexpr int kMostSplitSteps = 40;
/// A residual of this fraction of the wrenches is rounding.
inline constexpr double kRoundedWrench = 1e-16;
/// Changes of a pattern of pulling contacts at most, per contact, so that it ends.
inline constexpr int kPatternChanges = 3;
/// Forces of bodies that friction only just holds may need cones that are wider by this factor.
inline constexpr double kBarelyHeld = 1.1;
/// κ of the centred split: how much the edges of the cones count beside the size of the forces.
inline constexpr double kEdgeWeight = 0.1;
/// Cones are this much wider at first, and then narrowed: to half way between their width and what
/// the forces need, at most so often, as long as that is a part of how much too wide they are.
inline constexpr double kWideCones = 100.0;
inline constexpr int kMostWidths = 300;
inline constexpr double kNarrowing = 1e-4;
/// What all may pull at first goes down by at least this part a step; where it does not, some must
/// pull: what is lawful is a cone, so the way down looks the same at every size.
inline constexpr double kRaising = 0.01;
/// Halvings of one step: below 1e-12 of it there is none.
inline constexpr int kMostStepHalvings = 40;
/// Added to G H⁻¹ G', which is singular where bodies may move, as a part of the largest number on
/// its diagonal: a few roundings, and more if it cannot be factored. The steps mend what it costs.
inline constexpr double kCentredProximal = 1e-15;
inline constexpr double kMostProximal = 1e-11;
/// Newton's decrement in units of √κ: below the one steps are whole, below the other all is done to
/// rounding, so that forces along a motion are as smooth as it is.
inline constexpr double kWholeSteps = 0.25;
inline constexpr double kCentredDecrement = 1e-6;
/// What is left of G x = w is far below the forces: the shortest rest changes no law.
inline constexpr double kExplainedWrench = 1e-8;

}  // namespace rigor
