// SPDX-License-Identifier: Apache-2.0
// What is drawn over the bodies, as a row of switches.
import type { Layers, State, Store } from "../core/store";
import { button, h } from "./dom";

export const LAYERS: [keyof Layers, string, string][] = [
  ["plane", "plane", "Separating plane and nearest features of the pair in focus"], ["contacts", "contacts", "Contact manifolds and normals"],
  ["impulses", "impulses", "Impulses of the last event; the longest arrow is its largest"], ["edges", "edges", "Edges of bodies"],
  ["shadows", "shadows", "Shadows"], ["labels", "labels", "Names of bodies"], ["frames", "frames", "Axes of bodies"], ["paths", "paths", "Paths of the centres of mass"],
  ["joints", "joints", "Joints with their axes and coordinates (of more than six with the labels); given forces"],
  ["forces", "forces", "Contact forces between events; the longest arrow is the largest of the run"],
];

export class LayerSwitches {
  readonly element: HTMLElement;
  private readonly switches: HTMLButtonElement[];

  constructor(store: Store, hint: string) {
    this.switches = LAYERS.map(([name, text, title], i) => button(text, `${title} (${i < 9 ? i + 1 : "N"})`, () => toggleLayer(store, name)));
    this.element = h("div", { class: "rv-layers", role: "toolbar", "aria-label": "Layers" }, ...this.switches, h("span", { class: "rv-hint" }, hint));
  }

  update(state: State): void {
    this.switches.forEach((element, i) => element.setAttribute("aria-pressed", String(state.layers[LAYERS[i]![0]])));
  }
}

export function toggleLayer(store: Store, name: keyof Layers): void {
  store.set({ layers: { ...store.state.layers, [name]: !store.state.layers[name] } });
}
