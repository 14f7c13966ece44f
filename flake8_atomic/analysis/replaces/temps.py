"""Which paths are proved temps: born in tempfile, or named after the target that they are renamed to."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, dotted, spelled
from flake8_atomic.analysis.code.values import Origin
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Open
from flake8_atomic.analysis.paths.keys import is_none
from flake8_atomic.analysis.paths.paths import Key, base_of, holds


def born(file: File, path: Term, depth: int = 6) -> Open | None:
    """The tempfile call that made this path."""
    for origin in file.values.origins(path):
        term, node = origin.term, origin.term.node
        if isinstance(node, ast.Call) and origin.how in ("expression", "item", "entered"):
            name = dotted(term.at(node.func))
            if name in v.BIRTHS:
                return file.handles.open_at(term, name)
            for result in file.values.results(term) if depth else ():
                # `tmp = syspath(tmp)` may be what it was given.
                told = file.values.substituted(result, term) or result
                if (found := born(file, told, depth - 1)) is not None:
                    return found
            inner = node.args[0] if name in v.SAME_PATH and node.args else None
            if inner is not None and depth and (found := born(file, term.at(inner), depth - 1)) is not None:
                return found
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and depth:
            if isinstance(node, ast.Subscript) or node.attr == "name":
                opened = file.handles.opened(term.at(node.value)) or born(file, term.at(node.value), depth - 1)
                if opened is not None and opened.spelling in v.BIRTHS:
                    return opened
    return None


def lies_in(file: File, path: Term, words: frozenset[str], steps: int = 12) -> bool:
    """Is one of the folders that it lies in called so, whichever path it is, here or by all who call this function?"""
    origins = [origin for origin in file.values.origins(path) if not is_none(origin.term.node)]
    return steps > 0 and bool(origins) and all(_starts_in(file, origin, words, steps) for origin in origins)


def _starts_in(file: File, origin: Origin, words: frozenset[str], steps: int) -> bool:
    if origin.how == "parameter":
        given = file.values.arguments(origin)
        return bool(given) and all(lies_in(file, other, words, steps - 4) for other in given)
    folder = base_of(origin.term) if origin.how == "expression" else None
    if folder is None:
        return False
    called = split_words(spelled(folder.node).rpartition(".")[2])
    return not words.isdisjoint(called) or lies_in(file, folder, words, steps - 1)


def named_after(source: Key, target: Key) -> bool:
    """Is the name of the one made from the other's, or are both made alike but for an ending?"""
    if holds(target, source) or not isinstance(source, tuple) or not isinstance(target, tuple):
        return False
    if _is_made_of(source, target) or any(_is_made_of(source, part, known=True) for part in _last_part(target)):
        return True
    if _goes_on(source, target) or _is_called_alike(source, target):
        return True
    if len(source) == len(target) > 1 and source[:-1] == target[:-1]:
        if source[0] == "call" and _called_beside(source[-1], target[-1]):
            return True
        return _beside(source[0], source[-1], target[-1])
    return False


def _is_called_alike(source: tuple[Hashable, ...], target: tuple[Hashable, ...]) -> bool:
    """`work / "app.json"` and `home / "app.json"`, or that with `.tmp` behind, are one file in two folders."""
    one, other = source[-1], target[-1]
    if not (source[0] == target[0] == "join" and isinstance(one, tuple) and isinstance(other, tuple)):
        return False
    return one[0] == other[0] == "constant" and (one == other or _beside("join", one, other))


def _called_beside(given: Key, otherwise: Key) -> bool:
    """`self.path_for(name + ".new")`, or `self.path_for(name, ".tmp")`, and the same call without that."""
    assert isinstance(given, tuple)
    assert isinstance(otherwise, tuple)
    others = [key for key in given if key not in otherwise]
    if len(others) != 1 or len(given) not in (len(otherwise), len(otherwise) + 1):
        return False
    made = others[0]
    if isinstance(made, tuple) and made[:1] == ("text",) and made[1:] and made[1] in otherwise:
        return True
    words = split_words(_text(("text", made)))
    return not lexicon.TEMPORARY.isdisjoint(words)


def _beside(how: Hashable, one: Key, other: Key) -> bool:
    """Is of two parts that stand in one place the one made of the other, or called temporary?"""
    if how == "join" and isinstance(one, tuple) and one[0] == "text" and other in one[1:]:
        return True
    if isinstance(other, tuple) and other[0] == "text" and one in other[1:]:
        return False  # `name` is renamed to `name + ext`: nothing is made of the name that it shall have
    # Of two constants the only part is the text itself.
    texts = (str(one), str(other)) if how == "constant" else (_text(one), _text(other))
    if how in ("join", "text", "constant") and not lexicon.TEMPORARY.isdisjoint(split_words(texts[0])):
        # `name + ".tmp"` may be kept as `name + ".debug"` when it has done its work.
        return how != "text" or lexicon.OUTPUT.isdisjoint(split_words(texts[1]))
    if how == "join":
        if any(part not in _unwritten(one) for part in _unwritten(other)):
            return False  # `library.zip` is not made of what ends in `.zip` too
    return bool(texts[1]) and texts[1] in texts[0]


def _unwritten(key: Key) -> list[Key]:
    """The parts of a name that are no constants."""
    parts = key[1:] if isinstance(key, tuple) and key[:1] == ("text",) else (key,)
    return [part for part in parts if not (isinstance(part, tuple) and part[:1] == ("constant",))]


def _goes_on(source: tuple[Hashable, ...], target: tuple[Hashable, ...]) -> bool:
    """Is it a text that the target's own parts stand in: `stem + ".json"`, and that with `".tmp"` behind?"""
    parts = target[1:]
    if source[0] != "text" or target[0] != "text":
        return False
    return any(source[at : at + len(parts)] == parts for at in range(1, len(source) - len(parts) + 1))


def keeps_its_name(source: Key, target: Key) -> bool:
    """Is it called in its own folder as the target is in another?"""
    last = source[-1] if isinstance(source, tuple) and source[0] == "join" else None
    if last is None or not isinstance(target, tuple):
        return False
    return last in (
        target[-1] if target[0] == "join" else None,
        ("attribute", target, "name"),
        ("call", "os.path.basename", (target,)),
    )


def _is_made_of(source: Key, part: Key, *, known: bool = False) -> bool:
    """Does the name have this in it? What is looked up by it has not, nor has what a function makes of a mere name."""
    if source == part:
        return True
    if not isinstance(source, tuple) or (known and source[:1] == ("call",)):
        return False
    inner = source[1:2] if source[:1] == ("item",) else source
    return any(_is_made_of(item, part, known=known) for item in inner)


def _last_part(target: Key) -> Iterator[Key]:
    """What the target is when a folder was put before its name."""
    if isinstance(target, tuple) and target[0] == "join" and len(target) > 2:
        last = target[-1]
        told = isinstance(last, tuple) and last[0] == "text" and any(_unwritten(last))
        if told or (isinstance(last, tuple) and last[0] in ("parameter", "bound", "name")):
            yield last


def _text(key: Key) -> str:
    """The constants of a key, in order."""
    if isinstance(key, tuple):
        return str(key[1]) if key[:1] == ("constant",) else "".join(_text(part) for part in key[1:])
    return ""
