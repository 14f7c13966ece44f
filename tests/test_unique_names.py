"""A temporary name stays as it is where another function of the file knows it, however that spells it."""

from __future__ import annotations

import pytest

from flake8_atomic.detect import detect
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes import unique

TEXT = """\
import os

def save(path, data):
    temp = path + ".tmp"
    with open(temp, "w") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temp, path)

{other}
"""
KNOWN = {
    "as it is": 'def clean(a): a.remove("x.tmp")',
    "in two strings": 'def clean(a): a.remove("x.t" "mp")',
    "with nothing behind": 'def clean(a): a.remove("x.tmp" "")',
    "on two lines": 'def clean(a): a.remove("x.tmp\\\n")',
    "by its number": r'def clean(a): a.remove("x.tm\x70")',
    "by its name": r'def clean(a): a.remove("x.tm\N{LATIN SMALL LETTER P}")',
    "before what is formatted": 'def clean(a): a.remove(f".tmp{a}")',
    "in a format": 'def clean(a): a.remove(f"{a:.tmp}")',
    "in a decorator": '@rid(\n    "x.tmp"\n)\ndef clean(a): a.remove()',
    "in a method": 'class A:\n    if a:\n        async def clean(a): a.remove("x.tmp")',
}
FREE = {
    "in the middle": 'def clean(a): a.remove(".tmp.x")',
    "where it is renamed": 'def clean(a): os.rename("x.tmp", a)',
    "nowhere": 'def clean(a): a.remove("x.new")',
}


def reason(other: str) -> str:
    finding = next(one for one in detect(TEXT.format(other=other)) if one.code == "ATM202")
    assert finding.inspection is not None
    try:
        unique.make_unique(finding.inspection, finding.inspection.replaces[0])
    except NoFix as error:
        return str(error)
    return ""


@pytest.mark.parametrize("other", KNOWN.values(), ids=KNOWN)
def test_a_name_that_is_known_stays(other: str) -> None:
    assert reason(other) == "clean() knows the temporary file by its name; make both unique, or use a helper"


@pytest.mark.parametrize("other", FREE.values(), ids=FREE)
def test_a_name_that_nobody_knows_becomes_unique(other: str) -> None:
    assert reason(other) == ""


def test_an_end_that_is_not_printed_is_looked_for_everywhere() -> None:
    text = TEXT.format(other=r'def clean(a): a.remove("x\t")').replace('".tmp"', r'".\t"')
    finding = next(one for one in detect(text) if one.code == "ATM202")
    assert finding.inspection is not None
    assert list(unique._functions_that_may_write({".\t"}, finding.inspection.file.source))
