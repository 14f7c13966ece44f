"""Files that are about each other by what they are called: data and its index, the halves of a key pair."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.events import Atomic, Copy, Open, Save, Whole
from flake8_atomic.analysis.flow import Place
from flake8_atomic.analysis.names import Term, visible
from flake8_atomic.analysis.values import Values
from flake8_atomic.analysis.wording import split_words, wording_of

_COMPANIONS = frozenset({
    "index", "idx", "manifest", "checksum", "checksums", "digest", "hash", "meta", "metadata",
    "signature", "sig", "toc",
})  # fmt: skip
_SUMS = frozenset({"sha1", "sha256", "sha512", "md5", "sig", "asc", "idx", "meta"})
# How the words of a name part what is called sha256 or md5.
_SUM_WORDS = ({"sha", "1"}, {"sha", "256"}, {"sha", "512"}, {"md", "5"})
# An index for readers, beside the pages that it lists, or the source of one.
_DOCUMENTS = lexicon.RENDERED_SUFFIXES | {"md", "rst", "astro", "jsx", "svelte", "ts", "tsx", "vue"}
_SAYING_LITTLE = _COMPANIONS | {"path", "file", "filename", "fname", "name", "fn", "sha", "md"}
_BUILT = (ast.Name, ast.BinOp, ast.JoinedStr, ast.Call)
_KEYS = frozenset({"key", "pkey", "priv", "privkey", "pubkey", "keyfile"})
_PUBLIC = frozenset({"public", "pub", "pubkey"})
_CERTIFIED = {"cert": "cert", "crt": "cert", "certificate": "cert", "fullchain": "chain", "chain": "chain"}
_CONFIGURED = frozenset({"config", "configuration", "conf", "cfg", "settings"})
_PAIRS = [{"secret", "public"}, {"secret", "cert"}, {"cert", "chain"}]


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


def speaks_of(one: Saved, other: Saved) -> bool:
    """Are both made of one thing, or called after it?"""
    data = [{name for term in saved.data for name in _variables(term)} for saved in (one, other)]
    names = [set(_variables(saved.path.at(_leaf(saved.path.node)))) for saved in (one, other)]
    called = [_thing(saved.path.node) for saved in (one, other)]
    return bool(data[0] & data[1] or names[0] & names[1] or (called[0] and called[0] == called[1]))


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
    return [ast.dump(term.node) for term in saved.data if not _is_entered(term)]


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
    """`mapping_path` and `mapping_md5_path` are called after one thing."""
    name = path.id if isinstance(path, ast.Name) else path.attr if isinstance(path, ast.Attribute) else ""
    return [word for word in split_words(name) if word not in _SAYING_LITTLE and not word.isdigit()]


def _variables(term: Term) -> Iterator[str]:
    for node in ast.walk(term.node):
        if isinstance(node, ast.Name) and node.id != "self":
            bounds = visible(node.id, term)
            if bounds and bounds[0].binding.how in ("parameter", "value"):
                yield node.id


def by_key_pair(saved: Sequence[Saved], values: Values) -> Iterator[list[Saved]]:
    """A private key and its public one, a certificate and its key, a certificate and its chain."""
    # What a configuration gives is kept there, and written from it anew each time.
    halves = ["" if _is_configured(one) else _half(one, values) for one in saved]
    if any(pair <= set(halves) for pair in _PAIRS):
        yield [one for one, half in zip(saved, halves, strict=True) if half]


def _half(one: Saved, values: Values) -> str:
    words = wording_of(one.path, values)
    called = words.tail | {words.suffix}
    if called & _CERTIFIED.keys():
        return "secret" if called & _KEYS else next(_CERTIFIED[word] for word in sorted(called & _CERTIFIED.keys()))
    names = [name for term in one.data for name in _spoken(term)]
    content = {word for name in names for word in split_words(name.id if isinstance(name, ast.Name) else name.attr)}
    if not (called | content) & _KEYS:
        return ""
    return "public" if called & _PUBLIC else "secret"


def _is_configured(one: Saved) -> bool:
    """`config["ssl_key"]` and `self.tls_config.key`."""
    holders = (node.id if isinstance(node, ast.Name) else node.attr for term in one.data for node in _spoken(term))
    return any(not _CONFIGURED.isdisjoint(split_words(name)) for name in holders)


def _spoken(term: Term) -> Iterator[ast.Name | ast.Attribute]:
    """The names and attributes in an expression."""
    return (node for node in ast.walk(term.node) if isinstance(node, (ast.Name, ast.Attribute)))
