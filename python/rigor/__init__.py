# SPDX-License-Identifier: Apache-2.0
"""Rigid bodies that never overlap, and the proof.

    import rigor
    run = rigor.run("scenes/die.yaml")
    print(run.stopped, rigor.verify(run).min_gap)
"""

from ._rigor import Scene, version
from ._run import Run, example, examples, load, run, verify
from ._trace import Body, Contact, Event, Trace, Verdict
from .errors import ClaimFailed, InputError, LimitReached, Refused, RigorError, UsageError

__version__ = version()

__all__ = [
    "Body",
    "ClaimFailed",
    "Contact",
    "Event",
    "InputError",
    "LimitReached",
    "Refused",
    "RigorError",
    "Run",
    "Scene",
    "Trace",
    "UsageError",
    "Verdict",
    "__version__",
    "example",
    "examples",
    "load",
    "run",
    "verify",
]
