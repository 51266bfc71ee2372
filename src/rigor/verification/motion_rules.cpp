// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <numbers>

#include <rigor/verification/motion_rules.hpp>

namespace rigor::verification {
namespace {

using Real = long double;
using Vec = std::array<Real, 3>;
using Quat = std::array<Real, 4>;  // w, x, y, z
using trace::Time;
/// Of the energy at the end, as on file and as it is.
constexpr Real kSameEnergy = 1e-8L;
constexpr Real kUnit = std::numeric_limits<Real>::epsilon();

Vec operator+(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vec operator-(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vec operator*(Real s, const Vec& a) { return {s * a[0], s * a[1], s * a[2]}; }
Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Real norm(const Vec& a) { return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }
Vec vec(const trace::Triple& x) { return {x[0], x[1], x[2]}; }

/// M(q) v: |q|² times the rotated vector.
Vec turned(const Quat& q, const Vec& v) {
  const Vec u = {q[1], q[2], q[3]};
  const Real uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  const Real uv = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const Vec c = cross(u, v);
  Vec out;
  for (int i = 0; i < 3; ++i) out[i] = (q[0] * q[0] - uu) * v[i] + 2 * uv * u[i] + 2 * q[0] * c[i];
  return out;
}
Quat conjugate(const Quat& q) { return {q[0], -q[1], -q[2], -q[3]}; }
Real norm_squared(const Quat& q) { return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]; }

/// b - a, s.
Real between(const Time& a, const Time& b) {
  return (static_cast<Real>(b.base) - a.base) + (static_cast<Real>(b.offset) - a.offset);
}

/// Value and slope of a Chebyshev series at x.
std::array<Real, 2> evaluated(const std::vector<double>& c, Real x) {
  Real t0 = 1, t1 = x, d0 = 0, d1 = 1;
  std::array<Real, 2> sum{c[0], 0};
  for (std::size_t k = 1; k < c.size(); ++k) {
    sum[0] += c[k] * t1;
    sum[1] += c[k] * d1;
    const Real t2 = 2 * x * t1 - t0;
    const Real d2 = 2 * t1 + 2 * x * d1 - d0;
    t0 = t1, t1 = t2, d0 = d1, d1 = d2;
  }
  return sum;
}

Vec value(const std::array<std::vector<double>, 3>& rows, Real x) {
  return {evaluated(rows[0], x)[0], evaluated(rows[1], x)[0], evaluated(rows[2], x)[0]};
}

/// A bound of a series on [-1, 1].
template <class Rows>
Real size_of(const Rows& rows) {
  Real most = 0;
  for (const auto& row : rows) {
    Real sum = 0;
    for (const double c : row) sum += std::abs(static_cast<Real>(c));
    most += sum;
  }
  return most;
}

/// A bound of the slope.
template <class Rows>
Real slope_of(const Rows& rows) {
  Real most = 0;
  for (const auto& row : rows)
    for (std::size_t k = 1; k < row.size(); ++k)
      most += static_cast<Real>(k) * static_cast<Real>(k) * std::abs(static_cast<Real>(row[k]));
  return most;
}

template <class Rows>
int degree_of(const Rows& rows) {
  return static_cast<int>(rows[0].size()) - 1;
}

/// Where a body is, at one instant of a segment.
struct Place {
  Vec c, v;
  Quat q, rate;
};

Place place_at(const trace::Segment& segment, Real since) {
  const Real x = 2 * since / segment.length - 1;
  const Real pace = 2 / static_cast<Real>(segment.length);
  Place at;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto [f, d] = evaluated(segment.position[i], x);
    at.c[i] = f, at.v[i] = pace * d;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const auto [f, d] = evaluated(segment.quaternion[i], x);
    at.q[i] = f, at.rate[i] = pace * d;
  }
  return at;
}

/// 2 vec(q̄ q̇): |q|² times the spin in body axes.
Vec spin(const Place& at) {
  const Vec u = {-at.q[1], -at.q[2], -at.q[3]};
  const Vec r = {at.rate[1], at.rate[2], at.rate[3]};
  return 2 * (at.q[0] * r + at.rate[0] * u + cross(u, r));
}

/// Chebyshev nodes and the series through values at them.
class Nodes {
 public:
  /// cos(π k / (2 count)), of any k >= 0.
  Real cosine(int k, int count) {
    std::vector<Real>& table = tables_[count];
    if (table.empty())
      for (int i = 0; i < 4 * count; ++i)
        table.push_back(std::cos(std::numbers::pi_v<Real> * i / (2 * count)));
    return table[static_cast<std::size_t>(k % (4 * count))];
  }
  Real node(int j, int count) { return cosine(2 * j + 1, count); }

