// SPDX-License-Identifier: Apache-2.0
// Bytes for pages: compressed and as text.
#pragma once

#include <span>
#include <string>

#include <rigor/trace/bytes.hpp>

namespace rigor {

/// The bytes as a zlib stream, which browsers inflate by themselves (format "deflate"). The same
/// bytes give the same stream. Throws std::runtime_error if there is no memory.
trace::Bytes deflated(std::span<const std::uint8_t> bytes);

/// The bytes of numbers of `size` bytes each, first bytes first: neighbours then resemble each
/// other and compress well. `bytes.size()` is a multiple of `size`.
trace::Bytes shuffled(std::span<const std::uint8_t> bytes, std::size_t size);

/// Base64 with padding (RFC 4648).
std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace rigor
