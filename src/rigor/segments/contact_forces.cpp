// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/centred_split.hpp>
#include <rigor/motion/force_split.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/segments/contact_forces.hpp>
#include <rigor/segments/joint_forces.hpp>
#include <rigor/segments/tolerances.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// Chebyshev-Gauss nodes of [0, 1]: none at the ends, where slips that set out or stop have no
/// direction.
struct GaussNodes {
  Eigen::VectorXd s;
  Eigen::MatrixXd coefficients;  ///< from values
};

GaussNodes gauss_nodes(int count) {
  GaussNodes nodes{Eigen::VectorXd(count), Eigen::MatrixXd(count, count)};
  for (int j = 0; j < count; ++j) {
    const double angle = std::numbers::pi * (j + 0.5) / count;
    nodes.s[j] = 0.5 * (1.0 + std::cos(angle));
    for (int k = 0; k < count; ++k)
      nodes.coefficients(k, j) = (k == 0 ? 1.0 : 2.0) / count * std::cos(k * angle);
  }
  return nodes;
}

/// Coefficients of d/ds of a series on [0, 1].
Eigen::MatrixXd derivative_of(const Eigen::MatrixXd& c) {
  const Eigen::Index count = c.cols();
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(c.rows(), std::max<Eigen::Index>(1, count - 1));
  for (Eigen::Index k = count - 1; k >= 1; --k) {
    d.col(k - 1) = 4.0 * static_cast<double>(k) * c.col(k);
    if (k + 1 < d.cols()) d.col(k - 1) += d.col(k + 1);
  }
  if (count > 1) d.col(0) *= 0.5;
  return d;
}

trace::ContactState shown_state(const World& world, const Mode& mode, const ContactId& id,
                                ContactState state, double viscosity) {
  if (viscosity > 0.0) return trace::ContactState::Viscous;
  if (state == ContactState::Slip) return trace::ContactState::Slip;
  if (state == ContactState::Stick)
    return world.law == Law::Coulomb || world.law == Law::MaxDissipation
               ? trace::ContactState::Stick
               : trace::ContactState::Bonded;
  const bool broken = std::any_of(mode.broken.begin(), mode.broken.end(), [&](const Bond& bond) {
    return bond.pair == id.pair && (!on_half_space(id.pair) || bond.vertex == id.vertex);
  });
  return broken ? trace::ContactState::Broken : trace::ContactState::Frictionless;
}

/// One contact of the record, the same along a stretch.
struct Kept {
  ContactId id;
  trace::ContactState state = trace::ContactState::Frictionless;
  double viscosity = 0.0;
  /// By so many gaps along the normal from its own point to where the motion lets it push: the
  /// points of its mode lie on one of the bodies, which may not be the one that this corner is of.
  double across = 0.0;
};

/// What a stretch looks like at one instant.
struct Sample {
  Cluster cluster;
  std::vector<SplitBody> bodies;       ///< what springs and motors of joints do is taken off
  std::vector<SplitContact> contacts;  ///< joints last
  std::vector<Vector3> drags;          ///< viscous forces, known beforehand
  std::vector<Vector6> needed;         ///< per body, all that contacts and joints give
};

/// What a stretch looks like at its nodes, and the forces there.
struct Course {
  GaussNodes nodes;
  std::vector<Sample> samples;
  std::vector<std::vector<Vector3>> forces;  ///< node by node, contact by contact
  std::vector<std::vector<Vector6>> joints;  ///< node by node, joint by joint: on the child
  /// Breach or what is missing, over what is allowed: the most and the least of the nodes.
  double worst = 0.0;
  double best = std::numeric_limits<double>::infinity();
};

/// The largest of the last two coefficients of the polynomials through the values.
template <class Value>
double tail_of(const Course& course, std::size_t contact, Value value) {
  const Eigen::Index count = course.nodes.s.size();
  Eigen::MatrixXd values(3, count);
  for (Eigen::Index j = 0; j < count; ++j)
    values.col(j) = value(static_cast<std::size_t>(j), contact);
  return (values * course.nodes.coefficients.bottomRows(2).transpose()).cwiseAbs().maxCoeff();
}

