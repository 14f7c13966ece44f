"""Two versions of a file without what stands in both letter for letter: a linter says the same of it twice.

A function that both versions have is left without its body, unless it speaks of a name that is bound in another way, or
of one that the caller is in doubt about: what is said of a name depends on nothing but the places where it stands.
"""

from __future__ import annotations

import ast
import copy
import keyword
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from functools import cached_property

from codemods.import_lines import lines_in
from codemods.verbatim import text_of
from flake8_atomic.analysis.scopes import bodies
from flake8_atomic.analysis.source import Source

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_WORD = re.compile(r"\w+")
# Such a statement binds a name outside of the function that it stands in.
_REACHES_OUT = re.compile(r"\b(?:global|nonlocal)\b")
# A name that is not known may come with a star, and then all of them depend on each other.
_STAR = re.compile(r"\bimport[\s\\(]*\*")

# What it exports decides whether a string is a type, in which other names stand.
_TYPING = frozenset({"typing", "typing_extensions"})

Key = tuple[str, tuple[int, str]]


class Versions:
    """A file before and after a rewrite."""

    def __init__(self, before: Source, after: Source) -> None:
        self._before, self._after = _Version(before), _Version(after)
        keys: Set[Key] = self._before.functions.keys() & self._after.functions.keys()
        if _STAR.search(before.text) or _STAR.search(after.text) or not _TYPING.isdisjoint(self._outside):
            keys = set()
        self._common = {key: _plain(key[1][1]) for key in keys if not _REACHES_OUT.search(key[1][1])}

    def without_common(self, doubtful: Iterable[str] = ()) -> tuple[ast.Module, ast.Module]:
        """Both trees, with every function as it is that speaks of a doubtful name."""
        words = self._bound.union(doubtful)
        gone = {key for key, text in self._common.items() if not _speaks_of(words, text)}
        return self._before.without(gone, self._spoken), self._after.without(gone, self._spoken)

    def differ_in(self, names: Iterable[str]) -> bool:
        """Does what the versions do not have in common speak of one of these names, or of a part of it?"""
        return not self._spoken.isdisjoint(_words(names))

    @cached_property
    def _outside(self) -> set[str]:
        mine, theirs = Counter(self._before.outside), Counter(self._after.outside)
        return set(_words([*(mine - theirs), *(theirs - mine)]))

    @cached_property
    def _changed(self) -> list[tuple[Key, ast.stmt]]:
        """The functions that only one version has."""
        mine, theirs = self._before.functions, self._after.functions
        return [(key, mine[key]) for key in mine.keys() - theirs.keys()] + [
            (key, theirs[key]) for key in theirs.keys() - mine.keys()
        ]

    @cached_property
    def _bound(self) -> set[str]:
        """The names that one version may bind outside of functions and the other not."""
        reaching = (node for (_, (_, text)), node in self._changed if _REACHES_OUT.search(text))
        parts = (part for node in reaching for part in ast.walk(node) if isinstance(part, (ast.Global, ast.Nonlocal)))
        return self._outside.union(name for part in parts for name in part.names)

    @cached_property
    def _spoken(self) -> set[str]:
        return self._bound.union(_words(text for (_, (_, text)), _ in self._changed))


class _Version:
    """The functions of a module and of its classes by their texts, and the texts of what is outside of them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.functions: dict[Key, ast.stmt] = {}
        self.outside: list[str] = []
        self._read(source.tree.body, "")

    def _read(self, body: list[ast.stmt], inside: str) -> None:
        for node in body:
            if isinstance(node, _FUNCTIONS):
                self.functions[inside, text_of(self._source, node)] = node
                self.outside.append(node.name)
            elif isinstance(node, ast.ClassDef):
                self.outside += [node.name, *map(ast.unparse, (*node.decorator_list, *node.bases, *node.keywords))]
                self._read(node.body, f"{inside}.{node.name}")
            else:
                self.outside.append(text_of(self._source, node)[1])

    def without(self, gone: set[Key], spoken: set[str]) -> ast.Module:
        """The tree without the bodies of these functions, as if they used every import that nothing else speaks of."""
        hollow = {id(self.functions[key]) for key in gone}
        body = list(_emptied(self._source.tree.body, hollow))
        if hollow:
            place = next((at for at, node in enumerate(body) if isinstance(node, _DEFINITIONS)), 0)
            body.insert(place, _using(_imported(self._source.tree) - spoken))
        return ast.Module(body, [])


def _imported(tree: ast.Module) -> set[str]:
    """The names that the module imports outside of functions and classes."""
    found: set[str] = set()
    todo = [tree.body]
    while todo:
        for node in todo.pop():
            found.update(line.local.partition(".")[0] for line in lines_in(node))
            todo += [] if isinstance(node, _DEFINITIONS) else bodies(node)
    return found


def _using(names: set[str]) -> ast.stmt:
    """A statement that uses the names where it is run, which is later, and once all of them are bound."""
    return ast.parse(f"lambda: ({''.join(f'{name}, ' for name in sorted(names))})").body[0]


def _emptied(body: list[ast.stmt], hollow: set[int]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            node = copy.copy(node)
            node.body = list(_emptied(node.body, hollow))
        elif isinstance(node, _FUNCTIONS) and id(node) in hollow:
            node = copy.copy(node)
            node.body = [ast.Pass()]
        yield node


def _speaks_of(words: Iterable[str], text: str) -> bool:
    return any(word in text and re.search(rf"\b{word}\b", text) for word in words)


def _words(texts: Iterable[str]) -> Iterator[str]:
    return (word for text in texts for word in _WORD.findall(_plain(text)) if not keyword.iskeyword(word))


def _plain(text: str) -> str:
    """The text with names as the parser reads them, which knows a ligature and its letters for one."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)
