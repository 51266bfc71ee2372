# SPDX-License-Identifier: Apache-2.0
"""Error bars: how many digits of a result are right."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any

from . import _rigor
from ._run import Source, load


@dataclass(frozen=True)
class Estimate:
    """A number with the estimate of its error."""

    value: float
    bar: float | None  #: None: there is no bar, and `reason` says why
    reason: str = ""


@dataclass(frozen=True)
class EventEstimate:
    """An event that all runs have."""

    kind: str
    a: str
    b: str
    time: Estimate  #: s


@dataclass(frozen=True)
class BodyEstimate:
    """A body at the end of the run."""

    position: tuple[Estimate, ...]  #: m
    quat_wxyz: tuple[Estimate, ...]
    velocity: tuple[Estimate, ...]  #: linear, then angular
    agrees_until: float | None  #: s; None: to the end


@dataclass(frozen=True)
class Convergence:
    """Every result of a scene with an estimate of its error; nothing of it is proved."""

    end: float  #: s: of the run
    answer_ends: float  #: s: from there on the runs differ
    amplification: float | None  #: of an offset of the start
    order: float | None  #: observed, of first-order methods
    events: list[EventEstimate]
    bodies: dict[str, BodyEstimate]
    energy: Estimate  #: at the end, J
    details: dict[str, Any] = field(repr=False)  #: all that `rigor converge --json` prints


def _estimate(facts: dict[str, Any]) -> Estimate:
    return Estimate(facts["value"], facts["bar"], facts.get("reason", ""))


def _body(facts: dict[str, Any]) -> BodyEstimate:
    position, quaternion, velocity = (
        tuple(_estimate(x) for x in facts[key]) for key in ("position", "quat_wxyz", "velocity")
    )
    return BodyEstimate(position, quaternion, velocity, facts["agrees_until"])


def converge(scene: Source, *, seed: int | None = None, threads: int | None = None, **settings: Any) -> Convergence:
    """Runs a scene several times, with other tolerances and skins (or steps), and estimates the error
    of every event time and final state. `settings` are those of `load`."""
    facts = json.loads(_rigor.converge(load(scene, seed, **settings), threads or os.cpu_count() or 1))
    return Convergence(
        facts["time_end"],
        facts["answer_ends"],
        facts["amplification"],
        facts["order"],
        [EventEstimate(e["kind"], e["a"], e["b"], _estimate(e["time"])) for e in facts["events"]],
        {body["name"]: _body(body) for body in facts["bodies"]},
        _estimate(facts["energy"]),
        facts,
    )
