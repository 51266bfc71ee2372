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


def hard(bundled):
    """Name to text; `bundled` is the folder of the bundled scenes."""
    all_scenes = {}

    def add(name, bodies, time, mu, e=0):
        all_scenes[name] = scene(name, bodies, time, mu, e)

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
