#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mechanisms in contact, one row each: events, segments per link, the largest gain of energy, proved or not.

    table.py [--rigor PROGRAM] [--seconds S] [NAME ...]     all rows, or those whose names contain NAME

Bars hang on hinges about y. The rows are Markdown, for README.md.
"""
import argparse
import json
import math
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAWS = ("frictionless", "no_slip", "coulomb")


def bar(name, parent, length, width, mass, place, joint="", kind="revolute: {axis: [0, 1, 0]"):
    """A bar along x from its joint on; `place` of the joint in the parent, whose frame is its middle."""
    held = f"parent: {parent}, " if parent else ""
    return (f"      - {{name: {name}, {held}joint: {{{kind}, pose: {{position: {list(place)}}}, anchor: [{-length / 2}, 0, 0]{joint}}}}}, "
            f"shape: {{box: [{length}, {width}, {width}]}}, mass: {mass}}}\n")


def scene(name, law, until, links, top="", mu=0.5, restitution=0.0, gravity=(0, 0, -9.81), mechanisms=None):
    parts = mechanisms or {"m": links}
    text = "".join(f"  - name: {key}\n    links:\n{value}" for key, value in parts.items())
    return (f"rigor_scene: 1\nname: {name}\ngravity: {list(gravity)}\nlaw: {law}\ntolerances: {{tol: 1e-10}}\n"
            f"surfaces: {{default: {{mu: {mu}, restitution: {restitution}}}}}\nstop: {{time: {until}}}\n{top}mechanisms:\n{text}")


def floor(z):
    return f"half_spaces: [{{name: floor, normal: [0, 0, 1], offset: {z}}}]\n"


def double_pendulum(q1=0.2, q2=0.3, lower=""):
    return bar("upper", "", 1.0, 0.1, 1.0, (0, 0, 0), f", coordinates: {q1}") + \
        bar("lower", "upper", 1.0, 0.1, 1.0, (0.5, 0, 0), f", coordinates: {q2}{lower}")


def chain(count):
    length = 1.0 / count
    text = bar("link_0", "", length, 0.15 * length, length, (0, 0, 0))
    for i in range(1, count):
        text += bar(f"link_{i}", f"link_{i - 1}", length, 0.15 * length, length, (length / 2, 0, 0), f", coordinates: {0.02 * i}")
    return text


def ball_and_mast():
    r = 0.1
    ball = (f"      - {{name: ball, joint: {{free: {{coordinates: [0, 0, {r + 1e-3}, 0.9, 0.1, 0.2, 0.3], velocities: [0.5, 0.1, 0, -0.3, 5, 0]}}}}, "
            f"shape: {{spherical: {{radius: {r}, vertices: 1000}}}}, mass: 1, com: [0, 0, 0], inertia: [{0.4 * r * r}, {0.4 * r * r}, {0.4 * r * r}]}}\n")
    return ball + bar("mast", "ball", 0.5, 0.02, 0.2, (0, 0, 0), ", coordinates: -1.4")


def wheel():
    half = math.pi / 6
    joint = (f"planar: {{x_axis: [1, 0, 0], y_axis: [0, 0, 1], coordinates: [0, {math.cos(half) + 1e-8}, {math.pi / 2 - half}], "
             f"velocities: [{0.5 * math.cos(half)}, 0, -0.5]}}")
    return (f"      - {{name: wheel, joint: {{{joint}}}, pieces: [{{name: hexagon, shape: {{prism: {{sides: 6, radius: 1, height: 0.4}}}}, "
            "pose: {axis: [1, 0, 0], angle: 1.5707963267948966}}], mass: 1, com: [0, 0, 0], inertia: [0.75, 1, 0.75]}\n")


def rows():
    yield "double pendulum, tip hits, slides, lifts", 3, [
        scene("dp-" + law, law, 3, double_pendulum(), floor(-1.3), mu=0.3) for law in LAWS]
    yield "the same, e = 0.5", 3, [scene("dp-bounces", "frictionless", 3, double_pendulum(), floor(-1.3), restitution=0.5)]
    yield "pendulum on its limit, e = 0.5", 2, [scene("limit", "frictionless", 2, bar(
        "arm", "", 1.0, 0.1, 1.0, (0, 0, 0), ", limits: [-10, 1], limit_restitution: 0.5"))]
    yield "elbow stop, e = 0 / 0.5", 2, [scene("elbow", "frictionless", 2, double_pendulum(
        0.0, 0.3, f", velocities: 2, limits: [-0.5, 0.5], limit_restitution: {e}")) for e in (0, 0.5)]
    cart = ("      - {name: cart, joint: {prismatic: {axis: [1, 0, 0], velocities: 1, limits: [-10, 1]}}, shape: {box: [1, 1, 1]}, mass: 2}\n"
            + bar("pole", "cart", 1.0, 0.05, 0.5, (0, 0.8, 0), f", coordinates: {math.pi / 2}"))
    yield "cart with stop and pole, e = 0", 2, [scene("cart", "frictionless", 2, cart)]
    yield "hexagonal wheel in a planar joint down a slope", 12, [
        scene("wheel", "no_slip", 12, wheel(), floor(0), gravity=(math.sin(0.1), 0, -math.cos(0.1)))]
    yield "ball of 1,000 vertices, hinged mast, free root", 0.5, [
        scene("ball-" + law, law, 0.5, ball_and_mast(), floor(0)) for law in ("no_slip", "coulomb")]
    box = "bodies: [{name: box, shape: {box: [0.4, 0.4, 0.4]}, mass: 0.5, pose: {position: [0.15, 0, 0.20000001]}}]\n"
    yield "arm falls on a free box on the floor", 2, [
        scene("push-" + law, law, 2, bar("arm", "", 1.0, 0.1, 1.0, (0, 0, 1.2)), floor(0) + box) for law in LAWS]
    fold = (bar("a", "", 1.0, 0.1, 2.0, (0, 0, 0), ", coordinates: 1.2") + bar("b", "a", 0.4, 0.05, 0.2, (0.5, 0, 0), ", coordinates: -1.2")
            + bar("c", "b", 0.6, 0.1, 0.5, (0.2, 0, 0), ", coordinates: -1.2, velocities: -9"))
    yield "three links fold: link 3 hits link 1", 2, [scene("fold-" + law, law, 2, fold) for law in ("frictionless", "coulomb")]
    yield "chain of 5 on the floor", 1.5, [scene("chain-5-" + law, law, 1.5, chain(5), floor(-0.7)) for law in LAWS]
    yield "chain of 12 on the floor", 1, [scene("chain-12", "frictionless", 1, chain(12), floor(-0.7))]
    two = {"first": bar("a", "", 1.0, 0.1, 1.0, (0, 0, 0), ", coordinates: 2.4"),
           "second": bar("b", "", 0.7, 0.1, 2.0, (0.12, 0, 0.05), ", coordinates: 1.4")}
    yield "two pendulums of two mechanisms", 2, [
        scene("two", "frictionless", 2, "", mechanisms=two), scene("two-bounce", "coulomb", 2, "", restitution=0.3, mechanisms=two)]
    ball = (bar("arm", "", 1.0, 0.1, 1.0, (0, 0, 0.6), ", velocities: [1, 0, 2]", "spherical: {coordinates: [1, 0, 0, 0]")
            + bar("tip", "arm", 0.5, 0.08, 0.5, (0.5, 0, 0), ", velocities: [1, -1]", "universal: {axis: [0, 1, 0], second_axis: [0, 0, 1]"))
    yield "spherical and universal joints, floor", 1.5, [
        scene("ball-joint-" + law, law, 1.5, ball, floor(0), mu=0.4) for law in ("frictionless", "coulomb")]
    table = ("bodies: [{name: table, shape: {box: [6, 2, 0.2]}, driven: {knots: ["
             + ", ".join(f"{{time: {0.1 * k:.1f}, position: [0, 0, {-1.6 + 0.1 * math.sin(0.4 * k):.12f}]}}" for k in range(21)) + "]}}]\n")
    yield "driven table moves under a double pendulum", 2, [
        scene("driven-" + law, law, 2, double_pendulum(), table) for law in LAWS]


def run(program, text, seconds):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.yaml"
        file.write_text(text)
        done = subprocess.run([program, "run", str(file), "-o", f"{folder}/run", "--json", "--max-wall", str(seconds)],
                              capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"stopped": f"exit {done.returncode}", "reason": (done.stdout + done.stderr).strip()[-400:]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    parser.add_argument("--seconds", type=float, default=60.0, help="limit on the wall time of one run")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    print("| scene | law | events | segments per link | energy gain, J | how it ended |\n|---|---|---|---|---|---|")
    for name, _, texts in rows():
        if arguments.names and not any(word in name for word in arguments.names):
            continue
        for text in texts:
            summary = run(arguments.rigor, text, arguments.seconds)
            links = text.count("      - {name:")
            law = text.split("law: ")[1].split("\n")[0]
            if "segments" not in summary:
                print(f"| {name} | {law} | | | | {summary.get('stopped', summary)} {summary.get('reason', '')} |", flush=True)
                continue
            done = summary["stopped"] in ("rest", "time")
            end = ("proved" if summary.get("verified") else "NOT PROVED") if done else f"{summary['stopped']} at {summary['time_end']:.4f} s"
            gain = summary["energy"].get("max_gain", float("nan"))
            print(f"| {name} | {law} | {summary['events']['total']} | {summary['segments'] / links:.0f} | {gain:.1g} | {end} |", flush=True)


if __name__ == "__main__":
    main()
