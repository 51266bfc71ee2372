// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_LAYERS, type Layers, type Store } from "./core/store";
import { toggleLayer } from "./panel/layers";
import { MODES, SPEEDS } from "./panel/transport";

export interface KeyActions {
  toggle(): void;
  step(by: number): void;
  nudge(part: number): void;
  goto(end: "start" | "end"): void;
  zoom(factor: number): void;
  whole(): void;
  cluster(): void;
  fit(): void;
  follow(): void;
  help(): void;
  save(): void;
  theme(): void;
}

const LAYER_NAMES = Object.keys(DEFAULT_LAYERS) as (keyof Layers)[];

export function faster(store: Store, by: number): void {
  const at = SPEEDS.findIndex((x) => x >= store.state.speed * 0.999);
  store.set({ speed: SPEEDS[Math.min(Math.max(at + by, 0), SPEEDS.length - 1)]! });
}

/** Listens to keys unless they go to a control. */
export function listenToKeys(root: HTMLElement, store: Store, actions: KeyActions, whole: boolean): void {
  const table: Record<string, () => void> = {
    " ": actions.toggle, ArrowRight: () => actions.step(1), ArrowLeft: () => actions.step(-1), ".": () => actions.nudge(0.01), ",": () => actions.nudge(-0.01),
    Home: () => actions.goto("start"), End: () => actions.goto("end"), "[": () => faster(store, -1), "]": () => faster(store, 1),
    p: () => store.set({ mode: MODES[(MODES.findIndex(([mode]) => mode === store.state.mode) + 1) % MODES.length]![0] }),
    z: actions.cluster, "+": () => actions.zoom(0.5), "=": () => actions.zoom(0.5), "-": () => actions.zoom(2), "0": actions.whole,
    m: () => store.set({ microscope: !store.state.microscope }), f: actions.follow, v: actions.fit, "?": actions.help, s: actions.save, t: actions.theme,
    n: () => toggleLayer(store, "forces"),
  };
  LAYER_NAMES.forEach((name, i) => { table[String(i + 1)] = () => toggleLayer(store, name); });
  // In a report the page scrolls by keys, so only keys inside the view count.
  (whole ? document : root).addEventListener("keydown", (event) => {
    const e = event as KeyboardEvent, target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    if (target.tagName === "SELECT" || target.tagName === "INPUT" || (e.key === " " && (target.tagName === "BUTTON" || target.tagName === "SUMMARY"))) return;
    const action = table[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!action) return;
    e.preventDefault();
    action();
  });
}
