# SPDX-License-Identifier: Apache-2.0
"""A simulation that goes on as far as it is asked, for closed loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _rigor
from ._run import Run, Source, load
from ._trace import Event, Floats, PairForce, Trace, _pair_forces
from .errors import UsageError, error_for

_ZERO = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class State:
    """Everything that the future depends on, besides what is applied."""

    time: float  #: s
    q: Floats  #: coordinates of all joints; of a free body x, y, z and quaternion w, x, y, z
    v: Floats  #: velocities
    forces: tuple[PairForce, ...] = ()  #: what `Simulation.forces` says there


class Simulation:
    """A scene that is simulated stretch by stretch.

    Each stretch begins from the state and what is applied, and from nothing else: the same calls give
    the same bits, and a simulation that is put into a saved state goes on as the first one did. All
    stretches together are one trace, which is proved like any other. What is steered is not in the
    scene, so `trace.scene_text` of a steered simulation is empty.
    """

    def __init__(self, scene: Source, *, seed: int | None = None, **settings: Any) -> None:
        """Takes what `rigor.load` takes."""
        loaded = load(scene, seed, **settings)
        try:
            self._live = _rigor.Live(loaded)
        except ValueError as error:
            raise UsageError(str(error)) from None
        self._seen = 0
        self._forces: tuple[PairForce, ...] | None = ()

    @property
    def time(self) -> float:
        """s"""
        return self._live.time

    @property
    def names(self) -> list[str]:
        """Names of the bodies, in the order of the arrays."""
        return self._live.names

    @property
    def poses(self) -> Floats:
        """Array (bodies, 7): x, y, z and quaternion w, x, y, z now. Read-only, and not copied: it
        changes as the simulation goes on."""
        return self._live.poses

    @property
    def velocities(self) -> Floats:
        """Array (bodies, 6): velocity of the body's origin, angular velocity, world axes. Not copied."""
        return self._live.velocities

    def position(self, body: str) -> Floats:
        """x, y, z of one body; not copied."""
        return self._live.poses[self._body(body), :3]

    def velocity(self, body: str) -> Floats:
        """Linear and angular velocity of one body; not copied."""
        return self._live.velocities[self._body(body), :]

    @property
    def q(self) -> Floats:
        """Coordinates of all joints, a copy."""
        return np.array(self._live.q)

    @property
    def v(self) -> Floats:
        """Velocities of all joints, a copy."""
        return np.array(self._live.v)

    @property
    def state(self) -> State:
        """A copy, for `set_state`."""
        return State(self.time, self.q, self.v, self.forces)

    @property
    def forces(self) -> tuple[PairForce, ...]:
        """What acts at the contacts now, pair by pair and point by point, newtons, world axes: the
        forces with which the last stretch ended, as a sensor would read them. What is applied from
        now on changes them in the next stretch. None before the first stretch; `set_state` takes
        over those of the state. Pairs whose forces the trace does not have are left out (links)."""
        if self._forces is None:
            self._forces = tuple(_pair_forces(self._live.forces()))
        return self._forces

    def set_state(self, state: State) -> None:
        """Puts all bodies elsewhere; the trace begins anew. Raises UsageError for states that are not
        sound or in which bodies overlap, and then changes nothing."""
        try:
            self._live.set_state(state.time, np.asarray(state.q, float), np.asarray(state.v, float))
        except ValueError as error:
            raise UsageError(str(error)) from None
        self._seen = 0
        self._forces = tuple(state.forces)

    def apply(self, body: str, force: ArrayLike = _ZERO, moment: ArrayLike = _ZERO) -> None:
        """A force (N) at the centre of mass of a free body or a link and a moment (N m), world axes,
        from now on until the next call for that body."""
        try:
            f, m = (np.asarray(x, float).reshape(3).tolist() for x in (force, moment))
            self._live.apply(self._body(body), f, m)
        except ValueError as error:
            raise UsageError(str(error)) from None

    def set_effort(self, link: str, effort: float, dof: int = 0) -> None:
        """The effort (N or N m) of a motor at a link's joint, from now on until the next call."""
        try:
            self._live.set_effort(self._body(link), dof, effort)
        except ValueError as error:
            raise UsageError(str(error)) from None

    def coordinate(self, link: str, dof: int = 0) -> float:
        """A coordinate of a link's joint, m or rad."""
        try:
            return float(self._live.coordinate(self._body(link), dof))
        except ValueError as error:
            raise UsageError(str(error)) from None

    def rate(self, link: str, dof: int = 0) -> float:
        """A velocity of a link's joint, m/s or rad/s."""
        try:
            return float(self._live.rate(self._body(link), dof))
        except ValueError as error:
            raise UsageError(str(error)) from None

    def set_neutral(self, link: str, value: float, dof: int = 0) -> None:
        """The neutral coordinate of the spring of a link's joint from now on: with the joint's
        stiffness and damping as gains, this is a servo."""
        try:
            self._live.set_neutral(self._body(link), dof, value)
        except ValueError as error:
            raise UsageError(str(error)) from None

    def advance_to(self, t: float) -> bool:
        """Goes on to the time `t`; says whether it got there. If not, `stopped` and `reason` tell why,
        and the state is the last one that is certain."""
        return self._advance(self._live.advance_to, t)

    def step(self, duration: float | None = None) -> bool:
        """Goes on for `duration` seconds; without one to the next event, and a rounding error past
        it, so that velocities are those behind it (to the end of the step in which something happens,
        with methods that move in steps). If there is none, it goes to the scene's end."""
        if duration is not None:
            return self.advance_to(self.time + duration)
        return self._advance(self._live.advance_to_event, self._live.scene_end)

    def events(self, until: float | None = None) -> Iterator[Event]:
        """Goes on from event to event, up to the time `until` or the scene's end, and hands out each
        as it happens: what is applied between two of them acts from there on."""
        end = self._live.scene_end if until is None else until
        yield from self.new_events()
        while self.time < end and not self.ended:
            self._advance(self._live.advance_to_event, end)
            yield from self.new_events()

    def _advance(self, go: Callable[[float], bool], t: float) -> bool:
        before = self.time
        try:
            return go(t)
        except ValueError as error:
            raise UsageError(str(error)) from None
        finally:
            if self.time != before:
                self._forces = None

    def run(
        self,
        until: float,
        controller: Callable[[Simulation], None] | None = None,
        period: float | None = None,
        *,
        check: bool = False,
    ) -> Run:
        """Goes on to the time `until` and returns all that was simulated since the start of the trace.

        `controller` is called now and at every multiple of `period`; what it applies is held until
        its next call. `check=True` raises if the run ended early.
        """
        if (controller is None) != (period is None):
            raise UsageError("a controller has a period")
        while self.time < until and not self.ended:
            if controller is None or period is None:
                self.advance_to(until)
                break
            controller(self)
            self.advance_to(min(_rigor.next_tick(self.time, period), until))
        if check and self.ended:
            raise error_for(self._live.exit_code, self.reason or f"the run ended: {self.stopped}")
        return self._result()

    def _result(self) -> Run:
        trace = self.trace
        summary: dict[str, Any] = {
            "scene": trace.scene,
            "method": trace.method,
            "law": trace.law,
            "stopped": self.stopped if self.ended else "time",
            "reason": self.reason,
            "time_end": trace.end,
            "exit_code": self._live.exit_code if self.ended else 0,
        }
        return Run(trace, summary, None)

    @property
    def ended(self) -> bool:
        """Whether it ended before it was asked to."""
        return self._live.ended

    @property
    def stopped(self) -> str:
        return self._live.stopped

    @property
    def reason(self) -> str:
        return self._live.reason

    def new_events(self) -> Iterator[Event]:
        """The events since this was asked the last time."""
        first, self._seen = self._seen, self._live.event_count
        return iter(self.trace._events(first) if first < self._seen else [])

    @property
    def trace(self) -> Trace:
        """Everything since the start, or since `set_state`: a copy."""
        return Trace._of(self._live.trace())

    def _body(self, name: str) -> int:
        try:
            return self._live.body(name)
        except ValueError as error:
            raise UsageError(str(error)) from None

    def __repr__(self) -> str:
        return f"<rigor.Simulation at {self.time:g} s: {', '.join(self.names[:5])}>"

