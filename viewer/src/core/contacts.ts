// SPDX-License-Identifier: Apache-2.0
// When pairs touch, and at how many points. Certificates that keep a contact inside its band list its points; methods that keep
// contacts at a distance make none, and there the recorded forces say where bodies press on each other. Bodies that sleep have no
// forces on record; they touch what they pressed on when they fell asleep.
import { FIXED, type PieceId, type Trace, WORLD } from "./trace";

export interface Contact {
  a: PieceId;
  b: PieceId;
  begin: number;
  end: number;
  points: number;
}

const EDGE_EDGE = 1; // kind of certificate
const first = (ends: ArrayLike<number>, row: number): number => (row === 0 ? 0 : ends[row - 1]!);

function certified(trace: Trace): Contact[] {
  const c = trace.certificates, out: Contact[] = [];
  for (let k = 0; k < c.count; ++k) {
    const active = c.activeEnds[k]! - first(c.activeEnds, k);
    const points = active > 0 ? active : c.kind[k] === EDGE_EDGE && c.bandHigh[k]! > 0 ? 1 : 0;
    if (points === 0) continue;
    out.push({ a: { body: c.aBody[k]!, piece: c.aPiece[k]! }, b: { body: c.bBody[k]!, piece: c.bPiece[k]! }, begin: c.begin[k]!, end: c.end[k]!, points });
  }
  return out;
}

/** Whether a force of the record's point is ever other than zero. */
function presses(trace: Trace, point: number): boolean {
  const f = trace.forces;
  for (let i = first(f.forceEnds, 3 * point); i < f.forceEnds[3 * point + 2]!; ++i) if (f.force[i] !== 0) return true;
  return false;
}

/** When each body is asleep: the ends of the segments in which it stands still, by "body start". */
function sleeps(trace: Trace): Map<string, number> {
  const s = trace.segments, out = new Map<string, number>();
  for (let k = 0; k < s.count; ++k) {
    const coefficients = s.positionEnds[3 * k + 2]! - first(s.positionEnds, 3 * k) + s.quaternionEnds[4 * k + 3]! - first(s.quaternionEnds, 4 * k);
    if (coefficients === 7) out.set(`${s.body[k]} ${s.start[k]}`, s.end[k]!);
  }
  return out;
}

function pressing(trace: Trace): Contact[] {
  const f = trace.forces, out: Contact[] = [], asleep = sleeps(trace);
  const wakes = (id: PieceId, t: number): number => (id.body === WORLD || trace.bodies[id.body]!.kind === FIXED ? Infinity : asleep.get(`${id.body} ${t}`) ?? t);
  for (let k = 0; k < f.count; ++k) {
    let points = 0;
    for (let p = first(f.pointEnds, k); p < f.pointEnds[k]!; ++p) if (presses(trace, p)) ++points;
    if (points === 0) continue;
    const a = { body: f.aBody[k]!, piece: f.aPiece[k]! }, b = { body: f.bBody[k]!, piece: f.bPiece[k]! }, end = f.end[k]!;
    out.push({ a, b, begin: f.begin[k]!, end: Math.max(end, Math.min(wakes(a, end), wakes(b, end))), points });
  }
  return out;
}

export function contactsOf(trace: Trace): Contact[] {
  const all = certified(trace);
  return all.length > 0 ? all : pressing(trace);
}
