// SPDX-License-Identifier: Apache-2.0
// A run with everything that is looked up in it.
import { type Contact, contactsOf } from "./contacts";
import { contactSteps, type Steps } from "./curves";
import { ForceTracks } from "./forces";
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

const IMPULSE_ROUNDING = 1e-11; // of the largest impulse, or of what the largest force gives over the run

export class Run {
  readonly paths: Paths;
  readonly pairs: Pairs;
  readonly eventTimes: Float64Array;
  readonly contacts: Contact[];
  readonly contactCount: Steps;
  readonly largestImpulse: number;
  /** N s: smaller impulses are what rounding leaves of contacts that only begin to bear. */
  readonly leastImpulse: number;
  readonly forces: ForceTracks;

  constructor(readonly trace: Trace, readonly facts: RunFacts) {
    this.paths = new Paths(trace);
    this.pairs = new Pairs(trace);
    this.forces = new ForceTracks(trace, this.paths);
    this.eventTimes = Float64Array.from(trace.events, (event) => event.lo);
    this.contacts = contactsOf(trace);
    this.contactCount = contactSteps(trace, this.contacts);
    let largest = 0;
    for (const event of trace.events) for (const c of event.contacts) largest = Math.max(largest, Math.hypot(...c.impulse));
    this.largestImpulse = largest;
    this.leastImpulse = IMPULSE_ROUNDING * Math.max(largest, this.forces.largest * (trace.end - trace.start));
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

const TIE = 0.02; // of the skin: pairs in contact are equally close

/** Looks at a run at one time after the other. */
export class Observer {
  private readonly instant: Instant;

  constructor(private readonly run: Run) { this.instant = new Instant(run.paths); }

  moment(time: number, chosenPair: number, chosenEvent: number): Moment {
    const { trace, pairs, eventTimes } = this.run;
    this.instant.at(time);
    const event = chosenEvent >= 0 && eventTimes[chosenEvent] === time ? chosenEvent : after(eventTimes, time) - 1;
    const pair = chosenPair >= 0 && chosenPair < pairs.list.length ? chosenPair : this.closest(event);
    return {
      time, instant: this.instant, pair, separation: pair < 0 ? null : pairs.separation(pair, this.instant),
      manifolds: manifolds(trace, pairs, this.instant), event,
    };
  }

  /** The closest pair; of equally close ones that of the last event. */
  private closest(event: number): number {
    const { trace, pairs } = this.run;
    const pair = pairs.closest(this.instant);
    if (pair < 0 || event < 0) return pair;
    const last = pairs.number(trace.events[event]!.a, trace.events[event]!.b);
    const other = last < 0 ? null : pairs.separation(last, this.instant);
    return other && other.gap <= pairs.separation(pair, this.instant)!.gap + TIE * trace.skin ? last : pair;
  }
}

export const kindText = (event: RunEvent): string => event.kind.replace("_", " ");
