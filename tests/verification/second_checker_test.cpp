// SPDX-License-Identifier: Apache-2.0
// docs/check_trace.py, written from the description of the format alone, must agree with the
// checker.
#include <cstdio>
#include <sstream>

#include <gtest/gtest.h>

#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

#include "mutants.hpp"
#include "temporary_folder.hpp"

namespace rigor::verification {
namespace {

/// What the script prints about the files, line by line.
std::vector<std::string> second_opinions(const std::vector<std::string>& files) {
  std::string command = std::string(RIGOR_PYTHON) + " " + RIGOR_SOURCE_DIR + "/docs/check_trace.py";
  for (const std::string& file : files) command += " " + file;
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  char buffer[4096];
  while (pipe != nullptr && std::fgets(buffer, sizeof(buffer), pipe) != nullptr) text += buffer;
  if (pipe != nullptr) pclose(pipe);
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void expect_agreement(const std::vector<Trace>& traces) {
  const TemporaryFolder folder;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    files.push_back((folder / ("trace" + std::to_string(i) + ".part").c_str()).string());
    trace::write_journal(files.back(), traces[i]);
  }
  const auto lines = second_opinions(files);
  ASSERT_EQ(lines.size(), files.size());
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const Trace read = trace::read_trace(files[i]);
    const Verdict verdict = verify(read);
    EXPECT_NE(lines[i].find(files[i] + ": " + name(verdict.status)), std::string::npos)
        << lines[i] << "\n"
        << text_of(verdict, read);
  }
}

TEST(SecondChecker, AgreesOnValidTraces) {
  auto traces = originals();
  traces.push_back(rolling_prism(5, 2, 0.05, 4));
  Trace far = passing_cubes(PlaneFrame::World, 2, 0.1, 4, 1);
  far.certificates.clear();
  for (Segment& segment : far.segments) segment.position[1][0] += segment.body == 1 ? 1.0 : 0.0;
  traces.push_back(far);
  Trace measured = thrown_cube(2, 0.05, 4);
  measured.header.certified = false;
  traces.push_back(measured);
  expect_agreement(traces);
}

TEST(SecondChecker, AgreesOnMutants) {
  const char* size = std::getenv("RIGOR_MUTANTS");
  const int count = size == nullptr ? 14 : std::atoi(size) / 20;
  const auto traces = originals();
  std::vector<Trace> mutants;
  for (int i = 0; i < count; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 500, 7);
    mutants.push_back(mutant(random, traces[static_cast<std::size_t>(i) % traces.size()]));
  }
  expect_agreement(mutants);
}

}  // namespace
}  // namespace rigor::verification
