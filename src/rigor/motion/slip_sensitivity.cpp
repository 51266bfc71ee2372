// SPDX-License-Identifier: Apache-2.0
#include <rigor/motion/slip_sensitivity.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

/// Weights of the tangents of a force, or of a row along them.
struct Across {
  double c1 = 0.0;
  double c2 = 0.0;
};

/// The rows along the tangents of a force with these weights, over the unknowns.
void set_across(const MovingContact& contact, const std::array<RowTerms, 3>& rows,
                const Across& weights, bool has_trees, TreeRow& across) {
  const auto [c1, c2] = weights;
  if (has_trees) {
    for (int i = 0; i < 2; ++i) {
      across.parts[i].offset = rows[1].pulled.parts[i].offset;
      across.parts[i].on = c1 * rows[1].pulled.parts[i].on + c2 * rows[2].pulled.parts[i].on;
    }
    return;
  }
  across.parts[0].offset = contact.place_O < 0 ? -1 : 6 * contact.place_O;
  across.parts[0].on = c1 * rows[1].on_O + c2 * rows[2].on_O;
  across.parts[1].offset = contact.place_P < 0 ? -1 : 6 * contact.place_P;
  across.parts[1].on = c1 * rows[1].on_P + c2 * rows[2].on_P;
}

/// What driven bodies and belts add to the transverse speed.
double driven_speed(const MovingContact& contact, const std::array<RowTerms, 3>& rows,
                    const Across& weights, const PlacedBodies& bodies) {
  const auto [c1, c2] = weights;
  double speed = (c1 * rows[1].on_O + c2 * rows[2].on_O).head<3>().dot(contact.belt_O) +
                 (c1 * rows[1].on_P + c2 * rows[2].on_P).head<3>().dot(contact.belt_P);
  if (contact.drive_O >= 0)
    speed +=
        (c1 * rows[1].on_O + c2 * rows[2].on_O).dot(bodies.drive(contact.drive_O).V_WB.vector());
  if (contact.drive_P >= 0)
    speed +=
        (c1 * rows[1].on_P + c2 * rows[2].on_P).dot(bodies.drive(contact.drive_P).V_WB.vector());
  return speed;
}

/// The accelerations to a unit transverse force, while the other forces keep the rows.
void set_response(const ModeSolution& solution, int contact, const SlidingForce& force,
                  const Across& weights, Eigen::VectorXd& response) {
  const auto [c1, c2] = weights;
  const PlacedContacts& contacts = solution.contacts();
  const SlidingForces& sliding = solution.sliding();
  const std::vector<ModeMotion::Row>& rows = solution.motion().rows;
  response.setZero(solution.a().size());
  contacts.add_push(contact, force.rows[1], c1, response);
  contacts.add_push(contact, force.rows[2], c2, response);
  Eigen::VectorXd lacking(std::ssize(rows));
  for (int k = 0; k < lacking.size(); ++k) {
    const RowTerms& row = solution.rows().terms(k);
    lacking[k] = -c1 * contacts.product(rows[k].contact, row, contact, force.rows[1]) -
                 c2 * contacts.product(rows[k].contact, row, contact, force.rows[2]);
  }
  const Eigen::VectorXd forces = sliding.forces_for(lacking);
  for (int c = 0; c < forces.size(); ++c) {
    const SlidingForces::Column& column = sliding.columns()[c];
    contacts.add_push(sliding.contact(column), sliding.push(column), forces[c], response);
  }
}

}  // namespace

void set_sensitivities(const ModeSolution& solution, std::vector<SlipSensitivity>& out,
                       Responses responses) {
  const ModeMotion& motion = solution.motion();
  std::size_t used = 0;
  for (int f = 0; f < std::ssize(motion.forces); ++f) {
    const ModeMotion::Force& of = motion.forces[f];
    if (!of.slips) continue;
    if (out.size() <= used) out.emplace_back();
    SlipSensitivity& sensitivity = out[used++];
    const MovingContact& contact = motion.contacts[of.contact];
    const SlidingForce& force = solution.sliding().force(f);
    const Vector3 direction = solution.contacts().normal(of.contact).cross(force.direction);
    const Across across{force.tangents[0].dot(direction), force.tangents[1].dot(direction)};
    set_across(contact, force.rows, across, motion.unknowns.has_trees(), sensitivity.across);
    sensitivity.driven = driven_speed(contact, force.rows, across, solution.contacts().bodies());
    if (responses == Responses::Renewed)
      set_response(solution, of.contact, force, across, sensitivity.response);
    const double speed = force.slip.norm();
    const double sign = force.slip.dot(force.direction) < 0.0 ? -1.0 : 1.0;
    sensitivity.gain =
        speed > kDirectionlessSlip && of.loaded ? -sign * of.friction * force.load / speed : 0.0;
  }
  out.resize(used);
}

}  // namespace rigor
