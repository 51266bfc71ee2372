// SPDX-License-Identifier: Apache-2.0
// The 3D view: bodies where the trace has them, and everything drawn over them.
import * as THREE from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { transformed } from "../core/path";
import type { Moment, Run } from "../core/run";
import type { State } from "../core/store";
import { FIXED } from "../core/trace";
import { BodyMesh } from "./body_mesh";
import { type Extent, extentOf } from "./extent";
import { Ground } from "./ground";
import { Exaggeration } from "./exaggeration";
import { MechanismMarks } from "./mechanism";
import { Overlays } from "./overlays";
import { Stage } from "./stage";
import type { Theme } from "./theme";

const TRAIL_POINTS = 400;
const GHOST_OPACITY = 0.22;

export class SceneView {
  readonly stage: Stage;
  readonly extent: Extent;
  readonly grounds: Ground[];
  readonly bodies: BodyMesh[];
  readonly exaggeration: Exaggeration;
  private readonly ghosts: BodyMesh[][];
  readonly mechanism: MechanismMarks;
  private readonly overlays: Overlays;
  private readonly frames: THREE.AxesHelper[];
  private readonly trail = new LineSegments2(new LineSegmentsGeometry(), new LineMaterial({ linewidth: 1.6, transparent: true, opacity: 0.8, vertexColors: true }));
  private theme: Theme | null = null;
  private followed: { body: number; place: THREE.Vector3 } | null = null;
  private dimmed = "";

  constructor(canvas: HTMLCanvasElement, private readonly run: Run, private readonly others: Run[], window: { from: number; to: number }, onMove: () => void) {
    this.extent = extentOf(run.paths, window);
    this.stage = new Stage(canvas, this.extent, run.trace.halfSpaces, onMove);
    this.bodies = run.trace.bodies.map((body, i) => new BodyMesh(body, i));
    this.ghosts = others.map((other) => other.trace.bodies.map((body, i) => new BodyMesh(body, i, true)));
    this.grounds = run.trace.halfSpaces.map((plane, i, all) => new Ground(plane, all.filter((_, k) => k !== i), this.extent));
    this.frames = run.trace.bodies.map((body) => new THREE.AxesHelper(1.4 * body.radius));
    this.overlays = new Overlays(run, this.extent.body);
    this.mechanism = new MechanismMarks(run, this.extent.body);
    this.exaggeration = new Exaggeration(run, this.extent.body);
    this.bodies.forEach((body, i) => {
      body.group.add(this.frames[i]!);
      (this.frames[i]!.material as THREE.LineBasicMaterial).depthTest = false;
      this.frames[i]!.renderOrder = 9;
      this.stage.scene.add(body.group);
    });
    for (const ghost of this.ghosts.flat()) {
      for (const child of ghost.group.children) delete child.userData["body"];
      this.stage.scene.add(ghost.group);
    }
    for (const ground of this.grounds) this.stage.scene.add(ground.group);
    this.trail.frustumCulled = false;
    this.stage.scene.add(this.overlays.group, this.mechanism.group, this.trail);
  }

  dress(theme: Theme): void {
    this.theme = theme;
    this.stage.dress(theme);
    this.overlays.dress(theme);
    this.mechanism.dress(theme);
    for (const ground of this.grounds) ground.dress(theme);
    this.dimmed = "";
    this.ghosts.forEach((ghosts, run) => {
      const colour = theme.colours[[1, 3, 4, 2][run % 4]!]!;
      for (const ghost of ghosts) ghost.dress({ colour, edge: colour, opacity: GHOST_OPACITY });
    });
  }

  /** Bodies outside the pair under the microscope step back. */
  private dressBodies(moment: Moment, microscope: boolean): void {
    const theme = this.theme!;
    const pair = microscope && moment.pair >= 0 ? this.run.pairs.list[moment.pair]! : null;
    const key = pair ? `${pair.a.body},${pair.b.body}` : "all";
    if (key === this.dimmed) return;
    this.dimmed = key;
    this.bodies.forEach((mesh, i) => {
      const fixed = this.run.trace.bodies[i]!.kind === FIXED;
      const colour = fixed ? theme.bodies[7]! : theme.bodies[i % 7]!;
      const inPair = !pair || pair.a.body === i || pair.b.body === i;
      mesh.dress({ colour, edge: theme.edge, opacity: inPair ? 1 : 0.12 });
    });
  }

