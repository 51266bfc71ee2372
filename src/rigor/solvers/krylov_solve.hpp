// SPDX-License-Identifier: Apache-2.0
// Linear systems of which only products are known, and something near their inverse: the residual
// is made least over the products tried so far (GMRES, Saad and Schultz 1986, from the right).
#pragma once

#include <functional>
#include <optional>

#include <Eigen/Core>

namespace rigor {

using LinearMap = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

/// x with |b - A x| <= tolerance |b|, from A y = b with x = near_inverse(y); nothing if that takes
/// more than `most_steps` products.
std::optional<Eigen::VectorXd> krylov_solve(const LinearMap& product, const LinearMap& near_inverse,
                                            const Eigen::VectorXd& b, double tolerance,
                                            int most_steps);

}  // namespace rigor
