"""What filesystems promise about the order in which operations reach the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from .operations import Chmod, Chown, Grow, Operation, Rename, Sync, Truncate, Write, Xattr, fields

Needs = Callable[[Sequence[Operation], int], set[int]]
Settles = Callable[[Operation, Sync], bool]


@dataclass(frozen=True, slots=True)
class Model:
    """`needs` says which earlier operations one depends on; `settles`, whether a sync makes one durable.

    `keeps_cache`: the kernel lives on, so what a finished call did is never lost.
    """

    name: str
    needs: Needs
    settles: Settles
    splits_renames: bool = False
    keeps_cache: bool = False

    def lower(self, operation: Operation) -> tuple[Operation, ...]:
        """Return what reaches the disk on its own."""
        if self.splits_renames and isinstance(operation, Rename):
            return (operation.target, operation.source)
        return (operation,)


def _all_earlier(_: Sequence[Operation], index: int) -> set[int]:
    return {index - 1} if index else set()


def _same_field(operations: Sequence[Operation], index: int) -> set[int]:
    wanted = set(fields(operations[index]))
    return {earlier for earlier in range(index) if not wanted.isdisjoint(fields(operations[earlier]))}


def _journaled(operation: Operation) -> bool:
    return not isinstance(operation, Write | Grow)


def _last(operations: Sequence[Operation], index: int) -> set[int]:
    return {max((earlier for earlier in range(index) if _journaled(operations[earlier])), default=-1)} - {-1}


def _ordered_journal(operations: Sequence[Operation], index: int) -> set[int]:
    operation = operations[index]
    needs = _same_field(operations, index)
    if not isinstance(operation, Write):
        needs |= _last(operations, index)
    if isinstance(operation, Grow):
        # data=ordered: the blocks a new size reveals are on disk before it.
        needs |= _contents(operations, index, operation.inode)
    return needs


def _flush_before_replace(operations: Sequence[Operation], index: int) -> set[int]:
    operation = operations[index]
    needs = _ordered_journal(operations, index)
    if isinstance(operation, Rename) and operation.replaces:
        needs |= _contents(operations, index, operation.target.inode)
    return needs


def _contents(operations: Sequence[Operation], index: int, inode: int) -> set[int]:
    return {
        earlier
        for earlier, operation in enumerate(operations[:index])
        if isinstance(operation, Write | Grow) and operation.inode == inode
    }


def _nothing(_: Operation, __: Sync) -> bool:
    return False


def _what_was_synced(operation: Operation, sync: Sync) -> bool:
    match operation:
        case Write() | Grow() | Truncate():
            return sync.inode in (None, operation.inode)
        case Chmod() | Chown() | Xattr():
            return sync.inode is None or (sync.inode == operation.inode and not sync.data_only)
        case Rename(source, target):
            return sync.inode in (None, source.directory, target.directory)
        case _:
            return sync.inode in (None, operation.directory)


def _and_the_journal(operation: Operation, sync: Sync) -> bool:
    return _journaled(operation) or _what_was_synced(operation, sync)


KILL = Model("kill", _all_earlier, _nothing, keeps_cache=True)
EXT4 = Model("ext4", _flush_before_replace, _and_the_journal)
EXT4_NOAUTO = Model("ext4-noauto", _ordered_journal, _and_the_journal)
POSIX_WEAK = Model("posix-weak", _same_field, _what_was_synced)
SPLIT_RENAME = Model("posix-split-rename", _same_field, _what_was_synced, splits_renames=True)


def by_name(models: Iterable[Model]) -> Mapping[str, Model]:
    """Return the models by their names."""
    return {model.name: model for model in models}


MODELS = by_name((KILL, EXT4, EXT4_NOAUTO, POSIX_WEAK, SPLIT_RENAME))
"""`posix-weak` is the oracle; `ext4` describes a heuristic that real kernels do not always keep."""
