#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scenes of boxes by Rigor's method first_order and by MuJoCo at the same step: whether proved, CPU time and deepest overlap there.

    beside_mujoco.py [--rigor PROGRAM] [--step h] [--until t] [SCENE ...]

Needs the Python packages mujoco and PyYAML (a virtual environment will do). MuJoCo runs twice: with its default, soft contacts, and with the
stiffest that it advises at this step (solref of two steps, solimp 0.99); elliptic cones, Euler, its own contact distances. Rigor's CPU time is what
the benchmark first_order tells (per step of an awake body; MuJoCo's is per step of any body).
"""
import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import mujoco
import numpy
import yaml

ROOT = Path(__file__).resolve().parents[2]


def model_of(scene, step, stiff):
    contact = f' solref="{2 * step} 1" solimp="0.99 0.99 0.001"' if stiff else ""
    mu = scene["surfaces"]["default"]["mu"]
    text = [f'<mujoco><option timestep="{step}" gravity="{" ".join(map(str, scene["gravity"]))}" cone="elliptic"/><size memory="400M"/>'
            f'<default><geom friction="{mu} 0 0" condim="3"{contact}/></default><worldbody><geom type="plane" size="50 50 1"/>']
    for body in scene["bodies"]:
        pose = body["pose"]
        piece = body["pieces"][0] if "pieces" in body else body
        half = " ".join(str(x / 2) for x in piece["shape"]["box"])
        quat = " ".join(map(str, pose.get("quat_wxyz", [1, 0, 0, 0])))
        text.append(f'<body pos="{" ".join(map(str, pose["position"]))}" quat="{quat}"><freejoint/>'
                    f'<geom type="box" size="{half}" mass="{body["mass"]}"/></body>')
    return mujoco.MjModel.from_xml_string("".join(text) + "</worldbody></mujoco>")


def by_mujoco(scene, step, until, stiff):
    """Microseconds per body-step and the deepest overlap, m."""
    model = model_of(scene, step, stiff)
    data = mujoco.MjData(model)
    for i, body in enumerate(scene["bodies"]):
        velocity = body.get("velocity", {})
        data.qvel[6 * i:6 * i + 3] = velocity.get("linear", [0, 0, 0])
        rotation = numpy.zeros(9)
        mujoco.mju_quat2Mat(rotation, numpy.array(body["pose"].get("quat_wxyz", [1, 0, 0, 0]), float))
        data.qvel[6 * i + 3:6 * i + 6] = rotation.reshape(3, 3).T @ numpy.array(velocity.get("angular", [0, 0, 0]), float)
    steps, deepest, spent = round(until / step), 0.0, 0.0
    for _ in range(steps):
        began = time.process_time()
        mujoco.mj_step(model, data)
        spent += time.process_time() - began
        if data.ncon:
            deepest = min(deepest, float(data.contact.dist[:data.ncon].min()))
    return 1e6 * spent / (steps * len(scene["bodies"])), -deepest


def by_rigor(program, name, step, until):
    """The resolved scene, and the summary of the run."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "run", str(ROOT / "scenes" / f"{name}.yaml"), "--method", "first_order", "--set", f"stepping={{step: {step}}}",
                               "--set", f"stop={{time: {until}}}", "-o", f"{folder}/run", "--json"], capture_output=True, text=True, check=False)
        return yaml.safe_load(Path(f"{folder}/run/scene.resolved.yaml").read_text(encoding="utf-8")), json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    parser.add_argument("--step", type=float, default=0.01)
    parser.add_argument("--until", type=float, default=2.0)
    parser.add_argument("scenes", nargs="*", default=["pile-30", "pile-100", "kapla-102", "dominoes-40", "jenga"])
    arguments = parser.parse_args()
    print(f"MuJoCo {mujoco.__version__}, step {arguments.step} s, {arguments.until} s")
    for name in arguments.scenes:
        scene, summary = by_rigor(arguments.rigor, name, arguments.step, arguments.until)
        soft = by_mujoco(scene, arguments.step, arguments.until, False)
        stiff = by_mujoco(scene, arguments.step, arguments.until, True)
        print(f"{name:12s} MuJoCo soft {soft[0]:5.1f} us, {1e3 * soft[1]:6.2f} mm deep; stiff {stiff[0]:5.1f} us, {1e3 * stiff[1]:6.2f} mm deep; "
              f"Rigor {'proved' if summary.get('verified') else 'NOT PROVED'}, nearest {1e3 * summary['stepping']['smallest_gap']:.2g} mm apart", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
