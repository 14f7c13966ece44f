"""What the safe fixes make of a call that writes a whole file."""

from __future__ import annotations

from tests.codemods.fixing import SAFELY, body_of, fixed_safely, pairs

CALLS = {
    "a text": """
        from pathlib import Path
        def save(path: Path, text: str) -> None:
            path.write_text(text)
        ---
        from pathlib import Path
        def save(path: Path, text: str) -> None:
            atomic_write_text(path, text)
    """,
    "bytes, with the result": """
        def save(folder, data):
            return (folder / "state").write_bytes(data)
        ---
        def save(folder, data):
            return atomic_write_bytes(folder / "state", data)
    """,
    "a call laid out over lines": """
        def save(path, data):
            path.parent.mkdir()
            path.write_text(
                data,  # all of it
                encoding="utf-8",
            )
        ---
        def save(path, data):
            path.parent.mkdir()
            atomic_write_text(
                path,
                data,  # all of it
                encoding="utf-8",
            )
    """,
    "a receiver in parentheses over lines": """
        def save(folder, data):
            (
                folder
                / "state"  # here
            ).write_text(data)
        ---
        def save(folder, data):
            atomic_write_text((
                folder
                / "state"  # here
            ), data)
    """,
    "a path by what else is called on it": """
        def save(target, data):
            if not target.is_file():
                target.write_text(data)
        ---
        def save(target, data):
            if not target.is_file():
                atomic_write_text(target, data)
    """,
    "a path kept by an object": """
        class Store:
            def load(self):
                return self.path.read_text()

            def save(self, data):
                self.path.write_text(data)
        ---
        class Store:
            def load(self):
                return self.path.read_text()

            def save(self, data):
                atomic_write_text(self.path, data)
    """,
    "savers": """
        import numpy as np
        import pandas
        from xml.etree.ElementTree import ElementTree
        def save(folder, array, frame, root):
            np.save(folder / "state.npy", array)
            frame.to_csv(os.path.join(folder, f"{root}.csv"))
            ElementTree(root).write(folder / "state.xml", encoding="utf-8")
        ---
        import numpy as np
        import pandas
        from xml.etree.ElementTree import ElementTree
        def save(folder, array, frame, root):
            with atomic_open(folder / "state.npy", "wb") as file:
                np.save(file, array)
            with atomic_open(os.path.join(folder, f"{root}.csv"), "w", encoding="utf-8", newline="") as file:
                frame.to_csv(file)
            with atomic_open(folder / "state.xml", "wb") as file:
                ElementTree(root).write(file, encoding="utf-8")
    """,
    "savers of Arrow": """
        import pyarrow.csv as pacsv
        import pyarrow.parquet as pq
        from pyarrow import feather
        def save(folder, table):
            pacsv.write_csv(table, folder / "state.csv")
            pq.write_table(table, folder / "state.parquet")
            feather.write_feather(table, dest=folder / "state")
        ---
        import pyarrow.csv as pacsv
        import pyarrow.parquet as pq
        from pyarrow import feather
        def save(folder, table):
            with atomic_open(folder / "state.csv", "wb") as file:
                pacsv.write_csv(table, file)
            with atomic_open(folder / "state.parquet", "wb") as file:
                pq.write_table(table, file)
            with atomic_open(folder / "state", "wb") as file:
                feather.write_feather(table, dest=file)
    """,
    "a copy": """
        import shutil
        def reset(folder):
            shutil.copyfile(folder / "defaults", folder / "config")
        ---
        import shutil
        def reset(folder):
            with open(folder / "defaults", "rb") as source, atomic_open(folder / "config", "wb") as target:
                shutil.copyfileobj(source, target)
    """,
    "a copy by what only the function imports": """
        import sys
        def restore(folder, backup):
            import shutil
            shutil.copyfile(backup, folder / "config")

        def drop(folder):
            import shutil
            shutil.rmtree(folder)
        ---
        import sys
        def restore(folder, backup):
            import shutil
            with open(backup, "rb") as source, atomic_open(folder / "config", "wb") as target:
                shutil.copyfileobj(source, target)

        def drop(folder):
            import shutil
            shutil.rmtree(folder)
    """,
    "a copy by the bare name of the function": """
        from shutil import copyfile
        def restore(folder, backup):
            copyfile(backup, folder / "config")
        ---
        import shutil
        def restore(folder, backup):
            with open(backup, "rb") as source, atomic_open(folder / "config", "wb") as target:
                shutil.copyfileobj(source, target)
    """,
    "arguments that nobody sees": """
        from pathlib import Path
        def save(path: Path, data, how):
            path.write_text(*data, **how)
            path.write_text(data, encoding=how)
        ---
        from pathlib import Path
        def save(path: Path, data, how):
            atomic_write_text(path, *data, **how)
            atomic_write_text(path, data, encoding=how)
    """,
    "a copy where open is something else": """
        import shutil
        from gzip import open
        def reset(folder):
            shutil.copyfile(folder / "defaults", folder / "config")
            return open
        ---
        import io
        import shutil
        from gzip import open
        def reset(folder):
            with io.open(folder / "defaults", "rb") as source, atomic_open(folder / "config", "wb") as target:
                shutil.copyfileobj(source, target)
            return open
    """,
    "a copy where a star may bring an open": """
        import shutil
        from tkinter import *
        def reset(folder):
            shutil.copyfile(folder / "defaults", folder / "config")
        ---
        import io
        import shutil
        from tkinter import *
        def reset(folder):
            with io.open(folder / "defaults", "rb") as source, atomic_open(folder / "config", "wb") as target:
                shutil.copyfileobj(source, target)
    """,
    "a copy in a class that has an open of its own": """
        import shutil
        class Store:
            def open(self): ...
            def reset(self):
                shutil.copyfile(self.at / "defaults", self.at / "config")
        ---
        import shutil
        class Store:
            def open(self): ...
            def reset(self):
                with open(self.at / "defaults", "rb") as source, atomic_open(self.at / "config", "wb") as target:
                    shutil.copyfileobj(source, target)
    """,
    "handed over to another thread": """
        from pathlib import Path
        async def save(path: Path, text, loop, pool):
            await asyncio.to_thread(path.write_text, text, encoding="utf-8")
            await loop.run_in_executor(None, path.write_bytes, text)
            pool.submit(path.write_text, text)
            await loop.run_in_executor(None, functools.partial(path.write_text, text, errors="strict"))
            await asyncio.to_thread(path.read_text)
            await asyncio.to_thread(path.write_text)
        ---
        from pathlib import Path
        async def save(path: Path, text, loop, pool):
            await asyncio.to_thread(atomic_write_text, path, text, encoding="utf-8")
            await loop.run_in_executor(None, atomic_write_bytes, path, text)
            pool.submit(atomic_write_text, path, text)
            await loop.run_in_executor(None, functools.partial(atomic_write_text, path, text, errors="strict"))
            await asyncio.to_thread(path.read_text)
            await asyncio.to_thread(path.write_text)
    """,
}


@pairs(CALLS)
def test_a_call_becomes_that_of_a_helper(before: str, after: str) -> None:
    assert fixed_safely(before) == ("", body_of(after), SAFELY)
