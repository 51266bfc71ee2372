// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rigor {

/// SHA-256 (FIPS 180-4) of the bytes, as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

/// The same, by the processor's own instructions where it has some, if `fast`; else without.
std::string sha256(std::string_view bytes, bool fast);

}  // namespace rigor
