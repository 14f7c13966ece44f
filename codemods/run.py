"""A run over many files: workers rewrite them, the parent writes what they hand back."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from codemods.files import Target
from codemods.one import Outcome, Work, failed
from codemods.progress import Progress
from codemods.workers import Lost, answers
from codemods.writing import cleared, written
from flake8_atomic.output import records

_ENOUGH = 8
"""Files for which one more process pays."""

_EDITING = "codemods.carrying"
"""What a worker loads for the first file that it changes, and libcst with it."""


@dataclass(frozen=True)
class Run:
    """How to go over the files."""

    work: Work
    write: bool
    jobs: int | None
    progress: Progress

    def over(self, targets: Sequence[Target]) -> list[records.File]:
        """Handle every file and return what became of each, in the order given."""
        if self.write:
            cleared(target.real for target in targets)
        jobs = min(self.jobs or _processors(), -(-len(targets) // _ENOUGH))
        done: dict[int, records.File] = {}
        try:
            for number, answer in answers(self.work, targets, jobs, prepare=partial(import_module, _EDITING)):
                done[number] = self._handled(targets[number], answer)
                self.progress.step(len(done))
        finally:
            self.progress.clear()
        return [done[number] for number in range(len(targets))]

    def _handled(self, target: Target, answer: Outcome | Lost) -> records.File:
        if isinstance(answer, Lost):
            return failed(target.path, answer)
        return written(answer, target.real) if self.write and answer.file.changed else answer.file


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows cannot tell
        return os.cpu_count() or 1
