// SPDX-License-Identifier: Apache-2.0
// What the reader has chosen. Views listen; nobody else holds state about it.

export type PlayMode = "time" | "near" | "events";

export interface Layers {
  plane: boolean; // separating plane of the pair in focus
  contacts: boolean; // manifolds, normals
  impulses: boolean;
  edges: boolean;
  shadows: boolean;
  labels: boolean;
  frames: boolean;
  paths: boolean; // lines along which bodies move
  joints: boolean; // axes and coordinates, given forces
  forces: boolean; // at every contact, between events
}

export interface State {
  time: number;
  from: number; // window of time shown
  to: number;
  playing: boolean;
  mode: PlayMode;
  speed: number;
  event: number; // position in the list of events that was jumped to, -1 if none
  pair: number; // chosen, -1: the closest
  follow: number; // body, -1: none
  microscope: boolean;
  layers: Layers;
  theme: "auto" | "light" | "dark";
}

export const DEFAULT_LAYERS: Layers = {
  plane: true, contacts: true, impulses: true, edges: true, shadows: true, labels: false, frames: false, paths: false, joints: true, forces: true,
};

export class Store {
  private readonly listeners: ((state: State, changed: Set<keyof State>) => void)[] = [];
  constructor(readonly state: State) {}

  listen(listener: (state: State, changed: Set<keyof State>) => void): void { this.listeners.push(listener); }

  set(change: Partial<State>): void {
    const changed = new Set<keyof State>();
    for (const name of Object.keys(change) as (keyof State)[]) {
      if (this.state[name] === change[name]) continue;
      (this.state as unknown as Record<string, unknown>)[name] = change[name];
      changed.add(name);
    }
    if (changed.size > 0) for (const listener of this.listeners) listener(this.state, changed);
  }
}
