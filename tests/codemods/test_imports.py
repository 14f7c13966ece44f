"""Where the import of a helper goes, and under which name the file calls it.

In each table, `USE()` is the code that comes to call `atomic_open`; the text below the dashes is what the file becomes.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from codemods.imports import Imports
from flake8_atomic.analysis.source import Source
from flake8_atomic.edits import HELPERS, Call, CallInstead, Imported, NoFix
from tests.codemods.fixing import pairs

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
    return imports.added(text.replace("USE", names[0]))


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
}


@pytest.mark.parametrize("text", FREE.values(), ids=FREE)
def test_a_name_that_is_free_is_taken(text: str) -> None:
    assert "from flake8_atomic.helpers import atomic_open\n" in imported(text)


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
