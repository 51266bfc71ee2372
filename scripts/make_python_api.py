#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/python-api.md from the sources of the Python package: every public name with its types and its words. Usage:
make_python_api.py [--check]; with --check it only says whether the page is up to date (exit code 1 if not)."""
import ast
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "rigor"
PAGE = ROOT / "docs" / "python-api.md"


def words(node):
    text = ast.get_docstring(node)
    return [text, ""] if text else []


def signature(node, method):
    arguments = ast.unparse(node.args)
    if method:
        arguments = arguments.removeprefix("self").removeprefix("cls").removeprefix(", ")
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({arguments}){returns}"


def is_property(node):
    return any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)


def comment_of(line):
    return line.partition("#:")[2].strip()


def class_page(node, lines):
    out = [f"## {node.name}", "", *words(node)]
    fields = [n for n in node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
    for field in fields:
        about = comment_of(lines[field.lineno - 1])
        out.append(f"- `{field.target.id}: {ast.unparse(field.annotation)}`{': ' + about if about else ''}")
    for method in (n for n in node.body if isinstance(n, ast.FunctionDef)):
        if method.name.startswith("_") and method.name != "__init__":
            continue
        text = (ast.get_docstring(method) or "").replace("\n", " ")
        shown = f"{method.name}: {ast.unparse(method.returns)}" if is_property(method) and method.returns else signature(method, True)
        if method.name == "__init__":
            shown = signature(method, True).replace("__init__", node.name).removesuffix(" -> None")
        out.append(f"- `{shown}`{': ' + text if text else ''}")
    return [*out, ""]


def page():
    public = {}
    for file in sorted(PACKAGE.glob("*.py")):
        if file.name == "__main__.py":
            continue
        source = file.read_text(encoding="utf-8")
        module = "rigor.plot" if file.name == "plot.py" else "rigor"
        for node in ast.parse(source).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_"):
                public[(module, node.name)] = (node, source.splitlines())
    names = ast.literal_eval(next(n.value for n in ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8")).body
                                  if isinstance(n, ast.Assign) and n.targets[0].id == "__all__"))
    out = ["# Python, name by name", "", "Made from the sources by `scripts/make_python_api.py`; [the tour](python.md) comes first.", ""]
    for (module, name), (node, lines) in sorted(public.items()):
        if module == "rigor" and name not in names:
            continue
        if isinstance(node, ast.ClassDef):
            out += class_page(node, lines)
        else:
            out += [f"## {module}.{name}", "", "```", f"{module}.{signature(node, False)}", "```", "", *words(node)]
    return "\n".join(out).rstrip() + "\n"


def main():
    made = page()
    if "--check" in sys.argv:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made else 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
