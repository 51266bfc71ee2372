// SPDX-License-Identifier: Apache-2.0
// The verbs and options of the command, in one place: parsing, help, completion and the test of the
// man page all read them from here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <rigor/cli/converge.hpp>
#include <rigor/cli/examples.hpp>
#include <rigor/cli/explain.hpp>
#include <rigor/cli/export.hpp>
#include <rigor/cli/import.hpp>
#include <rigor/cli/problems.hpp>
#include <rigor/cli/reproduce.hpp>
#include <rigor/cli/run.hpp>
#include <rigor/cli/runs.hpp>
#include <rigor/cli/sweep.hpp>
#include <rigor/cli/verify.hpp>
#include <rigor/cli/view.hpp>

namespace rigor {

/// What was asked for. `verb` is empty if none was given.
struct CommandLine {
  std::string verb{};
  bool version = false;
  bool json = false;
  RunArguments run{};
  TraceArguments verify{};
  TraceArguments report{};
  ViewArguments view{};
  RunsArguments runs{};
  SweepArguments sweep{};
  ConvergeArguments converge{};
  ProblemsArguments problems{};
  ReproduceArguments reproduce{};
  ExplainArguments explain{};
  ExportArguments export_{};
  ExamplesArguments examples{};
  ImportArguments import{};
  NewArguments new_{};
  std::string shell{};  ///< of completion
};

/// One option of a verb, for completion.
struct OptionFacts {
  std::vector<std::string> names;  ///< with their dashes
  std::string description;
  bool takes_value = false;
  std::vector<std::string> choices{};  ///< of the value, if it is one of few words
};

/// A verb and its options; the first entry is the command itself, with an empty name.
struct VerbFacts {
  std::string name;
  std::string description;
  std::vector<OptionFacts> options;
};

/// Reads the arguments. On wrong usage, or for --help, text is printed and `exit` set.
CommandLine parse_command_line(int argc, char** argv, int& exit);

/// Every verb and option that `parse_command_line` knows.
std::vector<VerbFacts> command_facts();

/// The help page of the whole command.
std::string command_help();

}  // namespace rigor
