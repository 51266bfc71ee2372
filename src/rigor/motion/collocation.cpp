// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/motion/collocation.hpp>
#include <rigor/motion/stiff_sweep.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

constexpr int kMaxSweeps = 40;
/// Sweeps in which a slip that sets out keeps its direction.
constexpr int kFrozenSweeps = 3;
/// Sweeps after which changes must shrink.
constexpr int kSettlingSweeps = 6;
/// Sweeps of the linear equation q' = ½ ω q inside one sweep: they cost no acceleration.
constexpr int kTurnSweeps = 3;
/// Change between sweeps, relative to the size of a row's numbers, that counts as converged: a few
/// roundings of sums over 17 nodes.
constexpr double kConverged = 3e-15;
/// A stalled iteration below this is at its rounding floor, above it diverges.
constexpr double kRoundingFloor = 1e-12;

template <int Rows>
using NodeBlock =
    Eigen::Matrix<double, Rows, Eigen::Dynamic, Eigen::ColMajor, Rows, kMaxCollocationDegree + 1>;

/// One body at the nodes; of fixed height, without heap: this is the inner loop.
struct BodyNodes {
  NodeBlock<kTrajectoryRows> y;
  NodeBlock<kTrajectoryRows> old;  ///< of the sweep before
  NodeBlock<6> a;                  ///< accelerations
};

/// One tree at the nodes.
struct TreeNodes {
  TreeTrajectory as;  ///< which one; no coefficients yet
  int offset = 0;     ///< of its unknowns
  Eigen::VectorXd q0, v0;
  Eigen::MatrixXd q, v, a;
  Eigen::MatrixXd old_q, old_v;  ///< of the sweep before
  Eigen::MatrixXd rates;
  Eigen::VectorXd rate;
  std::vector<std::shared_ptr<PlacedTree>> placed;  ///< per node
  std::optional<StiffSweep> stiff;                  ///< where plain sweeps would not converge
};

/// All that moves, at the nodes.
struct Nodes {
  std::vector<BodyNodes> bodies;  ///< of links, where the joints put them
  std::vector<TreeNodes> trees;
};

BodyState node_state(const BodyNodes& body, int j) {
  const auto at = body.y.col(j);
  BodyState state;
  state.x = at.segment<3>(0);
  state.q = Quaternion(at[3], at[4], at[5], at[6]);
  state.v = at.segment<6>(7);
  return state;
}

/// ½ (0, ω) q as (w, x, y, z).
Eigen::Vector4d turn_rate(const BodyNodes& body, int j) {
  const auto at = body.y.col(j);
  const Quaternion rate =
      quaternion_rate(Quaternion(at[3], at[4], at[5], at[6]), at.segment<3>(10));
  return {rate.w(), rate.x(), rate.y(), rate.z()};
}

/// The spin of a plane that each body slides or lies on, of the first one if it is on several.
std::vector<Vector3> plane_spins(const ModeMotion& motion, const ModeSolution& mode,
                                 std::span<const BodyState> start) {
  std::vector<Vector3> spins(start.size(), Vector3::Zero());
  for (auto contact = motion.contacts.rbegin(); contact != motion.contacts.rend(); ++contact) {
    if (contact->place_O < 0) continue;
    Vector3& spin = spins[static_cast<std::size_t>(contact->place_O)];
    spin.setZero();
    if (contact->place_P >= 0)
      spin = start[static_cast<std::size_t>(contact->place_P)].v.tail<3>();
    else if (contact->drive_P >= 0)
      spin = mode.drive(contact->drive_P).V_WB.angular;
  }
  return spins;
}

/// An acceleration that turns with spin w, and the change of velocity and place that comes of it.
struct TurningPush {
  Vector3 a, jerk, snap;

  TurningPush(const Vector3& push, const Vector3& w)
      : a(push), jerk(w.cross(push)), snap(w.cross(jerk)) {}
  Vector3 speed(double t) const { return t * (a + t / 2.0 * (jerk + t / 3.0 * snap)); }
  Vector3 way(double t) const { return 0.5 * t * t * (a + t / 3.0 * (jerk + t / 4.0 * snap)); }
};

