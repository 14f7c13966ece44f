"""What counts on the file that a block writes: it stands there as soon as it is opened, and where it fails."""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.codemods.fixing import rewrite_of

HEAD = """
import argparse, contextlib, csv, glob, json, os, pathlib, shutil, subprocess, sys, tarfile, zipfile
from os import listdir as entries
from pathlib import Path
from elsewhere import keep

def secure(path): os.chmod(path, 0o600)
def load():
    with open("state.json") as f:
        return json.load(f)

class Store:
    def __init__(self, path):
        self.path = Path(path)
        self.older = []
    @property
    def data(self): return json.loads(self.path.read_text())
    @property
    def names(self): return sorted(self.older)
    def exists(self): return self.path.exists()
    def label(self): return f"in {self.path}"
    @staticmethod
    def kind(path): return path.exists()
    def save(self, folder: Path, path: Path, name, text, store, cmd, z):
"""
OF_PATH = {
    "LOOKS": [
        "Path(path).stat()", "os.stat(str(path))", "open(os.path.abspath(path)).read()", "keep(str(path))",
        "path.resolve().stat()", "os.system(f'chmod 600 {path}')", "subprocess.run(['chmod', '600', str(path)])",
        "os.system('chmod 600 ' + str(path))", "cmd = ['chmod', path]\nsubprocess.run(cmd)",
        "with zipfile.ZipFile(text, 'w') as z: z.write(path)", "with tarfile.open(text) as t:\n    t.add(str(path))",
        "keep(name=path)", "subprocess.run(args=['git', 'add', path])",
    ],
    "CHANGES": ["os.chmod(str(path), 0o600)", "Path(path).chmod(0o600)", "path.resolve().touch()"],
    "HARMLESS": [
        "print(str(path))", "keep(str(path).lower())", "keep(f'{path}.bak')", "keep(Path(path, text).stat())",
        "text.append(str(path))", "keep(path.parent)", "json.dumps({'path': str(path)})", "path.resolve().name",
        "keep(str(path).replace('a', 'b'))", "subprocess.run(['ls', name])", "z.write(path)", "subprocess.run()",
        "path.replace('a', 'b')", "os.path.join(path, text)", "keep(str(path) + text)",
    ],
}  # fmt: skip


def level_of(text: str) -> str:
    """How the one finding of a text is fixed."""
    (site,) = rewrite_of(text, unsafe=False).sites
    return site.level


def safety(path: str, inner: str, opened: str = "") -> str:
    """What becomes of a block that does this while it writes the path."""
    head = opened or f"with open({path}, 'w') as f:"
    body = f"{head}\n    f.write(text)\n    f.write(text)\n" + indent(inner, "    ")
    result = rewrite_of(HEAD + indent(body, " " * 8) + "\n", unsafe=False)
    assert len(result.sites) == 1
    return result.sites[0].level + ": " + result.sites[0].text if result.sites[0].text else result.sites[0].level


@pytest.mark.parametrize("inner", OF_PATH["LOOKS"])
def test_the_path_is_looked_at_by_another_spelling(inner: str) -> None:
    assert safety("path", inner).startswith("unsafe: the block uses the path that it writes")


@pytest.mark.parametrize("inner", OF_PATH["CHANGES"])
def test_the_path_is_changed_by_another_spelling(inner: str) -> None:
    assert "on the path that it writes; do that after the block" in safety("path", inner)


@pytest.mark.parametrize("inner", OF_PATH["HARMLESS"])
def test_the_path_is_only_told_of(inner: str) -> None:
    assert safety("path", inner) == "safe"


@pytest.mark.parametrize(
    ("path", "inner", "level"),
    [
        ("'state.json'", "os.stat('state.json')", "unsafe"),
        ("'state.json'", "load()", "unsafe"),
        ("'state.json'", "Path('state.json').read_text()", "unsafe"),
        ("'state.json'", "secure('state.json')", "unsafe"),
        ("'state.json'", "subprocess.run(['git', 'add', 'state.json'])", "unsafe"),
        ("'state.json'", "os.chmod('state.json', 0o600)", "none"),
        ("'state.json'", "print('state.json', 'other.json')\nkeep('state.json')", "safe"),
        ("'state.json'", "os.stat('other.json')", "safe"),
        ("'other.json'", "load()", "safe"),
        ("name", "load()", "safe"),
        ("os.path.join(folder, name)", "(Path(folder) / name).exists()", "unsafe"),
        ("os.path.join(folder, name)", "(Path(folder) / text).exists()", "safe"),
        ("self.path", "self.data", "unsafe"),
        ("self.path", "self.names", "safe"),
        ("store.path", "store.exists()", "unsafe"),
        ("store.path", "store.data", "unsafe"),
        ("store.path", "store.label(), store.kind(text), store.names, store.other()", "safe"),
        ("store.path", "text.exists()", "safe"),
    ],
)
def test_the_path_is_another_expression(path: str, inner: str, level: str) -> None:
    assert safety(path, inner).partition(":")[0] == level


