// SPDX-License-Identifier: Apache-2.0
// How large a run is: for cameras, grids and arrows.
import type { TimeWindow } from "../core/curves";
import { type Paths, transformed } from "../core/path";
import { type Body, FIXED, type HalfSpace } from "../core/trace";

type Triple = [number, number, number];

export interface Extent {
  centre: Triple;
  half: Triple; // half the sides of the box that holds what moves
  radius: number; // of the ball around it
  body: number; // size of a typical body: the median radius
}

const STILL_SIZE = 2; // of the largest body that moves
const FACING = 0.2; // cosine: planes are seen at least so far from edge-on
const TURNS = 24;

/** The direction, turned about z as little as needed, from which no half-space is seen from its solid side; `wanted` if there is none. */
export function freeDirection(planes: HalfSpace[], wanted: Triple): Triple {
  for (let k = 0; k <= TURNS; ++k) {
    const angle = (k % 2 === 1 ? 1 : -1) * Math.ceil(k / 2) * 2 * Math.PI / TURNS, c = Math.cos(angle), s = Math.sin(angle);
    const d: Triple = [c * wanted[0] - s * wanted[1], s * wanted[0] + c * wanted[1], wanted[2]];
    if (planes.every(({ normal: n }) => n[0] * d[0] + n[1] * d[1] + n[2] * d[2] >= FACING * Math.hypot(...n))) return d;
  }
  return wanted;
}

/** The corners of the box around a body's vertices, in its own frame. */
function corners(body: Body): Triple[] {
  const low: Triple = [Infinity, Infinity, Infinity], high: Triple = [-Infinity, -Infinity, -Infinity];
  for (const { vertices } of body.pieces) {
    for (let i = 0; i < vertices.length; ++i) {
      low[i % 3] = Math.min(low[i % 3]!, vertices[i]!);
      high[i % 3] = Math.max(high[i % 3]!, vertices[i]!);
    }
  }
  if (!(low[0] <= high[0])) return [[0, 0, 0]]; // no shape
  return Array.from({ length: 8 }, (_, i) => low.map((l, a) => ((i >> a) & 1 ? high[a]! : l)) as Triple);
}

export function extentOf(paths: Paths, window: TimeWindow, samples = 60): Extent {
  const bodies = paths.trace.bodies;
  const loose = bodies.map((_, i) => i).filter((i) => bodies[i]!.kind !== FIXED);
  const moves = (i: number): boolean => {
    const span = paths.trace.end - paths.trace.start, first = Float64Array.from(paths.pose(i, paths.trace.start, new Float64Array(7)));
    return [0.25, 0.5, 0.75, 1].some((part) => {
      const now = paths.pose(i, paths.trace.start + part * span, new Float64Array(7));
      return first.some((x, k) => Math.abs(x - now[k]!) > 1e-4 * (k < 3 ? bodies[i]!.radius : 1));
    });
  };
  const going = loose.filter(moves), largest = Math.max(...going.map((i) => bodies[i]!.radius));
  // What stands still all the time need not be seen whole, if it is large.
  const seen = going.length > 0 ? loose.filter((i) => going.includes(i) || bodies[i]!.radius <= STILL_SIZE * largest) : loose;
  const shown = seen.length > 0 ? seen : bodies.map((_, i) => i);
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const pose = new Float64Array(7);
  const count = Math.max(2, Math.min(samples, Math.ceil(4000 / Math.max(1, shown.length))));
  for (const i of shown) {
    const box = corners(bodies[i]!);
    for (let k = 0; k <= count; ++k) {
      paths.pose(i, window.from + (window.to - window.from) * k / count, pose);
      for (const corner of box) {
        transformed(pose, ...corner).forEach((x, a) => {
          low[a] = Math.min(low[a]!, x);
          high[a] = Math.max(high[a]!, x);
        });
      }
    }
  }
  const radii = shown.map((i) => bodies[i]!.radius).sort((x, y) => x - y);
  const body = radii[radii.length >> 1] || 1;
  if (shown.length === 0) return { centre: [0, 0, 0], half: [1, 1, 1], radius: 2, body: 1 };
  const centre = low.map((l, a) => 0.5 * (l + high[a]!)) as Triple;
  const half = low.map((l, a) => 0.5 * (high[a]! - l)) as Triple;
  return { centre, half, radius: Math.max(1.5 * body, Math.hypot(...half)), body };
}
