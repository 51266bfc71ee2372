// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/motion.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// The speed of the point at the arm r along u, as a row on the body's velocity: [u, r × u].
inline Vector6 point_row(const Vector3& r, const Vector3& u) {
  Vector6 row;
  row.head<3>() = u;
  row.tail<3>() = r.cross(u);
  return row;
}

/// M⁻¹ f of a body whose origin is its centre of mass.
inline Vector6 response_of(const TurnedBody& body, const Vector6& f) {
  Vector6 a;
  a.head<3>() = body.inverse_mass * f.head<3>();
  a.tail<3>().noalias() = body.about_com_inverse * f.tail<3>();
  return a;
}

/// The number of the body's drive in the mode, added if it is new; -1 if it has none.
int drive_in(const World& world, std::uint32_t body, ModeMotion& motion) {
  if (!is_driven(world, body)) return -1;
  const DrivePiece* piece = &world.bodies[body].drive;
  const auto at = std::find(motion.drives.begin(), motion.drives.end(), piece);
  const auto number = static_cast<int>(at - motion.drives.begin());
  if (at == motion.drives.end()) motion.drives.push_back(piece);
  return number;
}

MovingContact moving_contact(const World& world, const Cluster& cluster,
                             const ActiveContact& contact, ModeMotion& motion) {
  const ContactId& id = contact.id;
  const trace::PieceId& P = carried_by_a(id) ? id.pair.a : id.pair.b;
  const trace::PieceId& O = carried_by_a(id) ? id.pair.b : id.pair.a;
  MovingContact out;
  out.place_O = place_of(cluster, O.body);
  if (on_limit(id.pair)) {
    const LimitId limit = limit_of(id.pair);
    out.limit = velocity_of(*cluster.states[out.place_O].tree->tree, limit);
    out.sign = limit.sign();
    return out;
  }
  out.place_P = P.body == trace::kWorld ? -1 : place_of(cluster, P.body);
  out.drive_O = drive_in(world, O.body, motion);
  out.drive_P = drive_in(world, P.body, motion);
  out.X_WO = pose_of(world, cluster, O.body);
  out.X_WP = pose_of(world, cluster, P.body);
  out.viscosity = contact.viscosity;
  out.belt_O = belt_of(world, O);
  out.belt_P = belt_of(world, P);
  if (id.axis.kind == AxisKind::EdgeEdge) {
    out.edges = true;
    out.sign = id.axis.sign;
    const Polytope& a = polytope_of(world, id.pair.a);
    const Polytope& b = polytope_of(world, id.pair.b);
    const Edge& edge_a = a.edges()[id.axis.index_A];
    const Edge& edge_b = b.edges()[id.axis.index_B];
    out.r_P = a.vertices()[edge_a.tail];
    out.r_O = b.vertices()[edge_b.tail];
    out.along_P = (a.vertices()[edge_a.head] - out.r_P).normalized();
    out.along_O = (b.vertices()[edge_b.head] - out.r_O).normalized();
    return out;
  }
  Vector3 n;
  if (on_half_space(id.pair))
    n = world.half_spaces[id.pair.a.piece].normal;
  else
    n = polytope_of(world, P).faces()[carried_by_a(id) ? id.axis.index_A : id.axis.index_B].normal;
  const auto tangents = tangent_basis(n);
  out.frame_P << n, tangents[0], tangents[1];
  if (out.place_P < 0 && out.drive_P < 0)
    out.frame_P = rotation_matrix(out.X_WP.rotation) * out.frame_P.eval();
  out.r_O = point_of(world, id);
  return out;
}

