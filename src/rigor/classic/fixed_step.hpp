// SPDX-License-Identifier: Apache-2.0
// The two fixed-step methods that the paper compares itself with: v' first, then q' = q + h v'.
#pragma once

#include <rigor/classic/algorithm_one.hpp>

namespace rigor {

/// Times a step is solved again because another pair overlaps at its end.
inline constexpr int kMostRounds = 8;

/// One step of Stewart and Trinkle (2000). A trial step without contacts; pairs that overlap at its
/// end get the constraint φ + h N v' >= 0 at the closest features *at the start*, and the step is
/// made from there. Pairs found overlapping then are added and the step is solved again, at most
/// kMostRounds times; h is never shortened. Limits of joints that would be passed alike, and loops
/// as equality rows at the start. [TR fig:ST-approach]
std::variant<TakenStep, NoStep> stewart_trinkle_step(SteppedBodies& bodies, double h,
                                                     double threshold, SurveyMemory& memory);

/// One step of Anitescu and Potra (2004): pairs that overlap at the start get N v' >= -φ/h along
/// their axis of least overlap, so that the overlap is gone at the end. The speed of that ejection
/// stays in v': they bounce, which is the method; so do joints that passed their limits.
/// [TR fig:AP-approach]
std::variant<TakenStep, NoStep> anitescu_potra_step(SteppedBodies& bodies, double h,
                                                    double threshold, SurveyMemory& memory);

}  // namespace rigor
