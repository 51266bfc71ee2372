// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rigor {

/// The options of `rigor import`.
struct ImportArguments {
  std::string file{};
  std::string out{};  ///< empty: <stem of the file>.yaml in the current folder
  bool free = false;
  bool floor = false;
  double drop = 0.05;  ///< m
  double mu = 0.5;
  double until = 1.0;                  ///< s
  std::string hold{};                  ///< KP,KD; empty: no motors
  int vertices = 32;                   ///< of a round solid or a hull, at most
  int pieces = 1;                      ///< of a mesh that is not convex, at most
  std::vector<std::string> start{};    ///< JOINT=VALUE
  std::vector<std::string> folders{};  ///< where packages and meshes are looked for
  bool skip_meshes = false;
  bool keep_fixed = false;
  bool no_self_contact = false;
  bool repair = false;
  bool force = false;  ///< write over a file that is there
  bool json = false;
};

/// Writes the scene of a model file, and tells what was left out, approximated, merged, mended and
/// added.
int import_verb(const ImportArguments& arguments);

}  // namespace rigor
