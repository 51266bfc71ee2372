#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second, small checker of traces: reads trace.part (or trace.h5, if h5py is installed) and proves with exact
integers that no two pieces ever meet. Written from docs/trace-format.md alone; needs only the standard library.

Usage: check_trace.py FILE ...      prints one line a file; exit code 0 if all are proved, 1 if not, 3 if unreadable.
The journal of an interrupted run is checked up to the last instant that every body has reached, and the line says so.
"""
import struct
import sys
from fractions import Fraction
from math import comb, cos, hypot, isfinite, isqrt, pi, sin

FORMAT = 6  # the version of the format that is read here
WORLD = 0xFFFFFFFF
MAX_DEPTH = 40
MAX_PARTS = 600
BOX_DEPTH = 12
JOINT_TOLERANCE = 1e-9  # metres, radians
FIXED, REVOLUTE, PRISMATIC, UNIVERSAL, SPHERICAL, PLANAR, FREE = range(7)


class Refused(Exception):
    """Something is not proved."""


class Unreadable(Exception):
    """Not a trace of this version."""


# ---------------------------------------------------------------- reading

TIME = (("base", "d"), ("offset", "d"))
PIECE_ID = (("body", "I"), ("piece", "I"))
T3, U2 = ("n", 3, "d"), ("n", 2, "I")


def many(kind):
    return ("list", kind)


def choice(count):
    """A byte below `count`."""
    return ("choice", count)


PIECE = (("name", "s"), ("vertices", many(T3)), ("edges", many(U2)), ("faces", many(many("I"))))
CONTACT = (("a", PIECE_ID), ("b", PIECE_ID), ("point", T3), ("normal", T3), ("impulse", T3), ("compression", T3),
           ("restitution", "d"), ("friction", "d"), ("vertex_a", "I"), ("vertex_b", "I"))
EVENT_JOINT = (("joint", "I"), ("at_lower", "B"), ("at_upper", "B"), ("impulse", T3), ("moment", T3),
               ("compression", T3), ("compression_moment", T3), ("restitution", T3))
FORCE_POINT = (("state", choice(7)), ("vertex_a", "I"), ("vertex_b", "I"), ("path", ("n", 3, many("d"))),
               ("force", ("n", 3, many("d"))))
RECORDS = {
    1: ("header", (("format_version", "I"), ("program_version", "s"), ("scene_name", "s"), ("scene_text", "s"),
                   ("scene_hash", "s"), ("method", "s"), ("law", "s"), ("skin", "d"), ("tol", "d"), ("gravity", T3),
                   ("start", TIME), ("certified", choice(2)), ("steps", choice(2)), ("motion", choice(3)))),
    2: ("bodies", (("name", "s"), ("kind", choice(4)), ("mass", "d"), ("com", T3), ("inertia", ("n", 9, "d")),
                   ("pieces", many(PIECE)), ("belt", T3))),
    3: ("half_spaces", (("name", "s"), ("normal", T3), ("offset", "d"), ("belt", T3))),
    4: ("joints", (("name", "s"), ("kind", choice(7)), ("parent", "I"), ("child", "I"), ("anchor_parent", T3),
                   ("anchor_child", T3), ("axis_parent", T3), ("axis_child", T3), ("limits", ("n", 2, "d")),
                   ("reference_parent", T3), ("reference_child", T3), ("acting", "B"))),
    5: ("exclusions", (("a", PIECE_ID), ("b", PIECE_ID), ("reason", "s"))),
    6: ("segments", (("body", "I"), ("index", "I"), ("start", TIME), ("end", TIME), ("length", "d"),
                     ("position", ("n", 3, many("d"))), ("quaternion", ("n", 4, many("d"))), ("reason", choice(19)),
                     ("error_estimate", "d"), ("residual", "d"), ("momentum", T3), ("angular_momentum", T3))),
    7: ("certificates", (("a", PIECE_ID), ("b", PIECE_ID), ("kind", choice(3)), ("frame", choice(3)),
                         ("segment_a", "I"), ("segment_b", "I"), ("begin", TIME), ("end", TIME), ("normal", T3),
                         ("offset", "d"), ("speed", "d"), ("level", "d"), ("edge_a", U2), ("edge_b", U2), ("sign", "b"),
                         ("slack", "d"), ("active", many("I")), ("band_low", "d"), ("band_high", "d"))),
    8: ("events", (("index", "I"), ("kind", choice(12)), ("lo", TIME), ("hi", TIME), ("at", TIME), ("proved", choice(2)),
                   ("location_error", "d"), ("a", PIECE_ID), ("b", PIECE_ID), ("contacts", many(CONTACT)), ("joints", many(EVENT_JOINT)),
                   ("energy_before", "d"), ("energy_after", "d"), ("residual", "d"), ("limit_time", "d"),
                   ("limit_bound", "d"), ("contacts_before", "I"), ("contacts_after", "I"), ("note", "s"))),
    10: ("footer", (("end", TIME), ("stopped", "s"), ("energy_initial", "d"), ("energy_final", "d"),
                    ("energy_max_gain", "d"), ("energy_work", "d"), ("steps", "Q"), ("step_min", "d"), ("step_max", "d"),
                    ("step_mean", "d"), ("manifold_changes", "Q"))),
    11: ("loads", (("body", "I"), ("axes", choice(2)), ("point", T3), ("times", many("d")), ("forces", many(T3)),
                   ("moments", many(T3)))),
    12: ("forces", (("a", PIECE_ID), ("b", PIECE_ID), ("segment_a", "I"), ("segment_b", "I"), ("begin", TIME),
                    ("end", TIME), ("length", "d"), ("frame", choice(3)), ("normal", T3), ("edge_a", U2),
                    ("edge_b", U2), ("friction", "d"), ("viscosity", "d"), ("points", many(FORCE_POINT)))),
    13: ("joint_forces", (("joint", "I"), ("begin", TIME), ("end", TIME), ("length", "d"), ("at_lower", "B"),
                          ("at_upper", "B"), ("force", ("n", 3, many("d"))), ("moment", ("n", 3, many("d"))))),
}


class Record:
    def __init__(self, values):
        self.__dict__.update(values)


def time_of(record):
    return Fraction(record.base) + Fraction(record.offset)


def chosen(value, kind):
    if value >= kind[1]:
        raise Unreadable("an enumeration is out of range")
    return value


def parse(kind, data, at):
    """The value of this kind at byte `at`, and where the next one starts."""
    if kind == "s":
        size = struct.unpack_from("<I", data, at)[0]
        if size > len(data) - at - 4:
            raise Unreadable("a record ends inside a text")
        return data[at + 4:at + 4 + size].decode("utf-8", "replace"), at + 4 + size
    if isinstance(kind, str):
        return struct.unpack_from("<" + kind, data, at)[0], at + struct.calcsize("<" + kind)
    if kind[0] == "choice":
        return chosen(struct.unpack_from("B", data, at)[0], kind), at + 1
    if kind[0] in ("n", "list"):
        count = kind[1]
        if kind[0] == "list":
            count, at = parse("I", data, at)
            if count > len(data) - at:
                raise Unreadable("a record ends inside a list")
        values = []
        for _ in range(count):
            value, at = parse(kind[-1], data, at)
            values.append(value)
        return values, at
    values = {}
    for name, part in kind:
        values[name], at = parse(part, data, at)
    return Record(values), at


def crc32c_table():
    table = []
    for i in range(256):
        for _ in range(8):
            i = (i >> 1) ^ (0x82F63B78 if i & 1 else 0)
        table.append(i)
    return table


CRC = crc32c_table()


def crc32c(data):
    r = 0xFFFFFFFF
    for byte in data:
        r = (r >> 8) ^ CRC[(r ^ byte) & 0xFF]
    return r ^ 0xFFFFFFFF


def blank_trace():
    return Record({"header": None, "bodies": [], "half_spaces": [], "joints": [], "exclusions": [], "loads": [],
                   "segments": [], "certificates": [], "forces": [], "joint_forces": [], "events": [], "footer": None,
                   "complete": False})


def read_journal(data):
    if len(data) < 12 or struct.unpack_from("<I", data, 8)[0] != FORMAT:
        raise Unreadable(f"format version other than {FORMAT}")
    trace, at = blank_trace(), 12
    while len(data) - at >= 12:
        kind, size = struct.unpack_from("<II", data, at)
        stop = at + 8 + size
        if len(data) - 4 < stop or crc32c(data[at:stop]) != struct.unpack_from("<I", data, stop)[0]:
            break  # torn: the rest does not count
        if (kind == 1) != (trace.header is None) or trace.footer is not None:
            raise Unreadable("the header is not first and once, or the footer is not last")
        if kind in RECORDS:
            name, fields = RECORDS[kind]
            record, end = parse(fields, data[at + 8:stop], 0)
            if end != size:
                raise Unreadable("a record is longer than its fields")
            if name in ("header", "footer"):
                setattr(trace, name, record)
            else:
                getattr(trace, name).append(record)
        elif kind != 9:
            raise Unreadable("a record of unknown kind")
        at += 12 + size
    if trace.header is None:
        raise Unreadable("the header is incomplete")
    trace.segments.sort(key=lambda s: (s.start.base, s.start.offset, s.body))  # bodies were recorded as they came
    trace.complete = trace.footer is not None
    if not trace.complete:
        trace.footer = Record({"end": common_end(trace), "stopped": "interrupted"})
    return trace


def common_end(trace):
    """The last instant that every body has reached."""
    key = lambda t: (t.base, t.offset)  # noqa: E731
    ends = [trace.header.start for _ in trace.bodies]
    for s in trace.segments:
        if s.body < len(ends):
            ends[s.body] = max(ends[s.body], s.end, key=key)
    return min(ends, key=key, default=trace.header.start)


def read_hdf5(path):
    import h5py  # only needed for trace.h5

    def value(table, name, kind, cursor):
        if kind == "s":
            return bytes(items(table, name, "B", cursor)).decode("utf-8", "replace")
        if isinstance(kind, str):
            i = cursor.get(name, 0)
            cursor[name] = i + 1
            x = table[name][i]
            return float(x) if kind == "d" else int(x)
        if kind[0] == "choice":
            return chosen(value(table, name, "B", cursor), kind)
        if kind[0] == "n" and isinstance(kind[2], str):
            i = cursor.get(name, 0)
            cursor[name] = i + 1
            return [float(x) if kind[2] == "d" else int(x) for x in table[name][i]]
        if kind[0] == "n":
            return [value(table, name, kind[2], cursor) for _ in range(kind[1])]
        if kind[0] == "list":
            return items(table, name, kind[1], cursor)
        prefix = name + "." if name else ""
        return Record({part: value(table, prefix + part, k, cursor) for part, k in kind})

    def items(table, name, kind, cursor):
        i = cursor.get(name + ".ends", 0)
        cursor[name + ".ends"] = i + 1
        start, end = cursor.get(name + ".last", 0), int(table[name + ".ends"][i])
        cursor[name + ".last"] = end
        inner = name + ".item" if kind != "s" and not isinstance(kind, str) and kind[0] == "list" else name
        return [value(table, inner, kind, cursor) for _ in range(end - start)]

    trace = blank_trace()
    with h5py.File(path, "r") as file:
        if file.attrs["format_version"] != FORMAT:
            raise Unreadable(f"format version other than {FORMAT}")
        for name, fields in RECORDS.values():
            table = {column: file[name][column][()] for column in file[name]}
            cursor = {}
            rows = [value(table, "", fields, cursor) for _ in range(int(file[name].attrs["rows"]))]
            setattr(trace, name, rows[0] if name in ("header", "footer") else rows)
        trace.complete = file.attrs["complete"] == 1
    return trace


def read_trace(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] == b"RIGORPRT":
        return read_journal(data)
    if data[:8] == b"RIGORTRC" and len(data) > 512:
        version, checksum, size = struct.unpack_from("<IIQ", data, 8)
        if version != FORMAT:
            raise Unreadable(f"format version other than {FORMAT}")
        if size != len(data) - 512 or checksum != crc32c(data[512:]):
            raise Unreadable("length or checksum is wrong")
        try:
            return read_hdf5(path)
        except (KeyError, IndexError) as error:
            raise Unreadable(f"incomplete: {error}") from error
    raise Unreadable("not a trace")


# ---------------------------------------------------------------- exact polynomials

class Poly:
    """2^e · Σ c[i] u^i (1-u)^(n-i) on 0 <= u <= 1, integers c[i]: positive if all c[i] are."""
    __slots__ = ("c", "e")

    def __init__(self, c, e=0):
        self.c, self.e = c, e

    @staticmethod
    def number(x):
        p, q = Fraction(x).as_integer_ratio()
        if q & (q - 1):
            raise Refused("a number is not a multiple of a power of two")
        return Poly([p], 1 - q.bit_length())

    @staticmethod
    def line(x, y):
        x, y = Poly.number(x), Poly.number(y)
        e = min(x.e, y.e)
        return Poly([x.c[0] << (x.e - e), y.c[0] << (y.e - e)], e)

    def raised(self, n, e):
        k, c = n - (len(self.c) - 1), self.c
        if k:
            row = [comb(k, j) for j in range(k + 1)]
            c = [sum(c[i - j] * row[j] for j in range(max(0, i - len(c) + 1), min(k, i) + 1)) for i in range(n + 1)]
        return [x << (self.e - e) for x in c]

    def __add__(self, other):
        n, e = max(len(self.c), len(other.c)) - 1, min(self.e, other.e)
        return Poly([x + y for x, y in zip(self.raised(n, e), other.raised(n, e))], e)

    def __neg__(self):
        return Poly([-x for x in self.c], self.e)

    def __sub__(self, other):
        return self + (-other)

    def __mul__(self, other):
        c = [0] * (len(self.c) + len(other.c) - 1)
        for i, x in enumerate(self.c):
            if x:
                for j, y in enumerate(other.c):
                    c[i + j] += x * y
        return Poly(c, self.e + other.e)

    def half(self, left):
        c = self.c[::-1] if left else self.c[:]
        n = len(c) - 1
        for i in range(n):
            for j in range(n - 1, i - 1, -1):
                c[j] += c[j + 1]
        c = [x << k for k, x in enumerate(c)]
        return Poly(c[::-1] if left else c, self.e - n)


def number(x):
    return Poly.number(x)


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def cross(p, q):
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]


def always(tests, polys, what):
    """Proves that on some subdivision of the interval tests(polys) holds; it returns True, False (hopeless) or None."""
    open_parts, parts = [(polys, 0)], 0
    while open_parts:
        part, depth = open_parts.pop()
        answer = tests(part)
        parts += 1
        if answer is True:
            continue
        if answer is False or depth == MAX_DEPTH or parts > MAX_PARTS:
            raise Refused(what)
        for left in (False, True):
            open_parts.append(([p.half(left) for p in part], depth + 1))


def positive(p, what):
    def test(polys):
        c = polys[0].c
        if c[0] <= 0 or c[-1] <= 0:
            return False
        return True if min(c) > 0 else None
    always(test, [p], what)


# ---------------------------------------------------------------- motions

class Motion:
    """On [t0, t1]: origin = x / w, rotation matrix = m / n, |q|² = n / wn."""

    def __init__(self, segment, t0, t1):
        start, h = time_of(segment.start), Fraction(segment.length)
        line = Poly.line(2 * (t0 - start) - h, 2 * (t1 - start) - h)

        def row(coefficients):
            n = len(coefficients) - 1
            basis = [number(1), line]
            for _ in range(2, n + 1):
                basis.append(number(2) * line * basis[-1] - number(h * h) * basis[-2])
            total = number(0)
            for k, c in enumerate(coefficients):
                total = total + number(Fraction(c) * h ** (n - k)) * basis[k]
            return total

        self.x = [row(r) for r in segment.position]
        self.w = number(h ** (len(segment.position[0]) - 1))
        w, x, y, z = (row(r) for r in segment.quaternion)
        self.wn = number(h ** (2 * (len(segment.quaternion[0]) - 1)))
        two = number(2)
        ww, xx, yy, zz = w * w, x * x, y * y, z * z
        xy, xz, yz, wx, wy, wz = (two * p for p in (x * y, x * z, y * z, w * x, w * y, w * z))
        self.m = [[ww + xx - yy - zz, xy - wz, xz + wy], [xy + wz, ww - xx + yy - zz, yz - wx],
                  [xz - wy, yz + wx, ww - xx - yy + zz]]
        self.n = ww + xx + yy + zz

    def turned(self, v):
        v = [number(x) for x in v]
        return [dot(row, v) for row in self.m]

    def column(self, j):
        return [row[j] for row in self.m]


def resting():
    """The world as a motion."""
    m = Motion.__new__(Motion)
    zero, one = number(0), number(1)
    m.x, m.w, m.wn, m.n = [zero] * 3, one, one, one
    m.m = [[one if i == j else zero for j in range(3)] for i in range(3)]
    return m


def value(p):
    """The value of a polynomial at the start of its interval."""
    return Fraction(p.c[0]) * Fraction(2) ** p.e


def place(segment, t, vertices):
    """Exact positions of the vertices at one instant."""
    m = Motion(segment, t, t)
    n, w = value(m.n), value(m.w)
    return [[value(m.x[i]) / w + sum(value(m.m[i][j]) * Fraction(v[j]) for j in range(3)) / n for i in range(3)]
            for v in vertices]


def root_above(x):
    """A dyadic number not below sqrt(x), within 2^-90 of it."""
    p, q = Fraction(x).as_integer_ratio()
    shift = 200 + 2 * q.bit_length()
    return Fraction(isqrt((p << shift) // q) + 1, 1 << (shift // 2))


def root_below(x):
    p, q = Fraction(x).as_integer_ratio()
    shift = 200 + 2 * q.bit_length()
    return Fraction(isqrt((p << shift) // q), 1 << (shift // 2))


# ---------------------------------------------------------------- the rules

class Checker:
    def __init__(self, trace):
        self.trace = trace
        self.skin = Fraction(trace.header.skin)
        self.end = time_of(trace.footer.end)
        self.pairs = {}

    def vertices(self, piece):
        return self.trace.bodies[piece.body].pieces[piece.piece].vertices

    def run(self):
        self.well_formed()
        self.paths()
        for c in self.trace.certificates:
            self.certificate(c)
        self.coverage()
        for j in self.trace.joints:
            self.joint(j)

    # -- structure

    def well_formed(self):
        t = self.trace

        def demand(good, what):
            if not good:
                raise Refused("well_formed: " + what)

        def normal(x):
            cells = x.base * 1024
            return isfinite(x.base) and abs(x.base) < 2.0 ** 40 and cells == int(cells) and 0 <= x.offset < 2.0 ** -10

        def numbers(record):
            stack = [record]
            while stack:
                x = stack.pop()
                if isinstance(x, Record):
                    stack.extend(v for v in x.__dict__.values())
                elif isinstance(x, list):
                    stack.extend(x)
                elif isinstance(x, float) and not abs(x) <= 1e50:  # nor what is not finite
                    return False
            return True

        def exists(piece):
            if piece.body == WORLD:
                return piece.piece < len(t.half_spaces)
            return piece.body < len(t.bodies) and piece.piece < len(t.bodies[piece.body].pieces)

        demand(t.header.format_version == FORMAT, "format version")
        demand(0 < t.header.skin <= 1e50, "skin")
        demand(normal(t.header.start) and normal(t.footer.end) and time_of(t.header.start) < self.end, "start and end")
        for body in t.bodies:
            demand(all(p.vertices and numbers(p.vertices) for p in body.pieces), "a piece")
            demand(numbers(body.belt) and (body.kind == 1 or not any(body.belt)), "a belt")
        for half in t.half_spaces:
            demand(numbers(half) and max(map(abs, half.normal)) >= 1e-50, "a half-space")
        demand(all(exists(e.a) and exists(e.b) for e in t.exclusions), "an exclusion")
        for load in t.loads:
            moves = load.body < len(t.bodies) and t.bodies[load.body].kind in (0, 3)
            knots = len(load.times) == len(load.forces) == len(load.moments) > 0
            demand(moves and knots and numbers(load) and load.times == sorted(load.times), "a load")
        for j in t.joints:
            bodies = j.child < len(t.bodies) and (j.parent == WORLD or j.parent < len(t.bodies))
            demand(bodies and j.child != j.parent and numbers(j), "a joint")
        self.courses = [[] for _ in t.bodies]
        for s in t.segments:
            demand(s.body < len(t.bodies) and normal(s.start) and normal(s.end), "a segment")
            for rows in (s.position, s.quaternion):
                demand(numbers(rows) and len({len(r) for r in rows}) == 1 and 1 <= len(rows[0]) <= 65, "coefficients")
            demand(0 < s.length <= 1e50, "a length")
            demand(numbers([s.momentum, s.angular_momentum]), "a momentum")
            start, end = time_of(s.start), time_of(s.end)
            demand(start < end <= start + Fraction(s.length), "times of a segment")
            self.courses[s.body].append(s)
        for c in t.certificates:
            demand(exists(c.a) and exists(c.b) and c.b.body not in (WORLD, c.a.body), "pieces of a certificate")
            demand(c.a.body == WORLD or (c.a.body, c.a.piece) < (c.b.body, c.b.piece), "order of a certificate")
            demand(normal(c.begin) and normal(c.end) and time_of(c.begin) <= time_of(c.end), "times of a certificate")
            demand(numbers([c.normal, c.offset, c.speed, c.level, c.slack, c.band_low, c.band_high]), "a certificate")
            demand(c.kind == 1 or max(map(abs, c.normal)) >= 1e-50, "the normal of a certificate")
            demand(c.sign in (1, -1), "sign")
        for f in t.forces:
            demand(exists(f.a) and exists(f.b) and f.b.body not in (WORLD, f.a.body), "pieces of a force")
            demand(f.a.body == WORLD or (f.a.body, f.a.piece) < (f.b.body, f.b.piece), "order of a force")
            demand(normal(f.begin) and normal(f.end) and 0 < f.length <= 1e50 and numbers(f), "a force")
            begin, end = time_of(f.begin), time_of(f.end)
            demand(begin < end <= begin + Fraction(f.length), "times of a force")
            demand(f.friction >= 0 and f.viscosity >= 0, "a coefficient of a force")
            for side, vertices in ((f.a, f.edge_a), (f.b, f.edge_b)):
                count = len(t.bodies[side.body].pieces[side.piece].vertices) if side.body != WORLD else 1
                demand(all(v < count for v in vertices) or side.body == WORLD, "an edge of a force")
            for p in f.points:
                for side, vertex in ((f.a, p.vertex_a), (f.b, p.vertex_b)):
                    demand(vertex == WORLD or (side.body != WORLD and vertex < len(
                        t.bodies[side.body].pieces[side.piece].vertices)), "a vertex of a force")
                at_vertex = p.vertex_a != WORLD or p.vertex_b != WORLD
                for rows, empty in ((p.path, at_vertex), (p.force, False)):
                    sizes = {len(r) for r in rows}
                    demand(sizes == {0} if empty else len(sizes) == 1 and 1 <= len(rows[0]) <= 65, "a point of a force")
        for f in t.joint_forces:
            demand(f.joint < len(t.joints) and normal(f.begin) and normal(f.end) and 0 < f.length <= 1e50 and numbers(f),
                   "a joint's force")
            begin, end = time_of(f.begin), time_of(f.end)
            demand(begin < end <= begin + Fraction(f.length), "times of a joint's force")
            for rows in (f.force, f.moment):
                demand(len({len(r) for r in rows}) == 1 and 1 <= len(rows[0]) <= 65, "a joint's force")
        for e in t.events:
            demand(all(j.joint < len(t.joints) and numbers(j) and min(j.restitution) >= 0 for j in e.joints),
                   "a joint of an event")
            demand(normal(e.lo) and normal(e.hi) and normal(e.at), "times of an event")
            demand(all(exists(c.a) and exists(c.b) and c.b.body != WORLD and numbers(c) for c in e.contacts),
                   "a contact of an event")
            demand(all(c.restitution >= 0 and c.friction >= 0 for c in e.contacts), "a coefficient of an event")
        for body, course in enumerate(self.courses):
            due = t.header.start
            for k, s in enumerate(course):
                if s.index != k or (s.start.base, s.start.offset) != (due.base, due.offset):
                    raise Refused(f"contiguous: body {body}, segment {k}")
                due = s.end
            if not course or time_of(due) < self.end:
                raise Refused(f"contiguous: body {body} ends early")
            if t.bodies[body].kind == 1:
                if len(course) != 1 or any(any(r[1:]) for r in course[0].position + course[0].quaternion):
                    raise Refused(f"contiguous: fixed body {body} moves")

    def paths(self):
        for body, course in enumerate(self.courses):
            vertices = [v for piece in self.trace.bodies[body].pieces for v in piece.vertices]
            for k, s in enumerate(course):
                m = Motion(s, time_of(s.start), time_of(s.end))
                positive(number(2) * m.n - m.wn, f"norm: body {body}, segment {k}")
                positive(number(2) * m.wn - m.n, f"norm: body {body}, segment {k}")
                if k == 0:
                    continue
                t = time_of(s.start)
                for p, q in zip(place(course[k - 1], t, vertices), place(s, t, vertices)):
                    if 100 * sum((x - y) ** 2 for x, y in zip(p, q)) > self.skin ** 2:
                        raise Refused(f"jump: body {body}, segment {k}")

    # -- certificates

    def plain_faults(self, c, what):
        """What can be said without polynomials."""
        world = c.a.body == WORLD
        if c.kind == 1:
            if world:
                raise Refused(what + ": an edge on a half-space")
            for edge, piece in ((c.edge_a, c.a), (c.edge_b, c.b)):
                if max(edge) >= len(self.vertices(piece)) or edge[0] == edge[1]:
                    raise Refused(what + ": no such edge")
            return
        if world:
            half = self.trace.half_spaces[c.a.piece]
            if c.frame != 0 or c.normal != half.normal or c.offset != half.offset or c.speed != 0:
                raise Refused(what + ": not the half-space's plane")
        elif not any(c.normal):
            raise Refused(what + ": no normal")
        if c.kind == 2:
            if c.frame == 0 and not world:
                raise Refused(what + ": a contact without carrier")
            if any(v >= len(self.vertices(c.a if c.frame == 2 else c.b)) for v in c.active):
                raise Refused(what + ": no such vertex")

    def certificate(self, c):
        what = f"certificate: {c.a.body}/{c.a.piece} and {c.b.body}/{c.b.piece} from {c.begin.base + c.begin.offset}"
        segments = []
        for piece, k in ((c.a, c.segment_a), (c.b, c.segment_b)):
            if piece.body == WORLD:
                if k != WORLD:
                    raise Refused(what + ": a half-space has no segments")
                continue
            if k >= len(self.courses[piece.body]):
                raise Refused(what + ": no such segment")
            segments.append(self.courses[piece.body][k])
        t0, t1 = time_of(c.begin), time_of(c.end)
        for s in segments:
            if t0 < time_of(s.start) or t1 > time_of(s.start) + Fraction(s.length):
                raise Refused(what + ": outside a segment")
        level, slack = Fraction(c.level), Fraction(c.slack)
        if slack < 0 or level - (2 * slack if c.kind == 1 else 0) < self.skin / 2:
            raise Refused(what + ": level")
        banded = c.kind == 2 or (c.kind == 1 and c.band_high > 0)
        if banded and not (c.band_low >= 0.5 * self.trace.header.skin and c.band_high <= 2.0 * self.trace.header.skin
                           and c.band_low <= c.band_high):
            raise Refused(what + ": band")
        self.plain_faults(c, what)
        begin, end = t0, t1
        for s in segments:
            begin, end = max(begin, time_of(s.start)), min(end, time_of(s.end))
        if begin < end:
            motions = [Motion(s, begin, end) for s in segments]
            if c.kind == 1:
                self.edges(c, motions, level, slack, what)
            else:
                self.plane(c, motions, (begin, end), level, what)
        key = ((c.a.body, c.a.piece), (c.b.body, c.b.piece), c.segment_a, c.segment_b)
        self.pairs.setdefault(key, []).append((t0, t1))

    def plane(self, c, motions, interval, level, what):
        world = c.a.body == WORLD
        normal, offset = [Fraction(x) for x in c.normal], Fraction(c.offset)
        n = [number(x) for x in normal]
        long, short = (f(sum(x * x for x in normal)) for f in (root_above, root_below))
        if world:
            scale, sides = self.half_space_heights(motions[0], n, offset, self.vertices(c.b))
            own, others = Fraction(0), [sides]
        elif c.frame == 0:
            a, b = motions
            begin = time_of(c.begin)
            o = Poly.line(*(offset + Fraction(c.speed) * (t - begin) for t in interval))
            scale, others = a.w * b.w * a.n * b.n, []
            for q, p, sign, piece in ((b, a, 1, c.b), (a, b, -1, c.a)):
                base = (dot(n, q.x) - o * q.w) * q.n * p.w * p.n
                rows = [q.w * dot(n, q.column(j)) * p.w * p.n for j in range(3)]
                s = number(sign)
                others.append([s * (base + dot(rows, [number(x) for x in v])) for v in self.vertices(piece)])
            own = Fraction(0)
        else:
            carrier, other, sign = (motions[0], motions[1], 1) if c.frame == 1 else (motions[1], motions[0], -1)
            mine, theirs = (c.a, c.b) if c.frame == 1 else (c.b, c.a)
            d = [carrier.w * other.x[i] - other.w * carrier.x[i] for i in range(3)]
            nw = [dot(row, n) for row in carrier.m]
            weight = carrier.w * other.w
            scale = weight * carrier.n * other.n
            base = dot(nw, d) * other.n - number(offset) * scale
            rows = [weight * dot(nw, other.column(j)) for j in range(3)]
            s = number(sign)
            others = [[s * (base + dot(rows, [number(x) for x in v])) for v in self.vertices(theirs)]]
            own = min(sign * (offset - sum(x * Fraction(y) for x, y in zip(normal, v))) for v in self.vertices(mine))
        limit = number(level * long - own) * scale
        self.least_sum_above(others, limit, what)
        if c.kind == 2:
            for v in c.active:
                positive(others[0][v] - number(Fraction(c.band_low) * long) * scale, "band: " + what)
                positive(number(Fraction(c.band_high) * short) * scale - others[0][v], "band: " + what)

    @staticmethod
    def half_space_heights(m, n, offset, vertices):
        base = (dot(n, m.x) - number(offset) * m.w) * m.n
        rows = [m.w * dot(n, m.column(j)) for j in range(3)]
        return m.w * m.n, [base + dot(rows, [number(x) for x in v]) for v in vertices]

    @staticmethod
    def least_sum_above(sides, limit, what):
        """Proves: sum over sides of the least height > limit."""
        if len(sides) == 1:
            for height in sides[0]:
                positive(height - limit, what)
            return
        for p in sides[0]:
            for q in sides[1]:
                positive(p + q - limit, what)

    def edges(self, c, motions, level, slack, what):
        a, b = motions
        va, vb = self.vertices(c.a), self.vertices(c.b)
        sub = lambda x, y: [Fraction(p) - Fraction(q) for p, q in zip(x, y)]  # noqa: E731
        u = a.turned(sub(va[c.edge_a[1]], va[c.edge_a[0]]))
        w = [number(c.sign) * p for p in b.turned(sub(vb[c.edge_b[1]], vb[c.edge_b[0]]))]
        normal = cross(u, w)  # times n_a n_b
        nn = dot(normal, normal)
        weight = a.w * b.w
        d = [a.w * b.x[i] - b.w * a.x[i] for i in range(3)]
        # everything below times weight n_a n_b (d is times the weights, turned vectors times one norm)
        pa, pb = a.turned(va[c.edge_a[0]]), b.turned(vb[c.edge_b[0]])
        distance = dot(normal, d) * a.n * b.n + weight * (dot(normal, pb) * a.n - dot(normal, pa) * b.n)
        scale2 = (weight * a.n * b.n) * (weight * a.n * b.n) * nn
        positive(nn, what + ": the normal vanishes")
        positive(distance, what + ": wrong side")
        positive(distance * distance - number(level ** 2) * scale2, what)
        for own, vertices, edge, side in ((a, va, c.edge_a, 1), (b, vb, c.edge_b, -1)):
            limit = number(slack ** 2) * nn * own.n * own.n
            for i, v in enumerate(vertices):
                if i in edge:
                    continue
                h = number(side) * dot(normal, own.turned(sub(v, vertices[edge[0]])))  # times one more norm of its own

                def test(polys):
                    p, room = polys
                    if max(p.c) <= 0 or min(room.c) > 0:
                        return True
                    bad = [k for k in (0, -1) if p.c[k] > 0 and room.c[k] < 0]
                    return False if bad else None
                always(test, [h, limit - h * h], what + ": a vertex beyond its edge")
        if c.band_high > 0:
            positive(distance * distance - number(Fraction(c.band_low) ** 2) * scale2, "band: " + what)
            positive(number(Fraction(c.band_high) ** 2) * scale2 - distance * distance, "band: " + what)

    # -- coverage

    def coverage(self):
        t = self.trace
        excluded = {frozenset(((e.a.body, e.a.piece), (e.b.body, e.b.piece))) for e in t.exclusions}
        fixed = [body.kind == 1 for body in t.bodies]
        for j, body in enumerate(t.bodies):
            for q in range(len(body.pieces)):
                sides = [(WORLD, h) for h in range(len(t.half_spaces)) if not fixed[j]]
                sides += [(i, p) for i in range(j) if not (fixed[i] and fixed[j]) for p in range(len(t.bodies[i].pieces))]
                for side in sides:
                    if frozenset((side, (j, q))) not in excluded:
                        self.pair(side, (j, q))

    def pair(self, a, b):
        for l, sb in enumerate(self.courses[b[0]]):
            others = [(WORLD, None)] if a[0] == WORLD else list(enumerate(self.courses[a[0]]))
            for k, sa in others:
                begin, end = time_of(sb.start), min(time_of(sb.end), self.end)
                if sa is not None:
                    begin, end = max(begin, time_of(sa.start)), min(end, time_of(sa.end))
                if begin >= end:
                    continue
                for t0, t1 in sorted(self.pairs.get((a, b, k, l), [])):
                    if begin < t0 and begin < end:
                        self.apart(a, b, sa, sb, begin, min(t0, end), 0)
                    begin = max(begin, t1)
                if begin < end:
                    self.apart(a, b, sa, sb, begin, end, 0)

    def apart(self, a, b, sa, sb, t0, t1, depth):
        what = f"coverage: {a[0]}/{a[1]} and {b[0]}/{b[1]} near {float(t0)}"
        pieces = lambda x: self.trace.bodies[x[0]].pieces[x[1]].vertices  # noqa: E731
        mb = Motion(sb, t0, t1)
        if sa is None:
            half = self.trace.half_spaces[a[1]]
            normal = [Fraction(x) for x in half.normal]
            scale, heights = self.half_space_heights(mb, [number(x) for x in normal], Fraction(half.offset), pieces(b))
            limit = number(self.skin / 2 * root_above(sum(x * x for x in normal))) * scale
            return self.least_sum_above([heights], limit, what)
        box_a, box_b = box(Motion(sa, t0, t1), pieces(a)), box(mb, pieces(b))
        if box_a and box_b and max(max(y[0] - x[1], x[0] - y[1]) for x, y in zip(box_a, box_b)) > self.skin / 2:
            return None
        if depth == BOX_DEPTH:
            raise Refused(what)
        middle = (t0 + t1) / 2
        self.apart(a, b, sa, sb, t0, middle, depth + 1)
        return self.apart(a, b, sa, sb, middle, t1, depth + 1)

    # -- joints

    def joint(self, j):
        what = f"joint: '{j.name}'"
        limited = j.limits[0] <= j.limits[1]
        directions = []
        if j.kind in (REVOLUTE, PRISMATIC, UNIVERSAL, PLANAR):
            directions += [j.axis_parent, j.axis_child]
        if j.kind in (REVOLUTE, UNIVERSAL, PLANAR) and limited:
            parent, child = any(j.reference_parent), any(j.reference_child)
            if not {REVOLUTE: parent and child, UNIVERSAL: parent != child, PLANAR: parent}[j.kind]:
                raise Refused(what + ": limits without directions to measure them from")
            for given, axis, reference in ((parent, j.axis_parent, j.reference_parent),
                                           (child, j.axis_child, j.reference_child)):
                if given:
                    directions.append(reference)
                    if abs(sum(x * y for x, y in zip(axis, reference))) > 1e-12:
                        raise Refused(what + ": limits are not measured across the axis")
        if any(abs(hypot(*d) - 1.0) > 1e-12 for d in directions):
            raise Refused(what + ": a direction is not a unit vector")
        parents = [None] if j.parent == WORLD else self.courses[j.parent]
        for child in self.courses[j.child]:
            for parent in parents:
                begin, end = time_of(child.start), min(time_of(child.end), self.end)
                if parent is not None:
                    begin, end = max(begin, time_of(parent.start)), min(end, time_of(parent.end))
                if begin < end:
                    p = resting() if parent is None else Motion(parent, begin, end)
                    self.closed(j, p, Motion(child, begin, end), what)

    def closed(self, j, p, c, what):
        """The joint holds while its bodies move like p and c."""
        if j.kind == FREE:
            return

        def within(x, scale):
            for side in (1, -1):
                positive(number(JOINT_TOLERANCE) * scale + number(side) * x, what + " is open")

        def short(vector, scale):  # each component within half the tolerance
            for x in vector:
                within(number(2) * x, scale)

        a, b = p.turned(j.anchor_parent), c.turned(j.anchor_child)
        norms, weight = p.n * c.n, p.w * c.w
        opening = [(p.w * c.x[i] - c.w * p.x[i]) * norms + weight * (b[i] * p.n - a[i] * c.n) for i in range(3)]
        scale = weight * norms
        axis_p, axis_c = p.turned(j.axis_parent), c.turned(j.axis_child)
        if j.kind == PRISMATIC:
            short(cross(axis_p, opening), scale * p.n)
        elif j.kind == PLANAR:
            within(dot(axis_p, opening), scale * p.n)
        else:
            short(opening, scale)
        if j.kind in (REVOLUTE, PLANAR):
            short([x * c.n - y * p.n for x, y in zip(axis_p, axis_c)], norms)
        elif j.kind == UNIVERSAL:
            within(dot(axis_p, axis_c), norms)
        elif j.kind in (FIXED, PRISMATIC):
            first = [resting() if body == WORLD else Motion(s, time_of(s.start), time_of(s.end))
                     for body in (j.parent, j.child) for s in [body != WORLD and self.courses[body][0]]]
            size = value(first[0].n) * value(first[1].n)
            for k in range(3):
                seen = [sum(value(first[0].m[h][i]) * value(first[1].m[h][k]) for h in range(3)) for i in range(3)]
                own = [size if i == k else 0 for i in range(3)]
                short([x * c.n - y * p.n for x, y in zip(p.turned(seen), c.turned(own))], number(size) * norms)
        limited = j.limits[0] <= j.limits[1]
        slides = j.kind == PRISMATIC or (j.kind == PLANAR and not any(j.reference_child))
        if limited and slides:
            along = axis_p if j.kind == PRISMATIC else p.turned(j.reference_parent)
            extension, scale = dot(along, opening), scale * p.n
            positive(extension - number(Fraction(j.limits[0]) - Fraction(JOINT_TOLERANCE)) * scale, what + ": limit")
            positive(number(Fraction(j.limits[1]) + Fraction(JOINT_TOLERANCE)) * scale - extension, what + ": limit")
        elif limited and j.kind in (REVOLUTE, UNIVERSAL, PLANAR):
            self.turns_within(j, p, c, what + ": limit")

    @staticmethod
    def turns_within(j, p, c, what):
        """The angle from the parent's reference to the child's lies within the limits, modulo a full turn. Of a
        universal joint one of the references is the other body's axis."""
        low, high = j.limits
        half, middle = (high - low) / 2, (high + low) / 2
        second = j.kind == UNIVERSAL and any(j.reference_child)  # about the child's axis, the other way round
        r, n = (j.reference_child, j.axis_child) if second else (j.reference_parent, j.axis_parent)
        side = [n[1] * r[2] - n[2] * r[1], n[2] * r[0] - n[0] * r[2], n[0] * r[1] - n[1] * r[0]]
        if second:
            mover, y = c, p.turned(j.axis_parent)
        else:
            mover, y = p, c.turned(j.axis_child if j.kind == UNIVERSAL else j.reference_child)

        def exceeds(angle, least):  # cos(angle of the joint - angle) > least
            turn = -angle if second else angle
            e = mover.turned([cos(turn) * x + sin(turn) * z for x, z in zip(r, side)])
            positive(dot(e, y) - number(least) * p.n * c.n, what)

        if half >= pi:
            return
        if half >= pi / 2:
            exceeds(middle, cos(min(half + JOINT_TOLERANCE, pi)) - 4e-15)
            return
        exceeds(middle, 0.0)
        exceeds(low + pi / 2, -sin(JOINT_TOLERANCE))
        exceeds(high - pi / 2, -sin(JOINT_TOLERANCE))


