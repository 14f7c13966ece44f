"""What the safe fixes make of a block whose writes are one helper call."""

from __future__ import annotations

from tests.codemods.fixing import SAFELY, body_of, fixed_safely, pairs

BLOCKS = {
    "one write of a generator's text": """
        def save(path, parts):
            with open(path, mode="wt", errors="replace") as f:
                f.write("".join(p for p in parts))
        ---
        def save(path, parts):
            atomic_write_text(path, "".join(p for p in parts), errors="replace")
    """,
    "a generator as the one argument": """
        def save(path, parts):
            with open(path, "wb") as f:
                f.write(b for b in parts)
        ---
        def save(path, parts):
            atomic_write_bytes(path, (b for b in parts))
    """,
    "in a decorator": """
        def save(path, keep):
            @keep(open(path, "w").write("x"))
            def inner():
                return path
        ---
        def save(path, keep):
            @keep(atomic_write_text(path, "x"))
            def inner():
                return path
    """,
    "one of the names of an import": """
        import json, os
        from pathlib import Path as P, PurePath
        def save(path, data):
            with open(P(path), "w") as f:
                json.dump(data, f)
            return os, PurePath
        ---
        import os
        from pathlib import Path as P, PurePath
        def save(path, data):
            atomic_write_json(P(path), data)
            return os, PurePath
    """,
    "comments in what goes": """
        import json
        def save(path, data):
            with open(
                path,  # the one
                "w",
            ) as f:
                json.dump(data, f)
        ---
        def save(path, data):
            # the one
            atomic_write_json(path, data)
    """,
    "in handlers, cases and one-line suites": """
        def save(path, data, how):
            try:
                data = data.strip()
            except ValueError:
                f = open(path, "w")
                f.write("x")
                f.close()
            match how:
                case 1:
                    f = open(path, "w")
                    f.write(data)
                    f.close()
            if how: open(path, "w").write(data)
        ---
        def save(path, data, how):
            try:
                data = data.strip()
            except ValueError:
                atomic_write_text(path, "x")
            match how:
                case 1:
                    atomic_write_text(path, data)
            if how: atomic_write_text(path, data)
    """,
    "two in one file": """
        import json
        def save(path, data):
            with open(path, "w") as f:
                json.dump(data, f)
            with open("b.json", "w") as f:
                json.dump(data, f)
            return json.dumps(data)
        ---
        import json
        def save(path, data):
            atomic_write_json(path, data)
            atomic_write_json("b.json", data)
            return json.dumps(data)
    """,
}


@pairs(BLOCKS)
def test_a_block_becomes_one_call(before: str, after: str) -> None:
    assert fixed_safely(before) == ("", body_of(after), SAFELY)
