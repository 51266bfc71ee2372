// SPDX-License-Identifier: Apache-2.0
// How large a run is: for cameras, grids and arrows.
import type { TimeWindow } from "../core/curves";
import type { Paths } from "../core/path";
import { FIXED } from "../core/trace";

export interface Extent {
  centre: [number, number, number];
  half: [number, number, number]; // half the sides of the box that holds what moves
  radius: number; // of the ball around it
  body: number; // size of a typical body: the median radius
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
  const going = loose.filter(moves), moving = going.length > 0 ? going : loose; // what stands still all the time need not be seen whole
  const shown = moving.length > 0 ? moving : bodies.map((_, i) => i);
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const pose = new Float64Array(7);
  const count = Math.max(2, Math.min(samples, Math.ceil(4000 / Math.max(1, shown.length))));
  for (const i of shown) {
    for (let k = 0; k <= count; ++k) {
      paths.pose(i, window.from + (window.to - window.from) * k / count, pose);
      for (let a = 0; a < 3; ++a) {
        low[a] = Math.min(low[a]!, pose[a]! - bodies[i]!.radius);
        high[a] = Math.max(high[a]!, pose[a]! + bodies[i]!.radius);
      }
    }
  }
  const radii = shown.map((i) => bodies[i]!.radius).sort((x, y) => x - y);
  const body = radii[radii.length >> 1] || 1;
  if (shown.length === 0) return { centre: [0, 0, 0], half: [1, 1, 1], radius: 2, body: 1 };
  const centre = low.map((l, a) => 0.5 * (l + high[a]!)) as [number, number, number];
  const half = low.map((l, a) => 0.5 * (high[a]! - l)) as [number, number, number];
  return { centre, half, radius: Math.max(1.5 * body, Math.hypot(...half)), body };
}
