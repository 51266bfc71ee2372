// SPDX-License-Identifier: Apache-2.0
// The experiments of the paper: run, written down, shown.
#pragma once

#include <string>
#include <vector>

#include <rigor/reproduction/section.hpp>

namespace rigor {

/// die, chain, quadruped, ball, wheel, bounds.
std::vector<std::string> experiment_names();

/// Runs the experiments named, in the order of experiment_names: {"full": ..., "die": {...}, ...}.
Findings reproduce(const std::vector<std::string>& names, const ReproductionSettings& settings);

/// The sections of the page, in its order: a summary, the experiments found, what is not here.
std::vector<Section> sections_of(const Findings& findings);

/// The findings without times of computing, which differ from run to run.
Findings without_times(Findings findings);

/// Where the figures of reproduction.md are, beside it.
inline constexpr const char* kImages = "images/reproduction";

/// Writes reproduction.json, index.html, reproduction.md, its figures and tables/<name>.csv into
/// the folder; only the page tells times of computing. Throws std::runtime_error for files that
/// cannot be written.
void write_reproduction(const Findings& findings, const std::filesystem::path& folder);

}  // namespace rigor
