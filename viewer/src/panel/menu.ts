// SPDX-License-Identifier: Apache-2.0
import { button, h } from "./dom";

/** A button that opens a list of actions. */
export function menu(label: string, title: string, items: [string, () => void][]): HTMLElement {
  const list = h("div", { class: "rv-menu-list" });
  const element = h("details", { class: "rv-menu" }, h("summary", { title }, label), list);
  for (const [text, action] of items) list.append(button(text, text, () => { element.removeAttribute("open"); action(); }));
  document.addEventListener("pointerdown", (e) => { if (!element.contains(e.target as Node)) element.removeAttribute("open"); });
  return element;
}
