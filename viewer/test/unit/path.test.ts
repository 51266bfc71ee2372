// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { chebyshev, chebyshevSlope, Paths, rotated, transformed } from "../../src/core/path";
import { cube, traceWith } from "./model";

describe("Chebyshev series", () => {
  it("agree with cos k arccos x and its derivative", () => {
    const c = Float64Array.of(9, 0.5, -1.25, 2, 0.75, -0.3); // the first belongs to another row
    for (const x of [-1, -0.7, -0.1, 0, 0.33, 0.999, 1]) {
      let value = 0, slope = 0;
      for (let k = 0; k < 5; ++k) {
        const a = Math.acos(x);
        value += c[k + 1]! * Math.cos(k * a);
        slope += c[k + 1]! * (Math.abs(x) === 1 ? k * k * x ** (k + 1) : k * Math.sin(k * a) / Math.sin(a));
      }
      expect(chebyshev(c, 1, 6, x)).toBeCloseTo(value, 13);
      expect(chebyshevSlope(c, 1, 6, x)).toBeCloseTo(slope, 12);
    }
  });
});

describe("paths", () => {
  // On [1, 3]: x = t, y = 0, z = (t - 2)²; turned by a half about z at t = 3, quaternion of length 1.1.
  const half = Math.SQRT1_2 * 1.1;
  const trace = traceWith([cube("a", 0.5)], [
    { body: 0, start: 1, end: 3, position: [[2, 1, 0], [0, 0, 0], [0.5, 0, 0.5]], quaternion: [[half], [0], [0], [half]] },
    { body: 0, start: 3, end: 4, position: [[7], [0], [0]], quaternion: [[1], [0], [0], [0]] },
  ]);
  const paths = new Paths(trace), pose = new Float64Array(7);

  it("are evaluated where they are defined", () => {
    for (const t of [1, 1.25, 2, 2.9]) {
      paths.pose(0, t, pose);
      expect(pose[0]).toBeCloseTo(t, 14);
      expect(pose[2]).toBeCloseTo((t - 2) ** 2, 14);
      expect(Math.hypot(pose[3]!, pose[4]!, pose[5]!, pose[6]!)).toBeCloseTo(1, 14);
    }
    expect(Array.from(transformed(paths.pose(0, 2, pose), 1, 0, 0.5))).toEqual([expect.closeTo(2, 12), expect.closeTo(1, 12), expect.closeTo(0.5, 12)]);
  });

  it("have two sides where segments meet, and hold still outside", () => {
    expect(paths.pose(0, 3, pose, "before")[0]).toBeCloseTo(3, 14);
    expect(paths.pose(0, 3, pose, "after")[0]).toBe(7);
    expect(paths.pose(0, 0, pose)[0]).toBeCloseTo(1, 14);
    expect(paths.pose(0, 9, pose)[0]).toBe(7);
  });

  it("have the velocities of their polynomials", () => {
    const spin = traceWith([cube("a", 1)], [{ body: 0, start: 0, end: 2, position: [[0], [0], [0]], quaternion: [[1, 0], [0, 0], [0, 0], [0.4, 0.4]] }]);
    const m = new Paths(spin).motion(0, 1, "after")!; // q = (1, 0, 0, 0.4), q' = (0, 0, 0, 0.4)
    expect(m.omega[2]).toBeCloseTo(2 * 0.4 / (1 + 0.16), 13);
    const move = paths.motion(0, 2.5, "after")!;
    expect(move.velocity[0]).toBeCloseTo(1, 13);
    expect(move.velocity[2]).toBeCloseTo(1, 13);
  });

  it("turn vectors as quaternions do", () => {
    const q = Float64Array.of(0, 0, 0, 0.5, 0.5, 0.5, 0.5); // x → y → z → x
    expect(rotated(q, 1, 2, 3).map((x) => Math.round(x * 1e12) / 1e12)).toEqual([3, 1, 2]);
  });
});
