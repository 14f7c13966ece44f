"""Near misses of a home-made replace: what is not surely the same stays, and the reason says what to do."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from flake8_atomic.detect import detect
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.sequence import Sequence

HEAD = """
import asyncio, gzip, os, shutil, stat, subprocess, sys, tempfile
from pathlib import Path
def save(path, data, *rest):
"""
WRITTEN = """
tmp = f"{path}.{os.getpid()}"
with open(tmp, "w") as f:
    f.write(data)
"""
OPENED = """
tmp = f"{path}.{os.getpid()}"
with open(tmp, "w") as f:
    %s
os.replace(tmp, path)
"""
MADE = """
fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
with os.fdopen(fd, "wb") as f:
    f.write(data)
%s
os.replace(tmp, path)
"""


def reason(body: str, head: str = HEAD) -> str:
    """Why the first replace of the snippet is not repaired as a whole."""
    text = head + indent(dedent(body), "    " if head else "")
    inspection = next(f.inspection for f in detect(text) if f.code.startswith("ATM2"))
    assert inspection is not None
    with pytest.raises(NoFix) as caught:
        Sequence(inspection, inspection.replaces[0]).fix()
    return str(caught.value)


NEAR = {
    # What renames
    "replace() does more than to": WRITTEN + "os.replace(tmp, path, src_dir_fd=rest)",
    "give the rename a statement of its own": WRITTEN + "print(os.replace(tmp, path))",
    "give the target a name": """
        tmp = f"{target(path)}.{os.getpid()}"
        with open(tmp, "w") as f:
            f.write(data)
        os.replace(tmp, target(path))
    """,
    # How the temp is called
    "an attribute keeps the temporary name": """
        class Saver:
            def save(self):
                self.tmp = f"{path}.{os.getpid()}"
                with open(self.tmp, "w") as f:
                    f.write("x")
                os.replace(self.tmp, path)
    """,
    "the temporary name cannot be followed": """
        with open(path + made(), "w") as f:
            f.write(data)
        os.replace(path + made(), path)
    """,
    "makes tmp in a way that cannot be followed": """
        tmp = path + made()
        with open(tmp, "w") as f:
            f.write(data)
        os.replace(tmp, path)
    """,
    "makes tmp in a way": """
        tmp, other = f"{path}.{os.getpid()}", data
        with open(tmp, "w") as f:
            f.write(other)
        os.replace(tmp, path)
    """,
    "line 6 makes tmp in a way": """
        data.fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
        os.write(data.fd, b"x")
        os.close(data.fd)
        os.replace(tmp, path)
    """,
    "not seen here; let it": """
        fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
        tmp = Path(tmp)
        with os.fdopen(fd, "w") as f:
            f.write(data)
        tmp.replace(path)
    """,
    "line 7 uses the temporary": """
        tmp = f"{path}.{os.getpid()}"
        def clean():
            os.unlink(tmp)
        with open(tmp, "w") as f:
            f.write(data)
        os.replace(tmp, path)
    """,
    "line 8 uses the temporary": """
        tmp = f"{path}.{os.getpid()}"
        with open(tmp, "w") as f:
            def write(text):
                f.write(text)
            f.write(data)
        os.replace(tmp, path)
    """,
    # How it is filled
    "what writes the temporary file is not": """
        tmp = tempfile.NamedTemporaryFile(dir=os.path.dirname(path), delete=False)
        tmp.close()
        shutil.copy(data, tmp.name)
        os.replace(tmp.name, path)
    """,
    "what writes the temporary file is not seen": "tmp = path + '.tmp'\nshutil.copy(data, tmp)\nos.replace(tmp, path)",
    "it is written in several places": """
        tmp = f"{path}.{os.getpid()}"
        if data:
            with open(tmp, "w") as f:
                f.write(data)
        else:
            with open(tmp, "wb") as f:
                f.write(data)
        os.replace(tmp, path)
    """,
    "it is opened together with other things": """
        tmp = f"{path}.{os.getpid()}"
        with lock(), open(tmp, "w") as f:
            f.write(data)
        os.replace(tmp, path)
    """,
    "give it a plain name": """
        tmp = f"{path}.{os.getpid()}"
        with open(tmp, "w") as data.file:
            data.file.write("x")
        os.replace(tmp, path)
    """,
    "it is not closed where it is written": """
        tmp = f"{path}.{os.getpid()}"
        f = open(tmp, "w")
        f.write(data)
        try:
            note(path)
        except OSError:
            f.close()
            raise
        os.replace(tmp, path)
    """,
    "opens it in a way of its own": OPENED.replace('"w"', '"w", opener=rest') % "f.write(data)",
    "line 7 opens it in a way of its own": """
        fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
        with open(fd, "w", closefd=False) as f:
            f.write(data)
        os.replace(tmp, path)
    """,
    "opens it to add to it": OPENED.replace('"w"', '"a"') % "f.write(data)",
    "its mode is not always the same": OPENED.replace('"w"', "rest") % "f.write(data)",
    "gzip.open() writes it in a form of its own": OPENED.replace("open(", "gzip.open(") % "f.write(data)",
    "locks out other writers; take a lock": OPENED.replace("{os.getpid()}", "lock").replace('"w"', '"x"')
    % "f.write(data)",
    "also locks out": """
        fd = os.open(path + ".lock", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "wb") as f:
            f.write(data)
        os.rename(path + ".lock", path)
    """,
    "the temporary file removes itself": """
        with tempfile.NamedTemporaryFile("w", dir=path.parent) as f:
            f.write(data)
            os.link(f.name, path)
            os.replace(f.name, path)
    """,
    "writes to the descriptor in a way of its own": """
        fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
        os.writev(fd, data)
        os.close(fd)
        os.replace(tmp, path)
    """,
    "what is written names the temporary file": """
        tmp = Path(f"{path}.{os.getpid()}")
        tmp.write_text(data.format(tmp))
        tmp.replace(path)
    """,
    # What happens while it is open
    "leaves the block, and the rename is passed over": OPENED % "if data: return\n    f.write(data)",
    "the block yields": OPENED % "yield f",
    "`mode` is bound again": "mode = 0o600"
    + OPENED.replace("os.rep", "os.chmod(tmp, mode)\nos.rep") % "f.write(data)\n    mode = 0o644",
    "`f` is bound again": OPENED % "f.write(data); f = rest",
    "a nested function or lambda": OPENED % "f.write(data)\n    data.run(lambda text: f.write(text))",
    "`f.fileno` reaches below": OPENED % "subprocess.run(data, stdout=f.fileno())",
    "kept or passed on": OPENED % "rest.file = f\n    f.write(data)",
    "a subprocess is given": OPENED % "subprocess.run(data, stdout=f)",
    "is a step that only some runs take": OPENED % "f.write(data)\n    if rest: os.fsync(f.fileno())",
    # What is done besides
    "uses the temporary file for something else": WRITTEN + "check(tmp)\nos.replace(tmp, path)",
    "line 9 uses the temporary file": """
        tmp = f"{path}.{os.getpid()}"
        with open(tmp, "w") as f:
            f.write(data)
            if os.path.getsize(tmp) > 1:
                note(data)
        os.replace(tmp, path)
    """,
    "uses the temporary file for": WRITTEN + "if same(tmp): os.unlink(tmp)\nos.replace(tmp, path)",
    "stands between the write and the rename": WRITTEN + "note(path)\nos.replace(tmp, path)",
    "copy the old file to its other name": f"os.rename(path, path + '.bak')\n{WRITTEN}os.replace(tmp, path)",
    "removed under a condition of its own": f"if data: os.unlink(path)\n{WRITTEN}os.replace(tmp, path)",
    "move it before the write": """
        tmp = f"{path}.{os.getpid()}"
        try:
            with open(tmp, "w") as f:
                f.write(data)
            note(path)
        finally:
            if os.path.exists(tmp):
                note(data)
                os.unlink(tmp)
        os.replace(tmp, path)
    """.replace("note(data)\n                ", ""),
    "in a block that not all of the write": WRITTEN + "if data:\n    os.replace(tmp, path)",
    "line 8 stands in a block": """
        tmp = f"{path}.{os.getpid()}"
        with lock():
            with open(tmp, "w") as f:
                f.write(data)
        os.replace(tmp, path)
    """,
    "would only have served": """
        name = made(path)
        tmp = f"{path}.{name}"
        with open(tmp, "w") as f:
            f.write(data)
        os.replace(tmp, path)
    """,
    "the else on line": """
        tmp = f"{path}.{os.getpid()}"
        try:
            with open(tmp, "w") as f:
                f.write(data)
            os.replace(tmp, path)
        except OSError:
            os.unlink(tmp)
            raise
        else:
            note(path)
        finally:
            note(data)
    """,
    "give the statement a line of its own": """
        tmp = Path(f"{path}.{os.getpid()}")
        tmp.write_text(data)
        try: tmp.replace(path)
        finally: tmp.unlink()
    """,
    "the target is removed under a condition of its own": """
        tmp = f"{path}.{os.getpid()}"
        with open(tmp, "w") as f:
            f.write(data)
        if data:
            note(path)
            os.remove(path)
        os.rename(tmp, path)
    """,
    # The mode
    "the umask takes away": """
        tmp = f"{path}.{os.getpid()}"
        fd = os.open(tmp, os.O_WRONLY | os.O_CREAT, 0o644)
        with os.fdopen(fd, "wb") as f:
            f.write(data)
        os.replace(tmp, path)
    """,
    "copies more than the mode": MADE % "shutil.copystat(path, tmp)",
    "sets the mode in a way of its own": MADE % "os.chmod(tmp, 0o644, follow_symlinks=False)",
    "the mode that line 9 sets is not written down": MADE % "os.chmod(tmp, rest)",
    "sets is not written down": MADE % "os.chmod(tmp, os.stat(tmp).st_mode | stat.S_IRGRP)",
    "the mode that line": MADE % "os.chmod(tmp, os.stat(data).st_mode)",
    "sets is not written": MADE % "os.chmod(tmp, info(path).st_mode)",
    "the mode depends on what line 9 asks": MADE % "if data(): os.chmod(tmp, 0o644)",
    "line 11 uses": MADE % "if data:\n    os.chmod(tmp, 0o644)\n    os.utime(tmp)",
    "line 9 stands between": MADE % "try:\n    os.chmod(tmp, 0o644)\nexcept OSError:\n    note(path)",
}


@pytest.mark.parametrize(("said", "body"), NEAR.items(), ids=NEAR)
def test_a_near_miss_is_left_with_a_reason(said: str, body: str) -> None:
    assert said in reason(body)


def test_a_replace_of_the_module_is_left() -> None:
    text = "import os\npath = 'state.json'\ntmp = path + '.tmp'\nopen(tmp, 'w').write('x')\nos.replace(tmp, path)\n"
    assert "by the module itself" in reason(text, head="")


def test_replaces_of_several_files_are_left() -> None:
    text = """
import os
def save(texts):
    staged = []
    for path, text in texts:
        temp = path + ".tmp"
        with open(temp, "w") as file:
            file.write(text)
        staged.append((temp, path))
    for temp, path in staged:
        os.replace(temp, path)
"""
    assert "of an atomic_group" in reason(text, head="")


def test_a_replace_in_a_thread_is_left() -> None:
    text = """
import asyncio, os
async def save(path, data):
    tmp = path + ".tmp"
    with open(tmp, "w") as f:
        f.write(data)
    await asyncio.to_thread(os.rename, tmp, path)
"""
    assert "by one function that is not async" in reason(text, head="")
    renamed = next(finding for finding in detect(text) if finding.code == "ATM204")
    with pytest.raises(NoFix, match="by one function that is not async"):
        renamed.fix()


def test_a_name_from_elsewhere_is_left() -> None:
    text = """
import os
def outer(path, data):
    tmp = path + ".tmp"
    def save():
        with open(tmp, "w") as f:
            f.write(data)
        os.replace(tmp, path)
    save()
"""
    assert "the temporary name is made elsewhere" in reason(text, head="")
