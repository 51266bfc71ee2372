// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <zlib.h>

#include <rigor/cli/npz.hpp>

namespace rigor {
namespace {

void add16(std::string& to, std::uint32_t value) {
  to += static_cast<char>(value & 0xffU);
  to += static_cast<char>((value >> 8U) & 0xffU);
}

void add32(std::string& to, std::uint32_t value) {
  add16(to, value & 0xffffU);
  add16(to, value >> 16U);
}

std::uint32_t checksum(const std::string& bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

/// What the local header and the central directory have in common.
std::string entry_of(const std::string& name, const std::string& bytes) {
  std::string entry;
  add16(entry, 20);                         // version needed: 2.0
  add16(entry, 0);                          // no flags
  add16(entry, 0);                          // stored, not compressed
  add32(entry, (1U << 21U) | (1U << 16U));  // 1 January 1980, 0:00: the archive knows no clock
  add32(entry, checksum(bytes));
  add32(entry, static_cast<std::uint32_t>(bytes.size()));
  add32(entry, static_cast<std::uint32_t>(bytes.size()));
  add16(entry, static_cast<std::uint32_t>(name.size()));
  add16(entry, 0);  // no extra field
  return entry;
}

}  // namespace

std::string npy_bytes(std::span<const double> values, std::size_t rows, std::size_t columns) {
  if (values.size() != rows * (columns == 0 ? 1 : columns))
    throw std::runtime_error("npy: sizes do not fit");
  const std::string shape =
      columns == 0 ? fmt::format("({},)", rows) : fmt::format("({}, {})", rows, columns);
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
  constexpr std::size_t kPrefix = 10;
  constexpr std::size_t kAlignment = 64;
  while ((kPrefix + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += '\x01';
  bytes += '\0';
  add16(bytes, static_cast<std::uint32_t>(header.size()));
  bytes += header;
  const std::size_t at = bytes.size();
  bytes.resize(at + values.size_bytes());
  if (!values.empty()) std::memcpy(bytes.data() + at, values.data(), values.size_bytes());
  return bytes;
}

std::string zip_bytes(const std::vector<std::pair<std::string, std::string>>& files) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  std::string archive;
  std::string directory;
  for (const auto& [name, bytes] : files) {
    if (archive.size() + bytes.size() > kMost / 2) {
      throw std::runtime_error("more than 2 GiB for one npz file; use a lower --rate or csv");
    }
    const auto offset = static_cast<std::uint32_t>(archive.size());
    const std::string entry = entry_of(name, bytes);
    archive += "PK\x03\x04" + entry + name + bytes;
    directory += "PK\x01\x02";
    add16(directory, 20);  // made by: 2.0
    directory += entry;
    add16(directory, 0);  // no comment
    add16(directory, 0);  // first disk
    add16(directory, 0);  // no internal attributes
    add32(directory, 0);  // no external attributes
    add32(directory, offset);
    directory += name;
  }
  const auto start = static_cast<std::uint32_t>(archive.size());
  archive += directory + "PK\x05\x06";
  add16(archive, 0);
  add16(archive, 0);
  add16(archive, static_cast<std::uint32_t>(files.size()));
  add16(archive, static_cast<std::uint32_t>(files.size()));
  add32(archive, static_cast<std::uint32_t>(directory.size()));
  add32(archive, start);
  add16(archive, 0);
  return archive;
}

}  // namespace rigor
