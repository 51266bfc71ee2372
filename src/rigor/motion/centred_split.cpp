// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <rigor/motion/centred_split.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/solvers/block_cholesky.hpp>

namespace rigor {
namespace {

using Parts = std::vector<Vector6>;

/// The directions of one contact on its two bodies, wrenches with moments over reach.
struct Columns {
  std::array<int, 2> bodies{-1, -1};
  int count = 1;
  std::array<Eigen::Matrix<double, 6, 3>, 2> on{};
};

double ease_of(const SplitContact& contact) {
  return contact.push == Push::Free ? kJointEase : 1.0;
}

Columns columns_of(const std::vector<SplitBody>& bodies, const SplitContact& contact) {
  Columns out;
  out.bodies = contact.bodies;
  std::array<Vector3, 3> directions{contact.normal_W, contact.tangents_W[0], contact.tangents_W[1]};
  if (contact.push == Push::Cone || contact.push == Push::Held || contact.push == Push::Free)
    out.count = 3;
  if (contact.push == Push::Ray)
    directions[0] += contact.ray[0] * directions[1] + contact.ray[1] * directions[2];
  for (int side = 0; side < 2; ++side) {
    out.on[side].setZero();
    const int i = contact.bodies[side];
    for (int k = 0; k < out.count && i >= 0; ++k) {
      out.on[side].col(k) = ease_of(contact) * felt(bodies[i], contact, side, directions[k]);
    }
  }
  return out;
}

/// φ of one contact, its slope and curvature, at forces in units of s; only `count` parts are
/// meant.
struct Potential {
  Vector3 slope = Vector3::Zero();
  Matrix3 curvature = Matrix3::Identity();
};

/// b, where normal forces may pull by `lowered`; negative outside.
double room(const SplitContact& contact, const Vector3& x, double lowered) {
  if (contact.push == Push::Free) return 1.0;
  const double normal = x[0] + lowered;
  if (contact.push != Push::Cone) return normal;
  return normal > 0.0
             ? contact.friction * contact.friction * normal * normal - x.tail<2>().squaredNorm()
             : -1.0;
}

Potential potential(const SplitContact& contact, const Vector3& x, double lowered) {
  if (contact.push == Push::Free) return {x, Matrix3::Identity()};
  const double b = room(contact, x, lowered);
  Vector3 slope = Vector3::UnitX();
  Matrix3 bend = Matrix3::Zero();
  if (contact.push == Push::Cone) {
    const double square = contact.friction * contact.friction;
    slope << 2.0 * square * (x[0] + lowered), -2.0 * x.tail<2>();
    bend.diagonal() << 2.0 * square, -2.0, -2.0;
  }
  Potential out;
  out.slope = x - kEdgeWeight / b * slope;
  out.curvature += kEdgeWeight * (slope * slope.transpose() / (b * b) - bend / b);
  return out;
}

/// The pattern whose fixed parts are these forces, in units of `size`.
SplitPattern pattern_of(const std::vector<SplitContact>& contacts, const std::vector<Vector3>& x,
                        double size) {
  SplitPattern made(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c)
    made[c].fixed = size * ease_of(contacts[c]) * x[c];
  return made;
}

/// Newton's method for one problem.
class Centring {
 public:
  Centring(const std::vector<SplitBody>& bodies, const std::vector<SplitContact>& contacts)
      : contacts_(contacts), wanted_(bodies.size()), x_(contacts.size(), Vector3::Zero()) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      wanted_[i] = bodies[i].wrench_W;
      wanted_[i].tail<3>() /= bodies[i].reach;
      size_ = std::max(size_, wanted_[i].cwiseAbs().maxCoeff());
    }
    std::vector<std::pair<int, int>> edges;
    for (const SplitContact& contact : contacts) {
      columns_.push_back(columns_of(bodies, contact));
      frictions_.push_back(contact.friction);
      const auto& [a, b] = contact.bodies;
      if (a >= 0 && b >= 0 && a != b) edges.emplace_back(a, b);
    }
    if (size_ > 0.0)
      for (Vector6& w : wanted_) w /= size_;
    system_.emplace(static_cast<int>(bodies.size()), edges);
  }