/// Forces of the mode's contacts that do not slide, then of the points of pairs that do.
void add_forces(const World& world, const Cluster& cluster,
                const std::vector<ActiveContact>& contacts,
                const std::vector<FrictionPoint>& points, ModeMotion& motion) {
  const auto slides = [&](const PairId& pair) {
    return std::any_of(points.begin(), points.end(),
                       [&](const FrictionPoint& point) { return point.id.pair == pair; });
  };
  for (int k = 0; k < static_cast<int>(contacts.size()); ++k) {
    if (slides(contacts[k].id.pair)) continue;
    ModeMotion::Force force;
    force.contact = k;
    force.sticks = contacts[k].state == ContactState::Stick;
    motion.forces.push_back(force);
  }
  const PairId* last = nullptr;
  int pair = -1;
  for (const FrictionPoint& point : points) {
    if (last == nullptr || *last != point.id.pair) ++pair;
    last = &point.id.pair;
    const int k = static_cast<int>(motion.contacts.size());
    motion.contacts.push_back(
        moving_contact(world, cluster, {point.id, ContactState::Slip, 0.0}, motion));
    motion.forces.push_back({k, pair, !point.sticks, point.sticks, point.friction, point.onset,
                             point.loaded, point.slip_W, carried_by_a(point.id) ? 1.0 : -1.0,
                             point.turn});
    if (!point.sticks) continue;
    for (const int axis : {1, 2}) motion.rows.push_back({k, axis});
  }
}

/// Greedy choice of independent rows: the one with the largest part orthogonal to those chosen
/// before, in the metric M⁻¹, until that part is nothing but rounding. A is J M⁻¹ J'. Rows of trees
/// may depend on each other at one instant only and part at second order; of rows that are about as
/// independent, `tie`, the one that would sink most is kept: the others then rise. And a motion
/// must be able to pass such an instant: rows whose part across the others is below `least` already
/// are left out, while a motion that has them goes on down to kDependentSineSquared.
std::vector<int> independent(Eigen::MatrixXd A, const std::vector<double>& bias, double tie,
                             double least) {
  const Eigen::VectorXd size = A.diagonal();
  std::vector<int> chosen;
  for (;;) {
    int best = -1;
    double most = least;
    for (int i = 0; i < A.rows(); ++i) {
      const double sine_squared = size[i] > 0.0 ? A(i, i) / size[i] : 0.0;
      const bool ties = best >= 0 && tie > 0.0 && sine_squared > most * (1.0 - tie) &&
                        bias[static_cast<std::size_t>(i)] < bias[static_cast<std::size_t>(best)];
      if (sine_squared <= most * (1.0 + std::max(tie, 1e-9)) && !ties) continue;
      most = std::max(most, sine_squared);
      best = i;
    }
    if (best < 0) return chosen;
    chosen.push_back(best);
    const Eigen::VectorXd column = A.col(best) / std::sqrt(A(best, best));
    A.noalias() -= column * column.transpose();
    A.row(best).setZero();
    A.col(best).setZero();
  }
}

/// Rows of trees whose independence differs by less than this fraction are as good as each other.
constexpr double kTreeTie = 1e-3;
/// Below this squared sine, rows of trees are left out at the start of a step. While wheels roll
/// over a corner that passes under the axle, a row is missing for microseconds, and its gap moves
/// by 1e-12 m.
constexpr double kTreeSineSquared = 1e-8;

}  // namespace