/// First guess: the acceleration of the start, turning with the plane; what rides on it would
/// otherwise seem to slip.
BodyNodes first_guess(const Vector6& a, const BodyState& start, const Vector3& plane_spin,
                      double length, const LobattoNodes& nodes) {
  const TurningPush push(a.head<3>(), plane_spin);
  const TurningPush turn(a.tail<3>(), plane_spin);
  const int count = static_cast<int>(nodes.s.size());
  BodyNodes body{NodeBlock<kTrajectoryRows>(kTrajectoryRows, count), {}, NodeBlock<6>(6, count)};
  for (int j = 0; j < count; ++j) {
    const double t = nodes.s[j] * length;
    const Quaternion q = exp_rotation(t * start.v.tail<3>() + turn.way(t)) * start.q;
    body.y.col(j) << start.x + t * start.v.head<3>() + push.way(t), q.w(), q.x(), q.y(), q.z(),
        start.v.head<3>() + push.speed(t), start.v.tail<3>() + turn.speed(t);
  }
  return body;
}

/// dq/dt at the node.
void set_rate(TreeNodes& tree, int j) {
  const Model& local = tree.as.tree->local;
  PlacedTree& scratch = *tree.placed[static_cast<std::size_t>(j)];
  scratch.state.q = tree.q.col(j);
  scratch.state.v = tree.v.col(j);
  coordinate_rates(local, scratch.state.q, scratch.state.v, tree.rate);
  tree.rates.col(j) = tree.rate;
}

/// First guess: constant accelerations; of the coordinates that are no quaternions, too.
TreeNodes first_guess(const Eigen::VectorXd& a, const BodyState& start, int first_place, int offset,
                      double length, const LobattoNodes& nodes) {
  const PlacedTree& from = *start.tree;
  const auto count = nodes.s.size();
  TreeNodes tree;
  tree.as.tree = from.tree;
  tree.as.inputs = from.inputs;
  tree.as.first_place = first_place;
  tree.offset = offset;
  tree.q0 = from.state.q;
  tree.v0 = from.state.v;
  tree.rate.resize(tree.q0.size());
  tree.rates.resize(tree.q0.size(), count);
  const Eigen::RowVectorXd t = (length * nodes.s).transpose();
  tree.v = tree.v0.replicate(1, count) + a * t;
  tree.a.setZero(a.size(), count);
  coordinate_rates(from.tree->local, tree.q0, tree.v0, tree.rate);
  tree.q = tree.q0.replicate(1, count) + tree.rate * t;
  if (tree.q0.size() == tree.v0.size()) tree.q += 0.5 * a * t.array().square().matrix();
  for (Eigen::Index j = 0; j < count; ++j) {
    tree.placed.push_back(std::make_shared<PlacedTree>(from.tree));
    tree.placed.back()->inputs = from.inputs;
  }
  return tree;
}

/// Puts the links where the joints are at every node.
void place_links(Nodes& nodes) {
  for (TreeNodes& tree : nodes.trees) {
    for (int j = 0; j < tree.q.cols(); ++j) {
      const std::shared_ptr<PlacedTree>& placed = tree.placed[static_cast<std::size_t>(j)];
      place(*placed, tree.q.col(j), tree.v.col(j));
      for (std::size_t k = 0; k < tree.as.bodies.size(); ++k) {
        const BodyState link = link_state(placed, tree.as.bodies[k]);
        nodes.bodies[static_cast<std::size_t>(tree.as.first_place) + k].y.col(j) << link.x,
            link.q.w(), link.q.x(), link.q.y(), link.q.z(), link.v;
      }
    }
  }
}

/// The bodies at node j.
void set_states(const Nodes& nodes, int j, std::vector<BodyState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!states[i].tree) states[i] = node_state(nodes.bodies[i], j);
  for (const TreeNodes& tree : nodes.trees)
    for (std::size_t k = 0; k < tree.as.bodies.size(); ++k)
      states[static_cast<std::size_t>(tree.as.first_place) + k] =
          link_state(tree.placed[static_cast<std::size_t>(j)], tree.as.bodies[k]);
}

/// Calls f(offset, accelerations, velocities) for every unit: blocks with one column per node.
template <typename Function>
void for_each_unit(const ModeMotion& motion, Nodes& nodes, Function f) {
  for (int i = 0; i < static_cast<int>(nodes.bodies.size()); ++i) {
    if (motion.bodies[i]->role == BodyRole::Link) continue;
    BodyNodes& body = nodes.bodies[i];
    f(motion.unknowns.offset(i), body.a, body.y.middleRows<6>(7));
  }
  for (TreeNodes& tree : nodes.trees) f(tree.offset, tree.a, tree.v);
}

