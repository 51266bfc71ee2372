#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills `rigor run` at random instants and resumes it: the result must be, byte by byte, that of a run that was never killed.

    experiments/kills/run.py RIGOR SCENE [--kills 50] [--seed 1]

Prints how many kills fell into simulating, checking and writing, and how long killed-at-half + resumed runs took compared with whole ones.
"""
import argparse
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time

SAME = ("trace.h5", "events.jsonl", "report.html", "scene.resolved.yaml")


def run(rigor, scene, folder, *more):
    began = time.monotonic()
    done = subprocess.run([rigor, "run", scene, "-o", folder, "-q", *more], capture_output=True, text=True, check=False)
    return done.returncode, time.monotonic() - began


def killed(rigor, scene, folder, after):
    """What was there when the process was killed `after` seconds from its start."""
    process = subprocess.Popen([rigor, "run", scene, "-o", folder, "-q"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()
    if (folder / "manifest.json").exists():
        return "after the end"
    if (folder / "trace.h5").exists():
        return "checking"
    return "simulating" if (folder / "trace.part").exists() else "starting"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rigor", type=pathlib.Path)
    parser.add_argument("scene", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
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
        return 1 if wrong else 0
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    raise SystemExit(main())
