#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/dynamics/reference.txt: random trees computed by Pinocchio and by MuJoCo.

    python3 -m venv venv && venv/bin/pip install pin mujoco numpy
    venv/bin/python scripts/make_dynamics_reference.py tests/dynamics/reference.txt

The trees are those of tests/dynamics/random_tree.hpp, drawn here by the same generator in the same order, so the file
holds results only: for each tree and library the bias h(q, v), the accelerations M^-1 (efforts - h), and M x, in our
conventions (world-frame velocities of free joints, parent-frame ones of spherical joints), as the 16 hexadecimal
digits of each double.
"""
import argparse
import math
import struct
import sys

import mujoco
import numpy as np
import pinocchio as pin

FIXED, REVOLUTE, PRISMATIC, UNIVERSAL, SPHERICAL, PLANAR, FREE = range(7)
VELOCITIES = [0, 1, 1, 2, 3, 3, 6]
MASK = (1 << 64) - 1


class Random:
    """PCG32 and the distributions of src/rigor/random.hpp."""

    def __init__(self, seed, stream):
        self.state = 0
        self.increment = (stream << 1 | 1) & MASK
        self.bits()
        self.state = (self.state + seed) & MASK
        self.bits()

    def bits(self):
        old = self.state
        self.state = (old * 6364136223846793005 + self.increment) & MASK
        shifted = (((old >> 18) ^ old) >> 27) & 0xFFFFFFFF
        turn = old >> 59
        return ((shifted >> turn) | (shifted << ((32 - turn) & 31))) & 0xFFFFFFFF

    def unit(self):
        high = self.bits() >> 5
        low = self.bits() >> 6
        return float(high << 26 | low) * 2.0**-53

    def uniform(self, low, high):
        return low + (high - low) * self.unit()

    def index(self, count):
        return (self.bits() * count) >> 32


def vector(random, size):
    return [random.uniform(-size, size) for _ in range(3)]


def direction(random):
    while True:
        x, y, z = vector(random, 1.0)
        s = x * x + y * y + z * z
        if 0.01 <= s <= 1.0:
            length = math.sqrt(s)
            return [x / length, y / length, z / length]


def perpendicular(random, a):
    while True:
        b = direction(random)
        along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
        if abs(along) > 0.9:
            continue
        c = [b[i] - along * a[i] for i in range(3)]
        length = math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2])
        return [value / length for value in c]


def rotation(random):
    while True:
        w = random.uniform(-1.0, 1.0)
        x, y, z = vector(random, 1.0)
        s = w * w + x * x + y * y + z * z
        if 0.01 <= s <= 1.0:
            length = math.sqrt(s)
            return [w / length, x / length, y / length, z / length]


def matrix(quaternion):
    w, x, y, z = quaternion
    return pin.Quaternion(w, x, y, z).toRotationMatrix()


class Link:
    """One link, and where its joint starts in q and v. A planar joint's axes are the columns of `turn`."""


