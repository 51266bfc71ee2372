// SPDX-License-Identifier: Apache-2.0
// Tables for other programs: full precision, one header line, commas.
import { contactsOf } from "./contacts";
import { contactSteps, countAt, energyCurves, gapCurve, sampleTimes, type TimeWindow } from "./curves";
import type { Pairs } from "./pairs";
import type { Paths } from "./path";
import { nameOf, type Trace } from "./trace";

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const lines = (rows: (string | number | null)[][]): string =>
  rows.map((row) => row.map((cell) => (typeof cell === "string" ? quoted(cell) : cell === null ? "" : String(cell))).join(",")).join("\n") + "\n";

export function eventsCsv(trace: Trace): string {
  return lines([
    ["index", "kind", "lo_s", "hi_s", "proved", "a", "b", "contacts", "energy_before_J", "energy_after_J", "note"],
    ...trace.events.map((e) => [e.index, e.kind, e.lo, e.hi, e.proved ? 1 : 0, nameOf(trace, e.a), nameOf(trace, e.b), e.contacts.length,
      e.energyBefore, e.energyAfter, e.note]),
  ]);
}

export function curvesCsv(paths: Paths, pairs: Pairs, window: TimeWindow, most = 2000): string {
  const times = sampleTimes(paths.trace, window, most);
  const gaps = gapCurve(paths, pairs, times), energy = energyCurves(paths, times), steps = contactSteps(paths.trace, contactsOf(paths.trace));
  return lines([
    ["time_s", "least_gap_m", "kinetic_J", "gravitational_J", "total_J", "contacts"],
    ...Array.from(times, (t, i) => [t, gaps[i]!, energy.kinetic[2 * i + 1]!, energy.potential[2 * i + 1]!, energy.total[2 * i + 1]!, countAt(steps, t)]),
  ]);
}

export function posesCsv(paths: Paths, window: TimeWindow, most = 2000): string {
  const times = sampleTimes(paths.trace, window, most);
  const pose = new Float64Array(7);
  const rows: (string | number)[][] = [["time_s", "body", "x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"]];
  for (const t of times) {
    paths.trace.bodies.forEach((body, i) => rows.push([t, body.name, ...paths.pose(i, t, pose)]));
  }
  return lines(rows);
}
