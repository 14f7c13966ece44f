"""What a rewrite makes too long for its file is broken up; what was too long before stays as it is."""

from __future__ import annotations

import pytest

from codemods.syntax.breaking import broken
from flake8_atomic.analysis.code.source import Source
from tests.codemods.fixing import body_of, pairs, rewrite_of, told

WIDTH = 30
BROKEN = {
    "all arguments on a line of their own": (
        "if x:\n    write_it_all(path, text, end=1)",
        "if x:\n    write_it_all(\n        path, text, end=1\n    )",
    ),
    "a line for each argument": (
        "write_it_all(path_of_it, the_text, end=1)",
        "write_it_all(\n    path_of_it,\n    the_text,\n    end=1,\n)",
    ),
    "one argument": ("write_it_all(the_path_of_it_is_long)", "write_it_all(\n    the_path_of_it_is_long\n)"),
    "a generator": ("write_it_all(x for x in the_paths_of_it)", "write_it_all(\n    x for x in the_paths_of_it\n)"),
    "its own last comma": ("write_it_all(path, the_text, 1,)", "write_it_all(\n    path, the_text, 1\n)"),
    "arguments in parentheses": (
        "write_it_all((path_of_it), *((the_text)), **{1: 2})",
        "write_it_all(\n    (path_of_it),\n    *((the_text)),\n    **{1: 2},\n)",
    ),
    "a call in a call": ("write_it(json_of(the_data), path)", "write_it(\n    json_of(the_data), path\n)"),
    "the head of a block": (
        "with open_it(path, encoding=8) as f: # no\n    pass\nwith open_it(path, encoding=8) as f:\n    pass",
        "with open_it(path, encoding=8) as f: # no\n    pass\nwith open_it(\n    path, encoding=8\n) as f:\n    pass",
    ),
    "several handles": (
        "async with a(source) as f, open_it(target):\r\n\tpass\r\n",
        "async with (\r\n    a(source) as f,\r\n    open_it(target),\r\n):\r\n\tpass\r\n",
    ),
    "the last of two calls": (
        "written = a(source) + write_it(target)",
        "written = a(source) + write_it(\n    target\n)",
    ),
    "a returned value": ("\n\nreturned = (write_it(path, text))", "\n\nreturned = (write_it(\n    path, text\n))"),
    "a value without a call": (
        "if x:\n    the_name_of_it = the_path + 'x'\n",
        "if x:\n    the_name_of_it = (\n        the_path + 'x'\n    )\n",
    ),
    "a value whose call does not end it": (
        "the_name: str = f(the_path) + f'{x}'\r\n",
        "the_name: str = (\r\n    f(the_path) + f'{x}'\r\n)\r\n",
    ),
    "carriage returns": (
        "\r\nwrite_it_all(path, text, end=1)\r\n",
        "\r\nwrite_it_all(\r\n    path, text, end=1\r\n)\r\n",
    ),
    "arguments on a line of their own": (
        "write_it(\n  path_of_it, *the_text, end=(123)\n)\n",
        "write_it(\n  path_of_it,\n  *the_text,\n  end=(123),\n)\n",
    ),
    "wide characters": ("é = write_it_all(á, ó, the_text=1)", "é = write_it_all(\n    á, ó, the_text=1\n)"),
}


@pytest.mark.parametrize(("after", "wanted"), BROKEN.values(), ids=BROKEN)
def test_a_long_line_is_broken_within_the_brackets_of_its_call(after: str, wanted: str) -> None:
    assert broken(Source.parse("x"), after, "    ", WIDTH) == wanted


