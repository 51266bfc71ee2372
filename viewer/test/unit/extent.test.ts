// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { extentOf, freeDirection } from "../../src/view/extent";
import { cube, runOf, STILL, traceWith } from "./model";

const still = (body: number, x: number): { body: number; start: number; end: number; position: number[][]; quaternion: number[][] } =>
  ({ body, start: 0, end: 1, position: [[x], [0], [0]], quaternion: STILL });

test("an extent holds what moves, and what stands still unless it is large", () => {
  const moving = { ...still(0, 0), position: [[1, 1], [0, 0], [0, 0]] }; // from x = 0 to 2
  const near = runOf(traceWith([cube("a", 0.5), cube("b", 0.5)], [moving, still(1, 5)]));
  expect(extentOf(near.paths, { from: 0, to: 1 })).toMatchObject({ centre: [2.5, 0, 0], half: [3, 0.5, 0.5] });
  const large = runOf(traceWith([cube("a", 0.5), cube("table", 4)], [moving, still(1, 5)]));
  expect(extentOf(large.paths, { from: 0, to: 1 })).toMatchObject({ centre: [1, 0, 0], half: [1.5, 0.5, 0.5] });
});

test("the camera stands on the free side of every half-space, if there is such a place", () => {
  const wanted: [number, number, number] = [0.4, -0.8, 0.45];
  const ground = { name: "ground", normal: [0, 0, 1] as [number, number, number], offset: 0 };
  const wall = (x: number, y: number) => ({ name: "wall", normal: [x, y, 0] as [number, number, number], offset: -1 });
  expect(freeDirection([ground], wanted)).toEqual(wanted);
  for (const planes of [[ground, wall(-1, 0)], [ground, wall(0, 1)], [ground, wall(1, 0), wall(0, 3)]]) {
    const d = freeDirection(planes, wanted);
    for (const { normal: n } of planes) expect(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]).toBeGreaterThanOrEqual(0.2 * Math.hypot(...n) - 1e-12);
    expect(Math.hypot(...d)).toBeCloseTo(Math.hypot(...wanted), 12);
  }
  expect(freeDirection([wall(1, 0), wall(-1, 0)], wanted)).toEqual(wanted); // a slot: no such place
});
