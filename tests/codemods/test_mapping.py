"""A project's own writers are called where the call fits them, and left alone where it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codemods.project.own_helpers import open_ended
from codemods.rewrite import Result
from flake8_atomic.settings import Settings
from flake8_atomic.settings.call_table import parse_calls
from tests.codemods.fixing import body_of, pairs, rewrite_of, texts, told

JSON = {
    "call": "utils.write_json(path, obj, indent=indent, default=default)",
    "fixed": {"ensure_ascii": False, "encoding": "utf-8", "end": ""},
    "unsafe": "parents are made",
}
TEXT = {"call": "own.put(path, text=data, mode='w')", "fixed": {"encoding": "utf-8"}}


def mapped(text: str, table: dict[str, object], offered: frozenset[str] | None = None, **wish: Any) -> Result:
    calls = parse_calls("helpers", table)
    settings = Settings(helper_calls=calls, enable=frozenset({"ATM110"}))
    return rewrite_of(told(text), settings=settings, offered=offered, **wish)


@pairs({
    "a dump": """
        import json
        def save(path, data):
            with open(path, "w", encoding="UTF8") as f:
                json.dump(data, f, ensure_ascii=False, indent=4)
        ---
        from utils import write_json
        def save(path, data):
            write_json(path, data, indent=4, default=None)
    """,
    "a text that is JSON": """
        import json
        from pathlib import Path
        def save(path: Path, data):
            path.write_text(json.dumps(data, ensure_ascii=False, default=str), "utf-8")
        ---
        from pathlib import Path
        from utils import write_json
        def save(path: Path, data):
            write_json(path, data, indent=None, default=str)
    """,
    "arguments that say what is so anyway": """
        import json
        def save(path, data):
            json.dump(data, open(path, "w", errors=None), ensure_ascii=False, sort_keys=False)
        ---
        from utils import write_json
        def save(path, data):
            write_json(path, data, indent=None, default=None)
    """,
})  # fmt: skip
def test_a_call_that_fits_is_one_of_the_projects_own(before: str, after: str) -> None:
    result = mapped(before, {"atomic_write_json": JSON}, frozenset({"atomic_write_json"}))
    assert body_of(result.after) == body_of(after)
    assert all("parents are made" in text for text in texts(result))
    assert {site.level for site in result.sites} == {"unsafe"}


def test_the_locale_may_be_another() -> None:
    text = "import json\ndef save(path, data):\n    json.dump(data, open(path, 'w'), ensure_ascii=False)\n"
    result = mapped(text, {"atomic_write_json": JSON})
    assert texts(result) == ["parents are made; utils.write_json always writes utf-8, whatever the locale"]


@pytest.mark.parametrize(
    ("reason", "call"),
    {
        "ensure_ascii does not fit": "json.dump(data, open(path, 'w', encoding='utf-8'))",
        "end does not fit": "path.write_text(json.dumps(data, ensure_ascii=False) + '\\n')",
        "encoding does not fit": "json.dump(data, open(path, 'w', encoding='latin-1'), ensure_ascii=False)",
        "encoding does not fit, ": "json.dump(data, open(path, 'w', encoding='no such'), ensure_ascii=False)",
        "encoding does not fit, utils": "json.dump(data, open(path, 'w', encoding=data), ensure_ascii=False)",
        "does not take sort_keys=": "json.dump(data, open(path, 'w'), ensure_ascii=False, sort_keys=True)",
        "are not written out": "path.write_text(json.dumps(data), **data)",
        "data does not fit": "path.write_text(data)",
        "data does not fit, ": "path.write_text(json.dumps(data, cls=Own, perms=0o600))",
        "mode does not fit": "pickle.dump(data, open(path, 'wb'))",
    }.items(),
)
def test_a_call_that_does_not_fit_is_left_with_its_argument_named(reason: str, call: str) -> None:
    text = f"import json\nimport pickle\nfrom pathlib import Path\ndef save(path: Path, data):\n    {call}\n"
    result = mapped(text, {"atomic_write_json": JSON}, frozenset({"atomic_write_json"}))
    assert result.after == text
    assert [reason in said for said in texts(result)] == [True], texts(result)


def test_a_writer_that_takes_any_keyword_is_passed_those_of_json() -> None:
    text = "import json\ndef save(path, data):\n    json.dump(data, open(path, 'w'), default=str, sort_keys=True)\n"
    table: dict[str, object] = {"atomic_write_json": {"call": "utils.write_json(path, obj, indent=indent)"}}
    assert texts(mapped(text, table)) == ["utils.write_json does not take default="]
    after = mapped(text, table, open_ended=frozenset({"utils.write_json"})).after
    assert "    write_json(path, data, indent=None, default=str, sort_keys=True)\n" in after
    coded = text.replace("'w'", "'w', encoding='utf-8'")
    refused = mapped(coded, table, open_ended=frozenset({"utils.write_json"}))
    assert texts(refused) == ["utils.write_json does not take encoding="]


def test_our_helper_is_called_where_the_projects_does_not_fit_and_ours_is_there() -> None:
    text = "import json\nfrom pathlib import Path\ndef save(path: Path, data):\n    path.write_text(json.dumps(data))\n"
    result = mapped(text, {"atomic_write_json": JSON})
    assert "    atomic_write_text(path, json.dumps(data))\n" in result.after


def test_a_literal_is_passed_as_it_stands() -> None:
    text = "from pathlib import Path\ndef save(path: Path, data):\n    path.write_text(data, encoding='utf-8')\n"
    result = mapped(text, {"atomic_write_text": TEXT})
    assert "    put(path, text=data, mode='w')\n" in result.after


def test_a_text_helper_takes_json_as_text() -> None:
    text = "import json\nfrom pathlib import Path\ndef save(path: Path, data):\n    path.write_text(json.dumps(data))\n"
    result = mapped(text, {"atomic_write_text": TEXT, "atomic_write_json": JSON})
    assert "    put(path, text=json.dumps(data), mode='w')\n" in result.after


def test_what_an_open_does_by_itself_must_fit_as_well() -> None:
    text = "import codecs\ndef save(path, data):\n    codecs.open(path, 'w', 'utf-8').write(data)\n"
    assert texts(mapped(text, {"atomic_write_text": TEXT})) == ["own.put does not take newline="]
    whole = {"call": "own.put(path, data)", "fixed": {"encoding": "utf-8", "newline": ""}}
    assert "    put(path, data)\n" in mapped(text, {"atomic_write_text": whole}).after


def test_a_block_keeps_what_is_in_it() -> None:
    text = "import pickle\ndef save(path, data):\n    pickle.dump(data, open(path, 'wb'))\n"
    result = mapped(text, {"atomic_open": {"call": "own.opened(path, mode)"}})
    assert "    with opened(path, 'wb') as file:\n        pickle.dump(data, file)\n" in result.after


def test_a_mapped_helper_is_not_passed_to_a_thread() -> None:
    text = "import anyio\nasync def save(path, data):\n    await anyio.Path(path).write_text(data)\n"
    result = mapped(text, {"atomic_write_text": TEXT})
    assert texts(result) == ["own.put would be called in a thread; write that call yourself"]
    done = rewrite_of(text.replace("Path(path)", "Path(path, *data)"), offered=frozenset({"atomic_write_text"}))
    assert "run_sync(atomic_write_text, anyio.Path(path, *data), data)" in done.after
    keyed = "import trio\nasync def save(path, data):\n    await trio.Path(path).write_text(data, encoding='utf-8')\n"
    assert "write that call yourself" in texts(mapped(keyed, {"atomic_write_text": TEXT}))[0]


def test_whether_a_writer_takes_any_keyword_is_read_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("def any(path, obj, **how): ...\ndef one(path, obj): ...\nx = 1\n")
    table = {"atomic_write_json": {"call": "utils.any(path, obj)"}, "atomic_open": {"call": "utils.one(path)"}}
    settings = Settings(helper_calls=parse_calls("helpers", table))
    assert open_ended(settings, [str(tmp_path)]) == {"utils.any"}
    assert open_ended(settings, [str(tmp_path / "elsewhere")]) == set()