class Recorder {
 public:
  explicit Recorder(const ForcedMotion& motion)
      : motion_(motion), rates_(derivative_of(motion.trajectory.paths) / motion.length) {
    for (const TreeTrajectory& tree : motion.trajectory.trees)
      tree_rates_.push_back(derivative_of(tree.v) / motion.length);
    joints_ = joints_of(motion.world, motion.start);
    std::vector<PairId> held;
    for (const ActiveContact& contact : motion.mode.contacts) held.push_back(contact.id.pair);
    mark_limits(motion.start, held, joints_);
    for (const BodyJoint& joint : joints_) has_loops_ = has_loops_ || joint.loop != nullptr;
  }

  /// `whole` is how bad the stretch is that this one was cut from.
  void record(double from, double to, const trace::Time& begin, const trace::Time& end,
              int depth = 0, double whole = std::numeric_limits<double>::infinity());
  RecordedForces out{};

  /// Where other corners begin to touch, between two fractions of the motion, in order.
  std::vector<double> changes(double from, double to) const;

 private:
  Cluster cluster_at(double s) const;
  /// Fills in what bodies need at an instant, and what acts along the motions of joints.
  void add_bodies(double s, Sample& made) const;
  std::vector<Kept> kept_at(double s) const;
  double across_gap(const ContactId& id, trace::ContactState state) const;
  /// `last`: for slips that have no direction here; `frame`: whose tangents are continued.
  Sample sample(const std::vector<Kept>& kept, double s, const Sample* last,
                const Sample* frame) const;
  bool accelerates_evenly() const;
  /// A stretch that a pattern was chosen for.
  struct Stretch {
    const std::vector<Kept>& kept;
    const Sample& middle;
    double from = 0.0;
    double stride = 0.0;
    double lean = 0.0;  ///< of what slides
  };
  /// By the pattern, or, without one, by the centred forces of each node.
  Course course_of(const Stretch& stretch, const SplitPattern* pattern, int count) const;
  /// Whether nodes in between would show nothing else.
  bool is_smooth(const Course& course) const;
  void add_record(const std::vector<Kept>& kept, std::size_t first, std::size_t last,
                  const Course& course, const trace::Time& begin, const trace::Time& end,
                  double length);
  void write_normal(const ContactId& id, trace::ContactForce& record) const;
  double momentum_size(const PairId& pair) const;  ///< N s, the larger one at the start
  void add_joint_records(const Course& course, const trace::Time& begin, const trace::Time& end,
                         double length);

  const ForcedMotion& motion_;
  Eigen::MatrixXd rates_;                      ///< time derivative of the trajectory
  std::vector<Eigen::MatrixXd> tree_rates_{};  ///< and of the joints' velocities
  std::vector<BodyJoint> joints_{};
  bool has_loops_ = false;
  int cuts_ = 0;
};

Cluster Recorder::cluster_at(double s) const {
  return {motion_.start.bodies, states_at(motion_.trajectory, s),
          trace::advanced(motion_.start.time, s * motion_.length)};
}

/// Points of sliding pairs are those that the motion was made with; others where bodies touch now.
std::vector<Kept> Recorder::kept_at(double s) const {
  const CarryingCorners corners = carrying_corners(
      motion_.world, slides(motion_.mode) ? motion_.start : cluster_at(s), motion_.mode);
  std::vector<Kept> kept;
  for (const ContactId& id : corners.ids) {
    if (on_limit(id.pair)) continue;
    double viscosity = 0.0;
    for (const ActiveContact& contact : motion_.mode.contacts)
      if (contact.id == id) viscosity = contact.viscosity;
    const auto state =
        shown_state(motion_.world, motion_.mode, id, state_of(motion_.mode, id), viscosity);
    kept.push_back({id, state, viscosity, across_gap(id, state)});
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Kept& x, const Kept& y) { return x.id.pair < y.id.pair; });
  return kept;
}

