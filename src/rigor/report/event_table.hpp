// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/trace/types.hpp>

namespace rigor {

/// At most this many events are listed on a page, and no samples; the rest is in events.jsonl.
inline constexpr std::size_t kMostEventRows = 400;

/// The events of the trace as an HTML table: time, kind, how sure, pair, contacts, energy, note.
std::string event_table(const trace::Trace& trace);

/// "piece of body" or the half-space's name, as escaped text.
std::string piece_name(const trace::Trace& trace, const trace::PieceId& id);

}  // namespace rigor
