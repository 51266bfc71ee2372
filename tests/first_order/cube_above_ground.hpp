// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/contact_rows.hpp>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {

/// A cube of side 0.1 m half a millimetre above the ground, and its four rows.
struct CubeAboveGround {
  CubeAboveGround() { add_rows(run->world, run->bodies, 2e-3, pair, rows); }

  SmallScene scene{head(1) + "bodies:\n" + cube("cube", 0, 0, 0.0505) + kGround};
  std::unique_ptr<Run> run = scene.start();
  NearPair& pair = run->pairs.at({{trace::kWorld, 0}, {0, 0}}, run->scales);
  std::vector<Row> rows{};
};

}  // namespace rigor::first_order