/// What sliding contacts need beside the bodies: directions and stiffness at every node.
struct SlidingNodes {
  std::vector<std::vector<Vector3>> slips_W;     ///< per node, per force
  std::vector<std::vector<SlipAnswer>> answers;  ///< per node, per force that slips
  int points = 0;                                ///< forces that slip
  std::vector<int> onsets;                       ///< forces that set out from zero speed
  std::vector<int> onset_answers;                ///< their places among the answers
};

SlidingNodes sliding_nodes(const ModeMotion& motion, int count) {
  SlidingNodes nodes;
  std::vector<Vector3> start;
  for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f) {
    const ModeMotion::Force& force = motion.forces[f];
    start.push_back(force.slip_W);
    if (!force.slips) continue;
    if (force.onset) {
      nodes.onsets.push_back(f);
      nodes.onset_answers.push_back(nodes.points);
    }
    ++nodes.points;
  }
  nodes.slips_W.assign(count, start);
  nodes.answers.resize(count);
  return nodes;
}

/// The polynomials of Lagrange over the nodes 1..N at s = 0; zero for node 0. By the weights of
/// these nodes, (-1)^j and half of it at both ends: 2 in size, so noise grows 2N - 1 times.
Eigen::VectorXd weights_at_start(int degree) {
  Eigen::VectorXd weights(degree + 1);
  for (int j = 0; j <= degree; ++j) weights[j] = (j % 2 == 0 ? -2.0 : 2.0);
  weights[degree] *= 0.5;
  weights[0] = 0.0;
  return weights;
}

/// The direction in which a slip sets out is not given by its speed, which is zero, but by
/// continuity: it is extrapolated from the other nodes. Only the forces on file read it; what moves
/// the bodies at the start is extrapolated itself.
void extrapolate_onsets(const Eigen::VectorXd& weights, SlidingNodes& sliding) {
  for (const int f : sliding.onsets) {
    Vector3 sum = Vector3::Zero();
    for (int j = 1; j < weights.size(); ++j) sum += weights[j] * sliding.slips_W[j][f];
    if (sum.norm() > 0.5 && sum.dot(sliding.slips_W[0][f]) > 0.0)
      sliding.slips_W[0][f] = sum.normalized();
  }
}

/// Accelerations at the start by continuity. Where a slip sets out the start is no node of the
/// collocation: friction has no direction there, and one that is wrong by an angle ε leaves a slip
/// across of ε μ λ/m t, beside which the slip itself, of second order in t, is nothing.
void extrapolate_start(const ModeMotion& motion, const Eigen::VectorXd& weights, Nodes& all) {
  for_each_unit(motion, all, [&](int, auto& a, const auto&) { a.col(0) = (a * weights).eval(); });
}

/// The direction in which a slip starts, turned with the plane it slides on.
Vector3 carried(const ModeMotion& motion, int f, const std::vector<BodyNodes>& bodies, int j,
                double time) {
  const MovingContact& contact = motion.contacts[motion.forces[f].contact];
  const Vector3& slip = motion.forces[f].slip_W;
  const auto turned = [&](const Quaternion& from, const Quaternion& to) {
    return Vector3((to * (from.conjugate() * slip)).normalized());
  };
  if (contact.place_P >= 0) {
    const BodyNodes& plane = bodies[contact.place_P];
    return turned(node_state(plane, 0).q, node_state(plane, j).q);
  }
  if (contact.drive_P < 0) return slip;
  const DrivePiece& piece = *motion.drives[contact.drive_P];
  const double since = trace::elapsed(piece.start, motion.start);
  return turned(motion_at(piece, since).X_WB.rotation,
                motion_at(piece, since + time).X_WB.rotation);
}

