# SPDX-License-Identifier: Apache-2.0
"""What a run leaves behind, as NumPy arrays and small records."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _rigor
from .errors import UsageError

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Contact:
    """One contact point of an event, in world axes."""

    point: tuple[float, float, float]
    normal: tuple[float, float, float]  #: from a to b
    impulse: tuple[float, float, float]  #: on b, N s, of both phases
    a: str = ""  #: the pair, which may be another than the event's own
    b: str = ""
    compression: tuple[float, float, float] = (0.0, 0.0, 0.0)  #: of the first phase; the rest is expansion
    restitution: float = 0.0  #: e used


@dataclass(frozen=True)
class PointForce:
    """The contact force at one point, in world axes."""

    point: tuple[float, float, float]  #: m
    force: tuple[float, float, float]  #: on b, N
    state: str  #: frictionless, stick, slip, bonded, broken, viscous or step


@dataclass(frozen=True)
class JointForce:
    """What a joint does to its child at one instant, world axes; the opposite acts on the parent there."""

    joint: str
    parent: str  #: name of a body, or "world"
    child: str
    point: tuple[float, float, float]  #: the child's anchor, m
    force: tuple[float, float, float]  #: N
    moment: tuple[float, float, float]  #: about that point, N m


@dataclass(frozen=True)
class PairForce:
    """What two bodies do to each other at one instant; the opposite of `force` acts on a.

    How the sum is split over the points is a choice where there are more of them than the motion needs."""

    a: str
    b: str
    normal_direction: tuple[float, float, float]  #: from a to b
    force: tuple[float, float, float]  #: sum on b, N
    moment: tuple[float, float, float]  #: of that about b's origin, N m
    normal: float  #: N
    friction: float  #: N
    friction_limit: float  #: μ times the normal force, N; 0 without a cone
    points: tuple[PointForce, ...]


@dataclass(frozen=True)
class Event:
    """Something that happened at one instant within `bracket`."""

    index: int
    kind: str  #: touch, impact, lift, stick, slip, ...
    time: float  #: s
    bracket: tuple[float, float]  #: s
    proved: bool  #: it cannot have been missed
    location_error: float  #: s, of events that are located, not proved
    a: str  #: name of a body or half-space
    b: str
    contacts: tuple[Contact, ...]
    energy_before: float  #: J
    energy_after: float
    residual: float  #: of the problem solved there
    note: str


@dataclass(frozen=True)
class Piece:
    """A convex piece of a body: the convex hull of its vertices."""

    name: str
    vertices: Floats  #: in the body's frame, m
    faces: list[list[int]]


@dataclass(frozen=True)
class Body:
    """A body of a trace."""

    name: str
    kind: str  #: free, fixed, driven or link
    mass: float  #: kg; 0 for fixed and driven bodies
    com: tuple[float, float, float]  #: in the body's frame
    inertia: Floats  #: 3 x 3 about the centre of mass, body axes
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Verdict:
    """What the exact checker says."""

    status: str  #: proved, refused or measured
    min_gap: float | None  #: a proved lower bound over all pairs and all times, m; None if unproved
    failures: list[dict[str, Any]]  #: what could not be proved: rule, time, a, b, text
    details: dict[str, Any] = field(repr=False)  #: all that `rigor verify --json` prints
    text: str = field(repr=False)  #: for people

    @property
    def proved(self) -> bool:
        return self.status == "proved"

    def __bool__(self) -> bool:
        return self.proved


class Trace:
    """The whole motion of a run: poses and velocities at any time, events, certificates."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Reads a run's folder, a trace.h5 or a trace.part."""
        self._data = _rigor.read_trace(os.fspath(path))
        self._owner: Any = None

    @classmethod
    def _of(cls, data: _rigor.TraceData, owner: Any = None) -> Trace:
        trace = cls.__new__(cls)
        trace._data = data
        trace._owner = owner
        return trace

    @property
    def scene(self) -> str:
        """The scene's name."""
        return self._data.scene

    @property
    def scene_text(self) -> str:
        """The resolved scene, YAML."""
        return self._data.scene_text

    @property
    def method(self) -> str:
        return self._data.method

    @property
    def law(self) -> str:
        return self._data.law

    @property
    def start(self) -> float:
        """s"""
        return self._data.start

    @property
    def end(self) -> float:
        """s"""
        return self._data.end

    @property
    def stopped(self) -> str:
        """Why the run ended: rest, time, ..."""
        return self._data.stopped

    @property
    def complete(self) -> bool:
        """Whether the run ended by itself."""
        return self._data.complete

    @property
    def segments(self) -> int:
        return self._data.segments

    @property
    def names(self) -> list[str]:
        """Names of the bodies, in the order of all arrays."""
        return [body["name"] for body in self._data.bodies]

    @property
    def bodies(self) -> list[Body]:
        return [
            Body(
                body["name"],
                body["kind"],
                body["mass"],
                tuple(body["com"]),
                np.array(body["inertia"]).reshape(3, 3),
                tuple(Piece(p["name"], p["vertices"], p["faces"]) for p in body["pieces"]),
            )
            for body in self._data.bodies
        ]

    @property
    def events(self) -> list[Event]:
        return self._events(0)

    def _events(self, first: int) -> list[Event]:
        return [_event(entry) for entry in self._data.events(first)]

    def _times(self, times: ArrayLike) -> Floats:
        values = np.ascontiguousarray(np.atleast_1d(np.asarray(times, dtype=np.float64)))
        if values.ndim != 1:
            raise UsageError("times are one number or a list of numbers")
        return values

    def poses(self, times: ArrayLike) -> Floats:
        """Array (times, bodies, 7): position x, y, z and quaternion w, x, y, z, world axes."""
        return self._data.poses(self._times(times))

    def velocities(self, times: ArrayLike) -> Floats:
        """Array (times, bodies, 6): velocity of the body's origin, angular velocity, world axes.
        Where velocities jump it is the one behind the jump."""
        return self._data.velocities(self._times(times))

    def position(self, body: str, times: ArrayLike) -> Floats:
        """Array (times, 3) of one body."""
        return self.poses(times)[:, self._index(body), :3]

    def _index(self, body: str) -> int:
        if body not in self.names:
            raise UsageError(f"no body '{body}'; bodies: {', '.join(self.names)}")
        return self.names.index(body)

    def certificates(self, time: float) -> list[dict[str, Any]]:
        """The proofs of disjointness that hold at that time, one or more for every close pair."""
        return self._data.certificates_at(time)

    def forces(self, time: float) -> list[PairForce]:
        """The contact forces of all pairs that push at that time."""
        return _pair_forces(self._data.forces_at(time))

    def joint_forces(self, time: float) -> list[JointForce]:
        """What every joint does to its child at that time."""
        entries = self._data.joint_forces_at(time)
        vectors = ("point", "force", "moment")
        return [JointForce(**{**entry, **{key: tuple(entry[key]) for key in vectors}}) for entry in entries]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file trace.h5."""
        self._data.write(os.fspath(path))

    def verify(self) -> Verdict:
        """Proves the trace again, with exact arithmetic."""
        return self._check()[0]

    def _check(self) -> tuple[Verdict, _rigor.Checked]:
        checked = _rigor.verify(self._data)
        facts = json.loads(checked.json)
        return Verdict(facts["status"], facts["min_gap"], facts["failures"], facts, checked.text), checked

    def page(self) -> str:
        """The report with the 3D view, as one HTML page."""
        return self._data.page(self._check()[1])

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.page(), quote=True)}" '
            'width="100%" height="900" style="border:0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<rigor.Trace '{self.scene}': {len(self.names)} bodies, {self.start:g} s to {self.end:g} s>"


def _pair_forces(entries: list[dict[str, Any]]) -> list[PairForce]:
    return [
        PairForce(
            **{
                **pair,
                "normal_direction": tuple(pair["normal_direction"]),
                "force": tuple(pair["force"]),
                "moment": tuple(pair["moment"]),
                "points": tuple(PointForce(tuple(p["point"]), tuple(p["force"]), p["state"]) for p in pair["points"]),
            }
        )
        for pair in entries
    ]


def _event(entry: dict[str, Any]) -> Event:
    contacts = tuple(
        Contact(
            tuple(c["point"]),
            tuple(c["normal"]),
            tuple(c["impulse"]),
            c["a"],
            c["b"],
            tuple(c["compression"]),
            c["restitution"],
        )
        for c in entry["contacts"]
    )
    return Event(**{**entry, "contacts": contacts})
