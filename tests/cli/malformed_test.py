#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Malformed scenes, written by hand and made by a seeded mutator: each is refused with exit code 3 and with file, line
and rule, in bounded time and memory. RIGOR_MUTANTS sets how many are made (200 in the normal tests)."""
import copy
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import unittest

RIGOR = pathlib.Path(sys.argv.pop(1)).resolve()
SCENES = pathlib.Path(sys.argv.pop(1)).resolve()
MUTANTS = int(os.environ.get("RIGOR_MUTANTS", "200"))
MEMORY = 4 << 30
SANITIZED = b"__asan_init" in RIGOR.read_bytes()  # its shadow memory is larger than any limit
SECONDS = 100 if SANITIZED else 10  # of processor time, for one scene

BASE = """rigor_scene: 1
name: base
gravity: [0, 0, -9.81]
law: no_slip
method: oracle
seed: 1
stop: {time: 1, at_rest: true, events: 100, segments: 100}
tolerances: {tol: 1.0e-10, skin: 1.0e-8, beta: 0.01}
start_tolerance: 2.0e-8
jam: bond_break
indeterminate: continue
normal_split: equal_stiffness
surfaces: {default: {restitution: 0.1, mu: 0.2, viscosity: 0.3}, pairs: [{between: [wood, default], mu: 0.5}]}
half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]
bodies:
  - {name: a, shape: {box: [1, 1, 1]}, mass: 1, com: [0, 0, 0], inertia: [0.2, 0.2, 0.2], pose: {position: [0, 0, 5], quat_wxyz: [1, 0, 0, 0]}, velocity: {linear: [0, 0, 1], angular: [1, 0, 0]}}
  - {name: b, shape: {prism: {sides: 6, radius: 0.5, height: 1}}, density: 10, surface: wood, pose: {position: [5, 0, 5], axis: [0, 1, 0], angle: 0.5}}
  - {name: c, pieces: [{name: p, shape: {icosahedron: {radius: 0.5}}, density: 2, pose: {position: [0, 0, 0.1]}}, {shape: {spherical: {radius: 0.3, vertices: 20}}, density: 3}], random: {position: {min: [9, 0, 5], max: [10, 0, 6]}, rotation: uniform}}
  - {name: d, shape: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, fixed: true, pose: {position: [-5, 0, 1]}}
  - {name: e, shape: {box: [1, 1, 1]}, driven: {axis: [0, 0, 1], knots: [{time: 0, position: [0, 9, 5], angle: 0}, {time: 1, position: [0, 9, 6], angle: 1}]}}
  - {name: f, shape: {box: [1, 1, 1]}, driven: {linear: [0, 0, 1], angular: [0, 0, 1]}, pose: {position: [0, -9, 5]}}
exclusions: [{between: [a, b], reason: they never meet}]
mechanisms:
  - name: m
    links:
      - {name: g, parent: d, shape: {box: [0.1, 0.1, 1]}, mass: 1, joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 9]}, anchor: [0, 0, 0.5], coordinates: 0.5, velocities: [1], limits: [-1, 1], stiffness: 2, neutral: 0.1, damping: 0.1, armature: 0.01}}}
      - {name: h, parent: g, shape: {box: [0.1, 0.1, 0.1]}, density: 9, joint: {spherical: {pose: {position: [0, 0, -1]}, coordinates: [1, 0, 0, 0], velocities: [0, 1, 0]}}}
      - {name: i, parent: h, shape: {box: [0.1, 0.1, 0.1]}, density: 9, joint: {universal: {axis: [1, 0, 0], second_axis: [0, 1, 0], pose: {position: [0, 0, -1]}}}}
forces:
  - {body: a, force: [1, 0, 0], torque: [0, 0, 1], at: [0, 0, 0.5], axes: body, from: 0.1, until: 0.5}
  - {body: b, knots: [{time: 0, force: [0, 0, 1], torque: [0, 0, 0]}, {time: 1, force: [0, 0, 9], torque: [0, 1, 0]}]}
