"""Leads a handle back to its open, and says what each call does with it."""

from __future__ import annotations

import ast

import pytest

from flake8_atomic.analysis.file import File
from tests.snippets import parsed
from tests.test_openings import HEAD, opens


def done(text: str) -> list[str]:
    """What is done with the first file that a snippet opens."""
    file: File = parsed(
        f"{HEAD}import json, csv, shutil, contextlib, fcntl, numpy, msgpack, codecs, pickle, six\n{text}"
    )
    opened = next(opens(file))
    return [use.what for use in file.uses(opened)]


WITH = "with open(p, 'w') as f:\n  "


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (WITH + "f.write(x)", ["write"]),
        (WITH + "f.writelines(x)", ["write"]),
        (WITH + "f.truncate()", ["truncate"]),
        (WITH + "f.seek(0)", ["seek"]),
        (WITH + "f.flush()", ["flush"]),
        (WITH + "f.close()", ["close"]),
        (WITH + "f.read()", ["read"]),
        (WITH + "f.readlines()", ["read"]),
        (WITH + "f.isatty()", []),
        ("f = open(p, 'w')\nwith f as g:\n  g.write(x)", ["write"]),
        ("f = open(p, 'w')\nwith f, lock as g:\n  g.write(x)", []),
        ("f = open(p, 'w')\nwith f, own.lock as g:\n  g.write(x)", []),
        (WITH + "f.name.upper()", []),
        (WITH + "g.write(x)", []),
        (WITH + "print(x, file=f)", ["write"]),
        (WITH + "json.dump(x, f)", ["dump"]),
        (WITH + "json.dump(x, fp=f)", ["dump"]),
        (WITH + "own.dump(x, f)", ["dump"]),
        (WITH + "shutil.copyfileobj(g, f)", ["copy"]),
        (WITH + "fcntl.flock(f, fcntl.LOCK_EX)", ["lock"]),
        (WITH + "os.fsync(f.fileno())", ["sync"]),
        (WITH + "os.fsync(f)", ["sync"]),
        (WITH + "numpy.save(f, x)", ["record"]),
        (WITH + "frame.to_csv(f)", ["record"]),
        (WITH + "tree.write(f)", ["record"]),
        (WITH + "tree.writexml(f)", ["record"]),
        (WITH + "w = csv.writer(f)\n  w.writerow(x)", ["wrap", "record"]),
        (WITH + "csv.DictWriter(f, n).writeheader()", ["wrap", "record"]),
        (WITH + "pickle.Pickler(f).dump(x)", ["wrap", "dump"]),
        (WITH + "io.TextIOWrapper(f).write(x)", ["wrap", "write"]),
        (WITH + "codecs.getwriter('utf-8')(f).write(x)", ["handed"]),
        (WITH + "io.TextIOWrapper().write(x)", []),
        (WITH + "anything(f)", ["handed"]),
        (WITH + "anything(1, here=f)", ["handed"]),
        (WITH + "g = a.b\n  anything(g)", []),
        (WITH + "[line for line in f]", []),
        (WITH + "g = f\n  g.write(x)", ["write"]),
        (WITH + "g = h = f\n  h.write(x)", ["write"]),
        (WITH + "g = c or f\n  g.write(x)", ["write"]),
        (WITH + "def g(): f.write(x)", ["write"]),
        ("open(p, 'w').write(x)", ["write"]),
        ("json.dump(x, open(p, 'w'))", ["dump"]),
        ("f = open(p, 'w')\ntry: f.write(x)\nfinally: f.close()", ["write", "close"]),
        ("f: object = open(p, 'w')\nf.write(x)", ["write"]),
        ("f = c and open(p, 'w')\nf.write(x)", ["write"]),
        ("async def g():\n  async with aiofiles.open(p, 'w') as f: await f.write(x)", ["write"]),
        ("async def g():\n  f = await aiofiles.open(p, 'w')\n  await f.write(x)", ["write"]),
        ("with contextlib.closing(open(p, 'w')) as f: f.write(x)", ["wrap", "write"]),
        ("with contextlib.ExitStack() as s:\n  f = s.enter_context(open(p, 'w'))\n  f.write(x)", ["handed", "write"]),
        ("f = s.enter_context()\nopen(p, 'w').write(x)", ["write"]),
        ("with open(p, 'w') as f, gzip.GzipFile(fileobj=f, mode='wb') as g: g.write(x)", ["wrap", "write"]),
        ("fd = os.open(p, os.O_TRUNC)\nwith os.fdopen(fd, 'w') as f: f.write(x)", ["wrap", "write"]),
        ("def made(): return open(p, 'w')\nmade().write(x)", []),
        ("class C:\n  def f(self):\n    self.h = open(p, 'w')\n  def g(self): self.h.write(x)", ["write"]),
        ("class C:\n  def f(self):\n    h = open(p, 'w')\n    self.h = h\n  def g(self): self.h.write(x)", ["write"]),
        ("class C:\n  def f(self):\n    with open(p, 'w') as self.h: pass\n  def g(self): self.h.write(x)", ["write"]),
        ("class C:\n  def f(self):\n    h = open(p, 'w')\n  def g(self): self.h.write(x)", []),
        ("class C:\n  def f(self):\n    self.h = open(p, 'w')\n  def g(self): self.k.write(x)", []),
        ("class C:\n  def f(self):\n    self.h = open(p, 'w')\n  def g(self): self.a.h.write(x)", []),
    ],
)  # fmt: skip
def test_a_handle_is_used(text: str, what: list[str]) -> None:
    assert done(text) == what


def test_a_handle_from_a_wrapper_is_of_the_file_that_the_call_names() -> None:
    file = parsed("def made(name):\n  return open(name, 'w')\nmade(p).write(x)")
    (use,) = file.trace(file.top).uses
    assert (use.what, ast.unparse(use.opened.path.node)) == ("write", "p")


@pytest.mark.parametrize("handle", ["made()", "h"])
def test_a_handle_from_a_function_is_the_one_that_it_opens(handle: str) -> None:
    file = parsed(f"def made():\n  if c:\n    return 0\n  return open('fixed', 'w')\nh = made()\n{handle}.write(x)")
    (opened,) = opens(file)
    assert [(use.what, use.opened) for use in file.trace(file.top).uses] == [("write", opened)]


def test_a_function_that_returns_itself_has_no_handle() -> None:
    file = parsed("def made():\n  return made() or open\nwith made() as h: h.write(x)\nopen(p)")
    assert file.trace(file.top).uses == []


def test_an_open_is_one_object_however_often_it_is_asked_for() -> None:
    file = parsed(HEAD + "fd = os.open(p, os.O_TRUNC)\nf = os.fdopen(fd)\nf.write(x)\nos.fsync(fd)")
    (opened,) = file.trace(file.top).opens
    assert {id(use.opened) for use in file.trace(file.top).uses} == {id(opened)}
