# SPDX-License-Identifier: Apache-2.0
"""Plots of runs, with matplotlib if it is there: `import rigor.plot`.

Each function draws into `axes` (new ones if none are given) and returns them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._run import Run
from ._trace import Floats, Trace
from .errors import UsageError

_EVENT_STYLE = {"impact": "-", "touch": ":", "stick": "--", "slip": "-."}


def _axes(axes: Any) -> Any:
    if axes is not None:
        return axes
    try:
        import matplotlib.pyplot as plt  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise UsageError("plots need matplotlib: pip install matplotlib") from None
    return plt.subplots()[1]


def _trace(what: Run | Trace) -> Trace:
    return what.trace if isinstance(what, Run) else what


def _times(trace: Trace, count: int) -> Floats:
    return np.linspace(trace.start, trace.end, count)


def positions(what: Run | Trace, body: str | None = None, *, axes: Any = None, count: int = 500) -> Any:
    """x, y and z of a body (the first one if none is named) over time, m."""
    trace, axes = _trace(what), _axes(axes)
    times = _times(trace, count)
    name = body if body is not None else trace.names[0]
    for values, label in zip(trace.position(name, times).T, "xyz"):
        axes.plot(times, values, label=label)
    axes.set(xlabel="time / s", ylabel=f"position of {name} / m")
    axes.legend()
    return axes


def speeds(what: Run | Trace, *, axes: Any = None, count: int = 500) -> Any:
    """The speed of every body's origin over time, m/s."""
    trace, axes = _trace(what), _axes(axes)
    times = _times(trace, count)
    speed = np.linalg.norm(trace.velocities(times)[:, :, :3], axis=2)
    for values, name in zip(speed.T, trace.names):
        axes.plot(times, values, label=name)
    axes.set(xlabel="time / s", ylabel="speed / (m/s)")
    axes.legend()
    return axes


def energy(what: Run | Trace, *, axes: Any = None) -> Any:
    """The energy before and after every event that knows it, J: steps down at impacts."""
    trace, axes = _trace(what), _axes(axes)
    known = [event for event in trace.events if event.energy_before != 0.0 or event.energy_after != 0.0]
    times = [time for event in known for time in (event.time, event.time)]
    values = [value for event in known for value in (event.energy_before, event.energy_after)]
    axes.plot(times, values, marker=".")
    axes.set(xlabel="time / s", ylabel="energy of the bodies at the event / J")
    return axes


def events(what: Run | Trace, *, axes: Any = None) -> Any:
    """One line for every event, across axes that have time along x; its style tells the kind."""
    trace, axes = _trace(what), _axes(axes)
    shown: set[str] = set()
    for event in trace.events:
        label = None if event.kind in shown else event.kind
        shown.add(event.kind)
        axes.axvline(event.time, color="0.7", linewidth=0.8, linestyle=_EVENT_STYLE.get(event.kind, ":"), label=label)
    axes.set(xlabel="time / s")
    axes.legend()
    return axes
