// SPDX-License-Identifier: Apache-2.0
#include <rigor/cli/meaning.hpp>
#include <rigor/report/ending.hpp>

namespace rigor {

std::string meaning_of_stop(const std::string& stopped) {
  const StopWords* words = words_of(stopped);
  return words == nullptr ? "" : words->meaning;
}

std::string meaning_of_method(const std::string& method) {
  if (method == "oracle")
    return "every contact event is located and the motion between events has an error bound";
  if (method == "first_order") return "first-order steps, every path of which is certified";
  if (method == "paper")
    return "Algorithm 1 of the paper: steps as long as its bounds allow, then impulses at all "
           "contact points at once";
  if (method == "stewart_trinkle")
    return "fixed steps; bodies that would overlap at the end of a step are held back by "
           "constraints from its start";
  if (method == "anitescu_potra")
    return "fixed steps; bodies that overlap already are pushed out within one step";
  return {};
}

std::string meaning_of(trace::EventKind kind) {
  using trace::EventKind;
  switch (kind) {
    case EventKind::Touch:
      return "two bodies came within the contact distance without approaching any further";
    case EventKind::Impact:
      return "two bodies collided; contact impulses stopped the approach";
    case EventKind::Lift:
      return "a contact opened: its force had dropped to zero";
    case EventKind::Stick:
      return "a sliding contact, or a joint with dry friction, began to stick";
    case EventKind::Slip:
      return "a sticking contact, or a joint that dry friction held, began to slide";
    case EventKind::Limit:
      return "a joint reached or left a limit, or its motor reached or left its largest effort";
    case EventKind::Feature:
      return "the contact moved on to other features (vertices, edges, faces), without an impulse";
    case EventKind::Accumulation:
      return "infinitely many impacts accumulate at one instant; the sequence was ended there";
    case EventKind::Jam:
      return "a sticking contact would have to pull, and releasing it would cause overlap; its "
             "bond was broken";
    case EventKind::MultiImpact:
      return "several impacts at one instant, or within a skin of it, whose order changes the "
             "outcome";
    case EventKind::Indeterminate:
      return "the law allows several motions here; one was chosen by a fixed rule";
    case EventKind::Sample:
      return "a controller was sampled, or a given force, effort or target has a knot (a corner in "
             "time)";
  }
  return {};
}

std::string meaning_of(trace::EndReason reason) {
  using trace::EndReason;
  switch (reason) {
    case EndReason::Accuracy:
      return "ended by the error estimate (no event)";
    case EndReason::Touch:
      return "a gap shrank to the contact distance";
    case EndReason::BandExit:
      return "the gap of a contact left its band";
    case EndReason::Lift:
      return "the force of a contact dropped to zero";
    case EndReason::Feature:
      return "the contact moved on to other features (vertices, edges, faces)";
    case EndReason::Limit:
      return "a joint reached a limit";
    case EndReason::Input:
      return "a force, target or path is not smooth there";
    case EndReason::Neighbour:
      return "an event elsewhere involved this body";
    case EndReason::Stop:
      return "the run ended";
    case EndReason::Rest:
      return "the body is at rest";
    case EndReason::Stick:
      return "sliding came to an end (located)";
    case EndReason::Slip:
      return "friction or a contact's force reached its limit (located)";
    case EndReason::Jam:
      return "contact forces grew without bound";
    case EndReason::Full:
      return "full-length step: nothing limited it";
    case EndReason::Advancement:
      return "bodies that are apart could meet sooner than in the longest step";
    case EndReason::Star:
      return "a vertex could come to the separating plane of a touching pair";
    case EndReason::Dagger:
      return "touching points would have left the separating plane (the paper's Δt†)";
    case EndReason::Transient:
      return "a touching point parted or approached: the smallest step was taken";
    case EndReason::Floor:
      return "the bound was below the smallest step, which was taken anyway: no guarantee";
  }
  return {};
}

}  // namespace rigor
