// SPDX-License-Identifier: Apache-2.0
// One split of redundant forces for what is decided and for what moves.
#pragma once

#include <rigor/decision/event_decision.hpp>

namespace rigor {

/// Decides as decide_with_bonds() does, and takes a decision only if its mode holds by the forces
/// that it will move by. The law is content with any split of redundant forces that pulls nowhere;
/// a sliding mode moves by that of springs at its corners (ModeSolution). Where a spring has to
/// pull and nothing can take over its load, the mode would end as soon as it began, and be decided
/// again for ever: that corner then carries nothing, and the law decides without it. If it would
/// sink in without load, the law's decision stands. And where those forces drive a corner back that
/// the law lets set out, the slip would stop as soon as it began: see slip_onset.hpp. What does not
/// hold by springs after all that moves by the loads that the law decided with (Mode::loads).
std::optional<Refusal> decide_mode(EventProblem& event, Selection& selection, Mode& mode);

/// Whether the same contacts do the same.
bool same_states(const Mode& a, const Mode& b);

/// The mode as it was, by the forces that the law decides with now, if these hold what sticks in it
/// clearly: a mode in which something slides goes on as long as some split of the forces obeys the
/// law, though the one that it moved by does not any more. Nothing if the law decides otherwise, or
/// if nothing sticks, or if the mode moved by these forces already: to go on by them would change
/// nothing.
std::optional<Mode> other_split(const EventProblem& event, const Mode& mode);

/// Of a mode without slips in which a contact has to pull to move as the mode says, though the law
/// let it stay: where links make rows nearly depend on each other, the law asks for forces that
/// the motion leaves out. Lets go of such contacts one after the other; one that would sink then
/// loses its bond instead, as the law does where a bond needs tension (a jam).
std::optional<Refusal> release_pulling(EventProblem& event, Selection& selection, Mode& mode);

}  // namespace rigor
