// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/segments/watch.hpp>

namespace rigor {

/// A driven body on the present piece of its motion, and what is proved about it and half-spaces.
struct DriveCourse {
  std::uint32_t body = 0;
  trace::Segment segment;  ///< the piece
  ClusterPaths paths;      ///< of this body alone
  Watches watches;         ///< every half-space
  trace::Time until;       ///< the end of the piece, or before it would come closer than δ to one
  std::optional<PairId> meets;  ///< the half-space, if it does
};

/// The course of the body on its present piece. The world must outlive it.
DriveCourse course_of(const World& world, std::uint32_t body);

/// The body moves on to its next piece, which starts where the present one ends.
void take_next_piece(World& world, std::uint32_t body, const trace::Time& horizon);

/// The piece up to `end`, not after `course.until`, as the trace records it.
trace::Segment segment_until(const DriveCourse& course, const trace::Time& end);

/// The certificates of half-spaces up to `end`; nothing if one of them can not be proved.
std::optional<std::vector<trace::Certificate>> certificates_until(const DriveCourse& course,
                                                                  const trace::Time& end);

}  // namespace rigor
