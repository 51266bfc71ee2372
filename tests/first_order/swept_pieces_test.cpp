// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/swept_pieces.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

const SmallScene& cubes_that_sweep() {
  static const SmallScene scene(head(1) + "bodies:\n" + cube("low", 0, 0, 0.051) +
                                cube("high", 0, 0, 0.1515) + kGround);
  return scene;
}

constexpr PairId kSweptStack{{0, 0}, {1, 0}};

TEST(SweptPieces, FindWhatTheirBoxesReach) {
  const auto run = cubes_that_sweep().start();
  run->end = trace::time_from(0.01);
  for (const std::uint32_t body : {0U, 1U})
    enter_path(*run, body, Vector6::Zero(), run->start, run->end);
  EXPECT_TRUE(pairs_around(run->pairs, 1).empty());  // 0.4 mm apart, nothing moves
  Vector6 down = Vector6::Zero();
  down[2] = -0.1;
  enter_path(*run, 1, down, run->start, run->end);
  EXPECT_EQ(pairs_around(run->pairs, 1), std::vector<PairId>{kSweptStack});
  std::vector<PairId> near;
  run->pairs.swept().add_near(0, run->bodies[0].pose, 2e-3, near);
  EXPECT_EQ(near.size(), 2U);  // the ground and the other cube
}

}  // namespace
}  // namespace rigor::first_order
