// SPDX-License-Identifier: Apache-2.0
// Numbers of findings in words, for tables.
#pragma once

#include <string>

#include <rigor/reproduction/settings.hpp>

namespace rigor {

/// 229765 as "229,765".
std::string counted(std::uint64_t number);
/// Three significant digits: "8.24e-3", "0.814"; "-" for null.
std::string shown(const Findings& number, int digits = 3);
/// a/b, or "-" if b is zero.
std::string ratio(double a, double b);
/// What is known of the smallest gap of a run: "6.00e-09 m, proved", "-13.8 mm, measured", ...
std::string gap_words(const Findings& run);
/// "4.12 s" of computing, or "" if the findings hold no times.
std::string wall_words(const Findings& run);
/// Whether the first of the runs holds its time of computing.
bool has_times(const Findings& runs);

}  // namespace rigor
