// SPDX-License-Identifier: Apache-2.0

/** A small linear congruential generator: scenes must not change from run to run. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A hundred boxes thrown onto a plane, apart from each other. */
export function hundred() {
  const random = generator(3), between = (a, b) => a + (b - a) * random();
  const sizes = ["0.8, 0.8, 0.8", "0.6, 0.8, 1", "0.5, 0.5, 1"];
  const bodies = Array.from({ length: 100 }, (_, i) => {
    const q = Array.from({ length: 4 }, () => between(-1, 1)), n = Math.hypot(...q) || 1;
    return `  - name: b${i}\n    shape: {box: [${sizes[i % 3]}]}\n    mass: 1\n` +
      `    pose: {position: [${(i % 10) * 3}, ${Math.floor(i / 10) * 3}, ${between(1, 3)}], quat_wxyz: [${q.map((x) => x / n).join(", ")}]}\n` +
      `    velocity: {linear: [0, 0, 0], angular: [${between(-4, 4)}, ${between(-4, 4)}, ${between(-4, 4)}]}`;
  });
  return `rigor_scene: 1\nname: hundred\ngravity: [0, 0, -9.81]\nlaw: no_slip\nstop: {time: 3}\nbodies:\n${bodies.join("\n")}\n` +
    "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\n";
}

/** Four boxes dropped onto each other, each turned a little: a tower that comes to rest. */
export const stack = `rigor_scene: 1
name: stack
gravity: [0, 0, -9.81]
law: no_slip
tolerances: {tol: 1e-8}
stop: {time: 2}
bodies:
  - {name: base, shape: {box: [1.2, 1.2, 0.5]}, mass: 4, pose: {position: [0, 0, 0.2501]}}
  - {name: second, shape: {box: [1, 1, 0.5]}, mass: 3, pose: {position: [0.04, 0.02, 0.85], axis: [0, 0, 1], angle: 0.2}}
  - {name: third, shape: {box: [0.8, 0.8, 0.5]}, mass: 2, pose: {position: [0, -0.03, 1.5], axis: [0, 0, 1], angle: -0.15}}
  - {name: fourth, shape: {box: [0.6, 0.6, 0.5]}, mass: 1, pose: {position: [-0.03, 0.02, 2.2], axis: [0.1, 1, 0.2], angle: 0.06}}
half_spaces:
  - {name: ground, normal: [0, 0, 1], offset: 0}
`;

/** Five bodies of different shapes thrown together. */
export const tumble = `rigor_scene: 1
name: tumble
gravity: [0, 0, -9.81]
law: no_slip
tolerances: {tol: 1e-8}
stop: {time: 3}
bodies:
  - {name: cube, shape: {box: [0.8, 0.8, 0.8]}, density: 1, pose: {position: [0, 0, 0.9], axis: [1, 2, 0.5], angle: 0.5}, velocity: {angular: [1, 0, 2]}}
  - {name: octahedron, shape: {octahedron: {radius: 0.6}}, density: 1, pose: {position: [1.7, 0.2, 1.4], axis: [0, 1, 1], angle: 0.7}, velocity: {linear: [-2, 0, 0], angular: [0, 3, 0]}}
  - {name: prism, shape: {prism: {sides: 6, radius: 0.45, height: 0.9}}, density: 1, pose: {position: [-1.4, 0.3, 1.9], axis: [1, 0, 1], angle: 1.1}, velocity: {linear: [1.5, 0, 0], angular: [2, 0, 1]}}
  - {name: tetrahedron, shape: {tetrahedron: {edge: 1}}, density: 1, pose: {position: [0.2, 1.5, 2.2], axis: [1, 1, 0], angle: 0.4}, velocity: {linear: [0, -1.6, 0], angular: [0, 0, -3]}}
  - {name: plank, shape: {box: [1.6, 0.4, 0.2]}, density: 1, pose: {position: [0.1, -0.2, 3], axis: [0, 1, 0.3], angle: 0.3}, velocity: {angular: [0, 1, 1]}}
half_spaces:
  - {name: ground, normal: [0, 0, 1], offset: 0}
`;

/** A pendulum beside a box that a given force pushes. */
export const mechanism = `rigor_scene: 1
name: mechanism
gravity: [0, 0, -9.81]
law: frictionless
stop: {time: 0.5}
bodies:
  - {name: box, shape: {box: [0.4, 0.4, 0.4]}, mass: 1, pose: {position: [2, 0, 1]}}
forces:
  - {body: box, force: [3, 0, 12], from: 0, until: 0.4}
mechanisms:
  - name: arm
    links:
      - {name: hinge, shape: {box: [0.06, 0.06, 1.0]}, mass: 1, joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 2.4]}, anchor: [0, 0, 0.5], coordinates: 0.5}}}
half_spaces:
  - {name: ground, normal: [0, 0, 1], offset: 0}
`;
