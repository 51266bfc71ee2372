// SPDX-License-Identifier: Apache-2.0
// Contact forces of a run: the polynomials of the trace, evaluated as they stand.
import type { Vec } from "./pairs";
import { chebyshev, type Paths, type Pose, rotated, transformed } from "./path";
import { type PieceId, type Trace, WORLD } from "./trace";

/** Forces of one pair after the other, as columns. */
export interface Forces {
  count: number;
  aBody: Uint32Array;
  aPiece: Uint32Array;
  bBody: Uint32Array;
  bPiece: Uint32Array;
  begin: Float64Array;
  end: Float64Array;
  length: Float64Array;
  frame: Uint8Array;
  normal: Float64Array;
  edgeA: Uint32Array;
  edgeB: Uint32Array;
  friction: Float64Array;
  pointEnds: Float64Array; // points of each record
  state: Uint8Array;
  vertexA: Uint32Array;
  vertexB: Uint32Array;
  path: Float64Array;
  pathEnds: Float64Array; // three a point
  force: Float64Array;
  forceEnds: Float64Array; // three a point
}

export interface PairForce {
  a: PieceId;
  b: PieceId;
  normal: Vec; // unit, from a to b
  friction: number; // μ
  points: { point: Vec; force: Vec; state: number }[]; // forces on b, N
  total: Vec;
}

const first = (ends: Float64Array, row: number): number => (row === 0 ? 0 : ends[row - 1]!);

function unit(v: Vec): Vec {
  const n = Math.hypot(...v) || 1;
  return [v[0] / n, v[1] / n, v[2] / n];
}

export const normalPart = (f: PairForce): number => f.total[0] * f.normal[0] + f.total[1] * f.normal[1] + f.total[2] * f.normal[2];

const ROUNDING = 1e-12; // of a force: less is what its parts do not cancel to

/** Size of the part of the sum that is not along the normal. */
export function frictionPart(f: PairForce): number {
  const n = normalPart(f);
  const across = Math.hypot(f.total[0] - n * f.normal[0], f.total[1] - n * f.normal[1], f.total[2] - n * f.normal[2]);
  return across > ROUNDING * Math.hypot(...f.total) ? across : 0;
}

/** Looks forces up by time. */
export class ForceTracks {
  private readonly lists = new Map<string, number[]>();
  private readonly starts = new Map<string, Float64Array>();
  /** The largest force of a point at the start of its record. */
  readonly largest: number;

  constructor(private readonly trace: Trace, private readonly paths: Paths) {
    const f = trace.forces;
    let largest = 0;
    for (let k = 0; k < f.count; ++k) {
      const key = this.key({ body: f.aBody[k]!, piece: f.aPiece[k]! }, { body: f.bBody[k]!, piece: f.bPiece[k]! });
      const list = this.lists.get(key);
      if (list) list.push(k);
      else this.lists.set(key, [k]);
      for (let p = first(f.pointEnds, k); p < f.pointEnds[k]!; ++p) largest = Math.max(largest, Math.hypot(...this.series(f.force, f.forceEnds, p, -1)));
    }
    for (const [key, list] of this.lists) this.starts.set(key, Float64Array.from(list, (k) => f.begin[k]!));
    this.largest = largest;
  }

  private key(a: PieceId, b: PieceId): string { return `${a.body}/${a.piece} ${b.body}/${b.piece}`; }

  private series(c: Float64Array, ends: Float64Array, point: number, x: number): Vec {
    const at = (i: number): number => chebyshev(c, first(ends, 3 * point + i), ends[3 * point + i]!, x);
    return [at(0), at(1), at(2)];
  }

  /** The record of the pair at `t`, or -1. */
  private record(key: string, t: number): number {
    const starts = this.starts.get(key);
    if (!starts || starts.length === 0 || starts[0]! > t) return -1;
    let low = 0, high = starts.length;
    while (high - low > 1) {
      const mid = (low + high) >> 1;
      if (starts[mid]! <= t) low = mid;
      else high = mid;
    }
    const k = this.lists.get(key)![low]!;
    return t <= this.trace.forces.end[k]! ? k : -1;
  }

  pair(a: PieceId, b: PieceId, t: number): PairForce | null {
    const k = this.record(this.key(a, b), t);
    return k < 0 ? null : this.evaluated(k, t);
  }

  all(t: number): PairForce[] {
    const out: PairForce[] = [];
    for (const key of this.lists.keys()) {
      const k = this.record(key, t);
      if (k >= 0) out.push(this.evaluated(k, t));
    }
    return out;
  }

  private evaluated(k: number, t: number): PairForce {
    const f = this.trace.forces;
    const a = { body: f.aBody[k]!, piece: f.aPiece[k]! }, b = { body: f.bBody[k]!, piece: f.bPiece[k]! };
    const pose = (id: PieceId): Pose => (id.body === WORLD ? Float64Array.of(0, 0, 0, 1, 0, 0, 0) : this.paths.pose(id.body, t, new Float64Array(7)));
    const poseA = pose(a), poseB = pose(b);
    const vertex = (id: PieceId, v: number): Vec => {
      const vertices = this.trace.bodies[id.body]!.pieces[id.piece]!.vertices;
      return [vertices[3 * v]!, vertices[3 * v + 1]!, vertices[3 * v + 2]!];
    };
    const x = 2 * (t - f.begin[k]!) / f.length[k]! - 1;
    const points: PairForce["points"] = [];
    const total: Vec = [0, 0, 0];
    for (let p = first(f.pointEnds, k); p < f.pointEnds[k]!; ++p) {
      const force = this.series(f.force, f.forceEnds, p, x);
      const point = f.vertexB[p] !== WORLD ? transformed(poseB, ...vertex(b, f.vertexB[p]!)) :
        f.vertexA[p] !== WORLD ? transformed(poseA, ...vertex(a, f.vertexA[p]!)) : this.series(f.path, f.pathEnds, p, x);
      points.push({ point, force, state: f.state[p]! });
      for (let i = 0; i < 3; ++i) total[i]! += force[i]!;
    }
    return { a, b, normal: this.normal(k, a, b, poseA, poseB, vertex), friction: f.friction[k]!, points, total };
  }

  private normal(k: number, a: PieceId, b: PieceId, poseA: Pose, poseB: Pose, vertex: (id: PieceId, v: number) => Vec): Vec {
    const f = this.trace.forces;
    const e = [f.edgeA[2 * k]!, f.edgeA[2 * k + 1]!, f.edgeB[2 * k]!, f.edgeB[2 * k + 1]!];
    if (e[0] !== e[1]) {
      const along = (id: PieceId, pose: Pose, from: number, to: number): Vec => {
        const p = vertex(id, from), q = vertex(id, to);
        return rotated(pose, q[0] - p[0], q[1] - p[1], q[2] - p[2]);
      };
      const u = along(a, poseA, e[0]!, e[1]!), v = along(b, poseB, e[2]!, e[3]!);
      return unit([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
    }
    const n: Vec = [f.normal[3 * k]!, f.normal[3 * k + 1]!, f.normal[3 * k + 2]!];
    return unit(f.frame[k] === 1 ? rotated(poseA, ...n) : f.frame[k] === 2 ? rotated(poseB, ...n) : n);
  }
}
