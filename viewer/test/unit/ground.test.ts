// SPDX-License-Identifier: Apache-2.0
import * as THREE from "three";
import { expect, test } from "vitest";
import { clipped } from "../../src/view/ground";

const square = [[0, 0], [2, 0], [2, 2], [0, 2]].map(([x, y]) => new THREE.Vector3(x, y, 0));
const area = (p: THREE.Vector3[]): number => 0.5 * p.reduce((sum, a, i) => sum + a.x * p[(i + 1) % p.length]!.y - p[(i + 1) % p.length]!.x * a.y, 0);

test("a plane is drawn only outside of the solid side of others", () => {
  const plane = (normal: [number, number, number], offset: number) => ({ name: "", normal, offset });
  expect(area(clipped(square, plane([1, 0, 0], 0.5)))).toBeCloseTo(3, 12);
  expect(area(clipped(square, plane([-1, -1, 0], -1)))).toBeCloseTo(0.5, 12); // below x + y = 1
  expect(area(clipped(square, plane([-3, -3, 0], -9)))).toBeCloseTo(3.5, 12); // a normal need not be a unit vector
  expect(clipped(square, plane([1, 0, 0], 5))).toEqual([]);
  expect(clipped(square, plane([0, 0, 1], -1)).length).toBe(4);
  for (const p of clipped(square, plane([0, 1, 0], 1))) expect(p.y).toBeGreaterThanOrEqual(1);
});
