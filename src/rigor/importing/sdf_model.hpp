// SPDX-License-Identifier: Apache-2.0
// A model of an SDF document, with the models inside it.
#pragma once

#include <rigor/importing/reading.hpp>
#include <rigor/importing/source_model.hpp>

namespace rigor::importing {

/// Models that came from another file say by this attribute which version of SDF it has.
inline constexpr std::string_view kOwnVersion = "rigor_sdf_version";

/// The model; those inside it become one with it, their names joined by "::". Links that no joint
/// carries are free, those of static models held.
SourceModel read_sdf_model(Reading& reading, const XmlElement& element, double version);

}  // namespace rigor::importing
