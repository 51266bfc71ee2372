#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""viewer/dist/viewer.html was made from the sources beside it. Usage: template_test.py VIEWER"""
import base64
import hashlib
import pathlib
import re
import sys
import unittest

VIEWER = pathlib.Path(sys.argv.pop(1)).resolve()
NAMES = ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "build/seal.mjs"]


def source_hash(root):
    """As viewer/build/seal.mjs computes it."""
    names = NAMES + [path.relative_to(root).as_posix() for path in (root / "src").rglob("*") if path.is_file()]
    lines = [f"{name} {hashlib.sha256((root / name).read_bytes()).hexdigest()}\n" for name in sorted(names)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


class Template(unittest.TestCase):
    page = (VIEWER / "dist" / "viewer.html").read_text(encoding="utf-8")

    def test_it_was_built_from_these_sources(self):
        recorded = re.search(r'<meta name="rigor-source" content="([0-9a-f]{64})">', self.page)[1]
        self.assertEqual(recorded, source_hash(VIEWER), "the sources changed: run npm run build in viewer/")

    def test_its_policy_allows_its_script_and_no_other(self):
        script = re.search(r'<script type="module"[^>]*>(.*?)</script>', self.page, re.S)[1]
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        self.assertIn(f"script-src 'sha256-{digest}'", self.page)

    def test_the_lock_file_names_no_registry(self):
        self.assertNotIn('"resolved"', (VIEWER / "package-lock.json").read_text())


if __name__ == "__main__":
    unittest.main()
