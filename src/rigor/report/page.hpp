// SPDX-License-Identifier: Apache-2.0
// The report page of a run: one HTML file that needs nothing else, made from the trace and the
// checker's verdict alone.
#pragma once

#include <string>

#include <rigor/report/shown_verdict.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// The page. The same trace and verdict give the same bytes. Everything taken from the trace is
/// escaped. Very long lists of events are cut with a note that says so.
std::string report_page(const trace::Trace& trace, const ShownVerdict& verdict);

}  // namespace rigor
