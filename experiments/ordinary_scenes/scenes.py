# SPDX-License-Identifier: Apache-2.0
"""Scenes that newcomers build first, as YAML: piles, towers, walls, dominoes, thrown cubes."""
import math
import random
import re
from pathlib import Path

GROUND = "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\n"


def numbers(values):
    return "[" + ", ".join(repr(round(value, 6)) for value in values) + "]"


def box(x, y, z):
    return f"box: [{x}, {y}, {z}]"


def ball(radius):
    return f"spherical: {{radius: {radius}, vertices: 60}}"


def body(shape, mass, position, axis=None, angle=0.0, linear=None, angular=None):
    """One body; a mass of None means that it is fixed."""
    pose = f"position: {numbers(position)}"
    if axis is not None:
        pose += f", axis: {numbers(axis)}, angle: {angle}"
    text = f"shape: {{{shape}}}, " + ("fixed: true, " if mass is None else f"mass: {mass}, ")
    text += f"pose: {{{pose}}}"
    speeds = [f"{key}: {numbers(value)}" for key, value in (("linear", linear), ("angular", angular)) if value]
    return text + (f", velocity: {{{', '.join(speeds)}}}" if speeds else "")


def scene(name, bodies, time, mu, e):
    listed = "".join(f"  - {{name: b{i}, {text}}}\n" for i, text in enumerate(bodies))
    return (f"rigor_scene: 1\nname: {name}\ngravity: [0, 0, -9.81]\nlaw: coulomb\nstop: {{time: {time}}}\n"
            f"surfaces: {{default: {{mu: {mu}, restitution: {e}}}}}\nbodies:\n{listed}{GROUND}")


def unit(generator):
    axis = [generator.gauss(0, 1) for _ in range(3)]
    length = math.sqrt(sum(value * value for value in axis))
    return [value / length for value in axis]


def pile(count, seed):
    generator = random.Random(1000 * count + seed)
    bodies = []
    for i in range(count):
        x, y = generator.uniform(-0.05, 0.05), generator.uniform(-0.05, 0.05)
        axis = unit(generator)
        angle = round(generator.uniform(0, 3.1), 6)
        bodies.append(body(box(0.2, 0.2, 0.2), 1, [x, y, 0.2 + 0.4 * i], axis, angle))
    return bodies


def tower(striker):
    return [body(box(0.2, 0.1, 0.06), 2.28, [0, 0, 0.03 + 0.06 * i]) for i in range(4)] + [striker]


def wall():
    bodies = []
    for row, count in enumerate((3, 2, 3, 2)):
        for k in range(count):
            bodies.append(body(box(0.1, 0.2, 0.1), 2, [0, (k - (count - 1) / 2) * 0.205, 0.05 + 0.1 * row]))
    return bodies + [body(ball(0.08), 2, [-1, 0.02, 0.25], linear=[6, 0, 0])]


def ramp():
    slope, along, height = 0.45, -0.7, 0.05 + 0.101
    c, s = math.cos(slope), math.sin(slope)
    place = [along * c + height * s, 0, 0.6 - along * s + height * c]
    return [body(box(2, 1, 0.1), None, [0, 0, 0.6], [0, 1, 0], slope),
            body(box(0.2, 0.2, 0.2), 1, place, [0, 1, 0], slope, angular=[0.3, 2, 0.5]),
            body(box(0.1, 0.1, 0.1), 0.5, [1.35, 0.02, 0.05])]


def bowling():
    pin = "prism: {sides: 8, radius: 0.05, height: 0.3}"
    pins = [body(pin, 1, [0.25 * row, (k - row / 2) * 0.25, 0.15]) for row in range(3) for k in range(row + 1)]
    return pins + [body(ball(0.1), 5, [-1, 0.03, 0.0995], linear=[5, 0, 0])]


def dominoes(count):
    return [body(box(0.004, 0.04, 0.08), 0.02, [0.03 * i, 0, 0.04], angular=[0, 2.7, 0] if i == 0 else None)
            for i in range(count)]


def jenga():
    bodies = []
    for layer in range(4):
        for k in (-1, 0, 1):
            size, place = ((0.075, 0.025, 0.015), [0, 0.0252 * k]) if layer % 2 == 0 else ((0.025, 0.075, 0.015), [0.0252 * k, 0])
            bodies.append(body(box(*size), 0.015, place + [0.0075 + 0.015 * layer]))
    return bodies + [body(box(0.02, 0.02, 0.01), 0.05, [-0.1, 0, 0.0375], linear=[1, 0, 0])]


SORTER = """rigor_scene: 1
name: sorter
gravity: [0, 0, -9.81]
stop: {time: 3}
surfaces: {default: {mu: 0.5}}
half_spaces: [{name: floor, normal: [0, 0, 1], offset: 0}]
bodies:
  - {name: belt, fixed: true, shape: {box: [2, 0.4, 0.1]}, pose: {position: [0, 0, 0.5]}, belt: [0.4, 0, 0]}
  - {name: parcel, shape: {box: [0.2, 0.15, 0.1]}, density: 200, pose: {position: [-0.7, 0, 0.61]}}
  - {name: can, shape: {prism: {sides: 16, radius: 0.05, height: 0.15}}, density: 300, pose: {position: [-0.2, 0.02, 0.63]}}
mechanisms:
  - name: pusher
    links:
      - name: ram
        shape: {box: [0.25, 0.1, 0.08]}
        mass: 1
        joint:
          prismatic:
            axis: [0, 1, 0]
            pose: {position: [0.4, -0.4, 0.65]}
            limits: [-0.05, 0.5]
            motor: {kp: 400, kd: 40, target: {knots: [[0, 0], [1.5, 0], [2, 0.4], [2.5, 0]]}, limit: 60}
"""


