#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where a trace has its bodies, by the second checker's reader and exact fractions: none of Rigor's code.
Usage: poses.py CHECK_TRACE.PY TRACE TIME ...   prints [[body, time, [vertices of its first piece in the world]], ...]"""
import importlib.util
import json
import pathlib
import sys
from fractions import Fraction

spec = importlib.util.spec_from_file_location("check_trace", sys.argv[1])
check_trace = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_trace)


def chebyshev(row, x):
    t0, t1, total = Fraction(1), x, Fraction(row[0])
    for c in row[1:]:
        total += Fraction(c) * t1
        t0, t1 = t1, 2 * x * t1 - t0
    return total


def vertices(body, segment, t):
    x = 2 * (t - check_trace.time_of(segment.start)) / Fraction(segment.length) - 1
    p = [chebyshev(row, x) for row in segment.position]
    w, i, j, k = (chebyshev(row, x) for row in segment.quaternion)
    n = w * w + i * i + j * j + k * k
    turn = [[w * w + i * i - j * j - k * k, 2 * (i * j - w * k), 2 * (i * k + w * j)],
            [2 * (i * j + w * k), w * w - i * i + j * j - k * k, 2 * (j * k - w * i)],
            [2 * (i * k - w * j), 2 * (j * k + w * i), w * w - i * i - j * j + k * k]]
    return [[float(p[r] + sum(turn[r][c] * Fraction(v[c]) for c in range(3)) / n) for r in range(3)]
            for v in body.pieces[0].vertices]


def main():
    trace = check_trace.read_trace(pathlib.Path(sys.argv[2]))
    found = []
    for number, body in enumerate(trace.bodies):
        for text in sys.argv[3:]:
            t = Fraction(float(text))
            for segment in trace.segments:
                if segment.body == number and check_trace.time_of(segment.start) <= t < check_trace.time_of(segment.end):
                    found.append([body.name, float(text), vertices(body, segment, t)])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
