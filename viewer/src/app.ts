// SPDX-License-Identifier: Apache-2.0
// The whole view: holds the parts together and draws when something changed.
import { curvesCsv, eventsCsv, posesCsv } from "./core/csv";
import { shownWindow } from "./core/curves";
import { lengthText, numberText, timeText } from "./core/format";
import { hashOf, type Link, linkOf } from "./core/hash";
import { after, Playback } from "./core/playback";
import { type Moment, Observer, type Run } from "./core/run";
import { DEFAULT_LAYERS, type State, Store } from "./core/store";
import { listenToKeys } from "./keys";
import { badge, verdictDialog } from "./panel/badge";
import { EventCard, PairCard } from "./panel/cards";
import { button, h, icon } from "./panel/dom";
import { dressHelp, helpDialog } from "./panel/help";
import { Labels } from "./panel/labels";
import { LayerSwitches } from "./panel/layers";
import { menu } from "./panel/menu";
import { Microscope } from "./panel/microscope";
import { Notice } from "./panel/notice";
import { Plots, runColour } from "./panel/plots";
import { canFilm, download, film, picture } from "./panel/saving";
import { Timeline } from "./panel/timeline";
import { Transport } from "./panel/transport";
import { SceneView } from "./view/scene";
import { applyTheme, currentTheme, onSystemTheme, type Theme } from "./view/theme";

const IMPULSE_TIME = 0.6; // seconds of the reader's time for which the impulses of an event stay visible
const SLOW_FRAME = 90; // milliseconds
const SLOW_FRAMES = 4;
const COVERED = { left: 200, bottom: 40 }; // pixels of the view that cards and switches take

export class App {
  readonly store: Store;
  readonly timeline: Timeline;
  readonly plots: Plots;
  moment: Moment;
  view: SceneView | null = null;
  private readonly observer: Observer;
  private readonly playback: Playback;
  private readonly transport: Transport;
  private readonly layers: LayerSwitches;
  private readonly pairCard: PairCard;
  private readonly eventCard: EventCard;
  private readonly microscope: Microscope;
  private readonly labels: Labels;
  private readonly canvas = h("canvas", { class: "rv-canvas", role: "img", "aria-label": "3D view of the bodies", tabindex: "0" });
  private readonly stage = h("div", { class: "rv-stage" });
  private readonly legend = h("div", { class: "rv-runs rv-card" });
  private readonly notice = new Notice();
  private readonly help = helpDialog();
  private readonly verdict: HTMLDialogElement;
  private theme: Theme;
  private last = 0;
  private slow = 0; // frames that took long since playing began
  private asked = false;
  private hashTimer = 0;
  private switches = 0; // of the theme since it was the system's
  private dirty = true;
  frames = 0; // drawn so far

  constructor(private readonly place: HTMLElement, readonly run: Run, readonly others: Run[], private readonly whole: boolean) {
    this.store = new Store(this.initialState());
    applyTheme(this.store.state.theme);
    this.theme = currentTheme(this.store.state.theme);
    this.observer = new Observer(run);
    this.playback = new Playback(run.eventTimes);
    this.moment = this.observer.moment(this.store.state.time, this.store.state.pair, this.store.state.event);
    const actions = this.actions();
    this.timeline = new Timeline(run, this.store, (event) => this.jump(event));
    this.plots = new Plots(run, others, this.store);
    this.transport = new Transport(run, this.store, actions);
    this.pairCard = new PairCard(run, this.store);
    this.eventCard = new EventCard(run);
    this.microscope = new Microscope(run);
    this.labels = new Labels(run);
    this.verdict = verdictDialog(run, (time) => this.store.set({ time, event: -1, playing: false }));
    this.startScene();
    this.layers = new LayerSwitches(this.store, this.view && this.view.grounds.length > 0 ? `grid ${lengthText(this.view.grounds[0]!.cell, 3)}` : "");
    this.build();
    listenToKeys(place, this.store, actions, whole);
  }

  private initialState(): State {
    const window = shownWindow(this.run.trace), link = linkOf(location.hash);
    const state: State = {
      time: window.from, ...window, playing: false, mode: "near", speed: 0.2, event: -1, pair: -1, follow: -1, microscope: false,
      layers: { ...DEFAULT_LAYERS }, theme: "auto", ...link.state,
    };
    state.time = this.clamp(state.time);
    return state;
  }

