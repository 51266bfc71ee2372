// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <map>
#include <set>

#include <rigor/integration/island.hpp>
#include <rigor/segments/drive_course.hpp>

namespace rigor {

/// What comes first if several things are due at one instant: driven bodies, since what touches
/// them goes on with their next piece; then bodies that meet; then the ends of islands' segments.
enum class DueKind : std::uint8_t { Turn, Meeting, Island };

/// The next thing to happen.
struct Due {
  trace::Time time;
  DueKind kind = DueKind::Island;
  std::uint64_t number = 0;  ///< of the island; of the driven body; of meetings 0

  friend auto operator<=>(const Due&, const Due&) = default;
};

/// The islands and the driven bodies of a run, and the one queue of what they do next. Everything
/// gets a number when it begins, which is not used again.
class Schedule {
 public:
  explicit Schedule(std::size_t bodies) : island_of_(bodies) {}

  /// Earliest first, then by kind, then by number.
  std::optional<Due> next() const;

  /// The island is due at the end of its segments; at once if it has none, unless it rests.
  void keep(std::uint64_t number, Island island);
  const Island& island(std::uint64_t number) const { return islands_.at(number); }
  /// The number of the island of a body that forces move.
  std::uint64_t island_of(std::uint32_t body) const { return island_of_[body]; }
  /// The island, which is not in the schedule any more.
  Island take(std::uint64_t number);

  /// The course takes the place of the body's former one. Where it goes on for ever it is not due.
  void keep(std::uint64_t number, DriveCourse course, bool for_ever);

  /// A driven body, and the number that it got when its course began.
  struct Driven {
    std::uint64_t number = 0;
    DriveCourse course;
  };
  const std::map<std::uint64_t, Island>& islands() const { return islands_; }
  const std::map<std::uint32_t, Driven>& driven() const { return driven_; }  ///< by body

  std::uint64_t new_number() { return next_number_++; }
  std::uint64_t next_number() const { return next_number_; }
  void go_on_with_number(std::uint64_t number) { next_number_ = number; }

 private:
  std::map<std::uint64_t, Island> islands_;
  std::map<std::uint32_t, Driven> driven_;
  std::vector<std::uint64_t> island_of_;  ///< of each body
  std::set<Due> queue_;
  std::uint64_t next_number_ = 0;
};

}  // namespace rigor
