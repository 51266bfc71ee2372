// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/contact/island_rows.hpp>

namespace rigor {
namespace {

BodyId body_of(const PieceRef& ref) {
  if (ref.link == kWorldLink) return {BodyKind::HalfSpace, ref.piece};
  return {BodyKind::Link, ref.link};
}

const Polytope& shape_of(const Model& model, const PieceRef& ref) {
  return model.links[ref.link].pieces[ref.piece].shape;
}

/// All pieces of half-spaces and links, half-spaces first.
std::vector<PieceRef> all_pieces(const Model& model) {
  std::vector<PieceRef> pieces;
  for (std::size_t i = 0; i < model.half_spaces.size(); ++i) {
    pieces.push_back({kWorldLink, static_cast<int>(i)});
  }
  for (std::size_t link = 0; link < model.links.size(); ++link) {
    for (std::size_t k = 0; k < model.links[link].pieces.size(); ++k) {
      pieces.push_back({static_cast<int>(link), static_cast<int>(k)});
    }
  }
  return pieces;
}

}  // namespace

BodyMotion body_motion(const Kinematics& kinematics, int link) {
  if (link == kWorldLink) return {};
  const LinkMotion& motion = kinematics.links[link];
  return {pose(motion), motion.velocity, motion.bias_acceleration};
}

PlacedPair placed(const Model& model, const Kinematics& kinematics, const PieceRefPair& pair) {
  PlacedPair result;
  result.B = &shape_of(model, pair.B);
  result.X_WB = body_motion(kinematics, pair.B.link).X_WB;
  if (pair.A.link == kWorldLink) {
    result.A = &model.half_spaces[pair.A.piece].shape;
  } else {
    result.A = &shape_of(model, pair.A);
    result.X_WA = body_motion(kinematics, pair.A.link).X_WB;
  }
  return result;
}

std::vector<PieceRefPair> pairs_of(const Model& model, std::span<const int> links) {
  const auto among = [&](const PieceRef& ref) {
    return ref.link != kWorldLink && std::find(links.begin(), links.end(), ref.link) != links.end();
  };
  const std::vector<PieceRef> pieces = all_pieces(model);
  std::vector<PieceRefPair> pairs;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      if (pieces[j].link == kWorldLink || !(among(pieces[i]) || among(pieces[j]))) continue;
      if (exclusion(model, body_of(pieces[i]), body_of(pieces[j]))) continue;
      pairs.push_back({pieces[i], pieces[j]});
    }
  }
  return pairs;
}

std::vector<PairCandidate> contact_candidates(const Model& model, const Kinematics& kinematics,
                                              std::span<const PieceRefPair> pairs,
                                              std::span<const PairAxis* const> current,
                                              const CandidateRule& rule) {
  std::vector<PairCandidate> candidates;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PlacedPair pair = placed(model, kinematics, pairs[i]);
    const PairAxis* held = i < current.size() ? current[i] : nullptr;
    AxisReading axis = pair_axis(pair, {rule.axis_margin, held});
    if (axis.separation > rule.distance) continue;
    const BodyMotion A = body_motion(kinematics, pairs[i].A.link);
    const BodyMotion B = body_motion(kinematics, pairs[i].B.link);
    auto corners = contact_corners(pair, axis, A, B, rule.clip);
    if (corners.empty()) {  // the band's vertices lie just outside the face: the true best axis
      axis = pair_axis(pair, {});
      corners = contact_corners(pair, axis, A, B, rule.clip);
    }
    candidates.push_back({pairs[i], axis, std::move(corners)});
  }
  return candidates;
}

std::vector<LimitCandidate> limit_candidates(const Model& model, const State& state,
                                             std::span<const int> links, double distance) {
  std::vector<LimitCandidate> candidates;
  for (const int index : links) {
    const Link& link = model.links[index];
    if (!has_plain_coordinates(link.joint)) continue;
    for (int k = 0; k < link.velocities; ++k) {
      const Dof& dof = link.dofs[k];
      const double q = state.q[link.first_q + k];
      if (q - dof.lower <= distance) {
        candidates.push_back({link.first_v + k, 1.0, q - dof.lower, dof.limit_restitution});
      }
      if (dof.upper - q <= distance) {
        candidates.push_back({link.first_v + k, -1.0, dof.upper - q, dof.limit_restitution});
      }
    }
  }
  return candidates;
}

void add_row(const Model& model, const Kinematics& kinematics, const PieceRefPair& pair,
             const PairRow& row, Eigen::VectorXd& J) {
  const auto add = [&](int link, const Vector6& on) {
    if (link == kWorldLink) return;
    const Vector3& origin = kinematics.links[link].p_WL;
    add_efforts(model, kinematics, link, origin, {on.head<3>(), on.tail<3>()}, J);
  };
  add(pair.A.link, row.on_A);
  add(pair.B.link, row.on_B);
}

}  // namespace rigor
