// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <queue>
#include <variant>

#include <rigor/integration/island.hpp>
#include <rigor/integration/neighbours.hpp>

namespace rigor {

/// What became final in one step: everything in it is certified and will not change any more.
struct StepReport {
  trace::Time time;  ///< of the event that was resolved
  std::vector<trace::Segment> segments;
  std::vector<trace::Certificate> certificates;
  std::vector<trace::Event> events;
};

/// Why a run ended.
enum class StopKind : std::uint8_t {
  Rest,
  Time,
  Events,
  Segments,
  WallTime,
  Interrupted,
  NoProgress,    ///< events without time passing
  Inconsistent,  ///< no motion obeys the law, or a solver failed
  Jam,
  Indeterminate,
  Unsupported,  ///< the scene needs something that is not built yet
  Overlap,      ///< the start overlaps
};

/// "rest", "time", "events", ... as in files.
const char* name(StopKind kind);

/// Whether the run did what was asked; otherwise it ended in a limit, an interruption or a refusal.
bool is_done(StopKind kind);

/// How a run ended.
struct Outcome {
  StopKind stop = StopKind::Rest;
  std::string reason;  ///< one sentence, for refusals
  trace::Footer footer;
  State final_state;         ///< at footer.end
  double start_moved = 0.0;  ///< m: how far a body was moved to open touching starts
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
};

/// A run, one event at a time. There is no step size: how far a step goes is its result. The model
/// and the options must outlive it.
class Simulation {
 public:
  Simulation(const Model& model, const State& initial, const SimulationOptions& options);

  /// Resolves the next event and says what became final by it; once the run is over, how it ended.
  /// Failures are outcomes too, and what was reported before one stands.
  std::variant<StepReport, Outcome> step();

 private:
  /// The end of the next segment of an island; earliest first, then lowest number.
  struct Due {
    trace::Time time;
    std::size_t island = 0;
  };
  struct Later {
    bool operator()(const Due& a, const Due& b) const {
      return std::tie(b.time, b.island) < std::tie(a.time, a.island);
    }
  };

  /// Ends the run; the first reason counts.
  bool stop(StopKind kind, std::string reason = {});
  /// What the oracle can not do yet; empty if the scene needs none of it.
  std::string unsupported() const;
  bool begin();
  void place_fixed_bodies();
  /// Proves a body's next whereabouts apart from all others; the certificates go to `to`.
  void enter(const Occupancy& occupancy, std::vector<trace::Certificate>& to);
  /// The next segment of an island, or its place of rest.
  bool go_on(std::size_t i);
  /// One event of one island. False when the run is over.
  bool advance();
  bool stop_at_meeting();
  bool propose(std::size_t i);
  void add(const IslandReport& from, StepReport& to);
  void publish(const StepReport& report);
  bool check_limits();
  /// The instant the record ends: where the run stopped, plus a little rest if that is why.
  trace::Time end_time() const;
  /// Cuts every island's current segment at the end of the run and publishes it.
  void close();
  void close_island(Island& island, const trace::Time& end);
  /// Fixed bodies have one segment over the whole run; certificates of bodies at rest wait until
  /// now.
  void close_fixed_bodies(const trace::Time& end);
  /// The certificates as far as they concern the run up to `end`.
  static std::vector<trace::Certificate> clipped(const std::vector<trace::Certificate>& all,
                                                 const trace::Time& end);
  void publish_until(Island& island, const trace::Time& end);

  const Model& model_;
  const SimulationOptions& options_;
  World world_;
  trace::Time start_;
  trace::Time now_;
  trace::Time horizon_;
  std::chrono::steady_clock::time_point began_;
  std::vector<Island> islands_;
  std::vector<Occupancy> fixed_;
  std::optional<Neighbourhood> neighbourhood_;  ///< if there is more than one body
  std::optional<Meeting> meeting_;              ///< the earliest found
  std::vector<trace::Certificate> waiting_;     ///< of bodies that stay where they are
  std::priority_queue<Due, std::vector<Due>, Later> queue_;
  Outcome outcome_;
  StepReport pending_;  ///< what became final since the last report
  bool begun_ = false;
  bool ended_ = false;
  double energy_ = 0.0;
  double energy_change_ = 0.0;
  double lowest_energy_ = 0.0;
  double stepped_ = 0.0;
};

}  // namespace rigor