/// Evaluates the mode at every node. Frozen: slips that set out keep their directions, as seen from
/// the planes they slide on.
RankCheck evaluate(const ModeMotion& motion, ModeSolution& mode, Nodes& nodes,
                   std::vector<BodyState>& states, Eigen::MatrixXd& multipliers,
                   const Eigen::VectorXd& times, SlidingNodes& sliding, bool frozen) {
  place_links(nodes);  // at all nodes first: planes are asked where they are at others
  for (int j = 0; j < multipliers.cols(); ++j) {
    set_states(nodes, j, states);
    if (!motion.slides()) {
      if (mode.solve(states, times[j]) == RankCheck::Lost) return RankCheck::Lost;
    } else {
      std::vector<Vector3>& slips = sliding.slips_W[j];
      if (j > 0) slips = sliding.slips_W[j - 1];
      if (frozen)
        for (const int f : sliding.onsets) slips[f] = carried(motion, f, nodes.bodies, j, times[j]);
      const auto keep =
          frozen || j == 0 ? ModeSolution::Directions::Kept : ModeSolution::Directions::Followed;
      if (mode.solve(states, slips, keep, times[j]) == RankCheck::Lost) return RankCheck::Lost;
      if (requested(motion.cancellation)) return RankCheck::Lost;
      mode.answers(sliding.answers[j]);
    }
    for_each_unit(motion, nodes, [&](int offset, auto& a, const auto&) {
      a.col(j) = mode.a().segment(offset, a.rows());
    });
    multipliers.col(j) = mode.multipliers();
  }
  return RankCheck::Kept;
}

/// Newton's step for the velocities, as a change of the accelerations before they are integrated.
/// Only the stiff part is linearised: how friction turns with the direction of slip. Unknowns are
/// the transverse slip speeds at the nodes, so the cost does not grow with the bodies. `at_start`:
/// how the accelerations of the other nodes give that of the start; zero if it is a node itself.
void anticipate(const ModeMotion& motion, Nodes& all, const SlidingNodes& sliding,
                const LobattoNodes& nodes, const Eigen::VectorXd& at_start,
                const Eigen::VectorXd& v0, double length) {
  const int points = sliding.points;
  const int count = static_cast<int>(nodes.s.size()) - 1;
  Eigen::MatrixXd changes(v0.size(), count + 1);  // of the velocities, by plain integration
  for_each_unit(motion, all, [&](int offset, const auto& a, const auto& v) {
    auto part = changes.middleRows(offset, a.rows());
    part.noalias() = length * (a * nodes.integration.transpose()) - v;
    part.colwise() += v0.segment(offset, a.rows());
  });
  Eigen::MatrixXd system = Eigen::MatrixXd::Identity(points * count, points * count);
  Eigen::VectorXd change(points * count);
  for (int j = 1; j <= count; ++j) {
    for (int p = 0; p < points; ++p) {
      const SlipAnswer& here = sliding.answers[j][p];
      const int row = points * (j - 1) + p;
      change[row] = here.across.dot(changes.col(j));
      for (int k = 1; k <= count; ++k) {
        const double weight =
            length * (nodes.integration(j, k) + nodes.integration(j, 0) * at_start[k]);
        for (int q = 0; q < points; ++q) {
          const SlipAnswer& there = sliding.answers[k][q];
          if (there.gain == 0.0) continue;
          system(row, points * (k - 1) + q) -=
              weight * there.gain * here.across.dot(there.response);
        }
      }
    }
  }
  const Eigen::VectorXd slips = system.partialPivLu().solve(change);
  for (int k = 1; k <= count; ++k) {
    for (int q = 0; q < points; ++q) {
      const SlipAnswer& there = sliding.answers[k][q];
      const double size = there.gain * slips[points * (k - 1) + q];
      if (size == 0.0) continue;
      for_each_unit(motion, all, [&](int offset, auto& a, const auto&) {
        a.col(k) += size * there.response.segment(offset, a.rows());
      });
    }
  }
}

