// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <Eigen/LU>
#include <Eigen/QR>

#include <rigor/laws/body_system.hpp>
#include <rigor/laws/bodywise_polish.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// The rows of u that the modes set to zero, and as many of them as are independent.
class ZeroRows {
 public:
  ZeroRows(const FrictionProblem& problem, const std::vector<FrictionMode>& modes) {
    for (int i = 0; i < problem.size(); ++i) {
      const FrictionMode mode = modes[i];
      for (int k = 0; k < 3; ++k)
        if ((k == 0 ? mode.closed : mode.sticks) && problem.G.col(3 * i + k).norm() > 0.0)
          rows_.push_back(3 * i + k);
    }
    Eigen::MatrixXd unit(problem.G.rows(), static_cast<Eigen::Index>(rows_.size()));
    for (Eigen::Index c = 0; c < unit.cols(); ++c) {
      length_.push_back(problem.G.col(rows_[c]).norm());
      unit.col(c) = problem.G.col(rows_[c]) / length_[c];
    }
    basis_.resize(problem.G.rows(), 0);
    if (rows_.empty()) return;
    qr_.setThreshold(kRowRank);
    qr_.compute(unit);
    basis_ = qr_.householderQ() * Eigen::MatrixXd::Identity(unit.rows(), qr_.rank());
  }

  /// Orthonormal columns that the independent rows span.
  const Eigen::MatrixXd& basis() const { return basis_; }
  /// What the bodies' answer must be along them, so that u becomes zero in the rows.
  Eigen::VectorXd asked(const Eigen::VectorXd& u) const {
    Eigen::VectorXd wanted(static_cast<Eigen::Index>(rows_.size()));
    for (Eigen::Index c = 0; c < wanted.size(); ++c) wanted[c] = -u[rows_[c]] / length_[c];
    if (rows_.empty()) return wanted;
    Eigen::VectorXd along = (qr_.colsPermutation().transpose() * wanted).head(qr_.rank());
    qr_.matrixQR()
        .topLeftCorner(qr_.rank(), qr_.rank())
        .triangularView<Eigen::Upper>()
        .transpose()
        .solveInPlace(along);
    return along;
  }

 private:
  std::vector<int> rows_;
  std::vector<double> length_;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr_;
  Eigen::MatrixXd basis_;
};

/// How the friction of a contact that slips turns with its slip: dr_t = -gain across (across·du_t).
struct Turning {
  int contact = 0;
  Vector2 across = Vector2::Zero();
  double gain = 0.0;
};

std::vector<Turning> turnings_of(const FrictionProblem& problem,
                                 const std::vector<FrictionMode>& modes, const Eigen::VectorXd& r,
                                 const Eigen::VectorXd& u) {
  std::vector<Turning> all;
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[i];
    if (mode.sticks || !may_stick(problem, i) || !has_slip(problem, u, i)) continue;
    const Vector2 s = slip_direction(problem, r, u, i);
    const double normal = mode.closed ? r[3 * i] : problem.least[i];
    all.push_back({i, {-s.y(), s.x()}, problem.mu[i] * normal / u.segment<2>(3 * i + 1).norm()});
  }
  return all;
}

/// The change of impulses that the modes ask for whatever the open ones are.
Eigen::VectorXd given_change(const FrictionProblem& problem, const std::vector<FrictionMode>& modes,
                             const Eigen::VectorXd& r, const Eigen::VectorXd& u) {
  Eigen::VectorXd given = Eigen::VectorXd::Zero(r.size());
  for (int i = 0; i < problem.size(); ++i) {
    const int k = 3 * i;
    const FrictionMode mode = modes[i];
    if (!mode.closed) given[k] = problem.least[i] - r[k];
    if (mode.sticks) continue;
    given.segment<2>(k + 1) =
        -r.segment<2>(k + 1) - problem.mu[i] * (r[k] + given[k]) * slip_direction(problem, r, u, i);
  }
  return given;
}

