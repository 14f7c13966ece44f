"""One write under test: which writer, onto what, how much, and what may be found after a crash."""

from __future__ import annotations

import importlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from flake8_atomic.crash import Tree

OLD = b"an old state, whole\n" * 250
OLD_MODE = 0o640
NAME = "state.json"
PAGE = 4096
SIZES = (0, PAGE, 3 * PAGE + 1)
TARGETS = ("absent", "replace", "symlink")
SYNCS = ("full", "file", "none")


def new_data(size: int) -> bytes:
    """Return text in which every page differs, so that a lost or swapped one shows."""
    return b"".join(b"%07d\n" % number for number in range(size // 8 + 1))[:size]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One write; `writer` is `module:function`, called with the path, the data and `options`."""

    writer: str
    target: str = "replace"
    size: int = PAGE
    sync: str = "full"
    options: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        options = "".join(f",{name}={value}" for name, value in self.options)
        return f"{self.writer},{self.sync},{self.target},{self.size}{options}".replace("/", "_")

    @property
    def name(self) -> str:
        """Return where the file really is, below the root."""
        return f"real/{NAME}" if self.target == "symlink" else NAME

    def prepare(self, root: Path) -> None:
        """Make the directory as it is before the write."""
        root.mkdir(parents=True, exist_ok=True)
        if self.target == "absent":
            return
        path = root / self.name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(OLD)
        path.chmod(OLD_MODE)
        if self.target == "symlink":
            (root / NAME).symlink_to(self.name)

    def load(self) -> Callable[..., object]:
        """Import the writer."""
        writer: Callable[..., object] = named(self.writer)
        return writer

    def write(self, root: Path) -> None:
        """Carry out the write."""
        self.load()(root / NAME, new_data(self.size), **self._arguments())

    def _arguments(self) -> dict[str, str]:
        helper = self.writer.startswith("tests.crash.writers")
        return {**({"sync": self.sync} if helper else {}), **dict(self.options)}

    @property
    def expected_mode(self) -> int:
        return 0o666 & ~UMASK if self.target == "absent" else OLD_MODE

    def fault(self, tree: Tree, *, returned: bool, power: bool = True) -> str | None:
        """Return what is wrong with a tree found after a crash.

        `returned`: the write had reported success; `power`: the crash was a power cut.
        """
        if self.target == "symlink" and tree.get(NAME, tree[next(iter(tree))]).kind != "link":
            return "LINK-LOST"
        node = tree.get(self.name)
        durable = returned and (self.sync == "full" or not power)
        if node is None:
            return ("NOT-DURABLE" if durable else None) if self.target == "absent" else "GONE"
        new = new_data(self.size)
        if node.data == new and node.mode == self.expected_mode:
            return "TEMP-LEFT" if durable and self.leftovers(tree) else None
        if node.data == OLD and self.target != "absent":
            return "NOT-DURABLE" if durable else None
        if node.data == new:
            return "WRONG-MODE"
        return "TORN" if node.data else "EMPTY"

    def leftovers(self, tree: Tree) -> set[str]:
        """Return the names that neither were there before nor should be there after."""
        return {*tree} - {self.name, NAME, "real"}

    def is_new(self, tree: Tree) -> bool:
        """Tell whether the new content is in place, though it may equal nothing that was there."""
        node = tree.get(self.name)
        return node is not None and node.data == new_data(self.size)

    def is_stricter(self, tree: Tree) -> bool:
        """Tell whether the new content is in place, alone, and open to nobody who had no access before."""
        node = tree.get(self.name)
        return self.is_new(tree) and not self.leftovers(tree) and not (node and node.mode & ~self.expected_mode)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


UMASK = _umask()


def dump(scenarios: Iterable[tuple[Scenario, Path]]) -> str:
    """Return scenarios and their roots as text for a child process."""
    return json.dumps([(kind(scenario), asdict(scenario), str(root)) for scenario, root in scenarios])


def load(text: str) -> list[tuple[Scenario, Path]]:
    """Return what `dump` was given."""
    return [
        (named(kind)(**{**fields, "options": tuple(map(tuple, fields["options"]))}), Path(root))
        for kind, fields, root in json.loads(text)
    ]


def kind(scenario: Scenario) -> str:
    """Return where the class of a scenario is found."""
    return f"{type(scenario).__module__}:{type(scenario).__name__}"


def named(name: str) -> Any:
    """Import what `module:name` stands for."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)
