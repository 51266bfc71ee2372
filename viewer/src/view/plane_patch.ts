// SPDX-License-Identifier: Apache-2.0
// The separating plane of the pair in focus: a translucent disc with a rim, between the two bodies.
import * as THREE from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Vec } from "../core/pairs";

const CORNERS = 96;
const HATCHES = 9;

export class PlanePatch {
  readonly group = new THREE.Group();
  private readonly fill = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.2, depthWrite: false, side: THREE.DoubleSide });
  private readonly rim = new LineMaterial({ linewidth: 1.8, transparent: true, opacity: 0.9, depthWrite: false });
  private readonly hatch = new LineMaterial({ linewidth: 1, transparent: true, opacity: 0.35, depthWrite: false });

  constructor() {
    const disc = new THREE.Mesh(new THREE.CircleGeometry(1, CORNERS), this.fill);
    disc.renderOrder = 5;
    const round = (i: number): Vec => [Math.cos(2 * Math.PI * i / CORNERS), Math.sin(2 * Math.PI * i / CORNERS), 0];
    const rim: number[] = [], hatch: number[] = [];
    for (let i = 0; i < CORNERS; ++i) rim.push(...round(i), ...round(i + 1));
    for (let i = 1; i < HATCHES; ++i) {
      const y = -1 + 2 * i / HATCHES, x = Math.sqrt(1 - y * y);
      hatch.push(-x, y, 0, x, y, 0);
    }
    const lines = new LineSegments2(new LineSegmentsGeometry().setPositions(rim), this.rim);
    const hatches = new LineSegments2(new LineSegmentsGeometry().setPositions(hatch), this.hatch);
    lines.renderOrder = hatches.renderOrder = 6;
    this.group.add(disc, lines, hatches);
  }

  set colour(colour: string) {
    this.fill.color.set(colour);
    this.rim.color.set(colour);
    this.hatch.color.set(colour);
  }

  place(centre: Vec, normal: Vec, radius: number): void {
    this.group.position.set(...centre);
    this.group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...normal));
    this.group.scale.setScalar(radius);
  }
}