/// Takes the transverse part out of slips that set out, at every node: a direction that is kept
/// leaves one of second order, which as an angle is of order one.
void straighten(const ModeMotion& motion, Nodes& all, const SlidingNodes& sliding) {
  const int points = static_cast<int>(sliding.onset_answers.size());
  const int count = static_cast<int>(sliding.answers.size());
  Eigen::MatrixXd effect(points, points);
  Eigen::VectorXd speed(points);
  Eigen::VectorXd now(motion.unknowns.count);
  for (int j = 1; j < count; ++j) {
    for_each_unit(motion, all, [&](int offset, const auto& a, const auto& v) {
      now.segment(offset, a.rows()) = v.col(j);
    });
    for (int p = 0; p < points; ++p) {
      const SlipAnswer& here = sliding.answers[j][sliding.onset_answers[p]];
      speed[p] = here.driven + here.across.dot(now);
      for (int q = 0; q < points; ++q)
        effect(p, q) = here.across.dot(sliding.answers[j][sliding.onset_answers[q]].response);
    }
    const Eigen::VectorXd push = minimum_norm_solve(effect, -speed).z;
    for (int q = 0; q < points; ++q) {
      const SlipAnswer& there = sliding.answers[j][sliding.onset_answers[q]];
      for_each_unit(motion, all, [&](int offset, const auto& a, auto&& v) {
        v.col(j) += push[q] * there.response.segment(offset, a.rows());
      });
    }
  }
}

/// Integrates the velocities, the orientation and the position of a body in turn.
void integrate(BodyNodes& body, const LobattoNodes& nodes, const BodyState& start, double length) {
  // Small products: summed directly, without the packing of general ones.
  const auto integration = nodes.integration.transpose();
  const int count = static_cast<int>(body.y.cols());
  body.old = body.y;
  body.y.middleRows<6>(7).noalias() = length * body.a.lazyProduct(integration);
  body.y.middleRows<6>(7).colwise() += start.v;
  const Eigen::Vector4d q0(start.q.w(), start.q.x(), start.q.y(), start.q.z());
  NodeBlock<4> turns(4, count);
  for (int turn = 0; turn < kTurnSweeps; ++turn) {
    for (int j = 0; j < count; ++j) turns.col(j) = turn_rate(body, j);
    body.y.middleRows<4>(3).noalias() = length * turns.lazyProduct(integration);
    body.y.middleRows<4>(3).colwise() += q0;
  }
  body.y.topRows<3>().noalias() = length * body.y.middleRows<3>(7).lazyProduct(integration);
  body.y.topRows<3>().colwise() += start.x;
}

/// Integrates the velocities and the coordinates of a tree in turn.
void integrate(TreeNodes& tree, const LobattoNodes& nodes, double length) {
  const auto integration = nodes.integration.transpose();
  tree.old_q = tree.q;
  tree.old_v = tree.v;
  tree.v.noalias() = length * tree.a.lazyProduct(integration);
  tree.v.colwise() += tree.v0;
  if (tree.stiff) {
    tree.v -= tree.old_v;
    tree.stiff->refine(tree.v);
    tree.v += tree.old_v;
  }
  for (int turn = 0; turn < kTurnSweeps; ++turn) {
    for (int j = 0; j < tree.q.cols(); ++j) set_rate(tree, j);
    tree.q.noalias() = length * tree.rates.lazyProduct(integration);
    tree.q.colwise() += tree.q0;
  }
}

template <typename Rows>
double change_of(const Rows& now, const Rows& before, int first_row) {
  if (!now.allFinite()) return std::numeric_limits<double>::infinity();
  double change = 0.0;
  for (Eigen::Index row = first_row; row < now.rows(); ++row) {
    const double size = 1.0 + now.row(row).cwiseAbs().maxCoeff();
    change = std::max(change, (now.row(row) - before.row(row)).cwiseAbs().maxCoeff() / size);
  }
  return change;
}

/// One sweep's integration. Returns the largest change of a row, relative to the size of its
/// numbers; positions of free bodies follow the velocities.
double integrate(Nodes& all, const LobattoNodes& nodes, std::span<const BodyState> start,
                 double length) {
  double change = 0.0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (start[i].tree) continue;
    integrate(all.bodies[i], nodes, start[i], length);
    change = std::max(change, change_of(all.bodies[i].y, all.bodies[i].old, 3));
  }
  for (TreeNodes& tree : all.trees) {
    integrate(tree, nodes, length);
    change = std::max({change, change_of(tree.q, tree.old_q, 0), change_of(tree.v, tree.old_v, 0)});
  }
  return change;
}

