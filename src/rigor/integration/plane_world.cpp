// SPDX-License-Identifier: Apache-2.0
#include <rigor/contact/pair_row.hpp>
#include <rigor/demand.hpp>
#include <rigor/integration/plane_world.hpp>

namespace rigor {
namespace {

/// The contact's arm from the centre of mass, world axes.
Vector3 arm(const MovingBody& body, const Matrix3& R, const ContactId& id) {
  return R * vertex(body, id);
}

/// Normal and tangents of the contact's plane.
Matrix3 frame(const World& world, const ContactId& id) {
  const Vector3& n = world.half_spaces[id.half_space].normal;
  const auto tangents = tangent_basis(n);
  return (Matrix3() << n, tangents[0], tangents[1]).finished();
}

}  // namespace

World world(const Model& model, const SimulationOptions& options) {
  World out;
  out.model = &model;
  for (const FixedHalfSpace& half_space : model.half_spaces)
    out.half_spaces.push_back(half_space.shape);
  out.law = options.law;
  out.tolerances = options.tolerances;
  out.jam = options.jam;
  out.indeterminate = options.indeterminate;
  return out;
}

std::vector<PlaneGap> gaps_within(const World& world, const MovingBody& body,
                                  const BodyState& state, double reach) {
  const Matrix3 R = rotation_matrix(state.q);
  std::vector<PlaneGap> gaps;
  for (int h = 0; h < static_cast<int>(world.half_spaces.size()); ++h) {
    const HalfSpace& half_space = world.half_spaces[h];
    const double centre = height(half_space, state.x);
    if (centre - body.radius > reach) continue;
    const Vector3 n_B = R.transpose() * half_space.normal;
    for (int p = 0; p < static_cast<int>(body.pieces.size()); ++p) {
      const std::vector<Vector3>& vertices = body.pieces[p].polytope.vertices();
      for (int v = 0; v < static_cast<int>(vertices.size()); ++v) {
        const double gap = centre + n_B.dot(vertices[v]);
        if (gap <= reach) gaps.push_back({{h, p, v}, gap});
      }
    }
  }
  return gaps;
}

const Surface& contact_surface(const World& world, const MovingBody& body, const ContactId& id) {
  return surface(*world.model, world.model->half_spaces[id.half_space].material,
                 body.materials[id.piece]);
}

ContactSet contact_set(const World& world, const MovingBody& body, const BodyState& state,
                       const std::vector<ContactId>& contacts) {
  const Matrix3 R = rotation_matrix(state.q);
  auto mass = factor_mass(Eigen::MatrixXd(mass_matrix(turned(body.dynamics, R))));
  RIGOR_DEMAND(mass.has_value());
  ContactSet set{std::move(*mass), {}, {}, {}};
  const int count = static_cast<int>(contacts.size());
  set.N.resize(count, 6);
  set.T.resize(2 * count, 6);
  for (int i = 0; i < count; ++i) {
    const Vector3 r = arm(body, R, contacts[i]);
    const Matrix3 axes = frame(world, contacts[i]);
    set.N.row(i) << axes.col(0).transpose(), r.cross(axes.col(0)).transpose();
    for (int k = 0; k < 2; ++k)
      set.T.row(2 * i + k) << axes.col(k + 1).transpose(), r.cross(axes.col(k + 1)).transpose();
    const Surface& surface = contact_surface(world, body, contacts[i]);
    ContactProperties properties;
    properties.friction = surface.friction;
    properties.restitution = surface.restitution;
    properties.viscosity = surface.viscous;
    set.contacts.push_back(properties);
  }
  return set;
}

ContactBias contact_bias(const World& world, const MovingBody& body, const BodyState& state,
                         const std::vector<ContactId>& contacts) {
  const Matrix3 R = rotation_matrix(state.q);
  const Vector3 w = state.v.tail<3>();
  const int count = static_cast<int>(contacts.size());
  ContactBias bias{Eigen::VectorXd(count), Eigen::VectorXd(2 * count)};
  for (int i = 0; i < count; ++i) {
    const Vector3 centripetal = w.cross(w.cross(arm(body, R, contacts[i])));
    const Matrix3 axes = frame(world, contacts[i]);
    bias.normal[i] = axes.col(0).dot(centripetal);
    for (int k = 0; k < 2; ++k) bias.tangential[2 * i + k] = axes.col(k + 1).dot(centripetal);
  }
  return bias;
}

}  // namespace rigor
