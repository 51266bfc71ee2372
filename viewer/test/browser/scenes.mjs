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