Nodes first_guess(const ModeMotion& motion, const ModeSolution& mode,
                  std::span<const BodyState> start, double length, const LobattoNodes& nodes) {
  Nodes all;
  const std::vector<Vector3> spins = plane_spins(motion, mode, start);
  const auto count = nodes.s.size();
  for (int i = 0; i < static_cast<int>(start.size()); ++i) {
    const BodyState& body = start[static_cast<std::size_t>(i)];
    const int offset = motion.unknowns.offset(i);
    if (!body.tree) {
      all.bodies.push_back(first_guess(mode.a().segment<6>(offset), body, spins[i], length, nodes));
      continue;
    }
    all.bodies.push_back({NodeBlock<kTrajectoryRows>(kTrajectoryRows, count), {}, {}});
    if (leads(start, i))
      all.trees.push_back(
          first_guess(mode.a().segment(offset, size_of(body)), body, i, offset, length, nodes));
    all.trees.back().as.bodies.push_back(motion.bodies[i]->id);
  }
  return all;
}

/// Newton's step for springs, dampers and motors that are stiff over this length.
void add_stiff_sweeps(ModeSolution& mode, double length, int degree, Nodes& all) {
  for (TreeNodes& tree : all.trees) {
    const LinearEfforts efforts = linear_efforts(*tree.placed.front());
    if (efforts.damping.isZero(0.0) && efforts.stiffness.isZero(0.0)) continue;
    const auto W = mode.tree_response(tree.as.first_place);
    if (!W) continue;
    const StiffPart part{*W * efforts.stiffness.asDiagonal(), *W * efforts.damping.asDiagonal()};
    if (part.growth(length) > kStiffGrowth) tree.stiff.emplace(part, length, degree);
  }
}

double tail_of(const Eigen::MatrixXd& coefficients) {
  return coefficients.rightCols<2>().cwiseAbs().maxCoeff();
}

/// What converged, as polynomials.
void finish(const ModeMotion& motion, Nodes& all, const LobattoNodes& nodes, Collocation& out) {
  place_links(all);
  const auto transform = nodes.coefficients.transpose();
  for (TreeNodes& tree : all.trees) {
    tree.as.q = tree.q.lazyProduct(transform);
    tree.as.v = tree.v.lazyProduct(transform);
    out.error = std::max({out.error, tail_of(tree.as.q), tail_of(tree.as.v)});
    out.trajectory.trees.push_back(std::move(tree.as));
  }
  Eigen::MatrixXd& paths = out.trajectory.paths;
  paths.resize(kTrajectoryRows * static_cast<int>(all.bodies.size()), nodes.s.size());
  for (int i = 0; i < static_cast<int>(all.bodies.size()); ++i) {
    auto rows = paths.middleRows<kTrajectoryRows>(kTrajectoryRows * i);
    rows.noalias() = all.bodies[i].y.lazyProduct(transform);
    if (motion.bodies[i]->role == BodyRole::Link)
      out.path_error = std::max(out.path_error, tail_of(rows.topRows<7>()));
    else
      out.error = std::max(out.error, tail_of(rows));
  }
}

}  // namespace

Sweeping SweepWatch::after(double change, bool settled) {
  ++sweeps_;
  const bool floor = change < kRoundingFloor && change > 0.5 * previous_;
  if (settled && (change <= kConverged || floor)) return Sweeping::Converged;
  const bool grows = sweeps_ > kSettlingSweeps && change > previous_;
  if (sweeps_ >= kMaxSweeps || !(change < 1e3) || grows) return Sweeping::Diverged;
  previous_ = change;
  return Sweeping::GoesOn;
}

