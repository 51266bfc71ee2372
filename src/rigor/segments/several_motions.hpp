// SPDX-License-Identifier: Apache-2.0
// Where Coulomb's law begins to allow other motions between events.
#pragma once

#include <rigor/segments/friction_end.hpp>

namespace rigor {

/// The first instant of a step, as a fraction, up to `to` from which on the law allows several
/// accelerations, looked for at the nodes (of brief steps at the end) and located by bisection.
/// Nothing if there is none, or if it allows them at the start already.
std::optional<double> several_from(const SteppedMode& stepped, double to);

}  // namespace rigor
