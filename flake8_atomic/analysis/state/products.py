"""Whose product is a file: that of who asked for it on the command line, or of the build of documentation?"""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import islice

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term, called_as, last_name
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.code.words import Wording, split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.bases import base_of, same_path

_DEEP = 6
_ARGUMENTS = frozenset({"args", "arguments", "options", "opts", "opt", "ns", "namespace", "parsed_args", "cli_args"})
_BUILD_SCRIPTS = frozenset({"setup", "hatch_build"})
_EXTENSIONS = frozenset({"_ext", "_exts", "_extensions", "sphinxext"})
_DOCUMENTATION = frozenset({"doc", "docs", "documentation"})
_PROSE = frozenset({"md", "mdx", "rst", "txt"})
_BUILDERS = frozenset({"app", "builder"})


def is_of_build(file: File, words: Wording) -> bool:
    """Is it made by a script of the build, or a page among those of the documentation?"""
    if file.module in _BUILD_SCRIPTS or file.folder in _EXTENSIONS:
        return True
    return words.suffix in _PROSE and not _DOCUMENTATION.isdisjoint(words.folder)


def is_rendered(path: Term, file: File) -> bool:
    """`Path(app.outdir) / name` and `app.builder.get_outfilename(name)` are where Sphinx puts what it renders."""
    if not file.text_of.speaks(file.top, ("outdir", "get_outfilename")):
        return False
    terms = [path]
    for term in islice(terms, _DEEP * 2):
        for origin in file.values.origins(term):
            node = origin.term.node
            if isinstance(node, ast.Call) and called_as(node) == "get_outfilename":
                return True
            if last_name(node) == "outdir" and (_is_of_builder(node) or "sphinx" in file.source.imports):
                return True
            terms += [base] if (base := base_of(origin.term)) is not None else []
    return False


def _is_of_builder(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and last_name(node.value) in _BUILDERS


def is_asked_for(path: Term, values: Values) -> bool:
    """Is it `args.output`, also where a function of the file is given it by all who call it?"""
    return _is_chosen(path, values, _DEEP, lambda _: False)


def is_told(path: Term, values: Values) -> bool:
    """Is it that, or a parameter of a mere function that is called an output, and that nobody in the file gives?"""
    return _is_chosen(path, values, _DEEP, lambda parameter: _says(_told_by_name(parameter), lexicon.WRITTEN_OUT))


def _is_chosen(path: Term, values: Values, depth: int, by_name: Callable[[Origin], bool]) -> bool:
    answers = []
    for origin in values.origins(path):
        term, node = origin.term, origin.term.node
        if origin.how == "parameter" and depth:
            given = [_is_chosen(one, values, depth - 1, by_name) for one in values.arguments(origin)]
            answers.append(all(given) if given else by_name(origin))
        elif depth and (same := same_path(term)) is not None:
            answers.append(_is_chosen(same, values, depth - 1, by_name))
        else:
            answers.append(_says(_argument(node), lexicon.OUTPUT))
    return bool(answers) and all(answers)


def _says(name: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(split_words(name))


def _told_by_name(parameter: Origin) -> str:
    """The name of the parameter of a mere function: the method of an object may save the object there."""
    bound = parameter.bound
    return bound.binding.name if bound is not None and bound.scope.owner is None else ""


def _argument(node: ast.expr) -> str:
    """The name of an argument of the command line: that of `args.output`, and of `getattr(args, "output", None)`."""
    if isinstance(node, ast.Attribute) and last_name(node.value) in _ARGUMENTS:
        return node.attr
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
        of, *named = node.args or [node.func]
        return str(getattr(named[0], "value", "")) if named and last_name(of) in _ARGUMENTS else ""
    return ""
