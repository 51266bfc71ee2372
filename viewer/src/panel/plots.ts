// SPDX-License-Identifier: Apache-2.0
// Curves beside the view, over the same window of time as the timeline and with its cursor.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { countAt, energyCurves, gapCurve, lengthDots, sampleTimes, stepsIn, type TimeWindow } from "../core/curves";
import { distanceCurve } from "../core/distance";
import { frictionPart, normalPart, type PairForce } from "../core/forces";
import { durationText, lengthText, numberText, powerText } from "../core/format";
import type { Moment, Run } from "../core/run";
import type { State, Store } from "../core/store";
import { END_REASONS } from "../core/trace";
import { rulerOf, type Ruler } from "../core/ticks";
import type { Theme } from "../view/theme";
import { h } from "./dom";
import { reasonColour, reasonName } from "./glyphs";

const WORK = 1.5e6; // about so many vertices are looked at for one curve
const MOST_SAMPLES = 1200;
const FEWEST_SAMPLES = 120;
const DELAY = 40; // milliseconds without a change before curves are computed again

type Data = (ArrayLike<number | null | undefined>)[];

interface Chart {
  title: string;
  log: boolean;
  /** The first array is time. */
  data(window: TimeWindow): Data;
  series(theme: Theme): uPlot.Series[];
  value(moment: Moment): string;
  level?: { value: number; text: string };
  legend?: (theme: Theme) => [string, string][]; // colour, name
  integer?: boolean;
}

const line = (colour: string, width = 1.6): uPlot.Series => ({ stroke: colour, width, points: { show: false }, spanGaps: false });

/** Powers of ten that hold all values. */
function logRange(low: number, high: number): [number, number] {
  const a = Math.floor(Math.log10(low) + 1e-9), b = Math.ceil(Math.log10(high) - 1e-9);
  return [10 ** a, 10 ** (b > a ? b : a + 1)];
}

function samplesFor(run: Run): number {
  const vertices = run.pairs.list.reduce((sum, pair) => sum + (run.trace.bodies[pair.b.body]?.pieces[pair.b.piece]?.vertices.length ?? 3) / 3, 1);
  return Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, Math.floor(WORK / vertices)));
}

function gapChart(run: Run): Chart {
  return {
    title: "Smallest gap", log: true,
    data: (w) => {
      const times = sampleTimes(run.trace, w, samplesFor(run));
      return [times, gapCurve(run.paths, run.pairs, times)];
    },
    series: (theme) => [{}, line(theme.colours[0]!)],
    value: (m) => (m.separation ? lengthText(run.pairs.leastGap(m.instant), 4) : "far apart"),
    level: { value: run.trace.skin, text: `skin ${lengthText(run.trace.skin, 3)}` },
  };
}

function lengthChart(run: Run): Chart {
  const present = END_REASONS.map((_, i) => i).filter((i) => run.trace.segments.reason.includes(i));
  return {
    title: run.facts.thinning && run.facts.thinning.segments_after < run.facts.thinning.segments_before ? "Segment length (joined)" : "Segment length", log: true,
    data: (w) => {
      const dots = lengthDots(run.trace, w, 300);
      return [dots.times, ...present.map((reason) => dots.lengths.map((x, i) => (dots.reasons[i] === reason ? x : null)))];
    },
    series: (theme) => [{}, ...present.map((reason) => ({
      stroke: reasonColour(theme, reason), fill: reasonColour(theme, reason), width: 0, paths: () => null,
      points: { show: true, size: 4.5, width: 0, fill: reasonColour(theme, reason), stroke: reasonColour(theme, reason) },
    }))],
    value: (m) => {
      let shortest = Infinity;
      const s = run.trace.segments;
      for (let i = 0; i < Math.min(run.trace.bodies.length, 400); ++i) {
        const k = run.trace.bodies[i]!.kind === 1 ? -1 : run.paths.segment(i, m.time);
        if (k >= 0) shortest = Math.min(shortest, s.used[k]!);
      }
      return Number.isFinite(shortest) ? durationText(shortest, 3) : "";
    },
    legend: (theme) => present.map((reason) => [reasonColour(theme, reason), reasonName(reason)]),
  };
}

