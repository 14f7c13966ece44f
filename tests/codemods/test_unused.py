"""Imports that a rewrite made unused go, and nothing else with them.

In each table, every `USE(…)` goes from the text, as a rewrite would do; below the dashes is what the file becomes.
"""

from __future__ import annotations

import re

import pytest

from codemods.importing.unused import Cleared, without_unused
from codemods.project.import_lines import Line
from flake8_atomic.analysis.code.source import Source
from tests.codemods.fixing import pairs, told

_USE = re.compile(r"USE\([^)]*\)")


def cleared(text: str, filename: str = "app.py", **options: object) -> Cleared:
    return without_unused(Source.parse(text), _USE.sub("USE()", text), filename, **options)  # type: ignore[arg-type]


GONE = {
    "one of a block": """
        import json
        import os  # the system

        USE(json)
        os.getcwd()
        ---
        import os  # the system

        USE()
        os.getcwd()
    """,
    "with its own comment": """
        # The standard library.
        import io
        import json  # for state

        USE(json, io)
        ---
        # The standard library.

        USE()
    """,
    "a block": '''
        """What it is."""

        import json

        from a import b

        b(USE(json))
        ---
        """What it is."""

        from a import b

        b(USE())
    ''',
    "a block before two blank lines": '''
        """What it is."""

        import json
        import io


        def save():
            USE(json, io)
        ---
        """What it is."""


        def save():
            USE()
    ''',
    "the first lines": """
        import json

        import a

        a.b(USE(json))
        ---
        import a

        a.b(USE())
    """,
    "two with a blank line between": """
        import a

        import json

        import io

        a.b(USE(json, io))
        ---
        import a

        a.b(USE())
    """,
    "in a function": """
        def save():
            import json

            USE(json)

            import io
            USE(io)
        ---
        def save():
            USE()

            USE()
    """,
    "in a branch": """
        if x:
            import json
            USE(json)
        ---
        if x:
            USE()
    """,
    "the first of several": """
        from a import b, c, d
        USE(b)(c, d)
        ---
        from a import c, d
        USE()(c, d)
    """,
    "the last of several": """
        from a import b, c, d as e
        USE(c, e)(b)
        ---
        from a import b
        USE()(b)
    """,
    "the first and the last": """
        import json, a, io
        USE(json, io)(a)
        ---
        import a
        USE()(a)
    """,
    "a line of several": """
        from a import (
            b,  # first
            # second
            c,  # of the two
            d,
        )
        USE(c)(b, d)
        ---
        from a import (
            b,  # first
            # second
            d,
        )
        USE()(b, d)
    """,
    "the last line of several": """
        from a import (
            b,  # first
            c  # last
        )
        USE(c)(b)
        ---
        from a import (
            b,  # first
        )
        USE()(b)
    """,
    "next to the parenthesis": """
        from a import (b,
                       c)
        USE(c)(b)
        ---
        from a import (b)
        USE()(b)
    """,
    "next to the parenthesis, with a comma": """
        from a import (b,
                       c,)
        USE(c)(b)
        ---
        from a import (b,)
        USE()(b)
    """,
    "before a comment": """
        from a import (b, c,  # of both
                       d, e)
        USE(c)(b, d, e)
        ---
        from a import (b,   # of both
                       d, e)
        USE()(b, d, e)
    """,
    "after a comment": """
        from a import (b,  # first
                       c)  # both
        USE(c)(b)
        ---
        from a import (b,  # first
                       )  # both
        USE()(b)
    """,
    "a continued line": """
        from a import b, \\
            c
        USE(c)(b)
        ---
        from a import b
        USE()(b)
    """,
    "the first of a continued line": """
        from a import \\
            b, \\
            c
        USE(b)(c)
        ---
        from a import \\
            c
        USE()(c)
    """,
    "what is always loaded": """
        import os.path
        USE(os)
        ---
        USE()
    """,
    "under another name": """
        import json as j
        from a import b as c
        from .a import d
        from . import e
        USE(j, c, d, e)
        ---
        USE()
    """,
}


