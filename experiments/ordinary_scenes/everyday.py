# SPDX-License-Identifier: Apache-2.0
"""Scenes for method first_order as newcomers write them: many bodies, several pieces, driven fingers and floors, forces, all laws."""
import math
import random

import scenes
from scenes import ball, body, box, numbers, unit

BOWL = [([0.5, 0.5, 0.05], [0, 0, 0.025], None, 0), ([0.05, 0.5, 0.3], [0.27, 0, 0.16], [0, 1, 0], 0.5),
        ([0.05, 0.5, 0.3], [-0.27, 0, 0.16], [0, 1, 0], -0.5), ([0.5, 0.05, 0.3], [0, 0.27, 0.16], [1, 0, 0], -0.5),
        ([0.5, 0.05, 0.3], [0, -0.27, 0.16], [1, 0, 0], 0.5)]
TABLE = [([0.4, 0.4, 0.04], [0, 0, 0.32])] + [([0.05, 0.05, 0.3], [0.15 * x, 0.15 * y, 0.15]) for x in (-1, 1) for y in (-1, 1)]


def text(name, bodies, time, surface="mu: 0.5", law="coulomb", more="", step=0.01, ground=True):
    """A scene; `bodies` are (name, text of its map)."""
    listed = "".join(f"  - {{name: {called}, {rest}}}\n" for called, rest in bodies)
    return (f"rigor_scene: 1\nname: {name}\ngravity: [0, 0, -9.81]\nmethod: first_order\nstepping: {{step: {step}}}\nlaw: {law}\n"
            f"start_tolerance: 1e-4\nstop: {{time: {time}}}\nsurfaces: {{default: {{{surface}}}}}\nbodies:\n{listed}{more}"
            + (scenes.GROUND if ground else ""))


def numbered(bodies, prefix="b"):
    return [(f"{prefix}{i}", rest) for i, rest in enumerate(bodies)]


def pieces(list_of, rest):
    parts = []
    for piece in list_of:
        pose = f"position: {numbers(piece[1])}"
        if len(piece) > 2 and piece[2]:
            pose += f", axis: {numbers(piece[2])}, angle: {piece[3]}"
        parts.append(f"{{shape: {{box: {numbers(piece[0])}}}, pose: {{{pose}}}}}")
    return f"pieces: [{', '.join(parts)}], {rest}"


def driven(shape, knots):
    points = ", ".join(f"{{time: {t}, position: {numbers(p)}}}" for t, p in knots)
    return f"shape: {{{shape}}}, driven: {{knots: [{points}]}}"


def heap(count, seed, low=0.3, wide=0.1, shapes=None):
    generator = random.Random(seed)
    shapes = shapes or [box(0.1, 0.1, 0.1), box(0.15, 0.08, 0.05), "octahedron: {radius: 0.08}", "prism: {sides: 6, radius: 0.05, height: 0.1}"]
    return [body(generator.choice(shapes), round(generator.uniform(0.2, 2), 3),
                 [generator.uniform(-wide, wide), generator.uniform(-wide, wide), low + 0.2 * i], unit(generator),
                 round(generator.uniform(0, 3), 6), angular=[generator.uniform(-3, 3) for _ in range(3)]) for i in range(count)]


def arch(count=9):
    """Half a ring of wedges, each a hull of eight points, radii 0.4 and 0.5; 0.2 mm between neighbours."""
    stones, slack = [], 1e-4 / 0.45
    for k in range(count):
        low, high = math.pi * k / count + slack, math.pi * (k + 1) / count - slack
        points = [[round(r * math.cos(a), 6), y, round(r * math.sin(a), 6)] for r in (0.4, 0.5) for a in (low, high) for y in (-0.05, 0.05)]
        stones.append(f"shape: {{vertices: {points}}}, density: 1000")
    return stones


def wall_of(rows, columns):
    bricks = []
    for row in range(rows):
        for k in range(columns):
            bricks.append(body(box(0.1, 0.2, 0.1), 2, [0, (k + 0.5 * (row % 2)) * 0.201, 0.05 + 0.1 * row]))
    return bricks


def jenga(layers):
    blocks = []
    for layer in range(layers):
        for k in (-1, 0, 1):
            across = layer % 2
            size = (0.075, 0.0248, 0.015) if not across else (0.0248, 0.075, 0.015)
            place = [0, 0.025 * k] if not across else [0.025 * k, 0]
            blocks.append(body(box(*size), 0.015, place + [0.0075 + 0.015 * layer]))
    return blocks


def fingers(lift, half=0.05, close=0.0002, reach=0.2):
    """Two driven fingers that close to `close` from a block of half width `half`, then lift it."""
    def path(sign):
        away, near = sign * (half + 0.025 + reach), sign * (half + 0.025 + close)
        return driven("box: [0.05, 0.1, 0.1]", [(0, [away, 0, 0.08]), (0.5, [near, 0, 0.08]), (0.8, [near, 0, 0.08]),
                                                (1.8, [near, 0, 0.08 + lift]), (2.5, [near, 0.3, 0.08 + lift])])
    return [("left", path(-1)), ("right", path(1))]


