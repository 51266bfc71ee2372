#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/scene.schema.json against the reader: all bundled scenes validate, and in every map the schema knows exactly the
keys that the reader knows."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

RIGOR = pathlib.Path(sys.argv.pop(1)).resolve()
SCENES = pathlib.Path(sys.argv.pop(1)).resolve()
SCHEMA = json.loads((SCENES.parent / "docs" / "scene.schema.json").read_text())

TOP = "rigor_scene: 1\ngravity: [0, 0, 0]\nlaw: no_slip\nstop: {time: 1}\nseed: 1\n"
BODY = "bodies: [{name: a, shape: {box: [1, 1, 1]}, density: 1}]\n"


def body(text):
    return TOP + "bodies: [" + text + "]\n"


# The path to a map of the schema, and a scene with the unknown key `zzzz` in that map.
MAPS = {
    "": TOP + BODY + "zzzz: 1\n",
    "surfaces": TOP + BODY + "surfaces: {zzzz: 1}\n",
    "surfaces/default": TOP + BODY + "surfaces: {default: {zzzz: 1}}\n",
    "#surface_pair": TOP + BODY + "surfaces: {pairs: [{between: [default, default], zzzz: 1}]}\n",
    "#exclusion": TOP + BODY + "exclusions: [{between: [a, a], reason: b, zzzz: 1}]\n",
    "#force": TOP + BODY + "forces: [{body: a, force: [1, 0, 0], zzzz: 1}]\n",
    "#force/knots/*": TOP + BODY + "forces: [{body: a, knots: [{time: 0, force: [1, 0, 0], zzzz: 1}, {time: 1, force: [0, 0, 0]}]}]\n",
    "stepping": TOP + BODY + "stepping: {zzzz: 1}\n",
    "tolerances": TOP + BODY + "tolerances: {zzzz: 1}\n",
    "stop": TOP.replace("{time: 1}", "{time: 1, zzzz: 1}") + BODY,
    "#half_space": TOP + BODY + "half_spaces: [{name: g, normal: [0, 0, 1], offset: 0, zzzz: 1}]\n",
    "#body": body("{name: a, shape: {box: [1, 1, 1]}, density: 1, zzzz: 1}"),
    "#piece": body("{name: a, pieces: [{shape: {box: [1, 1, 1]}, zzzz: 1}], mass: 1}"),
    "#shape": body("{name: a, shape: {zzzz: 1}, density: 1}"),
    "#shape/prism": body("{name: a, shape: {prism: {sides: 3, radius: 1, height: 1, zzzz: 1}}, density: 1}"),
    "#shape/octahedron": body("{name: a, shape: {octahedron: {radius: 1, zzzz: 1}}, density: 1}"),
    "#shape/spherical": body("{name: a, shape: {spherical: {radius: 1, vertices: 9, zzzz: 1}}, density: 1}"),
    "#shape/mesh": body("{name: a, shape: {mesh: {file: x.obj, zzzz: 1}}, density: 1}"),
    "#pose": body("{name: a, shape: {box: [1, 1, 1]}, density: 1, pose: {zzzz: 1}}"),
    "#velocity": body("{name: a, shape: {box: [1, 1, 1]}, density: 1, velocity: {zzzz: 1}}"),
    "#random": body("{name: a, shape: {box: [1, 1, 1]}, density: 1, random: {zzzz: 1}}"),
    "#random/position": body("{name: a, shape: {box: [1, 1, 1]}, density: 1, random: {position: "
                             "{min: [0, 0, 0], max: [1, 1, 1], zzzz: 1}}}"),
    "#driven": body("{name: a, shape: {box: [1, 1, 1]}, driven: {linear: [0, 0, 0], zzzz: 1}}"),
    "#driven/knots/*": body("{name: a, shape: {box: [1, 1, 1]}, driven: {knots: [{time: 0, position: [0, 0, 0], zzzz: 1}, "
                            "{time: 1, position: [0, 0, 0]}]}}"),
}
for kind, rest in {"fixed": "", "revolute": "axis: [0, 1, 0], ", "prismatic": "axis: [0, 1, 0], ",
                   "universal": "axis: [0, 1, 0], second_axis: [1, 0, 0], ", "spherical": "",
                   "planar": "x_axis: [0, 1, 0], y_axis: [1, 0, 0], ", "free": ""}.items():
    MAPS[f"#joint/{kind}"] = TOP + BODY + ("mechanisms: [{name: m, links: [{name: l, mass: 1, shape: {box: [1, 1, 1]}, joint: {"
                                           + kind + ": {" + rest + "zzzz: 1}}}]}]\n")
for path, motor in {"#motor": "{zzzz: 1}", "#varying": "{kp: 1, target: {zzzz: 1}}",
                    "#varying/harmonics": "{kp: 1, target: {harmonics: {period: 1, sin: [1], zzzz: 1}}}"}.items():
    MAPS[path] = TOP + BODY + ("mechanisms: [{name: m, links: [{name: l, mass: 1, shape: {box: [1, 1, 1]}, joint: {revolute: "
                               "{axis: [0, 1, 0], motor: " + motor + "}}}]}]\n")
MAPS["#joint"] = TOP + BODY + "mechanisms: [{name: m, links: [{name: l, mass: 1, shape: {box: [1, 1, 1]}, joint: {zzzz: 1}}]}]\n"
MAPS["#link"] = TOP + BODY + "mechanisms: [{name: m, links: [{name: l, mass: 1, shape: {box: [1, 1, 1]}, joint: {spherical: {}}, zzzz: 1}]}]\n"
LOOP = "mechanisms: [{name: m, links: [{name: l, mass: 1, shape: {box: [1, 1, 1]}, joint: {spherical: {}}}], loops: [{name: k, child: l, "
for kind, rest in {"fixed": "", "revolute": "axis: [1, 0, 0], ", "prismatic": "axis: [1, 0, 0], ", "spherical": "",
                   "universal": "axis: [1, 0, 0], second_axis: [0, 1, 0], ", "planar": "x_axis: [1, 0, 0], y_axis: [0, 1, 0], "}.items():
    MAPS[f"#loop_joint/{kind}"] = TOP + BODY + LOOP + "joint: {" + kind + ": {" + rest + "zzzz: 1}}}]}]\n"