 private:
  std::map<int, std::vector<Real>> tables_;
};

/// ∫ from -1 to x of the interpolant, as coefficients.
std::vector<Vec> integral(const std::vector<Vec>& values, Nodes& nodes) {
  const int count = static_cast<int>(values.size());
  std::vector<Vec> c(static_cast<std::size_t>(count) + 2, Vec{});
  for (int k = 0; k < count; ++k) {
    for (int j = 0; j < count; ++j) c[k] = c[k] + nodes.cosine((2 * j + 1) * k, count) * values[j];
    c[k] = (static_cast<Real>(k == 0 ? 1 : 2) / count) * c[k];
  }
  std::vector<Vec> out(static_cast<std::size_t>(count) + 1, Vec{});
  for (int k = 1; k <= count; ++k) {
    const Vec before = k == 1 ? Real{2} * c[0] : c[k - 1];
    out[k] = (1 / static_cast<Real>(2 * k)) * (before - c[k + 1]);
  }
  for (int k = 1; k <= count; ++k) out[0] = k % 2 == 1 ? out[0] + out[k] : out[0] - out[k];
  return out;
}

Vec sum_at(const std::vector<Vec>& c, Real x) {
  Real t0 = 1, t1 = x;
  Vec sum{};
  for (const Vec& coefficient : c) {
    sum = sum + t0 * coefficient;
    const Real t2 = 2 * x * t1 - t0;
    t0 = t1, t1 = t2;
  }
  return sum;
}

/// A force record as one body feels it.
struct Felt {
  const trace::ContactForce* force = nullptr;
  Real sign = 1;  ///< 1: the body is b
};

/// The body's vertex that a force acts at; kWorld: none, it has a path of its own.
struct Carrier {
  trace::PieceId piece;
  std::uint32_t vertex = trace::kWorld;
  bool of_b = false;
};

Carrier carrier_of(const trace::ContactForce& force, const trace::ForcePoint& point) {
  if (point.vertex_b != trace::kWorld) return {force.b, point.vertex_b, true};
  return {force.a, point.vertex_a, false};
}

/// What acts on a body along a stretch.
struct Acting {
  std::vector<Felt> forces;
  std::vector<const trace::Segment*> others;  ///< of forces at vertices of the other body: its path
  int degree = 0;                             ///< of the moments
  int highest = 0;                            ///< of the series that are evaluated
  Real push = 0;                              ///< bound of the forces
  Real lever = 0;                             ///< and of their moments
};

/// The rounding of a series' value, as a fraction of the sum of its coefficients.
Real series_error(const Acting& all) {
  return 8 * static_cast<Real>((all.highest + 4) * (all.highest + 4)) * kUnit;
}

/// An impulse as one body feels it.
struct Struck {
  Time at;
  Vec point{};
  Vec impulse{};
};

/// What concerns one body.
struct BodyRecords {
  std::vector<Felt> forces;      ///< by begin
  std::vector<Struck> impulses;  ///< by time
  std::vector<const trace::Load*> loads;
};

/// What is left of one body over the run.
struct Left {
  Real displacement = 0;
  Real turn = 0;
  Real impulse = 0;  ///< N s
  Real scale = 0;    ///< N s, that impulse is measured by
  double worst_time = 0.0;
  Real worst = 0;  ///< largest single contribution, as a fraction of what is allowed
  const char* problem = nullptr;
  Real energy = 0;       ///< J, where its last segment ends
  Real energy_size = 0;  ///< sum of the sizes of its terms
};

class BodyCheck {
 public:
  BodyCheck(const trace::Trace& trace, std::uint32_t body, const BodyRecords& records,
            const std::vector<std::vector<const trace::Segment*>>& courses)
      : trace_(trace),
        body_(trace.bodies[body]),
        index_(body),
        records_(records),
        courses_(courses),
        course_(courses[body]) {}

  Left run();

 private:
  struct End {
    Vec p, L;
    Real error = 0;  ///< of p, and of L over the radius of gyration
  };