double Recorder::across_gap(const ContactId& id, trace::ContactState state) const {
  if (on_half_space(id.pair) || state == trace::ContactState::Slip) return 0.0;
  const auto active = contacts_of(motion_.mode, id.pair);
  if (active.empty() || carried_by_a(active.front()->id) == carried_by_a(id)) return 0.0;
  // A contact's point lies on the body that does not carry its plane.
  return carried_by_a(id) ? -1.0 : 1.0;
}

std::vector<double> Recorder::changes(double from, double to) const {
  std::vector<double> found;
  if (motion_.trajectory.paths.cols() == 1 || slides(motion_.mode)) return found;
  const auto ids_at = [&](double s) {
    std::vector<ContactId> ids;
    for (const Kept& kept : kept_at(s)) ids.push_back(kept.id);
    return ids;
  };
  double low = from;
  std::vector<ContactId> before = ids_at(from);
  for (int part = 1; part <= kMostLooks; ++part) {
    const double next = from + (to - from) * part / kMostLooks;
    const std::vector<ContactId> after = ids_at(next);
    double high = next;
    while (before != after && high - low > kChangeWidth * (to - from)) {
      const double middle = 0.5 * (low + high);
      (ids_at(middle) == before ? low : high) = middle;
    }
    if (before != after) found.push_back(high);
    low = next;
    before = after;
  }
  return found;
}

/// Velocity of b's surface over a's, belts included.
Vector3 slip_at(const World& world, const Cluster& cluster, const PairId& pair,
                const ContactRows& rows) {
  const BodyMotion A = motion_of(world, cluster, pair.a.body);
  const BodyMotion B = motion_of(world, cluster, pair.b.body);
  Vector3 slip = Vector3::Zero();
  for (int k = 0; k < 2; ++k)
    slip += (rows.tangent[k].on_A.dot(A.V_WB.vector()) + rows.tangent[k].on_B.dot(B.V_WB.vector()) +
             belt_speed(world, pair, rows.tangent[k])) *
            rows.tangents_W[k];
  return slip;
}

/// The tangents to a normal that continue others. Made anew from the normal they may turn by a
/// right angle where it changes by rounding, and parts along them would mean something else.
std::array<Vector3, 2> continued(const std::array<Vector3, 2>& tangents, const Vector3& normal) {
  const Vector3 first = (tangents[0] - normal.dot(tangents[0]) * normal).normalized();
  const Vector3 second = normal.cross(first);
  return {first, second.dot(tangents[1]) < 0.0 ? Vector3(-second) : second};
}

Sample Recorder::sample(const std::vector<Kept>& kept, double s, const Sample* last,
                        const Sample* frame) const {
  const World& world = motion_.world;
  Sample made;
  made.cluster = cluster_at(s);
  add_bodies(s, made);
  const Cluster& cluster = made.cluster;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const ContactRows rows = rows_of(world, cluster, kept[k].id);
    const PairId& pair = kept[k].id.pair;
    SplitContact contact{
        {on_half_space(pair) ? -1 : place_of(cluster, pair.a.body), place_of(cluster, pair.b.body)},
        rows.point_W + kept[k].across * rows.normal.jet.value * rows.nhat_AB_W,
        rows.nhat_AB_W,
        rows.tangents_W,
        Push::Normal,
        surface_of(world, pair).friction,
        Eigen::Vector2d::Zero()};
    // What does not slip is split along the normal that the motion keeps, which is on file.
    if (!on_half_space(pair) && kept[k].state != trace::ContactState::Slip) {
      if (const auto active = contacts_of(motion_.mode, pair); !active.empty()) {
        const ContactRows own = rows_of(world, cluster, active.front()->id);
        contact.normal_W = own.nhat_AB_W;
        contact.tangents_W = own.tangents_W;
      }
    }
    if (frame != nullptr)
      contact.tangents_W = continued(frame->contacts[k].tangents_W, contact.normal_W);
    Vector3 drag = Vector3::Zero();
    if (kept[k].state == trace::ContactState::Stick)
      contact.push = contact.friction > 0.0 ? Push::Cone : Push::Normal;
    if (kept[k].state == trace::ContactState::Bonded) contact.push = Push::Held;
    if (kept[k].state == trace::ContactState::Slip) {
      contact.push = Push::Ray;
      const Vector3 slip = slip_at(world, cluster, pair, rows);
      if (slip.norm() > kDirectionlessForce)
        for (int t = 0; t < 2; ++t)
          contact.ray[t] = -contact.friction * contact.tangents_W[t].dot(slip) / slip.norm();
      else if (last != nullptr)
        contact.ray = last->contacts[k].ray;
    }
    if (kept[k].state == trace::ContactState::Viscous) {
      drag = -kept[k].viscosity * slip_at(world, cluster, pair, rows);
      const int b = contact.bodies[1];
      made.bodies[b].wrench_W.head<3>() -= drag;
      made.bodies[b].wrench_W.tail<3>() -= (contact.point_W - made.bodies[b].centre_W).cross(drag);
    }
    made.drags.push_back(drag);
    made.contacts.push_back(contact);
  }
  add_joint_contacts(cluster, joints_, made.contacts);
  return made;
}

