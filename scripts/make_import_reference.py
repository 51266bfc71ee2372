#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/importing/models/arm.reference.txt: what Pinocchio reads in arm.urdf.

    python3 -m venv venv && venv/bin/pip install pin numpy
    venv/bin/python scripts/make_import_reference.py tests/importing/models/arm.urdf > tests/importing/models/arm.reference.txt

For each of five states: the coordinates by joint, the place of every link's frame (position, then the rotation matrix by
rows), and the mass matrix by rows, joints in the order of the names given first. Numbers have 17 digits.
"""
import sys

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


if __name__ == "__main__":
    main(sys.argv[1])
