// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace rigor::trace {

/// What is wrong with a file.
enum class Fault : std::uint8_t {
  Unreadable,    ///< missing, no permission, or the disk refused
  NotATrace,     ///< something else than a trace
  WrongVersion,  ///< a trace of a format this program does not know
  Truncated,     ///< ends before its own length says
  Damaged,       ///< checksum does not match
  Malformed,     ///< types, sizes or values that no writer produces
};

/// A file that can not be read or written; what() names the file, the place and the rule broken.
class TraceError : public std::runtime_error {
 public:
  TraceError(Fault fault, const std::string& text) : std::runtime_error(text), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

/// A file of format version `found`, which is not the one this program reads; says what to do.
TraceError wrong_version(std::uint32_t found);

}  // namespace rigor::trace
