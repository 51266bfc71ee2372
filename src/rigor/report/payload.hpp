// SPDX-License-Identifier: Apache-2.0
// A trace as the viewer's page carries it.
#pragma once

#include <rigor/trace/bytes.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// The trace as compact bytes, a zlib stream of
///
///     8 bytes "RIGORVEW" | u32 format version of traces | u32 length of the directory
///     directory (JSON): {"complete": bool, "tables": {table: {"rows", "columns": [
///         {"name", "scalar": f64 u8 i8 u32 u64, "width", "at", "bytes"}]}}}
///     columns
///
/// Tables and columns are those of trace.h5 (docs/trace-format.md); each column is shuffled by
/// bytes (packing.hpp) and begins `at` bytes after the directory. Numbers are little-endian.
trace::Bytes viewer_payload(const trace::Trace& trace);

}  // namespace rigor
