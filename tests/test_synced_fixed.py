"""A flush and a fsync are added only where the handle is surely open, and still what its name means."""

from __future__ import annotations

import pytest

from flake8_atomic.settings import Settings
from tests.codemods.fixing import pairs, rewrite_of

PLAIN = Settings()
HEAD = """\
import codecs, contextlib, gzip, io, json, os, shutil, zipfile
def finish(f, data):
    json.dump(data, f)
    f.close()
def written(f, data):
    def dumped():
        json.dump(data, f)
    dumped()
def wrapped(f, data):
    with io.TextIOWrapper(f) as text:
        text.write(data)
def again(f, data):
    f = io.TextIOWrapper(f)
    f.write(data)
def deeper(f, data):
    finish(f, data)
def itself(f, data):
    itself(f, data)
class Sink:
    def __init__(self, raw):
        self.raw = raw
def save(path, data, early, names, note):
    temp = f"{path}.{os.getpid()}"
    try:
        with open(temp, "wb") as f:
"""
TAIL = """\
        os.replace(temp, path)
    finally:
        os.unlink(temp)
"""
ADDED = "            f.flush()\n            os.fsync(f.fileno())\n"
GONE = {
    "closed under a condition": "f.write(data)\nif early:\n    f.close()",
    "its close passed on": "f.write(data)\nnote.callback(f.close)",
    "closed by another name": "out = f\nout.write(data)\nout.close()\nprint(data)",
    "closed by a function within": "def end():\n    f.close()\nf.write(data)\nend()",
    "closed by a function of the file": "finish(f, data)",
    "closed by a function of a function": "deeper(data=data, f=f)",
    "given to what calls itself": "itself(f, data)",
    "given to a function that wraps it": "wrapped(f, data)",
    "given to a function that binds its name": "again(f, data)",
    "given to a function among others": "finish(*names, f)",
    "kept by an object of the file": "sink = Sink(f)\nf.write(data)",
    "detached": "f.write(data)\nf.detach()",
    "owned by a wrapper": "json.dump(data, io.TextIOWrapper(f))",
    "owned by a stack": "with contextlib.ExitStack() as stack:\n    stack.enter_context(f)\n    f.write(data)",
    "owned by what is entered": "f.write(data)\nwith note(f):\n    pass",
    "owned by what writes to its number": "with os.fdopen(f.fileno(), 'w') as g:\n    g.write(data)",
    "encoded by what is entered": "with codecs.getwriter('utf-8')(f) as text:\n    text.write(data)",
    "bound again": "f.write(data)\nf = None",
    "bound to another file": "out = f\nfor name in names:\n    with open(name) as f:\n        out.write(f.read())",
    "bound by a loop": "put = f.write\nfor f in names:\n    put(f)",
    "bound by a handler": "try:\n    f.write(data)\nexcept KeyError as f:\n    pass",
    "deleted": "f.write(data)\ndel f",
}
STILL_OPEN = {
    "used": "f.write(data)\nprint(f.name, f.fileno())",
    "written by a function of the file": "written(f, data)",
    "given to an unknown function": "note(data, out=f)",
    "an archive": "with zipfile.ZipFile(f, 'w') as z:\n    z.writestr('a', data)",
    "encoded": "text = codecs.getwriter('utf-8')(f)\ntext.write(data)",
    "another name in a comprehension": "f.writelines([f for f in names])",
    "another handle": "with open(data) as source:\n    shutil.copyfileobj(source, f)\n    source.close()",
}


def repaired(lines: str) -> tuple[str, str]:
    before = HEAD + "".join(f"            {line}\n" for line in lines.split("\n")) + TAIL
    result = rewrite_of(before, settings=PLAIN, unsafe=False)
    assert result.problem == ""
    return before, result.after


@pytest.mark.parametrize("lines", GONE.values(), ids=GONE)
def test_nothing_is_added_where_the_handle_may_be_gone(lines: str) -> None:
    before, after = repaired(lines)
    assert after == before


@pytest.mark.parametrize("lines", STILL_OPEN.values(), ids=STILL_OPEN)
def test_the_sync_is_added_where_the_handle_is_there(lines: str) -> None:
    before, after = repaired(lines)
    assert after == before.replace(TAIL, ADDED + TAIL)


@pairs({
    "closed at the end of its block": """
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.close()
                os.replace(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                    f.close()
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "closed before the rename in its block": """
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.close()
                    os.replace(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                    f.close()
                    os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "closed by what is entered in it": """
        import io, os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "wb") as f:
                    with io.TextIOWrapper(f) as text:
                        text.write(data)
                os.replace(temp, path)
            finally:
                os.unlink(temp)
        ---
        import io, os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "wb") as f:
                    with io.TextIOWrapper(f) as text:
                        text.write(data)
                        text.flush()
                        os.fsync(text.fileno())
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "entered once more": """
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    with f:
                        f.write(data)
                os.replace(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    with f:
                        f.write(data)
                        f.flush()
                        os.fsync(f.fileno())
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "written by a block of its own, where open is something else": """
        import os
        from pathlib import Path
        def save(path: Path, data, note, open=True):
            temp = Path(f"{path}.{os.getpid()}")
            try:
                temp.write_text(data)
                note(path)
                os.replace(temp, path)
            finally:
                temp.unlink()
        ---
        import io
        import os
        from pathlib import Path
        def save(path: Path, data, note, open=True):
            temp = Path(f"{path}.{os.getpid()}")
            try:
                with io.open(temp, "w") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                note(path)
                os.replace(temp, path)
            finally:
                temp.unlink()
    """,
})  # fmt: skip
def test_the_sync_comes_before_what_closes(before: str, after: str) -> None:
    result = rewrite_of(before, settings=PLAIN, unsafe=False)
    assert (result.problem, result.after) == ("", after)


def test_what_may_be_closed_before_its_close_is_left() -> None:
    text = (
        "import os\ndef save(path, data):\n    temp = f'{path}.{os.getpid()}'\n    try:\n        f = open(temp, 'w')\n"
    )
    text += "        f.write(data)\n        if data:\n            f.close()\n        f.close()\n"
    text += "        os.replace(temp, path)\n    finally:\n        os.unlink(temp)\n"
    assert rewrite_of(text, settings=PLAIN, unsafe=False).after == text
