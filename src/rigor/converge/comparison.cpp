// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include <rigor/converge/comparison.hpp>

namespace rigor {
namespace {

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
      product += number.value * body.orientation[number.axis].value;
  return product < 0.0;
}

std::optional<Estimate> found(const KnownSolution& known, const KnownNumber& number,
                              const Convergence& result) {
  const std::size_t axis = number.axis;
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

}  // namespace rigor
