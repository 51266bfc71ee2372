// SPDX-License-Identifier: Apache-2.0
// Half-spaces: a plane with a grid that fades away, and shadows on it; seen from the solid side, it is hatched.
import * as THREE from "three";
import { roundUp } from "../core/format";
import type { HalfSpace } from "../core/trace";
import type { Extent } from "./extent";
import type { Theme } from "./theme";

const VERTEX = `
  varying vec2 place;
  void main() { place = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`;
const FRAGMENT = `
  uniform vec3 line; uniform vec3 ground; uniform float cell; uniform float reach; uniform vec2 shift;
  varying vec2 place;
  float grid(float size) {
    vec2 p = (place + shift) / size;
    vec2 width = max(fwidth(p), vec2(1e-6));
    vec2 near = abs(fract(p - 0.5) - 0.5) / width;
    float fine = 1.0 - clamp(max(width.x, width.y) * 3.0, 0.0, 1.0);
    return (1.0 - min(min(near.x, near.y), 1.0)) * fine;
  }
  void main() {
    float fade = 1.0 - smoothstep(0.15, 1.0, length(place) / reach);
    float strength = max(0.55 * grid(cell), grid(5.0 * cell));
    if (!gl_FrontFacing) {
      float across = (place.x + place.y) / (0.25 * cell);
      float stroke = abs(fract(across) - 0.5) / max(fwidth(across), 1e-6);
      strength = max(strength, 0.9 * (1.0 - clamp(stroke - 0.6, 0.0, 1.0)));
    }
    gl_FragColor = vec4(mix(ground, line, strength), fade * mix(0.55, 0.95, strength));
    #include <colorspace_fragment>
  }`;

/** The part of a convex polygon outside of the solid side of a plane. */
export function clipped(polygon: THREE.Vector3[], plane: HalfSpace): THREE.Vector3[] {
  const height = (p: THREE.Vector3): number => p.dot(new THREE.Vector3(...plane.normal)) - plane.offset;
  return polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length]!, a = height(p), b = height(q);
    const own = a >= 0 ? [p] : [];
    return a * b < 0 ? [...own, p.clone().lerp(q, a / (a - b))] : own;
  });
}

/** The square, less what lies inside of other half-spaces, as triangles around its first corner. */
function surface(reach: number, frame: THREE.Matrix4, others: HalfSpace[]): THREE.BufferGeometry {
  let polygon = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => new THREE.Vector3(x! * reach, y! * reach, 0).applyMatrix4(frame));
  for (const plane of others) polygon = clipped(polygon, plane);
  const back = frame.clone().invert(), geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(polygon.flatMap((p) => p.applyMatrix4(back).toArray()), 3));
  geometry.setAttribute("normal", new THREE.Float32BufferAttribute(polygon.flatMap(() => [0, 0, 1]), 3));
  geometry.setIndex(polygon.slice(2).flatMap((_, i) => [0, i + 1, i + 2]));
  return geometry;
}

export class Ground {
  readonly group = new THREE.Group();
  readonly cell: number;
  private readonly grid: THREE.ShaderMaterial;
  private readonly shade: THREE.ShadowMaterial;

  constructor(plane: HalfSpace, others: HalfSpace[], extent: Extent) {
    this.cell = roundUp(0.5 * extent.body);
    const reach = Math.max(14 * extent.body, 3 * extent.radius);
    const n = new THREE.Vector3(...plane.normal).normalize();
    const centre = new THREE.Vector3(...extent.centre);
    centre.addScaledVector(n, plane.offset - n.dot(centre));
    this.grid = new THREE.ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false, side: THREE.DoubleSide,
      uniforms: {
        line: { value: new THREE.Color() }, ground: { value: new THREE.Color() }, cell: { value: this.cell }, reach: { value: reach },
        shift: { value: new THREE.Vector2() },
      },
    });
    this.shade = new THREE.ShadowMaterial({ transparent: true, depthWrite: false });
    this.group.position.copy(centre);
    this.group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), n);
    this.group.updateMatrix();
    const place = surface(reach, this.group.matrix, others);
    const gridMesh = new THREE.Mesh(place, this.grid), shadeMesh = new THREE.Mesh(place, this.shade);
    gridMesh.renderOrder = -3;
    shadeMesh.renderOrder = -2;
    shadeMesh.receiveShadow = true;
    this.group.add(gridMesh, shadeMesh);
    const local = centre.clone().applyQuaternion(this.group.quaternion.clone().invert());
    (this.grid.uniforms["shift"]!.value as THREE.Vector2).set(local.x, local.y); // lines stay where the world's are
  }

  dress(theme: Theme): void {
    (this.grid.uniforms["line"]!.value as THREE.Color).set(theme.dark ? "#46505b" : "#b9c3cd");
    (this.grid.uniforms["ground"]!.value as THREE.Color).set(theme.dark ? "#1d2228" : "#f3f5f7");
    this.shade.opacity = theme.dark ? 0.5 : 0.2;
  }

  set shadows(on: boolean) { this.group.children[1]!.visible = on; }
}
