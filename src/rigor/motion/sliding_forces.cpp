// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/motion/corner_springs.hpp>
#include <rigor/motion/sliding_forces.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

/// The velocity of O over P along the tangents of a force.
Vector3 slip_velocity(const MovingContact& contact, const PlacedBodies& bodies,
                      const SlidingForce& force) {
  std::array<double, 2> speed{};
  for (int k = 0; k < 2; ++k) {
    const RowTerms& row = force.rows[k + 1];
    if (contact.place_O >= 0) speed[k] += row.on_O.dot(bodies.state(contact.place_O).v);
    if (contact.place_P >= 0) speed[k] += row.on_P.dot(bodies.state(contact.place_P).v);
    speed[k] += row.on_O.head<3>().dot(contact.belt_O) + row.on_P.head<3>().dot(contact.belt_P);
    if (contact.drive_O >= 0) speed[k] += row.on_O.dot(bodies.drive(contact.drive_O).V_WB.vector());
    if (contact.drive_P >= 0) speed[k] += row.on_P.dot(bodies.drive(contact.drive_P).V_WB.vector());
  }
  return speed[0] * force.tangents[0] + speed[1] * force.tangents[1];
}

/// The direction friction acts against.
void set_direction(bool kept, Vector3& slip_W, SlidingForce& force) {
  const double size = force.slip.norm();
  if (!kept && size > kDirectionlessSlip) {
    const Vector3 along = force.slip / size;
    slip_W = along.dot(slip_W) < 0.0 ? Vector3(-along) : along;
  }
  force.direction = slip_W;
}

/// The push of a unit normal force with its friction.
void set_push(double friction, bool has_trees, SlidingForce& force) {
  const std::array<RowTerms, 3>& rows = force.rows;
  const double s1 = friction * force.tangents[0].dot(force.direction);
  const double s2 = friction * force.tangents[1].dot(force.direction);
  RowTerms& push = force.push;
  push.on_O = rows[0].on_O - s1 * rows[1].on_O - s2 * rows[2].on_O;
  push.on_P = rows[0].on_P - s1 * rows[1].on_P - s2 * rows[2].on_P;
  push.response_O = rows[0].response_O - s1 * rows[1].response_O - s2 * rows[2].response_O;
  push.response_P = rows[0].response_P - s1 * rows[1].response_P - s2 * rows[2].response_P;
  if (has_trees) combine(rows[0].pulled, -s1, rows[1].pulled, -s2, rows[2].pulled, push.pulled);
}

/// Whether the normal rows of two contacts are one: a vertex in the same place on the same plane.
bool same_normal(const MovingContact& x, const MovingContact& y) {
  if (x.edges || y.edges || x.limit >= 0 || y.limit >= 0) return false;
  return x.place_O >= 0 && x.place_O == y.place_O && x.place_P == y.place_P &&
         x.drive_P == y.drive_P && x.r_O == y.r_O && x.frame_P.col(0) == y.frame_P.col(0);
}

/// The row of the motion that a force's row along an axis is, or -1.
int row_of(const ModeMotion& motion, int contact, int axis) {
  for (int k = 0; k < std::ssize(motion.rows); ++k) {
    const auto [at, along] = motion.rows[k];
    if (along != axis) continue;
    if (at == contact) return k;
    if (axis == 0 && same_normal(motion.contacts[at], motion.contacts[contact])) return k;
  }
  return -1;
}

/// What a row gives for unknowns x; of free bodies.
double along(const MovingContact& contact, const RowTerms& row, const Eigen::VectorXd& x) {
  double sum = 0.0;
  if (contact.place_O >= 0) sum += row.on_O.dot(x.segment<6>(6 * contact.place_O));
  if (contact.place_P >= 0) sum += row.on_P.dot(x.segment<6>(6 * contact.place_P));
  return sum;
}