ModeMotion mode_motion(const World& world, const Cluster& cluster,
                       const std::vector<ActiveContact>& contacts,
                       const std::vector<FrictionPoint>& points) {
  ModeMotion motion;
  motion.gravity = world.gravity();
  motion.start = cluster.time;
  motion.cancellation = world.cancellation;
  motion.unknowns = unknowns_of(cluster.states);
  for (const std::uint32_t body : cluster.bodies) motion.bodies.push_back(&world.bodies[body]);
  for (const ActiveContact& contact : contacts) {
    const int axes = contact.state == ContactState::Stick ? 3 : 1;
    for (int axis = 0; axis < axes; ++axis)
      motion.rows.push_back({static_cast<int>(motion.contacts.size()), axis});
    motion.contacts.push_back(moving_contact(world, cluster, contact, motion));
  }
  if (!points.empty()) add_forces(world, cluster, contacts, points, motion);
  if (motion.rows.empty()) return motion;
  std::vector<ModeMotion::Row> kept;
  {
    ModeSolution all(motion);
    all.states_ = cluster.states;
    all.place_bodies(cluster.states, 0.0);
    all.place_drives(0.0);
    all.fill_rows(cluster.states);
    all.fill_matrix();
    std::vector<double> bias;
    for (const ModeSolution::RowTerms& terms : all.terms_) bias.push_back(terms.bias);
    const bool trees = motion.unknowns.has_trees();
    std::vector<int> chosen = independent(all.A_, bias, trees ? kTreeTie : 0.0,
                                          trees ? kTreeSineSquared : kDependentSineSquared);
    std::sort(chosen.begin(), chosen.end());
    for (const int i : chosen) kept.push_back(motion.rows[i]);
  }
  motion.rows = std::move(kept);
  return motion;
}

ModeSolution::ModeSolution(const ModeMotion& motion)
    : motion_(motion),
      R_(motion.bodies.size()),
      turned_(motion.bodies.size()),
      drives_(motion.drives.size()),
      points_(motion.contacts.size(), Vector3::Zero()),
      vertices_(motion.contacts.size()),
      crossings_(motion.contacts.size()),
      terms_(motion.rows.size()),
      A_(static_cast<int>(motion.rows.size()), static_cast<int>(motion.rows.size())),
      a_(motion.unknowns.count),
      multipliers_(Eigen::VectorXd::Zero(static_cast<int>(motion.rows.size()))) {
  if (!motion.slides()) return;
  const std::size_t forces = motion.forces.size();
  for (int f = 0; f < static_cast<int>(forces); ++f) {
    if (!motion.forces[f].loaded) continue;
    const int axes = motion.forces[f].sticks ? 3 : 1;
    for (int axis = 0; axis < axes; ++axis) columns_.push_back({f, axis});
  }
  force_rows_.resize(forces);
  pushes_.resize(forces);
  tangents_.resize(forces);
  slip_speed_.resize(forces, Vector3::Zero());
  slip_used_.resize(forces, Vector3::UnitX());
  loads_.resize(forces, 0.0);
  stiffness_.resize(forces, 1.0);
  const int rows = static_cast<int>(motion.rows.size());
  const int columns = static_cast<int>(columns_.size());
  springs_.resize(columns, rows);
  qr_ = Eigen::HouseholderQR<Eigen::MatrixXd>(columns, rows);
  fields_.resize(columns, rows);
  reach_.resize(rows, columns);
  coupling_.resize(rows, rows);
  amounts_.resize(rows);
  lu_ = Eigen::PartialPivLU<Eigen::MatrixXd>(rows);
  multipliers_ = Eigen::VectorXd::Zero(columns);
}

void ModeSolution::place_bodies(std::span<const BodyState> states, double after) {
  states_ = states;
  load_power_ = 0.0;
  if (motion_.unknowns.has_trees()) accelerate_trees(states, after);
  for (std::size_t i = 0; i < states.size(); ++i) {
    R_[i] = rotation_matrix(states[i].q);
    if (states[i].tree) continue;
    turned_[i] = turned(motion_.bodies[i]->dynamics, R_[i]);
    const int at = motion_.unknowns.offset(static_cast<int>(i));
    const Vector3 w = states[i].v.tail<3>();
    const Vector3 momentum = turned_[i].about_com * w;
    a_.segment<3>(at) = motion_.gravity;
    a_.segment<3>(at + 3).noalias() =
        turned_[i].about_com_inverse * momentum.cross(w);  // I α = -ω × I ω
    const AppliedLoad& load = motion_.bodies[i]->load;
    if (load.wrenches.empty()) continue;
    const Vector6 push =
        load_at(load, R_[i], trace::elapsed(load.start, motion_.start) + after).vector();
    a_.segment<6>(at) += inverse_mass_times(turned_[i], push);
    load_power_ += push.dot(states[i].v);
  }
}

