// SPDX-License-Identifier: Apache-2.0
// A joint of an SDF model.
#pragma once

#include <rigor/importing/sdf_frames.hpp>
#include <rigor/importing/source_model.hpp>

namespace rigor::importing {

/// The joint between the links `parent` (empty: the world) and `child` of a model with these
/// frames, its own among them. Up to version 1.4 axes are those of the model. Throws a SceneError
/// of SceneFault::Refusal for kinds that are not simulated.
SourceJoint read_sdf_joint(Reading& reading, const XmlElement& element, const std::string& parent,
                           const std::string& child_link, const SdfFrames& frames, double version);

}  // namespace rigor::importing
