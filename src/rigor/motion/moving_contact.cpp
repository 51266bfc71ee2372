// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/moving_contact.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// The number of the body's drive, added if it is new; -1 if it has none.
int drive_in(const World& world, std::uint32_t body, std::vector<const DrivePiece*>& drives) {
  if (!is_driven(world, body)) return -1;
  const DrivePiece* piece = &world.bodies[body].drive;
  const auto at = std::find(drives.begin(), drives.end(), piece);
  const auto number = static_cast<int>(at - drives.begin());
  if (at == drives.end()) drives.push_back(piece);
  return number;
}

void set_edges(const World& world, const ContactId& id, MovingContact& out) {
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
}

void set_vertex(const World& world, const ContactId& id, const trace::PieceId& P,
                MovingContact& out) {
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
}

}  // namespace

MovingContact moving_contact(const World& world, const Cluster& cluster,
                             const ActiveContact& contact, std::vector<const DrivePiece*>& drives) {
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
  out.drive_O = drive_in(world, O.body, drives);
  out.drive_P = drive_in(world, P.body, drives);
  out.X_WO = pose_of(world, cluster, O.body);
  out.X_WP = pose_of(world, cluster, P.body);
  out.viscosity = contact.viscosity;
  out.belt_O = belt_of(world, O);
  out.belt_P = belt_of(world, P);
  if (id.axis.kind == AxisKind::EdgeEdge)
    set_edges(world, id, out);
  else
    set_vertex(world, id, P, out);
  return out;
}

}  // namespace rigor
