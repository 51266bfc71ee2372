// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/assembly/body.hpp>
#include <rigor/dynamics/kinematics.hpp>

namespace rigor {
namespace {

/// The polytope with its origin moved to `origin`.
Polytope moved_origin(const Polytope& shape, const Vector3& origin) {
  if (origin.isZero(0.0)) return shape;
  std::vector<Vector3> vertices;
  for (const Vector3& v : shape.vertices()) vertices.push_back(v - origin);
  return unwrap(make_polytope(vertices));
}

trace::Piece trace_piece(const std::string& name, const Polytope& shape) {
  trace::Piece out;
  out.name = name;
  for (const Vector3& v : shape.vertices()) out.vertices.push_back(triple(v));
  for (const Edge& e : shape.edges()) out.edges.push_back({e.tail, e.head});
  for (const Face& f : shape.faces()) out.faces.push_back(f.vertices);
  return out;
}

trace::BodyKind trace_kind(BodyRole role) {
  switch (role) {
    case BodyRole::Free:
      return trace::BodyKind::Free;
    case BodyRole::Driven:
      return trace::BodyKind::Driven;
    case BodyRole::Link:
      return trace::BodyKind::Link;
    case BodyRole::Fixed:
      break;
  }
  return trace::BodyKind::Fixed;
}

}  // namespace

trace::Triple triple(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

void write_path(const Eigen::Ref<const Eigen::MatrixXd>& rows, trace::Segment& segment) {
  const auto row = [&rows](int i) {
    std::vector<double> values(rows.cols());
    for (Eigen::Index k = 0; k < rows.cols(); ++k) values[k] = rows(i, k);
    return values;
  };
  for (int i = 0; i < 3; ++i) segment.position[i] = row(i);
  for (int i = 0; i < 4; ++i) segment.quaternion[i] = row(3 + i);
}

Body make_body(const Model& model, std::uint32_t link, const State& state) {
  const Link& source = model.links[link];
  const int index = link;
  Body body;
  body.id = link;
  body.role = is_free_body(model, index) ? BodyRole::Free
              : source.path              ? BodyRole::Driven
              : source.fixed_to_world    ? BodyRole::Fixed
                                         : BodyRole::Link;
  if (body.role == BodyRole::Free) {
    body.com = source.inertia.com;
    body.mass = source.inertia.mass;
    body.dynamics = free_body({source.inertia.mass, Vector3::Zero(), source.inertia.about_com});
  } else {
    body.X_WB = link_pose(model, index, state);
  }
  for (const Piece& piece : source.pieces) {
    body.pieces.emplace_back(moved_origin(piece.shape, body.com));
    body.radius = std::max(body.radius, body.pieces.back().polytope.circumradius());
    body.materials.push_back(piece.material);
  }
  if (body.role == BodyRole::Free)
    body.load = load_from(model, link, trace::time_from(state.time), body.radius);
  return body;
}

BodyState body_state(const Model& model, const Body& body, const State& state) {
  const Link& link = model.links[body.id];
  const double* q = state.q.data() + link.first_q;
  const double* v = state.v.data() + link.first_v;
  BodyState out;
  out.q = Quaternion(q[3], q[4], q[5], q[6]).normalized();
  const Vector3 com_W = out.q * body.com;
  out.x = Vector3(q[0], q[1], q[2]) + com_W;
  const Twist origin{Vector3(v[0], v[1], v[2]), Vector3(v[3], v[4], v[5])};
  out.v = shifted(origin, com_W).vector();
  return out;
}

void store(const Model& model, const Body& body, const BodyState& from, State& to) {
  const Link& link = model.links[body.id];
  const Vector3 com_W = from.q * body.com;
  const Vector3 p = from.x - com_W;
  const Vector6 v = shifted(Twist::from(from.v), -com_W).vector();
  to.q.segment<7>(link.first_q) << p, from.q.w(), from.q.x(), from.q.y(), from.q.z();
  to.v.segment<6>(link.first_v) = v;
}

trace::Body trace_body(const Model& model, std::uint32_t link, const State& state) {
  const Link& source = model.links[link];
  const Body body = make_body(model, link, state);
  trace::Body out;
  out.name = source.name;
  out.kind = trace_kind(body.role);
  if (body.role == BodyRole::Link) out.com = triple(source.inertia.com);
  if (body.role == BodyRole::Free || body.role == BodyRole::Link) {
    out.mass = source.inertia.mass;
    for (int i = 0; i < 9; ++i) out.inertia[i] = source.inertia.about_com(i / 3, i % 3);
  }
  for (std::size_t p = 0; p < body.pieces.size(); ++p)
    out.pieces.push_back(trace_piece(source.pieces[p].name, body.pieces[p].polytope));
  out.belt = triple(source.belt);
  return out;
}

double energy(const Body& body, const BodyState& state, const Vector3& gravity) {
  const TurnedBody now = turned(body.dynamics, rotation_matrix(state.q));
  return kinetic_energy(now, state.v) + potential_energy(now, state.x, gravity);
}

}  // namespace rigor
