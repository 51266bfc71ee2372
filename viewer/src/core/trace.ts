// SPDX-License-Identifier: Apache-2.0
// A run as the viewer looks at it. Lengths in metres, times in seconds, quaternions (w, x, y, z).
import type { Forces } from "./forces";
import { JOINT_KINDS, type Joint, type Load } from "./mechanism";
import { FORMAT_VERSION, type Payload, PayloadError, type Table } from "./payload";

export const WORLD = 0xffffffff;

export const EVENT_KINDS = ["touch", "impact", "lift", "stick", "slip", "limit", "feature", "accumulation", "jam",
  "multi_impact", "indeterminate", "sample"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const END_REASONS = ["accuracy", "touch", "band_exit", "lift", "feature", "limit", "input", "neighbour", "stop",
  "rest", "stick", "slip", "jam", "full", "advancement", "star", "dagger", "transient", "floor"] as const;
export type EndReason = (typeof END_REASONS)[number];

export const FIXED = 1; // body kind

export interface Piece {
  name: string;
  vertices: Float64Array; // x, y, z of each
  edges: [number, number][];
  faces: number[][];
}

export interface Body {
  name: string;
  kind: number;
  mass: number;
  com: Float64Array;
  inertia: Float64Array;
  pieces: Piece[];
  radius: number; // of the ball around the origin that holds all vertices
}

export interface HalfSpace {
  name: string;
  normal: [number, number, number];
  offset: number;
}

export interface PieceId {
  body: number;
  piece: number;
}

export interface EventContact {
  point: [number, number, number];
  normal: [number, number, number];
  impulse: [number, number, number];
}

export interface RunEvent {
  index: number; // as numbered by the run
  kind: EventKind;
  lo: number;
  hi: number;
  proved: boolean;
  locationError: number;
  a: PieceId;
  b: PieceId;
  contacts: EventContact[];
  energyBefore: number;
  energyAfter: number;
  limitTime: number;
  limitBound: number;
  contactsBefore: number;
  contactsAfter: number;
  note: string;
}

/** Segments of all bodies as columns. */
export interface Segments {
  count: number;
  body: Uint32Array;
  startBase: Float64Array;
  startOffset: Float64Array;
  start: Float64Array; // base + offset
  end: Float64Array;
  used: Float64Array; // end - start, without cancellation
  length: Float64Array;
  position: Float64Array;
  positionEnds: Float64Array; // three a segment
  quaternion: Float64Array;
  quaternionEnds: Float64Array; // four a segment
  reason: Uint8Array;
}

/** Certificates as columns. */
export interface Certificates {
  count: number;
  aBody: Uint32Array;
  aPiece: Uint32Array;
  bBody: Uint32Array;
  bPiece: Uint32Array;
  kind: Uint8Array;
  frame: Uint8Array;
  begin: Float64Array;
  end: Float64Array;
  normal: Float64Array;
  offset: Float64Array;
  speed: Float64Array;
  level: Float64Array;
  edgeA: Uint32Array;
  edgeB: Uint32Array;
  sign: Int8Array;
  slack: Float64Array;
  active: Uint32Array;
  activeEnds: Float64Array;
  bandHigh: Float64Array;
}

export interface Trace {
  sceneName: string;
  law: string;
  method: string;
  programVersion: string;
  skin: number;
  tol: number;
  gravity: Float64Array;
  certified: boolean;
  complete: boolean;
  start: number;
  end: number;
  stopped: string;
  bodies: Body[];
  halfSpaces: HalfSpace[];
  joints: Joint[];
  loads: Load[];
  exclusions: number;
  segments: Segments;
  forces: Forces;
  certificates: Certificates;
  events: RunEvent[];
}

class Reader {
  constructor(private readonly table: Table, private readonly name: string) {}
  get rows(): number { return this.table.rows; }
  private column(field: string): unknown {
    const column = this.table.columns.get(field);
    if (!column) throw new PayloadError(`The trace in this page lacks ${this.name}.${field}.`);
    return column;
  }
  f64(field: string): Float64Array { return this.column(field) as Float64Array; }
  u32(field: string): Uint32Array { return this.column(field) as Uint32Array; }
  u8(field: string): Uint8Array { return this.column(field) as Uint8Array; }
  i8(field: string): Int8Array { return this.column(field) as Int8Array; }
  /** Where list `i` begins and ends. */
  span(field: string, i: number): [number, number] {
    const ends = this.f64(field + ".ends");
    return [i === 0 ? 0 : ends[i - 1]!, ends[i]!];
  }
  text(field: string, i: number): string {
    const [from, to] = this.span(field, i);
    return new TextDecoder().decode(this.u8(field).subarray(from, to));
  }
  texts(field: string): string[] {
    return Array.from({ length: this.f64(field + ".ends").length }, (_, i) => this.text(field, i));
  }
  time(field: string): Float64Array {
    const base = this.f64(field + ".base"), offset = this.f64(field + ".offset");
    return base.map((b, i) => b + offset[i]!);
  }
}

function reader(payload: Payload, name: string): Reader {
  const table = payload.tables.get(name);
  if (!table) throw new PayloadError(`The trace in this page lacks its ${name}.`);
  return new Reader(table, name);
}

const triple = (from: Float64Array, i: number): [number, number, number] => [from[3 * i]!, from[3 * i + 1]!, from[3 * i + 2]!];

function piecesOf(r: Reader, names: string[]): Piece[] {
  const faceSpans = r.f64("pieces.faces.item.ends");
  const faceData = r.u32("pieces.faces.item");
  const edges = r.u32("pieces.edges");
  return names.map((name, i) => {
    const [v0, v1] = r.span("pieces.vertices", i), [e0, e1] = r.span("pieces.edges", i), [f0, f1] = r.span("pieces.faces", i);
    return {
      name,
      vertices: r.f64("pieces.vertices").slice(3 * v0, 3 * v1),
      edges: Array.from({ length: e1 - e0 }, (_, k) => [edges[2 * (e0 + k)]!, edges[2 * (e0 + k) + 1]!] as [number, number]),
      faces: Array.from({ length: f1 - f0 }, (_, k) => {
        const from = f0 + k === 0 ? 0 : faceSpans[f0 + k - 1]!;
        return Array.from(faceData.subarray(from, faceSpans[f0 + k]!));
      }),
    };
  });
}

function bodiesOf(payload: Payload): Body[] {
  const r = reader(payload, "bodies");
  const pieces = piecesOf(r, r.texts("pieces.name"));
  return Array.from({ length: r.rows }, (_, i) => {
    const [from, to] = r.span("pieces", i);
    const own = pieces.slice(from, to);
    let radius = 0;
    for (const piece of own) {
      for (let k = 0; k < piece.vertices.length; k += 3) {
        radius = Math.max(radius, Math.hypot(piece.vertices[k]!, piece.vertices[k + 1]!, piece.vertices[k + 2]!));
      }
    }
    return {
      name: r.text("name", i), kind: r.u8("kind")[i]!, mass: r.f64("mass")[i]!, com: r.f64("com").slice(3 * i, 3 * i + 3),
      inertia: r.f64("inertia").slice(9 * i, 9 * i + 9), pieces: own, radius,
    };
  });
}

function segmentsOf(payload: Payload): Segments {
  const r = reader(payload, "segments");
  const startBase = r.f64("start.base"), startOffset = r.f64("start.offset");
  const endBase = r.f64("end.base"), endOffset = r.f64("end.offset");
  return {
    count: r.rows, body: r.u32("body"), startBase, startOffset, start: r.time("start"), end: r.time("end"),
    used: startBase.map((b, i) => endBase[i]! - b + (endOffset[i]! - startOffset[i]!)),
    length: r.f64("length"), position: r.f64("position"), positionEnds: r.f64("position.ends"),
    quaternion: r.f64("quaternion"), quaternionEnds: r.f64("quaternion.ends"), reason: r.u8("reason"),
  };
}

function certificatesOf(payload: Payload): Certificates {
  const r = reader(payload, "certificates");
  return {
    count: r.rows, aBody: r.u32("a.body"), aPiece: r.u32("a.piece"), bBody: r.u32("b.body"), bPiece: r.u32("b.piece"),
    kind: r.u8("kind"), frame: r.u8("frame"), begin: r.time("begin"), end: r.time("end"), normal: r.f64("normal"),
    offset: r.f64("offset"), speed: r.f64("speed"), level: r.f64("level"), edgeA: r.u32("edge_a"), edgeB: r.u32("edge_b"),
    sign: r.i8("sign"), slack: r.f64("slack"), active: r.u32("active"), activeEnds: r.f64("active.ends"), bandHigh: r.f64("band_high"),
  };
}

function jointsOf(payload: Payload): Joint[] {
  if (!payload.tables.has("joints")) return [];
  const r = reader(payload, "joints");
  const at = (field: string, i: number): [number, number, number] => triple(r.f64(field), i);
  return Array.from({ length: r.rows }, (_, i) => ({
    name: r.text("name", i), kind: JOINT_KINDS[r.u8("kind")[i]!] ?? "fixed", parent: r.u32("parent")[i]!, child: r.u32("child")[i]!,
    anchorParent: at("anchor_parent", i), anchorChild: at("anchor_child", i), axisParent: at("axis_parent", i), axisChild: at("axis_child", i),
    referenceParent: at("reference_parent", i), referenceChild: at("reference_child", i),
  }));
}

function loadsOf(payload: Payload): Load[] {
  if (!payload.tables.has("loads")) return [];
  const r = reader(payload, "loads");
  return Array.from({ length: r.rows }, (_, i) => {
    const [from, to] = r.span("times", i), [f] = r.span("forces", i), [m] = r.span("moments", i);
    const knots = Array.from({ length: to - from }, (_, k) => k);
    return {
      body: r.u32("body")[i]!, inBody: r.u8("axes")[i] === 1, point: triple(r.f64("point"), i), times: knots.map((k) => r.f64("times")[from + k]!),
      forces: knots.map((k) => triple(r.f64("forces"), f + k)), moments: knots.map((k) => triple(r.f64("moments"), m + k)),
    };
  });
}

function forcesOf(payload: Payload): Forces {
  const r = reader(payload, "forces");
  return {
    count: r.rows, aBody: r.u32("a.body"), aPiece: r.u32("a.piece"), bBody: r.u32("b.body"), bPiece: r.u32("b.piece"),
    begin: r.time("begin"), end: r.time("end"), length: r.f64("length"), frame: r.u8("frame"), normal: r.f64("normal"),
    edgeA: r.u32("edge_a"), edgeB: r.u32("edge_b"), friction: r.f64("friction"), pointEnds: r.f64("points.ends"),
    state: r.u8("points.state"), vertexA: r.u32("points.vertex_a"), vertexB: r.u32("points.vertex_b"),
    path: r.f64("points.path"), pathEnds: r.f64("points.path.ends"), force: r.f64("points.force"), forceEnds: r.f64("points.force.ends"),
  };
}

function eventsOf(payload: Payload): RunEvent[] {
  const r = reader(payload, "events");
  const lo = r.time("lo"), hi = r.time("hi");
  const points = r.f64("contacts.point"), normals = r.f64("contacts.normal"), impulses = r.f64("contacts.impulse");
  return Array.from({ length: r.rows }, (_, i) => {
    const [from, to] = r.span("contacts", i);
    return {
      index: r.u32("index")[i]!, kind: EVENT_KINDS[r.u8("kind")[i]!] ?? "indeterminate", lo: lo[i]!, hi: hi[i]!,
      proved: r.u8("proved")[i] === 1, locationError: r.f64("location_error")[i]!,
      a: { body: r.u32("a.body")[i]!, piece: r.u32("a.piece")[i]! }, b: { body: r.u32("b.body")[i]!, piece: r.u32("b.piece")[i]! },
      contacts: Array.from({ length: to - from }, (_, k) => ({
        point: triple(points, from + k), normal: triple(normals, from + k), impulse: triple(impulses, from + k),
      })),
      energyBefore: r.f64("energy_before")[i]!, energyAfter: r.f64("energy_after")[i]!, limitTime: r.f64("limit_time")[i]!,
      limitBound: r.f64("limit_bound")[i]!, contactsBefore: r.u32("contacts_before")[i]!, contactsAfter: r.u32("contacts_after")[i]!,
      note: r.text("note", i),
    };
  });
}

export function traceOf(payload: Payload): Trace {
  const header = reader(payload, "header"), footer = reader(payload, "footer"), planes = reader(payload, "half_spaces");
  const version = header.u32("format_version")[0];
  if (version !== FORMAT_VERSION) {
    throw new PayloadError(`This trace has format version ${version}; this page reads version ${FORMAT_VERSION}.`);
  }
  return {
    sceneName: header.text("scene_name", 0), law: header.text("law", 0), method: header.text("method", 0),
    programVersion: header.text("program_version", 0), skin: header.f64("skin")[0]!, tol: header.f64("tol")[0]!,
    gravity: header.f64("gravity"), certified: header.u8("certified")[0] === 1, complete: payload.complete,
    start: header.time("start")[0]!, end: footer.time("end")[0]!, stopped: footer.text("stopped", 0),
    bodies: bodiesOf(payload),
    halfSpaces: Array.from({ length: planes.rows }, (_, i) => ({
      name: planes.text("name", i), normal: triple(planes.f64("normal"), i), offset: planes.f64("offset")[i]!,
    })),
    joints: jointsOf(payload), loads: loadsOf(payload),
    exclusions: reader(payload, "exclusions").rows,
    segments: segmentsOf(payload), certificates: certificatesOf(payload), forces: forcesOf(payload), events: eventsOf(payload),
  };
}

/** "body", "body/piece" or the half-space's name. */
export function nameOf(trace: Trace, id: PieceId): string {
  if (id.body === WORLD) return trace.halfSpaces[id.piece]?.name ?? "world";
  const body = trace.bodies[id.body];
  if (!body) return "?";
  return body.pieces.length > 1 ? `${body.name}/${body.pieces[id.piece]?.name ?? id.piece}` : body.name;
}

/** Whether the run did not get to what was asked. */
export const endedEarly = (trace: Trace): boolean => trace.stopped !== "time" && trace.stopped !== "rest";

export function pairName(trace: Trace, a: PieceId, b: PieceId): string {
  if (a.body === WORLD && b.body === WORLD) return "all";
  if (a.body === b.body && a.piece === b.piece) return nameOf(trace, a);
  return `${nameOf(trace, b)} · ${nameOf(trace, a)}`;
}
