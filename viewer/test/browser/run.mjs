// SPDX-License-Identifier: Apache-2.0
// The page in a real browser. Usage: node run.mjs RIGOR TRACES [--shots FOLDER] [--only WORD]
import { spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync, inflateSync } from "node:zlib";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { launch, open, ready } from "./browser.mjs";
import { hundred, stack, tumble, mechanism } from "./scenes.mjs";
import { shots } from "./shots.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const [rigor, traces] = process.argv.slice(2, 4).map((path) => resolve(path));
const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : null);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const place = mkdtempSync(join(tmpdir(), "rigor-viewer-"));
const PATIENCE = 10; // seconds in which any trace must be open

function run(program, ...words) {
  const done = spawnSync(program, words, { cwd: place, encoding: "utf8", maxBuffer: 1 << 28 });
  return done;
}

function must(program, ...words) {
  const done = run(program, ...words);
  assert.equal(done.status, 0, `${program} ${words.join(" ")}: ${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** Runs a scene of the repository once and returns its folder. */
function simulated(name, scene, ...more) {
  const folder = join(place, name);
  must(rigor, "run", scene, "-o", folder, "-q", ...more);
  return folder;
}

/** Writes a closed-form trace and returns its folder. */
function written(kind) {
  const folder = join(place, kind);
  mkdirSync(folder, { recursive: true });
  must(traces, kind, join(folder, "trace.h5"));
  return folder;
}

function viewed(name, ...words) {
  const page = join(place, `${name}.html`);
  const done = run(rigor, "view", ...words, "--no-open", "-o", page);
  assert.ok(done.status === 0 || done.status === 1, done.stderr);
  return page;
}

const state = (page) => page.evaluate(() => ({ ...window.rigorView.store.state, frames: window.rigorView.frames }));
const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function opened(browser, file, options) {
  const all = await open(browser, file, options);
  await ready(all.page);
  return { ...all, seconds: (Date.now() - all.began) / 1000 };
}

/** Nothing but the file itself was asked for, and nothing went wrong. */
function assertQuiet(seen) {
  assert.equal(seen.requests.length, 1, `requests: ${seen.requests}`);
  assert.deepEqual(seen.errors, []);
}

async function accessible(page, what) {
  await page.evaluate(axe); // the page's policy allows no script element; evaluation does not need one
  const found = await page.evaluate(async () => (await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] })).violations
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).join(" | ")}`));
  assert.deepEqual(found, [], what);
}

