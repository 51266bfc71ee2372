// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/kinematics.hpp>
#include <rigor/reproduction/chain_scene.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

// Released lying along +x from the origin, 100 m long, over ground as deep as asked.
TEST(ChainScene, LiesLevelFromTheFirstHinge) {
  for (const ChainShape& shape : {authors_chain(), stated_chain()}) {
    const Scene scene = read_scene(chain_scene(shape, 2.5), "chain.yaml");
    EXPECT_EQ(scene.stop.time, 2.5);
    EXPECT_FALSE(scene.stop.at_rest);
    const BuiltScene built = build(scene);
    const Model& model = built.model;
    const auto links = static_cast<std::size_t>(shape.links);
    ASSERT_EQ(model.links.size(), links);
    EXPECT_NEAR(shape.length * shape.links, 100.0, 1e-12);
    EXPECT_EQ(model.half_spaces.at(0).shape.offset, -shape.ground);
    EXPECT_EQ(model.exclusions.size(), links * (links - 1) / 2);
    Kinematics at(model);
    update(model, built.initial, at);
    for (std::size_t i = 0; i < links; ++i) {
      const Vector3 middle((static_cast<double>(i) + 0.5) * shape.length, 0, 0);
      EXPECT_LT((at.links[i].p_WL + at.links[i].com - middle).norm(), 1e-9) << "link " << i;
      EXPECT_EQ(model.links[i].inertia.mass, shape.mass);
    }
  }
}

}  // namespace
}  // namespace rigor
