"""Temps of home-made replaces by what names them: other methods, functions, properties, handles and constants."""

from __future__ import annotations

from tests.snippets import announced, cases, found

METHODS = {
    "a parameter of another method is another file": """
        import os
        from tempfile import NamedTemporaryFile
        class Cache:
            def write(self, path, text):
                temp = NamedTemporaryFile("w", dir=path.parent, delete=False)  # ATM205
                with temp:
                    temp.write(text)
                os.replace(temp.name, path)  # ATM201
            def make(self, path):
                path.mkdir(parents=True)
        class Kept:
            def __init__(self, path):
                self.path = path
                self.temp = f"{path}.{os.getpid()}"
            def write(self, text):
                with open(self.temp, "w") as file:  # ATM205
                    file.write(text)
            def finish(self):
                os.replace(self.temp, self.path)  # ATM201
            def make(self, path):
                path.mkdir(parents=True)
        """,
    "an fsync of the folder in another method": """
        import os
        from tempfile import NamedTemporaryFile
        class Collection:
            def write(self, path, text):
                folder = os.path.dirname(path)
                temp = NamedTemporaryFile("w", dir=folder, delete=False)
                try:
                    temp.write(text)
                    os.fsync(temp.fileno())
                    temp.close()
                    os.replace(temp.name, path)  # ATM201
                except BaseException:
                    os.remove(temp.name)
                    raise
                self.settle(folder)
            def settle(self, path):
                number = os.open(path, 0)
                os.fsync(number)
                os.close(number)
        """,
    "the method that publishes is given the temp": """
        import os
        class Store:
            def __init__(self, path):
                self.path = path
            def _commit(self, temp):
                os.replace(temp, self.path)
            def save(self, text):
                temp = self.path + ".tmp"  # ATM202
                with open(temp, "w") as file:  # ATM205
                    file.write(text)
                self._commit(temp)  # ATM201
            def fill(self, text, other):
                with open(other, "w") as file:
                    file.write(text)
                self._commit(other)
        class Local:
            def _commit(self, temp):
                path = self.find()
                os.replace(temp, path)
            def save(self, path, text):
                temp = path + ".tmp"
                open(temp, "w").write(text)
                self._commit(temp)
        """,
    "the name of the handle that the object keeps": """
        import os
        class Output:
            def __init__(self, path):
                self.path = path
                self.file = open(path + ".tmp", "w")  # ATM205 ATM202
            def write(self, text):
                self.file.write(text)
            def close(self):
                self.file.close()
                os.replace(self.file.name, self.path)  # ATM201
        class Unopened:
            def __init__(self, path, file):
                self.path = path
                self.file = file
            def close(self):
                self.file.close()
                os.replace(self.file.name, self.path)
        """,
    "a field that has no value yet": """
        from dataclasses import dataclass
        from pathlib import Path
        @dataclass
        class Log:
            path: Path | None = None
            def save(self, text):
                temp = self.path.with_suffix(".tmp")  # ATM202
                temp.write_text(text)  # ATM205
                temp.replace(self.path)  # ATM201
        """,
    "a folder that is only temporary where none is given": """
        from pathlib import Path
        from tempfile import NamedTemporaryFile, TemporaryDirectory
        class Given:
            def __init__(self, folder=None):
                if folder:
                    self.folder = Path(folder)
                else:
                    self.tmpdir = TemporaryDirectory()
                    self.folder = Path(self.tmpdir.name)
            def save(self, text):
                with NamedTemporaryFile("w", dir=self.folder, delete=False) as file:
                    file.write(text)
                Path(file.name).replace(self.folder / "state.json")  # ATM201
        class Scratch:
            def __init__(self):
                self.folder = None
                self.tmpdir = TemporaryDirectory()
                self.folder = Path(self.tmpdir.name)
            def save(self, text):
                with NamedTemporaryFile("w", dir=self.folder, delete=False) as file:
                    file.write(text)
                Path(file.name).replace(self.folder / "state.json")
        """,
}

