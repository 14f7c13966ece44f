"""Reads a file as libcst does, and where its nodes stand; a file that libcst would write otherwise is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple, cast

import libcst as cst
from libcst._nodes.internal import CodegenState
from libcst.metadata import CodeRange, PositionProvider
from libcst.metadata.position_provider import PositionProvidingCodegenState

from flake8_atomic.analysis.code.source import Source, Unreadable

_DEFINITIONS = frozenset({cst.FunctionDef, cst.ClassDef})
Lines = tuple[int, int]
"""The first line and the last."""


class _Place(NamedTuple):
    """The tokens that a node was written with, and those that each of its lines is indented with."""

    begin: int
    end: int
    indent: Sequence[str] = ()


class _Writing(CodegenState):
    """Writes a module as libcst does, and remembers where the definitions in it stand."""

    def __init__(self, module: cst.Module) -> None:
        super().__init__(module.default_indent, module.default_newline)
        self.places: dict[cst.CSTNode, _Place] = {}

    def before_codegen(self, node: cst.CSTNode) -> None:
        """Called by libcst."""
        if type(node) in _DEFINITIONS:
            self.places[node] = _Place(len(self.tokens), 0, tuple(self.indent_tokens))

    def after_codegen(self, node: cst.CSTNode) -> None:
        """Called by libcst."""
        if type(node) in _DEFINITIONS:
            self.places[node] = self.places[node]._replace(end=len(self.tokens))


class Read:
    """A module of libcst, and what libcst writes for it."""

    def __init__(self, module: cst.Module) -> None:
        self.module = module
        writing = _Writing(module)
        for node in _parts(module):
            begin = len(writing.tokens)
            node._codegen(writing)
            writing.places[node] = _Place(begin, len(writing.tokens))
        self._places = writing.places
        self._tokens = writing.tokens

    def code_of(self, changed: cst.Module) -> str:
        """The text of the module after edits; a statement of it that is the same node is the same text."""
        state = CodegenState(changed.default_indent, changed.default_newline)
        for node in _parts(changed):
            place = self._places.get(node)
            if place is None:
                node._codegen(state)
            else:
                state.tokens += self._tokens[place.begin : place.end]
        if not changed.has_trailing_newline:
            del state.tokens[-1:]
        return "".join(state.tokens) or changed.default_newline * changed.has_trailing_newline

    def lines(self, source: Source) -> dict[cst.CSTNode, Lines]:
        """Where the statements of the module and all definitions stand, with the comments above them."""
        offsets = [0, *accumulate(map(len, self._tokens))]
        return {
            node: (source.line_at(offsets[place.begin]), source.line_at(offsets[place.end] - 1))
            for node, place in self._places.items()
        }

    def positions(self, nodes: Mapping[cst.CSTNode, Lines]) -> Mapping[cst.CSTNode, CodeRange]:
        """Where everything in these nodes stands; libcst learns that by writing them in a far slower way."""
        provider = PositionProvider()
        for node, (line, _) in nodes.items():
            state = PositionProvidingCodegenState(self.module.default_indent, self.module.default_newline, provider)
            state.line = line
            state.indent_tokens += self._places[node].indent
            node._codegen(state)
        return cast("Mapping[cst.CSTNode, CodeRange]", provider._computed)


def _parts(module: cst.Module) -> Sequence[cst.CSTNode]:
    return *module.header, *module.body, *module.footer


def read(text: str) -> Read:
    """Return the tree of a text that libcst writes as it reads it."""
    try:
        found = Read(cst.parse_module(text))
        same = found.code_of(found.module) == text
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # its native parser panics with what is no Exception
        raise Unreadable(f"libcst cannot read this file, {type(error).__name__}") from error
    if not same:
        raise Unreadable("libcst does not reproduce this file")
    return found
