// SPDX-License-Identifier: Apache-2.0
// A line over the view that says what was done, for a moment.
import { h } from "./dom";

const SHOWN = 6000; // milliseconds

export class Notice {
  readonly element = h("div", { class: "rv-notice", role: "status", hidden: "" });
  private timer = 0;

  /** Stays until the next one if `lasting`. */
  say(text: string, lasting = false): void {
    clearTimeout(this.timer);
    this.element.textContent = text;
    this.element.hidden = false;
    if (!lasting) this.timer = window.setTimeout(() => { this.element.hidden = true; }, SHOWN);
  }
}
