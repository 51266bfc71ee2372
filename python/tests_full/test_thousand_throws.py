# SPDX-License-Identifier: Apache-2.0
"""1,000 throws of a die, each with a mass and velocities of its own, followed over their first bounces: one worker, two, and two
of Dask make the same table, byte for byte, also if processes and workers are killed on the way. Prints the times."""

import os
import pathlib
import signal
import threading
import time

import psutil
import pytest
import rigor

DIE = pathlib.Path(os.environ["RIGOR_SCENES"]) / "die.yaml"
COUNT = int(os.environ.get("RIGOR_THROWS", "1000"))


def tasks():
    ranges = {"mass": (0.5, 2.0), **{axis: (-5.0, 5.0) for axis in ("vx", "vy", "vz", "wx", "wy", "wz")}}
    return [
        {
            "stop.time": 0.5,
            "bodies[0].mass": throw["mass"],
            "bodies[0].velocity.linear": [throw[axis] for axis in ("vx", "vy", "vz")],
            "bodies[0].velocity.angular": [throw[axis] for axis in ("wx", "wy", "wz")],
        }
        for throw in rigor.sampled(ranges, COUNT, seed=17)
    ]


class Killer(threading.Thread):
    """Kills some of the processes that work for this one, a moment after the sweep began."""

    def __init__(self, find, count=2):
        super().__init__(daemon=True)
        self.find, self.count, self.killed = find, count, []

    def run(self):
        while len(self.killed) < self.count:
            time.sleep(0.7)
            for process in self.find():
                if process.pid in self.killed:
                    continue
                try:
                    os.kill(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue  # it was done just then
                self.killed.append(process.pid)
                break


def throws_below(parent):
    """Processes that throw a die."""
    return [p for p in parent.children(recursive=True) if str(DIE) in " ".join(p.cmdline() if p.is_running() else [])]


def timed(label, *arguments, **keywords):
    began = time.monotonic()
    rows = rigor.sweep(*arguments, **keywords)
    seconds = time.monotonic() - began
    print(f"{len(rows)} throws, {label}: {seconds:.1f} s")
    return rows, seconds, (arguments[2] / "rows.csv").read_bytes()


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return timed("one worker", DIE, tasks(), tmp_path_factory.mktemp("alone"), jobs=1)


def test_every_throw_is_proved_and_they_differ(alone):
    rows = alone[0]
    assert len(rows) == COUNT and {row["exit_code"] for row in rows} == {"0"}
    assert {row["verified"] for row in rows} == {"true"}
    assert len({row["energy_final"] for row in rows}) > 0.9 * COUNT


def test_two_workers_make_the_same_table_though_processes_are_killed(alone, tmp_path):
    killer = Killer(lambda: throws_below(psutil.Process()))
    killer.start()
    rows, seconds, table = timed("two workers, two processes killed", DIE, tasks(), tmp_path, jobs=2)
    assert len(killer.killed) == 2
    assert rows == alone[0] and table == alone[2]
    print(f"speed-up {alone[1] / seconds:.2f} on {os.cpu_count()} cores")


def test_dask_makes_the_same_table_though_workers_are_killed(alone, tmp_path):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = [info["pid"] for info in client.run(lambda: {"pid": os.getpid()}).values()]
        killer = Killer(lambda: [psutil.Process(pid) for pid in workers if psutil.pid_exists(pid)])
        killer.start()
        rows, seconds, table = timed("Dask, two workers killed", DIE, tasks(), tmp_path, executor=client.get_executor())
    assert len(killer.killed) == 2
    assert rows == alone[0] and table == alone[2]
    print(f"speed-up {alone[1] / seconds:.2f} on {os.cpu_count()} cores")
