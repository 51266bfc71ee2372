// SPDX-License-Identifier: Apache-2.0
// The pictures of the documentation, made from real runs.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const DEVICE = { width: 1280, height: 720 };

async function shot({ browser, opened }, file, out, options, prepare) {
  const { page, context } = await opened(browser, file, { ...DEVICE, ...options });
  await page.evaluate(prepare);
  await page.waitForTimeout(900);
  await page.screenshot({ path: out });
  await context.close();
  console.log(`      ${out}`);
}

export async function shots(tools, folder) {
  mkdirSync(folder, { recursive: true });
  const { pages } = tools;
  await shot(tools, pages.die, join(folder, "viewer-die.png"), { theme: "light" }, () => window.rigorView.jump(2));
  await shot(tools, pages.report, join(folder, "report.png"), { theme: "light", height: 1180 }, () => window.rigorView.jump(2));
  await shot(tools, pages.die, join(folder, "viewer-microscope.png"), { theme: "dark" }, () => { window.rigorView.jump(2); window.rigorView.store.set({ microscope: true }); });
  await shot(tools, pages.compare, join(folder, "viewer-compare.png"), { theme: "light" }, () => window.rigorView.store.set({ time: 1.45 }));
  await shot(tools, pages.stack, join(folder, "viewer-stack.png"), { theme: "light" }, () => {
    const app = window.rigorView, last = app.run.trace.events.findLastIndex((event) => event.contacts.length > 0);
    app.jump(last);
    app.view.fitNow(app.store.state.time);
  });
  await shot(tools, pages.tumble, join(folder, "viewer-tumble.png"), { theme: "dark" }, () => {
    const app = window.rigorView, from = 0.55; // while much happens
    app.jump(app.run.trace.events.findIndex((event) => event.lo > from && event.kind === "impact" && event.a.body !== 0xffffffff));
    app.view.fitNow(app.store.state.time);
  });
}
