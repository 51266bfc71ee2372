// SPDX-License-Identifier: Apache-2.0
// How far apart two runs of one scene are.
import { type Paths, transformed } from "./path";

/** Bodies of both runs by name: numbers in the first and in the second. */
export function commonBodies(one: Paths, two: Paths): [number, number][] {
  const names = new Map(two.trace.bodies.map((body, i) => [body.name, i]));
  return one.trace.bodies.flatMap((body, i) => {
    const other = names.get(body.name);
    return other !== undefined && two.trace.bodies[other]!.pieces.length === body.pieces.length ? [[i, other] as [number, number]] : [];
  });
}

/** The largest distance of a vertex in one run from the same vertex in the other at `t`, metres. */
export function distanceAt(one: Paths, two: Paths, common: [number, number][], t: number): number {
  const p = new Float64Array(7), q = new Float64Array(7);
  let worst = 0;
  for (const [i, j] of common) {
    one.pose(i, t, p);
    two.pose(j, t, q);
    for (const piece of one.trace.bodies[i]!.pieces) {
      const v = piece.vertices;
      for (let k = 0; k < v.length; k += 3) {
        const a = transformed(p, v[k]!, v[k + 1]!, v[k + 2]!), b = transformed(q, v[k]!, v[k + 1]!, v[k + 2]!);
        worst = Math.max(worst, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      }
    }
  }
  return worst;
}

export function distanceCurve(one: Paths, two: Paths, times: Float64Array): (number | null)[] {
  const common = commonBodies(one, two);
  const until = Math.min(one.trace.end, two.trace.end);
  return Array.from(times, (t) => {
    if (t > until || common.length === 0) return null;
    const d = distanceAt(one, two, common, t);
    return d > 0 ? d : null;
  });
}