void Recorder::add_bodies(double s, Sample& made) const {
  const World& world = motion_.world;
  const Cluster& cluster = made.cluster;
  const Eigen::VectorXd a = rates_ * chebyshev_values(static_cast<int>(rates_.cols()), s);
  const Eigen::VectorXd free = free_accelerations(world, cluster);
  const Unknowns unknowns = unknowns_of(cluster.states);
  made.needed.assign(cluster.bodies.size(), Vector6::Zero());
  for (int i = 0; i < static_cast<int>(cluster.bodies.size()); ++i) {
    if (cluster.states[i].tree) continue;
    const Body& body = world.bodies[cluster.bodies[i]];
    const Matrix3 R = rotation_matrix(cluster.states[i].q);
    const Vector6 lacking =
        a.segment<6>(kTrajectoryRows * i + 7) - free.segment<6>(unknowns.offset(i));
    made.needed[i] << body.dynamics.mass * lacking.head<3>(),
        R * (body.dynamics.about_com * (R.transpose() * lacking.tail<3>()));
  }
  std::vector<Vector6> given(cluster.bodies.size(), Vector6::Zero());
  const double time = trace::seconds(motion_.start.time) + s * motion_.length;
  for (std::size_t t = 0; t < tree_rates_.size(); ++t) {
    const TreeTrajectory& tree = motion_.trajectory.trees[t];
    const PlacedTree& placed = *cluster.states[tree.first_place].tree;
    const TreeNeeds needs = tree_needs(
        placed, tree_rates_[t] * chebyshev_values(static_cast<int>(tree_rates_[t].cols()), s),
        time);
    for (std::size_t k = 0; k < tree.bodies.size(); ++k)
      made.needed[tree.first_place + k] = needs.wrenches[tree.bodies[k] - tree.tree->first_body];
    add_given(cluster, joints_, tree.first_place, needs.efforts, given);
  }
  for (int i = 0; i < static_cast<int>(cluster.bodies.size()); ++i)
    made.bodies.push_back(split_body(world, cluster, i, made.needed[i] - given[i]));
}

void Recorder::write_normal(const ContactId& id, trace::ContactForce& record) const {
  const World& world = motion_.world;
  if (on_half_space(id.pair)) {
    record.normal = triple(world.half_spaces[id.pair.a.piece].normal);
    return;
  }
  if (id.axis.kind == AxisKind::EdgeEdge) {
    const Edge& a = polytope_of(world, id.pair.a).edges()[id.axis.index_A];
    const Edge& b = polytope_of(world, id.pair.b).edges()[id.axis.index_B];
    record.edge_a = {a.tail, a.head};
    record.edge_b = {b.tail, b.head};
    if (id.axis.sign < 0) std::swap(record.edge_b[0], record.edge_b[1]);
    return;
  }
  const bool of_a = carried_by_a(id);
  record.frame = of_a ? trace::PlaneFrame::A : trace::PlaneFrame::B;
  const Polytope& carrier = polytope_of(world, of_a ? id.pair.a : id.pair.b);
  const Vector3& n = carrier.faces()[of_a ? id.axis.index_A : id.axis.index_B].normal;
  record.normal = triple(of_a ? n : Vector3(-n));
}

