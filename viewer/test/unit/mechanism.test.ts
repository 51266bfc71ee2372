// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { type Joint, largestLoad, type Load, placedJoint, placedLoad } from "../../src/core/mechanism";
import { WORLD } from "../../src/core/trace";
import { sharpEdges } from "../../src/view/body_mesh";

const HALF = Math.SQRT1_2;
const still = Float64Array.of(0, 0, 0, 1, 0, 0, 0);
const quarter = Float64Array.of(1, 2, 3, HALF, 0, 0, HALF); // a quarter turn about z

const hinge: Joint = {
  name: "hinge", kind: "revolute", parent: WORLD, child: 0, anchorParent: [1, 2, 3], anchorChild: [0, 0, 0], axisParent: [0, 0, 1], axisChild: [0, 0, 1],
  referenceParent: [1, 0, 0], referenceChild: [1, 0, 0],
};

test("a revolute joint shows its angle, a prismatic one its way", () => {
  const turned = placedJoint(hinge, () => quarter);
  expect(turned.anchor).toEqual([1, 2, 3]);
  expect(turned.coordinate).toBeCloseTo(Math.PI / 2, 12);
  const slid = placedJoint({ ...hinge, kind: "prismatic", anchorParent: [0, 0, 0] }, () => quarter);
  expect(slid.coordinate).toBeCloseTo(3, 12);
  expect(placedJoint({ ...hinge, kind: "spherical" }, () => still)).toEqual({ anchor: [0, 0, 0], axes: [], coordinate: null });
});

test("loads are linear between knots, jump where two are equal, and turn with the body if they say so", () => {
  const load: Load = { body: 0, inBody: false, point: [0, 0, 1], times: [0, 1, 1, 2], forces: [[0, 0, 0], [2, 0, 0], [6, 0, 0], [6, 0, 0]], moments: [] };
  const force = (t: number): number[] => placedLoad(load, t, () => still, [0, 0, 0]).force;
  expect(force(-1)).toEqual([0, 0, 0]);
  expect(force(0.5)).toEqual([1, 0, 0]);
  expect(force(1)).toEqual([6, 0, 0]);
  expect(force(9)).toEqual([6, 0, 0]);
  expect(largestLoad([load])).toBe(6);
  const placed = placedLoad({ ...load, inBody: true }, 2, () => quarter, [0, 0, 1]);
  expect(placed.point).toEqual([1, 2, 5]);
  expect(placed.force[1]).toBeCloseTo(6, 12);
});

test("edges between nearly parallel faces are left out", () => {
  const ring = 40, vertices: number[] = [], faces: number[][] = [[], []], edges: [number, number][] = [];
  for (let k = 0; k < ring; ++k) for (const z of [0, 1]) vertices.push(Math.cos(2 * Math.PI * k / ring), Math.sin(2 * Math.PI * k / ring), z);
  for (let k = 0; k < ring; ++k) {
    const a = 2 * k, b = 2 * ((k + 1) % ring);
    faces[1]!.push(a + 1);
    faces[0]!.unshift(a);
    faces.push([a, b, b + 1, a + 1]);
    edges.push([a, b], [a + 1, b + 1], [a, a + 1]);
  }
  const sharp = sharpEdges({ name: "", vertices: Float64Array.from(vertices), edges, faces });
  expect(sharp.length).toBe(2 * ring); // both rims, none of the 40 lines along the side
});