  update(moment: Moment, state: State, impulseShown: number): void {
    this.dressBodies(moment, state.microscope);
    const shift = state.microscope ? this.exaggeration.shift(moment) : null;
    this.bodies.forEach((mesh, i) => {
      mesh.place(moment.instant.pose(i));
      if (shift && shift.body === i) mesh.group.position.add(new THREE.Vector3(...shift.by));
      mesh.edges = state.layers.edges;
      this.frames[i]!.visible = state.layers.frames;
    });
    const pose = new Float64Array(7);
    this.ghosts.forEach((ghosts, r) => ghosts.forEach((ghost, i) => {
      ghost.place(this.others[r]!.paths.pose(i, Math.min(moment.time, this.others[r]!.trace.end), pose));
      ghost.group.visible = this.others[r]!.trace.bodies[i]!.kind !== FIXED && !state.microscope;
    }));
    this.overlays.update(moment, state.microscope ? { ...state.layers, contacts: false, impulses: false } : state.layers, impulseShown, shift);
    this.mechanism.update(moment, state.layers.joints && !state.microscope);
    for (const ground of this.grounds) ground.shadows = state.layers.shadows;
    this.trail.visible = state.layers.paths;
    this.follow(moment, state);
    this.relight(moment);
  }

  private relight(moment: Moment): void {
    const box = new THREE.Box3();
    this.run.trace.bodies.forEach((body, i) => {
      if (body.kind === FIXED && this.bodies.length > 1) return;
      const p = moment.instant.pose(i);
      box.expandByPoint(new THREE.Vector3(p[0]! - body.radius, p[1]! - body.radius, p[2]! - body.radius));
      box.expandByPoint(new THREE.Vector3(p[0]! + body.radius, p[1]! + body.radius, p[2]! + body.radius));
    });
    if (box.isEmpty()) return;
    const ball = box.getBoundingSphere(new THREE.Sphere());
    this.stage.lightUp(ball.center, 1.15 * ball.radius);
  }

  private follow(moment: Moment, state: State): void {
    if (state.follow < 0 || state.follow >= this.bodies.length) {
      this.followed = null;
      return;
    }
    const p = moment.instant.pose(state.follow);
    const place = new THREE.Vector3(p[0], p[1], p[2]);
    if (this.followed?.body === state.follow) this.stage.shift(place.clone().sub(this.followed.place));
    else this.stage.shift(place.clone().sub(this.stage.controls.target));
    this.followed = { body: state.follow, place };
  }

  /** Looks at the bodies where they are now. */
  fitNow(time: number): void { this.stage.fit(extentOf(this.run.paths, { from: time, to: time }, 2)); }

  /** The camera goes where the pair in focus touches. */
  approach(moment: Moment): void {
    const s = moment.separation;
    if (!s || moment.pair < 0) return;
    const { b } = this.run.pairs.list[moment.pair]!;
    const radius = this.run.trace.bodies[b.body]!.radius;
    const p = moment.instant.pose(b.body);
    const normal = new THREE.Vector3(...s.normal);
    const centre = new THREE.Vector3(p[0], p[1], p[2]);
    const height = normal.dot(centre) - s.top;
    centre.addScaledVector(normal, 0.6 * radius - Math.min(height, 1.2 * radius)); // the plane comes into the lower half
    let side = new THREE.Vector3(...(this.stage.view.position)).sub(new THREE.Vector3(...this.stage.view.target));
    side.addScaledVector(normal, -side.dot(normal)); // look along the plane, a little from b's side
    if (side.length() < 1e-6) side = new THREE.Vector3(0.3, -1, 0);
    side.normalize().addScaledVector(normal, 0.16).normalize();
    this.stage.look(centre, 1.75 * radius, side);
  }

  /** Draws the lines along which the bodies' centres go through a window of time. */
  drawTrails(window: { from: number; to: number }): void {
    if (!this.theme) return;
    const places: number[] = [], colours: number[] = [];
    const pose = new Float64Array(7);
    this.run.trace.bodies.forEach((body, i) => {
      if (body.kind === FIXED) return;
      const colour = new THREE.Color(this.theme!.bodies[i % 7]!);
      let last: number[] | null = null;
      const count = Math.max(60, Math.floor(TRAIL_POINTS / Math.sqrt(this.bodies.length)));
      for (let k = 0; k <= count; ++k) {
        this.run.paths.pose(i, window.from + (window.to - window.from) * k / count, pose);
        const p = transformed(pose, body.com[0]!, body.com[1]!, body.com[2]!);
        if (last) {
          places.push(...last, ...p);
          colours.push(...colour.toArray(), ...colour.toArray());
        }
        last = p;
      }
    });
    this.trail.geometry.dispose();
    this.trail.geometry = new LineSegmentsGeometry();
    if (places.length > 0) {
      this.trail.geometry.setPositions(places);
      this.trail.geometry.setColors(colours);
    }
  }
}
