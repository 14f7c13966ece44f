"""Files that belong together, each written whole: by a home-made replace, or by the helpers of others."""

from __future__ import annotations

import pytest

from flake8_atomic.detect import detect
from flake8_atomic.edits import NoFix
from flake8_atomic.settings import Settings
from tests.snippets import announced, cases, found

SAVE = """
class Directory:
    def __init__(self, root):
        self.root = root
        self.users = {}
        self.groups = {}
    def save(self):
"""
TOLD = """
import json, os, uuid
def put(path, obj):
    tmp = f"{path}.{uuid.uuid4()}"
    try:
        with open(tmp, "w") as f:
            json.dump(obj, f)
            f.flush()
            os.fsync(f.fileno())
        os.replace(tmp, path)
    except BaseException:
        os.unlink(tmp)
        raise
"""
BLOCK = """
import json, os, uuid
from contextlib import contextmanager
@contextmanager
def atomic_block(path):
    tmp = f"{path}.{uuid.uuid4()}"
    try:
        with open(tmp, "w") as f:
            yield f
            f.flush()
            os.fsync(f.fileno())
        os.replace(tmp, path)
    except BaseException:
        os.unlink(tmp)
        raise
"""
CLASS = """
import json, os
class AtomicFile:
    def __exit__(self, kind, error, trace):
        os.replace(self.temp, self.path)
"""


def _saving(imports: str, *calls: str) -> str:
    return imports + SAVE + "".join(f"        {call}\n" for call in calls)


def _blocks(name: str, mode: str = "") -> tuple[str, ...]:
    return (
        f'with {name}(self.root / "users.json"{mode}) as f:  # ATM301',
        "    json.dump(self.users, f)",
        f'with {name}(self.root / "groups.json"{mode}) as f:',
        "    json.dump(self.groups, f)",
    )


def _calls(name: str) -> tuple[str, ...]:
    return (
        f'{name}(self.root / "users.json", self.users)  # ATM301',
        f'{name}(self.root / "groups.json", self.groups)',
    )


LIBRARIES = {
    "atomicwrites": _saving("import json\nfrom atomicwrites import atomic_write\n", *_blocks("atomic_write")),
    "another name": _saving("import json\nfrom atomicwrites import atomic_write as whole\n", *_blocks("whole")),
    "boltons": _saving("import json\nfrom boltons import fileutils\n", *_blocks("fileutils.atomic_save")),
    "an object": _saving("import json\nfrom boltons.fileutils import AtomicSaver\n", *_blocks("AtomicSaver")),
    "safer": _saving("import json, safer\n", *_blocks("safer.open", ', "w"')),
    "a module of the project": _saving("import json\nfrom .utils import open_atomic\n", *_blocks("open_atomic")),
    "a function": _saving("from utils import write_json_atomically\n", *_calls("write_json_atomically")),
    "a method": _saving("from utils import atomic\n", *_calls("self.store.atomic_save")),
    "a class of the file": _saving(
        CLASS,
        *_blocks("AtomicFile"),
    ),
    "the path as the second": _saving(
        "from pathlib import Path\nfrom utils import save_atomic\n",
        'save_atomic(self.users, Path("users.json"))  # ATM301',
        'save_atomic(self.groups, Path("groups.json"))',
    ),
    "the path by its name": _saving(
        "from utils import save_atomic\n",
        'save_atomic(data=self.users, path=self.root / "users.json")  # ATM301',
        'save_atomic(data=self.groups, path=self.root / "groups.json")',
    ),
    "a function of the file": _saving(TOLD, *_calls("put")),
    "a function of the file by any name": _saving(TOLD.replace("put", "_commit_json"), *_calls("_commit_json")),
    "a block of the file": _saving(BLOCK, *_blocks("atomic_block")),
}


@cases(LIBRARIES)
def test_they_are_saved_one_by_one_whoever_writes_each_whole(text: str) -> None:
    assert found(text) == announced(text)


@cases(
    {
        "no writers": _saving(
            "from threads import AtomicInt, atomic\nfrom utils import atomic_move, read_atomic\n",
            "AtomicInt(self.users)",
            "AtomicInt(self.groups)",
            'atomic_move(self.root / "a", self.users)',
            'atomic_move(self.root / "b", self.groups)',
            'read_atomic(self.root / "users.json", self.users)',
            'read_atomic(self.root / "groups.json", self.groups)',
            "with atomic():",
            "    self.users.save()",
        ),
        "opened to be read": _saving(
            "import json, safer\nfrom utils import atomic_open\n",
            'with safer.open(self.root / "users.json") as f:',
            "    json.dump(self.users, f)",
            'with safer.open(self.root / "groups.json") as f:',
            "    json.dump(self.groups, f)",
            'with atomic_open(self.root / "users.json", "r") as f:',
            "    self.users.load(f)",
            'with atomic_open(self.root / "groups.json", mode="r") as f:',
            "    self.groups.load(f)",
        ),
        "nothing is said of where": _saving(
            "from utils import atomic_write\n", "atomic_write(*self.users)", "atomic_write(*self.groups)"
        ),
        "files of other objects": _saving(
            "from utils import atomic_write\n",
            'atomic_write(self.root / "users.json", self.users)',
            'atomic_write(self.root / "page.html", render())',
        ),
        "one file twice": _saving(
            "from utils import atomic_write\n",
            'atomic_write(self.root / "users.json", self.users)',
            'atomic_write(self.root / "users.json", self.groups)',
        ),
    }
)
def test_what_is_no_write_of_several_files_is_left_alone(text: str) -> None:
    assert found(text) == announced(text)


def test_the_writers_that_a_project_names_count_as_well() -> None:
    text = _saving("from utils import put_json\n", *_calls("put_json"))
    assert found(text) == []
    assert found(text, Settings(helpers=("utils.put_json",))) == announced(text)


@cases(
    {
        "a replace of each": """
        import json, os, uuid
        class Chat:
            def save(self):
                first = f"{self.path}.{uuid.uuid4()}"
                second = f"{self.state_path}.{uuid.uuid4()}"
                try:
                    with open(first, "w") as f:
                        json.dump(self.messages, f)
                        os.fsync(f)
                    with open(second, "w") as f:
                        json.dump(self.state, f)
                        os.fsync(f)
                    os.replace(first, self.path)  # ATM301
                    os.replace(second, self.state_path)
                finally:
                    for left in (first, second):
                        os.unlink(left)
        """,
    }
)
def test_home_made_replaces_of_one_function(text: str) -> None:
    assert [(line, code) for line, code in found(text) if code == "ATM301"] == announced(text)


def test_what_others_write_whole_is_no_group_before_it_is_written_by_our_helpers() -> None:
    (finding,) = detect(LIBRARIES["atomicwrites"])
    with pytest.raises(NoFix, match="first write each of them with a helper"):
        finding.fix()
