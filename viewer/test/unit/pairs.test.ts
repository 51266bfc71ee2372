// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { hull, Instant, manifolds } from "../../src/core/pairs";
import { factorFor } from "../../src/view/exaggeration";
import { WORLD } from "../../src/core/trace";
import { cube, runOf, STILL, traceWith } from "./model";

const GROUND: [number, number] = [WORLD, 0];

describe("separations", () => {
  // Two unit cubes: one 1e-8 over the ground, the other turned by 45° about x above it, edge down, 0.25 over it.
  const c = Math.cos(Math.PI / 8), s = Math.sin(Math.PI / 8);
  const edge = Math.SQRT1_2; // height of the turned cube's centre over its lowest edge
  const trace = traceWith([cube("low", 0.5), cube("high", 0.5)], [
    { body: 0, start: 0, end: 2, position: [[0], [0], [0.5 + 1e-8]], quaternion: STILL },
    { body: 1, start: 0, end: 2, position: [[0.1], [0], [1 + 1e-8 + 0.25 + edge]], quaternion: [[c], [s], [0], [0]] },
  ], [
    { a: GROUND, b: [0, 0], begin: 0, end: 2, kind: 2, active: [0, 2, 4, 6] },
    { a: [0, 0], b: [1, 0], begin: 0, end: 1, frame: 1 }, // the plane of low's top
    { a: [0, 0], b: [1, 0], begin: 1, end: 2, kind: 1, edgeA: [1, 3], edgeB: [0, 4], sign: -1 }, // low's edge along y, high's along x
  ]);
  const run = runOf(trace), instant = new Instant(run.paths);

  it("are distances along the certified normals", () => {
    expect(run.pairs.list.length).toBe(2);
    const ground = run.pairs.separation(0, instant.at(0.5))!, between = run.pairs.separation(1, instant)!;
    expect(ground.gap).toBeCloseTo(1e-8, 15);
    expect(between.gap).toBeCloseTo(0.25, 13);
    expect(between.normal).toEqual([0, 0, 1]);
    expect(run.pairs.closest(instant)).toBe(0);
    expect(run.pairs.leastGap(instant)).toBeCloseTo(1e-8, 15);
  });

  it("follow edges", () => {
    const edges = run.pairs.separation(1, instant.at(1.5))!;
    expect(edges.certificate).toBe(2);
    expect(Math.abs(edges.normal[2])).toBeCloseTo(1, 13);
    expect(edges.gap).toBeCloseTo(0.25, 13);
  });

  it("end with their certificates", () => {
    expect(run.pairs.separation(1, instant.at(2.5))).toBeNull();
    expect(run.pairs.certificate(0, -1)).toBe(-1);
  });

  it("give manifolds as polygons", () => {
    const list = manifolds(trace, run.pairs, instant.at(0.5));
    expect(list.length).toBe(1);
    expect(list[0]!.points.length).toBe(4);
    for (const p of list[0]!.points) expect(p[2]).toBeCloseTo(1e-8, 14);
  });
});

describe("hulls", () => {
  it("leave inner points out and go around", () => {
    const square = hull([[0, 0, 2], [1, 1, 2], [0.5, 0.4, 2], [1, 0, 2], [0, 1, 2]], [0, 0, 1]);
    expect(square.length).toBe(4);
    const area = square.reduce((sum, p, i) => { const q = square[(i + 1) % 4]!; return sum + 0.5 * (p[0] * q[1] - p[1] * q[0]); }, 0);
    expect(Math.abs(area)).toBeCloseTo(1, 12);
  });
});

describe("the microscope's factor", () => {
  it("is round, makes small gaps visible and leaves wide ones alone", () => {
    expect(factorFor(1e-8, 1)).toBe(1e7);
    expect(factorFor(0.5, 1)).toBe(1);
    for (const gap of [3e-9, 1e-6, 2.3e-4, 0.011]) {
      const shown = factorFor(gap, 1) * gap;
      expect(shown).toBeGreaterThan(0.04);
      expect(shown).toBeLessThanOrEqual(0.12 * (1 + 1e-9));
    }
    expect(factorFor(0, 1)).toBe(1);
  });
});