def test_what_is_written_at_once_is_worked_out_when_the_file_is_open() -> None:
    text = "import json, os\ndef save(path, text):\n    open(path, 'w').write(text or str(os.stat(path)))\n"
    assert level_of(text) == "unsafe"
    text = "import json, os\ndef save(path, text):\n    json.dump(text or str(os.stat(path)), open(path, 'w'))\n"
    assert level_of(text) == "safe"


def test_the_path_is_a_text_that_has_a_name() -> None:
    opened = "name = 'state.json'\nwith open(name, 'w') as f:"
    assert safety("name", "load()", opened).startswith("unsafe: the block uses the path")


@pytest.mark.parametrize(
    "inner",
    [
        "sorted(folder.glob('*'))", "entries(folder)", "shutil.make_archive(text, 'zip', folder)",
        "shutil.copytree(folder, text)", "os.walk(folder)", "glob.glob(text)", "folder.iterdir()",
    ],
)  # fmt: skip
def test_a_folder_is_listed(inner: str) -> None:
    assert safety("path", inner).startswith("unsafe: the block lists a folder")


@pytest.mark.parametrize(
    ("made", "level"),
    [
        ("folder.rglob('*')", "unsafe"),
        ("(p.name for p in folder.iterdir())", "unsafe"),
        ("os.walk(folder)", "unsafe"),
        ("[p.name for p in folder.iterdir()]", "safe"),
        ("sorted(folder.glob('*'))", "safe"),
        ("glob.glob(text)", "safe"),
        ("(p for p in os.listdir(folder))", "safe"),
        ("(p for p in text)", "safe"),
    ],
)
def test_a_folder_is_listed_when_what_was_made_before_is_walked(made: str, level: str) -> None:
    opened = f"names = {made}\nwith open(path, 'w') as f:"
    assert safety("path", "f.writelines(names)", opened).partition(":")[0] == level


ENTERED = {
    "exclusive(f)": "none: exclusive() is given the open file and may keep it",
    "subprocess.Popen(cmd, stdout=f)": "none: a subprocess is given",
    "contextlib.redirect_stdout(f)": "none: redirect_stdout() is given",
    "open(path) as old": "unsafe: the block uses the path",
    "contextlib.nullcontext(os.chmod(path, 0o600))": "none: the block calls chmod()",
    "os.scandir(folder)": "unsafe: the block lists a folder",
    "open(text) as other": "safe",
    "contextlib.closing(f)": "safe",
    "tarfile.open(fileobj=f, mode='w') as packed": "safe",
}


@pytest.mark.parametrize("item", ENTERED)
def test_what_is_entered_with_the_file_is_a_part_of_its_block(item: str) -> None:
    assert safety("path", "pass", f"with open(path, 'w') as f, {item}:").startswith(ENTERED[item])


KEPT = """
import csv, fcntl, json
class Journal:
    def __init__(self, path):
        self.path = path
        self.handle = open({kept}, "a")
    def reset(self, text):
        with open(self.path, "w") as f:
            f.write(text)
    def copy(self, text):
        self.path.write_text(text)
"""
BEFORE = {
    "reader = csv.reader(open(path))": "f.writelines(r[0] for r in reader)",
    "old = open(path)": "f.write(old.read())",
    "old = open(path)\nrows = enumerate(map(str, old))": "f.writelines(rows)",
    "old = open(path)\nrows = (row for row in old)": "f.writelines(rows)",
    "lock = open(path, 'a')\nrows = reader = csv.reader(open(path))": "f.writelines(reader)",
}
NOT_HELD = {
    "old = json.load(open(path))": "json.dump(old, f)",
    "old = open(text)": "f.write(old.read())",
    "old = open(path)\nrows = list(old)": "f.writelines(rows)",
    "with open(path) as old: rows = list(old)": "f.writelines(rows)",
    "f = open(path)": "f.write(text)",
    "with open(path) as other: pass": "f.write(other)",
    "text, old = 1, open(path)": "f.write(text)",
    "keep(open(path))": "f.write(text)",
}


