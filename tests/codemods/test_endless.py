"""What is written until somebody stops it is read meanwhile, and is no file that may appear at its end."""

from __future__ import annotations

import pytest

from tests.codemods.fixing import rewrite_of, texts

_FUNCTION = """import itertools, sys

def save_state(state_path, text, stop, run, this):
    with open(state_path, "w") as f:
        {}
"""
ENDLESS = [
    "while True: f.write(text)",
    "while 1: f.write(text)",
    "while not stop.is_set(): f.write(text.get())",
    "while run.poll() is None: f.write(text.get())",
    "while this.running: f.write(this.text.get())",
    "while this.running:\n            t = text.get()\n            f.write(t)",
    "while not this.stopped: f.write(text.get())",
    "for line in run.stdout: f.write(line)",
    "for line in iter(sys.stdin): f.write(line)",
    "for t in iter(text.get, None): f.write(t)",
    "for n in itertools.count(): f.write(str(n))",
    "for at, t in enumerate(itertools.repeat(text)): f.write(t)",
    "for t in map(str, itertools.cycle(text)): f.write(t)",
    "f.writelines(iter(text.get, None))",
    "f.writelines(str(n) for n in itertools.count())",
    "f.writelines(run.stdout)",
]
ENDING = [
    "while text: f.write(text.pop())",
    "while not text.empty(): f.write(text.pop())",
    "while text.count('x') == 2: f.write(text.pop())",
    "while this.more: f.write(this.next())",
    "while not this.done:\n            f.write(str(this.text))\n            this.done = True",
    "while this.after:\n            f.write(str(this.text))\n            this = this.after",
    "for t in iter(lambda: text.read(9), ''): f.write(t)",
    "for t in iter(text.pop, None): f.write(t)",
    "for t in enumerate(text): f.write(str(t))",
    "for t in itertools.repeat(text, 3): f.write(t)",
    "for t in itertools.repeat(text, times=3): f.write(t)",
    "f.writelines(t for t in text)",
    "f.writelines(text)",
    "f.write(text)\n        while not stop.is_set(): text.append(1)",
]


@pytest.mark.parametrize("written", ENDLESS)
def test_what_nothing_ends_but_a_stop_is_left(written: str) -> None:
    result = rewrite_of(_FUNCTION.format(written))
    assert result.after == _FUNCTION.format(written)
    assert any("a loop without an end writes to it" in said for said in texts(result)), texts(result)


@pytest.mark.parametrize("written", ENDING)
def test_what_ends_with_its_data_is_rewritten(written: str) -> None:
    result = rewrite_of(_FUNCTION.format(written))
    assert 'with atomic_open(state_path, "w") as f:' in result.after
