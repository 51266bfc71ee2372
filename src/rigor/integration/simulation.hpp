// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <queue>
#include <variant>

#include <rigor/assembly/outcome.hpp>
#include <rigor/integration/checkpoint.hpp>
#include <rigor/integration/events.hpp>
#include <rigor/integration/neighbours.hpp>
#include <rigor/segments/drive_course.hpp>

namespace rigor {

/// What to do where events come too densely for this method.
inline constexpr const char* kOtherMethod =
    "--method first_order steps over events instead of locating each";

/// A run, one event at a time. There is no step size: how far a step goes is its result. The model
/// and the options must outlive it.
class Simulation {
 public:
  /// From the start, or from a checkpoint of such a run. Throws trace::TraceError for a checkpoint
  /// that does not fit the scene.
  Simulation(const Model& model, const State& initial, const SimulationOptions& options,
             const trace::Bytes& from = {});
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Resolves the next event and says what became final by it; once the run is over, how it ended.
  /// Failures are outcomes too, and what was reported before one stands. Throws trace::TraceError
  /// if the first step finds that it does not compute what the maker of its checkpoint computed.
  std::variant<StepReport, Outcome> step();

  /// All that the future depends on, behind what was reported so far. None at the start, at the end
  /// and where something else is due at the same instant.
  std::optional<trace::Bytes> checkpoint() const;

 private:
  /// The next thing an island does; earliest first, then lowest number.
  struct Due {
    trace::Time time;
    std::uint64_t island = 0;
  };
  struct Later {
    bool operator()(const Due& a, const Due& b) const {
      return std::tie(b.time, b.island) < std::tie(a.time, a.island);
    }
  };

  /// Ends the run; the first reason counts.
  bool stop(StopKind kind, std::string reason = {});
  bool stop(const Refusal& refusal);
  /// What the oracle can not do yet; empty if the scene needs none of it.
  std::string unsupported() const;
  /// Free bodies and links, where they begin.
  Cluster starting_cluster() const;
  bool begin();
  /// Goes on where the checkpoint was made.
  void resume(const Checkpoint& from);
  void resume_island(const SavedIsland& saved);
  /// Opens touching starts, cluster by cluster; the bodies where they begin.
  bool open_starts(Cluster& all);
  void place_fixed_bodies();
  /// A fixed body has one segment, known from the start: a run that is cut short can be proved too.
  void publish_fixed_bodies();
  /// Driven bodies begin their present pieces.
  void start_course(std::uint32_t body);
  /// The driven body whose piece ends first; null if all of them have come to rest.
  const DriveCourse* next_turn() const;
  /// Ends the pieces of driven bodies that are due now and begins their next; then their knots.
  bool turn();
  /// An event of all that is within δ(1 + β) of a driven body whose acceleration jumps.
  bool take_knot(std::uint32_t driven);
  bool publish_course(const DriveCourse& course, const trace::Time& end);
  bool collide(const PairId& pair);
  bool start_islands(const Cluster& all);
  /// Gives the island its next segments and their proofs, or its place of rest, or has its event
  /// resolved at once.
  bool go_on(Island island);
  void enter(const Island& island);
  /// Puts the island among the others, with the number `id`.
  void keep(std::uint64_t id, Island island);
  /// One event. False when the run is over.
  bool advance();
  bool finish_quietly(std::uint64_t id);
  /// An event of these islands, and of all that turn out to touch them.
  bool take_event(std::vector<std::uint64_t> ids, const Moment& moment);
  /// The islands merged into one at `now_`, those of all bodies within 2δ included.
  struct Gathered {
    Island island;
    std::vector<PairId> near;
  };
  Gathered gather(std::vector<std::uint64_t>& ids) const;
  void join(const Island& other, Gathered& all) const;
  /// The bodies of an event a little later on the path of the island that caused it.
  std::optional<Cluster> ahead_of(std::uint64_t id, const Cluster& all) const;
  /// Publishes what the islands did up to `now_`; they are no more.
  bool retire(const std::vector<std::uint64_t>& ids, trace::EndReason reason);
  bool publish_until(Island& island, const trace::Time& end, trace::EndReason reason);
  void flush_pairs(std::uint32_t body, const trace::Time& end);
  bool stall(const Gathered& all);
  void add(std::vector<trace::Event> events, StepReport& to);
  /// The bodies' energy changed; what drives and given forces did is no gain.
  void note_energy(double change);
  void publish(const StepReport& report);
  bool check_limits();
  /// Whether the user asks to stop, or the time allowed is over.
  std::optional<StopKind> cancelled() const;
  bool stop_early(StopKind kind);
  /// Ends the run if what was just computed was told to give up: then it means nothing.
  bool gave_up();
  /// The instant the record ends: where the run stopped, plus a little rest if that is why.
  trace::Time end_time() const;
  /// Cuts every island's current segment at the end of the run and publishes it.
  void close();
  /// Publishes what was proved of pairs, and the last pieces of driven bodies, until the end.
  void close_pairs(const trace::Time& end);

  const Model& model_;
  const SimulationOptions& options_;
  World world_;
  Cancellation cancellation_;
  trace::Time start_;
  trace::Time now_;
  trace::Time horizon_;
  std::chrono::steady_clock::time_point began_;
  std::map<std::uint64_t, Island> islands_;  ///< by number; numbers are not used again
  std::uint64_t next_island_ = 0;
  std::vector<std::uint64_t> island_of_;                   ///< of each free body and link
  std::map<std::uint32_t, DriveCourse> courses_;           ///< of driven bodies
  std::map<std::uint32_t, std::uint64_t> course_numbers_;  ///< when they began, among islands
  std::optional<Neighbourhood> neighbourhood_;             ///< if there is more than one body
  std::priority_queue<Due, std::vector<Due>, Later> queue_;
  std::optional<Checkpoint> resume_from_;
  Outcome outcome_;
  StepReport pending_;  ///< what became final since the last report
  bool begun_ = false;
  bool ended_ = false;
  bool stopped_ = false;  ///< a reason to end is known
  double energy_change_ = 0.0;
  double lowest_energy_ = 0.0;  ///< without the work of drives and given forces
  double supplied_work_ = 0.0;
  double stepped_ = 0.0;
};

}  // namespace rigor