function energyChart(run: Run): Chart {
  const moving = run.trace.bodies.filter((body) => body.mass > 0).length;
  return {
    title: "Energy (J)", log: false,
    data: (w) => {
      const most = Math.max(FEWEST_SAMPLES, Math.min(700, Math.floor(1e5 / Math.max(1, moving))));
      const e = energyCurves(run.paths, sampleTimes(run.trace, w, most));
      return [e.times, e.potential, e.kinetic, e.total];
    },
    series: (theme) => [{}, line(theme.colours[2]!), line(theme.colours[4]!), line(theme.colours[0]!, 2)],
    value: (m) => numberText(energyCurves(run.paths, Float64Array.of(m.time)).total[1]!, 5) + " J",
    legend: (theme) => [[theme.colours[0]!, "sum"], [theme.colours[4]!, "kinetic"], [theme.colours[2]!, "gravity"]],
  };
}

function contactChart(run: Run): Chart {
  return {
    title: "Contact points", log: false, integer: true,
    data: (w) => {
      const steps = stepsIn(run.contactCount, w);
      return [steps.times, steps.counts];
    },
    series: (theme) => [{}, { ...line(theme.colours[1]!), paths: uPlot.paths.stepped!({ align: 1 }), fill: theme.colours[1]! + "2b" }],
    value: (m) => String(countAt(run.contactCount, m.time)),
  };
}

/** Normal force, friction and its limit of the pair that is chosen, or of all pairs together. */
function forceChart(run: Run, store: Store): Chart {
  const at = (t: number): PairForce[] => {
    const pair = run.pairs.list[store.state.pair];
    const one = pair ? run.forces.pair(pair.a, pair.b, t) : null;
    return pair ? (one ? [one] : []) : run.forces.all(t);
  };
  const sums = (t: number): [number, number, number] => {
    const out: [number, number, number] = [0, 0, 0];
    for (const f of at(t)) {
      const n = normalPart(f);
      out[0] += n;
      out[1] += frictionPart(f);
      out[2] += f.friction * Math.max(0, n);
    }
    return out;
  };
  return {
    title: "Contact force (N)", log: false,
    data: (w) => {
      const times = sampleTimes(run.trace, w, Math.max(FEWEST_SAMPLES, Math.min(600, Math.floor(4e5 / Math.max(1, run.trace.forces.count)))));
      const rows = Array.from(times, sums);
      return [times, rows.map((r) => r[2]), rows.map((r) => r[1]), rows.map((r) => r[0])];
    },
    series: (theme) => [{}, { ...line(theme.soft), dash: [5, 4] }, line(theme.colours[3]!), line(theme.colours[0]!, 2)],
    value: (m) => {
      const [n, f] = sums(m.time);
      return `${numberText(n, 4)} / ${numberText(f, 3)}`;
    },
    legend: (theme) => [[theme.colours[0]!, store.state.pair >= 0 ? "normal" : "Σ normal"], [theme.colours[3]!, "friction"], [theme.soft, "μN"]],
  };
}

/** Colours of the other runs, as the ghosts have them. */
export const runColour = (theme: Theme, other: number): string => theme.colours[[1, 3, 4, 2][other % 4]!]!;

function distanceChart(run: Run, others: Run[]): Chart {
  return {
    title: "Distance between runs", log: true,
    data: (w) => {
      const times = sampleTimes(run.trace, w, 500);
      return [times, ...others.map((other) => distanceCurve(run.paths, other.paths, times))];
    },
    series: (theme) => [{}, ...others.map((_, i) => line(runColour(theme, i)))],
    value: (m) => lengthText(Math.max(...others.map((other) => distanceCurve(run.paths, other.paths, Float64Array.of(m.time))[0] ?? 0)), 3),
    legend: (theme) => others.map((other, i) => [runColour(theme, i), other.facts.label]),
  };
}

