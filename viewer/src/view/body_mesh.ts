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

export function pieceEdges(piece: Piece, geometry: THREE.BufferGeometry): number[] {
  if (piece.edges.length > 0) {
    const v = piece.vertices;
    return piece.edges.flatMap(([i, j]) => [v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!, v[3 * j]!, v[3 * j + 1]!, v[3 * j + 2]!]);
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
