// SPDX-License-Identifier: Apache-2.0
// How time goes on while playing.
import type { PlayMode } from "./store";

const EVENT_PAUSE = 0.9; // seconds of the reader's time at each event
const NEAR = 0.25; // "slow near events": full speed from this far off, in seconds of the reader's time
const SLOWEST = 0.02; // and never below this part of it

/** First index with times[i] > t. */
export function after(times: ArrayLike<number>, t: number): number {
  let low = 0, high = times.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (times[mid]! > t) high = mid;
    else low = mid + 1;
  }
  return low;
}

/** Distance from `t` to the nearest of `times` (ascending). */
export function nearest(times: ArrayLike<number>, t: number): number {
  const i = after(times, t);
  return Math.min(i < times.length ? times[i]! - t : Infinity, i > 0 ? t - times[i - 1]! : Infinity);
}

/** Decides where time is after `seconds` of the reader's time. */
export class Playback {
  private waited = 0;

  constructor(private readonly events: Float64Array) {}

  restart(): void { this.waited = 0; }

  advanced(t: number, seconds: number, mode: PlayMode, speed: number): number {
    if (mode === "events") {
      this.waited += seconds * Math.max(speed, 0.1);
      if (this.waited < EVENT_PAUSE) return t;
      this.waited = 0;
      const next = after(this.events, t);
      return next < this.events.length ? this.events[next]! : Infinity;
    }
    if (mode === "time") return t + seconds * speed;
    // Slow near events: the rate falls in proportion to the distance.
    const far = NEAR * speed;
    const rate = Math.min(1, Math.max(SLOWEST, nearest(this.events, t) / far));
    return t + seconds * speed * rate;
  }
}
