// SPDX-License-Identifier: Apache-2.0
// Each kind of event has its own shape as well as its own colour.
import { END_REASONS, type EventKind } from "../core/trace";
import type { Theme } from "../view/theme";

const COLOURS: Record<EventKind, number> = {
  touch: 1, impact: 1, lift: 2, stick: 2, slip: 4, feature: 0, accumulation: 3, limit: 5, sample: 7, jam: 6, multi_impact: 6, indeterminate: 6,
};

const REASON_COLOURS = [0, 1, 6, 2, 4, 5, 5, 7, 3, 3, 2, 2, 2, 0, 4, 1, 2, 5, 6]; // as in the report (curves.cpp)

export const eventColour = (theme: Theme, kind: EventKind): string => theme.colours[COLOURS[kind]]!;
export const reasonColour = (theme: Theme, reason: number): string => theme.colours[REASON_COLOURS[reason] ?? 7]!;
export const reasonName = (reason: number): string => (END_REASONS[reason] ?? "?").replace("_", " ");

type Path = (c: CanvasRenderingContext2D, x: number, y: number, r: number) => void;

const polygon = (...corners: [number, number][]): Path => (c, x, y, r) => {
  corners.forEach(([dx, dy], i) => (i === 0 ? c.moveTo(x + r * dx, y + r * dy) : c.lineTo(x + r * dx, y + r * dy)));
  c.closePath();
};

const round: Path = (c, x, y, r) => { c.moveTo(x + 0.8 * r, y); c.arc(x, y, 0.8 * r, 0, 2 * Math.PI); };
const down = polygon([-0.95, -0.8], [0.95, -0.8], [0, 0.95]);
const up = polygon([-0.95, 0.8], [0.95, 0.8], [0, -0.95]);
const square = polygon([-0.75, -0.75], [0.75, -0.75], [0.75, 0.75], [-0.75, 0.75]);
const diamond = polygon([0, -1], [0.85, 0], [0, 1], [-0.85, 0]);
const bar = polygon([-0.35, -1], [0.35, -1], [0.35, 1], [-0.35, 1]);
const hourglass = polygon([-0.9, -0.95], [0.9, -0.95], [-0.9, 0.95], [0.9, 0.95]);
const crossed = polygon([-1, -0.6], [-0.6, -1], [0, -0.4], [0.6, -1], [1, -0.6], [0.4, 0], [1, 0.6], [0.6, 1], [0, 0.4], [-0.6, 1], [-1, 0.6], [-0.4, 0]);
const star: Path = (c, x, y, r) => {
  for (let i = 0; i < 10; ++i) {
    const s = i % 2 === 0 ? 1.1 * r : 0.5 * r, a = Math.PI * (i / 5 - 0.5);
    if (i === 0) c.moveTo(x + s * Math.cos(a), y + s * Math.sin(a));
    else c.lineTo(x + s * Math.cos(a), y + s * Math.sin(a));
  }
  c.closePath();
};

const SHAPES: Record<EventKind, { path: Path; hollow: boolean }> = {
  touch: { path: down, hollow: true }, impact: { path: down, hollow: false }, lift: { path: up, hollow: false },
  stick: { path: square, hollow: false }, slip: { path: diamond, hollow: false }, limit: { path: bar, hollow: false },
  feature: { path: round, hollow: false }, accumulation: { path: hourglass, hollow: false }, jam: { path: crossed, hollow: false },
  multi_impact: { path: star, hollow: false }, indeterminate: { path: diamond, hollow: true }, sample: { path: round, hollow: true },
};

export function drawGlyph(c: CanvasRenderingContext2D, kind: EventKind, x: number, y: number, r: number, colour: string, paper: string): void {
  const { path, hollow } = SHAPES[kind];
  c.beginPath();
  path(c, x, y, r);
  c.lineWidth = hollow ? 1.6 : 1;
  c.fillStyle = hollow ? paper : colour;
  c.strokeStyle = hollow ? colour : paper;
  c.fill();
  c.stroke();
}

/** A glyph as an element, for legends. */
export function glyphElement(kind: EventKind, theme: Theme): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 28;
  canvas.className = "rv-glyph";
  canvas.setAttribute("aria-hidden", "true");
  drawGlyph(canvas.getContext("2d")!, kind, 14, 14, 10, eventColour(theme, kind), theme.paper);
  return canvas;
}
