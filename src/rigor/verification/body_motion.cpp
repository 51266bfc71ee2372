// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/body_motion.hpp>
#include <rigor/verification/extent.hpp>

namespace rigor::verification {
namespace {

using trace::Time;

/// Largest values along a stretch, at nodes.
struct Residuals {
  Real v = 0, w = 0;  ///< of the two equations
  Real p = 0, L = 0;  ///< of the momenta
  Real swells = 0;    ///< of the rate of |q|²
};

/// Sizes of what a stretch is made of, for roundings.
struct Sizes {
  Real series = 0;  ///< rounding of a series
  Real q = 0, turning = 0, v = 0, w = 0;
};

Sizes sizes_along(const Mover& mover, const trace::Segment& segment, const Acting& acting) {
  const Real pace = 2 / static_cast<Real>(segment.length);
  Sizes out;
  out.series = series_rounding(acting.highest);
  out.q = size_of(segment.quaternion);
  out.turning = pace * slope_of(segment.quaternion);
  out.v = pace * slope_of(segment.position) +
          32 * (1 + out.q * out.q) * out.q * out.turning * norm(mover.com);
  out.w = 2 * out.q * out.turning;
  return out;
}

/// The residuals as polynomials in time.
struct ResidualGrowth {
  Growth v, w, square, swells;  ///< the last two: of |q|² and its rate

  int degree_within(Real v_error, Real w_error, const Sizes& sizes) const {
    return std::max({v.degree_within(v_error), w.degree_within(w_error),
                     square.degree_within(sizes.series),
                     swells.degree_within(sizes.series * sizes.turning)});
  }
};

class Follower {
 public:
  Follower(const Mover& mover, const BodyMass& mass, const Lightness& light)
      : mover_(mover), mass_(mass), light_(light), course_(mover.courses[mover.body]) {}

  Left run();

 private:
  void set_scale();
  Momenta along(const trace::Segment& segment);
  void follow(const Stretch& stretch, Momenta& state);
  ResidualGrowth growth(const Momenta& state, const Acting& acting, Real h) const;
  Residuals residuals(const Momenta& state, const Gains& gained, Real h) const;
  void seam(const trace::Segment& before, const trace::Segment& after, const Momenta& reached);
  void add_jump(const trace::Segment& before, const trace::Segment& after, const Place& was);
  Vec point_of_impulse(const Struck& struck) const;
  void note(Real share, const Time& when);

