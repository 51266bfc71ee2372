// SPDX-License-Identifier: Apache-2.0
// The scene that an import makes, before it is text: names that scenes allow, pieces, starts.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <rigor/importing/source_model.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor::importing {

struct DraftPiece {
  std::string name{};
  ShapeSpec shape{};
  Pose X_LP{};
  std::string comment{};
};

/// A link of a mechanism, or a fixed body.
struct DraftLink {
  std::string name{};
  std::string parent{};                 ///< empty: the world
  std::vector<std::string> comments{};  ///< where it came from
  SourceJoint joint{};
  Pose X_WL{};  ///< at the start
  std::optional<SpatialInertia> inertia{};
  std::vector<DraftPiece> pieces{};
};

struct DraftMechanism {
  std::string name{};
  bool self_contact = true;  ///< its links touch each other
  std::vector<DraftLink> links{};
  std::vector<SourceJoint> loops{};  ///< between links of these names; no parent: the world
};

/// A proportional and derivative motor at every joint with one coordinate, that holds its start.
struct Hold {
  double kp = 0.0;  ///< N m/rad or N/m
  double kd = 0.0;  ///< N m s/rad or N s/m
};

struct SceneDraft {
  std::vector<std::string> heading{};  ///< comment lines on top
  std::string name{};
  Vector3 gravity{0.0, 0.0, -9.81};
  double mu = 0.0;
  double until = 1.0;
  std::optional<Hold> hold{};
  std::vector<DraftLink> fixed{};
  std::vector<DraftMechanism> mechanisms{};
  std::vector<HalfSpaceSpec> half_spaces{};
  std::vector<ExclusionSpec> exclusions{};
};

/// The draft as a scene file with comments. What has its default value is not written.
std::string draft_text(const SceneDraft& draft);

}  // namespace rigor::importing
