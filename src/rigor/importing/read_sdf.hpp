// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/importing/source_model.hpp>
#include <rigor/importing/xml.hpp>

namespace rigor::importing {

/// The models of an SDF document, of a world in it or on their own; models inside models become one
/// with the outer one, their names joined by "::". Links that no joint carries are free, those of
/// static models held. Throws a SceneError that names every problem found, each with its line; of
/// SceneFault::Refusal for kinds of joints that are not simulated.
SourceScene read_sdf(const XmlElement& sdf, const std::string& file);

}  // namespace rigor::importing