/// Three rows without what is below `least`, all of one length.
std::array<std::vector<double>, 3> series(const Eigen::MatrixXd& rows, double least) {
  Eigen::Index count = rows.cols();
  while (count > 1 && rows.col(count - 1).cwiseAbs().maxCoeff() <= least) --count;
  std::array<std::vector<double>, 3> out;
  for (int k = 0; k < 3; ++k)
    for (Eigen::Index c = 0; c < count; ++c)
      out[k].push_back(std::abs(rows(k, c)) <= least ? 0.0 : rows(k, c));
  return out;
}

double Recorder::momentum_size(const PairId& pair) const {
  double most = 0.0;
  for (const std::uint32_t body : {pair.a.body, pair.b.body})
    if (const int place = body == trace::kWorld ? -1 : place_of(motion_.start, body); place >= 0)
      most = std::max(
          most, motion_.world.bodies[body].mass * motion_.start.states[place].v.head<3>().norm());
  return most;
}

void Recorder::add_record(const std::vector<Kept>& kept, std::size_t first, std::size_t last,
                          const Course& course, const trace::Time& begin, const trace::Time& end,
                          double length) {
  const auto& [nodes, samples, forces, joints, worst, best] = course;
  trace::ContactForce record;
  const ContactId& id = kept[first].id;
  record.a = id.pair.a;
  record.b = id.pair.b;
  const auto segment = [&](std::uint32_t body) {
    const int place = body == trace::kWorld ? -1 : place_of(motion_.start, body);
    return place < 0 ? trace::kNoSegment : motion_.segments[place];
  };
  record.segment_a = segment(record.a.body);
  record.segment_b = segment(record.b.body);
  record.begin = begin;
  record.end = end;
  record.length = length;
  // Corners of a pair may lie on axes of their own (an edge over an edge of the other face); the
  // normal on file is that of the plane that the pair is certified by.
  const auto active = contacts_of(motion_.mode, id.pair);
  write_normal(active.empty() ? id : active.front()->id, record);
  const bool cone = motion_.world.law == Law::Coulomb || motion_.world.law == Law::MaxDissipation;
  record.friction = cone ? surface_of(motion_.world, id.pair).friction : 0.0;
  for (std::size_t k = first; k < last; ++k)  // bonds of single points may have broken
    record.viscosity = std::max(record.viscosity, kept[k].viscosity);
  const int count = static_cast<int>(nodes.s.size());
  double load = 0.0;
  for (const auto& at_node : forces)
    for (std::size_t k = first; k < last; ++k)
      load = std::max(load, at_node[k].cwiseAbs().maxCoeff());
  // Of bodies that only go on together, what is left is the rounding of their momenta.
  if (load * length <= kCutSpan * momentum_size(id.pair)) return;
  for (std::size_t k = first; k < last; ++k) {
    Eigen::MatrixXd force(3, count);
    Eigen::MatrixXd path(3, count);
    for (int j = 0; j < count; ++j) {
      force.col(j) = forces[j][k];
      path.col(j) = samples[j].contacts[k].point_W;
    }
    if (force.cwiseAbs().maxCoeff() <= kCutSpan * load) continue;
    trace::ForcePoint point;
    point.state = kept[k].state;
    if (kept[k].id.axis.kind != AxisKind::EdgeEdge && is_feature(kept[k].id) &&
        kept[k].across == 0.0)
      (carried_by_a(kept[k].id) ? point.vertex_b : point.vertex_a) = kept[k].id.vertex;
    else
      point.path = series(path * nodes.coefficients.transpose(), kCutSpan);
    point.force = series(force * nodes.coefficients.transpose(), kCutSpan * load);
    record.points.push_back(std::move(point));
  }
  if (!record.points.empty()) out.contacts.push_back(std::move(record));
}

