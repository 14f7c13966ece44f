"""Whole home-made replaces as real programs have them: each runs, leaves what it says, and is judged as it says."""

from __future__ import annotations

import ast
import os
import re
import stat
from pathlib import Path

import pytest

from flake8_atomic.catalogue import catalogue
from flake8_atomic.detect import detect
from flake8_atomic.rules import all_rules
from flake8_atomic.settings import Settings
from tests.fixtures import FIXTURES, ROOT, expected, load, runs

SHAPES = sorted((FIXTURES / "protocols").glob("*.py"))
FLAWED = [path for path in SHAPES if expected(path)]
SILENT = [path for path in SHAPES if not expected(path)]
_LEAVES = re.compile(r"^# leaves (\S+) (0o\d+) (.+)$", re.MULTILINE)

# How real code spells the steps; each is in a shape that is complete and in one that is not, where both can be.
SPELLINGS = {
    "Path.replace": r"\.replace\(path\)|\.replace\(self\.path\)",
    "os.replace": r"os\.replace\(",
    "os.rename": r"os\.rename\(",
    "a name of its own for the rename": r"^replace = os\.replace|import rename as",
    "tmp.name": r"tmp\.name",
    "Path(tmp.name).replace": r"Path\(tmp\.name\)\.replace",
    "os.fdopen": r"os\.fdopen\(fd",
    "os.fdopen of a duplicate": r"os\.fdopen\(os\.dup\(fd\)",
    "open of a descriptor": r"open\(fd, ",
    "open of os.open": r"open\(os\.open\(tmp",
    "os.write": r"os\.write\(",
    "fileno": r"f\.fileno\(\)",
    "NamedTemporaryFile that is kept": r"NamedTemporaryFile\(.*delete=False\)",
    "mkstemp in the folder of the target": r"mkstemp\(dir=",
    "with_suffix": r"with_suffix\(",
    "with_name": r"with_name\(",
    "the process number": r"\{os\.getpid\(\)\}",
    "a uuid": r"uuid4\(\)",
    "methods of a class": r"def (?:commit|publish)\(self",
    "a with statement of its own": r"def __exit__\(",
    "a generator": r"@contextmanager",
    "a callback that is given the temp": r"write_fn\(tmp\)",
    "a callback that is given the handle": r"write_fn\(f\)",
    "a clean-up in an except": r"except BaseException:",
    "a clean-up in a finally": r"finally:",
    "contextlib.suppress": r"suppress\(",
    "ExitStack": r"stack\.callback\(",
}
ONE_SIDE = {
    "os.renames": (r"os\.renames\(", FLAWED),
    "shutil.move": (r"shutil\.move\(tmp", FLAWED),
    "Path.rename": (r"tmp\.rename\(", FLAWED),
    "a fallback in place": (r"path\.write_text\(text\)  # ATM101", FLAWED),
    "the time": (r"time\.time_ns\(\)", SILENT),
    "a random part": (r"secrets\.token_hex", SILENT),
    "an else": (r"^    else:", SILENT),
    "atexit": (r"atexit\.register\(", SILENT),
    "a mode for credentials": (r"os\.chmod\(tmp, 0o600\)", SILENT),
    "a backup": (r"\.bak", SILENT),
    "a move aside": (r"\.old", SILENT),
    "a quarantine": (r"\.corrupt", SILENT),
    "a rotation": (r"\{number - 1\}", SILENT),
    "a move of what was made elsewhere": (r"shutil\.move\(str\(received\)", SILENT),
}

each_shape = pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.stem)


def declared(path: Path) -> dict[str, tuple[int, bytes]]:
    """The files that a shape says it leaves, with their modes and content."""
    found = {}
    for name, mode, content in _LEAVES.findall(path.read_text(encoding="utf-8")):
        value = ast.literal_eval(content)
        found[name] = int(mode, 8), value if isinstance(value, bytes) else value.encode()
    return found


def left_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    files = (Path(root, name) for root, _, names in os.walk(folder) for name in names)
    return {str(f.relative_to(folder)): (stat.S_IMODE(f.stat().st_mode), f.read_bytes()) for f in files}


@pytest.mark.usefixtures("plain_umask")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@each_shape
def test_a_shape_leaves_the_files_that_it_declares(path: Path, tmp_path: Path) -> None:
    assert list(runs(load(path), tmp_path)) == ["main"]
    assert declared(path)
    assert left_in(tmp_path / "main") == declared(path)


def texts(shapes: list[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in shapes)


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_every_spelling_is_in_a_complete_shape_and_in_a_flawed_one(spelling: str) -> None:
    assert re.search(spelling, texts(SILENT), re.MULTILINE)
    assert re.search(spelling, texts(FLAWED), re.MULTILINE)


@pytest.mark.parametrize(("spelling", "shapes"), ONE_SIDE.values(), ids=ONE_SIDE)
def test_every_other_spelling_is_where_it_can_be(spelling: str, shapes: list[Path]) -> None:
    assert re.search(spelling, texts(shapes), re.MULTILINE)


def test_every_rule_of_replaces_is_shown_by_two_shapes() -> None:
    shown = [code for path in FLAWED for code in {code for _, _, code in expected(path)}]
    rules = [rule.code for rule in all_rules().values() if rule.code.startswith("ATM2") and not rule.opt_in]
    assert {code: shown.count(code) for code in rules if shown.count(code) < 2} == {}


def test_one_shape_leaves_nothing_to_ask_for() -> None:
    strict = Settings(enable=frozenset({rule.code for rule in all_rules().values() if rule.opt_in}))
    text = (FIXTURES / "protocols" / "mkstemp_mode_and_folder_complete.py").read_text(encoding="utf-8")
    assert detect(text, strict) == []
    assert [finding.code for finding in detect(text.replace("    sync_directory(path", "    print(path"), strict)] == [
        "ATM210"
    ]
    assert [finding.code for finding in detect(text.replace("fchmod", "fstat"), strict)] == ["ATM208"]


DOCUMENT = (ROOT / "docs" / "replaces.md").read_text(encoding="utf-8")


def test_the_documented_replace_is_the_one_that_leaves_nothing_to_ask_for() -> None:
    code = DOCUMENT.partition("```python\n")[2].partition("```")[0]
    assert code
    assert code in (FIXTURES / "protocols" / "mkstemp_mode_and_folder_complete.py").read_text(encoding="utf-8")


def test_the_documented_states_are_those_of_the_rules() -> None:
    rows = {code: row for row in DOCUMENT.splitlines() for code in re.findall(r"\| (ATM2\d\d)", row)}
    entries = [entry for entry in catalogue() if entry["code"].startswith("ATM2")]
    assert list(rows) == [entry["code"] for entry in entries]
    assert [entry["code"] for entry in entries if f"| {entry['crash']} |" not in rows[entry["code"]]] == ["ATM204"]
    assert [entry["code"] for entry in entries if entry["opt_in"] != ("opt-in" in rows[entry["code"]])] == []
