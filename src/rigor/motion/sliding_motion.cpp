// SPDX-License-Identifier: Apache-2.0
// ModeSolution of modes in which contacts slide under Coulomb's law.
#include <cmath>

#include <rigor/motion/motion.hpp>
#include <rigor/solvers/linear_program.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// Slip slower than this has no direction of its own: rounding of speeds of a few m/s.
constexpr double kDirectionless = 1e-14;  // m/s
/// A field of the springs of which a smaller fraction (squared) is its own is none: rows may be
/// dependent up to kDependentSineSquared, and here they meet in products of two, in an order in
/// which one may be more dependent than in the order that they were chosen in.
constexpr double kNoField = 1e-24;
/// Stiffness of all springs of a pair of faces: that of a rectangle's four corners.
constexpr double kFaceStiffness = 4.0;
/// A corner that is about to come or to go keeps this share of the turn it is counted from.
constexpr double kLeastShare = 1e-3;
/// Splits of the forces that change accelerations by less than this fraction of the bodies' own
/// answers do not matter.
constexpr double kSameMotion = 1e-9;

}  // namespace

void ModeSolution::set_slip(int f, std::span<const BodyState> states) {
  const ModeMotion::Force& force = motion_.forces[f];
  const MovingContact& contact = motion_.contacts[force.contact];
  const std::array<RowTerms, 3>& rows = force_rows_[f];
  std::array<double, 2> speed{};
  for (int k = 0; k < 2; ++k) {
    if (contact.place_O >= 0)
      speed[k] += rows[k + 1].on_O.dot(states[static_cast<std::size_t>(contact.place_O)].v);
    if (contact.place_P >= 0)
      speed[k] += rows[k + 1].on_P.dot(states[static_cast<std::size_t>(contact.place_P)].v);
    speed[k] += rows[k + 1].on_O.head<3>().dot(contact.belt_O) +
                rows[k + 1].on_P.head<3>().dot(contact.belt_P);
    if (contact.drive_O >= 0)
      speed[k] += rows[k + 1].on_O.dot(drives_[contact.drive_O].V_WB.vector());
    if (contact.drive_P >= 0)
      speed[k] += rows[k + 1].on_P.dot(drives_[contact.drive_P].V_WB.vector());
  }
  slip_speed_[f] = speed[0] * tangents_[f][0] + speed[1] * tangents_[f][1];
}

/// The direction friction acts against, and the push of a unit normal force with its friction.
void ModeSolution::set_push(int f, Vector3& slip_W, Directions onsets) {
  const ModeMotion::Force& force = motion_.forces[f];
  const std::array<RowTerms, 3>& rows = force_rows_[f];
  const double size = slip_speed_[f].norm();
  const bool kept = force.onset && onsets == Directions::Kept;
  if (!kept && size > kDirectionless) {
    const Vector3 along = slip_speed_[f] / size;
    slip_W = along.dot(slip_W) < 0.0 ? Vector3(-along) : along;
  }
  slip_used_[f] = slip_W;
  const double s1 = force.friction * tangents_[f][0].dot(slip_W);
  const double s2 = force.friction * tangents_[f][1].dot(slip_W);
  RowTerms& push = pushes_[f];
  push.on_O = rows[0].on_O - s1 * rows[1].on_O - s2 * rows[2].on_O;
  push.on_P = rows[0].on_P - s1 * rows[1].on_P - s2 * rows[2].on_P;
  push.response_O = rows[0].response_O - s1 * rows[1].response_O - s2 * rows[2].response_O;
  push.response_P = rows[0].response_P - s1 * rows[1].response_P - s2 * rows[2].response_P;
  if (motion_.unknowns.has_trees())
    combine(rows[0].pulled, -s1, rows[1].pulled, -s2, rows[2].pulled, push.pulled);
}

