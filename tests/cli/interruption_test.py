#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ends runs at all moments, by Ctrl-C and by kill -9, and fills disks: what is left must be readable and true, and
--resume must end with the bytes of a run that was never interrupted.

RIGOR_KILLS sets how many times a run is killed (5 in the normal tests; 50 is the campaign)."""
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

RIGOR = pathlib.Path(sys.argv.pop(1)).resolve()
SCENES = pathlib.Path(sys.argv.pop(1)).resolve()
KILLS = int(os.environ.get("RIGOR_KILLS", "5"))
# Checking takes most of a run's time. The campaign kills runs in it too; the short test checks what is left, once.
CHECKING = () if KILLS > 5 else ("--no-verify",)
# A hang is a failure of the short test; the campaign runs beside other work, where no time says anything.
PATIENCE = 600 if KILLS <= 5 else None
SAME = ("trace.h5", "events.jsonl", "scene.resolved.yaml", "report.html")


def run(*arguments, **more):
    return subprocess.run([RIGOR, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE, **more)


def dice(count):
    """Many dice far apart from each other, elastic, so that a run takes long enough to be interrupted; one falls on a block."""
    text = ("# Dice.\nrigor_scene: 1\nname: dice\ngravity: [0, 0, -9.81]\nlaw: no_slip\nstop: {time: 3}\nseed: 3\n"
            "surfaces: {default: {restitution: 0.6}}\n"
            "half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]\nbodies:\n"
            "  - {name: block, fixed: true, shape: {box: [4, 4, 1]}, pose: {position: [0, 0, 0.5]}}\n")
    for i in range(count):
        x, y = 40 * (i % 10), 40 * (i // 10)
        text += (f"  - {{name: die_{i}, shape: {{box: [1, 1, 1]}}, density: 1, random: {{position: {{min: [{x}, {y}, 2], "
                 f"max: [{x}, {y}, 3]}}, rotation: uniform, angular: {{min: [-5, -5, -5], max: [5, 5, 5]}}}}}}\n")
    return text


def reached(journal, size):
    try:
        return journal.stat().st_size >= size
    except FileNotFoundError:
        return False


class Interruption(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.place.name)
        cls.scene = cls.folder / "dice.yaml"
        cls.scene.write_text(dice(20))
        began = time.monotonic()
        cls.whole = cls.folder / "whole"
        done = run("run", cls.scene, "-o", cls.whole, *CHECKING)
        assert done.returncode == 0, done.stdout + done.stderr
        cls.seconds = time.monotonic() - began
        cls.part = (cls.whole / "trace.h5").stat().st_size // 4  # the journal grows to about half of it
        log = [json.loads(line) for line in (cls.whole / "log.jsonl").read_text().splitlines()]
        cls.simulating = next(entry["seconds"] for entry in log if entry["what"] == "simulate")

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def start(self, folder, *more):
        return subprocess.Popen([RIGOR, "run", self.scene, "-o", folder, *CHECKING, *more], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def start_and_wait(self, folder, size=None):
        """A run whose journal has reached a size (by default a part of it): clocks mislead on a loaded machine."""
        process = self.start(folder)
        journal = folder / "trace.part"
        while process.poll() is None and not reached(journal, self.part if size is None else size):
            time.sleep(0.001)
        return process

    def resumed(self, folder):
        return run("run", self.scene, "-o", folder, "--resume", *CHECKING)

    def assert_same(self, folder):
        for name in SAME:
            self.assertEqual((folder / name).read_bytes(), (self.whole / name).read_bytes(), name)

    def check_rest(self, folder):
        """Whatever a killed run left is readable and verified as far as it goes."""
        if not (folder / "trace.part").exists() and not (folder / "trace.h5").exists():
            return 0
        done = run("verify", folder, "--json")
        if done.returncode == 3:
            self.assertRegex(done.stderr, "header is incomplete|not a trace|ends before|nothing was recorded")
            return 0  # killed before the first step
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        verdict = json.loads(done.stdout)
        self.assertTrue(verdict["verified"])
        return verdict["time_end"]

    def test_kill_9_at_random_moments(self):
        moments = random.Random(8)
        cut = 0
        for k in range(KILLS):
            folder = self.folder / f"killed-{k}"
            if k % 4:  # in the simulation, wherever the journal is by then
                process = self.start_and_wait(folder, moments.uniform(0, 2 * self.part))
            else:  # at any time: most of it is checking and writing
                process = self.start(folder)
                time.sleep(moments.uniform(0, self.seconds))
            process.kill()
            process.communicate()
            finished = (folder / "manifest.json").exists()
            reached = self.check_rest(folder)
            cut += 0 < reached and not finished
            done = self.resumed(folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assert_same(folder)
            self.assertEqual(sorted(p.name for p in folder.iterdir() if p.name != "lock" and ".part" not in p.name),
                             sorted(p.name for p in self.whole.iterdir()))
        print(f"{KILLS} kills, {cut} of them after the first segment and before the end; simulation {self.simulating:.2f} s of {self.seconds:.2f} s")
        self.assertGreaterEqual(cut, KILLS // 4)

    def test_a_resumed_run_may_be_killed_again(self):
        folder = self.folder / "again"
        for part in (0.6, 0.3, 0.8):
            process = self.start(folder, "--resume")
            time.sleep(part * self.simulating)
            process.kill()
            process.communicate()
        self.assertEqual(self.resumed(folder).returncode, 0)
        self.assert_same(folder)

    def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(self):
        folder = self.folder / "ctrl-c"
        process = self.start_and_wait(folder)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        self.assertEqual(process.returncode, 130, out + err)
        self.assertRegex(out, r"to continue: rigor run \S*dice.yaml (--no-verify )?-o \S*ctrl-c --resume")
        self.assertFalse((folder / "trace.h5").exists())
        self.assertFalse((folder / "lock").exists())
        self.assertGreater(self.check_rest(folder), 0)
        told = run("explain", folder)
        self.assertIn("interrupted", told.stdout)
        self.assertEqual(self.resumed(folder).returncode, 0)
        self.assert_same(folder)

    def test_ctrl_c_ends_a_check_within_a_second(self):
        """By half of the time that the check takes; it is stopped at once where it is, and a later check tells what it always tells."""
        began = time.monotonic()
        self.assertEqual(run("verify", self.whole).returncode, 0)
        process = subprocess.Popen([RIGOR, "verify", self.whole], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep((time.monotonic() - began) / 2)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate()
        self.assertLess(time.monotonic() - began, 1)
        self.assertEqual(process.returncode, 130, out + err)
        self.assertEqual(out, "")
        self.assertIn("nothing was proved or refuted", err)

    def test_threads_do_not_change_the_bytes(self):
        for threads in (1, 2):
            folder = self.folder / f"threads-{threads}"
            self.assertEqual(run("run", self.scene, "-o", folder, "--threads", threads, *CHECKING).returncode, 0)
            self.assert_same(folder)

    def test_two_runs_do_not_share_a_folder(self):
        folder = self.folder / "shared"
        process = self.start(folder)
        while not (folder / "trace.part").exists():
            time.sleep(0.002)
        process.send_signal(signal.SIGSTOP)
        second = run("run", self.scene, "-o", folder, "--force")
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate()
        self.assertEqual(second.returncode, 3)
        self.assertIn(f"process {process.pid}", second.stderr)
        self.assertEqual(process.returncode, 0, out + err)
        self.assert_same(folder)

    def test_a_journal_of_another_run_is_refused(self):
        folder = self.folder / "other"
        process = self.start_and_wait(folder)
        process.kill()
        process.communicate()
        done = run("run", self.scene, "-o", folder, "--resume", "--until", "2.5")
        self.assertEqual(done.returncode, 3)
        self.assertIn("another scene, other options", done.stderr)

    def test_full_disks_are_errors_and_leave_nothing_that_looks_complete(self):
        sizes = [0, 1000, 20_000, 100_000] + [int((self.whole / n).stat().st_size * 0.9) for n in SAME]
        for size in sizes:
            folder = self.folder / f"full-{size}"
            done = run("run", self.scene, "-o", folder, *CHECKING,
                       preexec_fn=lambda limit=size: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            self.assertEqual(done.returncode, 3, f"{size}: {done.stdout} {done.stderr}")
            self.assertIn("File too large", done.stderr)
            self.assertFalse((folder / "manifest.json").exists())
            whole = folder / "trace.h5"
            if whole.exists():  # it was written before the space ran out: then it is whole
                self.assertEqual(whole.read_bytes(), (self.whole / "trace.h5").read_bytes())
            done = self.resumed(folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assert_same(folder)

    def test_a_full_file_system(self):
        mount = self.folder / "small"
        mount.mkdir()
        make = ["mount", "-t", "tmpfs", "-o", "size=200k", "none", mount]
        if shutil.which("mount") is None or subprocess.run(make, capture_output=True).returncode != 0:
            self.skipTest("mounting a small file system needs mount and the right to use it")
        try:
            done = run("run", self.scene, "-o", mount / "r")
            self.assertEqual(done.returncode, 3, done.stdout)
            self.assertIn("No space left", done.stderr)
            self.assertFalse((mount / "r" / "manifest.json").exists())
            self.assertFalse((mount / "r" / "trace.h5").exists())
        finally:
            subprocess.run(["umount", mount], check=True)

    def test_places_that_can_not_be_written(self):
        file = self.folder / "file"
        file.write_text("")
        for folder in (file / "r", "/proc/rigor"):
            done = run("run", self.scene, "-o", folder)
            self.assertEqual(done.returncode, 3, done.stdout)
            self.assertIn("rigor: ", done.stderr)
        with open("/dev/full", "w") as full:
            done = subprocess.run([RIGOR, "--version"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 3)
        self.assertIn("standard output", done.stderr)

    def test_newer_and_older_formats_are_refused_by_name(self):
        for name, at in (("trace.h5", 8), ("trace.part", 8)):
            folder = self.folder / "newer"
            folder.mkdir(exist_ok=True)
            file = folder / name
            if name == "trace.h5":
                data = bytearray((self.whole / "trace.h5").read_bytes())
            else:
                process = self.start_and_wait(self.folder / "newer-run")
                process.kill()
                process.communicate()
                data = bytearray((self.folder / "newer-run" / "trace.part").read_bytes())
            for version, words in ((7, "a newer Rigor; this program reads version 6: use the Rigor that wrote it"),
                                   (1, "an older Rigor; this program reads version 6: run the scene again")):
                data[at:at + 4] = version.to_bytes(4, "little")
                file.write_bytes(data)
                for verb in (("verify",), ("report",), ("explain",), ("export",)):
                    done = run(*verb, file)
                    self.assertEqual(done.returncode, 3, verb)
                    self.assertIn(f"format version {version}, of {words}", done.stderr)


if __name__ == "__main__":
    unittest.main()
