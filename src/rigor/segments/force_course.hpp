// SPDX-License-Identifier: Apache-2.0
// The forces of one stretch of a motion: at Chebyshev-Gauss nodes, split by one pattern or, where
// none pushes and stays in its cones along the whole stretch, in other ways; the best is taken.
#pragma once

#include <limits>
#include <optional>

#include <rigor/segments/force_samples.hpp>

namespace rigor {

/// Chebyshev-Gauss nodes of [0, 1]: none at the ends, where slips that set out or stop have no
/// direction.
struct GaussNodes {
  Eigen::VectorXd s;
  Eigen::MatrixXd coefficients;  ///< from values
};
GaussNodes gauss_nodes(int count);

/// What a stretch looks like at its nodes, and the forces there.
struct ForceCourse {
  GaussNodes nodes;
  std::vector<ForceSample> samples{};
  std::vector<std::vector<Vector3>> forces{};  ///< node by node, contact by contact
  std::vector<std::vector<Vector6>> joints{};  ///< node by node, joint by joint: on the child
  /// Breach or what is missing, over what is allowed: the most and the least of the nodes. At most
  /// 1: the forces obey the law and explain the motion.
  double worst = 0.0;
  double best = std::numeric_limits<double>::infinity();
  double breach = 0.0;   ///< the most of the nodes, over what is allowed
  double between = 0.0;  ///< the part of `worst` that is bad between nodes only
};

/// The part of a motion from the fraction `from` on that is `stride` of its length.
struct ForceStretch {
  std::vector<KeptContact> kept;  ///< those of its middle
  double from = 0.0;
  double stride = 0.0;
};

/// Tried one after the other until one is good: where the motion slips, its own forces, and those
/// of the others by a pattern that is chosen in the middle and kept, or centred at each node; then
/// such a pattern, or such centred forces, of all contacts; of what slides, that pattern with
/// forces that lean a little to the side of the slip, unless centred ones are good at all nodes. If
/// none is good, the one that is least bad.
ForceCourse best_course(const ForceSampler& sampler, const ForceStretch& stretch);

/// The stretch without the slips that bear no more than forces may break the law by, if any of them
/// pulls. Such a force is rounding, or what the motion is not known to; but friction would speed
/// that slip up, and the whole length of it breaks the law, however small the force is.
std::optional<ForceStretch> without_bare_slips(const ForceSampler& sampler,
                                               const ForceStretch& stretch,
                                               const ForceCourse& course);

}  // namespace rigor
