"""What a run of `atomicize` may cost, and what libcst takes of it."""

from __future__ import annotations

import ast
import gc
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import NamedTuple, ParamSpec, TypeVar
from unittest.mock import patch

from libcst import Module

from codemods import carrying
from codemods.apply import apply
from codemods.content import decoded
from codemods.reading import Read, read
from codemods.rewrite import Wish, rewritten
from flake8_atomic.analysis.source import Source
from flake8_atomic.edits import Edit, Imported
from flake8_atomic.settings import Settings

ALLOWED = 1.5
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def told(cpu: float, every: list[bytes], fixed: Mapping[Path, bytes], *, unsafe: bool) -> Iterator[str]:
    """Hold the processor time of a run against the bar."""
    with ProcessPoolExecutor(1) as apart:
        cost = apart.submit(spent, every, fixed, unsafe=unsafe).result()
    bar = ALLOWED * cost.parse + cost.libcst
    yield f"CPU {cpu:.1f} s, the bar is {bar:.1f} s: {ALLOWED} x ast.parse of the tree, {cost.parse:.1f} s,"
    yield f"and libcst for the {len(fixed)} files with a fix, {cost.libcst:.1f} s: to read, edit and write them here;"
    yield f"all but libcst is {(cpu - cost.libcst) / cost.parse:.2f} x ast.parse of the tree"


class Cost(NamedTuple):
    """CPU seconds."""

    parse: float
    """ast.parse over every file."""
    libcst: float
    """Its tree of each file that is fixed, the edits in it, and the text of it before and after."""


def spent(every: list[bytes], fixed: Mapping[Path, bytes], *, unsafe: bool) -> Cost:
    """Measure both in this process."""
    warnings.simplefilter("ignore")
    start = process_time()
    for data in every:
        try:
            ast.parse(data)
        except (SyntaxError, ValueError):
            continue
    parse = process_time() - start
    gc.disable()  # as in a worker of atomicize
    watch = _Watch()
    with watch.on_libcst():
        for path, data in fixed.items():
            rewritten(decoded(data).text, str(path), Wish(Settings(), unsafe))
    return Cost(parse, watch.spent)


class _Watch:
    """Runs while libcst is at work for atomicize."""

    def __init__(self) -> None:
        self.spent = 0.0
        self._runs = False
        self._since = 0.0

    @contextmanager
    def on_libcst(self) -> Iterator[None]:
        """Let it run wherever the codemod reads, edits or writes a tree of libcst."""

        def applied(tree: Read, source: Source, edits: Sequence[Edit], local: Callable[[Imported], str]) -> Module:
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
