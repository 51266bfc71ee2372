// SPDX-License-Identifier: Apache-2.0
// Colours: those of the page's style sheet (src/rigor/report/style.cpp), and those of bodies.

export interface Theme {
  dark: boolean;
  paper: string;
  sheet: string;
  ink: string;
  soft: string;
  rule: string;
  grid: string;
  colours: string[]; // c0 ... c7
  bodies: string[];
  edge: string;
}

// Hues of Okabe and Ito, calmed; they differ in lightness too.
const BODIES_LIGHT = ["#7fa9cc", "#e2ab62", "#6fb8a0", "#c993b7", "#ddca72", "#a9d2ec", "#cf8563", "#a7b0b8"];
const BODIES_DARK = ["#5f8fb8", "#c98f43", "#4f9c84", "#b0789c", "#bfa94f", "#86b6d6", "#b56a48", "#8a949d"];

const dark = (): boolean => matchMedia("(prefers-color-scheme: dark)").matches;

export function applyTheme(choice: "auto" | "light" | "dark"): void {
  if (choice === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = choice;
}

export function currentTheme(choice: "auto" | "light" | "dark"): Theme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(`--${name}`).trim() || "#888888";
  const isDark = choice === "auto" ? dark() : choice === "dark";
  return {
    dark: isDark, paper: value("paper"), sheet: value("sheet"), ink: value("ink"), soft: value("soft"), rule: value("rule"), grid: value("grid"),
    colours: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => value(`c${i}`)), bodies: isDark ? BODIES_DARK : BODIES_LIGHT,
    edge: isDark ? "#0b0d10" : "#26313c",
  };
}

export function onSystemTheme(listener: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener);
}
