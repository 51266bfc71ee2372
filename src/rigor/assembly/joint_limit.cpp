// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/assembly/joint_limit.hpp>

namespace rigor {
namespace {

const Link& link_of(const World& world, const LimitId& limit) {
  return world.model->links[limit.body];
}

const Dof& dof_of(const World& world, const LimitId& limit) {
  return link_of(world, limit).dofs[limit.dof];
}

const Link& link_of(const Tree& tree, const LimitId& limit) {
  return tree.local.links[limit.body - tree.first_body];
}

}  // namespace

PairId pair_of(const LimitId& limit) {
  const std::uint32_t side = 2U * static_cast<std::uint32_t>(limit.dof) + (limit.upper ? 1U : 0U);
  return {{trace::kWorld, kFirstLimit + side}, {limit.body, 0}};
}

LimitId limit_of(const PairId& pair) {
  const std::uint32_t side = pair.a.piece - kFirstLimit;
  return {pair.b.body, static_cast<int>(side / 2U), side % 2U == 1U};
}

std::vector<LimitId> limits_of(const World& world, std::uint32_t body) {
  std::vector<LimitId> limits;
  const Link& link = world.model->links[body];
  if (!has_plain_coordinates(link.joint)) return limits;
  for (int dof = 0; dof < link.velocities; ++dof)
    for (const bool upper : {false, true})
      if (const LimitId limit{body, dof, upper}; std::isfinite(limit_value(world, limit)))
        limits.push_back(limit);
  return limits;
}

double limit_value(const World& world, const LimitId& limit) {
  const Dof& dof = dof_of(world, limit);
  return limit.upper ? dof.upper : dof.lower;
}

int coordinate_of(const Tree& tree, const LimitId& limit) {
  return link_of(tree, limit).first_q + limit.dof;
}

int velocity_of(const Tree& tree, const LimitId& limit) {
  return link_of(tree, limit).first_v + limit.dof;
}

double limit_restitution(const World& world, const PairId& pair) {
  return dof_of(world, limit_of(pair)).limit_restitution;
}

std::string limit_name(const World& world, const PairId& pair) {
  const LimitId limit = limit_of(pair);
  const Link& link = link_of(world, limit);
  const std::string which =
      link.dofs.size() > 1 ? " of coordinate " + std::to_string(limit.dof + 1) : "";
  return "joint '" + link.joint_name + "' and its " + (limit.upper ? "upper" : "lower") + " limit" +
         which;
}

}  // namespace rigor
