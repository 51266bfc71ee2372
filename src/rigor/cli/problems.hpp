// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/converge/comparison.hpp>

namespace rigor {

/// The options of `rigor problems`.
struct ProblemsArguments {
  std::vector<std::string> names{};  ///< none: all of them
  std::string method{};              ///< instead of the scenes' own
  std::string tol{};                 ///< integration tolerance, instead of the scenes' own
  std::string csv{};                 ///< poses of another simulator, compared instead of a run
  bool list = false;                 ///< only what there is
  int threads = 0;                   ///< 0: as many as there are cores
  bool json = false;
};

/// A bundled problem: its name, the known numbers and the scene's text.
struct BundledProblem {
  std::string name;
  KnownSolution known;
  std::string scene_text;
};

/// Every bundled problem, by name.
std::vector<BundledProblem> bundled_problems();

/// Runs problems with known solutions and compares: exit code 1 if a known value lies outside its
/// error bar.
int problems_verb(const ProblemsArguments& arguments);

}  // namespace rigor
