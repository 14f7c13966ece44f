"""Which renames publish a temp that was written here, and are no backup, move, link or swap of folders."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.facts.folders import MAY_NAME_A_PATH
from flake8_atomic.analysis.facts.untearable import cannot_be_torn
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Rename
from flake8_atomic.analysis.paths.receivers import is_path
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.replaces.folders import is_folder
from flake8_atomic.analysis.replaces.proved_temps import is_temp
from flake8_atomic.analysis.replaces.publishers import renames_of
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.temps import born, lies_in

_OF_PATHS = frozenset(dir(Path)) | {"copy", "copy_into", "from_uri", "full_match", "move", "move_into", "walk"}


def replaces_of(file: File, scope: Scope) -> list[Replace]:
    """The renames of a scope that publish a temp that was written here."""
    found: list[Replace] = []
    for rename in renames_of(file, scope):
        replace = Replace(file, rename, born(file, rename.source))
        if not (publishes(replace) and replace.fillings):
            continue
        if not any(_is_the_same(replace, other) for other in found):
            found.append(replace)
    # What is renamed on is not published yet: a download that is unpacked beside itself first.
    return [replace for replace in found if not any(other.source == replace.target for other in found)]


def publishes(replace: Replace) -> bool:
    """Is a temp renamed that is no backup put back, no scratch file and no folder?"""
    if not is_temp(replace) or _is_put_back(replace) or _is_of_another_kind(replace):
        return False
    return not (_is_passing(replace) or is_folder(replace) or _is_swapped_back(replace))


def _is_of_another_kind(replace: Replace) -> bool:
    """Is it proved no path, or a method called on it that no path has? What its `rename` does its own class says."""
    rename, node = replace.rename, replace.rename.source.node
    if rename.function not in v.RENAME_METHODS or not isinstance(node, ast.Name):
        return False
    if is_path(rename.source, replace.file.paths) is False:
        return True
    called = (call.node.func for call in flow_of(rename.scope).calls)
    return any(
        isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Name)
        and func.value.id == node.id
        and func.attr not in _OF_PATHS
        for func in called
    )


def _is_put_back(replace: Replace) -> bool:
    """Is what was saved before a try renamed back because the try has failed?"""
    failed = replace.rename.place.block.failed()
    written = (filling.event.place.block.around() for filling in replace.fillings)
    if not failed or any(block.node in failed for around in written for block in around):
        return False
    return not any(_tries_to_publish(replace, event, failed) for event in replace.given_the_temp)


def _tries_to_publish(replace: Replace, event: Event, failed: set[ast.AST]) -> bool:
    """Is it told the target too, in the try that has failed, by a name that says that it puts one in place?"""
    key = replace.file.paths.key
    named = any(called.node is event.call for called in replace.file.trace(event.scope).publishing)
    return (
        named
        and not failed.isdisjoint(event.place.block.tried())
        and any(
            isinstance(arg, MAY_NAME_A_PATH) and key(event.term(arg)) == replace.target for arg in given_to(event.call)
        )
    )


def _is_swapped_back(replace: Replace) -> bool:
    """Was the target itself moved to the other name before, to be kept there meanwhile?"""
    key = replace.file.paths.key
    moved = (event for event in replace.events(Rename) if event is not replace.rename)
    return any(key(event.source) == replace.target and key(event.target) == replace.source for event in moved)


def _is_passing(replace: Replace) -> bool:
    """Is what is published empty, or gone with the process that made it: a scratch file, or the number of a process?"""
    file, target = replace.file, replace.rename.target
    if file.paths.temporary(target):
        return True
    if lies_in(file, target, lexicon.TEMPORARY) or wording_of(target, file.values).name_says(lexicon.PID):
        return True
    data = list(_data(replace))
    return bool(data) and cannot_be_torn(data, file.values)


def _data(replace: Replace) -> Iterator[Term]:
    for filling in replace.fillings:
        event = filling.event
        given = getattr(event, "data", None)
        if given is None:
            yield event.term(event.call)
        else:
            # os.write() takes the descriptor first.
            written = given[1:] if getattr(event, "what", "") == "put" else given
            yield from (event.term(node) for node in written if isinstance(node, ast.expr))


def _is_the_same(replace: Replace, other: Replace) -> bool:
    """Is it the same file under the same name: by a link or another function, or after the rename has failed?"""
    same = (replace.source, replace.target) == (other.source, other.target)
    return same and replace.first.call is other.first.call
