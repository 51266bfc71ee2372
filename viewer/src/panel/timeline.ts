// SPDX-License-Identifier: Apache-2.0
// Lanes of pairs with their contacts and events; the ruler; zoom from the whole run to single events of a cluster.
import { durationText, timeText } from "../core/format";
import { kindText, type Run } from "../core/run";
import type { State, Store } from "../core/store";
import { rulerOf, type Ruler } from "../core/ticks";
import { endedEarly, type EventKind, pairName } from "../core/trace";
import type { Theme } from "../view/theme";
import { h, sharpened } from "./dom";
import { drawGlyph, eventColour } from "./glyphs";

const LABELS = 168; // pixels for the names
const RULER = 22;
const LANE = 22;
const MOST_LANES = 60;
const SMALLEST_SPAN = 1e-15; // seconds
const CROWDED = 5; // pixels
const COMMON = new Set<EventKind>(["touch", "impact", "feature", "lift", "sample"]);

interface Lane {
  name: string;
  events: number[]; // positions
  contacts: [number, number][]; // intervals
}

/** Pairs with events or contacts, the busiest first. */
export function lanesOf(run: Run): Lane[] {
  const { trace, pairs } = run;
  const lanes = new Map<number, Lane>();
  const lane = (pair: number, name: string): Lane => {
    let found = lanes.get(pair);
    if (!found) lanes.set(pair, found = { name, events: [], contacts: [] });
    return found;
  };
  trace.events.forEach((event, i) => {
    const pair = pairs.number(event.a, event.b);
    lane(pair, pairName(trace, event.a, event.b)).events.push(i);
  });
  for (const { a, b, begin, end } of [...run.contacts].sort((x, y) => x.begin - y.begin)) {
    const spans = lane(pairs.number(a, b), pairName(trace, a, b)).contacts, last = spans[spans.length - 1];
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else spans.push([begin, end]);
  }
  return [...lanes.values()].sort((x, y) => y.events.length - x.events.length);
}

export class Timeline {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas");
  private readonly scroller: HTMLElement;
  private readonly tip = h("div", { class: "rv-tip", role: "tooltip", hidden: "" });
  private readonly lanes: Lane[];
  private readonly left: number;
  private readonly still = h("canvas");
  private drawn = ""; // what `still` shows
  private theme: Theme | null = null;
  private drag: { x: number; from: number; to: number; pan: boolean } | null = null;

  constructor(private readonly run: Run, private readonly store: Store, private readonly jump: (event: number) => void) {
    const all = lanesOf(run);
    this.lanes = all.slice(0, MOST_LANES);
    const rest = all.slice(MOST_LANES);
    if (rest.length > 0) {
      this.lanes.push({ name: `${rest.length} more pairs`, events: rest.flatMap((lane) => lane.events).sort((x, y) => x - y), contacts: [] });
    }
    this.left = LABELS;
    this.canvas.setAttribute("role", "slider");
    this.canvas.setAttribute("tabindex", "0");
    this.canvas.setAttribute("aria-label", "Time. Wheel zooms, shift and drag moves the window.");
    this.scroller = h("div", { class: "rv-lanes", tabindex: "-1" }, this.canvas);
    this.element = h("div", { class: "rv-timeline" }, this.scroller, this.tip);
    this.canvas.addEventListener("pointerdown", (e) => this.press(e));
    this.canvas.addEventListener("pointermove", (e) => this.move(e));
    this.canvas.addEventListener("pointerup", () => { this.drag = null; });
    this.canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.canvas.addEventListener("dblclick", () => this.wholeRun());
    this.canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    this.scroller.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  /** Height wanted for all lanes, in pixels. */
  get height(): number { return RULER + LANE * Math.max(1, this.lanes.length) + 2; }

  dress(theme: Theme): void {
    this.theme = theme;
    this.draw();
  }

  private width = 100; // of the time axis, pixels
  x(t: number): number { return this.left + this.width * (t - this.store.state.from) / (this.store.state.to - this.store.state.from); }
  time(x: number): number {
    const { from, to } = this.store.state;
    return from + (to - from) * (x - this.left) / this.width;
  }

  private clamped(t: number): number { return Math.min(Math.max(t, this.run.trace.start), this.run.trace.end); }

  private press(e: PointerEvent): void {
    this.canvas.setPointerCapture(e.pointerId);
    const hit = this.eventAt(e.offsetX, e.offsetY);
    if (hit >= 0 && !e.shiftKey) {
      this.jump(hit);
      return;
    }
    const pan = e.shiftKey || e.button === 1;
    this.drag = { x: e.offsetX, from: this.store.state.from, to: this.store.state.to, pan };
    if (!pan && e.offsetX >= this.left) this.store.set({ time: this.clamped(this.time(e.offsetX)), playing: false, event: -1 });
  }

  private move(e: PointerEvent): void {
    if (this.drag?.pan) {
      const shift = (this.drag.x - e.offsetX) * (this.drag.to - this.drag.from) / this.width;
      this.setWindow(this.drag.from + shift, this.drag.to + shift);
    } else if (this.drag) {
      this.store.set({ time: this.clamped(this.time(e.offsetX)), event: -1 });
    } else {
      this.showTip(this.eventAt(e.offsetX, e.offsetY), e);
    }
  }

  private wheel(e: WheelEvent): void {
    e.preventDefault();
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      const { from, to } = this.store.state, shift = (e.deltaX + (e.shiftKey ? e.deltaY : 0)) * (to - from) / 1000;
      this.setWindow(from + shift, to + shift);
      return;
    }
    this.zoom(Math.exp(Math.max(-1, Math.min(1, e.deltaY / 300))), this.time(e.offsetX));
  }

