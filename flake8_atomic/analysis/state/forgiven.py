"""Files whose reader takes a torn one for none, and which are then filled anew from where they came."""

from __future__ import annotations

import ast

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.flow import leaves
from flake8_atomic.analysis.code.names import Term, called_as, spelled
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import LIMIT
from flake8_atomic.analysis.code.words import Wording, function_words, split_words
from flake8_atomic.analysis.facts.drawn import made_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Remove

# What a torn document raises when it is parsed, by the end of its name.
_TORN = ("ValueError", "DecodeError", "EOFError", "UnpicklingError", "Exception", "YAMLError", "ParseError")
_SERIALIZING = frozenset(
    {"dumps", "dump", "safe_dump", "packb", "encode", "str", "dict", "list", "asdict", "join", "copy", "deepcopy"}
)
_PARSING = frozenset({"load", "loads", "parse", "fromstring", "decode", "unpackb", "model_validate_json"})


def is_forgiven(
    file: File, event: Event, path: Term, data: tuple[Term, ...], reads: list[Event], *, cached: bool
) -> bool:
    """Does the one function that reads it go on without what is torn, where nothing is lost by that?"""
    if len({id(read.scope) for read in reads}) != 1 or not all(map(forgives, reads)):
        return False
    here = {id(read.call) for read in reads if read.scope is event.scope}
    removed = bool(here or cached) and _removes(file, reads[0], path)
    if here and (removed or all(_makes_instead(read, event) for read in reads)):
        return True
    # A history or a setting that is read as none is lost; what was fetched is fetched again, and so is what is
    # thrown away, whoever has given it.
    read = {id(each.call) for each in reads}
    added = any(is_made_of(file, term, here if _is_filled_here(event, term) else read) for term in data)
    return cached and not added and (removed or _is_refilled(file, reads, event) or not _is_given(file, data))


def _is_filled_here(event: Event, written: Term) -> bool:
    """Does the function fill an attribute of the object that it writes, so that it is not what was read before?"""
    named = {node.attr for node in ast.walk(written.node) if isinstance(node, ast.Attribute)}
    return any(binding.name in named for _, binding in flow_of(event.scope).attributes)


def _is_refilled(file: File, reads: list[Event], event: Event) -> bool:
    """Does whoever catches the error have it written again, `except ValueError: self.set(key, fetch())`?"""
    calls = file.values.calls_of(event.scope) if event.scope.function is not None else []
    return any(not _caught(read).isdisjoint(call.place.block.failed()) for read in reads for call in calls)


def _makes_instead(read: Event, event: Event) -> bool:
    """Is it written where the error is caught, or after a try that has returned what it could read?"""
    node = next(block.node for block in read.place.block.around() if _catches(block))
    assert isinstance(node, ast.Try)
    if any(block.node is node for block in event.place.block.around()):
        return node in event.place.block.failed()
    # Who returns because it is torn, makes nothing of it: not in this run, and in no later one.
    returned = any(isinstance(part, ast.Return) for done in (*node.body, *node.orelse) for part in parts_of(done))
    given_up = all(leaves(handler.body) for handler in node.handlers if _goes_on(handler))
    return returned and not given_up and read.place.order < event.place.order


def takes_a_torn_one(read: Event) -> bool:
    """Is the content taken as it is, or parsed where an error of it is caught?"""
    return forgives(read) or not any(called_as(node) in _PARSING for node, _ in flow_of(read.scope).calls)


def is_made_of(file: File, term: Term, calls: set[int]) -> bool:
    """Does it hold what one of these calls returns, or what is read from the file that one opens?"""
    todo, seen = [term], set[int]()
    while todo and len(seen) < LIMIT:
        for part in made_of(file, todo.pop()):
            origins = file.values.origins(part)
            if id(part.node) in calls or any(id(origin.term.node) in calls for origin in origins):
                return True
            # `for line in lines` are the old lines, which the function writes again but for one.
            turns = [origin.term for origin in origins if origin.how == "each" and id(origin.term.node) not in seen]
            if isinstance(part.node, (ast.ListComp, ast.GeneratorExp)):
                turns += [part.at(each.iter) for each in part.node.generators if id(each.iter) not in seen]
            seen.update(id(turn.node) for turn in turns)
            todo += turns
    return False


def forgives(read: Event) -> bool:
    """Is the content parsed where an error of it is caught, and not raised again?"""
    return bool(_caught(read))


def _caught(read: Event) -> set[ast.AST]:
    """The tries around it that catch what parsing a torn content raises."""
    return {block.node for block in read.place.block.around() if _catches(block)}


def _catches(block: Block) -> bool:
    node = block.node
    if not isinstance(node, ast.Try) or block.arm != "body":
        return False
    parsed = any(isinstance(part, ast.Call) and called_as(part) in _PARSING for part in parts_of(node))
    return parsed and any(_goes_on(handler) for handler in node.handlers)


def _goes_on(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = ["Exception" if kind is None else spelled(kind).rpartition(".")[2] for kind in caught]
    torn = any(name.endswith(_TORN) and name != "UnicodeDecodeError" for name in names)
    return torn and not any(isinstance(part, ast.Raise) for part in parts_of(handler))


def _removes(file: File, read: Event, path: Term) -> bool:
    """Is the torn file removed where the error is caught?"""
    key = file.paths.key(path)
    removes = (each for each in file.trace(read.scope).of(Remove) if file.paths.key(each.path) == key)
    return any(not _caught(read).isdisjoint(each.place.block.failed()) for each in removes)


def is_cache(event: Event, words: Wording) -> bool:
    """Is it called a cache, or written by what is?"""
    owner = event.scope.owner
    named = [*function_words(event.scope), *(split_words(owner.name) if owner is not None else ())]
    return not lexicon.CACHES.isdisjoint((*words.tail, *words.folder, *named))


def _is_given(file: File, data: tuple[Term, ...]) -> bool:
    """Does a caller give the content, who may have it from anywhere? What a call makes of it is made again."""
    todo, seen = list(data), set[int]()
    while todo and len(seen) < LIMIT:
        term = todo.pop()
        if id(term.node) in seen:
            continue
        seen.add(id(term.node))
        for origin in file.values.origins(term):
            node = origin.term.node
            if origin.how == "parameter":
                return True
            if origin.how in ("each", "item"):
                todo.append(origin.term)
            elif not isinstance(node, ast.Call) or called_as(node) in _SERIALIZING:
                todo += [origin.term.at(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    return bool(todo)
