"""What leaving a `with` block publishes although the block has failed, and the near misses."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flake8_atomic.detect import detect
from flake8_atomic.edits import NoFix
from tests.snippets import codes

GIVEN = """
    import os, uuid

    def fsync(file):
        file.check()

    def wrapped(file):
        return open(file, "w")

    def start(path):
        tmp = f"{path}.{uuid.uuid4()}"
        fd = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        return Page(os.fdopen(fd, "w"), tmp, path)

    class Page:
        def __init__(self, file, tmp, path):
            self.file = file
            self.tmp = tmp
            self.path = os.fspath(path)
            self.closed = False

        def close(self, discard=False):
            if self.closed:
                return
            self.file.close()
            os.replace(self.tmp, self.path)
            self.closed = True

        def __exit__(self, kind, *rest):
            self.close(discard=kind is not None)
    """
MADE = """
    import os

    class Page:
        def __init__(self, path):
            self.path = path

        def __enter__(self):
            self.tmp = f"{self.path}.{os.getpid()}"
            self.file = open(self.tmp, "w")
            return self.file

        def close(self):
            self.file.flush()
            os.fsync(self.file.fileno())
            self.file.close()
            try:
                os.replace(self.tmp, self.path)
            finally:
                self.remove(self.tmp)

        def __exit__(self, *error):
            self.close()
    """

RENAME = "os.replace(self.tmp, self.path)\n"
CALL = "self.close(discard=kind is not None)"
CONSTRUCTION = 'return Page(os.fdopen(fd, "w"), tmp, path)'

# One change to the program that is given its temp.
FLAWED = {
    "as it is": ("", ""),
    "by another opener of the descriptor": ('os.fdopen(fd, "w")', 'open(fd, "w")'),
    "by a function of the file": ('os.fdopen(fd, "w")', "wrapped(fd)"),
    "by keywords": ('(os.fdopen(fd, "w"), tmp, path)', '(path=path, tmp=tmp, file=os.fdopen(fd, "w"))'),
    "under a lock": (RENAME, f"with self.lock: {RENAME}"),
    "what all the arguments are handed to": (CALL, "self.close(rest)"),
    "by an await": (
        f"def __exit__(self, kind, *rest):\n            {CALL}",
        "async def __aexit__(self, *told):\n            await self.close()",
    ),
    "by the last of two exits": ("def close", "def __exit__(self): pass\n\n        def close"),
    "after a flag of the class": ("self.closed = False\n", "pass\n\n        closed = False\n"),
    "after a complaint about what is closed": ("                return\n", "                raise ValueError\n"),
    "after a sync": ("self.file.close()", "self.file.flush(); os.fsync(self.file.fileno()); self.file.close()"),
}
SILENT = {
    "a close that heeds what it is told": (RENAME, f"if not discard: {RENAME}"),
    "a close that leaves as it is told": ("if self.closed:", "if discard:"),
    "a close that leaves where nothing was committed": ("if self.closed:", "if not self.committed:"),
    "a close that raises before": ("self.file.close()", "self.file.close()\n            raise OSError"),
    "a close that heeds it afterwards": (RENAME, f"{RENAME}            if discard: os.unlink(self.path)\n"),
    "a flag that must be set": ("closed:\n                return", "closed: pass\n            else: return"),
    "a flag of another object": ("if self.closed:", "if self.file.closed:"),
    "a flag of another name": ("if self.closed:", "if other.closed:"),
    "a flag that is set at first": ("self.closed = False", "self.closed = True"),
    "a flag that nobody sets": ("self.closed = False", "pass"),
    "a flag that another method sets": (
        "def __exit__",
        "def abort(self):\n            self.closed = True\n\n        def __exit__",
    ),
    "a check of its own before": ("self.file.close()", "self.file.close(); self.flush()"),
    "a check by a function of the file": ("self.file.close()", "self.file.close(); start(self.tmp)"),
    "a check by one that is called like the harmless": ("self.file.close()", "fsync(self.file)"),
    "a check by another": ("self.file.close()", "self.file.close(); verify(self.tmp)"),
    "a branch of an expression": (RENAME, f"self.failed or {RENAME}"),
    "a rename in a loop": (RENAME, f"for _ in self.due: {RENAME}"),
    "a rename in a handler": (RENAME, f"try: self.file.flush()\n            except OSError: {RENAME}"),
    "an exit that closes where nothing failed": (CALL, f"if kind is None: {CALL}"),
    "an exit that tells another": (CALL, f"self.failed = kind\n            {CALL}"),
    "an exit that may leave before": (CALL, f"if self.kept: return\n            {CALL}"),
    "an exit that does not close": (CALL, "pass"),
    "an exit of elsewhere": (f"def __exit__(self, kind, *rest):\n            {CALL}", "__exit__ = leave"),
    "a method that is wrapped": ("def close", "@once\n        def close"),
    "a class that others make": (CONSTRUCTION, "return fd"),
    "a class that is also made of no temp": (CONSTRUCTION, f"Page(path, path, path)\n        {CONSTRUCTION}"),
    "a class that is also made of a star": (CONSTRUCTION, f"Page(*path)\n        {CONSTRUCTION}"),
    "a class that is given no handle": ('Page(os.fdopen(fd, "w"), tmp', "Page(None, tmp"),
    "a class that is given another handle": ('Page(os.fdopen(fd, "w"), tmp', "Page(open(path), tmp"),
    "a temp that is not named after the target": ("{path}.", "{__file__}."),
    "a temp that is kept again": ("self.closed = True", "self.closed = True; self.tmp = None"),
    "a temp that is not given": ("self.tmp = tmp", "self.tmp = pick()"),
    "a temp that another method is given": (
        "self.tmp = tmp\n            self.path = os.fspath(path)",
        "self.path = os.fspath(path)\n\n        def move(self, tmp):\n            self.tmp = tmp",
    ),
    "a temp that is only declared": ("self.tmp = tmp", "self.tmp: str"),
    "a temp that another object keeps": (RENAME, "os.replace(self.page.tmp, self.path)\n"),
    "a temp of nobody": (RENAME, "os.replace(temporary, self.path)\n"),
    "a class without a constructor": ("def __init__", "def begin"),
}


def changed(change: tuple[str, str], text: str = GIVEN) -> str:
    assert change[0] in text
    return dedent(text.replace(*change, 1)).lstrip("\n")


@pytest.mark.parametrize("change", FLAWED.values(), ids=FLAWED)
def test_what_was_given_is_published_although_the_block_failed(change: tuple[str, str]) -> None:
    assert codes(changed(change)) == ["ATM206"]


@pytest.mark.parametrize("change", SILENT.values(), ids=SILENT)
def test_what_is_not_proved_is_silent(change: tuple[str, str]) -> None:
    assert codes(changed(change)) == []


def test_a_temp_of_the_class_itself_is_published_by_its_close() -> None:
    assert codes(changed(("", ""), MADE)) == ["ATM206"]
    assert codes(changed(("self.close()\n", "error[0] or self.close()\n"), MADE)) == []


def test_an_exit_that_renames_itself_is_asked_whether_it_looks() -> None:
    alone = GIVEN.partition("def __exit__")[0].replace("close(self, discard=False)", "__exit__(self, kind, *rest)")
    assert codes(changed(("", ""), alone)) == ["ATM206"]
    assert codes(changed((RENAME, f"if kind is None: {RENAME}"), alone)) == []
    assert codes(changed((RENAME, f"{RENAME}            return kind is None\n"), alone)) == []


def test_the_repair_says_what_to_do() -> None:
    [finding] = detect(changed(("", "")))
    with pytest.raises(NoFix, match="only where the block has not failed, and remove it where it has"):
        finding.fix()