@pytest.mark.parametrize(("kept", "level"), [("path", "unsafe"), ("text", "safe")])
def test_an_attribute_keeps_the_file_open(kept: str, level: str) -> None:
    result = rewrite_of(KEPT.format(kept=kept), unsafe=False)
    told = [site for site in result.sites if "another handle" in site.text or level == "safe"]
    assert {site.level for site in told if "path" not in site.text} == {level}
    assert len(told) == len(result.sites) == 2


def test_an_attribute_keeps_what_writes_to_the_file_itself() -> None:
    saved = "with open('state.csv', 'w') as f:\n            self.w = csv.writer(f)\n            self.w.writerow([1])"
    assert level_of(f"import csv\nclass W:\n    def save(self):\n        {saved}\n") in ("none", "safe")


@pytest.mark.parametrize("before", BEFORE)
def test_the_block_uses_a_handle_that_was_opened_before(before: str) -> None:
    level, _, note = safety("path", BEFORE[before], f"{before}\nwith open(path, 'w') as f:").partition(": ")
    assert (level, note.partition("keeps ")[2].partition(";")[0]) == (
        "unsafe",
        "the file open under another handle, which stays with the old file",
    )


@pytest.mark.parametrize("before", NOT_HELD)
def test_the_block_uses_no_handle_that_was_opened_before(before: str) -> None:
    assert safety("path", NOT_HELD[before], f"{before}\nwith open(path, 'w') as f:") == "safe"


def test_the_same_with_opens_the_file_to_read_it() -> None:
    opened = "with open(path) as old, open(path, 'w') as f:"
    assert "under another handle" in safety("path", "f.write(old.read())", opened)
    assert safety("path", "f.write(text)", opened) == "safe"


LOCKED = """
import fcntl
def save(path, text):
    with open(path, "a") as {name}:
        {locks}
        with open(path, "w") as f:
            f.write(text)
"""


@pytest.mark.parametrize(("locks", "level"), [("fcntl.flock(lock, fcntl.LOCK_EX)", "unsafe"), ("pass", "safe")])
def test_a_lock_is_held_on_the_file(locks: str, level: str) -> None:
    result = rewrite_of(LOCKED.format(name="lock", locks=locks), unsafe=False)
    assert [site.level for site in result.sites] == [level]


FAILING = """
import contextlib, json, os, shutil
def save(path, text, backup, ok):
    try:
        with open(path, "w") as f:
            json.dump(text, f)
    except {kind}:
{handler}
        raise
"""
NEEDED = [
    "os.remove(path)", "os.truncate(path, 0)", "if not ok:\n    os.unlink(path)",
    "os.chmod(str(path), 0o600)", "try:\n    os.remove(path)\nexcept KeyError:\n    pass",
    "with ok:\n    os.remove(path)", "path.unlink()",
]  # fmt: skip
ALLOWED = [
    "os.rename(backup, path)", "if os.path.exists(path):\n    os.remove(path)", "path.unlink(missing_ok=True)",
    "try:\n    os.remove(path)\nexcept OSError:\n    pass", "try:\n    os.remove(path)\nexcept:\n    pass",
    "with contextlib.suppress(OSError):\n    os.remove(path)", "os.remove(backup)", "print(path, os.stat(backup))",
    "backup = path.replace('a', 'b')", "os.remove()", "lambda: os.remove(backup)",
]  # fmt: skip


def failing(handler: str, kind: str = "TypeError") -> str:
    """What becomes of a write whose handler does this."""
    result = rewrite_of(FAILING.format(kind=kind, handler=indent(handler, " " * 8)), unsafe=False)
    assert len(result.sites) == 1
    return result.sites[0].level + ": " + result.sites[0].text


@pytest.mark.parametrize("handler", NEEDED)
def test_a_handler_counts_on_the_torn_file(handler: str) -> None:
    assert "drop that, or allow for a missing file" in failing(handler)


@pytest.mark.parametrize("handler", ["os.path.getsize(path)", "print(open(path).read())", "shutil.copy(path, backup)"])
def test_a_handler_looks_at_the_torn_file(handler: str) -> None:
    assert failing(handler).startswith("unsafe: line 8 looks at the file where the write has failed")


@pytest.mark.parametrize("handler", ALLOWED)
def test_a_handler_does_not_need_the_torn_file(handler: str) -> None:
    assert failing(handler) == "safe: "


