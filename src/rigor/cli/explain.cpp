// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include <rigor/cli/event_line.hpp>
#include <rigor/cli/explain.hpp>
#include <rigor/cli/explain_text.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/meaning.hpp>
#include <rigor/report/force_track.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/trace/trace_file.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(trace::CertificateKind kind) {
  switch (kind) {
    case trace::CertificateKind::Plane:
      return "plane";
    case trace::CertificateKind::EdgeEdge:
      return "edge_edge";
    case trace::CertificateKind::Contact:
      return "contact";
  }
  return "unknown";
}

std::string body_name(const trace::Trace& trace, std::uint32_t body) {
  return body < trace.bodies.size() ? trace.bodies[body].name : fmt::format("body {}", body);
}

Json numbers_of(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// The separation that a certificate claims, metres.
double claimed(const trace::Certificate& certificate) {
  return certificate.kind == trace::CertificateKind::EdgeEdge
             ? certificate.level - 2 * certificate.slack
             : certificate.level;
}

Json segment_facts(const trace::Segment& segment, const trace::Trace& trace) {
  return {{"body", body_name(trace, segment.body)},
          {"index", segment.index},
          {"start", trace::seconds(segment.start)},
          {"end", trace::seconds(segment.end)},
          {"length", trace::elapsed(segment.start, segment.end)},
          {"ended_by", trace::name(segment.reason)},
          {"meaning", meaning_of(segment.reason)},
          {"error_estimate", segment.error_estimate},
          {"residual", segment.residual}};
}

Json certificate_facts(const trace::Certificate& certificate, const trace::Trace& trace) {
  return {{"pair", pair_text(certificate.a, certificate.b, trace)},
          {"kind", name_of(certificate.kind)},
          {"begin", trace::seconds(certificate.begin)},
          {"end", trace::seconds(certificate.end)},
          {"apart_by_more_than", claimed(certificate)},
          {"active_vertices", certificate.active.size()}};
}

Json short_facts(const trace::Event& event, const trace::Trace& trace) {
  return {{"index", event.index},
          {"kind", trace::name(event.kind)},
          {"time", trace::seconds(event.lo)},
          {"pair", pair_text(event.a, event.b, trace)},
          {"points", event.contacts.size()}};
}

Json state_facts(const trace::Segment& segment, const trace::Time& t) {
  const TrackPoint point = track_point(segment, trace::elapsed(segment.start, t));
  return {{"position", numbers_of(point.X_WB.translation)},
          {"quat_wxyz", wxyz(point.X_WB.rotation)},
          {"linear", numbers_of(point.V_WB.linear)},
          {"angular", numbers_of(point.V_WB.angular)}};
}

/// What pairs do to each other at `t`.
Json force_facts(const trace::Trace& trace, const trace::Time& t) {
  const auto numbers = [](const Vector3& v) { return std::array{v.x(), v.y(), v.z()}; };
  Json all = Json::array();
  for (const PairForce& pair : forces_at(trace, t)) {
    Json one = {{"a", verification::name_of(pair.a, trace)},
                {"b", verification::name_of(pair.b, trace)},
                {"force", numbers(pair.force_W)},
                {"normal", pair.normal()},
                {"friction", pair.tangential_W().norm()},
                {"friction_limit", pair.friction_limit},
                {"moment", numbers(pair.moment_W)},
                {"points", Json::array()}};
    for (const PointForce& point : pair.points)
      one["points"].push_back({{"point", numbers(point.point_W)},
                               {"force", numbers(point.force_W)},
                               {"state", name(point.state)}});
    all.push_back(one);
  }
  return all;
}

/// Claims of many pairs are alike, whether they touch or stay far apart: levels of the method.
/// Claims within this fraction of the least are alike.
constexpr double kAlike = 0.05;

/// The least claim, if there are several alike that of a pair which meets; null if there is none.
const trace::Certificate* closest_claim(const trace::Trace& trace) {
  std::set<std::pair<trace::PieceId, trace::PieceId>> meet;
  for (const trace::Event& event : trace.events) meet.insert(std::minmax(event.a, event.b));
  const auto& all = trace.certificates;
  const auto least = std::min_element(
      all.begin(), all.end(), [](const auto& x, const auto& y) { return claimed(x) < claimed(y); });
  if (least == all.end()) return nullptr;
  const auto met = std::find_if(all.begin(), all.end(), [&](const trace::Certificate& one) {
    return claimed(one) <= (1.0 + kAlike) * claimed(*least) &&
           meet.contains(std::minmax(one.a, one.b));
  });
  return met == all.end() ? &*least : &*met;
}

}  // namespace

