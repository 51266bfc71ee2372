// SPDX-License-Identifier: Apache-2.0
// Random and structured redundant problems under every convex law: always solved, and the motion
// does not depend on the order of contacts or bodies, on the tangents, or on units.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/gripping.hpp>
#include <rigor/laws/impact.hpp>
#include <rigor/random.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::box_body;
using testing::contact_set;
using testing::kGround;
using testing::SceneBody;
using testing::ScenePoint;

struct Scene {
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  Eigen::VectorXd v;
  double noise = 0.0;    ///< metres
  double decades = 0.0;  ///< of the masses
};

/// A stack of boxes with 4 to 32 contacts per interface, masses over `decades`, points moved out of
/// the plane's exact dependence by `noise`.
Scene random_stack(Random& random, int most) {
  Scene scene;
  const int count = 1 + random.index(most);
  const int per_interface = 4 << random.index(4);
  const double decades = random.uniform(0.0, 6.0);
  const double noise = random.index(2) == 0 ? 0.0 : std::pow(10.0, random.uniform(-12.0, -3.0));
  scene.noise = noise;
  scene.decades = decades;
  for (int i = 0; i < count; ++i) {
    const double mass = std::pow(10.0, decades * (random.unit() - 0.5));
    scene.bodies.push_back(box_body({0.5, 0.5, 0.5}, mass, {0, 0, i + 0.5}));
    for (int k = 0; k < per_interface; ++k) {
      const double angle = 2.0 * std::acos(-1.0) * k / per_interface;
      const Vector3 p(0.5 * std::cos(angle), 0.5 * std::sin(angle), i + noise * random.normal());
      scene.points.push_back(at(i - 1, i, p));
    }
  }
  scene.v = Eigen::VectorXd::Zero(6 * count);
  const bool moving = random.index(4) != 0;
  for (int i = 0; i < count; ++i) {
    scene.v[6 * i + 2] = -1.0;
    if (!moving) continue;
    for (int k = 0; k < 6; ++k) scene.v[6 * i + k] += random.normal();
  }
  return scene;
}

Impact solved(Law law, const Scene& scene) {
  const ContactSet set = contact_set(scene.bodies, scene.points);
  const Impact impact = resolve_impact(law, set, scene.v);
  EXPECT_EQ(impact.status, ImpactStatus::Solved);
  EXPECT_LE(impact.residual, 1e-10)
      << name(law) << " noise " << scene.noise << " mass ratio 1e" << scene.decades;
  EXPECT_LE(impact.row_slack, scene.noise > 0.0 ? kFlatness : 1e-10)
      << name(law) << " noise " << scene.noise << " mass ratio 1e" << scene.decades;
  EXPECT_LE(impact.energy_change, 1e-10 * kinetic_energy(set, scene.v));
  return impact;
}

/// The same scene with bodies and contacts in reverse order and every pair of tangents turned.
Scene reordered(const Scene& scene, Random& random) {
  const auto count = static_cast<int>(scene.bodies.size());
  Scene other = scene;
  other.bodies.assign(scene.bodies.rbegin(), scene.bodies.rend());
  other.points.assign(scene.points.rbegin(), scene.points.rend());
  const auto renamed = [count](int body) { return body == kGround ? kGround : count - 1 - body; };
  for (ScenePoint& p : other.points) {
    p.a = renamed(p.a);
    p.b = renamed(p.b);
    p.twist = random.uniform(-3.0, 3.0);
  }
  for (int i = 0; i < count; ++i) other.v.segment(6 * renamed(i), 6) = scene.v.segment(6 * i, 6);
  return other;
}

/// Velocities of a reordered scene in the order of the first.
Eigen::VectorXd restored(const Eigen::VectorXd& v) {
  Eigen::VectorXd back(v.size());
  for (Eigen::Index i = 0; i < v.size(); i += 6)
    back.segment(v.size() - 6 - i, 6) = v.segment(i, 6);
  return back;
}

/// Lengths in millimetres, masses in grams.
Scene in_millimetres(const Scene& scene) {
  Scene milli = scene;
  for (SceneBody& body : milli.bodies) {
    body.mass *= 1e3;
    body.inertia *= 1e9;
    body.com *= 1e3;
  }
  for (ScenePoint& p : milli.points) p.point *= 1e3;
  for (Eigen::Index i = 0; i < milli.v.size(); ++i) {
    if (i % 6 < 3) milli.v[i] *= 1e3;
  }
  return milli;
}

Eigen::VectorXd in_metres(Eigen::VectorXd v) {
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    if (i % 6 < 3) v[i] *= 1e-3;
  }
  return v;
}

/// |a - b| in the energy norm, as a fraction of that of the velocity before the impact.
double difference(const Scene& scene, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const MassFactor mass = contact_set(scene.bodies, {}).mass;
  return mass.whitened(a - b).norm() / mass.whitened(scene.v).norm();
}

