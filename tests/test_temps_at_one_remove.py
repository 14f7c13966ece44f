"""Temps that another function makes or writes, that lie in another folder, or whose name comes late."""

from __future__ import annotations

from tests.snippets import announced, cases, found

SNIPPETS = {
    "a function of the file makes it, writes it, and tells its name": """
        import os, tempfile
        def staged(folder, data):
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:  # ATM205
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            return file.name
        def save(path, data):
            made = staged(os.path.dirname(path), data)
            try:
                os.replace(made, path)
            except OSError:
                os.unlink(made)
                raise
        def begun(folder, data):
            fd, made = tempfile.mkstemp(dir=folder)
            try:
                with os.fdopen(fd, "wb") as file:
                    file.write(data)
            except OSError:
                os.unlink(made)
                raise
            return made
        def publish(path, data):
            made = begun(os.path.dirname(path), data)
            os.replace(made, path)  # ATM201
        """,
    "an object keeps what a function of the file has made": """
        import os, tempfile
        def staged(folder):
            return tempfile.mkstemp(dir=folder)[1]  # ATM205
        class Saver:
            def __init__(self, path):
                self.path = path
                self.made = staged(os.path.dirname(path))
            def save(self, data):
                with open(self.made, "w") as file:
                    file.write(data)
                os.replace(self.made, self.path)  # ATM201
        """,
    "the module makes it": """
        import os, tempfile
        made = tempfile.mkstemp(dir="saved")[1]  # ATM205
        def publish_it():
            with open(made, "w") as file:
                file.write(text)
            os.replace(made, "saved/state")  # ATM201
        """,
    "its name is bound when it is written": """
        import os, tempfile
        def save(path, data):
            made = ""
            try:
                with tempfile.NamedTemporaryFile("wb", dir=os.path.dirname(path), delete=False) as file:  # ATM205
                    file.write(data)
                    made = file.name
                os.replace(made, path)  # ATM201
            finally:
                if os.path.exists(made):
                    os.remove(made)
        def save_early(path, data):
            made = ""
            try:
                with tempfile.NamedTemporaryFile("wb", dir=os.path.dirname(path), delete=False) as file:
                    made = file.name
                    file.write(data)
                os.replace(made, path)  # ATM201
            finally:
                if os.path.exists(made):
                    os.remove(made)
        """,
    "it is closed, and so removed, before it is opened by its name": """
        import os, tempfile
        def save(path, data):
            file = tempfile.NamedTemporaryFile(dir=os.path.dirname(path))  # ATM205
            made = file.name
            file.close()
            with open(made, "w") as file:
                file.write(data)
            os.replace(made, path)  # ATM201
        """,
    "it has the name of the target, in a folder of its own": """
        import os
        def save(folder, home, data):
            made = os.path.join(folder, "tmp", "app.json")
            try:
                with open(made, "w") as file:
                    file.write(data)
                os.replace(made, os.path.join(home, "app.json"))  # ATM201
            finally:
                os.unlink(made)
        def save_apart(folder, home, data):
            made = folder / "app.json.tmp"
            try:
                made.write_text(data)
                os.replace(made, home / "new" / "app.json")  # ATM201
            finally:
                made.unlink()
        def move(folder, home, data):
            made = folder / "queue" / "app.json"
            made.write_text(data)
            os.replace(made, folder / "done" / "app.json")
        def move_all(folder, home, name):
            made = folder / "queue" / "app.json"
            with open(made, "w") as file:
                file.write(data)
            os.replace(made, folder / "done" / f"{name}.txt")
        """,
    "the path is lent to the block of a with": """
        from contextlib import contextmanager
        from pathlib import Path
        import uuid
        class Target:
            def __init__(self, path: Path):
                self.path = path
            @contextmanager
            def lent(self):
                made = self.path.with_suffix(f".{uuid.uuid4()}")
                try:
                    yield made
                    made.rename(self.path)  # ATM201 ATM204
                finally:
                    made.unlink(missing_ok=True)
            @contextmanager
            def other(self):
                made = self.path.with_suffix(f".{uuid.uuid4()}")
                yield self.path
                made.rename(self.path)
                yield
        """,
    "a path is opened in the mode that somebody gives": """
        import uuid
        class Handle:
            def __init__(self, path, mode):
                self.path = path
                self.made = self.path.with_suffix(f".{uuid.uuid4()}")
                self.file = self.made.open(mode)
            def write(self, data):
                self.file.write(data)
            def __exit__(self, kind, error, trace):
                try:
                    self.file.close()
                    if kind is None:
                        self.made.replace(self.path)  # ATM201
                finally:
                    if self.made.exists():
                        self.made.unlink()
        """,
    "only one of two ways writes a temp": """
        import os
        def fetch(path, source, again):
            temp = None
            if not again:
                temp = f"{path}.{os.getpid()}"
                made = temp
            else:
                made = path
            try:
                with open(made, "wb") as file:
                    file.write(source.read())
                if temp:
                    os.replace(temp, path)  # ATM201
            except OSError:
                if temp:
                    os.remove(temp)
                raise
        """,
    "a library opens it": """
        import os, rasterio
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            with rasterio.open(made, "w") as file:  # ATM205
                file.write(data)
            os.replace(made, path)  # ATM201
        def look(path):
            made = f"{path}.{os.getpid()}"
            rasterio.open(made)
            rasterio.open()
            os.replace(made, path)
        """,
    "a library packs it in a folder of tempfile": """
        import os, shutil, tempfile, zipfile
        def export(path, rows):
            folder = tempfile.mkdtemp()
            made = os.path.join(folder, "rows.zip")
            with zipfile.ZipFile(made, "w") as packed:  # ATM203
                packed.writestr("rows", rows)
            shutil.move(made, path)  # ATM201
        """,
    "a function of the file that says so removes the target": """
        import os
        def remove_quietly(path):
            try:
                os.remove(path)
            except OSError:
                pass
        def remove_others(path):
            os.remove(path + ".old")
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                with open(made, "w") as file:
                    file.write(data)
                remove_others(path)
                remove_quietly(path)  # ATM207
                os.replace(made, path)  # ATM201
            finally:
                remove_quietly(made)
        def renew(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                path.read_text()
            except ValueError:
                remove_quietly(path)
            try:
                with open(made, "w") as file:
                    file.write(data)
                os.replace(made, path)  # ATM201
            finally:
                remove_quietly(made)
        """,
    "a wrapper is handed the sync": """
        import os, tempfile
        class Channel:
            async def save(self, path, data):
                fd, made = tempfile.mkstemp(dir=os.path.dirname(path))
                try:
                    await self.in_thread(os.write, fd, data)
                    await self.in_thread(os.fsync, fd)
                    os.replace(made, path)
                finally:
                    os.unlink(made)
        """,
}


@cases(SNIPPETS)
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
