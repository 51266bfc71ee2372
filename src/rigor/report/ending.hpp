// SPDX-License-Identifier: Apache-2.0
// How a run ended, in words: one table for reports, the command line and `explain`.
#pragma once

#include <optional>
#include <string>

#include <rigor/trace/types.hpp>

namespace rigor {

/// What a run's ending means. `stopped` is the footer's word for it.
struct StopWords {
  const char* stopped;
  bool early;           ///< the run did not get to what was asked
  const char* because;  ///< completes "stopped at 0.99 s of 1 s: ..."
  const char* meaning;  ///< a sentence without its full stop
  const char* advice;   ///< what to try; empty if there is nothing to try
};

/// The words for it; null for a word that is not known.
const StopWords* words_of(const std::string& stopped);

/// What to try after a run of `method` that ended so; it does not name the method that was used.
std::string advice_for(const StopWords& words, const std::string& method);

/// What a run means that the checker did not prove, and what to do. `since`: about when the first
/// rule is broken, seconds; `motion_only`: only the rules of motion and forces are.
std::string advice_unproved(bool motion_only, double since, const std::string& method);

/// A run that did not get to what was asked.
struct EarlyEnd {
  std::string headline;  ///< "Stopped at 0.99 s of 1 s: no solution was found for ..."
  std::string meaning;
  std::string reason;  ///< of this very run, one sentence; may be empty
  std::string advice;
  double reached = 0.0;           ///< seconds
  std::optional<double> asked{};  ///< seconds, if the trace says so
};

/// Nothing if the run came to rest or to its end time. `reason` is the simulator's sentence, if it
/// is known.
std::optional<EarlyEnd> early_end(const trace::Trace& trace, const std::string& reason);

/// "Stopped at 0.99 s of 1 s: ...", or how it ended otherwise.
std::string ending_headline(const std::string& stopped, double reached,
                            std::optional<double> asked);

}  // namespace rigor
