"""The halves of a key pair and a certificate and its key, by what they are called and what goes into them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.code.names import Term, called_as, last_name, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.files.events import Copy
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.state.taken_in import read_again

_KEYS = frozenset({"key", "pkey", "priv", "privkey", "pubkey", "keyfile"})
_PUBLIC = frozenset({"public", "pub", "pubkey"})
_CERTIFIED = {"cert": "cert", "crt": "cert", "certificate": "cert", "fullchain": "chain", "chain": "chain"}
_GENERATING = frozenset({"gen", "generate", "generator", "genkey", "keygen", "keypair", "mint", "newkeys"})
_SAID = ({"keypair"}, {"key", "pair"}, {"keys", "pair"})
_MAKING = frozenset({"create", "issue", "make", "new"})
# Whoever asks for a certificate signs the request with the key of an account, which certifies nothing.
_PAIRS = [{"secret", "public"}, {"secret", "cert"}, {"cert", "chain"}, {"account", "public"}]


def by_key_pair(file: File, saved: Sequence[Saved], saver: Scope) -> Iterator[list[Saved]]:
    """A private key and its public one, a certificate and its key, a certificate and its chain."""
    values = file.values
    halves = ["" if _is_looked_up(one, values) else _half(one, values) for one in saved]
    paired = set[str]().union(*(pair for pair in _PAIRS if pair <= set(halves)))
    if paired:
        pair = [one for one, half in zip(saved, halves, strict=True) if half in paired]
        if _is_made(file, pair, saver) or read_again(file, pair, saver) > 1:
            yield pair


def _is_made(file: File, pair: Sequence[Saved], saver: Scope) -> bool:
    """Is it a new pair, or does its saver call it one? What is kept elsewhere is only laid out again."""
    words = set(function_words(saver))
    if any(said <= words for said in _SAID):
        return True
    if any(_is_copied(file, one) for one in pair):
        return False
    calls = [Term(pair[0].call, saver, pair[0].place), *file.values.calls_of(saver)]
    return any(_makes_keys(node) for call in calls for node in _before(call))


def _is_copied(file: File, one: Saved) -> bool:
    """Is it a copy of another file, also into a handle?"""
    if isinstance(one.event, Copy):
        return True
    handle = getattr(file.parents.of(one.event.call), "optional_vars", None)
    copies = (node for node, _ in flow_of(one.event.scope).calls if called_as(node) == "copyfileobj")
    return isinstance(handle, ast.Name) and any(
        isinstance(into, ast.Name) and into.id == handle.id for node in copies for into in node.args[1:2]
    )


def _before(call: Term) -> Iterator[ast.Call]:
    return (node for node, place in flow_of(call.scope).calls if place.order < call.place.order)


def _makes_keys(call: ast.Call) -> bool:
    """`Key.generate()`, `new_pair()` and `PrivateKey.new()`; `AES.new()` and `make_folder()` make something else."""
    words = set(split_words(spelled(call.func)))
    return bool(words & _GENERATING or (words & _MAKING and words & (_KEYS | _CERTIFIED.keys() | {"ca", "pair"})))


def _half(one: Saved, values: Values) -> str:
    words = wording_of(one.path, values)
    called = words.tail | {words.suffix}
    if called & _CERTIFIED.keys():
        return "secret" if called & _KEYS else next(_CERTIFIED[word] for word in sorted(called & _CERTIFIED.keys()))
    names = [name for term in one.data for name in _spoken(term)]
    content = {word for name in names for word in split_words(last_name(name))}
    if not (called | content) & _KEYS:
        return ""
    return "public" if called & _PUBLIC else "account" if "account" in called else "secret"


def _is_looked_up(one: Saved, values: Values) -> bool:
    """`record = self.records[name]`, and `record.key` is laid out from where it is kept, anew each time."""
    holders = (term.at(node.value) for term in one.data for node in _spoken(term) if isinstance(node, ast.Attribute))
    origins = (origin.term.node for holder in holders for origin in values.origins(holder))
    mappings = (node.value for node in origins if isinstance(node, ast.Subscript))
    return any(isinstance(mapping, ast.Attribute) and spelled(mapping.value) == "self" for mapping in mappings)


def _spoken(term: Term) -> Iterator[ast.Name | ast.Attribute]:
    """The names and attributes in an expression."""
    return (node for node in ast.walk(term.node) if isinstance(node, (ast.Name, ast.Attribute)))
