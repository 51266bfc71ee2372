// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>

#include <rigor/first_order/velocity_problem.hpp>
#include <rigor/laws/normal_split.hpp>
#include <rigor/solvers/least_violation.hpp>

namespace rigor::first_order {
namespace {

/// A corner within this part of the body's radius of one of the last step starts from its impulse.
constexpr double kSameCorner = 0.02;
/// Answers to touches open gaps by this part of γ per step at most.
constexpr double kAnswerOpening = 0.2;
/// Curvature counts where it bends a gap that ends below kBendBelow γ by more than kBendAbove γ.
constexpr double kBendBelow = 2.0;
constexpr double kBendAbove = 0.2;
/// Shares and friction are found in turn, at most so often, each time by so many sweeps, until
/// velocities change by less than this, m/s and rad/s.
constexpr int kMostShares = 5;
constexpr int kSharingSweeps = 10;
constexpr double kBelowShare = 1e-7;
constexpr double kSettledShare = 1e-6;
/// A point that its tree's joints hold, so that it gives way less than this part of what a body of
/// the tree's mass would, is no contact: no impulse of a sensible size moves it.
constexpr double kHeldByJoints = 1e-6;
/// No-slip impacts grip every corner nearer than this multiple of γ.
constexpr double kGripWithin = 2.0;

double target_of(const Row& row) { return row.pair->gap + row.pair->reserve; }

/// The normal speed the row asks for, m/s.
double bias_of(const Row& row, const RowGoals& goals) {
  const double target = target_of(row);
  const double bias = std::min((target - row.gap) / goals.duration, target / goals.step);
  if (!goals.is_impact) return bias;
  return std::min(bias, kAnswerOpening * row.pair->gap / goals.step);
}

ConeContact::Rows rows_of(const Row& row, const Vector3& r, double sign) {
  ConeContact::Rows rows;
  const Vector3* directions[] = {&row.nhat_W, &row.tangents_W[0], &row.tangents_W[1]};
  for (int i = 0; i < 3; ++i) {
    const Vector3& d = *directions[i];
    rows.row(i) << sign * d.transpose(), sign * r.cross(d).transpose();
  }
  return rows;
}

}  // namespace

VelocityProblem::VelocityProblem(const MovingBodies& bodies, std::vector<int> members,
                                 std::vector<Row> rows, const RowGoals& goals)
    : bodies_(bodies),
      members_(std::move(members)),
      rows_(std::move(rows)),
      goals_(goals),
      bent_(rows_.size(), 0.0) {
  ConeProblem& cone = problem_.cone;
  for (const int body : members_) {
    if (const MovingTree* tree = bodies.tree_of(body)) {
      blocks_.push_back(static_cast<int>(cone.trees.size()));
      for (BoundedRow row : tree->bounded) {
        row.tree = blocks_.back();
        cone.bounded.push_back(row);
      }
      cone.trees.push_back({tree->mass, tree->inverse_mass, tree->v});
      trees_.push_back(bodies[body].tree);
    } else {
      blocks_.push_back(static_cast<int>(cone.mass.size()));
      cone.mass.push_back(bodies[body].mass);
      cone.inverse_mass.push_back(bodies[body].inverse_mass);
      cone.u_star.push_back(bodies[body].u);
    }
  }
  cone.contacts.reserve(rows_.size());
  for (const Row& row : rows_) add_contact(row);
  prepare(problem_.cone);
  drop_held_points();
  state_ = state_at_start(problem_.cone);
}

/// The number of the block of the body, or of its tree; -1: it is none of the members.
int VelocityProblem::place_of(int body) const {
  const int lead = bodies_.lead(body);
  const auto at = std::lower_bound(members_.begin(), members_.end(), lead);
  return at != members_.end() && *at == lead ? blocks_[at - members_.begin()] : -1;
}

/// Contacts of one tree alone that its joints hold drop out of the solve.
void VelocityProblem::drop_held_points() {
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    ConeContact& contact = problem_.cone.contacts[c];
    const bool alone = contact.blocks[0] < 0 && contact.blocks[1] < 0;
    if (contact.parts.size() != 1 || !alone || rows_[c].is_limit()) continue;
    const double mass = bodies_.trees[trees_[contact.parts[0].tree]].tree->mass;
    if (contact.normal_compliance * mass < kHeldByJoints) contact.normal_compliance = 0.0;
  }
}

const Matrix6X& VelocityProblem::jacobian(int link) {
  const auto [found, is_new] = jacobians_.try_emplace(link);
  if (is_new) found->second = jacobian_of(*bodies_.tree_of(link), static_cast<std::uint32_t>(link));
  return found->second;
}

void VelocityProblem::add_tree_part(int tree, const Eigen::Ref<const Eigen::MatrixXd>& rows,
                                    ConeContact& contact) {
  if (!contact.parts.empty() && contact.parts.front().tree == tree)
    contact.parts.front().rows += rows;
  else
    contact.parts.push_back({tree, rows});
}