CONTRACTS = {
    "one writer, said where the file is opened": """
        import os
        class Store:
            def __init__(self, path):
                self.path = path
                self.temp = path + ".tmp"
            def save(self, text):
                # atomic: single-writer -- the daemon holds the lock
                with open(self.temp, "w") as file:
                    file.write(text)
                os.replace(self.temp, self.path)  # ATM201
        """,
    "one writer, said where the name is made": """
        import os
        class Store:
            def __init__(self, path):
                self.path = path
                self.temp = path + ".tmp"  # atomic: single-writer -- the daemon holds the lock
            def save(self, text):
                with open(self.temp, "w") as file:  # ATM205
                    file.write(text)
                os.replace(self.temp, self.path)  # ATM201
            def save_line(self, text):
                with open(self.temp, "w") as file:  # ATM205
                    file.writelines([text])
                os.replace(self.temp, self.path)  # ATM201
        """,
}

NAMES = {
    "a function of the file makes the name": """
        import os
        import uuid
        def temp_name(path, ending=".tmp"):
            return path + ending
        def new_name(path):
            return f"{path}.{uuid.uuid4()}"
        def same(path):
            return path
        def save(path, text):
            temp = temp_name(path)  # ATM202
            with open(temp, "w") as file:  # ATM205
                file.write(text)
            os.replace(temp, path)  # ATM201
        def save_same(path, text):
            temp = same(temp_name(path, ending=".new"))  # ATM202
            with open(temp, "w") as file:  # ATM205
                file.write(text)
            os.replace(same(temp), same(path))  # ATM201
        def save_new(path, text):
            temp = new_name(path)
            with open(temp, "w") as file:  # ATM205
                file.write(text)
            os.replace(temp, path)  # ATM201
        """,
    "a method makes the name of what is renamed": """
        import os
        class Store:
            def place_of(self, name, folder=None):
                if folder:
                    return os.path.join(self.root, folder, name)
                return os.path.join(self.root, name)
            def write(self, name, text):
                old = self.place_of(name)
                new = self.place_of(f"{name}.new")  # ATM202
                with open(new, "w") as file:  # ATM205
                    file.write(text)
                os.replace(new, old)  # ATM201
            def keep(self, name, other):
                os.replace(self.place_of(other), self.place_of(name))
            def tell(self, name):
                with open(self.told(name, f""), "w") as file:
                    file.write(name)
                os.replace(self.told(name, f""), self.told(name))
        """,
    "what tempfile puts before its names is the same for all": """
        import os, tempfile
        def save(path, text):
            temp = path.parent / (tempfile.gettempprefix() + path.name)  # ATM202
            with open(temp, "w") as file:  # ATM205
                file.write(text)
            os.replace(temp, path)  # ATM201
        """,
    "an object that saves itself syncs nothing": """
        import os
        import cv2, own
        from .stores import Store
        class Film:
            def save_at(self, path):
                temp = f"{path}.{os.getpid()}"
                self.frames[0].save(temp, format="GIF")  # ATM205
                os.replace(temp, path)  # ATM201
            def draw(self, path, picture):
                temp = f"{path}.{os.getpid()}"
                cv2.imwrite(temp, picture)  # ATM205
                os.replace(temp, path)  # ATM201
            def fetch(self, path, client):
                temp = f"{path}.{os.getpid()}"
                client.download_file(Key=key, Filename=temp)  # ATM205
                os.replace(temp, path)  # ATM201
            def save_beside(self, path, rows):
                temp = f"{path}.{os.getpid()}"
                store = Store(rows)
                store.save(temp)  # ATM205
                os.replace(temp, path)  # ATM201
            def save_synced(self, path, store):
                temp = f"{path}.{os.getpid()}"
                store.save(temp, fsync=True)
                os.replace(temp, path)
            def save_elsewhere(self, path):
                temp = f"{path}.{os.getpid()}"
                own.save(temp)  # ATM205
                os.replace(temp, path)  # ATM201
            def save_itself(self, path):
                temp = f"{path}.{os.getpid()}"
                self.save(temp)  # ATM205
                os.replace(temp, path)  # ATM201
            def save_another(self, path, film):
                temp = f"{path}.{os.getpid()}"
                film.show(temp)  # ATM205
                os.replace(temp, path)  # ATM201
        """,
    "a handle that is lent to a block is open until its own block ends": """
        import contextlib, os
        from tempfile import NamedTemporaryFile
        @contextlib.contextmanager
        def replaced(target):
            with NamedTemporaryFile(dir=target.parent, delete=False) as file:
                try:
                    yield file
                    os.replace(file.name, target)  # ATM201 ATM206
                finally:
                    file.close()
                    os.remove(file.name)
        @contextlib.contextmanager
        def read_when_synced(target, data):
            made = f"{target}.{os.getpid()}"
            try:
                with open(made, "w") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                with open(made) as file:
                    yield file
                    os.replace(made, target)
            except BaseException:
                os.unlink(made)
                raise
        @contextlib.contextmanager
        def replaced_when_closed(target):
            with NamedTemporaryFile(dir=target.parent, delete=False) as file:  # ATM205
                yield file
            os.replace(file.name, target)  # ATM201
        @contextlib.contextmanager
        def replaced_when_flushed(target):
            with NamedTemporaryFile(dir=target.parent, delete=False) as file:  # ATM205
                yield file
                file.flush()
                os.replace(file.name, target)  # ATM201
        """,
    "functions that call each other make none": """
        import os
        def up(path):
            return down(path)
        def down(path):
            return up(path)
        def first(path, *, of=None):
            return second(path)
        def second(path):
            return third(path)
        def third(path):
            return fourth(path)
        def fourth(path):
            return path + ".tmp"
        def save(path, text):
            temp = up(path)
            with open(temp, "w") as file:  # ATM205
                file.write(text)
            os.replace(temp, path)  # ATM201
        def save_first(path, text):
            with open(first(path), "w") as file:  # ATM205
                file.write(text)
            os.replace(first(path), path)  # ATM201
        """,
    "a property of the class makes it": """
        import uuid
        from functools import cached_property
        class Store:
            def __init__(self, path):
                self.path = path
            @property
            def temp(self):
                return self.path.with_suffix(".tmp")
            @cached_property
            def fresh(self):
                return self.path.with_name(f"{uuid.uuid4()}")
            def other(self):
                return self.path.with_suffix(".tmp")
            def save(self, text):
                self.temp.write_text(text)  # ATM202 ATM205
                self.temp.replace(self.path)  # ATM201
            def save_fresh(self, text):
                self.fresh.write_text(text)
                self.fresh.replace(self.path)
        """,
    "a temp that a function of the file names anew": """
        import os
        import shutil
        import tempfile
        def long_path(path):
            if os.name == "nt":
                return "//?/" + path
            return path
        def fill(path):
            open(path, "w").write("x")
            return path
        def move(source, path):
            temp = tempfile.mktemp(dir=os.path.dirname(path))
            temp = long_path(temp)
            try:
                shutil.copyfile(source, temp)
                os.replace(temp, path)  # ATM201
            except OSError:
                os.remove(temp)
        def put(path):
            temp = tempfile.mktemp(dir=os.path.dirname(path))  # ATM205
            temp = fill(temp)
            os.replace(temp, path)  # ATM201
        """,
    "templates that the module keeps": """
        import os
        STATE = "{kind}.json"
        STAGED = ".{kind}.json.tmp"
        NUMBERED = "{0}.json"
        NUMBERED_NEW = "{0}.json.new"
        PERCENT, PERCENT_NEW = "%s", "%s.new"
        def save(folder, kind, text):
            staged = os.path.join(folder, STAGED.format(kind=kind))  # ATM202
            with open(staged, "w") as file:  # ATM205
                file.write(text)
            os.replace(staged, os.path.join(folder, STATE.format(kind=kind)))  # ATM201
        def save_numbered(folder, kind, text):
            staged = os.path.join(folder, NUMBERED_NEW.format(kind))  # ATM202
            with open(staged, "w") as file:  # ATM205
                file.write(text)
            os.replace(staged, os.path.join(folder, NUMBERED.format(kind)))  # ATM201
        def save_unknown(folder, kind, text):
            staged = folder + "{1}.tmp".format(kind)
            with open(staged, "w") as file:  # ATM205
                file.write(text)
            os.replace(staged, folder)  # ATM201
        """,
    "methods of texts, an index from the end, a day": """
        import os
        from datetime import date, datetime
        def save(path, text):
            temp = path.replace(".json", ".tmp")  # ATM202
            with open(temp, "w") as file:  # ATM205
                file.write(text)
            os.replace(temp, path)  # ATM201
        def save_split(path, text):
            temp = path.rsplit(".", 1)[0] + ".tmp"  # ATM202
            with open(temp, "w") as file:  # ATM205
                file.write(text)
            os.replace(temp, path)  # ATM201
        def save_last(paths, text):
            temp = paths[-1] + ".tmp"  # ATM202
            with open(temp, "w") as file:  # ATM205
                file.write(text)
            os.replace(temp, paths[-1])  # ATM201
        def save_other(paths, text):
            with open(paths[-1] + ".tmp", "w") as file:
                file.write(text)
            os.replace(paths[-2] + ".tmp", paths[-2])
        def snapshot(folder, day):
            return folder / f"{day}.json"
        def save_day(folder, text):
            path = snapshot(folder, date.today())
            temp = path.with_suffix(".tmp")  # ATM202
            temp.write_text(text)  # ATM205
            temp.replace(path)  # ATM201
        def save_moment(folder, text):
            path = snapshot(folder, datetime.now())
            temp = path.with_suffix(".tmp")
            temp.write_text(text)  # ATM205
            temp.replace(path)  # ATM201
        """,
}

