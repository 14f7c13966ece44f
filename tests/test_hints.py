"""A write is found wherever it stands and however it is laid out; what only looks like one stays unseen."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flake8_atomic.analysis.files.hints import hint_offsets
from tests.snippets import announced, cases, codes, found

KEPT = """
from pathlib import Path
class Store:
    def __init__(self, path: Path):
        self.path = path
        self.tmp = path.with_suffix(".tmp")
    def write(self, text):
        self.tmp.write_text(text)
    def commit(self):
        {}
"""


@cases(
    {
        "a mode after other options": """
            def save(path, other, text):
                with path.open(encoding="utf-8", mode="w") as file:  # ATM103
                    file.write(text)
                with other.open(errors=text.errors(), mode="w") as file:  # ATM103
                    file.write(text)
            def load(path):
                return path.open(encoding="utf-8").read()
            """,
        "a mode that is one of two": """
            def save(path, other, text, read=False):
                with open(path, "r" if read else "w") as file:  # ATM103
                    file.write(text)
                with other.open("rb" if read else "wb") as file:  # ATM103
                    file.write(text)
            """,
        "a serializer after a seek": """
            import json
            def go(path, data):
                with open(path, "r+") as file:  # ATM107
                    old = json.load(file)
                    file.seek(0)
                    json.dump(old | data, file)
                    file.truncate()
            def go_to_the_end(path, data):
                with open(path, "r+") as file:
                    file.seek(0, 2)
                    json.dump(data, file)
            """,
        "a seek that says from where": """
            import os
            def update(config_path, new):
                with open(config_path, "r+b") as file:  # ATM107
                    file.seek(0, os.SEEK_SET)
                    file.write(new)
            def append(config_path, new):
                with open(config_path, "r+b") as file:
                    file.seek(0, os.SEEK_END)
                    file.write(new)
            def patch(config_path, new, at):
                with open(config_path, "r+b") as file:
                    file.seek(*at)
                    file.write(new)
            """,
        "a descriptor that is created, and not emptied": """
            import os
            def save(path, text):
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:  # ATM107
                    file.truncate()
                    file.write(text)
            def save_too(path, text):
                fd = os.open(path, os.O_RDWR | os.O_CREAT)  # ATM107
                with open(fd, "w") as file:
                    file.write(text)
            def save_at_the_end(path, text):
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT), "a") as file:
                    file.write(text)
            def save_state(path, line):
                with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT), mode="r+") as file:
                    if line not in list(file):
                        file.write(line)
            def save_with_these_rights(path, text):
                fd = os.open(path, os.O_WRONLY | os.O_CREAT)  # ATM107
                os.fchmod(fd, 0o600)
                with os.fdopen(fd, "w") as file:
                    file.write(text)
            def save_what_is_there(path, text):
                with os.fdopen(os.open(path, os.O_WRONLY), "w") as file:  # ATM107
                    file.write(text)
            def save_at_once(path, data):
                fd = os.open(path=path, flags=os.O_WRONLY)  # ATM107
                os.write(fd, data)
                os.close(fd)
            def send(path, data):
                os.write(os.open(path, os.O_WRONLY), data)
            def save_after_that(path, text):
                with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT), "r+") as file:
                    file.read()
                    file.write(text)
            def lock_state(path):
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT), "w") as file:
                    file.write(str(os.getpid()))
            """,
        "a lock that is written to": """
            import pickle
            from typing import IO, cast
            import portalocker
            def save(path, cache):
                with portalocker.Lock(path, mode="wb") as file:
                    pickle.dump(cache, cast(IO[bytes], file))  # ATM104
            def save_too(path, cache):
                with portalocker.Lock(path, "wb") as file:
                    pickle.dump(cache, file)  # ATM104
            def save_locked(path, cache):
                with portalocker.Lock(path, "w"):
                    cache.save()
            def append(path, cache):
                with portalocker.Lock(path) as file:
                    pickle.dump(cache, file)
            """,
        "a function that returns what it opened, under a name": """
            import json
            def _open_state(path):
                file = open(path, "w")
                return file
            def save(path, data):
                file = _open_state(path)
                json.dump(data, file)  # ATM104
                file.close()
            def _open_once(path):
                file = open(path, "w")
                return file.name
            def look(path):
                _open_once(path).upper()
            """,
        "a lone open that is parted from its parenthesis": """
            import json
            def save(state):
                with open ("state.json", "w") as file:
                    json.dump(state, file)  # ATM104
            """,
        "what a thread is handed to call": """
            import asyncio, json, os, shutil
            from shutil import copyfile
            import numpy as np
            import pandas as pd
            async def save(frame: pd.DataFrame, hass, loop, pool, state_path, data):
                await asyncio.to_thread(np.save, "state.npy", data)  # ATM105
                await loop.run_in_executor(None, np.save, "state.npy", data)  # ATM105
                pool.submit(np.save, arr=data, file="state.npy")  # ATM105
                await asyncio.to_thread(frame.to_csv, state_path)  # ATM105
                await asyncio.to_thread(frame.to_csv, state_path, mode="a")
                await hass.async_add_executor_job(shutil.copy2, "new.json", state_path)  # ATM106
                await asyncio.to_thread(copyfile, "new.json", state_path)  # ATM106
            async def go(data, pool, where):
                with open(where, "w") as file:
                    await asyncio.to_thread(json.dump, data, file)  # ATM104
                with open(where, "w") as file:
                    pool.submit()
                    pool.submit(print, data, file)
            def look(pool, state_path, text):
                pool.submit(np.load, state_path)
                pool.submit(text.replace, "a", "b")
                pool.submit(lambda: np, state_path)
                pool.submit()
            """,
        "a file that another name is handed over for": """
            import asyncio
            from os import remove, replace
            async def save(path, data):
                temp = path + ".tmp"  # ATM202
                try:
                    with open(temp, "w") as file:
                        file.write(data)
                    await asyncio.to_thread(replace, temp, path)  # ATM201
                except BaseException:
                    await asyncio.to_thread(remove, temp)
                    raise
            """,
        "what is only assigned is no alias": """
            mode = None
            def save(state_path, text):
                copy = mode
                copy(text, state_path)
            """,
    }
)
def test_a_write_is_found(text: str) -> None:
    assert found(text) == announced(text)


@pytest.mark.parametrize("call", ["replace(self.path)", "replace(\n    self.path,\n)", "replace(target=self.path)"])
def test_a_rename_in_its_own_method_is_found(call: str) -> None:
    assert codes(KEPT.format(f"self.tmp.{call}")) == ["ATM202", "ATM205", "ATM201"]


@pytest.mark.parametrize(
    "given",
    [
        "target",
        "'state.json'",
        "os.path.join(folder(), 'state.json')",
        "\n    folder / 'a, b',\n",
        "paths[0, 1]",
        "f'{name}.json'",
    ],
)
def test_what_is_given_one_argument_may_be_a_rename(given: str) -> None:
    assert hint_offsets(f"temp.replace({given})\n", "") == [4]


@pytest.mark.parametrize(
    "call",
    [
        "text.replace('a', 'b')",
        "text.replace(old, new)",
        "text.replace(\n    'a',\n    'b',\n)",
        "text.replace(f(a, b), c)",
        "day.replace(year=2000)",
        "frame.replace({'a': 'b'})",
        "frame.replace()",
    ],
)
def test_what_replaces_in_a_text_is_unseen(call: str) -> None:
    assert hint_offsets(dedent(f"temp = {call}\n"), "") == []


@pytest.mark.parametrize("call", ["os.remove(path)", "deepcopy(state)", "state.copy()"])
def test_what_only_ends_like_a_move_or_a_copy_is_unseen(call: str) -> None:
    assert hint_offsets(f"{call}\n", "import shutil") == []


@pytest.mark.parametrize("call", ["move(a, b)", "shutil.copy(a, b)", "_copyfile(a, b)"])
def test_a_move_and_a_copy_are_seen(call: str) -> None:
    assert hint_offsets(call, "import shutil") != []


def test_a_date_that_is_given_another_part_is_no_rename() -> None:
    assert codes(KEPT.format("self.tmp.replace(year=self.path)")) == codes(KEPT.format("pass"))