constexpr double kExact = 1e-11;
/// With noisy no-slip rows the motion is as uncertain as the rows: kFlatness where rows were left
/// out, rounding over kFlatness where weak ones were enforced; and a factor for their lever arms.
constexpr double kNoisy = 1e-6;
/// Noise of contact points over the size of the bodies that counts as flat: the simulator's
/// contacts lie within a band of 1e-10 m, so bodies of a decimetre and more have less. Rows from
/// such points are always left out as dependent, from points that are ten thousand times as noisy
/// always enforced. In between the law itself jumps where weakness times speed is kFlatness, and
/// where exactly depends, by a factor of about two, on which of several equal rows were taken
/// first: there 3 % of the scenes come out on the other side in another order, basis or unit, both
/// answers being within kFlatness of all rows.
constexpr double kFlatNoise = 1e-9;
constexpr double kRoughNoise = 1e-5;

TEST(Invariance, OrderTangentsAndUnitsDoNotMatter) {
  Random random(62);
  double worst_exact = 0.0;
  double worst_noisy = 0.0;
  int noisy_scenes = 0;
  int clear_scenes = 0;
  int at_threshold = 0;
  for (int trial = 0; trial < 400; ++trial) {
    SCOPED_TRACE(trial);
    const Scene scene = random_stack(random, 6);
    const Scene other = reordered(scene, random);
    const Scene milli = in_millimetres(scene);
    for (const Law law : {Law::Frictionless, Law::NoSlip}) {
      const Impact one = solved(law, scene);
      const Impact two = solved(law, other);
      const Impact three = solved(law, milli);
      const double off = std::max(difference(scene, one.v, restored(two.v)),
                                  difference(scene, one.v, in_metres(three.v)));
      const bool noisy = law == Law::NoSlip && scene.noise > 0.0;
      if (!noisy) {
        EXPECT_LE(off, kExact) << name(law);
      }
      if (noisy && (scene.noise <= kFlatNoise || scene.noise >= kRoughNoise)) {
        ++clear_scenes;
        EXPECT_LE(off, kNoisy) << "noise " << scene.noise;
      }
      noisy_scenes += noisy ? 1 : 0;
      at_threshold += noisy && off > kNoisy ? 1 : 0;
      double& worst = noisy ? worst_noisy : worst_exact;
      worst = std::max(worst, off);
      if (!noisy) {
        EXPECT_EQ(one.fates, three.fates);
      }
    }
  }
  std::printf("largest change of the motion: %.1e; noisy no-slip rows %.1e, %d of %d above %.0e\n",
              worst_exact, worst_noisy, at_threshold, noisy_scenes, kNoisy);
  EXPECT_GE(clear_scenes, 60);
  EXPECT_GE(noisy_scenes - clear_scenes, 60);
  EXPECT_LE(at_threshold, noisy_scenes / 20);
}

TEST(Invariance, CoulombOrderTangentsAndUnitsDoNotMatter) {
  Random random(65);
  int compared = 0;
  int same = 0;
  int same_status = 0;
  constexpr int kTrials = 150;
  for (int trial = 0; trial < kTrials; ++trial) {
    Scene scene = random_stack(random, 2);
    const double mu = random.uniform(0.05, 0.8);
    for (ScenePoint& p : scene.points) p.properties.friction = mu;
    const auto outcome = [](const Scene& s) {
      return resolve_impact(Law::Coulomb, contact_set(s.bodies, s.points), s.v);
    };
    if (scene.points.size() > 8) scene.points.resize(8);
    const Impact one = outcome(scene);
    const Impact two = outcome(reordered(scene, random));
    const Impact three = outcome(in_millimetres(scene));
    same_status += one.status == two.status && one.status == three.status ? 1 : 0;
    if (one.status != ImpactStatus::Solved) continue;
    if (two.status == ImpactStatus::Solved) {
      ++compared;
      same += difference(scene, one.v, restored(two.v)) <= 1e-7 ? 1 : 0;
    }
    if (three.status == ImpactStatus::Solved) {
      ++compared;
      same += difference(scene, one.v, in_metres(three.v)) <= 1e-7 ? 1 : 0;
    }
  }
  std::printf("coulomb: same status %d of %d, same motion %d of %d\n", same_status, kTrials, same,
              compared);
  EXPECT_EQ(same_status, kTrials);
  EXPECT_GE(compared, kTrials * 199 / 100);
  EXPECT_EQ(same, compared);
}

/// Two unit cubes that meet at the origin, A from the left.
struct CubePair {
  Matrix3 R_A;
  Matrix3 R_B;
  Vector3 r_A;  ///< from A's centre to the contact
  Vector3 r_B;
  std::vector<Vector3> offsets;  ///< contact points around the origin
  std::vector<Vector3> normals;  ///< every axis that separates them, from A to B
};

Matrix3 turned(double angle, const Vector3& axis) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

