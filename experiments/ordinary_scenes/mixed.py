# SPDX-License-Identifier: Apache-2.0
"""Random small first scenes by their seeds: two to five bodies of mixed shapes on the ground, between walls, on a slope, in a groove,
down a ramp or on a table."""
import random

# Seeds that come to their end and are not proved yet; the README tells what is known of each.
OPEN_SEEDS = (29, 202)

KINDS = ("box", "cube", "plank", "can", "disc", "ball", "hex", "tetra", "octa", "ell", "cup")
LIFTS = {"table": 0.35, "ramp": 0.45, "slope": 0.3, "vee": 0.3}  # m, of the lowest body
RAMP = ("  - {name: ramp, fixed: true, shape: {box: [1, .6, .05]}, pose: {position: [-.4, 0, .3], axis: [0, 1, 0], angle: 0.5}}\n")
TABLE = "  - {name: table, fixed: true, shape: {box: [.6, .5, .05]}, pose: {position: [0, 0, .3]}}\n"


def half_spaces(generator, place):
    ground = "{name: ground, normal: [0, 0, 1], offset: 0}"
    if place == "walls":
        return ground + ", {name: w1, normal: [-1, 0, 0], offset: -0.35}, {name: w2, normal: [0, 1, 0], offset: -0.35}"
    if place == "slope":
        return (f"{{name: ground, normal: [{generator.choice([-.2, -.4, .3])}, 0, 1], offset: 0}}, "
                f"{{name: stop, normal: [{generator.choice([1, -1])}, 0, 0], offset: -0.6}}")
    if place == "vee":
        return "{name: g1, normal: [0, -0.6, 1], offset: 0}, {name: g2, normal: [0, 0.6, 1], offset: 0}"
    return ground


def shape_of(generator, kind, a):
    """Of convex bodies of about the size a, in metres; the generator chooses sides and vertices of all kinds, whichever is used."""
    return {
        "box": f"box: [{a:.3f}, {a * .7:.3f}, {a * .5:.3f}]",
        "cube": f"box: [{a:.3f}, {a:.3f}, {a:.3f}]",
        "plank": f"box: [{2 * a:.3f}, {.4 * a:.3f}, {.15 * a:.3f}]",
        "can": f"prism: {{sides: {generator.choice([8, 12, 16, 20])}, radius: {.4 * a:.3f}, height: {a:.3f}}}",
        "disc": f"prism: {{sides: {generator.choice([8, 12, 16])}, radius: {.6 * a:.3f}, height: {.2 * a:.3f}}}",
        "ball": f"spherical: {{radius: {.5 * a:.3f}, vertices: {generator.choice([30, 60])}}}",
        "hex": f"prism: {{sides: 6, radius: {.5 * a:.3f}, height: {.8 * a:.3f}}}",
        "tetra": f"tetrahedron: {{radius: {.7 * a:.3f}}}",
        "octa": f"octahedron: {{radius: {.6 * a:.3f}}}",
    }.get(kind)


def pieces_of(kind, a):
    """Of an L or a cup."""
    if kind == "ell":
        return (f"{{shape: {{box: [{a:.3f}, {.4 * a:.3f}, {.4 * a:.3f}]}}}}, "
                f"{{shape: {{box: [{.4 * a:.3f}, {.4 * a:.3f}, {.6 * a:.3f}]}}, pose: {{position: [{.3 * a:.4f}, 0, {.5 * a:.4f}]}}}}")
    side = f"{{shape: {{box: [{.1 * a:.4f}, {a:.3f}, {.6 * a:.3f}]}}, pose: {{position: [%s, 0, {.3 * a:.4f}]}}}}"
    return (f"{{shape: {{box: [{a:.3f}, {a:.3f}, {.1 * a:.4f}]}}}}, " + side % f"{-.45 * a:.5f}" + ", " + side % f"{.45 * a:.5f}")


def mixed(seed):
    generator = random.Random(seed)
    uniform = generator.uniform
    mu = generator.choice([0.1, .2, .3, .4, .5, .6, .8, 1.0])
    e = generator.choice([0, 0, 0, .1, .2, .3, .5])
    place = generator.choice(["flat", "flat", "walls", "slope", "vee", "ramp", "table"])
    planes = half_spaces(generator, place)
    bodies = RAMP if place == "ramp" else TABLE if place == "table" else ""
    count, low = generator.randint(2, 5), .12 + LIFTS.get(place, 0)
    for i in range(count):
        kind = generator.choice(KINDS)
        a = uniform(.06, .14)
        pose = f"position: [{uniform(-.08, .08):.4f}, {uniform(-.08, .08):.4f}, {low + .22 * i:.4f}]"
        if generator.random() < .6:
            pose += f", axis: [{uniform(-1, 1):.3f}, {uniform(-1, 1):.3f}, {uniform(.1, 1):.3f}], angle: {uniform(0, 3):.3f}"
        thrown = ""
        if generator.random() < .5:
            thrown = (f", velocity: {{linear: [{uniform(-1.5, 1.5):.3f}, {uniform(-1, 1):.3f}, 0], "
                      f"angular: [{uniform(-5, 5):.3f}, {uniform(-5, 5):.3f}, {uniform(-5, 5):.3f}]}}")
        shape = shape_of(generator, kind, a)
        mass = generator.choice([.1, .5, 1, 2, 5])
        if shape is None:
            bodies += f"  - {{name: b{i}, mass: {mass}, pose: {{{pose}}}{thrown}, pieces: [{pieces_of(kind, a)}]}}\n"
        else:
            bodies += f"  - {{name: b{i}, shape: {{{shape}}}, mass: {mass}, pose: {{{pose}}}{thrown}}}\n"
    return (f"rigor_scene: 1\ngravity: [0, 0, -9.81]\nlaw: coulomb\nstop: {{time: 2}}\nsurfaces: {{default: {{mu: {mu}, restitution: {e}}}}}\n"
            f"half_spaces: [{planes}]\nbodies:\n{bodies}")