  /** Makes the window `factor` times as long around an instant. */
  zoom(factor: number, around = this.store.state.time): void {
    const { from, to } = this.store.state;
    const centre = Math.min(Math.max(around, from), to);
    this.setWindow(centre - (centre - from) * factor, centre + (to - centre) * factor);
  }

  setWindow(from: number, to: number): void {
    const { start, end } = this.run.trace, whole = end - start;
    const span = Math.min(Math.max(to - from, SMALLEST_SPAN, 64 * 2 ** -52 * Math.abs(from)), whole);
    let low = to - from < span ? 0.5 * (from + to - span) : from;
    low = Math.min(Math.max(low, start), end - span);
    this.store.set({ from: low, to: low + span });
  }

  /** Scrolls to the lane of an event. */
  reveal(event: number): void {
    const lane = this.lanes.findIndex((one) => one.events.includes(event));
    const top = RULER + lane * LANE, { scrollTop, clientHeight } = this.scroller;
    if (lane >= 0 && (top < scrollTop + RULER || top + LANE > scrollTop + clientHeight)) this.scroller.scrollTop = top - 0.5 * clientHeight;
  }

  wholeRun(): void { this.setWindow(this.run.trace.start, this.run.trace.end); }

  /** Zooms to the neighbours of the event nearest to the cursor: into a cluster if there is one. */
  zoomToEvents(): void {
    const times = this.run.eventTimes;
    if (times.length === 0) return;
    const t = this.store.state.time;
    let i = 0;
    for (let k = 1; k < times.length; ++k) if (Math.abs(times[k]! - t) < Math.abs(times[i]! - t)) i = k;
    const span = this.store.state.to - this.store.state.from;
    for (const reach of [6, 4, 3, 2, 1]) {
      const low = times[Math.max(0, i - reach)]!, high = times[Math.min(times.length - 1, i + reach)]!;
      const wanted = Math.max(high - low, 1e-14 * Math.max(1, t), SMALLEST_SPAN);
      if (1.3 * wanted < 0.7 * span) {
        this.setWindow(low - 0.15 * wanted, high + 0.15 * wanted);
        return;
      }
    }
    this.zoom(0.1, times[i]!);
  }

  private eventAt(x: number, y: number): number {
    const lane = this.lanes[Math.floor((y - RULER) / LANE)];
    if (!lane || x < this.left || y < this.scroller.scrollTop + RULER) return -1;
    let best = -1, distance = 9;
    for (const i of lane.events) {
      const d = Math.abs(this.x(this.run.trace.events[i]!.lo) - x);
      if (d < distance) { distance = d; best = i; }
    }
    return best;
  }

