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

const BodyEstimate* body_named(const std::vector<BodyEstimate>& bodies, const std::string& name) {
  for (const BodyEstimate& body : bodies)
    if (body.name == name) return &body;
  return nullptr;
}

const EventEstimate* event_of(const KnownNumber& number, const Convergence& result) {
  int left = number.number;
  for (const EventEstimate& event : result.events)
    if (event.kind == number.kind && --left == 0) return &event;
  return nullptr;
}

bool is_about_event(const KnownNumber& number) {
  return number.instant == KnownInstant::Event || number.instant == KnownInstant::BeforeEvent;
}

const EventBodyEstimate* body_at_event(const KnownNumber& number, const Convergence& result) {
  const EventEstimate* event = event_of(number, result);
  if (event == nullptr) return nullptr;
  for (const EventBodyEstimate& body : event->bodies)
    if (body.after.name == number.body) return &body;
  return nullptr;
}

/// The body at the instant of the number; none if the run has no such event or body.
const BodyEstimate* body_of(const KnownNumber& number, const Convergence& result) {
  if (is_about_event(number)) {
    const EventBodyEstimate* body = body_at_event(number, result);
    return body == nullptr ? nullptr : &body->after;
  }
  if (number.instant == KnownInstant::End) return body_named(result.last.bodies, number.body);
  for (const StateEstimate& state : result.states)
    if (state.time == number.time) return body_named(state.bodies, number.body);
  return nullptr;
}

bool of_one_orientation(const KnownNumber& x, const KnownNumber& y) {
  return x.quantity == KnownQuantity::Orientation && y.quantity == KnownQuantity::Orientation &&
         x.body == y.body && x.instant == y.instant && x.time == y.time && x.kind == y.kind &&
         x.number == y.number;
}

/// Whether the quaternion of the run is minus the known one.
bool is_negated(const KnownSolution& known, const KnownNumber& one, const BodyEstimate& body) {
  double product = 0.0;
  for (const KnownNumber& number : known.numbers)
    if (of_one_orientation(number, one))
      product += number.value * body.orientation[static_cast<std::size_t>(number.axis)].value;
  return product < 0.0;
}

std::optional<Estimate> found(const KnownSolution& known, const KnownNumber& number,
                              const Convergence& result) {
  const auto axis = static_cast<std::size_t>(number.axis);
  if (number.quantity == KnownQuantity::Time || number.quantity == KnownQuantity::Energy) {
    if (number.instant == KnownInstant::End) return result.energy;
    const EventEstimate* event = event_of(number, result);
    if (event == nullptr) return {};
    return number.quantity == KnownQuantity::Time ? event->time : event->energy;
  }
  const BodyEstimate* body = body_of(number, result);
  if (body == nullptr) return {};
  if (number.instant == KnownInstant::BeforeEvent)
    return body_at_event(number, result)->velocity_before[axis];
  if (number.quantity == KnownQuantity::Position) return body->position[axis];
  if (number.quantity == KnownQuantity::Velocity) return body->velocity[axis];
  Estimate turned = body->orientation[axis];
  if (is_negated(known, number, *body)) turned.value = -turned.value;
  return turned;
}

double digits_of(const KnownNumber& number) {
  return kReferenceDigits * std::max(1.0, std::abs(number.value));
}

}  // namespace

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

const char* name(Comparison comparison) {
  switch (comparison) {
    case Comparison::Held:
      return "held";
    case Comparison::Missed:
      return "missed";
    case Comparison::NoBar:
      return "no bar";
    case Comparison::Absent:
      break;
  }
  return "absent";
}

std::vector<Compared> compare(const KnownSolution& known, const Convergence& result) {
  std::vector<Compared> all;
  for (const KnownNumber& number : known.numbers) {
    Compared one{number, {}, Comparison::Absent};
    if (const std::optional<Estimate> estimate = found(known, number, result)) {
      one.found = *estimate;
      const double digits = digits_of(number);
      const double error = std::abs(estimate->value - number.value);
      one.comparison = !estimate->bar                     ? Comparison::NoBar
                       : error <= *estimate->bar + digits ? Comparison::Held
                                                          : Comparison::Missed;
    }
    all.push_back(std::move(one));
  }
  return all;
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

std::optional<double> relative_width(const Compared& one) {
  if (one.comparison == Comparison::Absent || !one.found.bar) return {};
  const double error = std::abs(one.found.value - one.known.value);
  return *one.found.bar / std::max(error, digits_of(one.known));
}

void include(const Compared& one, ClassStatistics& statistics) {
  ++statistics.numbers;
  const std::optional<double> width = relative_width(one);
  if (width) ++statistics.with_bar;
  if (width && *width <= kNarrow) ++statistics.narrow;
  if (one.comparison == Comparison::Held) ++statistics.held;
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