Eigen::VectorXd newton_step(const FrictionProblem& problem, const std::vector<FrictionMode>& modes,
                            const ZeroRows& rows, const Eigen::VectorXd& r) {
  const Eigen::MatrixXd& G = problem.G;
  const Eigen::VectorXd u = problem.W * r + problem.b;
  const std::vector<Turning> turnings = turnings_of(problem, modes, r, u);
  Eigen::MatrixXd stiff = Eigen::MatrixXd::Identity(G.rows(), G.rows());  // 1 + K
  for (const Turning& turning : turnings) {
    const Eigen::VectorXd row = G.middleCols<2>(3 * turning.contact + 1) * turning.across;
    stiff.noalias() += turning.gain * row * row.transpose();
  }
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(stiff);
  const Eigen::MatrixXd open = open_impulses(problem, modes, r, u);
  Eigen::VectorXd change = given_change(problem, modes, r, u);
  const Eigen::MatrixXd moved = lu.solve(G * open);
  const Eigen::VectorXd drift = lu.solve(G * change);
  const auto& basis = rows.basis();
  const Eigen::VectorXd z =
      minimum_norm_solve(basis.transpose() * moved, rows.asked(u) - basis.transpose() * drift,
                         kAnswerRank)
          .z;
  change += open * z;
  const Eigen::VectorXd du = G.transpose() * (moved * z + drift);
  for (const Turning& turning : turnings) {
    const int k = 3 * turning.contact + 1;
    change.segment<2>(k) -= turning.gain * turning.across.dot(du.segment<2>(k)) * turning.across;
  }
  return change;
}

/// Whether no contact slips: what closes sticks or has no friction.
bool all_held(const FrictionProblem& problem, const std::vector<FrictionMode>& modes) {
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[i];
    if (problem.mu[i] > 0.0 && mode.closed != mode.sticks) return false;
    if (!mode.closed && problem.least[i] > 0.0) return false;
  }
  return true;
}

/// The speeds that modes hold at zero, as projections.
std::vector<Eigen::Matrix3d> held_by(const std::vector<FrictionMode>& modes) {
  std::vector<Eigen::Matrix3d> held;
  for (const FrictionMode& mode : modes) {
    const double closed = mode.closed ? 1.0 : 0.0;
    const double sticks = mode.sticks ? 1.0 : 0.0;
    held.emplace_back(Eigen::Vector3d(closed, sticks, sticks).asDiagonal());
  }
  return held;
}

/// Newton's steps of many contacts, some of which slip. With a little ε added where rows leave the
/// bodies some freedom, the open impulses follow from the bodies' answer, z = (c - C y)/ε, and
///
///   (ε (1 + K) + P C) y = ε q + P c
///
/// is a system of the bodies alone, of a block per contact. What ε and its rounding leave of the
/// speeds that are to be zero, 1e-5 of them or less, is for the next step.
class SlippingPolish {
 public:
  SlippingPolish(const FrictionProblem& problem, const std::vector<FrictionMode>& modes)
      : problem_(problem),
        modes_(modes),
        bodies_(problem.G),
        rest_(kSlippingRest * bodies_.strongest()) {}

  Eigen::VectorXd step(const Eigen::VectorXd& r) const {
    const Eigen::VectorXd u = problem_.W * r + problem_.b;
    const std::vector<Turning> turnings = turnings_of(problem_, modes_, r, u);
    const std::vector<Eigen::Matrix3d> held = held_blocks(r, u);
    std::vector<Eigen::Matrix3d> blocks = held;
    for (const Turning& turning : turnings)
      blocks[turning.contact].bottomRightCorner<2, 2>() +=
          rest_ * turning.gain * turning.across * turning.across.transpose();
    Eigen::VectorXd change = given_change(problem_, modes_, r, u);
    const Eigen::VectorXd right = rest_ * change - times(held, u);
    const Eigen::VectorXd du =
        bodies_.speeds(bodies_.factor(blocks, rest_).solve(bodies_.answer(right)));
    change -= times(held, u + du) / rest_;
    for (const Turning& turning : turnings) {
      const int k = 3 * turning.contact + 1;
      change.segment<2>(k) -= turning.gain * turning.across.dot(du.segment<2>(k)) * turning.across;
    }
    return change;
  }

