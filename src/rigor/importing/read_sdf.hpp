// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/importing/source_model.hpp>
#include <rigor/importing/xml.hpp>

namespace rigor::importing {

/// The models of an SDF document, of a world in it or on their own, those that it includes
/// (sdf_include.hpp) among them. Throws a SceneError that names every problem found, each with its
/// line; of SceneFault::Refusal for kinds of joints that are not simulated.
SourceScene read_sdf(XmlElement sdf, const std::string& file,
                     const std::vector<std::string>& folders = {});

}  // namespace rigor::importing
