"""The halves of a key pair and a certificate and its key, by what they are called and what goes into them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.companions import Saved
from flake8_atomic.analysis.names import Term, spelled
from flake8_atomic.analysis.values import Values
from flake8_atomic.analysis.wording import split_words, wording_of

_KEYS = frozenset({"key", "pkey", "priv", "privkey", "pubkey", "keyfile"})
_PUBLIC = frozenset({"public", "pub", "pubkey"})
_CERTIFIED = {"cert": "cert", "crt": "cert", "certificate": "cert", "fullchain": "chain", "chain": "chain"}
_CONFIGURED = frozenset({"config", "configuration", "conf", "cfg", "settings"})
_PAIRS = [{"secret", "public"}, {"secret", "cert"}, {"cert", "chain"}]


def by_key_pair(saved: Sequence[Saved], values: Values) -> Iterator[list[Saved]]:
    """A private key and its public one, a certificate and its key, a certificate and its chain."""
    # What a configuration gives is kept there, and written from it anew each time.
    halves = ["" if _is_configured(one) or _is_looked_up(one, values) else _half(one, values) for one in saved]
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


def _is_looked_up(one: Saved, values: Values) -> bool:
    """`record = self.records[name]`, and `record.key` is laid out from where it is kept, anew each time."""
    holders = (term.at(node.value) for term in one.data for node in _spoken(term) if isinstance(node, ast.Attribute))
    origins = (origin.term.node for holder in holders for origin in values.origins(holder))
    mappings = (node.value for node in origins if isinstance(node, ast.Subscript))
    return any(isinstance(mapping, ast.Attribute) and spelled(mapping.value) == "self" for mapping in mappings)


def _spoken(term: Term) -> Iterator[ast.Name | ast.Attribute]:
    """The names and attributes in an expression."""
    return (node for node in ast.walk(term.node) if isinstance(node, (ast.Name, ast.Attribute)))
