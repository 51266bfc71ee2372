// SPDX-License-Identifier: Apache-2.0
// Renderer, camera and light. z is up.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Camera } from "../core/hash";
import type { HalfSpace } from "../core/trace";
import { type Extent, freeDirection } from "./extent";
import type { Theme } from "./theme";

const VIEW_DIRECTION = new THREE.Vector3(0.62, -1.25, 0.62).normalize();
const LIGHT_DIRECTION = new THREE.Vector3(-0.55, -1.0, 1.5).normalize();
const COARSE = 0.6;
const MARGIN = 1.12; // of the camera's distance: some room at the border

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  private readonly sun = new THREE.DirectionalLight("#ffffff", 2.3);
  private readonly sky = new THREE.HemisphereLight("#ffffff", "#9aa3ad", 1.5);
  private readonly target = new THREE.Object3D();
  private free = { width: 1, height: 1 }; // parts that nothing covers
  private readonly from: THREE.Vector3; // where fitted views are seen from, a direction

  /** Throws if the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement, private readonly extent: Extent, planes: HalfSpace[], onMove: () => void) {
    this.from = new THREE.Vector3(...freeDirection(planes, VIEW_DIRECTION.toArray()));
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "low-power" });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", onMove);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 4;
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.01 * extent.body;
    this.sun.target = this.target;
    this.scene.add(this.sun, this.sky, this.target);
    this.lightUp(new THREE.Vector3(...extent.centre), extent.radius);
    this.fit();
  }

  /** Puts the shadows' region around what is there. */
  lightUp(centre: THREE.Vector3, radius: number): void {
    this.target.position.copy(centre);
    this.sun.position.copy(centre).addScaledVector(LIGHT_DIRECTION, 3 * radius);
    const box = this.sun.shadow.camera;
    box.left = box.bottom = -1.6 * radius;
    box.right = box.top = 1.6 * radius;
    box.near = 0.1 * radius;
    box.far = 8 * radius;
    box.updateProjectionMatrix();
  }

  /** Coarser pictures, for machines that draw slowly; only while time runs. */
  set coarse(on: boolean) {
    const ratio = Math.min(devicePixelRatio, 2) * (on ? COARSE : 1);
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }

  dress(theme: Theme): void {
    this.sky.color.set(theme.dark ? "#dfe7f0" : "#ffffff");
    this.sky.groundColor.set(theme.dark ? "#5a636d" : "#aab3bc");
    this.sky.intensity = theme.dark ? 2.4 : 3.0;
    this.sun.intensity = theme.dark ? 2.1 : 1.8;
  }

  /** Cards and switches cover so many pixels at the left and at the bottom: the middle of the picture moves by half of that. */
  resize(width: number, height: number, left: number, bottom: number): void {
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.setViewOffset(width, height, -0.5 * left, 0.5 * bottom, width, height);
    this.free = { width: Math.max(0.3, 1 - left / width), height: Math.max(0.3, 1 - bottom / height) };
    this.camera.updateProjectionMatrix();
  }

  /** Looks at a ball so that it fills the view. */
  look(centre: THREE.Vector3, radius: number, direction = this.from): void {
    const half = 0.5 * this.camera.fov * Math.PI / 180;
    const across = Math.atan(Math.tan(half) * Math.min(1, this.camera.aspect));
    this.lookFrom(centre, direction, radius / Math.sin(across));
  }

  private lookFrom(centre: THREE.Vector3, direction: THREE.Vector3, distance: number): void {
    this.camera.position.copy(centre).addScaledVector(direction, distance);
    this.controls.target.copy(centre);
    this.camera.near = 0.002 * distance;
    this.camera.far = 40 * distance + 40 * this.extent.radius;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  /** Looks at everything inside an extent: that of the run, if none is given. */
  fit(extent = this.extent): void {
    const centre = new THREE.Vector3(...extent.centre);
    const right = new THREE.Vector3().crossVectors(this.camera.up, this.from).normalize(), above = new THREE.Vector3().crossVectors(this.from, right);
    const half = Math.tan(0.5 * this.camera.fov * Math.PI / 180), tall = half * this.free.height, wide = half * this.camera.aspect * this.free.width;
    let distance = 0;
    for (let i = 0; i < 8; ++i) {
      const corner = new THREE.Vector3(...extent.half.map((x, a) => ((i >> a) & 1 ? x : -x)) as [number, number, number]);
      const nearer = corner.dot(this.from);
      distance = Math.max(distance, nearer + Math.abs(corner.dot(right)) / wide, nearer + Math.abs(corner.dot(above)) / tall);
    }
    this.lookFrom(centre, this.from, MARGIN * distance);
  }

  get view(): Camera {
    return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  set view(view: Camera) {
    this.camera.position.set(...view.position);
    this.controls.target.set(...view.target);
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = 0.002 * distance;
    this.camera.far = 40 * distance + 40 * this.extent.radius;
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  /** Moves camera and target alike. */
  shift(by: THREE.Vector3): void {
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }

  /** Unit vector to the right on the screen. */
  get right(): [number, number, number] {
    return new THREE.Vector3(1, 0, 0).applyQuaternion(this.camera.quaternion).toArray();
  }

  /** The background; null: none, the page's is seen. */
  set paper(colour: string | null) { this.scene.background = colour === null ? null : new THREE.Color(colour); }

  render(): void { this.renderer.render(this.scene, this.camera); }

  /** Where a point of the world is on the screen, in pixels of the canvas; null behind the camera. */
  onScreen(p: [number, number, number]): { x: number; y: number } | null {
    const q = new THREE.Vector3(...p).project(this.camera);
    if (q.z > 1) return null;
    const canvas = this.renderer.domElement;
    return { x: 0.5 * (q.x + 1) * canvas.clientWidth, y: 0.5 * (1 - q.y) * canvas.clientHeight };
  }

  /** The body under a place on the screen, or -1. */
  bodyAt(x: number, y: number): number {
    const canvas = this.renderer.domElement;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(2 * x / canvas.clientWidth - 1, 1 - 2 * y / canvas.clientHeight), this.camera);
    for (const hit of ray.intersectObjects(this.scene.children, true)) {
      const body: unknown = hit.object.userData["body"];
      if (typeof body === "number") return body;
    }
    return -1;
  }
}
