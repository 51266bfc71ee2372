// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/integration/joint_events.hpp>

namespace rigor {
namespace {

/// What dry friction in a joint did and does; nothing if that is the same. An impact may turn a
/// joint back: that is no change of its friction.
std::optional<std::pair<trace::EventKind, std::string>> change_of(JointSlide before,
                                                                  JointSlide after, bool impact) {
  if (before == after) return std::nullopt;
  if (after == JointSlide::Sticks)
    return std::pair(trace::EventKind::Stick, "dry friction holds the joint");
  if (before == JointSlide::Sticks)
    return std::pair(trace::EventKind::Slip, "the joint begins to slide");
  if (impact) return std::nullopt;
  return std::pair(trace::EventKind::Slip, "the joint reverses");
}

/// What a motor with a limit did and does.
std::optional<std::string> change_of(MotorBranch before, MotorBranch after) {
  if (before == after || before == MotorBranch::Clamped || after == MotorBranch::Clamped)
    return std::nullopt;
  const auto side = [](MotorBranch branch) {
    return branch == MotorBranch::Highest ? "upper" : "lower";
  };
  if (after == MotorBranch::Linear)
    return fmt::format("the motor leaves its {} limit", side(before));
  return fmt::format("the motor at its {} limit", side(after));
}

/// The body whose joint has this velocity of the tree.
std::uint32_t body_of(const Tree& tree, int velocity) {
  std::uint32_t body = tree.first_body;
  for (const Link& link : tree.local.links) {
    if (link.first_v <= velocity && velocity < link.first_v + link.velocities) break;
    ++body;
  }
  return body;
}

/// Whether an input of the tree is sampled, or has a knot, at that instant.
bool has_break_at(const Tree& tree, const trace::Time& now) {
  const double t = trace::seconds(now);
  const double next = next_break(tree, std::nextafter(t, -HUGE_VAL));
  return std::isfinite(next) && trace::time_from(next) == now;
}

bool is_sampled_at(const Tree& tree, double t) {
  const double before = std::nextafter(t, -HUGE_VAL);
  return std::any_of(tree.local.forces.begin(), tree.local.forces.end(), [&](const Force& force) {
    return sample_times(force) != nullptr && next_break(force, before) == t;
  });
}

}  // namespace

std::vector<trace::Event> joint_events(const Cluster& before, const ResolvedEvent& result,
                                       const trace::Event& base) {
  std::vector<trace::Event> events;
  const auto add = [&](std::uint32_t body, trace::EventKind kind, std::string note) {
    events.push_back(base);
    events.back().a = events.back().b = {body, 0};
    events.back().kind = kind;
    events.back().note = std::move(note);
  };
  for (int i = 0; i < std::ssize(result.cluster.states); ++i) {
    if (!result.cluster.states[i].tree || !leads(result.cluster.states, i)) continue;
    const Tree& tree = *result.cluster.states[i].tree->tree;
    const HeldInputs& old = *before.states[i].tree->inputs;
    const HeldInputs& now = *result.cluster.states[i].tree->inputs;
    if (!old.slides.empty() && !now.slides.empty())
      for (const int velocity : tree.dry)
        if (auto change = change_of(old.slides[velocity], now.slides[velocity], result.impact))
          add(body_of(tree, velocity), change->first, std::move(change->second));
    if (!old.branches.empty() && !now.branches.empty())
      for (const int force : tree.limited)
        if (auto change = change_of(old.branches[force], now.branches[force]))
          add(tree.first_body + std::get<JointPd>(tree.local.forces[force]).link,
              trace::EventKind::Limit, std::move(*change));
  }
  return events;
}

std::vector<trace::Event> sample_events(const World& world, const ResolvedEvent& result,
                                        const trace::Time& now) {
  std::vector<trace::Event> events;
  const auto add = [&](std::uint32_t body, const char* note) {
    trace::Event event;
    event.kind = trace::EventKind::Sample;
    event.lo = event.hi = event.at = now;
    event.proved = true;
    event.a = event.b = {body, 0};
    event.energy_before = event.energy_after = result.energy_after;
    event.contacts_before = event.contacts_after =
        static_cast<std::uint32_t>(result.mode.contacts.size());
    event.note = note;
    events.push_back(std::move(event));
  };
  for (int i = 0; i < std::ssize(result.cluster.states); ++i) {
    const std::uint32_t body = result.cluster.bodies[i];
    const auto& tree = result.cluster.states[i].tree;
    const AppliedLoad& load = world.bodies[body].load;
    if (!tree && !load.wrenches.empty() && load.start == now) {
      add(body, "a knot of a given force");
    } else if (tree && leads(result.cluster.states, i) && has_break_at(*tree->tree, now)) {
      add(body, is_sampled_at(*tree->tree, trace::seconds(now))
                    ? "a controller was sampled"
                    : "a knot of a given force, effort or target");
    }
  }
  return events;
}

}  // namespace rigor
