// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/dynamics/kinematics.hpp>

namespace rigor {

/// The composite inertias of one mass matrix: made once for a model.
struct CompositeInertias {
  explicit CompositeInertias(const Model& model);

  struct Composite {
    double mass = 0.0;
    Vector3 moment = Vector3::Zero();        ///< mass times centre, from the link's origin
    Matrix3 about_origin = Matrix3::Zero();  ///< of the link and all below it
  };
  std::vector<Composite> links;
};

/// The joint-space mass matrix M(q), armature included, symmetric to the last bit, by the composite
/// rigid body algorithm [Featherstone 2008, section 6.2]. `kinematics` must be up to date. `M` must
/// be v_size x v_size: no allocation.
void mass_matrix(const Model& model, const Kinematics& kinematics, CompositeInertias& composites,
                 Eigen::MatrixXd& M);

/// The same in one call.
Eigen::MatrixXd mass_matrix(const Model& model, const Kinematics& kinematics);

}  // namespace rigor
