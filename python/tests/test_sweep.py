# SPDX-License-Identifier: Apache-2.0
import csv
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

import rigor

SCENES = pathlib.Path(os.environ["RIGOR_SCENES"])
SLIDE = SCENES / "benchmarks" / "b10.yaml"  # slides to rest after v / (mu g)


def test_a_grid_is_run_and_goes_on(tmp_path):
    tasks = rigor.grid({"surfaces.default.mu": [0.2, 0.4, 0.8], "stop.at_rest": [True]})
    rows = rigor.sweep(SLIDE, tasks, tmp_path / "two", jobs=2)
    for row, mu in zip(rows, (0.2, 0.4, 0.8), strict=True):
        assert row["stopped"] == "rest" and row["verified"] == "true"
        assert float(row["time_end"]) == pytest.approx(3 / (mu * 9.81) + 0.1, abs=1e-6)
    one = rigor.sweep(SLIDE, tasks, tmp_path / "one", jobs=1)
    assert one == rows
    # Rows that are lost, and one that was cut short, are run again; the others are not.
    file = tmp_path / "two" / "rows.csv"
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:2]) + "\n" + lines[2][:12])
    seen = []
    again = rigor.sweep(SLIDE, tasks, tmp_path / "two", jobs=2, progress=lambda done, of: seen.append((done, of)))
    assert again == rows and len(seen) == 2


def test_samples_belong_to_their_task():
    few = rigor.sampled({"a": (0, 1), "b": (5, 6)}, 3, seed=7)
    many = rigor.sampled({"a": (0, 1), "b": (5, 6)}, 100, seed=7)
    assert many[:3] == few
    assert all(0 <= s["a"] < 1 and 5 <= s["b"] < 6 for s in many)
    assert 0.4 < sum(s["a"] for s in many) / 100 < 0.6


def test_bad_tasks_are_told_in_their_rows(tmp_path):
    rows = rigor.sweep(SLIDE, [{"surfaces.default.mu": 0.4}, {"surfaces.default.mu": -1}], tmp_path)
    assert rows[0]["exit_code"] == "0" and rows[1]["exit_code"] == "3"
    with pytest.raises(rigor.UsageError):
        rigor.sweep(SLIDE, [{"stop.time": 1}], tmp_path)  # another sweep's folder


def test_a_broken_pool_loses_nothing(tmp_path):
    tasks = rigor.grid({"surfaces.default.mu": [0.3, 0.5, 0.7]})
    with ProcessPoolExecutor(1) as pool:
        with pytest.raises(BrokenProcessPool):
            pool.submit(os._exit, 1).result()
        rows = rigor.sweep(SLIDE, tasks, tmp_path, executor=pool)
    assert len(rows) == 3 and all(row["exit_code"] == "0" for row in rows)


class Failing(ThreadPoolExecutor):
    """A pool that does every other task only, as if workers had been lost."""

    def submit(self, function, *arguments):
        if int(pathlib.Path(arguments[1]).name) % 2:
            return super().submit(os.stat, "/nothing/there")
        return super().submit(function, *arguments)


def test_what_an_executor_does_not_do_is_done_here(tmp_path):
    tasks = rigor.grid({"surfaces.default.mu": [0.3, 0.5, 0.7]})
    with Failing(1) as pool:
        rows = rigor.sweep(SLIDE, tasks, tmp_path / "failing", executor=pool)
    assert rows == rigor.sweep(SLIDE, tasks, tmp_path / "threads", jobs=2)
    page = (tmp_path / "failing" / "sweep.html").read_text()
    assert "rest" in page and "surfaces.default.mu" in page


def test_rows_as_parquet(tmp_path, monkeypatch):
    with pytest.raises(rigor.InputError, match="rows.csv"):
        rigor.to_parquet(tmp_path)
    tasks = [{"surfaces.default.mu": 0.4, "stop.at_rest": True}, {"surfaces.default.mu": -1, "stop.at_rest": True}]
    rows = rigor.sweep(SLIDE, tasks, tmp_path, jobs=2)
    with monkeypatch.context() as hidden:
        hidden.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(rigor.UsageError, match="pip install pyarrow"):
            rigor.to_parquet(tmp_path)
    parquet = pytest.importorskip("pyarrow.parquet")
    read = parquet.read_table(rigor.to_parquet(tmp_path)).to_pylist()
    assert [row["surfaces.default.mu"] for row in read] == [0.4, -1.0]
    assert [row["exit_code"] for row in read] == [0, 3] and [row["verified"] for row in read] == [True, None]
    assert read[0]["time_end"] == float(rows[0]["time_end"]) and read[1]["time_end"] is None
    assert read[0]["stopped"] == "rest" and list(read[0]) == list(rows[0])
    assert rigor.to_parquet(tmp_path, tmp_path / "other.parquet").is_file()


def test_error_bars():
    result = rigor.converge(SLIDE)
    assert result.answer_ends == result.end
    stop = next(event for event in result.events if event.kind == "stick")
    assert abs(stop.time.value - 3 / (0.4 * 9.81)) <= stop.time.bar < 1e-12
    assert result.bodies["box"].position[0].bar < 1e-12


def test_the_command_and_the_package_make_the_same_table(tmp_path):
    tasks = rigor.sampled({"bodies[0].mass": (1.0, 2.0)}, count=3, seed=5)
    rigor.sweep(SCENES / "die.yaml", [{**task, "stop.time": 0.2} for task in tasks], tmp_path / "python", jobs=2)
    command = [sys.executable, "-m", "rigor", "sweep", str(SCENES / "die.yaml"), "--sample", "bodies[0].mass=1:2", "--count", "3"]
    subprocess.run([*command, "--seed", "5", "--set", "stop.time=0.2", "-o", str(tmp_path / "command")], check=True, capture_output=True)
    with (tmp_path / "python" / "rows.csv").open() as ours, (tmp_path / "command" / "rows.csv").open() as theirs:
        first = [{key: value for key, value in row.items() if key != "stop.time"} for row in csv.DictReader(ours)]
        assert first == list(csv.DictReader(theirs)) and len(first) == 3


def test_dask_makes_the_same_table(tmp_path):
    distributed = pytest.importorskip("distributed")
    tasks = rigor.grid({"surfaces.default.mu": [0.3, 0.5, 0.7]})
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        rows = rigor.sweep(SLIDE, tasks, tmp_path / "dask", executor=client.get_executor())
    assert rows == rigor.sweep(SLIDE, tasks, tmp_path / "threads", jobs=1)
