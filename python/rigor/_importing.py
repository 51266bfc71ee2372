# SPDX-License-Identifier: Apache-2.0
"""Model files of robots as scenes."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import sys
from collections.abc import Iterable, Mapping

from . import _rigor
from ._rigor import Scene


@dataclasses.dataclass(frozen=True)
class Note:
    """How an imported scene differs from its file."""

    kind: str  #: left out, approximated, merged, repaired or added
    what: str
    why: str
    lines: tuple[int, ...]  #: of the file
    count: int


@dataclasses.dataclass(frozen=True)
class Imported:
    """A scene made of a model file, and what is not in it as the file says."""

    text: str  #: the scene file
    format: str  #: URDF, SDF or MJCF
    notes: tuple[Note, ...]

    @property
    def scene(self) -> Scene:
        """The scene, ready to be run."""
        return _rigor.read_scene(self.text, "imported", [], None)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the scene file."""
        pathlib.Path(file).write_text(self.text, encoding="utf-8")


def import_model(
    file: str | os.PathLike[str],
    *,
    free: bool = False,
    floor: bool = False,
    drop: float = 0.05,
    mu: float = 0.5,
    until: float = 1.0,
    hold: tuple[float, float] | None = None,
    start: Mapping[str, float] | None = None,
    vertices: int = 32,
    pieces: int = 1,
    folders: Iterable[str | os.PathLike[str]] = (),
    skip_meshes: bool = False,
    keep_fixed: bool = False,
    self_contact: bool = True,
    repair: bool = False,
) -> Imported:
    """The scene of a URDF, SDF or MJCF file; the arguments are the options of `rigor import`.

    MJCF is read by the package mujoco of this interpreter, convex pieces of meshes are found by coacd. Raises InputError for files that cannot
    be used, with every problem, and Refused for what is not simulated.
    """
    options = _rigor.ImportOptions()
    options.free, options.keep_fixed, options.floor, options.drop = free, keep_fixed, floor, drop
    options.mu, options.until, options.self_contact, options.repair = mu, until, self_contact, repair
    options.set_shapes(vertices, [os.fspath(folder) for folder in folders], skip_meshes, pieces)
    if hold is not None:
        options.hold(*hold)
    for joint, value in (start or {}).items():
        options.start(joint, value)
    os.environ.setdefault("RIGOR_PYTHON", sys.executable)
    text, form, notes = _rigor.import_model(os.fspath(file), options)
    return Imported(text, form, tuple(Note(k, what, why, tuple(lines), n) for k, what, why, lines, n in notes))
