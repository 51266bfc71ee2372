// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <rigor/motion/force_split.hpp>
#include <rigor/solvers/block_cholesky.hpp>

namespace rigor {
namespace {

/// ε, as a fraction of the largest number on the diagonal of G G'.
constexpr double kProximal = 1e-10;
constexpr int kMostSteps = 40;
/// A residual of this fraction of the wrenches is rounding.
constexpr double kRounding = 1e-16;
/// Changes of a pattern at most, per contact.
constexpr int kChanges = 3;
/// Projections onto the cones at most, and how much narrower than the law's cones they are tried,
/// so that what is found has room to change along a motion.
constexpr int kMostProjections = 400;
constexpr std::array<double, 3> kNarrower{0.95, 0.999, 1.0};
/// What fixed parts may leave unexplained beyond the shortest forces, as a fraction of the
/// wrenches.
constexpr double kExplained = 1e-14;

/// One direction of force at a contact.
struct Direction {
  int contact = 0;
  Vector3 d_W = Vector3::Zero();
  std::array<Vector6, 2> on{Vector6::Zero(), Vector6::Zero()};  ///< a and b, moments over reach
};

std::vector<Direction> directions_of(const std::vector<SplitBody>& bodies,
                                     const std::vector<SplitContact>& contacts,
                                     const SplitPattern& pattern) {
  std::vector<Direction> all;
  const auto add = [&](int c, const Vector3& d) {
    const SplitContact& contact = contacts[c];
    Direction direction{c, d, {}};
    for (int side = 0; side < 2; ++side) {
      direction.on[side].setZero();
      const int i = contact.bodies[side];
      if (i < 0) continue;
      direction.on[side] << d, (contact.point_W - bodies[i].centre_W).cross(d) / bodies[i].reach;
      if (side == 0) direction.on[side] = -direction.on[side];
    }
    all.push_back(direction);
  };
  for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
    const SplitContact& contact = contacts[c];
    const auto along = [&](const Eigen::Vector2d& ray) {
      return Vector3(contact.normal_W + ray[0] * contact.tangents_W[0] +
                     ray[1] * contact.tangents_W[1]);
    };
    if (pattern[c].part == SplitRole::Part::None) continue;
    if (pattern[c].part == SplitRole::Part::Rim) {
      add(c, along(pattern[c].rim));
    } else if (contact.push == Push::Ray) {
      add(c, along(contact.ray));
    } else {
      add(c, contact.normal_W);
      if (contact.push == Push::Normal) continue;
      for (const Vector3& tangent : contact.tangents_W) add(c, tangent);
    }
  }
  return all;
}

std::vector<std::pair<int, int>> edges_of(const std::vector<SplitContact>& contacts) {
  std::vector<std::pair<int, int>> edges;
  for (const SplitContact& contact : contacts)
    if (contact.bodies[0] >= 0 && contact.bodies[1] >= 0 && contact.bodies[0] != contact.bodies[1])
      edges.emplace_back(contact.bodies[0], contact.bodies[1]);
  return edges;
}

using Parts = std::vector<Vector6>;

double largest(const Parts& parts) {
  double most = 0.0;
  for (const Vector6& part : parts) most = std::max(most, part.cwiseAbs().maxCoeff());
  return most;
}

/// Normal and tangential size of a force.
std::array<double, 2> shares(const SplitContact& contact, const Vector3& force) {
  return {contact.normal_W.dot(force),
          std::hypot(contact.tangents_W[0].dot(force), contact.tangents_W[1].dot(force))};
}

/// What is left to a contact whose force pulls or leaves its cone: the ray at the rim of the cone
/// where it left it, or nothing.
SplitRole narrowed(const SplitContact& contact, const SplitRole& role, const Vector3& force) {
  const auto [normal, tangential] = shares(contact, force);
  SplitRole out;
  out.part = SplitRole::Part::None;
  if (!(normal > 0.0 && tangential > 0.0) || role.part != SplitRole::Part::All) return out;
  out.part = SplitRole::Part::Rim;
  for (int k = 0; k < 2; ++k)
    out.rim[k] = contact.friction / tangential * contact.tangents_W[k].dot(force);
  return out;
}

Vector3 in_world(const SplitContact& contact, const Vector3& parts) {
  return parts[0] * contact.normal_W + parts[1] * contact.tangents_W[0] +
         parts[2] * contact.tangents_W[1];
}

Vector3 in_parts(const SplitContact& contact, const Vector3& force) {
  return {contact.normal_W.dot(force), contact.tangents_W[0].dot(force),
          contact.tangents_W[1].dot(force)};
}

/// The closest parts that the contact may push with; of a cone that of `narrower` times μ.
Vector3 projected(const SplitContact& contact, const Vector3& parts, double narrower) {
  Vector3 out = parts;
  if (contact.push == Push::Ray) {
    const Vector3 ray(1.0, contact.ray[0], contact.ray[1]);
    return std::max(0.0, parts.dot(ray) / ray.squaredNorm()) * ray;
  }
  if (contact.push == Push::Cone) {
    const double mu = narrower * contact.friction;
    const double tangential = parts.tail<2>().norm();
    if (tangential <= mu * parts[0]) return parts;
    const double normal = std::max(0.0, (parts[0] + mu * tangential) / (1.0 + mu * mu));
    out << normal, parts.tail<2>() * (tangential > 0.0 ? mu * normal / tangential : 0.0);
    return out;
  }
  out[0] = std::max(0.0, parts[0]);
  if (contact.push == Push::Normal) out.tail<2>().setZero();
  return out;
}

double worst_breach(const std::vector<SplitContact>& contacts, const SplitForces& split) {
  double worst = 0.0;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    worst = std::max(worst, breach(contacts[c], split.forces_W[c]));
  return worst;
}

/// Fixed parts from which the shortest rest leads to lawful forces, by alternating directions.
SplitPattern with_fixed_parts(const std::vector<SplitBody>& bodies,
                              const std::vector<SplitContact>& contacts, double allowed) {
  SplitPattern best(contacts.size());
  const SplitForces shortest = split_forces(bodies, contacts, best);
  double size = 0.0;
  for (const SplitBody& body : bodies) size = std::max(size, body.wrench_W.head<3>().norm());
  const double missing = 2.0 * shortest.missing + kExplained * size;
  double least = worst_breach(contacts, shortest);
  for (const double narrower : kNarrower) {
    SplitPattern pattern(contacts.size());
    std::vector<Vector3> carried(contacts.size(), Vector3::Zero());
    SplitForces split = shortest;
    for (int step = 0; step < kMostProjections && least > allowed; ++step) {
      for (std::size_t c = 0; c < contacts.size(); ++c) {
        const Vector3 goal = in_parts(contacts[c], split.forces_W[c]) + carried[c];
        const Vector3 lawful = projected(contacts[c], goal, narrower);
        carried[c] = goal - lawful;
        pattern[c].fixed = lawful - carried[c];
      }
      split = split_forces(bodies, contacts, pattern);
      const double worst = worst_breach(contacts, split);
      if (worst < least && split.missing <= missing) best = pattern, least = worst;
    }
  }
  return best;
}

}  // namespace

