// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// Answers a touch inside the step. As a rule by an impact of the two bodies and of those whose
/// velocity it changes: only they are cut and get new straight paths. Where that does not help, the
/// two stand still for the rest of the step: path constant, momentum kept, gravity of that time
/// taken back. A body that stands still takes no part any more, so a step has at most
/// (kMostCuts + 1) touches per body, driven bodies aside. Near a driven body nothing is held: the
/// island is solved anew from there. Nothing if the run goes on.
std::optional<Ending> answer(Run& run, const Touch& touch);

}  // namespace rigor::first_order