def box(m, vertices):
    """Bounds of each coordinate of all vertices, from quotients of coefficients; None if the norm may vanish."""
    scale = m.w * m.n
    if min(scale.c) <= 0:
        return None
    bounds = []
    for i in range(3):
        low = high = None
        base, rows = m.x[i] * m.n, [m.w * m.m[i][j] for j in range(3)]
        for v in vertices:
            p = base + dot(rows, [number(x) for x in v])
            e = min(p.e, scale.e)
            n = max(len(p.c), len(scale.c)) - 1
            quotients = [Fraction(x, y) for x, y in zip(p.raised(n, e), scale.raised(n, e))]
            low = min(quotients) if low is None else min(low, *quotients)
            high = max(quotients) if high is None else max(high, *quotients)
        bounds.append((low, high))
    return bounds


# ---------------------------------------------------------------- motion (rule 8)
#
# In doubles, with a bound of every rounding: limits are far above them. Chebyshev series at their nodes; a polynomial
# of degree n is at most twice its largest value at 3n/2 of them.

UNIT = 2.0 ** -52
MOST_PATH, MOST_TURN, MOST_IMPULSE = 1e-7, 1e-6, 1e-7  # m, rad, of m g T
MOST_LINK_TURN = 1e-4  # rad: light links, whose bounds of roundings in doubles are wide
LIGHT_LINK = 1e-4  # of the mass and inertia of the heaviest link it is joined to


