// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <rigor/cli/explain_text.hpp>
#include <rigor/report/markup.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kShownAsZero = 1e-13;  // of the largest component of a vector

std::string number(const Json& value, int digits = 6) {
  return number_text(value.get<double>(), digits);
}

double largest_of(const Json& v) {
  const auto [x, y, z] = v.get<std::array<double, 3>>();
  return std::max({std::abs(x), std::abs(y), std::abs(z)});
}

/// What is rounding beside the largest component, or beside `scale`, is shown as zero.
std::string triple(const Json& v, int digits = 6, double scale = 0.0) {
  std::array<double, 3> shown = v.get<std::array<double, 3>>();
  const double zero = kShownAsZero * std::max(scale, largest_of(v));
  for (double& x : shown) x = std::abs(x) <= zero ? 0.0 : x;
  return fmt::format("({}, {}, {})", number_text(shown[0], digits), number_text(shown[1], digits),
                     number_text(shown[2], digits));
}

/// "12 accuracy, 3 touch".
std::string counts(const Json& object) {
  std::string text;
  for (const auto& [word, count] : object.items()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count.get<std::uint64_t>(), word);
  }
  return text.empty() ? "none" : text;
}

std::string event_words(const Json& event) {
  return fmt::format("event {}, {} at {} s ({})", event["index"].get<std::uint64_t>(),
                     event["kind"].get<std::string>(), number(event["time"], 10),
                     event["pair"].get<std::string>());
}

std::string around(const Json& facts) {
  std::string text;
  if (facts.contains("before")) text += "before    " + event_words(facts["before"]) + "\n";
  if (facts.contains("after")) text += "after     " + event_words(facts["after"]) + "\n";
  return text;
}

}  // namespace

std::string text_of_run(const Json& facts) {
  std::string text =
      fmt::format("{}: {}, {}\n", facts["scene"].get<std::string>(),
                  facts["method"].get<std::string>(), facts["law"].get<std::string>());
  text += "method    " + facts["method_meaning"].get<std::string>() + "\n";
  text += fmt::format("ended     at {} s, {}: {}\n", number(facts["time_end"], 10),
                      facts["stopped"].get<std::string>(), facts["meaning"].get<std::string>());
  if (!facts["reason"].get<std::string>().empty()) {
    text += "reason    " + facts["reason"].get<std::string>() + "\n";
  }
  if (!facts["complete"].get<bool>())
    text += "complete  no: this is the journal of an unfinished run\n";
  text += "events    " + counts(facts["events"]) + "\n";
  text += fmt::format("segments  {}; ended by: {}\n", facts["segments"].get<std::uint64_t>(),
                      counts(facts["segments_ended_by"]));
  if (facts.contains("shortest_segment")) {
    const Json& segment = facts["shortest_segment"];
    text += fmt::format("shortest  {} s, {} at {} s: {}\n", number(segment["length"]),
                        segment["body"].get<std::string>(), number(segment["start"], 10),
                        segment["meaning"].get<std::string>());
  }
  if (facts.contains("closest_claim")) {
    const Json& claim = facts["closest_claim"];
    text += fmt::format("closest   {}: apart by more than {} m from {} s on\n",
                        claim["pair"].get<std::string>(), number(claim["apart_by_more_than"], 4),
                        number(claim["begin"], 10));
  }
  constexpr std::size_t kMostShown = 20;
  std::size_t shown = 0;
  for (const Json& decision : facts["decisions"]) {
    if (++shown > kMostShown) break;
    text += (shown == 1 ? "decided   " : "          ") + event_words(decision) + "\n";
  }
  if (facts["decisions"].size() > kMostShown) {
    text += fmt::format("          and {} more (--json lists all)\n",
                        facts["decisions"].size() - kMostShown);
  }
  if (facts.contains("last_event")) text += "last      " + event_words(facts["last_event"]) + "\n";
  return text + "next      --event N explains one event, --time T one instant\n";
}

