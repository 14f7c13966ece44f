"""Where the import of a helper goes, and under which name the file calls it.

In each table, `USE()` is the code that comes to call `atomic_open`; the text below the dashes is what the file becomes.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from codemods.imports import Imports
from codemods.syntax.planned import wanted_by
from codemods.syntax.style import style_of
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import HELPERS, Argument, Call, CallInstead, Do, Enter, Imported, Instead, NoFix
from tests.codemods.fixing import pairs, rewrite_of

OPEN = Imported(HELPERS, "atomic_open")


def uses(source: Source) -> list[CallInstead]:
    """The calls of USE in a text, as edits."""
    found = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    places = [node for node in found if isinstance(node.func, ast.Name) and node.func.id == "USE"]
    assert places
    return [CallInstead(node, Call(OPEN, ())) for node in places]


def imported(text: str, *wanted: Imported, filename: str = "/nowhere/app.py", helpers: str = HELPERS) -> str:
    """The text with the imports that USE needs, USE replaced by the first of them."""
    source = Source.parse(text)
    imports = Imports(source, filename, helpers, uses(source))
    names = [imports.local(one) for one in wanted or (OPEN,)]
    return imports.added(text.replace("USE", names[0]), style_of(source, filename))


PLACES = {
    "into nothing": """
        USE()
        ---
        from flake8_atomic.helpers import atomic_open

        atomic_open()
    """,
    "below the docstring": '''
        """What it is."""
        def save(): USE()
        ---
        """What it is."""

        from flake8_atomic.helpers import atomic_open


        def save(): atomic_open()
    ''',
    "below the docstring, where one blank line is there": '''
        """What it is."""

        class Store: USE()
        ---
        """What it is."""

        from flake8_atomic.helpers import atomic_open


        class Store: atomic_open()
    ''',
    "below the first lines": """
        #!/usr/bin/env python
        # -*- coding: utf-8 -*-
        # Saves.
        def save(): USE()
        ---
        #!/usr/bin/env python
        # -*- coding: utf-8 -*-

        from flake8_atomic.helpers import atomic_open


        # Saves.
        def save(): atomic_open()
    """,
    "below the comment on the file": """
        # Copyright: everybody
        # Licence: any

        USE()
        ---
        # Copyright: everybody
        # Licence: any

        from flake8_atomic.helpers import atomic_open

        atomic_open()
    """,
    "above the comment on the first of them": """
        import os

        # working around a bug of its documentation
        # (number 10400)
        from twisted.internet.defer import Deferred
        USE()
        ---
        import os

        from flake8_atomic.helpers import atomic_open
        # working around a bug of its documentation
        # (number 10400)
        from twisted.internet.defer import Deferred
        atomic_open()
    """,
    "below the heading of the block": """
        import os

        # Third-party imports
        from twisted.internet.defer import Deferred
        USE()
        ---
        import os

        # Third-party imports
        from flake8_atomic.helpers import atomic_open
        from twisted.internet.defer import Deferred
        atomic_open()
    """,
    "below __future__": """
        from __future__ import annotations
        x = 1
        USE()
        ---
        from __future__ import annotations

        from flake8_atomic.helpers import atomic_open

        x = 1
        atomic_open()
    """,
    "a block of its own": """
        import os
        from json import dump


        @cached
        def save(): USE()
        ---
        import os
        from json import dump

        from flake8_atomic.helpers import atomic_open


        @cached
        def save(): atomic_open()
    """,
    "a block between others": """
        import os

        from .core import x

        USE()
        ---
        import os

        from flake8_atomic.helpers import atomic_open

        from .core import x

        atomic_open()
    """,
    "a block before others": """
        '''What it is.'''

        # ours
        from . import core

        USE()
        ---
        '''What it is.'''

        from flake8_atomic.helpers import atomic_open

        # ours
        from . import core

        atomic_open()
    """,
    "in the order of its block": """
        import os

        import attr
        from attrs import define
        # the web
        from requests import get
        from yaml import safe_load

        USE()
        ---
        import os

        import attr
        from attrs import define
        from flake8_atomic.helpers import atomic_open
        # the web
        from requests import get
        from yaml import safe_load

        atomic_open()
    """,
    "before the first of its block": """
        import os

        # theirs
        from requests import get

        USE()
        ---
        import os

        # theirs
        from flake8_atomic.helpers import atomic_open
        from requests import get

        atomic_open()
    """,
    "at the end of a block without order": """
        from yaml import safe_load
        from attrs import define
        x = 1
        USE()
        ---
        from yaml import safe_load
        from attrs import define
        from flake8_atomic.helpers import atomic_open

        x = 1
        atomic_open()
    """,
    "where nothing is grouped": """
        import os
        from . import core
        import json

        USE()
        ---
        import os
        from . import core
        import json
        from flake8_atomic.helpers import atomic_open

        atomic_open()
    """,
    "below the last change of the path": """
        import sys
        from pathlib import Path

        HERE = Path(__file__).parent
        sys.path.insert(0, str(HERE))

        import mine

        USE()
        ---
        import sys
        from pathlib import Path

        HERE = Path(__file__).parent
        sys.path.insert(0, str(HERE))

        import mine
        from flake8_atomic.helpers import atomic_open

        atomic_open()
    """,
    "below a change of the path with nothing after it": """
        import sys
        if True:
            sys.path.append("lib")
        def save(): USE()
        ---
        import sys
        if True:
            sys.path.append("lib")

        from flake8_atomic.helpers import atomic_open


        def save(): atomic_open()
    """,
    "a change of the path in a function is none": """
        import os


        def found():
            import sys
            sys.path.append("lib")

        if __name__ == "__main__":
            sys.path.append("lib")
            USE()
        ---
        import os

        from flake8_atomic.helpers import atomic_open


        def found():
            import sys
            sys.path.append("lib")

        if __name__ == "__main__":
            sys.path.append("lib")
            atomic_open()
    """,
    "below guarded imports where there are no others": '''
        """What it is."""
        try:
            import fast
        except ImportError:
            fast = None

        USE()
        ---
        """What it is."""
        try:
            import fast
        except ImportError:
            fast = None

        from flake8_atomic.helpers import atomic_open

        atomic_open()
    ''',
    "not below what is for type checkers": '''
        """What it is."""

        if TYPE_CHECKING:
            import yaml

        USE()
        ---
        """What it is."""

        from flake8_atomic.helpers import atomic_open

        if TYPE_CHECKING:
            import yaml

        atomic_open()
    ''',
    "before guarded imports": """
        import os
        try:
            import fast
        except ImportError:
            fast = None
        USE()
        ---
        import os

        from flake8_atomic.helpers import atomic_open

        try:
            import fast
        except ImportError:
            fast = None
        atomic_open()
    """,
    "below code that comes before the imports": """
        x = 1
        if x:
            y = 2
        import os

        USE()
        ---
        x = 1
        if x:
            y = 2
        import os

        from flake8_atomic.helpers import atomic_open

        atomic_open()
    """,
    "above code that needs it, though imports follow": """
        import os
        USE()
        import json
        ---
        import os

        from flake8_atomic.helpers import atomic_open

        atomic_open()
        import json
    """,
    "above its own line": """
        import os; USE()
        ---
        from flake8_atomic.helpers import atomic_open

        import os; atomic_open()
    """,
    "below imports that share a line": """
        import os; import json

        USE()
        ---
        import os; import json

        from flake8_atomic.helpers import atomic_open

        atomic_open()
    """,
    "above a guard": """
        import os

        if __name__ == "__main__":
            import json
            USE()
        ---
        import os

        from flake8_atomic.helpers import atomic_open

        if __name__ == "__main__":
            import json
            atomic_open()
    """,
}


@pairs(PLACES)
def test_an_import_is_placed(before: str, after: str) -> None:
    assert imported(before) == after
    assert Imports(Source.parse(after), "/nowhere/app.py", HELPERS, uses(Source.parse(before))).local(OPEN)


MERGED = {
    "one line": """
        from flake8_atomic.helpers import atomic_group, sync_policy  # us
        USE()
        ---
        from flake8_atomic.helpers import atomic_group, atomic_open, sync_policy  # us
        atomic_open()
    """,
    "at the end": """
        from flake8_atomic.helpers import atomic_group
        USE()
        ---
        from flake8_atomic.helpers import atomic_group, atomic_open
        atomic_open()
    """,
    "unsorted": """
        from flake8_atomic.helpers import sync_policy, atomic_group
        USE()
        ---
        from flake8_atomic.helpers import sync_policy, atomic_group, atomic_open
        atomic_open()
    """,
    "classes before functions": """
        from flake8_atomic.helpers import NotDurable, recover
        USE()
        ---
        from flake8_atomic.helpers import NotDurable, atomic_open, recover
        atomic_open()
    """,
    "a name a line": """
        from flake8_atomic.helpers import (
            atomic_group,  # both
            # what is below
            sync_policy,
        )
        USE()
        ---
        from flake8_atomic.helpers import (
            atomic_group,  # both
            atomic_open,
            # what is below
            sync_policy,
        )
        atomic_open()
    """,
    "a name a line, first": """
        from flake8_atomic.helpers import (  # ours
            # what is below
            sync_policy as policy
        )
        USE()
        ---
        from flake8_atomic.helpers import (  # ours
            # what is below
            atomic_open,
            sync_policy as policy
        )
        atomic_open()
    """,
    "a name a line, last": """
        from flake8_atomic.helpers import (
            recover,
            atomic_group  # all
        )
        USE()
        ---
        from flake8_atomic.helpers import (
            recover,
            atomic_group,  # all
            atomic_open
        )
        atomic_open()
    """,
    "a name a line, last, with a comma": """
        from flake8_atomic.helpers import (
          NotDurable,
          atomic_group,  # all
        )
        USE()
        ---
        from flake8_atomic.helpers import (
          NotDurable,
          atomic_group,  # all
          atomic_open,
        )
        atomic_open()
    """,
    "the parenthesis closes on the last line": """
        from flake8_atomic.helpers import (
            NotDurable,
            atomic_group)
        USE()
        ---
        from flake8_atomic.helpers import (
            NotDurable,
            atomic_group,
            atomic_open)
        atomic_open()
    """,
    "several a line": """
        from flake8_atomic.helpers import (NotDurable, atomic_group,
                                           recover, sync_policy)
        USE()
        ---
        from flake8_atomic.helpers import (NotDurable, atomic_group,
                                           atomic_open, recover, sync_policy)
        atomic_open()
    """,
    "continued": """
        from flake8_atomic.helpers import atomic_group, \\
            sync_policy
        USE()
        ---
        from flake8_atomic.helpers import atomic_group, \\
            atomic_open, sync_policy
        atomic_open()
    """,
    "continued at once": """
        from flake8_atomic.helpers import \\
            sync_policy
        USE()
        ---
        from flake8_atomic.helpers import \\
            atomic_open, sync_policy
        atomic_open()
    """,
    "the parenthesis closes after a comma": """
        from flake8_atomic.helpers import (
            NotDurable, )
        USE()
        ---
        from flake8_atomic.helpers import (
            NotDurable,
            atomic_open, )
        atomic_open()
    """,
    "too long": """
        from flake8_atomic.helpers import AtomicWriteError, atomic_write_bytes, sync

        USE()
        ---
        from flake8_atomic.helpers import AtomicWriteError, atomic_write_bytes, sync
        from flake8_atomic.helpers import atomic_open

        atomic_open()
    """,
    "not with what comes below": """
        USE()
        from flake8_atomic.helpers import recover
        ---
        from flake8_atomic.helpers import atomic_open

        atomic_open()
        from flake8_atomic.helpers import recover
    """,
    "not with a star": """
        from flake8_atomic.helpers import *
        USE()
        ---
        from flake8_atomic.helpers import *
        from flake8_atomic.helpers import atomic_open as _atomic_open

        _atomic_open()
    """,
    "not with one in a function": """
        def other():
            from flake8_atomic.helpers import recover
        USE()
        ---
        from flake8_atomic.helpers import atomic_open


        def other():
            from flake8_atomic.helpers import recover
        atomic_open()
    """,
}


@pairs(MERGED)
def test_an_import_is_merged(before: str, after: str) -> None:
    assert imported(before) == after


NAMES = {
    "as it is called already": """
        from flake8_atomic.helpers import atomic_open as ao
        def save(): USE()
        ---
        from flake8_atomic.helpers import atomic_open as ao
        def save(): ao()
    """,
    "through its module": """
        import flake8_atomic.helpers as h
        def save(): USE()
        ---
        import flake8_atomic.helpers as h
        def save(): h.atomic_open()
    """,
    "through its package": """
        from flake8_atomic import helpers
        def save(): USE()
        ---
        from flake8_atomic import helpers
        def save(): helpers.atomic_open()
    """,
    "in full": """
        import flake8_atomic.helpers
        import flake8_atomic.rules
        def save(): USE()
        ---
        import flake8_atomic.helpers
        import flake8_atomic.rules
        def save(): flake8_atomic.helpers.atomic_open()
    """,
    "shadowed elsewhere": """
        import flake8_atomic.helpers as h
        def other(h): pass
        class Store:
            h = 1
            def save(self): USE()
        ---
        import flake8_atomic.helpers as h
        def other(h): pass
        class Store:
            h = 1
            def save(self): h.atomic_open()
    """,
}


@pairs(NAMES)
def test_what_is_imported_is_used(before: str, after: str) -> None:
    assert imported(before) == after


ALIASED = {
    "a function of that name": "def atomic_open(): pass\nUSE()\n",
    "a class": "class atomic_open: pass\nUSE()\n",
    "a method": "class A:\n    def atomic_open(self): USE()\n",
    "a parameter": "def save(atomic_open): USE()\n",
    "a starred parameter": "def save(*atomic_open): USE()\n",
    "a parameter of a lambda": "x = lambda atomic_open: 1\nUSE()\n",
    "a local variable elsewhere": "def other():\n    atomic_open = 1\nUSE()\n",
    "a global": "def other():\n    global atomic_open\nUSE()\n",
    "a loop": "for atomic_open in x: USE()\n",
    "a comprehension": "x = [1 for atomic_open in y]\nUSE()\n",
    "a walrus": "if (atomic_open := 1): USE()\n",
    "a handler": "try: pass\nexcept OSError as atomic_open: USE()\n",
    "a capture": "match x:\n    case [atomic_open]: USE()\n",
    "a starred capture": "match x:\n    case [*atomic_open]: USE()\n",
    "a captured rest": "match x:\n    case {**atomic_open}: USE()\n",
    "another import": "from x import atomic_open\nUSE()\n",
    "a plain import": "import atomic_open.x\nUSE()\n",
    "an import in a function": "def other():\n    from flake8_atomic.helpers import atomic_open\nUSE()\n",
    "an import for type checkers": "if TYPE_CHECKING:\n    from flake8_atomic.helpers import atomic_open\nUSE()\n",
    "an import that comes too late": "USE()\nfrom flake8_atomic.helpers import atomic_open\n",
    "deleted": "from flake8_atomic.helpers import atomic_open\ndel atomic_open\nUSE()\n",
    "bound again": "from flake8_atomic.helpers import atomic_open\natomic_open = 1\nUSE()\n",
    "shadowed where it is used": "from flake8_atomic.helpers import atomic_open\ndef f(atomic_open): USE()\n",
    "used, wherever it comes from": "atomic_open\nUSE()\n",
    "a star": "from x import *\nUSE()\n",
    "a relative star": "from . import *\nUSE()\n",
    "a star on a line of its own": "from x import \\\n    *\nUSE()\n",
    "a star close by": "from x import*\nUSE()\n",
    "bound by a function": (
        "from flake8_atomic.helpers import atomic_open\ndef f():\n    global atomic_open\n    atomic_open = 1\nUSE()\n"
    ),
    "a walrus in a text": "x = f'''\n\n{(atomic_open := 1)}'''\nUSE()\n",
    "a lambda in a decorator": "@a(\n    lambda atomic_open: 1\n)\ndef f():\n    pass\nUSE()\n",
    "a name in another font": "\U0001d41atomic_open = 1\nUSE()\n",
    "below a line that is short of one": "x = 1\f\ny = '\u2028'\ndef f(atomic_open): pass\nUSE()\n",
}


@pytest.mark.parametrize("text", ALIASED.values(), ids=ALIASED)
def test_a_name_that_is_taken_is_not_taken_twice(text: str) -> None:
    after = imported(text)
    assert "from flake8_atomic.helpers import atomic_open as _atomic_open" in after.replace("atomic_open, ", "")
    assert "_atomic_open()" in after


FREE = {
    "an attribute": "x.atomic_open\nUSE()\n",
    "a keyword": "x(atomic_open=1)\nUSE()\n",
    "a string": "x = 'atomic_open'  # atomic_open\nUSE()\n",
    "a star of the standard library": "from os.path import *\nUSE()\n",
    "a star in a string": "x = 'from x import *'\nUSE()\n",
    "another name in another font": "\U0001d41atomic_close = 1\nUSE()\n",
}


@pytest.mark.parametrize("text", FREE.values(), ids=FREE)
def test_a_name_that_is_free_is_taken(text: str) -> None:
    assert "from flake8_atomic.helpers import atomic_open\n" in imported(text)


@pytest.mark.parametrize(
    ("text", "is_walked"), [("x = '\ufb01'\nUSE()\n", False), ("x = 'atomic_open'\nUSE()\n", True)]
)
def test_no_tree_is_walked_for_a_name_that_does_not_stand_in_the_text(
    monkeypatch: pytest.MonkeyPatch, text: str, is_walked: bool
) -> None:
    walked: list[ast.AST] = []

    def children(node: ast.AST) -> list[ast.AST]:
        walked.append(node)
        return []

    monkeypatch.setattr("codemods.importing.names_taken.children", children)
    assert "from flake8_atomic.helpers import atomic_open\n" in imported(text)
    assert bool(walked) is is_walked


def test_an_alias_that_is_taken_is_numbered() -> None:
    after = imported("atomic_open = _atomic_open = _atomic_open_2 = 1\nUSE()\n")
    assert "import atomic_open as _atomic_open_3" in after


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("_write", "from pkg.utils import _write\n"),
        ("__write", "from pkg.utils import __write as _write\n"),  # another name inside of a class
        ("open", "from pkg.utils import open as _open\n"),
    ],
)
def test_names_that_mean_something_else_are_aliased(name: str, line: str) -> None:
    assert line in imported("class A:\n    USE()\n", Imported(HELPERS, name), helpers="pkg.utils")


@pytest.mark.parametrize(
    ("text", "wanted", "line", "called"),
    [
        ("USE()\n", Imported("shutil"), "import shutil\n", "shutil()"),
        ("import shutil\nUSE()\n", Imported("shutil"), "", "shutil()"),
        ("import shutil as s\nUSE()\n", Imported("shutil"), "", "s()"),
        ("shutil = 1\nUSE()\n", Imported("shutil"), "import shutil as _shutil\n", "_shutil()"),
        ("import xml\nUSE()\n", Imported("xml.dom"), "import xml.dom as _dom\n", "_dom()"),
        ("import xml.dom.minidom\nUSE()\n", Imported("xml.dom"), "", "xml.dom()"),
        ("USE()\n", Imported("xml.dom"), "import xml.dom\n", "xml.dom()"),
        ("from xml import dom\nUSE()\n", Imported("xml.dom"), "", "dom()"),
        ("import functools as f\nUSE()\n", Imported("functools", "partial"), "", "f.partial()"),
    ],
)
def test_modules_are_imported_as_well(text: str, wanted: Imported, line: str, called: str) -> None:
    after = imported(text, wanted)
    assert called in after
    assert line in after
    assert bool(line) == (after.count("import") > text.count("import"))


def test_two_wants_of_one_name_do_not_meet() -> None:
    after = imported("USE()\n", OPEN, Imported("pkg", "atomic_open"), OPEN)
    assert after == (
        "from flake8_atomic.helpers import atomic_open\nfrom pkg import atomic_open as _atomic_open\n\natomic_open()\n"
    )


def test_several_names_are_one_statement() -> None:
    names = ["atomic_open", "atomic_write_json", "atomic_write_text"]
    after = imported("USE()\n", *(Imported(HELPERS, name) for name in names))
    lines = ["from flake8_atomic.helpers import (", *(f"    {name}," for name in names), ")", "", "atomic_open()", ""]
    assert after == "\n".join(lines)


def test_several_names_are_merged() -> None:
    text = "from flake8_atomic.helpers import recover\nimport shutil\nUSE()\n"
    after = imported(text, OPEN, Imported("json"), Imported(HELPERS, "atomic_write_json"))
    assert after == (
        "from flake8_atomic.helpers import atomic_open, atomic_write_json, recover\n"
        "import json\nimport shutil\natomic_open()\n"
    )


CRLF = "import os\r\nfrom m import (\r\n    b,\r\n)\r\n\r\nUSE()\r\n"
BYTES = {
    "CRLF": (CRLF, CRLF.replace("    b", "    atomic_open,\r\n    b").replace("USE", "atomic_open")),
    "CRLF below": (
        CRLF.replace("b,", "a  # one"),
        CRLF.replace("b,", "a,  # one\r\n    atomic_open").replace("USE", "atomic_open"),
    ),
    "lone CR": ("import os\r\rUSE()\r", "import os\r\rfrom m import atomic_open\r\ratomic_open()\r"),
    "mixed line ends": (
        "import os\r\nx\nUSE()\n",
        "import os\r\n\r\nfrom m import atomic_open\r\n\r\nx\natomic_open()\n",
    ),
    "no line end": ("USE()", "from m import atomic_open\n\natomic_open()"),
    "form feeds": ("import os\n\x0c\nUSE()\n", "import os\n\nfrom m import atomic_open\n\x0c\natomic_open()\n"),
    "tabs": ("from m import (\n\tb,\n)\nUSE()\n", "from m import (\n\tatomic_open,\n\tb,\n)\natomic_open()\n"),
    "wide characters": ("from m import é, 数据\nUSE()\n", "from m import atomic_open, é, 数据\natomic_open()\n"),
    "U+2028": ("x = '\u2028'\nUSE()\n", "from m import atomic_open\n\nx = '\u2028'\natomic_open()\n"),
}


@pytest.mark.parametrize(("before", "after"), BYTES.values(), ids=BYTES)
def test_line_ends_and_blanks_stay_what_they_are(before: str, after: str) -> None:
    assert imported(before, Imported("m", "atomic_open")) == after


@pytest.mark.parametrize(
    ("longest", "count"), [(79, 2), (80, 1), (88, 1), (89, 1), (101, 1)], ids=["79", "80", "88", "89", "100"]
)
def test_a_line_becomes_no_longer_than_others_are(longest: int, count: int) -> None:
    line = "from flake8_atomic.helpers import AtomicWriteError, atomic_group, recover"
    after = imported(f"{line}\n#{'x' * (longest - 1)}\nUSE()\n")
    assert after.count("from flake8_atomic") == count
    assert len(after.split("\n")[0]) == (len(line) if count == 2 else len(line) + len(", atomic_open"))


def project(folder: Path, **files: str) -> Path:
    """A project of these files: `pkg__core` is pkg/core.py."""
    for name, text in files.items():
        path = folder.joinpath(*name.split("___")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


PACKAGE = {
    "pkg___" + "__init__": "",
    "pkg___utils": "",
    "pkg___core": "",
    "pkg___sub___" + "__init__": "",
    "pkg___sub___core": "",
}


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        ("pkg/core.py", "from .other import x\nUSE()\n", "from .utils import atomic_open\n"),
        ("pkg/core.py", "from .utils import x\nUSE()\n", "from .utils import atomic_open, x\n"),
        ("pkg/core.py", "from pkg.utils import x\nUSE()\n", "from pkg.utils import atomic_open, x\n"),
        ("pkg/core.py", "from .other import x\nfrom pkg import y\nUSE()\n", "from pkg.utils import atomic_open\n"),
        ("pkg/core.py", "import os\nUSE()\n", "from pkg.utils import atomic_open\n"),
        ("pkg/sub/core.py", "from ..other import x\nUSE()\n", "from ..utils import atomic_open\n"),
        ("pkg/sub/__init__.py", "from .core import x\nUSE()\n", "from ..utils import atomic_open\n"),
        ("pkg/__init__.py", "from .core import x\nUSE()\n", "from .utils import atomic_open\n"),
        ("script.py", "from .other import x\nUSE()\n", "from pkg.utils import atomic_open\n"),
        ("tools/script.py", "import pkg\nUSE()\n", "from pkg.utils import atomic_open\n"),
    ],
)
def test_a_package_names_its_modules_as_it_does(tmp_path: Path, file: str, text: str, line: str) -> None:
    filename = project(tmp_path, **PACKAGE) / file
    assert line in imported(text, filename=str(filename), helpers="pkg.utils")


def test_what_a_relative_import_brings_is_used(tmp_path: Path) -> None:
    filename = project(tmp_path, **PACKAGE) / "pkg" / "core.py"
    text = "from .utils import atomic_open as ao\nUSE()\n"
    assert imported(text, filename=str(filename), helpers="pkg.utils") == text.replace("USE", "ao")
    text = "from . import utils\nUSE()\n"
    assert imported(text, filename=str(filename), helpers="pkg.utils") == text.replace("USE", "utils.atomic_open")


def test_a_module_of_the_project_is_not_from_elsewhere(tmp_path: Path) -> None:
    filename = project(tmp_path, utils="") / "app.py"
    after = imported("import yaml\n\nUSE()\n", filename=str(filename), helpers="utils")
    assert after == "import yaml\n\nfrom utils import atomic_open\n\natomic_open()\n"


@pytest.mark.parametrize(
    ("file", "others"),
    [
        ("pkg/utils.py", {}),
        ("pkg/_atomic/whole.py", {"pkg____atomic___" + "__init__": ""}),
        ("pkg/core.py", {"pkg___utils": "from .core import x\n"}),
        ("pkg/core.py", {"pkg___utils": "import pkg.core\n"}),
        ("pkg/core.py", {"pkg___utils": "from . import core\n"}),
        ("pkg/core.py", {"pkg___utils": "if True:\n  try:\n    from pkg.other import x\n  finally: pass\n",
                         "pkg___other": "from pkg import core\n"}),
        ("pkg/core.py", {"pkg___utils": "class A:\n    from pkg.core import x\n"}),
        ("pkg/core.py", {"pkg___utils": "if TYPE_CHECKING: pass\nelse: import pkg.core\n"}),
        ("pkg/__init__.py", {"pkg___utils": "from . import name\n"}),
        ("pkg/core.py", {"pkg___utils": "from . import name\n", "pkg___" + "__init__": "from .core import name\n"}),
        ("pkg/core.py", {"pkg___utils": "import pkg.sub.core\n", "pkg___sub___" + "__init__": "import pkg.core\n"}),
        ("tools/core.py", {"pkg___utils": "from tools.core import x\n"}),
    ],
)  # fmt: skip
def test_an_import_in_a_circle_is_refused(tmp_path: Path, file: str, others: dict[str, str]) -> None:
    filename = project(tmp_path, **{**PACKAGE, **others}) / file
    helpers = "pkg._atomic" if "_atomic" in file else "pkg.utils"
    with pytest.raises(NoFix, match="this file"):
        imported("USE()\n", filename=str(filename), helpers=helpers)


@pytest.mark.parametrize(
    "others",
    [
        {"pkg___" + "__init__": "from .core import x\n"},
        {"pkg___utils": "def f():\n    from .core import x\n"},
        {"pkg___utils": "if TYPE_CHECKING:\n    from .core import x\n"},
        {"pkg___utils": "if typing.TYPE_CHECKING:\n    from .core import x\n"},
        {"pkg___utils": "import os, pkg.sub\nfrom ....other import x\n"},
        {"pkg___utils": "import pkg.sub\n", "pkg___sub___" + "__init__": "import pkg.utils\n"},
        {"pkg___utils": "this is no Python\n"},
    ],
)
def test_no_circle_is_seen_where_there_is_none(tmp_path: Path, others: dict[str, str]) -> None:
    filename = project(tmp_path, **{**PACKAGE, **others}) / "pkg" / "core.py"
    assert "from pkg.utils import atomic_open\n" in imported("USE()\n", filename=str(filename), helpers="pkg.utils")


REFUSED = {
    "imported only where it is there": (
        "try:\n    from pkg.utils import x\nexcept ImportError:\n    x = None\nUSE()\n",
        "only where it is there",
    ),
    "imported as a whole": ("try: import pkg.utils\nexcept (OSError, ImportError): pass\nUSE()\n", "only where"),
    "imported from its package": ("try: from . import utils\nexcept: pass\nUSE()\n", "only where it is there"),
    "the package goes by two names": (
        "try:\n    from .core import x\nexcept ImportError:\n    from core import x\nUSE()\n",
        "in two ways",
    ),
    "the path is changed below": ("def save(): USE()\nimport sys\nsys.path.append('x')\nimport y\n", "sys.path"),
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.values(), ids=REFUSED)
def test_an_import_that_would_break_the_file_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    filename = project(tmp_path, **PACKAGE) / "pkg" / "main.py"
    with pytest.raises(NoFix, match=reason):
        imported(text, filename=str(filename), helpers="pkg.utils")


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    from pkg.utils import x\nexcept KeyError:\n    x = None\nUSE()\n",
        "try:\n    from .fast import x\nexcept ImportError:\n    from .slow import x\nUSE()\n",
        "try:\n    import pkg.fast\n    x = 1\nexcept ImportError:\n    x = 1\nUSE()\n",
        "import sys\nsys.path.append('x')\nUSE()\n",
    ],
)
def test_other_guards_and_paths_do_no_harm(tmp_path: Path, text: str) -> None:
    filename = project(tmp_path, **PACKAGE) / "pkg" / "main.py"
    assert "utils import atomic_open\n" in imported(text, filename=str(filename), helpers="pkg.utils")


def test_the_standard_library_is_always_there() -> None:
    text = "def save(): USE()\nimport sys\nsys.path.append('x')\nimport y\n"
    assert imported(text, Imported("shutil")).startswith("import shutil\n")
    assert imported(text).startswith("from flake8_atomic.helpers import atomic_open\n")


def test_what_cannot_be_imported_is_left_alone_with_the_reason(tmp_path: Path) -> None:
    text = "from pathlib import Path\n\n\ndef save(p: Path, x): p.write_text(x)\n"
    project(tmp_path, utils=text, app=text)
    refused = rewrite_of(text, str(tmp_path / "utils.py"), helpers="utils")
    assert (refused.after, refused.problem) == (text, "")
    assert [(site.level, site.fixed) for site in refused.sites] == [("none", False)]
    assert "this file is a part of utils" in refused.sites[0].text
    assert "from utils import atomic_write_text\n" in rewrite_of(text, str(tmp_path / "app.py"), helpers="utils").after


def test_a_plan_tells_what_it_wants() -> None:
    inner = Enter(Call(Imported("b"), ()), "", (Do(Call("f", (Argument(Imported("c")),))),))
    wanted = wanted_by([Instead((ast.Pass(),), (Enter(Call(OPEN, ()), "f", (inner, ast.Pass())),))])
    assert {one.module for one in wanted} == {HELPERS, "b", "c"}


def test_what_tests_patch_stays_imported() -> None:
    text = "import json\n\n\ndef save(path, data):\n    with open(path, 'w') as f:\n        json.dump(data, f)\n"
    assert "import json\n" not in rewrite_of(text, "pkg/store.py").after
    patched = {"pkg.store.json.dumps": "tests/test_store.py line 1", "pkg.other.io": ""}
    after = rewrite_of(text, "pkg/store.py", patched=patched).after
    assert "import json\n" in after
    assert "atomic_write_json(path, data)" in after


OPENED = "from flake8_atomic.helpers import atomic_open\n"
STYLES = {
    "`import` and `from` in one order, as the project says": (
        "[tool.ruff.lint.isort]\nforce-sort-within-sections = true",
        "import requests\n",
        f"{OPENED}import requests\n",
    ),
    "`import` and `from` in one order, as the file shows": (
        "",
        "from click import echo\nimport httpx\nfrom rich import print\n",
        f"from click import echo\n{OPENED}import httpx\nfrom rich import print\n",
    ),
    "a name for each statement": (
        "[tool.isort]\nforce_single_line = true",
        "from flake8_atomic.helpers import recover\n",
        f"{OPENED}from flake8_atomic.helpers import recover\n",
    ),
    "a blank line between `import` and `from`, as the project says": (
        "[tool.isort]\nlines_between_types = 1",
        "import requests\n\nfrom pkg import a\n",
        f"import requests\n\n{OPENED}\nfrom pkg import a\n",
    ),
    "a blank line between `import` and `from`, as the file shows": (
        "",
        "import requests\n\nfrom rich import print\n\nfrom pkg import a\n",
        f"import requests\n\n{OPENED}from rich import print\n\nfrom pkg import a\n",
    ),
    "one kind in several blocks": (
        "",
        "import click\nimport yaml\n\nimport dask\nfrom dask import a\n\nfrom pkg import a\n",
        f"import click\nimport yaml\n{OPENED}\nimport dask\nfrom dask import a\n\nfrom pkg import a\n",
    ),
    "one kind in several blocks without an order": (
        "",
        "import yaml\nimport click\n\nimport dask\n\nfrom pkg import a\n",
        f"import yaml\nimport click\n\nimport dask\n{OPENED}\nfrom pkg import a\n",
    ),
    "below code, which the linter is told of": (
        "",
        "import sys\n\nsys.path.insert(0, 'x')\n\nimport requests  # noqa: I001, E402\n",
        f"import sys\n\nsys.path.insert(0, 'x')\n\nimport requests  # noqa: I001, E402\n{OPENED[:-1]}  # noqa: E402\n",
    ),
    "beside what the linter is told something else of": (
        "",
        "import sys\n\nsys.path.insert(0, 'x')\n\nimport requests  # noqa: I001\n",
        f"import sys\n\nsys.path.insert(0, 'x')\n\nimport requests  # noqa: I001\n{OPENED}",
    ),
    "code of the project beside the package": (
        "",
        "import requests\n\nfrom pkg import a\nfrom tools import b\n",
        f"import requests\n{OPENED}\nfrom pkg import a\nfrom tools import b\n",
    ),
}


@pytest.mark.parametrize(("told", "before", "after"), STYLES.values(), ids=STYLES)
def test_an_import_stands_where_the_project_sorts_it(tmp_path: Path, told: str, before: str, after: str) -> None:
    project(tmp_path, src___pkg___a="", tools="", docs___conf="")
    (tmp_path / "pyproject.toml").write_text(told)
    text = imported(f"{before}\nUSE()\n", filename=str(tmp_path / "docs" / "conf.py"))
    assert text == f"{after}\natomic_open()\n"


def test_a_name_under_another_shares_no_statement_but_where_the_file_does_that() -> None:
    taken = "from os import path{}\n\ndef atomic_open(): pass\nUSE()\n"
    wanted = Imported("m", "atomic_open"), Imported("m", "atomic_group")
    apart = imported(taken.format(""), *wanted)
    assert "from m import atomic_group\nfrom m import atomic_open as _atomic_open\n" in apart
    together = imported(taken.format(", sep as slash"), *wanted)
    assert "from m import atomic_group, atomic_open as _atomic_open\n" in together
