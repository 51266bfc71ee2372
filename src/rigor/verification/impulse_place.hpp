// SPDX-License-Identifier: Apache-2.0
// Whether an impulse acts where its bodies touch: the pieces are apart along its normal by at most
// 2 δ, and its point is within 2 δ of both along it and not far beside them.
#pragma once

#include <rigor/verification/around.hpp>
#include <rigor/verification/contact_band.hpp>

namespace rigor::verification {

/// Of normals on file from unit vectors and from those of half-spaces.
inline constexpr Real kParallel = 1e-9L;

/// What is wrong with the place of an impulse along the unit normal n; null if nothing.
const char* misplaced(BodiesAround& bodies, const trace::EventContact& contact, const Vec& n,
                      FeatureBook& book, Nodes& nodes);

}  // namespace rigor::verification
