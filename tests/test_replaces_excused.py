"""What looks like a flawed replace and is none, each beside the flaw that it is near to."""

from __future__ import annotations

from flake8_atomic.settings import Settings
from tests.snippets import announced, cases, found

NO_REPLACES = {
    "what was moved aside is put back": """
        import os, tempfile
        class Aside:
            def __init__(self, path):
                self.path = path
                fd, self.kept = tempfile.mkstemp(dir=os.path.dirname(path))
                os.close(fd)
                os.replace(self.path, self.kept)
            def __exit__(self, *error):
                os.replace(self.kept, self.path)
        class Staged:
            def __init__(self, path, text):
                self.path = path
                fd, self.kept = tempfile.mkstemp(dir=os.path.dirname(path))  # ATM205
                os.write(fd, text)
                os.close(fd)
            def publish(self):
                os.replace(self.kept, self.path)  # ATM201
        """,
    "a function of the file creates the temp only where it is not there": """
        import os
        def migrate(path, text):
            made = path + ".migrated"
            write_new(made, text)  # ATM205
            os.replace(made, path)  # ATM201
        def write_new(path, text):
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as f:
                f.write(text)
        def convert(path, text):
            made = path + ".converted"  # ATM202
            write_over(made, text)  # ATM205
            os.replace(made, path)  # ATM201
        def write_over(path, text):
            with open(path, "w") as f:
                f.write(text)
        """,
    "a tree whose files keep their names is moved or linked, not replaced": """
        import os, shutil
        def link(source, destination, relative, name):
            made = destination / relative / name
            read(source / name)
            os.replace(source / name, made)
        def publish(folder, name):
            staged = folder / ".staging" / name  # ATM202
            staged.write_text("x")  # ATM205
            os.replace(staged, folder / name)  # ATM201
        """,
    "a link to a file that stays gives it a second name": """
        import os, tempfile
        def share(path, made):
            cached = path + ".cache"
            open(cached, "w").write("x")
            os.link(cached, path)
        def create(path, data):
            fd, made = tempfile.mkstemp(dir=path.parent)
            try:
                with os.fdopen(fd, "w") as f:
                    f.write(data)
                os.link(made, path)  # ATM201
            finally:
                os.unlink(made)
        """,
    "one publication by a link or a rename is one": """
        import os, tempfile
        def create(path, data, overwrite):
            fd, made = tempfile.mkstemp(dir=path.parent)
            try:
                os.write(fd, data)
                if overwrite:
                    os.replace(made, path)  # ATM201
                else:
                    os.link(made, path)
            finally:
                os.unlink(made)
        """,
    "the name of a file that is no temp": """
        import os
        def move(path, made):
            with open(made) as f:
                os.replace(f.name, path)
        """,
    "what is looked up by a name is not made of it": """
        import os
        class Project:
            def script_path(self, name):
                return os.path.join(self.scripts, name)
            def delete_script(self, name):
                self.close(self.script_path(name))
                os.rename(find(self.script_path(name)), os.path.join(self.trashed, name))
        def dataset(names, tables, name):
            data = tables[names[name]]
            check(data)
            return data.rename(names[name])
        def save(path, data):
            made = new_name(path)
            write_safely(made, data)
            os.rename(made, path)  # ATM204
        """,
    "a name before the target's own, and the temp of an archive, are temps": """
        import os
        def save(folder, names, key, data):
            made = os.path.join(folder, f".{names[key]}")  # ATM202
            open(made, "w").write(data)  # ATM205
            os.replace(made, os.path.join(folder, names[key]))  # ATM201
        def move(folder, name, data):
            made = os.path.join(folder, str(name))
            open(made, "w").write(data)
            os.replace(made, os.path.join(folder, f"{str(name)}.png"))
        def keep(folder, path, data):
            archive_path = folder / path.name
            made = archive_path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            made.replace(archive_path)  # ATM201
        def restore(folder, path, data):
            archive_path = path.with_suffix(".bak")
            archive_path.write_text(data)
            archive_path.replace(path)
        """,
    "what is called temporary in the target's folder is a temp": """
        import os
        def save(folder, names, data):
            for name in names:
                made = os.path.join(folder, "tmp_dump.json")  # ATM202
                open(made, "w").write(data)  # ATM205
                os.replace(made, os.path.join(folder, f"about-{name}.json"))  # ATM201
        def name(folder, name, data):
            made = os.path.join(folder, "library.zip")
            open(made, "w").write(data)
            os.replace(made, os.path.join(folder, name.with_suffix(".zip").name))
        def save_alone(folder, name, data):
            made = folder / f"{name}.json.{os.getpid()}"
            made.write_text(data)  # ATM205
            os.replace(made, folder / f"{name}.json")  # ATM201
        def note(folder, process):
            made = folder / f"{process.pid}.tmp"
            made.write_text(str(process.command))
            os.replace(made, folder / f"{process.pid}.pid")
        def swap(folder, data):
            made = os.path.join(folder, "first.json")
            open(made, "w").write(data)
            os.replace(made, os.path.join(folder, "second.json"))
        """,
    "two files are two replaces": """
        import os
        def save(path, other, data):
            made, more = f"{path}.{os.getpid()}", f"{other}.{os.getpid()}"
            open(made, "w").write(data)  # ATM205
            open(more, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
            os.replace(more, other)  # ATM201
        """,
    "another try is no second replace, another write is": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
                try:
                    os.replace(made, path)  # ATM201
                except PermissionError:
                    os.replace(made, path)
            finally:
                os.unlink(made)
        def answer(path, data):
            made = path + ".tmp"  # ATM202
            if data:
                made.write_text(data)  # ATM205
                made.replace(path)  # ATM201
                return
            made.write_text("nothing")  # ATM205
            made.replace(path)  # ATM201
        """,
    "what was saved before a try is put back when it fails": """
        import os, shutil
        def writing(path, data):
            made = path + ".tmp"
            shutil.copy(path, made)
            try:
                open(path, "w").write(data)
            except BaseException:
                os.replace(made, path)
                raise
        def moved(old, path):
            try:
                os.replace(old, path)
            except OSError:
                made = path + ".tmp"  # ATM202
                shutil.copy(old, made)  # ATM205
                os.replace(made, path)  # ATM201
        """,
    "what another function could not publish is published otherwise": """
        import os, shutil
        from elsewhere import convert, publish, report
        def save(path, data):
            made = f"{path}.tmp"  # ATM202
            with open(made, "w") as f:  # ATM205
                f.write(data)
            try:
                publish(made, path)
            except OSError:
                os.replace(made, path)  # ATM201
        def keep(path, data):
            saved = f"{path}.tmp"
            with open(saved, "w") as f:
                f.write(path.read_text())
            try:
                report(saved)
                convert(saved, path, data)
            except OSError:
                os.replace(saved, path)
        """,
    "what may be the product itself is no temp": """
        import os, wave
        def speak(path, audio):
            made = path
            if not path.endswith(".wav"):
                made = path.rsplit(".", 1)[0] + ".wav"
            with wave.open(made, "wb") as f:
                f.writeframes(audio)
            if made != path:
                os.rename(made, path)
        def save(path, data, at_once):
            made = path
            if not at_once:
                made = path + ".part"  # ATM202
            open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "nobody looks for scratch files after a power cut": """
        import os, tempfile
        from pathlib import Path
        def save(name, data):
            path = Path(tempfile.gettempdir()) / name
            made = path.with_name(f"{name}.{os.getpid()}")
            made.write_text(data)
            os.replace(made, path)
        def keep(settings, name, data):
            made = settings.temp_dir / name / "key"
            made.with_suffix(".new").write_text(data)
            os.replace(made.with_suffix(".new"), made)
        class Session:
            def save(self, data):
                path = self.folder / "session"
                path.with_suffix(".new").write_text(data)  # ATM202 ATM205
                os.replace(path.with_suffix(".new"), path)  # ATM201
        def deeper(path, name, last):
            if name:
                path = path / name
            if last:
                path = path / last
            if path:
                path = path / "last"
            made = path.with_name(f"{path}.{os.getpid()}")
            made.write_text("x")  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "what is empty cannot be torn": """
        import os
        def answer(path):
            made = path.with_suffix(".tmp")
            made.write_text("")
            made.replace(path)
        def answered(path, data):
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text("" + data)  # ATM205
            made.replace(path)  # ATM201
        """,
    "the number of a process is gone with it": """
        import os, tempfile
        def claim(path):
            fd, made = tempfile.mkstemp(dir=path.parent)
            os.write(fd, str(os.getpid()).encode())
            os.close(fd)
            os.replace(made, path)
        def register(path, port):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            os.write(fd, f"{os.getpid()} {port}".encode())
            os.close(fd)
            os.replace(made, path)  # ATM201
        """,
    "a folder by what is made of it": """
        import os, shutil
        from pathlib import Path
        def build(stage):
            fetch(stage / "bin")
        def install(path):
            stage = path.with_name(path.name + ".new")
            build(stage)
            os.replace(stage, path)
        def unpack(path, archive):
            stage = f"{path}.new"
            archive.extractall(stage)
            note(stage)
            os.replace(stage, path)
        def merge(path, archive):
            stage = f"{path}.new"
            fetch(archive, os.path.join(stage, "archive"))
            fetch(stage)
            os.replace(stage, path)
        def copied(source, path):
            if os.path.isdir(path):
                path = os.path.join(path, source)
            stage = f"{path}.new"  # ATM202
            shutil.copy(source, stage)  # ATM205
            os.replace(stage, path)  # ATM201
        """,
}

PUBLISHERS = {
    "a function of the file that renames what it is given": """
        import os, shutil, tempfile
        def publish(made, path):
            path = os.path.realpath(path) if os.path.islink(path) else path
            try:
                os.rename(str(made), path)
            except AttributeError:
                os.remove(path)
                os.rename(made, path)
        def save(path, data):
            made = path + ".tmp"  # ATM202
            open(made, "w").write(data)  # ATM205
            publish(made, path)  # ATM201
        def keep(path, data):
            fd, made = tempfile.mkstemp(dir=path.parent)
            try:
                with os.fdopen(fd, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                publish(path=path, made=made)
            finally:
                os.unlink(made)
        def otherwise(path, data):
            made = path + ".tmp"
            open(made, "w").write(data)
            publish(made)
            publish(*made)
        """,
    "a function of the file that renames something else, or by another name": """
        import os, shutil
        class Store:
            def publish(self, path):
                os.rename(self.made, path)
            def move(self, made, path):
                shutil.move(made, path)
            def save(self, path, data):
                made = f"{path}.{os.getpid()}"
                open(made, "w").write(data)  # ATM205
                self.publish(path)
                self.move(made, path)  # ATM201 ATM203
                publish(path)
        """,
    "a path that a subclass reads without its underscore": """
        import os
        class Store:
            def __init__(self, path):
                self._path = path
                self._name = path
            @property
            def name(self):
                return "x"
            def save(self, data):
                made = self._path + ".tmp"  # ATM202
                open(made, "w").write(data)  # ATM205
                os.replace(made, self.path)  # ATM201
            def keep(self, data):
                made = self._name + ".new"
                os.replace(made, self.name)
                os.replace(made, self.other)
                os.replace(made, self.__name)
        """,
}

FILLED = {
    "what another program makes is unknown, also through functions of the file": """
        import os, subprocess
        class Remux:
            def run(self, path):
                made = f"{path}.{os.getpid()}"
                self.convert(path, made)  # ATM205
                os.replace(made, path)  # ATM201
            def convert(self, source, target):
                self.execute(["ffmpeg", source, target])
                open(source).read()
            def execute(self, command):
                subprocess.check_call(command)
        class Download:
            def run(self, path):
                made = f"{path}.{os.getpid()}"
                self.fetch(made)  # ATM205
                os.replace(made, path)  # ATM201
            def fetch(self, made):
                self.write(made, b"x")
            def write(self, made, data):
                with open(made, "wb") as f:
                    f.write(data)
        """,
    "a class of the file may write what it is made with": """
        import os
        class Writer:
            def __init__(self, path):
                self.path = path
            def write(self, data):
                with open(self.path, "w") as f:  # ATM103
                    f.write(data)
        class Reader:
            def __init__(self, path):
                self.path = path
        def save(path, data):
            made = path.with_name(f"{os.getpid()}")
            Writer(made).write(data)  # ATM205
            os.replace(made, path)  # ATM201
        def look(path):
            made = path.with_name(f"{path}.{os.getpid()}")
            Reader(made)
            os.replace(made, path)
        """,
    "who speaks of a path or looks at it does not write it": """
        import logging, os, shlex
        def enable(path, run):
            made = path + ".sample"
            logging.info("enabling %s", made)
            run("mv {}".format(shlex.quote(made)))
            verify(made)
            os.rename(made, path)
        def save(path):
            made = path + ".sample"  # ATM202
            verify_and_save(made)  # ATM205
            os.rename(made, path)  # ATM201 ATM204
        """,
    "a function that says that it syncs writes nothing": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            with open(made, "wb") as f:
                try:
                    f.write(data)
                except:
                    os.remove(made)
                    raise
                f.flush()
                full_fsync(f)
            os.replace(made, path)
        """,
}

NAMES = {
    "a target of its own for each process": """
        import os, uuid
        def stage(folder, data):
            path = folder / f"{uuid.uuid4().hex[:8]}.json"
            made = path.with_suffix(".tmp")
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        def keep(folder, name, data):
            path = folder / f"{name}.json"
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "a path that is set elsewhere is unknown": """
        import os
        job_path = ""
        def write(data):
            made = job_path + ".tmp"
            open(made, "w").write(data)  # ATM205
            os.replace(made, job_path)  # ATM201
        """,
    "one of two paths is still one path": """
        import os
        from pathlib import Path
        class Store:
            def __init__(self, path=None):
                if path is not None:
                    self.path = path
                else:
                    self.path = Path.home() / ".store" / "store.json"
            def save(self, data):
                made = self.path.with_suffix(self.path.suffix + ".tmp")  # ATM202
                made.write_text(data)  # ATM205
                made.replace(self.path)  # ATM201
        """,
    "a lock that other processes heed": """
        import fcntl, os, threading
        from filelock import FileLock
        LOCK = threading.Lock()
        def save(path, data):
            with FileLock(path + ".lock"):
                write(path, data)
        def write(path, data):
            made = path + ".tmp"
            open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        def flocked(path, lock, data):
            fcntl.flock(lock, fcntl.LOCK_EX)
            made = path + ".tmp"
            open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        def unlocked(path, lock, data):
            if not data:
                fcntl.flock(lock, fcntl.LOCK_EX)
                return
            made = path + ".tmp"  # ATM202
            open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        def threads(path, data):
            with LOCK:
                made = path + ".tmp"  # ATM202
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
        """,
    "a lock that the object has for as long as it lives": """
        import fcntl, os
        class Database:
            def __init__(self, folder):
                self.folder = folder
                self._acquire_lock()
            def _acquire_lock(self):
                self.held = open(self.folder + "/LOCK", "w")
                fcntl.flock(self.held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            def save(self, path, data):
                made = path + ".tmp"
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
        class Store:
            def __init__(self, folder):
                self.folder = folder
            def open(self):
                self.held = open(self.folder + "/LOCK", "w")
                fcntl.flock(self.held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            def save(self, path, data):
                made = path + ".tmp"  # ATM202
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
        class Passing:
            def __init__(self, folder):
                with open(folder + "/LOCK", "w") as held:
                    fcntl.flock(held, fcntl.LOCK_EX)
                    self.begin(folder)
            def save(self, path, data):
                made = path + ".tmp"  # ATM202
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
        """,
    "a lock by its file, its class or a function of this one": """
        import fcntl, os
        from contextlib import contextmanager
        @contextmanager
        def alone(path):
            with open(path) as f:
                fcntl.flock(f, fcntl.LOCK_EX)
                yield
        def first(self, path, data):
            made = path + ".tmp"
            with self.lock_class(path + ".lock"):
                open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        def second(path, data):
            made = path + ".tmp"
            with alone(path):
                open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        def third(self, path, data):
            made = path + ".tmp"
            with self.directory_lock:
                open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        def fourth(self, path, data):
            made = path + ".tmp"  # ATM202
            with self.lock_class("name"), traced(path):
                open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "archives and downloads, which may be created exclusively": """
        import os, tarfile, zipfile
        from urllib.request import urlretrieve
        def pack(path, data):
            made = path + ".part"
            with zipfile.ZipFile(made, "x") as archive:  # ATM205
                archive.writestr("data", data)
            os.replace(made, path)  # ATM201
        def pack_all(path, folder):
            made = path + ".part"
            archive = tarfile.open(made, mode="x:gz")  # ATM205
            archive.add(folder)
            archive.close()
            os.replace(made, path)  # ATM201
        def repack(path, data):
            made = path + ".part"  # ATM202
            with zipfile.ZipFile(made, "w") as archive:  # ATM205
                archive.writestr("data", data)
            os.replace(made, path)  # ATM201
        def repack_and_sync(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                with zipfile.ZipFile(made, "w") as archive:
                    archive.writestr("data", data)
                fd = os.open(made, os.O_RDONLY)
                os.fsync(fd)
                os.close(fd)
                os.replace(made, path)
            except BaseException:
                os.unlink(made)
                raise
        def unpack(path, mode):
            made = f"{path}.{os.getpid()}"
            with zipfile.ZipFile(made) as archive:
                archive.extractall()
            os.replace(made, path)
        def fetch(path, url):
            made = f"{path}.{os.getpid()}"
            urlretrieve(url, made)  # ATM205
            os.replace(made, path)  # ATM201
        """,
}

FOLDERS = {
    "a move that may copy": """
        import os, shutil, sys, tempfile
        def beside(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                synced(made, data)
                shutil.move(made, path)  # ATM203
            finally:
                os.unlink(made)
        def only_here(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                synced(made, data)
                if sys.platform != "win32":
                    shutil.move(made, path)
            finally:
                os.unlink(made)
        def over_nothing(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                synced(made, data)
                os.unlink(path)  # ATM207
                shutil.move(made, path)
            finally:
                os.unlink(made)
        """,
    "a temporary folder that lies anywhere, or beside the target": """
        import os, tempfile
        def anywhere(path, data):
            with tempfile.TemporaryDirectory() as folder:
                made = os.path.join(folder, os.path.basename(path))
                synced(made, data)  # ATM203
                os.replace(made, path)
        def beside(path, data):
            with tempfile.TemporaryDirectory(dir=path.parent) as folder:
                made = os.path.join(folder, os.path.basename(path))
                synced(made, data)
                os.replace(made, path)
        def made_anew(path, data):
            with tempfile.TemporaryDirectory() as folder:
                made = os.path.join(folder, os.path.basename(path))
                while data:
                    made = os.path.join(made, data)
                synced(made, data)
                os.replace(made, path)
        def looped(path, data):
            made = path + "x"
            while data:
                made = made + "x"
                synced(made, data)
            os.replace(made, path)
        class Images:
            folder = None
            def keep(self, path, data):
                with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as made:  # ATM205
                    made.write(data)
                os.replace(made.name, path)  # ATM201
            def keep_anywhere(self, path, data):
                folder = None
                with tempfile.NamedTemporaryFile(dir=folder, delete=False) as made:  # ATM203 ATM205
                    made.write(data)
                os.replace(made.name, path)  # ATM201
        """,
}

SYSTEMS = {
    "a module that only Unix has": """
        import fcntl
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        """,
    "a module that may be missing": """
        import os
        try:
            import fcntl
        except ImportError:
            fcntl = None
        from os import path as names
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "from a module that only Unix has": """
        from pwd import getpwnam
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        """,
    "a call that only Unix has": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                write_safely(made)
            except OSError:
                os.chown(made, 1, 1)
                raise
            finally:
                close()
            if os.geteuid() == 0:
                close()
            os.rename(made, path)
        def careful(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.chown(made, 1, 1)
            except (AttributeError, OSError):
                pass
            try:
                os.chown(made, 1, 1)
            except:
                pass
            if data:
                os.chown(made, 1, 1)
            os.rename(made, path)  # ATM204
        def other(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.getuid()
            except OSError:
                pass
            os.rename(made, path)
        """,
    "where the target is there already the function is left": """
        import os
        def fetch(path, data):
            made = f"{path}.{os.getpid()}"
            if os.path.exists(path) or not data:
                return path
            write_safely(made)
            os.rename(made, path)
        def again(path, data, force):
            made = f"{path}.{os.getpid()}"
            if os.path.exists(path) and not force:
                return path
            write_safely(made)
            os.rename(made, path)  # ATM204
        def absent(path, data):
            made = f"{path}.{os.getpid()}"
            if data and not os.path.exists(path):
                write_safely(made)
                os.rename(made, path)
        def present(path, data):
            made = f"{path}.{os.getpid()}"
            if not data or os.path.exists(path):
                write_safely(made)
                os.rename(made, path)  # ATM204
        def removed(path, other, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            remove_file(path)
            os.rename(made, path)
        def others(path, other, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            remove_file(other)
            os.rename(made, path)  # ATM204
        def refuse(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)
            except FileExistsError:
                raise Failed(path)
        def heeded(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)  # ATM204
            except OSError:
                raise Failed(path)
        """,
    "a module or a class that refuses another system": """
        import os, sys
        if sys.platform == "win32":
            raise ImportError("not here")
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        """,
    "a module that says so and runs": """
        import os, sys
        if sys.platform == "win32":
            print("good luck")
        if len(sys.argv) > 2:
            sys.exit(1)
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "an object that no other system can make": """
        import os, sys
        class Store:
            def __init__(self, path):
                if os.name == "nt":
                    sys.exit("not here")
                self.path = path
            def save(self, data):
                made = f"{self.path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, self.path)
        class Other:
            def __init__(self, path):
                self.path = path
            def check(self):
                if os.name == "nt":
                    raise OSError
            def save(self, data):
                made = f"{self.path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, self.path)  # ATM204
        """,
    "a function or a class that only one system defines": """
        import os, sys
        if os.name == "posix":
            def save(path, data):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)
        if sys.platform == "win32":
            def keep(path, data):
                path.write_bytes(data)  # ATM102
        else:
            def keep(path, data):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)
            class Outer:
                class Store:
                    def save(self, path, data):
                        made = f"{path}.{os.getpid()}"
                        write_safely(made)
                        os.rename(made, path)
        class Store:
            if os.name == "posix":
                def save(self, path, data):
                    publish(path, data)
            if DEBUG:
                def keep(self, path, data):
                    made = f"{path}.{os.getpid()}"
                    write_safely(made)
                    os.rename(made, path)  # ATM204
        def publish(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "an assertion that asks for the system": """
        import os, sys
        def save(path, data):
            assert sys.platform != "win32"
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def keep(path, data):
            assert path
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
            assert os.name == "posix"
        """,
    "an assertion of the module": """
        import os, sys
        assert sys.platform != "win32"
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        """,
    "a function that is only called where the system was asked": """
        import os, shutil
        def patch(path, data):
            if os.name == "nt":
                return
            prepare(path, data)
        def prepare(path, data):
            publish(path, data)
            move(path, data)
        def publish(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def move(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            shutil.move(made, path)
        def also(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
            if data:
                also(path, data[1:])
        def everywhere(path, data):
            if os.name != "nt":
                often(path, data)
        def anywhere(path, data):
            often(path, data)
        def often(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            shutil.move(made, path)  # ATM203
        """,
}

VACANT = {
    "only where the target is not there": """
        import os
        def fetch(path, data):
            made = f"{path}.{os.getpid()}"
            if not os.path.exists(path) and data:
                write_safely(made)
                os.rename(made, path)
        def otherwise(path, data):
            made = f"{path}.{os.getpid()}"
            if data or os.path.isfile(path):
                print(path)
            else:
                write_safely(made)
                os.rename(made, path)
        def forced(path, data, force):
            made = f"{path}.{os.getpid()}"
            if not os.path.exists(path) or force:
                write_safely(made)
                os.rename(made, path)  # ATM204
        def there(path, data):
            made = f"{path}.{os.getpid()}"
            if os.path.exists(path):
                write_safely(made)
                os.rename(made, path)  # ATM204
        def another(path, data):
            made = f"{path}.{os.getpid()}"
            if not os.path.exists(data):
                write_safely(made)
                os.rename(made, path)  # ATM204
        def asserted(path, data):
            assert not os.path.exists(path), path
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        """,
    "the target is removed by what its name says": """
        import os
        from system import remove
        def unlinked(path, other, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            remove(path)
            os.rename(made, path)
        def another(path, other, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            remove(other)
            os.rename(made, path)  # ATM204
        def maybe(path, other, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            if data:
                remove(path)
            os.rename(made, path)  # ATM204
        """,
    "a name is looked for that nothing has": """
        import os
        def keep(folder, data, number):
            path = f"{folder}/{number}"
            while os.path.exists(path):
                number += 1
                path = f"{folder}/{number}"
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        class Backup:
            def choose(self, number):
                while (path := self.folder / f"{number}.zip").exists() or self.taken(number):
                    number += 1
                self.path = path.as_posix()
            def choose_other(self, number):
                self.other = self.folder / f"{number}.zip"
                if self.other.exists():
                    print(number)
            def save(self, number):
                self.choose(number)
                made = f"{self.path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, self.path)
            def save_other(self, number):
                self.choose_other(number)
                made = f"{self.other}.{os.getpid()}"
                write_safely(made)
                os.rename(made, self.other)  # ATM204
            def save_without(self):
                made = f"{self.path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, self.path)  # ATM204
        def wait(path, data):
            made = f"{path}.{os.getpid()}"
            while os.path.exists(path):
                write_safely(made)
                os.rename(made, path)  # ATM204
        """,
    "a name that is drawn where it is taken": """
        import datetime, os, time, uuid
        class Queue:
            def __init__(self, folder):
                self.folder = folder
                self.name = uuid.uuid4().hex
            def make_name(self, task):
                return f"{int(time.time() * 1000)}_{task}.json"
            def push(self, task, data):
                path = self.folder / self.make_name(task)
                made = path.with_suffix(".tmp")
                write_safely(made)
                made.rename(path)
            def save(self, data):
                path = self.folder / self.name
                made = path.with_suffix(".tmp")
                write_safely(made)
                made.rename(path)  # ATM204
        def publish(path, data):
            made = path.with_suffix(".tmp")  # ATM202
            write_safely(made)
            made.rename(path)  # ATM204
        def backup(folder, data):
            path = folder / f"{datetime.datetime.now():%Y%m%d-%H%M%S}"
            made = path.with_suffix(f".{os.getpid()}")
            write_safely(made)
            made.rename(path)
        def record(folder, data):
            path = folder / "{now}.json".format(now=time.time())
            made = path.with_suffix(f".{os.getpid()}")
            write_safely(made)
            made.rename(path)
        def daily(folder, data):
            path = folder / f"{datetime.datetime.now():%Y%m%d}"
            made = path.with_suffix(f".{os.getpid()}")
            write_safely(made)
            made.rename(path)  # ATM204
        def monthly(folder, data):
            path = folder / (str(datetime.datetime.now().month) + time.strftime("%Y"))
            made = path.with_suffix(f".{os.getpid()}")
            write_safely(made)
            made.rename(path)  # ATM204
        """,
    "a name that all who call the function have drawn": """
        import os, uuid
        def publish(path, data):
            made = path + ".tmp"
            write_safely(made)
            os.rename(made, path)
        def pack(folder, data):
            path = folder + str(uuid.uuid4())
            publish(path, data)
        def pack_all(data):
            publish("{}".format(uuid.uuid4()), data)
        def keep(path, data):
            made = path + ".tmp"  # ATM202
            write_safely(made)
            os.rename(made, path)  # ATM204
        def collect(folder, data):
            keep(folder + str(uuid.uuid4()), data)
            keep(folder, data)
        def again(path, data):
            if data:
                again(path + str(uuid.uuid4()), data)
            made = path + ".tmp"  # ATM202
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "a folder that has just been made has nothing in it": """
        import os
        def first(folder, data):
            os.mkdir(folder)
            path = os.path.join(folder, "data")
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def pathlib(folder, data):
            folder.mkdir(parents=True)
            path = folder / "data"
            made = path.with_name(f"{path}.{os.getpid()}")
            write_safely(made)
            made.rename(path)
        def again(folder, data):
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, "data")
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        def maybe(folder, data):
            if not os.path.isdir(folder):
                os.mkdir(folder)
            os.mkdir(data)
            path = os.path.join(folder, "data")
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "a temp that is called after one run or moment is not shared": """
        import os, time
        def status(folder, status, data):
            path = folder / f"{status['run_id']}.json"
            made = path.with_suffix(".partial")
            write_safely(made)
            made.replace(path)
        class Worker:
            def save(self, data):
                made = self.folder / f"{self.path}.{self.job_uuid}"
                write_safely(made)
                os.replace(made, self.path)
            def record(self, data):
                path = self.folder / f"{time.time()}.json"
                made = path.with_suffix(".partial")
                made.write_text(data)  # ATM205
                os.replace(made, path)  # ATM201
            def keep(self, token_path, data):
                made = token_path.with_suffix(".partial")  # ATM202
                made.write_text(data)  # ATM205
                made.replace(token_path)  # ATM201
        """,
}

REMOVED = {
    "what is written anew was removed for another reason": """
        import os
        def restart(path, data, stale):
            if stale:
                os.remove(path)
            with open(path, "w") as f:
                f.write(data)
            made = f"{path}.tmp{os.getpid()}"
            try:
                os.rename(path, path + ".log")  # ATM207
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
            finally:
                os.unlink(made)
        """,
    "what could not be read is no loss": """
        import os, json
        def get(path, data):
            if path.exists():
                try:
                    return json.loads(path.read_text())
                except ValueError:
                    path.unlink()
            made = f"{path}.tmp{os.getpid()}"
            try:
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
            finally:
                os.unlink(made)
        def put(path, data):
            try:
                path.exists()
                check(data)
            except ValueError:
                path.unlink()  # ATM207
            made = f"{path}.tmp{os.getpid()}"
            try:
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
            finally:
                os.unlink(made)
        """,
    "what vouches for another file goes before that one changes": """
        import os
        def fetch(folder, data):
            receipt, made = folder / "receipt.json", folder / f"receipt.json.{os.getpid()}"
            receipt.unlink()
            data.download(folder)
            try:
                made.write_text(data.receipt)
                os.replace(made, receipt)  # ATM201
            finally:
                made.unlink()
        def note(folder, data):
            receipt, made = folder / "receipt.json", folder / f"receipt.json.{os.getpid()}"
            try:
                made.write_text(data.receipt)
                receipt.unlink()  # ATM207
                os.replace(made, receipt)  # ATM201
            finally:
                made.unlink()
        def load(folder, data):
            settings, made = folder / "settings.json", folder / f"settings.json.{os.getpid()}"
            settings.unlink()  # ATM207
            data.download(folder)
            try:
                made.write_text(data.settings)
                os.replace(made, settings)  # ATM201
            finally:
                made.unlink()
        """,
    "what is removed where another error keeps it from its name": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                with open(made, "w") as f:
                    f.write(data)
                try:
                    os.replace(made, path)  # ATM201
                except PermissionError:
                    os.replace(made, path)
                except IsADirectoryError:
                    os.unlink(path)
                    raise
            finally:
                os.unlink(made)
        """,
    "what is removed on another way out": """
        import os
        def keep(path, keyring, data):
            if keyring:
                try:
                    keyring.set(data)
                    try:
                        os.unlink(path)
                    except OSError:
                        pass
                    return "keyring"
                except ValueError:
                    pass
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
            finally:
                os.unlink(made)
        def drop(path, keyring, data):
            if keyring:
                try:
                    os.unlink(path)  # ATM207
                    keyring.set(data)
                    return "keyring"
                except ValueError:
                    pass
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
            finally:
                os.unlink(made)
        """,
    "what is gone is not removed once more": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
                os.rename(path, path + ".bak")  # ATM207
                if os.path.exists(path):
                    os.remove(path)
                os.rename(made, path)  # ATM201
            finally:
                os.unlink(made)
        """,
}

FAILING = {
    "an error of writing that is only noted": """
        import os, tempfile
        def save(path, data, store):
            fd, made = tempfile.mkstemp(dir=path.parent)
            try:
                try:
                    store.dump(data, made)
                except OSError as error:
                    print(error)
                os.replace(made, path)  # ATM201 ATM206
            finally:
                os.unlink(made)
        def heed(path, data, store):
            fd, made = tempfile.mkstemp(dir=path.parent)
            try:
                try:
                    store.dump(data, made)
                except (OSError, ValueError) as error:
                    print(error)
                    return
                os.replace(made, path)  # ATM201
            finally:
                os.unlink(made)
        def ended(path, data, store, module):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            try:
                store.dump(data, made)
            except Exception as error:
                module.fail_json(error)
            os.replace(made, path)  # ATM201
        def other(path, data, store):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            try:
                store.dump(data, made)
            except KeyError:
                print(data)
            os.replace(made, path)  # ATM201
        def asked(path, data, store):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            whole = True
            try:
                store.dump(data, made)
            except:
                whole = False
            if whole:
                os.replace(made, path)  # ATM201
        def mended(path, data, store):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            try:
                store.dump(data, made)
            except (OSError, error):
                store.dump(None, made)
            os.replace(made, path)  # ATM201
        def often(path, data, store):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            for attempt in range(3):
                try:
                    store.dump(data, made)
                    break
                except OSError:
                    print(attempt)
            os.replace(made, path)  # ATM201
        """,
    "a write whose errors are suppressed": """
        import contextlib, os, tempfile
        def save(path, data, store):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            with contextlib.suppress(OSError):
                store.dump(data, made)
            os.replace(made, path)  # ATM201 ATM206
        def kept(path, data, store):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            with contextlib.suppress(OSError):
                store.dump(data, made)
                os.replace(made, path)  # ATM201
        """,
    "a sync after whose failure nothing is published": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                with open(made, "w") as f:
                    f.write(data)
                    f.flush()
                    try:
                        os.fsync(f.fileno())
                    except OSError:
                        return False
                    try:
                        os.fsync(f.fileno())
                    except AttributeError:
                        pass
                os.replace(made, path)
            finally:
                os.unlink(made)
        """,
    "the file inside a named temporary file": """
        import os, tempfile
        def save(path, data):
            made = tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False)
            try:
                made.write(data)
                made.file.close()
                os.replace(made.name, path)  # ATM201
            finally:
                os.unlink(made.name)
        def keep(path, data):
            made = tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False)
            try:
                made.write(data)
                out = other.buffer
                out.close()
                os.replace(made.name, path)  # ATM201 ATM206
            finally:
                os.unlink(made.name)
        """,
}

CLEANED = {
    "removed in a loop over what is to go": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
            except OSError:
                for leftover in (made, path):
                    os.unlink(leftover)
        def keep(path, data, others):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
            except OSError:
                for leftover in others:
                    os.unlink(leftover)
        """,
    "removed by the block that the writing stands in": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            with clean_path_on_failure(path.parent):
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
        def keep(path, data):
            made = f"{path}.{os.getpid()}"
            with traced(path.parent), lock:
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
        """,
    "removed with the folder that a function names it in": """
        import os, tempfile
        from names import file_in
        def fetch(folder, data):
            with tempfile.TemporaryDirectory(dir=folder) as passing:
                made = file_in(passing, "samples")
                open(made, "w").write(data)
                os.replace(made, file_in(folder, "samples"))  # ATM201
        def keep(folder, staging, data):
            made = file_in(staging, ".samples")  # ATM202
            open(made, "w").write(data)  # ATM205
            os.replace(made, file_in(staging, "samples"))  # ATM201
        """,
    "removed by whoever removes all of its ending": """
        import os
        class Folder:
            def save(self, path, data):
                made = path.with_name(f"{os.getpid()}.copy")
                made.write_text(data)
                made.replace(path)  # ATM201
            def part(self, path, data):
                made = path.with_name(f"{path.name}.{os.getpid()}.part")
                made.write_text(data)
                made.replace(path)  # ATM201
            def other(self, path, data):
                made = path.with_name(f"{path.name}.{os.getpid()}.new")
                made.write_text(data)  # ATM205
                made.replace(path)  # ATM201
            def resume(self, names):
                for name in names:
                    if name.endswith(".copy"):
                        os.unlink(name)
                for path in self.folder.glob("*.part"):
                    path.unlink()
                if names.endswith(".new"):
                    print(names)
                else:
                    for path in self.folder.glob("*.old"):
                        os.unlink(names + ".new")
        """,
    "kept to be continued": """
        import os
        def fetch(path, data, resume):
            made = f"{path}.part"  # ATM202
            if resume:
                f = open(made, "ab")
            else:
                f = open(made, "wb")
            f.write(data)
            f.close()
            os.replace(made, path)  # ATM201
        """,
    "kept to be continued by a function of the file": """
        import os
        def fetch(path, data):
            made = f"{path}.part"  # ATM202
            go_on(made, data)
            os.replace(made, path)  # ATM201
        def go_on(part, data):
            begun = os.path.exists(part)
            with open(part, "ab" if begun else "wb") as f:
                f.write(data)
        def fetch_at_once(path, data):
            made = f"{path}.part"  # ATM202
            begin(made, data)  # ATM205
            os.replace(made, path)  # ATM201
        def wrap(path, data):
            made = f"{path}.part"  # ATM202
            Wrapped(made, data)  # ATM205
            os.replace(made, path)  # ATM201
        class Wrapped:
            def __init__(self, path, data):
                self.path = path
                with open(path, "wb") as f:
                    f.write(data)
            def append(self, data):
                with open(self.path, "ab") as f:
                    f.write(data)
        def begin(part, data):
            with open(part, "wb") as f:
                f.write(data)
        """,
}

MODES = """
import os, tempfile
def save(path, data):
    fd, made = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(fd, "w") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        os.replace(made, path)
    finally:
        os.unlink(made)
    fsync_directory(path)
"""


def test_a_function_may_say_that_it_restores_the_mode() -> None:
    strict = Settings(enable=frozenset({"ATM208"}))
    assert [code for _, code in found(MODES, strict)] == ["ATM208"]
    assert found(MODES.replace("    fsync_dir", "    restore_file_mode(path)\n    fsync_dir"), strict) == []


@cases(
    {**NO_REPLACES, **PUBLISHERS, **FILLED, **NAMES, **FOLDERS, **SYSTEMS, **VACANT, **REMOVED, **FAILING, **CLEANED}
)
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
