// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <rigor/cli/meaning.hpp>

namespace rigor {

std::string meaning_of_stop(const std::string& stopped) {
  struct Entry {
    const char* word;
    const char* meaning;
  };
  static constexpr std::array kEntries{
      Entry{"rest", "every body is at rest and nothing can move it any more"},
      Entry{"time", "the end time was reached"},
      Entry{"events", "the limit stop.events was reached"},
      Entry{"segments", "the limit stop.segments was reached"},
      Entry{"wall_time", "the limit stop.wall_time was reached"},
      Entry{"interrupted", "the run was interrupted; what is on record up to its end stands"},
      Entry{"no_progress",
            "events came one upon the other without time passing, and none was made up"},
      Entry{"inconsistent",
            "no motion obeys the contact law here, or a solver found none it could vouch for"},
      Entry{"jam",
            "a stuck contact would have to pull, and releasing it would overlap; jam: refuse was "
            "asked for"},
      Entry{"indeterminate", "the law allows several motions; indeterminate: refuse was asked for"},
      Entry{
          "driven",
          "a driven body came to a half-space, a fixed body or another driven one: its path leads "
          "where nothing can give way"},
      Entry{"mechanism",
            "a link of a mechanism came to another body, or a joint to its limit: contacts and "
            "limits of mechanisms are not simulated yet"},
      Entry{"unsupported", "the scene needs something that is not simulated yet"},
      Entry{"overlap", "bodies overlap at the start"},
  };
  for (const Entry& entry : kEntries) {
    if (stopped == entry.word) return entry.meaning;
  }
  return {};
}

std::string meaning_of(trace::EventKind kind) {
  using trace::EventKind;
  switch (kind) {
    case EventKind::Touch:
      return "two pieces came to the contact distance without a velocity into each other";
    case EventKind::Impact:
      return "two pieces met with a velocity into each other; impulses ended it";
    case EventKind::Lift:
      return "a contact opened: its force had come down to zero";
    case EventKind::Stick:
      return "a sliding contact came to hold";
    case EventKind::Slip:
      return "a holding contact began to slide";
    case EventKind::Limit:
      return "a joint reached a limit";
    case EventKind::Feature:
      return "another pair of features took over a contact, without an impulse";
    case EventKind::Accumulation:
      return "infinitely many impacts crowd towards one instant; the sequence was ended there";
    case EventKind::Jam:
      return "a holding contact would have to pull while releasing it would overlap; its bond was "
             "broken";
    case EventKind::MultiImpact:
      return "several impacts at one instant whose order changes the outcome";
    case EventKind::Indeterminate:
      return "the law allows several motions here; one was taken by a fixed rule";
    case EventKind::Sample:
      return "a controller was sampled";
  }
  return {};
}

std::string meaning_of(trace::EndReason reason) {
  using trace::EndReason;
  switch (reason) {
    case EndReason::Accuracy:
      return "full length; the error estimate chose it";
    case EndReason::Touch:
      return "a gap came down to the contact distance";
    case EndReason::BandExit:
      return "the gap of a contact left its band";
    case EndReason::Lift:
      return "the force of a contact came down to zero";
    case EndReason::Feature:
      return "another pair of features took over a contact";
    case EndReason::Limit:
      return "a joint reached a limit";
    case EndReason::Input:
      return "a force, target or path is not smooth there";
    case EndReason::Neighbour:
      return "an event of another island concerned this body";
    case EndReason::Stop:
      return "the run ended";
    case EndReason::Rest:
      return "the body rests";
    case EndReason::Stick:
      return "a slip came to its end (located)";
    case EndReason::Slip:
      return "friction or a contact's force reached its limit (located)";
    case EndReason::Jam:
      return "contact forces grew without bound";
  }
  return {};
}

}  // namespace rigor
