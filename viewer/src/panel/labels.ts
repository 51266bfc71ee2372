// SPDX-License-Identifier: Apache-2.0
// Names of bodies over the view, and coordinates of joints.
import { numberText } from "../core/format";
import type { PlacedJoint } from "../core/mechanism";
import type { Moment, Run } from "../core/run";
import type { Stage } from "../view/stage";
import { h } from "./dom";

const MOST = 150;
/** More joints than this hide what they belong to: their coordinates are shown with the names, when those are asked for. */
const CROWD = 6;
/** Pixels: labels that would cover each other go to the next free line. */
const LETTER = 7, PADDING = 16, LINE = 22;
const SHIFTS = [0, 1, -1, 2, -2];

export class Labels {
  readonly element = h("div", { class: "rv-labels", "aria-hidden": "true" });
  private readonly names: HTMLElement[];
  private readonly joints: HTMLElement[];
  private readonly crowded: boolean;

  constructor(private readonly run: Run) {
    this.joints = run.trace.joints.slice(0, MOST).map(() => h("span", { class: "rv-joint" }));
    this.element.append(...this.joints);
    this.crowded = run.trace.joints.filter((joint) => joint.kind !== "fixed").length > CROWD;
    this.names = run.trace.bodies.slice(0, MOST).map((body) => h("span", {}, body.name));
    this.element.append(...this.names);
  }

  update(moment: Moment, stage: Stage, shown: boolean, joints: PlacedJoint[]): void {
    const taken: { x: number; y: number; width: number }[] = [];
    const put = (element: HTMLElement, p: [number, number, number] | null, anchor: string): void => {
      const at = p && stage.onScreen(p);
      element.hidden = !at;
      if (!at) return;
      const width = LETTER * (element.textContent?.length ?? 0) + PADDING;
      const apart = (y: number): boolean => taken.every((t) => Math.abs(t.y - y) >= LINE || at.x >= t.x + t.width || t.x >= at.x + width);
      const y = at.y + (SHIFTS.find((s) => apart(at.y + s * LINE)) ?? 0) * LINE;
      taken.push({ x: at.x, y, width });
      element.style.transform = `translate(${at.x.toFixed(1)}px, ${y.toFixed(1)}px) translate(${anchor})`;
    };
    this.names.forEach((name, i) => {
      const p = moment.instant.pose(i);
      put(name, shown ? [p[0]!, p[1]!, p[2]!] : null, "-50%, -50%");
    });
    this.joints.forEach((label, i) => {
      const joint = joints[i], { name, kind } = this.run.trace.joints[i]!;
      if (joint && joint.coordinate !== null) label.textContent = `${name} ${numberText(joint.coordinate, 4)} ${kind === "prismatic" ? "m" : "rad"}`;
      else label.textContent = name;
      put(label, joint && kind !== "fixed" && (shown || !this.crowded) ? joint.anchor : null, "10px, -120%");
    });
  }
}
