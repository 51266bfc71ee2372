// SPDX-License-Identifier: Apache-2.0
// Pairs of pieces and what their certificates say at an instant.
import { type Paths, type Pose, rotated, transformed } from "./path";
import { type PieceId, type Trace, WORLD } from "./trace";

export type Vec = [number, number, number];

export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const scaled = (a: Vec, f: number): Vec => [a[0] * f, a[1] * f, a[2] * f];
export const sum = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = (a: Vec): Vec => scaled(a, 1 / (Math.hypot(...a) || 1));

export const PLANE = 0, EDGE_EDGE = 1, CONTACT = 2;
export const CERTIFICATE_NAMES = ["separating plane", "edge against edge", "contact plane"];

/** Two pieces and the numbers of their certificates, in the order of time. */
export interface Pair {
  a: PieceId; // a half-space is always a
  b: PieceId;
  certificates: Uint32Array;
  begins: Float64Array;
}

/** What holds of a pair at one instant. */
export interface Separation {
  certificate: number;
  normal: Vec; // unit, from a to b, world
  gap: number; // along the normal, metres
  top: number; // greatest normal·x over a
  witnessA: Vec; // where a and b are nearest to the plane
  witnessB: Vec;
}

/** Poses of all bodies at one instant, each evaluated once. */
export class Instant {
  private readonly poses: Float64Array;
  private readonly known: Uint8Array;
  time = NaN;

  constructor(readonly paths: Paths) {
    const count = paths.trace.bodies.length;
    this.poses = new Float64Array(7 * count);
    this.known = new Uint8Array(count);
  }

  at(t: number): this {
    this.time = t;
    this.known.fill(0);
    return this;
  }

  pose(body: number): Pose {
    const out = this.poses.subarray(7 * body, 7 * body + 7);
    if (!this.known[body]) {
      this.paths.pose(body, this.time, out);
      this.known[body] = 1;
    }
    return out;
  }
}

const key = (a: PieceId, b: PieceId): string => `${a.body}/${a.piece}/${b.body}/${b.piece}`;

export class Pairs {
  readonly list: Pair[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly trace: Trace) {
    const c = trace.certificates;
    const lists: number[][] = [];
    for (let k = 0; k < c.count; ++k) {
      const a = { body: c.aBody[k]!, piece: c.aPiece[k]! }, b = { body: c.bBody[k]!, piece: c.bPiece[k]! };
      const name = key(a, b);
      let number = this.numbers.get(name);
      if (number === undefined) {
        number = this.list.length;
        this.numbers.set(name, number);
        this.list.push({ a, b, certificates: new Uint32Array(), begins: new Float64Array() });
        lists.push([]);
      }
      lists[number]!.push(k);
    }
    this.list.forEach((pair, i) => {
      pair.certificates = Uint32Array.from(lists[i]!.sort((x, y) => c.begin[x]! - c.begin[y]!));
      pair.begins = Float64Array.from(pair.certificates, (k) => c.begin[k]!);
    });
  }

  number(a: PieceId, b: PieceId): number { return this.numbers.get(key(a, b)) ?? this.numbers.get(key(b, a)) ?? -1; }

  /** The pair's certificate at `t`, or -1. */
  certificate(pair: number, t: number): number {
    const { begins, certificates } = this.list[pair]!;
    let low = -1, high = begins.length; // the last begin <= t
    while (high - low > 1) {
      const mid = (low + high) >> 1;
      if (begins[mid]! <= t) low = mid;
      else high = mid;
    }
    // Neighbouring intervals may overlap; a certificate that began a little earlier may still hold.
    for (let i = low; i >= 0 && i > low - 4; --i) {
      if (this.trace.certificates.end[certificates[i]!]! >= t) return certificates[i]!;
    }
    return -1;
  }

  /** The unit normal of certificate `k`, world axes. */
  private normal(k: number, instant: Instant): Vec {
    const c = this.trace.certificates;
    if (c.kind[k] === EDGE_EDGE) {
      const edge = (body: number, piece: number, edges: Uint32Array): Vec => {
        const v = this.trace.bodies[body]!.pieces[piece]!.vertices, i = 3 * edges[2 * k]!, j = 3 * edges[2 * k + 1]!;
        return rotated(instant.pose(body), v[j]! - v[i]!, v[j + 1]! - v[i + 1]!, v[j + 2]! - v[i + 2]!);
      };
      const n = cross(edge(c.aBody[k]!, c.aPiece[k]!, c.edgeA), edge(c.bBody[k]!, c.bPiece[k]!, c.edgeB));
      return unit(scaled(n, c.sign[k]!));
    }
    const n: Vec = [c.normal[3 * k]!, c.normal[3 * k + 1]!, c.normal[3 * k + 2]!];
    const body = c.frame[k] === 1 ? c.aBody[k]! : c.frame[k] === 2 ? c.bBody[k]! : WORLD;
    return unit(body === WORLD ? n : rotated(instant.pose(body), ...n));
  }

  /** The least of sign·normal·x over a piece, and where. */
  private extreme(id: PieceId, normal: Vec, sign: number, instant: Instant): { value: number; at: Vec } {
    const pose = instant.pose(id.body), v = this.trace.bodies[id.body]!.pieces[id.piece]!.vertices;
    let value = Infinity, at: Vec = [0, 0, 0];
    for (let i = 0; i < v.length; i += 3) {
      const p = transformed(pose, v[i]!, v[i + 1]!, v[i + 2]!);
      const h = sign * dot(normal, p);
      if (h < value) { value = h; at = p; }
    }
    return { value: sign * value, at };
  }