void Recorder::add_joint_records(const Course& course, const trace::Time& begin,
                                 const trace::Time& end, double length) {
  const Eigen::Index count = course.nodes.s.size();
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    Eigen::MatrixXd wrench(6, count);
    for (Eigen::Index j = 0; j < count; ++j)
      wrench.col(j) = course.joints[static_cast<std::size_t>(j)][k];
    if (wrench.isZero(0.0)) continue;
    const double reach = course.samples.front().bodies[joints_[k].child].reach;
    const double force = wrench.topRows<3>().cwiseAbs().maxCoeff();
    const double moment = std::max(wrench.bottomRows<3>().cwiseAbs().maxCoeff(), force * reach);
    const Eigen::MatrixXd coefficients = wrench * course.nodes.coefficients.transpose();
    out.joints.push_back({joints_[k].number, begin, end, length, joints_[k].at_lower,
                          joints_[k].at_upper, series(coefficients.topRows<3>(), kCutSpan * force),
                          series(coefficients.bottomRows<3>(), kCutSpan * moment)});
  }
}

bool Recorder::accelerates_evenly() const {
  const double most = kEvenSplit * motion_.world.pull();
  for (Eigen::Index body = 0; body < rates_.rows(); body += kTrajectoryRows)
    for (Eigen::Index k = 1; k < rates_.cols(); ++k)
      if (rates_.col(k).segment<6>(body + 7).cwiseAbs().maxCoeff() > most) return false;
  return true;
}

Course Recorder::course_of(const Stretch& stretch, const SplitPattern* pattern, int count) const {
  const auto& [kept, middle, from, stride, lean] = stretch;
  const double load = load_scale(motion_.world, motion_.start);
  const double unexplained =
      kUnexplained * load * std::max(1.0, kLongStretch / (stride * motion_.length));
  Course made{gauss_nodes(count), {}, {}, {}};
  std::optional<SplitPattern> centred;  // of the node before
  for (int j = 0; j < count; ++j) {
    made.samples.push_back(sample(kept, from + made.nodes.s[j] * stride,
                                  j == 0 ? nullptr : &made.samples.back(), &middle));
    for (SplitContact& contact : made.samples.back().contacts) contact.lean = lean;
    const Sample& here = made.samples.back();
    if (kept.empty() && !has_loops_) {
      made.forces.emplace_back(here.contacts.size(), Vector3::Zero());
      made.joints.push_back(
          joint_wrenches(here.cluster, joints_, here.needed, here.contacts, made.forces.back()));
      continue;
    }
    if (pattern == nullptr) {
      centred =
          centred_pattern(here.bodies, here.contacts, centred ? &*centred : nullptr, kBarelyHeld);
      if (!centred) {
        made.worst = std::numeric_limits<double>::infinity();
        return made;
      }
    }
    SplitForces split =
        split_forces(here.bodies, here.contacts, pattern != nullptr ? *pattern : *centred);
    double off = split.missing / std::max(unexplained, kBreach * load);
    for (std::size_t k = 0; k < kept.size(); ++k)
      off = std::max(off, breach(here.contacts[k], split.forces_W[k]) / (kBreach * load));
    if (split.missing > unexplained) split = completed_forces(here.bodies, here.contacts, split);
    off = std::max(off, split.missing / unexplained);
    for (std::size_t k = 0; k < kept.size(); ++k) split.forces_W[k] += here.drags[k];
    made.worst = std::max(made.worst, off);
    made.best = std::min(made.best, off);
    made.joints.push_back(
        joint_wrenches(here.cluster, joints_, here.needed, here.contacts, split.forces_W));
    made.forces.push_back(std::move(split.forces_W));
  }
  return made;
}

bool Recorder::is_smooth(const Course& course) const {
  const double load = load_scale(motion_.world, motion_.start);
  for (std::size_t k = 0; k < course.forces.front().size(); ++k) {
    const auto force = [&](std::size_t j, std::size_t c) { return course.forces[j][c]; };
    const auto point = [&](std::size_t j, std::size_t c) {
      return course.samples[j].contacts[c].point_W;
    };
    if (tail_of(course, k, force) > kUnexplained * load || tail_of(course, k, point) > kSmoothPath)
      return false;
  }
  return true;
}

