"""A handle that is used after its block keeps the block, and one that is not goes."""

from __future__ import annotations

import pytest

from tests.codemods.fixing import rewrite_of, texts

KEPT = {
    "asked whether it is closed": "return f.closed",
    "returned": "return f",
    "deleted": "del f",
    "used by a function of its own": "return lambda: f.closed",
    "used by a function that says so": "def g():\n    nonlocal f\n    f = f.closed\nreturn g",
    "bound again on one way": "if text:\n    f = open(path)\nreturn f.read()",
    "bound again by a loop that may not turn": "for f in text:\n    pass\nreturn f",
    "bound again for nothing": "f = None",
    "used in a loop of its own": "while f.closed:\n    f = text",
}
NOT_KEPT = {
    "bound again": "f = open(path)\nreturn f.read()",
    "annotated": "f: object = open(path)\nreturn f.read()",
    "opened again": "with open(path) as f:\n    return f.read()",
    "an item of a loop": "for f in text:\n    print(f)\nreturn [f for f in text]",
    "the parameter of a function": "def g(f):\n    return f.closed\nreturn g, lambda f: f.closed",
    "the name of a function's own": "def g():\n    f = text\n    return f\nreturn g",
}


def after_a_block(lines: str) -> str:
    rest = "".join(f"    {line}\n" for line in lines.split("\n"))
    return f"def f(): ...\ndef save(path, text):\n    with open(path, 'w') as f:\n        f.write(text)\n{rest}"


@pytest.mark.parametrize("later", KEPT.values(), ids=KEPT)
def test_a_handle_that_is_used_after_its_block_stays(later: str) -> None:
    result = rewrite_of(after_a_block(later), unsafe=False)
    assert result.problem == ""
    assert "    with atomic_open(path, 'w') as f:\n        f.write(text)\n" in result.after


@pytest.mark.parametrize("later", NOT_KEPT.values(), ids=NOT_KEPT)
def test_a_name_that_is_another_thing_after_the_block_keeps_no_handle(later: str) -> None:
    result = rewrite_of(after_a_block(later), unsafe=False)
    assert result.problem == ""
    assert "    atomic_write_text(path, text)\n" in result.after


AROUND = {
    "in the else, where it was not opened": ("if text:\n    {}\nelse:\n    f.close()", False),
    "in an else of the try": ("try:\n    {}\nexcept OSError:\n    pass\nelse:\n    f.close()", True),
    "in a handler": ("try:\n    {}\nexcept OSError:\n    f.close()", True),
    "in another handler": ("try:\n    x()\nexcept KeyError:\n    {}\nexcept OSError:\n    f.close()", False),
    "in a finally": ("try:\n    {}\nfinally:\n    f.close()", True),
    "before it": ("f.close()\n{}", False),
    "before it, in a function": ("def g():\n    f.close()\n{}", True),
    "before it, in a loop": ("while text:\n    f.close()\n    {}", True),
    "in another case": ("match text:\n    case 1:\n        {}\n    case _:\n        f.close()", False),
    "below it in a case": ("match text:\n    case 1:\n        {}\n        f.close()", True),
    "in a block that opens it again": ("with open(path) as f:\n    f.read()\n{}", False),
    "below it in a block that has its name": ("with open(path) as f:\n    {}\n    print(f.closed)", True),
    "above it in a block that has its name": ("with open(path) as f:\n    f.read()\n    {}", False),
    "in another block, in one that has its name": (
        "with open(path) as f:\n    {}\n    with open(path) as f:\n        f.read()",
        False,
    ),
    "below it in a loop that has its name": ("for f in text:\n    {}\n    print(f.closed)", True),
    "in what opens it again": ("{}\nwith open(f.mode) as f:\n    f.read()", True),
}


@pytest.mark.parametrize(("lines", "stays"), AROUND.values(), ids=AROUND)
def test_a_handle_stays_only_where_its_use_may_come_after(lines: str, stays: bool) -> None:
    lines = "\n".join(
        line.replace("{}", "with open('state.json', 'w') as f:\n" + " " * (len(line) - 2 + 4) + "f.write(text)")
        for line in lines.split("\n")
    )
    body = "".join(f"    {line}\n" for line in lines.split("\n"))
    result = rewrite_of(f"def f(): ...\ndef save(path, text):\n{body}")
    assert result.problem == ""
    assert ("with atomic_open('state.json', 'w') as f:" in result.after) is stays
    assert ("atomic_write_text('state.json', text)" in result.after) is not stays


def test_the_handle_of_a_module_is_seen_by_its_functions() -> None:
    text = "with open('state.json', 'w') as f:\n    f.write('x')\ndef g():\n    return f.closed\n"
    assert "with atomic_open('state.json', 'w') as f:" in rewrite_of(text, unsafe=False).after
    assert "atomic_write_text('state.json', 'x')" in rewrite_of(text.replace("f.closed", "g"), unsafe=False).after
    for before in ("f = 1\nprint(f)\n", "print(f)\n"):
        result = rewrite_of(before + text.replace("f.closed", "g"), unsafe=False)
        assert ("atomic_write_text('state.json', 'x')" in result.after, result.problem) == (True, ""), before


def test_a_handle_that_is_closed_in_its_suite_may_be_used_below() -> None:
    text = "def save(path, text):\n    f = open(path, 'w')\n    f.write(text)\n    f.close()\n    return f.closed\n"
    assert "    with atomic_open(path, 'w') as f:\n        f.write(text)\n    return f.closed" in rewrite_of(text).after


def test_a_write_in_a_thread_leaves_no_handle_behind() -> None:
    text = "import aiofiles\nasync def save(text):\n    async with aiofiles.open('state.json', 'w') as f:\n"
    text += "        await f.write(text)\n    return f\n"
    result = rewrite_of(text)
    assert result.after == text
    assert texts(result) == [
        "line 5 may use the handle once more; write the whole with asyncio.to_thread(atomic_write_text, path, data)"
    ]
