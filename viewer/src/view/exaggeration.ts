// SPDX-License-Identifier: Apache-2.0
// The 3D half of the gap microscope: the pair in focus drawn apart by a stated factor.
import { scaled, type Vec } from "../core/pairs";
import type { Moment, Run } from "../core/run";
import { FIXED, WORLD } from "../core/trace";

const VISIBLE = 0.12; // of a body's size: about how wide the gap is drawn

/** The round factor (1, 2 or 5 times a power of ten) that draws `gap` about visibly wide; 1 if it is wide already. */
export function factorFor(gap: number, size: number): number {
  if (!(gap > 0)) return 1;
  const ratio = VISIBLE * size / gap;
  if (ratio <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(ratio) + 1e-9);
  return power * (ratio >= 5 * power ? 5 : ratio >= 2 * power ? 2 : 1);
}

/** A body drawn away from where it is. */
export interface Widened {
  body: number;
  by: Vec;
  factor: number;
}

export class Exaggeration {
  constructor(private readonly run: Run, private readonly size: number) {}

  factor(moment: Moment): number { return moment.separation ? factorFor(moment.separation.gap, this.size) : 1; }

  /** The body to be moved and by how much. */
  shift(moment: Moment): Widened | null {
    const s = moment.separation;
    if (!s || moment.pair < 0) return null;
    const { a, b } = this.run.pairs.list[moment.pair]!;
    const factor = this.factor(moment), by = (factor - 1) * s.gap;
    const fixedB = this.run.trace.bodies[b.body]!.kind === FIXED;
    if (fixedB && a.body !== WORLD) return { body: a.body, by: scaled(s.normal, -by), factor };
    return { body: b.body, by: scaled(s.normal, by), factor };
  }
}
