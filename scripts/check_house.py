#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that keep the architecture true. Usage: check_house.py [--root DIR] CHECK ...

Checks: arrows, ledger, architecture, format, flags, spdx, readmes, names, classes. Each prints what is wrong, with file and line, and
what to do; the exit code is the number of checks that failed.
"""
import argparse
import pathlib
import re
import subprocess
import sys

SOURCE = {".hpp", ".cpp"}
SPDX = "SPDX-License-Identifier: Apache-2.0"
README_LIMIT = 40
ARCHITECTURE_LIMIT = 80


class House:
    def __init__(self, root):
        self.root = root
        listed = subprocess.run(
            ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard"],
            capture_output=True, text=True, check=True).stdout.split("\n")
        self.files = [name for name in listed if name and (root / name).is_file()]

    def read(self, name):
        return (self.root / name).read_text(encoding="utf-8")

    def rooms(self):
        return sorted({name.split("/")[2] for name in self.files
                       if re.fullmatch(r"src/rigor/[a-z_]+/CMakeLists\.txt", name)})

    def sources(self):
        return [name for name in self.files if pathlib.Path(name).suffix in SOURCE]


def arrows_of_architecture(house):
    """room -> set of rooms it may include directly, from the table in ARCHITECTURE.md."""
    allowed = {}
    for line in house.read("ARCHITECTURE.md").splitlines():
        row = re.fullmatch(r"\| `(\w+)` \|[^|]*\| ([^|]*) \|", line.strip())
        if row:
            allowed[row[1]] = set(re.findall(r"\w+", row[2].replace("nothing", "")))
    return allowed


def closure(allowed, room, seen=()):
    if room in seen:
        raise ValueError("rooms include each other: " + " -> ".join([*seen, room]))
    reach = set()
    for other in allowed.get(room, ()):
        reach |= {other} | closure(allowed, other, (*seen, room))
    return reach


def check_arrows(house):
    """Every #include and every USES of a room follows the arrows of ARCHITECTURE.md."""
    allowed = arrows_of_architecture(house)
    problems = []
    reach = {}
    for room in allowed:
        try:
            reach[room] = closure(allowed, room)
        except ValueError as error:
            return [f"ARCHITECTURE.md: {error}"]
    for name in house.sources():
        parts = name.split("/")
        if parts[:2] != ["src", "rigor"] or len(parts) < 4:
            continue
        room = parts[2]
        for number, line in enumerate(house.read(name).splitlines(), 1):
            include = re.match(r'\s*#\s*include\s*[<"]rigor/(\w+)/', line)
            if include and include[1] != room and include[1] not in reach.get(room, ()):
                problems.append(f"{name}:{number}: room '{room}' may not include room '{include[1]}'"
                                f" (it may include: {', '.join(sorted(reach.get(room, ()))) or 'nothing'})")
            if re.match(r'\s*#\s*include\s*"(?!rigor/)', line):
                problems.append(f"{name}:{number}: headers of the house are included as <rigor/room/module.hpp>")
            if room == "verification" and re.match(r'\s*#\s*include\s*[<"]rigor/\w+\.hpp', line):
                problems.append(f"{name}:{number}: the checker shares nothing with the simulator but the trace")
    for room in house.rooms():
        text = house.read(f"src/rigor/{room}/CMakeLists.txt")
        uses = re.search(r"rigor_room\([^)]*?\bUSES\s+([\w\s]*?)(?:LINKS_PRIVATE|LINKS|SOURCES|\))", text, re.S)
        for other in (uses[1].split() if uses else []):
            if other not in reach.get(room, ()):
                problems.append(f"src/rigor/{room}/CMakeLists.txt: USES {other} is not an arrow of ARCHITECTURE.md")
    return problems


