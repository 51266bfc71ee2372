# SPDX-License-Identifier: Apache-2.0
"""Prints what MuJoCo's compiler makes of an MJCF file, as one JSON object for read_mjcf.cpp. Usage: mjcf_reader.py FILE"""
import json
import sys

try:
    import mujoco
    import numpy as np
except ImportError as error:
    print(json.dumps({"missing": str(error)}))
    sys.exit(0)

SMALL = 1e-9  # share of a body's mass that a joint between two joints of one body gets


def numbers(values):
    return [float(x) for x in np.ravel(values)]


def pose(position, quaternion):
    return numbers(position) + numbers(quaternion)


class Reader:
    def __init__(self, m):
        self.m = m
        self.links, self.joints, self.loops, self.notes = [], [], [], []
        self.start = m.key_qpos[0] if m.nkey > 0 else m.qpos0
        if m.nkey > 0:
            self.note("added", "start of the joints", "the first keyframe of the file")

    def note(self, kind, what, why):
        self.notes.append({"kind": kind, "what": what, "why": why})

    def name(self, kind, i, otherwise):
        return mujoco.mj_id2name(self.m, kind, i) or f"{otherwise}_{i}"

    def body_name(self, i):
        return "world" if i == 0 else self.name(mujoco.mjtObj.mjOBJ_BODY, i, "body")

    def shape(self, g):
        m, kinds = self.m, mujoco.mjtGeom
        size, kind = numbers(m.geom_size[g]), m.geom_type[g]
        if kind == kinds.mjGEOM_PLANE:
            return {"plane": [0.0, 0.0, 1.0]}
        if kind == kinds.mjGEOM_SPHERE:
            return {"sphere": size[:1]}
        if kind == kinds.mjGEOM_CAPSULE:
            return {"capsule": [size[0], 2 * size[1]]}
        if kind == kinds.mjGEOM_CYLINDER:
            return {"cylinder": [size[0], 2 * size[1]]}
        if kind == kinds.mjGEOM_ELLIPSOID:
            return {"ellipsoid": size}
        if kind == kinds.mjGEOM_BOX:
            return {"box": [2 * x for x in size]}
        if kind == kinds.mjGEOM_MESH:
            mesh = m.geom_dataid[g]
            first, count = m.mesh_vertadr[mesh], m.mesh_vertnum[mesh]
            return {"hull": numbers(m.mesh_vert[first:first + count])}
        return None

    def collisions(self, b):
        m, found = self.m, []
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            if m.geom_contype[g] == 0 and m.geom_conaffinity[g] == 0:
                self.note("left out", "geom that touches nothing", "what is drawn only; Rigor shows the collision shapes")
                continue
            shape = self.shape(g)
            if shape is None:
                self.note("left out", "height field or signed distance field", "shapes of this kind are not simulated")
                continue
            found.append({"name": self.name(mujoco.mjtObj.mjOBJ_GEOM, g, "geom"), "shape": shape,
                          "pose": pose(m.geom_pos[g], m.geom_quat[g])})
        return found

    def joint(self, j):
        """One joint of a body: what does not depend on where its links are."""
        m = self.m
        q, v = m.jnt_qposadr[j], m.jnt_dofadr[j]
        made = {"name": self.name(mujoco.mjtObj.mjOBJ_JOINT, j, "joint"), "anchor": numbers(m.jnt_pos[j]),
                "axis": numbers(m.jnt_axis[j]), "damping": float(np.ravel(m.dof_damping[v])[0]),
                "friction": float(m.dof_frictionloss[v]), "armature": float(m.dof_armature[v]),
                "stiffness": float(np.ravel(m.jnt_stiffness[j])[0])}
        kind = m.jnt_type[j]
        if kind == mujoco.mjtJoint.mjJNT_FREE:
            made["kind"] = "free"
            if made["damping"] > 0 or made["friction"] > 0:
                self.note("left out", "damping of a free joint", "free bodies have none here")
            X = self.start[q:q + 7]
            made["pose"] = pose(X[:3], X[3:])
        elif kind == mujoco.mjtJoint.mjJNT_BALL:
            made["kind"] = "spherical"
            if m.jnt_limited[j]:
                self.note("left out", "limits of a ball joint", "ball joints have no limits here")
        else:
            made["kind"] = "revolute" if kind == mujoco.mjtJoint.mjJNT_HINGE else "prismatic"
            zero = float(m.qpos0[q])
            made["start"] = float(self.start[q]) - zero
            made["neutral"] = float(m.qpos_spring[q]) - zero
            if m.jnt_limited[j]:
                made["limits"] = [float(x) - zero for x in m.jnt_range[j]]
            if m.jnt_actfrclimited[j]:
                made["effort"] = float(np.max(np.abs(m.jnt_actfrcrange[j])))
        return made

    def universal(self, joints):
        """Two hinges of one body at one point and at a right angle."""
        a, b = joints
        hinges = a["kind"] == b["kind"] == "revolute" and not ("limits" in a or "limits" in b)
        plain = all(x[key] == 0 for x in joints for key in ("start", "stiffness", "friction")) and all(
            a[key] == b[key] for key in ("damping", "armature"))
        return hinges and plain and np.allclose(a["anchor"], b["anchor"], rtol=0, atol=1e-12) and abs(
            np.dot(a["axis"], b["axis"])) < 1e-9

    def add_body(self, b):
        m = self.m
        name, parent = self.body_name(b), self.body_name(m.body_parentid[b])
        mass = float(m.body_mass[b])
        inertia = {"mass": mass, "pose": pose(m.body_ipos[b], m.body_iquat[b]), "moments": numbers(m.body_inertia[b])}
        X = pose(m.body_pos[b], m.body_quat[b])
        own = [self.joint(j) for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b])]
        if len(own) == 2 and self.universal(own):
            own = [{**own[0], "kind": "universal", "second_axis": own[1]["axis"], "name": own[0]["name"] + "+" + own[1]["name"]}]
        if not own:
            own = [{"name": name, "kind": "fixed"}]
        for k, joint in enumerate(own):
            last = k == len(own) - 1
            child = name if last else f"{name}.{joint['name']}"
            self.joints.append({"pose": X if k == 0 else pose([0, 0, 0], [1, 0, 0, 0]), "parent": parent, "child": child, **joint})
            parent = child
            if not last:
                small = {"mass": SMALL * mass, "pose": inertia["pose"], "moments": [SMALL * x for x in inertia["moments"]]}
                self.links.append({"name": child, "inertia": small, "collisions": []})
                self.note("added", f"link {child}", "a body with several joints: each but the last carries a billionth of its mass")
        self.links.append({"name": name, "inertia": inertia if mass > 0 else None, "collisions": self.collisions(b)})

    def end_of(self, e, first):
        """The body that an equality constraint holds there, and where: (body, position, quaternion of a site or of the body)."""
        m, thing = self.m, int((self.m.eq_obj1id if first else self.m.eq_obj2id)[e])
        if int(m.eq_objtype[e]) == int(mujoco.mjtObj.mjOBJ_SITE):
            return int(m.site_bodyid[thing]), m.site_pos[thing], m.site_quat[thing]
        return thing, np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])

    def add_loop(self, e):
        """A `connect` is a ball joint, a `weld` a fixed one; MuJoCo's give way like springs, these do not."""
        m, data = self.m, self.m.eq_data[e]
        connects = int(m.eq_type[e]) == int(mujoco.mjtEq.mjEQ_CONNECT)
        (one, p_one, q_one), (two, p_two, q_two) = self.end_of(e, True), self.end_of(e, False)
        if int(m.eq_objtype[e]) == int(mujoco.mjtObj.mjOBJ_BODY):
            if connects:
                p_one, p_two = data[:3], data[3:6]
            else:
                p_one, p_two, q_one = data[3:6], data[:3], data[6:10]
        if one == two:
            return
        if two == 0:  # the world is nobody's child
            one, p_one, q_one, two, p_two, q_two = two, p_two, q_two, one, p_one, q_one
        name = self.name(mujoco.mjtObj.mjOBJ_EQUALITY, e, "loop")
        made = {"name": name, "parent": self.body_name(one), "child": self.body_name(two)}
        if connects:
            made |= {"kind": "spherical", "pose": pose(p_one - p_two, [1, 0, 0, 0]), "anchor": numbers(p_two), "axis": [1.0, 0.0, 0.0]}
        else:  # the two frames coincide: X = (one) (two)^-1
            back, turn, arm = np.zeros(4), np.zeros(4), np.zeros(3)
            mujoco.mju_negQuat(back, q_two)
            mujoco.mju_mulQuat(turn, q_one, back)
            mujoco.mju_rotVecQuat(arm, p_two, turn)
            made |= {"kind": "fixed", "pose": pose(p_one - arm, turn)}
        self.loops.append(made)
        self.note("approximated", f"equality constraint {name}", "MuJoCo's gives way like a spring; this one closes a loop exactly")

    def add_loops(self):
        m = self.m
        for e in range(m.neq):
            if int(m.eq_type[e]) not in (int(mujoco.mjtEq.mjEQ_CONNECT), int(mujoco.mjtEq.mjEQ_WELD)):
                self.note("left out", "equality constraint", "couplings of joints and tendons are not simulated")
            elif not m.eq_active0[e]:
                self.note("left out", "equality constraint", "it is not active at the start")
            else:
                self.add_loop(e)

    def exclusions(self):
        m, pairs = self.m, []
        for signature in m.exclude_signature:
            pairs.append([self.body_name(int(signature) >> 16), self.body_name(int(signature) & 0xFFFF)])
        groups = []
        for b in range(m.nbody):
            geoms = range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b])
            groups.append([(int(m.geom_contype[g]), int(m.geom_conaffinity[g])) for g in geoms
                           if m.geom_contype[g] or m.geom_conaffinity[g]])
        for a in range(m.nbody):
            for b in range(a + 1, m.nbody):
                met = any((x[0] & y[1]) or (y[0] & x[1]) for x in groups[a] for y in groups[b])
                if groups[a] and groups[b] and not met:
                    pairs.append([self.body_name(a), self.body_name(b)])
        return pairs

    def left_out(self):
        m = self.m
        for count, what, why in (
                (m.nu, "actuator", "actuators are not imported; --hold puts motors at the joints"),
                (m.ntendon, "tendon", "tendons are not simulated"), (m.nsensor, "sensor", "sensors are not simulated"),
                (m.nflex, "flexible body", "bodies are rigid here"), (m.npair, "contact pair with its own settings", "contacts are rigid here"),
                (m.ncam, "camera", "cameras are not simulated"), (m.nlight, "light", "lights are not simulated")):
            for _ in range(count):
                self.note("left out", what, why)
        if m.ngeom:
            self.note("left out", "friction and softness of geoms", "contacts are rigid, all surfaces have the friction of --mu")
        if m.opt.density or m.opt.viscosity or np.any(m.opt.wind):
            self.note("left out", "wind and drag", "there is no air here")
        if np.any(m.body_gravcomp):
            self.note("left out", "gravity compensation", "gravity acts on everything here")

    def run(self):
        self.links.append({"name": "world", "inertia": None, "collisions": self.collisions(0)})
        self.joints.append({"name": "world", "kind": "fixed", "parent": "", "child": "world"})
        for b in range(1, self.m.nbody):
            self.add_body(b)
        self.add_loops()
        self.left_out()
        title = self.m.names[:self.m.names.find(b"\0")].decode("utf-8", "replace")
        return {"name": title or "model", "gravity": numbers(self.m.opt.gravity), "links": self.links, "joints": self.joints,
                "loops": self.loops, "exclusions": self.exclusions(), "notes": self.notes, "mujoco": mujoco.__version__}


try:
    print(json.dumps(Reader(mujoco.MjModel.from_xml_path(sys.argv[1])).run(), allow_nan=False))
except (ValueError, RuntimeError, OSError) as error:
    print(json.dumps({"error": str(error)}))
