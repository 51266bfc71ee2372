// SPDX-License-Identifier: Apache-2.0
// Joints and given forces of a trace, and where they are at an instant.
import { transformed } from "./path";
import { WORLD } from "./trace";

export type Triple = [number, number, number];

export const JOINT_KINDS = ["fixed", "revolute", "prismatic", "universal", "spherical", "planar"] as const;

export interface Joint {
  name: string;
  kind: (typeof JOINT_KINDS)[number];
  parent: number; // body, or WORLD
  child: number;
  anchorParent: Triple;
  anchorChild: Triple;
  axisParent: Triple;
  axisChild: Triple;
  referenceParent: Triple;
  referenceChild: Triple;
}

/** A given force and moment: linear between knots, constant outside. */
export interface Load {
  body: number;
  inBody: boolean; // axes of the body, which turn with it
  point: Triple; // from the centre of mass, body axes
  times: number[];
  forces: Triple[];
  moments: Triple[];
}

export type PoseOf = (body: number) => Float64Array;

const IDENTITY = Float64Array.of(0, 0, 0, 1, 0, 0, 0);

function placed(poseOf: PoseOf, body: number, p: Triple): Triple {
  return transformed(body === WORLD ? IDENTITY : poseOf(body), p[0], p[1], p[2]) as Triple;
}

/** A direction of a body in world axes. */
export function turned(poseOf: PoseOf, body: number, d: Triple): Triple {
  const p = placed(poseOf, body, d), o = placed(poseOf, body, [0, 0, 0]);
  return [p[0] - o[0], p[1] - o[1], p[2] - o[2]];
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Triple, b: Triple): Triple => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export interface PlacedJoint {
  anchor: Triple;
  axes: Triple[]; // of turning or sliding; none for spherical and fixed joints
  coordinate: number | null; // radians or metres, where one number says it
}

export function placedJoint(joint: Joint, poseOf: PoseOf): PlacedJoint {
  const anchor = placed(poseOf, joint.child, joint.anchorChild);
  const first = turned(poseOf, joint.parent, joint.axisParent), last = turned(poseOf, joint.child, joint.axisChild);
  if (joint.kind === "revolute") {
    const from = turned(poseOf, joint.parent, joint.referenceParent), to = turned(poseOf, joint.child, joint.referenceChild);
    return { anchor, axes: [first], coordinate: Math.atan2(dot(cross(from, to), first), dot(from, to)) };
  }
  if (joint.kind === "prismatic") {
    const base = placed(poseOf, joint.parent, joint.anchorParent);
    return { anchor, axes: [first], coordinate: dot([anchor[0] - base[0], anchor[1] - base[1], anchor[2] - base[2]], first) };
  }
  if (joint.kind === "universal") return { anchor, axes: [first, last], coordinate: null };
  return { anchor, axes: joint.kind === "planar" ? [first] : [], coordinate: null };
}

/** The force of a load in world axes, and where it acts. */
export function placedLoad(load: Load, time: number, poseOf: PoseOf, com: Triple): { point: Triple; force: Triple } {
  const k = load.times.findIndex((t) => t > time), last = load.times.length - 1;
  let force: Triple;
  if (k === 0 || last === 0) force = load.forces[0]!;
  else if (k < 0) force = load.forces[last]!;
  else {
    const a = load.times[k - 1]!, s = (time - a) / (load.times[k]! - a), f = load.forces[k - 1]!, g = load.forces[k]!;
    force = [f[0] + s * (g[0] - f[0]), f[1] + s * (g[1] - f[1]), f[2] + s * (g[2] - f[2])];
  }
  const at: Triple = [com[0] + load.point[0], com[1] + load.point[1], com[2] + load.point[2]];
  return { point: placed(poseOf, load.body, at), force: load.inBody ? turned(poseOf, load.body, force) : force };
}

/** The largest force of all loads, N. */
export function largestLoad(loads: Load[]): number {
  let largest = 0;
  for (const load of loads) for (const f of load.forces) largest = Math.max(largest, Math.hypot(...f));
  return largest;
}