void ModeSolution::accelerate_trees(std::span<const BodyState> states, double after) {
  const double time = trace::seconds(motion_.start) + after;
  if (workspace_of_.empty()) {
    for (int i = 0; i < static_cast<int>(states.size()); ++i) {
      const BodyState& state = states[static_cast<std::size_t>(i)];
      if (state.tree && leads(states, i)) workspaces_.emplace_back(*state.tree->tree);
      workspace_of_.push_back(state.tree ? static_cast<int>(workspaces_.size()) - 1 : -1);
    }
  }
  for (int i = 0; i < static_cast<int>(states.size()); ++i) {
    const BodyState& state = states[static_cast<std::size_t>(i)];
    if (!state.tree || !leads(states, i)) continue;
    TreeWorkspace& workspace = workspaces_[workspace_of_[i]];
    load_power_ += accelerate(*state.tree, time, workspace);
    a_.segment(motion_.unknowns.offset(i), size_of(state)) = workspace.bodies.vdot;
  }
}

void ModeSolution::place_drives(double after) {
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    const DrivePiece& piece = *motion_.drives[i];
    drives_[i] = motion_at(piece, trace::elapsed(piece.start, motion_.start) + after);
  }
}

BodyMotion ModeSolution::motion_of(int place, int drive, const Pose& still,
                                   std::span<const BodyState> states) const {
  if (drive >= 0) return drives_[drive];
  if (place < 0) return {still, {}, {}};
  return rigor::motion_of(states[static_cast<std::size_t>(place)]);
}

template <typename Function>
void ModeSolution::for_each_force(Function f) const {
  if (motion_.slides()) {
    for (int c = 0; c < static_cast<int>(columns_.size()); ++c) {
      const ModeMotion::Force& force = motion_.forces[columns_[c].force];
      f(force.contact,
        force.slips ? pushes_[columns_[c].force] : force_rows_[columns_[c].force][columns_[c].axis],
        multipliers_[c]);
    }
    return;
  }
  for (std::size_t k = 0; k < motion_.rows.size(); ++k)
    f(motion_.rows[k].contact, terms_[k], multipliers_[static_cast<int>(k)]);
}

std::vector<Vector6> ModeSolution::contact_wrenches() const {
  std::vector<Vector6> wrenches(motion_.bodies.size(), Vector6::Zero());
  for_each_force([&](int at, const RowTerms& push, double size) {
    const MovingContact& contact = motion_.contacts[at];
    if (contact.limit >= 0) return;
    if (contact.place_O >= 0) wrenches[contact.place_O] += size * push.on_O;
    if (contact.place_P >= 0) wrenches[contact.place_P] += size * push.on_P;
  });
  for (const MovingContact& contact : motion_.contacts)
    if (contact.viscosity != 0.0) wrenches[contact.place_O] += viscous_wrench(contact);
  return wrenches;
}

Eigen::VectorXd ModeSolution::holding_efforts(int place,
                                              const std::vector<Vector6>& wrenches) const {
  const PlacedTree& tree = *states_[static_cast<std::size_t>(place)].tree;
  // By link: those that are fixed to the world are no bodies of the motion.
  std::vector<Vector6> on_links(tree.tree->local.links.size(), Vector6::Zero());
  const int end = unit_end(states_, place);
  for (int i = place; i < end; ++i)
    on_links[motion_.bodies[i]->id - tree.tree->first_body] = wrenches[i];
  return rigor::holding_efforts(tree,
                                a_.segment(motion_.unknowns.offset(place), tree.tree->unknowns()),
                                on_links, workspaces_[workspace_of_[place]]);
}

