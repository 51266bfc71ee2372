#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The launcher, with stand-ins for cmake, ninja and dpkg: what it does with trees that were moved, and with packages that dpkg does
not know."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()


class Launcher(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.tree = pathlib.Path(place.name, "tree").resolve()
        self.tools = pathlib.Path(place.name, "tools")
        self.tree.mkdir()
        self.tools.mkdir()
        shutil.copy(ROOT / "rigor", self.tree)
        shutil.copytree(ROOT / "packages", self.tree / "packages")
        self.build = self.tree / "build" / "release"
        (self.build / "bin").mkdir(parents=True)
        self.tool("program", "echo program $*", self.build / "bin" / "rigor")
        self.tool("cmake", f'echo cmake "$@" >>{self.tree}/calls; mkdir -p {self.build}/bin; '
                           f"echo 'CMAKE_HOME_DIRECTORY:INTERNAL={self.tree}' >{self.build}/CMakeCache.txt; touch {self.build}/build.ninja; "
                           f"printf '#!/bin/sh\\necho rebuilt $*\\n' >{self.build}/bin/rigor; chmod +x {self.build}/bin/rigor")
        self.tool("ninja", "exit 0")
        self.tool("dpkg-query", "for word in \"$@\"; do case $word in -*) ;; *) echo \"installed $word\" ;; esac; done")

    def tool(self, name, text, file=None):
        file = file or self.tools / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    def launch(self, *arguments, **more):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}"}
        environment.pop("RIGOR_PRESET", None)
        return subprocess.run([self.tree / "rigor", *arguments], capture_output=True, text=True, env=environment, timeout=60, **more)

    def configured_at(self, place):
        (self.build / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={place}\n")
        (self.build / "build.ninja").write_text("")

    def test_a_built_tree_runs_at_once(self):
        self.configured_at(self.tree)
        done = self.launch("run", "x.yaml")
        self.assertEqual((done.stdout, done.returncode), ("program run x.yaml\n", 0))
        self.assertFalse((self.tree / "calls").exists())

    def test_a_moved_tree_is_built_anew(self):
        self.configured_at("/somewhere/else")
        done = self.launch("run", "x.yaml")
        self.assertIn("configured in another place", done.stderr)
        self.assertEqual(done.stdout, "rebuilt run x.yaml\n")
        self.assertIn("--preset release", (self.tree / "calls").read_text())

    def test_a_tree_that_may_not_be_written_runs_as_it_is(self):
        self.configured_at("/somewhere/else")
        self.tree.parent.chmod(0o755)
        self.build.chmod(0o555)
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}  # root may write everywhere
        done = self.launch("run", "x.yaml", **nobody)
        self.build.chmod(0o755)
        self.assertEqual(done.stdout, "program run x.yaml\n", done.stderr)
        self.assertFalse((self.tree / "calls").exists())

    def test_what_is_there_without_dpkg_counts(self):
        self.configured_at(self.tree)
        self.tool("dpkg-query", "for word in \"$@\"; do case $word in -*|cmake|ninja-build|zlib1g-dev) ;; *) echo \"installed $word\" ;; esac; done")
        done = self.launch("--version")  # cmake and ninja are on the path, zlib's header is found by the compiler
        self.assertEqual(done.stdout, "program --version\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