/// The rows on the twist of one of the contact's bodies.
void VelocityProblem::add_side(int body, const ConeContact::Rows& rows, int side,
                               ConeContact& contact) {
  const int place = place_of(body);
  if (place < 0) {
    contact.offset += rows * bodies_[body].path_u;
  } else if (bodies_[body].tree >= 0) {
    add_tree_part(place, rows * jacobian(body), contact);
  } else {
    contact.blocks[side] = place;
    contact.rows[side] = rows;
  }
}

void VelocityProblem::add_contact(const Row& row) {
  ConeContact contact;
  StepContact step;
  const bool collides = row.approach < -goals_.impact_speed;
  if (collides) step.restitution = row.pair->surface.restitution;
  if (row.is_limit()) {
    const int place = place_of(row.b);
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(3, problem_.cone.trees[place].u_star.size());
    rows(0, row.velocity) = row.sign;
    add_tree_part(place, rows, contact);
  } else {
    if (row.a >= 0) add_side(row.a, rows_of(row, row.r_a, -1.0), 0, contact);
    add_side(row.b, rows_of(row, row.r_b, 1.0), 1, contact);
    for (int k = 0; k < 2; ++k) contact.offset[1 + k] += row.tangents_W[k].dot(row.pair->belt_W);
    set_rule(goals_.law, row.pair->surface, contact);
    step.grips_open = goals_.law.law == Law::NoSlip && (goals_.is_impact || collides) &&
                      row.gap <= kGripWithin * row.pair->gap;
  }
  contact.offset[0] -= bias_of(row, goals_);
  problem_.cone.contacts.push_back(contact);
  problem_.contacts.push_back(step);
}

Vector6 VelocityProblem::velocity(int body) const {
  if (body < 0) return Vector6::Zero();
  const int place = place_of(body);
  if (place < 0) return bodies_[body].path_u;
  if (bodies_[body].tree < 0) return state_.u[place];
  return jacobians_.at(body) * state_.trees[place];
}

const Eigen::VectorXd& VelocityProblem::joint_velocities(int member) const {
  return state_.trees[place_of(member)];
}

double VelocityProblem::normal_speed(std::size_t index) const {
  const Row& row = rows_[index];
  if (row.is_limit()) return row.sign * joint_velocities(row.b)[row.velocity];
  return row.nhat_W.dot(relative_velocity(row, velocity(row.a), velocity(row.b)));
}

void VelocityProblem::start_from_kept() {
  std::vector<Eigen::Vector3d> impulses(rows_.size(), Eigen::Vector3d::Zero());
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Row& row = rows_[c];
    if (row.pair->kept.empty()) continue;
    const double same = kSameCorner * row.pair->radius;
    const Vector3 point_B = bodies_[row.b].pose.rotation.conjugate() * row.r_b;
    for (const KeptImpulse& kept : row.pair->kept) {
      if ((kept.point_B - point_B).norm() > same) continue;
      impulses[c] << kept.normal, kept.tangential_W.dot(row.tangents_W[0]),
          kept.tangential_W.dot(row.tangents_W[1]);
      break;
    }
  }
  state_ = state_with(problem_.cone, std::move(impulses));
}

bool VelocityProblem::touches_drive(const Row& row) const {
  const auto is_driven = [&](int body) {
    return body >= 0 && bodies_[body].role == BodyRole::Driven;
  };
  return is_driven(row.a) || is_driven(row.b);
}

/// No-slip contacts let go of their tangents if no driven body is at them: what a driven body
/// pushes must be able to give way. Whether any did.
bool VelocityProblem::break_bonds() {
  bool any = false;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    ConeContact& contact = problem_.cone.contacts[c];
    if (contact.tangent != Tangent::Held || touches_drive(rows_[c])) continue;
    contact.tangent = Tangent::Cone;
    contact.friction = 0.0;
    any = true;
  }
  if (any) state_ = state_at_start(problem_.cone);
  return any;
}

/// Halves γ of the pairs whose goals no velocity meets; whether there are any.
bool VelocityProblem::narrow_pairs() {
  const std::vector<double> missing = least_violation(problem_.cone, {});
  std::set<NearPair*> narrow;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    NearPair& pair = *rows_[c].pair;
    if (missing[c] > kHarmless * pair.gap / goals_.step && pair.gap > goals_.least_gap)
      narrow.insert(&pair);
  }
  for (std::size_t c = 0; c < rows_.size(); ++c)
    if (narrow.count(rows_[c].pair) != 0)
      problem_.cone.contacts[c].offset[0] += bias_of(rows_[c], goals_);
  for (NearPair* pair : narrow) {
    pair->gap = std::max(goals_.least_gap, 0.5 * pair->gap);
    pair->reserve = 0.0;
  }
  for (std::size_t c = 0; c < rows_.size(); ++c)
    if (narrow.count(rows_[c].pair) != 0)
      problem_.cone.contacts[c].offset[0] -= bias_of(rows_[c], goals_);
  return !narrow.empty();
}

