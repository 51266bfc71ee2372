// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <rigor/certify/path.hpp>
#include <rigor/reproduction/watched_run.hpp>
#include <rigor/reproduction/wheel.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

constexpr double kHalfAngle = M_PI / 6.0;  // half of the angle between spokes
constexpr double kKept = 0.75;             // η
constexpr double kStartSpin = 0.4;         // rad/s, just after an impact
constexpr int kImpacts = 8;

std::string wheel_scene(double slope, double spin, double until) {
  // The prism's axis is y; the front lower edge, about which it turns, is at x = 1/2.
  return fmt::format(
      "# The rimless wheel on a slope of {} rad, just after an impact: it turns about its front\n"
      "# lower edge.\nrigor_scene: 1\nname: wheel-{}\ngravity: [{:.17g}, 0, {:.17g}]\n"
      "law: no_slip\ntolerances: {{tol: 1e-12}}\nstop: {{time: {}, at_rest: false}}\nbodies:\n"
      "  - name: wheel\n    pieces:\n"
      "      - {{shape: {{prism: {{sides: 6, radius: 1, height: 0.5}}}}, pose: {{axis: [1, 0, 0], "
      "angle: 1.5707963267948966}}}}\n"
      "    mass: 1\n    com: [0, 0, 0]\n    inertia: [2, 1, 2]\n"
      "    pose: {{position: [0, 0, 0.8660254037844386]}}\n"
      "    velocity: {{linear: [{:.17g}, 0, {:.17g}], angular: [0, {:.17g}, 0]}}\n"
      "half_spaces:\n  - {{name: ground, normal: [0, 0, 1], offset: 0}}\n",
      slope, slope, std::sin(slope), -std::cos(slope), until, spin * std::cos(kHalfAngle),
      spin * std::sin(kHalfAngle), spin);
}

/// Impacts of a run whose events are located: all behind the start.
std::vector<double> impact_times(const std::vector<trace::Event>& events) {
  constexpr double kStart = 0.1;  // s
  std::vector<double> times;
  for (const trace::Event& event : events)
    if (event.kind == trace::EventKind::Impact && trace::seconds(event.lo) > kStart)
      times.push_back(trace::seconds(event.lo));
  return times;
}

/// Instants at which the wheel lies flat again, having turned by 60, 120, ... degrees: impacts of
/// methods that step over them. Straight between the ends of steps.
std::vector<double> flat_times(const std::vector<trace::Segment>& segments) {
  std::vector<double> times;
  double turned = 0.0;  // at the end of the last segment, rad
  for (const trace::Segment& segment : segments) {
    const Pose X = pose_at(segment, segment.end);
    const double angle = 2.0 * std::atan2(X.rotation.y(), X.rotation.w());
    const double after = angle + 2.0 * M_PI * std::round((turned - angle) / (2.0 * M_PI));
    const double flat = 2.0 * kHalfAngle * static_cast<double>(times.size() + 1);
    if (after >= flat) {
      const double share = (flat - turned) / (after - turned);
      times.push_back(trace::seconds(segment.start) +
                      share * trace::elapsed(segment.start, segment.end));
    }
    turned = after;
  }
  return times;
}

std::vector<double> expected_impacts(double slope, double spin, int count) {
  std::vector<double> times;
  double now = 0.0;
  for (int k = 0; k < count; ++k) {
    now += time_to_next_impact(slope, spin);
    if (!std::isfinite(now) || lifts_off(slope, spin)) break;
    times.push_back(now);
    spin = next_spin(slope, spin);
  }
  return times;
}

WatchedRun run_wheel(const ReproductionSettings& settings, double slope, Method method,
                     const Stepping& stepping, double until) {
  const Scene scene = read_scene(wheel_scene(slope, kStartSpin, until), "wheel.yaml");
  const char* form = method == Method::Paper ? name(stepping.bounds) : "";
  return watched(with_method(scene, method, stepping), settings,
                 {fmt::format("wheel-{:g}-{}{}-{:g}", slope, name(method), form, stepping.step)});
}

/// How the closed form ends: the gait goes on, the wheel falls back, or it leaves the ground.
const char* ending(double slope, const std::vector<double>& expected) {
  if (expected.size() == kImpacts) return "rolls";
  double spin = kStartSpin;
  for (std::size_t k = 0; k < expected.size(); ++k) spin = next_spin(slope, spin);
  return lifts_off(slope, spin) ? "lifts off" : "stops";
}

