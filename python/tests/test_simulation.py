# SPDX-License-Identifier: Apache-2.0
"""Closed loops: against closed forms, bit by bit, and what is refused."""

import importlib.util
import pathlib
import time

import numpy as np
import pytest
import rigor

BOX = {
    "rigor_scene": 1,
    "gravity": [0, 0, -10],
    "law": "coulomb",
    "surfaces": {"default": {"mu": 0.5}},
    "stop": {"time": 9},
    "half_spaces": [{"name": "ground", "normal": [0, 0, 1], "offset": 0}],
    "bodies": [{"name": "box", "shape": {"box": [0.2, 0.2, 0.2]}, "mass": 2, "pose": {"position": [0, 0, 0.100001]}}],
}
PENDULUM = {
    "rigor_scene": 1,
    "gravity": [0, 0, -9.81],
    "law": "frictionless",
    "stop": {"time": 9},
    "mechanisms": [
        {
            "name": "arm",
            "links": [
                {
                    "name": "rod",
                    "shape": {"box": [0.04, 0.04, 1.0]},
                    "mass": 1,
                    "joint": {
                        "revolute": {
                            "axis": [0, 1, 0],
                            "pose": {"position": [0, 0, 2]},
                            "anchor": [0, 0, 0.5],
                            "stiffness": 40,
                            "damping": 8,
                        }
                    },
                }
            ],
        }
    ],
}


def hover(sim: rigor.Simulation) -> None:
    height, speed = sim.position("box")[2], sim.velocity("box")[2]
    sim.apply("box", (0, 0, 20 + 200 * (0.5 - height) - 40 * speed))


def test_a_constant_force_gives_newtons_parabola() -> None:
    sim = rigor.Simulation(BOX, surfaces__default__mu=0.5)
    sim.apply("box", (0, 0, 30))  # m g = 20, so 5 m/s2 upwards
    assert sim.advance_to(0.4)
    assert sim.position("box")[2] == pytest.approx(0.100001 + 2.5 * 0.16, abs=1e-9)
    assert sim.velocity("box")[2] == pytest.approx(2.0, abs=1e-9)
    sim.apply("box", (0, 0, 0), (0, 0, 2 * 0.2**2 * 2 / 12))  # I = m a2 / 6 about z: 1 rad/s2
    assert sim.step(0.5)
    assert sim.velocity("box")[5] == pytest.approx(0.5 * 1.0, rel=1e-9)
    assert sim.trace.verify().proved


def test_a_loop_repeats_bit_by_bit_and_resumes() -> None:
    first, second, resumed = (rigor.Simulation(BOX) for _ in range(3))
    run = first.run(1.0, hover, 0.005)
    second.run(0.5, hover, 0.005)
    resumed.set_state(second.state)
    second.run(1.0, hover, 0.005)
    resumed.run(1.0, hover, 0.005)
    for other in (second, resumed):
        assert np.array_equal(first.q, other.q) and np.array_equal(first.v, other.v)
    assert run.verify().proved and resumed.trace.verify().proved
    assert run.stopped == "time" and run.exit_code == 0
    assert abs(first.position("box")[2] - 0.5) < 0.05


def test_events_come_once() -> None:
    sim = rigor.Simulation(BOX)
    sim.set_state(rigor.State(0.0, sim.q + np.array([0, 0, 0.2, 0, 0, 0, 0]), sim.v))
    kinds = []
    while sim.time < 0.5:
        sim.step(0.05)
        kinds += [event.kind for event in sim.new_events()]
    assert kinds == [event.kind for event in sim.trace.events] and kinds.count("impact") >= 1
    assert kinds.count("touch") <= 1


def test_forces_at_contacts_are_known_in_the_loop() -> None:
    """m g = 20, mu m g = 10: a push below that is held, one beyond it slides, and the loop reads it."""
    sim = rigor.Simulation(BOX)
    assert sim.forces == ()
    sim.advance_to(0.1)
    for push in (6.0, 14.0):
        sim.apply("box", (push, 0, 0))
        sim.step(0.01)
        (pair,) = sim.forces
        assert (pair.a, pair.b) == ("ground", "box")
        assert np.allclose(pair.force, (-min(push, 10.0), 0, 20), atol=1e-8)
        assert np.allclose(np.sum([point.force for point in pair.points], axis=0), pair.force, atol=1e-12)
        assert {point.state for point in pair.points} == {"stick" if push < 10 else "slip"}
        at = sim.trace.forces(sim.time)[0]
        assert at.force == pytest.approx(pair.force, abs=1e-12)
    other = rigor.Simulation(BOX)
    other.set_state(sim.state)  # readings go with the state
    assert other.forces == sim.forces
    sim.apply("box", (0, 0, 50))
    sim.step(0.01)
    assert sim.forces == ()


