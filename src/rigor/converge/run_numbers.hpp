// SPDX-License-Identifier: Apache-2.0
// What runs say about their bodies: at an instant, and just before and after an event.
#pragma once

#include <array>
#include <vector>

#include <rigor/converge/ladder_runs.hpp>
#include <rigor/report/track.hpp>

namespace rigor {

/// Position, quaternion w, x, y, z, linear and angular velocity.
using BodyNumbers = std::array<double, 13>;
inline constexpr std::size_t kFirstVelocity = 7;

/// A body in every run; quaternions on the side of the last run's.
struct BodyReadings {
  std::uint32_t body = 0;
  std::vector<BodyNumbers> runs;
};

/// Whether paths of the body are part of the answer: free bodies and links.
bool moves(const trace::Body& body);

/// A body that has a path, just after t.
BodyNumbers numbers_after(const Tracks& tracks, std::uint32_t body, const trace::Time& t);

/// Just before t. Velocities are derivatives of the path; those of a segment of a few ticks of the
/// clock are rounding, so the one before it tells. Zeros if it has no path: the run was refused at
/// its start.
BodyNumbers numbers_before(const Tracks& tracks, std::uint32_t body, const trace::Time& t);

/// The runs' numbers of one body, quaternions brought to one side.
BodyReadings aligned(std::uint32_t body, std::vector<BodyNumbers> runs);

/// All free bodies and links, `time` seconds after the start or at the end of a run if that comes
/// first. `tracks`: one per run.
std::vector<BodyReadings> readings_at(const std::vector<LadderRun>& runs,
                                      const std::vector<Tracks>& tracks, double time);

}  // namespace rigor
