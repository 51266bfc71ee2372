// SPDX-License-Identifier: Apache-2.0
// Scenes of small mechanisms, and their motion by a fine Runge-Kutta integration of our own.
#pragma once

#include <cmath>
#include <functional>

#include "first_order/small_runs.hpp"

namespace rigor::first_order {

/// Without contacts nothing of surfaces matters.
inline std::string mechanism_head(double until, double step = 0.01) {
  return "rigor_scene: 1\nname: test\ngravity: [0, 0, -10]\nmethod: first_order\nstepping: "
         "{step: " +
         std::to_string(step) + "}\nstop: {time: " + std::to_string(until) + "}\n";
}

/// A rotor of 0.5 kg m² about the vertical.
inline std::string rotor_scene(double until, const std::string& joint, double step = 0.01) {
  return mechanism_head(until, step) +
         "mechanisms:\n  - name: rotor\n    links:\n      - {name: rotor, joint: {revolute: {axis: "
         "[0, 0, 1], " +
         joint + "}}, mass: 1, com: [0, 0, 0], inertia: [1, 1, 0.5]}\n";
}

/// A bar of 1 m and 0.1 m, 1 kg, that turns about its end from the horizontal on: q grows
/// downwards.
inline std::string pendulum_scene(double until, const std::string& joint, double step = 0.01) {
  return mechanism_head(until, step) +
         "mechanisms:\n  - name: pendulum\n    links:\n      - {name: bar, joint: {revolute: "
         "{axis: "
         "[0, 1, 0], anchor: [-0.5, 0, 0]" +
         joint + "}}, shape: {box: [1, 0.1, 0.1]}, mass: 1}\n";
}
inline constexpr double kBarInertia = (1.0 + 0.01) / 12.0 + 0.25;  // about its end, kg m²

/// Two bars of 0.5 m, from 1.2 and 0.5 rad.
inline std::string double_pendulum_scene(double until, double step = 0.01) {
  const std::string bar = ", shape: {box: [0.05, 0.05, 0.5]}, mass: 1}\n";
  return mechanism_head(until, step) +
         "mechanisms:\n  - name: arm\n    links:\n"
         "      - {name: upper, joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 1.5]}, "
         "anchor: [0, 0, 0.25], coordinates: 1.2}}" +
         bar +
         "      - {name: lower, parent: upper, joint: {revolute: {axis: [0, 1, 0], pose: "
         "{position: "
         "[0, 0, -0.25]}, anchor: [0, 0, 0.25], coordinates: 0.5}}" +
         bar;
}

/// q and its rate.
struct Swing {
  double q = 0.0;
  double v = 0.0;
};

/// One degree of freedom after `until` seconds of dv/dt = a(t, q, v), by 1e5 steps of Runge-Kutta;
/// after each of them `then` may change the state.
inline Swing integrated(
    Swing at, double until, const std::function<double(double, double, double)>& a,
    const std::function<void(Swing&)>& then = [](Swing&) {}) {
  const int steps = 100000;
  const double h = until / steps;
  for (int k = 0; k < steps; ++k) {
    const double t = k * h;
    const double a1 = a(t, at.q, at.v);
    const double a2 = a(t + h / 2, at.q + h / 2 * at.v, at.v + h / 2 * a1);
    const double a3 = a(t + h / 2, at.q + h / 2 * (at.v + h / 2 * a1), at.v + h / 2 * a2);
    const double a4 = a(t + h, at.q + h * (at.v + h / 2 * a2), at.v + h * a3);
    const double v = at.v;
    at.v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    at.q += h * v + h * h / 6 * (a1 + a2 + a3);
    then(at);
  }
  return at;
}

/// Whether errors at h, h/2 and h/4 halve: first order.
inline void expect_halving(const std::function<double(double)>& error, double h, double least,
                           double most) {
  double last = error(h);
  for (int k = 0; k < 2; ++k) {
    h *= 0.5;
    const double next = error(h);
    EXPECT_GE(last / next, least) << "h = " << h << ": " << last << ", " << next;
    EXPECT_LE(last / next, most) << "h = " << h << ": " << last << ", " << next;
    last = next;
  }
}

}  // namespace rigor::first_order
