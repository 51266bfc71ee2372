// SPDX-License-Identifier: Apache-2.0
// Reads the runs of the page and starts the view; whatever goes wrong is told in the page.
import { bytesOfBase64, inflated, parsePayload, PayloadError } from "./core/payload";
import { Run, type RunFacts } from "./core/run";
import { traceOf } from "./core/trace";
import { App } from "./app";
import { h } from "./panel/dom";
import "./style.css";

async function runsOfPage(): Promise<Run[]> {
  const facts = [...document.querySelectorAll("script.rigor-run")], traces = [...document.querySelectorAll("script.rigor-trace")];
  if (traces.length === 0 || facts.length !== traces.length) throw new PayloadError("There is no trace in this page. Make one with: rigor view RUN");
  const runs: Run[] = [];
  for (const [i, element] of traces.entries()) {
    const bytes = await inflated(bytesOfBase64(element.textContent ?? ""));
    element.textContent = ""; // the text is not needed any more
    runs.push(new Run(traceOf(parsePayload(bytes)), JSON.parse(facts[i]!.textContent ?? "") as RunFacts));
  }
  return runs;
}

function tell(place: HTMLElement, title: string, text: string): void {
  place.replaceChildren(h("div", { class: "rv-failure", role: "alert" }, h("h1", {}, title), h("p", {}, text)));
}

async function start(): Promise<void> {
  const place = document.getElementById("rigor-view")!;
  const whole = document.querySelector("main") === null;
  document.documentElement.classList.toggle("rigor-whole", whole);
  try {
    const runs = await runsOfPage();
    const app = new App(place, runs[0]!, runs.slice(1), whole);
    (window as unknown as { rigorView: App }).rigorView = app;
    app.start();
    document.documentElement.classList.add("rigor-live");
  } catch (error) {
    if (error instanceof PayloadError) {
      tell(place, "This trace cannot be shown", error.message);
    } else {
      tell(place, "The view could not be started", String(error));
      throw error;
    }
  }
}

void start();
