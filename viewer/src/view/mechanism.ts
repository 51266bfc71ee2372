// SPDX-License-Identifier: Apache-2.0
// Joints with their axes, and given forces.
import * as THREE from "three";
import { largestLoad, type PlacedJoint, placedJoint, placedLoad, type Triple } from "../core/mechanism";
import { scaled, sum } from "../core/pairs";
import type { Moment, Run } from "../core/run";
import { Arrows, Dots, Outlines } from "./marks";
import type { Theme } from "./theme";

const AXIS = 0.55; // half the length of an axis, in sizes of a typical body
const LOAD = 1.3; // length of the largest force

export class MechanismMarks {
  readonly group = new THREE.Group();
  joints: PlacedJoint[] = []; // as drawn last
  private readonly axes = new Outlines(3, true);
  private readonly anchors = new Dots(10, true);
  private readonly loads: Arrows;
  private readonly largest: number;

  constructor(private readonly run: Run, private readonly size: number) {
    this.loads = new Arrows(0.025 * size);
    this.largest = largestLoad(run.trace.loads);
    this.group.add(this.axes.group, this.anchors.group, this.loads.group);
  }

  dress(theme: Theme): void {
    this.axes.colour = this.anchors.colour = theme.colours[4]!;
    this.loads.colour = theme.colours[5]!;
  }

  update(moment: Moment, shown: boolean): void {
    const marks = [this.axes, this.anchors, this.loads];
    for (const mark of marks) mark.begin();
    if (shown) {
      const poseOf = (body: number): Float64Array => moment.instant.pose(body);
      this.joints = this.run.trace.joints.map((joint) => placedJoint(joint, poseOf));
      this.joints.forEach((joint, i) => this.draw(joint, this.run.trace.joints[i]!.kind));
      for (const load of this.run.trace.loads) {
        const com = this.run.trace.bodies[load.body]!.com;
        const { point, force } = placedLoad(load, moment.time, poseOf, [com[0]!, com[1]!, com[2]!]);
        const length = LOAD * this.size * Math.hypot(...force) / (this.largest || 1);
        if (length > 0) this.loads.add(sum(point, scaled(force, -length / Math.hypot(...force))), force, length); // the head is where it acts
      }
    }
    for (const mark of marks) mark.end();
  }

  private draw(joint: PlacedJoint, kind: string): void {
    if (kind === "fixed") return;
    this.anchors.add(joint.anchor);
    for (const axis of joint.axes) {
      const reach: Triple = scaled(axis, AXIS * this.size) as Triple;
      this.axes.segment(sum(joint.anchor, scaled(reach, -1)), sum(joint.anchor, reach));
    }
  }
}