class Plot {
  readonly element: HTMLElement;
  private readonly place = h("div", { class: "rv-plot-place" });
  private readonly value = h("span", { class: "rv-plot-value" });
  private readonly legend = h("div", { class: "rv-legend" });
  private readonly cursor = h("div", { class: "rv-plot-cursor" });
  private plot: uPlot | null = null;
  private current: Data = [[]];

  constructor(readonly chart: Chart, private readonly store: Store, private readonly last: boolean, private readonly clamp: (t: number) => number) {
    this.element = h("figure", { class: "rv-plot", "aria-label": chart.title }, h("figcaption", {}, h("b", {}, chart.title), this.legend, this.value), this.place);
    this.place.addEventListener("pointerdown", (e) => {
      this.place.setPointerCapture(e.pointerId);
      this.scrub(e);
    });
    this.place.addEventListener("pointermove", (e) => { if (e.buttons === 1) this.scrub(e); });
    new ResizeObserver(() => this.resize()).observe(this.place);
  }

  private scrub(e: PointerEvent): void {
    if (!this.plot) return;
    const box = this.plot.over.getBoundingClientRect();
    this.store.set({ time: this.clamp(this.plot.posToVal(e.clientX - box.left, "x")), playing: false, event: -1 });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (this.plot && width > 40 && height > 20) this.plot.setSize({ width, height });
    this.showCursor();
  }

  private range(low: number | null, high: number | null): [number, number] {
    const chart = this.chart, level = chart.level?.value;
    if (chart.log) {
      let a = low ?? level ?? 1e-3, b = high ?? level ?? 1;
      if (level) { a = Math.min(a, 0.9 * level); b = Math.max(b, 3 * level); }
      return a > 0 && Number.isFinite(a) && Number.isFinite(b) ? logRange(a, b) : [1e-9, 1];
    }
    const a = low ?? 0, b = high ?? 1;
    if (chart.integer) return [0, Math.max(1, b) * 1.15];
    const room = 0.08 * (b - a) || Math.max(Math.abs(a), 1) * 0.05;
    return [a >= 0 && a < 0.3 * b ? 0 : a - room, b + room];
  }

  private ruler(): Ruler { return rulerOf(this.store.state.from, this.store.state.to, 4); }