Json explained_run(const trace::Trace& trace) {
  Json reasons = Json::object();
  for (int reason = 0; reason <= static_cast<int>(trace::EndReason::Floor); ++reason) {
    const auto kind = static_cast<trace::EndReason>(reason);
    const auto count = std::count_if(trace.segments.begin(), trace.segments.end(),
                                     [&](const auto& segment) { return segment.reason == kind; });
    if (count > 0) reasons[trace::name(kind)] = count;
  }
  Json events = Json::object();
  Json flagged = Json::array();
  for (const trace::Event& event : trace.events) {
    Json& count = events[trace::name(event.kind)];
    count = count.is_null() ? 1 : count.get<int>() + 1;
    const bool decided =
        event.kind == trace::EventKind::Jam || event.kind == trace::EventKind::Indeterminate ||
        event.kind == trace::EventKind::MultiImpact || event.kind == trace::EventKind::Accumulation;
    if (decided) flagged.push_back(short_facts(event, trace));
  }
  Json facts = {{"scene", trace.header.scene_name},
                {"method", trace.header.method},
                {"method_meaning", meaning_of_method(trace.header.method)},
                {"law", trace.header.law},
                {"complete", trace.complete},
                {"stopped", trace.footer.stopped},
                {"meaning", meaning_of_stop(trace.footer.stopped)},
                {"time_end", trace::seconds(trace.footer.end)},
                {"segments", trace.segments.size()},
                {"segments_ended_by", reasons},
                {"events", events},
                {"decisions", flagged}};
  const auto shortest = std::min_element(
      trace.segments.begin(), trace.segments.end(), [](const auto& x, const auto& y) {
        return trace::elapsed(x.start, x.end) < trace::elapsed(y.start, y.end);
      });
  if (shortest != trace.segments.end()) facts["shortest_segment"] = segment_facts(*shortest, trace);
  if (const trace::Certificate* closest = closest_claim(trace))
    facts["closest_claim"] = certificate_facts(*closest, trace);
  if (!trace.events.empty()) facts["last_event"] = short_facts(trace.events.back(), trace);
  return facts;
}

Json explained_event(const trace::Trace& trace, std::uint64_t index) {
  const auto found = std::find_if(trace.events.begin(), trace.events.end(),
                                  [&](const auto& event) { return event.index == index; });
  if (found == trace.events.end()) {
    throw std::runtime_error(trace.events.empty()
                                 ? "this run has no events"
                                 : fmt::format("no event {}; there are {} events, numbered from 0",
                                               index, trace.events.size()));
  }
  const trace::Event& event = *found;
  Json facts = short_facts(event, trace);
  facts["meaning"] = meaning_of(event.kind);
  facts["bracket_seconds"] = trace::elapsed(event.lo, event.hi);
  facts["proved"] = event.proved;
  facts["location_error"] = event.location_error;
  facts["energy_before"] = event.energy_before;
  facts["energy_after"] = event.energy_after;
  facts["residual"] = event.residual;
  facts["contacts_before"] = event.contacts_before;
  facts["contacts_after"] = event.contacts_after;
  if (event.kind == trace::EventKind::Accumulation) {
    facts["limit_time"] = event.limit_time;
    facts["limit_bound"] = event.limit_bound;
  }
  facts["contacts"] = Json::array();
  for (const trace::EventContact& contact : event.contacts) {
    facts["contacts"].push_back({{"a", verification::name_of(contact.a, trace)},
                                 {"b", verification::name_of(contact.b, trace)},
                                 {"point", contact.point},
                                 {"normal", contact.normal},
                                 {"impulse", contact.impulse},
                                 {"compression", contact.compression},
                                 {"restitution", contact.restitution}});
  }
  facts["note"] = event.note;
  if (found != trace.events.begin()) facts["before"] = short_facts(*std::prev(found), trace);
  if (std::next(found) != trace.events.end())
    facts["after"] = short_facts(*std::next(found), trace);
  return facts;
}

