// SPDX-License-Identifier: Apache-2.0
// What is seen of a die on the ground while it is stepped.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include <rigor/dynamics/model.hpp>
#include <rigor/run/simulate.hpp>

namespace rigor {

/// A step, and the height of the lowest vertex at its end, m.
struct DieStep {
  double time = 0.0;  ///< of its end, s
  double length = 0.0;
  double gap = 0.0;
  trace::EndReason reason = trace::EndReason::Full;
};

/// When a vertex other than the first ones is hit, and where the centre is then. Later the motion
/// is chaotic, and runs by different methods are not to be compared.
struct SecondImpact {
  double time = 0.0;
  Vector3 centre = Vector3::Zero();
};

/// Watches the only body of a scene over the half-space z <= 0.
class DieWatch {
 public:
  explicit DieWatch(const Polytope& die) : vertices_(die.vertices()) {}

  void see(const StepReport& step);

  const std::vector<DieStep>& steps() const { return steps_; }
  /// When the last step ended that was not rest, s.
  double rest() const;
  const std::optional<SecondImpact>& second_impact() const { return second_; }

 private:
  void see(const trace::Event& event, const Vector3& centre);

  std::vector<Vector3> vertices_;  // from the centre of mass
  std::vector<DieStep> steps_;
  std::set<std::uint32_t> hit_;  // vertices of the first impact
  bool flew_ = true;
  std::optional<SecondImpact> second_{};
};

}  // namespace rigor