  /// What forces add to the momenta along a stretch, as series, and bounds of the errors.
  struct Gains {
    std::vector<Vec> p, L;
    Real p_error = 0;
    Real L_error = 0;
  };

  bool prepare();
  Acting acting_on(const trace::Segment& segment, const Time& begin, const Time& end) const;
  bool add_other_vertices(const trace::Segment& segment, const Time& begin, const Time& end,
                          Acting& all) const;
  void add_contacts(const Acting& all, const Place& at, const Time& begin, Real after, Vec& force,
                    Vec& moment, Real& stretchy) const;
  Gains gains(const trace::Segment& segment, const Acting& all, const Time& begin, Real h,
              Real& stretchy);
  End along(const trace::Segment& segment);
  void stretch(const trace::Segment& segment, const Time& begin, const Time& end, End& state);
  void add_load(const trace::Load& load, const Place& at, Real t, Vec& force, Vec& moment) const;
  void seam(const trace::Segment& before, const trace::Segment& after, const End& reached);
  void note(Real share, const Time& when);
  void add_energy(const trace::Segment& last, const End& reached);
  std::vector<Time> cuts(const trace::Segment& segment);
  const trace::Segment* segment_over(std::uint32_t body, const Time& begin, const Time& end) const;
  Vec solved(const Vec& moment) const;

  const trace::Trace& trace_;
  const trace::Body& body_;
  std::uint32_t index_;
  const BodyRecords& records_;
  const std::vector<std::vector<const trace::Segment*>>& courses_;
  const std::vector<const trace::Segment*>& course_;
  Nodes nodes_;
  std::size_t first_force_ = 0;
  std::size_t next_impulse_ = 0;
  std::array<Real, 9> inverse_{};
  Real inverse_size_ = 0;
  Real gyration_ = 1;
  Left left_;
};

bool BodyCheck::prepare() {
  const auto& I = body_.inertia;
  const auto moderate = [](double x) { return std::abs(x) <= 1e50; };
  if (!moderate(body_.mass) || !(body_.mass > 0.0)) return false;
  for (const double x : body_.com)
    if (x != 0.0) return false;
  for (const double x : I)
    if (!moderate(x)) return false;
  const auto at = [&](int i, int j) {
    return static_cast<Real>(I[static_cast<std::size_t>(3 * i + j)]);
  };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j)
      if (std::abs(at(i, j) - at(j, i)) >
          1e-12L * (std::abs(at(0, 0)) + std::abs(at(1, 1)) + std::abs(at(2, 2))))
        return false;
  const Real minor = at(0, 0) * at(1, 1) - at(0, 1) * at(1, 0);
  Real determinant = 0;
  for (int j = 0; j < 3; ++j)
    determinant += at(0, j) * (at(1, (j + 1) % 3) * at(2, (j + 2) % 3) -
                               at(1, (j + 2) % 3) * at(2, (j + 1) % 3));
  const Real trace = at(0, 0) + at(1, 1) + at(2, 2);
  // Far from singular, so that the inverse is known.
  if (!(at(0, 0) > 0 && minor > 0 && determinant > 1e-9L * trace * trace * trace / 27))
    return false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      inverse_[static_cast<std::size_t>(3 * j + i)] =
          (at((i + 1) % 3, (j + 1) % 3) * at((i + 2) % 3, (j + 2) % 3) -
           at((i + 1) % 3, (j + 2) % 3) * at((i + 2) % 3, (j + 1) % 3)) /
          determinant;
    }
  // A body's moments obey the triangle inequality about every axis: ½ tr(I) 1 - I, which is its
  // distribution of mass, has no negative eigenvalue.
  const auto spread = [&](int i, int j) { return (i == j ? trace / 2 : 0) - at(i, j); };
  const Real slack = 1e-9L * trace;
  Real least = 0;
  for (int j = 0; j < 3; ++j)
    least += spread(0, j) * (spread(1, (j + 1) % 3) * spread(2, (j + 2) % 3) -
                             spread(1, (j + 2) % 3) * spread(2, (j + 1) % 3));
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3;
    if (spread(i, i) < -slack) return false;
    if (spread(i, i) * spread(k, k) - spread(i, k) * spread(k, i) < -slack * trace) return false;
  }
  if (least < -slack * trace * trace) return false;
  for (const Real x : inverse_) inverse_size_ += std::abs(x);
  gyration_ = std::sqrt(trace / (2 * static_cast<Real>(body_.mass)));
  return true;
}

