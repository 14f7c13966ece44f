"""What a call is given."""

from __future__ import annotations

import ast


def given_to(call: ast.Call) -> list[ast.expr]:
    """Everything that it is given, by position and by keyword."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def operands_of(call: ast.Call) -> list[ast.expr]:
    """Everything that it is given, and what has the method."""
    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [*given_to(call), *receiver]
