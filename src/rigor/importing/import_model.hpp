// SPDX-License-Identifier: Apache-2.0
// Model files of other programs as scenes.
#pragma once

#include <string>
#include <vector>

#include <rigor/importing/convert_shape.hpp>
#include <rigor/importing/joint_start.hpp>
#include <rigor/importing/note.hpp>
#include <rigor/importing/read_urdf.hpp>
#include <rigor/importing/rigid_tree.hpp>
#include <rigor/importing/scene_draft.hpp>

namespace rigor::importing {

struct ImportOptions {
  Base base = Base::Fixed;
  FixedLinks fixed_links = FixedLinks::Merge;
  ShapeOptions shapes{};
  std::vector<StartValue> starts{};
  bool floor = false;          ///< a half-space below everything
  double drop = 0.05;          ///< from the lowest point of a free base to the floor, metres
  double mu = 0.5;             ///< coefficient of friction of all surfaces
  double until = 1.0;          ///< s
  std::optional<Hold> hold{};  ///< motors at the joints, which hold their start
  bool self_contact = true;    ///< links of one model touch each other
  bool repair = false;         ///< mend unsound inertias and limits, with a note
};

struct ImportedScene {
  std::string text{};    ///< the scene file
  std::string format{};  ///< "URDF", "SDF", "MJCF"
  std::vector<Note> notes{};
  int source_links = 0;
  int source_joints = 0;
  int links = 0;             ///< of the scene, that move
  int velocities = 0;        ///< degrees of freedom
  double moving_mass = 0.0;  ///< kg
  int exclusions = 0;        ///< pairs that overlap at the start, and those the file names
};

/// The scene of a model file: URDF, SDF, or MJCF (read_mjcf.hpp). The text reads and builds as a
/// scene. Throws a SceneError that names file, line and rule for what can not be read
/// (SceneFault::BadInput) or simulated (SceneFault::Refusal).
ImportedScene import_model(const std::string& file, const ImportOptions& options = {});

/// The same for what has been read already; `file` is used in messages, and meshes are looked for
/// beside it.
ImportedScene import_source(SourceScene source, const std::string& file,
                            const ImportOptions& options = {});

}  // namespace rigor::importing
