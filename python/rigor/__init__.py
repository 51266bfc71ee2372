# SPDX-License-Identifier: Apache-2.0
"""Rigid bodies that never overlap, and the proof.

    import rigor
    run = rigor.run("scenes/die.yaml")
    print(run.stopped, rigor.verify(run).min_gap)
"""

from ._converge import BodyEstimate, Convergence, Estimate, EventEstimate, converge
from ._importing import Imported, Note, import_model
from ._rigor import Scene, version
from ._run import Run, example, examples, load, run, verify
from ._simulation import Simulation, State
from ._sweep import grid, sampled, sweep, to_parquet
from ._trace import Body, Contact, Event, JointForce, PairForce, PointForce, Trace, Verdict
from .errors import ClaimFailed, InputError, LimitReached, Refused, RigorError, UsageError

__version__ = version()

__all__ = [
    "Body",
    "BodyEstimate",
    "ClaimFailed",
    "Contact",
    "Convergence",
    "Estimate",
    "Event",
    "EventEstimate",
    "Imported",
    "InputError",
    "JointForce",
    "LimitReached",
    "Note",
    "PairForce",
    "PointForce",
    "Refused",
    "RigorError",
    "Run",
    "Scene",
    "Simulation",
    "State",
    "Trace",
    "UsageError",
    "Verdict",
    "__version__",
    "converge",
    "example",
    "examples",
    "grid",
    "import_model",
    "load",
    "run",
    "sampled",
    "sweep",
    "to_parquet",
    "verify",
]
