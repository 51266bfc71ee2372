// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/decision/link_corners.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// A corner of a link, and its row r over the unknowns as L⁻¹ r', so that products are those of
/// M⁻¹.
struct LinkCorner {
  std::size_t pair = 0;
  std::size_t corner = 0;
  double gap = 0.0;
  Eigen::VectorXd row;
};

bool is_on_link(const Cluster& cluster, const PairId& pair) {
  const auto links = [&](std::uint32_t body) {
    const int place = body == trace::kWorld ? -1 : place_of(cluster, body);
    return place >= 0 && cluster.states[place].tree != nullptr;
  };
  return links(pair.a.body) || links(pair.b.body);
}

std::vector<LinkCorner> link_corners(const Cluster& cluster, const MassFactor& mass,
                                     const std::vector<TouchingPair>& pairs) {
  std::vector<LinkCorner> all;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (on_limit(pairs[p].pair) || !is_on_link(cluster, pairs[p].pair)) continue;
    for (std::size_t c = 0; c < pairs[p].corners.size(); ++c) {
      const PairRow& normal = pairs[p].corners[c].rows.normal;
      Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(cluster.unknowns());
      write_row(cluster, pairs[p].pair, normal, row);
      all.push_back({p, c, normal.jet.value, mass.whitened_force(row.transpose())});
    }
  }
  return all;
}

/// Whether `low` stands for `high`.
bool dominates(const LinkCorner& low, const LinkCorner& high, double above) {
  if (!(high.gap - low.gap > above)) return false;
  return (high.row - low.row).norm() <= kSameRow * std::min(low.row.norm(), high.row.norm());
}

/// The link of the pair; the first, if both are.
const Link& link_of(const World& world, const Cluster& cluster, const PairId& pair) {
  const int a = pair.a.body == trace::kWorld ? -1 : place_of(cluster, pair.a.body);
  const bool first = a >= 0 && cluster.states[a].tree != nullptr;
  return world.model->links[first ? pair.a.body : pair.b.body];
}

bool is_held(const Link& link, const LinkCorner& corner) {
  return link.inertia.mass * corner.row.squaredNorm() < kHeldCorner;
}

std::string words_of(const World& world, const PairId& pair, const Link& link) {
  return fmt::format(
      "joint '{}' holds {} closer together than the skin, beside the joint itself, where no "
      "contact "
      "force can open the gap: move the joint by a few skins, or let the two overlap (exclusions)",
      link.joint_name, names_of(world, pair));
}

}  // namespace

std::optional<std::string> leave_to_joints(const World& world, const Cluster& cluster,
                                           std::vector<TouchingPair>& pairs) {
  if (!unknowns_of(cluster.states).has_trees()) return std::nullopt;
  std::optional<std::string> sinks;
  const double above = kAboveCorner * Tolerances::kBand * world.tolerances.skin;
  const std::vector<LinkCorner> corners = link_corners(cluster, mass_of(world, cluster), pairs);
  std::vector<std::vector<char>> out(pairs.size());
  for (std::size_t p = 0; p < pairs.size(); ++p) out[p].assign(pairs[p].corners.size(), 0);
  for (const LinkCorner& one : corners) {
    const PairId& pair = pairs[one.pair].pair;
    const Link& link = link_of(world, cluster, pair);
    const bool held = is_held(link, one);
    if (held && one.gap < kSinkingGap * world.tolerances.skin) sinks = words_of(world, pair, link);
    if (held || std::any_of(corners.begin(), corners.end(),
                            [&](const LinkCorner& other) { return dominates(other, one, above); }))
      out[one.pair][one.corner] = 1;
  }
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    std::size_t c = 0;
    std::erase_if(pairs[p].corners, [&](const ContactCorner&) { return out[p][c++] != 0; });
  }
  return sinks;
}

}  // namespace rigor