/// The angle by which the rim turns at a force's corner.
double ModeSolution::turn_of(int f, std::span<const BodyState> states) const {
  const ModeMotion::Force& force = motion_.forces[f];
  const MovingContact& contact = motion_.contacts[force.contact];
  const auto along = [&](const RimEdge& edge) -> Vector3 {
    const bool of_O = edge.of_a == (force.side < 0.0);
    const BodyMotion body = of_O
                                ? motion_of(contact.place_O, contact.drive_O, contact.X_WO, states)
                                : motion_of(contact.place_P, contact.drive_P, contact.X_WP, states);
    return body.X_WB.rotation * edge.along;
  };
  const Vector3 before = along(force.turn->before);
  const Vector3 after = along(force.turn->after);
  const Vector3 n = tangents_[f][0].cross(tangents_[f][1]);
  return std::atan2(std::abs(n.dot(before.cross(after))), before.dot(after));
}

void ModeSolution::set_stiffness(std::span<const BodyState> states) {
  const int count = static_cast<int>(motion_.forces.size());
  for (int first = 0, last = 0; first < count; first = last) {
    last = first + 1;
    if (!motion_.forces[first].turn) continue;
    while (last < count && motion_.forces[last].pair == motion_.forces[first].pair) ++last;
    double whole = 0.0;
    for (int f = first; f < last; ++f) {
      const double straight = motion_.forces[f].turn->straight;
      const double turn = turn_of(f, states);
      stiffness_[f] = std::min(turn, std::max(2.0 * (turn - straight), kLeastShare * straight));
      whole += stiffness_[f];
    }
    for (int f = first; f < last; ++f) stiffness_[f] *= kFaceStiffness / whole;
  }
}

void ModeSolution::fill_forces(std::span<const BodyState> states, std::vector<Vector3>& slips_W,
                               Directions onsets) {
  for (int f = 0; f < static_cast<int>(motion_.forces.size()); ++f) {
    const int k = motion_.forces[f].contact;
    place_contact(k, states);
    for (int axis = 0; axis < 3; ++axis) set_terms(k, axis, force_rows_[f][axis]);
    if (motion_.contacts[k].limit >= 0)
      tangents_[f] = {Vector3::UnitX(), Vector3::UnitY()};
    else if (motion_.contacts[k].edges)
      tangents_[f] = crossings_[k].tangents_W;
    else
      tangents_[f] = {vertices_[k].frame.col(1), vertices_[k].frame.col(2)};
    if (!motion_.forces[f].slips) continue;
    set_slip(f, states);
    set_push(f, slips_W[f], onsets);
  }
  set_stiffness(states);
}

/// Orthonormal fields of the springs: their squares would lose rows that nearly depend on others.
RankCheck ModeSolution::factor_sliding() {
  const int rows = static_cast<int>(motion_.rows.size());
  const int columns = static_cast<int>(columns_.size());
  if (columns < rows) return RankCheck::Lost;
  for (int c = 0; c < columns; ++c) {
    const ModeMotion::Force& force = motion_.forces[columns_[c].force];
    const RowTerms& spring = force_rows_[columns_[c].force][columns_[c].axis];
    const RowTerms& push = force.slips ? pushes_[columns_[c].force] : spring;
    const double root = std::sqrt(stiffness_[columns_[c].force]);
    for (int k = 0; k < rows; ++k) {
      springs_(c, k) = root * product(force.contact, spring, motion_.rows[k].contact, terms_[k]);
      reach_(k, c) = product(motion_.rows[k].contact, terms_[k], force.contact, push);
    }
  }
  qr_.compute(springs_);
  double without = 1.0;
  for (int k = 0; k < rows; ++k) {
    const double rest = qr_.matrixQR()(k, k);
    if (!(rest * rest > kNoField * springs_.col(k).squaredNorm())) return RankCheck::Lost;
    without *= rest;
  }
  fields_.setIdentity();
  qr_.householderQ().applyThisOnTheLeft(fields_, work_);
  for (int c = 0; c < columns; ++c) fields_.row(c) *= std::sqrt(stiffness_[columns_[c].force]);
  coupling_.noalias() = reach_ * fields_;
  lu_.compute(coupling_);
  indicator_ = lu_.determinant() / without;
  return RankCheck::Kept;
}

