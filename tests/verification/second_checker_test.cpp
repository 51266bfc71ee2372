// SPDX-License-Identifier: Apache-2.0
// docs/check_trace.py, written from the description of the format alone, must agree with the
// checker.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

#include "integration/run_scene.hpp"
#include "joined_traces.hpp"
#include "mutants.hpp"
#include "real_traces.hpp"
#include "temporary_folder.hpp"

namespace rigor::verification {
namespace {

/// What the script prints about the files, line by line.
std::vector<std::string> second_opinions(const std::string& python,
                                         const std::vector<std::string>& files) {
  std::string command = python + " " + RIGOR_SOURCE_DIR + "/docs/check_trace.py";
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
  const auto lines = second_opinions(RIGOR_PYTHON, files);
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
  Trace endless = thrown_cube(2, 0.05, 4);
  endless.header.skin = std::numeric_limits<double>::infinity();
  traces.push_back(endless);
  expect_agreement(traces);
}

TEST(SecondChecker, AgreesOnRealRuns) {
  auto traces = real_excerpts();
  const Trace crowd = two_dice_and_a_post(0.15);
  ASSERT_EQ(crowd.bodies.size(), 3U);
  ASSERT_EQ(crowd.bodies[2].kind, trace::BodyKind::Fixed);
  EXPECT_TRUE(
      std::any_of(crowd.certificates.begin(), crowd.certificates.end(), [](const Certificate& c) {
        return c.a == PieceId{0, 0};
      }));
  traces.push_back(with_fixed_cube(excerpt(real_trace("b03"), 0, 2), {3.0, 0.0, 0.5}));
  traces.push_back(with_fixed_cube(real_pair(3, 8), {0.0, 0.0, 5.0}));
  traces.push_back(with_fixed_cube(real_pair(3, 8), {1.0, 0.0, 0.0}));  // in the way
  traces.push_back(interrupted_trace("b03", 3));
  if (std::getenv("RIGOR_MUTANTS") != nullptr) traces.push_back(real_trace("b02"));
  expect_agreement(traces);
}

TEST(SecondChecker, AgreesOnDrivenBodiesAndFrictionWhateverEndsASegment) {
  std::vector<Trace> traces = driven_and_rubbed();
  bool driven = false;
  std::vector<bool> ends(static_cast<std::size_t>(trace::EndReason::Floor) + 1, false);
  for (const Trace& trace : traces) {
    for (const trace::Body& body : trace.bodies) driven |= body.kind == trace::BodyKind::Driven;
    for (const Segment& segment : trace.segments) {
      ends[static_cast<std::size_t>(segment.reason)] = true;
    }
  }
  EXPECT_TRUE(driven);
  EXPECT_TRUE(ends[static_cast<std::size_t>(trace::EndReason::Stick)]);
  EXPECT_TRUE(ends[static_cast<std::size_t>(trace::EndReason::Slip)]);
  for (std::size_t reason = 0; reason < ends.size(); ++reason) {
    Trace trace = traces[2];
    trace.segments[0].reason = static_cast<trace::EndReason>(reason);
    traces.push_back(std::move(trace));
  }
  expect_agreement(traces);
}

TEST(SecondChecker, AgreesOnKilledRuns) {
  const TemporaryFolder folder;
  const std::string whole = (folder / "whole.part").string();
  trace::write_journal(whole, real_trace("b03"));
  const trace::Bytes bytes = trace::read_bytes(whole);
  std::vector<std::string> files;
  for (const double part : {0.3, 0.45, 0.6}) {
    files.push_back((folder / ("cut" + std::to_string(files.size())).c_str()).string());
    std::ofstream(files.back(), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(part * static_cast<double>(bytes.size())));
  }
  const auto lines = second_opinions(RIGOR_PYTHON, files);
  ASSERT_EQ(lines.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Trace read = trace::read_trace(files[i]);
    EXPECT_FALSE(read.complete);
    EXPECT_EQ(read.footer.stopped, "interrupted");
    const Verdict verdict = verify(read);
    EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, read);
    EXPECT_NE(lines[i].find(": proved: "), std::string::npos) << lines[i];
    EXPECT_NE(lines[i].find("interrupted at "), std::string::npos) << lines[i];
  }
}

/// `trace` with its first joint changed.
template <typename Change>
Trace changed(Trace trace, Change change) {
  change(trace.joints[0]);
  return trace;
}

/// Joints of every kind, kept and broken, within and beyond their limits.
std::vector<Trace> joined_traces() {
  const double most = 0.5 * std::sin(1.2);
  std::vector<Trace> traces = {pendulum(), pendulum(1e-9), pendulum(1e-8), slider(), slider(1e-6)};
  for (const double slack : {1e-7, -1e-7}) {
    for (const bool second : {false, true}) traces.push_back(universal(second, slack));
    for (const int coordinate : {0, 1, 2}) traces.push_back(planar(coordinate, slack));
  }
  for (const double slack : {1e-7, 1.0, 2.5, 4.0, -1e-7}) {
    traces.push_back(changed(pendulum(), [&](Joint& j) { j.limits = {-slack, most + slack}; }));
  }
  traces.push_back(changed(pendulum(), [](Joint& j) { j.limits = {1e-7, 1.0}; }));
  traces.push_back(changed(pendulum(), [](Joint& j) {
    j.limits = {-0.5, 1.0};
    j.reference_parent = j.reference_child = j.axis_parent;
  }));
  traces.push_back(changed(pendulum(), [](Joint& j) { j.axis_parent = {0, 1, 1e-8}; }));
  traces.push_back(changed(slider(), [](Joint& j) { j.limits = {0.5 + 1e-6, 0.6}; }));
  for (const JointKind kind : {JointKind::Fixed, JointKind::Spherical, JointKind::Universal,
                               JointKind::Planar, JointKind::Free}) {
    traces.push_back(changed(pendulum(), [&](Joint& j) { j.kind = kind; }));
    traces.push_back(changed(slider(), [&](Joint& j) { j.kind = kind; }));
    traces.push_back(changed(pendulum(), [&](Joint& j) {
      j.kind = kind;
      j.axis_parent = {1, 0, 0};
    }));
  }
  return traces;
}

TEST(SecondChecker, AgreesOnJoints) {
  const std::vector<Trace> traces = joined_traces();
  const auto proved = std::count_if(traces.begin(), traces.end(), [](const Trace& trace) {
    return verify(trace).status == Status::Proved;
  });
  EXPECT_GE(proved, 10);
  EXPECT_LE(proved, static_cast<std::ptrdiff_t>(traces.size()) - 10);
  expect_agreement(traces);
}

/// A motor that is on file, and one that is not.
TEST(SecondChecker, AgreesOnWhatJointsMayDo) {
  const Trace honest = run_scene("pd-pendulum.yaml").trace();
  Trace forged = honest;
  forged.joints[0].acting = 0;
  EXPECT_EQ(verify(honest).status, Status::Proved);
  EXPECT_EQ(verify(forged).status, Status::Refused);
  expect_agreement({honest, forged});
}

/// Belts, stops that are struck, energies: as they are, and false.
TEST(SecondChecker, AgreesOnBeltsStopsAndEnergies) {
  const Trace ride =
      run_scene("conveyor.yaml", [](Scene& scene) { scene.stop.time = 0.2; }).trace();
  Trace still = ride;
  for (trace::Body& body : still.bodies) body.belt = {};
  const Trace struck =
      run_scene("elbow-stop.yaml", [](Scene& scene) { scene.stop.time = 0.39; }).trace();
  Trace other = struck;
  Trace rich = struck;
  rich.footer.energy_final *= 1.001;
  int joints = 0;
  for (trace::Event& event : other.events)
    for (trace::EventJoint& joint : event.joints) {
      joint.compression = joint.compression_moment = {};
      ++joints;
    }
  EXPECT_GT(joints, 0);
  const std::vector<Trace> traces = {ride, still, struck, other, rich};
  for (std::size_t i = 0; i < traces.size(); ++i)
    EXPECT_EQ(verify(traces[i]).status, i == 0 || i == 2 ? Status::Proved : Status::Refused) << i;
  expect_agreement(traces);
}

TEST(SecondChecker, ReadsTheHdf5FileToo) {
  std::string python;
  for (const char* candidate : {RIGOR_PYTHON, "/usr/bin/python3"}) {
    const std::string command = std::string(candidate) + " -c 'import h5py' 2>/dev/null";
    if (python.empty() && std::system(command.c_str()) == 0) python = candidate;
  }
  if (python.empty()) GTEST_SKIP() << "needs h5py";
  const TemporaryFolder folder;
  const std::string good = (folder / "good.h5").string();
  const std::string bad = (folder / "bad.h5").string();
  Trace trace = crossing_bars(2, 0.05, 4, 1e-8, true);
  trace::write_trace(good, trace);
  trace.certificates.pop_back();
  trace::write_trace(bad, trace);
  const auto lines = second_opinions(python, {good, bad});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find(": proved: 4 segments, 2 certificates"), std::string::npos) << lines[0];
  EXPECT_NE(lines[1].find(": refused: coverage"), std::string::npos) << lines[1];
}

TEST(SecondChecker, AgreesOnMutants) {
  const char* size = std::getenv("RIGOR_MUTANTS");
  const int count = size == nullptr ? 20 : std::atoi(size) / 20;
  auto traces = originals();
  for (Trace& trace : real_excerpts()) traces.push_back(std::move(trace));
  std::vector<Trace> mutants;
  for (int i = 0; i < count; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 500, 7);
    mutants.push_back(mutant(random, traces[static_cast<std::size_t>(i) % traces.size()]));
  }
  expect_agreement(mutants);
}

}  // namespace
}  // namespace rigor::verification
