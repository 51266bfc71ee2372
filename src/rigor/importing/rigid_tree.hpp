// SPDX-License-Identifier: Apache-2.0
// From links and joints as written to the links that a scene has: parents first, and what a fixed
// joint holds together as one link.
#pragma once

#include <string>
#include <vector>

#include <rigor/importing/source_model.hpp>

namespace rigor::importing {

/// A collision shape, the link that it came from, and where it is in the link that it is now part
/// of.
struct TreePiece {
  std::string from{};
  const SourceCollision* collision = nullptr;
  Pose X_LC{};
};

/// A source link that is part of this one, and where its frame is.
struct TreeMember {
  const SourceLink* link = nullptr;
  Pose X_LM{};
};

/// One link of the scene. Its frame is that of the source link that names it.
struct TreeLink {
  std::string name{};
  int parent = -1;      ///< an earlier one; -1: the world
  SourceJoint joint{};  ///< with X_PC, anchor and axes as seen from this link and its parent
  std::vector<TreePiece> pieces{};
  std::vector<TreeMember> members{};  ///< the naming link first
  bool held = false;                  ///< by fixed joints to the world
};

/// A held link without shapes is not in the scene: what hangs on it hangs on the world.
bool is_gone(const TreeLink& link);

/// Whether links that a fixed joint holds stay links of their own, where they have mass.
enum class FixedLinks { Merge, Keep };

/// The links of the model, parents before children, in the order of the file otherwise. Links
/// without mass always become part of what a fixed joint holds them to. Notes what was merged.
/// Throws a SceneError for names that are not there or given twice, and for loops; of
/// SceneFault::Refusal where a link has two parents (a closed chain).
std::vector<TreeLink> rigid_tree(const SourceModel& model, const std::string& file,
                                 FixedLinks fixed, std::vector<Note>& notes);

/// Where every link is, in the world, with its joint at `joint.start`; spherical joints at no
/// rotation, planar ones at zero.
std::vector<Pose> start_poses(const std::vector<TreeLink>& tree);

}  // namespace rigor::importing
