"""What a run of `atomicize` may cost, and what libcst takes of it."""

from __future__ import annotations

import ast
import gc
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from time import process_time
from typing import NamedTuple

import libcst
from libcst.metadata import MetadataWrapper, PositionProvider

from codemods.content import decoded
from codemods.reading import read

ALLOWED = 1.5


def told(cpu: float, every: list[bytes], fixed: list[bytes]) -> Iterator[str]:
    """Hold the processor time of a run against the bar, and say what it took besides its own use of libcst."""
    with ProcessPoolExecutor(1) as apart:
        cost = apart.submit(spent, every, fixed).result()
    bar = ALLOWED * cost.parse + cost.codemod
    yield f"CPU {cpu:.1f} s, the bar is {bar:.1f} s: {ALLOWED} x ast.parse of the tree, {cost.parse:.1f} s,"
    yield f"and libcst for the {len(fixed)} files with a fix, {cost.codemod:.1f} s: tree, positions and one transformer"
    yield f"of the CPU, libcst takes {cost.own:.1f} s: the tree, and writing it once, which is guard 1;"
    yield f"all but that is {(cpu - cost.own) / cost.parse:.2f} x ast.parse of the tree"


class Cost(NamedTuple):
    """CPU seconds."""

    parse: float
    """ast.parse over every file."""
    codemod: float
    """A libcst codemod that changes nothing, over the files with a fix."""
    own: float
    """What atomicize reads of the same files before it looks at an edit."""


def spent(every: list[bytes], some: list[bytes]) -> Cost:
    """Measure all three in this process."""
    warnings.simplefilter("ignore")
    marks = [process_time()]
    for data in every:
        try:
            ast.parse(data)
        except (SyntaxError, ValueError):
            continue
    marks.append(process_time())
    for data in some:
        module = libcst.parse_module(data)
        MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
        assert module.visit(libcst.CSTTransformer()).code
    gc.disable()  # as in a worker of atomicize
    marks.append(process_time())
    for data in some:
        read(decoded(data).text)
    marks.append(process_time())
    return Cost(*(end - start for start, end in pairwise(marks)))
