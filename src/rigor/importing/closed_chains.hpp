// SPDX-License-Identifier: Apache-2.0
// Files list joints between links, and some of them close loops. A scene has a tree of links, and
// joints that close loops apart from it.
#pragma once

#include <rigor/importing/rigid_tree.hpp>

namespace rigor::importing {

/// Moves the joints of the model that close loops from `joints` to `loops`: what remains carries
/// every link at most once. From the world on, then from each link that no joint carries (and where
/// there is none, from the first link of a ring), the first joint in the file that comes to a link
/// carries it. Joints that close loops have no springs, limits or motors here: notes say so.
void split_loops(SourceModel& model, std::vector<Note>& notes);

/// The links of a scene: those of the tree, where they start, and their names there.
struct NamedTree {
  const std::vector<TreeLink>& links;
  const std::vector<Pose>& X_WL;
  const std::vector<std::string>& names;
};

/// The joints that close loops, between links of the scene. Those that join what does not move
/// against each other anyway are noted and left out.
std::vector<SourceJoint> scene_loops(const SourceModel& model, const NamedTree& tree,
                                     std::vector<Note>& notes);

/// A joint seen from its parent: parent and child change places.
SourceJoint reversed(const SourceJoint& joint);

}  // namespace rigor::importing