def series(c, x):
    """Value and slope."""
    t0, t1, d0, d1 = 1.0, x, 0.0, 1.0
    value, slope = c[0], 0.0
    for k in range(1, len(c)):
        value += c[k] * t1
        slope += c[k] * d1
        t0, t1, d0, d1 = t1, 2 * x * t1 - t0, d1, 2 * t1 + 2 * x * d1 - d0
    return value, slope


def size(rows):
    return sum(abs(c) for row in rows for c in row)


def bend(rows):
    return sum(k * k * abs(c) for row in rows for k, c in enumerate(row))


def times3(s, v):
    return [s * x for x in v]


def plus3(*vectors):
    return [sum(x) for x in zip(*vectors)]


def cross3(p, q):
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]


def turned3(q, v):
    """M(q) v."""
    w, u = q[0], q[1:]
    uu, uv, c = sum(x * x for x in u), sum(x * y for x, y in zip(u, v)), cross3(u, v)
    return [(w * w - uu) * v[i] + 2 * uv * u[i] + 2 * w * c[i] for i in range(3)]


def solve3(matrix, v):
    """By Cramer's rule."""
    rows = [matrix[0:3], matrix[3:6], matrix[6:9]]
    columns = [list(c) for c in zip(*rows)]
    det = sum(x * y for x, y in zip(columns[0], cross3(columns[1], columns[2])))
    out = []
    for i in range(3):
        c = [v if j == i else columns[j] for j in range(3)]
        out.append(sum(x * y for x, y in zip(c[0], cross3(c[1], c[2]))) / det)
    return out


