// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <rigor/verification/impulse_laws.hpp>
#include <rigor/verification/impulse_place.hpp>

namespace rigor::verification {
namespace {

using trace::Event;
using trace::EventContact;

/// More than all roundings of what is computed here, as a part of it.
constexpr Real kRoundings = 1e3L * kUnit;

Real above(Real x) { return std::max(x, Real{0}); }

/// The parts of an impulse along and across a unit normal.
struct Parts {
  Real along = 0;
  Real across = 0;
};
Parts parts_of(const Vec& impulse, const Vec& n) {
  const Real along = dot(impulse, n);
  return {along, norm(impulse - along * n)};
}

/// What one record leaves of the law, and what it does.
struct Judged {
  std::array<std::uint32_t, 2> bodies{trace::kWorld, trace::kWorld};  ///< that have momenta
  Real unlawful = 0;                                                  ///< N s
  Real work = 0;                                                      ///< J
  Real speed = 0;                                                     ///< m/s
};

/// By how much one impulse breaks the law, N s.
Real unlawful_impulse(BodiesAround& bodies, const Event& event, const EventContact& contact,
                      const Vec& n) {
  const Movers& movers = bodies.movers();
  const Vec impulse = vec(contact.impulse);
  const Vec first = vec(contact.compression);
  if (claims_less(event)) return above(-dot(impulse, n));
  const std::string& law = movers.trace.header.law;
  const bool grips = law == "no_slip" || law == "no_slip_active";
  const Real friction = law == "coulomb" ? contact.friction : 0.0;
  Real left = kRoundings * (norm(impulse) + norm(first));
  for (const Vec& phase : {first, impulse - first}) {
    const Parts parts = parts_of(phase, n);
    if (!grips) left += above(parts.across - friction * above(parts.along));
  }
  const Real mass = movers.lighter(contact.a.body, contact.b.body);
  std::array<std::optional<Real>, 2> speeds;  // between, after
  for (const When when : {When::Between, When::After}) {
    const auto slip = bodies.slip(contact, n, when);
    if (!slip || (when == When::Between && bodies.claims_less())) continue;
    speeds[when == When::After ? 1 : 0] = dot(*slip, n);
    left += mass * kRoundings * norm(*slip);
  }
  return left + unlawful_phases({dot(first, n), dot(impulse - first, n), contact.restitution},
                                speeds[0], speeds[1], mass);
}

std::uint32_t if_free(const Movers& movers, std::uint32_t body) {
  return movers.free(body) ? body : trace::kWorld;
}

Judged judged(BodiesAround& bodies, const Event& event, const EventContact& contact, const Vec& n) {
  const Movers& movers = bodies.movers();
  Judged out{{if_free(movers, contact.a.body), if_free(movers, contact.b.body)},
             unlawful_impulse(bodies, event, contact, n),
             0,
             0};
  const auto before = bodies.slip(contact, n, When::Before);
  const auto after = bodies.slip(contact, n, When::After);
  if (!before || !after) return out;
  out.work = dot(vec(contact.impulse), *before + *after) / 2;
  out.speed = (norm(*before) + norm(*after)) / 2;
  return out;
}

/// What a joint's impulse does: nothing where anchors and axes agree, but at limits. Bodies that it
/// joins share their energy.
std::optional<Judged> judged(BodiesAround& bodies, const trace::EventJoint& impulse) {
  const Movers& movers = bodies.movers();
  const trace::Joint& joint = movers.trace.joints[impulse.joint];
  const BodyMass* mass = movers.masses[joint.child];
  Judged out{{if_free(movers, joint.parent), if_free(movers, joint.child)}, 0, 0, 0};
  for (const When when : {When::Before, When::After}) {
    const auto apart = bodies.apart(joint, when);
    if (!apart) return std::nullopt;
    out.work += (dot(vec(impulse.impulse), apart->v) + dot(vec(impulse.moment), apart->w)) / 2;
    out.speed += (norm(apart->v) + norm(apart->w) * (mass == nullptr ? 1 : mass->gyration)) / 2;
  }
  return out;
}

/// Charges the bodies of one instant.
class Charges {
 public:
  Charges(const Movers& movers, const std::vector<Real>& pressed, std::vector<Unlawful>& bodies)
      : movers_(movers), pressed_(pressed), bodies_(bodies), root_(bodies.size()) {
    std::iota(root_.begin(), root_.end(), 0U);
  }

