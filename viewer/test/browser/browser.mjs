// SPDX-License-Identifier: Apache-2.0
// Debian's chromium with software WebGL, never a browser of playwright's own.
import { chromium } from "playwright-core";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

export const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

export function launch(more = []) {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
      "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...more],
  });
}

/** Opens a page from its file; collects requests and errors. */
export async function open(browser, file, { theme = "light", hash = "", width = 1280, height = 720, script = true } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, deviceScaleFactor: 1, javaScriptEnabled: script, acceptDownloads: true });
  const page = await context.newPage();
  const seen = { requests: [], errors: [] };
  page.on("request", (request) => { if (!/^(blob|data):/.test(request.url())) seen.requests.push(request.url()); });
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") seen.errors.push(message.text()); });
  const began = Date.now();
  await page.goto(pathToFileURL(file).href + hash);
  return { page, seen, context, began };
}

export async function ready(page) {
  await page.waitForFunction(() => window.rigorView?.frames > 0 || document.querySelector(".rv-failure"), null, { timeout: 60_000 });
}
