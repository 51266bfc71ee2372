// SPDX-License-Identifier: Apache-2.0
// Numbers for people.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = (n: number): string =>
  (n < 0 ? "⁻" : "") + String(Math.abs(n)).split("").map((d) => SUPERSCRIPTS[Number(d)]).join("");

/** 1234.5, 0.00123, 9.8·10⁻⁹ */
export function numberText(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e5) return String(Number(x.toPrecision(digits)));
  const [mantissa, exponent] = x.toExponential(digits - 1).split("e") as [string, string];
  const m = String(Number(mantissa));
  return m === "1" ? `10${raised(Number(exponent))}` : `${m}·10${raised(Number(exponent))}`;
}

/** Rounded towards zero, for lower bounds. */
export function roundedDown(x: number, digits = 3): number {
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(x))) - digits + 1);
  return Number((Math.floor(x / unit) * unit).toPrecision(digits));
}

const LENGTHS: [number, string][] = [[1, "m"], [1e-3, "mm"], [1e-6, "µm"], [1e-9, "nm"], [1e-12, "pm"]];
const TIMES: [number, string][] = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"], [1e-12, "ps"], [1e-15, "fs"]];

function withUnit(x: number, units: [number, string][], digits: number): string {
  if (x === 0) return `0 ${units[0]![1]}`;
  const [size, name] = units.find(([s]) => Math.abs(x) >= 0.9995 * s) ?? units[units.length - 1]!;
  return `${Number((x / size).toPrecision(digits))} ${name}`;
}

export const lengthText = (x: number, digits = 4): string => withUnit(x, LENGTHS, digits);
export const durationText = (x: number, digits = 4): string => withUnit(x, TIMES, digits);

/** An instant with as many digits as the resolution of the view needs. */
export function timeText(t: number, span: number): string {
  const digits = Math.min(15, Math.max(3, Math.ceil(-Math.log10(span)) + 4));
  return `${t.toFixed(digits)} s`;
}

/** 10ⁿ for axes; nothing between powers. */
export function powerText(x: number): string {
  const e = Math.log10(x);
  const n = Math.round(e);
  return Math.abs(e - n) < 1e-9 ? `10${raised(n)}` : "";
}

/** The round number (1, 2 or 5 times a power of ten, or as told) at or above x. */
export function roundUp(x: number, steps = [1, 2, 5, 10]): number {
  const unit = 10 ** Math.floor(Math.log10(x));
  for (const f of steps) if (f * unit >= x * (1 - 1e-9)) return f * unit;
  return 10 * unit;
}