double ModeSolution::supplied_power() const {
  double power = load_power_;
  for_each_force([&](int at, const RowTerms& push, double size) {
    const MovingContact& contact = motion_.contacts[at];
    double speed = 0.0;
    if (contact.limit < 0 && !(contact.belt_O.isZero(0.0) && contact.belt_P.isZero(0.0))) {
      const Vector3 n = normal_of(at);
      speed += push.on_O.head<3>().dot(contact.belt_O - n.dot(contact.belt_O) * n);
      speed += push.on_P.head<3>().dot(contact.belt_P - n.dot(contact.belt_P) * n);
    }
    if (contact.drive_O >= 0) speed += push.on_O.dot(drives_[contact.drive_O].V_WB.vector());
    if (contact.drive_P >= 0) speed += push.on_P.dot(drives_[contact.drive_P].V_WB.vector());
    power -= size * speed;
  });
  return power;
}

Vector3 ModeSolution::spin_of_plane(const MovingContact& contact) const {
  return motion_of(contact.place_P, contact.drive_P, contact.X_WP, states_).V_WB.angular;
}

Vector3 ModeSolution::normal_of(int contact) const {
  return motion_.contacts[contact].edges ? crossings_[contact].nhat_AB_W
                                         : Vector3(vertices_[contact].frame.col(0));
}

/// What a plane at rest does against the slip of a contact.
Vector6 ModeSolution::viscous_wrench(const MovingContact& contact) const {
  const BodyState& state = states_[static_cast<std::size_t>(contact.place_O)];
  const Vector3 r = R_[contact.place_O] * contact.r_O;
  const Vector3 slip = state.v.head<3>() + state.v.tail<3>().cross(r) - contact.belt_P;
  const Vector3 n = contact.frame_P.col(0);
  return point_row(r, -contact.viscosity * (slip - n.dot(slip) * n));
}

/// Viscous forces of contacts with planes at rest.
void ModeSolution::add_viscous() {
  for (const MovingContact& contact : motion_.contacts)
    if (contact.viscosity != 0.0) add_wrench(contact.place_O, viscous_wrench(contact));
}

/// A wrench about the body's origin adds what it does to the accelerations.
void ModeSolution::add_wrench(int place, const Vector6& wrench) {
  const BodyState& state = states_[static_cast<std::size_t>(place)];
  const int at = motion_.unknowns.offset(place);
  if (!state.tree) {
    a_.segment<6>(at) += response_of(turned_[place], wrench);
    return;
  }
  Eigen::VectorXd efforts = Eigen::VectorXd::Zero(size_of(state));
  pull_back(*state.tree, motion_.bodies[place]->id, wrench, efforts);
  TreeWorkspace& workspace = workspaces_[workspace_of_[place]];
  respond(*state.tree, efforts, workspace);
  a_.segment(at, efforts.size()) += workspace.bodies.vdot;
}

void ModeSolution::place_edges(int k, std::span<const BodyState> states) {
  const MovingContact& contact = motion_.contacts[k];
  const BodyMotion A = motion_of(contact.place_P, contact.drive_P, contact.X_WP, states);
  const BodyMotion B = motion_of(contact.place_O, contact.drive_O, contact.X_WO, states);
  crossings_[k] =
      crossing_edges_rows(A, B,
                          {A.X_WB * contact.r_P, A.X_WB.rotation * contact.along_P,
                           B.X_WB * contact.r_O, B.X_WB.rotation * contact.along_O, contact.sign});
  points_[k] = crossings_[k].point_W;
}

