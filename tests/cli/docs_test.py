#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/ against the program: the tutorial's commands are run and its output compared, the scenes of the page of
examples are run, the man page knows every verb and option, the site has no broken link."""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

RIGOR = pathlib.Path(sys.argv.pop(1)).resolve()
SCENES = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = SCENES.parent
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT / "scripts"))
import make_docs  # noqa: E402


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.S | re.M)


def commands(block):
    """(command, exit code, shown output) of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, rest = part.partition("\n")
        code = re.match(r"! exit (\d+)\n", rest)
        yield command, int(code[1]) if code else 0, rest[code.end():] if code else rest


def pattern(shown):
    """Shown output as a pattern: a line of ... is any lines, ... in a line any text."""
    lines = [r"(.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n" for line in shown.splitlines()]
    return "".join(lines) + r"\Z"


def opened(file):
    return subprocess.run([RIGOR, "run", file, "--json"], capture_output=True, text=True, timeout=600, cwd=file.parent)


class Tutorial(unittest.TestCase):
    def check(self, page, least):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "bin").mkdir()
            (pathlib.Path(folder) / "bin" / "rigor").symlink_to(RIGOR)
            place = pathlib.Path(folder) / "place"
            place.mkdir()
            environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
            for text in blocks(page, "yaml"):  # files that the reader is asked to save
                (place / f"{re.search(r'^name: (.*)$', text, re.M)[1]}.yaml").write_text(text)
            for text in blocks(page, "xml"):
                robot = re.search('<robot name="(.*)">', text)[1]
                (place / f"{robot}.urdf").write_text(text)
            count = 0
            for block in blocks(page, "console"):
                for command, code, shown in commands(block):
                    done = subprocess.run(command, shell=True, cwd=place, env=environment, timeout=600, text=True,
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}")
                    self.assertRegex(done.stdout, r"\A" + pattern(shown), command)
                    count += 1
            self.assertGreaterEqual(count, least)

    def test_every_command_does_what_the_page_shows(self):
        self.check("tutorial.md", 15)

    def test_so_it_is_with_the_page_of_imports(self):
        self.check("import.md", 3)

    def test_the_comparison_can_fail(self):
        self.assertRegex("a\nb 3 c\nd\n", r"\A" + pattern("a\nb ... c\n...\n"))
        self.assertNotRegex("a\nb 3 x\nd\n", r"\A" + pattern("a\nb ... c\n...\n"))
        self.assertNotRegex("a\nb\n", r"\A" + pattern("a\n"))


