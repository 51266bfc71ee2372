// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rigor {

/// A file of the folder scenes/, carried by the program.
struct BundledFile {
  std::string_view name;  ///< path below scenes/
  std::string_view text;
};

/// Every bundled file, by name. Written by the build from the folder scenes/.
const std::vector<BundledFile>& bundled_files();

/// The first sentence of the comment at the top of a scene.
std::string first_sentence(std::string_view scene);

/// The options of `rigor examples`.
struct ExamplesArguments {
  std::vector<std::string> names{};  ///< none: list
  std::string out = ".";
  bool all = false;
  bool json = false;
};

/// Lists the bundled scenes with a line each, or copies some; never over an existing file.
int examples_verb(const ExamplesArguments& arguments);

/// The options of `rigor new`.
struct NewArguments {
  std::string name{};
  bool json = false;
};

/// Writes NAME.yaml, a commented scene that runs, and scene.schema.json if it is not there; never
/// over an existing file.
int new_verb(const NewArguments& arguments);

}  // namespace rigor