  private showTip(i: number, e: PointerEvent): void {
    this.tip.hidden = i < 0;
    this.canvas.style.cursor = i >= 0 ? "pointer" : "";
    if (i < 0) return;
    const event = this.run.trace.events[i]!, width = event.hi - event.lo;
    this.tip.replaceChildren(
      h("b", {}, `${kindText(event)} (event ${event.index}) · ${pairName(this.run.trace, event.a, event.b)}`),
      h("div", {}, timeText(event.lo, this.store.state.to - this.store.state.from), ` (${event.proved ? "proved" : "located"}, bracket ${durationText(width, 2)})`),
      ...(event.note ? [h("div", { class: "rv-soft" }, event.note)] : []));
    const box = this.element.getBoundingClientRect();
    this.tip.style.left = `${Math.min(e.clientX - box.left + 12, box.width - 300)}px`;
    this.tip.style.bottom = `${box.bottom - e.clientY + 14}px`;
  }

  update(_state: State, changed: Set<keyof State>): void {
    if (changed.has("time") || changed.has("from") || changed.has("to") || changed.has("event")) this.draw();
  }

  draw(): void {
    const theme = this.theme, width = this.scroller.clientWidth;
    if (!theme || width === 0) return;
    const { from, to, event, time } = this.store.state, top = this.scroller.scrollTop;
    const key = [from, to, event, width, top, devicePixelRatio, theme.paper].join();
    if (key !== this.drawn) {
      this.drawn = key;
      this.width = Math.max(50, width - this.left - 14);
      this.canvas.style.height = `${this.height}px`;
      this.canvas.setAttribute("aria-valuemin", String(this.run.trace.start));
      this.canvas.setAttribute("aria-valuemax", String(this.run.trace.end));
      this.drawStill(sharpened(this.still, width, this.height), theme, width);
    }
    this.canvas.setAttribute("aria-valuenow", String(time));
    this.canvas.setAttribute("aria-valuetext", timeText(time, to - from));
    const c = sharpened(this.canvas, width, this.height);
    c.clearRect(0, 0, width, this.height);
    c.drawImage(this.still, 0, 0, width, this.height);
    this.drawCursor(c, theme);
  }

  /** Everything but the cursor; kept until something else changes. */
  private drawStill(c: CanvasRenderingContext2D, theme: Theme, width: number): void {
    c.clearRect(0, 0, width, this.height);
    c.font = "12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
    c.textBaseline = "middle";
    const ruler = this.rulerNow();
    this.drawTicks(c, theme, ruler);
    this.lanes.forEach((lane, i) => this.drawLane(c, theme, lane, RULER + i * LANE, i));
    if (this.lanes.length === 0) {
      c.fillStyle = theme.soft;
      c.fillText("nothing touches in this run", this.left + 6, RULER + LANE / 2);
    }
    this.drawEarlyEnd(c, theme);
    this.drawRuler(c, theme, width, ruler);
  }

  /** Where a run ended that was not done: an amber edge, hatched behind. */
  private drawEarlyEnd(c: CanvasRenderingContext2D, theme: Theme): void {
    const { stopped, end } = this.run.trace, x = this.x(end), right = this.left + this.width + 14;
    if (!endedEarly(this.run.trace) || x < this.left || x > right) return;
    c.save();
    c.beginPath();
    c.rect(x, RULER, right - x, this.height);
    c.clip();
    c.strokeStyle = theme.colours[1]!;
    for (let k = -this.height; k < right - x; k += 6) {
      c.beginPath();
      c.moveTo(x + k, this.height);
      c.lineTo(x + k + this.height, 0);
      c.stroke();
    }
    c.restore();
    c.fillStyle = theme.colours[1]!;
    c.fillRect(x - 1.5, RULER, 3, this.height);
    const text = `stopped early: ${stopped.replaceAll("_", " ")}`;
    c.fillText(text, Math.max(this.left + 4, x - c.measureText(text).width - 8), this.height - 10);
  }

  private rulerNow(): Ruler { return rulerOf(this.store.state.from, this.store.state.to, Math.max(2, Math.floor(this.width / 110))); }

  private drawTicks(c: CanvasRenderingContext2D, theme: Theme, ruler: Ruler): void {
    c.strokeStyle = theme.grid;
    for (const tick of ruler.ticks) {
      const x = Math.round(this.x(tick.time)) + 0.5;
      c.beginPath();
      c.moveTo(x, RULER);
      c.lineTo(x, this.height);
      c.stroke();
    }
  }

