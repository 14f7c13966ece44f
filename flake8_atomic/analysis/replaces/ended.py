"""Is a temp renamed in a finally around its writes, and does that ask whether all has gone well?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.files.events import Rename
from flake8_atomic.analysis.replaces.replaces import Replace


def in_a_finally(replace: Replace) -> bool:
    """Is it renamed in a finally around its writes, whichever way these have gone?"""
    endings = [block.node for block in replace.rename.place.block.around() if block.arm == "finalbody"]
    written = [filling.event.place for filling in replace.fillings]
    return any(node in place.block.tried() for node in endings for place in written) and not any(
        _asks_whether_done(replace.rename, node, place) for node in endings for place in written
    )


def _asks_whether_done(rename: Rename, tried: ast.AST, written: Place) -> bool:
    """Is it asked for a name that the body of the try binds after it has written?"""
    tests = [b.node.test for b in rename.place.block.around() if isinstance(b.node, ast.If) and b.arm == "body"]
    return any(_tells(rename, test, tried, written) for test in tests)


def _tells(rename: Rename, test: ast.expr, tried: ast.AST, written: Place) -> bool:
    """Does the test only come out true where all was written, or where the caller has asked for what there is?"""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(_tells(rename, part, tried, written) for part in test.values)
    if isinstance(test, ast.BoolOp):
        told = [part for part in test.values if not _is_switch(rename, part)]
        return bool(told) and all(_tells(rename, part, tried, written) for part in told)
    return isinstance(test, ast.Name) and any(
        binding.place.order > written.order and tried in binding.place.block.tried()
        for binding in flow_of(rename.scope).bindings.get(test.id, ())
    )


def _is_switch(rename: Rename, test: ast.expr) -> bool:
    """Is it a parameter that is off unless the caller says otherwise?"""
    function = rename.scope.function
    if function is None or not isinstance(test, ast.Name):
        return False
    args = function.args
    plain = [*args.posonlyargs, *args.args]
    given = [
        *zip(reversed(plain), reversed(args.defaults), strict=False),
        *zip(args.kwonlyargs, args.kw_defaults, strict=True),
    ]
    return any(arg.arg == test.id and isinstance(off, ast.Constant) and not off.value for arg, off in given)