def test_a_handler_of_what_only_the_opening_raises_never_sees_a_torn_file() -> None:
    assert failing("os.remove(path)", "(FileNotFoundError, PermissionError)") == "safe: "


AROUND = {
    "finally": ("finally:\n        os.chmod(path, 0o600)", "none"),
    "handler, and what is done else": (
        "except OSError:\n        pass\n    else:\n        os.chmod(path, 0o600)",
        "safe",
    ),
}


def test_a_handler_outside_of_functions() -> None:
    text = "import os\ntry:\n    open('state.json', 'w').write(str(1))\nfinally:\n    os.chmod('state.json', 0)\n"
    assert level_of(text) == "none"


@pytest.mark.parametrize("around", AROUND)
def test_what_follows_a_try(around: str) -> None:
    after, level = AROUND[around]
    text = f"import os\ndef save(path, text):\n    try:\n        open(path, 'w').write(text)\n    {after}\n"
    result = rewrite_of(text, unsafe=False)
    assert [site.level for site in result.sites] == [level]


WRITTEN = "with open(path, 'w') as f:\n            f.write(text)\n        "
NOT_AFTER = {
    "in a handler": f"try:\n        text()\n    except OSError:\n        {WRITTEN}return os.remove(path)",
    "at last": f"try:\n        text()\n    finally:\n        {WRITTEN}text(os.stat(path))",
    "in another function": f"def inner():\n        {WRITTEN}\n    try: return inner\n    finally: text(os.stat(path))",
}


@pytest.mark.parametrize("tried", NOT_AFTER.values(), ids=NOT_AFTER)
def test_what_is_not_run_where_the_write_fails(tried: str) -> None:
    result = rewrite_of(f"import os\ndef save(path, text):\n    {tried}\n", unsafe=False)
    assert [site.level for site in result.sites] == ["safe"] * len(result.sites)


CALLERS = """
import os
def write(path, text):
    with open(path + ".json", "w") as f:
        f.write(text)
def save(name, text):
    try:
        write({given}, text)
    except ValueError:
        os.remove({removed})
"""


@pytest.mark.parametrize(
    ("given", "removed", "level"),
    [("name", "name + '.json'", "none"), ("name", "name", "safe"), ("f'{name}{text}'", "f'{name}{text}.json'", "none")],
)
def test_a_handler_of_what_calls_it_counts_on_the_torn_file(given: str, removed: str, level: str) -> None:
    result = rewrite_of(CALLERS.format(given=given, removed=removed), unsafe=False)
    assert [site.level for site in result.sites] == [level]


REPLACING = """
import json, os
def save(path, data):
    temp = path + ".tmp"
    try:
        with open(temp, "w") as f:
            json.dump(data, f)
            f.flush()
            os.fsync(f.fileno())
        os.replace(temp, path)
    except TypeError:
        {handler}
"""


@pytest.mark.parametrize(
    ("handler", "fixed"),
    [("os.rename(temp, path + '.broken')", False), ("os.stat(temp)", False), ("print('failed', temp)", True)],
)
def test_a_handler_uses_the_temp_that_a_clean_up_would_remove(handler: str, fixed: bool) -> None:
    result = rewrite_of(REPLACING.format(handler=handler), unsafe=False)
    cleaned = [site for site in result.sites if site.code == "ATM205"]
    assert [site.fixed for site in cleaned] == [fixed]


CLEANED = """
import json, os
def write(path, data):
    temp = path + ".tmp"
    with open(temp, "w") as f:
        json.dump(data, f)
        f.flush()
        os.fsync(f.fileno())
    os.replace(temp, path)
def save(path, data):
    try:
        write(path, data)
    except TypeError:
        {handler}
"""


@pytest.mark.parametrize(
    ("handler", "fixed"),
    [
        ("os.remove(path + '.tmp')", False),
        ("if os.path.exists(path + '.tmp'): os.rename(path + '.tmp', path + '.broken')", False),
        ("if os.path.exists(path + '.tmp'): os.remove(path + '.tmp')", True),
        ("os.remove('.tmp')", True),
    ],
)
def test_a_handler_of_what_calls_it_uses_the_temp(handler: str, fixed: bool) -> None:
    result = rewrite_of(CLEANED.format(handler=handler), unsafe=False)
    assert [site.fixed for site in result.sites if site.code == "ATM205"] == [fixed]


