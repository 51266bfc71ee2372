// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/contact_band.hpp>
#include <rigor/verification/joint_laws.hpp>
#include <rigor/verification/law_rules.hpp>

namespace rigor::verification {
namespace {

using trace::ContactForce;
using trace::PieceId;

/// A force is not looked at closer than this part of the mean force that its body's scale stands
/// for.
constexpr Real kFine = 1e-8L;
constexpr Real kBands = 2;  ///< of the skin: the widest band
constexpr std::size_t kBatch = 16;

class LawCheck {
 public:
  LawCheck(const Subject& subject, const Movers& movers, const std::vector<Real>& scales,
           const std::vector<char>& holds)
      : trace_(*subject.trace),
        movers_(movers),
        scales_(scales),
        duration_(between(trace_.header.start, trace_.footer.end)),
        certificates_(trace_, holds) {
    for (const trace::Event& event : trace_.events)
      if (event.kind == trace::EventKind::Jam) jams_.push_back(event.at);
    std::sort(jams_.begin(), jams_.end());
  }

  Unlawful judged(const ContactForce& force, FeatureBook& book, Nodes& nodes) const;

 private:
  bool jammed_before(const trace::Time& at) const { return !jams_.empty() && jams_[0] <= at; }

  const trace::Trace& trace_;
  const Movers& movers_;
  const std::vector<Real>& scales_;
  Real duration_;
  ContactCertificates certificates_;
  std::vector<trace::Time> jams_;
};

Unlawful LawCheck::judged(const ContactForce& force, FeatureBook& book, Nodes& nodes) const {
  Unlawful out;
  for (const trace::ForcePoint& point : force.points) {
    if (!may_be(trace_.header.law, point.state, force.friction))
      out.problem = "a force is in a state that the law of contact does not know";
    if (point.state == trace::ContactState::Broken && !jammed_before(force.begin))
      out.problem = "a bond is called broken before anything jammed";
  }
  const auto view = ContactView::of(trace_, movers_.courses, force);
  if (!view) out.problem = "a force does not lie on one segment of each of its bodies";
  if (out.problem != nullptr) return out;
  if (!certificates_.cover(*view))
    out.problem = "a force acts, but no certificate keeps its gap inside the band";
  if (out.problem != nullptr) return out;
  Real fine = 0, gyration = std::numeric_limits<Real>::infinity();
  for (const PieceId& id : {force.a, force.b})
    if (id.body != trace::kWorld && movers_.masses[id.body] != nullptr) {
      fine = std::max(fine, kFine * scales_[id.body] / duration_);
      gyration = std::min(gyration, movers_.masses[id.body]->gyration);
    }
  out = unlawful_part(*view, fine, nodes);
  const Real moment = misplaced_moment(trace_, *view, kBands * trace_.header.skin, book, nodes);
  out.impulse += view->length() * moment / gyration;
  return out;
}

/// μ of a pair is one number, in all of its records.
bool same_friction(const trace::Trace& trace, PieceId& a, PieceId& b) {
  std::map<std::pair<PieceId, PieceId>, double> known;
  const auto same = [&](const PieceId& x, const PieceId& y, double friction) {
    const auto [entry, fresh] = known.try_emplace({x, y}, friction);
    a = x, b = y;
    return fresh || entry->second == friction;
  };
  for (const ContactForce& force : trace.forces)
    if (!same(force.a, force.b, force.friction)) return false;
  for (const trace::Event& event : trace.events)
    for (const trace::EventContact& contact : event.contacts)
      if (!same(contact.a, contact.b, contact.friction)) return false;
  return true;
}

std::vector<Real> pressed(const trace::Trace& trace, const std::vector<Real>& scales) {
  std::vector<Real> all(scales.size(), 0);
  const auto add = [&](const PieceId& id, Real impulse) {
    if (id.body != trace::kWorld) all[id.body] += impulse;
  };
  for (const ContactForce& force : trace.forces)
    for (const trace::ForcePoint& point : force.points) {
      const Real impulse = between(force.begin, force.end) * norm(value(point.force, 0));
      add(force.a, impulse);
      add(force.b, impulse);
    }
  const auto add_joint = [&](std::uint32_t number, Real impulse) {
    add({trace.joints[number].parent, 0}, impulse);
    add({trace.joints[number].child, 0}, impulse);
  };
  for (const trace::JointForce& force : trace.joint_forces)
    add_joint(force.joint, between(force.begin, force.end) * norm(value(force.force, 0)));
  for (const trace::Event& event : trace.events) {
    for (const trace::EventContact& contact : event.contacts) {
      add(contact.a, norm(vec(contact.impulse)));
      add(contact.b, norm(vec(contact.impulse)));
    }
    for (const trace::EventJoint& joint : event.joints)
      add_joint(joint.joint, norm(vec(joint.impulse)));
  }
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::max(all[i], scales[i]);
  return all;
}

/// Forces and impulses of joints along the motions that these allow.
void judge_joints(const Movers& movers, Work& work, LawReport& out, Report& report) {
  const trace::Trace& trace = movers.trace;
  std::vector<Real> given(trace.bodies.size(), 0);  // N s, by joints along their motions
  const auto charge = [&](const trace::Joint& joint, const trace::Time& at, const Unlawful& left) {
    for (const std::uint32_t body : {joint.parent, joint.child}) {
      if (body == trace::kWorld) continue;
      out.bodies[body].impulse += left.impulse;
      given[body] += left.impulse;
    }
    if (left.problem == nullptr) return;
    out.ok = false;
    report.failed(
        {Rule::Motion, false, seconds(at), {joint.parent, 0}, {joint.child, 0}, left.problem});
  };
  std::vector<Unlawful> left(trace.joint_forces.size());
  work.share((left.size() + kBatch - 1) / kBatch, [&](std::size_t k) {
    Nodes& nodes = thread_nodes();
    const std::size_t end = std::min((k + 1) * kBatch, left.size());
    for (std::size_t i = k * kBatch; i < end && !work.stopped(); ++i)
      left[i] = unlawful_joint(movers, trace.joint_forces[i], nodes);
  });
  if (work.stopped()) return;
  for (std::size_t i = 0; i < left.size(); ++i) {
    report.checked(Rule::Motion);
    charge(trace.joints[trace.joint_forces[i].joint], trace.joint_forces[i].begin, left[i]);
  }
  for (const InstantEvents& events : instants_of(trace)) {
    BodiesAround bodies(movers, events);
    for (const trace::Event* event : events)
      for (const trace::EventJoint& impulse : event->joints)
        charge(trace.joints[impulse.joint], event->at, unlawful_joint(bodies, impulse));
  }
  for (std::uint32_t body = 0; body < given.size(); ++body) {
    if (given[body] <= kMostJointImpulse * out.pressed[body]) continue;
    out.ok = false;
    report.failed({Rule::Motion,
                   false,
                   seconds(trace.footer.end),
                   {body, 0},
                   {body, 0},
                   "joints act along motions that nothing acts on"});
  }
}

}  // namespace

LawReport check_laws(const Subject& subject, const Movers& movers, const std::vector<Real>& scales,
                     const std::vector<char>& holds, Work& work, Report& report) {
  const trace::Trace& trace = *subject.trace;
  LawReport out{std::vector<Unlawful>(trace.bodies.size()), pressed(trace, scales), true};
  const auto fail = [&](const trace::Time& at, const PieceId& a, const PieceId& b,
                        const char* problem) {
    out.ok = false;
    report.failed({Rule::Motion, false, seconds(at), a, b, problem});
  };
  const LawCheck check(subject, movers, scales, holds);
  std::vector<Unlawful> left(trace.forces.size());
  work.share((left.size() + kBatch - 1) / kBatch, [&](std::size_t k) {
    FeatureBook book;
    Nodes& nodes = thread_nodes();
    const std::size_t end = std::min((k + 1) * kBatch, left.size());
    for (std::size_t i = k * kBatch; i < end && !work.stopped(); ++i)
      left[i] = check.judged(trace.forces[i], book, nodes);
  });
  if (work.stopped()) return out;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const ContactForce& force = trace.forces[i];
    report.checked(Rule::Motion);
    if (left[i].problem != nullptr) fail(force.begin, force.a, force.b, left[i].problem);
    for (const PieceId& id : {force.a, force.b}) {
      if (id.body == trace::kWorld) continue;
      out.bodies[id.body].impulse += left[i].impulse;
      out.bodies[id.body].drift += left[i].drift;
    }
  }
  judge_joints(movers, work, out, report);
  if (work.stopped()) return out;
  PieceId a, b;
  if (!same_friction(trace, a, b))
    fail(trace.header.start, a, b, "the friction of a pair is not the same in all its records");
  const ImpulseFault fault = judge_impulses(movers, out.pressed, out.bodies);
  if (fault.problem != nullptr)
    fail(fault.event->at, fault.contact->a, fault.contact->b, fault.problem);
  return out;
}

}  // namespace rigor::verification
