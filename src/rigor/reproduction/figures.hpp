// SPDX-License-Identifier: Apache-2.0
// The figures of each experiment, drawn from its findings.
#pragma once

#include <rigor/reproduction/section.hpp>

namespace rigor {

/// Steps by what limited them (printed, corrected), gap, hover, cost per change.
std::vector<Figure> die_figures(const Findings& die);
/// A sheet for each method: Stewart-Trinkle, Anitescu-Potra, the paper's own.
std::vector<Figure> ball_figures(const Findings& ball);
/// Strobe, nadir, histograms of steps.
std::vector<Figure> chain_figures(const Findings& chain);
/// Error against step.
std::vector<Figure> wheel_figures(const Findings& wheel);
/// Tightness of the bounds of links, convergence of advancement.
std::vector<Figure> bounds_figures(const Findings& bounds);

}  // namespace rigor
