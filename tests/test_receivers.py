"""Is the object whose `write_text` is called a path?"""

from __future__ import annotations

import pytest

from flake8_atomic.analysis.paths.receivers import is_path
from tests.snippets import announced, asked, cases, codes, found, parsed

HEAD = "import io\nfrom pathlib import Path\nfrom typing import Annotated, Any, Optional, TypeVar, cast\nimport anyio\n"


def judged(text: str) -> bool | None:
    file = parsed(HEAD + text)
    return is_path(asked(file), file.paths)


PATHS = [
    "ask(Path(a))",
    "ask(Path.home())",
    "ask(Path.cwd() / a)",
    "ask(a / b)",
    "ask(a.parent)",
    "ask(a.with_suffix('.json'))",
    "ask(a.joinpath(b))",
    "ask(anyio.Path(a))",
    "from own import StorePath\nask(StorePath(a))",
    "def f(a: Path): ask(a)",
    "def f(a: 'Path'): ask(a)",
    "def f(a: Path | None): ask(a)",
    "def f(a: Optional[Path]): ask(a)",
    "def f(a: Annotated[Path, 'x']): ask(a)",
    "def f(a: pathlib.Path): ask(a)",
    "class P(Path): pass\ndef f(a: P): ask(a)",
    "class P(Path): pass\nask(P(a))",
    "class P(Path): pass\nclass Q(P): pass\nask(Q(a))",
    "class P(Path):\n  def f(self): ask(self)",
    "def made() -> Path: ...\nask(made())",
    "def made(): return Path(a)\nask(made())",
    "def made(a):\n  if a.parent: return made(a.parent)\n  return Path(a)\nask(made(b))",
    "class C:\n  def made(self) -> 'Path': ...\n  def f(self): ask(self.made())",
    "class C:\n  def __init__(self): self.a = Path(b)\n  def f(self): ask(self.a)",
    "a = Path(b) if c else Path(d)\nask(a)",
    "ask(Path(a).expanduser())",
    "ask(Path(a).resolve().absolute())",
    "ask(Path(a).relative_to(b))",
    "ask(Path(a).rename(b))",
    "ask(a.parents[1])",
    "for a in Path(b).glob('*.json'): ask(a)",
    "for a in Path(b).iterdir(): ask(a)",
    "a: Path = made()\nask(a)",
    "def f():\n  a: 'Path | None' = made()\n  ask(a)",
    "class C:\n  a: Path\n  def f(self): ask(self.a)",
    "class C:\n  a: Path = field(default=b)\n  def f(self): ask(self.a)",
    "class C:\n  a: Path\nclass D(C):\n  def f(self): ask(self.a)",
    "class C:\n  a: Path\ndef f(c: C): ask(c.a)",
    "class C:\n  a: Path\nask(C(b).a)",
    "class C:\n  a: Path\nc = C(b)\nask(c.a)",
]
OTHERS = [
    "class P(Path):\n  def write_text(self, text): ask(super())",
    "ask('text')",
    "ask(b'bytes')",
    "ask(1)",
    "ask(f'{a}')",
    "ask([a])",
    "ask({a: b})",
    "ask({a})",
    "import a\nask(a)",
    "from a import b\nask(b)",
    "def a(): pass\nask(a)",
    "ask(io.StringIO())",
    "ask(str(a))",
    "ask(open(a))",
    "def f(a: io.StringIO): ask(a)",
    "def f(a: Group): ask(a)",
    "class Group: pass\ndef f(a: Group): ask(a)",
    "class Group: pass\nask(Group())",
    "class RemotePath: pass\ndef f(a: RemotePath): ask(a)",
    "class RemotePath: pass\nclass C:\n  def __init__(self, a: RemotePath): self.a = a\n  def f(self): ask(self.a)",
    "import zipfile\ndef f(a: zipfile.Path): ask(a)",
    "class Group(Base):\n  def f(self): ask(self)",
    "class Group: pass\ndef made() -> Group: ...\nask(made())",
    "def made(): return 'text'\nask(made())",
    "ask(self.websocket)",
    "def format_help(self, context, formatter): ask(formatter)",
    "import zipfile\nask(zipfile.Path(a, 'b'))",
    "import socket\na = socket.socket()\nask(a)",
    "import serial\na = serial.Serial('c')\nask(a)",
    "from unittest.mock import MagicMock as Fake\nask(Fake())",
    "from unittest import mock\nclass C:\n  def __init__(self): self.a = mock.Mock()\n  def f(self): ask(self.a)",
    "def f(a: serial.Serial): ask(a)",
    "ask(conn)",
    "ask(log_stream)",
    "def f(a):\n  a.start_paragraph()\n  ask(a)",
    "class C:\n  def f(self):\n    self.doc.add_heading('b')\n    ask(self.doc)",
    "def f(a):\n  ask(a)\n  a.modified = 1",
]
UNKNOWN = [
    "ask(a)",
    "ask(not a)",
    "for a in [b, c]: ask(a)",
    "ask(a.b)",
    "def f(a, b):\n  b.start_paragraph()\n  b.modified = 1\n  ask(a)",
    "class C:\n  def f(self):\n    self.doc.add_heading('b')\n    ask(self.other)",
    "ask(a.b.c)",
    "ask(a[0])",
    "ask(a + b)",
    "ask(None)",
    "ask(a())",
    "ask(a.b())",
    "from a import made\nask(made())",
    "from a import MADE\nask(MADE())",
    "from a import Path_\nask(Path_(b))",
    "from a import Store\nask(Store().path())",
    "from a import Store\nask(Store(b).path)",
    "for a in b: ask(a)",
    "with a as b: ask(b)",
    "a = b\ndel a\nask(a)",
    "class C:\n  def f(self): ask(self.a)",
    "def f(a): ask(a)",
    "def f(a: Any): ask(a)",
    "T = TypeVar('T')\ndef f(a: T): ask(a)",
    "def f(a: ''): ask(a)",
    "def f(a: 'not a type'): ask(a)",
    "def f(a: '\\0'): ask(a)",
    "def f(a: 1): ask(a)",
    "a = Path(b) if c else 'text'\nask(a)",
    "def made():\n  if c: return Path(a)\n  return 'text'\nask(made())",
    "def made(a): return made(a.parent)\nask(made(b))",
    "def one(a): return two(a)\ndef two(a): return one(a)\nask(one(b))",
    "def made(): pass\nask(made())",
    "def made() -> Any: ...\nask(made())",
]


