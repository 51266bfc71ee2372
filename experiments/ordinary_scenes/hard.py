# SPDX-License-Identifier: Apache-2.0
"""Large structures at rest, and scenes that are hard for a method that locates every event; as YAML."""
import math
import random
import re
from pathlib import Path

from everyday import arch
from scenes import ball, body, box, jenga, scene, unit


def stack(count, drop=0.0):
    return [body(box(0.2, 0.2, 0.2), 1, [0, 0, 0.1 + 0.2 * i + drop * (i + 1)]) for i in range(count)]


def pyramid(rows):
    return [body(box(0.2, 0.2, 0.2), 1, [(k - (rows - row - 1) / 2) * 0.21, 0, 0.1 + 0.2 * row])
            for row in range(rows) for k in range(rows - row)]


def bricks(rows, columns):
    """A wall of running bond: every other row ends with half bricks."""
    wall = []
    for row in range(rows):
        height, whole = 0.05 + 0.1 * row, columns - row % 2
        wall += [body(box(0.1, 0.2, 0.1), 2, [0, (k - (whole - 1) / 2) * 0.201, height]) for k in range(whole)]
        if row % 2:
            wall += [body(box(0.1, 0.1, 0.1), 1, [0, side * ((columns - 1) / 2 * 0.201 + 0.05), height]) for side in (-1, 1)]
    return wall


def resting():
    """Structures that touch, or nearly do, and should come to rest at once."""
    chosen = {f"stack-{n}": stack(n) for n in (10, 20, 30, 40, 60, 80, 100)}
    chosen |= {f"dropped-{n}": stack(n, 0.001) for n in (10, 20, 40, 60, 100)}
    chosen |= {f"pyramid-{rows * (rows + 1) // 2}": pyramid(rows) for rows in (4, 5, 6, 8, 10, 12, 13)}
    chosen |= {f"bricks-{len(bricks(r, c))}": bricks(r, c) for r, c in ((5, 4), (9, 5), (14, 7))}
    return {name: scene(name, bodies, 2, 0.5, 0) for name, bodies in chosen.items()}


def rocks(count, seed, shape):
    generator = random.Random(seed)
    return [body(shape, 1, [generator.uniform(-0.1, 0.1), generator.uniform(-0.1, 0.1), 0.3 + 0.25 * i], unit(generator),
                 round(generator.uniform(0, 3), 6)) for i in range(count)]


def stone(corners, depth=0.05):
    """A block between two vertical planes, from four points (x, z)."""
    points = [[round(x, 9), y, round(z, 9)] for x, z in corners for y in (-depth, depth)]
    return f"shape: {{vertices: {points}}}, density: 1000"


def ring(count, foot=0.0):
    """Half a ring of wedges that touch, radii 0.4 and 0.5, springing at the height `foot`."""
    def joint(k):
        angle = math.pi * k / count
        return [(r * math.cos(angle), foot + r * math.sin(angle)) for r in (0.4, 0.5)]
    return [stone(joint(k) + joint(k + 1)) for k in range(count)]


def gothic(count):
    """A pointed arch: two arcs of `count` stones that meet at x = 0; their centres are 0.2 beyond the middle."""
    def joint(k, side):
        corners = []
        for radius in (0.6, 0.7):
            apex = math.acos(0.2 / radius)
            corners.append((side * (radius * math.cos(apex * k / count) - 0.2), radius * math.sin(apex * k / count)))
        return corners
    return [stone(joint(k, side) + joint(k + 1, side)) for side in (-1, 1) for k in range(count)]


def card_house(storeys):
    """Cards of 1 mm that lean on each other by 20 degrees, and lids."""
    lean, thick, length = math.radians(20), 0.001, 0.09
    half = 0.5 * (length * math.cos(lean) + thick * math.sin(lean))
    offset = 0.5 * (length * math.sin(lean) + thick * math.cos(lean))
    spacing = 4 * offset + 0.004
    bodies = []
    for storey in range(storeys):
        pairs, floor = storeys - storey, storey * (2 * half + thick)
        for k in range(pairs):
            for side in (-1, 1):
                bodies.append(body(box(thick, 0.06, length), 0.002, [(k - (pairs - 1) / 2) * spacing + side * offset, 0, floor + half],
                                   [0, 1, 0], -side * lean))
        if pairs > 1:
            bodies.append(body(box(round((pairs - 1) * spacing + 0.06, 6), 0.06, thick), 0.002 * pairs, [0, 0, floor + 2 * half + thick / 2]))
    return bodies