def thrown(seed):
    """A cube, brick or tetrahedron with any friction and restitution, thrown onto the ground."""
    generator = random.Random(seed)
    shape = generator.choice([box(0.1, 0.1, 0.1), box(0.2, 0.1, 0.05),
                              "vertices: [[0.1, 0.1, 0.1], [-0.1, -0.1, 0.1], [-0.1, 0.1, -0.1], [0.1, -0.1, -0.1]]"])
    mu, e = round(generator.uniform(0, 1), 3), round(generator.uniform(0, 1), 3)
    linear = [generator.uniform(-1, 1) for _ in range(3)]
    angular = [generator.uniform(-5, 5) for _ in range(3)]
    thing = body(shape, 1, [0, 0, 0.5], unit(generator), round(generator.uniform(0, 3.1), 6), linear, angular)
    return scene(f"thrown-{seed}", [thing], 3, mu, e)


# Random piles that once came to their end and were not proved, or won energy.
MENDED_PILES = (119, 122, 145, 164, 415)
# Random piles, and scenes by their names, that have not come to their end yet, within 30 s or at all; the README tells what is known of each.
OPEN_PILES = (126, 133, 141, 152, 311, 414, 417, 419, 423, 441, 447, 501, 518, 520, 523, 613, 628, 642, 653, 654, 669, 671)
OPEN_SCENES = ("wall10-e0", "wall10-e0.2", "dominoes12", "dominoes20", "jenga", "stack5-e0.3")


def random_pile(seed):
    """Three to eight cubes and bricks dropped on each other, with any friction and restitution."""
    generator = random.Random(seed)
    mu, e = round(generator.uniform(0, 1), 3), round(generator.uniform(0, 0.8), 3)
    bodies = []
    for i in range(generator.randint(3, 8)):
        shape = generator.choice([box(0.2, 0.2, 0.2), box(0.3, 0.2, 0.1)])
        place = [generator.uniform(-0.05, 0.05), generator.uniform(-0.05, 0.05), 0.25 + 0.45 * i]
        bodies.append(body(shape, 1, place, unit(generator), round(generator.uniform(0, 3.1), 6)))
    return scene(f"random-pile-{seed}", bodies, 2, mu, e)


def ordinary(bundled):
    """Name to text of all scenes; `bundled` is the folder of the bundled ones."""
    all_scenes = {}

    def add(name, bodies, time, mu, e):
        all_scenes[name] = scene(name, bodies, time, mu, e)

    for mu in (0.1, 0.3, 0.5, 1):
        for e in (0, 0.2, 0.5, 0.8):
            add(f"grid-flat-mu{mu}-e{e}", [body(box(0.1, 0.1, 0.1), 1, [0, 0, 0.5])], 3, mu, e)
            add(f"grid-tilted-mu{mu}-e{e}",
                [body(box(0.1, 0.1, 0.1), 1, [0, 0, 0.5], [1, 2, 3], 1, linear=[0.3, 0.1, 0])], 3, mu, e)
    for count in (3, 5, 10):
        for seed in (1, 2, 3):
            for e in (0, 0.3):
                add(f"pile{count}-seed{seed}-e{e}", pile(count, seed), 2, 0.5, e)
    for e in (0, 0.2):
        add(f"tower-ball-e{e}", tower(body(ball(0.06), 1, [-1, 0, 0.2], linear=[6, 0, 0])), 1, 0.5, e)
        add(f"tower-ball-off-e{e}", tower(body(ball(0.06), 1, [-1, 0.01, 0.2], linear=[6, 0, 0])), 1, 0.5, e)
        add(f"tower-box-e{e}", tower(body(box(0.1, 0.1, 0.1), 1, [-1, 0, 0.25], linear=[6, 0, 0])), 1, 0.5, e)
        add(f"wall10-e{e}", wall(), 1, 0.5, e)
    for e in (0, 0.3):
        add(f"ramp-e{e}", ramp(), 2, 0.3, e)
        add(f"bowling-e{e}", bowling(), 1, 0.3, e)
        add(f"stack5-e{e}", [body(box(0.2, 0.2, 0.2), 1, [0.01 * i, 0.005 * i, 0.1 + 0.21 * i]) for i in range(5)], 2, 0.5, e)
    for e in (0, 0.5):
        add(f"slide-hit-e{e}", [body(box(0.1, 0.1, 0.1), 1, [0, 0, 0.05], linear=[3, 0, 0]),
                                body(box(0.1, 0.1, 0.1), 1, [0.4, 0.03, 0.05])], 2, 0.4, e)
    add("dominoes12", dominoes(12), 1, 0.4, 0)
    add("dominoes20", dominoes(20), 1.5, 0.4, 0)
    add("jenga", jenga(), 1, 0.4, 0)
    all_scenes["sorter"] = SORTER
    for name in ("dominoes-topple", "die-on-stack"):
        text = (Path(bundled) / f"{name}.yaml").read_text()
        all_scenes[name] = re.sub(r"^(method|stepping): .*\n", "", text, flags=re.M)  # by the oracle
    return all_scenes


def limited(text, seconds):
    """The scene with a limit on wall time."""
    return re.sub(r"stop: \{", f"stop: {{wall_time: {seconds}, ", text, count=1)
