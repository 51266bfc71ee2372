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

KnownNumber read_number(const Json& entry) {
  KnownNumber number;
  number.value = entry.at("value").get<double>();
  if (entry.contains("event")) {
    number.kind = kind_named(entry.at("event").get<std::string>());
    number.number = entry.at("number").get<int>();
    return number;
  }
  const bool turned = entry.contains("quat_wxyz");
  number.quantity = turned ? KnownQuantity::Orientation : KnownQuantity::Position;
  number.body = entry.at(turned ? "quat_wxyz" : "position").get<std::string>();
  number.axis = entry.at("axis").get<int>();
  if (number.axis < 0 || number.axis >= (turned ? 4 : 3))
    throw std::runtime_error("no such axis: " + std::to_string(number.axis));
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

std::optional<Estimate> found(const KnownSolution& known, const KnownNumber& number,
                              const Convergence& result) {
  if (number.quantity == KnownQuantity::EventTime) {
    int left = number.number;
    for (const EventEstimate& event : result.events)
      if (event.kind == number.kind && --left == 0) return event.time;
    return {};
  }
  const BodyEstimate* body = body_named(result, number.body);
  if (body == nullptr) return {};
  const auto axis = static_cast<std::size_t>(number.axis);
  if (number.quantity == KnownQuantity::Position) return body->position[axis];
  Estimate turned = body->orientation[axis];
  if (is_negated(known, *body)) turned.value = -turned.value;
  return turned;
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
      const double digits = kReferenceDigits * std::max(1.0, std::abs(number.value));
      const double error = std::abs(estimate->value - number.value);
      one.comparison = !estimate->bar                     ? Comparison::NoBar
                       : error <= *estimate->bar + digits ? Comparison::Held
                                                          : Comparison::Missed;
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::string label(const KnownNumber& number) {
  if (number.quantity == KnownQuantity::EventTime)
    return std::string(trace::name(number.kind)) + " " + std::to_string(number.number);
  const char* axes = number.quantity == KnownQuantity::Position ? "xyz" : "wxyz";
  return number.body + (number.quantity == KnownQuantity::Position ? " " : " q") +
         axes[number.axis];
}

}  // namespace rigor
