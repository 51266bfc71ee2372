// SPDX-License-Identifier: Apache-2.0
#include <random>

#include <gtest/gtest.h>

#include <rigor/laws/body_system.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// Contacts between neighbours in a chain of bodies with six speeds each; the first stands on
/// something fixed, and with `loose` nothing holds the last one.
Eigen::MatrixXd chain(int bodies, bool loose, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const int held = loose ? bodies - 1 : bodies;
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(6 * bodies, 3 * 3 * held);
  for (int i = 0; i < held; ++i)
    for (int row = std::max(0, 6 * (i - 1)); row < 6 * (i + 1); ++row)
      for (int column = 9 * i; column < 9 * (i + 1); ++column) G(row, column) = number(random);
  return G;
}

TEST(BodySystem, IsTheDenseAlgebra) {
  std::mt19937_64 random(3);
  for (const int bodies : {1, 2, 5, 20}) {  // the last ones are narrow
    const Eigen::MatrixXd G = chain(bodies, false, random);
    const BodySystem system(G);
    EXPECT_LE((system.products() - G.transpose() * G).norm(), 1e-13 * G.squaredNorm());
    const Eigen::VectorXd r = Eigen::VectorXd::LinSpaced(G.cols(), -1.0, 2.0);
    const Eigen::VectorXd y = Eigen::VectorXd::LinSpaced(G.rows(), 3.0, -1.0);
    EXPECT_LE((system.answer(r) - G * r).norm(), 1e-12);
    EXPECT_LE((system.speeds(y) - G.transpose() * y).norm(), 1e-12);
    std::vector<Eigen::Matrix3d> K(static_cast<std::size_t>(G.cols() / 3));
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(G.cols(), G.cols());
    for (int i = 0; i < std::ssize(K); ++i) {
      K[i] = Eigen::Matrix3d::Random() + 2.0 * Eigen::Matrix3d::Identity();  // not symmetric
      all.block<3, 3>(3 * i, 3 * i) = K[i];
    }
    const Eigen::MatrixXd dense =
        0.5 * Eigen::MatrixXd::Identity(G.rows(), G.rows()) + G * all * G.transpose();
    EXPECT_LE((dense * system.factor(K, 0.5).solve(y) - y).norm(), 1e-10 * y.norm());
  }
}

TEST(BodySystem, WhatContactsLeaveFreeIsTheNullSpace) {
  std::mt19937_64 random(4);
  for (const int bodies : {2, 5, 20}) {
    const Eigen::MatrixXd G = chain(bodies, true, random);
    const Eigen::VectorXd y = Eigen::VectorXd::LinSpaced(G.rows(), 3.0, -1.0);
    const Eigen::MatrixXd free = null_basis(G.transpose());
    EXPECT_EQ(free.cols(), 6);
    const Eigen::VectorXd kept = BodySystem(G).free_part(y);
    EXPECT_LE((kept - free * (free.transpose() * y)).norm(), 1e-10 * y.norm()) << bodies;
    EXPECT_GE(kept.norm(), 1e-3 * y.norm());
  }
}

TEST(BodySystem, WithoutContactsAllIsFree) {
  const Eigen::MatrixXd G(6, 0);
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(6);
  EXPECT_EQ(BodySystem(G).free_part(y), y);
}

TEST(HeldContacts, EndTheirSpeedsByTheShortestImpulses) {
  std::mt19937_64 random(5);
  for (const bool loose : {false, true}) {
    for (const int bodies : {2, 5, 20}) {
      const Eigen::MatrixXd G = chain(bodies, loose, random);
      const BodySystem system(G);
      std::vector<Eigen::Matrix3d> held;  // every third contact is held along one axis only
      Eigen::MatrixXd rows = G.transpose();
      for (int i = 0; 3 * i < G.cols(); ++i) {
        const double tangents = i % 3 == 2 ? 0.0 : 1.0;
        held.emplace_back(Eigen::Vector3d(1.0, tangents, tangents).asDiagonal());
        rows.middleRows<3>(3 * i) = held.back() * rows.middleRows<3>(3 * i).eval();
      }
      const HeldContacts contacts(system, held);
      const Eigen::VectorXd u = rows * Eigen::VectorXd::LinSpaced(G.rows(), 3.0, -1.0);
      const Eigen::VectorXd r = contacts.ending(u);
      EXPECT_LE((u + rows * (G * r)).norm(), 1e-6 * u.norm()) << bodies;
      const Eigen::VectorXd ended = minimum_norm_solve(rows, u).z;  // as speeds of the bodies
      const Eigen::VectorXd shortest = -minimum_norm_solve(rows.transpose(), ended).z;
      EXPECT_LE((r - shortest).norm(), 1e-5 * shortest.norm()) << bodies;
      EXPECT_EQ(contacts.leave_freedom(), null_basis(rows).cols() > 0) << bodies;
    }
  }
}

}  // namespace
}  // namespace rigor
