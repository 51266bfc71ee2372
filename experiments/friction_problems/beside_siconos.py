#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares answers to friction problems with Siconos.

    beside_siconos.py FOLDER [--fclib OUT]

reads the files of friction_problems_experiment (and those of tests/laws/recorded, which have no answers), asks Siconos how large the error
of our impulses is by its own measure, solves each problem with Siconos' solvers, and compares the velocities of the contacts. With --fclib
each problem and its answer is also written in the layout of the Friction Contact Library (HDF5, group fclib_local), which Siconos and
others read; directions of slips that are given stand there beside it, as fclib has no place for them.
Needs python3-siconos, and python3-h5py for --fclib.
"""
import argparse
import math
import pathlib
import sys
import time

import numpy as np
import siconos.numerics as sn

SOLVERS = {"nsgs": sn.SICONOS_FRICTION_3D_NSGS, "newton": sn.SICONOS_FRICTION_3D_NSN_AC}


class Problem:
    def __init__(self, file):
        words = iter(" ".join(line for line in file.read_text().splitlines() if not line.startswith("#")).split())

        def take(count):
            return np.array([float(next(words)) for _ in range(count)])

        self.name = file.stem
        self.contacts = n = int(next(words))
        self.W = take(9 * n * n).reshape(3 * n, 3 * n)
        self.b = take(3 * n)
        self.mu = take(n)
        self.sliding = take(2 * n).reshape(n, 2)
        rest = [float(word) for word in words]
        self.r = np.array(rest) if rest else None

    def is_plain(self):
        return bool(np.isnan(self.sliding).all())

    def scale(self):
        return np.linalg.norm(self.b.reshape(-1, 3), axis=1).max()


def breach(problem, r):
    """Largest violation of Coulomb's law as a speed over the problem's, written from the law itself."""
    u = (problem.W @ r + problem.b).reshape(-1, 3)
    worst = 0.0
    for i, (impulse, speed) in enumerate(zip(r.reshape(-1, 3), u)):
        mobility = problem.W[3 * i, 3 * i]
        push, side, slip = mobility * impulse[0], mobility * impulse[1:], np.linalg.norm(speed[1:])
        room = problem.mu[i] * push - np.linalg.norm(side)
        worst = max(worst, -push, -speed[0], min(push, speed[0]), -room, min(slip, room))
        if slip > 0.0:  # friction is against the slip
            worst = max(worst, min(slip, np.linalg.norm(side + problem.mu[i] * push * speed[1:] / slip)))
    return worst / problem.scale()


def siconos_error(problem, r):
    """Siconos' own measure: the natural map, relative to |b|."""
    options = sn.SolverOptions(sn.SICONOS_FRICTION_3D_NSGS)
    asked = sn.FrictionContactProblem(3, problem.contacts, problem.W, problem.b, problem.mu)
    error = sn.fc3d_compute_error(asked, r.copy(), problem.W @ r + problem.b, 1e-14, options, np.linalg.norm(problem.b))
    return error[-1] if isinstance(error, (tuple, list)) else error


def by_siconos(problem, solver):
    options = sn.SolverOptions(SOLVERS[solver])
    options.dparam[sn.SICONOS_DPARAM_TOL] = 1e-12
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = 5000 if solver == "nsgs" else 300
    asked = sn.FrictionContactProblem(3, problem.contacts, problem.W, problem.b, problem.mu)
    r, u = np.zeros(3 * problem.contacts), np.zeros(3 * problem.contacts)
    since = time.process_time()
    sn.fc3d_driver(asked, r, u, options)
    return r, time.process_time() - since


def write_fclib(problem, file):
    import h5py
    rows = [np.flatnonzero(row) for row in problem.W]
    with h5py.File(file, "w") as out:
        local = out.create_group("fclib_local")
        local["spacedim"] = np.array([3], dtype=np.int32)
        matrix = local.create_group("W")
        size = 3 * problem.contacts
        starts = np.concatenate(([0], np.cumsum([len(row) for row in rows])))
        for key, value in (("nzmax", starts[-1]), ("m", size), ("n", size), ("nz", -2)):  # -2: compressed rows
            matrix[key] = np.array([value], dtype=np.int32)
        matrix["p"] = starts.astype(np.int32)
        matrix["i"] = np.concatenate(rows).astype(np.int32)
        matrix["x"] = np.concatenate([problem.W[k, row] for k, row in enumerate(rows)])
        vectors = local.create_group("vectors")
        vectors["mu"], vectors["q"] = problem.mu, problem.b
        if not problem.is_plain():
            local.create_group("rigor")["sliding"] = problem.sliding
        if problem.r is not None:
            answer = out.create_group("solution")
            answer["u"], answer["r"] = problem.W @ problem.r + problem.b, problem.r


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--fclib", type=pathlib.Path)
    arguments = parser.parse_args()
    ours, theirs, motions, failed = [], {name: [] for name in SOLVERS}, [], 0
    for file in sorted(arguments.folder.glob("*.txt")):
        problem = Problem(file)
        if arguments.fclib:
            arguments.fclib.mkdir(parents=True, exist_ok=True)
            write_fclib(problem, arguments.fclib / (problem.name + ".hdf5"))
        if not problem.is_plain() or problem.r is None:
            print(f"{problem.name}: {problem.contacts} contacts, slips or answers not in this form; not compared")
            continue
        error = max(breach(problem, problem.r), siconos_error(problem, problem.r))
        ours.append(error)
        best = (math.inf, None)
        for name in SOLVERS:
            r, seconds = by_siconos(problem, name)
            theirs[name].append((breach(problem, r), seconds))
            best = min(best, (breach(problem, r), name), key=lambda pair: pair[0])
            if best[1] == name:
                answer = r
        if best[0] < 1e-9:
            motions.append(np.abs(problem.W @ (answer - problem.r)).max() / problem.scale())
        if error > 1e-9:
            failed += 1
            print(f"{problem.name}: {problem.contacts} contacts, our error {error:.1e}, Siconos' best {best[0]:.1e}")
        elif motions and best[0] < 1e-9 and motions[-1] > 1e-6:
            print(f"{problem.name}: two answers, velocities differ by {motions[-1]:.1e} (both obey the law)")
    if ours:
        print(f"{len(ours)} problems; our largest error {max(ours):.1e}, by the law and by Siconos' measure; {failed} above 1e-9")
        for name, runs in theirs.items():
            good = sum(error < 1e-9 for error, _ in runs)
            print(f"siconos {name}: {good} below 1e-9, median error {np.median([e for e, _ in runs]):.1e}, "
                  f"CPU {sum(s for _, s in runs):.2f} s")
        print(f"same velocities to 1e-6 in {sum(m < 1e-6 for m in motions)} of {len(motions)} that both solve")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
