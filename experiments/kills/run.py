#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills `rigor run` at random instants and resumes it: the result must be, byte by byte, that of a run that was never killed.

    experiments/kills/run.py RIGOR SCENE [--kills 50] [--seed 1] [--half 5] [--no-verify]

Prints how many kills fell into simulating, checking and writing, how long resuming took, and how long it takes to go on with runs that were
killed at half, compared with whole ones. All times are of the processor, so that other work on the machine does not count.
"""
import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time

MORE = []  # options of every run
SAME = ("trace.h5", "events.jsonl", "report.html", "scene.resolved.yaml")


def run(rigor, scene, folder, *more):
    """Exit code, and seconds of the processor."""
    before = os.times()
    done = subprocess.run([rigor, "run", scene, "-o", folder, "-q", *MORE, *more], capture_output=True, text=True, check=False)
    after = os.times()
    return done.returncode, after.children_user + after.children_system - before.children_user - before.children_system


def used(process):
    """Seconds of the processor that a running process has used."""
    words = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def killed(rigor, scene, folder, after):
    """What was there when the process was killed, having used so many seconds of the processor."""
    process = subprocess.Popen([rigor, "run", scene, "-o", folder, "-q", *MORE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and used(process) < after:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    if (folder / "manifest.json").exists():
        return "after the end"
    if (folder / "trace.h5").exists():
        return "checking"
    return "simulating" if (folder / "trace.part").exists() else "starting"


def killed_at_half(given, place, whole, expected):
    """Times of resumed runs as parts of that of a whole run."""
    parts = []
    for k in range(given.half):
        folder = place / f"half{k}"
        phase = killed(given.rigor, given.scene, folder, whole / 2)
        _, seconds = run(given.rigor, given.scene, folder, "--resume")
        if any((folder / name).read_bytes() != expected[name] for name in SAME):
            raise SystemExit(f"killed at half, {k}: other bytes")
        parts.append((phase, seconds / whole))
        shutil.rmtree(folder)
    return parts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rigor", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("scene", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", type=int, default=5)
    parser.add_argument("--no-verify", action="store_true", help="simulating alone: checking is not resumed but done again")
    given = parser.parse_args()
    if given.no_verify:
        MORE.append("--no-verify")
    draw = random.Random(given.seed)
    place = pathlib.Path(tempfile.mkdtemp(prefix="kills-"))
    try:
        code, whole = run(given.rigor, given.scene, place / "whole")
        expected = {name: (place / "whole" / name).read_bytes() for name in SAME}
        print(f"a whole run takes {whole:.2f} s (exit {code})")
        phases, wrong, resumed = {}, 0, []
        for k in range(given.kills):
            folder = place / f"k{k}"
            phase = killed(given.rigor, given.scene, folder, draw.uniform(0, 1.1 * whole))
            phases[phase] = phases.get(phase, 0) + 1
            again, seconds = run(given.rigor, given.scene, folder, "--resume")
            same = again == code and all((folder / name).read_bytes() == expected[name] for name in SAME)
            left = (folder / "lock").exists() or list(folder.glob("*.part*")) or list(folder.glob("*.again"))
            if not same or left:
                wrong += 1
                print(f"kill {k} ({phase}): exit {again}, same bytes: {same}, left behind: {left}")
            if phase == "simulating":
                resumed.append(seconds)
            shutil.rmtree(folder)
        print(f"{given.kills} kills: {phases}; wrong: {wrong}")
        if resumed:
            print(f"resuming a run killed while simulating takes {sum(resumed) / len(resumed) / whole:.2f} of a whole run, on average")
        for phase, part in killed_at_half(given, place, whole, expected):
            print(f"killed at half ({phase}): resuming takes {part:.2f} of a whole run")
        return 1 if wrong else 0
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    raise SystemExit(main())
