"""What a block calls may look at the file that it writes."""

from __future__ import annotations

import pytest

from tests.codemods.fixing import rewrite_of, texts

CALLING = """
from pathlib import Path
STATE = Path("state.json")
class Base:
    def look(self): return self.path.stat()
    def note(self): print(self.path)
class Other:
    def own(self): return self.path.stat()
    def look(self, path): return path.stat()
class Store(Base):
    def again(self): return self.check()
    def check(self): return open(self.path).read()
    def other(self, other): return other.path.stat()
    @staticmethod
    def static(self): return self.path.stat()
    def save(self, text, path: Path, other: Other):
        def inner(): return path.stat()
        with open({path}, "w") as f:
            f.write(text)
            {call}
def load(): return STATE.read_text()
def change(): STATE.chmod(0o600)
def own(STATE): return STATE.stat()
def turn(): return turn() and load()
"""
LOOKING = {
    "a method": ("self.path", "self.check()"),
    "a method that it inherits": ("self.path", "self.look()"),
    "a method by another": ("self.path", "self.again()"),
    "a function that reads a name of the module": ("STATE", "load()"),
    "one that calls itself": ("STATE", "turn()"),
    "a function of its own": ("path", "inner()"),
}
NOT_LOOKING = {
    "a method that only tells of it": ("self.path", "self.note()"),
    "a method that looks at that of another": ("self.path", "self.other(other)"),
    "a method that has no object": ("self.path", "self.static(other)"),
    "a method of another class": ("path", "other.look(text)"),
    "a method of another class and its object": ("self.path", "Other.own(other)"),
    "a parameter of that name": ("STATE", "own(text)"),
    "another path": ("path", "load()"),
}


@pytest.mark.parametrize(("path", "call"), LOOKING.values(), ids=LOOKING)
def test_what_the_block_calls_may_look_at_the_file(path: str, call: str) -> None:
    result = rewrite_of(CALLING.format(path=path, call=call), unsafe=False)
    assert [text.partition(";")[0] for text in texts(result)] == ["the block uses the path that it writes"]


@pytest.mark.parametrize(("path", "call"), NOT_LOOKING.values(), ids=NOT_LOOKING)
def test_what_the_block_calls_may_have_nothing_to_do_with_the_file(path: str, call: str) -> None:
    result = rewrite_of(CALLING.format(path=path, call=call), unsafe=False)
    assert [(site.level, site.fixed) for site in result.sites] == [("safe", True)]


def test_what_the_block_calls_must_not_change_the_file() -> None:
    result = rewrite_of(CALLING.format(path="STATE", call="change()"))
    assert texts(result) == ["the block calls chmod() on the path that it writes; do that after the block"]
