// SPDX-License-Identifier: Apache-2.0
// Turns vite's page into viewer.html: the script's hash goes into the content security policy, and the hash of the sources into
// the page, so that a test without Node can tell whether the page belongs to its sources.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = process.env.RIGOR_VIEWER_OUT ?? join(root, "dist");

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

/** SHA-256 over "path SHA-256(content)" lines, sorted by path. tests/viewer/template_test.py does the same. */
function sourceHash() {
  const names = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "build/seal.mjs"];
  const all = [...names.map((name) => join(root, name)), ...files(join(root, "src"))].map((path) => relative(root, path).replaceAll("\\", "/")).sort();
  const hash = createHash("sha256");
  for (const name of all) hash.update(`${name} ${createHash("sha256").update(readFileSync(join(root, name))).digest("hex")}\n`);
  return hash.digest("hex");
}

let page = readFileSync(join(out, "index.html"), "utf8");
const scripts = [...page.matchAll(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g)];
if (scripts.length !== 1) throw new Error(`expected one script, found ${scripts.length}`);
const digest = createHash("sha256").update(scripts[0][1], "utf8").digest("base64");
for (const [mark, text] of [["'rigor-script-hash'", `'sha256-${digest}'`], ["<!--rigor:title-->", `<meta name="rigor-source" content="${sourceHash()}">\n<!--rigor:title-->`]]) {
  if (page.split(mark).length !== 2) throw new Error(`expected ${mark} once`);
  page = page.split(mark).join(text);
}
// The page carries the licences of the libraries inside it.
const licences = ["three", "uplot"].map((name) => `${name}\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").trim()}`).join("\n\n");
if (licences.includes("--")) throw new Error("a licence can not stand in a comment");
page = page.replace("</head>", () => `<!-- Rigor's viewer, Apache-2.0. It contains, under their own licences:\n\n${licences}\n-->\n</head>`);
for (const slot of ["title", "style", "before", "after", "data"]) {
  if (page.split(`<!--rigor:${slot}-->`).length !== 2) throw new Error(`slot ${slot} must be there once`);
}
writeFileSync(join(out, "index.html"), page);
renameSync(join(out, "index.html"), join(out, "viewer.html"));
console.log(`viewer.html: ${Math.round(page.length / 1024)} KB`);
