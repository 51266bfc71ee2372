# SPDX-License-Identifier: Apache-2.0
"""What a tick of a controller at 1 kHz costs, seen from Python: processor time of the whole loop, controller included. The limit is
for an ordinary core that nothing else uses; the least of three rounds is taken."""

import time

import numpy as np
import pytest
import rigor

GROUND = {
    "rigor_scene": 1,
    "gravity": [0, 0, -9.81],
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
    "mechanisms": [{"name": "arm", "links": [{
        "name": "rod",
        "shape": {"box": [0.04, 0.04, 1.0]},
        "mass": 1,
        "joint": {"revolute": {"axis": [0, 1, 0], "pose": {"position": [0, 0, 2]}, "anchor": [0, 0, 0.5]}},
    }]}],
}
LIMIT = 0.3  # ms


def held(sim):
    sim.apply("box", (4, 0, 0))


def sliding(sim):
    sim.apply("box", (12 + np.sin(10 * sim.time), 0, 0))


def feeling(sim):
    """Pushes by what the contact says."""
    sim.apply("box", (12 if sum(pair.normal for pair in sim.forces) > 10 else 0, 0, 0))


def pd(sim):
    sim.set_effort("rod", 40 * (0.5 - sim.coordinate("rod")) - 8 * sim.rate("rod"))


def looped(scene, controller, until=1.0):
    sim = rigor.Simulation(scene)
    sim.run(until, controller, 0.001)
    return sim


@pytest.mark.parametrize("scene, controller", [(GROUND, held), (GROUND, sliding), (GROUND, feeling), (PENDULUM, pd)],
                         ids=["held", "sliding", "feeling", "pendulum"])
def test_a_tick_is_short_and_repeats(scene, controller):
    ticks, states = [], []
    for _ in range(3):
        began = time.process_time()
        sim = looped(scene, controller)
        ticks.append(time.process_time() - began)
        states.append((sim.q.tobytes(), sim.v.tobytes()))
        assert not sim.ended and sim.trace.verify().proved
    half = looped(scene, controller, 0.5)
    resumed = rigor.Simulation(scene)
    resumed.set_state(half.state)
    resumed.run(1.0, controller, 0.001)
    states.append((resumed.q.tobytes(), resumed.v.tobytes()))
    assert len(set(states)) == 1  # three runs, and one resumed half-way
    began = time.process_time()
    for _ in range(100):
        resumed.set_state(half.state)
    setting = (time.process_time() - began) / 100
    print(f"{controller.__name__}: {min(ticks):.3f} ms a tick, real-time factor {1 / min(ticks):.1f}; set_state {1e3 * setting:.3f} ms")
    assert min(ticks) < LIMIT
    assert setting < 1e-3
