#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the built command as a user would: exit codes, JSON alone on stdout, messages on stderr."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

RIGOR = pathlib.Path(sys.argv.pop(1)).resolve()
SCENES = pathlib.Path(sys.argv.pop(1)).resolve()
DIE = SCENES / "die.yaml"


def run(*arguments, folder=None):
    return subprocess.run([RIGOR, *map(str, arguments)], capture_output=True, text=True, timeout=600, cwd=folder)


class Command(unittest.TestCase):
    def test_version_is_one_line(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^rigor \d+\.\d+\.\d+ \((unknown|[0-9a-f]{12})\)\n$")

    def test_version_json_states_the_conventions(self):
        facts = json.loads(run("--version", "--json").stdout)
        self.assertIn("w, x, y, z", facts["conventions"]["quaternion"])
        self.assertRegex(facts["commit"], r"^(unknown|[0-9a-f]{12})$")

    def test_doctor_is_healthy_and_its_json_says_so(self):
        self.assertEqual(run("doctor").returncode, 0)
        self.assertTrue(json.loads(run("doctor", "--json").stdout)["healthy"])

    def test_wrong_usage_exits_2_and_keeps_stdout_clean(self):
        done = run("no-such-verb")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")


class Runs(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)
        self.addCleanup(self.place.cleanup)

    def scene(self, *changes):
        """The die's scene with texts replaced."""
        text = DIE.read_text()
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        file = self.folder / "changed.yaml"
        file.write_text(text)
        return file

    def test_runs_are_listed_and_removed(self):
        self.assertIn("no runs", run("runs", folder=self.folder).stdout)
        self.assertEqual(run("run", DIE, "--until", "0.1", folder=self.folder).returncode, 0)
        self.assertEqual(run("run", DIE, "--until", "0.2", "--no-verify", folder=self.folder).returncode, 0)
        listed = json.loads(run("runs", "--json", folder=self.folder).stdout)["runs"]
        self.assertEqual([(facts["scene"], facts["time_end"], facts["verified"]) for facts in listed],
                         [("die", 0.2, False), ("die", 0.1, True)])
        name = pathlib.Path(listed[1]["folder"]).name
        words = run("runs", folder=self.folder).stdout
        self.assertRegex(words, name + r" +proved +0\.1 s +time")
        done = run("runs", "--remove", name[:-1], folder=self.folder)
        self.assertEqual(done.returncode, 3)
        self.assertIn("did you mean", done.stderr)
        done = run("runs", "--json", "--remove", f"runs/{name}/", folder=self.folder)
        self.assertEqual(json.loads(done.stdout)["removed"], [f"runs/{name}"])
        self.assertEqual(len(json.loads(run("runs", "--json", folder=self.folder).stdout)["runs"]), 1)

    def test_experiments_leave_a_page_and_the_file_makes_it_again(self):
        done = run("reproduce", "ball", "-o", "out", folder=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("ball and box", done.stdout)
        page = (self.folder / "out" / "index.html").read_text()
        self.assertNotRegex(page, r"(src|href)=.https?:")
        self.assertTrue(list((self.folder / "out" / "traces").glob("ball-*.h5")))
        again = run("reproduce", "--from", "out/reproduction.json", "-o", "again", "--json", folder=self.folder)
        self.assertEqual(json.loads(again.stdout)["exit_code"], 0)
        for name in ("reproduction.json", "reproduction.md", "tables/ball-1.csv", "images/reproduction/ball-st.svg"):
            self.assertEqual((self.folder / "out" / name).read_text(), (self.folder / "again" / name).read_text(), name)

    def test_an_unknown_experiment_and_a_file_of_something_else_are_refused(self):
        self.assertEqual(run("reproduce", "pendulum", folder=self.folder).returncode, 2)
        (self.folder / "wrong.json").write_text("{}")
        (self.folder / "damaged.json").write_text('{"full": false, "die": {"runs": []}}')
        for name in ("missing.json", "wrong.json", "damaged.json"):
            self.assertEqual(run("reproduce", "--from", name, folder=self.folder).returncode, 3)

    def test_a_run_of_another_scene_is_not_overwritten_by_mistake(self):
        out = self.folder / "out"
        self.assertEqual(run("run", DIE, "--until", "0.1", "-o", out).returncode, 0)
        before = (out / "trace.h5").read_bytes()
        other = self.scene(("name: die", "name: other"))
        done = run("run", other, "--until", "0.1", "-o", out)
        self.assertEqual(done.returncode, 3)
        self.assertIn("holds a run of another scene, 'die'", done.stderr)
        self.assertEqual((out / "trace.h5").read_bytes(), before)
        # The same scene with other options may take its place; another one with --force.
        self.assertEqual(run("run", DIE, "--until", "0.2", "-o", out).returncode, 0)
        self.assertEqual(run("run", other, "--until", "0.1", "-o", out, "--force").returncode, 0)

    def test_open_without_a_desktop_says_where_the_report_is(self):
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([RIGOR, "run", DIE, "--until", "0.1", "--open", "-o", self.folder / "out"],
                              capture_output=True, text=True, timeout=600, env=environment)
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"open {self.folder}/out/report.html yourself", done.stderr)

    def test_angles_that_look_like_degrees_are_noted(self):
        scene = self.folder / "turned.yaml"
        scene.write_text("rigor_scene: 1\ngravity: [0, 0, -9.81]\nstop: {time: 0.1}\nlaw: frictionless\nbodies:\n"
                         "  - {name: a, shape: {box: [1, 1, 1]}, mass: 1, pose: {position: [0, 0, 9], axis: [0, 0, 1], angle: 90}}\n")
        done = run("run", scene, "--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("turned.yaml:6: angle = 90 is more than a full turn", done.stderr)

    def test_a_sweep_is_the_same_for_any_number_of_workers_and_shards(self):
        varied = ["sweep", DIE, "--grid", "law=no_slip,frictionless", "--sample", "bodies[die].mass=1:2", "--count", "2",
                  "--set", "stop.time=0.3", "--seed", "5", "--json"]
        for name, more in (("one", ["--jobs", "1"]), ("two", ["--jobs", "2"])):
            done = run(*varied, *more, "-o", self.folder / name)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["verified"], 4)
        for shard in ("1/2", "2/2"):
            self.assertEqual(run(*varied, "--shard", shard, "-o", self.folder / "parts").returncode, 0)
        table = (self.folder / "one" / "rows.csv").read_bytes()
        self.assertEqual(table, (self.folder / "two" / "rows.csv").read_bytes())
        self.assertEqual(table, (self.folder / "parts" / "rows.csv").read_bytes())
        self.assertEqual(table.count(b"\n"), 5)
        self.assertTrue((self.folder / "one" / "sweep.html").is_file())
        # Nothing is repeated, and nothing else takes the folder.
        self.assertEqual(run(*varied, "-o", self.folder / "one").returncode, 3)
        status = json.loads(run(*varied, "--status", "-o", self.folder / "one").stdout)
        self.assertEqual((status["done"], status["tasks"]), (4, 4))
        before = (self.folder / "one" / "0" / "manifest.json").stat().st_mtime_ns
        self.assertEqual(run(*varied, "--resume", "-o", self.folder / "one").returncode, 0)
        self.assertEqual((self.folder / "one" / "0" / "manifest.json").stat().st_mtime_ns, before)
        self.assertEqual(run("sweep", DIE, "--sample", "bodies[die].mass=1:2", "-o", self.folder / "one").returncode, 3)

    def test_the_die_comes_to_rest_and_is_proved(self):
        done = run("run", DIE, "--json", folder=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        facts = json.loads(done.stdout)
        self.assertEqual(facts["stopped"], "rest")
        self.assertTrue(facts["verified"])
        self.assertGreater(facts["min_gap"], 0.97e-8)
        self.assertGreaterEqual(facts["events"]["accumulation"], 1)
        root = self.folder / facts["folder"]
        self.assertRegex(root.name, r"^die-[0-9a-f]{8}$")
        checked = run("verify", root, "--json")
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertEqual(json.loads(checked.stdout)["min_gap"], facts["min_gap"])
        page = (root / "report.html").read_bytes()
        made = run("report", root, "-o", self.folder / "again.html")
        self.assertEqual(made.returncode, 0)
        self.assertEqual((self.folder / "again.html").read_bytes(), page)
        again = run("run", DIE, folder=self.folder)
        self.assertIn("already done, verified", again.stdout)
        self.assertNotIn("\x1b", again.stdout + again.stderr)

    def test_a_damaged_trace_is_not_verified(self):
        self.assertEqual(run("run", DIE, "-o", "r", "-q", folder=self.folder).returncode, 0)
        file = self.folder / "r" / "trace.h5"
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 0x10
        file.write_bytes(data)
        self.assertNotEqual(run("verify", file).returncode, 0)

    def test_bad_scenes_exit_3_and_say_where(self):
        done = run("run", self.scene(("mass: 1", "mass: 0")))
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"changed\.yaml:\d+:\d+: bodies\[0\]\.mass = 0")
        facts = json.loads(run("run", self.scene(("gravity", "gravty")), "--json").stdout)
        self.assertEqual(facts["exit_code"], 3)
        self.assertIn("did you mean \"gravity\"?", [problem["remedy"] for problem in facts["problems"]])

    def test_laws_that_are_not_complete_exit_4(self):
        self.assertEqual(run("run", self.scene(("law: no_slip", "law: max_dissipation"))).returncode, 4)

    def test_limits_exit_5(self):
        limited = self.scene(("stop: {time: 10}", "stop: {time: 10, events: 2}"))
        done = run("run", limited, "--json", folder=self.folder)
        self.assertEqual(done.returncode, 5, done.stdout)
        self.assertTrue(json.loads(done.stdout)["verified"])

    def test_every_exit_code_of_the_table(self):
        """docs/errors.md lists the codes; each is met here, but for 130 (interruption_test.py), and with --json stdout names it."""
        table = [int(line.split("|")[1]) for line in (SCENES.parent / "docs" / "errors.md").read_text().splitlines()
                 if line.startswith("| ") and line.split("|")[1].strip().isdigit()]
        self.assertEqual(table, [0, 1, 2, 3, 4, 5, 130])
        self.assertEqual(run("run", DIE, "--until", "0.9", "-q", "-o", "good", folder=self.folder).returncode, 0)
        forged = self.folder / "forged.yaml"
        forged.write_text(DIE.read_text().replace("mass: 1", "mass: 2"))
        rows = [(0, "verify", "good"), (1, "verify", "good", "--scene", forged), (2, "run", DIE, "--tol", "5"), (3, "run", "no.yaml"),
                (4, "run", self.scene(("law: no_slip", "law: max_dissipation"))), (5, "run", DIE, "--set", "stop.events=2", "-o", "five")]
        for code, *arguments in rows:
            with self.subTest(code=code):
                done = run(*arguments, "--json", folder=self.folder)
                self.assertEqual(done.returncode, code, done.stdout + done.stderr)
                self.assertEqual(json.loads(done.stdout)["exit_code"], code)

    def test_options_change_the_run(self):
        done = run("run", DIE, "--until", "0.5", "--json", folder=self.folder)
        self.assertEqual(json.loads(done.stdout)["time_end"], 0.5)
        self.assertEqual(json.loads(done.stdout)["stopped"], "time")
        self.assertEqual(run("run", DIE, "--tol", "5").returncode, 2)

    def test_view_writes_one_page_and_does_not_open_it(self):
        self.assertEqual(run("run", DIE, "-o", "r", "-q", folder=self.folder).returncode, 0)
        done = run("view", "r", "--no-open", "--json", folder=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        facts = json.loads(done.stdout)
        self.assertTrue(facts["verified"])
        self.assertFalse(facts["opened"])
        page = (self.folder / "r" / "view.html").read_text()
        self.assertEqual(page.count('class="rigor-trace"'), 1)
        two = run("view", "r", "r/trace.h5", "--no-open", "--no-verify", "-o", "two.html", folder=self.folder)
        self.assertEqual(two.returncode, 0, two.stderr)
        self.assertEqual((self.folder / "two.html").read_text().count('class="rigor-trace"'), 2)
        self.assertIn("Not checked", two.stdout)

    def test_missing_files_exit_3(self):
        self.assertEqual(run("view", "no.h5", "--no-open").returncode, 3)
        self.assertEqual(run("run", "no.yaml").returncode, 3)
        self.assertEqual(run("verify", "no.h5").returncode, 3)
        self.assertEqual(run("report", "no.h5").returncode, 3)
        self.assertEqual(run("verify", self.folder).returncode, 3)


if __name__ == "__main__":
    unittest.main()
