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

double room(const SplitContact& contact, const Vector3& x) {
  if (contact.push == Push::Free) return 1.0;
  if (contact.push != Push::Cone) return x[0];
  return x[0] > 0.0 ? contact.friction * contact.friction * x[0] * x[0] - x.tail<2>().squaredNorm()
                    : -1.0;
}

Potential potential(const SplitContact& contact, const Vector3& x) {
  if (contact.push == Push::Free) return {x, Matrix3::Identity()};
  const double b = room(contact, x);
  Vector3 slope = Vector3::UnitX();
  Matrix3 bend = Matrix3::Zero();
  if (contact.push == Push::Cone) {
    const double square = contact.friction * contact.friction;
    slope << 2.0 * square * x[0], -2.0 * x.tail<2>();
    bend.diagonal() << 2.0 * square, -2.0, -2.0;
  }
  Potential out;
  out.slope = x - kEdgeWeight / b * slope;
  out.curvature += kEdgeWeight * (slope * slope.transpose() / (b * b) - bend / b);
  return out;
}

/// Newton's method for one problem.
class Centring {
 public:
  Centring(const std::vector<SplitBody>& bodies, const std::vector<SplitContact>& contacts)
      : contacts_(contacts), wanted_(bodies.size()), y_(bodies.size(), Vector6::Zero()) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      wanted_[i] = bodies[i].wrench_W;
      wanted_[i].tail<3>() /= bodies[i].reach;
      size_ = std::max(size_, wanted_[i].cwiseAbs().maxCoeff());
    }
    std::vector<std::pair<int, int>> edges;
    for (const SplitContact& contact : contacts) {
      columns_.push_back(columns_of(bodies, contact));
      x_.emplace_back(contact.push == Push::Free ? 0.0 : 1.0, 0.0, 0.0);
      frictions_.push_back(contact.friction);
      const auto& [a, b] = contact.bodies;
      if (a >= 0 && b >= 0 && a != b) edges.emplace_back(a, b);
    }
    if (size_ > 0.0)
      for (Vector6& w : wanted_) w /= size_;
    system_.emplace(static_cast<int>(bodies.size()), edges);
  }

  /// In cones at most `widest` times as wide as they are.
  std::optional<SplitPattern> solved(double widest) {
    if (size_ == 0.0 || contacts_.empty()) return std::nullopt;
    const double width = narrowed();
    if (!(width <= widest)) return std::nullopt;
    return pattern();
  }

  /// In the cones as they are, from these forces; nothing if they are not inside.
  std::optional<SplitPattern> solved_from(const SplitPattern& near) {
    if (size_ == 0.0 || contacts_.empty()) return std::nullopt;
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      x_[c] = near[c].fixed / (size_ * ease_of(contacts_[c]));
      if (columns_[c].count == 1) x_[c].tail<2>().setZero();
      if (!(room(contacts_[c], x_[c]) > 0.0)) return std::nullopt;
    }
    if (!centred(1.0)) return std::nullopt;
    return pattern();
  }

 private:
  using Forces = std::vector<Vector3>;

  SplitPattern pattern() const {
    SplitPattern made(contacts_.size());
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      made[c].fixed = size_ * ease_of(contacts_[c]) * x_[c];
      if (contacts_[c].push == Push::Ray)
        made[c].fixed.tail<2>() = size_ * x_[c][0] * contacts_[c].ray;
    }
    return made;
  }

  /// Centred in wide cones first, which are then narrowed to what they are. Returns the least
  /// width that the forces need, of those that were reached, and leaves the forces there.
  double narrowed() {
    double width = kWideCones;
    double reached = std::numeric_limits<double>::infinity();
    for (int k = 0; k < kMostWidths; ++k) {
      const Forces before = x_;
      if (!centred(width)) {
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

  /// The least width of the cones that holds the forces, of what it is.
  double needed_width() const {
    double most = 0.0;
    for (std::size_t c = 0; c < contacts_.size(); ++c)
      if (contacts_[c].push == Push::Cone)
        most = std::max(most, x_[c].tail<2>().norm() / (frictions_[c] * x_[c][0]));
    return most;
  }

  /// Newton's steps with cones of this width; whether they explain the wrenches.
  bool centred(double width) {
    for (std::size_t c = 0; c < contacts_.size(); ++c)
      contacts_[c].friction = width * frictions_[c];
    Residual now = residual(x_, y_);
    for (int step = 0; step < kMostSplitSteps && now.of_wrenches > kExplainedWrench; ++step)
      if (!advance(now)) return false;
    // With G x = w kept, damped steps of Newton's method lead to the centre from anywhere inside.
    for (int step = 0; step < kMostSplitSteps && decrement_ > kCentredDecrement; ++step)
      if (!advance(now)) return false;
    decrement_ = std::numeric_limits<double>::infinity();
    return now.of_wrenches <= kExplainedWrench;
  }

  struct Residual {
    double of_forces = 0.0;
    double of_wrenches = 0.0;
    double size() const { return std::hypot(of_forces, of_wrenches); }
  };

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

  Residual residual(const Forces& x, const Parts& y) const {
    Residual out;
    double forces = 0.0;
    double wrenches = 0.0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Vector3 left = potential(contacts_[c], x[c]).slope + pulled(c, y);
      forces += columns_[c].count == 1 ? left[0] * left[0] : left.squaredNorm();
    }
    for (const Vector6& left : lacking(x)) wrenches += left.squaredNorm();
    out.of_forces = std::sqrt(forces);
    out.of_wrenches = std::sqrt(wrenches);
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

  /// One step; whether it brought the residual down.
  bool advance(Residual& now) {
    std::vector<Matrix3> inverse(columns_.size(), Matrix3::Zero());
    std::vector<Vector3> slopes;
    std::vector<Matrix3> curvatures;
    Parts right = lacking(x_);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const auto& [bodies, count, on] = columns_[c];
      const Potential at = potential(contacts_[c], x_[c]);
      if (count == 3)
        inverse[c] = at.curvature.inverse();
      else
        inverse[c](0, 0) = 1.0 / at.curvature(0, 0);
      slopes.push_back(at.slope);
      curvatures.push_back(at.curvature);
      for (int s = 0; s < 2; ++s)
        if (bodies[s] >= 0) right[bodies[s]] += on[s] * inverse[c] * at.slope;
    }
    if (!factored(inverse)) return false;
    for (Vector6& part : right) part = -part;
    system_->solve(right);
    Forces way;
    double square = 0.0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      way.push_back(-inverse[c] * (slopes[c] + pulled(c, right)));
      square += way[c].dot(curvatures[c] * way[c]);
    }
    decrement_ = std::sqrt(square / kEdgeWeight);
    return follow(way, right, now);
  }

  /// Goes along the step: while G x = w does not hold, as far as it stays inside and helps.
  bool follow(const Forces& way, const Parts& y, Residual& now) {
    const bool kept = now.of_wrenches <= kExplainedWrench;
    double share = kept && decrement_ > kWholeSteps ? 1.0 / (1.0 + decrement_) : 1.0;
    for (int halving = 0; halving < kMostStepHalvings; ++halving, share *= 0.5) {
      Forces x = x_;
      Parts multipliers = y_;
      bool inside = true;
      for (std::size_t c = 0; c < x.size(); ++c) {
        x[c] += share * way[c];
        inside = inside && room(contacts_[c], x[c]) > 0.0;
      }
      if (!inside) continue;
      for (std::size_t i = 0; i < y_.size(); ++i) multipliers[i] += share * (y[i] - y_[i]);
      const Residual there = residual(x, multipliers);
      if (!kept && !(there.size() <= (1.0 - kPromisedProgress * share) * now.size())) continue;
      x_ = std::move(x);
      y_ = std::move(multipliers);
      now = there;
      return true;
    }
    return false;
  }

  std::vector<SplitContact> contacts_;  ///< with cones as wide as they are at present
  std::vector<double> frictions_;       ///< μ of each
  std::vector<Columns> columns_;
  Parts wanted_;  ///< in units of s
  Parts y_;
  std::vector<Vector3> x_;
  double size_ = 0.0;  ///< s, N
  double decrement_ = std::numeric_limits<double>::infinity();
  std::optional<BlockCholesky> system_;
};

}  // namespace

std::optional<SplitPattern> centred_pattern(const std::vector<SplitBody>& bodies,
                                            const std::vector<SplitContact>& contacts,
                                            const SplitPattern* near, double widest) {
  if (near != nullptr)
    if (auto found = Centring(bodies, contacts).solved_from(*near)) return found;
  return Centring(bodies, contacts).solved(widest);
}

}  // namespace rigor