class Pages(unittest.TestCase):
    def test_the_scenes_of_the_page_of_examples_run(self):
        scenes = [(text, "yaml") for text in blocks("scene-examples.md", "yaml")]
        scenes += [(text, "json") for text in blocks("scene-examples.md", "json")]
        self.assertGreaterEqual(len(scenes), 6)
        with tempfile.TemporaryDirectory() as folder:
            for i, (text, ending) in enumerate(scenes):
                file = pathlib.Path(folder) / f"scene{i}.{ending}"
                file.write_text(text)
                done = opened(file)
                self.assertEqual(done.returncode, 0, text + done.stdout + done.stderr)
                self.assertIn('"verified": true', done.stdout)

    def test_the_programs_on_the_page_of_the_interface_are_those_that_are_compiled(self):
        for program in ("main.cpp", "loop.cpp"):
            source = (ROOT / "tests" / "house" / "consumer" / program).read_text().split("\n", 1)[1]
            self.assertIn(source, [block for block in blocks("cpp.md", "cpp")], program)

    def test_headers_named_on_the_page_of_the_interface_exist(self):
        for header in re.findall(r"`(rigor/[\w/]+\.hpp)`", (DOCS / "cpp.md").read_text()):
            self.assertTrue((ROOT / "src" / header).exists(), header)

    def test_the_man_page_knows_every_verb_and_option(self):
        page = (DOCS / "rigor.1").read_text()
        script = subprocess.run([RIGOR, "completion", "fish"], capture_output=True, text=True, check=True).stdout
        options = set(re.findall(r" -l ([\w-]+)", script))
        self.assertGreater(len(options), 15)
        for option in options:
            self.assertRegex(page, rf"Fl Fl {option}\b", option)
        verbs = set(re.findall(r"__fish_use_subcommand -f -a (\w+)", script))
        self.assertGreater(len(verbs), 8)
        for verb in verbs:
            self.assertRegex(page, rf"(?m)^\.Ss {verb}$", verb)
        # and nothing that does not exist
        self.assertEqual(set(re.findall(r"Fl Fl ([\w-]+)", page)) - options, set())
        self.assertEqual(set(re.findall(r"(?m)^\.Ss (\w+)$", page)) - verbs, set())
        if shutil.which("mandoc"):
            lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", DOCS / "rigor.1"], capture_output=True, text=True)
            self.assertEqual(lint.stdout, "")

    def test_rules_of_the_error_page_stand_in_the_sources(self):
        sources = "".join(file.read_text() for file in (ROOT / "src" / "rigor").rglob("*.cpp"))
        sources = re.sub(r'"\s*\n\s*"', "", sources).replace('\\"', '"')
        table = (DOCS / "errors.md").read_text().split("## Kinds of problems", 1)[1].split("## How", 1)[0]
        checked = 0
        for rule in re.findall(r"`([^`]+)`", "".join(re.findall(r"(?m)^\| (`.*?`) \|", table))):
            for part in rule.split("..."):
                part = part.strip(' ;"')
                if len(part) < 5:
                    continue
                self.assertIn(part, sources, rule)
                checked += 1
        self.assertGreater(checked, 20)


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.targets, self.names = [], set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.names.add(attributes.get("id"))
        for key in ("href", "src"):
            if key in attributes:
                self.targets.append(attributes[key])


class Site(unittest.TestCase):
    def test_every_page_is_in_the_navigation(self):
        self.assertEqual(sorted(make_docs.PAGES), sorted(file.stem for file in DOCS.glob("*.md")))

    def test_the_reference_of_python_is_up_to_date(self):
        done = subprocess.run([sys.executable, DOCS.parent / "scripts" / "make_python_api.py", "--check"])
        self.assertEqual(done.returncode, 0, "run scripts/make_python_api.py")

    def test_every_scene_has_its_picture_in_the_gallery(self):
        listed = json.loads(subprocess.run([RIGOR, "examples", "--json"], capture_output=True, text=True, check=True).stdout)["scenes"]
        page = (DOCS / "gallery.md").read_text(encoding="utf-8")
        for scene in listed:
            if not scene["name"].startswith("benchmarks/"):
                self.assertIn(f"`{scene['name']}`", page)
                self.assertTrue((DOCS / "images" / "gallery" / f"{scene['name']}.jpg").is_file(), scene["name"])

    def test_the_search_finds_sections(self):
        text = make_docs.sections("p", '<h1 id="a">One <b>x</b></h1><p>first &amp; second</p><h2 id="b">Two</h2>\n<p>third</p>')
        self.assertEqual(text, [{"page": "p", "anchor": "a", "title": "One x", "text": "first & second"},
                                {"page": "p", "anchor": "b", "title": "Two", "text": "third"}])

    def test_the_site_is_made_offline_and_no_link_is_broken(self):
        try:
            import markdown  # noqa: F401
        except ImportError:
            self.skipTest("needs python3-markdown")
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            make_docs.make(out)
            pages = {}
            for file in out.glob("*.html"):
                pages[file.name] = Links()
                pages[file.name].feed(file.read_text(encoding="utf-8"))
            for name, links in pages.items():
                for target in links.targets:
                    self.assertNotRegex(target, r"^//", name)
                    if target.startswith(("http:", "https:")):
                        continue
                    file, _, anchor = target.partition("#")
                    file = file or name
                    self.assertTrue((out / file).exists(), f"{name}: {target}")
                    if anchor:
                        self.assertIn(anchor, pages[file].names, f"{name}: {target}")
                scripts = re.findall(r"<script[^>]*>", (out / name).read_text(encoding="utf-8"))
                self.assertLessEqual(set(scripts), {'<script src="search.js">'}, name)


if __name__ == "__main__":
    unittest.main()
