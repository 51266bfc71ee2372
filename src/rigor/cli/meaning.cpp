// SPDX-License-Identifier: Apache-2.0
#include <rigor/cli/meaning.hpp>
#include <rigor/report/ending.hpp>

namespace rigor {

std::string meaning_of_stop(const std::string& stopped) {
  const StopWords* words = words_of(stopped);
  return words == nullptr ? "" : words->meaning;
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
      return "a sliding contact began to stick";
    case EventKind::Slip:
      return "a sticking contact began to slide";
    case EventKind::Limit:
      return "a joint reached a limit";
    case EventKind::Feature:
      return "the contact moved on to other features (vertices, edges, faces), without an impulse";
    case EventKind::Accumulation:
      return "infinitely many impacts accumulate at one instant; the sequence was ended there";
    case EventKind::Jam:
      return "a sticking contact would have to pull, and releasing it would cause overlap; its "
             "bond was broken";
    case EventKind::MultiImpact:
      return "several impacts at one instant whose order changes the outcome";
    case EventKind::Indeterminate:
      return "the law allows several motions here; one was chosen by a fixed rule";
    case EventKind::Sample:
      return "a controller was sampled";
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
  }
  return {};
}

}  // namespace rigor
