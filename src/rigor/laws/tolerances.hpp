// SPDX-License-Identifier: Apache-2.0
// Every constant of this room, by the module that reads it, with its reason. Speeds are fractions
// of the problem's own speed, impulses of what would give it, so that none depends on units.
#pragma once

#include <array>
#include <cstddef>

#include <rigor/laws/contact_set.hpp>

namespace rigor {

// ---- acceleration -------------------------------------------------------------------------------

/// Accelerations below this fraction of the pushes they are the sum of are rounding.
inline constexpr double kPushRounding = 1e-12;
/// Tangential accelerations below this fraction of the terms they are the sum of are rounding.
inline constexpr double kHoldsRounding = 1e-12;

// ---- body_system --------------------------------------------------------------------------------

/// Elimination near the diagonal pays where so many times the width of the band are within the
/// system: it does not work in blocks as dense elimination does.
inline constexpr int kNarrowBands = 4;
/// What is added to the bodies' answers where all contacts are held, as a fraction: far below what
/// independent rows of a thousand bodies give, far above rounding.
inline constexpr double kHeldRest = 1e-11;
/// Rounds, each of which leaves of what contacts hold no more than that fraction over how strongly
/// they hold it.
inline constexpr int kFreeRounds = 4;
/// What is left of a motion that nothing could end, if contacts end all others: of a motion at
/// random in a thousand unknowns a single free direction keeps more than this.
inline constexpr double kNoFreedom = 1e-4;

// ---- bodywise_polish ----------------------------------------------------------------------------

/// Newton steps for one mode: quadratic convergence needs a handful, more only near turning
/// points.
inline constexpr int kPolishNewtonSteps = 40;
/// A step ends when no speed changes by more than this fraction of the problem's, or when the
/// changes, already small, do not shrink any more.
inline constexpr double kPolishConverged = 1e-15;
inline constexpr double kPolishStalled = 1e-11;
/// Rows of the modes whose own part is a smaller fraction of their length depend on others.
inline constexpr double kRowRank = 1e-12;
/// Rank of what the open impulses do to the independent rows.
inline constexpr double kAnswerRank = 1e-12;
/// ε of many contacts that slip, as a fraction of what the strongest row does to the bodies.
inline constexpr double kSlippingRest = 1e-10;

// ---- bodywise_step ------------------------------------------------------------------------------

/// The step is solved for again where it misses more than this fraction, at most so often.
inline constexpr double kStepMissing = 1e-9;
inline constexpr int kStepRefinements = 4;

// ---- cone_margin --------------------------------------------------------------------------------

/// Weight of the objective at the end: the margin is known to 1e-13 of the load.
inline constexpr double kBarrierEnd = 1e13;
/// Newton steps for one weight of the barrier, and halvings of one step, at most.
inline constexpr int kNewtonPerWeight = 30;
inline constexpr int kMarginHalvings = 40;
/// Forces that differ by an effect below this fraction, in the metric M⁻¹, are splits of one
/// effect: a motion leaves out rows that depend on others to this sine (kDependentSineSquared), so
/// it does not push there, and what it seems to ask is rounding that contacts could only answer by
/// forces this many times larger.
inline constexpr double kSplitRank = 1e-5;
/// Forces whose effect misses what is asked for by more than this fraction can not give it.
inline constexpr double kMissedEffect = kSplitRank;

// ---- coulomb ------------------------------------------------------------------------------------

/// Normal approach, as a fraction of the problem's speed, that tells a true impulse without
/// collision (which does not shrink with it) from an ordinary small impact.
inline constexpr double kImpulsePress = 1e-6;
/// Impulses whose effect is below this fraction of the problem's speed vanish with kImpulsePress.
inline constexpr double kVanishingImpulse = 1e-4;
/// Tangential accelerations below this fraction of the problem's are none: a little above the
/// residual to which it is solved, so that slip that sets out gently is told from sticking.
inline constexpr double kStillSlip = 3e-10;
/// Accelerations below this fraction of the problem's size are none: nearly dependent rows may
/// leave as much unmet.
inline constexpr double kUnmetAcceleration = kZeroFraction;

// ---- friction_compliance ------------------------------------------------------------------------

/// How far contacts give way, as a fraction of their own mobility, at the start and at the end of
/// the path. At the end it is below what residuals are asked for.
inline constexpr double kFirstCompliance = 0.1;
inline constexpr double kLastCompliance = 1e-11;
/// From one problem to the next at first; towards one, by square roots, where that has no answer,
/// until so little is gained that the path is lost; and back by this power where it has.
inline constexpr double kComplianceShrink = 0.1;
inline constexpr double kLeastComplianceShrink = 0.8;
inline constexpr double kComplianceHaste = 1.5;
/// Newton steps for one problem, and the shortest part of one, which is taken in any case; what of
/// the promised decrease a longer part must bring; what is rounding of the problem's speed, and
/// what counts as solved.
inline constexpr int kComplianceSteps = 25;
inline constexpr double kLeastComplianceStep = 0.25;
inline constexpr double kComplianceDescent = 1e-4;
inline constexpr double kComplianceRounding = 1e-13;
inline constexpr double kComplianceSolved = 1e-10;
/// ρ of the natural map, in terms of a contact's inertia: large ones tell slow slips from sticking
/// sooner, small ones converge from farther away.
inline constexpr std::array<double, 4> kComplianceRhos{1.0, 10.0, 1e2, 1e3};
/// Other shares of giving way differ by up to this many powers of ten; so often they are tried.
inline constexpr double kComplianceDecades = 0.3;
inline constexpr int kComplianceChoices = 10;

// ---- friction_problem ---------------------------------------------------------------------------

/// Newton steps: quadratic convergence needs about 6; more only near turning points.
inline constexpr int kModeNewtonSteps = 40;
/// Equations of a mode hold when their residual is below this fraction of the problem's speed.
inline constexpr double kModeConverged = 1e-15;
/// Progress below this fraction counts as converged if no further step improves it.
inline constexpr double kModeStalled = 1e-11;
/// Slip speeds are known to this fraction of the problem's speed: a slip slower by a factor has a
/// direction, and an equation, uncertain by that factor more. The law itself does not suffer from
/// it, see friction_residual.
inline constexpr double kSpeedNoise = 1e-14;
/// Impulses that would change speeds by this multiple of the problem's are no solution.
inline constexpr double kRunawayImpulse = 1e7;
/// Rank of the equations of a mode.
inline constexpr double kModeRank = 1e-11;
/// So many contacts are few: their own space is as good as that of the bodies.
inline constexpr int kFewContacts = 8;
/// Slip speeds below this fraction of the problem's speed are rounding: they have no direction.
inline constexpr double kSlipNoise = 1e-13;

// ---- friction_search ----------------------------------------------------------------------------

inline constexpr int kSearchSweeps = 400;     ///< of Jacobi, and of Gauss-Seidel in the first round
inline constexpr int kBodySpeeds = 6;         ///< of a free body
inline constexpr int kFewPairs = 8;           ///< of bodies, whose modes are changed two at a time
inline constexpr int kLocalSweepSteps = 25;   ///< fixed-point steps inside one contact
inline constexpr int kCountedModes = 2000;    ///< limit of the last resort
inline constexpr int kAttempts = 400;         ///< modes polished in all before the search gives up,
inline constexpr int kDearAttempts = 150;     ///< and so many in the space of the bodies
inline constexpr int kPyramidUnknowns = 216;  ///< Lemke's cost grows with the cube of this
/// So many contacts seldom all stick, and to find a split that shows it costs more than the path.
inline constexpr int kManyContacts = 32;
/// With more contacts smoothed conditions are lost more often than not.
inline constexpr int kMostSmoothedContacts = 64;
inline constexpr double kSameSolution =
    1e-7;  ///< relative difference of u below which solutions are one
/// Starts of Newton with a residual above this are no solutions: those that are, are exact but for
/// rounding, of which the largest impulses that count may make this much.
inline constexpr double kNearSolution = 1e-2;
inline constexpr double kSweepDone = 1e-9;  ///< relative change of u per sweep
/// Friction that turns this share of a push along the normal back into it may leave several
/// solutions (Painlevé's paradox needs all of it).
inline constexpr double kCoupledFriction = 0.9;
/// Sticking is linear: where it holds, it holds to rounding. More than this may be slip that is
/// about to begin.
inline constexpr double kStickResidual = 1e-13;
/// Slip as gentle as this is best found from the friction that almost holds it.
inline constexpr double kNearlyStick = 1e-6;
/// Slips as slow as the skin is thin stand beside others of metres per second, and read too
/// coarsely they give neighbouring modes, whose motions are wrong: the finest reading comes first.
inline constexpr std::array<double, 7> kFineZeros{1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-3};
/// What has only been swept is not known better than this.
inline constexpr std::array<double, 2> kCoarseZeros{1e-6, 1e-3};

// ---- friction_smoothing -------------------------------------------------------------------------

/// Slips so many times as fast as the approach stay as they are, but for small turns.
inline constexpr double kFastSlip = 30.0;
/// Smoothing, as a fraction of the problem's speed, at the start and at the end of the path. Its
/// error is of its square over the smallest margin; what remains is for Newton on fixed modes.
inline constexpr double kFirstSmoothing = 0.2;
inline constexpr double kLastSmoothing = 1e-12;
inline constexpr double kSmoothingShrink = 0.2;  ///< from one smoothing to the next
/// Below this fraction the slip speed is smoothed less than the cone, see slip_smoothing.
inline constexpr double kSmoothingBend = 1e-4;
/// Equations are solved to this share of smoothing² (nearly dependent contacts stray from the path
/// otherwise), or to rounding, both in terms of the problem's speed.
inline constexpr double kSmoothingNearness = 0.3;
inline constexpr double kSmoothingRounding = 1e-13;
/// Equations that rounding keeps from being solved better than this are solved.
inline constexpr double kSmoothingSolved = 1e-11;
inline constexpr double kSmoothingNoise =
    1e-14;  ///< speeds below this fraction of the problem's are rounding
inline constexpr double kSmoothingRank = 1e-11;  ///< of the equations where contacts are redundant
inline constexpr int kSmoothingSteps = 20;       ///< of Newton for one smoothing
/// Where Newton is lost: rounds with slip speeds held, for as much as this unmet of the problem's
/// speed (below it the modes can be read).
inline constexpr int kSettlingRounds = 100;
inline constexpr double kSettlingWorth = 1e-6;
/// Changes of the held speeds at less than 60 degrees to each other go one way; by how much the
/// next of them is longer.
inline constexpr double kSameWay = 0.5;
inline constexpr double kPursuitGrowth = 1.5;
inline constexpr int kSmoothingHalvings = 20;  ///< of one step
inline constexpr double kSmoothingDescent =
    1e-4;  ///< share of the predicted decrease that a step must bring
/// Steps of many contacts for one smoothing: they cost little, and paths that are left too early
/// are lost.
inline constexpr int kManySmoothingSteps = 60;
/// So many contacts, and no more, are worth systems in the space of all contacts, and all rounds.
inline constexpr int kMostDenseContacts = 64;
inline constexpr int kFewSettlingRounds = 10;
/// How much contacts give way, as a fraction of the strongest, one after the other.
inline constexpr std::array<double, 4> kStepGives{0.0, 1e-13, 1e-11, 1e-9};

// ---- friction_spread ----------------------------------------------------------------------------

inline constexpr double kNullRank = 1e-10;  ///< rank of the rows that fix the motion
inline constexpr double kSpreadInside =
    1e-9;  ///< margin, as a fraction of the load, that is enough
inline constexpr double kSpreadOutside = -1e-8;  ///< and one that is no use

// ---- impulse_flow -------------------------------------------------------------------------------

/// Fractions of slip speeds: the approach that sets the process going, and ends it;
inline constexpr double kFlowPress = 1e-8;
inline constexpr double kFlowEnded = 1e-11;
/// an effect that is no impulse but what the press itself asks for;
inline constexpr double kVanishingFlow = 1e-4;
/// what rounds off the corner of Coulomb's law (below the press: what rests must be held by the
/// least push), and what counts as stopped at the end.
inline constexpr double kFlowRounding = 1e-9;
inline constexpr double kFlowStuck = 1e-5;
/// Local error of a step; and as a share of the approach, which grows from very little.
inline constexpr double kFlowError = 1e-9;
inline constexpr double kFlowErrorShare = 1e-3;
/// Steps at most: a process that needs more is told as not found.
inline constexpr int kMaxFlowSteps = 20000;
/// Step control of a method of order three.
inline constexpr double kFlowSafety = 0.8;
inline constexpr double kMostFlowGrowth = 5.0;

// ---- impulse_process ----------------------------------------------------------------------------

/// Length of a step in σ, times the largest rate of a direction: Gauss' method of order six then
/// errs by 0.1⁷/2e6 = 5e-14.
inline constexpr double kProcessStep = 0.1;
/// Fixed-point iterations of a step: each gains a factor of about kProcessStep/2.
inline constexpr int kProcessIterations = 10;
/// Steps at most, and bisections: down to the last bit.
inline constexpr int kMaxProcessSteps = 100000;
inline constexpr int kProcessBisections = 60;
/// A direction that turns slower than this fraction of the rates is kept.
inline constexpr double kProcessStraight = 1e-14;
/// A slip that has fallen to this fraction has stopped.
inline constexpr double kProcessStopped = 1e-15;
/// Directions in which h, a trigonometric polynomial of degree two, is looked at for sign changes.
inline constexpr int kProcessDirections = 96;

// ---- least_energy -------------------------------------------------------------------------------

/// Newton steps; from a good start three or four do, each change of a set costs one more.
inline constexpr int kMaxEnergySteps = 30;
/// Residual at which nothing more is to be gained.
inline constexpr double kEnergyConverged = 1e-14;
/// Pivots below this fraction of the largest count as dependent rows.
inline constexpr double kEnergyDependent = 1e-11;

// ---- max_dissipation ----------------------------------------------------------------------------

/// Directions that are there from the start: they span the plane with positive weights.
inline constexpr int kFixedDirections = 4;
inline constexpr double kFirstWindow = 0.2;   ///< radians
inline constexpr double kNarrowWindow = 0.2;  ///< per round
inline constexpr double kLastWindow = 1e-5;   ///< radians; nearly equal directions spoil the pivots
/// Rounds at most; windows shrink by kNarrowWindow in each, so seven reach the last one.
inline constexpr int kMaxRounds = 40;
/// Residual of the optimality conditions at which the search ends, and up to which it is solved.
inline constexpr double kGoodResidual = 1e-12;
inline constexpr double kSolvedResidual = 1e-10;
/// Slopes of the energy below this fraction of the speed before the impact have no direction.
inline constexpr double kSlopeNoise = 1e-12;

// ---- normal_split -------------------------------------------------------------------------------

/// Corners whose plane is worse conditioned than this lie on a line.
inline constexpr double kFlatSplit = 1e-9;

// ---- one_contact --------------------------------------------------------------------------------

/// The function of the direction is a trigonometric polynomial of degree three. This many samples
/// separate its roots and its extrema, at most six each; two roots between samples have an extremum
/// between them.
inline constexpr int kContactDirections = 96;
/// Down to the last bit.
inline constexpr int kContactBisections = 60;

// ---- restitution --------------------------------------------------------------------------------

/// A gain of energy below this fraction is rounding.
inline constexpr double kEnergyRounding = 1e-13;
/// Bisections of the restitution factor: to the last bit of a number in [0, 1].
inline constexpr int kRestitutionBisections = 53;
/// Columns of unit length whose remaining part is below this count as dependent.
inline constexpr double kRestitutionDependent = 1e-9;
/// Rounds of planes that touch friction cones. Each leaves about the square of what the one before
/// left; the first few only choose which cones matter.
inline constexpr int kConeRounds = 40;
/// Friction this fraction of the largest normal impulse outside its cone is inside.
inline constexpr double kInsideCone = 1e-11;

// ---- step_law -----------------------------------------------------------------------------------

/// Energy above the bound that rounding and an unfinished solve may leave, as a fraction.
inline constexpr double kEnergySlack = 1e-9;
/// Restitution is given up after so many halvings: less than a thousandth of it is left.
inline constexpr int kMostLawHalvings = 10;
/// Sweeps end when they change speeds by this part of the residual that is asked for (they may
/// change little and still be far off), splittings when their residuals are this part of it.
inline constexpr double kBelowGoal = 0.03;
inline constexpr double kSplitBelowGoal = 0.3;
/// Newton's method begins with these penalties in turn: sliding walls want small ones, heavy bodies
/// on light ones large ones.
inline constexpr std::array<double, 2> kNewtonPenalties{30.0, 1e3};

}  // namespace rigor
