// SPDX-License-Identifier: Apache-2.0
// Bodies as meshes with their edges drawn.
import * as THREE from "three";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Body, Piece } from "../core/trace";

/** Faces as triangle fans; of pieces without faces, the hull of the vertices. */
export function pieceGeometry(piece: Piece): THREE.BufferGeometry {
  const v = piece.vertices;
  if (piece.faces.length === 0) {
    const points = Array.from({ length: v.length / 3 }, (_, i) => new THREE.Vector3(v[3 * i], v[3 * i + 1], v[3 * i + 2]));
    return new ConvexGeometry(points);
  }
  const corners: number[] = [];
  for (const face of piece.faces) {
    for (let i = 1; i + 1 < face.length; ++i) {
      for (const k of [face[0]!, face[i]!, face[i + 1]!]) corners.push(v[3 * k]!, v[3 * k + 1]!, v[3 * k + 2]!);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}

// Flatter edges are not drawn, so that a ball of many vertices is no net of wires; of simple bodies nearly all are.
const SHARP = Math.cos(25 * Math.PI / 180), SHARP_OF_MANY = Math.cos(45 * Math.PI / 180);
const MANY = 24; // vertices

/** Whether the faces on both sides of an edge turn by more than the angle; edges with one face known are drawn. */
export function sharpEdges(piece: Piece): [number, number][] {
  const v = piece.vertices, flat = v.length > 3 * MANY ? SHARP_OF_MANY : SHARP, normals = new Map<string, number[]>();
  const vector = (i: number, j: number): number[] => [0, 1, 2].map((a) => v[3 * j + a]! - v[3 * i + a]!);
  const sharp = new Map<string, boolean>();
  const key = (i: number, j: number): string => (i < j ? `${i},${j}` : `${j},${i}`);
  for (const face of piece.faces) {
    const p = vector(face[0]!, face[1]!), q = vector(face[0]!, face[2]!);
    const n = [p[1]! * q[2]! - p[2]! * q[1]!, p[2]! * q[0]! - p[0]! * q[2]!, p[0]! * q[1]! - p[1]! * q[0]!];
    const size = Math.hypot(...n) || 1, unit = n.map((x) => x / size);
    face.forEach((i, k) => {
      const edge = key(i, face[(k + 1) % face.length]!), other = normals.get(edge);
      if (other) sharp.set(edge, unit[0]! * other[0]! + unit[1]! * other[1]! + unit[2]! * other[2]! < flat);
      else normals.set(edge, unit);
    });
  }
  return piece.edges.filter(([i, j]) => sharp.get(key(i, j)) ?? true);
}

export function pieceEdges(piece: Piece, geometry: THREE.BufferGeometry): number[] {
  if (piece.edges.length > 0) {
    const v = piece.vertices;
    return sharpEdges(piece).flatMap(([i, j]) => [v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!, v[3 * j]!, v[3 * j + 1]!, v[3 * j + 2]!]);
  }
  return Array.from(new THREE.EdgesGeometry(geometry, 1).getAttribute("position").array);
}

export interface BodyLook {
  colour: string;
  edge: string;
  opacity: number;
}

export class BodyMesh {
  readonly group = new THREE.Group();
  readonly material: THREE.MeshStandardMaterial;
  readonly lines: LineMaterial;
  private readonly lineObjects: LineSegments2[] = [];
  private readonly meshes: THREE.Mesh[] = [];

  constructor(body: Body, readonly number: number, ghost = false) {
    this.material = new THREE.MeshStandardMaterial({
      roughness: 0.72, metalness: 0, flatShading: true, polygonOffset: true, polygonOffsetFactor: ghost ? 3 : 1, polygonOffsetUnits: ghost ? 8 : 1,
      transparent: ghost, depthWrite: !ghost, side: ghost ? THREE.DoubleSide : THREE.FrontSide,
    });
    this.lines = new LineMaterial({ linewidth: ghost ? 1.2 : 1.6, transparent: true });
    for (const piece of body.pieces) {
      const geometry = pieceGeometry(piece);
      const mesh = new THREE.Mesh(geometry, this.material);
      mesh.castShadow = !ghost;
      mesh.receiveShadow = !ghost;
      mesh.userData["body"] = number;
      const lines = new LineSegments2(new LineSegmentsGeometry().setPositions(pieceEdges(piece, geometry)), this.lines);
      this.group.add(mesh, lines);
      this.meshes.push(mesh);
      this.lineObjects.push(lines);
    }
  }

  dress(look: BodyLook): void {
    this.material.color.set(look.colour);
    this.material.opacity = look.opacity;
    this.material.transparent = look.opacity < 1;
    this.material.depthWrite = look.opacity >= 1;
    for (const mesh of this.meshes) mesh.castShadow = look.opacity > 0.5;
    this.lines.color.set(look.edge);
    this.lines.opacity = Math.min(1, 0.25 + look.opacity);
    this.material.needsUpdate = true;
  }

  set edges(on: boolean) { for (const line of this.lineObjects) line.visible = on; }

  place(pose: Float64Array): void {
    this.group.position.set(pose[0]!, pose[1]!, pose[2]!);
    this.group.quaternion.set(pose[4]!, pose[5]!, pose[6]!, pose[3]!);
  }
}
