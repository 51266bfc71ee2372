// SPDX-License-Identifier: Apache-2.0
// Round instants for a ruler, also where the window is far smaller than the time itself.
import { durationText } from "./format";

export interface Tick {
  time: number;
  text: string;
}

export interface Ruler {
  ticks: Tick[];
  base: string | null; // what all labels are counted from, if it is not 0
}

/** The step (1, 2 or 5 times a power of ten) of about `count` ticks in `span`. */
export function tickStep(span: number, count: number): number {
  const raw = span / Math.max(1, count), unit = 10 ** Math.floor(Math.log10(raw));
  for (const f of [1, 2, 5]) if (f * unit >= raw * (1 - 1e-12)) return f * unit;
  return 10 * unit;
}

export function rulerOf(from: number, to: number, count: number): Ruler {
  const span = to - from, step = tickStep(span, count);
  // Plain numbers as long as they are short; else counted from an instant written once.
  if (step > 2e-5 * Math.max(Math.abs(from), Math.abs(to), 1e-300) && step >= 1e-4) {
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const ticks: Tick[] = [];
    for (let i = Math.ceil(from / step - 1e-9); i * step <= to * (1 + 1e-15); ++i) ticks.push({ time: i * step, text: (i * step).toFixed(digits) });
    return { ticks, base: null };
  }
  const base = roundBase(from, to);
  const ticks: Tick[] = [];
  for (let i = Math.ceil((from - base) / step); base + i * step <= to; ++i) {
    ticks.push({ time: base + i * step, text: i === 0 ? "0" : (i > 0 ? "+" : "−") + durationText(Math.abs(i * step), 6) });
    if (ticks.length > 4 * count) break;
  }
  return { ticks, base: `${shortest(base)} s` };
}

/** The instant with the fewest digits inside the window. */
export function roundBase(from: number, to: number): number {
  if (from <= 0 && to >= 0) return 0;
  for (let digits = 0; digits < 18; ++digits) {
    const unit = 10 ** -digits, x = Math.round(Math.ceil(from / unit)) * unit;
    const rounded = Number(x.toFixed(Math.min(digits, 18)));
    if (rounded >= from && rounded <= to) return rounded;
  }
  return from;
}

const shortest = (x: number): string => String(x);
