"""Reads a file as libcst does, and where its nodes stand; a file that libcst would write otherwise is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

import libcst as cst
from libcst.metadata import CodeRange, PositionProvider
from libcst.metadata.position_provider import PositionProvidingCodegenState

from flake8_atomic.edits import NoFix


class Read(NamedTuple):
    """A tree, and the place of each of its nodes."""

    module: cst.Module
    positions: Mapping[cst.CSTNode, CodeRange]


def read(text: str) -> Read:
    """Return the tree of a text that libcst writes as it reads it."""
    try:
        module = cst.parse_module(text)
        # Asked for the usual way, positions cost another walk over the tree, and the comparison a third.
        provider = PositionProvider()
        state = PositionProvidingCodegenState(module.default_indent, module.default_newline, provider)
        module._codegen(state)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # its native parser panics with what is no Exception
        raise NoFix(f"libcst cannot read this file, {type(error).__name__}") from error
    if "".join(state.tokens) != text:
        raise NoFix("libcst does not reproduce this file")
    return Read(module, cast("Mapping[cst.CSTNode, CodeRange]", provider._computed))
