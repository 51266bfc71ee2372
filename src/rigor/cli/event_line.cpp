// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/cli/event_line.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor {

std::string pair_text(const trace::PieceId& a, const trace::PieceId& b, const trace::Trace& trace) {
  using verification::name_of;
  return a == b ? name_of(a, trace) : name_of(a, trace) + ", " + name_of(b, trace);
}

std::string event_line(const trace::Event& event, const trace::Trace& trace) {
  const std::size_t points = event.contacts.size();
  return fmt::format(
      "{:>14.9f} s  {:>5}  {:<13} {}{}", trace::seconds(event.lo), event.index,
      trace::name(event.kind), pair_text(event.a, event.b, trace),
      points == 0 ? "" : fmt::format(" ({} point{})", points, points == 1 ? "" : "s"));
}

}  // namespace rigor
