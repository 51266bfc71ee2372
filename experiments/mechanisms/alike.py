#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One body as a free body, on a free joint, on three slides and a ball joint, and as two welded halves: the same events.

    alike.py [--rigor PROGRAM]

Ten scenes with contacts. For each way to hold the body: events that it has, the largest difference of their times from the free body's, proved or
not. Events of one kind at one instant count once. They
are compared in order of time up to the first that differs in kind or by a microsecond, whose number is told.
"""
import argparse
import json
import math
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WAYS = ("free", "joint", "slides", "welded")
FLOOR = "half_spaces: [{name: floor, normal: [0, 0, 1], offset: 0}]\n"
CORNER = ("half_spaces:\n  - {name: floor, normal: [0, 0, 1], offset: 0}\n  - {name: wall, normal: [-1, 0, 0], offset: -0.6}\n")
SLOPE = f"half_spaces: [{{name: slope, normal: [{math.sin(0.3)}, 0, {math.cos(0.3)}], offset: 0}}]\n"
STEP = FLOOR + "bodies_more: [{name: step, fixed: true, shape: {box: [0.6, 0.6, 0.1]}, pose: {position: [0.3, 0, 0.06]}}]\n"
CUBE = FLOOR + "bodies_more: [{name: cube, shape: {box: [0.2, 0.2, 0.2]}, mass: 2, pose: {position: [0.2, 0.1, 0.11]}}]\n"
TRAY = "bodies_more: [{name: tray, shape: {box: [4, 4, 0.1]}, driven: {linear: [0.2, 0, 0]}, pose: {position: [0, 0, -0.05]}}]\n"
SAME = 1e-9  # s: at one instant
OTHER = 1e-6  # s: another event
KINDS = ("impact", "stick", "slip", "accumulation")  # others count pairs: a half that lifts while the other one stays, several hit at once
TURN = (0.8, 0.36, 0.48, 0)
FLAT = (1, 0, 0, 0)

# name, surroundings, law, friction, restitution, position, quaternion, velocity, spin, seconds
SCENES = [
    ("thrown, no_slip", FLOOR, "no_slip", 0.4, 0.0, (0, 0, 0.6), TURN, (0.5, 0.2, 0), (1, -0.5, 2), 0.8),
    ("thrown, frictionless", FLOOR, "frictionless", 0.4, 0.0, (0, 0, 0.6), TURN, (0.5, 0.2, 0), (1, -0.5, 2), 0.8),
    ("thrown, coulomb", FLOOR, "coulomb", 0.4, 0.0, (0, 0, 0.6), TURN, (0.5, 0.2, 0), (1, -0.5, 2), 0.8),
    ("bounces, coulomb e 0.4", FLOOR, "coulomb", 0.4, 0.4, (0, 0, 0.6), TURN, (0.5, 0.2, 0), (1, -0.5, 2), 0.6),
    ("slides and stops, coulomb", FLOOR, "coulomb", 0.3, 0.0, (0, 0, 0.05 + 2e-8), FLAT, (0.8, 0.3, 0), (0, 0, 0), 0.6),
    ("into a corner, frictionless", CORNER, "frictionless", 0.4, 0.0, (0.1, 0, 0.5), TURN, (1.5, 0.2, 0), (1, 1, 0), 0.7),
    ("down a slope, coulomb", SLOPE, "coulomb", 0.2, 0.0, (0, 0, 0.4), TURN, (0.3, 0, 0), (0, 2, 1), 0.7),
    ("on a step, no_slip", STEP, "no_slip", 0.4, 0.0, (0.1, 0, 0.5), TURN, (0.3, 0, 0), (1, 0, 0), 0.7),
    ("on a free cube, frictionless", CUBE, "frictionless", 0.4, 0.0, (0.1, 0, 0.5), TURN, (0.3, 0.1, 0), (1, 0, 0), 0.5),
    ("on a moving tray, coulomb", TRAY, "coulomb", 0.3, 0.0, (0, 0, 0.3), TURN, (0.5, 0.2, 0), (1, 0, 1), 0.7),
]


def numbers(values):
    return ", ".join(f"{v:.17g}" for v in values)


def rotated(q, v):
    w, x, y, z = q
    u = (x, y, z)
    cross = lambda a, b: (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    t = tuple(2 * c for c in cross(u, v))
    s = cross(u, t)
    return tuple(v[i] + w * t[i] + s[i] for i in range(3))


def held(way, p, q, v, w):
    """The lines of the body, and whether it is a mechanism."""
    box = "shape: {box: [0.2, 0.3, 0.1]}, mass: 1.2"
    if way == "free":
        return f"{{name: box, {box}, pose: {{position: [{numbers(p)}], quat_wxyz: [{numbers(q)}]}}, " \
               f"velocity: {{linear: [{numbers(v)}], angular: [{numbers(w)}]}}}}", ""
    head = "mechanisms:\n  - name: m\n    links:\n"

    def free(name, at, matter):
        arm = tuple(at[i] - p[i] for i in range(3))
        speed = (v[0] + w[1] * arm[2] - w[2] * arm[1], v[1] + w[2] * arm[0] - w[0] * arm[2], v[2] + w[0] * arm[1] - w[1] * arm[0])
        return f"      - {{name: {name}, joint: {{free: {{coordinates: [{numbers(at)}, {numbers(q)}], " \
               f"velocities: [{numbers(speed)}, {numbers(w)}]}}}}, {matter}}}\n"

    if way == "joint":
        return "", head + free("box", p, box)
    if way == "welded":
        half = "shape: {box: [0.1, 0.3, 0.1]}, mass: 0.6"
        aside = rotated(q, (-0.05, 0, 0))
        return "", head + free("box", tuple(p[i] + aside[i] for i in range(3)), half) + \
            "      - {name: right, parent: box, joint: {fixed: {pose: {position: [0.1, 0, 0]}}}, " + half + "}\n"
    text, parent = head, ""
    for k, axis in enumerate(("x", "y", "z")):  # bodies far above all that weigh nothing to speak of
        unit = [1 if i == k else 0 for i in range(3)]
        text += f"      - {{name: {axis}, {parent}joint: {{prismatic: {{axis: {unit}, coordinates: {p[k]:.17g}, velocities: {v[k]:.17g}}}}}, " \
                f"pieces: [{{name: dot, shape: {{box: [0.01, 0.01, 0.01]}}, pose: {{position: [0, 0, {7 + k}]}}}}], mass: 1e-12, " \
                f"com: [0, 0, {7 + k}], inertia: [1e-15, 1e-15, 1e-15]}}\n"
        parent = f"parent: {axis}, "
    return "", text + f"      - {{name: box, parent: z, joint: {{spherical: {{coordinates: [{numbers(q)}], velocities: [{numbers(w)}]}}}}, {box}}}\n"


def scene(row, way):
    name, around, law, mu, e, p, q, v, w, until = row
    body, mechanism = held(way, p, q, v, w)
    more = around.split("bodies_more: [")[1].strip()[:-1] if "bodies_more" in around else ""
    bodies = ", ".join(part for part in (body, more) if part)
    return (f"rigor_scene: 1\nname: alike\ngravity: [0, 0, -9.81]\nlaw: {law}\nstop: {{time: {until}, at_rest: false}}\n"
            f"surfaces: {{default: {{mu: {mu}, restitution: {e}}}}}\n" + around.split("bodies_more")[0]
            + (f"bodies: [{bodies}]\n" if bodies else "") + mechanism)


def run(program, text):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.yaml"
        file.write_text(text)
        done = subprocess.run([program, "run", str(file), "-o", f"{folder}/run", "--json", "--max-wall", "60"],
                              capture_output=True, text=True, check=False)
        try:
            summary = json.loads(done.stdout)
            lines = (Path(folder) / "run" / "events.jsonl").read_text().splitlines()
        except (json.JSONDecodeError, FileNotFoundError):
            return {"stopped": f"exit {done.returncode}", "reason": (done.stdout + done.stderr)[-300:]}, []
    events = [json.loads(line) for line in lines]
    merged = []  # two halves have pairs of their own: what happens to both at one instant is one event
    for event in sorted((event["time"], event["kind"]) for event in events if event["kind"] in KINDS):
        if not any(event[1] == other[1] and event[0] - other[0] < SAME for other in merged[-4:]):
            merged.append(event)
    return summary, merged


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    arguments = parser.parse_args()
    print("| scene | events | free joint | three slides, ball joint | two halves |\n|---|---|---|---|---|")
    for row in SCENES:
        cells, first = [], None
        for way in WAYS:
            summary, events = run(arguments.rigor, scene(row, way))
            done = summary.get("stopped") in ("rest", "time") and summary.get("verified")
            state = "" if done else f" ({summary.get('stopped', 'refused')}, proved {summary.get('verified')}: {summary.get('reason', summary)})"
            if first is None:
                first = events
                cells.append(f"{len(events)}{state}")
                continue
            alike = 0
            while (alike < min(len(events), len(first)) and events[alike][1] == first[alike][1]
                   and abs(events[alike][0] - first[alike][0]) < OTHER):
                alike += 1
            worst = max((abs(events[i][0] - first[i][0]) for i in range(alike)), default=0.0)
            other = "" if alike == len(first) == len(events) else f", differs from event {alike + 1} on ({len(events)} events)"
            cells.append(f"{worst:.0e} s{other}{state}")
        print(f"| {row[0]} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
