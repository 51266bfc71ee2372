#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the built command as a user would: exit codes, JSON alone on stdout, messages on stderr."""
import json
import subprocess
import sys
import unittest

RIGOR = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run([RIGOR, *arguments], capture_output=True, text=True, timeout=60)


class Command(unittest.TestCase):
    def test_version_is_one_line(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^rigor \d+\.\d+\.\d+\n$")

    def test_version_json_states_the_conventions(self):
        facts = json.loads(run("--version", "--json").stdout)
        self.assertIn("w, x, y, z", facts["conventions"]["quaternion"])

    def test_doctor_is_healthy_and_its_json_says_so(self):
        self.assertEqual(run("doctor").returncode, 0)
        self.assertTrue(json.loads(run("doctor", "--json").stdout)["healthy"])

    def test_wrong_usage_exits_2_and_keeps_stdout_clean(self):
        done = run("no-such-verb")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
