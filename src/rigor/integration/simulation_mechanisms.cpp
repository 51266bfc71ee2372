// SPDX-License-Identifier: Apache-2.0
// What a Simulation does about mechanisms: they move on by themselves until they would touch
// something.
#include <fmt/format.h>

#include <rigor/integration/simulation.hpp>

namespace rigor {

bool Simulation::start_mechanisms() {
  for (int i = 0; i < static_cast<int>(model_.mechanisms.size()); ++i) {
    const Mechanism& tree = model_.mechanisms[i];
    bool moves = false;
    for (int link = tree.first_link; link < tree.end_link; ++link)
      moves = moves || world_.bodies[link].role == BodyRole::Link;
    if (!moves) continue;
    const MechanismDeparture from{i, start_, joint_state(tree, outcome_.final_state), 0, {}};
    outcome_.footer.energy_initial += energy(model_, tree, from.joints, workspace_);
    if (!start_mechanism(from)) return false;
  }
  return true;
}

bool Simulation::start_mechanism(const MechanismDeparture& from) {
  MechanismOutcome made = make_course(world_, from, horizon_, workspace_);
  if (const auto* refusal = std::get_if<Refusal>(&made)) return stop(*refusal);
  auto& course = std::get<MechanismCourse>(made);
  for (std::size_t i = 0; i < course.segments.size() && neighbourhood_; ++i) {
    const trace::Segment& segment = course.segments[i];
    const TimeSpan span{segment.start, segment.end};
    neighbourhood_->enter({segment.body, segment.index,
                           restricted_path(course.paths.paths[i], span.begin, span.end), span},
                          {});
  }
  mechanisms_.insert_or_assign(from.mechanism, std::move(course));
  return true;
}

const MechanismCourse* Simulation::next_mechanism() const {
  const MechanismCourse* next = nullptr;
  for (const auto& [i, course] : mechanisms_) {
    if (course.at_rest && !course.meets) continue;
    if (next == nullptr || course.until < next->until) next = &course;
  }
  return next;
}

bool Simulation::move_mechanism(int mechanism) {
  const MechanismCourse& course = mechanisms_.at(mechanism);
  if (course.limit) {
    const Link& link = model_.links[course.limit->link];
    const Dof& dof = link.dofs.front();
    return stop(StopKind::Mechanism,
                fmt::format("joint '{}' comes to its {} limit {:g} at t = {:.12g} s: what happens "
                            "at limits of joints is not simulated yet",
                            link.joint_name, course.limit->upper ? "upper" : "lower",
                            course.limit->upper ? dof.upper : dof.lower, trace::seconds(now_)));
  }
  if (course.meets) return meet_link(*course.meets);
  if (!publish_mechanism(course, now_)) return false;
  for (const trace::Segment& segment : course.segments)
    if (neighbourhood_) flush_pairs(segment.body, now_);
  const Mechanism& tree = model_.mechanisms[mechanism];
  MechanismDeparture next{mechanism, now_, joints_at(world_, course, now_), course.from.segment + 1,
                          course.next};
  note_energy(energy(model_, tree, next.joints, workspace_) -
              energy(model_, tree, course.from.joints, workspace_));
  return start_mechanism(next);
}

bool Simulation::publish_mechanism(const MechanismCourse& course, const trace::Time& end) {
  if (!(course.from.time < end)) return true;
  auto proof = certificates_until(course, end);
  if (!proof) return stop({RefusalKind::Drift, "the motion of a mechanism could not be certified"});
  publish({end, segments_until(course, end), std::move(*proof), {}});
  return true;
}

bool Simulation::meet_link(const PairId& pair) {
  return stop(StopKind::Mechanism,
              fmt::format("{} come together at t = {:.12g} s: contacts of mechanisms are not "
                          "simulated yet",
                          names_of(world_, pair), trace::seconds(now_)));
}

void Simulation::close_mechanisms(const trace::Time& end) {
  for (const auto& [i, course] : mechanisms_) {
    const Mechanism& tree = model_.mechanisms[i];
    if (!publish_mechanism(course, end)) continue;
    const JointState there = joints_at(world_, course, end);
    energy_change_ += energy(model_, tree, there, workspace_) -
                      energy(model_, tree, course.from.joints, workspace_);
    store(tree, there, outcome_.final_state);
  }
}

}  // namespace rigor