Collocation collocate(const ModeMotion& motion, std::span<const BodyState> start, double length,
                      int degree) {
  const LobattoNodes& nodes = lobatto_nodes(degree);
  Collocation out;
  ModeSolution mode(motion);
  SlidingNodes sliding = sliding_nodes(motion, degree + 1);
  const bool slides = motion.slides();
  const bool open = !sliding.onsets.empty();
  const Eigen::VectorXd at_start =
      open ? weights_at_start(degree) : Eigen::VectorXd::Zero(degree + 1);
  std::vector<Vector3> first_slips = sliding.slips_W.front();
  if (mode.solve(start, first_slips) == RankCheck::Lost) {
    out.status = CollocationStatus::RankLost;
    return out;
  }
  out.residual = mode.residual();
  Nodes all = first_guess(motion, mode, start, length, nodes);
  add_stiff_sweeps(mode, length, degree, all);
  std::vector<BodyState> states(start.begin(), start.end());
  const Eigen::VectorXd v0 = velocity_of({{}, states, {}});
  Eigen::MatrixXd multipliers(mode.multipliers().size(), degree + 1);
  const Eigen::VectorXd times = length * nodes.s;
  SweepWatch watch;
  for (Sweeping sweeping = Sweeping::GoesOn; sweeping == Sweeping::GoesOn;) {
    const int sweep = watch.sweeps() + 1;
    // Slips that set out: at first their speed is noise, so directions are kept; then Newton.
    const bool frozen = !sliding.onsets.empty() && sweep <= kFrozenSweeps;
    if (slides && !frozen && sweep > kFrozenSweeps + 1) extrapolate_onsets(at_start, sliding);
    if (evaluate(motion, mode, all, states, multipliers, times, sliding, frozen) ==
        RankCheck::Lost) {
      out.status = CollocationStatus::RankLost;
      return out;
    }
    if (open) extrapolate_start(motion, at_start, all);
    if (slides && !frozen) anticipate(motion, all, sliding, nodes, at_start, v0, length);
    if (open) extrapolate_start(motion, at_start, all);
    const double change = integrate(all, nodes, start, length);
    if (frozen && sweep == kFrozenSweeps) straighten(motion, all, sliding);
    sweeping = requested(motion.cancellation) ? Sweeping::Diverged : watch.after(change, !frozen);
    if (sweeping == Sweeping::Diverged) {
      out.status = CollocationStatus::Diverged;
      out.sweeps = sweep;
      return out;
    }
  }
  out.sweeps = watch.sweeps();
  if (slides) out.slips_W = std::move(sliding.slips_W);
  finish(motion, all, nodes, out);
  out.multipliers.noalias() = multipliers.lazyProduct(nodes.coefficients.transpose());
  return out;
}

std::vector<BodyState> states_at(const Trajectory& trajectory, double s) {
  const Eigen::MatrixXd& coefficients = trajectory.paths;
  const double x = 2.0 * s - 1.0;
  Eigen::VectorXd b1 = Eigen::VectorXd::Zero(coefficients.rows());
  Eigen::VectorXd b2 = b1;
  for (Eigen::Index k = coefficients.cols() - 1; k >= 1; --k) {
    b2 = 2.0 * x * b1 - b2 + coefficients.col(k);
    b1.swap(b2);
  }
  const Eigen::VectorXd y = x * b1 - b2 + coefficients.col(0);
  std::vector<BodyState> states(static_cast<std::size_t>(y.size() / kTrajectoryRows));
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto at = y.segment<kTrajectoryRows>(kTrajectoryRows * static_cast<int>(i));
    states[i].x = at.segment<3>(0);
    states[i].q = Quaternion(at[3], at[4], at[5], at[6]).normalized();
    states[i].v = at.segment<6>(7);
  }
  for (const TreeTrajectory& tree : trajectory.trees) {
    const Eigen::VectorXd values = chebyshev_values(static_cast<int>(tree.q.cols()), s);
    const auto placed = placed_tree(tree.tree, tree.inputs, tree.q * values, tree.v * values);
    for (std::size_t k = 0; k < tree.bodies.size(); ++k)
      states[static_cast<std::size_t>(tree.first_place) + k] = link_state(placed, tree.bodies[k]);
  }
  return states;
}

Trajectory still_at(std::span<const BodyState> states, const std::vector<std::uint32_t>& bodies) {
  const int count = static_cast<int>(states.size());
  Trajectory still;
  still.paths.resize(kTrajectoryRows * count, 1);
  for (int i = 0; i < count; ++i) {
    const BodyState& state = states[static_cast<std::size_t>(i)];
    const std::array<double, 4> q = wxyz(state.q);
    still.paths.col(0).segment<kTrajectoryRows>(kTrajectoryRows * i) << state.x, q[0], q[1], q[2],
        q[3], state.v;
    if (!state.tree) continue;
    if (leads(states, i))
      still.trees.push_back(
          {state.tree->tree, state.tree->inputs, i, {}, state.tree->state.q, state.tree->state.v});
    still.trees.back().bodies.push_back(bodies[static_cast<std::size_t>(i)]);
  }
  return still;
}

}  // namespace rigor
