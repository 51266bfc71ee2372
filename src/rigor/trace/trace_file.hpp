// SPDX-License-Identifier: Apache-2.0
// The file trace.h5 of a finished run, and reading of either file.
#pragma once

#include <filesystem>
#include <string>

#include <rigor/trace/error.hpp>
#include <rigor/trace/types.hpp>

namespace rigor::trace {

/// Writes the trace as HDF5. The same trace gives the same bytes. The file appears under its name
/// only when it is whole. Throws TraceError(Unreadable) if it can not be written.
void write_trace(const std::filesystem::path& path, const Trace& trace);

/// Reads trace.h5 or trace.part, told apart by their first bytes. Sizes, types, enumerations and
/// checksums are checked, the meaning of the numbers is not. Throws TraceError.
Trace read_trace(const std::filesystem::path& path);

/// The events, one JSON object a line, in the order of the trace. The same trace gives the same
/// bytes.
std::string events_jsonl(const Trace& trace);

}  // namespace rigor::trace