std::string text_of_event(const Json& facts) {
  std::string text = event_words(facts) + "\n";
  text += "meaning   " + facts["meaning"].get<std::string>() + "\n";
  text += fmt::format("certain   {}; time bracket {} s wide\n",
                      facts["proved"].get<bool>() ? "proved: it could not have been missed"
                                                  : "located as a root of an interpolant, error " +
                                                        number(facts["location_error"], 3) + " s",
                      number(facts["bracket_seconds"], 3));
  text +=
      fmt::format("contacts  {} before, {} after\n", facts["contacts_before"].get<std::uint64_t>(),
                  facts["contacts_after"].get<std::uint64_t>());
  double blow = 0.0;
  for (const Json& contact : facts["contacts"])
    blow = std::max(blow, largest_of(contact["impulse"]));
  for (const Json& contact : facts["contacts"]) {
    text += fmt::format("          at {} m, normal {}, impulse {} N s\n", triple(contact["point"]),
                        triple(contact["normal"], 4), triple(contact["impulse"], 4, blow));
  }
  text += fmt::format("energy    {} J -> {} J\n", number(facts["energy_before"], 8),
                      number(facts["energy_after"], 8));
  text += fmt::format("residual  {} (of the contact problem that was solved)\n",
                      number(facts["residual"], 3));
  if (facts.contains("limit_time")) {
    text += fmt::format("limit     {} s, at most {} s cut off\n", number(facts["limit_time"], 12),
                        number(facts["limit_bound"], 3));
  }
  if (!facts["note"].get<std::string>().empty())
    text += "note      " + facts["note"].get<std::string>() + "\n";
  return text + around(facts);
}

std::string text_of_time(const Json& facts) {
  std::string text =
      fmt::format("{} at {} s\n", facts["scene"].get<std::string>(), number(facts["time"], 12));
  for (const Json& body : facts["bodies"]) {
    const double speed = std::max(largest_of(body["linear"]), largest_of(body["angular"]));
    text += fmt::format("{}\n  position {} m, velocity {} m/s, turning {} rad/s\n",
                        body["body"].get<std::string>(), triple(body["position"]),
                        triple(body["linear"], 6, speed), triple(body["angular"], 6, speed));
    text += fmt::format("  segment {} from {} s to {} s: {}\n", body["index"].get<std::uint64_t>(),
                        number(body["start"], 10), number(body["end"], 10),
                        body["meaning"].get<std::string>());
    text += fmt::format("  error estimate {}, residual {}\n", number(body["error_estimate"], 3),
                        number(body["residual"], 3));
  }
  for (const Json& claim : facts["certificates"]) {
    text += fmt::format("{}: apart by more than {} m ({}, {} s to {} s)\n",
                        claim["pair"].get<std::string>(), number(claim["apart_by_more_than"], 4),
                        claim["kind"].get<std::string>(), number(claim["begin"], 10),
                        number(claim["end"], 10));
  }
  for (const Json& pair : facts["forces"]) {
    text += fmt::format("{} on {}: normal force {} N, friction {} N", pair["a"].get<std::string>(),
                        pair["b"].get<std::string>(), number(pair["normal"], 7),
                        number(pair["friction"], 7));
    if (pair["friction_limit"] > 0.0)
      text += fmt::format(" of at most {} N", number(pair["friction_limit"], 7));
    text += "\n";
    for (const Json& point : pair["points"])
      text += fmt::format("  {} N at {} m ({})\n", triple(point["force"]), triple(point["point"]),
                          point["state"].get<std::string>());
  }
  for (const Json& joint : facts["joints"])
    text += fmt::format("joint {} on {}: {} N at {} m, moment {} N m\n",
                        joint["joint"].get<std::string>(), joint["child"].get<std::string>(),
                        triple(joint["force"]), triple(joint["point"]), triple(joint["moment"]));
  return text + around(facts);
}

}  // namespace rigor
