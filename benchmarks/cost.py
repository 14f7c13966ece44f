"""What a run of `atomicize` may cost, and what libcst takes of it."""

from __future__ import annotations

import ast
import gc
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import process_time
from typing import ParamSpec, TypeVar
from unittest.mock import patch

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from codemods import carrying
from codemods.apply import apply
from codemods.project.content import decoded
from codemods.rewrite import Wish, rewritten
from codemods.running.run import processors
from codemods.syntax.reading import Read, read
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import Edit, Imported
from flake8_atomic.settings import Settings

ALLOWED = 1.5
Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Item = TypeVar("Item")


def told(cpu: float, every: list[bytes], fixed: Mapping[Path, bytes], *, unsafe: bool) -> Iterator[str]:
    """Hold the processor time of a run against the bar, by both readings of what libcst may take of it."""
    parse = _shared(_parsing, every)
    yield f"CPU {cpu:.1f} s; ast.parse of the tree takes {parse:.1f} s in as many processes at once"

    def reading(name: str, libcst: float) -> str:
        bar, rest = ALLOWED * parse + libcst, (cpu - libcst) / parse
        word = "holds" if cpu <= bar else "FALLS SHORT"
        return f"{word}: {rest:.2f} x ast.parse, bar {ALLOWED}, beside {libcst:.1f} s of {name} (in all {bar:.1f} s)"

    own = _shared(partial(_own_libcst, unsafe=unsafe), list(fixed.items()))
    yield reading(f"atomicize's own libcst in the {len(fixed)} files with a fix", own)
    alone = _shared(_libcst_alone, list(fixed.values()))
    yield reading("a libcst codemod that changes nothing in them: read, positions, one visit, written", alone)


def _shared(measure: Callable[[list[Item]], float], items: list[Item]) -> float:
    """The CPU seconds of it in as many processes as a run has: two that share a core are slower than one alone."""
    count = processors()
    with ProcessPoolExecutor(count) as pool:
        return sum(pool.map(measure, [items[first::count] for first in range(count)]))


def _parsing(every: list[bytes]) -> float:
    """`ast.parse` over these files."""
    warnings.simplefilter("ignore")
    start = process_time()
    for data in every:
        try:
            ast.parse(data)
        except (SyntaxError, ValueError):
            continue
    return process_time() - start


def _own_libcst(fixed: list[tuple[Path, bytes]], *, unsafe: bool) -> float:
    """Its tree of each of these files, the edits in it, and the text of it before and after."""
    warnings.simplefilter("ignore")
    gc.disable()  # as in a worker of atomicize
    watch = _Watch()
    with watch.on_libcst():
        for path, data in fixed:
            rewritten(decoded(data).text, str(path), Wish(Settings(), unsafe))
    return watch.spent


def _libcst_alone(fixed: list[bytes]) -> float:
    """What every codemod of libcst does to a file, and one that changes nothing."""
    start = process_time()
    for data in fixed:
        module = cst.parse_module(data)
        MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
        assert module.visit(cst.CSTTransformer()).code
    return process_time() - start


class _Watch:
    """Runs while libcst is at work for atomicize."""

    def __init__(self) -> None:
        self.spent = 0.0
        self._runs = False
        self._since = 0.0

    @contextmanager
    def on_libcst(self) -> Iterator[None]:
        """Let it run wherever the codemod reads, edits or writes a tree of libcst."""

        def applied(tree: Read, source: Source, edits: Sequence[Edit], local: Callable[[Imported], str]) -> cst.Module:
            return self._during(apply, runs=True)(tree, source, edits, self._during(local, runs=False))

        with (
            patch.object(carrying, "read", self._during(read, runs=True)),
            patch.object(carrying, "apply", applied),
            patch.object(Read, "code_of", self._during(Read.code_of, runs=True)),
        ):
            yield

    def _during(self, function: Callable[Given, Answer], *, runs: bool) -> Callable[Given, Answer]:
        def watched(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
            before = self._turned(runs=runs)
            try:
                return function(*args, **kwargs)
            finally:
                self._turned(runs=before)

        return watched

    def _turned(self, *, runs: bool) -> bool:
        """Start or stop it; answer whether it ran."""
        before, now = self._runs, process_time()
        self.spent += now - self._since if before else 0.0
        self._runs, self._since = runs, now
        return before