RankCheck ModeSolution::solve(std::span<const BodyState> states, std::vector<Vector3>& slips_W,
                              Directions onsets, double after) {
  if (!motion_.slides()) return solve(states, after);
  place_bodies(states, after);
  place_drives(after);
  fill_rows(states);
  fill_forces(states, slips_W, onsets);
  if (factor_sliding() == RankCheck::Lost) return RankCheck::Lost;
  const int rows = static_cast<int>(motion_.rows.size());
  for (int k = 0; k < rows; ++k) amounts_[k] = missing(k);
  amounts_ = lu_.solve(amounts_).eval();
  multipliers_.noalias() = fields_ * amounts_;
  if (!multipliers_.allFinite()) return RankCheck::Lost;
  for (int c = 0; c < static_cast<int>(columns_.size()); ++c) {
    const int f = columns_[c].force;
    const ModeMotion::Force& force = motion_.forces[f];
    const RowTerms& push = force.slips ? pushes_[f] : force_rows_[f][columns_[c].axis];
    add_push(force.contact, push, multipliers_[c], a_);
    if (columns_[c].axis == 0) loads_[f] = multipliers_[c];
  }
  qr_.matrixQR().topRows(rows).triangularView<Eigen::Upper>().solveInPlace(amounts_);
  for (int f = 0; f < static_cast<int>(motion_.forces.size()); ++f) {
    if (motion_.forces[f].loaded) continue;
    loads_[f] = 0.0;
    for (int k = 0; k < rows; ++k)
      loads_[f] +=
          stiffness_[f] * amounts_[k] *
          product(motion_.forces[f].contact, force_rows_[f][0], motion_.rows[k].contact, terms_[k]);
  }
  return RankCheck::Kept;
}

std::vector<char> ModeSolution::least_loaded() const {
  std::vector<int> tangents;  // may push both ways
  for (int c = 0; c < static_cast<int>(columns_.size()); ++c)
    if (columns_[c].axis != 0) tangents.push_back(c);
  const Eigen::Index count = reach_.cols();
  const auto both = static_cast<Eigen::Index>(tangents.size());
  Eigen::MatrixXd A(reach_.rows(), count + both);
  A.leftCols(count) = reach_;
  Eigen::VectorXd cost = Eigen::VectorXd::Ones(count + both);
  cost.tail(both).setZero();
  for (Eigen::Index k = 0; k < both; ++k) {
    A.col(count + k) = -reach_.col(tangents[k]);
    cost[tangents[k]] = 0.0;
  }
  const LinearProgramAnswer least = minimize_linear(cost, A, reach_ * multipliers_);
  if (least.status != LinearProgramStatus::Solved) return {};
  std::vector<char> loaded(motion_.forces.size(), 0);
  for (Eigen::Index c = 0; c < count; ++c)
    if (columns_[c].axis == 0 && least.x[c] > 0.0) loaded[columns_[c].force] = 1;
  return loaded;
}

Eigen::VectorXd ModeSolution::a_of_slips() const {
  Eigen::VectorXd a = Eigen::VectorXd::Zero(a_.size());
  for (int c = 0; c < static_cast<int>(columns_.size()); ++c) {
    const int f = columns_[c].force;
    if (motion_.forces[f].slips)
      add_push(motion_.forces[f].contact, pushes_[f], multipliers_[c], a);
  }
  return a;
}

/// c1 and c2 times the rows along the tangents of a force, over the unknowns.
void ModeSolution::set_across(int f, double c1, double c2, TreeRow& across) const {
  const MovingContact& contact = motion_.contacts[motion_.forces[f].contact];
  const std::array<RowTerms, 3>& rows = force_rows_[f];
  if (motion_.unknowns.has_trees()) {
    for (std::size_t i = 0; i < 2; ++i) {
      across.parts[i].offset = rows[1].pulled.parts[i].offset;
      across.parts[i].on = c1 * rows[1].pulled.parts[i].on + c2 * rows[2].pulled.parts[i].on;
    }
    return;
  }
  across.parts[0].offset = contact.place_O < 0 ? -1 : 6 * contact.place_O;
  across.parts[0].on = c1 * rows[1].on_O + c2 * rows[2].on_O;
  across.parts[1].offset = contact.place_P < 0 ? -1 : 6 * contact.place_P;
  across.parts[1].on = c1 * rows[1].on_P + c2 * rows[2].on_P;
}

