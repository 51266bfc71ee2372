// SPDX-License-Identifier: Apache-2.0
// What runs say about their bodies: at the end, and just after an instant.
#pragma once

#include <array>
#include <vector>

#include <rigor/converge/ladder_runs.hpp>
#include <rigor/report/track.hpp>

namespace rigor {

/// Position, quaternion w, x, y, z, linear and angular velocity.
using BodyNumbers = std::array<double, 13>;

/// A body that moves, when the runs are over.
struct FinalNumbers {
  std::uint32_t body = 0;
  std::vector<BodyNumbers> runs;  ///< one each; quaternions on the side of the last run's
};

/// All free bodies and links.
std::vector<FinalNumbers> final_numbers(const std::vector<LadderRun>& runs);

/// Whether paths of the body are part of the answer: free bodies and links.
bool moves(const trace::Body& body);

/// Linear and angular velocity of a body that has a path, just after t.
std::array<double, 6> velocity_after(const Tracks& tracks, std::uint32_t body,
                                     const trace::Time& t);

}  // namespace rigor
