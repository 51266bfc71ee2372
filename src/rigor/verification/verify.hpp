// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include <rigor/verification/verdict.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

struct Options {
  /// If given, a trace that excludes any other pair is refused.
  std::optional<std::vector<trace::Exclusion>> expected_exclusions{};
  /// Threads, progress and how to stop; the verdict is the same, byte for byte, for any number of
  /// threads. A check that was stopped is Unfinished.
  Workshop workshop{};
};

/// Re-proves a trace from nothing but the trace, with exact arithmetic. Never throws for anything
/// that a trace may contain. A trace with header.certified == false is measured at samples and
/// never called proved.
Verdict verify(const trace::Trace& trace, const Options& options = {});

/// The same of a file, trace.h5 or trace.part:
///
///     const bool proved = verify("out/trace.h5").status == Status::Proved;
///
/// Throws trace::TraceError if the file is not a readable trace.
Verdict verify(const std::filesystem::path& file, const Options& options = {});

}  // namespace rigor::verification