 private:
  /// P C of each contact: what pushes against the speeds that are to be zero.
  std::vector<Eigen::Matrix3d> held_blocks(const Eigen::VectorXd& r,
                                           const Eigen::VectorXd& u) const {
    std::vector<Eigen::Matrix3d> blocks;
    for (int i = 0; i < problem_.size(); ++i) {
      const FrictionMode mode = modes_[i];
      Eigen::Matrix3d& block = blocks.emplace_back(Eigen::Matrix3d::Zero());
      if (mode.sticks) block.bottomRightCorner<2, 2>().setIdentity();
      if (!mode.closed) continue;
      block(0, 0) = 1.0;
      if (!mode.sticks)
        block.col(0).tail<2>() = -problem_.mu[i] * slip_direction(problem_, r, u, i);
    }
    return blocks;
  }
  static Eigen::VectorXd times(const std::vector<Eigen::Matrix3d>& blocks,
                               const Eigen::VectorXd& x) {
    Eigen::VectorXd out(x.size());
    for (int i = 0; i < std::ssize(blocks); ++i)
      out.segment<3>(3 * i) = blocks[i] * x.segment<3>(3 * i);
    return out;
  }

  const FrictionProblem& problem_;
  const std::vector<FrictionMode>& modes_;
  BodySystem bodies_;
  double rest_ = 0.0;  ///< ε
};

/// Steps from a start until they change nothing any more.
template <typename Step>
std::optional<Eigen::VectorXd> settled(const FrictionProblem& problem, Eigen::VectorXd r,
                                       const Step& step) {
  const double scale = speed_scale(problem);
  double last = INFINITY;
  for (int k = 0; k < kPolishNewtonSteps; ++k) {
    const Eigen::VectorXd change = step(r);
    r += change;
    if (!is_bounded(problem, r)) return std::nullopt;
    const double size = (problem.W * change).norm();
    if (size <= kPolishConverged * scale) return r;
    if (size <= kPolishStalled * scale && size >= 0.5 * last) return r;
    last = size;
  }
  return std::nullopt;
}

}  // namespace

Eigen::MatrixXd open_impulses(const FrictionProblem& problem,
                              const std::vector<FrictionMode>& modes, const Eigen::VectorXd& r,
                              const Eigen::VectorXd& u) {
  int count = 0;
  for (const FrictionMode& mode : modes) count += (mode.closed ? 1 : 0) + (mode.sticks ? 2 : 0);
  Eigen::MatrixXd P = Eigen::MatrixXd::Zero(r.size(), count);
  int column = 0;
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[i];
    if (mode.closed) {
      P(3 * i, column) = 1.0;
      if (!mode.sticks)
        P.block<2, 1>(3 * i + 1, column) = -problem.mu[i] * slip_direction(problem, r, u, i);
      ++column;
    }
    for (int k = 1; mode.sticks && k <= 2; ++k) P(3 * i + k, column++) = 1.0;
  }
  return P;
}

std::optional<Eigen::VectorXd> bodywise_polish(const FrictionProblem& problem,
                                               const std::vector<FrictionMode>& modes,
                                               const Eigen::VectorXd& start) {
  if (all_held(problem, modes)) {
    const BodySystem bodies(problem.G);
    const HeldContacts held(bodies, held_by(modes));
    return settled(problem, start, [&](const Eigen::VectorXd& r) {
      return held.ending(problem.W * r + problem.b);
    });
  }
  if (problem.size() > kManyContacts) {
    const SlippingPolish slipping(problem, modes);
    return settled(problem, start, [&](const Eigen::VectorXd& r) { return slipping.step(r); });
  }
  const ZeroRows rows(problem, modes);
  return settled(problem, start,
                 [&](const Eigen::VectorXd& r) { return newton_step(problem, modes, rows, r); });
}

}  // namespace rigor
