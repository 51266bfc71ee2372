// SPDX-License-Identifier: Apache-2.0
// An island as plain data. What it departs from is kept; the segments it is on are proposed again
// from that, which gives the same bits.
#pragma once

#include <array>

#include <rigor/integration/island.hpp>

namespace rigor {

/// The joints of a mechanism and what motors and dry friction do in them.
struct SavedTree {
  std::uint32_t mechanism = 0;
  std::vector<double> q;
  std::vector<double> v;
  std::vector<std::vector<double>> outputs;
  std::vector<MotorBranch> branches;
  std::vector<std::uint8_t> slides;  ///< plus one
};

struct SavedIsland {
  std::uint64_t number = 0;
  std::vector<std::uint32_t> bodies;
  std::vector<std::array<double, 13>> free;  ///< x, q (x, y, z, w), v of the free ones among them
  std::vector<SavedTree> trees;
  trace::Time time;
  Mode mode;
  StepControl step;
  std::vector<std::uint32_t> segments;
  bool at_rest = false;
  bool several = false;
  double energy = 0.0;
  std::vector<trace::Time> impacts;
  trace::Time last_progress;
  int events_without_progress = 0;
  double load_pull = 0.0;
  std::uint32_t checksum = 0;  ///< of the segments it is on
};

/// The mechanism as a tree of the world; null if it is none.
std::shared_ptr<const Tree> tree_of(std::uint32_t mechanism, const World& world);

SavedIsland saved(const Island& island, std::uint64_t number);
/// The island without its segments.
Island restored(const SavedIsland& saved, const World& world);

/// Of the segments an island is on; 0 if it is on none.
std::uint32_t checksum_of(const Island& island);

}  // namespace rigor
