// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/body_records.hpp>

namespace rigor::verification {

std::vector<BodyRecords> records_of(const trace::Trace& trace) {
  std::vector<BodyRecords> all(trace.bodies.size());
  for (const trace::ContactForce& force : trace.forces) {
    if (force.a.body != trace::kWorld) all[force.a.body].forces.push_back({&force, -1});
    all[force.b.body].forces.push_back({&force, 1});
  }
  const auto both = [&](const trace::Joint& joint, auto&& add) {
    if (joint.parent != trace::kWorld) add(all[joint.parent], Real{-1});
    add(all[joint.child], Real{1});
  };
  for (const trace::JointForce& force : trace.joint_forces)
    both(trace.joints[force.joint], [&](BodyRecords& body, Real sign) {
      body.joints.push_back({&force, sign});
    });
  for (const trace::Event& event : trace.events) {
    for (const trace::EventJoint& joint : event.joints)
      both(trace.joints[joint.joint], [&](BodyRecords& body, Real sign) {
        body.impulses.push_back({event.at,
                                 {},
                                 sign * vec(joint.impulse),
                                 sign * vec(joint.moment),
                                 &trace.joints[joint.joint]});
      });
    for (const trace::EventContact& contact : event.contacts) {
      const Vec impulse = vec(contact.impulse);
      if (contact.a.body != trace::kWorld)
        all[contact.a.body].impulses.push_back(
            {event.at, vec(contact.point), Real{-1} * impulse, {}, nullptr});
      if (contact.b.body != trace::kWorld)
        all[contact.b.body].impulses.push_back(
            {event.at, vec(contact.point), impulse, {}, nullptr});
    }
  }
  for (const trace::Load& load : trace.loads) all[load.body].loads.push_back(&load);
  for (BodyRecords& body : all) {
    std::stable_sort(body.forces.begin(), body.forces.end(),
                     [](const Felt& x, const Felt& y) { return x.force->begin < y.force->begin; });
    std::stable_sort(body.joints.begin(), body.joints.end(), [](const Pulled& x, const Pulled& y) {
      return x.force->begin < y.force->begin;
    });
    std::stable_sort(body.impulses.begin(), body.impulses.end(),
                     [](const Struck& x, const Struck& y) { return x.at < y.at; });
  }
  return all;
}

Carrier carrier_of(const trace::ContactForce& force, const trace::ForcePoint& point) {
  if (point.vertex_b != trace::kWorld) return {force.b, point.vertex_b, true};
  return {force.a, point.vertex_a, false};
}

const trace::Segment* segment_over(const Course& course, const trace::Time& begin,
                                   const trace::Time& end) {
  const auto next = std::partition_point(course.begin(), course.end(),
                                         [&](const auto* s) { return s->start <= begin; });
  if (next == course.begin()) return nullptr;
  const trace::Segment* found = *(next - 1);
  return found->end < end ? nullptr : found;
}

Wrench wrench_of(const trace::Load& load, const Place& at, const Vec& com, Real t) {
  const std::size_t count = load.times.size();
  std::size_t k = 0;
  while (k + 1 < count && !(t < load.times[k + 1])) ++k;
  Vec force = vec(load.forces[k]);
  Vec moment = vec(load.moments[k]);
  if (k + 1 < count && t > load.times[k] && load.times[k] < load.times[k + 1]) {
    const Real u = (t - load.times[k]) / (static_cast<Real>(load.times[k + 1]) - load.times[k]);
    force = force + u * (vec(load.forces[k + 1]) - force);
    moment = moment + u * (vec(load.moments[k + 1]) - moment);
  }
  if (load.axes == trace::LoadAxes::Body) {
    force = rotated(at.q, force);
    moment = rotated(at.q, moment);
  }
  return {force, moment + cross(rotated(at.q, vec(load.point) - com), force)};
}

}  // namespace rigor::verification
