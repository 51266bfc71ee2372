// SPDX-License-Identifier: Apache-2.0
// The paper's bounds, tried: those of links on random chains, and how advancement converges.
#pragma once

#include <rigor/reproduction/settings.hpp>

namespace rigor {

/// 10,000 random chains a class, 100,000 if `full`.
///   trials   a class
///   classes  name, violations and worst true/bound of the printed and of the corrected form,
///            medians of bound/true, histograms of log10(bound/true) in bins of 0.1 from -1 to 3
///   series   eqn:CA-rate: tightness α, distances d_k by repeated advancement, steps to 1e-6
///   prism    a 64-gon that falls and spins: its steps of advancement against α = v/(v + |ω| r)
Findings reproduce_bounds(const ReproductionSettings& settings);

}  // namespace rigor
