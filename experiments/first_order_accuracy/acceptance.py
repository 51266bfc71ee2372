#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scenes that method first_order must carry to their end, and random piles of twenty cubes: proved or not, held, gains of energy, smallest gaps, CPU time.

    acceptance.py [--rigor PROGRAM] [--step h] [--piles FIRST LAST] [--no-scenes] [--scene NAME ...]

A line per run, and what the runs say together: how many came to their end and are proved, the worst of held, of the largest gain in a step beyond what
opening gaps and drives do (as a part of the energy at the start), and of the smallest gap. CPU seconds are those of the whole program without the check.
"""
import argparse
import json
import math
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Scene, law (empty: its own), and what part of their time bodies may be held.
SCENES = [("pile-30", "", 1e-3), ("pile-30", "frictionless", 1e-3), ("pile-30", "no_slip", 3e-3), ("pile-100", "", 1e-3), ("wall-hit-by-ball", "", 1e-3),
          ("dominoes-40", "", 1e-2), ("jenga", "", 1e-3), ("card-house", "", 1e-3), ("bowling", "", 1e-3), ("kapla-102", "", 1e-3), ("gravel-200", "", 1e-3),
          ("gripper-grasps-pile", "", 1e-3), ("stack-4-knocked", "", 1e-3), ("stack-10", "", 1e-3), ("pyramid", "", 1e-3)]


def pile(seed, count=20):
    """The text of a scene: cubes of 0.1 m, turned and turning at random, that fall on each other."""
    generator = random.Random(seed)
    bodies = []
    for i in range(count):
        axis = [generator.gauss(0, 1) for _ in range(3)]
        place = [generator.uniform(-0.08, 0.08), generator.uniform(-0.08, 0.08), 0.12 + 0.18 * i]
        spin = [generator.uniform(-2, 2) for _ in range(3)]
        bodies.append(f"  - {{name: c{i}, shape: {{box: [0.1, 0.1, 0.1]}}, mass: 1, pose: {{position: {place}, axis: {axis}, "
                      f"angle: {generator.uniform(0, math.pi)}}}, velocity: {{angular: {spin}}}}}\n")
    return (f"rigor_scene: 1\nname: pile-20-{seed}\ngravity: [0, 0, -9.81]\nmethod: first_order\nstop: {{time: 4}}\nstart_tolerance: 1e-4\n"
            "surfaces: {default: {mu: 0.5, restitution: 0.2}}\nhalf_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\nbodies:\n" + "".join(bodies))


def run(program, scene, step, law=""):
    """What the run says, and its CPU seconds without the check."""
    with tempfile.TemporaryDirectory() as folder:
        words = [program, "run", str(scene), "--method", "first_order", "--set", f"stepping={{step: {step}}}", "--set", "start_tolerance=1e-4", "--json",
                 "--threads", "1", "-o", f"{folder}/run"] + (["--law", law] if law else [])
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words + ["--no-verify"], capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words + ["--force"], capture_output=True, text=True, check=False)
        summary = json.loads(done.stdout or "{}")
        return summary, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Total:
    """What all runs say together."""

    def __init__(self):
        self.runs = self.proved = self.within = 0
        self.held = self.gain = 0.0
        self.gap = math.inf

    def add(self, name, summary, seconds, allowed):
        facts = summary.get("stepping", {})
        gain = facts.get("largest_gain", 0.0) / max(1e-9, summary.get("energy", {}).get("initial") or 1.0)
        held = facts.get("held", 0.0)
        done = bool(summary.get("verified")) and summary.get("stopped") in ("rest", "time")
        self.runs += 1
        self.proved += done
        self.within += done and held <= allowed
        self.held, self.gain = max(self.held, held), max(self.gain, gain)
        self.gap = min(self.gap, facts.get("smallest_gap") or math.inf)
        print(f"{name:28s} {summary.get('stopped', '?'):5s} {summary.get('time_end', 0):6.3f} s  {'proved' if done else 'NOT PROVED'}  held {held:.1e}  "
              f"touches {facts.get('touches')}  holds {facts.get('holds')}  gain {gain:.1e}  gap {facts.get('smallest_gap', 0):.1e} m  "
              f"solves above goal {facts.get('solver', {}).get('unconverged')}/{facts.get('solver', {}).get('solves')}  {seconds:.2f} s CPU, "
              f"{1e6 * seconds / max(1, facts.get('body_steps', 1)):.0f} us  {summary.get('reason', '')}", flush=True)

    def tell(self, what):
        print(f"{what}: {self.proved} of {self.runs} to their end and proved, {self.within} within their limit of held; held at most {self.held:.1e}, "
              f"gain at most {self.gain:.1e} of the energy, smallest gap {self.gap:.1e} m", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    parser.add_argument("--step", type=float, default=0.01)
    parser.add_argument("--piles", type=int, nargs=2, default=[0, -1], metavar=("FIRST", "LAST"))
    parser.add_argument("--no-scenes", action="store_true")
    parser.add_argument("--scene", action="append", default=[])
    arguments = parser.parse_args()
    total = Total()
    for name, law, allowed in [] if arguments.no_scenes else SCENES:
        if not arguments.scene or name in arguments.scene:
            total.add(f"{name} {law}", *run(arguments.rigor, ROOT / "scenes" / f"{name}.yaml", arguments.step, law), allowed)
    if total.runs:
        total.tell(f"scenes at {arguments.step} s")
    piles = Total()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.piles[0], arguments.piles[1] + 1):
            scene = Path(folder) / "pile.yaml"
            scene.write_text(pile(seed), encoding="utf-8")
            piles.add(f"pile of 20, seed {seed}", *run(arguments.rigor, scene, arguments.step), 1e-3)
    if piles.runs:
        piles.tell(f"piles at {arguments.step} s")
    return 0 if total.proved == total.runs and piles.proved == piles.runs else 1


if __name__ == "__main__":
    sys.exit(main())
