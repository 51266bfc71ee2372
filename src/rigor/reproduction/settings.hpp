// SPDX-License-Identifier: Apache-2.0
// What every experiment is told.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

namespace rigor {

/// What an experiment found, as it stands in reproduction.json: numbers and the points of its
/// figures. Times of computing are under the key `wall`, and left out of the file.
using Findings = nlohmann::ordered_json;

struct ReproductionSettings {
  bool full = false;             ///< all seeds, trials and searches; else about a minute in all
  std::filesystem::path folder;  ///< where traces go; empty: none is written
  /// The text of a file of the folder scenes/, by its name.
  std::function<std::string(const std::string& name)> scene_text;
  int threads = 1;  ///< runs at the same time; what is found is the same
  /// Told in a few words what is done now, by any thread; must be quick.
  std::function<void(const std::string& what)> say = [](const std::string&) {};
  std::function<bool()> interrupted{};  ///< asked now and then, by any thread
};

/// Thrown between two runs when the user wants to stop.
struct Interrupted {};

}  // namespace rigor
