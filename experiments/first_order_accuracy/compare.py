#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bundled scenes by the oracle and by method first_order at three steps: how far the bodies are apart at one instant.

    compare.py [--rigor PROGRAM] [SCENE ...]

Prints the largest distance of a body's origin from where the oracle has it, for steps of 10, 5 and 2.5 ms, and the ratios, which are 2 at first
order. Both runs must be proved.
"""
import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Scene and the instant at which it is compared, seconds: while something still moves.
SCENES = {"pusher": 1.5, "stack-5-pushed": 0.6, "gripper": 2.5, "gripper-by-force": 1.0, "press-and-lift": 0.8, "ladder-slides": 0.5,
          "stack-4-knocked": 0.2, "arch": 1.0, "ladder-against-wall": 1.0, "cube-glances-off-cube": 0.5, "tumbling-cube-hits-cube": 0.5, "moving-tray": 0.5,
          "conveyor": 1.5, "elbow-stop": 1.0, "double-pendulum-on-floor": 0.3, "arm-picks-block": 3.2, "rimless-wheel": 5.0, "quadruped": 0.3}


def positions(program, scene, method, step, until):
    """Name of each body to its last position; and what the run says."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/run"
        done = subprocess.run([program, "run", str(ROOT / "scenes" / f"{scene}.yaml"), "--method", method, "--set", f"stepping={{step: {step}}}",
                               "--set", f"stop={{time: {until}, at_rest: false}}", "--set", "start_tolerance=1e-4", "-o", out, "--json"],
                              capture_output=True, text=True, check=False)
        summary = json.loads(done.stdout or "{}")
        if not Path(out).exists():
            return {}, summary
        subprocess.run([program, "export", out, "--rate", "1000"], capture_output=True, check=True)
        with open(f"{out}/poses.csv", encoding="utf-8") as file:
            last = list(csv.DictReader(file))[-1]
    names = {column[:-2] for column in last if column.endswith(".x")}
    return {name: [float(last[f"{name}.{axis}"]) for axis in "xyz"] for name in names}, summary


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    parser.add_argument("scenes", nargs="*", default=list(SCENES))
    arguments = parser.parse_args()
    for scene in arguments.scenes:
        until = SCENES[scene]
        truth, summary = positions(arguments.rigor, scene, "oracle", 0.01, until)
        notes = [] if summary.get("verified") else [f"oracle: {summary.get('stopped')} {summary.get('reason', '')}"]
        errors = []
        for step in (0.01, 0.005, 0.0025):
            found, summary = positions(arguments.rigor, scene, "first_order", step, until)
            if not summary.get("verified"):
                notes.append(f"{step}: {summary.get('stopped')} {summary.get('reason', '')}")
            errors.append(max((math.dist(found[name], truth[name]) for name in truth if name in found), default=math.nan))
        ratios = [f"{a / b:.2f}" if b > 0 else "-" for a, b in zip(errors, errors[1:])]
        print(f"{scene:22s} {until:4.1f} s  " + "  ".join(f"{error:.2e}" for error in errors) + f"  ratios {' '.join(ratios)}  {'; '.join(notes)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
