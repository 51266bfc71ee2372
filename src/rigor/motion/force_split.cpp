// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <rigor/motion/centred_split.hpp>
#include <rigor/motion/force_split.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/solvers/block_cholesky.hpp>

namespace rigor {
namespace {

/// One direction of force at a contact.
struct Direction {
  int contact = 0;
  std::array<int, 2> bodies{-1, -1};  ///< a and b
  Vector3 d_W = Vector3::Zero();
  std::array<Vector6, 2> on{Vector6::Zero(), Vector6::Zero()};  ///< them, moments over reach
};

std::vector<Direction> directions_of(const std::vector<SplitBody>& bodies,
                                     const std::vector<SplitContact>& contacts,
                                     const SplitPattern& pattern) {
  std::vector<Direction> all;
  all.reserve(3 * contacts.size());
  const auto add = [&](int c, const Vector3& d) {
    if (d.isZero(0.0)) return;
    const SplitContact& contact = contacts[c];
    Direction direction{c, contact.bodies, d, {}};
    for (int side = 0; side < 2; ++side) {
      direction.on[side].setZero();
      const int i = contact.bodies[side];
      if (i >= 0) direction.on[side] = felt(bodies[i], contact, side, d);
    }
    all.push_back(direction);
  };
  for (int c = 0; c < std::ssize(contacts); ++c) {
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
      if (contact.lean > 0.0)
        for (const Vector3& tangent : contact.tangents_W) add(c, contact.lean * tangent);
    } else {
      const double ease = contact.push == Push::Free ? kJointEase : 1.0;
      add(c, ease * contact.normal_W);
      if (contact.push == Push::Normal) continue;
      for (const Vector3& tangent : contact.tangents_W) add(c, ease * tangent);
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

/// The matrix of one choice of directions, factored once; the fixed parts may differ.
class SplitSystem {
 public:
  SplitSystem(const std::vector<SplitBody>& bodies, const std::vector<SplitContact>& contacts,
              const SplitPattern& pattern, double proximal = kShortestProximal);

  /// For a pattern whose contacts take part as those of the first one.
  SplitForces forces(const SplitPattern& pattern) const;

 private:
  /// What the fixed parts, which are written to `out`, leave of the wrenches.
  Parts wanted(const SplitPattern& pattern, std::vector<Vector3>& out) const;
  /// Per direction G'y, and what is missing of the wrenches then.
  void apply(const Parts& y, std::vector<double>& x, Parts& left) const;

  const std::vector<SplitBody>& bodies_;
  const std::vector<SplitContact>& contacts_;
  std::vector<Direction> directions_;
  BlockCholesky system_;
  bool factored_ = false;
};

SplitSystem::SplitSystem(const std::vector<SplitBody>& bodies,
                         const std::vector<SplitContact>& contacts, const SplitPattern& pattern,
                         double proximal)
    : bodies_(bodies),
      contacts_(contacts),
      directions_(directions_of(bodies, contacts, pattern)),
      system_(static_cast<int>(bodies.size()), edges_of(contacts)) {
  double diagonal = 0.0;
  for (const Direction& d : directions_) {
    for (int s = 0; s < 2; ++s)
      if (d.bodies[s] >= 0) {
        system_.add_diagonal(d.bodies[s], d.on[s] * d.on[s].transpose());
        diagonal = std::max(diagonal, d.on[s].squaredNorm());
      }
    if (d.bodies[0] >= 0 && d.bodies[1] >= 0)
      system_.add(d.bodies[0], d.bodies[1], d.on[0] * d.on[1].transpose());
  }
  for (int i = 0; i < std::ssize(bodies); ++i)
    system_.add_diagonal(i,
                         std::max(proximal * diagonal, 1e-300) * BlockCholesky::Block::Identity());
  factored_ = !directions_.empty() && system_.factor();
}

Parts SplitSystem::wanted(const SplitPattern& pattern, std::vector<Vector3>& out) const {
  Parts rest(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    rest[i] = bodies_[i].wrench_W;
    rest[i].tail<3>() /= bodies_[i].reach;
  }
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    if (pattern[c].fixed.isZero(0.0)) continue;
    // What slips has friction along its slip of now, whatever the pattern was chosen at.
    const Vector3 parts = contacts_[c].push == Push::Ray
                              ? parts_along_slip(contacts_[c], pattern[c].fixed[0])
                              : pattern[c].fixed;
    const Vector3 force = in_world(contacts_[c], parts);
    out[c] = force;
    for (int s = 0; s < 2; ++s) {
      const int i = contacts_[c].bodies[s];
      if (i < 0) continue;
      rest[i] -= felt(bodies_[i], contacts_[c], s, force);
    }
  }
  return rest;
}

void SplitSystem::apply(const Parts& y, std::vector<double>& x, Parts& left) const {
  for (std::size_t k = 0; k < directions_.size(); ++k) {
    const Direction& d = directions_[k];
    x[k] = 0.0;
    for (int s = 0; s < 2; ++s)
      if (d.bodies[s] >= 0) x[k] += d.on[s].dot(y[d.bodies[s]]);
    for (int s = 0; s < 2; ++s)
      if (d.bodies[s] >= 0) left[d.bodies[s]] -= x[k] * d.on[s];
  }
}

SplitForces SplitSystem::forces(const SplitPattern& pattern) const {
  SplitForces out;
  out.forces_W.assign(contacts_.size(), Vector3::Zero());
  const Parts goal = wanted(pattern, out.forces_W);
  const double size = largest(goal);
  out.missing = size;
  if (!factored_ || size == 0.0) return out;
  Parts rest = goal;
  Parts y(bodies_.size(), Vector6::Zero());
  std::vector<double> x(directions_.size(), 0.0);
  std::vector<double> trial(directions_.size());
  for (int step = 0; step < kMostSplitSteps && out.missing > kRoundedWrench * size; ++step) {
    system_.solve(rest);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += rest[i];
    rest = goal;
    apply(y, trial, rest);
    const double missing = largest(rest);
    const bool helps = missing < 0.9 * out.missing;
    if (missing < out.missing) x = trial, out.missing = missing;
    if (!helps) break;
  }
  for (std::size_t k = 0; k < directions_.size(); ++k)
    out.forces_W[directions_[k].contact] += x[k] * directions_[k].d_W;
  return out;
}

double worst_breach(const std::vector<SplitContact>& contacts, const SplitForces& split) {
  double worst = 0.0;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    worst = std::max(worst, breach(contacts[c], split.forces_W[c]));
  return worst;
}

}  // namespace

Vector6 felt(const SplitBody& body, const SplitContact& contact, int side, const Vector3& d) {
  Vector6 on;
  on << Vector3::Zero(), d / body.reach;
  if (!contact.turns) on << d, (contact.point_W - body.centre_W).cross(d) / body.reach;
  return side == 0 ? Vector6(-on) : on;
}

Vector3 in_world(const SplitContact& contact, const Vector3& parts) {
  return parts[0] * contact.normal_W + parts[1] * contact.tangents_W[0] +
         parts[2] * contact.tangents_W[1];
}

Vector3 parts_of(const SplitContact& contact, const Vector3& force_W) {
  return {contact.normal_W.dot(force_W), contact.tangents_W[0].dot(force_W),
          contact.tangents_W[1].dot(force_W)};
}

Vector3 parts_along_slip(const SplitContact& contact, double load) {
  return load * Vector3(1.0, contact.ray[0], contact.ray[1]);
}

std::vector<SplitBody> lacking(std::vector<SplitBody> bodies,
                               const std::vector<SplitContact>& contacts,
                               const std::vector<Vector3>& forces_W) {
  for (std::size_t c = 0; c < forces_W.size(); ++c)
    for (int side = 0; side < 2; ++side) {
      if (contacts[c].bodies[side] < 0) continue;
      SplitBody& body = bodies[contacts[c].bodies[side]];
      const Vector6 on = felt(body, contacts[c], side, forces_W[c]);
      body.wrench_W.head<3>() -= on.head<3>();
      body.wrench_W.tail<3>() -= body.reach * on.tail<3>();
    }
  return bodies;
}

SplitForces split_forces(const std::vector<SplitBody>& bodies,
                         const std::vector<SplitContact>& contacts, const SplitPattern& pattern) {
  return SplitSystem(bodies, contacts, pattern).forces(pattern);
}

SplitForces completed_forces(const std::vector<SplitBody>& bodies,
                             const std::vector<SplitContact>& contacts, const SplitForces& split) {
  double most = 0.0;  // load of what slips
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contacts[c].push == Push::Ray)
      most = std::max(most, contacts[c].normal_W.dot(split.forces_W[c]));
  std::vector<SplitContact> loose = contacts;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].push != Push::Ray) continue;
    loose[c].push = Push::Held;
    const double share =
        most > 0.0 ? std::max(0.0, contacts[c].normal_W.dot(split.forces_W[c])) / most : 1.0;
    for (Vector3* d : {&loose[c].normal_W, &loose[c].tangents_W[0], &loose[c].tangents_W[1]})
      *d *= share;
  }
  double size = 0.0;
  for (const SplitBody& body : bodies) size = std::max(size, body.wrench_W.head<3>().norm());
  SplitForces best = split;
  for (const double proximal : {kShortestProximal, kClosestProximal}) {
    if (best.missing <= kClosestMissing * size) break;
    const std::vector<SplitBody> rest = lacking(bodies, contacts, best.forces_W);
    const SplitPattern all(contacts.size());
    SplitForces trial = SplitSystem(rest, loose, all, proximal).forces(all);
    for (std::size_t c = 0; c < contacts.size(); ++c) trial.forces_W[c] += best.forces_W[c];
    if (trial.missing < best.missing) best = std::move(trial);
  }
  return best;
}

double breach(const SplitContact& contact, const Vector3& force_W) {
  if (contact.push == Push::Free) return 0.0;
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
  const int most = kPatternChanges * static_cast<int>(contacts.size());
  for (int change = 0; change < most; ++change) {
    int worst = -1;
    double size = allowed;
    for (int c = 0; c < std::ssize(contacts); ++c) {
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
  const std::optional<SplitPattern> centred =
      centred_pattern(bodies, contacts, nullptr, kBarelyHeld);
  if (!centred) return pattern;
  const SplitForces other = split_forces(bodies, contacts, *centred);
  const bool explains = other.missing <= std::max(2.0 * split.missing, 1e-3 * allowed);
  return explains && worst_breach(contacts, other) < left ? *centred : pattern;
}

}  // namespace rigor
