"""Temps that are written out of sight: who is given the path, what that says of itself, and what it leaves behind."""

from __future__ import annotations

from tests.snippets import announced, cases, found

HANDED = {
    "whoever is given the path syncs nothing, unless it says so": """
        import os
        from own import fetch, write_durably, atomic_copy
        def get(path, url):
            made = f"{path}.{os.getpid()}"
            fetch(url, made)  # ATM205
            os.replace(made, path)  # ATM201
        def get_durably(path, url):
            made = f"{path}.{os.getpid()}"
            write_durably(url, made)
            os.replace(made, path)
        def get_synced(path, url):
            made = f"{path}.{os.getpid()}"
            fetch(url, made, fsync=True)
            os.replace(made, path)
        def get_in_a_thread(path, url, pool):
            made = f"{path}.{os.getpid()}"
            pool.submit(fetch_and_sync, url, made).result()
            os.replace(made, path)
        def get_and_sync_all(path, url, pool):
            made = f"{path}.{os.getpid()}"
            fetch(url, made)
            os.sync()
            os.replace(made, path)
        def get_and_sync(path, url, pool):
            made = f"{path}.{os.getpid()}"
            fetch(url, made)
            subprocess.run(["sync", made])
            os.replace(made, path)
        def get_atomically(path, url):
            made = f"{path}.{os.getpid()}"
            atomic_copy(url, made)
            os.replace(made, path)
        """,
    "what a function of the file is called says nothing, where it is seen": """
        import os
        def write_safely(path, data):
            with open(path, "w") as file:
                file.write(data)
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made, data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "a database and a map of the memory are synced by themselves, and a socket holds nothing": """
        import os, socket, sqlite3
        import numpy as np
        def make(path):
            made = f"{path}.{os.getpid()}"
            sqlite3.connect(made).close()
            os.replace(made, path)
        def fill(path, array):
            made = f"{path}.{os.getpid()}"
            np.memmap(made, mode="w+", shape=array.shape)[:] = array
            os.replace(made, path)
        def listen(path):
            made = f"{path}.{os.getpid()}"
            socket.socket(socket.AF_UNIX).bind(made)
            os.rename(made, path)
        """,
    "an archive that is opened to be read is not written, nor a path that an object only keeps": """
        import os, zipfile
        import rasterio
        class Reader:
            def __init__(self, path):
                self.path = path
        def look(path):
            made = f"{path}.{os.getpid()}"
            Reader(made)
            rasterio.open(made)
            load_image(made)
            zipfile.ZipFile(made).testzip()
            os.replace(made, path)
        class Dumper(Base):
            size = 1
        def dump(path):
            made = f"{path}.{os.getpid()}"
            Dumper(made).run()  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "what is told a mode that writes has written it": """
        import h5py, os, tempfile
        def save(path, data):
            with tempfile.TemporaryDirectory() as folder:
                made = os.path.join(folder, "made.h5")
                with h5py.File(made, "w") as file:  # ATM203
                    file["data"] = data
                os.replace(made, path)  # ATM201
        """,
    "an object that is made before a try may be written through in it": """
        import os
        from own import Output
        class Lines:
            def __init__(self, path):
                self.path = path
            def emit(self, data):
                with open(self.path, "w") as file:
                    file.write(data)
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            lines = Lines(made)
            try:
                lines.emit(data)
                os.replace(made, path)  # ATM201
            except OSError:
                os.unlink(made)
        def save_by_another(path, data):
            made = f"{path}.{os.getpid()}"
            note(made, "written")
            output = Output(made)
            try:
                output.put(data)
                os.replace(made, path)  # ATM201
            except OSError:
                os.unlink(made)
        def run(path, command):
            made = f"{path}.{os.getpid()}"
            command.append(made)
            try:
                command.run()
                os.replace(made, path)  # ATM201
            except OSError:
                os.unlink(made)
        """,
    "a temp that there is none of yet is the temp where it has a name": """
        import os, tempfile
        from own import Writer
        def save(path, table, kept):
            if kept:
                file = None
                writer = Writer(table)
            else:
                file = tempfile.NamedTemporaryFile(dir=path.parent, delete=False)  # ATM205
                writer = Writer(file.name)
            writer.finish()
            if file is not None:
                os.replace(file.name, path)  # ATM201
        """,
    "two branches that come to the same name": """
        import os
        def save(path, data, again):
            if again:
                made = path + ".tmp"  # ATM202
            else:
                made = path + ".tmp"
            with open(made, "w") as file:  # ATM205
                file.write(data)
            os.replace(made, path)  # ATM201
        """,
    "a moment that is given is the same for all": """
        import os, time
        def save(folder, moment, data):
            path = os.path.join(folder, spelled(time.localtime(moment)))
            made = path + ".tmp"  # ATM202
            with open(made, "w") as file:  # ATM205
                file.write(data)
            os.replace(made, path)  # ATM201
        def save_now(folder, data):
            path = os.path.join(folder, spelled(time.localtime()))
            made = path + ".tmp"
            with open(made, "w") as file:  # ATM205
                file.write(data)
            os.replace(made, path)  # ATM201
        """,
}

REMOVED = {
    "what fails out of sight is not left behind where anything removes it": """
        import os, subprocess
        def dump(path):
            made = f"{path}.{os.getpid()}"
            if subprocess.call(["pg_dump", "-f", made]) != 0:
                os.unlink(made)
                raise RuntimeError
            os.replace(made, path)  # ATM201
        """,
}

REFUSED = {
    "what was read and not returned is refused, and no loss": """
        import os, uuid
        def load(path, fetch):
            if os.path.exists(path):
                with open(path, "rb") as file:
                    data = file.read()
                if is_whole(data):
                    return data
                os.remove(path)
            made = f"{path}.{uuid.uuid4()}"
            with open(made, "wb") as file:  # ATM205
                file.write(fetch())
            os.rename(made, path)  # ATM201 ATM204
        """,
    "what is only compared is lost with the removal": """
        import os, uuid
        def store(path, new):
            if new is None:
                return path
            with open(path, "rb") as file:
                old = file.read()
            if old == new:
                return
            if not new:
                return new
            os.remove(path)  # ATM207
            made = f"{path}.{uuid.uuid4()}"
            with open(made, "wb") as file:  # ATM205
                file.write(new)
            os.rename(made, path)  # ATM201
        def store_and_tell(path, new):
            current = path.read_text()
            if current == new:
                return current
            os.remove(path)  # ATM207
            made = f"{path}.{uuid.uuid4()}"
            with open(made, "wb") as file:  # ATM205
                file.write(new)
            os.rename(made, path)  # ATM201
        """,
}


@cases(HANDED | REMOVED | REFUSED)
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