const tests = {
  async "the page opens from its file with one request and no error, and its badge says proved"({ browser, pages }) {
    const { page, seen, context } = await opened(browser, pages.die);
    await page.waitForTimeout(500);
    assertQuiet(seen);
    assert.match(await page.locator(".rv-badge").innerText(), /Proved\s+gap ≥ /);
    assert.equal(await page.locator(".rv-badge").getAttribute("data-claim"), "proved");
    await page.locator(".rv-badge").click();
    assert.match(await page.locator("dialog[open]").innerText(), /rigor verify, with exact arithmetic[\s\S]*Smallest gap: at least/);
    await context.close();
  },

  async "the die is where the trace says"({ browser, pages, folders }) {
    const times = [0.25, 1.0, 1.7];
    const expected = JSON.parse(must("/usr/bin/python3", join(root, "tests/viewer/poses.py"), join(root, "docs/check_trace.py"), join(folders.die, "trace.h5"), ...times.map(String)));
    assert.equal(expected.length, times.length);
    const { page, context } = await opened(browser, pages.die);
    for (const [name, time, vertices] of expected) {
      const found = await page.evaluate((t) => {
        const app = window.rigorView;
        app.store.set({ time: t });
        app.drawAll();
        const { group } = app.view.bodies[0];
        group.updateMatrixWorld(true);
        const v = app.run.trace.bodies[0].pieces[0].vertices;
        const V = group.position.constructor;
        return Array.from({ length: v.length / 3 }, (_, i) => new V(v[3 * i], v[3 * i + 1], v[3 * i + 2]).applyMatrix4(group.matrixWorld).toArray());
      }, time);
      vertices.forEach((p, i) => p.forEach((x, a) => assert.ok(Math.abs(x - found[i][a]) < 1e-12, `${name} at ${time}, vertex ${i}: ${found[i]} is not ${p}`)));
      // And it is drawn there: the pixel at its centre is not background, one far from it is.
      const alpha = await page.evaluate(() => {
        const app = window.rigorView, { stage } = app.view, gl = stage.renderer.getContext(), pixel = new Uint8Array(4), ratio = stage.renderer.getPixelRatio();
        const read = (x, y) => { gl.readPixels(Math.round(x * ratio), Math.round((gl.drawingBufferHeight / ratio - y) * ratio), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); return pixel[3]; };
        app.drawAll();
        const p = stage.onScreen(app.view.bodies[0].group.position.toArray());
        return [read(p.x, p.y), read(5, 5)];
      });
      assert.ok(alpha[0] === 255 && alpha[1] < 255, `pixels: ${alpha}`);
    }
    await context.close();
  },

  async "keys jump from event to event"({ browser, pages, folders }) {
    const events = readFileSync(join(folders.die, "events.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const { page, context, seen } = await opened(browser, pages.die);
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
    await settled(page);
    const now = await state(page);
    assert.equal(now.event, 2);
    assert.equal(now.time, events[2].time);
    const card = await page.locator(".rv-event").innerText();
    assert.ok(card.includes(events[2].time.toFixed(9)) && card.includes(`event ${events[2].index} (${events.length} in all)`), card);
    assert.ok((await page.locator(".rv-clock").innerText()).startsWith(events[2].time.toFixed(4)));
    await page.keyboard.press("ArrowLeft");
    assert.equal((await state(page)).time, events[1].time);
    for (let i = 0; i < 4; ++i) await page.keyboard.press("z");
    const zoomed = await state(page);
    assert.ok(zoomed.to - zoomed.from < 0.2 * (now.to - now.from));
    await page.keyboard.press("?");
    assert.match(await page.locator("dialog[open]").innerText(), /gap microscope/);
    assertQuiet(seen);
    await context.close();
  },

  async "the microscope draws the gap by the factor it states"({ browser, pages }) {
    for (const name of ["die", "five"]) {
      const { page, context, seen } = await opened(browser, pages[name]);
      await page.evaluate(() => window.rigorView.jump(window.rigorView.run.trace.events.length - 1));
      await page.keyboard.press("m");
      await settled(page);
      const text = await page.locator(".rv-microscope").innerText();
      const found = await page.evaluate(() => {
        const app = window.rigorView, { separation, pair } = app.moment, body = app.run.pairs.list[pair].b.body, pose = app.moment.instant.pose(body);
        const p = app.view.bodies[body].group.position;
        return { factor: app.view.exaggeration.factor(app.moment), gap: separation.gap, moved: separation.normal[0] * (p.x - pose[0]) + separation.normal[1] * (p.y - pose[1]) + separation.normal[2] * (p.z - pose[2]) };
      });
      assert.ok(found.factor >= 1e5 && Math.abs(found.gap - 1e-8) < 2e-10, JSON.stringify(found));
      assert.ok(Math.abs(found.moved - (found.factor - 1) * found.gap) < 1e-12 * found.factor, JSON.stringify(found));
      const power = Math.log10(found.factor);
      if (Number.isInteger(power)) assert.ok(text.includes(`10${[..."" + power].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("")} times as wide`), text);
      assert.match(text, /Gap (9\.9\d*|10(\.\d+)?) nm/);
      assertQuiet(seen);
      await context.close();
    }
  },

  async "bodies touch each other as their certificates say"({ browser, pages }) {
    for (const [name, bodies] of [["stack", 4], ["tumble", 5]]) {
      const { page, context, seen } = await opened(browser, pages[name]);
      const found = await page.evaluate(() => {
        const app = window.rigorView;
        app.store.set({ time: app.run.trace.end });
        app.drawAll();
        const between = app.moment.manifolds.filter((m) => app.run.pairs.list[m.pair].a.body !== 0xffffffff);
        const gaps = app.moment.manifolds.map((m) => app.run.pairs.separation(m.pair, app.moment.instant).gap);
        return { bodies: app.run.trace.bodies.length, between: between.length, points: app.moment.manifolds.reduce((n, m) => n + m.points.length, 0), gaps, lanes: app.timeline.lanes.length };
      });
      assert.equal(found.bodies, bodies);
      assert.ok(found.between >= 2 && found.points >= bodies && found.lanes >= bodies, JSON.stringify(found));
      for (const gap of found.gaps) assert.ok(gap > 0.97e-8 && gap < 1.03e-8, `${name}: ${gap}`);
      assert.equal(await page.locator(".rv-badge").getAttribute("data-claim"), "proved");
      assertQuiet(seen);
      await context.close();
    }
  },

  async "runs are compared"({ browser, pages }) {
    const { page, context, seen } = await opened(browser, pages.compare);
    await page.waitForTimeout(400);
    const found = await page.evaluate(() => {
      const app = window.rigorView;
      app.store.set({ time: 1.5 });
      app.drawAll();
      const mine = app.view.bodies[0].group.position, ghost = app.view.ghosts[0][0].group.position;
      return { ghosts: app.view.ghosts.flat().length, apart: mine.distanceTo(ghost), plot: document.querySelector(".rv-plot figcaption").innerText };
    });
    assert.equal(found.ghosts, 1);
    assert.ok(found.apart > 1e-3, "different laws end apart");
    assert.match(found.plot, /Distance between runs[\s\S]*[\d.]+ (m|mm)/);
    assert.match(await page.locator(".rv-runs").innerText(), /die[\s\S]*frictionless/);
    assertQuiet(seen);
    await context.close();
  },

  async "both themes are accessible"({ browser, pages }) {
    for (const theme of ["light", "dark"]) {
      const { page, context } = await opened(browser, pages.five, { theme });
      await page.waitForTimeout(300);
      await accessible(page, `${theme}, view`);
      await page.keyboard.press("m");
      await page.keyboard.press("6");
      await accessible(page, `${theme}, microscope and labels`);
      await page.keyboard.press("?");
      await accessible(page, `${theme}, keys`);
      await context.close();
      const report = await opened(browser, pages.report, { theme });
      await accessible(report.page, `${theme}, report`);
      await report.context.close();
    }
  },

  async "a link keeps time, camera and choices"({ browser, pages }) {
    const { page, context } = await opened(browser, pages.die);
    await page.evaluate(() => {
      const app = window.rigorView;
      app.store.set({ time: 1.2345678901234567, layers: { ...app.store.state.layers, frames: true } });
      app.view.stage.view = { position: [4, -3, 2], target: [0.5, 0.25, 0.5] };
    });
    await page.waitForFunction(() => location.hash.includes("t=1.2345") && location.hash.includes("c=4,-3,2"));
    const hash = await page.evaluate(() => location.hash);
    const again = await opened(browser, pages.die, { hash });
    const found = await again.page.evaluate(() => ({ ...window.rigorView.store.state, camera: window.rigorView.view.stage.view }));
    assert.equal(found.time, 1.2345678901234567);
    assert.ok(found.layers.frames);
    found.camera.position.forEach((x, i) => assert.ok(Math.abs(x - [4, -3, 2][i]) < 1e-5));
    await again.page.evaluate((text) => { location.hash = text; }, hash.replace("t=1.2345678901234567", "t=0.75")); // into an open page
    await again.page.waitForFunction(() => window.rigorView.store.state.time === 0.75);
    await context.close();
    await again.context.close();
  },

  async "the link that is copied opens the same view"({ browser, pages }) {
    const { page, context, seen } = await opened(browser, pages.die);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => window.rigorView.jump(3));
    await page.locator(".rv-menu summary").click();
    await page.getByRole("button", { name: "Copy link to this view", exact: true }).click();
    await page.locator(".rv-notice", { hasText: "Link copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const again = await opened(browser, pages.die, { hash: link.slice(link.indexOf("#")) });
    const [here, there] = await Promise.all([page, again.page].map((p) => p.evaluate(() => ({ event: window.rigorView.store.state.event, time: window.rigorView.store.state.time, camera: window.rigorView.view.stage.view }))));
    assert.equal(here.event, 3);
    assert.equal(there.event, 3);
    assert.equal(there.time, here.time);
    there.camera.position.forEach((x, i) => assert.ok(Math.abs(x - here.camera.position[i]) < 1e-4));
    assertQuiet(seen);
    await context.close();
    await again.context.close();
  },

  async "events of the report lead to the view"({ browser, pages, folders }) {
    const events = readFileSync(join(folders.die, "events.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const { page, context, seen } = await opened(browser, pages.report);
    await page.locator('a[href="#e=5"]').click();
    await page.waitForFunction(() => window.rigorView.store.state.event === 5);
    assert.equal((await state(page)).time, events[5].time);
    const box = await page.locator(".rv-canvas").boundingBox();
    assert.ok(box.y + box.height > 0 && box.y < 720, `the view is seen: ${JSON.stringify(box)}`);
    assertQuiet(seen);
    await context.close();
    const direct = await opened(browser, pages.report, { hash: "#e=7" });
    assert.equal((await state(direct.page)).time, events[7].time);
    await direct.context.close();
  },

  async "half-spaces are hatched from their solid side"({ browser, pages }) {
    const { page, context } = await opened(browser, pages.die);
    const marked = await page.evaluate(() => [3, -3].map((height) => { // from above, from below
      const app = window.rigorView, { stage } = app.view, gl = stage.renderer.getContext(), size = 120, pixels = new Uint8Array(4 * size * size);
      stage.view = { position: [9, -4, height], target: [6, 0, 0] };
      app.drawAll();
      gl.readPixels(Math.round(0.5 * (gl.drawingBufferWidth - size)), Math.round(0.5 * (gl.drawingBufferHeight - size)), size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      const opacity = Array.from({ length: size * size }, (_, i) => pixels[4 * i + 3]).sort((x, y) => x - y), usual = opacity[opacity.length >> 1];
      return opacity.filter((x) => x > usual + 25).length / opacity.length; // lines are more opaque than the surface
    }));
    assert.ok(marked[1] > 0.1 && marked[1] > 3 * marked[0], `part of the surface that lines cover: ${marked}`);
    await context.close();
  },

  async "methods that keep contacts at a distance show them all the same"({ browser, pages }) {
    const { page, context, seen } = await opened(browser, pages.steps);
    const found = await page.evaluate(() => {
      const app = window.rigorView, { contacts, contactCount, trace } = app.run;
      return { certified: trace.certificates.active.length, pairs: new Set(contacts.map((c) => `${c.a.body} ${c.b.body}`)).size, last: contactCount.counts[contactCount.counts.length - 1],
        bars: app.timeline.lanes.filter((lane) => lane.contacts.length > 0).length, plots: [...document.querySelectorAll(".rv-plot figcaption b")].map((e) => e.textContent) };
    });
    assert.equal(found.certified, 0);
    assert.ok(found.pairs === 4 && found.bars === 4 && found.last >= 12, JSON.stringify(found)); // a tower of four boxes at rest
    assert.ok(found.plots.includes("Contact points"), JSON.stringify(found));
    assertQuiet(seen);
    await context.close();
    const swinging = await opened(browser, pages.mechanism); // nothing touches: no such plot
    assert.equal(await swinging.page.locator(".rv-plot", { hasText: "Contact points" }).count(), 0);
    await swinging.context.close();
  },

  async "joints and given forces are shown; films are saved"({ browser, pages }) {
    const { page, context, seen } = await opened(browser, pages.mechanism);
    await page.evaluate(() => window.rigorView.store.set({ time: 0 }));
    await settled(page);
    assert.match(await page.locator(".rv-joint").first().innerText(), /^hinge 0\.5 rad$/);
    const loads = await page.evaluate(() => window.rigorView.run.trace.loads.length);
    assert.equal(loads, 1);
    await page.evaluate(() => window.rigorView.store.set({ speed: 1, mode: "time" }));
    const film = await page.evaluate(async () => {
      const blob = await window.rigorView.saveFilm();
      return { size: blob.size, front: [...new Uint8Array(await blob.slice(0, 4).arrayBuffer())] };
    });
    assert.ok(film.size > 1000, String(film.size));
    assert.deepEqual(film.front, [0x1a, 0x45, 0xdf, 0xa3]); // EBML, the container of WebM
    assert.match(await page.locator(".rv-notice").innerText(), /Saved as mechanism\.webm/);
    assert.deepEqual(seen.errors, []);
    await context.close();
  },

  async "pictures and tables are saved"({ browser, pages }) {
    const { page, context } = await opened(browser, pages.die);
    const saved = async (act) => {
      const [download] = await Promise.all([page.waitForEvent("download"), act()]);
      return { name: download.suggestedFilename(), data: readFileSync(await download.path()) };
    };
    const picture = await saved(() => page.keyboard.press("s"));
    assert.equal(picture.name, "die.png");
    assert.equal(picture.data.subarray(1, 4).toString(), "PNG");
    assert.ok(picture.data.length > 20_000);
    for (const [text, head] of [["Events (CSV)", "index,kind,lo_s"], ["Curves of this window (CSV)", "time_s,least_gap_m"], ["Poses of this window (CSV)", "time_s,body,x_m"]]) {
      await page.locator(".rv-menu summary").click();
      const table = await saved(() => page.getByRole("button", { name: text, exact: true }).click());
      assert.ok(table.data.toString().startsWith(head), table.name);
      assert.ok(table.data.toString().trim().split("\n").length > 20);
    }
    await context.close();
  },

  async "a trace of another version gives a message"({ browser, pages }) {
    const text = readFileSync(pages.die, "utf8");
    const packed = /class="rigor-trace">([^<]*)</.exec(text)[1];
    const bytes = inflateSync(Buffer.from(packed, "base64"));
    bytes.writeUInt32LE(7, 8);
    const cases = { version: deflateSync(bytes).toString("base64"), cut: packed.slice(0, packed.length >> 1), nothing: "" };
    const words = { version: /format version 7; this page reads version 6/, cut: /damaged/, nothing: /damaged/ };
    for (const [name, payload] of Object.entries(cases)) {
      const file = join(place, `bad-${name}.html`);
      writeFileSync(file, text.split(packed).join(payload));
      const { page, seen, context } = await open(browser, file);
      await ready(page);
      assert.match(await page.locator(".rv-failure").innerText(), words[name], name);
      assertQuiet(seen);
      await context.close();
    }
  },

  async "a refuted trace has a red badge with the first failing time"({ browser, pages }) {
    const { page, context } = await opened(browser, pages.false);
    const badge = page.locator(".rv-badge");
    assert.equal(await badge.getAttribute("data-claim"), "refused");
    assert.match(await badge.innerText(), /Not proved\s+first at 0\.62/);
    const colour = await badge.evaluate((e) => getComputedStyle(e).backgroundColor.match(/\d+/g).map(Number));
    assert.ok(colour[0] > colour[1] + 10 && colour[0] > colour[2] + 10, `red: ${colour}`);
    await badge.click();
    await page.getByRole("button", { name: "Go to the first failing time" }).click();
    assert.ok(Math.abs((await state(page)).time - 0.625) < 1e-3);
    await context.close();
  },

  async "without WebGL the rest of the page works"({ pages }) {
    const plain = await launch(["--disable-3d-apis"]);
    const { page, seen, context } = await opened(plain, pages.die);
    assert.match(await page.locator(".rv-no3d").innerText(), /no WebGL/);
    await page.keyboard.press("ArrowRight");
    assert.equal((await state(page)).event, 0);
    assert.deepEqual(seen.errors.filter((text) => !/WebGL/.test(text)), []);
    await context.close();
    await plain.close();
  },

  async "the report holds the view, and its still plots without scripts"({ browser, pages }) {
    const live = await opened(browser, pages.report);
    assertQuiet(live.seen);
    assert.ok(await live.page.locator(".rv-canvas").isVisible());
    assert.equal(await live.page.locator(".still svg.plot").first().isVisible(), false);
    await live.context.close();
    const still = await open(browser, pages.report, { script: false });
    assert.equal(await still.page.locator("svg.plot").count(), 4);
    assert.ok(await still.page.locator("svg.plot").first().isVisible());
    await still.context.close();
  },

  async "big traces open soon and play"({ browser, pages }) {
    for (const [name, what] of [["hundred", { bodies: 100 }], ["bounces", { segments: 100_000, events: 100_000 }], ["tumbling", { thinned: true }]]) {
      const { page, seen, seconds, context } = await opened(browser, pages[name]);
      assert.ok(seconds < PATIENCE, `${name} took ${seconds} s`);
      const sizes = await page.evaluate(() => { const { trace } = window.rigorView.run; return { bodies: trace.bodies.length, segments: trace.segments.count, events: trace.events.length }; });
      for (const [key, least] of Object.entries(what)) if (key !== "thinned") assert.ok(sizes[key] >= least, `${name}: ${key} ${sizes[key]}`);
      if (what.thinned) {
        assert.match(await page.locator(".rv-thin").innerText(), /thinned to 100 pm/);
        assert.match(await page.locator(".rv-thin").getAttribute("title"), /Of 100000 segments \d+ are left.*All events are kept/);
      }
      const before = await state(page);
      await page.keyboard.press(" ");
      const clock = Date.now();
      await page.waitForFunction((n) => window.rigorView.frames >= n, before.frames + 8, { timeout: 20_000 });
      const rate = 8000 / (Date.now() - clock), after = await state(page);
      assert.ok(after.time > before.time, `${name} plays: ${after.time}`);
      assertQuiet(seen);
      console.log(`      ${name}: ${JSON.stringify(sizes)}, open after ${seconds.toFixed(1)} s, ${rate.toFixed(1)} frames/s in software`);
      await context.close();
    }
  },
};

async function main() {
  const folders = { die: simulated("die", join(root, "scenes/die.yaml")) };
  const slippery = join(place, "slippery.yaml");
  writeFileSync(slippery, readFileSync(join(root, "scenes/die.yaml"), "utf8").replace("law: no_slip", "law: frictionless"));
  folders.frictionless = simulated("frictionless", slippery, "--until", "1.8");
  writeFileSync(join(place, "hundred.yaml"), hundred());
  folders.hundred = simulated("hundred", join(place, "hundred.yaml"));
  for (const [name, scene] of Object.entries({ stack, tumble, mechanism })) {
    writeFileSync(join(place, `${name}.yaml`), scene);
    folders[name] = simulated(name, join(place, `${name}.yaml`));
  }
  folders.steps = simulated("steps", join(place, "stack.yaml"), "--method", "first_order");
  for (const kind of ["five", "false", "bounces", "tumbling"]) folders[kind] = written(kind);
  const pages = {
    die: viewed("die", folders.die), compare: viewed("compare", folders.die, folders.frictionless), hundred: viewed("hundred", folders.hundred), stack: viewed("stack", folders.stack),
    tumble: viewed("tumble", folders.tumble), five: viewed("five", folders.five), mechanism: viewed("mechanism", folders.mechanism), steps: viewed("steps", folders.steps),
    false: viewed("false", folders.false), bounces: viewed("bounces", folders.bounces, "--no-verify"), tumbling: viewed("tumbling", folders.tumbling, "--no-verify"),
    report: join(folders.die, "report.html"),
  };
  const browser = await launch();
  let failed = 0;
  const only = option("--only");
  for (const [name, test] of Object.entries(tests)) {
    if (only && !name.includes(only)) continue;
    const began = Date.now();
    try {
      await test({ browser, pages, folders });
      console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failed;
      console.log(`FAIL  ${name}\n${error.stack}`);
    }
  }
  if (option("--shots")) await shots({ browser, pages, folders, root, place, rigor, viewed, simulated, opened }, resolve(option("--shots")));
  await browser.close();
  rmSync(place, { recursive: true, force: true });
  console.log(failed === 0 ? "all passed" : `${failed} failed`);
  return failed;
}

process.exitCode = (await main()) === 0 ? 0 : 1;