void ModeSolution::place_vertex(int k, std::span<const BodyState> states) {
  const MovingContact& contact = motion_.contacts[k];
  VertexTerms& terms = vertices_[k];
  Vector3 velocity = Vector3::Zero();
  if (contact.place_O >= 0) {
    const BodyState& O = states[static_cast<std::size_t>(contact.place_O)];
    terms.arm_O.noalias() = R_[contact.place_O] * contact.r_O;
    points_[k] = O.x + terms.arm_O;
    const Vector3 turning = O.v.tail<3>().cross(terms.arm_O);
    velocity = O.v.head<3>() + turning;
    terms.bias = O.v.tail<3>().cross(turning);
    if (O.tree) terms.bias += O.bias.linear + O.bias.angular.cross(terms.arm_O);
  } else if (contact.drive_O >= 0) {
    const BodyMotion& O = drives_[contact.drive_O];
    terms.arm_O = O.X_WB.rotation * contact.r_O;
    points_[k] = O.X_WB.translation + terms.arm_O;
    const Vector3 turning = O.V_WB.angular.cross(terms.arm_O);
    velocity = O.V_WB.linear + turning;
    terms.bias =
        O.A_bias_WB.linear + O.A_bias_WB.angular.cross(terms.arm_O) + O.V_WB.angular.cross(turning);
  } else {
    points_[k] = contact.X_WO * contact.r_O;
    terms.bias.setZero();
  }
  if (contact.place_P < 0 && contact.drive_P < 0) {
    terms.frame = contact.frame_P;
    return;
  }
  // Directions are fixed in P: seen from there, O's acceleration has Coriolis terms.
  Vector3 linear;
  Vector3 w;
  if (contact.place_P >= 0) {
    const BodyState& P = states[static_cast<std::size_t>(contact.place_P)];
    terms.frame.noalias() = R_[contact.place_P] * contact.frame_P;
    terms.arm_P = points_[k] - P.x;
    linear = P.v.head<3>();
    w = P.v.tail<3>();
    if (P.tree) terms.bias -= P.bias.linear + P.bias.angular.cross(terms.arm_P);
  } else {
    const BodyMotion& P = drives_[contact.drive_P];
    terms.frame.noalias() = rotation_matrix(P.X_WB.rotation) * contact.frame_P;
    terms.arm_P = points_[k] - P.X_WB.translation;
    linear = P.V_WB.linear;
    w = P.V_WB.angular;
    terms.bias -= P.A_bias_WB.linear + P.A_bias_WB.angular.cross(terms.arm_P);
  }
  const Vector3 turning = w.cross(terms.arm_P);
  terms.bias -= w.cross(turning) + 2.0 * w.cross(velocity - linear - turning);
}

void ModeSolution::place_contact(int k, std::span<const BodyState> states) {
  if (motion_.contacts[k].limit >= 0) {
    points_[k] = states[static_cast<std::size_t>(motion_.contacts[k].place_O)].x;
    return;
  }
  motion_.contacts[k].edges ? place_edges(k, states) : place_vertex(k, states);
}

/// The row of a contact along an axis. Limits have none along tangents: then it stays zero.
void ModeSolution::set_terms(int k, int axis, RowTerms& terms) {
  const MovingContact& contact = motion_.contacts[k];
  if (contact.limit >= 0) {
    terms.on_O.setZero();
    terms.on_O[0] = axis == 0 ? contact.sign : 0.0;
    const BodyState& state = states_[static_cast<std::size_t>(contact.place_O)];
    terms.bias = terms.on_O[0] * drift_of(*state.tree, contact.limit);
  } else if (contact.edges) {
    const ContactRows& rows = crossings_[k];
    const PairRow& source = axis == 0 ? rows.normal : rows.tangent[axis - 1];
    terms.on_O = source.on_B;
    terms.on_P = source.on_A;
    terms.bias = source.jet.second;
  } else {
    const VertexTerms& vertex = vertices_[k];
    const Vector3 u = vertex.frame.col(axis);
    terms.on_O = point_row(vertex.arm_O, u);
    terms.on_P = -point_row(vertex.arm_P, u);
    terms.bias = u.dot(vertex.bias);
    // What a belt adds to the speed changes as the plane turns under it.
    if (axis > 0 && !contact.belt_O.isZero(0.0))
      terms.bias += spin_of_plane(contact).cross(u).dot(contact.belt_O);
  }
  if (motion_.unknowns.has_trees()) {
    set_pulled(k, terms);
    return;
  }
  if (contact.place_O >= 0) terms.response_O = response_of(turned_[contact.place_O], terms.on_O);
  if (contact.place_P >= 0) terms.response_P = response_of(turned_[contact.place_P], terms.on_P);
}

