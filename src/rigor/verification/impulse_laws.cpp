// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <rigor/verification/impulse_laws.hpp>

namespace rigor::verification {
namespace {

using trace::Event;
using trace::EventContact;
using trace::EventKind;
using trace::Time;

/// Points lie within the band of both pieces along the normal, and at most so many bands beside
/// them: where a vertex is that near to the edge of a face, the corner they touch at is taken as
/// the vertex.
constexpr Real kBeside = 25;
constexpr Real kParallel = 1e-9L;  ///< of normals on file and those of half-spaces
/// More than all roundings of what is computed here, as a part of it.
constexpr Real kRoundings = 1e3L * kUnit;

/// A body around an instant; what is not on file is not known.
struct Around {
  Place place{};
  Vec centre{};  ///< whose velocities these are
  std::optional<Vec> v_before, w_before, v_after, w_after;

  /// Of the body's matter at a point.
  std::optional<Vec> velocity(const Vec& point, bool after) const {
    const auto& v = after ? v_after : v_before;
    if (!v) return std::nullopt;
    return *v + cross(*(after ? w_after : w_before), point - centre);
  }
};

Vec exactly_turned(const Quat& q, const Vec& v) { return (1 / norm_squared(q)) * turned(q, v); }

Vec spin_of(const BodyMass& mass, const Place& at, const Vec& L) {
  return exactly_turned(at.q, mass.solved(exactly_turned(conjugate(at.q), L)));
}

/// The spin of a path, world axes.
Vec path_spin(const Place& at) { return (1 / norm_squared(at.q)) * exactly_turned(at.q, spin(at)); }

Around around(const Movers& movers, std::uint32_t body, const Time& at) {
  const Course& course = movers.courses[body];
  const BodyMass* mass = movers.masses[body];
  const auto later = std::partition_point(course.begin(), course.end(),
                                          [&](const auto* s) { return s->start < at; });
  Around out;
  if (later != course.end() && (*later)->start == at) {
    const trace::Segment& next = **later;
    out.place = place_at(next, 0);
    out.centre = out.place.c;
    if (mass != nullptr) out.centre = point_of(out.place, mass->com);
    if (mass != nullptr) {
      out.v_after = (1 / mass->mass) * vec(next.momentum);
      out.w_after = spin_of(*mass, out.place, vec(next.angular_momentum));
    } else {
      out.v_after = out.place.v;
      out.w_after = path_spin(out.place);
    }
  }
  if (later == course.begin()) return out;
  const trace::Segment& last = **(later - 1);
  out.place = place_at(last, std::min(between(last.start, at), between(last.start, last.end)));
  out.centre = mass == nullptr ? out.place.c : point_of(out.place, mass->com);
  if (mass == nullptr) {
    out.v_before = out.place.v;
    out.w_before = path_spin(out.place);
    if (!out.v_after && at < last.end) out.v_after = out.v_before, out.w_after = out.w_before;
  } else if (last.end == at) {
    const Momenta& reached =
        (*movers.reached[body])[static_cast<std::size_t>(later - 1 - course.begin())];
    out.v_before = (1 / mass->mass) * reached.p;
    out.w_before = spin_of(*mass, out.place, reached.L);
  }
  return out;
}

/// The parts of an impulse along and across a unit normal.
struct Parts {
  Real along = 0;
  Real across = 0;
};
Parts parts_of(const Vec& impulse, const Vec& n) {
  const Real along = dot(impulse, n);
  return {along, norm(impulse - along * n)};
}

class Instant {
 public:
  Instant(const Movers& movers, const std::vector<Real>& pressed, FeatureBook& book, Nodes& nodes,
          const Time& at)
      : movers_(movers),
        pressed_(pressed),
        book_(book),
        nodes_(nodes),
        at_(at),
        root_(movers.courses.size()) {
    std::iota(root_.begin(), root_.end(), 0U);
  }