/// Where driven bodies leave less room than the rows ask for (fingers that close on a block), has
/// their pairs keep smaller gaps; whether any does. No-slip grips there, however little force it
/// takes to keep them. Solves after it are as exact as those gaps ask for.
bool VelocityProblem::make_room() {
  bool any = false;
  while (narrow_pairs()) any = true;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const NearPair& pair = *rows_[c].pair;
    if (!(pair.gap < pair.full_gap)) continue;
    problem_.contacts[c].grips_open = problem_.cone.contacts[c].tangent == Tangent::Held;
    least = std::min(least, pair.gap);
  }
  if (!any) return false;
  goals_.law = with_goal(goals_.law, std::min(goals_.law.goal, kHarmless * least / goals_.step));
  state_ = state_at_start(problem_.cone);
  return true;
}

/// The members' trees at the velocities found.
std::vector<Kinematics> VelocityProblem::kinematics_after() const {
  std::vector<Kinematics> after;
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    const PlacedTree& placed = bodies_.trees[trees_[i]].placed;
    after.push_back(placed.kinematics);
    update(placed.tree->local, placed.tree->joints(), {0.0, placed.state.q, state_.trees[i]},
           after.back());
  }
  return after;
}

/// The acceleration of a link at constant velocities of the joints; zero for other bodies.
Twist VelocityProblem::bias_acceleration(int body, const std::vector<Kinematics>& after) const {
  if (body < 0 || bodies_[body].tree < 0) return {};
  const MovingTree& tree = *bodies_.tree_of(body);
  const int place = place_of(body);
  if (place < 0 && tree.is_still()) return {};
  const Kinematics& there = place < 0 ? tree.placed.kinematics : after[place];
  return there.links[body - tree.tree->first_body].bias_acceleration;
}

/// Raises the goals of rows whose gaps straight paths would bend too far; whether any was.
bool VelocityProblem::bend() {
  bool any = false;
  const double h = goals_.duration;
  const std::vector<Kinematics> after = kinematics_after();
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Row& row = rows_[c];
    if (row.is_limit()) continue;
    const Vector6 u_a = velocity(row.a);
    const Vector6 u_b = velocity(row.b);
    const double speed = row.nhat_W.dot(relative_velocity(row, u_a, u_b));
    if (row.gap + h * speed >= kBendBelow * row.pair->gap) continue;
    const double most = 0.5 * (row.pair->gap / goals_.step + 2.0 * goals_.gain);
    const double bends =
        curvature(row, u_a, u_b) +
        bias_curvature(row, bias_acceleration(row.a, after), bias_acceleration(row.b, after));
    const double added = std::clamp(-0.5 * h * bends, 0.0, most);
    if (added * h <= kBendAbove * row.pair->gap || added <= bent_[c]) continue;
    problem_.cone.contacts[c].offset[0] -= added - bent_[c];
    bent_[c] = added;
    any = true;
  }
  return any;
}

/// Shares the normal impulses of one pair as equal springs at its corners would, with friction
/// along the slip; whether it slides at all.
bool VelocityProblem::share_pair(const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> pressed;
  std::vector<PlaneImpulse> corners;
  bool slides = false;
  for (const std::size_t c : rows) {
    const Eigen::Vector3d y = speeds(problem_.cone.contacts[c], state_);
    if (y[0] > goals_.law.goal && !(state_.impulses[c][0] > 0.0)) continue;
    slides = slides || (y.tail<2>().norm() > goals_.law.goal && state_.impulses[c][0] > 0.0);
    pressed.push_back(c);
    corners.push_back({{rows_[c].point_W.dot(rows_[c].tangents_W[0]),
                        rows_[c].point_W.dot(rows_[c].tangents_W[1])},
                       state_.impulses[c][0]});
  }
  if (!slides || pressed.size() < 4) return false;
  const auto split = spring_split(corners);
  if (!split) return false;
  for (std::size_t i = 0; i < pressed.size(); ++i) {
    const ConeContact& contact = problem_.cone.contacts[pressed[i]];
    const Eigen::Vector2d slip = speeds(contact, state_).tail<2>();
    Eigen::Vector3d impulse = state_.impulses[pressed[i]];
    impulse[0] = (*split)[i];
    const double most = contact.friction * impulse[0];
    if (slip.norm() > goals_.law.goal) impulse.tail<2>() = -most * slip.normalized();
    if (impulse.tail<2>().norm() > most) impulse.tail<2>() *= most / impulse.tail<2>().norm();
    push(problem_.cone, static_cast<int>(pressed[i]), impulse - state_.impulses[pressed[i]],
         state_);
  }
  return true;
}