void ModeSolution::answers(std::vector<SlipAnswer>& out) {
  const int rows = static_cast<int>(motion_.rows.size());
  std::size_t used = 0;
  for (int f = 0; f < static_cast<int>(motion_.forces.size()); ++f) {
    const ModeMotion::Force& force = motion_.forces[f];
    if (!force.slips) continue;
    if (out.size() <= used) out.emplace_back();
    SlipAnswer& answer = out[used++];
    const MovingContact& contact = motion_.contacts[force.contact];
    const Vector3 n = normal_of(force.contact);
    const Vector3 across = n.cross(slip_used_[f]);
    const double c1 = tangents_[f][0].dot(across);
    const double c2 = tangents_[f][1].dot(across);
    set_across(f, c1, c2, answer.across);
    const auto drive_speed = [&](int drive, const Vector6& t1, const Vector6& t2) {
      return drive < 0 ? 0.0 : (c1 * t1 + c2 * t2).dot(drives_[drive].V_WB.vector());
    };
    const std::array<RowTerms, 3>& own = force_rows_[f];
    answer.driven = (c1 * own[1].on_O + c2 * own[2].on_O).head<3>().dot(contact.belt_O) +
                    (c1 * own[1].on_P + c2 * own[2].on_P).head<3>().dot(contact.belt_P);
    answer.driven += drive_speed(contact.drive_O, own[1].on_O, own[2].on_O);
    answer.driven += drive_speed(contact.drive_P, own[1].on_P, own[2].on_P);
    answer.response.setZero(a_.size());
    add_push(force.contact, own[1], c1, answer.response);
    add_push(force.contact, own[2], c2, answer.response);
    Eigen::VectorXd lacking(rows);
    for (int k = 0; k < rows; ++k)
      lacking[k] = -c1 * product(motion_.rows[k].contact, terms_[k], force.contact, own[1]) -
                   c2 * product(motion_.rows[k].contact, terms_[k], force.contact, own[2]);
    const Eigen::VectorXd forces = fields_ * lu_.solve(lacking);
    for (int c = 0; c < static_cast<int>(columns_.size()); ++c) {
      const int g = columns_[c].force;
      const ModeMotion::Force& other = motion_.forces[g];
      add_push(other.contact, other.slips ? pushes_[g] : force_rows_[g][columns_[c].axis],
               forces[c], answer.response);
    }
    const double speed = slip_speed_[f].norm();
    const double sign = slip_speed_[f].dot(slip_used_[f]) < 0.0 ? -1.0 : 1.0;
    answer.gain =
        speed > kDirectionless && force.loaded ? -sign * force.friction * loads_[f] / speed : 0.0;
  }
  out.resize(used);
}

ModeSolution::Splits ModeSolution::splits() const {
  Splits splits;
  splits.forces = null_basis(reach_, kSameMotion);
  splits.accelerations = Eigen::MatrixXd::Zero(a_.size(), splits.forces.cols());
  double size = 0.0;
  for (int c = 0; c < static_cast<int>(columns_.size()); ++c) {
    const int f = columns_[c].force;
    const ModeMotion::Force& force = motion_.forces[f];
    const RowTerms& push = force.slips ? pushes_[f] : force_rows_[f][columns_[c].axis];
    Eigen::VectorXd effect = Eigen::VectorXd::Zero(a_.size());
    add_push(force.contact, push, 1.0, effect);
    size = std::max(size, effect.norm());
    for (int k = 0; k < splits.forces.cols(); ++k)
      splits.accelerations.col(k) += splits.forces(c, k) * effect;
  }
  if (splits.accelerations.norm() > kSameMotion * size) return splits;
  return {Eigen::MatrixXd(splits.forces.rows(), 0), Eigen::MatrixXd(a_.size(), 0)};
}

}  // namespace rigor