/// One column per axis along which a force with load may push.
std::vector<SlidingForces::Column> columns_of(const ModeMotion& motion) {
  std::vector<SlidingForces::Column> columns;
  for (int f = 0; f < std::ssize(motion.forces); ++f) {
    if (!motion.forces[f].loaded) continue;
    const int axes = motion.forces[f].sticks ? 3 : 1;
    for (int axis = 0; axis < axes; ++axis) columns.push_back({f, axis});
  }
  return columns;
}

}  // namespace

SlidingForces::SlidingForces(const ModeMotion& motion)
    : motion_(motion),
      columns_(columns_of(motion)),
      forces_(motion.forces.size()),
      stiffness_(motion.forces.size(), 1.0),
      factor_(std::ssize(motion.rows), std::ssize(columns_)) {
  for (const ModeMotion::Force& force : motion.forces) {
    std::array<int, 3>& known = known_rows_.emplace_back(std::array{-1, -1, -1});
    if (!motion.unknowns.has_trees()) continue;  // rows of free bodies are made as fast as copied
    for (int axis = 0; axis < 3; ++axis) known[axis] = row_of(motion, force.contact, axis);
  }
  const auto rows = std::ssize(motion.rows);
  const auto columns = std::ssize(columns_);
  springs_.resize(columns, rows);
  roots_.resize(columns);
  reach_.resize(rows, columns);
  amounts_.resize(rows);
  multipliers_ = Eigen::VectorXd::Zero(columns);
  preload_.resize(columns);
  for (int c = 0; c < columns; ++c)
    preload_[c] = motion.forces[columns_[c].force].preload[columns_[c].axis];
}

void SlidingForces::place(PlacedContacts& contacts, const ModeRows& rows,
                          std::vector<Vector3>& slips_W, SlipDirections onsets) {
  for (std::size_t f = 0; f < forces_.size(); ++f) {
    const ModeMotion::Force& of = motion_.forces[f];
    SlidingForce& force = forces_[f];
    contacts.place(of.contact);
    for (int axis = 0; axis < 3; ++axis) {
      if (const int known = known_rows_[f][axis]; known >= 0)
        force.rows[axis] = rows.terms(known);
      else
        contacts.set_row(of.contact, axis, force.rows[axis]);
    }
    force.tangents = contacts.tangents(of.contact);
    if (!of.slips) continue;
    force.slip = slip_velocity(motion_.contacts[of.contact], contacts.bodies(), force);
    set_direction(of.onset && onsets == SlipDirections::Kept, slips_W[f], force);
    set_push(of.friction, motion_.unknowns.has_trees(), force);
  }
  set_stiffness(motion_, contacts, stiffness_);
}

RankCheck SlidingForces::factor(const PlacedContacts& contacts, const ModeRows& rows) {
  const int count = static_cast<int>(motion_.rows.size());
  const int columns = static_cast<int>(columns_.size());
  if (columns < count) return RankCheck::Lost;
  for (int c = 0; c < columns; ++c) {
    const int at = contact(columns_[c]);
    const RowTerms& spring = forces_[columns_[c].force].rows[columns_[c].axis];
    roots_[c] = std::sqrt(stiffness_[columns_[c].force]);
    for (int k = 0; k < count; ++k) {
      const int row_at = motion_.rows[k].contact;
      springs_(c, k) = roots_[c] * contacts.product(at, spring, row_at, rows.terms(k));
      reach_(k, c) = contacts.product(row_at, rows.terms(k), at, push(columns_[c]));
    }
  }
  return factor_.compute(springs_, roots_, reach_);
}