void VelocityProblem::share() {
  if (goals_.law.law != Law::Coulomb) return;
  std::map<PairId, std::vector<std::size_t>> pairs;
  for (std::size_t c = 0; c < rows_.size(); ++c) pairs[rows_[c].pair->id].push_back(c);
  const ConeState before = state_;
  const double allowed = std::max(residual(problem_.cone, before), goals_.law.goal);
  for (int round = 0; round < kMostShares; ++round) {
    const ConeState old = state_;
    bool any = false;
    for (const auto& [id, rows] : pairs) any = share_pair(rows) || any;
    if (!any) break;
    sweep(problem_.cone, {kSharingSweeps, kBelowShare}, state_);
    double change = 0.0;
    for (std::size_t i = 0; i < old.u.size(); ++i)
      change = std::max(change, (state_.u[i] - old.u[i]).lpNorm<Eigen::Infinity>());
    for (std::size_t i = 0; i < old.trees.size(); ++i)
      change = std::max(change, (state_.trees[i] - old.trees[i]).lpNorm<Eigen::Infinity>());
    if (change < kSettledShare) break;
  }
  if (residual(problem_.cone, state_) > allowed) state_ = before;
}

/// What has no solution because of driven bodies: bonds break, then goals give way.
void VelocityProblem::compress_against_drives(StepSolution& solution) {
  const auto drives = [&](const Row& row) { return touches_drive(row); };
  if (std::none_of(rows_.begin(), rows_.end(), drives)) return;
  if (break_bonds()) solution = compress(problem_, goals_.law, state_);
  if (solution.residual > goals_.law.goal && make_room())
    solution = compress(problem_, goals_.law, state_);
}

StepSolution VelocityProblem::solve(bool warm) {
  if (warm) start_from_kept();
  StepSolution solution = compress(problem_, goals_.law, state_);
  if (solution.residual > goals_.law.goal) compress_against_drives(solution);
  std::vector<double> compression;
  bool bounces = false;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    compression.push_back(state_.impulses[c][0]);
    bounces = bounces || (problem_.contacts[c].restitution > 0.0 && compression[c] > 0.0);
  }
  const auto include = [&](const StepSolution& next) {
    solution = {next.residual, solution.rounds + next.rounds, solution.split || next.split,
                next.restitution_factor};
  };
  if (bend()) include(compress(problem_, goals_.law, state_));
  if (!goals_.is_impact) share();
  if (bounces) include(expand(problem_, compression, goals_.law, state_));
  return solution;
}

Vector3 VelocityProblem::impulse_W(std::size_t row) const {
  const Eigen::Vector3d& p = state_.impulses[row];
  return p[0] * rows_[row].nhat_W + p[1] * rows_[row].tangents_W[0] +
         p[2] * rows_[row].tangents_W[1];
}

/// Without the part of the mass that stands for motors and dampers.
double VelocityProblem::energy_of(const ConeState& state) const {
  double energy = kinetic_energy(problem_.cone, state);
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    const MovingTree& tree = bodies_.trees[trees_[i]];
    const Eigen::VectorXd implicit = tree.mass.diagonal() - tree.own_mass;
    energy -= 0.5 * implicit.dot(state.trees[i].cwiseAbs2());
  }
  return energy;
}

double VelocityProblem::energy_before() const { return energy_of(state_at_start(problem_.cone)); }

double VelocityProblem::energy_after() const { return energy_of(state_); }

double VelocityProblem::work_of_drives() const {
  double work = 0.0;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Row& row = rows_[c];
    if (row.is_limit()) continue;
    const Vector3 impulse = impulse_W(c);
    work -= (impulse - impulse.dot(row.nhat_W) * row.nhat_W).dot(row.pair->belt_W);
    if (row.a >= 0 && bodies_[row.a].role == BodyRole::Driven) {
      const Vector6& u = bodies_[row.a].path_u;
      work += impulse.dot(u.head<3>() + Vector3(u.tail<3>()).cross(row.r_a));
    }
    if (bodies_[row.b].role == BodyRole::Driven) {
      const Vector6& u = bodies_[row.b].path_u;
      work -= impulse.dot(u.head<3>() + Vector3(u.tail<3>()).cross(row.r_b));
    }
  }
  return work;
}

void VelocityProblem::keep_impulses() const {
  for (const Row& row : rows_) row.pair->kept.clear();
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Row& row = rows_[c];
    const double normal = state_.impulses[c][0];
    if (!(normal > 0.0)) continue;
    row.pair->kept.push_back({bodies_[row.b].pose.rotation.conjugate() * row.r_b, normal,
                              impulse_W(c) - normal * row.nhat_W});
  }
}

}  // namespace rigor::first_order
