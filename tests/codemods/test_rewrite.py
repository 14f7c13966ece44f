"""What a rewrite answers where it cannot do its work."""

from __future__ import annotations

import pytest

from codemods import rewrite
from codemods.carrying import carried_out
from codemods.rewrite import Wish, rewritten
from codemods.syntax.planned import lines_of
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import detect
from flake8_atomic.edits import Edit, NoFix
from flake8_atomic.settings import Settings
from tests.codemods.fixing import rewrite_of, texts, told

TEXT = "def save(path, text):\n    with open(path, 'w') as f:\n        f.write(text)\n"
IN_CLASS = (
    "class Store:\n    def save(self, path, text):\n        with open(path, 'w') as f:\n            f.write(text)\n"
)


def test_what_becomes_of_a_file_does_not_depend_on_those_before_it() -> None:
    texts = [TEXT, f"import io\n{TEXT}", f"import io\nio = 1\n{TEXT}", TEXT.replace("write(text", "write(text + b")]
    results = {text: rewrite_of(text) for text in texts}
    assert all(result.after != text for text, result in results.items())
    assert {text: rewrite_of(text) for text in reversed(texts)} == results
    for result in results.values():
        assert rewrite_of(result.after).after == result.after


def test_a_file_that_does_not_parse_is_a_problem() -> None:
    result = rewrite_of("def save(:\n")
    assert (result.after, result.problem) == ("def save(:\n", "SyntaxError invalid syntax on line 1")


def test_an_own_fault_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flake8_atomic.detect._detect", lambda *_: 1 / 0)
    assert "failed on this file, ZeroDivisionError" in rewrite_of(TEXT).problem


@pytest.mark.parametrize(
    "text", [TEXT, TEXT + IN_CLASS, TEXT + TEXT[TEXT.index("    with") :].replace("path", "other")]
)
def test_what_cannot_be_carried_out_is_left_with_the_reason(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    def refuse(*_: object) -> str:
        raise NoFix("the result is odd")

    monkeypatch.setattr("codemods.carrying.carried_out", refuse)
    result = rewrite_of(text)
    assert (result.after, result.problem) == (text, "")
    assert {(site.level, site.fixed, site.text) for site in result.sites} == {("none", False, "the result is odd")}


def test_a_file_that_libcst_cannot_read_is_a_problem() -> None:
    result = rewrite_of(f"try: f()\nexcept A :\n  f()\n{TEXT}")
    assert (result.after, result.problem) == (result.before, "libcst does not reproduce this file")
    assert [site.fixed for site in result.sites] == [False]


def test_one_fix_that_would_bring_another_finding_is_no_problem_of_the_file() -> None:
    text = """
import os
import shutil

def save(places, content):
    for place in places:
        temp = f"{place}.{os.getpid()}.tmp"
        with open(temp, "w") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.rename(temp, place)
        except OSError:
            shutil.copyfile(temp, place)
            os.remove(temp)
"""
    result = rewrite_of(text, settings=Settings())
    assert (result.after, result.problem) == (text, "")
    assert "ATM204 would be new on line 16 of the result" in texts(result)


@pytest.mark.parametrize(
    "text", [TEXT + IN_CLASS, IN_CLASS + TEXT, IN_CLASS + TEXT + "open('a.json', 'w').write('x')\n"]
)
def test_a_function_whose_fix_is_refused_leaves_the_others_theirs(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    def refuse(source: Source, filename: str, edits: list[Edit], wish: Wish) -> str:
        if any(source.line(number).startswith("        with") for edit in edits for number in lines_of(edit)):
            raise NoFix("the result is odd")
        return carried_out(source, filename, edits, wish)

    monkeypatch.setattr("codemods.carrying.carried_out", refuse)
    result = rewrite_of(text)
    assert result.problem == ""
    assert IN_CLASS in result.after
    assert "def save(path, text):\n    atomic_write_text(path, text)\n" in result.after
    left = text.index("class") < text.index("def save(path")
    assert [site.text for site in result.sites if not site.fixed] == ["the result is odd"]
    assert [site.fixed for site in result.sites].index(False) == (0 if left else 1)


def test_a_fix_that_is_refused_leaves_the_others_of_its_function_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Source, filename: str, edits: list[Edit], wish: Wish) -> str:
        if any("other" in source.line(number) for edit in edits for number in lines_of(edit)):
            raise NoFix("the result is odd")
        return carried_out(source, filename, edits, wish)

    monkeypatch.setattr("codemods.carrying.carried_out", refuse)
    result = rewrite_of(TEXT + "    with open(other, 'w') as f:\n        f.write(text)\n")
    assert result.problem == ""
    assert result.after.endswith(
        "atomic_write_text(path, text)\n    with open(other, 'w') as f:\n        f.write(text)\n"
    )
    assert [(site.fixed, site.text) for site in result.sites] == [(True, ""), (False, "the result is odd")]


def test_fixes_that_are_refused_only_together_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Source, filename: str, edits: list[Edit], wish: Wish) -> str:
        if len(edits) > 1:
            raise NoFix("the result is odd")
        return carried_out(source, filename, edits, wish)

    monkeypatch.setattr("codemods.carrying.carried_out", refuse)
    result = rewrite_of(TEXT + IN_CLASS)
    assert (result.after, result.problem, texts(result)) == (result.before, "", ["the result is odd"] * 2)


def test_fixes_without_an_end_leave_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewrite, "PASSES", 1)
    assert rewrite_of(TEXT).problem == "its fixes do not come to an end"
    assert rewrite_of(TEXT).after == TEXT


