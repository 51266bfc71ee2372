// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <rigor/classic/pair_survey.hpp>

namespace rigor {

/// What became of starts that touch.
struct StartGaps {
  double moved = 0.0;                    ///< how far a point of a body was moved at most, m
  std::optional<std::string> refusal{};  ///< a pair that overlaps too deeply, or stays too near
};

/// Opens pairs that start nearer than `gap` to that gap, moving bodies least: rounds of one
/// quadratic program, N Δ >= gap - g over all contact points. Overlaps deeper than `deepest` are
/// refused.
StartGaps open_gaps(SteppedBodies& bodies, double gap, double deepest, SurveyMemory& memory);

/// The deepest overlap of a pair, if it is deeper than `deepest`, as a sentence.
std::optional<std::string> deep_overlap(const SteppedBodies& bodies, double deepest,
                                        SurveyMemory& memory);

/// "'cube1' and 'ground'".
std::string names_of(const SteppedBodies& bodies, std::size_t pair);

}  // namespace rigor
