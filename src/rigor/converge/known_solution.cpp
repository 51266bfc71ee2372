// SPDX-License-Identifier: Apache-2.0
#include <cmath>
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
  KnownQuantity at_end;
  int axes;
  int first;
};
constexpr BodyKey kBodyKeys[] = {{"position", KnownQuantity::Position, 3, 0},
                                 {"quat_wxyz", KnownQuantity::Orientation, 4, 0},
                                 {"linear", KnownQuantity::Velocity, 3, 0},
                                 {"angular", KnownQuantity::Velocity, 3, 3}};

KnownNumber read_number(const Json& entry) {
  KnownNumber number;
  number.value = entry.at("value").get<double>();
  const bool event = entry.contains("event");
  if (event) {
    number.kind = kind_named(entry.at("event").get<std::string>());
    number.number = entry.at("number").get<int>();
  }
  if (event && entry.value("energy", false)) {
    number.quantity = KnownQuantity::EventEnergy;
    return number;
  }
  for (const BodyKey& key : kBodyKeys) {
    if (!entry.contains(key.key)) continue;
    number.quantity = event ? KnownQuantity::EventVelocity : key.at_end;
    number.body = entry.at(key.key).get<std::string>();
    number.axis = entry.at("axis").get<int>();
    if (event && key.at_end != KnownQuantity::Velocity)
      throw std::runtime_error("of events times, velocities and energies are known");
    if (number.axis < 0 || number.axis >= key.axes)
      throw std::runtime_error("no such axis: " + std::to_string(number.axis));
    number.axis += key.first;
    return number;
  }
  if (!event) throw std::runtime_error("a number needs an event or a body");
  return number;
}

const BodyEstimate* body_named(const Convergence& result, const std::string& name) {
  for (const BodyEstimate& body : result.bodies)
    if (body.name == name) return &body;
  return nullptr;
}

/// Whether the quaternion of the run is minus the known one.
bool is_negated(const KnownSolution& known, const BodyEstimate& body) {
  double product = 0.0;
  for (const KnownNumber& number : known.numbers)
    if (number.quantity == KnownQuantity::Orientation && number.body == body.name)
      product += number.value * body.orientation[static_cast<std::size_t>(number.axis)].value;
  return product < 0.0;
}

/// What the results say of an event.
std::optional<Estimate> found_at_event(const KnownNumber& number, const Convergence& result) {
  int left = number.number;
  for (const EventEstimate& event : result.events) {
    if (event.kind != number.kind || --left != 0) continue;
    if (number.quantity == KnownQuantity::EventTime) return event.time;
    if (number.quantity == KnownQuantity::EventEnergy) return event.energy;
    for (const MotionEstimate& motion : event.after)
      if (motion.body == number.body) return motion.velocity[static_cast<std::size_t>(number.axis)];
    return {};
  }
  return {};
}

bool is_about_event(KnownQuantity quantity) {
  return quantity == KnownQuantity::EventTime || quantity == KnownQuantity::EventVelocity ||
         quantity == KnownQuantity::EventEnergy;
}

std::optional<Estimate> found(const KnownSolution& known, const KnownNumber& number,
                              const Convergence& result) {
  if (is_about_event(number.quantity)) return found_at_event(number, result);
  const BodyEstimate* body = body_named(result, number.body);
  if (body == nullptr) return {};
  const auto axis = static_cast<std::size_t>(number.axis);
  if (number.quantity == KnownQuantity::Position) return body->position[axis];
  if (number.quantity == KnownQuantity::Velocity) return body->velocity[axis];
  Estimate turned = body->orientation[axis];
  if (is_negated(known, *body)) turned.value = -turned.value;
  return turned;
}

double digits_of(const KnownNumber& number) {
  return kReferenceDigits * std::max(1.0, std::abs(number.value));
}

}  // namespace

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
    case KnownQuantity::EventTime:
      return number.kind == trace::EventKind::Accumulation ? KnownClass::Limits : KnownClass::Times;
    case KnownQuantity::EventVelocity:
    case KnownQuantity::Velocity:
      return KnownClass::Velocities;
    case KnownQuantity::EventEnergy:
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
  const char* axes[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  const std::string event =
      is_about_event(number.quantity)
          ? std::string(trace::name(number.kind)) + " " + std::to_string(number.number)
          : std::string();
  switch (number.quantity) {
    case KnownQuantity::EventTime:
      return event;
    case KnownQuantity::EventEnergy:
      return event + " energy";
    case KnownQuantity::EventVelocity:
      return event + " " + number.body + " " + axes[number.axis];
    case KnownQuantity::Velocity:
      return number.body + " " + axes[number.axis];
    case KnownQuantity::Position:
      return number.body + " " + "xyz"[number.axis];
    case KnownQuantity::Orientation:
      break;
  }
  return number.body + " q" + "wxyz"[number.axis];
}

}  // namespace rigor
