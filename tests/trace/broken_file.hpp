// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <rigor/trace/bytes.hpp>
#include <rigor/trace/error.hpp>

namespace rigor::trace {

inline void write_bytes(const std::filesystem::path& path, const Bytes& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

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