def in_a_corner():
    """18 boxes, 1 mm apart, that fall aslant into the corner of a floor and two walls."""
    walls = [body(box(0.1, 1, 1), None, [-0.05, 0.45, 0.5]), body(box(1, 0.1, 1), None, [0.5, -0.05, 0.5])]
    return walls + [body(box(0.1, 0.1, 0.1), 1, [0.051 + 0.101 * x, 0.051 + 0.101 * y, 0.051 + 0.101 * z])
                    for z in range(2) for y in range(3) for x in range(3)]


def hard(bundled):
    """Name to text; `bundled` is the folder of the bundled scenes."""
    all_scenes = {}

    def add(name, bodies, time, mu, e=0):
        all_scenes[name] = scene(name, bodies, time, mu, e)

    def add_touching(name, bodies, mu):
        add(name, bodies, 1, mu)
        all_scenes[name] = all_scenes[name].replace("bodies:", "start_tolerance: 1e-5\nbodies:", 1)

    for count in (25, 101):
        add_touching(f"arch-{count}-touching", ring(count), 0.8)
    piers = [body(box(0.1, 0.1, 0.1), 1, [x, 0, 0.05 + 0.1 * k]) for x in (-0.45, 0.45) for k in range(2)]
    add_touching("roman-arch", piers + ring(13, 0.2), 0.8)
    add_touching("gothic-arch", gothic(7), 0.8)
    for storeys in (2, 4):
        add_touching(f"card-house-{storeys}", card_house(storeys), 0.6)
    add("corner-18", in_a_corner(), 1, 0.5)
    all_scenes["corner-18"] = all_scenes["corner-18"].replace("[0, 0, -9.81]", "[-4, -3, -8]", 1)
    feet = [body(box(0.3, 0.3, 0.1), None, [x, 0, -0.0501]) for x in (-0.45, 0.45)]
    for count in (9, 25, 101):
        add(f"arch-{count}", feet + arch(count), 1, 0.8)
    walls = [body(box(0.02, 0.4, 0.6), None, [x, 0, 0.3]) for x in (-0.21, 0.21)] + [body(box(0.4, 0.02, 0.6), None, [0, y, 0.3]) for y in (-0.21, 0.21)]
    add("bin-30", walls + rocks(30, 1, box(0.08, 0.08, 0.08)), 2, 0.5)
    add("rocks-20", rocks(20, 2, "octahedron: {radius: 0.08}"), 2, 0.5)
    add("bricks-49-hit", bricks(9, 5) + [body(ball(0.08), 2, [-1, 0.02, 0.45], linear=[6, 0, 0])], 1, 0.5)
    add("jenga-push", jenga(), 1, 0.4)
    octahedron = "octahedron: {radius: 0.5}"
    add("tip-on-tip", [body(octahedron, None, [0, 0, 0.6]), body(octahedron, 1, [0, 0, 1.6001])], 1, 0.5)
    turned = ([0, 1, 0], round(math.pi / 4, 15))
    add("ridge-on-ridge", [body(box(1, 1, 1), None, [0, 0, 1], *turned), body(box(1, 1, 1), 1, [0, 0, round(1 + math.sqrt(2) + 1e-4, 9)], *turned)], 1, 0.5)
    add("coin", [body("prism: {sides: 32, radius: 0.1, height: 0.01}", 0.1, [0, 0, 0.11], [1, 0, 0], 1.4, angular=[0, 0, 15])], 3, 0.3)
    steep = math.radians(85)
    add("slope-85", [body(box(4, 1, 0.1), None, [0, 0, 3], [0, 1, 0], steep),
                     body(box(0.2, 0.2, 0.2), 1, [-1.5 * math.cos(steep) + 0.152 * math.sin(steep), 0, 3 + 1.5 * math.sin(steep) + 0.152 * math.cos(steep)], [0, 1, 0], steep)],
        1, 1)
    for name in ("card-house", "dominoes-40", "kapla-102"):
        text = (Path(bundled) / f"{name}.yaml").read_text()
        all_scenes[name] = re.sub(r"^(method|stepping): .*\n", "", text, flags=re.M)  # by the oracle
    return all_scenes
