// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/contact_set.hpp>
#include <rigor/solvers/cone_projection.hpp>

namespace rigor {

/// The answer of `project_gripping`, per contact.
struct GrippingProjection {
  Eigen::VectorXd x;
  Eigen::VectorXd normal;      ///< one per contact
  Eigen::VectorXd tangential;  ///< two per contact, zero where nothing grips
  double residual = 0.0;
  bool solved = false;
};

/// argmin |x - target|_M with N x + normal_bias >= 0 and, at gripping contacts, T x +
/// tangential_bias = 0. Unique x.
GrippingProjection project_gripping(const ContactSet& set, const Eigen::VectorXd& target,
                                    const Eigen::VectorXd& normal_bias,
                                    const Eigen::VectorXd& tangential_bias, const Grip& grip);

/// Contacts that may hold tangents at all: bonded, with tangential rows.
Grip bonded_contacts(const ContactSet& set);

/// The rows [N; T of gripping contacts] in whitened coordinates, as columns: normals of the
/// contacts listed first, then two columns per gripping contact of the set.
Eigen::MatrixXd whitened_columns(const ContactSet& set, const std::vector<int>& normals,
                                 const Grip& grip);

}  // namespace rigor
