// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/contact_set.hpp>
#include <rigor/solvers/cone_projection.hpp>

namespace rigor {

/// Contacts lie anywhere inside the band of βδ = 1e-10 m; over bodies of a centimetre and more
/// their rows are uncertain to this fraction. Enforced exactly, such rows would keep a gripping
/// face from rocking, with forces of 1/kFlatness times the load.
inline constexpr double kFlatness = 1e-8;

/// The answer of `project_gripping`, per contact.
struct GrippingProjection {
  Eigen::VectorXd x;
  Eigen::VectorXd normal;      ///< one per contact
  Eigen::VectorXd tangential;  ///< two per contact, zero where nothing grips
  double residual = 0.0;
  double row_slack = 0.0;  ///< ConeProjection::slack_used, at most kFlatness
  bool solved = false;
};

/// argmin |x - target|_M with N x + normal_bias >= 0 and, at gripping contacts, T x +
/// tangential_bias = 0. Unique x. Rows that depend on others up to kFlatness are not enforced where
/// they would not hold by themselves: x is the exact answer for rows that differ from the given
/// ones by `row_slack` of their length.
GrippingProjection project_gripping(const ContactSet& set, const Eigen::VectorXd& target,
                                    const Eigen::VectorXd& normal_bias,
                                    const Eigen::VectorXd& tangential_bias, const Grip& grip);

/// Contacts that may hold tangents at all: bonded, with tangential rows.
Grip bonded_contacts(const ContactSet& set);

/// The rows [N; T of gripping contacts] in whitened coordinates, as columns: normals of the
/// contacts listed first, then two columns per gripping contact of the set. `drag`, if not empty,
/// has what comes along the tangents with a unit normal impulse, two numbers per contact.
Eigen::MatrixXd whitened_columns(const ContactSet& set, const std::vector<int>& normals,
                                 const Grip& grip, const Eigen::VectorXd& drag);

}  // namespace rigor
