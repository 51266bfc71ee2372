// SPDX-License-Identifier: Apache-2.0
// MJCF through MuJoCo's own compiler: its defaults and classes are what that compiler makes of
// them. It runs in Python, in a process of its own.
#pragma once

#include <string>
#include <string_view>

#include <rigor/importing/source_model.hpp>

namespace rigor::importing {

/// The model of an MJCF file, read by the Python module `mujoco` of the interpreter that the
/// environment names in RIGOR_PYTHON (python3 if it does not). Throws a SceneError with what
/// MuJoCo says for files that it can not compile, and of SceneFault::Refusal if it is not there.
SourceScene read_mjcf(const std::string& file);

/// The model in what mjcf_reader.py printed.
SourceScene from_mjcf_facts(const std::string& facts, const std::string& file);

/// The version of the module `mujoco` that `read_mjcf` would use; empty if there is none.
std::string mujoco_version();

/// The text of mjcf_reader.py.
std::string_view mjcf_reader();

}  // namespace rigor::importing