MAPS["#loop_joint"] = TOP + BODY + LOOP + "joint: {zzzz: 1}}]}]\n"
MAPS["#loop"] = TOP + BODY + LOOP + "joint: {spherical: {}}, zzzz: 1}]}]\n"
MAPS["#mechanism"] = TOP + BODY + "mechanisms: [{name: m, links: [], zzzz: 1}]\n"
CHOICES = {"law": "law: zzzz", "method": "method: zzzz", "jam": "jam: zzzz", "indeterminate": "indeterminate: zzzz",
           "normal_split": "normal_split: zzzz"}


def opened(node):
    """Through references, and past the alternative that a value is a parameter."""
    while "$ref" in node or "anyOf" in node:
        if "$ref" in node:
            node = SCHEMA["definitions"][node["$ref"].rsplit("/", 1)[1]]
        else:
            node = node["anyOf"][0]
    return node


def schema_map(path):
    first, _, rest = path.partition("/")
    node = SCHEMA["definitions"][first[1:]] if first.startswith("#") else SCHEMA
    for step in (rest if first.startswith("#") else path).split("/"):
        if step == "*":
            node = opened(node)["items"]
        elif step:
            node = opened(node)["properties"][step]
    return opened(node)


def problems(text):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "scene.yaml"
        file.write_text(text)
        done = subprocess.run([RIGOR, "run", "--dry-run", "--json", file], capture_output=True, text=True, timeout=600)
        return json.loads(done.stdout).get("problems", [])


def known(rule, opening):
    return set(re.split(r", | or ", rule.removeprefix(opening)))


class Schema(unittest.TestCase):
    def test_every_map_has_the_keys_of_the_reader(self):
        for path, text in MAPS.items():
            rules = [problem["rule"] for problem in problems(text) if problem["value"] == "zzzz"]
            self.assertEqual(len(rules), 1, f"{path}: {problems(text)}")
            self.assertEqual(known(rules[0], "unknown key; known here: "), set(schema_map(path)["properties"]), path)
            self.assertIs(schema_map(path)["additionalProperties"], False)

    def test_every_map_of_the_schema_is_compared(self):
        def count(node):
            inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
            own = isinstance(node, dict) and node.get("additionalProperties") is False
            return own + sum(count(child) for child in inner)
        # Four solids and three ranges are alike; one of each is compared.
        self.assertEqual(count(SCHEMA), len(MAPS) + 3 + 2)

    def test_choices_are_those_of_the_reader(self):
        for key, line in CHOICES.items():
            text = TOP.replace("law: no_slip\n", "") if key == "law" else TOP
            rule = problems(text + BODY + line + "\n")[0]["rule"]
            self.assertEqual(known(rule, "one of "), set(opened(SCHEMA["properties"][key])["enum"]), key)

    def test_mandatory_keys_are_those_of_the_reader(self):
        for path, text in (("", "name: x\n"), ("stop", TOP.replace("{time: 1}", "{}") + BODY),
                           ("#half_space", TOP + BODY + "half_spaces: [{offset: 0}]\n"), ("#body", body("{fixed: true}")),
                           ("#piece", body("{name: a, mass: 1, pieces: [{}]}")),
                           ("#shape/prism", body("{name: a, mass: 1, shape: {prism: {}}}")),
                           ("#shape/mesh", body("{name: a, mass: 1, shape: {mesh: {}}}")),
                           ("#shape/spherical", body("{name: a, mass: 1, shape: {spherical: {}}}")),
                           ("#exclusion", TOP + BODY + "exclusions: [{}]\n"), ("#force", TOP + BODY + "forces: [{}]\n"),
                           ("#mechanism", TOP + BODY + "mechanisms: [{}]\n"),
                           ("#link", TOP + BODY + "mechanisms: [{name: m, links: [{}]}]\n"),
                           ("#surface_pair", TOP + BODY + "surfaces: {pairs: [{}]}\n")):
            told = {match[1] for problem in problems(text) if (match := re.match(r'the key "(\w+)" is mandatory', problem["rule"]))}
            node = schema_map(path)
            # At the top, bodies may be left out where there are mechanisms.
            self.assertEqual(told, set(node.get("required", SCHEMA["then"]["required"] + ["bodies"])), path)

    def test_every_bundled_scene_validates(self):
        try:
            import jsonschema
            import yaml
        except ImportError:
            self.skipTest("needs python3-jsonschema and python3-yaml")
        check = jsonschema.Draft7Validator(SCHEMA)
        jsonschema.Draft7Validator.check_schema(SCHEMA)

        class Loader(yaml.SafeLoader):
            """YAML 1.2's numbers, as the reader has them: 1e-10 is one."""
        Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$"),
                                     list("-+0123456789."))
        files = sorted(SCENES.rglob("*.yaml"))
        self.assertGreater(len(files), 30)
        for file in files:
            errors = [error.message for error in check.iter_errors(yaml.load(file.read_text(), Loader))]
            self.assertEqual(errors, [], file)
        wrong = yaml.load(TOP + BODY, Loader)
        self.assertTrue(check.is_valid(wrong))
        wrong["bodies"][0]["mas"] = 1
        self.assertFalse(check.is_valid(wrong))


if __name__ == "__main__":
    unittest.main()
