// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>
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

VelocityProblem::VelocityProblem(const std::vector<MovingBody>& bodies, std::vector<int> members,
                                 std::vector<Row> rows, const std::vector<Vector6>& u_star,
                                 const RowGoals& goals)
    : bodies_(bodies),
      members_(std::move(members)),
      rows_(std::move(rows)),
      goals_(goals),
      bent_(rows_.size(), 0.0) {
  for (const int body : members_) {
    problem_.cone.mass.push_back(bodies[body].mass);
    problem_.cone.inverse_mass.push_back(bodies[body].inverse_mass);
  }
  problem_.cone.u_star.assign(u_star.begin(), u_star.end());
  problem_.cone.contacts.reserve(rows_.size());
  for (const Row& row : rows_) add_contact(row);
  prepare(problem_.cone);
  state_ = state_at_start(problem_.cone);
}

int VelocityProblem::place_of(int body) const {
  const auto at = std::lower_bound(members_.begin(), members_.end(), body);
  return at != members_.end() && *at == body ? static_cast<int>(at - members_.begin()) : -1;
}

void VelocityProblem::add_contact(const Row& row) {
  ConeContact contact;
  const std::array<int, 2> ids{row.a, row.b};
  for (int side = 0; side < 2; ++side) {
    if (ids[side] < 0) continue;
    contact.blocks[side] = place_of(ids[side]);
    contact.rows[side] = rows_of(row, side == 0 ? row.r_a : row.r_b, side == 0 ? -1.0 : 1.0);
    if (contact.blocks[side] >= 0) continue;
    contact.offset += contact.rows[side] * bodies_[ids[side]].path_u;
    contact.rows[side].setZero();
  }
  contact.offset[0] -= bias_of(row, goals_);
  set_rule(goals_.law, row.pair->surface, contact);
  StepContact step;
  const bool collides = row.approach < -goals_.impact_speed;
  if (collides) step.restitution = row.pair->surface.restitution;
  step.grips_open = goals_.law.law == Law::NoSlip && (goals_.is_impact || collides) &&
                    row.gap <= kGripWithin * row.pair->gap;
  problem_.cone.contacts.push_back(contact);
  problem_.contacts.push_back(step);
}

const Vector6& VelocityProblem::velocity(int body) const {
  static const Vector6 none = Vector6::Zero();
  if (body < 0) return none;
  const int place = place_of(body);
  return place >= 0 ? state_.u[place] : bodies_[body].path_u;
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

/// Raises the goals of rows whose gaps straight paths would bend too far; whether any was.
bool VelocityProblem::bend() {
  bool any = false;
  const double h = goals_.duration;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Row& row = rows_[c];
    const Vector6& u_a = velocity(row.a);
    const Vector6& u_b = velocity(row.b);
    const double speed = row.nhat_W.dot(relative_velocity(row, u_a, u_b));
    if (row.gap + h * speed >= kBendBelow * row.pair->gap) continue;
    const double most = 0.5 * (row.pair->gap / goals_.step + 2.0 * goals_.gain);
    const double added = std::clamp(-0.5 * h * curvature(row, u_a, u_b), 0.0, most);
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
    const std::vector<Vector6> old(state_.u.begin(), state_.u.end());
    bool any = false;
    for (const auto& [id, rows] : pairs) any = share_pair(rows) || any;
    if (!any) break;
    sweep(problem_.cone, {kSharingSweeps, kBelowShare}, state_);
    double change = 0.0;
    for (std::size_t i = 0; i < old.size(); ++i)
      change = std::max(change, (state_.u[i] - old[i]).lpNorm<Eigen::Infinity>());
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

double VelocityProblem::energy_before() const {
  return kinetic_energy(problem_.cone, problem_.cone.u_star);
}

double VelocityProblem::energy_after() const { return kinetic_energy(problem_.cone, state_.u); }

double VelocityProblem::work_of(const std::vector<MovingBody>& bodies, BodyRole role) const {
  double work = 0.0;
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Row& row = rows_[c];
    const Vector3 impulse = impulse_W(c);
    if (row.a >= 0 && bodies[row.a].role == role) {
      const Vector6& u = bodies[row.a].path_u;
      work += impulse.dot(u.head<3>() + Vector3(u.tail<3>()).cross(row.r_a));
    }
    if (bodies[row.b].role == role) {
      const Vector6& u = bodies[row.b].path_u;
      work -= impulse.dot(u.head<3>() + Vector3(u.tail<3>()).cross(row.r_b));
    }
  }
  return work;
}

void VelocityProblem::keep_impulses(const std::vector<MovingBody>& bodies) const {
  for (const Row& row : rows_) row.pair->kept.clear();
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const Row& row = rows_[c];
    const double normal = state_.impulses[c][0];
    if (!(normal > 0.0)) continue;
    row.pair->kept.push_back({bodies[row.b].pose.rotation.conjugate() * row.r_b, normal,
                              impulse_W(c) - normal * row.nhat_W});
  }
}

}  // namespace rigor::first_order
