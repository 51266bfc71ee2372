// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <rigor/dynamics/signal.hpp>

namespace rigor {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

Jet jet_of(const Polynomial& signal, double t) {
  const double s = t - signal.start;
  Jet jet;  // Horner's scheme for the value and two derivatives at once
  for (auto c = signal.coefficients.rbegin(); c != signal.coefficients.rend(); ++c) {
    jet.acceleration = jet.acceleration * s + 2.0 * jet.rate;
    jet.rate = jet.rate * s + jet.value;
    jet.value = jet.value * s + *c;
  }
  return jet;
}

Jet jet_of(const Sine& signal, double t) {
  const double angle = signal.frequency * t + signal.phase;
  const double sine = signal.amplitude * std::sin(angle);
  return {signal.offset + sine, signal.amplitude * signal.frequency * std::cos(angle),
          -signal.frequency * signal.frequency * sine};
}

Jet jet_of(const Harmonics& signal, double t) {
  Jet jet{signal.mean, 0.0, 0.0};
  const double base = 2.0 * std::numbers::pi / signal.period;
  for (std::size_t k = 0; k < signal.cosine.size(); ++k) {
    const double frequency = base * static_cast<double>(k + 1);
    const double c = std::cos(frequency * t);
    const double s = std::sin(frequency * t);
    const double wave = signal.cosine[k] * c + signal.sine[k] * s;
    jet.value += wave;
    jet.rate += frequency * (signal.sine[k] * c - signal.cosine[k] * s);
    jet.acceleration -= frequency * frequency * wave;
  }
  return jet;
}

double slope(const Table& table, std::size_t i) {
  if (i == 0 || i + 1 == table.times.size()) return 0.0;
  if (table.values[i] == table.values[i - 1] || table.values[i] == table.values[i + 1]) return 0.0;
  return (table.values[i + 1] - table.values[i - 1]) / (table.times[i + 1] - table.times[i - 1]);
}

/// The piece between knots i and i + 1.
Jet inside(const Table& table, std::size_t i, double t) {
  const double h = table.times[i + 1] - table.times[i];
  const double rise = table.values[i + 1] - table.values[i];
  if (table.interpolation == Interpolation::Step) return {table.values[i], 0.0, 0.0};
  const double s = t - table.times[i];
  if (table.interpolation == Interpolation::Linear)
    return {table.values[i] + rise * (s / h), rise / h, 0.0};
  const double m0 = slope(table, i);
  const double m1 = slope(table, i + 1);
  const double c2 = (3.0 * rise / h - 2.0 * m0 - m1) / h;
  const double c3 = (m0 + m1 - 2.0 * rise / h) / (h * h);
  return {table.values[i] + s * (m0 + s * (c2 + s * c3)), m0 + s * (2.0 * c2 + s * 3.0 * c3),
          2.0 * c2 + 6.0 * c3 * s};
}

/// `after` counts the knots that lie behind: those <= t from the right, those < t from the left.
Jet jet_of(const Table& table, std::size_t after, double t) {
  if (after == 0) return {table.values.front(), 0.0, 0.0};
  if (after == table.times.size()) return {table.values.back(), 0.0, 0.0};
  return inside(table, after - 1, t);
}

std::size_t knots_up_to(const Table& table, double t) {
  return std::upper_bound(table.times.begin(), table.times.end(), t) - table.times.begin();
}

std::size_t knots_before(const Table& table, double t) {
  return std::lower_bound(table.times.begin(), table.times.end(), t) - table.times.begin();
}

std::optional<std::string> table_defect(const Table& table) {
  if (table.times.empty()) return "a table needs at least one knot";
  if (table.times.size() != table.values.size()) return "a table needs one value for each time";
  if (!all_finite(table.times) || !all_finite(table.values)) return "all numbers must be finite";
  for (std::size_t i = 1; i < table.times.size(); ++i)
    if (!(table.times[i - 1] < table.times[i])) return "times of a table must increase strictly";
  return std::nullopt;
}

}  // namespace

Signal constant(double value) { return Polynomial{{value}, 0.0}; }

Jet evaluate(const Signal& signal, double t) {
  if (const auto* polynomial = std::get_if<Polynomial>(&signal)) return jet_of(*polynomial, t);
  if (const auto* sine = std::get_if<Sine>(&signal)) return jet_of(*sine, t);
  if (const auto* harmonics = std::get_if<Harmonics>(&signal)) return jet_of(*harmonics, t);
  const auto& table = std::get<Table>(signal);
  return jet_of(table, knots_up_to(table, t), t);
}

Jet evaluate_before(const Signal& signal, double t) {
  const auto* table = std::get_if<Table>(&signal);
  return table ? jet_of(*table, knots_before(*table, t), t) : evaluate(signal, t);
}

double next_break(const Signal& signal, double t) {
  const auto* table = std::get_if<Table>(&signal);
  if (!table) return kNever;
  const std::size_t i = knots_up_to(*table, t);
  return i == table->times.size() ? kNever : table->times[i];
}

int smoothness(const Signal& signal) {
  const auto* table = std::get_if<Table>(&signal);
  if (!table || table->times.size() == 1) return kSmooth;
  return table->interpolation == Interpolation::Step     ? -1
         : table->interpolation == Interpolation::Linear ? 0
                                                         : 1;
}

std::optional<std::string> defect(const Signal& signal) {
  if (const auto* polynomial = std::get_if<Polynomial>(&signal)) {
    if (polynomial->coefficients.empty()) return "a polynomial needs at least one coefficient";
    if (!all_finite(polynomial->coefficients) || !std::isfinite(polynomial->start))
      return "all numbers must be finite";
    return std::nullopt;
  }
  if (const auto* sine = std::get_if<Sine>(&signal)) {
    if (!all_finite({sine->offset, sine->amplitude, sine->frequency, sine->phase}))
      return "all numbers must be finite";
    return std::nullopt;
  }
  if (const auto* harmonics = std::get_if<Harmonics>(&signal)) {
    if (!(harmonics->period > 0.0)) return "the period of harmonics must be positive";
    if (harmonics->cosine.size() != harmonics->sine.size())
      return "harmonics need as many sines as cosines";
    if (!std::isfinite(harmonics->period) || !std::isfinite(harmonics->mean) ||
        !all_finite(harmonics->cosine) || !all_finite(harmonics->sine))
      return "all numbers must be finite";
    return std::nullopt;
  }
  return table_defect(std::get<Table>(signal));
}

}  // namespace rigor