  private clamp(t: number): number { return Math.min(Math.max(t, this.run.trace.start), this.run.trace.end); }

  private startScene(): void {
    this.stage.append(this.canvas, this.labels.element);
    try {
      this.view = new SceneView(this.canvas, this.run, this.others, shownWindow(this.run.trace), () => { this.dirty = true; this.request(); this.keepHash(); });
    } catch (error) {
      console.warn("no 3D view:", error);
      this.canvas.hidden = true;
      this.stage.append(h("p", { class: "rv-no3d" }, "This browser has no WebGL, so the bodies cannot be drawn. Timeline and plots work without it."));
    }
  }

  private build(): void {
    const trace = this.run.trace, thin = this.run.facts.thinning;
    const sub = `${trace.law} · ${trace.method} · ${trace.bodies.length} ${trace.bodies.length === 1 ? "body" : "bodies"} · ${trace.events.length} ${trace.events.length === 1 ? "event" : "events"} · ${numberText(trace.end - trace.start, 4)} s`;
    const cards = h("div", { class: "rv-cards" }, this.pairCard.element, this.eventCard.element);
    this.stage.append(cards, this.layers.element, this.notice.element);
    if (this.others.length > 0) this.stage.append(this.legend);
    const save = menu("Save", "Save a picture, a film or tables; copy a link", [
      ["Picture (PNG)", () => void this.savePicture()], ["Film of this window (WebM)", () => void this.saveFilm()], ["Events (CSV)", () => this.saveTable("events", eventsCsv(trace))],
      ["Curves of this window (CSV)", () => this.saveTable("curves", curvesCsv(this.run.paths, this.run.pairs, this.store.state))],
      ["Poses of this window (CSV)", () => this.saveTable("poses", posesCsv(this.run.paths, this.store.state))],
      ["Copy link to this view", () => void this.copyLink()],
    ]);
    const top = h("header", { class: "rv-top" },
      ...(this.whole ? [h("h1", {}, trace.sceneName)] : []), h("span", { class: "rv-sub" }, sub),
      thin ? h("span", { class: "rv-thin", title: `Of ${thin.segments_before} segments ${thin.segments_after} are left, of ${thin.certificates_before} certificates ${thin.certificates_after}. All events are kept. Half of the error bounds rounding, half was measured where segments were joined.` },
        `thinned to ${lengthText(thin.error, 3)}`) : null,
      h("span", { class: "rv-space" }), badge(this.run, () => this.verdict.showModal()), save,
      button(icon("theme"), "Light, dark, or as the system (T)", () => this.nextTheme()), button("?", "Keys (?)", () => this.help.showModal()));
    const root = h(this.whole ? "main" : "div", { class: `rv ${this.whole ? "rv-whole" : "rv-inside"}` }, top,
      h("div", { class: "rv-middle" }, this.stage, h("div", { class: "rv-side" }, this.microscope.element, this.plots.element)), this.transport.element, this.timeline.element, this.help, this.verdict);
    this.place.replaceChildren(root);
  }

  start(): void {
    this.dress();
    this.store.listen((state, changed) => this.changed(state, changed));
    onSystemTheme(() => this.dress());
    new ResizeObserver(() => this.resize()).observe(this.stage);
    this.stage.addEventListener("dblclick", (e) => {
      if (e.target !== this.canvas) return;
      const body = this.view?.stage.bodyAt(e.offsetX, e.offsetY) ?? -1;
      this.store.set({ follow: body });
    });
    this.resize();
    this.follow(linkOf(location.hash));
    window.addEventListener("hashchange", () => this.follow(linkOf(location.hash)));
    this.drawAll();
    requestAnimationFrame(() => this.plots.compute()); // after the first picture
  }

  /** Goes where a link leads; one to a part of the page is not for the view. */
  private follow(link: Link): void {
    const position = link.event === null ? -1 : this.run.trace.events.findIndex((event) => event.index === link.event);
    if (link.state.time === undefined && position < 0 && !link.camera) return;
    this.store.set({ playing: false, event: -1, ...link.state });
    this.store.set({ time: this.clamp(this.store.state.time) });
    if (position >= 0) this.jump(position);
    if (link.camera && this.view) this.view.stage.view = link.camera;
    else if (this.store.state.microscope) this.view?.approach(this.moment);
    if (!this.whole) this.place.scrollIntoView({ block: "nearest" });
    this.dirty = true;
    this.request();
  }

