// SPDX-License-Identifier: Apache-2.0
// Mechanisms in the course of a run. Their unknowns are the velocities of their joints; their links
// are bodies like others, and one of them, the first that can move, leads: it stands for the tree
// among the members of islands and impacts and carries its flags (held, cuts).
//
// Loops. With the rows J of the joints that close them, M the mass of a problem and the projector
// Q = M⁻¹J'(J M⁻¹J')⁺J (loop_space.hpp), those joints enter problems as inertia against what would
// open them, κ times that of the tree:
//
//   M (1 + κ Q),   whose inverse is (1 - κ/(1 + κ) Q) M⁻¹.
//
// What is left of J v, 1/κ of what contacts alone would do, is taken away where a path ends. Paths
// keep loops closed: coordinates move straight and are put where loops are closed by the least
// motion. With velocities y, J y = 0, and the drift d that loops ask for they are then at
// q + t y + t²/2 d, so that a step's velocities, which stand for its chord, are y + h/2 d.
#pragma once

#include <rigor/assembly/joint_limit.hpp>
#include <rigor/assembly/link_paths.hpp>
#include <rigor/first_order/moving_body.hpp>
#include <rigor/solvers/cone_problem.hpp>

namespace rigor::first_order {

/// A mechanism. Coordinates move straight along a path, q + t q̇(q, v), but for loops.
struct MovingTree {
  explicit MovingTree(const std::shared_ptr<const Tree>& of) : tree(of), placed(of) {}

  std::shared_ptr<const Tree> tree;
  /// The tree's model without what steps take implicitly: motors, springs, dampers, dry friction.
  std::shared_ptr<const Model> given;
  std::vector<std::uint32_t> links;  ///< bodies that move, ascending; the first leads
  PlacedTree placed;                 ///< where its present path began; at the velocities `v`
  Eigen::VectorXd v;                 ///< what its momentum stands for
  Eigen::VectorXd before;            ///< v at the start of the step
  Eigen::VectorXd deferred;          ///< to be added to v at the next step
  Eigen::VectorXd opening;           ///< what its path has besides v, for this step only
  Eigen::VectorXd falling;           ///< accelerations of its joints while it is in free flight
  Eigen::VectorXd rates;             ///< q̇ of its path; zero while it is held
  Eigen::MatrixXd mass;              ///< in the present problem: with what is implicit in a step
  Eigen::MatrixXd inverse_mass;
  Eigen::MatrixXd own_mass;         ///< of the mechanism alone
  std::vector<BoundedRow> bounded;  ///< motors with limits and dry friction in the present problem
  HeldInputs inputs;                ///< outputs of sampled controllers
  bool swings = false;              ///< nothing but gravity moves it, and no loop ties it

  bool is_still() const { return rates.isZero(0.0); }
};

/// All bodies of a run, and the mechanisms some of them are links of.
struct MovingBodies {
  std::vector<MovingBody> list;
  std::vector<MovingTree> trees;

  MovingBody& operator[](std::size_t i) { return list[i]; }
  const MovingBody& operator[](std::size_t i) const { return list[i]; }
  std::size_t size() const { return list.size(); }
  auto begin() { return list.begin(); }
  auto end() { return list.end(); }
  auto begin() const { return list.begin(); }
  auto end() const { return list.end(); }

  /// The body that stands for this one among members: itself, or the one that leads its tree.
  int lead(int body) const;
  /// The tree of a link; null for other bodies.
  MovingTree* tree_of(int body);
  const MovingTree* tree_of(int body) const;
};

/// All bodies and mechanisms at the start of a run.
MovingBodies moving_bodies(const World& world, const State& initial);

/// Puts the joints there: links follow, their twists are those of the tree's velocities, and the
/// mass is that of the mechanism alone.
void place(const Eigen::VectorXd& q, MovingTree& tree, MovingBodies& bodies);

/// The same at the end of a path: velocities are what loops leave of them there.
void arrive(const Eigen::VectorXd& q, MovingTree& tree, MovingBodies& bodies);

/// The tree's velocities, and with them the twists of its links and of their paths.
void set_velocity(const Eigen::VectorXd& v, MovingTree& tree, MovingBodies& bodies);

/// The coordinates nearest to q that keep loops closed; q itself if there are none.
Eigen::VectorXd with_closed_loops(const MovingTree& tree, const Eigen::VectorXd& q);

/// Where the joints are t seconds after their path began; quaternions of length 1.
Eigen::VectorXd coordinates_after(const MovingTree& tree, double t);

/// The gap of a limit where the tree is, m or rad.
double limit_gap(const World& world, const MovingTree& tree, const LimitId& limit);

/// The velocities after `dt` seconds from `now` on without contacts, with the mass and the bounded
/// rows of that step. With h(q, v) = M dv/dt's bias and H = ∂h/∂v (exact by central differences: h
/// is quadratic in v), and motors, springs and dampers kp (q* - q - dt v⁺) + kd (q̇* - v⁺) taken at
/// the end of the step, c = dt (kd + dt kp):
///
///   (M + c + dt H)(v⁺ - v) = dt (f - h(q, v)) + dt (kp (q* - q) + kd q̇*) - c v,
///
/// so that stiff motors and fast spins do not limit the step. In the problem of the contacts the
/// mass is M + c. Motors with a limit and dry friction are bounded rows instead. With loops the
/// equation holds for what they leave, in rows and unknowns.
///
/// A tree that only gravity moves takes the implicit midpoint instead, v⁺ = v + dt a(q + dt/2 v_m,
/// v_m) with v_m = (v + v⁺)/2, which swings to and fro without winning energy; `falling` is its a.
void push(MovingTree& tree, const trace::Time& now, double dt);

/// What push would change of the velocities; the tree stays as it is.
Eigen::VectorXd fall(const MovingTree& tree, const trace::Time& now, double dt);

/// No point of a link is faster at these velocities, m/s.
double speed_bound(const MovingTree& tree, const MovingBodies& bodies, const Eigen::VectorXd& v);

/// J with the twist of the link's origin = J v.
Matrix6X jacobian_of(const MovingTree& tree, std::uint32_t body);

/// What motors and given forces do per second where the tree is, W.
double given_power(const MovingTree& tree, const trace::Time& t);

}  // namespace rigor::first_order
