// SPDX-License-Identifier: Apache-2.0
// A link to what is seen: time, camera and choices behind the # of the address.
import { DEFAULT_LAYERS, type Layers, type State } from "./store";

export interface Camera {
  position: [number, number, number];
  target: [number, number, number];
}

export interface Link {
  state: Partial<State>;
  event: number | null; // as numbered by the run
  camera: Camera | null;
}

const LAYER_NAMES = Object.keys(DEFAULT_LAYERS) as (keyof Layers)[];

/** `event`: the number of the one that was chosen, or -1. */
export function hashOf(state: State, camera: Camera, event = -1): string {
  const parts = [`t=${state.time}`, `w=${state.from},${state.to}`,
    "c=" + [...camera.position, ...camera.target].map((x) => Number(x.toPrecision(6))).join(",")];
  if (event >= 0) parts.push(`e=${event}`);
  if (state.pair >= 0) parts.push(`pair=${state.pair}`);
  if (state.follow >= 0) parts.push(`follow=${state.follow}`);
  if (state.microscope) parts.push("m=1");
  if (state.theme !== "auto") parts.push(`theme=${state.theme}`);
  const layers = LAYER_NAMES.filter((name) => state.layers[name]);
  if (LAYER_NAMES.some((name) => state.layers[name] !== DEFAULT_LAYERS[name])) parts.push("l=" + layers.join("+"));
  return "#" + parts.join("&");
}

function finite(text: string | undefined, count: number): number[] | null {
  if (text === undefined) return null;
  const numbers = text.split(",").map((part) => (part === "" ? NaN : Number(part)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
}

/** What a hash asks for; whatever makes no sense is left out. */
export function linkOf(hash: string): Link {
  const fields = new Map(hash.replace(/^#/, "").split("&").map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)] as [string, string];
  }));
  const state: Partial<State> = {};
  const time = finite(fields.get("t"), 1), window = finite(fields.get("w"), 2), camera = finite(fields.get("c"), 6);
  const pair = finite(fields.get("pair"), 1), follow = finite(fields.get("follow"), 1), event = finite(fields.get("e"), 1);
  if (time) state.time = time[0]!;
  if (window && window[0]! < window[1]!) { state.from = window[0]!; state.to = window[1]!; }
  if (pair) state.pair = Math.round(pair[0]!);
  if (follow) state.follow = Math.round(follow[0]!);
  if (fields.get("m") === "1") state.microscope = true;
  const theme = fields.get("theme");
  if (theme === "light" || theme === "dark") state.theme = theme;
  const layers = fields.get("l");
  if (layers !== undefined) {
    const on = new Set(layers.split("+"));
    state.layers = Object.fromEntries(LAYER_NAMES.map((name) => [name, on.has(name)])) as unknown as Layers;
  }
  return {
    state, event: event && Math.round(event[0]!),
    camera: camera && {
      position: [camera[0]!, camera[1]!, camera[2]!], target: [camera[3]!, camera[4]!, camera[5]!],
    },
  };
}
