"""Every example in the pages about the helpers runs, in the order in which a reader meets them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "helpers.md"


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # the examples are short
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("page", "count"), [("helpers.md", 7), ("groups.md", 2), ("sqlite.md", 1)])
def test_examples_run(page: str, count: int, memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    examples = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(examples) >= count
    monkeypatch.chdir(memory)
    namespace: dict[str, object] = {}
    for example in examples:
        line = text.count("\n", 0, example.start(1))
        exec(compile("\n" * line + example[1], DOCS / page, "exec"), namespace)
    assert not [*memory.rglob(".*.atomic-tmp"), *memory.rglob(".txn-*")]


def test_every_row_of_the_table_has_a_test() -> None:
    table = PAGE.read_text(encoding="utf-8").split("## What a rename cannot keep")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    tests = (Path(__file__).parent / "test_what_a_rename_cannot_keep.py").read_text(encoding="utf-8")
    assert len(rows) == 15
    assert len(re.findall(r"^def test_", tests, re.MULTILINE)) >= len(rows)
