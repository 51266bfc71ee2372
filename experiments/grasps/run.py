#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The arm of arm-picks-block picks its block from random places.

    run.py RIGOR [--count N] [--first SEED] [--seconds S] [--jobs J] [--method METHOD] [--verify]

A grasp is good if the run came to its end, the block was lifted by more than 50 mm on the way, and it stands on the table at the end, to
0.1 mm (0.2 mm with methods that step, which keep contacts at about 0.1 mm); with --verify it must be proved, too.
"""
import argparse
import csv
import json
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SCENE = Path(__file__).resolve().parents[2] / "scenes" / "arm-picks-block.yaml"
PLACE = (0.495201369, 0.0, 0.1051)
ON_TABLE = 0.105


def settings(seed):
    rng = random.Random(seed)
    position = [PLACE[0] + rng.uniform(-0.005, 0.005), PLACE[1] + rng.uniform(-0.004, 0.004), PLACE[2]]
    pose = f"{{position: {position}, axis: [0, 0, 1], angle: {rng.uniform(-0.05, 0.05)}}}"
    return [f"bodies[block].pose={pose}", f"bodies[block].mass={rng.uniform(0.1, 0.4)}", f"surfaces.default.mu={rng.uniform(0.3, 1.0)}"]


def heights(folder):
    """Of the block's centre, 20 a second."""
    table = Path(folder) / "poses.csv"
    subprocess.run([ARGUMENTS.rigor, "export", folder, "--rate", "20", "-o", str(table)], check=True, capture_output=True)
    with table.open() as file:
        return [float(row["block.z"]) for row in csv.DictReader(file)]


def grasp(seed):
    with tempfile.TemporaryDirectory() as folder:
        command = [ARGUMENTS.rigor, "run", str(SCENE), "-o", folder + "/run", "--json", "--max-wall", str(ARGUMENTS.seconds)]
        for setting in settings(seed):
            command += ["--set", setting]
        if ARGUMENTS.method:
            command += ["--method", ARGUMENTS.method]
        if not ARGUMENTS.verify:
            command.append("--no-verify")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        try:
            summary = json.loads(done.stdout)
        except json.JSONDecodeError:
            return seed, False, f"no summary: {done.stderr[-200:]}"
        z = heights(folder + "/run")
    lifted = max(z) - ON_TABLE
    whole = summary["stopped"] in ("time", "rest") and (summary["verified"] or not ARGUMENTS.verify)
    good = whole and lifted > 0.05 and abs(z[-1] - ON_TABLE) < (2e-4 if ARGUMENTS.method else 1e-4)
    words = f"{summary['stopped']} at {summary['time_end']:.4f} s, lifted {1e3 * lifted:.1f} mm, ends at {1e3 * (z[-1] - ON_TABLE):.4f} mm; {summary.get('reason', '')}"
    return seed, good, words


def main():
    seeds = range(ARGUMENTS.first, ARGUMENTS.first + ARGUMENTS.count)
    good = 0
    with ThreadPoolExecutor(ARGUMENTS.jobs) as pool:
        for seed, fine, words in pool.map(grasp, seeds):
            good += fine
            print(f"seed {seed}: {'good' if fine else 'NOT GOOD'}: {words}", flush=True)
    print(f"{good} of {ARGUMENTS.count} grasps are good")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rigor")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--method")
    parser.add_argument("--verify", action="store_true")
    ARGUMENTS = parser.parse_args()
    main()
