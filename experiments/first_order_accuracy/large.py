#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scene files of many bodies for method first_order, written to a folder: piles of any number of cubes, separate dice, Kapla that never sleeps.

    large.py FOLDER [--piles N ...] [--dice N ...] [--kapla SECONDS]

Piles are made as scenes/pile-30.yaml and scenes/pile-100.yaml are: layers of cubes of 0.1 m, turned and turning at random. Dice fall beside each other and
never meet. Kapla is scenes/kapla-102.yaml with a force on one block that grows to 1e-9 N, enough to keep the tower awake.
"""
import argparse
import math
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def head(name, until):
    return (f"rigor_scene: 1\nname: {name}\ngravity: [0, 0, -9.81]\nmethod: first_order\nstepping: {{step: 0.01}}\nstop: {{time: {until}}}\n"
            "start_tolerance: 1e-4\nsurfaces: {default: {mu: 0.5, restitution: 0.2}}\n"
            "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\nbodies:\n")


def cube(name, place, generator):
    quaternion = [generator.gauss(0, 1) for _ in range(4)]
    length = math.sqrt(sum(x * x for x in quaternion))
    spin = [round(generator.uniform(-2, 2), 6) for _ in range(3)]
    return (f"  - {{name: {name}, shape: {{box: [0.1, 0.1, 0.1]}}, mass: 1, pose: {{position: {[round(x, 6) for x in place]}, "
            f"quat_wxyz: {[round(x / length, 9) for x in quaternion]}}}, velocity: {{angular: {spin}}}}}\n")


def pile(count, seed=1, until=5):
    """Layers of about 0.8 times the cube root of the count, squared, 0.19 m apart."""
    generator = random.Random(seed)
    side = max(1, round(0.8 * count ** (1 / 3)))
    text = head(f"pile-{count}", until)
    for i in range(count):
        layer, j = divmod(i, side * side)
        place = [(j % side - (side - 1) / 2) * 0.19 + generator.uniform(-0.01, 0.01), (j // side - (side - 1) / 2) * 0.19 + generator.uniform(-0.01, 0.01),
                 0.15 + 0.19 * layer]
        text += cube(f"c{i}", place, generator)
    return text


def dice(count, seed=1, until=5):
    generator = random.Random(seed)
    side = math.ceil(math.sqrt(count))
    return head(f"dice-{count}", until) + "".join(cube(f"d{i}", [0.3 * (i % side), 0.3 * (i // side), 0.3], generator) for i in range(count))


def kapla_awake(until):
    text = (ROOT / "scenes" / "kapla-102.yaml").read_text(encoding="utf-8")
    first = text.split("- {name: ", 1)[1].split(",", 1)[0]
    text = text.replace("stop: {time: 2}", f"stop: {{time: {until}}}")
    return text + f"forces:\n  - {{body: {first}, knots: [{{time: 0, force: [0, 0, 0]}}, {{time: {until}, force: [1e-9, 0, 0]}}]}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--piles", type=int, nargs="*", default=[])
    parser.add_argument("--dice", type=int, nargs="*", default=[])
    parser.add_argument("--kapla", type=float)
    arguments = parser.parse_args()
    made = {f"pile-{n}.yaml": pile(n) for n in arguments.piles} | {f"dice-{n}.yaml": dice(n) for n in arguments.dice}
    if arguments.kapla:
        made["kapla-awake.yaml"] = kapla_awake(arguments.kapla)
    for name, text in made.items():
        (arguments.folder / name).write_text(text, encoding="utf-8")
        print(arguments.folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
