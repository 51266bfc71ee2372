// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cctype>

#include <fmt/format.h>

#include <rigor/report/ending.hpp>
#include <rigor/report/scene_text.hpp>

namespace rigor {
namespace {

constexpr std::array kStops{
    StopWords{"rest", false, "everything came to rest",
              "every body is at rest and nothing can move it any more", ""},
    StopWords{"time", false, "the end time was reached", "the end time was reached", ""},
    StopWords{"events", true, "the limit on the number of events was reached",
              "the run had as many events as stop.events allows", "raise stop.events in the scene"},
    StopWords{"segments", true, "the limit on the number of segments was reached",
              "the run had as many segments as stop.segments allows",
              "raise stop.segments in the scene"},
    StopWords{"wall_time", true, "the limit on computing time was reached",
              "the run took as long to compute as --max-wall (stop.wall_time in the scene) allows",
              "raise --max-wall, or stop.wall_time in the scene"},
    StopWords{"interrupted", true, "it was interrupted",
              "the run was interrupted; what was recorded up to then is valid",
              "rigor run with --resume continues from here"},
    StopWords{
        "no_progress", true, "events followed each other without time passing",
        "one event followed another without any time passing, and Rigor does not skip ahead by an "
        "invented step",
        "--method first_order continues where events cannot be told apart; or try another --tol, "
        "or "
        "a slightly different start"},
    StopWords{
        "inconsistent", true, "no solution was found for the contact forces",
        "no motion obeys the contact law here, or no solver found one that it could vouch for",
        "--method first_order continues where events cannot be told apart; or try another --tol, "
        "or a slightly different start; what squeezes something without a way out could push with "
        "a force instead (forces, motor)"},
    StopWords{
        "jam", true, "a contact jammed",
        "a sticking contact would have to pull, and releasing it would cause overlap; the scene "
        "says jam: refuse",
        "jam: bond_break in the scene continues where no-slip has no answer"},
    StopWords{"indeterminate", true, "the contact law allows several motions",
              "the law allows several motions; the scene says indeterminate: refuse",
              "indeterminate: continue in the scene takes one of them and says so"},
    StopWords{
        "driven", true, "a driven body ran into something that cannot give way",
        "a driven body reached a half-space, a fixed body or another driven one: its path leads "
        "where nothing can give way",
        "give the driven body another path, more than the skin away"},
    StopWords{"mechanism", true,
              "a mechanism reached a contact or a joint limit that this method cannot handle",
              "a link reached another body, or a joint its limit, in a way that this method cannot "
              "handle",
              "--method oracle handles contacts and limits of mechanisms; or give the mechanism "
              "more room or wider limits"},
    StopWords{
        "degenerate", true, "a contact has no unique separating plane",
        "two bodies touch where many planes separate them, a case that the paper does not treat",
        "stepping.bounds: corrected continues with the best separating axis"},
    StopWords{"uncertified", true, "the next step could not be proved free of overlap",
              "the next step could not be proved free of overlap, so it was not made",
              "a larger stepping.threshold, or a smaller stepping.step"},
    StopWords{"unsupported", true, "the scene needs something that is not simulated yet",
              "the scene needs something that is not simulated yet",
              "docs/limits.md lists what is simulated; what came before stays proved"},
    StopWords{"overlap", true, "bodies overlap at the start", "bodies overlap at the start",
              "move the bodies apart; rigor run --dry-run -v shows where they are"},
};

}  // namespace

const StopWords* words_of(const std::string& stopped) {
  for (const StopWords& words : kStops) {
    if (stopped == words.stopped) return &words;
  }
  return nullptr;
}

std::string ending_headline(const std::string& stopped, double reached,
                            std::optional<double> asked) {
  const StopWords* words = words_of(stopped);
  if (stopped == "rest") return fmt::format("came to rest; the record ends at {:.6g} s", reached);
  if (stopped == "time") return fmt::format("simulated to the end, {:.6g} s", reached);
  return fmt::format("stopped at {:.6g} s{}: {}", reached,
                     asked ? fmt::format(" of {:.6g} s", *asked) : "",
                     words == nullptr ? stopped : words->because);
}

std::string advice_for(const StopWords& words, const std::string& method) {
  const std::string advice = words.advice;
  if (method != "first_order" || !advice.starts_with("--method first_order")) return advice;
  return "smaller steps (stepping.step), --method oracle, or a slightly different start";
}

std::string advice_unproved(bool motion_only, double since, const std::string& method) {
  const std::string trust =
      motion_only ? "no bodies overlap, but forces and motion are not proved from about"
                  : "nothing is proved from about";
  const std::string other = method == "oracle" ? "--method first_order" : "--method oracle";
  return fmt::format(
      "{} t = {:.6g} s on: do not rely on them. This is a fault of Rigor, not of your scene; "
      "please "
      "send the scene to the maintainers. Meanwhile try --tol 1e-11, {} or a slightly different "
      "start; rigor verify lists all rules",
      trust, since, other);
}

std::optional<EarlyEnd> early_end(const trace::Trace& trace, const std::string& reason) {
  const StopWords* words = words_of(trace.footer.stopped);
  if (words != nullptr && !words->early) return std::nullopt;
  EarlyEnd end;
  end.reached = trace::seconds(trace.footer.end);
  end.asked = asked_time(trace.header.scene_text);
  end.headline = ending_headline(trace.footer.stopped, end.reached, end.asked);
  end.headline[0] = 'S';
  end.reason = reason;
  if (words != nullptr) {
    end.meaning = words->meaning;
    end.meaning[0] = static_cast<char>(std::toupper(end.meaning[0]));
    end.advice = advice_for(*words, trace.header.method);
  }
  return end;
}

}  // namespace rigor
