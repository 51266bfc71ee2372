// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/converge/ladder_estimate.hpp>

namespace rigor {

Estimate estimate(const Reading& reading, const Ladder& ladder) {
  const std::vector<double>& x = reading.values;
  if (ladder.by_steps) return estimate(StepReadings{x[0], x[1], x[2], reading.location});
  const bool finer = x.size() > kRunE;
  const double moved = std::abs(x[finer ? kRunE : 0] - x[kRunB]);
  return estimate(SkinReadings{x[kRunB], x[kRunC], x[kRunD], moved, reading.grown, reading.location,
                               reading.scale},
                  ladder.skins);
}

Estimate& number_of(BodyEstimate& body, std::size_t i) {
  if (i < 3) return body.position[i];
  return i < kFirstVelocity ? body.orientation[i - 3] : body.velocity[i - kFirstVelocity];
}

double scale_of(const BodyNumbers& numbers, std::size_t i, double size, double end) {
  const auto norm = [&](std::size_t first) {
    return std::hypot(numbers[first], numbers[first + 1], numbers[first + 2]);
  };
  if (i < 3) return std::max(size, norm(0));
  if (i < kFirstVelocity) return 1.0;
  if (i < kFirstVelocity + 3) return std::max(std::max(size, norm(0)) / end, norm(kFirstVelocity));
  return std::max(1.0 / end, norm(kFirstVelocity + 3));
}

double size_of(const trace::Body& body) {
  double size = 0.0;
  for (const trace::Piece& piece : body.pieces)
    for (const trace::Triple& v : piece.vertices)
      size = std::max(size, std::hypot(v[0], v[1], v[2]));
  return size;
}

}  // namespace rigor
