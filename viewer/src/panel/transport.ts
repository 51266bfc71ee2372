// SPDX-License-Identifier: Apache-2.0
// Play, step, speed, zoom, follow, microscope.
import { timeText } from "../core/format";
import type { Run } from "../core/run";
import type { PlayMode, State, Store } from "../core/store";
import { button, h, icon } from "./dom";

export const SPEEDS = [1e-6, 1e-5, 1e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
export const MODES: [PlayMode, string][] = [["time", "by time"], ["near", "slow near events"], ["events", "event by event"]];

export interface Actions {
  toggle(): void;
  step(by: number): void;
  zoom(factor: number): void;
  whole(): void;
  cluster(): void;
}

const speedText = (x: number): string => (x >= 1 ? `${x}×` : `1/${Math.round(1 / x).toLocaleString("en")}×`);

export class Transport {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly clock = h("output", { class: "rv-clock", "aria-label": "Time" });
  private readonly mode = h("select", { "aria-label": "How to play" });
  private readonly speed = h("select", { "aria-label": "Speed" });
  private readonly follow = h("select", { "aria-label": "Follow a body" });
  private readonly microscope: HTMLButtonElement;
  private shown = false; // the sign of play or pause

  constructor(run: Run, store: Store, actions: Actions) {
    this.play = button(icon("play"), "Play (space)", actions.toggle, { class: "rv-primary" });
    this.microscope = button("Microscope", "Gap microscope (M)", () => store.set({ microscope: !store.state.microscope }), { "aria-pressed": "false" });
    this.mode.append(...MODES.map(([value, text]) => h("option", { value }, text)));
    this.speed.append(...SPEEDS.map((x) => h("option", { value: String(x) }, speedText(x))));
    this.follow.append(h("option", { value: "-1" }, "free camera"), ...run.trace.bodies.slice(0, 500).map((body, i) => h("option", { value: String(i) }, `follow ${body.name}`)));
    this.mode.addEventListener("change", () => store.set({ mode: this.mode.value as PlayMode }));
    this.speed.addEventListener("change", () => store.set({ speed: Number(this.speed.value) }));
    this.follow.addEventListener("change", () => store.set({ follow: Number(this.follow.value) }));
    this.element = h("div", { class: "rv-transport", role: "toolbar", "aria-label": "Playback" },
      button(icon("previous"), "Previous event (←)", () => actions.step(-1)), this.play, button(icon("next"), "Next event (→)", () => actions.step(1)), this.clock,
      this.speed, this.mode, h("span", { class: "rv-space" }), this.follow, this.microscope,
      h("span", { class: "rv-group" }, button("−", "Zoom out (−)", () => actions.zoom(2)), button("+", "Zoom in (+)", () => actions.zoom(0.5)),
        button("Events", "Zoom to the events around the cursor (Z)", actions.cluster), button("All", "The whole run (0)", actions.whole)));
  }

  update(state: State): void {
    if (this.shown !== state.playing) this.play.replaceChildren(icon(state.playing ? "pause" : "play"));
    this.shown = state.playing;
    this.play.title = state.playing ? "Pause (space)" : "Play (space)";
    this.play.setAttribute("aria-label", this.play.title);
    this.clock.textContent = timeText(state.time, state.to - state.from);
    this.mode.value = state.mode;
    this.speed.value = String(state.speed);
    this.follow.value = String(state.follow);
    this.microscope.setAttribute("aria-pressed", String(state.microscope));
  }
}
