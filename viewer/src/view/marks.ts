// SPDX-License-Identifier: Apache-2.0
// Small things drawn over bodies: arrows, points, outlines. Pools, so that nothing is made per frame.
import * as THREE from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Vec } from "../core/pairs";

const UP = new THREE.Vector3(0, 1, 0);

function overlay(colour: string, opacity: number): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color: colour, transparent: true, opacity, depthTest: false, depthWrite: false, side: THREE.DoubleSide });
}

/** Arrows of one colour, seen through bodies. */
export class Arrows {
  readonly group = new THREE.Group();
  private readonly material = overlay("#ffffff", 0.95);
  private readonly shaft = new THREE.CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
  private readonly head = new THREE.ConeGeometry(1, 1, 20).translate(0, 0.5, 0);
  private used = 0;

  constructor(private readonly thickness: number) { this.group.renderOrder = 12; }

  set colour(colour: string) { this.material.color.set(colour); }
  set opacity(opacity: number) { this.material.opacity = opacity; }

  begin(): void { this.used = 0; }

  add(from: Vec, direction: Vec, length: number): void {
    if (!(length > 0)) return;
    let arrow = this.group.children[this.used] as THREE.Group | undefined;
    if (!arrow) {
      arrow = new THREE.Group();
      for (const geometry of [this.shaft, this.head]) {
        const mesh = new THREE.Mesh(geometry, this.material);
        mesh.renderOrder = 12;
        arrow.add(mesh);
      }
      this.group.add(arrow);
    }
    ++this.used;
    const t = this.thickness, headLength = Math.min(6 * t, 0.6 * length);
    const [shaft, head] = arrow.children as [THREE.Mesh, THREE.Mesh];
    shaft.scale.set(t, length - headLength, t);
    head.scale.set(2.4 * t, headLength, 2.4 * t);
    head.position.set(0, length - headLength, 0);
    arrow.position.set(...from);
    arrow.quaternion.setFromUnitVectors(UP, new THREE.Vector3(...direction).normalize());
  }

  end(): void { this.group.children.forEach((arrow, i) => { arrow.visible = i < this.used; }); }
}

/** How strongly a mark is seen through bodies. */
const THROUGH = 0.3;

/** Points of constant size on the screen; behind bodies they are faint, or as clear as before them. */
export class Dots {
  readonly group = new THREE.Group();
  private readonly geometry = new THREE.BufferGeometry();
  private readonly materials: THREE.PointsMaterial[];
  private places: number[] = [];

  constructor(size: number, clear = false) {
    const material = (depthTest: boolean, opacity: number): THREE.PointsMaterial =>
      new THREE.PointsMaterial({ size, sizeAttenuation: false, transparent: true, opacity, depthTest, depthWrite: false, map: disc(), alphaTest: 0.05 });
    this.materials = clear ? [material(false, 1)] : [material(false, THROUGH), material(true, 1)];
    this.materials.forEach((one, i) => {
      const points = new THREE.Points(this.geometry, one);
      points.renderOrder = 14 + i;
      points.frustumCulled = false;
      this.group.add(points);
    });
  }

  set colour(colour: string) { for (const material of this.materials) material.color.set(colour); }
  begin(): void { this.places = []; }
  add(p: Vec): void { this.places.push(...p); }
  end(): void {
    this.geometry.setAttribute("position", new THREE.Float32BufferAttribute(this.places, 3));
    this.group.visible = this.places.length > 0;
  }
}

let discTexture: THREE.Texture | null = null;
function disc(): THREE.Texture {
  if (discTexture) return discTexture;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const c = canvas.getContext("2d")!;
  c.fillStyle = "#ffffff";
  c.beginPath();
  c.arc(32, 32, 30, 0, 2 * Math.PI);
  c.fill();
  discTexture = new THREE.CanvasTexture(canvas);
  return discTexture;
}

/** Outlines of one colour and width; behind bodies they are faint, or as clear as before them. */
export class Outlines {
  readonly group = new THREE.Group();
  private readonly materials: LineMaterial[];
  private readonly lines: LineSegments2[];
  private places: number[] = [];

  constructor(width: number, clear = false) {
    const material = (depthTest: boolean, opacity: number): LineMaterial => new LineMaterial({ linewidth: width, transparent: true, opacity, depthTest, depthWrite: false });
    this.materials = clear ? [material(false, 1)] : [material(false, THROUGH), material(true, 1)];
    this.lines = this.materials.map((one, i) => {
      const lines = new LineSegments2(new LineSegmentsGeometry(), one);
      lines.renderOrder = 12 + i;
      lines.frustumCulled = false;
      return lines;
    });
    this.group.add(...this.lines);
  }

  set colour(colour: string) { for (const material of this.materials) material.color.set(colour); }
  begin(): void { this.places = []; }
  segment(a: Vec, b: Vec): void { this.places.push(...a, ...b); }
  loop(points: Vec[]): void {
    if (points.length === 2) this.segment(points[0]!, points[1]!);
    if (points.length > 2) points.forEach((p, i) => this.segment(p, points[(i + 1) % points.length]!));
  }
  end(): void {
    this.group.visible = this.places.length > 0;
    if (!this.group.visible) return;
    this.lines[0]!.geometry.dispose();
    const geometry = new LineSegmentsGeometry().setPositions(this.places);
    for (const lines of this.lines) lines.geometry = geometry;
  }
}

/** Filled convex polygons. */
export class Patches {
  readonly mesh: THREE.Mesh;
  private readonly geometry = new THREE.BufferGeometry();
  readonly material = overlay("#ffffff", 0.16);
  private places: number[] = [];

  constructor() {
    this.mesh = new THREE.Mesh(this.geometry, this.material);
    this.mesh.renderOrder = 11;
    this.mesh.frustumCulled = false;
  }

  set colour(colour: string) { this.material.color.set(colour); }
  begin(): void { this.places = []; }
  polygon(points: Vec[]): void {
    for (let i = 1; i + 1 < points.length; ++i) this.places.push(...points[0]!, ...points[i]!, ...points[i + 1]!);
  }
  end(): void {
    this.geometry.setAttribute("position", new THREE.Float32BufferAttribute(this.places, 3));
    this.mesh.visible = this.places.length > 0;
  }
}
