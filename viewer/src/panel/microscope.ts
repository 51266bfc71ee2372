// SPDX-License-Identifier: Apache-2.0
// The gap microscope: the pair in focus seen along its plane, lengths across true, heights stretched by a stated factor.
import { cross, dot, scaled, sum, unit, type Vec } from "../core/pairs";
import { lengthText, numberText, roundUp } from "../core/format";
import { transformed } from "../core/path";
import type { Moment, Run } from "../core/run";
import { pairName, type PieceId, WORLD } from "../core/trace";
import type { Theme } from "../view/theme";
import { h, sharpened } from "./dom";

const BELOW = 0.22; // part of the height under a's surface
const LABELS = 58; // pixels for the scale

/** How the panel maps metres to pixels. */
export interface Profile {
  height: number; // metres shown above a's surface
  left: number; // metres across
  width: number;
  stretch: number; // heights are drawn this many times as large as widths
}

/** Heights beyond the gap, and well beyond the skin, so that the band is seen. */
export function profileHeight(gap: number, skin: number): number { return roundUp(Math.max(1.6 * gap, 2.5 * skin), [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]); }

interface Outline {
  points: { x: number; y: number }[]; // across and above a's surface, metres
  edges: [number, number][];
}

function outlineOf(run: Run, id: PieceId, moment: Moment, across: Vec, origin: Vec): Outline {
  const piece = run.trace.bodies[id.body]!.pieces[id.piece]!, pose = moment.instant.pose(id.body), s = moment.separation!;
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < piece.vertices.length; i += 3) {
    const p = transformed(pose, piece.vertices[i]!, piece.vertices[i + 1]!, piece.vertices[i + 2]!);
    points.push({ x: dot(across, sum(p, scaled(origin, -1))), y: dot(s.normal, p) - s.top });
  }
  const edges = piece.edges.length > 0 ? piece.edges : points.flatMap((_, i) => points.slice(i + 1).map((_, k) => [i, i + 1 + k] as [number, number]));
  return { points, edges };
}

