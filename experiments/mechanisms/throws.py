#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Throws random mechanisms of 3 to 8 links on a floor and on boxes, under each law, and counts what completes and what is proved.

    throws.py [--rigor PROGRAM] [--seconds S] [--law LAW] [--starts N] [--various] [--print] FROM TO     the seeds FROM .. TO - 1

With --various mechanisms hang on a base as often as they fly, joints have motors and dry friction, and densities, restitution and mu vary.

A run is complete if it came to rest or to its end time; its record must then be proved.
"""
import argparse
import json
import math
import random
import resource
import statistics
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


def various_shape(rng):
    kind = rng.randrange(3)
    if kind == 0:
        return "box: " + numbers([rng.uniform(0.4, 1.1) * SIZE, rng.uniform(0.1, 0.5) * SIZE, rng.uniform(0.1, 0.5) * SIZE])
    if kind == 1:
        return f"spherical: {{radius: {rng.uniform(0.2, 0.5) * SIZE:.6g}, vertices: {rng.randrange(8, 60)}}}"
    return shape(rng)


def drive(rng):
    """What moves or brakes a joint of one axis."""
    kind = rng.randrange(6)
    if kind == 0:
        return f", motor: {{kp: {rng.uniform(1, 50):.4g}, kd: {rng.uniform(0.05, 2):.4g}, target: {rng.uniform(-0.5, 0.5):.4g}}}"
    if kind == 1:
        return f", motor: {{kp: {rng.uniform(5, 50):.4g}, kd: {rng.uniform(0.1, 2):.4g}, target: {rng.uniform(-0.5, 0.5):.4g}, limit: {rng.uniform(0.5, 4):.4g}}}"
    if kind == 2:
        return f", friction: {rng.uniform(0.01, 0.5):.4g}"
    if kind == 3:
        return f", motor: {{effort: {rng.uniform(-1, 1):.4g}}}"
    return ""


def various_joint(rng, parent):
    if parent is None and rng.random() < 0.5:
        kind = rng.randrange(4)
        pose = "pose: {position: [0, 0, 0.8]}"
        if kind == 0:
            return f"revolute: {{axis: {numbers(unit(rng, 3))}, {pose}, velocities: {rng.uniform(-3, 3):.6g}{drive(rng)}}}"
        if kind == 1:
            return f"prismatic: {{axis: {numbers(unit(rng, 3))}, {pose}, limits: [-0.3, 0.3], limit_restitution: 0.3{drive(rng)}}}"
        if kind == 2:
            return f"universal: {{axis: [0, 1, 0], second_axis: [0, 0, 1], {pose}}}"
        return f"spherical: {{{pose}, velocities: {numbers([rng.uniform(-1, 1) for _ in range(3)])}}}"
    text = joint(rng, parent)
    if text.startswith(("revolute", "prismatic")):
        text = text[:-1] + drive(rng) + "}"
    return text


def scene(seed, law, wall, various=False):
    rng = random.Random(seed)
    links = []
    for i in range(rng.randrange(3, 9)):
        parent = None if i == 0 else f"link_{i}" if rng.random() < 0.7 or i == 1 else f"link_{rng.randrange(1, i + 1)}"
        held = "" if parent is None else f"parent: {parent}, "
        hangs = various_joint(rng, parent) if various else joint(rng, parent)
        looks = various_shape(rng) if various else shape(rng)
        density = rng.choice((200, 600, 2700, 7800)) if various else 600
        links.append(f"      - {{name: link_{i + 1}, {held}joint: {{{hangs}}}, shape: {{{looks}}}, density: {density}}}")
    # Links that hang on one parent may overlap each other at the start.
    names = [f"link_{i + 1}" for i in range(len(links))]
    pairs = "\n".join(f"  - {{between: [{a}, {b}], reason: side by side}}" for i, a in enumerate(names) for b in names[i + 1:]) \
        if seed % 2 else ""
    boxes = "" if seed % 3 else "\n".join(
        f"  - {{name: box_{k}, shape: {{box: [0.4, 0.4, 0.2]}}, density: 500, pose: {{position: {numbers([0.5 * k - 0.5, 0, 0.11])}}}}}"
        for k in range(3))
    mu, restitution = (rng.uniform(0, 1), rng.choice((0, 0.2, 0.5))) if various else (0.4, 0.2)
    # What hangs on a base may reach the floor at the start: that lies as deep as the mechanism is long.
    floor = -SIZE * 1.5 * len(links) if "free:" not in links[0] and seed % 2 == 0 else 0
    return "\n".join(line for line in [
        "rigor_scene: 1", f"name: thrown-{seed}", "gravity: [0, 0, -9.81]", f"law: {law}",
        f"surfaces: {{default: {{mu: {mu:.6g}, restitution: {restitution:g}}}}}", f"stop: {{time: 1.5, wall_time: {wall:g}}}",
        f"half_spaces: [{{name: floor, normal: [0, 0, 1], offset: {floor:g}}}]",
        "exclusions:\n" + pairs if pairs else "", "bodies:\n" + boxes if boxes else "", "mechanisms:", "  - name: thrown", "    links:", *links, ""] if line) + "\n"


def run(program, seed, law, seconds, various):
    """The summary of a run, with the CPU time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.yaml"
        file.write_text(scene(seed, law, seconds, various))
        done = subprocess.run([program, "run", str(file), "-o", f"{folder}/run", "--json"], capture_output=True, text=True, check=False)
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    try:
        return {**json.loads(done.stdout), "cpu": cpu}
    except json.JSONDecodeError:
        return {"cpu": cpu, "stopped": f"crash, exit {done.returncode}", "reason": done.stderr.strip()[-300:]}


