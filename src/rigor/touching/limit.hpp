// SPDX-License-Identifier: Apache-2.0
// Joints at their limits among the contacts of a cluster: the bias is zero but for closed loops,
// and the skin and the band are those of other contacts, read as radians where the joint turns.
#pragma once

#include <rigor/assembly/joint_limit.hpp>
#include <rigor/touching/cluster.hpp>

namespace rigor {

double limit_gap(const World& world, const Cluster& cluster, const PairId& pair);
/// Its row is about the joint's velocity, not about twists: on_B[0] is the factor that write_row
/// puts there. The point is the link's origin, directions stand for nothing.
ContactRows limit_rows(const World& world, const Cluster& cluster, const PairId& pair);

}  // namespace rigor