STAYS = {
    "short enough": "write_it(path, the_text, end)",
    "a comment that may speak to a tool": "write_it(path, text)  # noqa: E501",
    "nothing to break": "write_it_all_of_the_many_files()",
    "several handles in parentheses": "with (a(source)) as f, open_it(b) as g, c:\n    pass",
    "several handles and a block on one line": "with a(source), open_it(target): pass",
    "several handles and a comment": "with a(source), open_it(b):  # why\n    pass",
    "no call": "one_of_the_files + another_one_of_them",
    "a call in a string": "f'one of the files {write_it(path)}'",
    "an operation on what the call returns": "write_it(path, text) + one_of_the_files",
    "arguments on several lines": "write_it_all_of_the_files(path, {\n    1: 2,\n})",
    "arguments on a line of their own, with a comment": "write(\n    path_of_it, the_text, end=1  # as\n)",
    "one argument on a line of its own": "write(\n    the_text_of_it_that_is_very_long\n)",
    "arguments that share a line with the end": "write(\n    path_of_it, the_text, end=1234)",
    "a value with a comment after it": "name = the_path + the_end  # why",
    "a value in parentheses": "the_name = (the_path + the_end)",
    "a value that is too long for a line": "a = the_path_of_it + the_end_of_it",
    "a value of several lines": "the_name_of_it = the_path + [\n    1\n]",
    "no value": "the_name_of_it: the_type_of_it",
    "what is no Python": "write_it_all_of_the_files(path, text",
}


@pytest.mark.parametrize("after", STAYS.values(), ids=STAYS)
def test_a_line_stays(after: str) -> None:
    assert broken(Source.parse("x"), after, "    ", WIDTH) == after


def test_a_line_that_was_too_long_before_stays() -> None:
    assert (
        broken(Source.parse("if x:\n    write_it_all(path, text, 1)"), line := "write_it_all(path, text, 1)", "", 9)
        == line
    )


FIXED = {
    "a call that grew": """
        from pathlib import Path
        def save(folder: Path, settings):
            (folder / "file").write_text(settings, encoding="utf-8", errors="strict")
        ---
        from pathlib import Path
        def save(folder: Path, settings):
            atomic_write_text(
                folder / "file", settings, encoding="utf-8", errors="strict"
            )
    """,
    "a block that became a call": """
        import json
        def save(path, settings):
            with open(path, "w", encoding="utf-8", newline="") as file:
                json.dump(settings, file, indent=2, sort_keys=True)
        ---
        def save(path, settings):
            atomic_write_json(
                path, settings, encoding="utf-8", newline="", indent=2, sort_keys=True
            )
    """,
    "a call with its argument on a line of its own has a line for each": """
        from pathlib import Path
        def save(path: Path, words):
            path.write_text(
                # one after another
                " ".join(words)  # as they came
            )
        ---
        from pathlib import Path
        def save(path: Path, words):
            atomic_write_text(
                # one after another
                path,
                " ".join(words),  # as they came
            )
    """,
    "arguments that share a line still do": """
        from pathlib import Path
        def save(path: Path, words):
            path.write_text(
                " ".join(words), encoding="utf-8"
            )
        ---
        from pathlib import Path
        def save(path: Path, words):
            atomic_write_text(
                path, " ".join(words), encoding="utf-8"
            )
    """,
    "arguments that have no more room on the line that they share": """
        from pathlib import Path
        def save(folder: Path, words):
            (folder / "words.txt").write_text(
                " ".join(word.upper() for word in words), encoding="utf-8"
            )
        ---
        from pathlib import Path
        def save(folder: Path, words):
            atomic_write_text(
                folder / "words.txt",
                " ".join(word.upper() for word in words),
                encoding="utf-8",
            )
    """,
    "a call whose end is on the line of its argument keeps that": """
        from pathlib import Path
        def save(path: Path, words):
            path.write_text(
                " ".join(words))
        ---
        from pathlib import Path
        def save(path: Path, words):
            atomic_write_text(
                path,
                " ".join(words))
    """,
}


ENOUGH = 60 * "\n"


@pairs(FIXED)
def test_a_fix_is_laid_out_like_its_file(before: str, after: str) -> None:
    result = rewrite_of(ENOUGH + before, filename="/nowhere/app.py")
    assert (result.problem, body_of(result.after)) == ("", body_of(after))


SHORT = """
    import json
    def save(path, settings):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(settings, file, {arguments})
"""


@pytest.mark.parametrize(
    ("arguments", "lines"),
    {
        "indent=2, sort_keys=True, allow_nan=False": 2,
        "indent=2, sort_keys=True, allow_nan=False, skipkeys=True": 4,
    }.items(),
)
def test_a_short_file_says_little_of_how_long_its_lines_may_be(arguments: str, lines: int) -> None:
    after = rewrite_of(told(SHORT).format(arguments=arguments), filename="/nowhere/app.py").after
    assert len(body_of(after).splitlines()) == lines
