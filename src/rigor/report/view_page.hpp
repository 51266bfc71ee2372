// SPDX-License-Identifier: Apache-2.0
// Pages with the 3D view: the viewer's template (viewer/dist/viewer.html, embedded in the library)
// with traces and verdicts put in. One HTML file that needs nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <rigor/report/shown_verdict.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// A run to be looked at.
struct ViewedRun {
  std::string label;  ///< for people, e.g. the folder's name
  const trace::Trace& trace;
  const ShownVerdict& verdict;
};

/// What stands around the view.
struct PageParts {
  std::string title;   ///< plain text
  std::string before;  ///< markup in front of the view
  std::string after;   ///< markup behind it
};

/// The page with the view of one or more runs of one scene; the first one is shown, the others are
/// compared with it. Everything taken from the traces is data to the page, never markup. Big traces
/// are thinned (thinning.hpp), and the page says so. The same runs give the same bytes.
std::string view_page(const std::vector<ViewedRun>& runs, const PageParts& parts);

/// The viewer as it was built, with its slots empty.
std::string_view viewer_template();

}  // namespace rigor
