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