void SlidingForces::push_by(const Eigen::VectorXd& deformations, const PlacedContacts& contacts,
                            const ModeRows& rows, Eigen::VectorXd& a) {
  moved_.setZero(a.size());
  for (int k = 0; k < deformations.size(); ++k)
    contacts.add_push(motion_.rows[k].contact, rows.terms(k), deformations[k], moved_);
  for (int c = 0; c < std::ssize(columns_); ++c) {
    const auto [f, axis] = columns_[c];
    const MovingContact& at = motion_.contacts[motion_.forces[f].contact];
    multipliers_[c] = preload_[c] + stiffness_[f] * along(at, forces_[f].rows[axis], moved_);
    contacts.add_push(motion_.forces[f].contact, push(columns_[c]), multipliers_[c], a);
    if (axis == 0) forces_[f].load = multipliers_[c];
  }
  for (std::size_t f = 0; f < forces_.size(); ++f) {
    const ModeMotion::Force& of = motion_.forces[f];
    if (!of.loaded)
      forces_[f].load =
          stiffness_[f] * along(motion_.contacts[of.contact], forces_[f].rows[0], moved_);
  }
}

bool SlidingForces::solve_with(KeptSprings& kept, const PlacedContacts& contacts,
                               const ModeRows& rows, Eigen::VectorXd& a) {
  const Eigen::VectorXd free = a;
  double before = std::numeric_limits<double>::infinity();
  for (int step = 0; step < kMostKeptSteps; ++step) {
    a = free;
    push_by(kept.deformations, contacts, rows, a);
    double scale = a.cwiseAbs().maxCoeff();
    for (int k = 0; k < amounts_.size(); ++k) {
      amounts_[k] = rows.missing(k, contacts, a);
      scale = std::max(scale, std::abs(rows.terms(k).bias));
    }
    const double missing = amounts_.cwiseAbs().maxCoeff();
    if (missing <= kMetRow * scale) return true;
    if (!(missing < kKeptContraction * before)) return missing <= kStalledRow * scale;
    before = missing;
    amounts_ = kept.factor->amounts(amounts_);
    kept.factor->deform(amounts_);
    kept.deformations += amounts_;
  }
  return false;
}

RankCheck SlidingForces::solve(PlacedContacts& contacts, const ModeRows& rows,
                               std::vector<Vector3>& slips_W, SlipDirections onsets,
                               Eigen::VectorXd& a, KeptSprings* kept) {
  place(contacts, rows, slips_W, onsets);
  if (kept != nullptr && kept->factor) {
    const Eigen::VectorXd free = a;
    if (solve_with(*kept, contacts, rows, a)) return RankCheck::Kept;
    a = free;
    kept->factor.reset();
  }
  if (factor(contacts, rows) == RankCheck::Lost) return RankCheck::Lost;
  const int count = static_cast<int>(motion_.rows.size());
  for (int k = 0; k < count; ++k) amounts_[k] = rows.missing(k, contacts, a);
  amounts_.noalias() -= reach_ * preload_;
  amounts_ = factor_.amounts(amounts_);
  multipliers_.noalias() = factor_.fields() * amounts_;
  multipliers_ += preload_;
  if (!multipliers_.allFinite()) return RankCheck::Lost;
  for (int c = 0; c < std::ssize(columns_); ++c) {
    contacts.add_push(contact(columns_[c]), push(columns_[c]), multipliers_[c], a);
    if (columns_[c].axis == 0) forces_[columns_[c].force].load = multipliers_[c];
  }
  factor_.deform(amounts_);
  if (kept != nullptr) *kept = {std::make_shared<const SpringFactor>(factor_), amounts_};
  load_idle_springs(contacts, rows);
  return RankCheck::Kept;
}

/// Deformed by the amounts.
void SlidingForces::load_idle_springs(const PlacedContacts& contacts, const ModeRows& rows) {
  for (std::size_t f = 0; f < forces_.size(); ++f) {
    if (motion_.forces[f].loaded) continue;
    SlidingForce& force = forces_[f];
    force.load = 0.0;
    for (int k = 0; k < amounts_.size(); ++k)
      force.load += stiffness_[f] * amounts_[k] *
                    contacts.product(motion_.forces[f].contact, force.rows[0],
                                     motion_.rows[k].contact, rows.terms(k));
  }
}

Eigen::VectorXd SlidingForces::forces_for(const Eigen::VectorXd& row_accelerations) const {
  return factor_.fields() * factor_.amounts(row_accelerations);
}

}  // namespace rigor
