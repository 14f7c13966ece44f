"""Counts the lines that a rewrite changes though nobody planned it, over the standard library of each Python at hand.

    python -m benchmarks.bytes [--every N] [FOLDER...]

In each file one call is planned to become a call of a helper. Names the files that are left alone, and why; exits 1
where a line changed that nobody planned to change, or where a second run would import anything again.
"""

from __future__ import annotations

import argparse
import ast
import sys
import sysconfig
import time
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from codemods.carrying import carried_out
from codemods.imports import Imports
from codemods.planning import Wish
from flake8_atomic.analysis.code.source import Source, Unreadable
from flake8_atomic.edits import HELPERS, Argument, Call, CallInstead, Imported, NoFix
from flake8_atomic.settings import Settings

OPEN = Imported(HELPERS, "atomic_open")


def main(argv: Sequence[str] | None = None) -> int:
    """Rewrite each file once, write nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth file")
    args = parser.parse_args(argv)
    warnings.simplefilter("ignore")
    return max(_rewritten(folder, args.every) for folder in args.folders or _standard_libraries())


def _standard_libraries() -> list[Path]:
    installed = Path.home().glob(".pyenv/versions/*/lib/python3.*")
    found = {folder.resolve() for folder in (Path(sysconfig.get_path("stdlib")), *installed)}
    return sorted(folder for folder in found if (folder / "os.py").is_file())


def _rewritten(folder: Path, every: int) -> int:
    done, wrong = 0, 0
    left: Counter[str] = Counter()
    start = time.process_time()
    for path, source in _sources(folder, every):
        edit = _edit(source)
        if edit is None:
            left["it has no call to change"] += 1
            continue
        try:
            after = carried_out(source, str(path), [edit], Wish(Settings()))
        except NoFix as reason:
            left[str(reason).partition(",")[0]] += 1
            print(f"left alone  {path.relative_to(folder)}  {reason}")
            continue
        done += 1
        for flaw in _flaws(source, edit, after, str(path)):
            wrong += 1
            print(f"WRONG  {path.relative_to(folder)}  {flaw}")
    reasons = "".join(f"\n  {count} left alone: {reason}" for reason, count in left.most_common())
    print(f"{folder}\n  {done} files rewritten, {wrong} wrong, {time.process_time() - start:.0f} s CPU{reasons}")
    return int(bool(wrong))


def _sources(folder: Path, every: int) -> Iterator[tuple[Path, Source]]:
    for path in sorted(folder.rglob("*.py"))[::every]:
        if "site-packages" in path.parts or not path.is_file():
            continue
        try:
            with path.open("rb") as file:
                encoding, _ = tokenize.detect_encoding(file.readline)
            yield path, Source.parse(path.read_bytes().decode(encoding))
        except (SyntaxError, UnicodeDecodeError, Unreadable) as reason:
            print(f"no Python of this version  {path.relative_to(folder)}  {reason}")


def _edit(source: Source) -> CallInstead | None:
    """The last call of a plain name becomes one of a helper, with the arguments that it has."""
    calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    if not calls:
        return None
    call = max(calls, key=lambda node: (node.lineno, node.col_offset))
    named = [Argument(keyword.value, keyword.arg or "**") for keyword in call.keywords]
    return CallInstead(call, Call(OPEN, (*map(Argument, call.args), *named), call))


def _flaws(source: Source, edit: CallInstead, after: str, filename: str) -> Iterator[str]:
    """What changed though it is neither a line of the call nor an import, told without the guards' own means."""
    before, result = source.text.split("\n"), after.split("\n")
    edited = set(before[edit.old.lineno - 1 : edit.old.end_lineno])
    # Lines that are blank, of the call or of an import may come and go.
    free = edited | _gained(before, result) | _gained(result, before) | {"", "\r"}
    kept = [line for line in before if line not in free]
    if kept != [line for line in result if line not in free]:
        yield "lines changed their order"
    for line in sorted(free - edited - {"", "\r"}):
        if not _is_of_import(line, after if line in result else source.text) and "atomic_open" not in line:
            yield f"changed {line!r}"
    again = Source.parse(after)
    calls = [node for node in ast.walk(again.tree) if isinstance(node, ast.Call)]
    opened = [node for node in calls if ast.unparse(node.func).endswith("atomic_open")]
    imports = Imports(again, filename, HELPERS, [CallInstead(node, Call(OPEN, ())) for node in opened[-1:]])
    if imports.local(OPEN) and imports.lines:
        yield "a second run imports it again"


def _gained(mine: Iterable[str], theirs: Iterable[str]) -> set[str]:
    return set((Counter(theirs) - Counter(mine)).keys())


def _is_of_import(line: str, text: str) -> bool:
    """Does this line belong to an import statement of the text?"""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)) and line in lines[node.lineno - 1 : node.end_lineno]:
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