/// The row over the unknowns, and what it does to them: J' on the sides' twists, and M⁻¹ of it.
void ModeSolution::set_pulled(int k, RowTerms& terms) {
  const MovingContact& contact = motion_.contacts[k];
  std::array<TreeRow::Part, 2>& parts = terms.pulled.parts;
  const std::array<int, 2> places{contact.place_O, contact.place_P};
  for (std::size_t side = 0; side < 2; ++side) {
    parts[side].offset = -1;
    const int place = places[side];
    if (place < 0) continue;
    const BodyState& state = states_[static_cast<std::size_t>(place)];
    const int offset = motion_.unknowns.offset(place);
    const bool joins = side == 1 && parts[0].offset == offset;  // another link of O's tree
    TreeRow::Part& part = parts[joins ? 0 : side];
    const Vector6& on = side == 0 ? terms.on_O : terms.on_P;
    if (!joins) part.on.setZero(size_of(state));
    part.offset = offset;
    if (contact.limit >= 0)
      pull_back(*state.tree, contact.limit, on[0], part.on);
    else if (state.tree)
      pull_back(*state.tree, motion_.bodies[place]->id, on, part.on);
    else
      part.on = on;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    if (parts[side].offset < 0) continue;
    const int place = places[side];
    const BodyState& state = states_[static_cast<std::size_t>(place)];
    if (state.tree) {
      TreeWorkspace& workspace = workspaces_[workspace_of_[place]];
      respond(*state.tree, parts[side].on, workspace);
      parts[side].response = workspace.bodies.vdot;
    } else {
      parts[side].response = response_of(turned_[place], parts[side].on);
    }
  }
}

void ModeSolution::fill_rows(std::span<const BodyState> states) {
  int placed = -1;
  for (std::size_t k = 0; k < motion_.rows.size(); ++k) {
    const ModeMotion::Row row = motion_.rows[k];
    if (row.contact != placed) place_contact(row.contact, states);  // rows are ordered by contact
    placed = row.contact;
    set_terms(row.contact, row.axis, terms_[k]);
  }
}

double ModeSolution::product(int contact, const RowTerms& row, int other_contact,
                             const RowTerms& other) const {
  if (motion_.unknowns.has_trees()) return row.pulled.product(other.pulled);
  const MovingContact& at_k = motion_.contacts[contact];
  const MovingContact& at_l = motion_.contacts[other_contact];
  double sum = 0.0;
  if (at_k.place_O >= 0) {
    if (at_k.place_O == at_l.place_O) sum += row.on_O.dot(other.response_O);
    if (at_k.place_O == at_l.place_P) sum += row.on_O.dot(other.response_P);
  }
  if (at_k.place_P >= 0) {
    if (at_k.place_P == at_l.place_O) sum += row.on_P.dot(other.response_O);
    if (at_k.place_P == at_l.place_P) sum += row.on_P.dot(other.response_P);
  }
  return sum;
}

void ModeSolution::fill_matrix() {
  for (int k = 0; k < A_.rows(); ++k)
    for (int l = 0; l <= k; ++l)
      A_(k, l) = A_(l, k) =
          product(motion_.rows[k].contact, terms_[k], motion_.rows[l].contact, terms_[l]);
}

/// The acceleration a row is short of.
double ModeSolution::missing(int row) const {
  const MovingContact& contact = motion_.contacts[motion_.rows[row].contact];
  double missing = -terms_[row].bias;
  if (motion_.unknowns.has_trees()) return missing - terms_[row].pulled.dot(a_);
  if (contact.place_O >= 0) missing -= terms_[row].on_O.dot(a_.segment<6>(6 * contact.place_O));
  if (contact.place_P >= 0) missing -= terms_[row].on_P.dot(a_.segment<6>(6 * contact.place_P));
  return missing;
}