SplitForces split_forces(const std::vector<SplitBody>& bodies,
                         const std::vector<SplitContact>& contacts, const SplitPattern& pattern) {
  const std::vector<Direction> directions = directions_of(bodies, contacts, pattern);
  const auto side = [&](const Direction& d, int s) { return contacts[d.contact].bodies[s]; };
  const int count = static_cast<int>(bodies.size());
  BlockCholesky system(count, edges_of(contacts));
  system.clear();
  double diagonal = 0.0;
  for (const Direction& d : directions) {
    for (int s = 0; s < 2; ++s)
      if (side(d, s) >= 0) {
        system.add_diagonal(side(d, s), d.on[s] * d.on[s].transpose());
        diagonal = std::max(diagonal, d.on[s].squaredNorm());
      }
    if (side(d, 0) >= 0 && side(d, 1) >= 0)
      system.add(side(d, 0), side(d, 1), d.on[0] * d.on[1].transpose());
  }
  SplitForces out;
  out.forces_W.assign(contacts.size(), Vector3::Zero());
  Parts rest(bodies.size());
  for (int i = 0; i < count; ++i) {
    rest[i] = bodies[i].wrench_W;
    rest[i].tail<3>() /= bodies[i].reach;
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (pattern[c].fixed.isZero(0.0)) continue;
    const Vector3 force = in_world(contacts[c], pattern[c].fixed);
    out.forces_W[c] = force;
    for (int s = 0; s < 2; ++s) {
      const int i = contacts[c].bodies[s];
      if (i < 0) continue;
      Vector6 given;
      given << force, (contacts[c].point_W - bodies[i].centre_W).cross(force) / bodies[i].reach;
      rest[i] -= s == 0 ? Vector6(-given) : given;
    }
  }
  for (int i = 0; i < count; ++i) {
    system.add_diagonal(i,
                        std::max(kProximal * diagonal, 1e-300) * BlockCholesky::Block::Identity());
  }
  const Parts wanted = rest;
  const double size = largest(wanted);
  out.missing = size;
  if (directions.empty() || size == 0.0 || !system.factor()) return out;
  Parts y(bodies.size(), Vector6::Zero());
  std::vector<double> x(directions.size(), 0.0);
  for (int step = 0; step < kMostSteps && out.missing > kRounding * size; ++step) {
    Parts change = rest;
    system.solve(change);
    for (int i = 0; i < count; ++i) y[i] += change[i];
    Parts left = wanted;
    std::vector<double> trial(directions.size());
    for (std::size_t k = 0; k < directions.size(); ++k) {
      const Direction& d = directions[k];
      for (int s = 0; s < 2; ++s)
        if (side(d, s) >= 0) trial[k] += d.on[s].dot(y[side(d, s)]);
      for (int s = 0; s < 2; ++s)
        if (side(d, s) >= 0) left[side(d, s)] -= trial[k] * d.on[s];
    }
    const double missing = largest(left);
    if (!(missing < 0.9 * out.missing)) {
      if (missing < out.missing) x = trial, out.missing = missing;
      break;
    }
    x = std::move(trial);
    out.missing = missing;
    rest = std::move(left);
  }
  for (std::size_t k = 0; k < directions.size(); ++k)
    out.forces_W[directions[k].contact] += x[k] * directions[k].d_W;
  return out;
}