def test_what_is_found_afterwards_is_what_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codemods.verify.settled", lambda *_: None)
    monkeypatch.setattr("codemods.carrying.carried_out", lambda *_: "import json\njson.dump(1, open('a', 'w'))\n")
    assert rewrite_of(TEXT).problem == "what is found after the rewrite is not what was left before it"


def test_one_that_is_gone_is_told_of_where_it_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codemods.verify.settled", lambda *_: None)
    monkeypatch.setattr("codemods.carrying.carried_out", lambda *_: "import json\njson.dump(1, open('a', 'r'))\n")
    two = "import json\njson.dump(1, open('a', 'w'))\nwith open('b.json', how) as f:\n    json.dump(1, f)\n"
    sites = rewrite_of(two.replace("how", "'w' if x else 'wb'")).sites
    assert [(site.span.line, site.fixed) for site in sites] == [(2, True), (4, True)]


def test_one_in_between_that_is_gone_is_told_of_where_it_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codemods.verify.settled", lambda *_: None)
    left = "import json\nwith open('b.json', 'w' if x else 'wb') as f:\n    json.dump(1, f)\n"
    monkeypatch.setattr("codemods.carrying.carried_out", lambda *_: left)
    text = "import fileinput\nfor _ in fileinput.input('a', inplace=True): pass\n" + left
    result = rewrite_of(text + "json.dump(1, open('c', 'w'))\n")
    assert [(site.code, site.fixed) for site in result.sites] == [("ATM107", True), ("ATM104", False), ("ATM104", True)]


def test_files_that_come_to_be_saved_one_by_one_are_no_news() -> None:
    text = "import configparser\ndef save(folder, name, parent):\n"
    text += "    with open(folder / 'state', 'w') as f:\n        f.write(parent)\n"
    text += "    with open(folder / f'{name}_meta.json', 'w') as f:\n        configparser.ConfigParser().write(f)\n"
    assert rewrite_of(text, settings=Settings()).problem == ""


def test_copies_that_belong_together_are_grouped_in_the_run_that_rewrites_them() -> None:
    text = (
        "import os\nimport shutil\n\n\ndef configure_key_pair(folder, cert, key):\n"
        "    shutil.copyfile(cert, os.path.join(folder, 'cert.crt'))\n"
        "    shutil.copyfile(key, os.path.join(folder, 'cert.key'))\n"
    )
    first = rewrite_of(text, settings=Settings())
    assert sorted(site.code for site in first.sites if site.fixed) == ["ATM106", "ATM106", "ATM301"]
    assert "with atomic_group(folder) as group:" in first.after
    assert rewrite_of(first.after, settings=Settings()).sites == ()


def test_copies_that_are_laid_out_one_by_one_stay_so_in_a_second_run() -> None:
    text = (
        "import os\nimport shutil\n\n\ndef set_up(config_path):\n    cert, key = create_cert()\n"
        "    shutil.copyfile(cert, os.path.join(config_path, 'cert.crt'))\n"
        "    shutil.copyfile(key, os.path.join(config_path, 'cert.key'))\n"
    )
    first = rewrite_of(text, settings=Settings())
    assert sorted(site.code for site in first.sites if site.fixed) == ["ATM106", "ATM106"]
    assert rewrite_of(first.after, settings=Settings()).sites == ()


def test_code_that_is_nested_too_deeply_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr("flake8_atomic.fixes.in_place.written_atomically", deep)
    assert texts(rewrite_of(TEXT)) == ["the code is nested too deeply to be followed"]


def test_two_fixes_of_the_same_code_come_one_after_another() -> None:
    text = "import json\ndef save(p, q):\n    with open(p, 'w') as f, open(q, 'w') as g:\n"
    text += "        json.dump(1, f)\n        json.dump(2, g)\n    json.dump(open(p, 'w').write('x'), open(q, 'w'))\n"
    result = rewrite_of(text)
    assert result.problem == ""
    assert "with atomic_open(p, 'w') as f, atomic_open(q, 'w') as g:" in result.after
    assert [site.fixed for site in result.sites] == [True] * 4


def test_findings_of_the_tool_itself_are_no_sites() -> None:
    text = "x = 1  # atomic: scratch\n"
    assert rewritten(text, "app.py", Wish(Settings())).sites == ()
    with pytest.raises(NoFix, match="only the linter's findings"):
        detect(text)[0].fix()


def test_the_lines_in_a_reason_are_those_of_the_text_that_was_given() -> None:
    # The import of the helper, and a rewrite above, move what is left in the second round.
    text = told(
        """
        import sys
        def first(path, text):
            with open(path, "w") as f:
                f.write(text)
                f.write(text)
        def save(path, text):
            with open(path, "w") as f:
                f.write(text)
                sys.exit(1)
        """
    )
    result = rewrite_of(text)
    assert texts(result) == ["line 9 may leave the block after a write, whose part would then be lost"]
    assert "atomic_open" in result.after


def test_where_a_guard_refuses_the_whole_the_steps_that_lack_are_added() -> None:
    # One call in the place of all of it would leave `folder` unused.
    text = told(
        """
        import os, tempfile
        def save(path, text):
            with tempfile.TemporaryDirectory() as folder:
                temp = os.path.join(folder, "x")
                with open(temp, "w") as f:
                    f.write(text)
                os.rename(temp, path)
        """
    )
    result = rewrite_of(text, settings=Settings())
    assert [(site.code, site.fixed) for site in result.sites] == [
        ("ATM203", False),
        ("ATM201", True),
        ("ATM204", True),
    ]
    assert "local variable 'folder' is assigned to but never used" in texts(result)[-1]
    assert "os.fsync(f.fileno())\n        os.replace(temp, path)" in result.after
