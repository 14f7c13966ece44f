"""Renews the rule table of the README: `python -m tests.readme`."""

from __future__ import annotations

from pathlib import Path

from flake8_atomic.catalogue import table

README = Path(__file__).resolve().parents[1] / "README.md"
BEGIN, END = "<!-- rules -->", "<!-- /rules -->"


def renewed(text: str) -> str:
    """The README with the table that the rules say of themselves."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    text = renewed(README.read_text(encoding="utf-8"))
    README.write_text(text, encoding="utf-8")  # atomic: regenerable -- made from the rules, and under version control
