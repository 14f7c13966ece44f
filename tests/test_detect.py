"""The only door to the analysis."""

from __future__ import annotations

import pytest

from flake8_atomic import detect as module
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import detect
from tests.snippets import codes, messages


def test_text_and_source_give_the_same() -> None:
    text = "p.write_text(x)\n"
    assert detect(text) == detect(Source.parse(text)) != []


def test_the_same_text_gives_the_same_twice() -> None:
    text = "import json\ndef save(p):\n  with open(p, 'w') as f: json.dump(x, f)\n  p.write_text(x)\n"
    assert detect(text) == detect(text)


def test_the_event_is_the_evidence_and_the_rule_is_named() -> None:
    (finding,) = detect("p.write_text(x)\n")
    assert finding.event is not None
    assert finding.rule is not None
    assert finding.rule.code == finding.code == "ATM101"


def test_a_file_that_cannot_be_read_is_one_finding_with_one_reason() -> None:
    (finding,) = detect("def")
    assert (finding.code, finding.span[:2]) == ("ATM000", (1, 0))
    assert finding.message == "the file cannot be analysed, SyntaxError invalid syntax on line 1"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError("a: b\nc"), "KeyError 'a b\\nc'"),
        (RecursionError(), "RecursionError"),
        (ValueError("x  y"), "ValueError x y"),
    ],
)
def test_a_fault_of_our_own_is_one_finding_that_names_it(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(module, "hint_offsets", fails)
    assert codes("p.write_text(x)") == ["ATM000"]
    (message,) = messages("p.write_text(x)")
    assert message.startswith(f"flake8-atomic failed on this file, {said}; ")
    assert ":" not in message
