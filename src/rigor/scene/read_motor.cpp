// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <rigor/scene/read_motor.hpp>

namespace rigor {
namespace {

constexpr NumberRule kEffort{-1e12, 1e12, false, "an effort of at most 1e12 N or N m"};
constexpr NumberRule kTarget{-1e4, 1e4, false, "a coordinate from -1e4 to 1e4, in m or rad"};
constexpr NumberRule kGain{0.0, 1e12, false, "a number from 0 to 1e12"};
constexpr NumberRule kLimit{0.0, 1e12, true, "a positive effort of at most 1e12 N or N m"};
constexpr NumberRule kPeriod{1e-6, 1e9, false, "a time from 1e-6 to 1e9 s"};
constexpr std::size_t kMostNumbers = 100000;

Table read_table(const Cursor& at, const NumberRule& rule, Interpolation pieces) {
  Table table;
  table.interpolation = pieces;
  if (const auto e = entry(at, "pieces"))
    table.interpolation = static_cast<Interpolation>(choice(*e, {"step", "linear", "cubic"}));
  const auto list = entry(at, "knots");
  for (const Cursor& item : items(*list)) {
    const std::vector<Cursor> parts = items(item);
    if (parts.size() != 2) {
      note(item, "a knot [time, value]", "e.g. [0.5, 1.2]");
      continue;
    }
    table.times.push_back(number(parts[0], kKnotTime));
    table.values.push_back(number(parts[1], rule));
    if (table.times.size() > 1 && !(table.times[table.times.size() - 2] < table.times.back()))
      note(item, "times of knots increase", "sort them; no two are equal");
  }
  if (table.times.size() < 2)
    note(*list, "at least two knots [time, value]", "a constant value is a number alone");
  if (table.times.empty()) table = {{0.0}, {0.0}, pieces};
  return table;
}

std::vector<double> read_list(const Cursor& at, const NumberRule& rule) {
  std::vector<double> values;
  for (const Cursor& item : items(at)) values.push_back(number(item, rule));
  if (values.size() > kMostNumbers)
    note(at, fmt::format("at most {} numbers", kMostNumbers), "make the list shorter");
  return values;
}

Harmonics read_harmonics(const Cursor& at, const NumberRule& rule) {
  Harmonics signal;
  if (!check_keys(at, {"period", "mean", "cos", "sin"}, {"period"})) return signal;
  if (const auto e = entry(at, "period")) signal.period = number(*e, kPeriod);
  if (const auto e = entry(at, "mean")) signal.mean = number(*e, rule);
  if (const auto e = entry(at, "cos")) signal.cosine = read_list(*e, rule);
  if (const auto e = entry(at, "sin")) signal.sine = read_list(*e, rule);
  const std::size_t count = std::max(signal.cosine.size(), signal.sine.size());
  if (count == 0) note(at, "cos, sin or both: lists of coefficients", "e.g. sin: [0.5]");
  signal.cosine.resize(count, 0.0);
  signal.sine.resize(count, 0.0);
  return signal;
}

std::string text_of(const Signal& signal) {
  if (const auto* polynomial = std::get_if<Polynomial>(&signal))
    return fmt::format("{}", polynomial->coefficients.front());
  if (const auto* harmonics = std::get_if<Harmonics>(&signal))
    return fmt::format("{{harmonics: {{period: {}, mean: {}, cos: [{}], sin: [{}]}}}}",
                       harmonics->period, harmonics->mean, fmt::join(harmonics->cosine, ", "),
                       fmt::join(harmonics->sine, ", "));
  const auto& table = std::get<Table>(signal);
  std::string knots;
  for (std::size_t i = 0; i < table.times.size(); ++i)
    knots += fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", table.times[i], table.values[i]);
  const char* pieces = table.interpolation == Interpolation::Step     ? "step"
                       : table.interpolation == Interpolation::Linear ? "linear"
                                                                      : "cubic";
  return fmt::format("{{knots: [{}], pieces: {}}}", knots, pieces);
}

}  // namespace

Signal read_signal(const Cursor& at, const NumberRule& rule, Interpolation pieces) {
  if (at.node.kind != DocumentNode::Kind::Map) return constant(number(at, rule));
  if (!check_keys(at, {"knots", "pieces", "harmonics"})) return constant(0.0);
  const auto knots = entry(at, "knots");
  const auto harmonics = entry(at, "harmonics");
  if (knots.has_value() == harmonics.has_value() || (harmonics && entry(at, "pieces"))) {
    note(at, "a number, or knots, or harmonics",
         "e.g. {knots: [[0, 0], [1, 0.5]]} or {harmonics: {period: 2, sin: [0.5]}}");
    return constant(0.0);
  }
  if (harmonics) return read_harmonics(*harmonics, rule);
  return read_table(at, rule, pieces);
}

MotorSpec read_motor(const Cursor& at) {
  MotorSpec motor;
  if (!check_keys(at, {"effort", "kp", "kd", "target", "limit", "every"})) return motor;
  const auto effort = entry(at, "effort");
  const auto kp = entry(at, "kp");
  const auto kd = entry(at, "kd");
  if (effort.has_value() == (kp || kd)) {
    note(at, "an effort, or gains kp and kd with a target",
         "e.g. {effort: 2} or {kp: 20, kd: 1, target: 0.5}");
    return motor;
  }
  if (effort) {
    motor.effort = read_signal(*effort, kEffort, Interpolation::Linear);
    for (const char* key : {"target", "limit", "every"})
      if (const auto e = entry(at, key))
        note(*e, "target, limit and every belong to gains kp and kd", "remove it, or the effort");
    return motor;
  }
  if (kp) motor.kp = number(*kp, kGain);
  if (kd) motor.kd = number(*kd, kGain);
  if (const auto e = entry(at, "target")) {
    motor.target = read_signal(*e, kTarget, Interpolation::Cubic);
    if (motor.kd > 0.0 && smoothness(motor.target) < 0)
      note(*e, "a target without jumps where kd is not zero", "pieces: linear or cubic");
  }
  if (const auto e = entry(at, "limit")) motor.limit = number(*e, kLimit);
  if (const auto e = entry(at, "every")) motor.every = number(*e, kPeriod);
  return motor;
}

Force motor_force(const MotorSpec& motor) {
  if (motor.effort) return JointEffort{.effort = *motor.effort};
  JointPd law{.kp = motor.kp, .kd = motor.kd, .target = motor.target};
  if (motor.limit) law.limit = *motor.limit;
  if (motor.every) return SampledPd{law, {0.0, *motor.every}};
  return law;
}

std::string text_of(const MotorSpec& motor) {
  if (motor.effort) return fmt::format("{{effort: {}}}", text_of(*motor.effort));
  std::string text =
      fmt::format("{{kp: {}, kd: {}, target: {}", motor.kp, motor.kd, text_of(motor.target));
  if (motor.limit) text += fmt::format(", limit: {}", *motor.limit);
  if (motor.every) text += fmt::format(", every: {}", *motor.every);
  return text + "}";
}

}  // namespace rigor
