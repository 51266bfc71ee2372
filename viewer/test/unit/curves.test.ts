// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { contactSteps, countAt, energyCurves, gapCurve, lengthDots, restTime, sampleTimes, shownWindow, stepsIn } from "../../src/core/curves";
import { contactsOf } from "../../src/core/contacts";
import { distanceCurve } from "../../src/core/distance";
import { curvesCsv, eventsCsv, posesCsv } from "../../src/core/csv";
import { WORLD } from "../../src/core/trace";
import { cube, event, runOf, STILL, traceWith } from "./model";

// A cube of 2 kg falls from rest at height 5 over 1 s (g = 10), then rests at the skin.
const fall = [[0], [0], [0.5 + 1e-8 + 5 * 0.625, -2.5, -0.625]]; // 5 (1 - t²) on [0, 1]
const trace = traceWith([cube("a", 0.5)], [
  { body: 0, start: 0, end: 1, position: fall.map((row) => [...row, 0, 0, 0].slice(0, 3)), quaternion: STILL, reason: 1 },
  { body: 0, start: 1, end: 5, position: [[0], [0], [0.5 + 1e-8]], quaternion: STILL, reason: 9 },
], [
  { a: [WORLD, 0], b: [0, 0], begin: 0, end: 1 }, { a: [WORLD, 0], b: [0, 0], begin: 1, end: 5, kind: 2, active: [0, 2, 4, 6] },
], [event(1)]);
const run = runOf(trace);

describe("curves", () => {
  it("gap and energy follow the parabola and jump at the impact", () => {
    const times = sampleTimes(trace, { from: 0, to: 2 }, 100);
    expect(times).toContain(1);
    gapCurve(run.paths, run.pairs, times).forEach((gap, i) => expect(gap).toBeCloseTo(1e-8 + (times[i]! < 1 ? 5 * (1 - times[i]! ** 2) : 0), 12));
    const e = energyCurves(run.paths, Float64Array.of(0.5, 1));
    expect(e.kinetic[0]).toBeCloseTo(0.5 * 2 * 25, 10);
    expect(e.total[0]).toBeCloseTo(2 * 10 * 5.5, 6);
    expect(e.kinetic[2]).toBeCloseTo(0.5 * 2 * 100, 10); // before
    expect(e.kinetic[3]).toBe(0); // after
  });

  it("contacts are steps", () => {
    const steps = contactSteps(trace, contactsOf(trace));
    expect([countAt(steps, 0.5), countAt(steps, 1), countAt(steps, 5)]).toEqual([0, 4, 4]);
    expect(stepsIn(steps, { from: 0.5, to: 2 })).toEqual({ times: [0.5, 1, 2], counts: [0, 4, 4] });
  });

  it("segments are dots, thinned to extremes", () => {
    expect(lengthDots(trace, { from: 0, to: 5 }, 100)).toEqual({ times: [0, 1], lengths: [1, 4], reasons: [1, 9] });
    const many = traceWith([cube("a", 1)], Array.from({ length: 5000 }, (_, i) => ({ body: 0, start: i, end: i + 1 - (i === 777 ? 0.5 : 0), position: [[0], [0], [0]], quaternion: STILL })));
    const dots = lengthDots(many, { from: 0, to: 5000 }, 50);
    expect(dots.times.length).toBeLessThan(200);
    expect(dots.lengths).toContain(0.5);
  });

  it("the window ends a little after rest", () => {
    expect(restTime(trace)).toBe(1);
    expect(shownWindow(trace)).toEqual({ from: 0, to: 1.06 });
    const still = traceWith([cube("a", 0.5)], [{ body: 0, start: 0, end: 0.1, position: [[0], [0], [1]], quaternion: STILL, reason: 9 }]);
    expect(shownWindow(still)).toEqual({ from: 0, to: 0.1 });
  });

  it("distances between runs are those of the farthest vertex", () => {
    const other = runOf(traceWith([cube("a", 0.5)], [{ body: 0, start: 0, end: 5, position: [[3], [4], [0.5 + 1e-8]], quaternion: STILL }]));
    expect(distanceCurve(run.paths, other.paths, Float64Array.of(2))[0]).toBeCloseTo(5, 12);
    expect(distanceCurve(run.paths, run.paths, Float64Array.of(2))[0]).toBeNull(); // none to be seen on a log axis
  });

  it("tables have a row for each sample and full digits", () => {
    const rows = curvesCsv(run.paths, run.pairs, { from: 0, to: 2 }, 10).trim().split("\n").map((line) => line.split(","));
    expect(rows[0]![1]).toBe("least_gap_m");
    expect(rows.find((row) => row[0] === "1.2")![5]).toBe("4");
    expect(eventsCsv(trace).split("\n")[1]).toMatch(/^0,impact,1,1,1,ground,a,/);
    expect(posesCsv(run.paths, { from: 0, to: 2 }, 10).split("\n").length).toBe(rows.length + 1);
  });
});
