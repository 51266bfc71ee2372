// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { badgeText, badgeWord } from "../../src/panel/badge";
import { durationText, lengthText, numberText, powerText, roundedDown, roundUp } from "../../src/core/format";
import { hashOf, linkOf } from "../../src/core/hash";
import { after, nearest, Playback } from "../../src/core/playback";
import { DEFAULT_LAYERS, type State, Store } from "../../src/core/store";
import { roundBase, rulerOf } from "../../src/core/ticks";
import { lanesOf } from "../../src/panel/timeline";
import { profileHeight } from "../../src/panel/microscope";
import { Run } from "../../src/core/run";
import { pairName } from "../../src/core/trace";
import { cube, event, FACTS, runOf, STILL, traceWith } from "./model";

const state: State = {
  time: 1.2345678901234567, from: 0.5, to: 2, playing: false, mode: "near", speed: 0.2, event: -1, pair: 3, follow: 1, microscope: true,
  layers: { ...DEFAULT_LAYERS, frames: true }, theme: "dark",
};

describe("links", () => {
  it("keep time, window, camera and choices", () => {
    const link = linkOf(hashOf(state, { position: [1, -2, 3.5], target: [0, 0, 0.25] }));
    expect(link.camera).toEqual({ position: [1, -2, 3.5], target: [0, 0, 0.25] });
    const { time, from, to, pair, follow, microscope, layers, theme } = state;
    expect(link.state).toEqual({ time, from, to, pair, follow, microscope, layers, theme });
  });
  it("ignore nonsense", () => {
    for (const hash of ["", "#", "#t=soon&w=3,1&c=1,2", "#c=1,2,3,4,5,x&theme=pink", "#t=&w=,"]) expect(linkOf(hash)).toEqual({ state: {}, event: null, camera: null });
    expect(linkOf("#words")).toEqual({ state: {}, event: null, camera: null }); // a part of the report
  });
  it("name the event that was chosen", () => {
    expect(linkOf("#e=12")).toEqual({ state: {}, event: 12, camera: null });
    expect(linkOf(hashOf(state, { position: [1, 0, 0], target: [0, 0, 0] }, 7)).event).toBe(7);
  });
});

describe("numbers", () => {
  it("are short and right", () => {
    expect([numberText(9.8e-9), numberText(0), numberText(1e-8), numberText(-0.00123456), numberText(123456)]).toEqual(["9.8·10⁻⁹", "0", "10⁻⁸", "-0.001235", "1.235·10⁵"]);
    expect([lengthText(1e-8), lengthText(1.5e-3), lengthText(2), durationText(4.2e-13, 2), durationText(0)]).toEqual(["10 nm", "1.5 mm", "2 m", "420 fs", "0 s"]);
    expect([roundedDown(9.899999e-9), roundedDown(1e-8)]).toEqual([9.89e-9, 1e-8]);
    expect([roundUp(0.3), roundUp(1), roundUp(7e-9)]).toEqual([0.5, 1, 1e-8]);
    expect([powerText(1e-7), powerText(3e-7)]).toEqual(["10⁻⁷", ""]);
  });
});

describe("rulers", () => {
  it("count from 0 as long as numbers stay short", () => {
    const ruler = rulerOf(0, 2, 8);
    expect(ruler.base).toBeNull();
    expect(ruler.ticks.map((tick) => tick.text)).toEqual(["0.0", "0.5", "1.0", "1.5", "2.0"]);
  });
  it("count from a short instant inside a tiny window", () => {
    const ruler = rulerOf(1.6243214, 1.6243214 + 3e-9, 6);
    expect(ruler.base).not.toBeNull();
    expect(ruler.ticks.length).toBeGreaterThan(3);
    for (const tick of ruler.ticks) expect(tick.time).toBeGreaterThanOrEqual(1.6243214);
    expect([roundBase(1.62431, 1.62449), roundBase(-1, 1), roundBase(2.9, 3.4)]).toEqual([1.6244, 0, 3]);
    expect(new Set(ruler.ticks.map((tick) => tick.text)).size).toBe(ruler.ticks.length);
  });
});

