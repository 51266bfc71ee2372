# SPDX-License-Identifier: Apache-2.0
import math
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import rigor

SCENES = pathlib.Path(os.environ["RIGOR_SCENES"])


def cube(**changes):
    """A cube that falls from 1 m onto a plane, no_slip, e = 0."""
    scene = {
        "rigor_scene": 1,
        "name": "cube",
        "gravity": [0, 0, -10],
        "law": "no_slip",
        "stop": {"time": 2},
        "bodies": [{"name": "cube", "shape": {"box": [0.2, 0.2, 0.2]}, "mass": 1, "pose": {"position": [0, 0, 1.1]}}],
        "half_spaces": [{"name": "ground", "normal": [0, 0, 1], "offset": 0}],
    }
    return {**scene, **changes}


def test_three_lines():
    run = rigor.run(SCENES / "die.yaml")
    assert run.stopped == "rest" and run.done
    verdict = rigor.verify(run)
    assert verdict.proved and verdict.min_gap > 4.9e-9 and verdict.failures == []


def test_a_dictionary_is_a_scene_and_a_fall_is_a_parabola():
    run = rigor.run(cube())
    impact = next(event for event in run.events if event.kind == "impact")
    assert impact.a == "ground" and impact.b == "cube"
    assert impact.time == pytest.approx(math.sqrt(2 / 10), abs=1e-7)
    assert sum(contact.impulse[2] for contact in impact.contacts) == pytest.approx(math.sqrt(20), rel=1e-7)
    times = np.linspace(0, 0.4, 9)
    assert run.trace.position("cube", times)[:, 2] == pytest.approx(1.1 - 5 * times**2, abs=1e-9)
    assert run.trace.velocities(times)[:, 0, 2] == pytest.approx(-10 * times, abs=1e-9)
    assert run.trace.poses(0.1).shape == (1, 1, 7)


def test_a_cube_at_rest_is_carried_by_its_weight():
    run = rigor.run(cube())
    (pair,) = run.trace.forces(run.trace.end)
    assert (pair.a, pair.b) == ("ground", "cube")
    mass = run.trace.bodies[0].mass
    assert pair.normal == pytest.approx(10 * mass, rel=1e-9)
    assert sum(point.force[2] for point in pair.points) == pytest.approx(pair.force[2], rel=1e-12)
    assert run.trace.forces(0.1) == []
    assert rigor.verify(run).details["motion"]["ok"]


def test_a_hinge_carries_the_weight_of_what_hangs_on_it():
    link = {"name": "rod", "shape": {"box": [0.1, 0.1, 1]}, "mass": 2,
            "joint": {"revolute": {"axis": [0, 1, 0], "anchor": [0, 0, 0.5]}}}
    run = rigor.run({"rigor_scene": 1, "name": "rod", "gravity": [0, 0, -10], "stop": {"time": 0.5, "at_rest": False},
                     "mechanisms": [{"name": "m", "links": [link]}]})
    (held,) = run.trace.joint_forces(0.2)
    assert (held.parent, held.child) == ("world", "rod")
    assert held.force == pytest.approx((0, 0, 20), abs=1e-12) and held.moment == pytest.approx((0, 0, 0), abs=1e-12)
    assert held.point == pytest.approx((0, 0, 0), abs=1e-12)
    assert rigor.verify(run).details["motion"]["ok"]


def test_settings_are_put_over_the_scene():
    scene = rigor.load(cube(), stop__time=0.25, **{"bodies[0].mass": 2})
    assert scene.until == 0.25 and "mass: 2" in scene.text
    assert rigor.run(scene).trace.end == 0.25
    assert rigor.run(scene, stop__time=0.125).trace.end == 0.125


def test_bad_scenes_name_the_place_and_the_rule():
    with pytest.raises(rigor.InputError) as caught:
        rigor.load(cube(bodies=[{"name": "cube", "shape": {"box": [1, 1, 1]}, "mass": -1}]))
    assert caught.value.exit_code == 3
    assert caught.value.problems[0]["key"] == "bodies[0].mass" and caught.value.line == 1
    with pytest.raises(rigor.InputError):
        rigor.Trace(SCENES / "die.yaml")
    with pytest.raises(rigor.InputError):
        rigor.load("no-such-file.yaml")


def test_limits_are_told_or_raised():
    limited = rigor.run(SCENES / "die.yaml", stop__events=2)
    assert limited.stopped == "events" and limited.exit_code == 5
    with pytest.raises(rigor.LimitReached):
        rigor.run(SCENES / "die.yaml", stop__events=2, check=True)


def test_a_run_into_a_folder_is_the_run_of_the_command(tmp_path):
    run = rigor.run(SCENES / "die.yaml", folder=tmp_path / "py", check=True)
    assert run.folder == tmp_path / "py" and (tmp_path / "py" / "report.html").is_file()
    command = [sys.executable, "-m", "rigor", "run", SCENES / "die.yaml", "-o", tmp_path / "cli", "-q"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    for name in ("trace.h5", "events.jsonl", "scene.resolved.yaml"):
        assert (tmp_path / "py" / name).read_bytes() == (tmp_path / "cli" / name).read_bytes(), name
    in_memory = rigor.run(SCENES / "die.yaml")
    in_memory.trace.save(tmp_path / "trace.h5")
    assert (tmp_path / "trace.h5").read_bytes() == (tmp_path / "cli" / "trace.h5").read_bytes()


def test_traces_are_read_back(tmp_path):
    run = rigor.run(cube())
    run.trace.save(tmp_path / "trace.h5")
    trace = rigor.Trace(tmp_path / "trace.h5")
    times = np.linspace(trace.start, trace.end, 50)
    assert np.array_equal(trace.poses(times), run.trace.poses(times))
    assert trace.events == run.events and trace.names == ["cube"]
    assert trace.bodies[0].pieces[0].vertices.shape == (8, 3)
    assert trace.bodies[0].inertia == pytest.approx(np.eye(3) * 0.04 / 6)
    assert any(c["a"] == "ground" for c in trace.certificates(0.3))
    with pytest.raises(ValueError):
        trace.poses(trace.end + 1)
    with pytest.raises(rigor.UsageError):
        trace.position("sphere", 0.1)


def test_half_a_file_is_refused(tmp_path):
    file = tmp_path / "trace.h5"
    rigor.run(cube()).trace.save(file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(rigor.InputError):
        rigor.verify(file)


def test_bundled_scenes_run():
    assert "die" in rigor.examples()
    assert rigor.run(rigor.example("die")).stopped == "rest"
    with pytest.raises(rigor.UsageError):
        rigor.example("dye")


def test_progress_is_told_and_its_errors_end_the_run():
    seen = []
    rigor.run(SCENES / "die.yaml", progress=lambda time, until: seen.append((time, until)))
    assert len(seen) > 10 and seen == sorted(seen)

    def stop(time, until):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        rigor.run(SCENES / "die.yaml", progress=stop)


def test_an_interrupt_ends_a_run(tmp_path):
    code = (
        "import rigor, sys, os, signal, threading\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # jobs in the background ignore it
        "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        f"    while True: rigor.run({str(SCENES / 'stack-4-knocked.yaml')!r}, stop__time=5)\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(130)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 130, done.stderr


def test_the_page_is_whole():
    run = rigor.run(cube())
    page = run.trace.page()
    assert page.startswith("<!") and "proved" in page
    assert run._repr_html_().startswith("<iframe")


def test_two_runs_are_the_same_bit_by_bit(tmp_path):
    for name in ("a", "b"):
        rigor.run(SCENES / "die.yaml").trace.save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
