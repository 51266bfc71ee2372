// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/trace/types.hpp>

namespace rigor {

/// The two sides of an event or certificate, e.g. "ground, die". Pieces are named where a body has
/// several.
std::string pair_text(const trace::PieceId& a, const trace::PieceId& b, const trace::Trace& trace);

/// An event in one line: time, number, kind, pair, contact points.
std::string event_line(const trace::Event& event, const trace::Trace& trace);

}  // namespace rigor
