// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <rigor/classic/stepped_bodies.hpp>
#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/energy.hpp>

namespace rigor {
namespace {

State centred_state(const Model& model, const World& world, const State& initial) {
  State out = initial;
  for (const Body& body : world.bodies) {
    if (body.role != BodyRole::Free) continue;
    const BodyState at = body_state(model, body, initial);
    const Link& link = model.links[body.id];
    out.q.segment<7>(link.first_q) << at.x, at.q.w(), at.q.x(), at.q.y(), at.q.z();
    out.v.segment<6>(link.first_v) = at.v;
  }
  return out;
}

void refresh(SteppedBodies& bodies) {
  update(bodies.model, bodies.state, bodies.kinematics);
  for (const Mechanism& mechanism : bodies.model.mechanisms)
    update_poses(bodies.model, mechanism, bodies.state, bodies.poses);
  if (bodies.loops) look_at(bodies.model, bodies.state, *bodies.loops);
}

std::vector<LimitId> all_limits(const World& world) {
  std::vector<LimitId> out;
  for (const Body& body : world.bodies)
    if (body.role == BodyRole::Link)
      for (const LimitId& limit : limits_of(world, body.id)) out.push_back(limit);
  return out;
}

std::vector<PieceRefPair> all_pairs(const Model& model) {
  std::vector<int> moving;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (!model.links[i].fixed_to_world) moving.push_back(static_cast<int>(i));
  return pairs_of(model, moving);
}

}  // namespace

Model centred_model(const Model& model, const World& world) {
  Model out = model;
  for (const Body& body : world.bodies) {
    if (body.role != BodyRole::Free) continue;
    Link& link = out.links[body.id];
    link.inertia.com.setZero();
    link.inertia_about_origin = link.inertia.about_com;
    for (std::size_t p = 0; p < link.pieces.size(); ++p)
      link.pieces[p].shape = body.pieces[p].polytope;
  }
  for (Force& force : out.forces) {
    auto* wrench = std::get_if<AppliedWrench>(&force);
    if (wrench == nullptr || world.bodies[wrench->link].role != BodyRole::Free) continue;
    wrench->point_L = wrench->point_L ? *wrench->point_L - world.bodies[wrench->link].com
                                      : Vector3(Vector3::Zero());
  }
  return out;
}

SteppedBodies::SteppedBodies(const World& of_world, const State& initial)
    : world(&of_world),
      model(centred_model(*of_world.model, of_world)),
      state(centred_state(*of_world.model, of_world, initial)),
      kinematics(model),
      poses(link_poses(model, state)),
      pairs(all_pairs(model)),
      limits(all_limits(of_world)),
      articulated(model),
      loads(model),
      motor_efforts(Eigen::VectorXd::Zero(model.v_size)) {
  if (!model.loops.empty()) loops.emplace(model);
  refresh(*this);
}

void put(SteppedBodies& bodies, const State& state) {
  bodies.state = state;
  refresh(bodies);
}

void move_straight(SteppedBodies& bodies, double h) {
  Eigen::VectorXd rates(bodies.model.q_size);
  coordinate_rates(bodies.model, bodies.state.q, bodies.state.v, rates);
  bodies.state.q += h * rates;
  bodies.state.time += h;
  normalize(bodies.model, bodies.state);
  if (bodies.loops) close_drift(bodies.model, bodies.state, *bodies.loops);
  refresh(bodies);
}

Eigen::VectorXd free_accelerations(SteppedBodies& bodies) {
  const HeldInputs none = no_samples(bodies.model);
  for (const Mechanism& mechanism : bodies.model.mechanisms)
    evaluate_joint_loads(bodies.model, mechanism, bodies.state, none, bodies.loads);
  const Eigen::VectorXd passive = bodies.loads.efforts;
  evaluate_loads(bodies.model, bodies.state, bodies.kinematics, none, bodies.loads);
  bodies.motor_efforts = bodies.loads.efforts - passive;
  return forward_dynamics(bodies.model, bodies.kinematics, bodies.loads, bodies.articulated);
}

void set_velocities(SteppedBodies& bodies, const Eigen::VectorXd& v) {
  bodies.state.v = v;
  update(bodies.model, bodies.state, bodies.kinematics);
  if (bodies.loops) look_at(bodies.model, bodies.state, *bodies.loops);
}

double fastest_quaternion(const SteppedBodies& bodies) {
  double most = 0.0;
  for (const Link& link : bodies.model.links) {
    if (has_plain_coordinates(link.joint) || link.velocities < 3) continue;
    most = std::max(most, bodies.state.v.segment<3>(link.first_v + link.velocities - 3).norm());
  }
  return most;
}

double energy(const SteppedBodies& bodies) {
  return kinetic_energy(bodies.model, bodies.state, bodies.kinematics) +
         potential_energy(bodies.model, bodies.state, bodies.kinematics);
}

double given_power(const SteppedBodies& bodies) {
  double sum = bodies.motor_efforts.dot(bodies.state.v);
  for (std::size_t i = 0; i < bodies.loads.wrenches.size(); ++i)
    sum += power(bodies.loads.wrenches[i], bodies.kinematics.links[i].velocity);
  return sum;
}

Twist twist_of(const SteppedBodies& bodies, int link) {
  if (link == kWorldLink) return {};
  return bodies.kinematics.links[link].velocity;
}

State scene_state(const SteppedBodies& bodies, const Model& model, const State& initial) {
  State out = initial;
  out.time = bodies.state.time;
  out.q = bodies.state.q;
  out.v = bodies.state.v;
  for (const Body& body : bodies.world->bodies) {
    if (body.role != BodyRole::Free) continue;
    const Link& link = model.links[body.id];
    BodyState at;
    at.x = bodies.state.q.segment<3>(link.first_q);
    at.q = bodies.poses[body.id].rotation;
    at.v = bodies.state.v.segment<6>(link.first_v);
    store(model, body, at, out);
  }
  return out;
}

}  // namespace rigor
