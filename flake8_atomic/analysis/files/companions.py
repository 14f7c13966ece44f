"""Files that are about each other by what they are called: data and its index, its manifest or its checksum."""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term, called_as, last_name, visible
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.files.events import Atomic, Copy, Open, Save, Whole
from flake8_atomic.analysis.paths.wording import wording_of

_COMPANIONS = frozenset({
    "index", "idx", "manifest", "checksum", "checksums", "digest", "hash", "meta", "metadata",
    "signature", "sig", "toc",
})  # fmt: skip
# Called so and nothing else, a text is that of its folder; `index.parquet` is data like another.
_OF_FOLDER = re.compile(r"(?:index|manifest|checksums?)(?:\.(?:jsonl?|txt|ya?ml|toml|md5|sha\d+))?", re.IGNORECASE)
_JOINING = frozenset({"join", "Path"})
_SUMS = frozenset({"sha1", "sha256", "sha512", "md5", "sig", "asc", "idx", "meta"})
# How the words of a name part what is called sha256 or md5.
_SUM_WORDS = ({"sha", "1"}, {"sha", "256"}, {"sha", "512"}, {"md", "5"})
# An index for readers, beside the pages that it lists, or the source of one.
_DOCUMENTS = lexicon.RENDERED_SUFFIXES | {"md", "rst", "ipynb", "astro", "jsx", "svelte", "ts", "tsx", "vue"}
_SAYING_LITTLE = _COMPANIONS | {"path", "file", "filename", "fname", "name", "fn", "sha", "md"}
_BUILT = (ast.Name, ast.BinOp, ast.JoinedStr, ast.Call)


class Saved(NamedTuple):
    """One file that is written, where, and what goes into it."""

    event: Open | Whole | Save | Copy | Atomic
    place: Place
    call: ast.Call
    path: Term
    key: Hashable
    data: tuple[Term, ...]


def is_about(one: Saved, values: Values) -> bool:
    """Is it by its name an index, a manifest or a checksum of something?"""
    words = wording_of(one.path, values)
    if words.suffix in _DOCUMENTS:
        return False
    return bool(words.tail & _COMPANIONS) or words.suffix in _SUMS or any(s <= words.tail for s in _SUM_WORDS)


def speaks_of(one: Saved, other: Saved, values: Values) -> bool:
    """Is the first made of the other or of the same thing, or are both called after it?"""
    data = [{name for term in saved.data for name in _variables(term)} for saved in (one, other)]
    data[0] |= {name for term in one.data for origin in values.origins(term) for name in _variables(origin.term)}
    names = [set(_variables(saved.path.at(_leaf(saved.path.node)))) for saved in (one, other)]
    called = [_thing(saved.path.node) for saved in (one, other)]
    return bool(data[0] & data[1] or names[0] & names[1] or (called[0] and called[0] == called[1]))


def tells_of_folder(one: Saved, other: Saved) -> bool:
    """`folder / "manifest.json"` is about what else lies in the folder."""
    (mine, name), (theirs, _) = (_placed(saved.path.node) for saved in (one, other))
    return mine != "" and mine == theirs and _OF_FOLDER.fullmatch(name) is not None


def copies(group: Sequence[Saved]) -> bool:
    """Does each of them hold the same? A second copy says nothing about the first."""
    return _content(group[0]) != [] and all(_content(one) == _content(group[0]) for one in group)


def is_fixed(saved: Saved, values: Values) -> bool:
    """Is the content written down in the program, and the same each time, or the file in no folder of this machine?"""
    if "://" in wording_of(saved.path, values).text:
        return True
    texts = [isinstance(term.node, (ast.Constant, ast.Name)) and _is_text(term, values) for term in saved.data]
    return bool(texts) and all(texts)


def _is_text(term: Term, values: Values) -> bool:
    """Is it a text that stands in the program? What is only the default of a parameter is none."""
    return all(
        origin.how == "expression"
        and isinstance(origin.term.node, ast.Constant)
        and isinstance(origin.term.node.value, (str, bytes))
        for origin in values.origins(term)
    )


def _content(saved: Saved) -> list[str]:
    """What is written, without the handles that it is written to."""
    given = (term for term in saved.data if term.node is not saved.event.call)
    return [ast.dump(term.node) for term in given if not _is_entered(term)]


def _is_entered(term: Term) -> bool:
    bounds = visible(term.node.id, term) if isinstance(term.node, ast.Name) else []
    return bool(bounds) and bounds[0].binding.how == "entered"


def _leaf(path: ast.expr) -> ast.expr:
    """The last part of a path that is built here."""
    leaf = path
    if isinstance(path, ast.BinOp):
        leaf = path.right
    elif isinstance(path, ast.Call) and path.args:
        leaf = path.args[-1]
    # `names[kind]["index"]` and `names[kind]["table"]` are two entries, and no name that both are built from.
    return leaf if isinstance(leaf, _BUILT) and leaf is not path else ast.Constant("")


def _thing(path: ast.expr) -> list[str]:
    """`mapping_path` and `mapping_md5_path` are called after one thing, and so are "m.bin" and "m.index.json"."""
    _, text = _placed(path)
    words = split_words(text.rpartition(".")[0] or text if text else last_name(path))
    return [word for word in words if word not in _SAYING_LITTLE and not word.isdigit()]


def _placed(path: ast.expr) -> tuple[str, str]:
    """The folder of `folder / "a.json"` or `os.path.join(folder, "a.json")`, and its name where that is a constant."""
    above, name = list[ast.expr](), path
    if isinstance(path, ast.BinOp) and isinstance(path.op, ast.Div):
        above, name = [path.left], path.right
    elif isinstance(path, ast.Call) and called_as(path) in _JOINING and len(path.args) > 1:
        *above, name = path.args
    text = name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else ""
    return "/".join(map(ast.dump, above)), text


def _variables(term: Term) -> Iterator[str]:
    for node in ast.walk(term.node):
        if isinstance(node, ast.Name) and node.id != "self":
            bounds = visible(node.id, term)
            if bounds and bounds[0].binding.how in ("parameter", "value"):
                yield node.id
