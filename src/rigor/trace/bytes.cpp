// SPDX-License-Identifier: Apache-2.0
#include <rigor/trace/bytes.hpp>

namespace rigor::trace {
namespace {

/// The Castagnoli polynomial 0x1EDC6F41, bits reversed.
constexpr std::uint32_t kPolynomial = 0x82f63b78U;

constexpr std::array<std::uint32_t, 256> remainders() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t r = i;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1U) ^ ((r & 1U) != 0 ? kPolynomial : 0U);
    table[i] = r;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> kRemainders = remainders();

}  // namespace

std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  std::uint32_t r = ~before;
  for (const std::uint8_t byte : bytes) r = (r >> 8U) ^ kRemainders[(r ^ byte) & 0xffU];
  return ~r;
}

std::uint8_t ByteReader::byte_below(unsigned count) {
  std::uint8_t byte = 0;
  read(byte);
  if (byte >= count) {
    throw TraceError(Fault::Malformed, "field '" + std::string(field_) + "' has the value " +
                                           std::to_string(byte) + ", which has no meaning");
  }
  return byte;
}

void ByteReader::need(std::size_t size) const {
  if (rest_.size() < size) {
    throw TraceError(Fault::Malformed,
                     "the record ends inside field '" + std::string(field_) + "'");
  }
}

}  // namespace rigor::trace
