#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what newcomers build first and prints one line each: how it ended, CPU time, whether it is proved.

    table.py [--rigor PROGRAM] [--seconds S] [--no-verify] [PATTERN ...]     the scenes whose names match
    table.py --thrown FROM TO | --piles FROM TO | --mixed FROM TO           random campaigns
    table.py --mended                                                       random piles that once were not proved
    table.py --open                                                         what does not come to its end yet, or is not proved there
    table.py --everyday [PATTERN ...]                                       those for method first_order
    table.py --resting | --hard [PATTERN ...]                               large structures at rest; the hard ones
    table.py --newcomers [PATTERN ...]                                      first scenes, written from the documentation alone

A run is complete if it came to rest or to its end time; it must then be proved, and energy may rise by rounding only.
The exit code is 0 if all are complete; of --mended, if all are proved without a gain besides.
"""
import argparse
import fnmatch
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import everyday
import hard
import mixed
import scenes

ROOT = Path(__file__).resolve().parents[2]


def run(program, name, text, arguments):
    """The summary of a run and its CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.yaml"
        file.write_text(scenes.limited(text, arguments.seconds))
        command = [program, "run", str(file), "-o", f"{folder}/run", "--json"]
        if arguments.no_verify:
            command.append("--no-verify")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        return json.loads(done.stdout), cpu
    except json.JSONDecodeError:
        return {"stopped": f"exit {done.returncode}", "reason": done.stderr.strip()[-200:]}, cpu


def newcomers():
    return {file.stem: file.read_text() for file in sorted((Path(__file__).parent / "newcomers").glob("*.yaml"))}


def gains(summary):
    energy = summary.get("energy", {})
    return energy.get("max_gain", 0.0) > max(1e-12, 1e-12 * abs(energy.get("initial", 0.0)))


def tell(name, summary, cpu):
    events = summary.get("events", {})
    print(f"{name:24s} {summary.get('stopped', '?'):12s} t {summary.get('time_end', 0.0):9.6f}  {summary.get('segments', 0):6} segments "
          f"{events.get('total', 0):6} events  gain {summary.get('energy', {}).get('max_gain', 0.0):.1e}{' !' if gains(summary) else '  '} "
          f"{'proved' if summary.get('verified') else '-':6s} {cpu:6.1f} s CPU  {summary.get('reason', '')}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    parser.add_argument("--seconds", type=float, default=30.0, help="limit on the wall time of one run")
    parser.add_argument("--no-verify", action="store_true")
    parser.add_argument("--thrown", nargs=2, type=int, metavar=("FROM", "TO"))
    parser.add_argument("--piles", nargs=2, type=int, metavar=("FROM", "TO"))
    parser.add_argument("--mixed", nargs=2, type=int, metavar=("FROM", "TO"))
    parser.add_argument("--mended", action="store_true")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--everyday", action="store_true")
    parser.add_argument("--resting", action="store_true")
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--newcomers", action="store_true")
    parser.add_argument("patterns", nargs="*", default=["*"])
    arguments = parser.parse_args()
    random_scene = scenes.thrown if arguments.thrown else scenes.random_pile if arguments.piles else mixed.mixed
    if seeds := arguments.thrown or arguments.piles or arguments.mixed:
        chosen = {f"seed {seed}": random_scene(seed) for seed in range(*seeds)}
    elif arguments.open:
        chosen = {f"seed {seed}": scenes.random_pile(seed) for seed in scenes.OPEN_PILES}
        chosen |= {f"mixed {seed}": mixed.mixed(seed) for seed in mixed.OPEN_SEEDS}
        chosen |= {name: text for name, text in scenes.ordinary(ROOT / "scenes").items() if name in scenes.OPEN_SCENES}
    elif arguments.mended:
        chosen = {f"seed {seed}": scenes.random_pile(seed) for seed in scenes.MENDED_PILES}
    else:
        listed = (everyday.everyday() if arguments.everyday else hard.resting() if arguments.resting else
                  hard.hard(ROOT / "scenes") if arguments.hard else newcomers() if arguments.newcomers else
                  scenes.ordinary(ROOT / "scenes"))
        chosen = {name: text for name, text in listed.items()
                  if any(fnmatch.fnmatch(name, pattern) for pattern in arguments.patterns)}
    complete, proved, gained, times = 0, 0, 0, []
    for name, text in chosen.items():
        summary, cpu = run(arguments.rigor, name, text, arguments)
        done = summary.get("stopped") in ("rest", "time")
        complete += done
        proved += done and bool(summary.get("verified"))
        gained += gains(summary)
        times.append(cpu)
        if not seeds or not done or gains(summary) or not (arguments.no_verify or summary.get("verified")):
            tell(name, summary, cpu)
    times.sort()
    if times:
        print(f"{complete} of {len(chosen)} complete, {proved} proved; CPU median {times[len(times) // 2]:.2f} s, "
              f"90 % below {times[len(times) * 9 // 10]:.2f} s, all {sum(times):.0f} s")
    if arguments.mended:
        return 0 if proved == len(chosen) and gained == 0 else 1
    return 0 if complete == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
