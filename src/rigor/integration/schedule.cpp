// SPDX-License-Identifier: Apache-2.0
#include <rigor/demand.hpp>
#include <rigor/integration/schedule.hpp>

namespace rigor {
namespace {

/// When the island is due, if it ever is.
std::optional<Due> due(std::uint64_t number, const Island& island) {
  if (island.current) return Due{island.current->end_time(), DueKind::Island, number};
  if (island.at_rest) return std::nullopt;
  return Due{island.departure.time, DueKind::Island, number};
}

}  // namespace

std::optional<Due> Schedule::next() const {
  if (queue_.empty()) return std::nullopt;
  return *queue_.begin();
}

void Schedule::keep(std::uint64_t number, Island island) {
  for (const std::uint32_t body : island.departure.cluster.bodies) island_of_[body] = number;
  if (const auto when = due(number, island)) queue_.insert(*when);
  islands_.emplace(number, std::move(island));
}

Island Schedule::take(std::uint64_t number) {
  auto node = islands_.extract(number);
  RIGOR_DEMAND(!node.empty());
  if (const auto when = due(number, node.mapped())) queue_.erase(*when);
  return std::move(node.mapped());
}

void Schedule::keep(std::uint64_t number, DriveCourse course, bool for_ever) {
  const std::uint32_t body = course.body;
  if (const auto before = driven_.find(body); before != driven_.end())
    queue_.erase({before->second.course.until, DueKind::Turn, body});
  if (!for_ever) queue_.insert({course.until, DueKind::Turn, body});
  driven_.insert_or_assign(body, Driven{number, std::move(course)});
}

}  // namespace rigor