export class Microscope {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { role: "img" });
  private readonly title = h("b");
  private readonly words = h("p", { class: "rv-soft" });

  constructor(private readonly run: Run) {
    this.element = h("section", { class: "rv-microscope rv-card", "aria-label": "Gap microscope", hidden: "" }, this.title, this.canvas, this.words);
  }

  /** `right` is the direction to the right on the screen; `factor` the one of the 3D view. */
  update(moment: Moment, theme: Theme, right: Vec, factor: number): void {
    const s = moment.separation;
    const width = this.canvas.clientWidth || 320, height = this.canvas.clientHeight || 190;
    const c = sharpened(this.canvas, width, height);
    c.clearRect(0, 0, width, height);
    if (!s || moment.pair < 0) {
      this.title.textContent = "Gap microscope";
      this.words.textContent = "No pair has a certificate at this time: all are far apart.";
      return;
    }
    const { a, b } = this.run.pairs.list[moment.pair]!;
    const flat = sum(right, scaled(s.normal, -dot(right, s.normal)));
    const across = Math.hypot(...flat) > 1e-3 ? unit(flat) : unit(cross(s.normal, Math.abs(s.normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    const upper = outlineOf(this.run, b, moment, across, s.witnessB);
    const lower = a.body === WORLD ? null : outlineOf(this.run, a, moment, across, s.witnessB);
    const profile = this.profile(upper, s.gap, width - LABELS, height);
    this.draw(c, theme, { upper, lower, profile, width, height, gap: s.gap, level: this.run.trace.certificates.level[s.certificate]! });
    this.title.textContent = `Gap microscope · ${pairName(this.run.trace, a, b)}`;
    this.words.textContent = `Gap ${lengthText(s.gap, 5)}. Here heights are drawn ${numberText(profile.stretch, 2)} times as large as widths; ` +
      `in the 3D view the gap is drawn ${numberText(factor, 2)} times as wide.`;
    this.canvas.setAttribute("aria-label", `Profile of ${pairName(this.run.trace, a, b)}: gap ${lengthText(s.gap, 5)}, skin ${lengthText(this.run.trace.skin, 3)}`);
  }

  private profile(upper: Outline, gap: number, width: number, height: number): Profile {
    const metres = profileHeight(gap, this.run.trace.skin);
    const xs = upper.points.map((p) => p.x);
    const low = Math.min(...xs), high = Math.max(...xs), room = 0.12 * (high - low || 1);
    const across = high - low + 2 * room;
    return { height: metres, left: low - room, width: across, stretch: ((1 - BELOW) * height / metres) / (width / across) };
  }

  private draw(c: CanvasRenderingContext2D, theme: Theme, v: {
    upper: Outline; lower: Outline | null; profile: Profile; width: number; height: number; gap: number; level: number;
  }): void {
    const base = (1 - BELOW) * v.height;
    const X = (x: number): number => LABELS + (v.width - LABELS) * (x - v.profile.left) / v.profile.width;
    const Y = (y: number): number => base - base * y / v.profile.height;
    const skin = this.run.trace.skin;
    c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    c.textBaseline = "middle";
    // a's half, hatched like ground in drawings
    c.fillStyle = theme.grid;
    c.fillRect(LABELS, base, v.width - LABELS, v.height - base);
    c.save();
    c.beginPath();
    c.rect(LABELS, 0, v.width - LABELS, v.height);
    c.clip();
    c.fillStyle = theme.colours[1]! + "38"; // the band of contacts around the skin
    c.fillRect(LABELS, Y(1.01 * skin), v.width, Math.max(1, Y(0.99 * skin) - Y(1.01 * skin)));
    this.level(c, theme.colours[1]!, Y(skin), v.width, [5, 4]);
    this.level(c, theme.colours[2]!, Y(Math.min(v.level, 2 * v.profile.height)), v.width, [2, 3]);
    if (v.lower) this.outline(c, v.lower, X, Y, theme.colours[3]!, v.profile.height);
    this.outline(c, v.upper, X, Y, theme.colours[0]!, v.profile.height);
    c.restore();
    c.strokeStyle = theme.ink;
    c.beginPath();
    c.moveTo(LABELS, base);
    c.lineTo(v.width, base);
    c.stroke();
    c.textAlign = "right";
    const label = (y: number, text: string, colour: string): void => {
      c.fillStyle = colour;
      c.fillText(text, LABELS - 6, Math.max(8, Math.min(v.height - 8, Y(y))));
    };
    label(0, "0", theme.soft);
    if (skin < 0.9 * v.profile.height && skin > 0.06 * v.profile.height) label(skin, "skin", theme.colours[1]!);
    label(v.profile.height, lengthText(v.profile.height, 3), theme.soft);
    if (v.level < 0.9 * v.profile.height && (Math.abs(v.level - skin) > 0.1 * v.profile.height)) label(v.level, "proved", theme.colours[2]!);
  }

  private level(c: CanvasRenderingContext2D, colour: string, y: number, width: number, dash: number[]): void {
    c.strokeStyle = colour;
    c.setLineDash(dash);
    c.beginPath();
    c.moveTo(LABELS, y);
    c.lineTo(width, y);
    c.stroke();
    c.setLineDash([]);
  }

  private outline(c: CanvasRenderingContext2D, outline: Outline, X: (x: number) => number, Y: (y: number) => number, colour: string, top: number): void {
    const far = 1e4; // pixels; longer lines would only lose precision
    c.strokeStyle = c.fillStyle = colour;
    c.lineWidth = 1.6;
    for (const [i, j] of outline.edges) {
      const p = outline.points[i]!, q = outline.points[j]!;
      if (Math.min(p.y, q.y) > 1.5 * top) continue;
      const y = (v: number): number => Math.max(-far, Math.min(far, Y(v)));
      // Cut at the panel's border, where the line still has its true slope.
      const cut = (from: typeof p, to: typeof p): { x: number; y: number } => {
        if (Math.abs(Y(to.y)) < far) return { x: X(to.x), y: Y(to.y) };
        const at = (Y(to.y) < 0 ? -far : far), u = (at - Y(from.y)) / (Y(to.y) - Y(from.y));
        return { x: X(from.x + u * (to.x - from.x)), y: at };
      };
      const [low, high] = Math.abs(p.y) < Math.abs(q.y) ? [p, q] : [q, p];
      const end = cut(low, high);
      c.beginPath();
      c.moveTo(X(low.x), y(low.y));
      c.lineTo(end.x, end.y);
      c.stroke();
    }
    for (const p of outline.points) {
      if (Math.abs(p.y) > 1.5 * top) continue;
      c.beginPath();
      c.arc(X(p.x), Y(p.y), 3.6, 0, 2 * Math.PI);
      c.fill();
    }
    c.lineWidth = 1;
  }
}