/// The faces of A and of B that hold the features, and the crosses of their edges, towards +x.
std::vector<Vector3> axes_of(const Matrix3& R_A, const Matrix3& R_B) {
  std::vector<Vector3> axes;
  const auto add = [&axes](Vector3 n) {
    if (n.norm() < 1e-6) return;
    n.normalize();
    if (n.x() < 0.0) n = -n;
    if (n.x() > 0.2) axes.push_back(n);
  };
  for (int i = 0; i < 3; ++i) add(R_A.col(i));
  for (int i = 0; i < 3; ++i) add(R_B.col(i));
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) add(R_A.col(i).cross(R_B.col(j)));
  }
  return axes;
}

/// A cube's vertex, or the middle of an edge along z, that points towards side · x.
Matrix3 vertex_first(double spin) {
  const double diagonal_to_x = std::acos(std::sqrt(1.0 / 3.0));
  return turned(spin, Vector3::UnitX()) * turned(diagonal_to_x, Vector3(0, 1, -1).normalized());
}

std::vector<CubePair> degenerate_pairs(Random& random) {
  const double quarter = std::acos(-1.0) / 4.0;
  const Vector3 to_vertex(std::sqrt(0.75), 0.0, 0.0);
  const Vector3 to_edge(std::sqrt(0.5), 0.0, 0.0);
  const Matrix3 vertex_A = vertex_first(random.uniform(-3.0, 3.0));
  const Matrix3 vertex_B = vertex_first(random.uniform(-3.0, 3.0));
  const Matrix3 edge = turned(quarter, Vector3::UnitZ());
  const double along = random.uniform(-0.4, 0.4);  // the edges overlap in part
  const Vector3 z = Vector3::UnitZ();
  std::vector<CubePair> pairs{
      {vertex_A, vertex_B, to_vertex, -to_vertex, {Vector3::Zero()}, {}},
      {vertex_A, edge, to_vertex, -to_edge - along * z, {Vector3::Zero()}, {}},
      {edge, edge, to_edge, -to_edge, {}, {}}};
  pairs[2].r_B -= along * z;
  pairs[2].offsets = {(std::max(-0.5, along - 0.5)) * z, (std::min(0.5, along + 0.5)) * z};
  for (CubePair& pair : pairs) pair.normals = axes_of(pair.R_A, pair.R_B);
  return pairs;
}

void expect_momentum_kept(const Scene& scene, const Impact& impact) {
  Vector3 momentum = Vector3::Zero();
  Vector3 spin = Vector3::Zero();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    const Eigen::VectorXd change = impact.v - scene.v;
    const auto at_body = static_cast<Eigen::Index>(6 * i);
    const Vector3 push = body.mass * change.segment<3>(at_body);
    momentum += push;
    spin += body.inertia * change.segment<3>(at_body + 3) + body.com.cross(push);
  }
  EXPECT_LE(momentum.norm(), 1e-13 * scene.v.norm());
  EXPECT_LE(spin.norm(), 1e-13 * scene.v.norm());
}

// Cubes that meet at two vertices, a vertex and an edge, or two parallel edges, with every axis
// that could be chosen for them: momentum is kept, energy never rises, and it is kept for e = 1.
TEST(Invariance, B35MomentumAndEnergyOfDegenerateHits) {
  Random random(64);
  int hits = 0;
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const double e = trial % 3 == 0 ? 0.0 : trial % 3 == 1 ? 0.5 : 1.0;
    for (const CubePair& pair : degenerate_pairs(random)) {
      Scene scene;
      scene.bodies = {box_body({0.5, 0.5, 0.5}, 1.0, -pair.r_A, pair.R_A),
                      box_body({0.5, 0.5, 0.5}, random.uniform(0.5, 2.0), -pair.r_B, pair.R_B)};
      scene.v = Eigen::VectorXd(12);
      for (double& value : scene.v) value = 0.3 * random.normal();
      scene.v[0] += 1.0;
      scene.v[6] -= 1.0;
      for (const Vector3& normal : pair.normals) {
        scene.points.clear();
        for (const Vector3& offset : pair.offsets) {
          scene.points.push_back(at(0, 1, offset, normal));
          scene.points.back().properties.restitution = e;
        }
        const ContactSet set = contact_set(scene.bodies, scene.points);
        const Impact impact = solved(Law::Frictionless, scene);
        expect_momentum_kept(scene, impact);
        expect_momentum_kept(scene, solved(Law::NoSlip, scene));
        EXPECT_GE((set.N * impact.v).minCoeff(), -1e-13);
        EXPECT_LE(impact.energy_change, 1e-14);
        const Eigen::VectorXd before = set.N * scene.v;
        if (before.maxCoeff() >= 0.0) continue;
        ++hits;
        if (set.size() == 1) {
          EXPECT_NEAR((set.N * impact.v)(0), -e * before[0], 1e-12);
        }
        if (e == 1.0) {
          EXPECT_NEAR(impact.energy_change, 0.0, 1e-14);
        }
      }
    }
  }
  EXPECT_GE(hits, 500);
}

}  // namespace
}  // namespace rigor
