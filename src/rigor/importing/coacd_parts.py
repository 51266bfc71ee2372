# SPDX-License-Identifier: Apache-2.0
"""Prints the convex parts that CoACD finds in a closed mesh, as JSON. Run by rigor import: python3 -c THIS MESH CONCAVITY MOST,
MESH being a JSON file with points and triangles."""
import json
import os
import sys


def parts_of(file, concavity, most):
    try:
        import coacd
        import numpy
    except ImportError as error:
        return {"missing": str(error)}
    with open(file, encoding="utf-8") as text:
        mesh = json.load(text)
    points, triangles = numpy.array(mesh["points"], float), numpy.array(mesh["triangles"], int)
    coacd.set_log_level("off")
    parts = coacd.run_coacd(coacd.Mesh(points, triangles), threshold=concavity, max_convex_hull=most, seed=0)
    return {"parts": [numpy.asarray(points, float).tolist() for points, _ in parts]}


answer = os.dup(1)
os.dup2(2, 1)  # whatever the library prints is no part of the answer
try:
    found = parts_of(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
except Exception as error:
    found = {"error": f"{type(error).__name__}: {error}"}
with os.fdopen(answer, "w", encoding="utf-8") as out:
    json.dump(found, out)