  const Mover& mover_;
  const BodyMass& mass_;
  const Lightness light_;
  const Course& course_;
  Nodes& nodes_ = thread_nodes();
  std::size_t next_impulse_ = 0;
  Left left_;
};

void Follower::note(Real share, const Time& when) {
  if (share <= left_.worst) return;
  left_.worst = share;
  left_.worst_time = seconds(when);
}

ResidualGrowth Follower::growth(const Momenta& state, const Acting& acting, Real h) const {
  const PlaceGrowth& own = acting.own;
  const Growth force = acting.forces_growth + Growth::constant(spread(mover_.weight()));
  const Growth p = Growth::constant(spread(state.p)) + h / 2 * force.integrated();
  const Growth L = Growth::constant(spread(state.L)) + h / 2 * acting.moments_growth.integrated();
  ResidualGrowth out;
  out.v = own.velocity + 1 / mass_.mass * p;
  if (mover_.com != Vec{}) out.v = out.v + own.rotated_rate(spread(mover_.com));
  out.w = own.spin() + mass_.inverse_size * (own.turned(1) * L);
  out.square = own.quaternion * own.quaternion;
  out.swells = 2 * (own.quaternion * own.rate);
  return out;
}

Residuals Follower::residuals(const Momenta& state, const Gains& gained, Real h) const {
  const int count = static_cast<int>(gained.places.size());
  Residuals out;
  for (int j = 0; j < count; ++j) {
    const Real x = nodes_.node(j, count);
    const Place& at = gained.places[j];
    out.swells = std::max(out.swells, std::abs(norm_rate(at)));
    const Vec p = state.p + (h / 2) * sum_at(gained.p, x);
    const Vec L = state.L + (h / 2) * sum_at(gained.L, x);
    out.p = std::max(out.p, norm(p));
    out.L = std::max(out.L, norm(L));
    out.v = std::max(out.v, norm(point_velocity(at, mover_.com) - (1 / mass_.mass) * p));
    out.w = std::max(out.w, norm(spin(at) - mass_.solved(turned(conjugate(at.q), L))));
  }
  return out;
}

/// Goes on from `state` over one stretch and adds what is left.
void Follower::follow(const Stretch& stretch, Momenta& state) {
  const Real h = stretch.length();
  const Acting acting = acting_on(mover_, stretch);
  if (!acting.known) {
    left_.problem = "a force acts at a vertex whose motion is not that of one segment";
    return;
  }
  const Sizes sizes = sizes_along(mover_, stretch.segment, acting);
  const Real v_error = 4 * sizes.series * sizes.v;
  const Real w_error = 16 * sizes.series * sizes.w;
  const ResidualGrowth grows = growth(state, acting, h);
  const int degree = grows.degree_within(v_error, w_error, sizes);
  const Gains gained = momentum_gains(mover_, stretch, acting, nodes_for(degree));
  const Residuals most = residuals(state, gained, h);
  const Real stretched =
      2.1L * (gained.stretched + 2 * grows.square.beyond(degree)) + 64 * sizes.series;
  if (stretched > 1e-3L) {
    left_.problem = "a quaternion is not of unit length to 1e-3";
    return;
  }
  // Arms are off by (|q|² - 1)², and so is the centre of mass, by M(q) r (|q|² - 1)²/|q|².
  const Real arms = stretched * stretched * h * acting.lever;
  const Real swells = 2.1L * most.swells + 4 * grows.swells.beyond(degree) +
                      64 * sizes.series * sizes.q * sizes.turning;
  const Real aside =
      8 * norm(mover_.com) * stretched * (swells + stretched * sizes.q * sizes.turning);
  const Real v = 2.1L * (most.v + v_error + 2 * grows.v.beyond(degree) +
                         (gained.p_error + 64 * kUnit * most.p) / mass_.mass) +
                 aside;
  const Real w = 2.1L * (1 + 2 * stretched) *
                 (most.w + w_error + 2 * grows.w.beyond(degree) +
                  4 * mass_.inverse_size * (gained.L_error + arms + 64 * kUnit * most.L));
  const Real displaced = h * light_.mass * v;
  const Real turned = h * light_.inertia * w;
  left_.displacement += displaced;
  left_.turn += turned;
  note(std::max(displaced / kMostDisplacement, turned / most_turn(mass_)), stretch.begin);
  state.p = state.p + (h / 2) * sum_at(gained.p, 1);
  state.L = state.L + (h / 2) * sum_at(gained.L, 1);
  state.error += gained.p_error + (gained.L_error + arms) / mass_.gyration +
                 64 * kUnit * (most.p + most.L / mass_.gyration);
}

Momenta Follower::along(const trace::Segment& segment) {
  Momenta state{vec(segment.momentum), vec(segment.angular_momentum), 0};
  for (const Stretch& stretch : stretches(mover_, segment)) {
    follow(stretch, state);
    if (left_.problem != nullptr) break;
  }
  return state;
}

/// From one segment to the next: the jump of the momenta less the impulses on file.
void Follower::seam(const trace::Segment& before, const trace::Segment& after,
                    const Momenta& reached) {
  const auto& impulses = mover_.records.impulses;
  const Place was = place_at(before, between(before.start, before.end));
  Vec p = vec(after.momentum) - reached.p;
  Vec L = vec(after.angular_momentum) - reached.L;
  Real size = norm(vec(after.momentum)) + norm(reached.p) +
              (norm(vec(after.angular_momentum)) + norm(reached.L)) / mass_.gyration;
  for (; next_impulse_ < impulses.size() && impulses[next_impulse_].at <= before.end;
       ++next_impulse_) {
    const Struck& struck = impulses[next_impulse_];
    if (struck.at != before.end) {
      left_.impulse += norm(struck.impulse);  // acts where no segment ends
      note(norm(struck.impulse) / (kMostImpulse * left_.scale), struck.at);
      continue;
    }
    const Vec centre = mover_.centre(was);
    const Vec point = point_of_impulse(struck);
    p = p - struck.impulse;
    L = L - struck.moment - cross(point - centre, struck.impulse);
    size += norm(struck.impulse) *
                (1 + (norm(point) + norm(was.c) + norm(mover_.com)) / mass_.gyration) +
            norm(struck.moment) / mass_.gyration;
  }
  const Real left = norm(p) + norm(L) / mass_.gyration + reached.error + 64 * kUnit * size;
  left_.impulse += left;
  note(left / (kMostImpulse * left_.scale), before.end);
  add_jump(before, after, was);
}

/// Joints strike at the child's anchor, where it was just before.
Vec Follower::point_of_impulse(const Struck& struck) const {
  if (struck.joint == nullptr) return struck.point;
  const Course& child = mover_.courses[struck.joint->child];
  const auto later = std::partition_point(
      child.begin(), child.end(), [&](const auto* segment) { return segment->start < struck.at; });
  if (later == child.begin())
    return point_of(place_at(**later, 0), vec(struck.joint->anchor_child));
  const trace::Segment& last = **(later - 1);
  return point_of(
      place_at(last, std::min(between(last.start, struck.at), between(last.start, last.end))),
      vec(struck.joint->anchor_child));
}

/// Of the path itself.
void Follower::add_jump(const trace::Segment& before, const trace::Segment& after,
                        const Place& was) {
  const Place is = place_at(after, 0);
  const Vec u = {-was.q[1], -was.q[2], -was.q[3]};
  const Vec r = {is.q[1], is.q[2], is.q[3]};
  const Vec turn = Real{2} * (was.q[0] * r + is.q[0] * u + cross(u, r));
  const Real rounding =
      1e4L * kUnit * (size_of(before.position) + size_of(after.position) + 1 + norm(mover_.com));
  left_.displacement += norm(mover_.centre(is) - mover_.centre(was)) + rounding;
  left_.turn += norm(turn) * 1.01L + rounding;
}

void Follower::set_scale() {
  const trace::Trace& trace = mover_.trace;
  const Real duration = between(trace.header.start, trace.footer.end);
  left_.scale = mass_.mass * norm(vec(trace.header.gravity)) * duration;
  for (const trace::Segment* segment : course_) {
    // Bodies may start and end every segment at rest.
    const Place at = place_at(*segment, between(segment->start, segment->end) / 2);
    left_.scale = std::max({left_.scale, norm(vec(segment->momentum)),
                            norm(vec(segment->angular_momentum)) / mass_.gyration,
                            mass_.mass * norm(point_velocity(at, mover_.com)),
                            mass_.mass * mass_.gyration * norm(spin(at))});
  }
  left_.scale /= light_.mass;
  if (!(left_.scale > 0)) left_.scale = mass_.mass;
}

Left Follower::run() {
  set_scale();
  const auto& impulses = mover_.records.impulses;
  // Nothing is on file from before the start, or behind the end.
  while (next_impulse_ < impulses.size() && impulses[next_impulse_].at <= mover_.trace.header.start)
    ++next_impulse_;
  for (std::size_t k = 0; k < course_.size(); ++k) {
    left_.reached.push_back(along(*course_[k]));
    if (left_.problem != nullptr) return left_;
    if (k + 1 < course_.size()) seam(*course_[k], *course_[k + 1], left_.reached.back());
  }
  for (; next_impulse_ < impulses.size(); ++next_impulse_)
    if (!course_.empty() && impulses[next_impulse_].at < course_.back()->end)
      left_.impulse += norm(impulses[next_impulse_].impulse);
  return left_;
}

}  // namespace

Real most_turn(const BodyMass& mass) {
  return std::max(Real{kMostTurn}, kMostDisplacement / mass.gyration);
}

Left explained(const Mover& mover, const BodyMass& mass, const Lightness& light) {
  return Follower(mover, mass, light).run();
}

Energy energy_at_end(const Mover& mover, const BodyMass& mass, const trace::Segment& segment,
                     const Momenta& reached) {
  const Place at = place_at(segment, between(segment.start, segment.end));
  const Vec g = vec(mover.trace.header.gravity);
  const Vec L = turned(conjugate(at.q), reached.L);
  const Real moving = dot(reached.p, reached.p) / (2 * mass.mass);
  const Real turning = dot(L, mass.solved(L)) / 2;
  const Real falling = -mass.mass * dot(g, mover.centre(at));
  return {moving + turning + falling,
          moving + turning + mass.mass * norm(g) * (norm(at.c) + norm(mass.com))};
}

}  // namespace rigor::verification
