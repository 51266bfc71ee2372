// SPDX-License-Identifier: Apache-2.0
// 1,000 random trees against Pinocchio and MuJoCo. The committed file holds their results
// (scripts/make_dynamics_reference.py says how it was made); when both packages are found, fresh
// trees are computed live.
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <rigor/dynamics/forward_dynamics.hpp>
#include <rigor/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"

namespace rigor {
namespace {

constexpr double kAgreement = 1e-10;  // relative to the norm of each result

Eigen::VectorXd from_hex(const std::string& digits) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(digits.size() / 16));
  for (Eigen::Index i = 0; i < values.size(); ++i)
    values[i] = std::bit_cast<double>(static_cast<std::uint64_t>(
        std::stoull(digits.substr(static_cast<std::size_t>(16 * i), 16), nullptr, 16)));
  return values;
}

struct Results {
  Eigen::VectorXd bias;
  Eigen::VectorXd vdot;
  Eigen::VectorXd product;

  const Eigen::VectorXd& named(const std::string& name) const {
    return name == "bias" ? bias : name == "vdot" ? vdot : product;
  }
};

Results our_results(const RandomTree& tree) {
  const Model model = unwrap(build(tree.description));
  Kinematics kinematics(model);
  update(model, tree.state, kinematics);
  ArticulatedBodies bodies(model);
  Loads loads(model);
  loads.efforts = tree.efforts;
  return {bias_efforts(model, kinematics), forward_dynamics(model, kinematics, loads, bodies),
          mass_matrix(model, kinematics) * tree.x};
}

/// What a file covered, and how well it agrees.
struct Comparison {
  int trees = 0;
  int results = 0;
  std::array<int, 7> joints{};
  double worst = 0.0;
};

Comparison compare(const std::string& path) {
  Comparison comparison;
  std::ifstream file(path);
  std::string line;
  Results ours;
  int index = -1;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (first == "#") continue;
    if (first == "tree") {
      index = std::stoi(second);
      const RandomTree tree = make_random_tree(index);
      for (const LinkDescription& link : tree.description.links)
        ++comparison.joints[link.joint.index()];
      ours = our_results(tree);
      ++comparison.trees;
      continue;
    }
    const Eigen::VectorXd theirs = from_hex(second);
    const Eigen::VectorXd& mine = ours.named(first.substr(first.find('.') + 1));
    EXPECT_EQ(theirs.size(), mine.size());
    const double error = (theirs - mine).norm() / theirs.norm();
    EXPECT_LE(error, kAgreement) << first << " of make_random_tree(" << index << ")";
    comparison.worst = std::max(comparison.worst, error);
    ++comparison.results;
  }
  return comparison;
}

TEST(Reference, AThousandTreesAgreeWithPinocchioAndMuJoCo) {
  const Comparison comparison = compare(RIGOR_DYNAMICS_REFERENCE);
  EXPECT_EQ(comparison.trees, 1000);
  EXPECT_EQ(comparison.results, 6000);
  for (const int count : comparison.joints) EXPECT_GT(count, 100);
  RecordProperty("worst_relative_difference", std::to_string(comparison.worst));
  std::printf("worst relative difference: %.2e\n", comparison.worst);
}

TEST(Reference, FreshTreesAgreeLiveWhenThePackagesAreFound) {
  const char* chosen = std::getenv("RIGOR_REFERENCE_PYTHON");
  const std::string python = chosen ? chosen : RIGOR_PYTHON;
  if (std::system((python + " -c 'import pinocchio, mujoco' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "no Pinocchio and MuJoCo for " << python << " (set RIGOR_REFERENCE_PYTHON)";
  const std::string output = testing::TempDir() + "rigor_dynamics_live.txt";
  const std::string command =
      python + " " RIGOR_REFERENCE_SCRIPT " --first 1000 --count 100 " + output + " 2>/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  EXPECT_EQ(compare(output).results, 600);
}

}  // namespace
}  // namespace rigor
