// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <rigor/classic/contact_impulses.hpp>
#include <rigor/dynamics/mass_matrix.hpp>
#include <rigor/laws/pyramid.hpp>

namespace rigor {
namespace {

/// Sides of the friction pyramid of the fixed-step methods.
constexpr int kPyramidEdges = 8;
/// The largest relative residual a pyramid's answer may have.
constexpr double kPyramidResidual = 1e-8;

/// One contact point and its pair.
struct Point {
  const PairContact* pair = nullptr;
  const PlaneContact* at = nullptr;
  std::size_t number = 0;  // in the order of contacts
};

/// A limit and its place among those asked for.
struct Stop {
  const LimitContact* at = nullptr;
  std::size_t number = 0;
};

/// What impulses may act on in one island: points first, then limits.
struct Touched {
  std::vector<Point> points;
  std::vector<Stop> stops;

  Eigen::Index size() const { return std::ssize(points) + std::ssize(stops); }
};

int mechanism_of(const SteppedBodies& bodies, int link) {
  if (link == kWorldLink) return -1;
  const Link& at = bodies.model.links[link];
  return at.fixed_to_world ? -1 : at.mechanism;
}

/// For each mechanism the first one that contacts hold together with it.
std::vector<int> islands_of(const SteppedBodies& bodies, const std::vector<PairContact>& contacts) {
  std::vector<int> root(bodies.model.mechanisms.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&root](int i) {
    while (root[i] != i) i = root[i];
    return i;
  };
  for (const PairContact& contact : contacts) {
    const PieceRefPair& pair = bodies.pairs[contact.pair];
    const int a = mechanism_of(bodies, pair.A.link);
    const int b = mechanism_of(bodies, pair.B.link);
    if (a >= 0 && b >= 0) root[std::max(find(a), find(b))] = std::min(find(a), find(b));
  }
  for (std::size_t i = 0; i < root.size(); ++i) root[i] = find(static_cast<int>(i));
  return root;
}

/// The speed of B's point against A's along a direction, as a row of J.
Eigen::VectorXd row_along(const SteppedBodies& bodies, const Point& point, const Vector3& u) {
  const PieceRefPair& pair = bodies.pairs[point.pair->pair];
  Eigen::VectorXd row = Eigen::VectorXd::Zero(bodies.model.v_size);
  const auto add = [&](int link, double sign) {
    if (link == kWorldLink) return;
    add_efforts(bodies.model, bodies.kinematics, link, point.at->point_W,
                {sign * u, Vector3::Zero()}, row);
  };
  add(pair.A.link, -1.0);
  add(pair.B.link, 1.0);
  if (bodies.loops) keep_in(bodies.loops->space, row);
  return row;
}

/// The speed away from a limit.
Eigen::VectorXd row_of(const SteppedBodies& bodies, const LimitId& limit) {
  Eigen::VectorXd row = Eigen::VectorXd::Zero(bodies.model.v_size);
  row[velocity_of(bodies, limit)] = limit.sign();
  if (bodies.loops) keep_in(bodies.loops->space, row);
  return row;
}

const Surface& surface_of(const SteppedBodies& bodies, const PieceRefPair& pair) {
  const Model& model = bodies.model;
  const auto material = [&model](const PieceRef& piece) {
    if (piece.link == kWorldLink) return model.half_spaces[piece.piece].material;
    return model.links[piece.link].pieces[piece.piece].material;
  };
  return surface(model, material(pair.A), material(pair.B));
}

/// The velocities of an island: places in v, and the blocks of the mass matrix.
struct IslandVelocities {
  std::vector<int> places;
  std::vector<Eigen::MatrixXd> blocks;
};

IslandVelocities velocities_of(const SteppedBodies& bodies, const std::vector<int>& root, int id,
                               const Eigen::MatrixXd& M) {
  IslandVelocities out;
  for (std::size_t m = 0; m < root.size(); ++m) {
    if (root[m] != id) continue;
    const Mechanism& mechanism = bodies.model.mechanisms[m];
    const int size = mechanism.end_v - mechanism.first_v;
    if (size == 0) continue;
    for (int i = 0; i < size; ++i) out.places.push_back(mechanism.first_v + i);
    out.blocks.emplace_back(M.block(mechanism.first_v, mechanism.first_v, size, size));
  }
  return out;
}

ContactSet contact_set(const SteppedBodies& bodies, const Touched& touched,
                       const IslandVelocities& island, MassFactor mass, const ImpulseQuery& query) {
  ContactSet set;
  set.mass = std::move(mass);
  const Eigen::Index count = touched.points.size();
  const Eigen::Index size = island.places.size();
  set.N.resize(touched.size(), size);
  set.T.setZero(2 * touched.size(), size);
  const bool apart = query.condition == NormalCondition::KeepApart;
  if (apart) set.normal_drive.resize(touched.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    const Point& point = touched.points[i];
    const Vector3& n = point.pair->nhat_AB_W;
    const auto tangents = tangent_basis(n);
    set.N.row(i) = row_along(bodies, point, n)(island.places);
    for (int k = 0; k < 2; ++k)
      set.T.row(2 * i + k) = row_along(bodies, point, tangents[k])(island.places);
    const Surface& surface = surface_of(bodies, bodies.pairs[point.pair->pair]);
    ContactProperties properties;
    properties.friction = surface.friction;
    properties.restitution = surface.restitution;
    set.contacts.push_back(properties);
    if (apart) set.normal_drive[i] = point.at->gap / query.step;
  }
  for (Eigen::Index i = count; i < touched.size(); ++i) {
    const LimitContact& at = *touched.stops[i - count].at;
    set.N.row(i) = row_of(bodies, at.limit)(island.places);
    ContactProperties properties;
    properties.tangential = false;
    properties.restitution = limit_restitution(*bodies.world, pair_of(at.limit));
    set.contacts.push_back(properties);
    if (apart) set.normal_drive[i] = at.gap / query.step;
  }
  return set;
}

/// Impulses of one island.
struct IslandAnswer {
  Eigen::VectorXd v;
  Eigen::VectorXd normal;
  Eigen::VectorXd tangential;
  double residual = 0.0;
  int pivots = 0;
  bool solved = true;
  bool indeterminate = false;
};

IslandAnswer by_pyramid(const ContactSet& set, const Eigen::VectorXd& v) {
  const int count = set.size();
  Eigen::MatrixXd J(3 * count, set.N.cols());
  FrictionProblem problem;
  problem.mu.resize(count);
  problem.least = Eigen::VectorXd::Zero(count);
  problem.sliding.resize(count);
  for (int i = 0; i < count; ++i) {
    J.row(3 * i) = set.N.row(i);
    J.middleRows(3 * i + 1, 2) = set.T.middleRows(2 * i, 2);
    problem.mu[i] = set.contacts[i].friction;
  }
  const Eigen::MatrixXd white = set.mass.whitened_rows(J);
  problem.W = white.transpose() * white;
  problem.b = J * v;
  const Eigen::VectorXd drive = normal_drive(set);
  for (int i = 0; i < count; ++i) problem.b[3 * i] += drive[i];
  const PyramidImpulse found = pyramid_impulse(problem, kPyramidEdges);
  IslandAnswer out;
  out.v = v + set.mass.solved(J.transpose() * found.r);
  out.normal.resize(count);
  out.tangential.resize(2 * count);
  for (int i = 0; i < count; ++i) {
    out.normal[i] = found.r[3 * i];
    out.tangential.segment<2>(2 * i) = found.r.segment<2>(3 * i + 1);
  }
  out.residual = found.residual;
  out.pivots = found.pivots;
  out.solved = found.status == LemkeStatus::Solved && found.residual <= kPyramidResidual;
  return out;
}

IslandAnswer answer_of(const SteppedBodies& bodies, const ContactSet& set, const Eigen::VectorXd& v,
                       const ImpulseQuery& query) {
  const Law law = query.law.value_or(bodies.world->law);
  if (query.pyramid && law == Law::Coulomb) return by_pyramid(set, v);
  const Impact impact = resolve_impact(law, set, v);
  return {impact.v,
          impact.normal,
          impact.tangential,
          impact.residual,
          0,
          impact.status != ImpactStatus::Failed,
          impact.indeterminate_motion};
}

void take(const IslandAnswer& from, const Touched& touched, const IslandVelocities& island,
          ImpulseAnswer& to) {
  const std::vector<Point>& points = touched.points;
  to.v(island.places) = from.v;
  to.residual = std::max(to.residual, from.residual);
  to.pivots += from.pivots;
  to.solved = to.solved && from.solved;
  to.indeterminate = to.indeterminate || from.indeterminate;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3& n = points[i].pair->nhat_AB_W;
    const auto tangents = tangent_basis(n);
    const Eigen::Index k = i;
    to.impulses[points[i].number] = from.normal[k] * n + from.tangential[2 * k] * tangents[0] +
                                    from.tangential[2 * k + 1] * tangents[1];
  }
  for (std::size_t i = 0; i < touched.stops.size(); ++i)
    to.limit_impulses[touched.stops[i].number] = from.normal[std::ssize(points) + i];
}

/// The contact points of the island `id`, in the order of contacts.
std::vector<Point> points_of(const SteppedBodies& bodies, const std::vector<PairContact>& contacts,
                             const std::vector<int>& root, int id) {
  std::vector<Point> points;
  std::size_t number = 0;
  for (const PairContact& contact : contacts) {
    const PieceRefPair& pair = bodies.pairs[contact.pair];
    const int a = mechanism_of(bodies, pair.A.link);
    const int b = mechanism_of(bodies, pair.B.link);
    const int at = b >= 0 ? b : a;
    const bool here = at >= 0 && root[at] == id;
    for (const PlaneContact& point : contact.points) {
      if (here) points.push_back({&contact, &point, number});
      ++number;
    }
  }
  return points;
}

std::vector<Stop> stops_of(const SteppedBodies& bodies, const std::vector<LimitContact>& limits,
                           const std::vector<int>& root, int id) {
  std::vector<Stop> stops;
  for (std::size_t i = 0; i < limits.size(); ++i)
    if (root[bodies.model.links[limits[i].limit.body].mechanism] == id)
      stops.push_back({&limits[i], i});
  return stops;
}

/// Impulses in one island, if anything violates the condition.
void resolve_island(const SteppedBodies& bodies, const Touched& touched,
                    const IslandVelocities& island, const Eigen::VectorXd& v,
                    const ImpulseQuery& query, ImpulseAnswer& out) {
  auto mass = factor_mass(island.blocks);
  if (!mass) {
    out.solved = false;
    return;
  }
  const ContactSet set = contact_set(bodies, touched, island, std::move(*mass), query);
  const Eigen::VectorXd here = v(island.places);
  const Eigen::VectorXd speeds = normal_speeds(set, here);
  for (std::size_t i = 0; i < touched.points.size(); ++i)
    out.approach[touched.points[i].number] = -speeds[i];
  if (speeds.minCoeff() < 0.0) take(answer_of(bodies, set, here, query), touched, island, out);
}

}  // namespace

ImpulseAnswer contact_impulses(const SteppedBodies& bodies,
                               const std::vector<PairContact>& contacts, const Eigen::VectorXd& v,
                               const ImpulseQuery& query) {
  ImpulseAnswer out;
  out.v = bodies.loops ? kept_velocity(bodies.loops->space, v) : v;
  std::size_t count = 0;
  for (const PairContact& contact : contacts) count += contact.points.size();
  out.impulses.assign(count, Vector3::Zero());
  out.approach.assign(count, 0.0);
  out.limit_impulses.assign(query.limits.size(), 0.0);
  if (count == 0 && query.limits.empty()) return out;
  const Eigen::VectorXd free = out.v;
  const std::vector<int> root = islands_of(bodies, contacts);
  const Eigen::MatrixXd M = mass_matrix(bodies.model, bodies.kinematics);
  for (int id = 0; id < std::ssize(root) && out.solved; ++id) {
    if (root[id] != id) continue;
    const Touched touched{points_of(bodies, contacts, root, id),
                          stops_of(bodies, query.limits, root, id)};
    if (touched.size() == 0) continue;
    resolve_island(bodies, touched, velocities_of(bodies, root, id, M), free, query, out);
  }
  return out;
}

}  // namespace rigor