  dress(theme: Theme): void {
    this.plot?.destroy();
    const chart = this.chart;
    const axis: uPlot.Axis = {
      stroke: theme.soft, grid: { stroke: theme.grid, width: 1 }, ticks: { show: false }, font: "11px system-ui, 'DejaVu Sans', sans-serif",
    };
    const options: uPlot.Options = {
      width: Math.max(60, this.place.clientWidth), height: Math.max(40, this.place.clientHeight), legend: { show: false },
      cursor: { show: false }, padding: [6, 14, this.last ? 0 : 6, 0],
      scales: {
        x: { time: false, range: () => [this.store.state.from, this.store.state.to] },
        y: { distr: chart.log ? 3 : 1, range: (_u, low, high) => this.range(low, high) },
      },
      axes: [
        {
          ...axis, show: this.last, size: 22, filter: (_u, splits) => splits, splits: () => this.ruler().ticks.map((tick) => tick.time),
          values: () => this.ruler().ticks.map((tick) => tick.text),
        },
        {
          ...axis, size: 52, space: 20, ...(chart.integer ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5] } : {}),
          ...(chart.log ? { filter: (_u: uPlot, splits: number[]) => splits, splits: (u: uPlot) => decades(u.scales["y"]!.min!, u.scales["y"]!.max!, u.height) } : {}),
          values: (_u, splits) => splits.map((x) => (chart.log ? powerText(x) : chart.integer && !Number.isInteger(x) ? "" : numberText(x, 4))),
        },
      ],
      series: chart.series(theme),
      hooks: { draw: [(u) => { this.drawLevel(u, theme); this.showCursor(); }] },
    };
    this.plot = new uPlot(options, this.current as uPlot.AlignedData, this.place);
    this.plot.over.append(this.cursor);
    this.legend.replaceChildren(...(chart.legend?.(theme) ?? []).map(([colour, name]) => {
      const chip = h("i", {});
      chip.style.background = colour;
      return h("span", {}, chip, name);
    }));
    this.showCursor();
  }

  private drawLevel(u: uPlot, theme: Theme): void {
    const level = this.chart.level;
    if (!level) return;
    const y = u.valToPos(level.value, "y", true), c = u.ctx, ratio = devicePixelRatio;
    c.save();
    c.strokeStyle = c.fillStyle = theme.soft;
    c.setLineDash([5 * ratio, 4 * ratio]);
    c.beginPath();
    c.moveTo(u.bbox.left, y);
    c.lineTo(u.bbox.left + u.bbox.width, y);
    c.stroke();
    c.font = `${11 * ratio}px system-ui, 'DejaVu Sans', sans-serif`;
    c.textAlign = "right";
    c.textBaseline = "bottom";
    c.fillText(level.text, u.bbox.left + u.bbox.width - 4 * ratio, y - 2 * ratio);
    c.restore();
  }

  compute(window: TimeWindow): void {
    this.current = this.chart.data(window);
    this.plot?.setData(this.current as uPlot.AlignedData);
    this.showCursor();
  }

  showCursor(): void {
    if (!this.plot) return;
    const { time, from, to } = this.store.state;
    this.cursor.hidden = time < from || time > to;
    this.cursor.style.transform = `translateX(${this.plot.valToPos(time, "x")}px)`;
  }

  showValue(moment: Moment): void { this.value.textContent = this.chart.value(moment); }
}

/** Powers of ten for an axis of so many pixels. */
function decades(low: number, high: number, height: number): number[] {
  const a = Math.round(Math.log10(low)), b = Math.round(Math.log10(high));
  const step = Math.max(1, Math.ceil((b - a) / Math.max(1, Math.min(5, height / 18))));
  const out: number[] = [];
  for (let e = a; e <= b; e += step) out.push(10 ** e);
  return out;
}

export class Plots {
  readonly element: HTMLElement;
  private readonly plots: Plot[];
  private timer = 0;

  constructor(run: Run, others: Run[], private readonly store: Store) {
    const charts = [gapChart(run), lengthChart(run), energyChart(run)];
    if (run.contacts.length > 0) charts.push(contactChart(run));
    if (run.trace.forces.count > 0) charts.splice(2, 0, forceChart(run, store));
    if (others.length > 0) charts.unshift(distanceChart(run, others));
    const clamp = (t: number): number => Math.min(Math.max(t, run.trace.start), run.trace.end);
    this.plots = charts.map((chart, i) => new Plot(chart, store, i === charts.length - 1, clamp));
    this.element = h("section", { class: "rv-plots", "aria-label": "Plots" }, ...this.plots.map((plot) => plot.element));
  }

  dress(theme: Theme): void { for (const plot of this.plots) plot.dress(theme); }

  /** One plot after the other, so that the page stays alive. */
  compute(): void {
    clearTimeout(this.timer);
    let i = 0;
    const next = (): void => {
      const plot = this.plots[i++];
      if (!plot) return;
      plot.compute({ from: this.store.state.from, to: this.store.state.to });
      this.timer = window.setTimeout(next, 0);
    };
    this.timer = window.setTimeout(next, 0);
  }

  update(_state: State, changed: Set<keyof State>): void {
    if (changed.has("from") || changed.has("to") || changed.has("pair")) {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.compute(), DELAY);
    }
    if (changed.has("time")) for (const plot of this.plots) plot.showCursor();
  }

  showValues(moment: Moment): void { for (const plot of this.plots) plot.showValue(moment); }
}