describe("playback", () => {
  const events = Float64Array.of(1, 2, 2.5);
  it("goes with time, from event to event, or slowly near them", () => {
    const playback = new Playback(events);
    expect(playback.advanced(0, 0.1, "time", 2)).toBeCloseTo(0.2, 12);
    expect(playback.advanced(1.9999, 0.01, "near", 1) - 1.9999).toBeLessThan(0.001);
    expect(playback.advanced(1.5, 0.01, "near", 1)).toBeCloseTo(1.51, 12);
    let t = 0;
    for (let i = 0; i < 10; ++i) t = playback.advanced(t, 0.1, "events", 1);
    expect(t).toBe(1);
    expect(playback.advanced(3, 1, "events", 1)).toBe(Infinity);
  });
  it("finds neighbours", () => {
    expect([after(events, 0), after(events, 2), after(events, 9)]).toEqual([0, 2, 3]);
    expect([nearest(events, 1.75), nearest(events, 3)]).toEqual([0.25, 0.5]);
    expect(nearest(new Float64Array(), 1)).toBe(Infinity);
  });
});

describe("the store", () => {
  it("tells what changed, and only that", () => {
    const store = new Store({ ...state }), seen: string[][] = [];
    store.listen((_state, changed) => seen.push([...changed]));
    store.set({ time: 2, pair: 3 });
    store.set({ time: 2 });
    expect(seen).toEqual([["time"]]);
  });
});

describe("the timeline", () => {
  it("has a lane for each pair, with joined contacts", () => {
    const W: [number, number] = [0xffffffff, 0];
    const run = runOf(traceWith([cube("a", 1)], [{ body: 0, start: 0, end: 3, position: [[0], [0], [0]], quaternion: STILL }], [
      { a: W, b: [0, 0], begin: 0, end: 1 }, { a: W, b: [0, 0], begin: 1, end: 2, kind: 2, active: [0] }, { a: W, b: [0, 0], begin: 2, end: 3, kind: 2, active: [0, 1] },
    ], [event(1), event(2, "feature")]));
    expect(lanesOf(run)).toEqual([{ name: "a · ground", events: [0, 1], contacts: [[1, 3]] }]);
  });
});

describe("words", () => {
  it("on the badge depend on the verdict", () => {
    const trace = traceWith([cube("a", 1)], [{ body: 0, start: 0, end: 3, position: [[0], [0], [0]], quaternion: STILL }]);
    const text = (change: object): string => badgeText(new Run(trace, { ...FACTS, verdict: { ...FACTS.verdict, ...change } }));
    expect(text({})).toBe("gap ≥ 9.87·10⁻⁹ m");
    expect(text({ claim: "refused", first_failure: 0.25 })).toBe("first at 0.25 s");
    expect(text({ claim: "measured" })).toBe("nothing is claimed");
  });
  it("on the badge of a run that ended early say how far the proof reaches", () => {
    const trace = traceWith([cube("a", 1)], [{ body: 0, start: 0, end: 3, position: [[0], [0], [0]], quaternion: STILL }]);
    const word = (stopped: string): string => badgeWord(new Run({ ...trace, stopped, end: 1.25 }, FACTS));
    expect(word("time")).toBe("Proved");
    expect(word("inconsistent")).toBe("Proved up to 1.25 s");
  });
  it("of an event of one body name it once", () => {
    const trace = traceWith([cube("a", 1)], [{ body: 0, start: 0, end: 3, position: [[0], [0], [0]], quaternion: STILL }]);
    expect(pairName(trace, { body: 0, piece: 0 }, { body: 0, piece: 0 })).toBe("a");
  });
  it("of the microscope cover gap and skin", () => {
    expect(profileHeight(1e-8, 1e-8)).toBeCloseTo(2.5e-8, 15);
    expect(profileHeight(1e-3, 1e-8)).toBeCloseTo(2e-3, 12);
  });
});
