// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/contact/plane_rows.hpp>

#include "moving_bodies.hpp"

namespace rigor {
namespace {

TEST(PlaneRows, EqualTheGenericRowsAgainstAFixedCarrier) {
  Random random(21);
  for (int trial = 0; trial < 500; ++trial) {
    const BodyMotion ground;  // at the world's origin, at rest
    const BodyMotion B = testing::random_motion(random, false);
    const FreeBody body = free_body(random_inertia(random, 1.0, 0.5));
    const TurnedBody turned_body = turned(body, rotation_matrix(B.X_WB.rotation));
    const HalfSpace half_space{random_direction(random), random.uniform(-1.0, 1.0)};
    const PlaneFrame plane = plane_frame(half_space);
    const Vector3 r_W = B.X_WB.rotation * random_vector(random, 0.5);
    const ContactRows generic = vertex_plane_rows(
        ground, B, {Carrier::A, half_space.normal, half_space.offset * half_space.normal, r_W});
    EXPECT_NEAR(gap(plane, B.X_WB.translation, r_W), generic.normal.jet.value, 1e-14);
    const std::array<const PairRow*, 3> rows{&generic.normal, &generic.tangent[0],
                                             &generic.tangent[1]};
    const Matrix6 M = mass_matrix(turned_body);
    for (std::size_t k = 0; k < 3; ++k) {
      const BodyRow row = body_row(turned_body, B.V_WB.angular, r_W, plane.directions[k]);
      EXPECT_LE((row.J - rows[k]->on_B).norm(), 1e-14) << trial;
      EXPECT_NEAR(row.bias, rows[k]->jet.second, 1e-13) << trial;
      EXPECT_LE((M * row.response - row.J).norm(), 1e-12 * row.response.norm() * M.norm());
    }
  }
}

}  // namespace
}  // namespace rigor