void Recorder::record(double from, double to, const trace::Time& begin, const trace::Time& end,
                      int depth, double whole) {
  const double length = trace::elapsed(begin, end) * (1.0 + 0x1p-40);
  const std::vector<Kept> kept = kept_at(0.5 * (from + to));
  if (kept.empty() && joints_.empty()) return;
  const int degree = static_cast<int>(motion_.trajectory.paths.cols());
  const int count = degree == 1 ? 1 : std::max(degree, kLeastNodes);
  const double stride = length / motion_.length;
  const Sample middle = sample(kept, from + 0.5 * stride, nullptr, nullptr);
  const Stretch stretch{kept, middle, from, stride};
  const double load = load_scale(motion_.world, motion_.start);
  const SplitPattern pattern = kept.empty()
                                   ? SplitPattern(middle.contacts.size())
                                   : choose_pattern(middle.bodies, middle.contacts, kBreach * load);
  const bool few = count > kFewNodes && joints_.empty() && accelerates_evenly();
  Course course = course_of(stretch, &pattern, few ? kFewNodes : count);
  if (few && !is_smooth(course)) course = course_of(stretch, &pattern, count);
  if (course.worst > 1.0) {
    Course centred = course_of(stretch, nullptr, count);
    if (centred.worst < course.worst) course = std::move(centred);
  }
  if (course.worst > 1.0 && slides(motion_.mode)) {
    Stretch leaning = stretch;
    leaning.lean = kLean;
    Course leant = course_of(leaning, &pattern, count);
    if (leant.worst < course.worst) course = std::move(leant);
  }
  const bool helps = course.best <= 1.0 || course.worst < kHelpfulShare * whole;
  if (course.worst > 1.0 && helps && depth < kMostCourseHalvings && cuts_ < kMostForceCuts &&
      count > 1 && !requested(motion_.world.cancellation)) {
    const trace::Time middle_time = trace::advanced(begin, 0.5 * trace::elapsed(begin, end));
    if (begin < middle_time && middle_time < end) {
      const double half = from + 0.5 * (to - from);
      ++cuts_;
      record(from, half, begin, middle_time, depth + 1, course.worst);
      record(half, to, middle_time, end, depth + 1, course.worst);
      return;
    }
  }
  for (std::size_t first = 0, last = 0; first < kept.size(); first = last) {
    while (last < kept.size() && kept[last].id.pair == kept[first].id.pair) ++last;
    add_record(kept, first, last, course, begin, end, length);
  }
  add_joint_records(course, begin, end, length);
}

}  // namespace

RecordedForces recorded_forces(const ForcedMotion& motion) {
  if (motion.mode.contacts.empty() && motion.trajectory.trees.empty()) return {};
  Recorder recorder(motion);
  double from = 0.0;
  trace::Time begin = motion.start.time;
  for (const double s : recorder.changes(0.0, motion.used)) {
    const trace::Time at = trace::advanced(motion.start.time, s * motion.length);
    if (!(begin < at && at < motion.end)) continue;
    recorder.record(from, s, begin, at);
    from = s;
    begin = at;
  }
  recorder.record(from, motion.used, begin, motion.end);
  return std::move(recorder.out);
}

void cut_forces(RecordedForces& forces, const trace::Time& end) {
  const auto cut = [&](auto& records) {
    std::erase_if(records, [&](const auto& force) { return !(force.begin < end); });
    for (auto& force : records) force.end = std::min(force.end, end);
  };
  cut(forces.contacts);
  cut(forces.joints);
}

Vector6 momentum_of(const World& world, std::uint32_t body, const BodyState& state) {
  const SpatialInertia& inertia = world.model->links[body].inertia;
  const Matrix3 R = rotation_matrix(state.q);
  const Vector3 w = state.v.tail<3>();
  Vector3 v = state.v.head<3>();  // of a free body's centre of mass, of a link's origin
  if (state.tree) v += w.cross(Vector3(R * inertia.com));
  Vector6 momentum;
  momentum << inertia.mass * v, R * (inertia.about_com * (R.transpose() * w));
  return momentum;
}

void write_momenta(const World& world, const Cluster& start,
                   std::vector<trace::Segment>& segments) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Vector6 momentum = momentum_of(world, start.bodies[i], start.states[i]);
    segments[i].momentum = triple(momentum.head<3>());
    segments[i].angular_momentum = triple(momentum.tail<3>());
  }
}

}  // namespace rigor
