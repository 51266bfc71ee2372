# SPDX-License-Identifier: Apache-2.0
"""From a scene to a motion."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

from . import _rigor
from ._rigor import Scene
from ._trace import Event, Trace, Verdict
from .errors import UsageError, error_for

Source = Scene | str | os.PathLike[str] | Mapping[str, Any]
#: called with the simulated time and the scene's end time, s
Progress = Callable[[float, float], None]


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _settings(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(key.replace("__", "."), _value(value)) for key, value in values.items()]


def load(scene: Source, seed: int | None = None, **settings: Any) -> Scene:
    """Reads a scene: a file, or a dictionary with the keys of a scene file.

    Further arguments put values over what the scene says, like `--set` of the command; two
    underscores stand for a dot: `load("die.yaml", stop__time=3)`. Raises InputError for a scene
    that cannot be used, with every problem of it.
    """
    values = _settings(settings)
    if isinstance(scene, Scene):
        if values or seed is not None:
            return _rigor.read_scene(scene.text, scene.name, values, seed)
        return scene
    if isinstance(scene, Mapping):
        name = str(scene.get("name", "scene"))
        return _rigor.read_scene(json.dumps(scene), name, values, seed)
    return _rigor.load_scene(os.fspath(scene), values, seed)


def examples() -> list[str]:
    """Names of the bundled scenes."""
    return [name.removesuffix(".yaml") for name, _ in _rigor.bundled() if _is_scene(name)]


def _is_scene(name: str) -> bool:
    return name.endswith(".yaml") and name != "template.yaml"


def example(name: str, seed: int | None = None, **settings: Any) -> Scene:
    """A bundled scene by its name, with the arguments of `load`."""
    files = dict(_rigor.bundled())
    file = name + ".yaml"
    if file not in files or not _is_scene(file):
        raise UsageError(f"no bundled scene '{name}'; rigor.examples() lists them")
    with tempfile.TemporaryDirectory() as folder:  # scenes may include parts and meshes
        for path, text in files.items():
            to = pathlib.Path(folder, path)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(text, encoding="utf-8")
        return _rigor.load_scene(os.fspath(pathlib.Path(folder, file)), _settings(settings), seed)


class Run:
    """A run that ended: how, and everything it left."""

    def __init__(self, trace: Trace, summary: dict[str, Any], folder: pathlib.Path | None) -> None:
        #: the motion
        self.trace = trace
        #: what `rigor run --json` prints
        self.summary = summary
        #: where its files are; None for a run in memory
        self.folder = folder

    @property
    def stopped(self) -> str:
        """Why it ended: rest, time, or the reason of a refusal."""
        return str(self.summary["stopped"])

    @property
    def reason(self) -> str:
        """One sentence, for refusals."""
        return str(self.summary["reason"])

    @property
    def exit_code(self) -> int:
        """The exit code that the command would have."""
        return int(self.summary["exit_code"])

    @property
    def done(self) -> bool:
        """Whether it did what was asked."""
        return self.exit_code == 0

    @property
    def events(self) -> list[Event]:
        return self.trace.events

    def verify(self) -> Verdict:
        """Proves the run again, with exact arithmetic."""
        return self.trace.verify()

    def _repr_html_(self) -> str:
        return self.trace._repr_html_()

    def __repr__(self) -> str:
        return f"<rigor.Run '{self.trace.scene}': {self.stopped} at {self.trace.end:g} s>"


def _bar() -> tuple[Progress | None, Callable[[], None]]:
    """A progress bar if tqdm is there, and what closes it."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        return None, lambda: None
    bar = tqdm(total=1.0, unit="s", bar_format="{l_bar}{bar}| {n:.3f} of {total:.3f} s simulated")

    def show(time: float, until: float) -> None:
        bar.total = until
        bar.n = min(time, until)
        bar.update(0)

    return show, bar.close


def run(
    scene: Source,
    *,
    folder: str | os.PathLike[str] | None = None,
    check: bool = False,
    force: bool = False,
    seed: int | None = None,
    progress: bool | Progress = False,
    **settings: Any,
) -> Run:
    """Simulates a scene (a file, a dictionary, or what `load` returned).

    With `folder` the run's files are written there, as the command does, and a run that is there
    already is not repeated unless `force`; without it everything stays in memory. `settings` are
    those of `load`. A run that ends early, honestly, is returned like any other; `check=True`
    raises Refused, LimitReached or, if the checker does not prove it, ClaimFailed. `progress`: True
    for a bar (needs tqdm), or a function of the simulated time and the end time.
    """
    loaded = load(scene, seed, **settings)
    close: Callable[[], None] = lambda: None
    tell: Progress | None = progress if callable(progress) else None
    if progress is True:
        tell, close = _bar()
    try:
        result = _into(loaded, pathlib.Path(folder), force, tell) if folder is not None else _in_memory(loaded, tell)
    finally:
        close()
    if check:
        _demand(result)
    return result


def _in_memory(scene: Scene, tell: Progress | None) -> Run:
    recorded = _rigor.record(scene, tell)
    trace = Trace._of(recorded.trace, recorded)
    summary = json.loads(recorded.trace.summary())
    summary.update(reason=recorded.reason, exit_code=recorded.exit_code)
    return Run(trace, summary, None)


def _into(scene: Scene, folder: pathlib.Path, force: bool, tell: Progress | None) -> Run:
    summary = json.loads(_rigor.run_into(scene, os.fspath(folder), True, force, tell))
    return Run(Trace(folder), summary, folder)


def _demand(result: Run) -> None:
    if result.exit_code != 0:
        raise error_for(result.exit_code, result.reason or f"the run ended: {result.stopped}")
    if result.trace.segments and not (verdict := result.verify()).proved:
        raise error_for(1, verdict.text)


def verify(what: Run | Trace | str | os.PathLike[str]) -> Verdict:
    """Proves a run, a trace or the files of one again, with exact arithmetic."""
    if isinstance(what, (Run, Trace)):
        return what.verify()
    if isinstance(what, (str, os.PathLike)):
        return Trace(what).verify()
    raise UsageError("verify takes a Run, a Trace or a path")