def everyday():
    """Name to text."""
    made = {}

    def add(name, *arguments, **words):
        made[name] = text(name, *arguments, **words)

    for e in (0, 0.5, 0.9):
        add(f"heap20-e{e}", numbered(heap(20, 3)), 3, f"mu: 0.4, restitution: {e}")
    for law in ("frictionless", "no_slip", "no_slip_active", "viscous"):
        add(f"heap12-{law}", numbered(heap(12, 5)), 3, "mu: 0.4, restitution: 0.3, viscosity: 5", law)
    for step in (0.01, 0.002):
        add(f"bowl-{step}", [("bowl", pieces(BOWL, "fixed: true"))] + numbered(heap(15, 7, 0.5, 0.05)), 2, "mu: 0.3, restitution: 0.3", step=step)
    add("bowl-free", [("bowl", pieces(BOWL, "mass: 3"))] + numbered(heap(8, 8, 0.5, 0.05)), 2, "mu: 0.3, restitution: 0.2")
    add("bowl-frictionless", [("bowl", pieces(BOWL, "fixed: true"))] + numbered(heap(10, 9, 0.5, 0.05)), 3, "restitution: 0.5", "frictionless")
    add("tower20", numbered([body(box(0.2, 0.2, 0.1), 1, [0.003 * (-1) ** i, 0, 0.05 + 0.1 * i]) for i in range(20)]), 3)
    add("tower-heavy-top", numbered([body(box(0.2, 0.2, 0.1), 1 if i < 5 else 200, [0, 0, 0.05 + 0.1 * i]) for i in range(6)]), 3)
    add("wall-balls", numbered(wall_of(5, 6)) + numbered([body(ball(0.1), 5, [-1 - i, 0.3 * i, 0.25 + 0.1 * i], linear=[8, 0, 1 + 0.5 * i]) for i in range(3)], "ball"),
        2, "mu: 0.5, restitution: 0.4")
    add("dominoes-curve", numbered([body(box(0.01, 0.05, 0.1), 0.05, [0.5 * math.sin(0.08 * i), 0.5 - 0.5 * math.cos(0.08 * i), 0.0501], [0, 0, 1], round(0.08 * i, 6),
                                         angular=[0, 7, 0] if i == 0 else None) for i in range(25)]), 2, step=0.002)
    slope = 0.5
    down = [math.cos(slope), 0, -math.sin(slope)]
    up = [math.sin(slope), 0, math.cos(slope)]
    on = lambda along, high: [along * down[i] + high * up[i] + (1.0 if i == 2 else 0) for i in range(3)]
    add("ramp-blocks", [("ramp", body(box(3, 1, 0.1), None, [0, 0, 1], [0, 1, 0], slope))] +
        numbered([body(box(0.2, 0.1, 0.1), 1, on(-1.2 + 0.3 * i, 0.1005), [0, 1, 0], slope) for i in range(6)]), 3, "mu: 0.3, restitution: 0.2")
    add("ramp-balls", [("ramp", body(box(3, 1, 0.1), None, [0, 0, 1], [0, 1, 0], slope))] +
        numbered([body(ball(0.08), 1, on(-1.2 + 0.3 * i, 0.25), linear=[0, 0.2, 0]) for i in range(6)]), 3, "mu: 0.5, restitution: 0.5")
    for law in ("no_slip", "coulomb"):
        add(f"fingers-{law}", [("block", body(box(0.1, 0.1, 0.16), 0.5, [0.001, 0, 0.0801]))] + fingers(0.3), 3, "mu: 0.8", law)
        add(f"fingers-tight-{law}", [("block", body(box(0.1, 0.1, 0.16), 0.5, [0, 0, 0.0801]))] + fingers(0.3, close=2e-6), 3, "mu: 0.8", law)
    add("fingers-off-centre", [("block", body(box(0.1, 0.1, 0.16), 0.5, [0.03, 0, 0.0801], [0, 0, 1], 0.1))] + fingers(0.3, close=0.004), 3, "mu: 0.8")
    add("grasp-by-force", [("block", body(box(0.1, 0.1, 0.1), 0.5, [0, 0, 0.0501])), ("left", "shape: {box: [0.05, 0.2, 0.3]}, mass: 1, pose: {position: [-0.1, 0, 0.1502]}"),
                           ("right", "shape: {box: [0.05, 0.2, 0.3]}, mass: 1, pose: {position: [0.1, 0, 0.1502]}")], 2, "mu: 0.6",
        more="forces:\n  - {body: left, force: [30, 0, 0], from: 0.2}\n  - {body: right, force: [-30, 0, 0], from: 0.2}\n"
             "  - {body: left, force: [0, 0, 13], from: 0.7, until: 1.2}\n  - {body: right, force: [0, 0, 13], from: 0.7, until: 1.2}\n")
    add("conveyor", [("belt", "shape: {box: [6, 1, 0.1]}, pose: {position: [2, 0, 0.06]}, driven: {linear: [-1, 0, 0]}")] +
        numbered(heap(8, 11, 0.4, 0.15)) + [("stop", body(box(0.1, 1, 0.6), None, [-0.9, 0, 0.42]))], 2.5, "mu: 0.5, restitution: 0.2")
    add("shaken-table", [("table", driven("box: [1, 1, 0.1]", [(0.15 * i, [0.05 * (i % 2), 0, 0.06]) for i in range(12)]))] +
        numbered([body(box(0.1, 0.1, 0.1), 1, [0.005 * i, 0, 0.1601 + 0.1 * i]) for i in range(5)]), 2, "mu: 0.4")
    add("lift-table", [("table", driven("box: [1, 1, 0.1]", [(0, [0, 0, 0.06]), (0.5, [0, 0, 0.5]), (0.8, [0, 0, 0.1])]))] + numbered(heap(8, 12, 0.3)), 2, "mu: 0.4, restitution: 0.3")
    add("turntable", [("table", "shape: {prism: {sides: 12, radius: 0.6, height: 0.1}}, pose: {position: [0, 0, 0.06]}, driven: {angular: [0, 0, 2]}")] +
        numbered([body(box(0.1, 0.1, 0.1), 1, [0.1 * i - 0.2, 0.11 * (i % 2), 0.1601]) for i in range(5)]), 2, "mu: 0.3")
    add("arch", numbered([body(box(0.3, 0.3, 0.1), None, [x, 0, -0.0501]) for x in (-0.45, 0.45)], "foot") + numbered(arch()), 2, "mu: 0.8", ground=False)
    add("arch-loaded", numbered([body(box(0.3, 0.3, 0.1), None, [x, 0, -0.0501]) for x in (-0.45, 0.45)], "foot") + numbered(arch()) +
        [("load", body(box(0.1, 0.1, 0.1), 2, [0.05, 0, 0.8]))], 2, "mu: 0.8", ground=False)
    wall = "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\n  - {name: wall, normal: [-1, 0, 0], offset: -0.5}\n"
    for mu, called in ((0.6, "stays"), (0.2, "slides")):
        lean = 0.4 if called == "stays" else 0.55
        add(f"ladder-{called}", [("ladder", body(box(0.04, 0.3, 1.2), 5, [0.4999 - 0.6 * math.sin(lean) - 0.02 * math.cos(lean), 0,
                                                                                      0.0001 + 0.6 * math.cos(lean) + 0.02 * math.sin(lean)], [0, 1, 0], lean))],
            2, f"mu: {mu}", more=wall, ground=False)
    add("jenga54", numbered(jenga(18)), 2, "mu: 0.4")
    add("jenga54-hit", numbered(jenga(18)) + [("ball", body(ball(0.03), 0.2, [-0.4, 0.005, 0.2], linear=[3, 0, 0]))], 2, "mu: 0.4, restitution: 0.2", step=0.005)
    add("tables", [(f"table{i}", pieces(TABLE, f"mass: 4, pose: {{position: [0.02, 0, {round(0.0001 + 0.3402 * i, 4)}]}}")) for i in range(3)] +
        [("ball", body(ball(0.1), 3, [0.1, 0.05, 1.5]))], 2, "mu: 0.4, restitution: 0.3")
    add("rockets", numbered([body(box(0.1, 0.1, 0.3), 1, [0.3 * i, 0, 0.1501]) for i in range(3)]), 2, "mu: 0.5, restitution: 0.2",
        more="forces:\n" + "".join(f"  - {{body: b{i}, force: [0, 0, {15 + i}], at: [0.01, 0, -0.1], axes: body, until: 0.6}}\n" for i in range(3)))
    add("stack-no-slip", numbered([body(box(0.1, 0.1, 0.1), 1, [0.02 * (i % 3), 0.01 * i, 0.0501 + 0.1001 * i]) for i in range(8)]), 2, "mu: 0", "no_slip")
    add("spinning-plates", numbered([body(box(0.3, 0.3, 0.02), 1, [0.01 * i, 0, 0.0101 + 0.0202 * i], angular=[0, 0, 20 * (-1) ** i]) for i in range(6)]), 2, "mu: 0.3")
    add("needles", numbered([body(box(0.01, 0.01, 0.4), 0.05, [0.02 * (i % 4), 0.02 * (i // 4), 0.3 + 0.4 * i], unit(random.Random(i)), 1.3) for i in range(16)]), 2, "mu: 0.4, restitution: 0.1", step=0.005)
    return made
