// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>

#include <rigor/report/contact_count.hpp>

namespace rigor {
namespace {

struct Contact {
  trace::Time begin;
  trace::Time end;
  std::size_t points = 0;
};

std::vector<Contact> certified(const trace::Trace& trace) {
  std::vector<Contact> contacts;
  for (const trace::Certificate& certificate : trace.certificates) {
    if (certificate.active.empty()) continue;
    contacts.push_back({certificate.begin, certificate.end, certificate.active.size()});
  }
  return contacts;
}

bool presses(const trace::ForcePoint& point) {
  for (const std::vector<double>& series : point.force) {
    if (std::any_of(series.begin(), series.end(), [](double c) { return c != 0.0; })) return true;
  }
  return false;
}

bool stands_still(const trace::Segment& segment) {
  const auto constant = [](const std::vector<double>& series) { return series.size() <= 1; };
  return std::all_of(segment.position.begin(), segment.position.end(), constant) &&
         std::all_of(segment.quaternion.begin(), segment.quaternion.end(), constant);
}

/// Ends of the segments in which bodies stand still, by body and start.
using Sleeps = std::map<std::pair<std::uint32_t, trace::Time>, trace::Time>;

/// When a body that falls asleep at `time` wakes up; nothing for what never moves, `time` for a
/// body that goes on.
std::optional<trace::Time> wakes(const trace::Trace& trace, const Sleeps& sleeps,
                                 std::uint32_t body, const trace::Time& time) {
  if (body >= trace.bodies.size() || trace.bodies[body].kind == trace::BodyKind::Fixed) return {};
  const auto found = sleeps.find({body, time});
  return found == sleeps.end() ? time : found->second;
}

std::vector<Contact> pressing(const trace::Trace& trace) {
  Sleeps sleeps;
  for (const trace::Segment& segment : trace.segments) {
    if (stands_still(segment)) sleeps[{segment.body, segment.start}] = segment.end;
  }
  std::vector<Contact> contacts;
  for (const trace::ContactForce& force : trace.forces) {
    const auto points =
        static_cast<std::size_t>(std::count_if(force.points.begin(), force.points.end(), presses));
    if (points == 0) continue;
    const auto a = wakes(trace, sleeps, force.a.body, force.end);
    const auto b = wakes(trace, sleeps, force.b.body, force.end);
    const trace::Time end = a && b ? std::min(*a, *b) : a.value_or(b.value_or(force.end));
    contacts.push_back({force.begin, end, points});
  }
  return contacts;
}

}  // namespace

ContactCount contact_count(const trace::Trace& trace) {
  ContactCount out;
  std::vector<Contact> contacts = certified(trace);
  if (contacts.empty()) {
    contacts = pressing(trace);
    if (!contacts.empty()) out.source = ContactSource::Forces;
  }
  std::map<trace::Time, long> changes;
  changes[trace.header.start];
  for (const Contact& contact : contacts) {
    changes[contact.begin] += static_cast<long>(contact.points);
    changes[contact.end] -= static_cast<long>(contact.points);
  }
  long count = 0;
  for (const auto& [time, change] : changes) {
    // All records end with the run; the contacts do not.
    const bool at_end = time >= trace.footer.end && !out.points.empty();
    if (!at_end) count += change;
    if (out.points.empty() || change != 0 || at_end) {
      out.points.push_back({trace::seconds(time), static_cast<double>(count)});
    }
  }
  out.points.push_back({trace::seconds(trace.footer.end), static_cast<double>(count)});
  return out;
}

}  // namespace rigor
