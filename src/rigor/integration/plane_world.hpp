// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/integration/motion.hpp>
#include <rigor/integration/options.hpp>

namespace rigor {

/// What never changes during a run: the model, its half-spaces, the law and the tolerances.
struct World {
  const Model* model = nullptr;
  std::vector<HalfSpace> half_spaces;
  Law law = Law::NoSlip;
  Tolerances tolerances;
  OnJam jam = OnJam::BondBreak;
  OnIndeterminate indeterminate = OnIndeterminate::Continue;

  const Vector3& gravity() const { return model->gravity; }
};

World world(const Model& model, const SimulationOptions& options);

/// A contact and how far it is open.
struct PlaneGap {
  ContactId id;
  double gap = 0.0;  ///< metres
};

/// The vertices of the body within `reach` of a half-space, ordered by id.
std::vector<PlaneGap> gaps_within(const World& world, const MovingBody& body,
                                  const BodyState& state, double reach);

/// Friction, restitution and viscosity of a contact.
const Surface& contact_surface(const World& world, const MovingBody& body, const ContactId& id);

/// The rows of the contacts at this state, with the body's mass.
ContactSet contact_set(const World& world, const MovingBody& body, const BodyState& state,
                       const std::vector<ContactId>& contacts);

/// Ṅ v and Ṫ v of the same contacts.
struct ContactBias {
  Eigen::VectorXd normal;
  Eigen::VectorXd tangential;
};
ContactBias contact_bias(const World& world, const MovingBody& body, const BodyState& state,
                         const std::vector<ContactId>& contacts);

}  // namespace rigor
