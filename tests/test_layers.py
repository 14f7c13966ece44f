"""The arrows between the modules point one way, as far as the import statements say."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.fixtures import ROOT

PACKAGES = ("flake8_atomic", "codemods")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}


def _imports(name: str, path: Path) -> Iterator[tuple[str, bool]]:
    """The modules that a module imports, and whether already when it is loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    todo: list[tuple[ast.AST, bool]] = [(tree, True)]
    while todo:
        node, loaded = todo.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            loaded = False
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            loaded = False
        if isinstance(node, ast.Import):
            yield from ((alias.name, loaded) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join(
                    [*package.split(".")[: len(package.split(".")) - node.level + 1], *filter(None, [base])]
                )
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield (whole if whole in MODULES else base), loaded
        todo.extend((child, loaded) for child in ast.iter_child_nodes(node))


IMPORTS = {name: set(_imports(name, path)) for name, path in MODULES.items()}
OURS = {name: {other for other, _ in found if other in MODULES} for name, found in IMPORTS.items()}

A = "flake8_atomic.analysis"
TABLES = (f"{A}.vocabulary", f"{A}.lexicon")
# The packages of the analysis: none needs one that stands after it.
LAYERS = [
    f"{A}.{layer}"
    for layer in (
        "code.*",
        "paths.*",
        "files.*",
        "sqlite.*",
        "file",
        "facts.*",
        "state.*",
        "replaces.*",
        "together.*",
        "databases.*",
    )
]
LINTER = ("flake8_atomic", "flake8_atomic.*")
CODEMOD_LAYERS = ["codemods.project.*", "codemods.syntax.*", "codemods.importing.*", "codemods.guards.*"]
# Who may import what; a module that no line speaks of may import nothing of ours.
ARROWS = [
    ("flake8_atomic", ()),
    ("flake8_atomic.__main__", ("flake8_atomic.cli",)),
    (
        "flake8_atomic.cli",
        ("flake8_atomic", "flake8_atomic.catalogue", "flake8_atomic.helpers.*", "flake8_atomic.output.*"),
    ),
    ("flake8_atomic.catalogue", ("flake8_atomic.contracts", "flake8_atomic.rules")),
    ("flake8_atomic.plugin", ("flake8_atomic", "flake8_atomic.detect", "flake8_atomic.settings", f"{A}.code.source")),
    ("flake8_atomic.detect", ("flake8_atomic.contracts", "flake8_atomic.edits", "flake8_atomic.exempt",
                              "flake8_atomic.inspection",
                              "flake8_atomic.rules", "flake8_atomic.settings", f"{A}.*")),
    ("flake8_atomic.contracts", (f"{A}.code.source", f"{A}.code.scopes")),
    ("flake8_atomic.exempt", ()),
    ("flake8_atomic.inspection", ("flake8_atomic.database_inspection", "flake8_atomic.settings", f"{A}.*")),
    ("flake8_atomic.database_inspection", (f"{A}.*",)),
    ("flake8_atomic.company", ("flake8_atomic.apart", "flake8_atomic.inspection", "flake8_atomic.saved", f"{A}.*")),
    ("flake8_atomic.saved", ("flake8_atomic.inspection", f"{A}.*")),
    ("flake8_atomic.apart", ("flake8_atomic.inspection", f"{A}.*")),
    ("flake8_atomic.rules", ("flake8_atomic.edits", "flake8_atomic.inspection", f"{A}.files.events")),
    ("flake8_atomic.rules.*", ("flake8_atomic.rules", "flake8_atomic.inspection", "flake8_atomic.company",
                               f"{A}.files.events", f"{A}.replaces.*", f"{A}.sqlite.pragmas")),
    ("flake8_atomic.edits", ()),
    ("flake8_atomic.fixes", ()),
    ("flake8_atomic.fixes.*", ("flake8_atomic.edits", "flake8_atomic.fixes.*", "flake8_atomic.inspection", f"{A}.*")),
    ("flake8_atomic.settings", ("flake8_atomic.settings.*",)),
    ("flake8_atomic.settings.*", ("flake8_atomic.settings", "flake8_atomic.settings.*")),
    ("flake8_atomic.helpers", ("flake8_atomic.helpers.*",)),
    ("flake8_atomic.helpers.*", ("flake8_atomic.helpers", "flake8_atomic.helpers.*")),
    ("flake8_atomic.crash", ("flake8_atomic.crash.*",)),
    ("flake8_atomic.crash.*", ("flake8_atomic.crash", "flake8_atomic.crash.*")),
    ("flake8_atomic.output", ()),
    ("flake8_atomic.output.*", ("flake8_atomic", "flake8_atomic.catalogue", "flake8_atomic.output.*")),
    ("codemods", ()),
    ("codemods.*", ("codemods", "codemods.*", *LINTER)),
    *((layer, (*CODEMOD_LAYERS[: place + 1], *LINTER)) for place, layer in enumerate(CODEMOD_LAYERS)),
    (A, ()),
    (f"{A}.vocabulary", ()),
    (f"{A}.lexicon", ()),
    *((layer, (*TABLES, *LAYERS[: place + 1])) for place, layer in enumerate(LAYERS)),
]  # fmt: skip
# Inside the analysis: none of these needs one that stands after it, not even through others.
CHAIN = [
    "code.source",
    "code.scopes",
    "code.blocks",
    "code.expressions",
    "code.flow",
    "code.notes",
    "code.simple_statements",
    "code.survey",
    "code.names",
    "code.definitions",
    "code.sites",
    "code.values",
    "code.strings",
    "paths.bases",
    "paths.keys",
    "paths.paths",
    "files.already_open",
    "files.openings",
    "files.holders",
    "files.handles",
    "files.calls",
    "files.trace",
    "file",
    "state.pieces",
    "state.evidence",
]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_what_its_arrows_point_at(name: str) -> None:
    exact = [may for pattern, may in ARROWS if pattern == name]
    allowed = (exact or [may for pattern, may in ARROWS if fnmatch(name, pattern)] or [()])[-1]
    assert {other for other in OURS[name] if not any(fnmatch(other, pattern) for pattern in allowed)} == set()


def needed(name: str) -> set[str]:
    """What a module imports when it is loaded, and what that imports."""
    found: set[str] = set()
    todo = [name]
    while todo:
        loaded = {other for other, at_once in IMPORTS[todo.pop()] if at_once and other in MODULES}
        todo += loaded - found
        found |= loaded
    return found


@pytest.mark.parametrize("place", range(len(CHAIN)), ids=CHAIN)
def test_the_analysis_builds_on_what_comes_before(place: int) -> None:
    later = {f"{A}.{name}" for name in CHAIN[place:]}
    assert needed(f"{A}.{CHAIN[place]}") & later == set()


@pytest.mark.parametrize("name", ["vocabulary", "lexicon", "code.source", "code.scopes"])
def test_tables_and_text_need_nothing(name: str) -> None:
    assert needed(f"{A}.{name}") == set()


def test_only_source_knows_bytes_from_characters() -> None:
    counting = [name for name, path in MODULES.items() if "col_offset" in path.read_text(encoding="utf-8")]
    assert [name for name in counting if name.startswith("flake8_atomic")] == [f"{A}.code.source"]


def test_rules_do_not_look_at_syntax() -> None:
    rules = [name for name in MODULES if name.startswith("flake8_atomic.rules.")]
    assert rules
    assert [name for name in rules if {"ast", "libcst"} & {other for other, _ in IMPORTS[name]}] == []


def test_no_module_imports_itself_through_others() -> None:
    loaded = {
        name: {other for other, at_once in found if at_once and other in MODULES} for name, found in IMPORTS.items()
    }
    while leaves := {name for name, others in loaded.items() if not others - {name}}:
        loaded = {name: others - leaves for name, others in loaded.items() if name not in leaves}
    assert loaded == {}


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith("codemods")])
def test_only_the_codemod_needs_libcst_and_only_the_plugin_flake8(name: str) -> None:
    outside = {other.partition(".")[0] for other, at_once in IMPORTS[name] if at_once}
    assert not outside & {"libcst", "flake8", "pyflakes", "codemods"}
    standard = {other for other in outside if other not in sys.stdlib_module_names}
    assert standard <= {"flake8_atomic"}


LIGHT = ["flake8_atomic", *(name for name in ("flake8_atomic.helpers",) if name in MODULES)]


@pytest.mark.parametrize("name", LIGHT)
def test_what_production_code_imports_is_light(name: str) -> None:
    program = f"import sys, {name}; print(*sorted({{'ast', 'flake8', 'libcst', 'inspect'}} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


def test_a_start_of_flake8_loads_neither_libcst_nor_hypothesis() -> None:
    program = "import sys, flake8_atomic.plugin; print(*sorted({'libcst', 'flake8', 'pyflakes'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
