// SPDX-License-Identifier: Apache-2.0
// What is seen of a robot's feet on level ground while it is simulated.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <rigor/dynamics/model.hpp>
#include <rigor/report/plot.hpp>
#include <rigor/run/simulate.hpp>

namespace rigor {

/// From `time` on another set of points of a foot touches the ground.
struct FootChange {
  double time = 0.0;
  std::size_t foot = 0;
  std::size_t points = 0;  ///< that touch now
};

/// Watches the links that have a piece called `foot`, over the half-space z <= 0.
class FootWatch {
 public:
  explicit FootWatch(const Model& model);

  void see(const StepReport& step);

  std::vector<std::string> names() const;  ///< of the feet's links
  /// In the order of time. Of runs by the oracle the contacts that its certificates list, which
  /// hold over stretches of time; methods in steps tell each change as an event.
  std::vector<FootChange> changes() const;
  /// By foot: height of the lowest vertex against time, every 2 ms.
  const std::vector<std::vector<PlotPoint>>& heights() const { return heights_; }
  /// Stretches of time with one polynomial each: one step of the methods in steps.
  std::uint64_t stretches() const { return stretches_; }

 private:
  struct Foot {
    std::string name;
    std::uint32_t link = 0;
    std::uint32_t piece = 0;
    std::vector<Vector3> vertices;  // in the link's frame
  };
  /// Vertices in contact over the stretch of a certificate that begins at this instant.
  using Contacts = std::map<trace::Time, std::vector<std::uint32_t>>;

  void measure(const trace::Segment& segment, std::size_t foot);

  std::vector<Foot> feet_;
  std::vector<Contacts> contacts_;
  std::vector<FootChange> stepped_;  // from events
  std::vector<std::vector<PlotPoint>> heights_;
  std::uint64_t stretches_ = 0;
};

/// Changes as the paper counts them: another number of points, and not zero.
std::vector<FootChange> counted_by_paper(const std::vector<FootChange>& changes);

/// How long it is between consecutive instants at which anything changes, s; changes at one instant
/// are one. The first entry is from time 0.
std::vector<PlotPoint> times_between(const std::vector<FootChange>& changes);

}  // namespace rigor
