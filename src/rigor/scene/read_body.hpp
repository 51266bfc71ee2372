// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <rigor/scene/fields.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// The stream of random numbers of one body: the generator of rigor/random.hpp with the scene's
/// seed and the body's number in the file as stream, so that bodies do not depend on each other.
struct DrawSource {
  std::optional<std::uint64_t> seed;
  std::uint64_t stream = 0;
};

/// One entry of `bodies`. A `random` initial state is drawn here, in the order position x, y, z;
/// rotation (uniform; four normal numbers w, x, y, z made unit); linear x, y, z; angular x, y, z;
/// what has no range draws nothing.
BodySpec read_body(const Cursor& at, const DrawSource& source);

/// One entry of `half_spaces`.
HalfSpaceSpec read_half_space(const Cursor& at);

}  // namespace rigor