  private async copyLink(): Promise<void> {
    this.writeHash();
    try {
      await navigator.clipboard.writeText(location.href);
      this.notice.say("Link copied: it opens this page at this time and camera");
    } catch {
      this.notice.say("This browser does not let pages copy; the address above is the link");
    }
  }

  private dress(): void {
    this.theme = currentTheme(this.store.state.theme);
    this.view?.dress(this.theme);
    this.timeline.dress(this.theme);
    this.plots.dress(this.theme);
    dressHelp(this.help, this.theme);
    this.eventCard.forget();
    this.legend.replaceChildren(...[this.run, ...this.others].map((run, i) => {
      const chip = h("i");
      chip.style.background = i === 0 ? this.theme.bodies[0]! : runColour(this.theme, i - 1);
      return h("div", {}, chip, run.facts.label);
    }));
    this.view?.drawTrails(shownWindow(this.run.trace));
    this.dirty = true;
    this.request();
  }

  private changed(state: State, changed: Set<keyof State>): void {
    if (changed.has("theme")) {
      applyTheme(state.theme);
      this.dress();
    }
    if (changed.has("mode") || changed.has("playing")) this.playback.restart();
    if (changed.has("playing")) {
      this.last = performance.now();
      this.slow = 0;
      if (this.view) this.view.stage.coarse = false;
    }
    this.timeline.update(state, changed);
    this.plots.update(state, changed);
    if (changed.has("microscope")) {
      this.moment = this.observer.moment(state.time, state.pair, state.event);
      if (state.microscope) this.view?.approach(this.moment);
      else this.view?.stage.fit();
    }
    this.dirty = true;
    this.request();
    this.keepHash();
  }

