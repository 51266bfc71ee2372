// SPDX-License-Identifier: Apache-2.0
// Where bodies are: the Chebyshev series of the trace, evaluated as they stand.
import type { Segments, Trace } from "./trace";

/** Position (3) and unit quaternion (w, x, y, z). */
export type Pose = Float64Array;

/** Which of two segments at an instant where one ends and the next begins. */
export type Side = "before" | "after";

/** Σ c_k T_k(x) for the coefficients from `from` to `to`, by Clenshaw's recurrence. */
export function chebyshev(c: Float64Array, from: number, to: number, x: number): number {
  let b1 = 0, b2 = 0;
  for (let k = to - 1; k > from; --k) {
    const b0 = 2 * x * b1 - b2 + c[k]!;
    b2 = b1;
    b1 = b0;
  }
  return from < to ? c[from]! + x * b1 - b2 : 0;
}

/** d/dx of the same. */
export function chebyshevSlope(c: Float64Array, from: number, to: number, x: number): number {
  let t0 = 1, t1 = x, d0 = 0, d1 = 1, sum = 0;
  for (let k = from + 1; k < to; ++k) {
    sum += c[k]! * d1;
    const t2 = 2 * x * t1 - t0, d2 = 2 * t1 + 2 * x * d1 - d0;
    t0 = t1; t1 = t2; d0 = d1; d1 = d2;
  }
  return sum;
}

const first = (ends: Float64Array, row: number): number => (row === 0 ? 0 : ends[row - 1]!);

/** The pose on segment `k`, `elapsed` seconds after its start. */
export function poseOnSegment(s: Segments, k: number, elapsed: number, out: Pose): void {
  const x = 2 * elapsed / s.length[k]! - 1;
  for (let i = 0; i < 3; ++i) {
    const row = 3 * k + i;
    out[i] = chebyshev(s.position, first(s.positionEnds, row), s.positionEnds[row]!, x);
  }
  let norm = 0;
  for (let i = 0; i < 4; ++i) {
    const row = 4 * k + i;
    const q = chebyshev(s.quaternion, first(s.quaternionEnds, row), s.quaternionEnds[row]!, x);
    out[3 + i] = q;
    norm += q * q;
  }
  norm = Math.sqrt(norm) || 1;
  for (let i = 3; i < 7; ++i) out[i]! /= norm;
}

export interface Motion {
  pose: Pose;
  velocity: [number, number, number]; // of the body's origin
  omega: [number, number, number]; // world axes
}

export function motionOnSegment(s: Segments, k: number, elapsed: number): Motion {
  const pose = new Float64Array(7);
  const x = 2 * elapsed / s.length[k]! - 1, rate = 2 / s.length[k]!;
  const q = [0, 0, 0, 0], dq = [0, 0, 0, 0], v: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < 3; ++i) {
    const row = 3 * k + i;
    v[i] = rate * chebyshevSlope(s.position, first(s.positionEnds, row), s.positionEnds[row]!, x);
  }
  let norm = 0;
  for (let i = 0; i < 4; ++i) {
    const row = 4 * k + i, from = first(s.quaternionEnds, row), to = s.quaternionEnds[row]!;
    q[i] = chebyshev(s.quaternion, from, to, x);
    dq[i] = rate * chebyshevSlope(s.quaternion, from, to, x);
    norm += q[i]! * q[i]!;
  }
  poseOnSegment(s, k, elapsed, pose);
  const [w, a, b, c] = q as [number, number, number, number], [dw, da, db, dc] = dq as [number, number, number, number];
  const f = 2 / norm; // ω = 2 vec(q̇ q*) / |q|²
  return { pose, velocity: v, omega: [f * (-dw * a + da * w - db * c + dc * b), f * (-dw * b + db * w - dc * a + da * c), f * (-dw * c + dc * w - da * b + db * a)] };
}

/** The segments of each body in the order of time. */
export class Paths {
  private readonly order: Uint32Array[];
  private readonly starts: Float64Array[];

  constructor(readonly trace: Trace) {
    const lists: number[][] = trace.bodies.map(() => []);
    for (let k = 0; k < trace.segments.count; ++k) lists[trace.segments.body[k]!]?.push(k);
    this.order = lists.map((list) => Uint32Array.from(list));
    this.starts = this.order.map((list) => Float64Array.from(list, (k) => trace.segments.start[k]!));
  }

  /** Numbers of the body's segments. */
  of(body: number): Uint32Array { return this.order[body]!; }

  /** The segment of `body` at `t`, or -1 if it has none. */
  segment(body: number, t: number, side: Side = "after"): number {
    const starts = this.starts[body]!;
    if (starts.length === 0) return -1;
    let low = 0, high = starts.length; // the last start <= t (after) or < t (before)
    while (high - low > 1) {
      const mid = (low + high) >> 1;
      if (side === "after" ? starts[mid]! <= t : starts[mid]! < t) low = mid;
      else high = mid;
    }
    return this.order[body]![low]!;
  }

  elapsed(k: number, t: number): number {
    const s = this.trace.segments;
    return Math.min(Math.max(t - s.startBase[k]! - s.startOffset[k]!, 0), s.used[k]!);
  }

  pose(body: number, t: number, out: Pose, side: Side = "after"): Pose {
    const k = this.segment(body, t, side);
    if (k < 0) {
      out.set([0, 0, 0, 1, 0, 0, 0]);
    } else {
      poseOnSegment(this.trace.segments, k, this.elapsed(k, t), out);
    }
    return out;
  }

  motion(body: number, t: number, side: Side): Motion | null {
    const k = this.segment(body, t, side);
    return k < 0 ? null : motionOnSegment(this.trace.segments, k, this.elapsed(k, t));
  }
}

/** The pose times a point of the body. */
export function transformed(pose: Pose, x: number, y: number, z: number): [number, number, number] {
  const r = rotated(pose, x, y, z);
  return [r[0] + pose[0]!, r[1] + pose[1]!, r[2] + pose[2]!];
}

export function rotated(pose: Pose, x: number, y: number, z: number): [number, number, number] {
  const w = pose[3]!, a = pose[4]!, b = pose[5]!, c = pose[6]!;
  // v + 2 u × (u × v + w v)
  const tx = 2 * (b * z - c * y), ty = 2 * (c * x - a * z), tz = 2 * (a * y - b * x);
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
}
