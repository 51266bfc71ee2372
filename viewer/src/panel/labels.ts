// SPDX-License-Identifier: Apache-2.0
// Names of bodies over the view.
import type { Moment, Run } from "../core/run";
import type { Stage } from "../view/stage";
import { h } from "./dom";

const MOST = 150;

export class Labels {
  readonly element = h("div", { class: "rv-labels", "aria-hidden": "true" });
  private readonly names: HTMLElement[];

  constructor(run: Run) {
    this.names = run.trace.bodies.slice(0, MOST).map((body) => h("span", {}, body.name));
    this.element.append(...this.names);
  }

  update(moment: Moment, stage: Stage, shown: boolean): void {
    this.element.hidden = !shown;
    if (!shown) return;
    this.names.forEach((name, i) => {
      const p = moment.instant.pose(i), at = stage.onScreen([p[0]!, p[1]!, p[2]!]);
      name.hidden = at === null;
      if (at) name.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) translate(-50%, -50%)`;
    });
  }
}