  /** Stays at the top while lanes are scrolled. */
  private drawRuler(c: CanvasRenderingContext2D, theme: Theme, width: number, ruler: Ruler): void {
    const top = this.scroller.scrollTop;
    c.fillStyle = theme.paper;
    c.fillRect(0, top, width, RULER);
    c.fillStyle = theme.soft;
    c.textAlign = "center";
    for (const tick of ruler.ticks) {
      const x = this.x(tick.time), half = 0.5 * c.measureText(tick.text).width;
      if (x - half > this.left - 24 && x + half < width) c.fillText(tick.text, x, top + RULER / 2);
    }
    c.textAlign = "left";
    c.fillStyle = theme.ink;
    c.fillText(ruler.base ?? "time (s)", 12, top + RULER / 2, this.left - 20);
    c.strokeStyle = theme.rule;
    c.beginPath();
    c.moveTo(0, top + RULER + 0.5);
    c.lineTo(width, top + RULER + 0.5);
    c.stroke();
  }

  private drawLane(c: CanvasRenderingContext2D, theme: Theme, lane: Lane, top: number, number: number): void {
    const middle = top + LANE / 2, right = this.left + this.width, { from, to } = this.store.state;
    if (number % 2 === 1) {
      c.fillStyle = theme.sheet;
      c.fillRect(0, top + 1, this.left + this.width + 14, LANE);
    }
    c.fillStyle = theme.ink;
    c.textAlign = "left";
    c.fillText(this.shortened(c, lane.name), 12, middle);
    c.save();
    c.beginPath();
    c.rect(this.left - 6, top, this.width + 12, LANE);
    c.clip();
    c.fillStyle = theme.colours[1]!;
    c.globalAlpha = theme.dark ? 0.38 : 0.28;
    for (const [begin, end] of lane.contacts) {
      if (end < from || begin > to) continue;
      const x = Math.max(this.x(begin), this.left), w = Math.min(this.x(end), right) - x;
      c.fillRect(x, middle - 4, Math.max(w, 1), 8);
    }
    c.globalAlpha = 1;
    this.drawEvents(c, theme, lane, middle);
    c.restore();
  }

  private drawEvents(c: CanvasRenderingContext2D, theme: Theme, lane: Lane, middle: number): void {
    const events = this.run.trace.events, { from, to } = this.store.state;
    let lastGlyph = -Infinity, lastTick = -Infinity;
    const glyphs: { i: number; x: number }[] = [];
    for (const i of lane.events) {
      const event = events[i]!;
      if (event.hi < from || event.lo > to) continue;
      const x = this.x(event.lo), colour = eventColour(theme, event.kind), bracket = this.x(event.hi) - x;
      c.fillStyle = colour;
      if (bracket > 1) { // the interval in which it is known to lie
        c.globalAlpha = 0.3;
        c.fillRect(x, middle - 8, bracket, 16);
        c.globalAlpha = 1;
      }
      // Where there is no room for shapes, a comb of lines; rare kinds always have their shape.
      if (x - lastGlyph >= CROWDED || !COMMON.has(event.kind) || i === this.store.state.event) {
        glyphs.push({ i, x });
        lastGlyph = x;
      } else if (x - lastTick >= 1) {
        c.fillRect(x - 0.5, middle - 7, 1, 14);
        lastTick = x;
      }
    }
    for (const { i, x } of glyphs) {
      const { kind } = events[i]!;
      drawGlyph(c, kind, x, middle, i === this.store.state.event ? 7.5 : 5.5, eventColour(theme, kind), theme.paper);
    }
  }

  private shortened(c: CanvasRenderingContext2D, text: string): string {
    const room = this.left - 24;
    if (c.measureText(text).width <= room) return text;
    let cut = text;
    while (cut.length > 1 && c.measureText(cut + "…").width > room) cut = cut.slice(0, -1);
    return cut + "…";
  }

  private drawCursor(c: CanvasRenderingContext2D, theme: Theme): void {
    const x = this.x(this.store.state.time);
    if (x < this.left - 1 || x > this.left + this.width + 1) return;
    c.strokeStyle = theme.ink;
    c.lineWidth = 1.5;
    c.beginPath();
    const top = this.scroller.scrollTop;
    c.moveTo(x, top + RULER - 6);
    c.lineTo(x, this.height);
    c.stroke();
    c.lineWidth = 1;
    c.fillStyle = theme.ink;
    c.beginPath();
    c.moveTo(x - 5, top + RULER - 13);
    c.lineTo(x + 5, top + RULER - 13);
    c.lineTo(x, top + RULER - 5);
    c.fill();
  }
}
