// SPDX-License-Identifier: Apache-2.0
// Blows on towers of boxes as plain friction problems, with the answers of the laws room.
//   friction_problems_experiment FROM TO FOLDER
// writes one text file a seed, in the form of tests/laws/recorded and the impulses after it, and
// lists the seeds without an answer.
#include <filesystem>
#include <string>

#include <fmt/os.h>

#include <rigor/laws/friction_search.hpp>

#include "laws/rattled_tower.hpp"

namespace {

template <typename Numbers>
void print_line(fmt::ostream& out, const Numbers& numbers) {
  for (const double number : numbers) out.print("{} ", number);
  out.print("\n");
}

void write(const rigor::FrictionProblem& problem, const Eigen::VectorXd& r,
           const std::filesystem::path& file, const std::string& title) {
  fmt::ostream out = fmt::output_file(file.string());
  out.print("# {}\n", title);
  out.print(
      "# Number of contacts; W; b; mu; per contact the direction of slip, or nan nan; "
      "impulses.\n{}\n",
      problem.size());
  for (int i = 0; i < problem.W.rows(); ++i)
    print_line(out, Eigen::VectorXd(problem.W.row(i).transpose()));
  print_line(out, problem.b);
  print_line(out, problem.mu);
  for (int i = 0; i < problem.size(); ++i) out.print("nan nan\n");
  print_line(out, r);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: friction_problems_experiment FROM TO FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[3];
  std::filesystem::create_directories(folder);
  int solved = 0;
  int count = 0;
  for (std::uint64_t seed = std::stoull(argv[1]); seed < std::stoull(argv[2]); ++seed, ++count) {
    const rigor::FrictionProblem problem = rigor::testing::rattled_tower(seed);
    const rigor::FrictionSolution solution = rigor::solve_friction(problem);
    if (solution.status == rigor::FrictionStatus::Solved)
      ++solved;
    else
      fmt::print("seed {}: {} contacts, residual {:.1e}\n", seed, problem.size(),
                 solution.residual);
    write(problem, solution.r, folder / fmt::format("tower-{:05}.txt", seed),
          fmt::format("A tower of {} boxes, seed {}.", problem.size() / 4, seed));
  }
  fmt::print("{} of {} solved\n", solved, count);
  return solved == count ? 0 : 1;
}
