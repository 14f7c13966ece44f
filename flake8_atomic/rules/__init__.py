"""The rules: each module flags one thing, and its docstring is the documentation."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from flake8_atomic.analysis.files.events import At, Event
    from flake8_atomic.edits import Fix
    from flake8_atomic.inspection import Inspection

Check = Callable[["Inspection"], Iterator["Event | At"]]
Planner = Callable[["Inspection", "Event"], "Fix"]
_RULES: dict[str, Rule] = {}


class Crash(NamedTuple):
    """What the crash explorer finds on the disk where a rule is right; its test runs the rule's fixture."""

    cause: str
    state: str


@dataclass(frozen=True)
class Rule:
    """One thing that can be flagged."""

    code: str
    message: str
    check: Check
    contracts: tuple[str, ...]
    opt_in: bool = False
    repair: str = ""
    """Where the planner of its fixes is: only those who fix load it."""
    crash: Crash | None = None

    def plan(self, inspection: Inspection, event: Event) -> Fix:
        """Return the fix for what was flagged, or raise `NoFix`."""
        from flake8_atomic.edits import NoFix

        planner = self.planner()
        if planner is None:
            raise NoFix("there is no automatic repair for this rule")
        return planner(inspection, event)

    def planner(self) -> Planner | None:
        """Load what plans its fixes, where it has any."""
        module, _, function = self.repair.rpartition(".")
        return getattr(importlib.import_module(f"flake8_atomic.fixes.{module}"), function) if self.repair else None

    @property
    def name(self) -> str:
        """The name of the thing flagged, as its module and its fixture folder have it."""
        return self.check.__module__.rpartition(".")[2]

    @property
    def summary(self) -> str:
        """What is wrong, in one sentence."""
        return self.documentation.partition("\n")[0]

    @property
    def documentation(self) -> str:
        """What is at risk, and why."""
        return (sys.modules[self.check.__module__].__doc__ or "").strip()


def rule(
    code: str,
    message: str,
    *,
    contracts: tuple[str, ...],
    opt_in: bool = False,
    fix: str = "",
    crash: Crash | None = None,
) -> Callable[[Check], Rule]:
    """Register a check as a rule; the message says what is at risk and what to use instead."""

    def register(check: Check) -> Rule:
        made = _RULES[code] = Rule(code, message, check, contracts, opt_in, fix, crash)
        return made

    return register


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its code, in the order of the codes."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return dict(sorted(_RULES.items()))