"""


def body(lines, top="stop: {time: 1}"):
    return (f"rigor_scene: 1\ngravity: [0, 0, -9.81]\nlaw: no_slip\n{top}\n"
            f"half_spaces: [{{name: ground, normal: [0, 0, 1], offset: 0}}]\nbodies:\n  - name: die\n{lines}")


def shape(text, rest="    density: 1\n    pose: {position: [0, 0, 5]}\n"):
    return body(f"    shape: {text}\n{rest}")


def hand_made():
    """(name, text) of scenes that people and programs get wrong."""
    box = "    shape: {box: [1, 1, 1]}\n"
    up = "    pose: {position: [0, 0, 5]}\n"
    whole = body(box + "    mass: 1\n" + up)
    cases = {"empty": "", "comment only": "# nothing\n", "null": "~\n", "number": "3\n", "list": "- 1\n", "text": "hello\n",
             "two documents": whole + "---\n" + whole, "alias": whole + "x: &a 1\ny: *a\n",
             "alias bomb": "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
                 f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)),
             "merge key": "a: &a {x: 1}\n" + whole + "<<: *a\n", "tag": whole.replace("mass: 1", "mass: !!float 1"),
             "deep nesting": "a: " + "[" * 100000, "deep maps": "".join("  " * i + "a:\n" for i in range(500)),
             "deep flow": "{a: " * 50000, "nul byte": whole + "\0", "tabs": whole.replace("    mass", "\tmass"),
             "unclosed": whole.replace("[1, 1, 1]}", "[1, 1, 1"), "binary": bytes(range(256)) * 40,
             "not utf8": whole.encode() + b"name: \xff\xfe\n", "twice": whole + "law: viscous\n",
             "many keys": whole + "".join(f"k{i}: 1\n" for i in range(5000)),
             "long key": whole + "k" * 100000 + ": 1\n", "long value": whole.replace("die", "d" * 100000),
             "million": whole + "x: [" + "1," * 1100000 + "1]\n",
             "complex key": whole + "? [a, b]\n: 1\n", "windows path": whole.replace("law: no_slip", "law: C:\\x")}
    for key in ("rigor_scene", "gravity", "stop", "bodies"):
        cases["without " + key] = re.sub(rf"^{key}:.*\n" if key != "bodies" else r"^bodies:(.|\n)*", "", whole, flags=re.M)
    for old, new in (("rigor_scene: 1", "rigor_scene: 2"), ("rigor_scene: 1", "rigor_scene: one"), ("[0, 0, -9.81]", "[0, 0]"),
                     ("[0, 0, -9.81]", "-9.81"), ("-9.81", ".nan"), ("-9.81", ".inf"), ("-9.81", "-.inf"), ("-9.81", "nan"),
                     ("-9.81", "-9,81"), ("-9.81", "\"-9.81\""), ("-9.81", "-9.81 m/s2"), ("-9.81", "1e400"), ("-9.81", "0x10"),
                     ("-9.81", "1e7"), ("no_slip", "noslip"), ("no_slip", "[no_slip]"), ("no_slip", "NO_SLIP"),
                     ("time: 1", "time: 0"), ("time: 1", "time: -1"), ("time: 1", "time: 1 s"), ("time: 1", "tme: 1"),
                     ("{time: 1}", "1"), ("{time: 1}", "{time: 1, events: 0}"), ("{time: 1}", "{time: 1, events: 1.5}"),
                     ("{time: 1}", "{time: 1, wall_time: -3}"), ("{time: 1}", "{time: 1, at_rest: yes}"),
                     ("mass: 1", "mass: 0"), ("mass: 1", "mass: -1"), ("mass: 1", "mass: 1 kg"), ("mass: 1", "mass: 1kg"),
                     ("mass: 1", "mass: 1e31"), ("mass: 1", "density: 0"), ("mass: 1", "density: -7800"), ("    mass: 1\n", ""),
                     ("mass: 1", "mass: 1\n    density: 1"), ("mass: 1", "mass: 1\n    com: [0, 0, 0]"),
                     ("mass: 1", "density: 1\n    inertia: [1, 1, 1]"), ("mass: 1", "mass: 1\n    com: [0, 0, 0]\n    inertia: [1, 1, 9]"),
                     ("mass: 1", "mass: 1\n    com: [0, 0, 0]\n    inertia: [-1, 1, 1]"),
                     ("mass: 1", "mass: 1\n    com: [0, 0, 0]\n    inertia: [[1, 0, 0], [0, 1, 0]]"),
                     ("mass: 1", "mass: 1\n    fixed: true"), ("mass: 1", "fixed: true"),
                     ("name: die", "nam: die"), ("name: die", "name: a b"), ("name: die", "name: ../x"), ("name: die", "name: ''"),
                     ("name: die", "name: ground"), ("[0, 0, 5]", "[0, 0, 0]"), ("[0, 0, 5]", "[0, 0, 0.49]"),
                     ("[0, 0, 5]", "[0, 0, 1e9]"), ("[0, 0, 5]", "[0, 0, -1e9]"), ("[0, 0, 5]", "[0, 0, 5, 5]"),
                     ("[0, 0, 5]}", "[0, 0, 5], quat_wxyz: [0, 0, 0, 0]}"), ("[0, 0, 5]}", "[0, 0, 5], quat_wxyz: [1, 0, 0]}"),
                     ("[0, 0, 5]}", "[0, 0, 5], axis: [0, 0, 1]}"), ("[0, 0, 5]}", "[0, 0, 5], angle: 1}"),
                     ("[0, 0, 5]}", "[0, 0, 5], axis: [0, 0, 0], angle: 1}"),
                     ("[0, 0, 5]}", "[0, 0, 5], axis: [0, 0, 1], angle: 90 deg}"),
                     ("[0, 0, 5]}", "[0, 0, 5], axis: [0, 0, 1], angle: 1, quat_wxyz: [1, 0, 0, 0]}"),
                     ("[0, 0, 5]}", "[0, 0, 5]}\n    velocity: {linear: [1e9, 0, 0]}"),
                     ("[0, 0, 5]}", "[0, 0, 5]}\n    velocity: [1, 0, 0]"), ("[0, 0, 5]}", "[0, 0, 5]}\n    random: {}"),
                     ("normal: [0, 0, 1]", "normal: [0, 0, 0]"), ("offset: 0", "offset: 1e9"), ("offset: 0", "ofset: 0"),
                     ("offset: 0", "offset: 0, point: [0, 0, 0]"), (", offset: 0", ""), ("normal: [0, 0, 1], ", ""),
                     ("stop:", "seed: -1\nstop:"), ("stop:", "seed: 1.5\nstop:"), ("stop:", "name: a/b\nstop:"),
                     ("stop:", "description: [1]\nstop:"), ("stop:", "method: euler\nstop:"), ("stop:", "jam: ignore\nstop:"),
                     ("stop:", "indeterminate: maybe\nstop:"), ("stop:", "start_tolerance: 1\nstop:"),
                     ("stop:", "start_tolerance: -1\nstop:"), ("stop:", "tolerances: {tol: 0}\nstop:"),
                     ("stop:", "tolerances: {skin: 1}\nstop:"), ("stop:", "tolerances: {skin: 0}\nstop:"),
                     ("stop:", "tolerances: {beta: 0.02}\nstop:"), ("stop:", "tolerances: {epsilon: 1}\nstop:"),
                     ("stop:", "surfaces: {default: {restitution: 1.1}}\nstop:"),
                     ("stop:", "surfaces: {default: {mu: -1}}\nstop:"), ("stop:", "surfaces: {rubber: {mu: 1}}\nstop:"),
                     ("stop:", "surfaces: {pairs: [{between: [a]}]}\nstop:"),
                     ("stop:", "surfaces: {pairs: [{between: [default, woood]}]}\nstop:"),
                     ("stop:", "surfaces: {pairs: [{mu: 1}]}\nstop:"), ("stop:", "surfaces: 1\nstop:"),
                     ("stop:", "surfaces: {pairs: [{between: [default, default]}, {between: [default, default]}]}\nstop:"),
                     ("stop:", "include: [none.yaml]\nstop:"), ("stop:", "include: [/etc/passwd]\nstop:"),
                     ("stop:", "include: [../../etc/passwd]\nstop:"), ("stop:", "include: [scene.yaml]\nstop:"),
                     ("stop:", "include: none.yaml\nstop:"), ("stop:", "parameters: {x: 1}\nstop:"),
                     ("mass: 1", "mass: $m"), ("stop:", "parameters: {a: $b, b: 1}\nstop:")):
        assert old in whole, old
        cases[f"{old} -> {new}"] = whole.replace(old, new, 1)
    for text in ("{box: [1, 1]}", "{box: [1, 1, 0]}", "{box: [1, 1, -1]}", "{box: [1, 1, 1e-9]}", "{box: [1, 1, 1e6]}", "{box: 1}",
                 "{cube: 1}", "{box: [1, 1, 1], prism: {}}", "{}", "box", "[1, 1, 1]", "{prism: {sides: 2, radius: 1, height: 1}}",
                 "{prism: {sides: 3.5, radius: 1, height: 1}}", "{prism: {sides: 99999, radius: 1, height: 1}}",
                 "{prism: {sides: 3, radius: 1}}", "{tetrahedron: {}}", "{tetrahedron: {radius: 1, edge: 1}}", "{sphere: {radius: 1}}",
                 "{spherical: {radius: 1, vertices: 3}}", "{spherical: {radius: 1, vertices: 1000000000}}", "{vertices: []}",
                 "{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}", "{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}",
                 "{vertices: [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]}", "{vertices: [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]]}",
                 "{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, .nan]]}", "{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0]]}",
                 "{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1e-11]]}",
                 "{mesh: {file: none.obj}}", "{mesh: {file: /etc/passwd}}", "{mesh: {file: ../../../etc/passwd}}",
                 "{mesh: {file: scene.yaml}}", "{mesh: {file: corner.obj}}", "{mesh: {file: open.obj}}", "{mesh: {file: bad.obj}}",
                 "{mesh: {file: bad.stl}}", "{mesh: {file: bad.ply}}", "{mesh: {file: bad.dae}}", "{mesh: {file: huge.stl}}",
                 "{mesh: {file: empty.obj}}", "{mesh: {file: flat.obj}}", "{mesh: {file: cube.obj, scale: -1}}",
                 "{mesh: {file: cube.obj, scale: 1e9}}", "{mesh: {file: cube.obj, scale: 1e-8}}", "{mesh: {}}", "{mesh: cube.obj}",
                 "{mesh: {file: cube.obj, hull: maybe}}", "{mesh: {file: link.obj}}", "{mesh: {file: many.obj, hull: true}}",
                 "{mesh: {file: folder.obj}}"):
        cases["shape " + text] = shape(text)
    ramp = "knots: [{time: 0, force: [0, 0, 1]}, {time: 1, force: [0, 0, 2]}]"
    for text in ("1", "{}", "[]\n  - 1", "[1]", "[{}]", "[{body: die}]", "[{force: [1, 0, 0]}]", "[{body: dye, force: [1, 0, 0]}]",
                 "[{body: ground, force: [1, 0, 0]}]", "[{body: [die], force: [1, 0, 0]}]", "[{body: die, force: 20}]",
                 "[{body: die, force: [20 N, 0, 0]}]", "[{body: die, force: [.inf, 0, 0]}]", "[{body: die, force: [1e300, 0, 0]}]",
                 "[{body: die, torque: [0, 0]}]", "[{body: die, moment: [0, 0, 1]}]", "[{body: die, force: [1, 0, 0], at: centre}]",
                 "[{body: die, force: [1, 0, 0], at: [1e9, 0, 0]}]", "[{body: die, force: [1, 0, 0], axes: link}]",
                 "[{body: die, force: [1, 0, 0], from: -1}]", "[{body: die, force: [1, 0, 0], from: 3, until: 2}]",
                 "[{body: die, force: [1, 0, 0], until: 1 s}]", "[{body: die, knots: []}]", "[{body: die, knots: 3}]",
                 "[{body: die, knots: [{time: 0, force: [1, 0, 0]}]}]", f"[{{body: die, force: [1, 0, 0], {ramp}}}]",
                 f"[{{body: die, until: 3, {ramp}}}]", "[{body: die, knots: [{time: 0, force: [1, 0, 0]}, {time: 0, force: [0, 0, 0]}]}]",
                 "[{body: die, knots: [{time: 1, force: [1, 0, 0]}, {time: 0, force: [0, 0, 0]}]}]",
                 "[{body: die, knots: [{force: [1, 0, 0]}, {time: 1, force: [0, 0, 0]}]}]",
                 "[{body: die, knots: [{time: 0}, {time: 1}]}]", "[" + "{body: die, force: [1, 0, 0]}," * 10001 + "]"):
        cases["forces " + text] = whole.replace("stop:", f"forces: {text}\nstop:")
    cases["force on a fixed body"] = whole.replace("stop:", "forces: [{body: w, force: [1, 0, 0]}]\nstop:") + (
        "  - {name: w, shape: {box: [1, 1, 1]}, fixed: true, pose: {position: [9, 0, 5]}}\n")
    for text in ("1", "[1]", "[{}]", "[{between: [die, ground]}]", "[{between: [die], reason: a}]", "[{between: [die, die], reason: a}]",
                 "[{between: [die, grond], reason: a}]", "[{between: die, reason: a}]", "[{between: [die, ground], reason: ''}]",
                 "[{between: [die, ground], reason: [a]}]", "[{between: [die, ground], reason: " + "a" * 300 + "}]",
                 "[{between: [die, ground], reason: a}, {between: [ground, die], reason: b}]",
                 "[{between: [die, ground], because: a}]"):
        cases["exclusions " + text] = whole.replace("stop:", f"exclusions: {text}\nstop:")
    for text in ("1", "[]", "{}", "{linear: 1}", "{linear: [1e9, 0, 0]}", "{linear: [1, 0, 0], knots: []}", "{knots: []}", "{knots: 1}",
                 "{axis: [0, 0, 1]}", "{axis: [0, 0, 0], knots: [{time: 0, position: [9, 0, 5]}, {time: 1, position: [9, 0, 6]}]}",
                 "{knots: [{time: 0, position: [9, 0, 5]}]}", "{knots: [{time: 0}, {time: 1}]}",
                 "{knots: [{time: 1, position: [9, 0, 5]}, {time: 1, position: [9, 0, 6]}]}",
                 "{knots: [{time: -1, position: [9, 0, 5]}, {time: 1, position: [9, 0, 6]}]}",
                 "{knots: [{time: 0, position: [9, 0, 5], angle: 90 deg}, {time: 1, position: [9, 0, 6]}]}",
                 "{knots: [{time: 0, position: [9, 0, 1e9]}, {time: 1, position: [9, 0, 6]}]}", "{speed: [1, 0, 0]}"):
        cases["driven " + text] = whole + f"  - {{name: w, shape: {{box: [1, 1, 1]}}, pose: {{position: [9, 0, 5]}}, driven: {text}}}\n"
    cases["driven with mass"] = whole + "  - {name: w, shape: {box: [1, 1, 1]}, mass: 1, driven: {linear: [1, 0, 0]}, pose: {position: [9, 0, 5]}}\n"
    cases["driven and fixed"] = whole + "  - {name: w, shape: {box: [1, 1, 1]}, fixed: true, driven: {linear: [1, 0, 0]}, pose: {position: [9, 0, 5]}}\n"
    for text in ("1", "{}", "[1]", "[{}]", "[{name: m}]", "[{name: m, links: 1}]", "[{name: m, links: []}]", "[{name: m, links: [1]}]",
                 "[{name: m, links: [{}]}]", "[{name: m, joints: []}]", "[" + "{}," * 10001 + "]"):
        cases["mechanisms " + text] = whole.replace("stop:", f"mechanisms: {text}\nstop:")
    pin = "{revolute: {axis: [0, 1, 0]}}"
    for text in ("", "joint: " + pin, f"joint: {pin}, mass: 0", f"joint: {pin}, mass: 1, parent: die", f"joint: {pin}, mass: 1, parent: l",
                 f"joint: {pin}, mass: 1, parent: none", f"joint: {pin}, mass: 1, pose: {{}}", f"joint: {pin}, mass: 1, fixed: true",
                 f"joint: {pin}, mass: 1, driven: {{}}", f"joint: {pin}, mass: 1, name: die", "joint: 1, mass: 1", "joint: {}, mass: 1",
                 "joint: revolute, mass: 1", "joint: {hinge: {}}, mass: 1", "joint: {spherical: {}, free: {}}, mass: 1",
                 "joint: {spherical: 1}, mass: 1", "joint: {free: {pose: {}}}, mass: 1"):
        cases["link " + text] = whole.replace("stop:", "mechanisms: [{name: m, links: [{name: l, shape: {box: [1, 1, 1]}, " + text + "}]}]\nstop:")
    for text in ("revolute: {}", "revolute: {axis: 1}", "revolute: {axis: [0, 0, 0]}", "revolute: {axis: [0, 0, .nan]}", "revolute: {axle: [0, 1, 0]}",
                 "prismatic: {axis: [0, 1]}", "universal: {axis: [0, 1, 0]}", "universal: {axis: [0, 1, 0], second_axis: [0, 1, 0]}",
                 "planar: {x_axis: [0, 1, 0]}", "planar: {x_axis: [0, 1, 0], y_axis: [0, 1, 1]}", "fixed: {axis: [0, 1, 0]}",
                 "spherical: {limits: [0, 1]}", "spherical: {coordinates: 1}", "spherical: {coordinates: [0, 0, 0, 0]}",
                 "spherical: {coordinates: [1, 0, 0]}", "spherical: {velocities: [1, 0]}", "spherical: {neutral: 0}",
                 "spherical: {stiffness: [1, 2, 3]}", "free: {coordinates: [0, 0, 5]}", "free: {coordinates: [0, 0, 5, 0, 0, 0, 0]}",
                 *("revolute: {axis: [0, 1, 0], " + more + "}" for more in (
                     "coordinates: 90 deg", "coordinates: [1, 2]", "coordinates: 1e9", "velocities: 1e9", "velocities: fast", "limits: 1",
                     "limits: [1]", "limits: [1, -1]", "limits: [0, 0]", "limits: [1, 2]", "limits: [0, 1]", "limits: [-1, .inf]", "stiffness: -1",
                     "stiffness: 1e300", "stiffness: [1, 2]", "damping: -1", "damping: soft", "armature: -1", "neutral: 1e9", "friction: -1", "friction: high", "motor: 3", "motor: {}", "motor: {effort: much}", "motor: {effort: 1, kp: 2}", "motor: {kp: -1}", "motor: {kp: 1, limit: 0}",
                     "motor: {kp: 1, every: 0}", "motor: {kp: 1, kd: 1, target: {knots: [[0, 0], [1, 1]], pieces: step}}", "motor: {kp: 1, target: {knots: [[0, 0]]}}",
                     "motor: {kp: 1, target: {knots: [[1, 0], [0, 1]]}}", "motor: {kp: 1, target: {knots: [1, 2]}}", "motor: {kp: 1, target: {harmonics: {}}}",
                     "motor: {kp: 1, target: {harmonics: {period: 0, sin: [1]}}}", "motor: {kp: 1, target: {harmonics: {period: 1}}}",
                     "pose: 1", "pose: {position: [0, 0, 1e9]}", "anchor: 1", "anchor: [0, 0, 1e9]", "anchor: [0, 0]"))):
        cases["joint " + text] = whole.replace(
            "stop:", "mechanisms: [{name: m, links: [{name: l, shape: {box: [1, 1, 1]}, mass: 1, joint: {" + text + "}}]}]\nstop:")
    for text in ("1", "{}", "[1]", "[{}]", "[{name: k, child: l}]", "[{name: k, joint: {spherical: {}}}]", "[{name: k, child: die, joint: {spherical: {}}}]",
                 "[{name: k, child: l, parent: l, joint: {spherical: {}}}]", "[{name: k, child: l, parent: die, joint: {spherical: {}}}]",
                 "[{name: k, child: l, joint: {free: {}}}]", "[{name: k, child: l, joint: {}}]", "[{name: k, child: l, joint: 1}]",
                 "[{name: k, child: l, joint: {revolute: {}}}]", "[{name: k, child: l, joint: {revolute: {axis: [0, 1, 0], coordinates: 1}}}]",
                 "[{name: k, child: l, joint: {universal: {axis: [0, 1, 0], second_axis: [0, 1, 0]}}}]",
                 "[{name: k, child: l, joint: {spherical: {anchor: [0, 0, 7]}}}]"):  # the last is open by metres
        cases["loops " + text] = whole.replace("stop:", "mechanisms: [{name: m, links: [{name: l, shape: {box: [1, 1, 1]}, mass: 1, joint: {revolute: "
                                               "{axis: [0, 1, 0], pose: {position: [20, 0, 20]}}}}], loops: " + text + "}]\nstop:")
    cases["link in another body"] = whole.replace("stop:", "mechanisms: [{name: m, links: [{name: l, shape: {box: [1, 1, 1]}, mass: 1, "
                                                  "joint: {revolute: {axis: [0, 1, 0], pose: {position: [0.5, 0, 5]}}}}]}]\nstop:")
    cases["force on nobody"] = whole.replace("stop:", "forces: [{body: nobody, force: [1, 0, 0]}]\nstop:")
    for text in ("equal", "1", "[refuse]", "~"):
        cases["normal_split " + text] = whole.replace("stop:", f"normal_split: {text}\nstop:")
    cases["pieces empty"] = body("    pieces: []\n    mass: 1\n" + up)
    cases["pieces and shape"] = body("    pieces: [{shape: {box: [1, 1, 1]}}]\n" + box + "    mass: 1\n" + up)
    cases["density of one piece"] = body(
        "    pieces: [{shape: {box: [1, 1, 1]}, density: 1}, {shape: {box: [1, 1, 1]}}]\n" + up)
    cases["skin larger than a feature"] = shape("{box: [1, 1, 1.0e-5]}").replace("stop:", "tolerances: {skin: 1.0e-3}\nstop:")
    cases["overlapping bodies"] = whole + "  - {name: second, shape: {box: [1, 1, 1]}, mass: 1, pose: {position: [0, 0, 5.5]}}\n"
    cases["overlap of large bodies"] = shape("{spherical: {radius: 1, vertices: 20000}}") + (
        "  - {name: second, shape: {spherical: {radius: 1, vertices: 20000}}, mass: 1, pose: {position: [0.5, 0, 5]}}\n")
    cases["same name"] = whole + "  - {name: die, shape: {box: [1, 1, 1]}, mass: 1, pose: {position: [9, 0, 5]}}\n"
    cases["too many vertices"] = whole + "".join(
        f"  - {{name: b{i}, shape: {{spherical: {{radius: 1, vertices: 20000}}}}, mass: 1}}\n" for i in range(60))
    cases["too many bodies"] = whole + "".join(f"  - {{name: b{i}, shape: {{box: [1, 1, 1]}}, mass: 1}}\n" for i in range(10001))
    cases["random without seed"] = body(box + "    mass: 1\n    random: {rotation: uniform}\n")
    cases["random range turned"] = body(box + "    mass: 1\n    random: {position: {min: [1, 0, 0], max: [0, 0, 0]}}\n",
                                        "stop: {time: 1}\nseed: 1")
    return list(cases.items())


def obj(points, faces):
    return "".join(f"v {x} {y} {z}\n" for x, y, z in points) + "".join("f " + " ".join(map(str, f)) + "\n" for f in faces)


def put_files(folder):
    cube = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    faces = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]
    (folder / "cube.obj").write_text(obj(cube, faces))
    (folder / "open.obj").write_text(obj(cube, faces[:5]))
    (folder / "corner.obj").write_text(obj(cube + [(0.5, 0.5, 0.2)], faces[:5] + [(2, 6, 9), (6, 8, 9), (8, 4, 9), (4, 2, 9)]))
    (folder / "flat.obj").write_text(obj([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], [(1, 2, 3, 4)]))
    (folder / "empty.obj").write_text("")
    (folder / "bad.obj").write_text("v 1 2\nf 1 2 3 4 5 6 7\nf -9 99999999999 a/b/c\n" * 100)
    (folder / "bad.stl").write_bytes(b"x" * 80 + (0xffffffff).to_bytes(4, "little") + b"y" * 1000)
    (folder / "bad.ply").write_text("ply\nformat ascii 1.0\nelement vertex 4294967295\nproperty float x\nend_header\n1 2 3\n")
    (folder / "bad.dae").write_text("<COLLADA><asset>" + "<a>" * 10000)
    (folder / "many.obj").write_text("".join(f"v {i % 97} {i % 89} {i % 83}\n" for i in range(60000)) +
                                     "".join(f"f {i + 1} {i + 2} {i + 3}\n" for i in range(59000)))
    with open(folder / "huge.stl", "wb") as file:
        file.truncate(65 << 20)
    (folder / "link.obj").symlink_to("/etc/passwd")
    (folder / "folder.obj").mkdir()


def leaves(tree, path=()):
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, list):
        for i, value in enumerate(tree):
            yield from leaves(value, (*path, i))
    else:
        yield path, tree


def maps(tree, path=()):
    if isinstance(tree, dict):
        yield path
        for key, value in tree.items():
            yield from maps(value, (*path, key))
    elif isinstance(tree, list):
        for i, value in enumerate(tree):
            yield from maps(value, (*path, i))


def at(tree, path):
    for step in path:
        tree = tree[step]
    return tree


class Raw(str):
    """Text that goes into the file as it is."""


def dumped(tree):
    if isinstance(tree, Raw):
        return str(tree)
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{key}: {dumped(value)}" for key, value in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(dumped, tree)) + "]"
    return json.dumps(tree) if not isinstance(tree, str) else tree


def scene_text(tree):
    return "".join(f"{key}: {dumped(value)}\n" for key, value in tree.items())


MANDATORY = {(): ("rigor_scene", "gravity", "stop", "bodies"), ("stop",): ("time",), ("half_spaces", 0): ("name", "normal"),
             ("bodies", 0): ("name",), ("bodies", 1): ("name", "density"), ("bodies", 2): ("name", "pieces"),
             ("bodies", 3): ("name", "shape"), ("bodies", 4): ("name", "shape"), ("bodies", 4, "driven", "knots", 0): ("time", "position"),
             ("exclusions", 0): ("between", "reason"), ("forces", 0): ("body",), ("forces", 1): ("body", "knots"),
             ("forces", 1, "knots", 1): ("time",), ("bodies", 1, "shape", "prism"): ("sides", "radius", "height"),
             ("bodies", 2, "pieces", 0): ("shape", "density"), ("bodies", 2, "random", "position"): ("min", "max"),
             ("surfaces", "pairs", 0): ("between",), ("bodies", 1, "pose"): ("axis", "angle")}


def mutants(tree, count):
    """Scenes that are wrong by construction."""
    dice = random.Random(20)
    numbers = [path for path, value in leaves(tree) if isinstance(value, (int, float)) and not isinstance(value, bool)]
    every_map = list(maps(tree))
    for k in range(count):
        copied = copy.deepcopy(tree)
        kind = k % 8
        if kind == 0:  # a number that is none
            path = dice.choice(numbers)
            at(copied, path[:-1])[path[-1]] = Raw(dice.choice(
                ["abc", ".nan", "-.inf", "[1]", "{a: 1}", "~", '"5"', "true", "1e999", "1_000", "0b1", "1,5", "--1", "1e", "'1'"]))
        elif kind == 1:  # a key that is not known
            path = dice.choice(every_map)
            map_ = at(copied, path)
            key = dice.choice(list(map_))
            spot = dice.randrange(len(key) + 1)
            map_[key[:spot] + dice.choice("qxz") + key[spot:]] = map_.pop(key)
        elif kind == 2:  # something mandatory is missing
            path = dice.choice(list(MANDATORY))
            del at(copied, path)[dice.choice(MANDATORY[path])]
        elif kind == 3:  # a map becomes something else
            path = dice.choice([path for path in every_map if path])
            at(copied, path[:-1])[path[-1]] = Raw(dice.choice(["3", "[3, 4]", "~", "word", "[]"]))
        elif kind == 4:  # anchors, aliases, tags
            path = dice.choice([path for path, _ in leaves(tree)])
            value = at(copied, path)
            at(copied, path[:-1])[path[-1]] = Raw(dice.choice(["&a ", "!!str ", "*a ", "!x "]) + dumped(value))
        elif kind == 5:  # far out of range
            path = dice.choice([p for p in numbers if p[-1] not in ("seed", "angle") and "gravity" not in p and "normal" not in p
                                and "axis" not in p and "second_axis" not in p and "quat_wxyz" not in p])
            at(copied, path[:-1])[path[-1]] = Raw(dice.choice(["-1e300", "1e300", "-1e31", "1e31"]))
        text = scene_text(copied)
        if kind == 6:  # cut off before the bodies
            text = text[:dice.randrange(text.index("bodies:"))]
        elif kind == 7:  # noise
            spot = dice.randrange(len(text))
            text = text[:spot] + "".join(dice.choice(["\0", "\x01", "]", "}", "{", "[", "\n\t", "@", "`", "%"]) for _ in range(6)) + text[spot:]
        yield f"mutant {k}", text


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Malformed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.place.name)
        put_files(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def verdict(self, text):
        file = self.folder / "scene.yaml"
        if isinstance(text, bytes):
            file.write_bytes(text)
        else:
            file.write_text(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([RIGOR, "run", "--dry-run", file], capture_output=True, text=True, errors="replace", timeout=300,
                              preexec_fn=None if SANITIZED else limit_memory)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def refused(self, name, text):
        done, seconds = self.verdict(text)
        shown = text if len(text) < 3000 else text[:500]
        self.assertEqual(done.returncode, 3, f"{name}\n{done.stdout}{done.stderr}\n{shown}")
        self.assertEqual(done.stdout, "", name)
        self.assertRegex(done.stderr, r"rigor: \S*scene\.yaml:\d+:\d+: ", f"{name}\n{shown}")
        self.assertIn("\n  rule: ", done.stderr, name)
        self.assertIn("\n  try:  ", done.stderr, name)
        self.assertLess(len(done.stderr), 20_000, name)
        self.assertLess(seconds, SECONDS, name)
        return seconds

    def tree(self):
        import yaml
        return yaml.safe_load(BASE)

    def test_the_base_is_sound(self):
        done, _ = self.verdict(BASE)
        self.assertEqual(done.returncode, 0, done.stderr)
        done, _ = self.verdict(scene_text(self.tree()))
        self.assertEqual(done.returncode, 0, done.stderr)
        done, _ = self.verdict(shape("{mesh: {file: cube.obj}}"))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_hand_made_scenes_are_refused(self):
        cases = hand_made()
        self.assertGreaterEqual(len(cases), 100)
        slowest = max((self.refused(name, text), name) for name, text in cases)
        print(f"{len(cases)} scenes by hand; slowest {slowest[0]:.2f} s: {slowest[1][:40]}")

    def test_mutants_are_refused(self):
        for name, text in mutants(self.tree(), MUTANTS):
            self.refused(name, text)

    def test_there_are_enough(self):
        self.assertGreaterEqual(len(hand_made()) + MUTANTS, 300)


if __name__ == "__main__":
    unittest.main()
