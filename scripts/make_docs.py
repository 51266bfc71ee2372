#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the site of docs/: every Markdown page as HTML, with a navigation. Usage: make_docs.py [--out DIR]

Needs Python-Markdown (Debian: python3-markdown) and nothing else; nothing is fetched, and the pages fetch nothing."""
import argparse
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# The order of the navigation; a test compares it with the folder.
PAGES = ["index", "tutorial", "import", "gallery", "guarantees", "scene-format", "scene-examples", "converge", "viewer", "laws", "errors", "glossary", "limits", "trace-format", "python", "python-api", "cpp",
         "equations", "paper", "reproduction"]
STYLE = """
:root { color-scheme: light dark; --ink: #1c2024; --paper: #fff; --soft: #f3f5f7; --line: #d8dde2; --link: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --paper: #16191c; --soft: #22272b; --line: #3a4046; --link: #7db8f0; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.55 system-ui, sans-serif; display: flex; flex-wrap: wrap; min-height: 100vh; }
nav { flex: 0 0 13rem; padding: 1.5rem 1rem; border-right: 1px solid var(--line); }
nav > div { position: sticky; top: 1.5rem; }
nav a { display: block; padding: .15rem .4rem; text-decoration: none; border-radius: 4px; }
nav a[aria-current] { background: var(--soft); font-weight: 600; }
main { flex: 1 1 30rem; max-width: 60rem; padding: 1rem 2rem 4rem; min-width: 0; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; }
pre { background: var(--soft); padding: .8rem 1rem; overflow-x: auto; border-radius: 6px; }
code { font: .9em ui-monospace, monospace; }
img { max-width: 100%; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
th { white-space: nowrap; }
main:has(th:nth-child(6)) { max-width: 100rem; }
table:has(th:nth-child(6)) td code { overflow-wrap: anywhere; }
table:has(th:nth-child(6)) td:not(:nth-child(6)) { min-width: 9rem; }
@media (max-width: 50rem) { nav { flex-basis: 100%; border: 0; border-bottom: 1px solid var(--line); } nav a { display: inline-block; } }
#search { width: 100%; margin-bottom: .6rem; padding: .3rem .4rem; font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 4px; }
#found a { font-size: .9em; }
@media print { nav { display: none; } }
"""


# What the search box does: every section whose words contain all that was typed, nearest in the title first. No server, no library.
SEARCH = """
const box = document.getElementById("search"), found = document.getElementById("found");
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const hits = words.length === 0 ? [] : SECTIONS.filter((s) => words.every((w) => (s.title + " " + s.text).toLowerCase().includes(w)));
  const inTitle = (s) => words.filter((w) => s.title.toLowerCase().includes(w)).length;
  hits.sort((a, b) => inTitle(b) - inTitle(a));
  found.replaceChildren(...hits.slice(0, 20).map((s) => Object.assign(document.createElement("a"), { href: s.page + ".html#" + s.anchor, textContent: s.title })));
});
"""


def sections(name, body):
    """The sections of a page, for the search: page, anchor, title, text."""
    parts = re.split(r'<h[1-3] id="([^"]+)">(.*?)</h[1-3]>', body, flags=re.S)
    plain = lambda text: html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))).strip()  # noqa: E731
    return [{"page": name, "anchor": anchor, "title": plain(head), "text": plain(text)}
            for anchor, head, text in zip(parts[1::3], parts[2::3], parts[3::3])]


def title(text):
    return re.search(r"^# (.+)$", text, re.M)[1]


def page(name, texts, body):
    links = "\n".join(
        f'<a href="{other}.html"{" aria-current=page" if other == name else ""}>{html.escape(title(texts[other]))}</a>'
        for other in PAGES)
    return (f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
            f"<title>{html.escape(title(texts[name]))}</title>\n<style>{STYLE}</style>\n<nav><div>\n"
            f'<input id="search" type="search" placeholder="Search" aria-label="Search"><div id="found"></div>\n{links}\n'
            f'<a href="rigor.1.html">Manual page</a>\n</div></nav>\n<main>\n{body}\n</main>\n<script src="search.js"></script>\n</html>\n')


def make(out):
    import markdown
    out.mkdir(parents=True, exist_ok=True)
    texts = {name: (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in PAGES}
    found = []
    for name, text in texts.items():
        body = markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"])
        body = re.sub(r'href="([\w-]+)\.md(#[^"]*)?"', r'href="\1.html\2"', body)
        found += sections(name, body)
        (out / f"{name}.html").write_text(page(name, texts, body), encoding="utf-8")
    (out / "search.js").write_text(f"const SECTIONS = {json.dumps(found)};\n{SEARCH}", encoding="utf-8")
    manual = (DOCS / "rigor.1").read_text(encoding="utf-8")
    shown = manual
    if shutil.which("mandoc"):
        shown = subprocess.run(["mandoc", "-T", "utf8"], input=manual, capture_output=True, text=True, check=True).stdout
        shown = re.sub(".\b", "", shown)  # overstruck letters
    (out / "rigor.1.html").write_text(page("index", texts, f"<pre>{html.escape(shown)}</pre>"), encoding="utf-8")
    for file in ("scene.schema.json", "check_trace.py", "rigor.1"):
        shutil.copy(DOCS / file, out / file)
    shutil.copytree(DOCS / "images", out / "images", dirs_exist_ok=True)
    return sorted(path.name for path in out.iterdir())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "docs")
    out = parser.parse_args().out
    try:
        made = make(out)
    except ImportError:
        sys.exit("make_docs.py: Python-Markdown is missing; on Debian: apt-get install python3-markdown")
    print(f"{len(made)} files in {out}; open {out / 'index.html'}")


if __name__ == "__main__":
    main()
