// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <rigor/certify/axis_march.hpp>
#include <rigor/certify/pair_events.hpp>

namespace rigor {

/// Instants at which candidates are compared before the best one is proved.
inline constexpr int kMostSamples = 8;
/// Less of the span than this is hardly any time.
inline constexpr double kShortAdvance = 0x1p-8;

/// One search: certified up to `time`, whose s is at least u.
///
/// Why what it files is proved: all claims come from `march`, `prove` or `prove_balls`, on
/// [u, until] in s; samples, ranks and expected ends only choose what to prove. `models` are the
/// pair's own or cut ones, which contain the same motion over the same clock with larger radii. A
/// certificate runs from `time` (exact s >= u) to an instant whose exact s is at most `until`, or
/// to span.end if until >= pair.end, which is not below the exact s of span.end. World planes are
/// anchored at `time` before they are proved, so the plane filed is the plane proved. Certificates
/// are joined only if they meet and say the same of the same pair of segments. Windows have clocks
/// of their own; their models contain the motion because `restricted_path` pays for the rounding of
/// times.
struct PairSearch {
  PairSearch(const PairMotion& motion, const PairNames& pair_names, double least)
      : pair(motion), models(&motion), names(pair_names), level(least) {
    time = pair.span.begin;
    u = fraction_at(pair.clock(), time).lo;
    ends = ends_of(pair);
    here = u > 0.0 ? pose_at(pair, u) : ends.first;
  }
  PairSearch(const PairSearch&) = delete;
  PairSearch& operator=(const PairSearch&) = delete;

  /// About where the pieces are, for estimates.
  PairPose rough_pose(double s) const { return {rough_a.at(s), rough_b.at(s)}; }
  PairMoment moment() const { return moment_at(pair, ends, u, here); }

  const PairMotion& pair;
  PairMotion cut_pair;                     // what `models` points to while there is room to spare
  const PairMotion* models;                // of the same motion; the proofs are made with them
  std::optional<PairBounds> bounds;        // if there, proofs are made by marching
  std::optional<PairBounds> rough_bounds;  // with the rough poses: for axes that only pass by
  const PairNames& names;
  double level = 0.0;
  int samples = 0;
  PoseSeries rough_a;
  PoseSeries rough_b;
  std::array<double, kMostSamples> instants{};  // of the samples, rising
  std::array<PairPose, kMostSamples> poses{};   // rough ones, there
  trace::Time time;
  double u = 0.0;
  PairEnds ends;
  PairPose here;                // at u
  double failed_by = 0.0;       // s at which the last axis had failed
  int short_advances = 0;       // in a row that gained hardly any time
  std::vector<Axis> survivors;  // axes that seem to separate to the end of the span
  PairEvents result;
};

/// Prepares to compare axes at `samples` instants. `roughness`: poses for estimates may be off by a
/// few times this fraction of the pieces' size.
void look_ahead(PairSearch& search, int samples, double roughness);

/// The same instants closer together right after u.
void look_closer(PairSearch& search);

/// From now on proofs are made by marching.
void march_on(PairSearch& search);

/// Goes on from `cut`.
void move_to(PairSearch& search, const trace::Time& cut);

/// Takes models that are cut as far as `gap` metres of room allow.
void cut_models(PairSearch& search, double gap);

/// The proof of the axis that lasts longest, and where it seemed to end.
struct Advance {
  AxisProof proof;
  Axis axis;
  double expected = 0.0;
};

/// Axes that seem to last to the end are proved at once; if none does, the one that promises most;
/// if little comes of that, the others.
Advance longest(PairSearch& search, const std::vector<Axis>& axes);

/// Files the certificate of a proved axis and moves to its end; false if no time was gained. A
/// certificate that goes on with the claim of the last one prolongs that.
bool take(PairSearch& search, const Advance& best);

/// Appends what was found on a later part.
void append(PairEvents& whole, PairEvents part);

}  // namespace rigor
