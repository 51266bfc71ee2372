// SPDX-License-Identifier: Apache-2.0
// The list of keys.
import { EVENT_KINDS } from "../core/trace";
import type { Theme } from "../view/theme";
import { h } from "./dom";
import { glyphElement } from "./glyphs";

export const KEYS: [string, string][] = [
  ["Space", "play, pause"], ["→  ←", "next, previous event"], [".  ,", "forward, back by a hundredth of the window"], ["Home  End", "start, end of the run"],
  ["[  ]", "slower, faster"], ["P", "play by time, slow near events, event by event"], ["Z", "zoom to the events around the cursor"],
  ["+  −", "zoom the timeline"], ["0", "whole run"], ["M", "gap microscope"], ["F", "follow the next body, or none"], ["V", "look at the bodies where they are now"],
  ["1 … 9", "plane, contacts, impulses, edges, shadows, labels, frames, paths, joints"], ["N", "contact forces"], ["T", "light, dark, or as the system"], ["S", "save a picture (PNG)"], ["?", "this list"],
];

export function helpDialog(): HTMLDialogElement {
  return h("dialog", { class: "rv-dialog", "aria-label": "Keys" },
    h("h2", {}, "Keys"),
    h("ul", { class: "rv-keys" }, ...KEYS.map(([keys, what]) => h("li", {}, h("span", {}, ...keys.split(/\s{2}/).map((key) => h("kbd", {}, key))), h("span", {}, what)))),
    h("p", { class: "rv-soft" }, "Mouse: drag turns, right drag moves, wheel zooms; double click follows a body. On the timeline: drag scrubs, wheel zooms, shift and drag moves, double click shows all."),
    h("h3", {}, "Events"), h("div", { class: "rv-kinds" }),
    h("form", { method: "dialog" }, h("button", { class: "rv-primary" }, "Close")));
}

/** The shapes of the events in the colours of the theme. */
export function dressHelp(dialog: HTMLDialogElement, theme: Theme): void {
  dialog.querySelector(".rv-kinds")!.replaceChildren(...EVENT_KINDS.map((kind) => h("span", {}, glyphElement(kind, theme), kind.replace("_", " "))));
}
