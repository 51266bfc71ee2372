// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include <rigor/converge/known_solution.hpp>

namespace rigor {
namespace {

using Json = nlohmann::json;

trace::EventKind kind_named(const std::string& word) {
  for (int kind = 0; kind <= static_cast<int>(trace::EventKind::Sample); ++kind)
    if (word == trace::name(static_cast<trace::EventKind>(kind)))
      return static_cast<trace::EventKind>(kind);
  throw std::runtime_error("no kind of event is called '" + word + "'");
}

/// Key of the body, what it is about, how many axes, and where the first one stands.
struct BodyKey {
  const char* key;
  KnownQuantity quantity;
  int axes;
  int first;
};
constexpr BodyKey kBodyKeys[] = {{"position", KnownQuantity::Position, 3, 0},
                                 {"quat_wxyz", KnownQuantity::Orientation, 4, 0},
                                 {"linear", KnownQuantity::Velocity, 3, 0},
                                 {"angular", KnownQuantity::Velocity, 3, 3}};

/// Of which instant a number is.
void read_instant(const Json& entry, KnownNumber& number) {
  number.instant = KnownInstant::End;
  if (entry.contains("event")) {
    number.kind = kind_named(entry.at("event").get<std::string>());
    number.number = entry.at("number").get<int>();
    number.instant = entry.value("before", false) ? KnownInstant::BeforeEvent : KnownInstant::Event;
  } else if (entry.contains("time")) {
    number.time = entry.at("time").get<double>();
    number.instant = KnownInstant::Given;
  }
}

KnownNumber read_number(const Json& entry) {
  KnownNumber number;
  number.value = entry.at("value").get<double>();
  read_instant(entry, number);
  for (const BodyKey& key : kBodyKeys) {
    if (!entry.contains(key.key)) continue;
    number.quantity = key.quantity;
    number.body = entry.at(key.key).get<std::string>();
    number.axis = entry.at("axis").get<int>();
    if (number.axis < 0 || number.axis >= key.axes)
      throw std::runtime_error("no such axis: " + std::to_string(number.axis));
    number.axis += key.first;
    if (number.instant == KnownInstant::BeforeEvent && key.quantity != KnownQuantity::Velocity)
      throw std::runtime_error("before an event velocities are known");
    return number;
  }
  const bool energy = entry.value("energy", false);
  if (energy) number.quantity = KnownQuantity::Energy;
  if (energy && number.instant != KnownInstant::Event && number.instant != KnownInstant::End)
    throw std::runtime_error("energies are known after an event and at the end");
  if (!energy && number.instant != KnownInstant::Event)
    throw std::runtime_error("a number needs an event or a body");
  return number;
}

}  // namespace

bool is_about_event(const KnownNumber& number) {
  return number.instant == KnownInstant::Event || number.instant == KnownInstant::BeforeEvent;
}

std::vector<double> instants_of(const KnownSolution& known) {
  std::set<double> instants;
  for (const KnownNumber& number : known.numbers)
    if (number.instant == KnownInstant::Given) instants.insert(number.time);
  return {instants.begin(), instants.end()};
}

KnownSolution read_known_solution(const std::string& text) {
  try {
    const Json file = Json::parse(text);
    KnownSolution known;
    known.scene = file.at("scene").get<std::string>();
    known.title = file.at("title").get<std::string>();
    known.derivation = file.at("derivation").get<std::string>();
    for (const Json& entry : file.at("numbers")) known.numbers.push_back(read_number(entry));
    return known;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("a reference file: ") + error.what());
  }
}

const char* name(KnownClass kind) {
  switch (kind) {
    case KnownClass::Times:
      return "event times";
    case KnownClass::Limits:
      return "limits";
    case KnownClass::Poses:
      return "poses";
    case KnownClass::Velocities:
      return "velocities";
    case KnownClass::Energies:
      break;
  }
  return "energies";
}

KnownClass class_of(const KnownNumber& number) {
  switch (number.quantity) {
    case KnownQuantity::Time:
      return number.kind == trace::EventKind::Accumulation ? KnownClass::Limits : KnownClass::Times;
    case KnownQuantity::Velocity:
      return KnownClass::Velocities;
    case KnownQuantity::Energy:
      return KnownClass::Energies;
    case KnownQuantity::Position:
    case KnownQuantity::Orientation:
      break;
  }
  return KnownClass::Poses;
}

std::string label(const KnownNumber& number) {
  static constexpr const char* kSpeeds[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  std::string what = number.body;
  if (number.quantity == KnownQuantity::Position)
    what += std::string(" ") + "xyz"[number.axis];
  else if (number.quantity == KnownQuantity::Orientation)
    what += std::string(" q") + "wxyz"[number.axis];
  else if (number.quantity == KnownQuantity::Velocity)
    what += std::string(" ") + kSpeeds[number.axis];
  else if (number.quantity == KnownQuantity::Energy)
    what = "energy";
  if (number.instant == KnownInstant::Given) {
    std::ostringstream text;
    text << what << " at " << number.time << " s";
    return text.str();
  }
  if (!is_about_event(number)) return what;
  const std::string event =
      std::string(trace::name(number.kind)) + " " + std::to_string(number.number);
  return (number.instant == KnownInstant::BeforeEvent ? "before " : "") + event +
         (what.empty() ? "" : " " + what);
}

}  // namespace rigor