def ledger_rows(house):
    """tag -> (line number, cells) of docs/equations.md."""
    rows = {}
    for number, line in enumerate(house.read("docs/equations.md").splitlines(), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
        if len(cells) >= 6 and re.fullmatch(r"`\[TR [^\]]+\]`", cells[0]):
            rows[cells[0].strip("`")] = (number, cells)
    return rows


def check_ledger(house):
    """Every [TR ...] tag in code has its row; every row that is not planned has a function and a test that exist."""
    rows = ledger_rows(house)
    problems = []
    code = [name for name in house.sources() if name.split("/")[0] in ("src", "tests", "benchmarks", "experiments")]
    texts = {name: house.read(name) for name in code}
    for name, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            for tag in re.findall(r"\[TR [^\]]+\]", line):
                if tag not in rows:
                    problems.append(f"{name}:{number}: tag {tag} has no row in docs/equations.md")
    for tag, (number, cells) in rows.items():
        printed, _, function, test, status = cells[1:6]
        where = f"docs/equations.md:{number}: {tag}"
        if not printed:
            problems.append(f"{where} does not say what the paper prints")
        if status not in ("done", "planned", "not ours"):
            problems.append(f"{where}: status '{status}' is not one of done, planned, not ours")
        if status != "done":
            continue
        for cell, kind, folders in ((function, "function", "src"), (test, "test", "tests")):
            named = re.findall(r"`([\w:./]+)`", cell)
            if not named:
                problems.append(f"{where} is done but names no {kind}")
            for word in named:
                stem = word.split("::")[-1].split(".")[-1]
                if not any(name.startswith(folders + "/") and re.search(rf"\b{re.escape(stem)}\b", text)
                           for name, text in texts.items()):
                    problems.append(f"{where}: {kind} '{word}' does not exist under {folders}/")
    return problems


def check_architecture(house):
    """ARCHITECTURE.md lists exactly the rooms that exist and stays short."""
    listed = set(arrows_of_architecture(house))
    existing = set(house.rooms())
    problems = [f"ARCHITECTURE.md does not list room '{room}'" for room in sorted(existing - listed)]
    problems += [f"ARCHITECTURE.md lists room '{room}', which does not exist" for room in sorted(listed - existing)]
    length = len(house.read("ARCHITECTURE.md").splitlines())
    if length > ARCHITECTURE_LIMIT:
        problems.append(f"ARCHITECTURE.md has {length} lines; the limit is {ARCHITECTURE_LIMIT}")
    return problems


def check_format(house):
    """Every source is as clang-format writes it."""
    names = house.sources()
    done = subprocess.run(["clang-format", "--dry-run", "--Werror", "--ferror-limit=1", *names],
                          cwd=house.root, capture_output=True, text=True)
    if done.returncode == 0:
        return []
    wrong = sorted({line.split(":")[0] for line in done.stderr.splitlines() if "clang-format" in line})
    return [f"{name}: not formatted; run clang-format -i {name}" for name in wrong]


def check_flags(house):
    """No build file and no source asks for arithmetic that breaks proofs or reproducibility."""
    flag = re.compile(r"^[^#]*(-ffast-math|-Ofast|-ffp-contract=(?!off)|-march=|-mfma|-mavx|-funsafe-math|-fassociative-math"
                      r"|-freciprocal-math|-ffinite-math)")
    pragma = re.compile(r"#\s*pragma\s+(GCC\s+optimize|STDC\s+FP_CONTRACT|clang\s+fp)")
    built = [name for name in house.files
             if name.endswith(("CMakeLists.txt", ".cmake", "CMakePresets.json")) or name == "rigor"]
    problems = []
    for names, forbidden in ((built, flag), (house.sources(), pragma)):
        for name in names:
            for number, line in enumerate(house.read(name).splitlines(), 1):
                if forbidden.search(line):
                    problems.append(f"{name}:{number}: forbidden flag in '{line.strip()}'")
    if "-ffp-contract=off" not in house.read("cmake/RigorBuild.cmake"):
        problems.append("cmake/RigorBuild.cmake: -ffp-contract=off is missing")
    return problems


def check_spdx(house):
    """Every source, script and build file carries the licence line near its top."""
    problems = []
    for name in house.files:
        path = pathlib.Path(name)
        ours = path.suffix in SOURCE | {".py", ".cmake", ".ts"} or path.name in ("CMakeLists.txt", "rigor") \
            or path.parts[0] in (".ci", "scripts")
        if ours and "dist" not in path.parts and SPDX not in "\n".join(house.read(name).splitlines()[:3]):
            problems.append(f"{name}: the line '{SPDX}' is missing")
    return problems


def check_readmes(house):
    """Every room has a README.md of at most 40 lines."""
    problems = []
    for room in house.rooms():
        name = f"src/rigor/{room}/README.md"
        if name not in house.files:
            problems.append(f"{name} is missing")
        elif len(house.read(name).splitlines()) > README_LIMIT:
            problems.append(f"{name} is longer than {README_LIMIT} lines")
    return problems


def check_names(house):
    """No two headers define a type of the same name in the same namespace: linked into one program, they would be mixed up."""
    homes = {}
    problems = []
    for name in house.sources():
        if not name.startswith("src/") or not name.endswith(".hpp"):
            continue
        text = house.read(name)
        space = re.search(r"^namespace ([\w:]+) \{", text, re.M)
        for kind in re.finditer(r"^(?:struct|class|enum class) (\w+)[^;\n]*\{", text, re.M):
            home = homes.setdefault((space[1] if space else "", kind[1]), name)
            if home != name:
                problems.append(f"{name}: '{kind[1]}' is also defined in {home}")
    return problems


FUNCTION_LIMIT = 15


def without_comments(text):
    """The source without comments and texts; lines stay where they are."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
    return pattern.sub(lambda found: '""' if found[0][0] == '"' else re.sub(r"[^\n]", "", found[0]), text)


def closing(text, start):
    """The place of the brace that closes the one at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return len(text)


def member_functions(body):
    """Names of the functions that a class body declares itself; those that are defaulted or deleted do not count."""
    flat, place = [], 0
    while place < len(body):  # what stands in braces is no declaration of this class, but ends one
        if body[place] == "{":
            place = closing(body, place)
            flat.append(" {} ;")
        else:
            flat.append(body[place])
        place += 1
    names = []
    for declaration in "".join(flat).split(";"):
        declaration = re.sub(r"\b(?:public|private|protected)\s*:", "", declaration).strip()
        if not declaration or re.match(r"(using|friend|struct|class|enum|static_assert|typedef)\b", declaration):
            continue
        while "<" in declaration and re.search(r"(?<!operator)<[^<>]*>", declaration):
            shorter = re.sub(r"(?<!operator)<[^<>]*>", "", declaration)
            if shorter == declaration:
                break
            declaration = shorter
        if re.search(r"=\s*(default|delete)$", declaration):
            continue
        call = re.match(r"[^=({]*?((?:operator\s*\S+?|~?\w+))\s*\(", declaration)
        if call:
            names.append(call[1])
    return names


def check_classes(house):
    """No type declares more than 15 functions: it would be two types, or a type and free functions."""
    problems = []
    for name in house.sources():
        if not name.startswith("src/"):
            continue
        text = without_comments(house.read(name))
        for kind in re.finditer(r"^[ \t]*(?:class|struct) (\w+)[^;{()]*\{", text, re.M):
            body = text[kind.end():closing(text, kind.end() - 1)]
            functions = member_functions(body)
            if len(functions) > FUNCTION_LIMIT:
                line = text.count("\n", 0, kind.start()) + 1
                problems.append(f"{name}:{line}: '{kind[1]}' has {len(functions)} functions; at most {FUNCTION_LIMIT}"
                                f" ({', '.join(functions)})")
    return problems


CHECKS = {check.__name__.removeprefix("check_"): check for check in
          (check_arrows, check_ledger, check_architecture, check_format, check_flags, check_spdx, check_readmes,
           check_names, check_classes)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("checks", nargs="+", choices=sorted(CHECKS))
    arguments = parser.parse_args()
    house = House(arguments.root)
    failed = 0
    for name in arguments.checks:
        problems = CHECKS[name](house)
        failed += bool(problems)
        for problem in problems:
            print(problem)
        print(f"{name}: {'ok' if not problems else f'{len(problems)} problems'}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
