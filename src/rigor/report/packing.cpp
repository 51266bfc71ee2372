// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <zlib.h>

#include <rigor/report/packing.hpp>

namespace rigor {

trace::Bytes deflated(std::span<const std::uint8_t> bytes) {
  constexpr int kEffort = 4;  // of traces: 40 % of the time that zlib's default takes, 2 % larger
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  trace::Bytes out(size);
  if (compress2(out.data(), &size, bytes.data(), static_cast<uLong>(bytes.size()), kEffort) !=
      Z_OK) {
    throw std::runtime_error("the trace cannot be compressed");
  }
  out.resize(size);
  return out;
}

trace::Bytes shuffled(std::span<const std::uint8_t> bytes, std::size_t size) {
  const std::size_t count = bytes.size() / size;
  trace::Bytes out(bytes.size());
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < size; ++k) out[k * count + i] = bytes[i * size + k];
  }
  return out;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (k < have ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= have ? kDigits[word >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return out;
}

}  // namespace rigor
