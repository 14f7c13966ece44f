"""What the rules say of themselves: the table, the JSON and the explanations come from one source."""

from __future__ import annotations

from typing import TypedDict

from flake8_atomic.contracts import KINDS
from flake8_atomic.rules import Rule, all_rules


class Entry(TypedDict):
    """One code, as programs are told of it."""

    code: str
    name: str
    summary: str
    message: str
    opt_in: bool
    contracts: list[str]
    crash: str


FOUND = {
    "empty": "the file is empty",
    "gone": "there is no file",
    "old again": "the old file is back, although the save had returned",
    "temp left over": "the temporary file is still there",
    "wrong mode": "the file has the mode of the temp",
}
"""The states that the crash explorer finds, as they are told."""


def _own(code: str, name: str, summary: str, message: str) -> Entry:
    return Entry(code=code, name=name, summary=summary, message=message, opt_in=False, contracts=[], crash="")


OWN = (
    _own(
        "ATM000",
        "own_fault",
        "The tool itself failed on this file; please report it.",
        "flake8-atomic failed on this file",
    ),
    _own(
        "ATM001",
        "contract_without_reason",
        "A contract gives no reason, or its kind is not on the list.",
        "this contract gives no reason",
    ),
    _own(
        "ATM002",
        "idle_contract",
        "A contract suppresses nothing.",
        "this contract suppresses nothing; remove it, or move it to the write",
    ),
)


def catalogue() -> list[Entry]:
    """Every code, in order."""
    return [*OWN, *map(_entry, all_rules().values())]


def _entry(rule: Rule) -> Entry:
    return Entry(
        code=rule.code,
        name=rule.name,
        summary=rule.summary,
        message=rule.message,
        opt_in=rule.opt_in,
        contracts=list(rule.contracts),
        crash=f"after {rule.crash.cause}, {FOUND[rule.crash.state]}" if rule.crash else "",
    )


def table() -> str:
    """The rules as a Markdown table."""
    rows = ["| code | flags | default |", "|---|---|---|"]
    rows += [f"| {e['code']} | {e['summary']} | {'opt-in' if e['opt_in'] else 'on'} |" for e in catalogue()]
    return "\n".join(rows)


def explanation(code: str) -> str | None:
    """What a code means, why it matters, and what to do; None for one that is not ours."""
    entry = next((entry for entry in catalogue() if entry["code"] == code), None)
    if entry is None:
        return None
    rule = all_rules().get(code)
    level = f"opt-in, switch it on with --atomic-enable={code}" if entry["opt_in"] else "on by default"
    parts = [f"{code} {entry['name']} ({level})", rule.documentation if rule else entry["summary"]]
    if entry["crash"]:
        parts.append(f"A crash state that it allows: {entry['crash']}.\n{_EXPLORED}")
    parts.append(f"Message: {entry['message']}")
    if rule is not None:
        parts.append(f"Fix: {repair_of(rule)}")
        parts.append(_contracts(_MEANT, entry["contracts"]))
    elif code != "ATM000":
        parts.append(_contracts("The kinds of contracts are:", list(KINDS)))
    return "\n\n".join(parts)


_REPAIRS = {
    "in_place": "`atomicize` writes it with the helper that does the same and tears nothing; where that changes more, "
    "it does so with `--unsafe` and says what, or leaves it and says why.",
    "replaced": "`atomicize` adds the step that is missing where one statement does; with `--unsafe` one helper call "
    "takes the place of the whole.",
    "grouped": "`atomicize --unsafe` puts the saves into the block of one `atomic_group`.",
    "pragmas": "`atomicize --unsafe` sets what keeps every commit, and says what that changes.",
}
_BY_HAND = "by hand, as the good example shows; there is no automatic repair."


def repair_of(rule: Rule) -> str:
    """What the codemod does where the rule is right."""
    return _REPAIRS.get(rule.repair.partition(".")[0], _BY_HAND)


_EXPLORED = "The crash explorer reaches it from the bad example, and never from the good one."


_MEANT = "Where it is meant to be so, say why on the statement, or on the line above it:"


def _contracts(heading: str, kinds: list[str]) -> str:
    """How a write that is meant to be so says so."""
    lines = [f"  # atomic: {kind} -- …{' ' * (15 - len(kind))}{KINDS[kind]}" for kind in kinds]
    return "\n".join([heading, *lines])
