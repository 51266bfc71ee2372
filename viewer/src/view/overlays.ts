// SPDX-License-Identifier: Apache-2.0
// Why bodies are apart and what acts between them: plane, witnesses, manifolds, impulses.
import * as THREE from "three";
import { dot, EDGE_EDGE, edgePoint, feature, scaled, sum, type Vec } from "../core/pairs";
import { transformed } from "../core/path";
import type { Moment, Run } from "../core/run";
import type { Layers } from "../core/store";
import { type PieceId, WORLD } from "../core/trace";
import { Arrows, Dots, Outlines, Patches } from "./marks";
import { PlanePatch } from "./plane_patch";
import type { Theme } from "./theme";
import type { Widened } from "./exaggeration";

const MOST_MANIFOLDS = 400; // drawn at once

export class Overlays {
  readonly group = new THREE.Group();
  private readonly plane = new PlanePatch();
  private readonly planeNormal: Arrows;
  private readonly witnessA = new Outlines(3, true);
  private readonly witnessB = new Outlines(3, true);
  private readonly gapLine = new Outlines(2, true);
  private readonly dotsA = new Dots(9, true);
  private readonly dotsB = new Dots(9, true);
  private readonly patches = new Patches();
  private readonly rims = new Outlines(2);
  private readonly contactDots: Dots;
  private readonly normals: Arrows;
  private readonly impulses: Arrows;
  private readonly forces: Arrows;
  private readonly marks: { begin(): void; end(): void }[];

  constructor(private readonly run: Run, private readonly size: number) {
    this.contactDots = new Dots(run.trace.bodies.length > 20 ? 5 : 7);
    this.planeNormal = new Arrows(0.012 * size);
    this.normals = new Arrows(0.008 * size);
    this.impulses = new Arrows(0.022 * size);
    this.forces = new Arrows(0.013 * size);
    this.marks = [this.planeNormal, this.gapLine, this.witnessA, this.witnessB, this.dotsA, this.dotsB, this.patches, this.rims, this.contactDots, this.normals, this.impulses, this.forces];
    this.group.add(this.plane.group, this.planeNormal.group, this.gapLine.group, this.witnessA.group, this.witnessB.group, this.dotsA.group, this.dotsB.group,
      this.patches.mesh, this.rims.group, this.contactDots.group, this.normals.group, this.impulses.group, this.forces.group);
  }

  dress(theme: Theme): void {
    const c = theme.colours;
    this.plane.colour = this.planeNormal.colour = c[0]!;
    this.gapLine.colour = theme.ink;
    this.witnessA.colour = this.dotsA.colour = c[3]!;
    this.witnessB.colour = this.dotsB.colour = c[0]!;
    this.patches.colour = this.rims.colour = this.contactDots.colour = c[1]!;
    this.normals.colour = c[2]!;
    this.impulses.colour = c[6]!;
    this.forces.colour = c[4]!;
  }

  /** `shown` is the part of the last event that is still to be seen, 0 to 1. */
  update(moment: Moment, layers: Layers, shown: number, widened: Widened | null): void {
    for (const mark of this.marks) mark.begin();
    this.plane.group.visible = layers.plane && moment.separation !== null;
    const touching = layers.contacts && moment.manifolds.some((m) => m.pair === moment.pair);
    if (layers.plane) this.drawPlane(moment, widened, touching);
    if (layers.contacts) this.drawManifolds(moment);
    if (layers.impulses && shown > 0 && moment.event >= 0) this.drawImpulses(moment.event, shown);
    if (layers.forces) this.drawForces(moment.time);
    for (const mark of this.marks) mark.end();
  }

  /** Forces on b of each pair, to one scale over the run. */
  private drawForces(time: number): void {
    const largest = this.run.forces.largest;
    if (!(largest > 0)) return;
    for (const pair of this.run.forces.all(time).slice(0, MOST_MANIFOLDS)) {
      for (const { point, force } of pair.points) this.forces.add(point, force, 0.9 * this.size * Math.hypot(...force) / largest);
    }
  }

  private drawPlane(moment: Moment, widened: Widened | null, touching: boolean): void {
    const s = moment.separation;
    if (!s) return;
    const { a, b } = this.run.pairs.list[moment.pair]!;
    const bodies = this.run.trace.bodies;
    const small = a.body === WORLD || bodies[b.body]!.radius <= bodies[a.body]!.radius ? b : a;
    const com = bodies[small.body]!.com;
    const p: Vec = transformed(moment.instant.pose(small.body), com[0]!, com[1]!, com[2]!);
    const by = (id: PieceId): Vec => (widened?.body === id.body ? widened.by : [0, 0, 0]);
    const moved = (points: Vec[], id: PieceId): Vec[] => points.map((q) => sum(q, by(id)));
    const half = 0.5 * (widened?.factor ?? 1) * s.gap;
    const height = widened && widened.body === a.body ? s.top + s.gap - half : s.top + half;
    const centre = sum(p, scaled(s.normal, height - dot(s.normal, p)));
    const radius = 1.12 * bodies[small.body]!.radius;
    this.plane.place(centre, s.normal, radius);
    this.planeNormal.add(centre, s.normal, 0.55 * radius);
    if (touching) return; // the manifold shows where
    const edges = this.run.trace.certificates.kind[s.certificate] === EDGE_EDGE;
    const foot = edges ? edgePoint(this.run.trace, this.run.pairs.list[moment.pair]!, s.certificate, moment.instant) : sum(s.witnessB, scaled(s.normal, -s.gap));
    this.gapLine.segment(sum(foot, by(a)), sum(sum(foot, scaled(s.normal, s.gap)), by(b)));
    const reach = Math.max(2 * this.run.trace.skin, 1e-6 * radius);
    this.drawFeature(moved(feature(this.run.trace, b, s, moment.instant, reach), b), this.witnessB, this.dotsB);
    this.drawFeature(a.body === WORLD ? [s.witnessA] : moved(feature(this.run.trace, a, s, moment.instant, reach), a), this.witnessA, this.dotsA);
  }

  private drawFeature(points: Vec[], lines: Outlines, dots: Dots): void {
    if (points.length === 2) lines.loop(points);
    for (const p of points) dots.add(p);
  }

  private drawManifolds(moment: Moment): void {
    for (const m of moment.manifolds.slice(0, MOST_MANIFOLDS)) {
      this.patches.polygon(m.points);
      this.rims.loop(m.points);
      for (const p of m.points) {
        this.contactDots.add(p);
        this.normals.add(p, m.normal, 0.22 * this.size);
      }
    }
  }

  private drawImpulses(position: number, shown: number): void {
    const contacts = this.run.trace.events[position]!.contacts;
    const sizes = contacts.map((c) => Math.hypot(...c.impulse));
    const largest = sizes.reduce((x, y) => Math.max(x, y), 0);
    if (largest <= this.run.leastImpulse) return;
    this.impulses.opacity = 0.9 * shown;
    contacts.forEach((c, i) => this.impulses.add(c.point, c.impulse, 1.1 * this.size * sizes[i]! / largest));
  }
}
