// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { contactsOf } from "../../src/core/contacts";
import { ForceTracks, frictionPart, normalPart } from "../../src/core/forces";
import { Paths } from "../../src/core/path";
import { type Trace, WORLD } from "../../src/core/trace";
import { cube, STILL, traceWith } from "./model";

/** A cube at height 1 that rises by 2 m in 2 s; two points on the ground push it, one at a vertex, one on a path. */
function pushedTrace(): Trace {
  const trace = traceWith([cube("box", 0.5)], [{ body: 0, start: 0, end: 2, position: [[0], [0], [2, 1]], quaternion: STILL }]);
  trace.forces = {
    count: 1, aBody: Uint32Array.of(WORLD), aPiece: Uint32Array.of(0), bBody: Uint32Array.of(0), bPiece: Uint32Array.of(0), begin: Float64Array.of(0), end: Float64Array.of(1),
    length: Float64Array.of(2), frame: Uint8Array.of(0), normal: Float64Array.of(0, 0, 2), edgeA: Uint32Array.of(0, 0), edgeB: Uint32Array.of(0, 0), friction: Float64Array.of(0.5),
    pointEnds: Float64Array.of(2), state: Uint8Array.of(2, 1), vertexA: Uint32Array.of(WORLD, WORLD), vertexB: Uint32Array.of(0, WORLD),
    path: Float64Array.of(3, 1, 4, 5), pathEnds: Float64Array.of(0, 0, 0, 2, 3, 4), force: Float64Array.of(1, 0, 10, 2, 0, 0, 5), forceEnds: Float64Array.of(1, 2, 4, 5, 6, 7),
  };
  return trace;
}

function pushed(): ForceTracks {
  const trace = pushedTrace();
  return new ForceTracks(trace, new Paths(trace));
}

test("forces are those of the record's polynomials, at vertices and on paths", () => {
  const [force] = pushed().all(1); // x = 0
  expect(force!.points[0]).toEqual({ point: [-0.5, -0.5, 1.5], force: [1, 0, 10], state: 2 });
  expect(force!.points[1]).toEqual({ point: [3, 4, 5], force: [0, 0, 5], state: 1 });
  expect(force!.normal).toEqual([0, 0, 1]);
  expect(normalPart(force!)).toBe(15);
  expect(frictionPart(force!)).toBe(1);
});

test("behind the end of a record there is no force, and other pairs have none", () => {
  const tracks = pushed();
  expect(tracks.all(1.5)).toEqual([]);
  expect(tracks.pair({ body: WORLD, piece: 0 }, { body: 0, piece: 0 }, 0.5)!.points.length).toBe(2);
  expect(tracks.pair({ body: WORLD, piece: 1 }, { body: 0, piece: 0 }, 0.5)).toBeNull();
  expect(tracks.largest).toBeCloseTo(Math.hypot(1, 8), 12);
});

test("without certificates of contact, contacts are where forces press", () => {
  const trace = pushedTrace(), a = { body: WORLD, piece: 0 }, b = { body: 0, piece: 0 };
  expect(contactsOf(trace)).toEqual([{ a, b, begin: 0, end: 1, points: 2 }]);
  trace.forces.force.fill(0, 4); // the second point bears nothing
  expect(contactsOf(trace)).toEqual([{ a, b, begin: 0, end: 1, points: 1 }]);
  trace.forces.force.fill(0);
  expect(contactsOf(trace)).toEqual([]);
});

test("bodies that fall asleep go on touching what they pressed on", () => {
  const trace = pushedTrace(), a = { body: WORLD, piece: 0 }, b = { body: 0, piece: 0 };
  const { segments } = traceWith([cube("box", 0.5)], [
    { body: 0, start: 0, end: 1, position: [[0], [0], [2, 1]], quaternion: STILL }, { body: 0, start: 1, end: 4, position: [[0], [0], [3]], quaternion: STILL }]);
  expect(contactsOf({ ...trace, segments })).toEqual([{ a, b, begin: 0, end: 4, points: 2 }]);
});
