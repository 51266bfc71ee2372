// SPDX-License-Identifier: Apache-2.0
// Small pictures of runs, for docs/gallery.md: node gallery.mjs OUT NAME=PAGE ...
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, open, ready } from "./browser.mjs";

const [out, ...given] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const browser = await launch();
for (const one of given) {
  const at = one.indexOf("="), name = one.slice(0, at);
  const { page, context } = await open(browser, one.slice(at + 1), { width: 480, height: 320 });
  await ready(page);
  await page.addStyleTag({ content: ".rv-top, .rv-cards, .rv-layers, .rv-side, .rv-transport, .rv-timeline, .badge { display: none !important } .rv { display: block !important } .rv-middle, .rv-stage { height: 100vh !important; min-height: 0 }" });
  await page.evaluate(() => {
    const app = window.rigorView, { start, end } = app.run.trace;
    const time = start + 0.55 * (end - start); // while something happens
    app.store.set({ time, layers: { ...app.store.state.layers, plane: false } });
  });
  await page.waitForTimeout(300);
  await page.evaluate(() => window.rigorView.view.fitNow(window.rigorView.store.state.time));
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(out, `${name.replaceAll("/", "-")}.jpg`), type: "jpeg", quality: 72 });
  await context.close();
}
await browser.close();
