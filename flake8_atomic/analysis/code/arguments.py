"""What a call is given."""

from __future__ import annotations

import ast


def given_to(call: ast.Call) -> list[ast.expr]:
    """Everything that it is given, by position and by keyword."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]
