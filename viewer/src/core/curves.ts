// SPDX-License-Identifier: Apache-2.0
// Curves over a window of time, measured at samples of the published paths. Nothing here is a proof.
import type { Contact } from "./contacts";
import { Instant, type Pairs } from "./pairs";
import { type Motion, type Paths, rotated, type Side } from "./path";
import { FIXED, type Trace } from "./trace";

export interface TimeWindow {
  from: number;
  to: number;
}

/** Instants at which curves are sampled: an even grid and the events, at most about `most`. */
export function sampleTimes(trace: Trace, window: TimeWindow, most: number): Float64Array {
  const grid = Math.max(2, Math.floor(most / 2));
  const times = new Set<number>();
  for (let i = 0; i <= grid; ++i) times.add(window.from + (window.to - window.from) * i / grid);
  const inside = trace.events.filter((e) => e.lo >= window.from && e.lo <= window.to);
  const step = Math.max(1, Math.ceil(inside.length / grid));
  for (let i = 0; i < inside.length; i += step) times.add(inside[i]!.lo);
  return Float64Array.from(times).sort();
}

/** The least gap of all pairs at each time; null where no pair has a certificate. */
export function gapCurve(paths: Paths, pairs: Pairs, times: Float64Array): (number | null)[] {
  const instant = new Instant(paths);
  return Array.from(times, (t) => {
    const gap = pairs.leastGap(instant.at(t));
    return Number.isFinite(gap) && gap > 0 ? gap : null;
  });
}

/** ½ m |v_c|² + ½ ω·I ω and -m g·c of one body, joules. */
function energyOf(trace: Trace, body: number, motion: Motion): { kinetic: number; potential: number } {
  const b = trace.bodies[body]!, q = motion.pose, w = motion.omega, g = trace.gravity;
  const c = rotated(q, b.com[0]!, b.com[1]!, b.com[2]!);
  const v = [motion.velocity[0] + w[1] * c[2] - w[2] * c[1], motion.velocity[1] + w[2] * c[0] - w[0] * c[2], motion.velocity[2] + w[0] * c[1] - w[1] * c[0]];
  const back = Float64Array.of(0, 0, 0, q[3]!, -q[4]!, -q[5]!, -q[6]!);
  const own = rotated(back, ...w); // ω in body axes
  let spin = 0;
  for (let i = 0; i < 3; ++i) for (let j = 0; j < 3; ++j) spin += own[i]! * b.inertia[3 * i + j]! * own[j]!;
  const height = g[0]! * (q[0]! + c[0]) + g[1]! * (q[1]! + c[1]) + g[2]! * (q[2]! + c[2]);
  return { kinetic: 0.5 * b.mass * (v[0]! ** 2 + v[1]! ** 2 + v[2]! ** 2) + 0.5 * spin, potential: -b.mass * height };
}

export interface EnergyCurves {
  times: number[];
  kinetic: number[];
  potential: number[];
  total: number[];
}

/** Energies of all bodies, on both sides of every instant, so that impacts are jumps. */
export function energyCurves(paths: Paths, times: Float64Array): EnergyCurves {
  const out: EnergyCurves = { times: [], kinetic: [], potential: [], total: [] };
  const trace = paths.trace;
  for (const t of times) {
    for (const side of ["before", "after"] as Side[]) {
      let kinetic = 0, potential = 0;
      for (let i = 0; i < trace.bodies.length; ++i) {
        const motion = trace.bodies[i]!.mass > 0 ? paths.motion(i, t, side) : null;
        if (!motion) continue;
        const one = energyOf(trace, i, motion);
        kinetic += one.kinetic;
        potential += one.potential;
      }
      out.times.push(t);
      out.kinetic.push(kinetic);
      out.potential.push(potential);
      out.total.push(kinetic + potential);
    }
  }
  return out;
}

export interface Steps {
  times: Float64Array;
  counts: Float64Array; // from times[i] on
}

