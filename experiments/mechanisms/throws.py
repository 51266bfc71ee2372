#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Throws random mechanisms of 3 to 8 links on a floor and on boxes, under each law, and counts what completes and what is proved.

    throws.py [--rigor PROGRAM] [--seconds S] [--law LAW] [--print] FROM TO     the seeds FROM .. TO - 1

A run is complete if it came to rest or to its end time; its record must then be proved.
"""
import argparse
import json
import math
import random
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAWS = ("no_slip", "frictionless", "coulomb")
SIZE = 0.3  # m, of a link


def numbers(values):
    return "[" + ", ".join(f"{v:.12g}" for v in values) + "]"


def unit(rng, count):
    while True:
        v = [rng.gauss(0, 1) for _ in range(count)]
        length = math.sqrt(sum(x * x for x in v))
        if length > 0.1:
            return [x / length for x in v]


def shape(rng):
    kind = rng.randrange(3)
    if kind == 0:
        return "box: " + numbers([rng.uniform(0.5, 1) * SIZE, 0.3 * SIZE, 0.2 * SIZE])
    if kind == 1:
        return f"octahedron: {{radius: {0.4 * SIZE:g}}}"
    return f"prism: {{sides: {rng.randrange(3, 8)}, radius: {0.3 * SIZE:g}, height: {0.6 * SIZE:g}}}"


def joint(rng, parent):
    """A joint of a random kind; links are far enough apart not to overlap with their parents' neighbours at the start."""
    pose = f"pose: {{position: {numbers([0.75 * SIZE, 0, 0])}}}, anchor: {numbers([-0.75 * SIZE, 0, 0])}"
    spin = rng.uniform(-2, 2)
    kinds = ("fixed", "revolute", "revolute", "prismatic", "universal", "spherical", "planar")
    kind = kinds[rng.randrange(len(kinds))]
    if parent is None:
        q = unit(rng, 4)
        v = [rng.uniform(-1, 1) for _ in range(6)]
        return f"free: {{coordinates: {numbers([0, 0, 2.5] + q)}, velocities: {numbers(v)}}}"
    if kind == "fixed":
        return f"fixed: {{pose: {{position: {numbers([1.5 * SIZE, 0, 0])}}}}}"
    if kind == "revolute":
        limits = ", limits: [-1, 1], limit_restitution: 0.3" if rng.random() < 0.5 else ""
        return f"revolute: {{axis: {numbers(unit(rng, 3))}, {pose}, velocities: {spin:.6g}{limits}}}"
    if kind == "prismatic":
        return f"prismatic: {{axis: [1, 0, 0], {pose}, velocities: {0.1 * spin:.6g}, limits: [-0.05, 0.1], stiffness: 200, damping: 1}}"
    if kind == "universal":
        return f"universal: {{axis: [0, 1, 0], second_axis: [0, 0, 1], {pose}, velocities: [{spin:.6g}, 0], damping: 0.01}}"
    if kind == "spherical":
        return f"spherical: {{{pose}, velocities: {numbers([spin, 0, 0.5])}, stiffness: 0.5}}"
    return f"planar: {{x_axis: [1, 0, 0], y_axis: [0, 1, 0], {pose}, stiffness: [300, 300, 1], damping: [2, 2, 0.05]}}"


def scene(seed, law, wall):
    rng = random.Random(seed)
    links = []
    for i in range(rng.randrange(3, 9)):
        parent = None if i == 0 else f"link_{i}" if rng.random() < 0.7 or i == 1 else f"link_{rng.randrange(1, i + 1)}"
        held = "" if parent is None else f"parent: {parent}, "
        links.append(f"      - {{name: link_{i + 1}, {held}joint: {{{joint(rng, parent)}}}, shape: {{{shape(rng)}}}, density: 600}}")
    # Links that hang on one parent may overlap each other at the start.
    names = [f"link_{i + 1}" for i in range(len(links))]
    pairs = "\n".join(f"  - {{between: [{a}, {b}], reason: side by side}}" for i, a in enumerate(names) for b in names[i + 1:]) \
        if seed % 2 else ""
    boxes = "" if seed % 3 else "\n".join(
        f"  - {{name: box_{k}, shape: {{box: [0.4, 0.4, 0.2]}}, density: 500, pose: {{position: {numbers([0.5 * k - 0.5, 0, 0.11])}}}}}"
        for k in range(3))
    return "\n".join(line for line in [
        "rigor_scene: 1", f"name: thrown-{seed}", "gravity: [0, 0, -9.81]", f"law: {law}",
        "surfaces: {default: {mu: 0.4, restitution: 0.2}}", f"stop: {{time: 1.5, wall_time: {wall:g}}}",
        "half_spaces: [{name: floor, normal: [0, 0, 1], offset: 0}]",
        "exclusions:\n" + pairs if pairs else "", "bodies:\n" + boxes if boxes else "", "mechanisms:", "  - name: thrown", "    links:", *links, ""] if line) + "\n"


def run(program, seed, law, seconds):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.yaml"
        file.write_text(scene(seed, law, seconds))
        done = subprocess.run([program, "run", str(file), "-o", f"{folder}/run", "--json"], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"stopped": f"exit {done.returncode}", "reason": done.stderr.strip()[-300:]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    parser.add_argument("--seconds", type=float, default=10.0, help="limit on the wall time of one run")
    parser.add_argument("--law", choices=LAWS)
    parser.add_argument("--print", action="store_true", help="print the scenes instead of running them")
    parser.add_argument("first", type=int)
    parser.add_argument("end", type=int)
    arguments = parser.parse_args()
    for law in [arguments.law] if arguments.law else LAWS:
        complete = proved = skipped = 0
        for seed in range(arguments.first, arguments.end):
            if arguments.print:
                print(scene(seed, law, arguments.seconds))
                skipped += 1
                continue
            summary = run(arguments.rigor, seed, law, arguments.seconds)
            if "stopped" not in summary:
                skipped += 1  # refused when it was read: links that are not neighbours overlap at the start
                continue
            done = summary.get("stopped") in ("rest", "time")
            complete += done
            proved += bool(summary.get("verified"))
            if not done or not summary.get("verified"):
                print(f"  {law} seed {seed}: {summary.get('stopped')} at {summary.get('time_end', 0):.6f} s, proved "
                      f"{bool(summary.get('verified'))}: {summary.get('reason', '')}", flush=True)
        if arguments.print:
            return
        count = arguments.end - arguments.first - skipped
        print(f"{law}: {complete} of {count} complete, {proved} proved, {skipped} starts were none", flush=True)


if __name__ == "__main__":
    main()
