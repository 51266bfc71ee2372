// SPDX-License-Identifier: Apache-2.0
// What a trace's resolved scene says that its columns do not. The text is written by the program,
// so its form is known: two letters of indentation for each level, one key on a line.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace rigor {

/// The end time that was asked for, seconds: a line "stop:" and below it "  time: 10".
std::optional<double> asked_time(const std::string& scene_text);

/// The step that was asked for, seconds: "stepping: {step: 0.01}".
std::optional<double> asked_step(const std::string& scene_text);

/// Whether the scene asks for Coulomb's law and gives every pair mu = 0.
bool lacks_friction(const std::string& scene_text);

/// The surfaces of each body and link that has pieces, by its name: "rubber", or "rubber, steel".
std::map<std::string, std::string> surfaces_of_bodies(const std::string& scene_text);

}  // namespace rigor
