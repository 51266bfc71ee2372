# SPDX-License-Identifier: Apache-2.0
"""Thousands of runs of one scene.

Each task is a process of its own, so a crash loses one task, which is run once more. What a task draws
depends on the sweep's seed and the task's number alone, so the table is the same for any number of
workers and any executor.
"""

from __future__ import annotations

import csv
import itertools
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, as_completed
from typing import Any

from . import _rigor
from ._run import Source, load
from .errors import InputError, RigorError, UsageError

Row = dict[str, Any]
#: what is kept of each run
RESULTS = ("exit_code", "stopped", "time_end", "segments", "events", "min_gap", "energy_final", "verified")


def grid(values: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Every combination of the values, the last key fastest."""
    return [dict(zip(values, choice)) for choice in itertools.product(*values.values())]


def sampled(ranges: Mapping[str, tuple[float, float]], count: int, seed: int) -> list[dict[str, Any]]:
    """`count` sets of values, uniform in their ranges."""
    rows = []
    for task in range(count):
        units = _rigor.draw(seed, task, len(ranges))
        rows.append({key: low + (high - low) * u for (key, (low, high)), u in zip(ranges.items(), units)})
    return rows


#: `python -m rigor` without NumPy, which the command does not need: a process starts in a tenth of the time.
_COMMAND = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("_rigor", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
sys.exit(module.command(["rigor", *sys.argv[2:]]))
"""


def _task(scene: str, folder: str, settings: dict[str, Any]) -> Row:
    """One run in a process of its own; run again once if the process dies."""
    command = [sys.executable, "-I", "-S", "-c", _COMMAND, _rigor.__file__, "run", scene, "-o", folder, "--json"]
    for key, value in settings.items():
        text = value if isinstance(value, str) else json.dumps(value)
        command += ["--seed", text] if key == "seed" else ["--set", f"{key.replace('__', '.')}={text}"]
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode >= 0 and done.stdout:
            facts = json.loads(done.stdout)
            if "stopped" not in facts:
                return {"exit_code": done.returncode, "stopped": facts.get("error", "").split("\n")[0]}
            return {
                "exit_code": done.returncode,
                "events": facts["events"]["total"],
                "energy_final": facts["energy"]["final"],
                **{key: facts[key] for key in ("stopped", "time_end", "segments", "min_gap", "verified")},
            }
    return {"exit_code": done.returncode, "stopped": "crashed"}


def _text(value: Any) -> str:
    """As the command writes it: true, 1e-08, and nothing for what is not known."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


class _Table:
    """rows.csv: a row is there as soon as its task is done; what is there is not repeated."""

    def __init__(self, file: pathlib.Path, parameters: Sequence[str]) -> None:
        self.file = file
        self.columns = ["task", *parameters, *RESULTS]
        self.rows: dict[int, Row] = {}
        if file.is_file():
            self._read()
        else:
            with file.open("w", newline="", encoding="utf-8") as out:
                csv.writer(out, lineterminator="\n").writerow(self.columns)

    def _read(self) -> None:
        with self.file.open(newline="", encoding="utf-8") as lines:
            reader = csv.DictReader(lines)
            if reader.fieldnames != self.columns:
                raise UsageError(f"{self.file} belongs to another sweep; choose another folder")
            for row in reader:
                if row["verified"] is not None:  # a row that was cut short is run again
                    self.rows[int(row["task"])] = dict(row)

    def add(self, task: int, row: Row) -> None:
        line = {key: _text(value) for key, value in {"task": task, **row}.items()}
        with self.file.open("a", newline="", encoding="utf-8") as out:
            csv.DictWriter(out, self.columns, restval="", lineterminator="\n").writerow(line)
            out.flush()
            os.fsync(out.fileno())
        self.rows[task] = {key: str(line.get(key, "")) for key in self.columns}

    def finish(self) -> None:
        """One file, sorted by task, so that it is the same whoever ran the tasks."""
        draft = self.file.with_suffix(".part")
        with draft.open("w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, self.columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.sorted())
        draft.replace(self.file)

    def sorted(self) -> list[Row]:
        return [self.rows[task] for task in sorted(self.rows)]


def _results(jobs: dict[int, tuple[str, str, dict[str, Any]]], executor: Executor) -> Iterator[tuple[int, Row]]:
    """Results as they come. What the workers did not do, since they died or lack something, is left out."""
    futures: dict[Future[Row], int] = {}
    try:
        for task, job in jobs.items():
            futures[executor.submit(_task, *job)] = task
    except BrokenExecutor:
        pass
    for future in as_completed(futures):
        if not future.cancelled() and future.exception() is None:
            yield futures[future], future.result()


def sweep(
    scene: Source,
    tasks: Sequence[Mapping[str, Any]],
    folder: str | os.PathLike[str],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Row]:
    """Runs `scene` once for each entry of `tasks` and returns one row per task, in their order.

    An entry has values put over the scene (keys as in `load`; `seed` draws its random states): see
    `grid` and `sampled`. Runs go to `folder`/<task>, and rows to `folder`/rows.csv as they are done;
    called again with the same arguments, a sweep goes on where it was stopped. `executor`: anything
    with the protocol of concurrent.futures, for example that of a Dask client; else `jobs` threads
    (as many as there are cores). What an executor fails to do, since its workers died, threads do
    here. `progress` is told the number of rows and of tasks. `folder`/sweep.html shows how the runs
    ended.
    """
    root = pathlib.Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    entries = [dict(entry) for entry in tasks]
    if not entries:
        raise UsageError("a sweep needs at least one task")
    parameters = list(entries[0])
    if any(list(entry) != parameters for entry in entries):
        raise UsageError("all tasks of a sweep have the same keys")
    file = root / "scene.yaml"
    if isinstance(scene, (str, os.PathLike)):
        file = pathlib.Path(scene).resolve()
    else:
        file.write_text(load(scene).text, encoding="utf-8")
    table = _Table(root / "rows.csv", parameters)

    def left() -> dict[int, tuple[str, str, dict[str, Any]]]:
        return {
            task: (str(file), str(root / str(task)), entry)
            for task, entry in enumerate(entries)
            if task not in table.rows
        }

    def collect(pool: Executor) -> None:
        for task, row in _results(left(), pool):
            table.add(task, {**entries[task], **row})
            if progress:
                progress(len(table.rows), len(entries))

    if executor is not None:
        collect(executor)
    if left():
        threads = ThreadPoolExecutor(jobs or os.cpu_count() or 1)
        try:
            collect(threads)
        finally:  # after Ctrl-C too: what has not begun is left for the next call
            threads.shutdown(cancel_futures=True)
    if left():
        raise RigorError(f"{len(left())} tasks could not be run at all: see {table.file}")
    table.finish()
    page = _rigor.sweep_page(os.fspath(root), parameters, file.stem)
    (root / "sweep.html").write_text(page, encoding="utf-8")
    return table.sorted()


def _cell(text: str) -> Any:
    """A value of rows.csv: a number, true, false, nothing, or the text itself."""
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text


def to_parquet(
    folder: str | os.PathLike[str],
    file: str | os.PathLike[str] | None = None,
) -> pathlib.Path:
    """Writes the rows of a sweep's folder as a Parquet file (`folder`/rows.parquet unless said
    otherwise) and returns its path. Columns of numbers are numbers there, also integers and
    true or false; what differs from row to row in kind is text. Needs pyarrow."""
    rows_file = pathlib.Path(folder, "rows.csv")
    if not rows_file.is_file():
        raise InputError(f"{rows_file} is not there: that folder is no sweep's")
    try:
        import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]
        import pyarrow.parquet  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        raise UsageError("Parquet needs pyarrow: pip install pyarrow (rows.csv has the same rows)") from None
    with rows_file.open(newline="", encoding="utf-8") as lines:
        reader = csv.DictReader(lines)
        rows = [row for row in reader if row["verified"] is not None]
        columns = list(reader.fieldnames or [])
    table = {column: _column([_cell(row[column]) for row in rows], [row[column] for row in rows]) for column in columns}
    to = pathlib.Path(file) if file is not None else rows_file.with_suffix(".parquet")
    pyarrow.parquet.write_table(pyarrow.table(table), to)
    return to


def _column(values: list[Any], texts: list[str]) -> list[Any]:
    """Values of one kind: true or false, integers, numbers, else the texts."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {bool} or kinds <= {int}:
        return values
    if kinds <= {int, float}:
        return [None if value is None else float(value) for value in values]
    return texts