Vec BodyCheck::solved(const Vec& moment) const {
  Vec out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) out[i] += inverse_[3 * i + j] * moment[j];
  return out;
}

void BodyCheck::note(Real share, const Time& when) {
  if (share <= left_.worst) return;
  left_.worst = share;
  left_.worst_time = seconds(when);
}

/// Instants inside the segment at which what acts on the body changes.
std::vector<Time> BodyCheck::cuts(const trace::Segment& segment) {
  std::vector<Time> all = {segment.start, segment.end};
  const auto add = [&](const Time& t) {
    if (segment.start < t && t < segment.end) all.push_back(t);
  };
  while (first_force_ < records_.forces.size() &&
         records_.forces[first_force_].force->end <= segment.start)
    ++first_force_;
  for (std::size_t k = first_force_; k < records_.forces.size(); ++k) {
    const trace::ContactForce& force = *records_.forces[k].force;
    if (!(force.begin < segment.end)) break;
    add(force.begin);
    add(force.end);
  }
  for (const trace::Load* load : records_.loads)
    for (const double t : load->times)
      if (std::abs(t) < 0x1p39 && t >= 0.0) add(trace::time_from(t));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// The segment of another body that covers the time; null if there is none.
const trace::Segment* BodyCheck::segment_over(std::uint32_t body, const Time& begin,
                                              const Time& end) const {
  if (body >= courses_.size()) return nullptr;
  const auto& course = courses_[body];
  const auto next = std::partition_point(course.begin(), course.end(),
                                         [&](const auto* s) { return s->start <= begin; });
  if (next == course.begin()) return nullptr;
  const trace::Segment* found = *(next - 1);
  return found->end < end ? nullptr : found;
}

/// The load at t seconds, on the body placed so: its force in the world, and its moment about the
/// centre of mass.
void BodyCheck::add_load(const trace::Load& load, const Place& at, Real t, Vec& force,
                         Vec& moment) const {
  const std::size_t count = load.times.size();
  std::size_t k = 0;
  while (k + 1 < count && !(t < load.times[k + 1])) ++k;
  Vec f = vec(load.forces[k]);
  Vec m = vec(load.moments[k]);
  if (k + 1 < count && t > load.times[k] && load.times[k] < load.times[k + 1]) {
    const Real u = (t - load.times[k]) / (static_cast<Real>(load.times[k + 1]) - load.times[k]);
    f = f + u * (vec(load.forces[k + 1]) - f);
    m = m + u * (vec(load.moments[k + 1]) - m);
  }
  const Real scale = 2 - norm_squared(at.q);
  if (load.axes == trace::LoadAxes::Body) {
    f = scale * turned(at.q, f);
    m = scale * turned(at.q, m);
  }
  force = force + f;
  moment = moment + m + cross(scale * turned(at.q, vec(load.point)), f);
}

/// The contact forces of the stretch that act at vertices of the body, or along paths of their own,
/// and the given forces.
Acting BodyCheck::acting_on(const trace::Segment& segment, const Time& begin,
                            const Time& end) const {
  const int dx = degree_of(segment.position);
  const int dq = degree_of(segment.quaternion);
  const Real reach = 4 * size_of(segment.quaternion) * size_of(segment.quaternion);
  Acting all;
  all.highest = std::max(dx, dq);
  for (std::size_t k = first_force_; k < records_.forces.size(); ++k) {
    const Felt& felt = records_.forces[k];
    if (!(felt.force->begin < end)) break;
    if (begin < felt.force->begin || felt.force->end < end) continue;
    all.forces.push_back(felt);
    for (const trace::ForcePoint& point : felt.force->points) {
      const Carrier carrier = carrier_of(*felt.force, point);
      const bool own = carrier.vertex != trace::kWorld && carrier.of_b == (felt.sign > 0);
      const trace::PieceId& other = felt.sign > 0 ? felt.force->a : felt.force->b;
      int arm = own ? 4 * dq : std::max(dx, degree_of(point.path));
      // At a vertex of the other body: add_other_vertices counts its own path.
      if (!own && point.path[0].empty() && other.body != trace::kWorld) arm = 0;
      const Real arms =
          own ? reach * norm(vec(body_.pieces[carrier.piece.piece].vertices[carrier.vertex]))
              : size_of(point.path) + size_of(segment.position);
      const Real size = size_of(point.force);
      all.degree = std::max(all.degree, degree_of(point.force) + arm);
      all.highest = std::max({all.highest, degree_of(point.force), degree_of(point.path)});
      all.push += size;
      all.lever += arms * size;
    }
  }
  for (const trace::Load* load : records_.loads) {
    Real f = 0, m = 0;
    for (const auto& x : load->forces) f = std::max(f, norm(vec(x)));
    for (const auto& x : load->moments) m = std::max(m, norm(vec(x)));
    all.push += f;
    all.lever += m + reach * norm(vec(load->point)) * f;
    all.degree = std::max(all.degree, (load->axes == trace::LoadAxes::Body ? 8 : 4) * dq + 1);
  }
  return all;
}

/// Forces at vertices of the other body move with it. False: some body has no path there.
bool BodyCheck::add_other_vertices(const trace::Segment& segment, const Time& begin,
                                   const Time& end, Acting& all) const {
  all.others.assign(all.forces.size(), nullptr);
  for (std::size_t k = 0; k < all.forces.size(); ++k) {
    const trace::ContactForce& force = *all.forces[k].force;
    const trace::PieceId& other = all.forces[k].sign > 0 ? force.a : force.b;
    for (const trace::ForcePoint& point : force.points) {
      const Carrier carrier = carrier_of(force, point);
      if (carrier.vertex == trace::kWorld || carrier.of_b == (all.forces[k].sign > 0)) continue;
      const trace::Segment* path = segment_over(other.body, begin, end);
      if (path == nullptr) return false;
      all.others[k] = path;
      const int x = degree_of(path->position);
      const int q = degree_of(path->quaternion);
      all.degree = std::max(
          all.degree, std::max({degree_of(segment.position), x, 4 * q}) + degree_of(point.force));
      all.highest = std::max({all.highest, x, q});
      all.lever += (size_of(path->position) + size_of(segment.position) +
                    16 * size_of(path->quaternion) * size_of(path->quaternion)) *
                   size_of(point.force);
    }
  }
  return true;
}

/// The contact forces and their moments about the centre of mass, `after` seconds from `begin`.
void BodyCheck::add_contacts(const Acting& all, const Place& at, const Time& begin, Real after,
                             Vec& force, Vec& moment, Real& stretchy) const {
  for (std::size_t k = 0; k < all.forces.size(); ++k) {
    const trace::ContactForce& record = *all.forces[k].force;
    const Real x = 2 * (between(record.begin, begin) + after) / record.length - 1;
    for (const trace::ForcePoint& point : record.points) {
      const Vec f = all.forces[k].sign * value(point.force, x);
      force = force + f;
      const Carrier carrier = carrier_of(record, point);
      if (carrier.vertex == trace::kWorld) {
        moment = moment + cross(value(point.path, x) - at.c, f);
        continue;
      }
      const trace::PieceId& id = carrier.piece;
      const Vec r = vec(trace_.bodies[id.body].pieces[id.piece].vertices[carrier.vertex]);
      if (id.body == index_) {
        moment = moment + cross((2 - norm_squared(at.q)) * turned(at.q, r), f);
        continue;
      }
      const trace::Segment& path = *all.others[k];
      const Place there = place_at(path, between(path.start, begin) + after);
      stretchy = std::max(stretchy, std::abs(norm_squared(there.q) - 1));
      const Vec arm = there.c + (2 - norm_squared(there.q)) * turned(there.q, r) - at.c;
      moment = moment + cross(arm, f);
    }
  }
}

/// p and L along the stretch, from its start, and bounds of all roundings: of series, of forces and
/// moments at the nodes, of their integrals.
BodyCheck::Gains BodyCheck::gains(const trace::Segment& segment, const Acting& all,
                                  const Time& begin, Real h, Real& stretchy) {
  const int samples = all.degree + 1;
  std::vector<Vec> forces(static_cast<std::size_t>(samples), Vec{});
  std::vector<Vec> moments(static_cast<std::size_t>(samples), Vec{});
  const Vec weight = static_cast<Real>(body_.mass) * vec(trace_.header.gravity);
  Real force_most = 0, moment_most = 0;
  for (int j = 0; j < samples; ++j) {
    const Real after = h * (nodes_.node(j, samples) + 1) / 2;
    const Place at = place_at(segment, between(segment.start, begin) + after);
    stretchy = std::max(stretchy, std::abs(norm_squared(at.q) - 1));
    Vec& force = forces[static_cast<std::size_t>(j)];
    Vec& moment = moments[static_cast<std::size_t>(j)];
    add_contacts(all, at, begin, after, force, moment, stretchy);
    for (const trace::Load* load : records_.loads)
      add_load(*load, at, static_cast<Real>(begin.base) + begin.offset + after, force, moment);
    force = force + weight;
    force_most = std::max(force_most, norm(force));
    moment_most = std::max(moment_most, norm(moment));
  }
  const Real count = static_cast<Real>(samples);
  const Real integration = 32 * count * count * kUnit;
  Gains out;
  out.p = integral(forces, nodes_);
  out.L = integral(moments, nodes_);
  out.p_error = h * (6 * series_error(all) * (all.push + norm(weight)) + integration * force_most);
  out.L_error = h * (96 * series_error(all) * all.lever + integration * moment_most);
  return out;
}

/// Goes on from `state` over one stretch on which all that acts is smooth, and adds what is left.
void BodyCheck::stretch(const trace::Segment& segment, const Time& begin, const Time& end,
                        End& state) {
  const Real h = between(begin, end);
  const Real mass = body_.mass;
  Acting all = acting_on(segment, begin, end);
  if (!add_other_vertices(segment, begin, end, all)) {
    left_.problem = "a force acts at a vertex whose motion is not that of one segment";
    return;
  }
  Real stretchy = 0;  // of |q|² - 1
  const Gains gained = gains(segment, all, begin, h, stretchy);
  // The path against them.
  const int dq = degree_of(segment.quaternion);
  const int bent = std::max({degree_of(segment.position), 2 * dq, all.degree + 1 + 2 * dq, 1});
  const int nodes = (3 * bent) / 2 + 1;
  const Real v_size = 2 / static_cast<Real>(segment.length) * slope_of(segment.position);
  const Real w_size = 4 / static_cast<Real>(segment.length) * size_of(segment.quaternion) *
                      slope_of(segment.quaternion);
  Real v_most = 0, w_most = 0, p_most = 0, L_most = 0;
  for (int j = 0; j < nodes; ++j) {
    const Real x = nodes_.node(j, nodes);
    const Place at = place_at(segment, between(segment.start, begin) + h * (x + 1) / 2);
    stretchy = std::max(stretchy, std::abs(norm_squared(at.q) - 1));
    const Vec p = state.p + (h / 2) * sum_at(gained.p, x);
    const Vec L = state.L + (h / 2) * sum_at(gained.L, x);
    p_most = std::max(p_most, norm(p));
    L_most = std::max(L_most, norm(L));
    v_most = std::max(v_most, norm(at.v - (1 / mass) * p));
    w_most = std::max(w_most, norm(spin(at) - solved(turned(conjugate(at.q), L))));
  }
  const Real series = series_error(all);
  stretchy = 2.1L * stretchy + 64 * series;
  if (stretchy > 1e-3L) {
    left_.problem = "a quaternion is not of unit length to 1e-3";
    return;
  }
  const Real L_error = gained.L_error + stretchy * stretchy * h * all.lever;
  const Real v_all =
      2.1L * (v_most + series * v_size + (gained.p_error + 64 * kUnit * p_most) / mass);
  const Real w_all =
      2.1L * (1 + 2 * stretchy) *
      (w_most + 16 * series * w_size + 4 * inverse_size_ * (L_error + 64 * kUnit * L_most));
  left_.displacement += h * v_all;
  left_.turn += h * w_all;
  note(h * std::max(v_all / kMostDisplacement, w_all / kMostTurn), begin);
  state.p = state.p + (h / 2) * sum_at(gained.p, 1);
  state.L = state.L + (h / 2) * sum_at(gained.L, 1);
  state.error += gained.p_error + L_error / gyration_ + 64 * kUnit * (p_most + L_most / gyration_);
}

BodyCheck::End BodyCheck::along(const trace::Segment& segment) {
  End state{vec(segment.momentum), vec(segment.angular_momentum), 0};
  const std::vector<Time> times = cuts(segment);
  for (std::size_t k = 0; k + 1 < times.size() && left_.problem == nullptr; ++k)
    stretch(segment, times[k], times[k + 1], state);
  return state;
}

/// From one segment to the next: jumps of the path, and of the momenta less the impulses on file.
void BodyCheck::seam(const trace::Segment& before, const trace::Segment& after,
                     const End& reached) {
  const Place was = place_at(before, between(before.start, before.end));
  const Place is = place_at(after, 0);
  Vec p = vec(after.momentum) - reached.p;
  Vec L = vec(after.angular_momentum) - reached.L;
  Real size = norm(vec(after.momentum)) + norm(reached.p) +
              (norm(vec(after.angular_momentum)) + norm(reached.L)) / gyration_;
  while (next_impulse_ < records_.impulses.size() &&
         records_.impulses[next_impulse_].at <= before.end) {
    const Struck& struck = records_.impulses[next_impulse_++];
    if (struck.at != before.end) {
      left_.impulse += norm(struck.impulse);  // acts where no segment ends
      note(norm(struck.impulse) / (kMostImpulse * left_.scale), struck.at);
      continue;
    }
    const Vec arm = struck.point - was.c;
    p = p - struck.impulse;
    L = L - cross(arm, struck.impulse);
    size += norm(struck.impulse) * (1 + (norm(struck.point) + norm(was.c)) / gyration_);
  }
  const Real left = norm(p) + norm(L) / gyration_ + reached.error + 64 * kUnit * size;
  left_.impulse += left;
  note(left / (kMostImpulse * left_.scale), before.end);
  const Vec u = {-was.q[1], -was.q[2], -was.q[3]};
  const Vec r = {is.q[1], is.q[2], is.q[3]};
  const Vec turn = Real{2} * (was.q[0] * r + is.q[0] * u + cross(u, r));
  const Real rounding = 1e4L * kUnit * (size_of(before.position) + size_of(after.position) + 1);
  left_.displacement += norm(is.c - was.c) + rounding;
  left_.turn += norm(turn) * 1.01L + rounding;
}

/// Kinetic and potential energy at the end of the last segment.
void BodyCheck::add_energy(const trace::Segment& last, const End& reached) {
  const Place at = place_at(last, between(last.start, last.end));
  const Vec g = vec(trace_.header.gravity);
  const Vec L = turned(conjugate(at.q), reached.L);
  const Vec w = solved(L);
  const Real mass = body_.mass;
  const Real moving = norm(reached.p) * norm(reached.p) / (2 * mass);
  const Real turning = (L[0] * w[0] + L[1] * w[1] + L[2] * w[2]) / 2;
  const Real falling = -mass * (g[0] * at.c[0] + g[1] * at.c[1] + g[2] * at.c[2]);
  left_.energy = moving + turning + falling;
  left_.energy_size = moving + turning + mass * norm(g) * norm(at.c);
}

Left BodyCheck::run() {
  if (!prepare()) {
    left_.problem = "mass, inertia or centre of mass are not those of a free body";
    return left_;
  }
  const Real duration = between(trace_.header.start, trace_.footer.end);
  left_.scale = static_cast<Real>(body_.mass) * norm(vec(trace_.header.gravity)) * duration;
  for (const trace::Segment* segment : course_)
    left_.scale = std::max(left_.scale, norm(vec(segment->momentum)));
  if (!(left_.scale > 0)) left_.scale = body_.mass;
  // Nothing is on file from before the start, or behind the end.
  while (next_impulse_ < records_.impulses.size() &&
         records_.impulses[next_impulse_].at <= trace_.header.start)
    ++next_impulse_;
  for (std::size_t k = 0; k < course_.size() && left_.problem == nullptr; ++k) {
    const End reached = along(*course_[k]);
    if (left_.problem != nullptr) break;
    if (k + 1 < course_.size())
      seam(*course_[k], *course_[k + 1], reached);
    else
      add_energy(*course_[k], reached);
  }
  for (; next_impulse_ < records_.impulses.size(); ++next_impulse_)
    if (!course_.empty() && records_.impulses[next_impulse_].at < course_.back()->end)
      left_.impulse += norm(records_.impulses[next_impulse_].impulse);
  return left_;
}

std::vector<BodyRecords> records_of(const trace::Trace& trace) {
  std::vector<BodyRecords> all(trace.bodies.size());
  for (const trace::ContactForce& force : trace.forces) {
    if (force.a.body != trace::kWorld) all[force.a.body].forces.push_back({&force, -1});
    all[force.b.body].forces.push_back({&force, 1});
  }
  for (const trace::Event& event : trace.events) {
    for (const trace::EventContact& contact : event.contacts) {
      const Vec impulse = vec(contact.impulse);
      if (contact.a.body != trace::kWorld)
        all[contact.a.body].impulses.push_back({event.at, vec(contact.point), Real{-1} * impulse});
      if (contact.b.body != trace::kWorld)
        all[contact.b.body].impulses.push_back({event.at, vec(contact.point), impulse});
    }
  }
  for (const trace::Load& load : trace.loads) all[load.body].loads.push_back(&load);
  for (BodyRecords& body : all) {
    std::stable_sort(body.forces.begin(), body.forces.end(),
                     [](const Felt& x, const Felt& y) { return x.force->begin < y.force->begin; });
    std::stable_sort(body.impulses.begin(), body.impulses.end(),
                     [](const Struck& x, const Struck& y) { return x.at < y.at; });
  }
  return all;
}

/// Whether the footer's energy is that of the bodies; nothing is said if others than free ones have
/// mass, if some body is on file beyond the end of the run, or if the run ended with an event: the
/// velocities after it are not on file.
bool tells_energy(const Subject& subject, const std::vector<Left>& left) {
  const trace::Trace& trace = *subject.trace;
  for (std::uint32_t i = 0; i < trace.bodies.size(); ++i) {
    const bool free = trace.bodies[i].kind == trace::BodyKind::Free;
    if (!free && trace.bodies[i].mass > 0.0) return true;
    if (free && subject.courses[i].back()->end != trace.footer.end) return true;
  }
  const auto at_end = [&](const trace::Event& event) { return event.at == trace.footer.end; };
  if (std::any_of(trace.events.begin(), trace.events.end(), at_end)) return true;
  Real energy = 0, size = std::abs(static_cast<Real>(trace.footer.energy_initial));
  for (const Left& body : left) {
    if (body.problem != nullptr) return true;
    energy += body.energy;
    size += body.energy_size;
  }
  return std::abs(energy - trace.footer.energy_final) <= kSameEnergy * size;
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.3g", x);
  return text;
}

}  // namespace

