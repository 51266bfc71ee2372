#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Imports public robot and scene files and compares them with Pinocchio's or MuJoCo's reading, then runs each for a second.

    import_full.py RIGOR PROBE FILES [--run [--wall SECONDS]]

FILES is a folder with unpacked packages (scripts/import-full makes it). Prints one line for each file: what became of the
import, the largest differences in mass, frames and mass matrix at ten random states (relative to the largest entry), and
how the run ended. The last line is "N passed, N failed": a file passes if the import is refused with a reason, or if the
readings agree (1e-12 for masses and frames, 1e-10 for mass matrices) and the run is proved as far as it went.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

import mujoco
import numpy as np
import pinocchio as pin

ROBOTS = "example_robot_data/cmeel.prefix/share/example-robot-data/robots/"
FILES = [  # file, options of the import, kp and kd of --hold
    (ROBOTS + "panda_description/urdf/panda_collision.urdf", ["--floor"], "100,2"),
    (ROBOTS + "ur_description/urdf/ur5_robot.urdf", ["--floor"], "200,2"),
    (ROBOTS + "a1_description/urdf/a1.urdf", ["--free", "--floor"], "100,2"),
    (ROBOTS + "go2_description/urdf/go2.urdf", ["--free", "--floor"], "100,2"),
    (ROBOTS + "solo_description/robots/solo12.urdf", ["--free", "--floor"], "10,0.2"),
    (ROBOTS + "anymal_c_simple_description/urdf/anymal.urdf", ["--free", "--floor", "--repair"], "200,5"),
    (ROBOTS + "talos_data/robots/talos_left_arm.urdf", ["--repair"], "100,2"),
    (ROBOTS + "ur_description/urdf/ur3.urdf", [], None),
    ("pybullet/pybullet_data/r2d2.urdf", ["--free", "--floor"], None),
    ("pybullet/pybullet_data/husky/husky.urdf", ["--free", "--floor"], None),
    ("pybullet/pybullet_data/kuka_iiwa/model.urdf", ["--floor"], "100,2"),
    ("pybullet/pybullet_data/gripper/wsg50_one_motor_gripper.sdf", ["--floor"], None),
    ("pybullet/pybullet_data/kuka_iiwa/kuka_world.sdf", [], None),
    ("pybullet/pybullet_data/objects/mug.urdf", ["--free", "--floor", "--pieces", "16"], None),  # CoACD
    ("dm_control/dm_control/suite/acrobot.xml", [], None),
    ("dm_control/dm_control/suite/hopper.xml", [], None),
    ("dm_control/dm_control/suite/humanoid.xml", [], None),
    ("dm_control/dm_control/suite/quadruped.xml", [], None),
]


def joints_of(scene):
    """link of the scene -> (source link, joint) from the comments above it."""
    pattern = r"# link (\S+), line \d+; joint (\S+), line \d+, \w+\n(?:\s*#.*\n)*\s*- name: (\S+)"
    return {name: (link, joint) for link, joint, name in re.findall(pattern, scene)}


def difference(a, b, scale):
    return float(np.max(np.abs(np.asarray(a) - np.asarray(b)), initial=0.0)) / scale


def by_pinocchio(path, probe, joints):
    """Largest relative differences of moving mass, frames and mass matrix of a URDF with a fixed base."""
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    kinds = {joint.get("name"): joint for joint in ET.parse(path).getroot().findall("joint")}
    frames = matrices = 0.0
    moving = {link["name"]: link for link in probe["links"] if link["velocities"] == 1}
    for state in probe["states"]:
        q = pin.neutral(model)
        order, ours = [], []
        for name, link in moving.items():
            joint = model.joints[model.getJointId(joints[name][1])]
            value = state["q"][name][0]
            q[joint.idx_q:joint.idx_q + joint.nq] = [value] if joint.nq == 1 else [np.cos(value), np.sin(value)]
            order.append(joint.idx_v)
            ours.append(link["first_v"])
        for joint in kinds.values():  # those that the scene holds fixed
            limit = joint.find("limit")
            if limit is not None and limit.get("lower") is not None and limit.get("lower") == limit.get("upper"):
                at = model.joints[model.getJointId(joint.get("name"))]
                q[at.idx_q] = float(limit.get("lower"))
        pin.forwardKinematics(model, data, q)
        pin.updateFramePlacements(model, data)
        M = pin.crba(model, data, q)
        M = np.triu(M) + np.triu(M, 1).T
        matrices = max(matrices, difference(np.array(state["mass_matrix"])[np.ix_(ours, ours)], M[np.ix_(order, order)], np.max(M)))
        for name in moving:
            X = data.oMf[model.getFrameId(joints[name][0])]
            p = state["frames"][name]
            R = pin.Quaternion(*p[3:]).toRotationMatrix()
            frames = max(frames, difference(p[:3], X.translation, 1.0), difference(R, X.rotation, 1.0))
    locked = len(moving) != model.njoints - 1  # then Pinocchio has more links than the scene
    masses = [] if locked else [difference(link["mass"], model.inertias[model.getJointId(joints[name][1])].mass, link["mass"])
                                for name, link in moving.items()]
    return max(masses, default=float("nan")), frames, matrices


def below(model, body):
    """The mass that joints below the body carry: bodies without joints are part of it."""
    mass = 0.0
    for other in range(body + 1, model.nbody):
        if model.body_parentid[other] == body:
            mass += model.body_subtreemass[other] if model.body_jntnum[other] else below(model, other)
    return mass


