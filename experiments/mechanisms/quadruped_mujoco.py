#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The quadruped of scenes/quadruped.yaml in MuJoCo: what tests/integration/mechanism_scenes_test.cpp has recorded.

quadruped_mujoco.py [--step S] [--cycles N]   (needs the packages mujoco, numpy and pyyaml)

Its feet are spheres of the same radius, cones are elliptic, mu = 1, and contacts are as stiff as steps allow: their time
constant is 20 steps. Of each cycle it prints the trunk's mean speed, its mean
height and the root of the mean square of the twelve motors' efforts; of the first cycle also where the trunk is at its end.
"""
import argparse
import pathlib

import mujoco
import numpy as np
import yaml

SCENE = pathlib.Path(__file__).resolve().parents[2] / "scenes" / "quadruped.yaml"
PERIOD = 0.3


def text(numbers):
    return " ".join(repr(float(x)) for x in np.atleast_1d(numbers))


def body(link, links):
    joint = link["joint"].get("revolute", {})
    position = joint.get("pose", {}).get("position", [0, 0, 0])
    out = f'<body name="{link["name"]}" pos="{text(position)}">'
    out += f'<joint name="{link["name"]}" axis="{text(joint["axis"])}"/>' if joint else '<freejoint/>'
    out += f'<inertial pos="{text(link["com"])}" mass="{link["mass"]}" diaginertia="{text(link["inertia"])}"/>'
    for piece in link.get("pieces", []):
        out += (f'<geom type="sphere" size="{piece["shape"]["spherical"]["radius"]}" '
                f'pos="{text(piece["pose"]["position"])}" mass="0"/>')
    for child in links:
        if child.get("parent") == link["name"]:
            out += body(child, links)
    return out + "</body>"


def model_of(links, step):
    return mujoco.MjModel.from_xml_string(f"""<mujoco>
<option timestep="{step}" integrator="implicitfast" cone="elliptic" gravity="0 0 -9.81" iterations="200"
        tolerance="1e-12" impratio="100"/>
<default><geom contype="0" conaffinity="1" condim="3" friction="1 0 0" solref="{20 * step} 1"
               solimp="0.99 0.999 0.0001"/></default>
<worldbody><geom type="plane" size="10 10 1" contype="1"/>{body(links[0], links)}</worldbody></mujoco>""")


class Targets:
    """The motors' targets and their rates as functions of time."""

    def __init__(self, motors):
        waves = [motor["target"]["harmonics"] for motor in motors]
        self.mean = np.array([wave["mean"] for wave in waves])
        self.cos = np.array([wave["cos"] for wave in waves])
        self.sin = np.array([wave["sin"] for wave in waves])
        self.rates = 2 * np.pi * np.arange(1, self.cos.shape[1] + 1) / PERIOD

    def at(self, t):
        c, s = np.cos(self.rates * t), np.sin(self.rates * t)
        return self.mean + self.cos @ c + self.sin @ s, self.sin @ (self.rates * c) - self.cos @ (self.rates * s)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--step", type=float, default=2e-5)
    parser.add_argument("--cycles", type=int, default=1)
    arguments = parser.parse_args()
    links = yaml.safe_load(SCENE.read_text())["mechanisms"][0]["links"]
    model = model_of(links, arguments.step)
    data = mujoco.MjData(model)
    root = links[0]["joint"]["free"]
    data.qpos[:7], data.qvel[:6] = root["coordinates"], root["velocities"]
    joints = []
    for link in links[1:]:
        joint = link["joint"]["revolute"]
        at = model.joint(link["name"])
        data.qpos[at.qposadr[0]], data.qvel[at.dofadr[0]] = joint["coordinates"], joint["velocities"]
        joints.append((at.qposadr[0], at.dofadr[0], joint["motor"]))
    places, rates = [j[0] for j in joints], [j[1] for j in joints]
    kp, kd = np.array([j[2]["kp"] for j in joints]), np.array([j[2]["kd"] for j in joints])
    targets = Targets([j[2] for j in joints])
    steps = round(PERIOD / arguments.step)
    for cycle in range(arguments.cycles):
        start, heights, squares, most = data.qpos[0], 0.0, 0.0, 0.0
        for i in range(steps):
            q, v = targets.at((cycle * steps + i) * arguments.step)
            efforts = kp * (q - data.qpos[places]) + kd * (v - data.qvel[rates])
            data.qfrc_applied[rates] = efforts
            heights += data.qpos[2] / steps
            squares += np.mean(efforts**2) / steps
            most = max(most, np.abs(efforts).max())
            mujoco.mj_step(model, data)
        print(f"cycle {cycle + 1}: speed {(data.qpos[0] - start) / PERIOD:.5f} m/s, height {heights:.6f} m, "
              f"rms effort {np.sqrt(squares):.5f} N m, at most {most:.4f} N m; "
              f"end x {data.qpos[0]:.5f} z {data.qpos[2]:.5f} v_x {data.qvel[0]:.4f}")


if __name__ == "__main__":
    main()
