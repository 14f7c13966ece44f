"""What takes the old file away before the new one has its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import called_as, spelled
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.callees import reached, writes
from flake8_atomic.analysis.facts.speakers import is_of_caller
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Remove, Rename, only_asks
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.replaces.replaces import Replace


def removed_first(replace: Replace) -> Iterator[Event]:
    """Where the target is removed, or moved away, before the new file takes its name."""
    file, scope = replace.file, replace.rename.scope
    written = [event.place.order for event in writes(file, scope, replace.target) if replace.is_before(event)]
    for event in _removals(replace):
        # What is written anew before the rename was removed for another reason.
        if replace.is_before(event) and event.place.order > max(written, default=0):
            yield event


def removed_to_try_again(replace: Replace) -> Iterator[Event]:
    """Where the target is removed because the rename has failed, which is tried once more then."""
    again = [rename.place for rename in _tried_again(replace)]
    for event in _removals(replace) if again else ():
        if any(event.place.order < at.order and not event.place.block.unseen_from(at.block) for at in again):
            yield event


def _removals(replace: Replace) -> Iterator[Event]:
    """What takes the target away, and something with it."""
    return (event for event in (*_taken(replace), *_told_to_remove(replace)) if not _is_no_loss(replace, event))


def _taken(replace: Replace) -> Iterator[Event]:
    """Where the function itself removes the target, or moves it away."""
    file = replace.file
    for event in file.trace(replace.rename.scope).events:
        path = event.path if isinstance(event, Remove) else event.source if isinstance(event, Rename) else None
        if isinstance(event, Rename) and event.function == "os.link":
            continue  # a second name takes nothing away
        if path is not None and file.paths.key(path) == replace.target:
            yield event


def _told_to_remove(replace: Replace) -> Iterator[Event]:
    """Where a function of the file that says so removes the target which it is given."""
    file = replace.file
    for event in replace.calls:
        says_so = not lexicon.REMOVING.isdisjoint(split_words(called_as(event.call)))
        if event.scope is replace.rename.scope and says_so:
            removed = (
                file.paths.key(removal.path) == key
                for scope, key in reached(file, event, replace.target)
                for removal in file.trace(scope).of(Remove)
            )
            if any(removed):
                yield event


def _tried_again(replace: Replace) -> Iterator[Rename]:
    """The renames of the same temp that are tried where the first one has failed."""
    key, tried = replace.file.paths.key, set(replace.rename.place.block.tried())
    for rename in replace.file.trace(replace.rename.scope).of(Rename) if tried else ():
        if (key(rename.source), key(rename.target)) == (replace.source, replace.target):
            if not tried.isdisjoint(rename.place.block.failed()):
                yield rename


def _is_no_loss(replace: Replace, event: Event) -> bool:
    if _leaves_next(replace.file, event) or _unsays(replace, event) or _was_read_in_vain(replace, event):
        return True
    return event.place.order < replace.first.place.order and _is_read_once(replace)


def _leaves_next(file: File, event: Event) -> bool:
    """Is the next thing that is done to leave the function, so that no handler goes on from here?"""
    for block in event.place.block.around():
        body = block.node.body if isinstance(block.node, (ast.Try, ast.TryStar)) else []
        if len(body) > 1 and isinstance(body[-1], ast.Return):
            if any(node is body[-2] for node in file.parents.around(event.call)):
                return not any(isinstance(node, ast.Call) for node in ast.walk(body[-1]))
    return False


def _unsays(replace: Replace, event: Event) -> bool:
    """Does a mark go that vouches for other files, before these and the new mark are written?"""
    words = wording_of(replace.rename.target, replace.file.values)
    if not lexicon.VOUCHING.isdisjoint(words.tail) and event.place.order < replace.first.place.order:
        return True
    return isinstance(event, Remove) and _others_are_placed(replace, event)


def _others_are_placed(replace: Replace, removal: Event) -> bool:
    """Do other files that were not taken away get their names in between, of which the new one tells?"""
    file, scope = replace.file, replace.rename.scope
    key = file.paths.key
    removed = {key(event.path) for event in file.trace(scope).of(Remove)} | {replace.source}
    return any(
        removal.place.order < event.place.order < replace.rename.place.order
        and not {key(event.source), key(event.target)} & removed
        for event in file.trace(scope).of(Rename)
    )


def _is_read_once(replace: Replace) -> bool:
    """Does another function of the file read what was left there, and take it away?"""
    file, target = replace.file, replace.rename.target
    if is_of_caller(replace.target):
        return False
    for scope in file.values.scopes_with(spelled(target.node)):
        removed = scope is not replace.rename.scope and any(
            file.paths.key(event.path) == replace.target for event in file.trace(scope).of(Remove)
        )
        if removed and any(not only_asks(read) for read in file.reads(scope, replace.target)):
            return True
    return False


def _was_read_in_vain(replace: Replace, removal: Event) -> bool:
    """Is the target taken away because reading it has failed, or what was read is refused, so that nothing is lost?"""
    failed = removal.place.block.failed()
    reads = replace.file.reads(removal.scope, replace.target)
    before = removal.place.order < replace.first.place.order
    return any(
        not failed.isdisjoint(read.place.block.tried()) or (before and _is_refused(read, removal))
        for read in reads
        if not only_asks(read)
    )


def _is_refused(read: Event, removal: Event) -> bool:
    """`if whole(data): return data` between the two: is what was read asked whether it is good, and returned if so?"""
    for value, place in flow_of(removal.scope).returns:
        if read.place.order < place.order < removal.place.order and isinstance(value, ast.Name):
            tests = (block.node.test for block in place.block.around() if isinstance(block.node, ast.If))
            calls = (part for test in tests for part in ast.walk(test) if isinstance(part, ast.Call))
            if any(isinstance(arg, ast.Name) and arg.id == value.id for call in calls for arg in call.args):
                return True
    return False