double breach(const SplitContact& contact, const Vector3& force_W) {
  const auto [normal, tangential] = shares(contact, force_W);
  const double pull = std::max(0.0, -normal);
  if (contact.push != Push::Cone) return pull;
  return std::max(pull, tangential - contact.friction * std::max(0.0, normal));
}

SplitPattern choose_pattern(const std::vector<SplitBody>& bodies,
                            const std::vector<SplitContact>& contacts, double allowed) {
  SplitPattern pattern(contacts.size());
  SplitForces split = split_forces(bodies, contacts, pattern);
  // The sums come first: a change that they do not bear is taken back.
  const double missing = std::max(allowed, 2.0 * split.missing);
  std::vector<char> kept(contacts.size(), 0);
  const int most = kChanges * static_cast<int>(contacts.size());
  for (int change = 0; change < most; ++change) {
    int worst = -1;
    double size = allowed;
    for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
      const double here = breach(contacts[c], split.forces_W[c]);
      if (here > size && kept[c] == 0) size = here, worst = c;
    }
    if (worst < 0) break;
    const SplitRole before = pattern[worst];
    pattern[worst] = narrowed(contacts[worst], before, split.forces_W[worst]);
    SplitForces trial = split_forces(bodies, contacts, pattern);
    if (trial.missing <= missing) {
      split = std::move(trial);
    } else {
      pattern[worst] = before;
      kept[worst] = 1;
    }
  }
  const double left = worst_breach(contacts, split);
  if (left <= allowed) return pattern;
  SplitPattern fixed = with_fixed_parts(bodies, contacts, allowed);
  const SplitForces other = split_forces(bodies, contacts, fixed);
  const bool explains = other.missing <= std::max(2.0 * split.missing, 1e-3 * allowed);
  return explains && worst_breach(contacts, other) < left ? fixed : pattern;
}

}  // namespace rigor
