#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/importing/models/arm.reference.txt, what Pinocchio reads in arm.urdf, and arm.sdf, the same arm.

    python3 -m venv venv && venv/bin/pip install pin numpy
    venv/bin/python scripts/make_import_reference.py tests/importing/models/arm.urdf > tests/importing/models/arm.reference.txt

For each of five states: the coordinates by joint, the place of every link's frame (position, then the rotation matrix by
rows), and the mass matrix by rows, joints in the order of the names given first. Numbers have 17 digits. With --sdf, the
arm as SDF: links placed in the model's frame by Pinocchio's kinematics, the hand in a model of its own.
"""
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pinocchio as pin


def line(word, values):
    print(word, *(f"{x:.17g}" for x in np.ravel(values)))


def main(path):
    model = pin.buildModelFromUrdf(path)
    data = model.createData()
    joints = ["turn", "shoulder", "reach", "wrist"]
    links = [frame for frame in model.frames if frame.type == pin.FrameType.BODY and frame.name != "universe"]
    print("joints", *joints)
    random = np.random.default_rng(20261117)
    for _ in range(5):
        values = dict(zip(joints, random.uniform([-3, -1.5, 0, 0.2], [3, 1.2, 0.25, 1.8])))
        q = pin.neutral(model)
        for name, value in values.items():
            joint = model.joints[model.getJointId(name)]
            q[joint.idx_q:joint.idx_q + joint.nq] = [value] if joint.nq == 1 else [np.cos(value), np.sin(value)]
        pin.forwardKinematics(model, data, q)
        pin.updateFramePlacements(model, data)
        M = pin.crba(model, data, q)
        M = np.triu(M) + np.triu(M, 1).T
        order = [model.joints[model.getJointId(name)].idx_v for name in joints]
        line("state", [values[name] for name in joints])
        for frame in links:
            X = data.oMf[model.getFrameId(frame.name)]
            line("frame " + frame.name, np.concatenate([X.translation, X.rotation.ravel()]))
        line("mass_matrix", M[np.ix_(order, order)])


def text(parent, name, content, **attributes):
    ET.SubElement(parent, name, attributes).text = content


def pose_text(X):
    return " ".join(f"{x:.17g}" for x in [*X.translation, *pin.rpy.matrixToRpy(X.rotation)])


def origin(element):
    o = element.find("origin")
    return "0 0 0 0 0 0" if o is None else o.get("xyz", "0 0 0") + " " + o.get("rpy", "0 0 0")


def add_link(model, urdf, X):
    link = ET.SubElement(model, "link", name=urdf.get("name"))
    text(link, "pose", pose_text(X))
    inertial = ET.SubElement(link, "inertial")
    if urdf.find("inertial") is None:
        text(inertial, "mass", "0")
    else:
        text(inertial, "pose", origin(urdf.find("inertial")))
        text(inertial, "mass", urdf.find("inertial/mass").get("value"))
        inertia = ET.SubElement(inertial, "inertia")
        for key, value in urdf.find("inertial/inertia").attrib.items():
            text(inertia, key, value)
    for i, collision in enumerate(urdf.findall("collision")):
        made = ET.SubElement(link, "collision", name=f"shape_{i}")
        text(made, "pose", origin(collision))
        shape = collision.find("geometry")[0]
        inner = ET.SubElement(ET.SubElement(made, "geometry"), shape.tag)
        for key, value in shape.attrib.items():
            text(inner, key, value)


def sdf(path):
    model = pin.buildModelFromUrdf(path)
    data = model.createData()
    pin.forwardKinematics(model, data, pin.neutral(model))
    pin.updateFramePlacements(model, data)
    X = {frame.name: data.oMf[i] for i, frame in enumerate(model.frames) if frame.type == pin.FrameType.BODY}
    robot = ET.parse(path).getroot()
    root = ET.Element("sdf", version="1.9")
    made = ET.SubElement(root, "model", name="arm")
    text(made, "self_collide", "true")
    tip = ET.SubElement(made, "model", name="tip")
    text(tip, "pose", pose_text(X["flange"].inverse() * X["hand"]), relative_to="flange")
    for link in robot.findall("link"):
        if link.get("name") == "hand":
            add_link(tip, link, pin.SE3.Identity())
        else:
            add_link(made, link, X[link.get("name")])
    base = ET.SubElement(made, "joint", name="base", type="fixed")
    text(base, "parent", "world")
    text(base, "child", "stand")
    for urdf in robot.findall("joint"):
        joint = ET.SubElement(made, "joint", name=urdf.get("name"), type=urdf.get("type"))
        text(joint, "parent", urdf.find("parent").get("link"))
        name = urdf.find("child").get("link")
        text(joint, "child", "tip::hand" if name == "hand" else name)
        if urdf.find("axis") is None:
            continue
        axis = ET.SubElement(joint, "axis")
        text(axis, "xyz", urdf.find("axis").get("xyz"))
        if urdf.find("limit") is not None:
            limit = ET.SubElement(axis, "limit")
            for key in ("lower", "upper", "effort"):
                text(limit, key, urdf.find("limit").get(key))
        if urdf.find("dynamics") is not None:
            dynamics = ET.SubElement(axis, "dynamics")
            text(dynamics, "damping", urdf.find("dynamics").get("damping"))
    ET.indent(root)
    print("<!-- SPDX-License-Identifier: Apache-2.0 -->\n<!-- Made by scripts/make_import_reference.py -->")
    print(ET.tostring(root, encoding="unicode"))


if __name__ == "__main__":
    sdf(sys.argv[2]) if sys.argv[1] == "--sdf" else main(sys.argv[1])