  const char* add(const Event& event, const EventContact& contact);
  void add(const trace::EventJoint& impulse);
  void charge_all(std::vector<Unlawful>& bodies);

 private:
  const Around& body(std::uint32_t number);
  bool free(std::uint32_t body) const {
    return body != trace::kWorld && movers_.masses[body] != nullptr;
  }
  const char* place(const EventContact& contact, const Vec& n);
  bool near(const trace::PieceId& id, const EventContact& contact, const Vec& n);
  /// Extremes of n·x over a piece.
  std::array<Real, 2> extent(const trace::PieceId& id, const Vec& n);
  std::optional<Vec> slip(const EventContact& contact, bool after);
  Real law(const Event& event, const EventContact& contact, const Vec& n);
  Real hop(std::uint32_t body) const;
  void charge(std::uint32_t body, Real impulse, std::vector<Unlawful>& bodies) const;
  std::uint32_t root(std::uint32_t body) const {
    while (root_[body] != body) body = root_[body];
    return body;
  }

  const Movers& movers_;
  const std::vector<Real>& pressed_;
  FeatureBook& book_;
  Nodes& nodes_;
  Time at_;
  std::map<std::uint32_t, Around> around_;
  std::vector<std::uint32_t> root_;
  struct Judged {
    std::array<std::uint32_t, 2> bodies{trace::kWorld, trace::kWorld};  ///< that have momenta
    Real unlawful = 0;                                                  ///< N s
    Real work = 0;                                                      ///< J
    Real speed = 0;                                                     ///< m/s
  };
  std::vector<Judged> judged_;
  void keep(const Judged& judged);
};

const Around& Instant::body(std::uint32_t number) {
  const auto [entry, fresh] = around_.try_emplace(number);
  if (fresh) entry->second = around(movers_, number, at_);
  return entry->second;
}

std::array<Real, 2> Instant::extent(const trace::PieceId& id, const Vec& n) {
  const Place& at = body(id.body).place;
  std::array<Real, 2> out{std::numeric_limits<Real>::infinity(),
                          -std::numeric_limits<Real>::infinity()};
  for (const trace::Triple& v : movers_.trace.bodies[id.body].pieces[id.piece].vertices) {
    const Real height = dot(n, at.c + exactly_turned(at.q, vec(v)));
    out = {std::min(out[0], height), std::max(out[1], height)};
  }
  return out;
}

bool Instant::near(const trace::PieceId& id, const EventContact& contact, const Vec& n) {
  const Real band = 2 * static_cast<Real>(movers_.trace.header.skin);
  const Vec point = vec(contact.point);
  if (id.body == trace::kWorld) {
    const trace::HalfSpace& half = movers_.trace.half_spaces[id.piece];
    const Vec normal = vec(half.normal);
    return norm(cross(n, normal)) <= kParallel * norm(normal) && dot(n, normal) > 0 &&
           std::abs(dot(normal, point) - half.offset) <= band * norm(normal);
  }
  const Place& at = body(id.body).place;
  const Vec local = exactly_turned(conjugate(at.q), point - at.c);
  const auto [entry, fresh] = book_.try_emplace(id);
  if (fresh) entry->second = features_of(movers_.trace.bodies[id.body].pieces[id.piece]);
  const Real error = 1e3L * kUnit * (norm(point) + norm(at.c));
  const Real beside = kBeside * band;
  if (mean_distance(entry->second, {{local}, error}, beside, nodes_) == 0) return true;
  // A piece without faces on file: its vertices.
  const auto& vertices = movers_.trace.bodies[id.body].pieces[id.piece].vertices;
  return std::any_of(vertices.begin(), vertices.end(), [&](const trace::Triple& v) {
    return norm(vec(v) - local) + error <= beside;
  });
}

/// Whether the pieces touch there, along that normal; null if so.
const char* Instant::place(const EventContact& contact, const Vec& n) {
  const Real band = 2 * static_cast<Real>(movers_.trace.header.skin);
  if (!near(contact.a, contact, n) || !near(contact.b, contact, n))
    return "an impulse acts where its bodies do not touch";
  const Real height = dot(n, vec(contact.point));
  const Real above = extent(contact.b, n)[0];
  const Real below = contact.a.body == trace::kWorld ? above : extent(contact.a, n)[1];
  if (height > above + band || height < below - band)
    return "an impulse acts where its bodies do not touch";
  if (contact.a.body == trace::kWorld) return nullptr;
  const Real gap = above - below;
  return gap > 0 && gap <= band ? nullptr : "the normal of an impulse does not part its bodies";
}

std::optional<Vec> Instant::slip(const EventContact& contact, bool after) {
  const auto velocity = [&](const trace::PieceId& id) -> std::optional<Vec> {
    if (id.body == trace::kWorld) return Vec{};
    return body(id.body).velocity(vec(contact.point), after);
  };
  const auto a = velocity(contact.a);
  const auto b = velocity(contact.b);
  if (!a || !b) return std::nullopt;
  return *b - *a;
}

/// What a joint's impulse does: nothing where anchors and axes agree, but at limits. Bodies that it
/// joins share their energy.
void Instant::add(const trace::EventJoint& impulse) {
  const trace::Joint& joint = movers_.trace.joints[impulse.joint];
  Judged judged;
  const Around& child = body(joint.child);
  const Vec point = child.place.c + exactly_turned(child.place.q, vec(joint.anchor_child));
  Real work = 0, speed = 0;
  for (const bool after : {false, true}) {
    auto v = child.velocity(point, after);
    auto w = after ? child.w_after : child.w_before;
    if (!v) return;
    if (joint.parent != trace::kWorld) {
      const Around& parent = body(joint.parent);
      const auto other = parent.velocity(point, after);
      if (!other) return;
      v = *v - *other;
      w = *w - *(after ? parent.w_after : parent.w_before);
    }
    work += (dot(vec(impulse.impulse), *v) + dot(vec(impulse.moment), *w)) / 2;
    const BodyMass* mass = movers_.masses[joint.child];
    speed += (norm(*v) + norm(*w) * (mass == nullptr ? 1 : mass->gyration)) / 2;
  }
  judged.work = work;
  judged.speed = speed;
  judged.bodies = {free(joint.parent) ? joint.parent : trace::kWorld,
                   free(joint.child) ? joint.child : trace::kWorld};
  keep(judged);
}

void Instant::keep(const Judged& judged) {
  judged_.push_back(judged);
  const auto [a, b] = judged.bodies;
  if (a != trace::kWorld && b != trace::kWorld) root_[root(a)] = root(b);
}

/// By how much one impulse breaks the law, N s.
Real Instant::law(const Event& event, const EventContact& contact, const Vec& n) {
  const auto above = [](Real x) { return std::max(x, Real{0}); };
  const Vec impulse = vec(contact.impulse);
  const Vec first = vec(contact.compression);
  if (event.kind == EventKind::Accumulation || event.kind == EventKind::Jam ||
      event.kind == EventKind::Indeterminate)
    return above(-dot(impulse, n));
  const std::string& law = movers_.trace.header.law;
  const bool grips = law == "no_slip" || law == "no_slip_active";
  Real left = 0;
  for (const Vec& phase : {first, impulse - first}) {
    const Parts parts = parts_of(phase, n);
    left += above(-parts.along);
    const Real friction = law == "coulomb" ? contact.friction : 0.0;
    if (!grips) left += above(parts.across - friction * above(parts.along));
  }
  left += std::abs(dot(impulse - first, n) - contact.restitution * dot(first, n));
  left += kRoundings * (norm(impulse) + norm(first));
  if (const auto after = slip(contact, true)) {
    Real mass = std::numeric_limits<Real>::infinity();
    for (const trace::PieceId& id : {contact.a, contact.b})
      if (free(id.body)) mass = std::min(mass, movers_.masses[id.body]->mass);
    left += mass * (above(-dot(*after, n)) + kRoundings * norm(*after));
  }
  return left;
}

/// What stops a body on a hop of 2 δ under what presses on it, N s.
Real Instant::hop(std::uint32_t body) const {
  const trace::Trace& trace = movers_.trace;
  const Real mass = movers_.masses[body]->mass;
  const Real pull = pressed_[body] / (mass * between(trace.header.start, trace.footer.end));
  return mass * std::sqrt(4 * pull * trace.header.skin);
}

void Instant::charge(std::uint32_t body, Real impulse, std::vector<Unlawful>& bodies) const {
  if (movers_.masses[body] == nullptr) return;
  (impulse <= hop(body) ? bodies[body].hops : bodies[body].impulse) += impulse;
}

const char* Instant::add(const Event& event, const EventContact& contact) {
  const Vec normal = vec(contact.normal);
  if (norm(vec(contact.impulse)) == 0 && norm(vec(contact.compression)) == 0) return nullptr;
  if (!free(contact.a.body) && !free(contact.b.body)) return nullptr;
  if (!(std::abs(norm(normal) - 1) <= kParallel))
    return "the normal of an impulse is no unit vector";
  const Vec n = (1 / norm(normal)) * normal;
  if (const char* problem = place(contact, n)) return problem;
  Judged judged{{free(contact.a.body) ? contact.a.body : trace::kWorld,
                 free(contact.b.body) ? contact.b.body : trace::kWorld},
                law(event, contact, n),
                0,
                0};
  const auto before = slip(contact, false);
  const auto after = slip(contact, true);
  if (before && after) {
    judged.work = dot(vec(contact.impulse), *before + *after) / 2;
    judged.speed = (norm(*before) + norm(*after)) / 2;
  }
  keep(judged);
  return nullptr;
}

/// The law contact by contact, the energy of bodies that impulses join together.
void Instant::charge_all(std::vector<Unlawful>& bodies) {
  struct Sum {
    Real work = 0, speed = 0;
  };
  std::map<std::uint32_t, Sum> sums;
  const auto group = [&](const Judged& one) {
    return root(one.bodies[1] != trace::kWorld ? one.bodies[1] : one.bodies[0]);
  };
  for (const Judged& one : judged_) {
    for (const std::uint32_t body : one.bodies)
      if (body != trace::kWorld) charge(body, one.unlawful, bodies);
    Sum& sum = sums[group(one)];
    sum.work += one.work;
    sum.speed = std::max(sum.speed, one.speed);
  }
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const auto sum = sums.find(root(i));
    if (movers_.masses[i] == nullptr || sum == sums.end()) continue;
    if (sum->second.work > 0) charge(i, sum->second.work / sum->second.speed, bodies);
  }
}

}  // namespace

ImpulseFault judge_impulses(const Movers& movers, const std::vector<Real>& pressed,
                            std::vector<Unlawful>& bodies) {
  std::vector<const Event*> events;
  for (const Event& event : movers.trace.events) events.push_back(&event);
  std::stable_sort(events.begin(), events.end(),
                   [](const Event* x, const Event* y) { return x->at < y->at; });
  FeatureBook book;
  Nodes& nodes = thread_nodes();
  for (std::size_t i = 0; i < events.size();) {
    const Time at = events[i]->at;
    Instant instant(movers, pressed, book, nodes, at);
    for (; i < events.size() && events[i]->at == at; ++i) {
      for (const EventContact& contact : events[i]->contacts)
        if (const char* problem = instant.add(*events[i], contact))
          return {events[i], &contact, problem};
      for (const trace::EventJoint& joint : events[i]->joints) instant.add(joint);
    }
    instant.charge_all(bodies);
  }
  return {};
}

}  // namespace rigor::verification