def draw_link(random, i, q):
    link = Link()
    link.parent = -1
    if i > 0:
        link.parent = i - 1 if random.unit() < 0.5 else random.index(i)
    link.kind = random.index(7) if i == 0 else 1 + random.index(5) if i == 1 else random.index(6)
    link.axes = []
    if link.kind in (REVOLUTE, PRISMATIC):
        link.axes = [direction(random)]
    if link.kind in (UNIVERSAL, PLANAR):
        first = direction(random)
        link.axes = [first, perpendicular(random, first)]
    link.rotation, link.translation = [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    if link.kind != FREE:
        link.rotation = rotation(random)
        link.translation = vector(random, 0.7)
    link.mass = random.uniform(0.2, 2.0)
    link.com = vector(random, 0.3)
    a, b, c = [link.mass * random.uniform(0.01, 0.1) for _ in range(3)]
    link.moments = [b + c, a + c, a + b]
    link.principal = rotation(random)
    link.armature = random.uniform(0.0, 0.1) if REVOLUTE <= link.kind <= UNIVERSAL else 0.0
    link.q = len(q)
    if link.kind == FREE:
        q += vector(random, 2.0)
    if link.kind in (SPHERICAL, FREE):
        q += rotation(random)
    else:
        q += [random.uniform(-1.5, 1.5) for _ in range(VELOCITIES[link.kind])]
    return link


class Tree:
    def __init__(self, index):
        random = Random(index, 17)
        q = []
        count = 2 + random.index(29)
        self.links = [draw_link(random, i, q) for i in range(count)]
        self.size = 0
        for link in self.links:
            link.v = self.size
            self.size += VELOCITIES[link.kind]
        self.gravity = np.array(vector(random, 10.0))
        self.q = np.array(q)
        self.v = np.array([random.uniform(-2.0, 2.0) for _ in range(self.size)])
        self.efforts = np.array([random.uniform(-5.0, 5.0) for _ in range(self.size)])
        self.x = np.array([random.uniform(-1.0, 1.0) for _ in range(self.size)])


def link_turn(link):
    """Axes of a planar joint as columns: there the library's link frame is ours turned by this."""
    if link.kind != PLANAR:
        return np.eye(3)
    x, y = np.array(link.axes[0]), np.array(link.axes[1])
    return np.column_stack([x, y, np.cross(x, y)])


def depth_first(tree, i=0):
    """Indices of the links in the order that Pinocchio's mass matrix needs: subtrees contiguous."""
    yield i
    for j, link in enumerate(tree.links):
        if link.parent == i:
            yield from depth_first(tree, j)


def with_pinocchio(tree):
    """(bias, accelerations, M x) in our conventions."""
    model = pin.Model()
    model.gravity.linear = tree.gravity
    joint_of, place_of = {}, {}  # joint that carries the link; the link's frame in the joint's moving frame
    armature = {}
    for i in depth_first(tree):
        link = tree.links[i]
        parent = 0 if link.parent < 0 else joint_of[link.parent]
        X_PJ = pin.SE3(matrix(link.rotation), np.array(link.translation))
        if link.parent >= 0:
            X_PJ = place_of[link.parent] * X_PJ
        turn = pin.SE3(link_turn(link), np.zeros(3))
        axes = [np.array(axis) for axis in link.axes]
        if link.kind == FIXED:
            joint_of[i] = parent
            place_of[i] = X_PJ
        else:
            joint = {
                REVOLUTE: lambda: pin.JointModelRevoluteUnaligned(axes[0]),
                PRISMATIC: lambda: pin.JointModelPrismaticUnaligned(axes[0]),
                UNIVERSAL: lambda: pin.JointModelUniversal(axes[0], axes[1]),
                SPHERICAL: pin.JointModelSpherical,
                PLANAR: pin.JointModelPlanar,
                FREE: pin.JointModelFreeFlyer,
            }[link.kind]()
            joint_of[i] = model.addJoint(parent, joint, X_PJ * turn, str(i))
            place_of[i] = turn.inverse()
            armature[i] = link.armature
        R = matrix(link.principal)
        inertia = pin.Inertia(link.mass, np.array(link.com), R @ np.diag(link.moments) @ R.T)
        model.appendBodyToJoint(joint_of[i], inertia, place_of[i])
    q, v, rates = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    T = np.zeros((model.nv, tree.size))  # v_library = T v_ours
    for i, link in enumerate(tree.links):
        if link.kind == FIXED:
            continue
        n = VELOCITIES[link.kind]
        iq, iv = model.joints[joint_of[i]].idx_q, model.joints[joint_of[i]].idx_v
        ours, ours_v = tree.q[link.q:], tree.v[link.v:link.v + n]
        block = np.eye(n)
        if link.kind in (REVOLUTE, PRISMATIC, UNIVERSAL):
            q[iq:iq + n] = ours[:n]
        if link.kind == SPHERICAL:
            q[iq:iq + 4] = ours[[1, 2, 3, 0]]
            block = matrix(ours[:4]).T
        if link.kind == FREE:
            q[iq:iq + 7] = ours[[0, 1, 2, 4, 5, 6, 3]]
            block = np.kron(np.eye(2), matrix(ours[3:7]).T)
        if link.kind == PLANAR:
            c, s = math.cos(ours[2]), math.sin(ours[2])
            q[iq:iq + 4] = [ours[0], ours[1], c, s]
            block[:2, :2] = [[c, s], [-s, c]]
        T[iv:iv + n, link.v:link.v + n] = block
        v[iv:iv + n] = block @ ours_v
        # The library's dv/dt when ours is zero: its axes turn with the body.
        if link.kind == FREE:
            rates[iv:iv + 3] = -np.cross(v[iv + 3:iv + 6], v[iv:iv + 3])
        if link.kind == PLANAR:
            rates[iv:iv + 2] = [v[iv + 2] * v[iv + 1], -v[iv + 2] * v[iv]]
        model.armature[iv:iv + n] = armature[i]
    data = model.createData()
    M = pin.crba(model, data, q).copy()
    M = np.triu(M) + np.triu(M, 1).T
    bias = T.T @ pin.rnea(model, data, q, v, rates)
    to_library = np.linalg.inv(T).T  # block-orthogonal
    vdot = pin.aba(model, data, q, v, to_library @ tree.efforts)
    return bias, T.T @ (vdot - rates), T.T @ (M @ (T @ tree.x))


def numbers(values):
    return " ".join(repr(float(value)) for value in values)


def mujoco_joints(link):
    axes = [f'axis="{numbers(axis)}"' for axis in link.axes]
    armature = f'armature="{link.armature!r}"'
    if link.kind == REVOLUTE:
        return f'<joint type="hinge" {axes[0]} {armature}/>'
    if link.kind == PRISMATIC:
        return f'<joint type="slide" {axes[0]} {armature}/>'
    if link.kind == UNIVERSAL:
        return "".join(f'<joint type="hinge" {axis} {armature}/>' for axis in axes)
    if link.kind == SPHERICAL:
        return '<joint type="ball"/>'
    if link.kind == PLANAR:
        normal = numbers(np.cross(link.axes[0], link.axes[1]))
        return f'<joint type="slide" {axes[0]}/><joint type="slide" {axes[1]}/><joint type="hinge" axis="{normal}"/>'
    return '<freejoint/>' if link.kind == FREE else ''


def mujoco_body(tree, i):
    link = tree.links[i]
    children = "".join(mujoco_body(tree, j) for j in range(len(tree.links)) if tree.links[j].parent == i)
    return (f'<body name="{i}" pos="{numbers(link.translation)}" quat="{numbers(link.rotation)}">'
            f'<inertial pos="{numbers(link.com)}" quat="{numbers(link.principal)}" mass="{link.mass!r}" '
            f'diaginertia="{numbers(link.moments)}"/>{mujoco_joints(link)}{children}</body>')


def with_mujoco(tree):
    """(bias, accelerations, M x) in our conventions."""
    text = (f'<mujoco><compiler angle="radian" autolimits="false"/><option gravity="{numbers(tree.gravity)}"/>'
            f'<worldbody>{mujoco_body(tree, 0)}</worldbody></mujoco>')
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    T = np.zeros((model.nv, tree.size))
    for i, link in enumerate(tree.links):
        n = VELOCITIES[link.kind]
        if n == 0:
            continue
        body = model.body(str(i)).id
        iv = model.body_dofadr[body]
        iq = model.jnt_qposadr[model.body_jntadr[body]]
        size = {SPHERICAL: 4, FREE: 7}.get(link.kind, n)
        data.qpos[iq:iq + size] = tree.q[link.q:link.q + size]
        block = np.eye(n)
        if link.kind in (SPHERICAL, FREE):
            block[n - 3:, n - 3:] = matrix(tree.q[link.q + size - 4:link.q + size]).T
        T[iv:iv + n, link.v:link.v + n] = block
    data.qvel[:] = T @ tree.v
    data.qfrc_applied[:] = np.linalg.inv(T).T @ tree.efforts
    mujoco.mj_forward(model, data)
    product = np.zeros(model.nv)
    mujoco.mj_mulM(model, data, product, T @ tree.x)
    return T.T @ data.qfrc_bias, T.T @ data.qacc, T.T @ product


def line(name, values):
    return name + " " + "".join(struct.pack(">d", float(value)).hex() for value in values)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    worst = 0.0
    with open(options.output, "w", encoding="ascii") as out:
        out.write("# SPDX-License-Identifier: Apache-2.0\n")
        out.write(f"# Made by scripts/make_dynamics_reference.py with Pinocchio {pin.__version__} "
                  f"and MuJoCo {mujoco.__version__}.\n")
        for index in range(options.first, options.first + options.count):
            tree = Tree(index)
            out.write(f"tree {index} {tree.size}\n")
            results = {"pinocchio": with_pinocchio(tree), "mujoco": with_mujoco(tree)}
            for library, (bias, vdot, product) in results.items():
                for name, values in (("bias", bias), ("vdot", vdot), ("product", product)):
                    out.write(line(f"{library}.{name}", values) + "\n")
            for a, b in zip(results["pinocchio"], results["mujoco"]):
                worst = max(worst, np.linalg.norm(a - b) / np.linalg.norm(a))
    print(f"{options.count} trees; the libraries differ by at most {worst:.2e} relative", file=sys.stderr)


if __name__ == "__main__":
    main()