@pytest.mark.parametrize("text", PATHS)
def test_it_is_a_path(text: str) -> None:
    assert judged(text) is True


@pytest.mark.parametrize("text", OTHERS)
def test_it_is_something_else(text: str) -> None:
    assert judged(text) is False


@pytest.mark.parametrize("text", UNKNOWN)
def test_it_is_unknown(text: str) -> None:
    assert judged(text) is None


@pytest.mark.parametrize(
    "call",
    [
        "a.write_text(b)",
        "a.write_text(data=b)",
        "a.write_text(b, 'utf-8')",
        "a.write_text(b, None)",
        "a.write_text(b, encoding)",
        "a.write_text(b, self.ENC, 'strict')",
        "a.write_text(b, encoding='utf-8')",
        "a.write_bytes(b)",
        "Path.write_text(a, b)",
        "Path.write_text(a, b, 'utf-8')",
        "asyncio.to_thread(a.write_text, b)",
        "loop.run_in_executor(None, a.write_text, b, 'utf-8')",
    ],
)
def test_a_call_that_a_path_can_take_is_a_write(call: str) -> None:
    assert codes(f"from pathlib import Path\n{call}\n") in (["ATM101"], ["ATM102"])


@pytest.mark.parametrize(
    "call",
    [
        "a.write_text()",
        "a.write_text(path=b)",
        "a.write_text(path=b, data=c)",
        "a.write_bytes(data=c, path=b)",
        "a.write_text('name', 'text of many words')",
        "a.write_text('name', '')",
        "a.write_text('name', 'a\\0b')",
        "a.write_text(b, text)",
        "a.write_text(b, 1)",
        "a.write_text(b, text())",
        "a.write_bytes(b, c)",
        "Path.write_text(a)",
        "write_text(a, b)",
        "'a'.write_text(b)",
        "asyncio.to_thread(a.write_text)",
        "asyncio.to_thread(a.write_text, b, text)",
        "asyncio.to_thread(a.read_text, b)",
    ],
)
def test_a_call_that_no_path_can_take_is_none(call: str) -> None:
    assert codes(f"from pathlib import Path\n{call}\n") == []


@cases(
    {
        "a file of a storage in memory": """
            class Node:
                def open(self, mode):
                    return self
            def save(name, content):
                with node_of(name).open("wb") as file:  # ATM103
                    file.write(content)
            def save_state(name, content):
                node = node_of(name)
                with node.open("wb") as file:
                    file.write(content)
                node.modified = 1
            def save_kept(name, content):
                with Node().open("wb") as file:
                    file.write(content)
                with Node().open("r+") as file:
                    file.seek(0)
                    file.write(content)
            """,
        "what is taken from a row, and one name for two things": """
            import json
            def reset(first, second):
                for path in [first, second]:
                    with path.open("w") as file:
                        json.dump({}, file)  # ATM104
            def stop(threads, files):
                for item in threads:
                    item.daemon = True
                for item in files:
                    item.write_text(json.dumps({}))  # ATM101
            """,
        "what opens a file is a path, however it is called": """
            from pathlib import Path
            def dump(data, stream: Path):
                with stream.open("w") as file:  # ATM103
                    file.write(data)
            """,
    }
)
def test_what_is_no_path_opens_no_file(text: str) -> None:
    assert found(text) == announced(text)
