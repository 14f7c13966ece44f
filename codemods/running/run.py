"""A run over many files: workers rewrite them, the parent writes what they hand back."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from codemods.files import Target
from codemods.project.project_imports import imports_around
from codemods.running.one import Outcome, Work, failed
from codemods.running.progress import Progress
from codemods.running.worker import Lost
from codemods.running.workers import answers
from codemods.running.writing import cleared, written
from flake8_atomic.output import records
from flake8_atomic.rules import all_rules

_ENOUGH = 8
"""Files for which one more process pays."""


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
        jobs = min(self.jobs or processors(), -(-len(targets) // _ENOUGH))
        done: dict[int, records.File] = {}
        try:
            for number, answer in answers(self.work, targets, jobs, prepare=_prepare):
                done[number] = self._handled(targets[number], answer)
                self.progress.step(len(done))
        finally:
            self.progress.clear()
        return [done[number] for number in range(len(targets))]

    def _handled(self, target: Target, answer: Outcome | Lost) -> records.File:
        if isinstance(answer, Lost):
            return failed(target.path, answer)
        return written(answer, target.real) if self.write and answer.file.changed else answer.file


def _prepare(targets: Sequence[Target]) -> None:
    """Load what a worker loads for the first file in which it finds something, libcst with it."""
    import_module("codemods.carrying")
    for rule in all_rules().values():
        rule.planner()
    for target in targets:
        imports_around(target.path)


def processors() -> int:
    """How many files can be handled at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows cannot tell
        return os.cpu_count() or 1
