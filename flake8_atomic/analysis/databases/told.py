"""What a file says of its database in words: what it is, in a first sentence, or that it can be made again."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import split_words

_INDEXES = frozenset({"cache", "caches", "index", "indexes", "indexing", "indexer"})
_PASSING = frozenset({"temp", "temporary", "scratch", "staging", "throwaway", "disposable", "ephemeral"})
# A store of memories that has an index is none, nor is a database with a cache.
_LASTING = lexicon.KEPT | frozenset(
    {"store", "stores", "storage", "stored", "memory", "memories", "persistent", "persistence", "durable", "queue"}
)
_HEAD = re.compile(r".*?(?=\b(?:with|using|and|plus)\b|\n|\Z)", re.IGNORECASE)
_TRIALS = frozenset({"test", "tests", "testing", "benchmark", "benchmarks", "bench", "demo"})
_FOR_TRIALS = re.compile(
    r"\b(?:only|just)\s+(?:(?:be\s+)?used?\s+)?(?:in|for|during)\s+(?:local\s+)?(?:dev|development|tests?|testing|benchmarks?)\b"
    r"|\b(?:development|testing|tests?)\s+only\b|\b(?:not|never)\s+(?:for|in)\s+production\b",
    re.IGNORECASE,
)
_FORMATS = "csvs?|tsv|jsonl?|xml|xlsx?|excel|parquet|dataframe|df|gff3?|gtf|vcf|fasta|osm|mbox|folder|dump"
_REMAKING = re.compile(
    r"\bre(?:create|build|generate)_(?:db|database)\b"
    r"|\b(?:replaceable|rebuildable|disposable|throw-?away)\s+(?:sqlite\s+)?(?:db|database|store)\b"
    rf"|\bdef (?:convert_\w+|(?:\w+_)?(?:{_FORMATS}))(?:_to_|2)(?:db|database|sqlite3?)\w*\(",
    re.IGNORECASE,
)


def is_told_for_trials(scope: Scope, values: Values) -> bool:
    """Does the function say, or what holds it, that what it sets is not for lasting data?"""
    around: Scope | None = scope
    while around is not None and around.parent is not None:
        if not _TRIALS.isdisjoint(split_words(around.name)):
            return True
        if around.function is not None and values.text_of.holds(around, _FOR_TRIALS):
            return True
        around = around.parent
    return False


def is_told_made_again(scope: Scope, values: Values) -> bool:
    """Is it called an index, a cache or temporary where it is explained, or is there a way to make it again?"""
    return any(map(_says_so, _explained(scope))) or values.text_of.holds(values.top, _REMAKING)


def _explained(scope: Scope) -> Iterator[frozenset[str]]:
    """The words by which the docstrings of its class and the module begin; many functions make tables and indexes."""
    around: Scope | None = scope
    while around is not None:
        if around.function is None:
            head = _HEAD.match(ast.get_docstring(around.node) or "")
            yield frozenset(split_words(head[0] if head else ""))
        around = around.parent


def _says_so(words: frozenset[str]) -> bool:
    return bool(words & _PASSING) or bool(words & _INDEXES and not words & _LASTING)