std::optional<Eigen::MatrixXd> ModeSolution::tree_response(int place) {
  const PlacedTree& tree = *states_[static_cast<std::size_t>(place)].tree;
  const int n = tree.tree->unknowns();
  const int offset = motion_.unknowns.offset(place);
  TreeWorkspace& workspace = workspaces_[workspace_of_[place]];
  Eigen::MatrixXd W(n, n);
  for (int j = 0; j < n; ++j) {
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(n);
    pull_back(tree, j, 1.0, unit);
    respond(tree, unit, workspace);
    W.col(j) = workspace.bodies.vdot;
  }
  const int rows = static_cast<int>(terms_.size());
  if (rows == 0) return W;
  fill_matrix();
  if (factor() == RankCheck::Lost) return std::nullopt;
  Eigen::MatrixXd answers = Eigen::MatrixXd::Zero(rows, n);
  for (int k = 0; k < rows; ++k)
    for (const TreeRow::Part& part : terms_[k].pulled.parts)
      if (part.offset == offset) answers.row(k) += part.response.transpose();
  A_.triangularView<Eigen::Lower>().solveInPlace(answers);
  W -= answers.transpose() * answers;
  return W;
}

double ModeSolution::residual() const {
  double most = 0.0;
  double scale = motion_.gravity.norm() + (a_.size() > 0 ? a_.cwiseAbs().maxCoeff() : 0.0);
  for (int k = 0; k < static_cast<int>(terms_.size()); ++k) {
    most = std::max(most, std::abs(missing(k)));
    scale = std::max(scale, std::abs(terms_[k].bias));
  }
  return most > 0.0 ? most / scale : 0.0;
}

void ModeSolution::add_push(int contact, const RowTerms& terms, double size,
                            Eigen::VectorXd& a) const {
  if (motion_.unknowns.has_trees()) {
    terms.pulled.add_response(size, a);
    return;
  }
  const MovingContact& at = motion_.contacts[contact];
  if (at.place_O >= 0) a.segment<6>(6 * at.place_O) += size * terms.response_O;
  if (at.place_P >= 0) a.segment<6>(6 * at.place_P) += size * terms.response_P;
}

/// Cholesky in the lower triangle.
RankCheck ModeSolution::factor() {
  const int count = static_cast<int>(A_.rows());
  for (int k = 0; k < count; ++k) {
    const double size = A_(k, k);
    for (int l = 0; l < k; ++l)
      A_(k, l) = (A_(k, l) - A_.row(k).head(l).dot(A_.row(l).head(l))) / A_(l, l);
    const double rest = size - A_.row(k).head(k).squaredNorm();
    if (!(rest > kDependentSineSquared * size)) return RankCheck::Lost;
    A_(k, k) = std::sqrt(rest);
  }
  return RankCheck::Kept;
}

RankCheck ModeSolution::solve(std::span<const BodyState> states, double after) {
  place_bodies(states, after);
  place_drives(after);
  add_viscous();
  const int count = static_cast<int>(motion_.rows.size());
  if (count == 0) return RankCheck::Kept;
  fill_rows(states);
  fill_matrix();
  if (factor() == RankCheck::Lost) return RankCheck::Lost;
  for (int k = 0; k < count; ++k)
    multipliers_[k] = (missing(k) - A_.row(k).head(k).dot(multipliers_.head(k))) / A_(k, k);
  for (int k = count - 1; k >= 0; --k) {
    double sum = multipliers_[k];
    for (int l = k + 1; l < count; ++l) sum -= A_(l, k) * multipliers_[l];
    multipliers_[k] = sum / A_(k, k);
  }
  for (int k = 0; k < count; ++k) add_push(motion_.rows[k].contact, terms_[k], multipliers_[k], a_);
  return RankCheck::Kept;
}

}  // namespace rigor
