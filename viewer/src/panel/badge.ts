// SPDX-License-Identifier: Apache-2.0
// The verdict: what is proved, by which checker, how close it was and where.
import { numberText, roundedDown } from "../core/format";
import type { Run } from "../core/run";
import { endedEarly } from "../core/trace";
import { button, h } from "./dom";

const SIGNS = { proved: "✓", refused: "✗", measured: "○", not_checked: "○" };
const LOOKS = { proved: "good", refused: "bad", measured: "plain", not_checked: "plain" };
const WORDS = { proved: "Proved", refused: "Not proved", measured: "Measured only", not_checked: "Not checked" };

/** The word on the badge; of a run that ended early, how far it holds. */
export function badgeWord(run: Run): string {
  const { claim } = run.facts.verdict;
  return claim === "proved" && endedEarly(run.trace) ? `Proved up to ${numberText(run.trace.end, 4)} s` : WORDS[claim];
}

/** What stands on the badge besides the word. */
export function badgeText(run: Run): string {
  const v = run.facts.verdict;
  if (v.claim === "proved") return v.min_gap === null ? "no overlap" : `gap ≥ ${numberText(roundedDown(v.min_gap), 3)} m`;
  if (v.claim === "refused") return v.first_failure === null ? "see why" : `first at ${numberText(v.first_failure, 7)} s`;
  return "nothing is claimed";
}

const rows = (list: [string, string][]): HTMLElement =>
  h("table", {}, ...list.map(([what, value]) => h("tr", {}, h("td", {}, what), h("td", { class: "rv-number" }, value))));

export function verdictDialog(run: Run, jump: (time: number) => void): HTMLDialogElement {
  const v = run.facts.verdict, dialog = h("dialog", { class: "rv-dialog", "aria-label": "Verdict" });
  const close = (): void => dialog.close();
  dialog.append(h("h2", {}, `${SIGNS[v.claim]} ${v.headline}`), h("p", {}, v.detail));
  if (v.checker) dialog.append(h("p", { class: "rv-soft" }, `Checked by: ${v.checker}, Rigor ${run.trace.programVersion}.`));
  if (v.min_gap !== null && v.min_gap_time !== null) {
    dialog.append(h("p", {}, `Smallest gap: at least ${numberText(roundedDown(v.min_gap, 4), 4)} m, `, h("span", {}, v.min_gap_pair), ", near ",
      button(`${numberText(v.min_gap_time, 9)} s`, "Go to the time of the smallest gap", () => { close(); jump(v.min_gap_time!); }), "."));
  }
  if (v.failures.length > 0) {
    dialog.append(h("h3", {}, "What failed"), h("ul", {}, ...v.failures.slice(0, 12).map((text) => h("li", {}, text))));
    if (v.first_failure !== null) dialog.append(button("Go to the first failure", "Go to the first failing time", () => { close(); jump(v.first_failure!); }));
  }
  if (v.proved.length > 0) dialog.append(h("h3", {}, v.claim === "proved" ? "Proved" : "Held"), rows(v.proved));
  if (v.measured.length > 0) dialog.append(h("h3", {}, "Measured"), rows(v.measured));
  dialog.append(h("form", { method: "dialog" }, h("button", { class: "rv-primary" }, "Close")));
  return dialog;
}

export function badge(run: Run, open: () => void): HTMLButtonElement {
  const v = run.facts.verdict;
  const element = h("button", { type: "button", class: `rv-badge ${LOOKS[v.claim]}`, title: "What was checked and how", "data-claim": v.claim },
    h("span", { "aria-hidden": "true" }, SIGNS[v.claim]), h("b", {}, badgeWord(run)), h("span", { class: "rv-badge-text" }, badgeText(run)));
  element.addEventListener("click", open);
  return element;
}
