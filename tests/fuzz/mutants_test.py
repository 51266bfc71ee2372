#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A short fuzz of every reader of files in the normal tests: seeded mutants of sound scenes, meshes, models and traces are read or refused,
never the end of the program. RIGOR_MUTANTS sets how many of each (see scripts/sanitizer-check for the long one)."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

RIGOR, PROGRAMS, SCENES = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
COUNT = int(os.environ.get("RIGOR_MUTANTS", "120"))
CUBE = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


class Mutants(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def mutate(self, stem, first, files, count=COUNT):
        done = subprocess.run([PROGRAMS / f"{stem}_mutants", str(count), first, *files], capture_output=True, text=True, timeout=280)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        self.assertIn(f"{count} mutants read or refused", done.stderr)

    def test_scenes(self):
        self.mutate("scene", "-", sorted(SCENES.glob("*.yaml")))

    def test_meshes(self):
        obj = self.folder / "cube.obj"
        obj.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in CUBE) + "".join(f"f {a+1} {b+1} {c+1} {d+1}\n" for a, b, c, d in FACES))
        ply = self.folder / "cube.ply"
        ply.write_text("ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
                       "element face 6\nproperty list uchar int vertex_index\nend_header\n"
                       + "".join(f"{x} {y} {z}\n" for x, y, z in CUBE) + "".join(f"4 {a} {b} {c} {d}\n" for a, b, c, d in FACES))
        stl = self.folder / "corner.stl"
        stl.write_text("solid a\n" + "".join("facet normal 0 0 1\nouter loop\n" + "".join(f"vertex {x} {y} {z}\n" for x, y, z in three)
                       + "endloop\nendfacet\n" for three in (CUBE[:3], CUBE[1:4])) + "endsolid a\n")
        few = COUNT // 4  # each is read in a process of its own
        for first, file in (("D", obj), ("E", stl), ("F", ply)):  # the letter chooses the format: obj, stl, ply
            self.mutate("mesh", first, [file], few)

    def test_models(self):
        models = SCENES.parent / "tests" / "importing" / "models"
        try:
            self.mutate("model", "-", sorted([*models.glob("*.urdf"), *models.glob("*.sdf")]))
        finally:
            for left in pathlib.Path("/tmp").glob("rigor_fuzz_model_*"):
                left.unlink(missing_ok=True)

    def test_traces_and_journals(self):
        trace = self.folder / "die" / "trace.h5"
        subprocess.run([RIGOR, "run", SCENES / "die.yaml", "--until", "0.9", "-q", "-o", trace.parent], check=True, capture_output=True)
        journal = self.folder / "part" / "trace.part"
        run = subprocess.Popen([RIGOR, "run", SCENES / "gravel-200.yaml", "-o", journal.parent], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(1000):
            time.sleep(0.02)
            if journal.exists() and journal.stat().st_size > 1_000_000:
                break
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(60), 130)
        try:
            self.mutate("trace", "x", [trace])
            self.mutate("trace", "h", [journal], COUNT // 10)
        finally:
            for left in pathlib.Path("/tmp").glob("rigor_fuzz_trace_*"):
                left.unlink(missing_ok=True)


if __name__ == "__main__":
    unittest.main()