def test_steps_to_the_next_event() -> None:
    fall = rigor.Simulation(BOX)
    fall.set_state(rigor.State(0.0, fall.q + np.array([0, 0, 0.2, 0, 0, 0, 0]), fall.v))
    assert fall.step()
    assert fall.time == pytest.approx(np.sqrt(2 * 0.200001 / 10), abs=1e-7)
    assert [event.kind for event in fall.new_events()] == ["impact"]
    assert np.abs(fall.velocity("box")).max() < 1e-9  # as it is behind the impact
    slide = rigor.Simulation(BOX)
    slide.advance_to(0.1)
    state = slide.state
    slide.set_state(rigor.State(0.1, state.q, np.array([1.0, 0, 0, 0, 0, 0])))
    seen = []
    for event in slide.events(until=2.0):  # pushed on whenever it stops: v / (mu g) = 0.2 s, then again
        seen.append((event.kind, round(slide.time, 6)))
        if event.kind == "stick" and len(seen) < 4:
            slide.apply("box", (0, 0, 40))
            slide.step(0.05)
            slide.apply("box")
    assert ("stick", 0.3) in seen and slide.time == 2.0
    assert slide.trace.verify().proved
    with pytest.raises(rigor.UsageError):
        slide.advance_to(9.0) and slide.step()  # the scene's end is reached


def test_a_servo_follows_its_target() -> None:
    sim = rigor.Simulation(PENDULUM)
    run = sim.run(4.0, lambda s: s.set_neutral("rod", 0.5), 0.01)
    q = 0.5
    for _ in range(50):  # 40 (0.5 - q) = m g l sin q
        q -= (9.81 * 0.5 * np.sin(q) - 40 * (0.5 - q)) / (9.81 * 0.5 * np.cos(q) + 40)
    assert abs(sim.q[0]) == pytest.approx(q, abs=1e-5)
    assert run.verify().proved


def test_efforts_of_a_loop_are_a_linear_map() -> None:
    slider = {
        "rigor_scene": 1, "name": "slider", "gravity": [0, 0, 0], "law": "no_slip", "stop": {"time": 1},
        "mechanisms": [{"name": "m", "links": [{
            "name": "slider", "mass": 1, "shape": {"box": [0.1, 0.1, 0.1]},
            "joint": {"prismatic": {"axis": [1, 0, 0], "coordinates": 1}}}]}],
    }
    sim = rigor.Simulation(slider)
    run = sim.run(0.5, lambda s: s.set_effort("slider", 30 * (0.2 - s.coordinate("slider")) - 4 * s.rate("slider")), 0.01)
    x, v = 1.0, 0.0
    for _ in range(50):
        u = 30 * (0.2 - x) - 4 * v
        x, v = x + 0.01 * v + 0.5e-4 * u, v + 0.01 * u
    assert sim.coordinate("slider") == pytest.approx(x, abs=1e-12)
    assert run.verify().proved
    with pytest.raises(rigor.UsageError):
        sim.set_effort("slider", np.nan)


def test_arrays_are_views_that_cannot_be_written() -> None:
    sim = rigor.Simulation(BOX)
    poses = sim.poses
    before = poses.copy()
    sim.apply("box", (0, 0, 40))
    sim.advance_to(0.1)
    assert not np.array_equal(poses, before)
    with pytest.raises(ValueError):
        poses[0, 0] = 1.0
    del sim
    assert np.isfinite(poses).all()  # the view keeps what it shows


def test_what_makes_no_sense_is_refused_and_changes_nothing() -> None:
    sim = rigor.Simulation(BOX)
    state = sim.state
    low = state.q.copy()
    low[2] = 0.05
    for wrong in (rigor.State(0.0, low, state.v), rigor.State(0.0, state.q[:3], state.v), rigor.State(np.nan, state.q, state.v)):
        with pytest.raises(rigor.UsageError):
            sim.set_state(wrong)
    with pytest.raises(rigor.UsageError, match="did you mean"):
        sim.position("bux")
    with pytest.raises(rigor.UsageError):
        sim.apply("box", (np.inf, 0, 0))
    with pytest.raises(rigor.UsageError):
        sim.set_neutral("box", 0.0)
    with pytest.raises(rigor.UsageError):
        sim.advance_to(0.0)
    with pytest.raises(rigor.UsageError):
        sim.run(1.0, hover)
    assert np.array_equal(sim.q, state.q) and sim.time == 0.0


def test_ticks_are_short() -> None:
    """Figures are printed by ./rigor test python-full; here only that nothing is absurd."""
    sim = rigor.Simulation(BOX)
    began = time.process_time()
    sim.run(0.2, hover, 0.001)
    tick = (time.process_time() - began) / 200
    state = sim.state
    began = time.process_time()
    sim.set_state(state)
    setting = time.process_time() - began
    print(f"hovering box {1e3 * tick:.3f} ms a tick, set_state {1e3 * setting:.3f} ms")
    assert tick < 0.01 and setting < 0.01


def test_the_gymnasium_example() -> None:
    pytest.importorskip("gymnasium")
    spec = importlib.util.spec_from_file_location("hover_env", pathlib.Path(__file__).parent.parent / "examples" / "hover_env.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    env, height = module.controlled()
    assert abs(height - 1.0) < 0.02
    assert env.simulation.trace.verify().proved
    again, same = module.controlled()
    assert height == same
