# SPDX-License-Identifier: Apache-2.0
"""The code of docs/python.md runs as it stands, from top to bottom."""

import os
import pathlib
import re

import rigor

PAGE = pathlib.Path(os.environ["RIGOR_SCENES"]).parent / "docs" / "python.md"


def test_the_page_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    assert len(blocks) >= 4
    names = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    assert names["run"].done and rigor.verify(names["trace"]).proved
    assert names["poses"].shape == (200, 1, 7) and len(names["proofs"]) >= 1
    printed = capsys.readouterr().out
    assert printed.startswith("rest ") and "a positive number" in printed
    assert (tmp_path / "trace.h5").is_file()
