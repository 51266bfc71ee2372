// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/drives.hpp>
#include <rigor/first_order/room_at_drives.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

/// A cube between two walls that close on it, `room` on either side; driven, or fixed.
std::string between_walls(const std::string& room, bool driven) {
  std::string text = cube("cube", 0, 0, 1);
  for (const std::string sign : {"-", ""})
    text += "  - {name: wall" + std::string(sign.empty() ? "R" : "L") +
            ", shape: {box: [0.1, 1, 1]}, " +
            (driven ? "driven: {linear: [0, 0, 0]}, " : "fixed: true, ") + "pose: {position: [" +
            sign + "0.1" + room + ", 0, 1]}}\n";
  return text;
}

StepSolution solved(Run& run, std::vector<Row>& rows, std::unique_ptr<StepRows>& at) {
  for (const PairId& id : {PairId{{0, 0}, {1, 0}}, PairId{{0, 0}, {2, 0}}})
    add_rows(run.world, run.bodies, 5e-3, run.pairs.at(id, run.scales), rows);
  at = std::make_unique<StepRows>(run.bodies, std::vector<int>{0}, rows,
                                  step_goals(run, 0.01, rows));
  return compress(at->problem, at->goals.law, at->state);
}

TEST(RoomAtDrives, GapsGiveWayWhereDrivenWallsLeaveTooLittle) {
  const SmallScene scene(head(1) + "bodies:\n" + between_walls("0001", true));
  const auto run = scene.start();
  std::vector<Row> rows;
  std::unique_ptr<StepRows> at;
  StepSolution solution = solved(*run, rows, at);
  ASSERT_GE(rows.size(), 8U);
  const double wanted = rows.front().pair->full_gap;
  ASSERT_GT(wanted, 2e-5);                           // more than there is
  ASSERT_GT(solution.residual, at->goals.law.goal);  // so that no velocity meets the rows
  compress_against_drives(*at, solution);
  EXPECT_LE(solution.residual, at->goals.law.goal);
  for (const Row& row : rows) EXPECT_LT(row.pair->gap, wanted);
}

TEST(RoomAtDrives, NothingGivesWayBetweenFixedWalls) {
  const SmallScene scene(head(1) + "bodies:\n" + between_walls("0001", false));
  const auto run = scene.start();
  std::vector<Row> rows;
  std::unique_ptr<StepRows> at;
  StepSolution solution = solved(*run, rows, at);
  const double before = solution.residual;
  compress_against_drives(*at, solution);
  EXPECT_EQ(solution.residual, before);
  for (const Row& row : rows) EXPECT_EQ(row.pair->gap, row.pair->full_gap);
}

}  // namespace
}  // namespace rigor::first_order
