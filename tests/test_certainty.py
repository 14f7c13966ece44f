"""Is it surely one of pathlib's paths? By what its type was imported from, and not by the name of that."""

from __future__ import annotations

import pytest

from flake8_atomic.analysis.facts.certainty import must_be_awaited, surely_path
from tests.snippets import asked, parsed

SURE = {
    "annotated": "from pathlib import Path\ndef f(a: Path): ask(a)",
    "annotated in quotes": "from pathlib import Path\ndef f(a: 'Path | None'): ask(a)",
    "annotated by the module": "import pathlib\ndef f(a: pathlib.Path): ask(a)",
    "annotated under another name": "from pathlib import Path as FilePath\ndef f(a: FilePath): ask(a)",
    "annotated by an alias": "from pathlib import Path\nAnyPath = Path\ndef f(a: AnyPath): ask(a)",
    "imported for the annotations": "if TYPE_CHECKING:\n  from pathlib import Path\ndef f(a: Path): ask(a)",
    "annotated with what stands for it": "import os\nfrom pathlib import Path\ndef f(a: Path | os.PathLike): ask(a)",
    "of pathlib2": "from pathlib2 import Path\ndef f(a: Path): ask(a)",
    "made": "from pathlib import Path\nask(Path(b))",
    "a field": "from pathlib import Path\nclass C:\n  a: Path\n  def f(self): ask(self.a)",
    "held by what is called after paths": "class Paths: ...\ndef f(paths: Paths):\n  paths.a.unlink()\n  ask(paths.a)",
    "a field of what is called after paths": "from pathlib import Path\nclass Paths:\n  a: Path\n"
    "def f(paths: Paths): ask(paths.a)",
    "an own class": "from pathlib import Path\nclass P(Path):\n  def f(self): ask(self)",
    "made by an own class": "from pathlib import Path\nclass P(Path): pass\nask(P(b))",
    "returned": "from pathlib import Path\ndef made() -> Path: ...\nask(made())",
    "returned, not said": "from pathlib import Path\ndef made(): return Path(b)\nask(made())",
    "parted": "def f(a): ask(a / 'x')",
    "treated as one": "def f(a):\n  a.parent.mkdir()\n  ask(a)",
}
UNSURE = {
    "nothing known": "def f(a): ask(a)",
    "of an archive": "from zipfile import Path\ndef f(a: Path): ask(a)",
    "of an archive, by the module": "import zipfile\ndef f(a: zipfile.Path): ask(a / 'x')",
    "of a cloud, under its name": "from upath import UPath as Path\ndef f(a: Path): ask(a)",
    "of a cloud, in quotes": "from upath import UPath as Path\ndef f(a: 'Path'): ask(a)",
    "of an own module": "from mypaths import Path\ndef f(a: Path): ask(a)",
    "of an own module, made": "from mypaths import Path\na = Path(b)\nask(a)",
    "of the package": "from .paths import Path\ndef f(a: Path): ask(a.parent)",
    "of a star": "from paths import *\ndef f(a: Path): ask(a)",
    "of a star, made": "from paths import *\nask(Path(b))",
    "of a star, treated as one": "from paths import *\ndef f(a: Path):\n  a.parent.mkdir()\n  ask(a)",
    "of an alias of several": "AnyPath = str | Path\ndef f(a: AnyPath): ask(a)",
    "an own class of that name": "class Path: pass\ndef f(a: Path): ask(a)",
    "a field": "from mypaths import Path\nclass C:\n  a: Path\n  def f(self): ask(self.a)",
    "kept by its class": "from mypaths import Path\nclass C:\n  def __init__(self, a: Path): self.a = a\n"
    "  def f(self): ask(self.a)",
    "an own class of another": "from upath import UPath\nclass P(UPath):\n  def f(self): ask(self)",
    "made by an own class of another": "from upath import UPath\nclass P(UPath): pass\nask(P(b))",
    "returned": "from mypaths import Path\ndef made() -> Path: ...\nask(made() / 'x')",
    "returned, not said": "from mypaths import Path\ndef made(): return Path(b)\nask(made().parent)",
    "returned by itself": "def made(): return made()\nask(made())",
    "a type that cannot be read": "def f(a: '(Path'): ask(a)",
}
AWAITED = {
    "annotated": "from anyio import Path\nasync def f(a: Path): ask(a)",
    "annotated by the module": "import trio\nasync def f(a: trio.Path): ask(a / 'x')",
    "made": "from anyio import Path\na = Path(b)\nask(a.parent)",
    "kept": "from anyio import Path\nclass C:\n  def __init__(self, a: Path): self.a = a\n"
    "  async def f(self): ask(self.a)",
}


@pytest.mark.parametrize("text", SURE.values(), ids=SURE)
def test_what_is_proved_a_path_of_pathlib(text: str) -> None:
    file = parsed(text)
    assert surely_path(asked(file), file)
    assert not must_be_awaited(asked(file), file)


@pytest.mark.parametrize("text", UNSURE.values(), ids=UNSURE)
def test_what_may_be_another_path(text: str) -> None:
    file = parsed(text)
    assert not surely_path(asked(file), file)
    assert not must_be_awaited(asked(file), file)


@pytest.mark.parametrize("text", AWAITED.values(), ids=AWAITED)
def test_what_gives_something_to_await(text: str) -> None:
    file = parsed(text)
    assert not surely_path(asked(file), file)
    assert must_be_awaited(asked(file), file)
