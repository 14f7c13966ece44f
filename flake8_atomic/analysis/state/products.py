"""Whose product is a file: that of who asked for it on the command line, or of the build of documentation?"""

from __future__ import annotations

import ast
from itertools import islice

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import Wording, split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.bases import base_of

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


def is_asked_for(path: Term, values: Values, depth: int = _DEEP) -> bool:
    """Is it `args.output`, also where a function of the file is given it by all who call it?"""
    answers = []
    for origin in values.origins(path):
        term, node = origin.term, origin.term.node
        if origin.how == "parameter" and depth:
            given = [is_asked_for(one, values, depth - 1) for one in values.arguments(origin)]
            answers.append(bool(given) and all(given))
        elif isinstance(node, ast.Call) and node.args and depth and dotted(term.at(node.func)) in v.SAME_PATH:
            answers.append(is_asked_for(term.at(node.args[0]), values, depth - 1))
        else:
            named = isinstance(node, ast.Attribute) and last_name(node.value) in _ARGUMENTS
            answers.append(named and not lexicon.OUTPUT.isdisjoint(split_words(last_name(node))))
    return bool(answers) and all(answers)