  /// From forces that explain the wrenches, lawful or not: the centred ones in cones at most
  /// `widest` times as wide as they are.
  std::optional<SplitPattern> solved(const SplitForces& from, double widest) {
    if (!begins_at(from)) return std::nullopt;
    if (raised() && centred(kCentredDecrement)) return pattern_of(contacts_, x_, size_);
    if (widest == 1.0 || !begins_at(from)) return std::nullopt;
    widen(kWideCones);
    if (!raised() || !(narrowed() <= widest)) return std::nullopt;
    return pattern_of(contacts_, x_, size_);
  }

  /// In the cones as they are; nothing if these forces are not inside.
  std::optional<SplitPattern> solved_inside(const SplitForces& from) {
    if (!begins_at(from) || !(needed_lowering() < 0.0) || !(needed_width() < 1.0) ||
        !centred(kCentredDecrement))
      return std::nullopt;
    return pattern_of(contacts_, x_, size_);
  }

 private:
  using Forces = std::vector<Vector3>;

  /// False if the forces do not explain the wrenches, or if there is nothing to explain.
  bool begins_at(const SplitForces& from) {
    if (size_ == 0.0 || contacts_.empty()) return false;
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      x_[c] = parts_of(contacts_[c], from.forces_W[c]) / (size_ * ease_of(contacts_[c]));
      if (columns_[c].count == 1) x_[c].tail<2>().setZero();
    }
    double left = 0.0;
    for (const Vector6& part : lacking(x_)) left += part.squaredNorm();
    return std::sqrt(left) <= kExplainedWrench;
  }

  void widen(double width) {
    for (std::size_t c = 0; c < contacts_.size(); ++c)
      contacts_[c].friction = width * frictions_[c];
  }

  /// Centred where all may pull first, which is then taken from them step by step. False if some
  /// must pull.
  bool raised() {
    lowered_ = 2.0 * std::max(needed_lowering(), 0.0);
    for (int k = 0; k < kMostWidths && lowered_ > 0.0; ++k) {
      if (!centred(kWholeSteps)) return false;
      const double needed = needed_lowering();
      const double next = needed < 0.0 ? 0.0 : 0.5 * (lowered_ + needed);
      if (lowered_ - next < kRaising * lowered_) return false;
      lowered_ = next;
    }
    return lowered_ == 0.0;
  }

  /// Centred in wide cones first, which are then narrowed to what they are. Returns the least
  /// width that the forces need, of those that were reached, and leaves the forces there.
  double narrowed() {
    double width = kWideCones;
    double reached = std::numeric_limits<double>::infinity();
    for (int k = 0; k < kMostWidths; ++k) {
      widen(width);
      const Forces before = x_;
      if (!centred(width == 1.0 ? kCentredDecrement : kWholeSteps)) {
        x_ = before;
        break;
      }
      if (width == 1.0) return width;
      reached = needed_width();
      const double next = reached < 1.0 ? 1.0 : 0.5 * (width + reached);
      if (reached >= 1.0 && width - next < kNarrowing * (width - 1.0)) break;
      width = next;
    }
    return reached;
  }

  /// By how much normal forces must be allowed to pull for the forces to be inside.
  double needed_lowering() const {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      if (contacts_[c].push == Push::Free) continue;
      const double held =
          contacts_[c].push == Push::Cone ? x_[c].tail<2>().norm() / contacts_[c].friction : 0.0;
      most = std::max(most, held - x_[c][0]);
    }
    return most;
  }

  /// The least width of the cones that holds the forces, of what it is.
  double needed_width() const {
    double most = 0.0;
    for (std::size_t c = 0; c < contacts_.size(); ++c)
      if (contacts_[c].push == Push::Cone)
        most = std::max(most, x_[c].tail<2>().norm() / (frictions_[c] * x_[c][0]));
    return most;
  }

  /// With G x = w kept, damped steps of Newton's method lead to the centre from anywhere inside.
  /// To this decrement. False if that gets lost.
  bool centred(double least) {
    double decrement = std::numeric_limits<double>::infinity();
    for (int step = 0; step < kMostSplitSteps && decrement > least; ++step) {
      const auto made = advance();
      if (!made) return false;
      decrement = *made;
    }
    return true;
  }

  /// w - G x.
  Parts lacking(const Forces& x) const {
    Parts left = wanted_;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (int s = 0; s < 2; ++s)
        if (columns_[c].bodies[s] >= 0) left[columns_[c].bodies[s]] -= columns_[c].on[s] * x[c];
    return left;
  }

  /// G' y of one contact.
  Vector3 pulled(std::size_t c, const Parts& y) const {
    Vector3 out = Vector3::Zero();
    for (int s = 0; s < 2; ++s)
      if (columns_[c].bodies[s] >= 0)
        out += columns_[c].on[s].transpose() * y[columns_[c].bodies[s]];
    return out;
  }

  /// Factors G H⁻¹ G'.
  bool factored(const std::vector<Matrix3>& inverse) {
    for (double added = kCentredProximal; added <= kMostProximal; added *= 10.0) {
      system_->clear();
      double diagonal = 0.0;
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const auto& [bodies, count, on] = columns_[c];
        for (int s = 0; s < 2; ++s) {
          if (bodies[s] < 0) continue;
          const Eigen::Matrix<double, 6, 3> answer = on[s] * inverse[c];
          const BlockCholesky::Block own = answer * on[s].transpose();
          system_->add_diagonal(bodies[s], own);
          diagonal = std::max(diagonal, own.diagonal().maxCoeff());
          if (s == 0 && bodies[1] >= 0)
            system_->add(bodies[0], bodies[1], answer * on[1].transpose());
        }
      }
      for (std::size_t i = 0; i < wanted_.size(); ++i)
        system_->add_diagonal(static_cast<int>(i), std::max(added * diagonal, 1e-300) *
                                                       BlockCholesky::Block::Identity());
      if (system_->factor()) return true;
    }
    return false;
  }

  /// One step; Newton's decrement before it, in units of √κ. Nothing if there is none.
  std::optional<double> advance() {
    std::vector<Matrix3> inverse(columns_.size(), Matrix3::Zero());
    std::vector<Potential> at;
    Parts right = lacking(x_);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const auto& [bodies, count, on] = columns_[c];
      at.push_back(potential(contacts_[c], x_[c], lowered_));
      if (count == 3)
        inverse[c] = at[c].curvature.inverse();
      else
        inverse[c](0, 0) = 1.0 / at[c].curvature(0, 0);
      for (int s = 0; s < 2; ++s)
        if (bodies[s] >= 0) right[bodies[s]] += on[s] * inverse[c] * at[c].slope;
    }
    if (!factored(inverse)) return std::nullopt;
    for (Vector6& part : right) part = -part;
    system_->solve(right);
    Forces way;
    double square = 0.0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      way.push_back(-inverse[c] * (at[c].slope + pulled(c, right)));
      square += way[c].dot(at[c].curvature * way[c]);
    }
    const double decrement = std::sqrt(square / kEdgeWeight);
    if (!follow(way, decrement > kWholeSteps ? 1.0 / (1.0 + decrement) : 1.0)) return std::nullopt;
    return decrement;
  }

  /// Goes this share of the step, or as much of it as stays inside.
  bool follow(const Forces& way, double share) {
    for (int halving = 0; halving < kMostStepHalvings; ++halving, share *= 0.5) {
      Forces x = x_;
      bool inside = true;
      for (std::size_t c = 0; c < x.size(); ++c) {
        x[c] += share * way[c];
        inside = inside && room(contacts_[c], x[c], lowered_) > 0.0;
      }
      if (!inside) continue;
      x_ = std::move(x);
      return true;
    }
    return false;
  }

  std::vector<SplitContact> contacts_;  ///< with cones as wide as they are at present
  std::vector<double> frictions_;       ///< μ of each
  std::vector<Columns> columns_;
  Parts wanted_;  ///< in units of s
  Forces x_;
  double size_ = 0.0;     ///< s, N
  double lowered_ = 0.0;  ///< by so much all may pull at present, in units of s
  std::optional<BlockCholesky> system_;
};

}  // namespace

std::optional<SplitPattern> centred_pattern(const std::vector<SplitBody>& bodies,
                                            const std::vector<SplitContact>& contacts,
                                            const SplitPattern* near, double widest) {
  if (near != nullptr)
    if (auto found =
            Centring(bodies, contacts).solved_inside(split_forces(bodies, contacts, *near)))
      return found;
  const SplitForces shortest = split_forces(bodies, contacts, SplitPattern(contacts.size()));
  return Centring(bodies, contacts).solved(shortest, widest);
}

}  // namespace rigor