def by_mujoco(path, probe, joints):
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    frames = matrices = 0.0
    by_name = {mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, j) or f"joint_{j}": j for j in range(model.njnt)}
    links = [link for link in probe["links"] if link["velocities"] in (1, 2, 6) and link["name"] in joints]
    for state in probe["states"]:
        order, ours = [], []
        for link in links:
            values = state["q"][link["name"]]
            own = [by_name[name] for name in joints[link["name"]][1].split("+")]  # two of a universal joint
            at = model.jnt_qposadr[own[0]]
            if link["velocities"] == 6:
                data.qpos[at:at + 7] = values
                continue
            for k, j in enumerate(own):
                at = model.jnt_qposadr[j]
                data.qpos[at] = model.qpos0[at] + values[k]
                order.append(model.jnt_dofadr[j])
                ours.append(link["first_v"] + k)
        mujoco.mj_forward(model, data)
        M = np.zeros((model.nv, model.nv))
        for i, unit in enumerate(np.eye(model.nv)):
            mujoco.mj_mulM(model, data, M[i], unit)
        # Free joints have other velocities (angular ones in body axes), so the joints' block is compared.
        matrices = max(matrices, difference(np.array(state["mass_matrix"])[np.ix_(ours, ours)], M[np.ix_(order, order)], np.max(M)))
        for link in links:
            source = joints[link["name"]][0]
            body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, source)
            if body < 0:
                continue
            p = state["frames"][link["name"]]
            R = np.array(pin.Quaternion(*p[3:]).toRotationMatrix())
            frames = max(frames, difference(p[:3], data.xpos[body], 1.0), difference(R, data.xmat[body].reshape(3, 3), 1.0))
    masses = [difference(link["mass"], model.body_subtreemass[body] - below(model, body), link["mass"]) for link in links
              if (body := mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, joints[link["name"]][0])) >= 0]
    return max(masses, default=float("nan")), frames, matrices


def command(words, seconds):
    try:
        done = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL,
                              env={**os.environ, "RIGOR_PYTHON": sys.executable})
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return -1, "", f"no end within {seconds} s"


def compared(arguments, file, options, scratch):
    """Differences of the readings, or None where there is no second reader."""
    if file.suffix == ".sdf":
        return None
    bare = [option for option in options if option == "--repair"]
    code, out, error = command([arguments.rigor, "import", file, "-o", scratch / "bare.yaml", "--force", *bare], 300)
    if code != 0:
        return None
    code, out, error = command([arguments.probe, scratch / "bare.yaml", 10], 60)
    if code != 0:
        raise RuntimeError(error)
    read = by_pinocchio if file.suffix == ".urdf" else by_mujoco
    return read(file, json.loads(out), joints_of((scratch / "bare.yaml").read_text()))


def run_one(arguments, scene, scratch):
    code, out, error = command([arguments.rigor, "run", scene, "-o", scratch / "run", "--force", "--max-wall", arguments.wall, "--json"], 3 * arguments.wall + 100)
    try:
        facts = json.loads(out)
    except ValueError:
        return f"run: exit {code}: {error.strip()[-120:]}", False
    end, stopped, verified = facts.get("time_end"), facts.get("stopped"), facts.get("verified")
    return f"run: {stopped} at {end} s, {'proved' if verified else 'NOT proved'} (exit {code})", verified is True


def one(arguments, name, options, hold, scratch):
    file = pathlib.Path(arguments.files) / name
    held = ["--hold", hold] if hold else []
    code, out, error = command([arguments.rigor, "import", file, "-o", scratch / "scene.yaml", "--force", "--json", *options, *held], 300)
    if code not in (0, 3, 4):
        return f"import: exit {code}: {error.strip()[-200:]}", False
    facts = json.loads(out)
    if code != 0:
        first = facts["problems"][0]
        return f"refused (exit {code}), line {first['line']}: {first['key']}: {first['rule'][:110]}", True
    text = f"{facts['links']} moving links, {facts['velocities']} velocities, {facts['moving_mass']:.4g} kg, {facts['exclusions']} exclusions"
    good = True
    differences = compared(arguments, file, options, scratch)
    if differences is not None:
        text += "; mass {:.1e}, frames {:.1e}, M {:.1e}".format(*differences)
        chained = any(note["what"].startswith("link ") and note["kind"] == "added" for note in facts["notes"])
        good = not differences[0] > 1e-12 and differences[1] < 1e-12 and (chained or differences[2] < 1e-10)
        text += " (chains of joints carry a billionth of the mass)" if chained else ""
        text += "" if good else " READINGS DIFFER"
    if arguments.run:
        told, proved = run_one(arguments, scratch / "scene.yaml", scratch)
        text += "; " + told
        good = good and proved
    return text, good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rigor")
    parser.add_argument("probe")
    parser.add_argument("files")
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--wall", type=int, default=240, help="seconds of computing for each run; on a free machine 30 do")
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, options, hold in FILES:
            try:
                text, good = one(arguments, name, options, hold, pathlib.Path(folder))
            except Exception as error:  # the table goes on
                text, good = f"{type(error).__name__}: {error}", False
            passed, failed = passed + good, failed + (not good)
            print(f"{'passed' if good else 'FAILED'}  {name.split('/')[-2]}/{name.split('/')[-1]}: {text}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed


if __name__ == "__main__":
    sys.exit(main())