@pairs(GONE)
def test_what_became_unused_goes(before: str, after: str) -> None:
    result = cleared(before)
    assert (result.text, result.kept) == (after, frozenset())
    assert result.removed
    assert cleared(after) == Cleared(after)


KEPT = {
    "re-exported by its name": ("import json as json\nUSE(json)\n", "json"),
    "re-exported from a module": ("from a import b as b\nUSE(b)\n", "a.b"),
    "made public by a call": ("import json\n__all__ = []\n__all__.append('json')\nUSE(json)\n", "json"),
    "made public in a call": ("from a import b\n__all__ = sorted(['b', c])\nUSE(b)\n", "a.b"),
    "marked": ("import json  # noqa: F401\nUSE(json)\n", "json"),
    "marked without a code": ("from a import (\n    b,  # NOQA\n)\nUSE(b)\n", "a.b"),
    "loaded for others": ("import xml.dom\nUSE(xml.dom)\n", "xml.dom"),
    "loaded for others under a name": ("import xml.dom as d\nUSE(d)\n", "xml.dom as d"),
    "perhaps not there": ("try:\n    import a\n    b = 1\nexcept ImportError:\n    b = 2\nUSE(a)\n", "a"),
    "for type checkers": ("if TYPE_CHECKING:\n    import a\n    b = 1\nUSE(a)\n", "a"),
    "alone in a branch": ("if x:\n    import a\nUSE(a)\n", "a"),
    "on a line with others": ("import json; x = 1\nUSE(json)\n", "json"),
    "after others on a line": ("x = 1; import json\nUSE(json)\n", "json"),
    "on the line of its function": ("def f(): import json; USE(json)\n", "json"),
}


@pytest.mark.parametrize(("text", "kept"), KEPT.values(), ids=KEPT)
def test_what_somebody_may_want_stays(text: str, kept: str) -> None:
    assert cleared(text) == Cleared(_USE.sub("USE()", text), (), frozenset({kept}))


def test_names_that_others_import_stay() -> None:
    text = "from a import b, c\nUSE(b, c)\n"
    result = cleared(text, keep={"b"}.__contains__)
    assert result == Cleared("from a import b\nUSE()\n", (Line("a", "c"),), frozenset({"a.b"}))


def test_a_package_may_be_there_for_its_names() -> None:
    text = "import json\nUSE(json)\n"
    assert cleared(text, "pkg/__init__.py").text == "import json\nUSE()\n"


def test_what_a_function_of_a_package_imports_is_for_itself() -> None:
    text = "def save():\n    import json\n    USE(json)\n"
    assert cleared(text, "pkg/__init__.py").text == "def save():\n    USE()\n"


@pytest.mark.parametrize("public", ["__all__ = ['save']", "__all__: list[str] = []"])
def test_a_package_that_says_what_is_public_has_imports_of_its_own(public: str) -> None:
    text = f"import json\nimport os\nUSE(json)\nUSE(os)\n{public}\n"
    assert cleared(text, "pkg/__init__.py").text == f"USE()\nUSE()\n{public}\n"


@pytest.mark.parametrize(
    "text",
    [
        "import json\nUSE(1)\n",  # unused already
        "import json\n__all__ = ['json']\nUSE(json)\n",
        "import json\nUSE(json)(json)\n",
        "import json\ndef f():\n    import json\n    USE(json)\n",  # which of the two is not told
    ],
)
def test_what_was_not_in_use_alone_stays(text: str) -> None:
    assert cleared(text) == Cleared(_USE.sub("USE()", text))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_stay_what_they_are(end: str) -> None:
    text = told(
        """
        import json
        from a import (
            b,
            c,
        )

        import io


        USE(json, b, io)(c)
        """
    )
    after = "from a import (\n    c,\n)\n\n\nUSE()(c)\n"
    assert cleared(text.replace("\n", end)).text == after.replace("\n", end)


def test_the_last_line_may_go() -> None:
    assert cleared("def f(): USE(json)\nimport json").text == "def f(): USE()\n"