Findings run_slope(const ReproductionSettings& settings, double slope) {
  const WheelGait gait = wheel_gait(slope);
  const std::vector<double> expected = expected_impacts(slope, kStartSpin, kImpacts);
  const WatchedRun run = run_wheel(settings, slope, Method::Oracle, {},
                                   (expected.empty() ? 0.0 : expected.back()) + 1.0);
  const std::vector<double> found = impact_times(run.trace.events);
  double difference = 0.0;
  for (std::size_t k = 0; k < std::min(found.size(), expected.size()); ++k)
    difference = std::max(difference, std::abs(found[k] - expected[k]));
  Findings facts{{"slope", slope},
                 {"fixed_spin", gait.fixed_spin},
                 {"least_spin", gait.least_spin},
                 {"period", std::isfinite(gait.period) ? Findings(gait.period) : Findings(nullptr)},
                 {"ending", ending(slope, expected)},
                 {"expected", expected},
                 {"impacts", found},
                 {"difference", difference}};
  facts.update(facts_of(run));
  return facts;
}

Findings run_order(const ReproductionSettings& settings, const char* label, Method method,
                   Bounds bounds, double step) {
  constexpr double kSlope = 0.2;
  constexpr int kCompared = 3;
  const std::vector<double> expected = expected_impacts(kSlope, kStartSpin, kCompared);
  const WatchedRun run =
      run_wheel(settings, kSlope, method, {.step = step, .bounds = bounds}, expected.back() + 0.3);
  const std::vector<double> found = flat_times(run.trace.segments);
  Findings facts{{"method", label}, {"step", step}, {"slope", kSlope}, {"impacts", found}};
  if (found.size() >= kCompared)
    facts["error"] = found[kCompared - 1] - expected[kCompared - 1];
  else
    facts["error"] = nullptr;
  facts.update(facts_of(run));
  return facts;
}

}  // namespace

double next_spin(double slope, double spin) {
  // Energy over one spoke: ½ (I + m R²)(ω₋² - ω²) = m g R (cos(γ - 30°) - cos(γ + 30°)).
  const double before = spin * spin + 2.0 * std::sin(kHalfAngle) * std::sin(slope);
  return kKept * std::sqrt(before);
}

double time_to_next_impact(double slope, double spin) {
  // θ from γ - 30° to γ + 30°, θ̇² = ω² + cos(γ - 30°) - cos θ; tanh-sinh quadrature of 1/θ̇.
  const double from = slope - kHalfAngle;
  const double to = slope + kHalfAngle;
  const auto rate_squared = [&](double theta) {
    return spin * spin + std::cos(from) - std::cos(theta);
  };
  if (rate_squared(0.0) <= 0.0 && from < 0.0) return std::numeric_limits<double>::infinity();
  constexpr double kReach = 4.0;
  constexpr int kNodes = 400;
  const double h = 2.0 * kReach / kNodes;
  double sum = 0.0;
  for (int k = 0; k <= kNodes; ++k) {
    const double u = -kReach + k * h;
    const double s = std::tanh(0.5 * M_PI * std::sinh(u));
    const double c = std::cosh(0.5 * M_PI * std::sinh(u));
    const double weight = 0.5 * M_PI * std::cosh(u) / (c * c);
    const double theta = 0.5 * (from + to) + 0.5 * (to - from) * s;
    sum += weight / std::sqrt(rate_squared(theta));
  }
  return 0.5 * (to - from) * h * sum;
}

bool lifts_off(double slope, double spin) {
  // The ground pushes with N = m (g cos γ + z̈), z = R cos φ with φ = θ - γ from -30° to 30°.
  const double start = std::cos(slope - kHalfAngle);
  constexpr int kInstants = 600;
  for (int k = 0; k <= kInstants; ++k) {
    const double phi = kHalfAngle * (2.0 * k / kInstants - 1.0);
    const double rate_squared = spin * spin + start - std::cos(slope + phi);
    const double push = std::cos(slope) - 0.5 * std::sin(phi) * std::sin(slope + phi) -
                        std::cos(phi) * rate_squared;
    if (push < 0.0) return true;
  }
  return false;
}

WheelGait wheel_gait(double slope) {
  WheelGait gait;
  gait.slope = slope;
  gait.fixed_spin = std::sqrt(2.0 * std::sin(kHalfAngle) * std::sin(slope) * kKept * kKept /
                              (1.0 - kKept * kKept));
  gait.least_spin = slope < kHalfAngle ? std::sqrt(1.0 - std::cos(slope - kHalfAngle)) : 0.0;
  gait.period = time_to_next_impact(slope, gait.fixed_spin);
  return gait;
}

Findings reproduce_wheel(const ReproductionSettings& settings) {
  Findings out;
  for (const double slope : {0.05, 0.1, 0.2, 0.4, 0.5})
    out["slopes"].push_back(run_slope(settings, slope));
  for (const double step : {0.02, 0.01, 0.005, 0.0025, 0.00125}) {
    out["order"].push_back(
        run_order(settings, "first_order", Method::FirstOrder, Bounds::Corrected, step));
    out["order"].push_back(
        run_order(settings, "paper corrected", Method::Paper, Bounds::Corrected, step));
  }
  return out;
}

}  // namespace rigor
