// SPDX-License-Identifier: Apache-2.0
// The report page of a run: one HTML file that needs nothing else, made from the trace and the
// checker's verdict alone.
#pragma once

#include <string>

#include <rigor/report/shown_verdict.hpp>
#include <rigor/report/view_page.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// What the page says without its 3D view: verdict, numbers, still plots, events, scene. Markup
/// without scripts. Everything taken from the trace is escaped. Very long lists of events are cut
/// with a note that says so. The still plots are for readers without scripts or WebGL and for
/// print; the live view replaces them.
/// A run that did not get to what was asked says so above its verdict; `reason` is the simulator's
/// own sentence about it, if it is known.
PageParts report_parts(const trace::Trace& trace, const ShownVerdict& verdict,
                       const std::string& reason = "");

/// The page with the 3D view in it. The same trace, verdict and reason give the same bytes.
std::string report_page(const trace::Trace& trace, const ShownVerdict& verdict,
                        const std::string& reason = "");

/// The band of a run that did not get to what was asked, as markup; empty for other runs.
std::string early_end_band(const trace::Trace& trace, const std::string& reason,
                           const std::string& more = "");

}  // namespace rigor
