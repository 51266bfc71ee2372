// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <rigor/first_order/step_rows.hpp>

namespace rigor::first_order {
namespace {

/// Answers to touches open gaps by this part of γ per step at most.
constexpr double kAnswerOpening = 0.2;
/// A point that its tree's joints hold, so that it gives way less than this part of what a body of
/// the tree's mass would, is no contact: no impulse of a sensible size moves it.
constexpr double kHeldByJoints = 1e-6;
/// No-slip impacts grip every corner nearer than this multiple of γ.
constexpr double kGripWithin = 2.0;

ConeContact::Rows rows_of(const Row& row, const Vector3& r, double sign) {
  ConeContact::Rows rows;
  const Vector3* directions[] = {&row.nhat_W, &row.tangents_W[0], &row.tangents_W[1]};
  for (int i = 0; i < 3; ++i) {
    const Vector3& d = *directions[i];
    rows.row(i) << sign * d.transpose(), sign * r.cross(d).transpose();
  }
  return rows;
}

bool collides(const Row& row, const RowGoals& goals) { return row.approach < -goals.impact_speed; }

/// Which part of what stops the row's speed at the end of the step stops what it has when its gap
/// is closed to γ. `end`: its normal speed with all that forces of the step add, m/s.
double colliding_part(const Row& row, const RowGoals& goals, double end) {
  const double added = std::max(0.0, row.approach - end);
  const double way = std::max(0.0, row.gap - row.pair->gap - row.pair->reserve);
  const double closed = std::min(1.0, way / (-row.approach * goals.duration));
  return (-row.approach + closed * added) / (-row.approach + added);
}

void add_contact(const Row& row, StepRows& to) {
  const RowGoals& goals = to.goals;
  ConeContact contact;
  StepContact step;
  const bool collision = collides(row, goals);
  if (row.is_limit()) {
    to.blocks.add_limit(row, to.problem.cone, contact);
  } else {
    if (row.a >= 0) to.blocks.add_side(row.a, rows_of(row, row.r_a, -1.0), 0, contact);
    to.blocks.add_side(row.b, rows_of(row, row.r_b, 1.0), 1, contact);
    for (int k = 0; k < 2; ++k) contact.offset[1 + k] += row.tangents_W[k].dot(row.pair->belt_W);
    set_rule(goals.law, row.pair->surface, contact);
    step.grips_open = goals.law.law == Law::NoSlip && (goals.is_impact || collision) &&
                      row.gap <= kGripWithin * row.pair->gap;
  }
  if (collision) {
    step.restitution = row.pair->surface.restitution;
    step.colliding = colliding_part(row, goals, speeds(contact, to.state)[0]);
  }
  contact.offset[0] -= speed_goal(row, goals);
  to.problem.cone.contacts.push_back(contact);
  to.problem.contacts.push_back(step);
}

/// Contacts of one tree alone that its joints hold drop out of the solve.
void drop_held_points(StepRows& of) {
  for (std::size_t c = 0; c < of.rows.size(); ++c) {
    ConeContact& contact = of.problem.cone.contacts[c];
    const bool alone = contact.blocks[0] < 0 && contact.blocks[1] < 0;
    if (contact.parts.size() != 1 || !alone || of.rows[c].is_limit()) continue;
    const double mass = of.bodies.trees[of.blocks.trees()[contact.parts[0].tree]].tree->mass;
    if (contact.normal_compliance * mass < kHeldByJoints) contact.normal_compliance = 0.0;
  }
}

}  // namespace

double speed_goal(const Row& row, const RowGoals& goals) {
  const double target = row.pair->gap + row.pair->reserve;
  double speed = std::min((target - row.gap) / goals.duration, target / goals.step);
  if (collides(row, goals)) speed = std::max(speed, 0.0);
  if (!goals.is_impact) return speed;
  return std::min(speed, kAnswerOpening * row.pair->gap / goals.step);
}

StepRows::StepRows(const MovingBodies& around, std::vector<int> members, std::vector<Row> of,
                   const RowGoals& with)
    : bodies(around),
      rows(std::move(of)),
      goals(with),
      blocks(around, std::move(members), problem.cone) {
  if (!goals.is_impact) blocks.note_brought(problem);
  state = state_at_start(problem.cone);
  problem.cone.contacts.reserve(rows.size());
  for (const Row& row : rows) add_contact(row, *this);
  prepare(problem.cone);
  drop_held_points(*this);
  state = state_at_start(problem.cone);
}

std::vector<std::vector<std::size_t>> rows_by_pair(const StepRows& at) {
  std::vector<std::size_t> order(at.rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return at.rows[x].pair->id < at.rows[y].pair->id;
  });
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || at.rows[order[i]].pair != at.rows[order[i - 1]].pair) groups.emplace_back();
    groups.back().push_back(order[i]);
  }
  return groups;
}

bool touches_drive(const MovingBodies& bodies, const Row& row) {
  const auto is_driven = [&](int body) {
    return body >= 0 && bodies[body].role == BodyRole::Driven;
  };
  return is_driven(row.a) || is_driven(row.b);
}

}  // namespace rigor::first_order
