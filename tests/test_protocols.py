"""Home-made replaces in the forms that real code has."""

from __future__ import annotations

from flake8_atomic.settings import Settings
from tests.snippets import announced, cases, found

ANOTHER_SPELLING = """
import os
class Saver:
    def __init__(self, path, part=None):
        self.path = os.fspath(path)
        self.path = os.path.abspath(self.path)
        self.part = os.path.join(os.path.dirname(self.path), part) if part else self.path + ".part"
    def __enter__(self):
        self.file = os.fdopen(os.open(self.part, os.O_EXCL | os.O_CREAT | os.O_RDWR), "w")
        return self.file
    def __exit__(self, kind, error, trace):
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        if kind:
            os.unlink(self.part)
            return
        os.replace(self.part, self.path)  # ATM210
"""

STRICT = Settings(enable=frozenset({"ATM208", "ATM210"}))

SNIPPETS = {
    "paths of another module are asked as any": """
        import os
        import places
        from app import config
        from places import INDEX
        def save(text):
            temp = INDEX.with_suffix(".tmp")  # ATM202
            temp.write_text(text)  # ATM205
            os.replace(temp, INDEX)  # ATM201
        def save_state(text):
            temp = config.STATE.with_name(config.STATE.name + ".tmp")  # ATM202
            temp.write_text(text)  # ATM205
            temp.replace(config.STATE)  # ATM201
        def save_backup(text):
            places.INDEX.with_suffix(".zip").replace(places.STATE)
        """,
    "what is begun or continued is kept": """
        import os
        def fetch(path, source):
            part = path + ".part"  # ATM202
            if os.path.exists(part):
                with open(part, "r+b") as file:
                    file.seek(0, 2)
                    file.write(source.rest())
            else:
                with open(part, "wb") as file:
                    file.write(source.all())
            os.replace(part, path)  # ATM201
        """,
    "a name is shared where the function gives it, or the object": """
        import os
        def save(path, data, short):
            made = None
            if short:
                made = path + ".new"  # ATM202
            else:
                made = path + ".tmp"
            with open(made, "w") as file:  # ATM205
                file.write(data)
            os.replace(made, path)  # ATM201
        def keep(path, data):
            with open(  # ATM205
                path + ".tmp",  # ATM202
                "w",
            ) as file:
                file.write(data)
            os.replace(path + ".tmp", path)  # ATM201
        def hand(path, data):
            made = path.with_suffix(".tmp")  # ATM202
            data.store(made)  # ATM205
            os.replace(made, path)  # ATM201
        class Store:
            def __init__(self, path):
                self.path, self.made = path, path + ".tmp"  # ATM202
            def save(self, data):
                with open(self.made, "w") as file:  # ATM205
                    file.write(data)
                os.replace(self.made, self.path)  # ATM201
        """,
    "both names from one call": """
        import os
        from names import file_for
        class Store:
            def save(self, name, text):
                staged, target = self.path_for(name + ".tmp"), self.path_for(name + ".json")  # ATM202
                with open(staged, "w") as file:  # ATM205
                    file.write(text)
                os.replace(staged, target)  # ATM201
            def keep(self, name, text):
                staged = self.path_for(name, suffix=".tmp")  # ATM202
                with open(staged, "w") as file:  # ATM205
                    file.write(text)
                os.replace(staged, self.path_for(name, suffix=".json"))  # ATM201
            def put(self, name, text):
                staged = file_for(name, ".tmp")  # ATM202
                with open(staged, "w") as file:  # ATM205
                    file.write(text)
                os.replace(staged, file_for(name))  # ATM201
            def turn(self, name, text):
                old = file_for(name, ".old")
                with open(old, "w") as file:
                    file.write(text)
                os.replace(old, file_for(name, ".json"))
            def hand(self, name, other):
                staged = file_for(name, other, ".part")
                with open(staged, "w") as file:
                    file.write(text)
                os.replace(staged, file_for(other + ".json"))
        """,
    "all are written before the first is published": """
        import os
        from pathlib import Path
        def save(texts):
            staged = []
            for path, text in texts:
                temp = path.with_suffix(".tmp")  # ATM202
                temp.write_text(text)  # ATM205
                staged.append((temp, path))
            for temp, path in staged:
                os.rename(temp, path)  # ATM201 ATM204
        def save_and_clean(texts):
            staged, done = [], 0
            try:
                for path, text in texts.items():
                    temp = f"{path}.{os.getpid()}.tmp"
                    staged.append((path, temp))
                    with open(temp, "w") as file:
                        file.write(text)
                        file.flush()
                        os.fsync(file.fileno())
                for path, temp in sorted(staged):
                    os.replace(temp, path)
                    done += 1
            except BaseException:
                for _, temp in staged[done:]:
                    Path(temp).unlink(missing_ok=True)
                raise
        def save_by_handles(texts):
            staged, temps = [], []
            try:
                for path, text in texts.items():
                    temp = f"{path}.{os.getpid()}.tmp"
                    temps.append(temp)
                    file = open(temp, "w")
                    file.write(text)
                    staged.append((file, temp, path))
                for file, temp, path in staged:
                    file.flush()
                    os.fsync(file.fileno())
                    file.close()
                for file, temp, path in staged:
                    os.replace(temp, path)
            finally:
                for temp in temps:
                    Path(temp).unlink(missing_ok=True)
        def move(pairs, other):
            staged = []
            for old, new in pairs:
                with open(f"{new}.tmp", "w") as file:
                    file.write(old)
                staged.append((old, new))
                other.append(f"{new}.tmp")
                other.append((f"{new}.tmp", new, old))
            for old, new in staged:
                os.replace(old, new)
            for old, new in other:
                os.replace(old, new)
            for pair in other:
                os.replace(pair[0], pair[1])
            for old, new in unknown:
                os.replace(old, new)
        """,
    "renamed by aiofiles": """
        import aiofiles
        from aiofiles import os as later
        async def save(path, text):
            staged = f"{path}.new"  # ATM202
            try:
                async with aiofiles.open(staged, "w") as file:
                    await file.write(text)
                await later.rename(staged, path)  # ATM201 ATM204
            finally:
                await later.unlink(staged)
        """,
    "renamed in a thread": """
        import asyncio, os
        async def save(path, text):
            staged = f"{path}.new"  # ATM202
            try:
                await asyncio.to_thread(staged.write_text, text)
                await asyncio.to_thread(os.rename, staged, path)  # ATM201 ATM204
            except BaseException:
                await asyncio.to_thread(os.unlink, staged)
                raise
        async def keep(path, text):
            staged = path.with_suffix(".tmp")  # ATM202
            try:
                staged.write_text(text)
                await asyncio.to_thread(staged.replace, path)  # ATM201
            finally:
                await asyncio.to_thread(staged.unlink, True)
        async def sync(path, text):
            staged = f"{path}.{os.getpid()}"
            try:
                with open(staged, "w") as file:
                    file.write(text)
                    file.flush()
                    await asyncio.to_thread(os.fsync, file.fileno())
                await asyncio.to_thread(os.replace, staged, path)
            except BaseException:
                os.unlink(staged)
                raise
        async def turn(path, text):
            await asyncio.to_thread(run, text)
            await asyncio.to_thread(path.stat)
        """,
    "written by a command": """
        import os, subprocess
        def dump(path):
            staged = path + ".tmp"  # ATM202
            subprocess.run(["pg_dump", "-f", staged], check=True)  # ATM205
            os.replace(staged, path)  # ATM201
        def tell(path):
            staged = path + ".tmp"  # ATM202
            os.system(f"mysqldump --all > {staged}")  # ATM205
            os.replace(staged, path)  # ATM201
        def pack(path):
            staged = path + ".tmp"  # ATM202
            command = ["pack", "--output=" + staged]
            subprocess.check_output(command)  # ATM205
            os.replace(staged, path)  # ATM201
        def clone(path, url):
            staged = path + ".tmp"
            subprocess.run(["git", "clone", url, staged], check=True)
            os.replace(staged, path)
        def check(path):
            staged = path + ".new"
            subprocess.check_call(["nginx", "-t", "-f", staged])
            subprocess.run(f"visudo -c -f {staged}", shell=True)
            subprocess.run([])
            subprocess.run(["rm", "-f", staged])
            os.replace(staged, path)
        def fetch(path, url):
            staged = path + ".new"  # ATM202
            subprocess.check_call(["wget", "-O", staged, url])  # ATM205
            os.replace(staged, path)  # ATM201
        """,
    "a temp that cannot be renamed is copied in place": """
        import os, shutil
        def publish(tmp_path, target):
            real, made = os.path.realpath(str(target)), str(tmp_path)
            try:
                os.replace(made, real)
            except OSError:
                shutil.copyfile(made, real)  # ATM106
                os.unlink(made)
        def move(old, new):
            try:
                os.rename(old, new)
            except OSError:
                shutil.copyfile(old, new)
                os.unlink(old)
        def another(tmp_path, target, other):
            try:
                os.replace(tmp_path, target)
            except OSError:
                shutil.copyfile(tmp_path, other)
        def both(tmp_path, target, other):
            try:
                os.replace(other, target)
            except OSError:
                os.replace(tmp_path, target)
                shutil.copyfile(tmp_path, target)
        """,
    "both names are written down": """
        import os
        def save(data):
            with open("state.json.tmp", "w") as f:  # ATM205 ATM202
                f.write(data)
            os.replace("state.json.tmp", "state.json")  # ATM201
        def save_as(name, data):
            with open(f"{name}.tmp", "w") as f:  # ATM205 ATM202
                f.write(data)
            os.replace(f"{name}.tmp", f"{name}.json")  # ATM201
        def note(name, data):
            with open(f"{name}.tmp", "w") as f:
                f.write(data)
            run(f"{name}.tmp")
            os.replace(f"{name}.tmp", f"{name}.debug")
        def archive(data):
            with open("today.txt", "w") as f:
                f.write(data)
            os.replace("today.txt", "yesterday.txt")
        """,
    "a temporary folder is left for the target": """
        import os, shutil, tempfile
        from pathlib import Path
        def save(target, data):
            made = Path(tempfile.gettempdir()) / "state"  # ATM202
            made.write_text(data)  # ATM203
            os.replace(made, target)  # ATM201
        def save_beside(target, data):
            with tempfile.TemporaryDirectory(dir=target.parent) as folder:
                made = os.path.join(folder, "made")
                with open(made, "w") as f:
                    f.write(data)
                os.replace(made, target)  # ATM201
        def build(target, data):
            with tempfile.TemporaryDirectory() as folder:
                made = os.path.join(folder, "made")
                run("build", made)
                shutil.move(made, target)
        def pass_on(data):
            made = os.path.join(tempfile.mkdtemp(), "made")
            with open(made, "w") as f:
                f.write(data)
            os.replace(made, os.path.join(tempfile.mkdtemp(), "other"))
        """,
    "a name that is put together is continued, or begun": """
        import os
        def save(stem, data):
            path = stem + ".json"
            tmp = path + ".tmp"  # ATM202
            with open(tmp, "w") as f:  # ATM205
                f.write(data)
            os.replace(tmp, path)  # ATM201
        def hidden(stem, data):
            path = f"{stem}.json"
            tmp = f".{path}"  # ATM202
            with open(tmp, "w") as f:  # ATM205
                f.write(data)
            os.replace(tmp, path)  # ATM201
        def keep(stem, data):
            path = f"{stem}.json"
            with open(path, "w") as f:
                f.write(data)
            os.replace(path, f"{path}.1")
        """,
    "a complete one is silent": """
        import os, tempfile
        def save(path, data):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
            try:
                with os.fdopen(os.dup(fd), "wb") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(tmp, path)
            except BaseException:
                os.unlink(tmp)
                raise
        """,
    "raw writes need no flush": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            fd = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            try:
                os.write(fd, data)
                os.fsync(fd)
                os.close(fd)
                os.replace(tmp, path)
            finally:
                cleanup(tmp)
        """,
    "an unbuffered handle needs none either": """
        import os, uuid
        def save(path, data):
            tmp = f"{path}.{uuid.uuid4()}"
            try:
                with open(tmp, "wb", buffering=0) as f:
                    f.write(data)
                    os.fsync(f.fileno())
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "exclusive creation makes a fixed name safe": """
        import os
        def save(path, data):
            tmp = path + ".lock"
            with open(tmp, "xb") as f:  # ATM205
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            os.replace(tmp, path)
        """,
    "a temp made by a function of the file": """
        import os, tempfile
        class Queue:
            def _make(self):
                if self.folder:
                    return tempfile.mkstemp(dir=self.folder)  # ATM205
                return tempfile.mkstemp()
            def save(self, data):
                fd, name = self._make()
                os.write(fd, data)
                os.close(fd)
                os.rename(name, self.path)  # ATM201 ATM204
        """,
    "a temp by its index or its name": """
        import os, tempfile
        from pathlib import Path
        def save(path, data):
            made = tempfile.mkstemp(dir=path.parent)  # ATM205
            write(made[1], data)
            Path(made[1]).replace(path)  # ATM201
        def write(path, data):
            open(path, "w").write(data)
        def keep(path, data):
            tmp = tempfile.NamedTemporaryFile(dir=path.parent, **options)
            tmp.write(data)
            tmp.close()
            Path(str(tmp.name)).replace(path)  # ATM201
            os.link(tmp.other, path)
        """,
    "what an unknown function writes is unknown": """
        import os
        def save(path, write):
            tmp = f"{path}.{os.getpid()}"
            write_safely(tmp)
            os.replace(tmp, path)
        class Store:
            def _dump(self, path):
                raise NotImplementedError
            def save(self, path):
                tmp = f"{path}.{os.getpid()}"
                self._dump(tmp)  # ATM205
                os.replace(tmp, path)  # ATM201
        """,
    "what a function of the file writes is known": """
        import os
        def write(path, data):
            with open(path, "w") as f:
                f.write(data)
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            write(tmp, data)  # ATM205
            os.replace(tmp, path)  # ATM201
        """,
    "a function of the file may sync": """
        import os
        def flush_out(path):
            fd = os.open(path, os.O_RDONLY)
            os.fsync(fd)
            os.close(fd)
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                path.with_name(tmp).touch()
                open(tmp, "w").write(data)
                flush_out(tmp)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "a sync by a function of the file counts as one of one's own would": """
        import contextlib, os
        def _sync(f):
            os.fsync(f.fileno())
        def _flush_and_sync(f):
            f.flush()
            _sync(f)
        def _sync_fd(fd):
            os.fsync(fd)
        def _sync_unheard(fd):
            try:
                os.fsync(fd)
            except OSError:
                pass
        def _sync_told(fd):
            try:
                return os.fsync(fd) is None
            except OSError:
                return False
        def _sync_by_another(fd):
            with contextlib.suppress(OSError):
                _sync_fd(fd)
        def _sync_no_more(fd, depth):
            _sync_no_more(fd, depth - 1)
            _sync_all()
        def _sync_all():
            os.fsync(everything())
        def unflushed(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    _sync(f)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def flushed(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    _sync(f=f)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def flushed_there(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    _flush_and_sync(f)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def by_number(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    _sync_fd(f.fileno())
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def raw(path, data):
            tmp = f"{path}.{os.getpid()}"
            fd = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            try:
                os.write(fd, data)
                _sync_fd(fd)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def unheard(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    _sync_unheard(f.fileno())
                    _sync_by_another(f.fileno())
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def told(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    if not _sync_told(f.fileno()):
                        raise OSError(tmp)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def of_no_handle(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                _sync_all()
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def by_another_one(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                _sync_no_more(tmp, 1)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "a function that is not given the temp, and calls one that syncs": """
        import os
        def back_up(path):
            note(path, "saved")
        def note(path, text):
            with open(path.log, "a") as f:
                f.write(text)
                f.flush()
                os.fsync(f.fileno())
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                back_up(path)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        """,
    "a function that calls itself has not synced what it renames": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                if not data:
                    save(path, "{}")
                os.replace(tmp, path)  # ATM201
                os.fsync(folder_of(path))
            finally:
                os.unlink(tmp)
        """,
    "a function of the file that writes may sync": """
        import os
        def _write(path, data):
            with open(path, "w") as f:
                f.write(data)
                os.fsync(f.fileno())
        def _write_flushed(path, data):
            with open(path, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
        def _write_unbuffered(path, data):
            with open(path, "wb", buffering=0) as f:
                f.write(data)
                os.fsync(f.fileno())
        def _write_on(f, data):
            f.write(data)
            os.fsync(f.fileno())
        def _write_out(f, data):
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        def unflushed(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                _write(tmp, data)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def flushed(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                _write_flushed(tmp, data)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def unbuffered(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                _write_unbuffered(tmp, data)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def through_a_handle(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    _write_on(f, data)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def out_of_a_handle(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    _write_out(f, data)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "a sync by a method of what the object keeps": """
        import os
        class Saver:
            def __init__(self, path):
                self.path = path
                self.tmp = f"{path}.{os.getpid()}"
                self.file = open(self.tmp, "w")
            def drop(self):
                os.unlink(self.tmp)
            def _sync(self):
                os.fsync(self.file.fileno())
            def unflushed(self, data):
                self.file.write(data)
                self._sync()
                os.replace(self.tmp, self.path)  # ATM201
        class Flushing:
            def __init__(self, path):
                self.path = path
                self.tmp = f"{path}.{os.getpid()}"
                self.file = open(self.tmp, "w")
            def drop(self):
                os.unlink(self.tmp)
            def _sync(self):
                os.fsync(self.file.fileno())
            def flushed(self, data):
                self.file.write(data)
                self.file.flush()
                self._sync()
                os.replace(self.tmp, self.path)
        class Outer:
            def __init__(self, path):
                self.path = path
                self.tmp = f"{path}.{os.getpid()}"
                self.file = open(self.tmp, "w")
            def drop(self):
                os.unlink(self.tmp)
            def _sync_out(self):
                self.file.flush()
                os.fsync(self.file.fileno())
            def flushed(self, data):
                self.file.write(data)
                self._sync_out()
                os.replace(self.tmp, self.path)
        """,
    "a function that says that it syncs": """
        import os
        from durable import fsync_path, sync_all
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                fsync_path(tmp)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                sync_all("other")
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        """,
    "a sync that may fail unheard is none": """
        import contextlib, os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    with contextlib.suppress(OSError):
                        os.fsync(f.fileno())
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    try:
                        os.fsync(f.fileno())
                    except OSError as error:
                        raise Failed from error
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "a handler that also skips the rename swallows nothing": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(tmp, path)
            except OSError:
                os.unlink(tmp)
        """,
    "a sync of a kept handle needs a flush": """
        import os
        class Locked:
            def __init__(self, path):
                self.path = path
                self.tmp = path + ".lock"
                self.file = os.fdopen(os.open(self.tmp, os.O_WRONLY | os.O_EXCL), "wb")
            def abort(self):
                os.remove(self.tmp)
            def close(self):
                os.fsync(self.file.fileno())
                self.file.close()
                os.replace(self.tmp, self.path)  # ATM201
        """,
    "a generator hands its handle out": """
        import contextlib, os
        @contextlib.contextmanager
        def writing(path):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:  # ATM205
                yield f
            os.replace(tmp, path)  # ATM201
            yield
        """,
    "a removal that is registered counts": """
        import atexit, os
        def save(path, data, stack):
            tmp = f"{path}.{os.getpid()}"
            stack.callback(os.unlink, tmp)
            with open(tmp, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            os.replace(tmp, path)
        """,
    "a removal beside the writes does not": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:  # ATM205
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            try:
                check(path)
            except ValueError:
                os.unlink(tmp)
            os.replace(tmp, path)
        """,
    "a temporary directory is removed as a whole": """
        import os, tempfile
        def save(path, data):
            with tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as folder:
                tmp = os.path.join(folder, os.path.basename(path))
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(tmp, path)
        """,
    "a handle that nobody closes": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                f = open(tmp, "w")
                f.write(data)
                os.replace(tmp, path)  # ATM201 ATM206
            finally:
                os.unlink(tmp)
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            f = open(tmp, "w")
            try:
                with f:
                    f.write(data)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        """,
    "a rename that one system alone reaches": """
        import os, sys
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                if sys.platform == "win32":
                    os.replace(tmp, path)
                    return
                os.rename(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "an exit that looks at the exception": """
        import os
        class Writer:
            def __enter__(self):
                self.tmp = f"{self.path}.{os.getpid()}"
                self.file = open(self.tmp, "w")
            def __exit__(self, kind, *rest):
                self.file.flush()
                os.fsync(self.file.fileno())
                self.file.close()
                os.replace(self.tmp, self.path) if kind is None else os.unlink(self.tmp)
        """,
    "an exit that writes all of it itself": """
        import os
        class Writer:
            def __exit__(self, *error):
                tmp = f"{self.path}.{os.getpid()}"
                with open(tmp, "w") as file:  # ATM205
                    file.write(self.text)
                os.replace(tmp, self.path)  # ATM201
        class Handing:
            def __exit__(self, *error):
                tmp = f"{self.path}.{os.getpid()}"
                self.dump(tmp)  # ATM205
                os.replace(tmp, self.path)  # ATM201
        class Keeping:
            def __exit__(self, *error):
                self.tmp = f"{self.path}.{os.getpid()}"
                with open(self.tmp, "w") as file:  # ATM205
                    file.write(self.text)
                os.replace(self.tmp, self.path)  # ATM201
        class Footed:
            def __enter__(self):
                self.tmp = f"{self.path}.{os.getpid()}"
                self.file = open(self.tmp, "w")  # ATM205
                return self.file
            def __exit__(self, *error):
                self.file.write("end")
                self.file.close()
                os.replace(self.tmp, self.path)  # ATM201 ATM206
        class Given:
            def __enter__(self):
                self.tmp = f"{self.path}.{os.getpid()}"
                return self.tmp
            def __exit__(self, *error):
                amend(self.tmp)  # ATM205
                os.replace(self.tmp, self.path)  # ATM201 ATM206
        class Finishing:
            def __exit__(self, *error):
                tmp = f"{self.path}.{os.getpid()}"
                try:
                    with open(tmp, "w") as file:
                        file.write(self.text)
                finally:
                    os.replace(tmp, self.path)  # ATM201 ATM206
        """,
    "a name with a part that the caller chose is not fixed": """
        import os
        def save(path, data, mark):
            tmp = f"{path}.{mark}"
            with open(tmp, "w") as f:  # ATM205
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            os.replace(tmp, path)
        def keep(folder, name, data):
            tmp = os.path.join(os.path.dirname(folder), ".%s.tmp" % name)  # ATM202
            with open(tmp, "w") as f:  # ATM205
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            os.replace(tmp, os.path.join(folder, name))
        """,
    "a name that is cut from the target's is fixed": """
        import os
        def save(path, data):
            root, ending = os.path.splitext(path)
            tmp = root + ".new" + ending  # ATM202
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def keep(path, data):
            tmp = os.path.splitext(path)[0] + ".new"  # ATM202
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def store(path, data, marks):
            tmp = f"{path}.{marks[0]}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "a sync holds for what was written before": """
        import os
        def save(path, head, rows):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(head)
                    f.flush()
                    os.fsync(f.fileno())
                    f.writelines(rows)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def again(path, head, rows):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    for row in rows:
                        f.write(row)
                        f.flush()
                        os.fsync(f.fileno())
                    note(f)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def note(f):
            print(f.name)
        """,
    "a descriptor holds nothing back until it is wrapped": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            fd = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            try:
                put(fd, data)
                os.fsync(fd)
                os.close(fd)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            fd = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            try:
                with os.fdopen(fd, "w") as f:
                    data.write_to(f)
                    os.fsync(fd)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def put(file, data):
            os.write(file, data)
        """,
    "a clean-up that is registered as a method or in a partial": """
        import atexit, os
        from functools import partial
        def save(path, data, stack):
            tmp = path.with_name(f"{path.name}.{os.getpid()}")
            stack.callback(tmp.unlink, missing_ok=True)
            with open(tmp, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            os.replace(tmp, path)
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            atexit.register(partial(os.unlink, path + ".other"))
            with open(tmp, "w") as f:  # ATM205
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            os.replace(tmp, path)
        """,
    "what a function of the file leaves in Python": """
        import csv, os
        def put(file, data):
            file.write(data)
        def put_on(file, data):
            put(file, data)
        def put_out(file, data):
            put(file, data)
            file.flush()
            os.fsync(file.fileno())
        def put_and_close(file, data):
            with file:
                file.write(data)
        def put_rows(file, rows):
            csv.writer(file).writerows(rows)
        def put_somehow(rows, *files):
            rows.write_to(files[0])
        def look(file, data):
            print(file.name, data)
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            file = open(tmp, "w")
            try:
                put_on(file, data)
                os.replace(tmp, path)  # ATM201 ATM206
            finally:
                file.close()
                os.unlink(tmp)
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            file = open(tmp, "w")
            try:
                file.write(data)
                look(file, data)
                os.replace(tmp, path)  # ATM201 ATM206
            finally:
                os.unlink(tmp)
        def flushed(path, data):
            tmp = f"{path}.{os.getpid()}"
            file = open(tmp, "w")
            try:
                file.write("head")
                put_out(file, data)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        def closed(path, data):
            tmp = f"{path}.{os.getpid()}"
            file = open(tmp, "w")
            try:
                file.write("head")
                put_and_close(file, data)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def unknown(path, rows):
            tmp = f"{path}.{os.getpid()}"
            file = open(tmp, "w")
            try:
                file.write("head")
                put_rows(file, rows)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def starred(path, *rows):
            tmp = f"{path}.{os.getpid()}"
            file = open(tmp, "w")
            try:
                file.write("head")
                put_somehow(rows, file)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def unbuffered(path, data):
            tmp = f"{path}.{os.getpid()}"
            file = open(tmp, "wb", buffering=0)
            try:
                file.write(data)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        """,
    "the end of a GzipFile leaves its file open, and unflushed": """
        import gzip, json, os, tempfile
        def save(path, data):
            tmp = tempfile.NamedTemporaryFile(dir=path.parent, delete=False)
            try:
                with gzip.GzipFile(fileobj=tmp, mode="wb") as file:
                    json.dump(data, file)
                os.replace(tmp.name, path)  # ATM201 ATM206
            finally:
                os.unlink(tmp.name)
        def keep(path, data):
            tmp = tempfile.NamedTemporaryFile(dir=path.parent, delete=False)
            try:
                file = gzip.GzipFile(fileobj=tmp, mode="wb")
                file.write(data)
                file.close()
                os.fsync(tmp.fileno())
                os.replace(tmp.name, path)  # ATM201 ATM206
            finally:
                os.unlink(tmp.name)
        def closed(path, data):
            tmp = tempfile.NamedTemporaryFile(dir=path.parent, delete=False)
            try:
                with tmp, gzip.GzipFile(fileobj=tmp, mode="wb") as file:
                    json.dump(data, file)
                os.replace(tmp.name, path)  # ATM201
            finally:
                os.unlink(tmp.name)
        def flushed(path, data):
            tmp = tempfile.NamedTemporaryFile(dir=path.parent, delete=False)
            try:
                with gzip.GzipFile(fileobj=tmp, mode="wb") as file:
                    json.dump(data, file)
                tmp.flush()
                os.fsync(tmp.fileno())
                os.replace(tmp.name, path)
            finally:
                os.unlink(tmp.name)
        def named(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with gzip.GzipFile(tmp, "wb") as file:
                    file.write(data)
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        """,
    "what docs/replaces.md says is not seen": """
        import os
        from elsewhere import put
        def publish(tmp, path):
            os.rename(tmp, path)
        def store(path, data):
            tmp = path + ".tmp"
            with open(tmp, "w") as f:
                f.write(data)
            put(tmp, path)
        def save(path, data):
            tmp = path + ".tmp"  # ATM202
            with open(tmp, "w") as f:  # ATM205
                f.write(data)
            publish(tmp, path)  # ATM201
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(tmp, path)
            except TemplateError:
                os.unlink(tmp)
                raise
        """,
    "a function that renames by a method of the path": """
        from pathlib import Path
        class Store:
            def __init__(self, path: Path):
                self.path = path
            def save(self, data):
                tmp = self.path.with_suffix(".tmp")  # ATM202
                tmp.write_text(data)  # ATM205
                self._publish(tmp)  # ATM201
            def _publish(self, tmp):
                tmp.replace(self.path)
        def save(path: Path, data):
            tmp = path.with_suffix(".tmp")  # ATM202
            tmp.write_text(data)  # ATM205
            publish(tmp, path)  # ATM201
        def publish(tmp: Path, path: Path):
            tmp.rename(path)
        def say(path: Path, data):
            tmp = path.with_suffix(".tmp")
            tmp.write_text(data)
            worded(tmp, path)
        def worded(tmp: Path, path: Path):
            path.write_text(str(tmp).replace("a", "b"))  # ATM101
        """,
    "a method that has another publish what a third one wrote": """
        import os
        def put(made, path):
            os.replace(made, path)
        class Transfer:
            def start(self):
                self.made = self.path + ".transfer"  # ATM202
                self.file = open(self.made, "wb")  # ATM205
            def feed(self, data):
                self.file.write(data)
            def end(self):
                self.file.close()
                self._move()
            def _move(self):
                put(self.made, self.path)  # ATM201
        """,
    "what a function makes around its temp": """
        import os, tempfile
        class Store:
            def add(self):
                fd, path = tempfile.mkstemp(dir=self.folder)
                f = os.fdopen(fd, "w+b")
                def commit():
                    f.write(b"end")
                    f.flush()
                    os.fsync(f.fileno())
                    f.close()
                    return self._complete(path)
                def abort():
                    f.close()
                    os.remove(path)
                return f, commit, abort
            def add_for_good(self):
                fd, path = tempfile.mkstemp(dir=self.folder)  # ATM205
                f = os.fdopen(fd, "w+b")
                def commit():
                    f.write(b"end")
                    f.flush()
                    os.fsync(f.fileno())
                    f.close()
                    return self._complete(path)
                return f, commit
            def _complete(self, path):
                os.replace(path, self.path)
        """,
    "an error that no full disk raises": """
        import os
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:  # ATM205
                    f.write(data)
                os.replace(tmp, path)  # ATM201
            except (ValueError, FileNotFoundError):
                os.unlink(tmp)
                raise
        def keep_one(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                os.replace(tmp, path)  # ATM201
            except (ValueError, OSError):
                os.unlink(tmp)
                raise
        def keep_any(path, data, kinds):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                os.replace(tmp, path)  # ATM201
            except:
                os.unlink(tmp)
                raise
        """,
    "what the system syncs before Python has handed it over": """
        import os
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    os.fsync(f.fileno())
                    os.replace(tmp, path)  # ATM201 ATM206
            except BaseException:
                os.unlink(tmp)
                raise
        """,
    "a drawn name in another folder": """
        import os, time
        def submit(folder, job):
            name = f"{time.time()}-{os.getpid()}"
            with open(os.path.join(folder, "tmp", name), "w") as f:  # ATM205
                f.write(job)
            os.rename(os.path.join(folder, "tmp", name), os.path.join(folder, "new", name))  # ATM201
        def gather(folder, job):
            name = f"{time.time()}-{os.getpid()}"
            with open(os.path.join(folder, "cur", name), "w") as f:
                f.write(job)
            os.rename(os.path.join(folder, "cur", name), os.path.join(folder, "done", name))
        """,
    "a rename in a finally leaves nothing behind": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
            finally:
                os.replace(tmp, path)  # ATM201 ATM206
        """,
    "a rename in a finally that asks whether all went well": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            ok = False
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                ok = True
            finally:
                if ok:
                    os.replace(tmp, path)  # ATM201
                else:
                    os.unlink(tmp)
        def save_what_there_is(path, data, keep):
            tmp = f"{path}.{os.getpid()}"
            begun = False
            try:
                begun = True
                with open(tmp, "w") as f:
                    f.write(data)
            finally:
                if begun and keep:
                    os.replace(tmp, path)  # ATM201 ATM206
                else:
                    os.unlink(tmp)
        """,
    "a second name takes nothing away": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.link(path, path + ".bak")
                os.rename(path, path + ".old")  # ATM207
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "what is given for dir may be nothing": """
        import os, tempfile
        def save(path, data, folder=None):
            fd, tmp = tempfile.mkstemp("", "x", "/tmp")  # ATM203
            try:
                os.write(fd, data)
                os.fsync(fd)
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "a call in a finally that publishes what was whole before": """
        import os
        def save(path, data):
            tmp = "{}.{}".format(path, os.getpid())
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                try:
                    note(path)
                finally:
                    os.replace(tmp, path)
            except OSError:
                os.unlink(tmp)
                raise
        def note(path):
            print(path)
        """,
    "a function of the file that syncs nothing": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(data)
                note("synced")
                os.replace(tmp, path)  # ATM201
            finally:
                os.unlink(tmp)
        def note(text):
            print(text)
        """,
    "a sync of a handle that we cannot follow may be of this file": """
        import os
        def save(path, mode, *options):
            tmp = f"{path}.{os.getpid()}"
            try:
                open(tmp, "w").write("x")
                with tmp.open(mode, *options) as f:
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(tmp, path)
            finally:
                os.unlink(tmp)
        """,
    "a temp that is removed where it may be none": """
        import os, tempfile
        from pathlib import Path
        def save(path, data):
            f = None
            try:
                with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as f:
                    f.write(data)
                os.replace(f.name, path)  # ATM201
            except OSError:
                if f:
                    Path(f.name).unlink()
        """,
    "a folder that is swapped in": """
        import os, shutil
        from pathlib import Path
        def install(path, fill):
            staged = path.with_name(path.name + ".incoming")
            staged.mkdir()
            fill(staged)
            os.replace(staged, path)
        def again(path):
            staged = f"{path}.incoming"
            open(staged, "w").write("x")
            makedirs(staged)
            os.replace(staged, path)
        def put_back(path):
            previous = path.with_name("x" + path.name)
            Path(path).replace(previous)
            makedirs(path)
            os.replace(previous, path)
        """,
    "renames that replace nothing": """
        import os
        def move(old, new):
            os.rename(old, new)
        def same(path):
            with open(path + ".tmp", "w") as f:
                f.write("x")
            os.replace(path + ".tmp", path + ".tmp")
        def aside(path):
            os.replace(path, path + ".old")
        def unrelated(path):
            rename()
            os.replace(make(), made())
            "%s" % ()
            "{x}".format(x=path).replace(path)
        """,
}


@cases(SNIPPETS)
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)


def test_the_strict_rules_ask_for_the_mode_and_the_directory() -> None:
    text = """
import os, tempfile
def save(path, data):
    fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
    try:
        os.write(fd, data)
        os.fsync(fd)
        os.replace(tmp, path)
    finally:
        os.unlink(tmp)
"""
    assert [code for _, code in found(text, STRICT)] == ["ATM208", "ATM210"]
    whole = text.replace("        os.replace", "        os.fchmod(fd, 0o644)\n        os.replace")
    assert found(whole.replace("    finally", "        fsync_directory(path)\n    finally"), STRICT) == []


def test_a_path_that_is_assigned_from_itself_is_the_same_path() -> None:
    assert found(ANOTHER_SPELLING, STRICT) == announced(ANOTHER_SPELLING)
