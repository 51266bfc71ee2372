// SPDX-License-Identifier: Apache-2.0
#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/segments/coming_stop.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {

ComingStop coming_stop(const ModeMotion& motion, const Cluster& cluster, double least) {
  ComingStop soonest;
  if (!motion.slides()) return soonest;
  ModeSolution solution(motion);
  std::vector<Vector3> directions = starting_slips(motion);
  const auto solved = [&](const Cluster& at) {
    return solution.solve(at.states, directions, SlipDirections::Kept) == RankCheck::Kept;
  };
  if (!solved(cluster)) return soonest;
  std::vector<Vector3> slips;
  for (int f = 0; f < std::ssize(motion.forces); ++f) slips.push_back(solution.slip(f));
  // The slips a moment later, by the present acceleration.
  Cluster later = cluster;
  set_velocity(later, velocity_of(later) + kMomentAhead * solution.a());
  if (!solved(later)) return soonest;
  for (int f = 0; f < std::ssize(motion.forces); ++f) {
    if (!motion.forces[f].slips || motion.forces[f].onset) continue;
    const Vector3 rate = (solution.slip(f) - slips[f]) / kMomentAhead;
    const double speed = slips[f].norm();
    const double loss = -slips[f].dot(rate) / speed;
    if (speed <= least || !(loss > 0.0) || speed >= soonest.time * loss) continue;
    soonest = {speed / loss, slips[f].cross(rate).norm() / (speed * loss)};
  }
  return soonest;
}

}  // namespace rigor