def span(a, b):
    """b - a, seconds."""
    return (b.base - a.base) + (b.offset - a.offset)


def turned_rate3(q, rate, v):
    """The rate of M(q) v."""
    w, u, dw, du = q[0], q[1:], rate[0], rate[1:]
    square, uv, duv = 2 * (w * dw - dot3(u, du)), dot3(u, v), dot3(du, v)
    c, dc = cross3(u, v), cross3(du, v)
    return [square * v[i] + 2 * (duv * u[i] + uv * du[i]) + 2 * (dw * c[i] + w * dc[i]) for i in range(3)]


class Momenta:
    """Follows one free body or link: what the recorded forces leave unexplained of its motion."""

    def __init__(self, trace, index, courses):
        self.trace, self.index, self.courses = trace, index, courses
        self.body = trace.bodies[index]
        self.course = courses[index]
        self.forces = [(f, 1.0 if f.b.body == index else -1.0) for f in trace.forces
                       if index in (f.a.body, f.b.body)]
        self.spans = [(time_of(f.begin), time_of(f.end)) for f, _ in self.forces]
        self.joints = [(f, 1.0 if trace.joints[f.joint].child == index else -1.0, trace.joints[f.joint])
                       for f in trace.joint_forces
                       if index in (trace.joints[f.joint].parent, trace.joints[f.joint].child)]
        self.joint_spans = [(time_of(f.begin), time_of(f.end)) for f, _, _ in self.joints]
        self.loads = [x for x in trace.loads if x.body == index]
        self.com = self.body.com
        self.path = self.turn = self.impulse = 0.0
        identity = [solve3(self.body.inertia, e) for e in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
        self.inverse_size = sum(abs(x) for row in identity for x in row)
        self.gyration = (sum(self.body.inertia[::4]) / (2 * self.body.mass)) ** 0.5
        self.nodes = {}
        self.scale, self.reached = 0.0, []  # N s; momenta where segments end
        self.light = [1.0, 1.0]  # mass and inertia over those that the body counts with

    def cosines(self, count):
        if count not in self.nodes:
            self.nodes[count] = [cos(pi * i / (2 * count)) for i in range(4 * count)]
        return self.nodes[count]

    @staticmethod
    def place(segment, since):
        x, pace = 2 * since / segment.length - 1, 2 / segment.length
        position = [series(c, x) for c in segment.position]
        quaternion = [series(c, x) for c in segment.quaternion]
        return ([p[0] for p in position], [pace * p[1] for p in position],
                [q[0] for q in quaternion], [pace * q[1] for q in quaternion])

    @staticmethod
    def rotated(q, r):
        return times3(2 - sum(x * x for x in q), turned3(q, r))

    def centre(self, c, q):
        """Of mass, of a body whose origin is at c."""
        return plus3(c, self.rotated(q, self.com))

    def segment_over(self, body, begin, end):
        found = next((s for s in self.courses[body] if time_of(s.start) <= begin and time_of(s.end) >= end), None)
        if found is None:
            raise Refused("motion: a force acts at a point whose motion is not that of one segment")
        return found

    def pulling(self, segment, begin, end):
        """Joints on the stretch with the child's segment; degree, sizes."""
        found, degree, push, turning, levers = [], 0, 0.0, 0.0, 0.0
        dx, dq = len(segment.position[0]) - 1, len(segment.quaternion[0]) - 1
        for (f, sign, joint), (first, last) in zip(self.joints, self.joint_spans):
            if first > begin or last < end:
                continue
            child = self.segment_over(joint.child, begin, end)
            arm, q = 2 * (hypot(*joint.anchor_child) + hypot(*self.com)), size(child.quaternion) + size(segment.quaternion)
            n = 4 * max(dq, len(child.quaternion[0]) - 1)
            if joint.child != self.index:
                arm += size(child.position) + size(segment.position)
                n = max(n, dx, len(child.position[0]) - 1)
            found.append((f, sign, joint, child))
            degree = max(degree, n + len(f.force[0]) - 1, len(f.moment[0]) - 1)
            push += size(f.force)
            levers += arm * size(f.force) + size(f.moment)
            turning += q * arm * size(f.force) + size(f.moment)
        return found, degree, push, turning, levers

    def acting(self, segment, begin, end):
        """Records on the stretch with the segment of a vertex of the other body; degree, sizes."""
        found, degree, push, turning, levers = [], 0, 0.0, 0.0, 0.0
        dx, dq = len(segment.position[0]) - 1, len(segment.quaternion[0]) - 1
        if any(self.com):
            dx = max(dx, 4 * dq)
        for (f, sign), (first, last) in zip(self.forces, self.spans):
            if first > begin or last < end:
                continue
            for p in f.points:
                owner, vertex = (f.b, p.vertex_b) if p.vertex_b != WORLD else (f.a, p.vertex_a)
                there, r, n = None, None, max(dx, len(p.path[0]) - 1)
                arm, q = size(p.path) + size(segment.position) + 2 * hypot(*self.com), 1.0
                if vertex != WORLD:
                    r = self.trace.bodies[owner.body].pieces[owner.piece].vertices[vertex]
                    path = segment
                    if owner.body != self.index:
                        path = there = self.segment_over(owner.body, begin, end)
                    arm, q = hypot(*r) + hypot(*self.com), size(path.quaternion)
                    if any(self.com):
                        q += size(segment.quaternion)
                    n = 4 * (len(path.quaternion[0]) - 1)
                    if there is not None:
                        arm += size(path.position) + size(segment.position)
                        n = max(n, dx, len(path.position[0]) - 1)
                found.append((f, p, sign, r, there))
                degree = max(degree, n + len(p.force[0]) - 1)
                push += size(p.force)
                levers += arm * size(p.force)
                turning += q * arm * size(p.force)
        for x in self.loads:
            f, m = max(hypot(*v) for v in x.forces), max(hypot(*v) for v in x.moments)
            q = size(segment.quaternion)
            push += 4 * q * f
            levers += 4 * (m + (hypot(*x.point) + hypot(*self.com)) * f)
            turning += 4 * q * (m + (hypot(*x.point) + hypot(*self.com)) * f)
            degree = max(degree, (8 if x.axes == 1 else 4) * dq + 1)
        return found, degree, push, turning, levers

    def load_at(self, x, q, t):
        k = 0
        while k + 1 < len(x.times) and t >= x.times[k + 1]:
            k += 1
        f, m = x.forces[k], x.moments[k]
        if k + 1 < len(x.times) and x.times[k] < t and x.times[k] < x.times[k + 1]:
            u = (t - x.times[k]) / (x.times[k + 1] - x.times[k])
            f = [a + u * (b - a) for a, b in zip(f, x.forces[k + 1])]
            m = [a + u * (b - a) for a, b in zip(m, x.moments[k + 1])]
        if x.axes == 1:
            f, m = self.rotated(q, f), self.rotated(q, m)
        return f, plus3(m, cross3(self.rotated(q, minus3(x.point, self.com)), f))

    def wrench(self, segment, found, pulled, begin, after):
        """Force and moment about the centre of mass `after` seconds from `begin`."""
        c, _, q, _ = self.place(segment, span(segment.start, begin) + after)
        c = self.centre(c, q)
        force, moment = times3(self.body.mass, self.trace.header.gravity), [0.0] * 3
        for f, p, sign, r, there in found:
            x = 2 * (span(f.begin, begin) + after) / f.length - 1
            push = [sign * series(row, x)[0] for row in p.force]
            if r is None:
                arm = [series(row, x)[0] - y for row, y in zip(p.path, c)]
            elif there is None:
                arm = self.rotated(q, minus3(r, self.com))
            else:
                c2, _, q2, _ = self.place(there, span(there.start, begin) + after)
                arm = [x2 + y - z for x2, y, z in zip(c2, self.rotated(q2, r), c)]
            force, moment = plus3(force, push), plus3(moment, cross3(arm, push))
        for f, sign, joint, child in pulled:
            x = 2 * (span(f.begin, begin) + after) / f.length - 1
            push = [sign * series(row, x)[0] for row in f.force]
            if joint.child == self.index:
                arm = self.rotated(q, minus3(joint.anchor_child, self.com))
            else:
                c2, _, q2, _ = self.place(child, span(child.start, begin) + after)
                arm = minus3(plus3(c2, self.rotated(q2, joint.anchor_child)), c)
            force = plus3(force, push)
            moment = plus3(moment, [sign * series(row, x)[0] for row in f.moment], cross3(arm, push))
        for x in self.loads:
            f, m = self.load_at(x, q, begin.base + begin.offset + after)
            force, moment = plus3(force, f), plus3(moment, m)
        return force + moment

    def integrals(self, values):
        """Coefficients of the integral from -1 of the series through values at the nodes."""
        count = len(values)
        table = self.cosines(count)
        c = []
        for k in range(count):
            row = [0.0] * 6
            for j in range(count):
                w = table[(2 * j + 1) * k % (4 * count)]
                row = [r + w * v for r, v in zip(row, values[j])]
            c.append(times3((1 if k == 0 else 2) / count, row))
        c += [[0.0] * 6] * 2
        out = [[0.0] * 6]
        for k in range(1, count + 1):
            before = times3(2, c[0]) if k == 1 else c[k - 1]
            out.append([(x - y) / (2 * k) for x, y in zip(before, c[k + 1])])
        out[0] = [sum(row[i] if k % 2 else -row[i] for k, row in enumerate(out) if k) for i in range(6)]
        return out

    def stretch(self, segment, begin, end, state):
        h, mass = span(begin, end), self.body.mass
        found, degree, push, turning, levers = self.acting(segment, time_of(begin), time_of(end))
        pulled, *more = self.pulling(segment, time_of(begin), time_of(end))
        degree = max(degree, more[0])
        push, turning, levers = push + more[1], turning + more[2], levers + more[3]
        count = degree + 1
        table = self.cosines(count)
        values = [self.wrench(segment, found, pulled, begin, h * (table[2 * j + 1] + 1) / 2) for j in range(count)]
        gain = self.integrals(values)
        dx, dq = len(segment.position[0]) - 1, len(segment.quaternion[0]) - 1
        highest = max([dx, dq] + [len(p.force[0]) for _, p, _, _, _ in found] +
                      [max(len(f.force[0]), len(f.moment[0])) for f, _, _, _ in pulled])
        # Of a series' value, of its size; then of M(q) r (2 - |q|²) with |q|² < 2, times a force.
        rounding = (8 * highest * (highest + 4) + 2) * UNIT
        moments = 1.5 * (4.2 * rounding * turning + (1.1 * rounding + 48 * UNIT) * levers)
        integration = 32 * count * count * UNIT
        weight = mass * hypot(*self.trace.header.gravity)
        p_error = h * (6 * rounding * (push + weight) + integration * max(hypot(*v[:3]) for v in values))
        l_error = h * (moments + integration * max(hypot(*v[3:]) for v in values))
        reach = hypot(*self.com)
        bent = max(dx, 4 * dq if reach else 2 * dq, degree + 1 + 2 * dq, 1)
        many_nodes = 3 * bent // 2 + 1
        path = self.cosines(many_nodes)
        worst_v = worst_w = most_p = most_l = stretched = swells = 0.0
        for j in range(many_nodes + 1):
            x = path[2 * j + 1] if j < many_nodes else 1.0
            added = [series([row[i] for row in gain], x)[0] * h / 2 for i in range(6)]
            p, ell = plus3(state[0], added[:3]), plus3(state[1], added[3:])
            if j == many_nodes:
                break
            _, v, q, rate = self.place(segment, span(segment.start, begin) + h * (x + 1) / 2)
            if reach:  # and of (2 - |q|²) M(q) com
                swelling = 2 * sum(x * y for x, y in zip(q, rate))
                swells = max(swells, abs(swelling))
                v = plus3(v, times3(2 - sum(y * y for y in q), turned_rate3(q, rate, self.com)),
                          times3(-swelling, turned3(q, self.com)))
            u, r = times3(-1, q[1:]), rate[1:]
            spin = times3(2, plus3(times3(q[0], r), times3(rate[0], u), cross3(u, r)))
            back = solve3(self.body.inertia, turned3([q[0]] + u, ell))
            stretched = max(stretched, abs(sum(y * y for y in q) - 1))
            worst_v = max(worst_v, hypot(*[a - b / mass for a, b in zip(v, p)]))
            worst_w = max(worst_w, hypot(*[a - b for a, b in zip(spin, back)]))
            most_p, most_l = max(most_p, hypot(*p)), max(most_l, hypot(*ell))
        stretched = 2.1 * stretched + 64 * rounding
        if stretched > 1e-3:
            raise Refused("motion: a quaternion is not of unit length to 1e-3")
        l_error += stretched * stretched * h * levers
        turns, q_size = 2 / segment.length * bend(segment.quaternion), size(segment.quaternion)
        v_size = 2 / segment.length * bend(segment.position) + 128 * (1 + q_size ** 2) * q_size * turns * reach
        # The centre of mass is off by M(q) com (|q|² - 1)²/|q|².
        aside = reach * stretched * (8 * (2.1 * swells + 64 * rounding * q_size * turns) + 8 * stretched * q_size * turns)
        w_size = 4 / segment.length * bend(segment.quaternion)
        self.path += self.light[0] * h * (aside + 2.1 * (worst_v + rounding * v_size +
                                                         (p_error + 64 * UNIT * most_p) / mass))
        self.turn += self.light[1] * h * 2.1 * (1 + 2 * stretched) * (
            worst_w + 16 * rounding * w_size + 4 * self.inverse_size * (l_error + 64 * UNIT * most_l))
        return p, ell, state[2] + p_error + l_error / self.gyration + 64 * UNIT * (most_p + most_l / self.gyration)

    def run(self):
        trace = self.trace
        duration = span(trace.header.start, trace.footer.end)
        scale = self.body.mass * hypot(*trace.header.gravity) * duration
        for s in self.course:  # bodies may start and end every segment at rest
            _, v, _, _ = self.place(s, span(s.start, s.end) / 2)
            scale = max(scale, hypot(*s.momentum), self.body.mass * hypot(*v))
        scale = (scale or self.body.mass) / self.light[0]
        blows = [(time_of(e.at), c, 1.0 if c.b.body == self.index else -1.0) for e in trace.events for c in e.contacts
                 if self.index in (c.a.body, c.b.body)]
        for e in trace.events:  # joints strike at the child's anchor, where it was just before
            for one in e.joints:
                joint, t = trace.joints[one.joint], time_of(e.at)
                if self.index in (joint.parent, joint.child):
                    course = self.courses[joint.child]
                    last = next((s for s in course if time_of(s.start) < t <= time_of(s.end)), course[0])
                    c, _, q, _ = self.place(last, max(0.0, span(last.start, e.at)))
                    point = plus3(c, self.rotated(q, joint.anchor_child))
                    blows.append((t, Record({"impulse": one.impulse, "moment": one.moment, "point": point}),
                                  1.0 if joint.child == self.index else -1.0))
        for k, segment in enumerate(self.course):
            first, last = time_of(segment.start), time_of(segment.end)
            cuts = {first: segment.start, last: segment.end}
            records = list(zip(self.forces, self.spans)) + list(zip(self.joints, self.joint_spans))
            for (f, *_), (begin, end) in records:
                for t, at in ((begin, f.begin), (end, f.end)):
                    if first < t < last:
                        cuts[t] = at
            for t in [t for x in self.loads for t in x.times]:
                if first < Fraction(t) < last:
                    base = (t * 1024) // 1 / 1024
                    cuts[Fraction(t)] = Record({"base": base, "offset": t - base})
            times = [cuts[t] for t in sorted(cuts)]
            state = (segment.momentum, segment.angular_momentum, 0.0)
            for begin, end in zip(times, times[1:]):
                state = self.stretch(segment, begin, end, state)
            self.reached.append(state)
            if k + 1 < len(self.course):
                self.seam(segment, self.course[k + 1], state, blows)
        for t, c, _ in blows:  # what acts where no segment ends
            if time_of(trace.header.start) < t < time_of(self.course[-1].end) and \
                    all(t != time_of(s.end) for s in self.course):
                self.impulse += hypot(*c.impulse)
        self.impulse /= scale
        self.scale = scale
        most_turn = MOST_LINK_TURN if self.body.kind == 3 else max(MOST_TURN, MOST_PATH / self.gyration)
        if not (self.path <= MOST_PATH and self.turn <= most_turn and self.impulse <= MOST_IMPULSE):
            raise Refused(f"motion: the recorded forces leave {self.path:.3g} m, {self.turn:.3g} rad and "
                          f"{self.impulse:.3g} of m g T of {self.body.name} unexplained")

    def seam(self, before, after, state, blows):
        c, _, q, _ = self.place(before, span(before.start, before.end))
        c2, _, q2, _ = self.place(after, 0.0)
        c, c2 = self.centre(c, q), self.centre(c2, q2)
        p = [x - y for x, y in zip(after.momentum, state[0])]
        ell = [x - y for x, y in zip(after.angular_momentum, state[1])]
        most = hypot(*after.momentum) + hypot(*state[0]) + \
            (hypot(*after.angular_momentum) + hypot(*state[1])) / self.gyration
        for t, contact, sign in blows:
            if t != time_of(before.end):
                continue
            blow = times3(sign, contact.impulse)
            arm = [x - y for x, y in zip(contact.point, c)]
            p = [x - y for x, y in zip(p, blow)]
            twist = times3(sign, getattr(contact, "moment", [0.0] * 3))
            ell = [x - y - z for x, y, z in zip(ell, cross3(arm, blow), twist)]
            most += hypot(*twist) / self.gyration
            most += hypot(*blow) * (1 + (hypot(*contact.point) + hypot(*c)) / self.gyration)
        self.impulse += hypot(*p) + hypot(*ell) / self.gyration + state[2] + 64 * UNIT * most
        u, r = times3(-1, q[1:]), q2[1:]
        turn = times3(2, plus3(times3(q[0], r), times3(q2[0], u), cross3(u, r)))
        rounding = 1e4 * UNIT * (size(before.position) + size(after.position) + 1)
        self.path += hypot(*[x - y for x, y in zip(c2, c)]) + rounding
        self.turn += 1.01 * hypot(*turn) + rounding


# ---------------------------------------------------------------- the law of contact (rule 9)
#
# In doubles, with bounds of their roundings. A polynomial f of degree n with values from low to high at N = 4 n + 1
# Chebyshev nodes of an interval is there at most high + (high - low) (1 / cos(n pi / 2 N) - 1) / 2, and never less
# than low minus the same. Where that is too wide the interval is halved.

MOST_UNLAWFUL, MOST_SLIP, MOST_HOPS = 1e-4, 1e-7, 1e-4  # of what presses, m, of what presses
SAME_ENERGY = 1e-8  # of the energy at the end, as on file and as it is
MOST_JOINT_IMPULSE = 1e-2  # of what presses, by joints along their motions
NEAR_LIMIT = 5.0  # skins that a joint is from a limit that holds it at most
GROSS_UNLAWFUL, GROSS_SLIP = 1e-2, 1e-3  # of what presses, with hops; m: more is refused
FINE = 1e-8  # of the force that presses on average: need not be known better
FINE_SLIP = 1e-12  # m
LAW_HALVINGS = 10
ROUNDINGS = 1e4 * UNIT  # more than those of one instant
FRICTIONLESS, STICK, SLIP, BONDED, BROKEN, VISCOUS, STEP = range(7)
STATES = {"frictionless": (FRICTIONLESS,), "coulomb": (STICK, SLIP, FRICTIONLESS), "no_slip": (BONDED, BROKEN),
          "no_slip_active": (BONDED, BROKEN), "viscous": (VISCOUS, FRICTIONLESS, BROKEN)}
ACCUMULATION, JAM, INDETERMINATE = 7, 8, 10  # kinds of events


def dot3(p, q):
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def minus3(p, q):
    return [x - y for x, y in zip(p, q)]


def belt(trace, piece):
    """Velocity of the surface against its body."""
    return (trace.half_spaces[piece.piece] if piece.body == WORLD else trace.bodies[piece.body]).belt


def broken_phases(first, rest, e, between, after, mass):
    """By how much the normal parts of compression and expansion break the law of impact, N s, for the speeds between them
    and after; None: not asked."""
    left = max(0.0, -first) + max(0.0, -rest)
    if between is not None:
        left += mass * max(0.0, -between) + min(max(0.0, first), mass * max(0.0, between))
    if after is not None:
        left += mass * max(0.0, -after)
    more = rest - e * first
    if more < 0:
        return left - more
    return left + (more if after is None else min(more, mass * max(0.0, after)))


def key(piece):
    return piece.body, piece.piece


class Nodes:
    tables = {}

    @classmethod
    def of(cls, count, low=-1.0, high=1.0):
        if count not in cls.tables:
            cls.tables[count] = [cos(pi * (2 * j + 1) / (2 * count)) for j in range(count)]
        return [(low + high + (high - low) * x) / 2 for x in cls.tables[count]]


def bounds(values, degree, error):
    """Least and greatest of a polynomial, from its values at more than `degree` nodes."""
    low, high = min(values), max(values)
    over = (high - low) * (1 / cos(degree * pi / (2 * len(values))) - 1) / 2 + error
    return low - over, high + over


def mean_breach(polynomials, degree, errors, breach, fine):
    """A bound of the mean of breach(sup f, inf w) over [-1, 1]; f, w = polynomials(x), breach 0 where f <= 0."""

    def part(low, high, halvings):
        values = [polynomials(x) for x in Nodes.of(4 * degree + 1, low, high)]
        f = bounds([v[0] for v in values], degree, errors[0])
        w = bounds([v[1] for v in values], degree, errors[1])
        most = breach(max(f[1], 0.0), max(w[0], 0.0))
        if most <= fine or halvings == 0:
            return most
        if f[0] > 0 and breach(f[0], max(w[1], 0.0)) >= most / 2:
            return most
        middle = (low + high) / 2
        return min(most, (part(low, middle, halvings - 1) + part(middle, high, halvings - 1)) / 2)

    return part(-1.0, 1.0, LAW_HALVINGS)


def largest(vector, degree, error):
    """A bound of the size of a vector polynomial."""
    return 2.1 * (max(hypot(*vector(x)) for x in Nodes.of(3 * max(degree, 1) // 2 + 1)) + error)


def features(piece):
    """Edges, and faces that are convex polygons: functions (weights, offset) that vanish on it, that are >= 0 on it."""
    out = []
    v = piece.vertices

    def unit(x):
        return times3(1 / hypot(*x), x)

    def plane(direction, point):
        return direction, dot3(direction, point)

    for face in piece.faces:
        corners = [v[i] for i in face if i < len(v)]
        if len(corners) < 3 or len(corners) != len(face):
            continue
        sides = [minus3(corners[(i + 1) % len(corners)], c) for i, c in enumerate(corners)]
        area = [0.0] * 3
        for i, c in enumerate(corners):
            area = plus3(area, cross3(minus3(c, corners[0]), minus3(corners[(i + 1) % len(corners)], corners[0])))
        length = max(hypot(*s) for s in sides)
        if not hypot(*area) > 1e-10 * length * length or min(hypot(*s) for s in sides) == 0:
            continue
        normal = unit(area)
        feature = [plane(normal, corners[0])], [plane(unit(cross3(normal, s)), c) for s, c in zip(sides, corners)]
        if max(away(feature, c) for c in corners) <= 1e-10 * length:
            out.append(feature)
    for i, j in piece.edges:
        if i >= len(v) or j >= len(v) or v[i] == v[j]:
            continue
        along = unit(minus3(v[j], v[i]))
        axis = [0.0] * 3
        axis[min(range(3), key=lambda k: abs(along[k]))] = 1.0
        across = unit(cross3(along, axis))
        out.append(([plane(across, v[i]), plane(cross3(along, across), v[i])],
                    [plane(along, v[i]), plane(times3(-1, along), v[j])]))
    return out


def away(feature, x):
    """How far a place is from an edge or a face, about."""
    flat, inside = feature
    return max([abs(dot3(w, x) - o) for w, o in flat] + [o - dot3(w, x) for w, o in inside] + [0.0])


class Contact:
    """A force record with the motions of its two bodies; x from -1 to 1 over its stretch."""

    def __init__(self, trace, courses, force):
        self.trace, self.force = trace, force
        self.h = span(force.begin, force.end)
        first, last = time_of(force.begin), time_of(force.end)
        self.sides = []
        for piece, number_on_file in ((force.a, force.segment_a), (force.b, force.segment_b)):
            if piece.body == WORLD:
                self.sides.append(None)
                continue
            segment = next((s for s in courses[piece.body] if time_of(s.start) <= first and time_of(s.end) >= last), None)
            still = trace.bodies[piece.body].kind in (1, 2)
            if segment is None or not (number_on_file == segment.index or (still and number_on_file == WORLD)):
                raise Refused("law: a force does not lie on one segment of each of its bodies")
            vertices = trace.bodies[piece.body].pieces[piece.piece].vertices
            self.sides.append((segment, span(segment.start, force.begin), max(hypot(*v) for v in vertices)))
        moving = [s[0] for s in self.sides if s]
        rows = [s.position for s in moving] + [s.quaternion for s in moving] + \
            [p.force for p in force.points] + [p.path for p in force.points]
        highest = max(len(r[0]) for r in rows)
        self.rounding = (8 * highest * (highest + 4) + 2) * UNIT
        self.edges = force.edge_a[0] != force.edge_a[1]
        self.belt = minus3(belt(trace, force.b), belt(trace, force.a))
        self.memory = {}
        self.measure()

    def degrees(self, side):
        return (len(side[0].position[0]) - 1, len(side[0].quaternion[0]) - 1) if side else (0, 0)

    def quaternion_size(self, side):
        return size(side[0].quaternion) if side else 1.0

    def vertex(self, piece, i):
        return self.trace.bodies[piece.body].pieces[piece.piece].vertices[i]

    def measure(self):
        f = self.force
        (_, qa), (_, qb) = self.degrees(self.sides[0]), self.degrees(self.sides[1])
        sizes = [self.quaternion_size(s) for s in self.sides]
        if self.edges:
            a = minus3(self.vertex(f.a, f.edge_a[1]), self.vertex(f.a, f.edge_a[0]))
            b = minus3(self.vertex(f.b, f.edge_b[1]), self.vertex(f.b, f.edge_b[0]))
            self.edge_vectors = a, b
            self.normal_degree, self.normal_size = 2 * qa + 2 * qb, 4 * hypot(*a) * hypot(*b)
        else:
            self.normal_degree = 0 if f.frame == 0 else 2 * (qa if f.frame == 1 else qb)
            self.normal_size = 2 * hypot(*f.normal)
        self.normal_error = 16 * self.rounding * sum(sizes) * self.normal_size
        self.stretched = 0.0  # of | |q|² - 1 |
        for side in self.sides:
            if not side:
                continue
            most = 0.0
            for x in Nodes.of(3 * self.degrees(side)[1] + 1):
                q = Momenta.place(side[0], side[1] + self.h * (x + 1) / 2)[2]
                most = max(most, abs(sum(y * y for y in q) - 1))
            self.stretched = max(self.stretched,
                                 2.1 * most + 8 * self.rounding * self.quaternion_size(side) ** 2)
        n2 = bounds([dot3(n, n) for n in (self.at(x)[1] for x in Nodes.of(8 * self.normal_degree + 1))],
                    2 * self.normal_degree, 3 * self.normal_size * self.normal_error)
        if not n2[0] > 0:
            raise Refused("law: the normal of a contact may vanish")
        self.normal_least = n2[0] ** 0.5

    def at(self, x):
        """Places of the two bodies, and the normal from a to b, of any length."""
        if x not in self.memory:
            after = self.h * (x + 1) / 2
            places = [Momenta.place(s[0], s[1] + after) if s else None for s in self.sides]
            f = self.force
            if self.edges:
                n = cross3(*[turned3(p[2], v) for p, v in zip(places, self.edge_vectors)])
            else:
                n = turned3(places[f.frame - 1][2], f.normal) if f.frame else f.normal
            self.memory[x] = places, n
        return self.memory[x]

    def push(self, point, x):
        s = self.h * (x + 1) / self.force.length - 1
        return [series(row, s)[0] for row in point.force]

    def carrier(self, point):
        """Which side's vertex a point is: side, coordinates; or none."""
        if point.vertex_b != WORLD:
            return 1, self.vertex(self.force.b, point.vertex_b)
        if point.vertex_a != WORLD:
            return 0, self.vertex(self.force.a, point.vertex_a)
        return None, None

    def place(self, point, x):
        side, r = self.carrier(point)
        if side is None:
            s = self.h * (x + 1) / self.force.length - 1
            return [series(row, s)[0] for row in point.path]
        c, _, q, _ = self.at(x)[0][side]
        return plus3(c, turned3(q, r))

    def place_degree(self, point):
        side, _ = self.carrier(point)
        if side is None:
            return len(point.path[0]) - 1
        dx, dq = self.degrees(self.sides[side])
        return max(dx, 2 * dq)

    def place_error(self, point):
        side, _ = self.carrier(point)
        if side is None:
            return 4 * self.rounding * size(point.path)
        segment, _, reach = self.sides[side]
        return self.rounding * (4 * size(segment.position) + 16 * size(segment.quaternion) * reach) + \
            2 * self.stretched * reach

    def slip(self, point, x):
        """Velocity of b's surface at the point over a's, belts included (less what of them is along the normal)."""
        p, out = self.place(point, x), self.belt
        for sign, body in zip((-1.0, 1.0), self.at(x)[0]):
            if body is None:
                continue
            c, v, q, rate = body
            u, r = times3(-1, q[1:]), rate[1:]
            spin = times3(2, plus3(times3(q[0], r), times3(rate[0], u), cross3(r, u)))
            out = plus3(out, times3(sign, plus3(v, cross3(spin, minus3(p, c)))))
        return out

    def slip_degree(self, point):
        moving = [self.degrees(s) for s in self.sides if s]
        return max([2 * dq + max(self.place_degree(point), dx) for dx, dq in moving] + [0])

    def slip_error(self, point):
        error = self.rounding * hypot(*self.belt)
        for side in self.sides:
            if not side:
                continue
            segment, _, reach = side
            pace = 2 / segment.length
            turning = 4 * pace * bend(segment.quaternion)
            arm = 2 * reach + 1e-6 + self.place_error(point)
            error += self.rounding * (4 * pace * bend(segment.position) + 16 * turning * size(segment.quaternion) * arm)
            error += turning * (4 * self.stretched * arm + self.place_error(point))
        return error


class PointLaw:
    """What the force at one point leaves of the law: N s, and metres of slip."""

    def __init__(self, contact, point, fine):
        self.c, self.point, self.fine = contact, point, fine
        self.degree = len(point.force[0]) - 1
        self.most = size(point.force)
        self.error = 4 * contact.rounding * self.most
        # Of a product of the normal and the force.
        self.mixed = contact.normal_size * self.error + contact.normal_error * self.most
        self.impulse = self.drift = 0.0
        h, n = contact.h, contact.normal_least
        self.impulse += h * mean_breach(lambda x: (-dot3(contact.at(x)[1], contact.push(point, x)), 0.0),
                                        contact.normal_degree + self.degree, (2 * self.mixed, 0.0),
                                        lambda s, _: s / n, fine)
        state = point.state
        if state in (FRICTIONLESS, BROKEN):
            self.impulse += h / n * largest(lambda x: cross3(contact.at(x)[1], contact.push(point, x)),
                                            contact.normal_degree + self.degree, 4 * self.mixed)
        if state in (STICK, SLIP):
            self.cone(state == SLIP)
        if state in (STICK, BONDED):
            slip, error = contact.slip_degree(point), contact.slip_error(point)
            fastest = largest(lambda x: contact.slip(point, x), slip, error)
            if any(contact.belt):  # its part along the normal moves nothing
                error = 4 * (contact.normal_size * error + contact.normal_error * fastest)
                fastest = largest(lambda x: cross3(contact.at(x)[1], contact.slip(point, x)),
                                  slip + contact.normal_degree, error) / n
            self.drift += h * fastest
        if state == SLIP:
            self.slide()
        if state == VISCOUS:
            self.drag()

    def cone(self, rim):
        c, mu = self.c, self.c.force.friction
        error = 8 * (1 + mu * mu) * c.normal_size * self.most * self.mixed

        def differ(g, force_squared):
            over, lever = g / c.normal_least ** 2, min(1.0, mu) * force_squared ** 0.5
            return min(over ** 0.5, over / lever) if lever > 0 else over ** 0.5

        for sign in (1.0, -1.0) if rim else (1.0,):
            def g(x, sign=sign):
                n, f = c.at(x)[1], c.push(self.point, x)
                s, ff = dot3(n, f), dot3(f, f)
                return sign * (dot3(n, n) * ff - (1 + mu * mu) * s * s), ff
            self.impulse += c.h * mean_breach(g, 2 * (c.normal_degree + self.degree),
                                              (error, 3 * self.most * self.error), differ, self.fine)

    def slide(self):
        c, point = self.c, self.point
        slip_error, degree = c.slip_error(point), c.slip_degree(point)
        fastest = largest(lambda x: c.slip(point, x), degree, slip_error)
        degree += self.degree + c.normal_degree
        error = 8 * (c.normal_size * self.most * slip_error + self.mixed * fastest)
        if not self.most > 0:
            return
        scale = c.normal_least * self.most

        def aside(x):
            return [dot3(c.at(x)[1], cross3(c.slip(point, x), c.push(point, x))), 0.0, 0.0]

        def along(x):
            n, v, f = c.at(x)[1], c.slip(point, x), c.push(point, x)
            return dot3(n, n) * dot3(f, v) - dot3(n, f) * dot3(n, v), 0.0

        self.drift += c.h * (largest(aside, degree, error) / scale +
                             mean_breach(along, degree + c.normal_degree, (4 * c.normal_size * error, 0.0),
                                         lambda power, _: power / (c.normal_least * scale), FINE_SLIP / c.h))

    def drag(self):
        c, point, k = self.c, self.point, self.c.force.viscosity
        slip_error, degree = c.slip_error(point), c.slip_degree(point)
        fastest = largest(lambda x: c.slip(point, x), degree, slip_error)
        error = 4 * (c.normal_size * (self.error + k * slip_error) + c.normal_error * (self.most + k * fastest))

        def left(x):
            return cross3(c.at(x)[1], plus3(c.push(point, x), times3(k, c.slip(point, x))))

        self.impulse += c.h / c.normal_least * largest(left, c.normal_degree + max(degree, self.degree), error)


class Law:
    """Rule 9: forces and impulses on file against the law of contact, summed up for each body."""

    def __init__(self, trace, courses, bodies):
        self.trace, self.courses, self.bodies = trace, courses, bodies  # bodies: by number, what rule 8 knows of them
        self.law, self.band = trace.header.law, 2 * trace.header.skin
        self.jams = [time_of(e.at) for e in trace.events if e.kind == JAM]
        self.certificates = {}
        for c in trace.certificates:
            if c.kind == 2 or (c.kind == 1 and c.band_high > 0):
                self.certificates.setdefault((key(c.a), key(c.b)), []).append(c)
        for found in self.certificates.values():
            found.sort(key=lambda c: time_of(c.begin))
        self.pieces = {}
        self.joints = JointLaw(trace, courses, bodies)
        self.left = {i: [0.0, 0.0, 0.0] for i in bodies}  # N s, m, hops in N s
        self.duration = span(trace.header.start, trace.footer.end)
        self.pressed = {i: 0.0 for i in bodies}
        for f in trace.forces:
            for p in f.points:
                self.press(f, span(f.begin, f.end) * hypot(*[series(row, 0.0)[0] for row in p.force]))
        for e in trace.events:
            for c in e.contacts:
                self.press(c, hypot(*c.impulse))
            for one in e.joints:
                self.press_joint(one.joint, hypot(*one.impulse))
        for f in trace.joint_forces:
            self.press_joint(f.joint, span(f.begin, f.end) * hypot(*[series(row, 0.0)[0] for row in f.force]))
        for i, body in bodies.items():
            self.pressed[i] = max(self.pressed[i], body.scale)

    def press(self, record, impulse):
        for piece in (record.a, record.b):
            if piece.body in self.pressed:
                self.pressed[piece.body] += impulse

    def press_joint(self, number, impulse):
        for i in (self.trace.joints[number].parent, self.trace.joints[number].child):
            if i in self.pressed:
                self.pressed[i] += impulse

    def run(self):
        frictions = {}
        for record in self.trace.forces + [c for e in self.trace.events for c in e.contacts]:
            if frictions.setdefault((key(record.a), key(record.b)), record.friction) != record.friction:
                raise Refused("law: the friction of a pair is not the same in all its records")
        for force in self.trace.forces:
            self.force(force)
        instants = {}
        for e in self.trace.events:
            instants.setdefault(time_of(e.at), []).append(e)
        for t in sorted(instants):
            self.instant(t, instants[t])
        self.joints.run(self)
        worst = [0.0, 0.0, 0.0]
        for i, (impulse, slip, hops) in self.left.items():
            found = impulse / self.pressed[i], slip, hops / self.pressed[i]
            if found[0] + found[2] > GROSS_UNLAWFUL or slip > GROSS_SLIP:
                raise Refused(f"law: the recorded forces break the law of contact by {found[0] + found[2]:.3g} of what presses "
                              f"and {slip:.3g} m of slip over the run")
            worst = [max(x, y) for x, y in zip(worst, found)]
        return worst

    def force(self, force):
        for p in force.points:
            if p.state not in STATES.get(self.law, ()) or (p.state == FRICTIONLESS and self.law == "coulomb" and force.friction):
                raise Refused("law: a force is in a state that the law of contact does not know")
            if p.state == BROKEN and not any(t <= time_of(force.begin) for t in self.jams):
                raise Refused("law: a bond is called broken before anything jammed")
        contact = Contact(self.trace, self.courses, force)
        if not self.covered(contact):
            raise Refused("law: a force acts, but no certificate keeps its gap inside the band")
        free = [i for i in (force.a.body, force.b.body) if i in self.bodies]
        if not free:
            return
        fine = max(FINE * self.pressed[i] / self.duration for i in free)
        impulse = drift = 0.0
        for p in force.points:
            one = PointLaw(contact, p, fine)
            impulse, drift = impulse + one.impulse, drift + one.drift
        impulse += contact.h * self.misplaced(contact) / min(self.bodies[i].gyration for i in free)
        for i in free:
            self.left[i][0] += impulse
            self.left[i][1] += drift

    def covered(self, contact):
        f = contact.force
        covered = time_of(f.begin)
        numbers = [s[0].index if s else WORLD for s in contact.sides]

        def turn(x, y):
            return 1 if x == y else -1 if x == y[::-1] else 0

        for c in self.certificates.get((key(f.a), key(f.b)), []):
            if [c.segment_a, c.segment_b] != numbers or time_of(c.end) < covered:
                continue
            if covered < time_of(c.begin):
                break
            if c.kind == 1:
                if not contact.edges or turn(c.edge_a, f.edge_a) * turn(c.edge_b, f.edge_b) * c.sign != 1:
                    continue
            else:
                if contact.edges or c.frame != f.frame or c.normal != f.normal:
                    continue
                over = [p.vertex_b for p in f.points if p.vertex_b != WORLD] if c.frame != 2 else \
                    [p.vertex_a for p in f.points if p.vertex_b == WORLD and p.vertex_a != WORLD]
                if not set(over) <= set(c.active):
                    continue
            covered = max(covered, time_of(c.end))
            if time_of(f.end) <= covered:
                return True
        return False

    def features(self, piece):
        if key(piece) not in self.pieces:
            if piece.body == WORLD:
                half = self.trace.half_spaces[piece.piece]
                n = hypot(*half.normal)
                self.pieces[key(piece)] = [([(times3(1 / n, half.normal), half.offset / n)], [])]
            else:
                self.pieces[key(piece)] = features(self.trace.bodies[piece.body].pieces[piece.piece])
        return self.pieces[key(piece)]

    def misplaced(self, contact):
        """Sum of force times mean distance from the pieces, N m, distances up to the band taken as none."""
        total = 0.0
        for p in contact.force.points:
            own, _ = contact.carrier(p)
            for side, piece in ((0, contact.force.a), (1, contact.force.b)):
                if own == side or (piece.body == WORLD and own is not None):
                    continue
                known = self.features(piece)
                if not known:
                    raise Refused("law: a piece has neither edges nor faces on file that a force could act at")
                total += size(p.force) * self.mean_distance(contact, p, side, known)
        return total

    def mean_distance(self, contact, point, side, known):
        body = contact.sides[side]
        degree, error = contact.place_degree(point), contact.place_error(point)
        if body:
            dx, dq = contact.degrees(body)
            degree = 2 * dq + max(degree, dx)
            reach = 2 * body[2] + 1e-6
            error = 2 * error + 16 * contact.rounding * (size(body[0].position) + size(body[0].quaternion) * reach) + \
                contact.stretched * reach

        def local(x):
            p = contact.place(point, x)
            if not body:
                return p
            c, _, q, _ = contact.at(x)[0][side]
            return turned3([q[0]] + times3(-1, q[1:]), minus3(p, c))

        def part(low, high, halvings):
            middle = local((low + high) / 2)
            best = min(known, key=lambda feature: away(feature, middle))
            path = [local(x) for x in Nodes.of(4 * degree + 1, low, high)]
            most = 0.0
            for number_of, functions in enumerate(best):
                for w, o in functions:
                    f = bounds([dot3(w, x) - o for x in path], degree, error)
                    most = max(most, -f[0], f[1] if number_of == 0 else 0.0)
            if most <= self.band:
                return 0.0
            if halvings == 0 or most <= 1.5 * away(best, middle):
                return most
            half = (low + high) / 2
            return (part(low, half, halvings - 1) + part(half, high, halvings - 1)) / 2

        return part(-1.0, 1.0, LAW_HALVINGS)

    # -- impulses

    def moved(self, i, momentum, angular, q):
        """Velocity and spin of a body that has these momenta."""
        body = self.bodies[i].body
        inverse = [q[0]] + times3(-1, q[1:])
        n = sum(x * x for x in q)
        spin = solve3(body.inertia, times3(1 / n, turned3(inverse, angular)))
        return times3(1 / body.mass, momentum), times3(1 / n, turned3(q, spin))

    def around(self, i, t):
        """Place of a body at t, its velocities (linear, spin) before and after, where they are known."""
        course, body = self.courses[i], self.bodies.get(i)
        before = after = place = None

        def driven(place):
            _, v, q, rate = place
            u, r = times3(-1, q[1:]), rate[1:]
            spin = times3(2, plus3(times3(q[0], r), times3(rate[0], u), cross3(r, u)))
            return v, times3(1 / sum(x * x for x in q), spin)

        for k, s in enumerate(course):
            first, last = time_of(s.start), time_of(s.end)
            if first < t <= last:
                place = Momenta.place(s, float(t - first))
                if body is None:
                    before = driven(place)
                    after = before if t < last else after
                elif t == last:
                    before = self.moved(i, body.reached[k][0], body.reached[k][1], place[2])
            if first == t:
                start = Momenta.place(s, 0.0)
                place = place or start
                after = driven(start) if body is None else self.moved(i, s.momentum, s.angular_momentum, start[2])
        return place, before, after

    def expansions(self, events, places):
        """What the expansions of an instant give each body: impulse, and moment about the origin."""
        sums = {}

        def add(i, sign, point, impulse, moment):
            if i in self.bodies:
                old = sums.get(i, ([0.0] * 3, [0.0] * 3))
                sums[i] = (plus3(old[0], times3(sign, impulse)),
                           plus3(old[1], times3(sign, plus3(moment, cross3(point, impulse)))))

        for e in events:
            for c in e.contacts:
                rest = minus3(c.impulse, c.compression)
                if any(rest):
                    add(c.a.body, -1.0, c.point, rest, [0.0] * 3)
                    add(c.b.body, 1.0, c.point, rest, [0.0] * 3)
            for one in e.joints:
                rest, moment = minus3(one.impulse, one.compression), minus3(one.moment, one.compression_moment)
                if any(rest) or any(moment):
                    joint = self.trace.joints[one.joint]
                    place = places(joint.child)
                    point = plus3(place[0], times3(1 / sum(x * x for x in place[2]), turned3(place[2], joint.anchor_child)))
                    add(joint.parent, -1.0, point, rest, moment)
                    add(joint.child, 1.0, point, rest, moment)
        return sums

    def instant(self, t, events):
        """The law of impact. Bodies: place, velocities before, after and between the phases."""
        known, judged, group = {}, [], {i: i for i in self.bodies}
        struck = [pair for e in events
                  for pair in {(c.a.body, c.a.piece, c.b.body, c.b.piece) for c in e.contacts if any(c.impulse)}]
        # Where blow follows blow at one instant there is no one velocity between the phases.
        less = (len(struck) != len(set(struck)) or
                any(e.kind in (ACCUMULATION, JAM, INDETERMINATE) for e in events))
        expansions = self.expansions(events, lambda i: self.around(i, t)[0])

        def root(i):
            while group[i] != i:
                i = group[i]
            return i

        def body(i):
            if i not in known:
                place, before, after = self.around(i, t)
                between = after
                if after and i in expansions:
                    impulse, moment = expansions[i]
                    centre = self.bodies[i].centre(place[0], place[2])
                    gained = self.moved(i, impulse, minus3(moment, cross3(centre, impulse)), place[2])
                    between = [minus3(x, y) for x, y in zip(after, gained)]
                known[i] = place, before, after, between
            return known[i]

        def slip(c, n, which):
            out = minus3(belt(self.trace, c.b), belt(self.trace, c.a))
            out = minus3(out, times3(dot3(out, n), n))
            for sign, piece in ((-1.0, c.a), (1.0, c.b)):
                if piece.body == WORLD:
                    continue
                found = body(piece.body)
                if found[which] is None:
                    return None
                out = plus3(out, times3(sign, self.velocity(piece.body, found, which, c.point)))
            return out

        for e in events:
            for c in e.contacts:
                free = [i for i in (c.a.body, c.b.body) if i in self.bodies]
                if not free or (not any(c.impulse) and not any(c.compression)):
                    continue
                if not abs(hypot(*c.normal) - 1) <= 1e-9:
                    raise Refused("law: the normal of an impulse is not a unit vector")
                n = times3(1 / hypot(*c.normal), c.normal)
                self.touching(c, n, body)
                before, after = slip(c, n, 1), slip(c, n, 2)
                left = self.impulse(e, c, n, None if less else slip(c, n, 3), after,
                                    min(self.bodies[i].body.mass for i in free))
                work, speed = 0.0, 0.0
                if before and after:
                    work, speed = dot3(c.impulse, plus3(before, after)) / 2, (hypot(*before) + hypot(*after)) / 2
                judged.append((free, left, work, speed))
            for one in e.joints:
                found = self.joint_work(one, body)
                if found:
                    judged.append(found)
                self.joints.charge(one.joint, self.joints.impulse(one, body, self, less))
        for free, *_ in judged:
            if len(free) == 2:
                group[root(free[0])] = root(free[1])
        sums = {}
        for free, left, work, speed in judged:
            for i in free:
                self.charge(i, left)
            total = sums.setdefault(root(free[0]), [0.0, 0.0])
            total[0] += work
            total[1] = max(total[1], speed)
        for i in self.bodies:
            work, speed = sums.get(root(i), (0.0, 0.0))
            if work > 0:
                self.charge(i, work / speed)

    def velocity(self, i, found, which, point):
        """Of a body's matter at a point, before (1), after (2) or between the phases (3)."""
        place = found[0]
        centre = self.bodies[i].centre(place[0], place[2]) if i in self.bodies else place[0]
        v, w = found[which]
        return plus3(v, cross3(w, minus3(point, centre)))

    def apart(self, joint, body, which):
        """Velocity of a joint's child over its parent at the child's anchor, and its spin over it."""
        child = body(joint.child)
        place = child[0]
        point = plus3(place[0], times3(1 / sum(x * x for x in place[2]), turned3(place[2], joint.anchor_child)))
        if child[which] is None:
            return None
        v, w = self.velocity(joint.child, child, which, point), child[which][1]
        if joint.parent != WORLD:
            parent = body(joint.parent)
            if parent[which] is None:
                return None
            v, w = minus3(v, self.velocity(joint.parent, parent, which, point)), minus3(w, parent[which][1])
        return v, w

    def joint_work(self, one, body):
        """What a joint's impulse does: nothing where anchors and axes agree, but at limits."""
        joint = self.trace.joints[one.joint]
        work = speed = 0.0
        for which in (1, 2):
            apart = self.apart(joint, body, which)
            if apart is None:
                return None
            v, w = apart
            work += (dot3(one.impulse, v) + dot3(one.moment, w)) / 2
            speed += (hypot(*v) + hypot(*w) * self.bodies[joint.child].gyration) / 2
        return [i for i in (joint.parent, joint.child) if i in self.bodies], 0.0, work, speed

    def charge(self, i, impulse):
        """What ends a hop inside the widest band is summed up apart."""
        mass = self.bodies[i].body.mass
        hop = mass * (4 * self.pressed[i] / (mass * self.duration) * self.trace.header.skin) ** 0.5
        self.left[i][2 if impulse <= hop else 0] += impulse

    def impulse(self, e, c, n, between, after, mass):
        """By how much one impulse breaks the law, N s."""
        if e.kind in (ACCUMULATION, JAM, INDETERMINATE):
            return max(0.0, -dot3(c.impulse, n))
        left, rest = 0.0, minus3(c.impulse, c.compression)
        for phase in (c.compression, rest):
            along = dot3(phase, n)
            across = hypot(*minus3(phase, times3(along, n)))
            if not self.law.startswith("no_slip"):
                left += max(0.0, across - (c.friction if self.law == "coulomb" else 0.0) * max(0.0, along))
        left += ROUNDINGS * (hypot(*c.impulse) + hypot(*c.compression))
        left += mass * ROUNDINGS * sum(hypot(*v) for v in (between, after) if v)
        speeds = [v and dot3(v, n) for v in (between, after)]
        return left + broken_phases(dot3(c.compression, n), dot3(rest, n), c.restitution, *speeds, mass)

    def touching(self, c, n, body):
        """Refuses impulses where the pieces do not touch, or along a normal that does not part them."""
        heights = []
        for piece in (c.a, c.b):
            if piece.body == WORLD:
                half = self.trace.half_spaces[piece.piece]
                size_of = hypot(*half.normal)
                if not (hypot(*cross3(n, half.normal)) <= 1e-9 * size_of and dot3(n, half.normal) > 0 and
                        abs(dot3(half.normal, c.point) - half.offset) <= self.band * size_of):
                    raise Refused("law: an impulse acts where its bodies do not touch")
                continue
            place = body(piece.body)[0]
            q = place[2]
            scale = 1 / sum(x * x for x in q)
            local = times3(scale, turned3([q[0]] + times3(-1, q[1:]), minus3(c.point, place[0])))
            error = ROUNDINGS * (hypot(*c.point) + hypot(*place[0]))
            vertices = self.trace.bodies[piece.body].pieces[piece.piece].vertices
            beside = 25 * self.band
            if not (any(away(f, local) + error <= beside for f in self.features(piece)) or
                    any(hypot(*minus3(v, local)) + error <= beside for v in vertices)):
                raise Refused("law: an impulse acts where its bodies do not touch")
            heights.append([dot3(n, plus3(place[0], times3(scale, turned3(q, v)))) for v in vertices])
        height = dot3(n, c.point)
        if height > min(heights[-1]) + self.band or (len(heights) == 2 and height < max(heights[0]) - self.band):
            raise Refused("law: an impulse acts where its bodies do not touch")
        if len(heights) == 2 and not 0 < min(heights[1]) - max(heights[0]) <= self.band:
            raise Refused("law: the normal of an impulse does not part its bodies")


TURN, SLIDE, ACROSS = range(3)
# By kind of joint, the motions it allows: how, its bits in `acting`, whether the parent carries the axis, which axis.
MOTIONS = {
    REVOLUTE: ((TURN, 1, False, "axis_child"),),
    PRISMATIC: ((SLIDE, 1, False, "axis_child"),),
    UNIVERSAL: ((TURN, 1, True, "axis_parent"), (TURN, 2, False, "axis_child")),
    SPHERICAL: ((TURN, 7, False, None),),
    PLANAR: ((ACROSS, 3, True, "axis_parent"), (TURN, 4, True, "axis_parent")),
}


class JointLaw:
    """Rule 10: along the motions that a joint allows it gives nothing, unless something acts or a limit holds there."""

    def __init__(self, trace, courses, bodies):
        self.trace, self.courses, self.bodies = trace, courses, bodies
        self.given = {i: 0.0 for i in bodies}  # N s, by joints along their motions

    def allowed(self, joint, record):
        """The motions that nothing acts on, each with whether its lower and upper limit hold."""
        for motion in MOTIONS.get(joint.kind, ()):
            if not joint.acting & motion[1]:
                yield motion, bool(record.at_lower & motion[1]), bool(record.at_upper & motion[1])

    @staticmethod
    def turned(place, v):
        return turned3(place[2], v) if place else v

    def along(self, motion, joint, places, force, moment):
        """What a wrench does along a motion; places of parent (None: the world) and child."""
        way, _, of_parent, axis = motion
        if axis is None:
            return moment
        a = self.turned(places[0] if of_parent else places[1], getattr(joint, axis))
        if way == ACROSS:
            return cross3(a, force)
        return [dot3(a, moment if way == TURN else force), 0.0, 0.0]

    def limits(self, number, bits):
        """The record with the limits of a motion."""
        first = self.trace.joints[number]
        for joint in self.trace.joints[number:]:
            if (joint.kind, joint.parent, joint.child, joint.name) != \
                    (first.kind, first.parent, first.child, first.name):
                return None
            if joint.limits[0] > joint.limits[1]:
                continue
            if joint.kind in (REVOLUTE, PRISMATIC):
                return joint
            if joint.kind == UNIVERSAL and (bits == 1) == (not any(joint.reference_child)):
                return joint
        return None

    def beyond(self, joint, places, limit):
        """How far the joint is beyond a value of its coordinate, m or the sine of an angle."""
        first, last = joint.axis_parent, joint.axis_child

        def about(axis, v, angle):
            return plus3(times3(cos(angle), v), times3(sin(angle), cross3(axis, v)),
                         times3((1 - cos(angle)) * dot3(axis, v), axis))

        def angle(axis, start, end):
            if dot3(start, end) <= 0:
                return float("inf")
            return dot3(axis, cross3(start, end)) / (hypot(*start) * hypot(*end) * hypot(*axis))

        def point(place, r):
            return plus3(place[0], Momenta.rotated(place[2], r)) if place else r

        if joint.kind == PRISMATIC:
            axis = self.turned(places[0], first)
            way = minus3(point(places[1], joint.anchor_child), point(places[0], joint.anchor_parent))
            return dot3(axis, way) / hypot(*axis) - limit
        if joint.kind == REVOLUTE or not any(joint.reference_child):
            to = joint.reference_child if joint.kind == REVOLUTE else last
            start = self.turned(places[0], about(first, joint.reference_parent, limit))
            return angle(self.turned(places[0], first), start, self.turned(places[1], to))
        return angle(self.turned(places[1], last), self.turned(places[0], first),
                     self.turned(places[1], about(last, joint.reference_child, -limit)))

    def stands(self, number, motion, lower, upper, places, off):
        """Whether the joint is at a limit that holds it."""
        if self.trace.joints[number].kind == PLANAR:
            return True
        limits = self.limits(number, motion[1])
        most = off * self.trace.header.skin
        return limits is not None and any(
            holds and abs(self.beyond(limits, places, value)) <= most
            for holds, value in ((lower, limits.limits[0]), (upper, limits.limits[1])))

    def unit(self, motion, joint):
        """What moments are divided by."""
        child = self.bodies.get(joint.child)
        return child.gyration if motion[0] == TURN and child else 1.0

    def force(self, f):
        """What a joint's force leaves of the rule, N s."""
        joint = self.trace.joints[f.joint]
        begin, end, length = time_of(f.begin), time_of(f.end), span(f.begin, f.end)
        segments = []
        for body in (joint.parent, joint.child):
            found = None if body == WORLD else next(
                (s for s in self.courses[body] if time_of(s.start) <= begin and time_of(s.end) >= end), None)
            if found is None and body != WORLD:
                raise Refused("motion: a joint's force does not lie on one segment of each of its bodies")
            segments.append((found, span(found.start, f.begin)) if found else None)
        moving = [s[0] for s in segments if s]
        q = max(len(s.quaternion[0]) for s in moving) - 1
        way = max(len(s.position[0]) for s in moving) - 1
        wrench = max(len(f.force[0]), len(f.moment[0])) - 1
        highest = max(q, way, wrench) + 1
        rounding = 64 * (8 * highest * (highest + 4) + 2) * UNIT * (size(f.force) + size(f.moment))
        for s in moving:
            rounding *= 1 + size(s.quaternion) ** 2
        left = 0.0
        for motion, lower, upper in self.allowed(joint, f):
            held = lower or upper
            degree = 6 * q + max(wrench, way) if held else 2 * q + wrench
            done = []
            for x in Nodes.of(3 * max(degree, 1) // 2 + 1):
                places = [Momenta.place(s[0], s[1] + length * (x + 1) / 2) if s else None for s in segments]
                at = length * (x + 1) / f.length - 1
                done.append(self.along(motion, joint, places, [series(row, at)[0] for row in f.force],
                                       [series(row, at)[0] for row in f.moment]))
                # Known at these instants, and nowhere more than twice that.
                if held and not self.stands(f.joint, motion, lower, upper, places, NEAR_LIMIT / 2):
                    raise Refused("motion: a joint is said to be held by a limit where it is not")
            most = 0.0
            if not held:
                most = 2.1 * max(hypot(*d) for d in done)
            elif lower != upper and motion[0] != ACROSS:
                most = max(0.0, -bounds([d[0] if lower else -d[0] for d in done], 2 * q + wrench, rounding)[0])
            left += length * 2 * (most + rounding) / self.unit(motion, joint)  # |M(q) a| is |q|² > 1/2
        return left

    def impulse(self, one, body, law, less):
        """The same of an impulse at an event, of each of its phases."""
        joint = self.trace.joints[one.joint]
        places = [None if i == WORLD else body(i)[0] for i in (joint.parent, joint.child)]
        free = [self.bodies[i].body.mass for i in (joint.parent, joint.child) if i in self.bodies]
        if not free:
            return 0.0
        rest, rest_moment = minus3(one.impulse, one.compression), minus3(one.moment, one.compression_moment)
        left = 0.0
        for motion, lower, upper in self.allowed(joint, one):
            unit = self.unit(motion, joint)
            phases = [times3(1 / unit, self.along(motion, joint, places, *wrench))
                      for wrench in ((one.compression, one.compression_moment), (rest, rest_moment))]
            if not (lower or upper):
                left += 2 * sum(hypot(*done) for done in phases)
                continue
            if not self.stands(one.joint, motion, lower, upper, places, NEAR_LIMIT):
                raise Refused("motion: a joint is said to be held by a limit where it is not")
            if lower == upper or motion[0] == ACROSS:
                continue
            push, speeds = 1.0 if lower else -1.0, []
            for which in (3, 2):
                apart = None if less and which == 3 else law.apart(joint, body, which)
                speeds.append(apart and push * unit * self.along(motion, joint, places, *apart)[0])
            e = one.restitution[{1: 0, 2: 1}.get(motion[1], 2)]
            left += 2 * broken_phases(push * phases[0][0], push * phases[1][0], e, *speeds, min(free))
        return left

    def charge(self, number, impulse):
        for i in (self.trace.joints[number].parent, self.trace.joints[number].child):
            if i in self.given:
                self.given[i] += impulse

    def run(self, law):
        """Adds what is broken to the sums of rule 9, impulses included."""
        for f in self.trace.joint_forces:
            self.charge(f.joint, self.force(f))
        for i, impulse in self.given.items():
            law.left[i][0] += impulse
            if impulse > MOST_JOINT_IMPULSE * law.pressed[i]:
                raise Refused("motion: joints act along motions that nothing acts on")


def plausible_mass(body):
    """Mass positive, inertia symmetric and positive, its moments those of some body; centre of mass at the origin but of
    links."""
    i = body.inertia
    if not body.mass > 0 or (any(body.com) and body.kind != 3):
        return False
    trace = i[0] + i[4] + i[8]

    def minors(m):
        pairs = [m[0] * m[4] - m[1] * m[3], m[4] * m[8] - m[5] * m[7], m[0] * m[8] - m[2] * m[6]]
        det = sum(x * y for x, y in zip(m[0:3], cross3(m[3:6], m[6:9])))
        return [m[0], m[4], m[8]], pairs, det
    if max(abs(i[1] - i[3]), abs(i[2] - i[6]), abs(i[5] - i[7])) > 1e-12 * abs(trace):
        return False
    diagonal, pairs, det = minors(i)
    if not (min(diagonal) > 0 and min(pairs) > 0 and det > 1e-9 * trace ** 3 / 27):
        return False
    diagonal, pairs, det = minors([(trace / 2 if k % 4 == 0 else 0) - x for k, x in enumerate(i)])
    return min(diagonal) > -1e-9 * trace and min(pairs) > -1e-9 * trace ** 2 and det > -1e-9 * trace ** 3


def lightness(trace, bodies):
    """Links much lighter than the heaviest that joints join them to count as if they had LIGHT_LINK of its mass and
    inertia: what presses on them is that of the heavy ones, known to a fraction of it."""
    first = {i: i for i in bodies}

    def root(i):
        while first[i] != i:
            i = first[i]
        return i

    for joint in trace.joints:
        if joint.parent in first and joint.child in first:
            first[root(joint.child)] = root(joint.parent)
    for i, one in bodies.items():
        joined = [bodies[j] for j in bodies if root(j) == root(i)]
        one.light = [min(1.0, one.body.mass / (LIGHT_LINK * max(x.body.mass for x in joined))),
                     min(1.0, 1 / (one.inverse_size * LIGHT_LINK * max(1 / x.inverse_size for x in joined)))]


def tells_energy(trace, courses, bodies):
    """Whether the energy at the end, as on file, is that of the bodies. Nothing is said if springs or rotors may have some, if
    a body is on file beyond the end, or if the run ended with an event, the velocities after which are not on file."""
    end = time_of(trace.footer.end)
    if any(j.acting for j in trace.joints) or any(time_of(courses[i][-1].end) != end for i in bodies) or \
            any(time_of(e.at) == end for e in trace.events):
        return True
    total, scale = 0.0, abs(trace.footer.energy_initial)
    for i, one in bodies.items():
        last, (p, angular, *_) = courses[i][-1], one.reached[-1]
        c, _, q, _ = Momenta.place(last, span(last.start, last.end))
        turned_back = turned3([q[0]] + times3(-1, q[1:]), angular)
        moving = dot3(p, p) / (2 * one.body.mass) + dot3(turned_back, solve3(one.body.inertia, turned_back)) / 2
        total += moving - one.body.mass * dot3(trace.header.gravity, one.centre(c, q))
        scale += moving + one.body.mass * hypot(*trace.header.gravity) * (hypot(*c) + hypot(*one.com))
    return abs(total - trace.footer.energy_final) <= SAME_ENERGY * scale


def follow_bodies(trace):
    """Rules 8 to 10 for every free body and link; what was found, in words."""
    courses = [[] for _ in trace.bodies]
    for s in trace.segments:
        courses[s.body].append(s)
    most, bodies = [0.0, 0.0, 0.0], {}
    for index, body in enumerate(trace.bodies):
        if body.kind not in (0, 3):
            continue
        if not plausible_mass(body):
            raise Refused(f"motion: mass, inertia or centre of mass of {body.name} are not those of a body")
        bodies[index] = Momenta(trace, index, courses)
    lightness(trace, bodies)
    for one in bodies.values():
        one.run()
        most = [max(x, y) for x, y in zip(most, (one.path, one.turn, one.impulse))]
    if not tells_energy(trace, courses, bodies):
        raise Refused("motion: the recorded energy at the end is not that of the bodies")
    explained = f"motion explained to {most[0]:.1e} m, {most[1]:.1e} rad, {most[2]:.1e} of m g T; law of contact "
    law = Law(trace, courses, bodies).run()
    kept = all(x <= y for x, y in zip(law, (MOST_UNLAWFUL, MOST_SLIP, MOST_HOPS)))
    return explained + "kept to " \
        f"{law[0]:.1e} of what presses, {law[1]:.1e} m of slip, hops {law[2]:.1e}" + \
        ("" if kept else ": more than recorded forces should leave")


def verdict(path):
    trace = read_trace(path)
    if not trace.header.certified:
        return "measured", "the run does not claim to be certified"
    motion = ""
    try:
        Checker(trace).run()
        if trace.header.motion == 2 and trace.complete:
            motion = "; " + follow_bodies(trace)
    except Refused as reason:
        return "refused", str(reason)
    except (OverflowError, ValueError):  # Fraction of an infinity or of no number
        return "refused", "well_formed: a number is not finite"
    note = f"{len(trace.segments)} segments, {len(trace.certificates)} certificates"
    if trace.exclusions:
        note += f", {len(trace.exclusions)} pairs excluded"
    note += motion
    if not trace.complete:
        note += f"; the run was interrupted at {float(time_of(trace.footer.end))} s"
    return "proved", note


def main(paths):
    code = 0
    for path in paths:
        try:
            status, text = verdict(path)
        except (Unreadable, OSError, struct.error, ImportError) as error:
            status, text = "unreadable", str(error)
            code = max(code, 3)
        if status != "proved":
            code = max(code, 1)
        print(f"{path}: {status}: {text}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
