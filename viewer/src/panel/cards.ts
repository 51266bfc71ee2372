// SPDX-License-Identifier: Apache-2.0
// What is in focus, in words: the pair and its gap, the event.
import { lengthText, numberText, timeText, durationText } from "../core/format";
import { frictionPart, normalPart } from "../core/forces";
import { CERTIFICATE_NAMES } from "../core/pairs";
import { kindText, type Moment, type Run } from "../core/run";
import type { State, Store } from "../core/store";
import { pairName } from "../core/trace";
import type { Theme } from "../view/theme";
import { h } from "./dom";
import { glyphElement } from "./glyphs";

const MOST_PAIRS = 300; // in the list to choose from

/** Pairs worth choosing: those with events first. */
function pairChoices(run: Run): number[] {
  const busy = new Map<number, number>();
  for (const event of run.trace.events) {
    const pair = run.pairs.number(event.a, event.b);
    if (pair >= 0) busy.set(pair, (busy.get(pair) ?? 0) + 1);
  }
  const all = run.pairs.list.map((_, i) => i);
  return all.sort((x, y) => (busy.get(y) ?? 0) - (busy.get(x) ?? 0)).slice(0, MOST_PAIRS);
}

export class PairCard {
  readonly element: HTMLElement;
  private readonly select = h("select", { "aria-label": "Pair in focus" });
  private readonly name = h("div", { class: "rv-name" });
  private readonly gap = h("div", { class: "rv-big" });
  private readonly words = h("div", { class: "rv-soft" });
  private readonly force = h("div", { class: "rv-force" });

  constructor(private readonly run: Run, store: Store) {
    this.select.append(h("option", { value: "-1" }, "closest pair"), ...pairChoices(run).map((i) => {
      const { a, b } = run.pairs.list[i]!;
      return h("option", { value: String(i) }, pairName(run.trace, a, b));
    }));
    this.select.addEventListener("change", () => store.set({ pair: Number(this.select.value) }));
    this.element = h("section", { class: "rv-card", "aria-label": "Pair in focus" }, this.select, this.name, this.gap, this.words, this.force);
  }

  /** What the pair's contact bears now. */
  private forceText(moment: Moment): string {
    const pair = this.run.pairs.list[moment.pair];
    const force = pair ? this.run.forces.pair(pair.a, pair.b, moment.time) : null;
    if (!force) return "";
    const normal = normalPart(force), limit = force.friction * Math.max(0, normal);
    return `pushes with ${numberText(normal, 4)} N` +
      (limit > 0 ? `, friction ${numberText(frictionPart(force), 4)} N of at most ${numberText(limit, 4)} N` : "");
  }

  update(moment: Moment, state: State): void {
    this.force.textContent = this.forceText(moment);
    if (document.activeElement !== this.select) this.select.value = String(state.pair);
    const s = moment.separation;
    this.name.hidden = state.pair >= 0;
    if (!s) {
      this.name.textContent = moment.pair < 0 ? "" : pairName(this.run.trace, this.run.pairs.list[moment.pair]!.a, this.run.pairs.list[moment.pair]!.b);
      this.gap.textContent = "far apart";
      this.words.textContent = "their bounding boxes do not overlap, so no separating plane is needed";
      return;
    }
    const pair = this.run.pairs.list[moment.pair]!, c = this.run.trace.certificates;
    this.name.textContent = pairName(this.run.trace, pair.a, pair.b);
    this.gap.textContent = lengthText(s.gap, 5);
    const word = this.run.facts.verdict.claim === "proved" ? "proved to keep" : "said to keep";
    this.words.textContent = `${CERTIFICATE_NAMES[c.kind[s.certificate]!]}, ${word} at least ${lengthText(c.level[s.certificate]! - 2 * c.slack[s.certificate]!, 3)} ` +
      `for ${durationText(c.end[s.certificate]! - c.begin[s.certificate]!, 3)}`;
  }
}

export class EventCard {
  readonly element: HTMLElement;
  private shown = -2;

  constructor(private readonly run: Run) {
    this.element = h("section", { class: "rv-card rv-event", "aria-label": "Last event", "aria-live": "polite" });
  }

  forget(): void { this.shown = -2; }

  update(moment: Moment, state: State, theme: Theme): void {
    if (moment.event === this.shown && !this.element.hidden) {
      this.age(moment);
      return;
    }
    this.shown = moment.event;
    this.element.hidden = moment.event < 0;
    if (moment.event < 0) return;
    const event = this.run.trace.events[moment.event]!;
    const sum = event.contacts.reduce((all, c) => all + Math.hypot(...c.impulse), 0), impulse = sum > this.run.leastImpulse ? sum : 0;
    const facts: string[] = [];
    if (impulse > 0) facts.push(`impulse ${numberText(impulse, 4)} N s at ${event.contacts.length} ${event.contacts.length === 1 ? "point" : "points"}`);
    const lost = event.energyBefore - event.energyAfter;
    if (impulse > 0 && Math.abs(lost) > 0) facts.push(`energy ${lost >= 0 ? "−" : "+"}${numberText(Math.abs(lost), 3)} J`);
    if (event.kind === "accumulation") facts.push(`limit estimated at ${numberText(event.limitTime, 9)} s, cut off at most ${durationText(event.limitBound, 2)}`);
    this.element.replaceChildren(
      h("div", { class: "rv-event-title" }, glyphElement(event.kind, theme), h("b", {}, kindText(event)), h("span", { class: "rv-soft" }, `event ${event.index} (${this.run.trace.events.length} in all)`)),
      h("div", { class: "rv-event-time" }, timeText(event.lo, Math.min(1e-5, state.to - state.from)), h("span", { class: "rv-soft rv-age" })),
      h("div", {}, pairName(this.run.trace, event.a, event.b), h("span", { class: "rv-soft" }, event.proved ? " · proved" : " · located")),
      ...(facts.length > 0 ? [h("div", { class: "rv-soft" }, facts.join("; "))] : []),
      ...(event.note ? [h("div", { class: "rv-soft" }, event.note)] : []));
    this.age(moment);
  }

  private age(moment: Moment): void {
    const ago = moment.time - this.run.trace.events[moment.event]!.lo;
    this.element.querySelector(".rv-age")!.textContent = ago > 0 ? `  ${durationText(ago, 3)} ago` : "  now";
  }
}
