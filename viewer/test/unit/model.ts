// SPDX-License-Identifier: Apache-2.0
// Small runs known in closed form.
import type { RunFacts } from "../../src/core/run";
import { Run } from "../../src/core/run";
import { type Body, type RunEvent, type Trace, WORLD } from "../../src/core/trace";

export function cube(name: string, half: number): Body {
  const vertices: number[] = [];
  for (const x of [-half, half]) for (const y of [-half, half]) for (const z of [-half, half]) vertices.push(x, y, z);
  return {
    name, kind: 0, mass: 2, com: Float64Array.of(0, 0, 0), inertia: Float64Array.of(1, 0, 0, 0, 2, 0, 0, 0, 3), radius: half * Math.sqrt(3),
    pieces: [{ name: "piece", vertices: Float64Array.from(vertices), edges: [], faces: [] }],
  };
}

export interface TestSegment { body: number; start: number; end: number; position: number[][]; quaternion: number[][]; reason?: number }
export interface TestCertificate {
  a: [number, number]; b: [number, number]; begin: number; end: number; normal?: number[]; kind?: number; frame?: number; active?: number[];
  edgeA?: number[]; edgeB?: number[]; sign?: number; bandHigh?: number; offset?: number;
}

const ends = (lists: number[][]): Float64Array => { let n = 0; return Float64Array.from(lists, (list) => (n += list.length)); };

export function traceWith(bodies: Body[], segments: TestSegment[], certificates: TestCertificate[] = [], events: RunEvent[] = []): Trace {
  const rows = segments.flatMap((s) => s.position), turns = segments.flatMap((s) => s.quaternion);
  const starts = Float64Array.from(segments, (s) => s.start), stops = Float64Array.from(segments, (s) => s.end);
  return {
    sceneName: "test", law: "no_slip", method: "oracle", programVersion: "0", skin: 1e-8, tol: 1e-9, gravity: Float64Array.of(0, 0, -10), certified: true,
    complete: true, start: Math.min(...starts), end: Math.max(...stops), stopped: "time", bodies,
    halfSpaces: [{ name: "ground", normal: [0, 0, 1], offset: 0 }], joints: [], loads: [], exclusions: 0,
    segments: {
      count: segments.length, body: Uint32Array.from(segments, (s) => s.body), startBase: starts, startOffset: starts.map(() => 0), start: starts, end: stops,
      used: stops.map((x, i) => x - starts[i]!), length: stops.map((x, i) => x - starts[i]!), position: Float64Array.from(rows.flat()), positionEnds: ends(rows),
      quaternion: Float64Array.from(turns.flat()), quaternionEnds: ends(turns), reason: Uint8Array.from(segments, (s) => s.reason ?? 0),
    },
    certificates: {
      count: certificates.length, aBody: Uint32Array.from(certificates, (c) => c.a[0]), aPiece: Uint32Array.from(certificates, (c) => c.a[1]),
      bBody: Uint32Array.from(certificates, (c) => c.b[0]), bPiece: Uint32Array.from(certificates, (c) => c.b[1]), kind: Uint8Array.from(certificates, (c) => c.kind ?? 0),
      frame: Uint8Array.from(certificates, (c) => c.frame ?? 0), begin: Float64Array.from(certificates, (c) => c.begin), end: Float64Array.from(certificates, (c) => c.end),
      normal: Float64Array.from(certificates.flatMap((c) => c.normal ?? [0, 0, 1])), offset: Float64Array.from(certificates, (c) => c.offset ?? 0),
      speed: new Float64Array(certificates.length), level: new Float64Array(certificates.length).fill(9.8e-9),
      edgeA: Uint32Array.from(certificates.flatMap((c) => c.edgeA ?? [0, 0])), edgeB: Uint32Array.from(certificates.flatMap((c) => c.edgeB ?? [0, 0])),
      sign: Int8Array.from(certificates, (c) => c.sign ?? 1), slack: new Float64Array(certificates.length), active: Uint32Array.from(certificates.flatMap((c) => c.active ?? [])),
      activeEnds: ends(certificates.map((c) => c.active ?? [])), bandHigh: Float64Array.from(certificates, (c) => c.bandHigh ?? 0),
    },
    forces: {
      count: 0, aBody: new Uint32Array(), aPiece: new Uint32Array(), bBody: new Uint32Array(), bPiece: new Uint32Array(), begin: new Float64Array(), end: new Float64Array(),
      length: new Float64Array(), frame: new Uint8Array(), normal: new Float64Array(), edgeA: new Uint32Array(), edgeB: new Uint32Array(), friction: new Float64Array(),
      pointEnds: new Float64Array(), state: new Uint8Array(), vertexA: new Uint32Array(), vertexB: new Uint32Array(), path: new Float64Array(), pathEnds: new Float64Array(),
      force: new Float64Array(), forceEnds: new Float64Array(),
    },
    events,
  };
}

export const STILL = [[1], [0], [0], [0]];

export function event(lo: number, kind: RunEvent["kind"] = "impact"): RunEvent {
  return {
    index: 0, kind, lo, hi: lo, proved: true, locationError: 0, a: { body: WORLD, piece: 0 }, b: { body: 0, piece: 0 }, contacts: [], energyBefore: 0, energyAfter: 0,
    limitTime: 0, limitBound: 0, contactsBefore: 0, contactsAfter: 0, note: "",
  };
}

export const FACTS: RunFacts = {
  label: "test", thinning: null,
  verdict: { claim: "proved", headline: "Proved", detail: "", checker: "", min_gap: 9.87e-9, min_gap_time: 1, min_gap_pair: "", first_failure: null, failures: [], proved: [], measured: [] },
};

export const runOf = (trace: Trace): Run => new Run(trace, FACTS);
