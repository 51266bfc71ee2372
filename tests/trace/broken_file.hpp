// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <rigor/trace/bytes.hpp>
#include <rigor/trace/error.hpp>
#include <rigor/trace/journal.hpp>

namespace rigor::trace {

/// What `read(path)` finds wrong; it must refuse the file by its name.
template <typename Read>
Fault fault_of(Read read, const std::filesystem::path& path) {
  try {
    read(path);
  } catch (const TraceError& error) {
    EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    return error.fault();
  }
  ADD_FAILURE() << "no error";
  return Fault::Unreadable;
}

}  // namespace rigor::trace
