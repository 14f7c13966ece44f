"""`# atomic: KIND -- reason`: what it silences, and when it is itself a finding."""

from __future__ import annotations

import ast

import pytest

from flake8_atomic.analysis.code.source import Source
from flake8_atomic.contracts import KINDS, Contracts, has_contracts
from flake8_atomic.detect import detect
from flake8_atomic.settings import Settings
from tests.snippets import announced, cases, codes, found, messages


@cases(
    {
        "behind the statement": "p.write_text(x)  # atomic: scratch -- why\n",
        "above the statement": "# atomic: scratch -- why\np.write_text(x)\n",
        "above it, in several lines": "# atomic: scratch -- why\n# it is so\n# and so\np.write_text(x)\n",
        "on the last line": "p.write_text(\n    x,\n)  # atomic: scratch -- why\n",
        "on a line in the middle": "p.write_text(\n    # atomic: scratch -- why\n    x,\n)\n",
        "after a backslash": "a = 1; \\\np.write_text(x)  # atomic: scratch -- why\n",
        "on a line of several statements": "a = 1; p.write_text(x); b = 2  # atomic: scratch -- why\n",
        "on the header": "with open('state', 'w') as f:  # atomic: scratch -- why\n    f.write(x)\n",
        "on the header of a dump": "with open(p, 'w') as f:  # atomic: scratch -- why\n    s.dump(x, f)\n",
        "on the dump itself": "import json\nwith open(p, 'w') as f:\n    json.dump(x, f)  # atomic: scratch -- why\n",
        "above the header": "# atomic: scratch -- why\nwith open('state', 'w') as f:\n    f.write(x)\n",
        "on the last line of a header": """
        with (
            open('state', 'w') as f,
        ):  # atomic: scratch -- why
            f.write(x)
    """,
        "on a header with its body": "if x: p.write_text(x)  # atomic: scratch -- why\n",
        "on a case": "match x:\n    case 1:\n        p.write_text(x)  # atomic: scratch -- why\n",
        "on a decorator": "@made(p.write_text(x))  # atomic: scratch -- why\ndef f(): pass\n",
        "above a decorator": "# atomic: scratch -- why\n@made(p.write_text(x))\ndef f(): pass\n",
        "with a colon in its reason": "p.write_text(x)  # atomic: scratch -- why: it is -- so\n",
        "where a temp gets its name, and where it is made": """
        import os
        def save(path, text):
            made = path + '.tmp'  # atomic: single-writer -- why
            open(made, 'w').write(text)  # atomic: scratch -- why
            os.replace(made, path)  # atomic: scratch -- why
        def keep(path, text):
            made = path + '.tmp'
            open(made, 'w').write(text)  # atomic: single-writer -- why
            os.replace(made, path)  # atomic: scratch -- why
    """,
        "without blanks before it": "p.write_text(x) #atomic:scratch -- why\n",
        "behind what other tools read": "p.write_text(x)  # type: ignore[x]  # noqa: E501 # atomic: scratch -- why\n",
        "behind a string with a hash": "p.write_text('# a')  # atomic: scratch -- why\n",
        "under CRLF": "p.write_text(x)  # atomic: scratch -- why\r\na = 1\r\n",
        "under lone CR": "a = 1\rp.write_text(x)  # atomic: scratch -- why\rb = 1\r",
        "after a form feed": "a = 1\n\x0c\np.write_text(x)  # atomic: scratch -- why\n",
        "at the end without a newline": "p.write_text(x)  # atomic: scratch -- why",
    }
)
def test_a_contract_silences_its_statement(text: str) -> None:
    assert found(text) == []
    assert found(text.replace("atomic:", "")) != []


@cases(
    {
        "on another line": """
        p.write_text(x)  # ATM101
        a = 1  # atomic: scratch -- ATM002
    """,
        "with a blank line below": """
        # atomic: scratch -- ATM002

        p.write_text(x)  # ATM101
    """,
        "below the statement": """
        p.write_text(x)  # ATM101
        # atomic: scratch -- ATM002
    """,
        "on the header, for the body": """
        if x:  # atomic: scratch -- ATM002
            p.write_text(x)  # ATM101
    """,
        "on the else": """
        if x:
            pass
        else:  # atomic: scratch -- ATM002
            p.write_text(x)  # ATM101
    """,
        "in a string": """
        a = '# atomic: scratch -- why'
        p.write_text(x)  # ATM101
    """,
        "as ordinary prose": """
        p.write_text(x)  # atomic: this is only prose ATM101
        # atomic:
        # atomic: scratch and more
    """,
        "behind prose": "p.write_text(x)  # write # atomic: scratch -- ATM101",
        "as a longer word": "p.write_text(x)  # nonatomic: scratch -- ATM101",
    }
)
def test_a_contract_silences_nothing_else(text: str) -> None:
    assert found(text) == announced(text)


@pytest.mark.parametrize("kind", KINDS)
def test_any_kind_silences_any_code(kind: str) -> None:
    assert found(f"p.write_text(x)  # atomic: {kind} -- why") == []


@pytest.mark.parametrize("comment", ["# atomic: scratch", "# atomic: scratch --", "# atomic: scratch --  "])
def test_a_contract_without_a_reason_silences_and_is_asked_for_it(comment: str) -> None:
    assert codes(f"p.write_text(x)  {comment}") == ["ATM001"]
    (message,) = messages(f"p.write_text(x)  {comment}")
    assert "scratch -- reason" in message


def test_an_unknown_kind_silences_nothing_and_is_told_the_known_ones() -> None:
    text = "p.write_text(x)  # atomic: scrach -- why"
    assert codes(text) == ["ATM101", "ATM001"]
    assert all(kind in messages(text)[1] for kind in KINDS)


def test_a_finding_stands_at_its_comment() -> None:
    (finding,) = detect("a = 'é'  # atomic: scratch -- why\n")
    assert finding.code == "ATM002"
    assert finding.span == (1, 9, 1, 33)


def test_one_contract_may_silence_several_findings() -> None:
    assert found("p.write_text(x); q.write_text(y)  # atomic: scratch -- why") == []


def test_a_contract_of_an_opt_in_rule_is_not_idle_where_the_rule_is_off() -> None:
    text = "open('page.html', 'w').write(x)"
    assert codes(text) == []
    assert codes(text, Settings(enable=frozenset({"ATM110"}))) == ["ATM110"]
    assert codes(f"{text}  # atomic: export -- why") == []
    assert codes(f"{text}\na = 1  # atomic: export -- why") == ["ATM002"]
    assert codes(f"{text}\na = 1  # atomic: export -- why", Settings(enable=frozenset({"ATM110"}))) == [
        "ATM110",
        "ATM002",
    ]


def test_in_a_test_file_only_flawed_contracts_are_told() -> None:
    text = "p.write_text(x)\na = 1  # atomic: export -- why\nb = 1  # atomic: export\n"
    assert codes(text, filename="test_a.py") == ["ATM001"]
    assert codes("p.write_text(x)\n", filename="test_a.py") == []


def test_what_was_read_before_the_text_ends_too_early_counts() -> None:
    contracts = Contracts(Source("# atomic: scratch --\nx = (", ast.Module([], [])))
    assert [code for code, _, _ in contracts.flaws()] == ["ATM001"]


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("x = 1", False),
        ("nonatomic: scratch", False),
        ("# atomic: to all of them", False),
        ("'# atomic: scratch -- x'", True),
        ("#atomic:x -- y", True),
    ],
)
def test_comments_are_only_read_where_one_may_be_a_contract(text: str, has: bool) -> None:
    assert has_contracts(text) is has