/// What joints do to their children.
Json joint_facts(const trace::Trace& trace, const trace::Time& t) {
  Json all = Json::array();
  for (const JointWrench& wrench : JointTracks(trace).at(t)) {
    const trace::Joint& joint = trace.joints[wrench.joint];
    const auto numbers = [](const Vector3& v) { return std::array{v.x(), v.y(), v.z()}; };
    all.push_back(
        {{"joint", joint.name},
         {"parent", joint.parent == trace::kWorld ? "world" : trace.bodies[joint.parent].name},
         {"child", trace.bodies[joint.child].name},
         {"point", numbers(wrench.point_W)},
         {"force", numbers(wrench.force_W)},
         {"moment", numbers(wrench.moment_W)}});
  }
  return all;
}

Json explained_time(const trace::Trace& trace, double time) {
  const double start = trace::seconds(trace.header.start);
  const double end = trace::seconds(trace.footer.end);
  if (!(time >= start && time <= end)) {
    throw std::runtime_error(
        fmt::format("{} s is outside the run, which covers {} s to {} s", time, start, end));
  }
  const trace::Time t = trace::time_from(time);
  const Tracks tracks(trace);
  Json facts = {{"scene", trace.header.scene_name}, {"time", time}, {"bodies", Json::array()}};
  for (std::uint32_t body = 0; body < trace.bodies.size(); ++body) {
    const trace::Segment* segment = tracks.segment(body, t, Limit::After);
    if (segment == nullptr) continue;
    Json one = segment_facts(*segment, trace);
    one.update(state_facts(*segment, t));
    facts["bodies"].push_back(one);
  }
  facts["certificates"] = Json::array();
  for (const trace::Certificate& certificate : trace.certificates) {
    if (certificate.begin <= t && t < certificate.end) {
      facts["certificates"].push_back(certificate_facts(certificate, trace));
    }
  }
  facts["forces"] = force_facts(trace, t);
  facts["joints"] = joint_facts(trace, t);
  const auto next = std::find_if(trace.events.begin(), trace.events.end(),
                                 [&](const auto& event) { return t < event.lo; });
  if (next != trace.events.begin()) facts["before"] = short_facts(*std::prev(next), trace);
  if (next != trace.events.end()) facts["after"] = short_facts(*next, trace);
  return facts;
}

int explain_verb(const ExplainArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const std::filesystem::path file = find_trace(arguments.path);
    const trace::Trace trace = trace::read_trace(file);
    Json facts;
    std::string text;
    if (arguments.event) {
      facts = explained_event(trace, *arguments.event);
      text = text_of_event(facts);
    } else if (arguments.time) {
      facts = explained_time(trace, *arguments.time);
      text = text_of_time(facts);
    } else {
      facts = explained_run(trace);
      const Json manifest = read_manifest(RunFolder{file.parent_path()});
      facts["reason"] = manifest.value("reason", "");
      text = text_of_run(facts);
    }
    if (arguments.json) text = facts.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    fmt::print("{}", text);
    return Exit::Done;
  });
}

}  // namespace rigor