TAKING = """
import json, os
from elsewhere import ask_for
class Store:
    def kept(self):
        kept, self.dirty = self.dirty, []
        return kept
    def counted(self):
        global count
        count += 1
        return self.counted()
    def moved(self):
        os.chdir("/")
    def plain(self):
        found = list(self.dirty)
        found += [1]
        return self.plain() or found
    def save(self, path, rows, queue):
        {saved}
def encoding(): return "utf-8"
"""
TAKEN = [
    "self.kept()", "self.counted()", "self.moved()", "queue.get()", "rows.pop()", "queue.get_nowait()", "next(rows)",
    "{'a': [self.take_all()]}", "input()", "ask_for(rows)",
]  # fmt: skip
NOT_TAKEN = [
    "self.plain()",
    "rows",
    "rows.get('a')",
    "json.loads(rows)",
    "[str(row) for row in rows]",
    "self.to_dict()",
]


@pytest.mark.parametrize("data", TAKEN)
def test_what_is_taken_is_taken_when_the_file_is_open(data: str) -> None:
    dumped = f"with open(path, 'w') as f:\n            json.dump({data}, f)"
    written = f"with open(path, 'w') as f:\n            f.write({data})"
    for saved in (dumped, written, f"open(path, 'w').write({data})"):
        result = rewrite_of(TAKING.format(saved=saved), unsafe=False)
        assert [(site.level, site.fixed) for site in result.sites] == [("safe", True)]
        assert "with atomic_open(path, 'w')" in result.after


@pytest.mark.parametrize("data", NOT_TAKEN)
def test_what_is_only_worked_out_is_given_to_the_helper(data: str) -> None:
    saved = f"with open(path, 'w') as f:\n            json.dump({data}, f)"
    assert f"atomic_write_json(path, {data})" in rewrite_of(TAKING.format(saved=saved), unsafe=False).after


def test_what_is_called_for_the_encoding_is_called_before_the_data() -> None:
    saved = "with open(path, 'w', encoding=encoding()) as f:\n            json.dump(rows, f)"
    after = rewrite_of(TAKING.format(saved=saved), unsafe=False).after
    assert "with atomic_open(path, 'w', encoding=encoding()) as f:" in after


LEAVING = """
import argparse, os, sys
from elsewhere import log
ap = argparse.ArgumentParser()
class Context:
    def exit(self, code): sys.exit(code)
    def note(self, code): print(code)
class Store:
    quit = sys.exit
    def __init__(self):
        self.cli = argparse.ArgumentParser()
        self.leave = sys.exit
        self.log = log
    def save(self, path, text, ctx):
        with open(path, "w") as f:
            f.write(text)
            {call}
            f.write(text)
"""


@pytest.mark.parametrize(
    "call",
    ["ap.error(text)", "ap.exit(2)", "self.cli.error(text)", "self.leave(1)", "ctx.exit(2)", "os.execv(text, [text])"],
)
def test_a_block_that_may_end_the_program(call: str) -> None:
    (site,) = rewrite_of(LEAVING.format(call=call), unsafe=False).sites
    assert "may leave the block after a write" in site.text


@pytest.mark.parametrize(
    "call", ["log.error(text)", "self.log.exit()", "ctx.note(2)", "ctx.error(text)", "self.log(1)"]
)
def test_a_block_that_does_not_end_the_program(call: str) -> None:
    assert level_of(LEAVING.format(call=call)) == ("safe" if call != "self.log.exit()" else "none")


GROUP = """
import os, subprocess
from pathlib import Path
from flake8_atomic.helpers import atomic_write_json
class Store:
    def save(self):
        atomic_write_json(self.folder / "users.json", self.users)
        {between}
        atomic_write_json(self.folder / "tokens.json", self.tokens)
        os.chmod(self.folder / "tokens.json", 0o600)
"""


@pytest.mark.parametrize(
    "between",
    [
        "os.chmod(self.folder / 'users.json', 0o600)",
        "os.path.getsize(os.path.join(self.folder, 'users.json'))",
        "subprocess.run(['git', 'add', str(self.folder / 'users.json')])",
    ],
)
def test_a_group_does_not_take_in_what_needs_its_files(between: str) -> None:
    (site,) = rewrite_of(GROUP.format(between=between)).sites
    assert site.text == "what line 7 writes is used by its name between the writes; do that after all of them"


def test_a_group_takes_in_what_needs_other_files() -> None:
    (site,) = rewrite_of(GROUP.format(between="print(self.users, os.stat(self.folder / 'tokens.json'))")).sites
    assert site.fixed
    (site,) = rewrite_of(GROUP.format(between="print(os.listdir(self.folder))")).sites
    assert site.fixed
    assert "the block lists a folder" in site.text
