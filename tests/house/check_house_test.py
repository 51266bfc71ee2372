#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A check that can not fail is no check: each one is shown a small tree that breaks its rule."""
import importlib.util
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_house.py"
spec = importlib.util.spec_from_file_location("check_house", SCRIPT)
check_house = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_house)

ARCHITECTURE = "| `low` | base | nothing |\n| `high` | top | low |\n"
LEDGER = "| `[TR eqn:CA]` | bound | bound | `motion_bound` | `MotionBound` | done | |\n"
SPDX = "// SPDX-License-Identifier: Apache-2.0\n"
GOOD = {
    ".clang-format": "BasedOnStyle: Google\n",
    "ARCHITECTURE.md": ARCHITECTURE,
    "docs/equations.md": LEDGER,
    "cmake/RigorBuild.cmake": "# SPDX-License-Identifier: Apache-2.0\nadd_compile_options(-ffp-contract=off)\n",
    "src/rigor/low/CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\nrigor_room(low SOURCES a.cpp)\n",
    "src/rigor/high/CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\nrigor_room(high SOURCES b.cpp USES low)\n",
    "src/rigor/low/README.md": "# low\n",
    "src/rigor/high/README.md": "# high\n",
    "src/rigor/low/a.cpp": SPDX + "int motion_bound();  // [TR eqn:CA]\n",
    "src/rigor/high/b.cpp": SPDX + "#include <rigor/low/a.hpp>\n",
    "tests/low/a_test.cpp": SPDX + "void MotionBound();\n",
}


def problems(check, **changes):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        subprocess.run(["git", "init", "-q", folder], check=True)
        for name, text in {**GOOD, **{key.replace("__", "/"): value for key, value in changes.items()}}.items():
            if text is None:
                continue
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return check_house.CHECKS[check](check_house.House(root))


class Checks(unittest.TestCase):
    def broken(self, check, word, files):
        with self.subTest(check=check, files=sorted(files)):
            found = problems(check, **files)
            self.assertTrue(any(word in problem for problem in found), found)

    def test_the_good_tree_passes_every_check(self):
        for check in check_house.CHECKS:
            self.assertEqual(problems(check), [], check)

    def test_an_include_against_the_arrows_is_found(self):
        self.broken("arrows", "may not include room 'high'",
                    {"src/rigor/low/a.cpp": SPDX + "#include <rigor/high/b.hpp>\n"})

    def test_a_class_with_too_many_functions_is_found(self):
        functions = "".join(f"  int f{k}(std::vector<int> x = {{}}) const;\n" for k in range(16))
        self.broken("classes", "'Large' has 16 functions",
                    {"src/rigor/low/a.cpp": SPDX + f"class Large {{\n{functions}}};\n"})

    def test_what_is_no_function_of_the_class_is_not_counted(self):
        members = ("  // int commented();\n  Large() = default;\n  using F = int(int);\n  struct Part { int g(); };\n"
                   "  std::function<int(int)> call;\n  int value = h(1);\n  int one() const { return g(1) + g(2); }\n")
        functions = "".join(f"  void f{k}();\n" for k in range(14))
        text = SPDX + f"class Large {{\n{members}{functions}}};\n"
        self.assertEqual(problems("classes", **{"src/rigor/low/a.cpp": text}), [])

    def test_an_include_by_relative_path_is_found(self):
        self.broken("arrows", "are included as", {"src/rigor/low/a.cpp": SPDX + '#include "../high/b.hpp"\n'})

    def test_a_link_against_the_arrows_is_found(self):
        self.broken("arrows", "USES high", {"src/rigor/low/CMakeLists.txt": "rigor_room(low SOURCES a.cpp USES high)\n"})

    def test_a_cycle_of_rooms_is_found(self):
        self.broken("arrows", "include each other", {"ARCHITECTURE.md": "| `low` | x | high |\n| `high` | y | low |\n"})

    def test_the_checker_may_not_share_the_simulators_code(self):
        self.broken("arrows", "shares nothing", {
            "ARCHITECTURE.md": ARCHITECTURE + "| `verification` | checker | low |\n",
            "src/rigor/verification/v.cpp": SPDX + "#include <rigor/random.hpp>\n"})

    def test_a_tag_without_a_row_is_found(self):
        self.broken("ledger", "has no row", {"src/rigor/low/a.cpp": SPDX + "int motion_bound();  // [TR eqn:XY]\n"})

    def test_a_done_row_without_its_function_or_test_is_found(self):
        self.broken("ledger", "function 'motion_bound'", {"src/rigor/low/a.cpp": SPDX})
        self.broken("ledger", "test 'MotionBound'", {"tests/low/a_test.cpp": SPDX})
        self.broken("ledger", "names no test", {"docs/equations.md": "| `[TR eqn:CA]` | b | b | `motion_bound` | | done | |\n"})

    def test_an_unlisted_room_and_a_listed_ghost_are_found(self):
        self.broken("architecture", "does not list room 'high'", {"ARCHITECTURE.md": "| `low` | base | nothing |\n"})
        self.broken("architecture", "does not exist", {"ARCHITECTURE.md": ARCHITECTURE + "| `attic` | x | nothing |\n"})

    def test_unformatted_code_is_found(self):
        self.broken("format", "not formatted", {"src/rigor/low/a.cpp": SPDX + "int   motion_bound( );\n"})

    def test_forbidden_flags_are_found(self):
        self.broken("flags", "forbidden flag", {"CMakeLists.txt": "add_compile_options(-ffast-math)\n"})
        self.broken("flags", "forbidden flag", {"CMakeLists.txt": "add_compile_options(-ffp-contract=fast)\n"})
        self.broken("flags", "forbidden flag", {"src/rigor/low/a.cpp": SPDX + '#pragma GCC optimize("fast-math")\n'})
        self.broken("flags", "missing", {"cmake/RigorBuild.cmake": "# nothing\n"})

    def test_a_missing_licence_line_is_found(self):
        self.broken("spdx", "is missing", {"src/rigor/low/a.cpp": "int motion_bound();\n"})

    def test_a_missing_or_long_room_readme_is_found(self):
        self.broken("readmes", "is missing", {"src/rigor/low/README.md": None})
        self.broken("readmes", "longer than", {"src/rigor/low/README.md": "x\n" * 41})

    def test_two_types_of_one_name_are_found(self):
        header = SPDX + "namespace rigor {\nstruct Twin {\n};\n}\n"
        self.broken("names", "'Twin' is also defined", {"src/rigor/low/x.hpp": header, "src/rigor/low/y.hpp": header})


if __name__ == "__main__":
    unittest.main()
