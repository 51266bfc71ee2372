# SPDX-License-Identifier: Apache-2.0
"""A Gymnasium environment on Rigor: a box with a thruster shall hover at a height, off the ground.

    pip install gymnasium
    python hover_env.py

The motion between two actions is exact and free of overlap; every episode can be proved afterwards.
"""
import gymnasium
import numpy as np
import rigor

SCENE = {
    "rigor_scene": 1,
    "name": "hover",
    "gravity": [0, 0, -9.81],
    "law": "coulomb",
    "surfaces": {"default": {"mu": 0.5}},
    "stop": {"time": 1000},
    "half_spaces": [{"name": "ground", "normal": [0, 0, 1], "offset": 0}],
    "bodies": [{"name": "box", "shape": {"box": [0.2, 0.2, 0.2]}, "mass": 1, "pose": {"position": [0, 0, 0.2]}}],
}


class HoverEnv(gymnasium.Env):
    """Action: the thrust as a part of its maximum, 0 to 1. Observation: height and vertical speed."""

    period = 0.02  # s
    strongest = 30.0  # N
    goal = 1.0  # m

    def __init__(self) -> None:
        self.action_space = gymnasium.spaces.Box(0.0, 1.0, (1,), np.float64)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (2,), np.float64)
        self.simulation = rigor.Simulation(SCENE)
        self._start = self.simulation.state

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        q = self._start.q.copy()
        q[2] = self.np_random.uniform(0.15, 0.5)
        self.simulation.set_state(rigor.State(0.0, q, self._start.v))
        self.simulation.apply("box")
        return self._observation(), {}

    def step(self, action):
        thrust = self.strongest * float(np.clip(action[0], 0.0, 1.0))
        self.simulation.apply("box", (0.0, 0.0, thrust))
        arrived = self.simulation.advance_to(round(self.simulation.time / self.period + 1) * self.period)
        observation = self._observation()
        reward = -abs(observation[0] - self.goal)
        return observation, reward, not arrived, self.simulation.time >= 10.0, {"reason": self.simulation.reason}

    def _observation(self):
        return np.array([self.simulation.position("box")[2], self.simulation.velocity("box")[2]])


def controlled(steps: int = 250) -> tuple[HoverEnv, float]:
    """A simple controller; returns the environment and the last height."""
    env = HoverEnv()
    (height, speed), _ = env.reset(seed=1)
    for _ in range(steps):
        action = (9.81 + 20 * (env.goal - height) - 6 * speed) / env.strongest
        (height, speed), _, terminated, truncated, _ = env.step([action])
        if terminated or truncated:
            break
    return env, float(height)


if __name__ == "__main__":
    environment, height = controlled()
    print(f"height {height:.4f} m after {environment.simulation.time:g} s;", rigor.verify(environment.simulation.trace).status)