/** The number of contact points of all pairs as a step function. */
export function contactSteps(trace: Trace, contacts: Contact[]): Steps {
  const changes = new Map<number, number>([[trace.start, 0]]);
  for (const { begin, end, points } of contacts) {
    changes.set(begin, (changes.get(begin) ?? 0) + points);
    if (end < trace.end) changes.set(end, (changes.get(end) ?? 0) - points);
  }
  const times: number[] = [], counts: number[] = [];
  let count = 0;
  for (const t of [...changes.keys()].sort((x, y) => x - y)) {
    const change = changes.get(t)!;
    count += change;
    if (times.length > 0 && change === 0) continue;
    times.push(t);
    counts.push(count);
  }
  return { times: Float64Array.from(times), counts: Float64Array.from(counts) };
}

export function countAt(steps: Steps, t: number): number {
  let low = -1, high = steps.times.length;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (steps.times[mid]! <= t) low = mid;
    else high = mid;
  }
  return low < 0 ? 0 : steps.counts[low]!;
}

/** The steps inside a window, with both ends. */
export function stepsIn(steps: Steps, window: TimeWindow): { times: number[]; counts: number[] } {
  const times = [window.from], counts = [countAt(steps, window.from)];
  for (let i = 0; i < steps.times.length; ++i) {
    const t = steps.times[i]!;
    if (t <= window.from || t >= window.to) continue;
    times.push(t);
    counts.push(steps.counts[i]!);
  }
  times.push(window.to);
  counts.push(countAt(steps, window.to));
  return { times, counts };
}

export interface LengthDots {
  times: number[];
  lengths: number[];
  reasons: number[];
}

/** Segments of moving bodies that overlap the window; of many, the extremes of each of `columns` parts by reason. */
export function lengthDots(trace: Trace, window: TimeWindow, columns: number): LengthDots {
  const s = trace.segments;
  const all: number[] = [];
  for (let k = 0; k < s.count; ++k) {
    if (trace.bodies[s.body[k]!]?.kind !== FIXED && s.end[k]! >= window.from && s.start[k]! <= window.to && s.used[k]! > 0) all.push(k);
  }
  let kept = all;
  if (all.length > 4 * columns) {
    const extremes = new Map<number, [number, number]>();
    for (const k of all) {
      const column = Math.floor(columns * (s.start[k]! - window.from) / (window.to - window.from));
      const slot = 32 * column + s.reason[k]!;
      const old = extremes.get(slot);
      if (!old) extremes.set(slot, [k, k]);
      else if (s.used[k]! < s.used[old[0]]!) old[0] = k;
      else if (s.used[k]! > s.used[old[1]]!) old[1] = k;
    }
    kept = [...new Set([...extremes.values()].flat())];
  }
  kept.sort((x, y) => s.start[x]! - s.start[y]!);
  return {
    times: kept.map((k) => Math.max(s.start[k]!, window.from)), lengths: kept.map((k) => s.used[k]!), reasons: kept.map((k) => s.reason[k]!),
  };
}

/** When the last body came to rest for good, or the end of the run. */
export function restTime(trace: Trace): number {
  const s = trace.segments;
  const last = new Map<number, number>();
  for (let k = 0; k < s.count; ++k) if (trace.bodies[s.body[k]!]?.kind !== FIXED) last.set(s.body[k]!, k);
  let rest = trace.start;
  for (const k of last.values()) {
    if (s.reason[k] !== 9) return trace.end;
    rest = Math.max(rest, s.start[k]!);
  }
  return last.size > 0 ? rest : trace.end;
}

/** The time worth showing first: the run up to a little after everything rests. */
export function shownWindow(trace: Trace): TimeWindow {
  const to = Math.min(trace.end, trace.start + 1.06 * (restTime(trace) - trace.start));
  if (to > trace.start) return { from: trace.start, to };
  return { from: trace.start, to: trace.end > trace.start ? trace.end : trace.start + 1 }; // at rest from the start
}