MotionReport check_motion(const Subject& subject, Work& work, Report& report) {
  const trace::Trace& trace = *subject.trace;
  MotionReport out;
  out.claim = trace.header.motion;
  // What a killed run wrote last need not be whole.
  if (out.claim != trace::MotionClaim::Full || !trace.complete) return out;
  const std::vector<BodyRecords> records = records_of(trace);
  std::vector<std::uint32_t> free;
  for (std::uint32_t body = 0; body < trace.bodies.size(); ++body)
    if (trace.bodies[body].kind == trace::BodyKind::Free) free.push_back(body);
  std::vector<Left> left(free.size());
  work.share(free.size(), [&](std::size_t i) {
    left[i] = BodyCheck(trace, free[i], records[free[i]], subject.courses).run();
  });
  if (work.stopped()) return out;
  out.bodies = free.size();
  for (std::size_t i = 0; i < free.size(); ++i) {
    const Left& body = left[i];
    report.checked(Rule::Motion);
    const double displacement = static_cast<double>(body.displacement);
    const double turn = static_cast<double>(body.turn);
    const double impulse = static_cast<double>(body.impulse / std::max(body.scale, Real{1e-300L}));
    out.displacement = std::max(out.displacement, displacement);
    out.turn = std::max(out.turn, turn);
    out.impulse = std::max(out.impulse, impulse);
    const bool kept =
        displacement <= kMostDisplacement && turn <= kMostTurn && impulse <= kMostImpulse;
    if (body.problem == nullptr && kept) continue;
    report.failed({Rule::Motion,
                   false,
                   body.worst_time,
                   {free[i], 0},
                   {free[i], 0},
                   body.problem != nullptr
                       ? std::string(body.problem)
                       : "forces on file leave " + number(displacement) + " m, " + number(turn) +
                             " rad and " + number(impulse) + " of m g T unexplained"});
  }
  const bool told = tells_energy(subject, left);
  if (!told)
    report.failed({Rule::Motion,
                   false,
                   seconds(trace.footer.end),
                   {},
                   {},
                   "the energy at the end, as on file, is not that of the bodies"});
  out.ok =
      told &&
      std::all_of(left.begin(), left.end(), [](const Left& x) { return x.problem == nullptr; }) &&
      out.displacement <= kMostDisplacement && out.turn <= kMostTurn && out.impulse <= kMostImpulse;
  return out;
}

}  // namespace rigor::verification
