// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/classic/mechanism_advancement.hpp>
#include <rigor/classic/stepped_bodies.hpp>

namespace rigor {

/// The chain of joints from the base of a mechanism to a link, as the bounds of links see it.
struct LinkChain {
  Chain chain;                ///< `reach` of the link's own vertices from its joint
  std::vector<double> spins;  ///< see chain_curvature
};

/// Radius of the sphere about the middle of the bounding box of all pieces of a body, metres: the
/// paper's "bounding sphere", wherever the centre of mass is.
double sphere_radius(const Link& link);

/// The chain at the present state; |d̂·ẋ| of a floating base is taken along `dhat_W`. `radius` is
/// that of a bounding sphere of the link's pieces.
LinkChain link_chain(const SteppedBodies& bodies, int link, const Vector3& dhat_W);

}  // namespace rigor