  private request(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => {
      this.asked = false;
      this.tick(now);
      if (this.dirty) this.drawAll();
      if (this.store.state.playing) this.request();
    });
  }

  private tick(now: number): void {
    const { playing, time, mode, speed, from, to } = this.store.state;
    if (!playing) return;
    const seconds = Math.min(0.1, Math.max(0, (now - this.last) / 1000));
    if (now - this.last > SLOW_FRAME) ++this.slow;
    if (this.slow === SLOW_FRAMES && this.view) this.view.stage.coarse = true;
    this.last = now;
    const end = time < to ? to : this.run.trace.end; // a zoomed window is played to its end
    const next = this.playback.advanced(time < from ? from : time, seconds, mode, speed);
    if (next >= end) this.store.set({ time: end, playing: false, event: -1 });
    else this.store.set({ time: next, event: -1 });
  }

  private drawAll(): void {
    this.dirty = false;
    const state = this.store.state;
    this.moment = this.observer.moment(state.time, state.pair, state.event);
    const sinceEvent = this.moment.event < 0 ? Infinity : state.time - this.run.eventTimes[this.moment.event]!;
    const shown = sinceEvent === 0 ? 1 : Math.max(0, 1 - sinceEvent / (IMPULSE_TIME * state.speed));
    this.pairCard.update(this.moment, state);
    this.eventCard.update(this.moment, state, this.theme);
    this.transport.update(state);
    this.layers.update(state);
    this.plots.showValues(this.moment);
    this.microscope.element.hidden = !state.microscope;
    if (this.view) {
      this.view.update(this.moment, state, shown);
      this.view.stage.render();
      this.labels.update(this.moment, this.view.stage, state.layers.labels, state.layers.joints && !state.microscope ? this.view.mechanism.joints : []);
    }
    if (state.microscope) this.microscope.update(this.moment, this.theme, this.view?.stage.right ?? [1, 0, 0], this.view?.exaggeration.factor(this.moment) ?? 1);
    ++this.frames;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (width === 0 || height === 0) return;
    this.view?.stage.resize(width, height, width > 640 ? COVERED.left : 0, COVERED.bottom);
    if (this.frames === 0) this.view?.stage.fit();
    this.dirty = true;
    this.request();
  }

  private actions() {
    const state = (): State => this.store.state;
    return {
      toggle: () => {
        const atEnd = !state().playing && state().time >= Math.min(state().to, this.run.trace.end);
        this.store.set({ playing: !state().playing, ...(atEnd ? { time: state().from } : {}) });
      },
      step: (by: number) => this.step(by),
      nudge: (part: number) => this.store.set({ time: this.clamp(state().time + part * (state().to - state().from)), playing: false, event: -1 }),
      goto: (end: "start" | "end") => this.store.set({ time: end === "start" ? this.run.trace.start : this.run.trace.end, playing: false, event: -1 }),
      zoom: (factor: number) => this.timeline.zoom(factor),
      whole: () => this.timeline.wholeRun(),
      cluster: () => this.timeline.zoomToEvents(),
      fit: () => { this.store.set({ follow: -1 }); this.view?.fitNow(state().time); },
      follow: () => this.store.set({ follow: state().follow + 1 < this.run.trace.bodies.length ? state().follow + 1 : -1 }),
      help: () => this.help.showModal(),
      save: () => void this.savePicture(),
      theme: () => this.nextTheme(),
    };
  }

  /** Goes to the event at a position of the list. */
  jump(position: number): void {
    const time = this.run.eventTimes[position];
    if (time === undefined) return;
    this.timeline.reveal(position);
    this.store.set({ time, event: position, playing: false });
    const { from, to } = this.store.state;
    if (time < from || time > to) this.timeline.setWindow(time - 0.5 * (to - from), time + 0.5 * (to - from));
  }

  private step(by: number): void {
    const { time, event } = this.store.state, times = this.run.eventTimes;
    if (event >= 0) this.jump(event + by);
    else if (by > 0) this.jump(after(times, time));
    else {
      let i = after(times, time) - 1;
      if (times[i] === time) --i;
      this.jump(i);
    }
  }

  /** The first press always changes what is seen; the third returns to what the system wants. */
  private nextTheme(): void {
    const { theme } = this.store.state, other = this.theme.dark ? "light" : "dark";
    if (theme === "auto") this.switches = 1;
    else ++this.switches;
    this.store.set({ theme: this.switches < 3 ? other : "auto" });
  }

  private async savePicture(): Promise<void> {
    if (!this.view) return;
    this.drawAll(); // the drawing buffer is empty outside of a frame
    const { state } = this.store;
    const text = `${this.run.trace.sceneName}   t = ${timeText(state.time, state.to - state.from)}   ${this.run.facts.verdict.headline}` +
      (state.microscope ? `   gap drawn ${numberText(this.view.exaggeration.factor(this.moment), 2)} times as wide` : "");
    download(`${this.run.trace.sceneName}.png`, await picture(this.canvas, this.theme.paper, this.theme.ink, text));
  }

  /** Plays the window from its start as chosen, and records what is seen; null if that cannot be done. */
  async saveFilm(): Promise<Blob | null> {
    if (!this.view) return null;
    if (!canFilm()) {
      this.notice.say("This browser cannot record films; Firefox and Chromium can");
      return null;
    }
    this.notice.say("Recording while the window is played once; pause to end the film", true);
    this.view.stage.paper = this.theme.paper; // films have no transparency
    const blob = await film(this.canvas, () => new Promise((resolve) => {
      this.store.set({ time: this.clamp(this.store.state.from), event: -1, playing: true });
      const wait = window.setInterval(() => {
        if (this.store.state.playing) return;
        window.clearInterval(wait);
        window.setTimeout(resolve, 300); // the last picture is seen a moment
      }, 50);
    }));
    this.view.stage.paper = null;
    this.dirty = true;
    this.request();
    download(`${this.run.trace.sceneName}.webm`, blob);
    this.notice.say(`Saved as ${this.run.trace.sceneName}.webm`);
    return blob;
  }

  private saveTable(what: string, text: string): void {
    download(`${this.run.trace.sceneName}-${what}.csv`, new Blob([text], { type: "text/csv" }));
  }

  private keepHash(): void {
    if (this.store.state.playing || this.frames < 2) return; // an address that nobody asked to change stays
    clearTimeout(this.hashTimer);
    this.hashTimer = window.setTimeout(() => this.writeHash(), 300);
  }

  private writeHash(): void {
    if (!this.view) return;
    try {
      const { event } = this.store.state;
      history.replaceState(null, "", hashOf(this.store.state, this.view.stage.view, event < 0 ? -1 : this.run.trace.events[event]!.index));
    } catch {
      // Some browsers refuse this for files; the view works without it.
    }
  }
}