PLACES = {
    "a folder that may be in the way": """
        import os
        import shutil
        import tempfile
        def put(path, data):
            if os.path.isdir(path):
                shutil.rmtree(path)
            with tempfile.NamedTemporaryFile(dir=os.path.dirname(path), delete=False) as file:  # ATM205
                file.write(data)
            os.replace(file.name, path)  # ATM201
        def put_into(folder, data):
            os.makedirs(folder)
            with tempfile.NamedTemporaryFile(delete=False) as file:
                file.write(data)
            shutil.move(file.name, folder)
        """,
    "a copy in a temporary folder": """
        import os
        import shutil
        import tempfile
        def restore(saved, path):
            with tempfile.TemporaryDirectory(dir=path.parent) as folder:
                staged = os.path.join(folder, "restored")
                shutil.copy2(saved, staged)
                os.replace(staged, path)  # ATM201
        def fetch(saved, path):
            with tempfile.TemporaryDirectory(dir=path.parent) as folder:
                staged = os.path.join(folder, "restored")
                os.link(saved, staged)
                os.replace(staged, path)
        """,
    "where the system keeps what is temporary": """
        import os
        import tempfile
        def save(path, text):
            temp = os.path.join(tempfile.gettempdir(), os.path.basename(path))  # ATM202
            with open(temp, "w") as file:  # ATM203
                file.write(text)
            os.replace(temp, path)  # ATM201
        def save_written(path, text):
            temp = "/tmp/app.state"  # ATM202
            with open(temp, "w") as file:  # ATM203
                file.write(text)
            os.replace(temp, path)  # ATM201
        class Store:
            def __init__(self, folder="/tmp/store"):
                self.folder = folder
            def save(self, name, text):
                temp = os.path.join(self.folder, name) + ".tmp"  # ATM202
                with open(temp, "w") as file:  # ATM205
                    file.write(text)
                os.replace(temp, os.path.join(self.folder, name) + ".json")  # ATM201
        """,
}


@cases({**METHODS, **CONTRACTS, **NAMES, **PLACES})
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