  separation(pair: number, instant: Instant): Separation | null {
    const k = this.certificate(pair, instant.time);
    if (k < 0) return null;
    const { a, b } = this.list[pair]!;
    const normal = this.normal(k, instant);
    const low = this.extreme(b, normal, 1, instant);
    if (a.body === WORLD) {
      const plane = this.trace.halfSpaces[a.piece]!;
      const gap = low.value - plane.offset;
      return { certificate: k, normal, gap, top: plane.offset, witnessA: sum(low.at, scaled(normal, -gap)), witnessB: low.at };
    }
    const high = this.extreme(a, normal, -1, instant);
    return { certificate: k, normal, gap: low.value - high.value, top: high.value, witnessA: high.at, witnessB: low.at };
  }

  /** The pair of least gap at the instant, or -1. */
  closest(instant: Instant): number {
    let best = -1, least = Infinity;
    for (let i = 0; i < this.list.length; ++i) {
      const s = this.separation(i, instant);
      if (s && s.gap < least) { least = s.gap; best = i; }
    }
    return best;
  }

  leastGap(instant: Instant): number {
    let least = Infinity;
    for (let i = 0; i < this.list.length; ++i) {
      const s = this.separation(i, instant);
      if (s && s.gap < least) least = s.gap;
    }
    return least;
  }
}

/** The vertices of a piece within `reach` of the plane: a vertex, an edge or a face. */
export function feature(trace: Trace, id: PieceId, s: Separation, instant: Instant, reach: number): Vec[] {
  if (id.body === WORLD) return [];
  const pose = instant.pose(id.body), v = trace.bodies[id.body]!.pieces[id.piece]!.vertices;
  const points: { p: Vec; h: number }[] = [];
  for (let i = 0; i < v.length; i += 3) {
    const p = transformed(pose, v[i]!, v[i + 1]!, v[i + 2]!);
    points.push({ p, h: Math.abs(dot(s.normal, p) - s.top) });
  }
  const least = Math.min(...points.map((x) => x.h));
  return points.filter((x) => x.h <= least + reach).map((x) => x.p);
}

/** Points of a plane in the order of their convex hull. */
export function hull(points: Vec[], normal: Vec): Vec[] {
  if (points.length < 3) return points;
  const centre = scaled(points.reduce(sum), 1 / points.length);
  const u = unit(cross(normal, Math.abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])), w = cross(normal, u);
  const flat = points.map((p) => {
    const d: Vec = [p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]];
    return { p, x: dot(d, u), y: dot(d, w) };
  }).sort((i, j) => i.x - j.x || i.y - j.y);
  const half = (list: typeof flat): typeof flat => {
    const out: typeof flat = [];
    for (const q of list) {
      while (out.length > 1) {
        const [r, s] = [out[out.length - 2]!, out[out.length - 1]!];
        if ((s.x - r.x) * (q.y - r.y) - (s.y - r.y) * (q.x - r.x) > 0) break;
        out.pop();
      }
      out.push(q);
    }
    out.pop();
    return out;
  };
  return [...half(flat), ...half([...flat].reverse())].map((q) => q.p);
}

export interface Manifold {
  pair: number;
  normal: Vec;
  points: Vec[];
}

/** Active contact points of all pairs at the instant. */
export function manifolds(trace: Trace, pairs: Pairs, instant: Instant): Manifold[] {
  const c = trace.certificates, out: Manifold[] = [];
  for (let i = 0; i < pairs.list.length; ++i) {
    const k = pairs.certificate(i, instant.time);
    if (k < 0) continue;
    const touchingEdges = c.kind[k] === EDGE_EDGE && c.bandHigh[k]! > 0;
    if (c.kind[k] !== CONTACT && !touchingEdges) continue;
    const s = pairs.separation(i, instant)!;
    if (touchingEdges) {
      out.push({ pair: i, normal: s.normal, points: [edgePoint(trace, pairs.list[i]!, k, instant)] });
      continue;
    }
    const { a, b } = pairs.list[i]!;
    const id = c.frame[k] === 2 ? a : b; // the piece that does not carry the plane
    const pose = instant.pose(id.body), v = trace.bodies[id.body]!.pieces[id.piece]!.vertices;
    const points: Vec[] = [];
    for (let j = k === 0 ? 0 : c.activeEnds[k - 1]!; j < c.activeEnds[k]!; ++j) {
      const at = 3 * c.active[j]!;
      points.push(transformed(pose, v[at]!, v[at + 1]!, v[at + 2]!));
    }
    out.push({ pair: i, normal: s.normal, points: hull(points, s.normal) });
  }
  return out;
}

/** The point of a's edge that is nearest to b's. */
export function edgePoint(trace: Trace, pair: Pair, k: number, instant: Instant): Vec {
  const c = trace.certificates;
  const end = (id: PieceId, vertex: number): Vec => {
    const v = trace.bodies[id.body]!.pieces[id.piece]!.vertices;
    return transformed(instant.pose(id.body), v[3 * vertex]!, v[3 * vertex + 1]!, v[3 * vertex + 2]!);
  };
  const a0 = end(pair.a, c.edgeA[2 * k]!), a1 = end(pair.a, c.edgeA[2 * k + 1]!);
  const b0 = end(pair.b, c.edgeB[2 * k]!), b1 = end(pair.b, c.edgeB[2 * k + 1]!);
  const u = sum(a1, scaled(a0, -1)), v = sum(b1, scaled(b0, -1)), w = sum(a0, scaled(b0, -1));
  const n = cross(u, v), area = dot(n, n) || 1;
  return sum(a0, scaled(u, dot(cross(v, w), n) / area));
}
