"""Smaller repairs of a home-made replace: the step that was missing is there, and nothing else has changed."""

from __future__ import annotations

import pytest

from flake8_atomic.settings import Settings
from tests.codemods.fixing import pairs, rewrite_of, texts

PLAIN = Settings()


@pairs({
    "flush and fsync": """
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    for row in rows:
                        f.write(row)
                os.replace(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    for row in rows:
                        f.write(row)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "a flush before the fsync that is there": """
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
                    os.fsync(f)  # to the disk
                os.replace(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
                    f.flush()  # to the disk
                    os.fsync(f.fileno())
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "os.replace for os.rename": """
        import os
        from pathlib import Path
        def save(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
                    f.flush()
                    os.fsync(f.fileno())
                os.rename(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        from pathlib import Path
        def save(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
})  # fmt: skip
def test_the_missing_step_is_added(before: str, after: str) -> None:
    result = rewrite_of(before, settings=PLAIN, unsafe=False)
    assert (result.problem, result.after) == ("", after)


HEAD = "import os\nimport shutil\nfrom pathlib import Path\ndef save(path: Path, rows):\n"


@pytest.mark.parametrize(
    ("reason", "body"),
    {
        "each pass of the loop": "    for row in rows:\n        temp = f'{path}.{os.getpid()}'\n        try:\n"
        "            with open(temp, 'w') as f:\n                f.write(row)\n            os.replace(temp, path)\n"
        "        finally:\n            os.unlink(temp)\n",
        "line 8 leaves the block": "    temp = f'{path}.{os.getpid()}'\n    try:\n        with open(temp, 'w') as f:\n"
        "            if rows: return\n            f.write(rows)\n        os.replace(temp, path)\n    finally:\n"
        "        os.unlink(temp)\n",
        "a symlink is followed": "    temp = path.with_name(f'{path.name}.{os.getpid()}')\n    try:\n"
        "        with open(temp, 'w') as f:\n            f.write(rows)\n            f.flush()\n"
        "            os.fsync(f.fileno())\n        path.with_name(\n"
        "            f'{path.name}.{os.getpid()}').rename(path)\n    finally:\n        temp.unlink()\n",
        "gzip.open() writes it": "    import gzip\n    temp = f'{path}.{os.getpid()}'\n    try:\n"
        "        with gzip.open(temp, 'w') as f:\n            f.write(rows)\n        os.replace(temp, path)\n"
        "    finally:\n        os.unlink(temp)\n",
    }.items(),
)
def test_what_is_left_has_a_reason(reason: str, body: str) -> None:
    result = rewrite_of(HEAD + body, settings=PLAIN, unsafe=False)
    assert result.after == HEAD + body
    assert any(reason in said for said in texts(result)), texts(result)
