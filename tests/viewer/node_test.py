#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The viewer's tests that need Node: unit, rebuild, browser. Exits with 77 (skipped) where something is missing.
Usage: node_test.py CHECK VIEWER RIGOR TRACES"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
CHECK = sys.argv[1]
VIEWER, RIGOR, TRACES = (pathlib.Path(word).resolve() for word in sys.argv[2:5])


def missing():
    if shutil.which("node") is None or shutil.which("npx") is None:
        return "Node is not installed"
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if tuple(map(int, version.lstrip("v").split(".")[:2])) < (20, 19):
        return f"Node {version} is older than 20.19"
    if not (VIEWER / "node_modules").is_dir():
        return "node_modules is missing: npm ci in viewer/"
    if CHECK == "browser" and not any(pathlib.Path(path).exists() for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser")):
        return "chromium is not installed"
    return None


def run(*command, **environment):
    return subprocess.run(command, cwd=VIEWER, env={**os.environ, **environment}).returncode


def rebuild():
    """A build from the sources gives the committed page, byte by byte."""
    with tempfile.TemporaryDirectory() as folder:
        for command in (["npx", "tsc", "--noEmit"], ["npx", "vite", "build"], ["node", "build/seal.mjs"]):
            if run(*command, RIGOR_VIEWER_OUT=folder) != 0:
                return 1
        same = (pathlib.Path(folder) / "viewer.html").read_bytes() == (VIEWER / "dist" / "viewer.html").read_bytes()
    print("the committed page is what its sources build" if same else "dist/viewer.html is not what its sources build: npm run build")
    return 0 if same else 1


def main():
    reason = missing()
    if reason:
        print(f"SKIPPED: {reason}")
        return SKIPPED
    if CHECK == "unit":
        return run("npx", "vitest", "run")
    if CHECK == "rebuild":
        return rebuild()
    return run("node", "test/browser/run.mjs", str(RIGOR), str(TRACES))


if __name__ == "__main__":
    sys.exit(main())