class Tally:
    """What became of the runs under one law."""

    def __init__(self, law):
        self.law, self.runs, self.complete, self.proved, self.overlapping = law, 0, 0, 0, 0
        self.cpu = []  # s, of each run with its check
        self.others = {}  # how a run ended otherwise: its seeds

    def add(self, seed, summary):
        if "stopped" not in summary:
            self.overlapping += 1  # refused when it was read: links that are not neighbours overlap at the start
            return
        ending, proved = summary["stopped"], bool(summary.get("verified"))
        done = ending in ("rest", "time")
        self.runs += 1
        self.cpu.append(summary["cpu"])
        self.complete += done
        self.proved += proved
        if done and proved:
            return
        self.others.setdefault(ending if proved else f"{ending}, not proved", []).append(seed)
        print(f"  {self.law} seed {seed}: {ending} at {summary.get('time_end', 0):.6f} s, proved {proved}, {summary['cpu']:.1f} s of CPU: "
              f"{summary.get('reason', '')}", flush=True)

    def tell(self):
        print(f"{self.law}: {self.complete} of {self.runs} complete, {self.proved} proved, {self.overlapping} starts overlap", flush=True)
        if self.cpu:
            print(f"  CPU with the check: median {statistics.median(self.cpu):.1f} s, most {max(self.cpu):.1f} s, all {sum(self.cpu):.0f} s")
        for ending, seeds in sorted(self.others.items()):
            print(f"  {ending}: seeds {', '.join(map(str, seeds))}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    parser.add_argument("--seconds", type=float, default=10.0, help="limit on the wall time of one run")
    parser.add_argument("--law", choices=LAWS)
    parser.add_argument("--starts", type=int, default=10**9, help="stop after so many mechanisms whose links do not overlap at the start")
    parser.add_argument("--various", action="store_true", help="bases, motors, dry friction, other densities and surfaces")
    parser.add_argument("--print", action="store_true", help="print the scenes instead of running them")
    parser.add_argument("first", type=int)
    parser.add_argument("end", type=int)
    arguments = parser.parse_args()
    for law in [arguments.law] if arguments.law else LAWS:
        tally = Tally(law)
        for seed in range(arguments.first, arguments.end):
            if arguments.print:
                print(scene(seed, law, arguments.seconds, arguments.various))
            elif tally.runs < arguments.starts:
                tally.add(seed, run(arguments.rigor, seed, law, arguments.seconds, arguments.various))
        if not arguments.print:
            tally.tell()


if __name__ == "__main__":
    main()
