// SPDX-License-Identifier: Apache-2.0
// Why a run went as it did, told from its trace alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include <rigor/trace/types.hpp>

namespace rigor {

/// The options of `rigor explain`.
struct ExplainArguments {
  std::string path{};
  std::optional<std::uint64_t> event{};
  std::optional<double> time{};
  bool json = false;
};

/// How the run ended, what ended its segments, its shortest segment, its closest claim.
nlohmann::ordered_json explained_run(const trace::Trace& trace);

/// One event: when, how surely, between whom, what impulses, what it changed. Throws
/// std::runtime_error if the trace has no event of that number.
nlohmann::ordered_json explained_event(const trace::Trace& trace, std::uint64_t index);

/// One instant: each body's segment and state, the certificates that hold, the events around it.
/// Throws std::runtime_error if it lies outside the run.
nlohmann::ordered_json explained_time(const trace::Trace& trace, double time);

int explain_verb(const ExplainArguments& arguments);

}  // namespace rigor
