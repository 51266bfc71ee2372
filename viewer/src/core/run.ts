// SPDX-License-Identifier: Apache-2.0
// A run with everything that is looked up in it.
import { contactSteps, type Steps } from "./curves";
import { Instant, manifolds, type Manifold, Pairs, type Separation } from "./pairs";
import { Paths } from "./path";
import { after } from "./playback";
import type { RunEvent, Trace } from "./trace";

export interface Verdict {
  claim: "proved" | "refused" | "measured" | "not_checked";
  headline: string;
  detail: string;
  checker: string;
  min_gap: number | null;
  min_gap_time: number | null;
  min_gap_pair: string;
  first_failure: number | null;
  failures: string[];
  proved: [string, string][];
  measured: [string, string][];
}

export interface Thinning {
  error: number;
  segments_before: number;
  segments_after: number;
  certificates_before: number;
  certificates_after: number;
}

export interface RunFacts {
  label: string;
  verdict: Verdict;
  thinning: Thinning | null;
}

export class Run {
  readonly paths: Paths;
  readonly pairs: Pairs;
  readonly eventTimes: Float64Array;
  readonly contacts: Steps;
  readonly largestImpulse: number;

  constructor(readonly trace: Trace, readonly facts: RunFacts) {
    this.paths = new Paths(trace);
    this.pairs = new Pairs(trace);
    this.eventTimes = Float64Array.from(trace.events, (event) => event.lo);
    this.contacts = contactSteps(trace);
    let largest = 0;
    for (const event of trace.events) for (const c of event.contacts) largest = Math.max(largest, Math.hypot(...c.impulse));
    this.largestImpulse = largest;
  }
}

/** What there is to see at one time. */
export interface Moment {
  time: number;
  instant: Instant;
  pair: number; // in focus, -1 if none
  separation: Separation | null;
  manifolds: Manifold[];
  event: number; // position of the event at or before the time, -1 if none
}

/** Looks at a run at one time after the other. */
export class Observer {
  private readonly instant: Instant;

  constructor(private readonly run: Run) { this.instant = new Instant(run.paths); }

  moment(time: number, chosenPair: number, chosenEvent: number): Moment {
    const { trace, pairs, eventTimes } = this.run;
    this.instant.at(time);
    const pair = chosenPair >= 0 && chosenPair < pairs.list.length ? chosenPair : pairs.closest(this.instant);
    const event = chosenEvent >= 0 && eventTimes[chosenEvent] === time ? chosenEvent : after(eventTimes, time) - 1;
    return {
      time, instant: this.instant, pair, separation: pair < 0 ? null : pairs.separation(pair, this.instant),
      manifolds: manifolds(trace, pairs, this.instant), event,
    };
  }
}

/** "impact 12 of 40" */
export const eventTitle = (run: Run, position: number): string =>
  `${kindText(run.trace.events[position]!)} (event ${position + 1} of ${run.trace.events.length})`;

export const kindText = (event: RunEvent): string => event.kind.replace("_", " ");
