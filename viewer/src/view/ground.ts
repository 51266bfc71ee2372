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

export class Ground {
  readonly group = new THREE.Group();
  readonly cell: number;
  private readonly grid: THREE.ShaderMaterial;
  private readonly shade: THREE.ShadowMaterial;

  constructor(plane: HalfSpace, extent: Extent) {
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
    const square = new THREE.PlaneGeometry(2 * reach, 2 * reach);
    const gridMesh = new THREE.Mesh(square, this.grid), shadeMesh = new THREE.Mesh(square, this.shade);
    gridMesh.renderOrder = -3;
    shadeMesh.renderOrder = -2;
    shadeMesh.receiveShadow = true;
    this.group.add(gridMesh, shadeMesh);
    this.group.position.copy(centre);
    this.group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), n);
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
