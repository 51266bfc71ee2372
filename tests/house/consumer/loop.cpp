// SPDX-License-Identifier: Apache-2.0
// A closed loop: a controller at 1 kHz holds a pendulum at 0.5 rad, and the motion is proved.
#include <cmath>
#include <cstdio>

#include <rigor/rigor.hpp>

int main() {
  rigor::LiveSimulation simulation(
      rigor::read_scene("rigor_scene: 1\n"
                        "gravity: [0, 0, -9.81]\n"
                        "law: no_slip\n"
                        "stop: {time: 1}\n"
                        "mechanisms:\n"
                        "  - name: arm\n"
                        "    links:\n"
                        "      - name: forearm\n"
                        "        joint: {revolute: {axis: [0, 1, 0], anchor: [0, 0, 0.2]}}\n"
                        "        shape: {box: [0.04, 0.04, 0.4]}\n"
                        "        mass: 1\n",
                        "arm.yaml"));
  const int elbow = rigor::body_named(simulation, "forearm");
  const bool arrived = rigor::run_loop(simulation, 1.0, 0.001, [elbow](rigor::LiveSimulation& s) {
    const double angle = rigor::coordinate(s, elbow, 0);
    const double weight = 9.81 * 0.2 * std::sin(angle);
    s.set_effort(elbow, 0, 20.0 * (0.5 - angle) - 2.0 * rigor::rate(s, elbow, 0) + weight);
  });
  const double angle = rigor::coordinate(simulation, elbow, 0);
  const auto verdict = rigor::verification::verify(simulation.record().trace());
  std::printf("at %.6f rad after %g s\n", angle, simulation.time());
  const bool held = arrived && std::abs(angle - 0.5) < 1e-3;
  return held && verdict.status == rigor::verification::Status::Proved ? 0 : 1;
}
