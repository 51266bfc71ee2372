// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <rigor/certify/axis.hpp>

namespace rigor {

/// A plane of the world that moves between the balls around the two pieces, about their bodies'
/// origins, along the line of the origins where they come closest. None if the balls seem to come
/// as near as `level` metres to each other (the origins being taken to move straight).
std::optional<Axis> ball_axis(const PairMotion& pair, const PairEnds& ends, double level);

/// How long from the start of the span the plane of `ball_axis` keeps the balls, hence the pieces,
/// its level apart; proved. Looks at no vertex, so it costs next to nothing.
AxisProof prove_balls(const PairMotion& pair, const Axis& axis);

}  // namespace rigor