  void add(const Judged& one) {
    judged_.push_back(one);
    const auto [a, b] = one.bodies;
    if (a != trace::kWorld && b != trace::kWorld) root_[root(a)] = root(b);
  }
  void charge_all();

 private:
  /// What stops a body on a hop of 2 δ under what presses on it, N s.
  Real hop(std::uint32_t body) const {
    const trace::Trace& trace = movers_.trace;
    const Real mass = movers_.masses[body]->mass;
    const Real pull = pressed_[body] / (mass * between(trace.header.start, trace.footer.end));
    return mass * std::sqrt(4 * pull * trace.header.skin);
  }
  void charge(std::uint32_t body, Real impulse) {
    if (movers_.masses[body] == nullptr) return;
    (impulse <= hop(body) ? bodies_[body].hops : bodies_[body].impulse) += impulse;
  }
  std::uint32_t root(std::uint32_t body) const {
    while (root_[body] != body) body = root_[body];
    return body;
  }

  const Movers& movers_;
  const std::vector<Real>& pressed_;
  std::vector<Unlawful>& bodies_;
  std::vector<std::uint32_t> root_;
  std::vector<Judged> judged_;
};

/// The law contact by contact, the energy of bodies that impulses join together.
void Charges::charge_all() {
  struct Sum {
    Real work = 0, speed = 0;
  };
  std::map<std::uint32_t, Sum> sums;
  for (const Judged& one : judged_) {
    for (const std::uint32_t body : one.bodies)
      if (body != trace::kWorld) charge(body, one.unlawful);
    Sum& sum = sums[root(one.bodies[1] != trace::kWorld ? one.bodies[1] : one.bodies[0])];
    sum.work += one.work;
    sum.speed = std::max(sum.speed, one.speed);
  }
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    const auto sum = sums.find(root(i));
    if (movers_.masses[i] == nullptr || sum == sums.end()) continue;
    if (sum->second.work > 0) charge(i, sum->second.work / sum->second.speed);
  }
}

}  // namespace

Real unlawful_phases(const NormalPhases& phases, std::optional<Real> between,
                     std::optional<Real> after, Real mass) {
  const auto [first, rest, e] = phases;
  Real left = above(-first) + above(-rest);
  if (between) left += mass * above(-*between) + std::min(above(first), mass * above(*between));
  if (after) left += mass * above(-*after);
  const Real more = rest - e * first;
  if (more < 0) return left - more;
  return left + (after ? std::min(more, mass * above(*after)) : more);
}

ImpulseFault judge_impulses(const Movers& movers, const std::vector<Real>& pressed,
                            std::vector<Unlawful>& sums) {
  FeatureBook book;
  Nodes& nodes = thread_nodes();
  for (const InstantEvents& events : instants_of(movers.trace)) {
    BodiesAround bodies(movers, events);
    Charges charges(movers, pressed, sums);
    for (const Event* event : events) {
      for (const EventContact& contact : event->contacts) {
        if (contact.impulse == trace::Triple{} && contact.compression == trace::Triple{}) continue;
        if (!movers.free(contact.a.body) && !movers.free(contact.b.body)) continue;
        const Vec normal = vec(contact.normal);
        if (!(std::abs(norm(normal) - 1) <= kParallel))
          return {event, &contact, "the normal of an impulse is not a unit vector"};
        const Vec n = (1 / norm(normal)) * normal;
        if (const char* problem = misplaced(bodies, contact, n, book, nodes))
          return {event, &contact, problem};
        charges.add(judged(bodies, *event, contact, n));
      }
      for (const trace::EventJoint& joint : event->joints)
        if (const auto one = judged(bodies, joint)) charges.add(*one);
    }
    charges.charge_all();
  }
  return {};
}

}  // namespace rigor::verification
