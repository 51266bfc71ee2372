// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <Eigen/Core>

#include <rigor/spatial/vector.hpp>

namespace rigor {

/// What a contact does while a mode lasts.
enum class ContactState : std::uint8_t {
  Released,      ///< no force, no row
  Frictionless,  ///< its normal row holds with equality
  Stick,         ///< its normal and both tangential rows hold with equality
  Slip,          ///< its normal row holds; friction μ λ opposes the slip
};

/// Squared sine below which a row counts as dependent on the rows chosen before it: rows whose
/// angle in the metric M⁻¹ is under 1e-5 rad carry no information beyond rounding of their bias.
inline constexpr double kDependentSineSquared = 1e-10;

/// Rows of one free body, in the six components of its velocity.
using BodyRows = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::RowMajor>;

/// Which rows of a mode carry it: `rank` of them, in the order they were chosen.
struct RowBasis {
  int rank = 0;
  std::array<int, 6> rows{};
  double weakest = 1.0;  ///< smallest squared sine between a chosen row and those before it
};

/// Greedy choice (largest squared sine first, then lowest index) of independent rows of J in the
/// metric M⁻¹. `response` holds M⁻¹ J_i' as its row i. Rows that are zero are never chosen.
RowBasis independent_rows(const Eigen::Ref<const BodyRows>& J,
                          const Eigen::Ref<const BodyRows>& response);

/// The equations J a + bias = 0 of a chosen basis: the first `count` rows.
struct BodyMode {
  using Rows = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;
  int count = 0;
  Rows J = Rows::Zero();
  Rows response = Rows::Zero();  ///< row i: M⁻¹ J_i'
  Vector6 bias = Vector6::Zero();
};

/// Whether the rows of a basis are still independent.
enum class RankCheck : std::uint8_t { Kept, Lost };

/// The acceleration of a body whose mode is fixed: a = a_free + M⁻¹ J' λ with J a + bias = 0.
struct BodyAcceleration {
  Vector6 a = Vector6::Zero();
  Vector6 multipliers = Vector6::Zero();  ///< of the chosen rows; all others are zero
  double weakest = 1.0;                   ///< smallest squared sine met in the factorisation
  RankCheck rank = RankCheck::Kept;
};

/// Solves the mode by Cholesky of J M⁻¹ J' (at most 6 x 6). Allocates nothing. If the rows have
/// become dependent (squared sine below kDependentSineSquared) the rank is Lost, `a` is a_free and
/// the caller chooses a new basis.
BodyAcceleration solve_body_mode(const BodyMode& mode, const Vector6& a_free);

}  // namespace rigor
