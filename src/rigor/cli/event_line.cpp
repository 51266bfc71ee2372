// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/cli/event_line.hpp>

namespace rigor {
namespace {

std::string side(const trace::PieceId& id, const trace::Trace& trace) {
  if (id.body == trace::kWorld) {
    return id.piece < trace.half_spaces.size() ? trace.half_spaces[id.piece].name : "world";
  }
  if (id.body >= trace.bodies.size()) return fmt::format("body {}", id.body);
  const trace::Body& body = trace.bodies[id.body];
  if (body.pieces.size() < 2 || id.piece >= body.pieces.size()) return body.name;
  return body.name + "." + body.pieces[id.piece].name;
}

}  // namespace

std::string pair_text(const trace::PieceId& a, const trace::PieceId& b, const trace::Trace& trace) {
  return a == b ? side(a, trace) : side(a, trace) + ", " + side(b, trace);
}

std::string event_line(const trace::Event& event, const trace::Trace& trace) {
  const std::size_t points = event.contacts.size();
  return fmt::format(
      "{:>14.9f} s  {:>5}  {:<13} {}{}", trace::seconds(event.lo), event.index,
      trace::name(event.kind), pair_text(event.a, event.b, trace),
      points == 0 ? "" : fmt::format(" ({} point{})", points, points == 1 ? "" : "s"));
}

}  // namespace rigor
