"""Renames that cannot meet a file, or only run where that does no harm, each beside one that can."""

from __future__ import annotations

from tests.snippets import announced, cases, found

UNIX = {
    "a module that only Unix has": """
        import os
        def locked(path, data):
            import fcntl
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def perhaps(path, data):
            try:
                from pwd import getpwnam
            except ImportError:
                getpwnam = None
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        def other(path, data):
            from shutil import which
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "a whole module that is imported from one": """
        import os
        from termios import tcgetattr
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        """,
    "a rename of the file's own for the other system": """
        import os
        if moves:
            def rename(made, path):
                replace_by(made, path)
        else:
            rename = os.rename
        move = os.rename
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            rename(made, path)
        def other(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            move(made, path)  # ATM204
        """,
    "a rename of the library's own for the other system": """
        import os, sys
        if sys.platform == "win32":
            move = os.replace
        else:
            move = os.rename
        if os.name == "nt":
            from os import replace as put
        else:
            from os import rename as put
        if DEBUG:
            place = trace(os.rename)
        else:
            place = os.rename
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            move(made, path)
        def keep(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            put(made, path)
        def other(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            place(made, path)  # ATM204
        """,
    "an object that only Unix can make": """
        import os, signal
        class Kept:
            def __init__(self):
                self.uid = os.getuid()
                self.path = self.uid / "kept.json"
            def save(self, data):
                made = f"{self.path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, self.path)
        class Asked:
            def __init__(self):
                self.root = hasattr(os, "geteuid") and os.geteuid() == 0
                self.uid = os.getuid() if self.root else 0
                self.end = lambda: os.kill(self.uid, signal.SIGKILL)
                self.path = self.root / "kept.json"
            def save(self, data):
                made = f"{self.path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, self.path)  # ATM204
        """,
    "a signal that only Unix has": """
        import os, signal
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
            os.kill(data, signal.SIGHUP)
        def told(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
            data.kill(signal.SIGTERM)
        """,
    "a program at a fixed place": """
        import os, subprocess
        def checked(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            subprocess.run(["/usr/bin/env", "bash", "-n", made], check=True)
            os.rename(made, path)
        def passing(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            subprocess.run(["bash", "-n", made], check=True)
            data.get("/run/status")
            os.rename(made, path)  # ATM204
        def looked_for(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
            return [name for name in ("/etc/app.json", path) if os.path.exists("/etc/app.json")]
        """,
    "a package that only Unix has, and one's own of its name": """
        import os
        def fetch(path, data):
            from os_brick.initiator import connector
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def convert(path, data):
            import nova.privsep.qemu
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def ours(path, data):
            from .resource import reader
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "a class whose other methods need Unix": """
        import os, subprocess
        class Mounts:
            def mount(self, share):
                subprocess.run(["mount", "-t", "nfs", share], check=True)
            def save(self, path, data):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)
        class Owned:
            def give(self, path, user):
                os.chown(path, user, -1)
            def save(self, path, data):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)
        class Perhaps:
            def give(self, path, user):
                try:
                    os.chown(path, user, -1)
                    subprocess.run("sudo ls", shell=True)
                except Exception:
                    print("not given")
                subprocess.run(["git", "mount"])
                print("mount", "sudo")
            def save(self, path, data):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)  # ATM204
        def give(path, user):
            os.chown(path, user, -1)
        """,
    "a class of a file that asks for the system": """
        import os, sys
        class Owned:
            def give(self, path, user):
                if sys.platform != "win32":
                    os.chown(path, user, -1)
            def save(self, path, data):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)  # ATM204
        """,
    "a file at a fixed place": """
        import os
        RULES = "/etc/udev/rules.d/60-ours.rules"
        def save(data):
            made = f"{RULES}.{os.getpid()}"
            write_safely(made)
            os.rename(made, RULES)
        def other(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "what only Unix can do stands on the way to it": """
        import os
        from contextlib import suppress
        def save(path, data, owner):
            if owner:
                try:
                    made = f"{path}.{os.getpid()}"
                    write_safely(made)
                    os.chown(made, owner, -1)
                    os.rename(made, path)
                except OSError as error:
                    raise RuntimeError from error
        def save_where_it_can(path, data, owner):
            if owner:
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                try:
                    os.chown(made, owner, -1)
                except Exception:
                    print("not given away")
                with suppress(AttributeError):
                    os.fchown(made, owner, -1)
                with open(owner):
                    len(owner)
                os.rename(made, path)  # ATM204
        def save_somewhere(path, data, owner):
            if owner:
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)  # ATM204
                os.chown(path, owner, -1)
        """,
    "a socket that Windows lacks": """
        import os, socket
        def listen(path):
            made = f"{path}.{os.getpid()}"
            opened = socket.socket(socket.AF_UNIX)
            opened.bind(made)
            os.rename(made, path)
        """,
    "a handler asks for the system": """
        import os, sys
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)
            except OSError:
                if os.name == "nt":
                    os.remove(path)  # ATM207
                    os.rename(made, path)
                raise
        def save_in_the_end(source, path):
            made = f"{path}.{os.getpid()}"
            try:
                os.rename(source, path)
            except OSError:
                write_safely(made)
                try:
                    os.rename(made, path)  # ATM204
                except OSError:
                    fail(os.name)
        def save_otherwise(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)  # ATM204
            except OSError:
                if os.name == "nt":
                    swap(made, path)
                raise
        def save_anyhow(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)  # ATM204
            except OSError:
                log(sys.argv)
                raise
        """,
    "what is not there is suppressed": """
        import contextlib, os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            with contextlib.suppress(AttributeError, OSError):
                os.chown(made, 0, 0)
            os.rename(made, path)  # ATM204
        def owned(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            with contextlib.suppress(PermissionError), data:
                os.chown(made, 0, 0)
            os.rename(made, path)
        """,
}

VACANT = {
    "a function that moves the target away, and one that does so where it is broken": """
        import json, os
        def rotate(path):
            os.replace(path, path.with_suffix(".1"))
        def save(path, text):
            rotate(path)
            made = path.with_name(f"{path.name}.{os.getpid()}")
            write_safely(made)
            os.rename(made, path)
        def load(path):
            try:
                return json.loads(path.read_text())
            except ValueError:
                os.replace(path, path.with_suffix(".bad"))
                return []
        def add(path, item):
            known = load(path)
            made = path.with_name(f"{path.name}.{os.getpid()}")
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "a handler publishes it another way": """
        import os, shutil
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)
            except OSError:
                try:
                    os.unlink(path)  # ATM207
                except OSError:
                    pass
                os.rename(made, path)
        def save_on_one_system(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)  # ATM204
            except OSError as error:
                if data.knows(error):
                    os.unlink(path)  # ATM207
                    os.rename(made, path)
        def save_by_moving_the_old_one(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)
            except OSError:
                os.rename(path, data)  # ATM207
                os.rename(made, path)
        def save_by_a_copy(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)
            except OSError:
                shutil.copyfile(made, path)
        def save_at_the_second_try(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)  # ATM204
            except OSError:
                os.makedirs(data)
                os.rename(made, path)
        def save_something_else(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)  # ATM204
            except OSError:
                os.unlink(made)
                shutil.copyfile(data, path)  # ATM106
        def save_after_an_interrupt(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)  # ATM204
            except KeyboardInterrupt:
                os.unlink(path)  # ATM207
                os.rename(made, path)
        def give_up(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)  # ATM204
            except OSError:
                os.unlink(path)
        def replace_in_the_end(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            try:
                os.rename(made, path)
            except OSError:
                os.replace(made, path)
        """,
    "what was asked is kept under a name, or asked by a function": """
        import os
        def fetch(path, data):
            there = os.path.exists(path)
            made = f"{path}.{os.getpid()}"
            if not there:
                write_safely(made)
                os.rename(made, path)
        def either(path, other, data):
            there = os.path.exists(path) and os.path.exists(other)
            made = f"{path}.{os.getpid()}"
            if not there:
                write_safely(made)
                os.rename(made, path)  # ATM204
        def again(path, data, there=False):
            there = there or os.path.exists(path)
            made = f"{path}.{os.getpid()}"
            if not there:
                write_safely(made)
                os.rename(made, path)  # ATM204
        def told(path, data, there):
            os.path.exists(path)
            made = f"{path}.{os.getpid()}"
            if not there:
                write_safely(made)
                os.rename(made, path)  # ATM204
        def by_name(path, data):
            if is_cached(path):
                return
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def by_another_name(path, data):
            if not_cached(path):
                return
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "it was read and is missing": """
        import os
        def load(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                return open(path).read()
            except FileNotFoundError:
                write_safely(made)
                os.rename(made, path)
        def renewed(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                return open(path).read()
            except (FileNotFoundError, ValueError):
                write_safely(made)
                os.rename(made, path)  # ATM204
        def other(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                return open(data).read()
            except FileNotFoundError:
                write_safely(made)
                os.rename(made, path)  # ATM204
        """,
    "all who call the function have asked": """
        import os
        class Made:
            def dump(self, path):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)
            def keep(self, path):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)  # ATM204
            def hand(self, path):
                made = f"{path}.{os.getpid()}"
                write_safely(made)
                os.rename(made, path)  # ATM204
        def build(name, log):
            made = Made()
            if not os.path.exists(name):
                made.dump(name)
            log.dump(name)
            made.keep(name)
            if not os.path.exists(name):
                made.hand()
        def store(path):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def once(path):
            if not os.path.exists(path):
                store(path)
        """,
    "it is taken away again when the work is done": """
        import os
        def work(path, data):
            made = f"{path}.{os.getpid()}"
            kept = path if data else None
            write_safely(made)
            os.rename(made, path)
            use(path)
            if kept is not None:
                os.unlink(path)
        def served(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                write_safely(made)
                os.rename(made, path)
                use(path)
            finally:
                if path and os.path.exists(path):
                    os.unlink(path)
        def either(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
            if use(path):
                os.unlink(path)
            else:
                use(data)
                os.unlink(path)
        def rejected(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
            if not use(path):
                os.unlink(path)
        def known(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
            if data == 1:
                os.unlink(path)
        def failed(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
            try:
                use(path)
            except OSError:
                os.unlink(path)
        def another(path, data):
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
            os.unlink(data)
        """,
    "the name counts up": """
        import os
        def record(folder, event):
            path = os.path.join(folder, "events", f"{event['counter']}-{event['kind']}.json")
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def listed(folder, seq):
            path = folder / f"{seq}.json"
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)
        def last(timestamp):
            path = timestamp / "last.json"
            made = f"{path}.{os.getpid()}"
            write_safely(made)
            os.rename(made, path)  # ATM204
        """,
    "a function of the file moves the target away": """
        import os
        def move_aside(path, stamp):
            path.rename(path.with_suffix(stamp))
        def look_at(path, stamp):
            stamp.rename(path.parent / "seen")
        def migrate(path, data):
            made = path.with_name(f"{path.name}.{os.getpid()}")
            write_safely(made)
            move_aside(path, "1")
            made.rename(path)
        def renew(path, data):
            made = path.with_name(f"{path.name}.{os.getpid()}")
            write_safely(made)
            look_at(path, data)
            made.rename(path)  # ATM204
        def after(path, data):
            made = path.with_name(f"{path.name}.{os.getpid()}")
            write_safely(made)
            made.rename(path)  # ATM204
            move_aside(path, "1")
        """,
    "a move beside a target that is not there": """
        import os, shutil
        def fetch(path, data):
            made = f"{path}.{os.getpid()}"
            if not os.path.exists(path):
                open(made, "w").write(data)  # ATM205
                shutil.move(made, path)  # ATM201
        def again(path, data):
            made = f"{path}.{os.getpid()}"
            open(made, "w").write(data)  # ATM205
            shutil.move(made, path)  # ATM201 ATM203
        def elsewhere(staged, path, data):
            made = staged / "tmp" / path.name
            if not os.path.exists(path):
                open(made, "w").write(data)  # ATM205
                shutil.move(made, path)  # ATM201 ATM203
        """,
    "a path that is still unknown lies in no default folder": """
        import os
        class Info:
            path = None
            def save(self, data):
                made = self.path + ".tmp"  # ATM202
                with open(made, "w") as f:  # ATM205
                    f.write(data)
                os.replace(made, self.path)  # ATM201
        """,
}

ONE_WRITER = {
    "a lock that is kept under another name, or taken by a call": """
        import os, fcntl
        from filelock import FileLock
        class Kept:
            def __init__(self, path):
                self.path, self.folder = path, path.parent
                self.guard = FileLock(path.parent / "guard")
            def save(self, data):
                with self.guard:
                    made = self.path.with_suffix(".tmp")
                    made.write_text(data)  # ATM205
                    os.replace(made, self.path)  # ATM201
            def taken(self, data):
                self.guard.acquire()
                made = self.path.with_suffix(".tmp")
                made.write_text(data)  # ATM205
                os.replace(made, self.path)  # ATM201
            def too_late(self, data):
                made = self.path.with_suffix(".tmp")  # ATM202
                made.write_text(data)  # ATM205
                self.guard.acquire()
                os.replace(made, self.path)  # ATM201
            def counted(self, data):
                self.path.acquire()
                made = self.path.with_suffix(".tmp")  # ATM202
                made.write_text(data)  # ATM205
                os.replace(made, self.path)  # ATM201
        def take_lock(folder):
            fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX)
        def unlocked(folder):
            fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_UN)
        def save(path, data):
            take_lock(path.parent)
            made = path.with_suffix(".tmp")
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        def late(path, data):
            unlocked(path.parent)
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "a lock that is tried for, entered on a stack, or a file that is made as one": """
        import os
        from contextlib import ExitStack
        from filelock import FileLock
        def tried(path, data):
            lock = FileLock(path.parent / "guard")
            while not lock.try_acquire():
                wait()
            made = path.with_suffix(".tmp")
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        def stacked(path, data):
            with ExitStack() as stack:
                stack.enter_context(FileLock(path.parent / "guard"))
                made = path.with_suffix(".tmp")
                made.write_text(data)  # ATM205
                os.replace(made, path)  # ATM201
        def stacked_otherwise(path, data):
            with ExitStack() as stack:
                stack.enter_context(data)
                made = path.with_suffix(".tmp")  # ATM202
                made.write_text(data)  # ATM205
                os.replace(made, path)  # ATM201
        def gated(path, data):
            with exclusive_gate(path.parent):
                made = path.with_suffix(".tmp")
                made.write_text(data)  # ATM205
                os.replace(made, path)  # ATM201
        def lock_by_a_file(guard):
            os.close(os.open(guard, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        def lock_the_door(guard):
            os.close(os.open(guard, os.O_CREAT | os.O_WRONLY))
        def made_alone(path, data):
            lock_by_a_file(path.parent / "guard")
            made = path.with_suffix(".tmp")
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        def made_by_all(path, data):
            lock_the_door(path.parent / "guard")
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "a lock that the module offers to those who call it": """
        import os
        from contextlib import contextmanager
        from filelock import FileLock
        class Project:
            def save(self, data):
                made = self.path.with_suffix(".tmp")
                made.write_text(data)  # ATM205
                os.replace(made, self.path)  # ATM201
            def mark(self):
                self._note("seen")
            def _note(self, data):
                made = self.path.with_suffix(".tmp")
                made.write_text(data)  # ATM205
                os.replace(made, self.path)  # ATM201
        @contextmanager
        def project_lock(path):
            guard = FileLock(path + ".lock")
            with guard:
                yield
        def reset(path, data):
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        reset("project", "")
        """,
    "a lock that the module takes elsewhere, or that is one of threads": """
        import os, threading
        from contextlib import contextmanager
        from filelock import FileLock
        def save(path, data):
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        def keep(path, data):
            with guarded_lock(path):
                made = path.with_suffix(".tmp")
                made.write_text(data)  # ATM205
                os.replace(made, path)  # ATM201
        @contextmanager
        def guarded_lock(path):
            with FileLock(path + ".lock"):
                yield
        @contextmanager
        def our_lock():
            with threading.Lock():
                yield
        """,
    "a lock that those hold who call the callers": """
        import os
        class Log:
            def append(self, data):
                with self.file_lock():
                    self._room(data)
            def compact(self, data):
                with self.file_lock():
                    self._compact(data)
            def _room(self, data):
                self._compact(data)
            def _compact(self, data):
                made = self.path.with_suffix(".tmp")
                made.write_text(data)  # ATM205
                os.replace(made, self.path)  # ATM201
        class Index:
            def append(self, data):
                with self.file_lock():
                    self.room(data)
            def room(self, data):
                self._compact(data)
            def _compact(self, data):
                made = self.path.with_suffix(".tmp")  # ATM202
                made.write_text(data)  # ATM205
                os.replace(made, self.path)  # ATM201
        def run(store, path, data):
            with store.exclusive_lock():
                _install(path, data)
        def _install(path, data):
            _note(path, data)
        def _note(path, data):
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "a class of the file, or a decorator": """
        import fcntl, os
        from locks import file_lock, synchronized
        class Alone:
            def __enter__(self):
                fcntl.flock(self.fd, fcntl.LOCK_EX)
        def save(path, data):
            with Alone():
                made = path.with_suffix(".tmp")
                made.write_text(data)  # ATM205
                os.replace(made, path)  # ATM201
        class Lock(Alone):
            def take(self):
                fcntl.flock(self.fd, fcntl.LOCK_EX)
        def made_only(path, data):
            lock = Lock()
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        @file_lock
        def decorated(path, data):
            made = path.with_suffix(".tmp")
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        @synchronized("save", external=True)
        def outside(path, data):
            made = path.with_suffix(".tmp")
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        @synchronized("save", external=False)
        def inside(path, data):
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "the method of an object that is only used under a lock": """
        import os
        from locks import named_mutex
        class Made:
            def dump(self, path):
                made = path.with_suffix(".part")
                made.write_text("x")  # ATM205
                os.replace(made, path)  # ATM201
        def build(path):
            with named_mutex(path):
                made = Made()
                made.dump(path)
        """,
    "a folder that was made for it": """
        import os
        def run(root, number, data):
            folder = os.path.join(root, number)
            os.makedirs(folder)
            path = os.path.join(folder, "state.json")
            made = path + ".tmp"
            open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        def kept(root, number, data):
            folder = os.path.join(root, number)
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, "state.json")
            made = path + ".tmp"  # ATM202
            open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
        """,
}

NOT_PUBLISHED = {
    "what is renamed on is a step on the way": """
        import os
        def fetch(path, data, unpacked):
            part = f"{path}.{os.getpid()}"
            try:
                open(part, "w").write(data)
                plain = f"{part}.decoded"
                open(plain, "w").write(unpacked)
                os.replace(plain, part)
                os.replace(part, path)  # ATM201
            finally:
                os.unlink(part)
        def queue(path, data, done):
            made = f"{path}.{os.getpid()}"
            open(made, "w").write(data)  # ATM205
            os.replace(made, path)  # ATM201
            os.replace(path, done)
        """,
    "what is only locked before it gets its name": """
        import os, tempfile
        class Log:
            def __init__(self, folder):
                self.number, self.path = tempfile.mkstemp(dir=folder, suffix=".wip")
                safe_lock(self.number)
                if not locked_file_is(self.number, self.path):
                    raise RuntimeError(self.path)
                os.rename(self.path, self.path[:-4])
        class Filled:
            def __init__(self, folder, path):
                self.number, self.made = tempfile.mkstemp(dir=folder)  # ATM205
                self.fill()
                os.rename(self.made, path)  # ATM201, ATM204
            def fill(self):
                os.write(self.number, b"1")
        """,
    "a class of elsewhere whose files are synced when they are closed writes them": """
        import os
        class Saved:
            def __init__(self, path):
                self.path = path
                self.made = path + ".tmp"  # ATM202
            def __enter__(self):
                try:
                    os.unlink(self.made)
                except OSError:
                    pass
                self.file = platform.SyncFile(self.made)
                return self.file
            def __exit__(self, kind, error, trace):
                self.file.close()
                if kind is not None:
                    os.unlink(self.made)
                    return
                os.rename(self.made, self.path)  # ATM204
        """,
    "what is written through a map of memory, and flushed there": """
        import mmap, os
        def flushed(path, data):
            made = f"{path}.{os.getpid()}"
            with open(made, "w+b") as file:  # ATM205
                file.truncate(len(data))
                with mmap.mmap(file.fileno(), 0) as pages:
                    pages[:] = data
                    pages.flush()
            os.replace(made, path)
        def closed(path, data):
            made = f"{path}.{os.getpid()}"
            with open(made, "w+b") as file:  # ATM205
                file.truncate(len(data))
                with mmap.mmap(file.fileno(), 0) as pages:
                    pages[:] = data
                data.flush()
            os.replace(made, path)  # ATM201
        """,
    "what the function that renames has synced": """
        import os
        def publish(made, path):
            with open(made, "r+b") as file:
                os.fsync(file.fileno())
            os.replace(made, path)
        def publish_late(made, path):
            os.replace(made, path)
            os.fsync(os.open(path, os.O_RDONLY))
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
                publish(made, path)
            finally:
                os.unlink(made)
        def save_late(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
                publish_late(made, path)  # ATM201
            finally:
                os.unlink(made)
        """,
    "what is made by a call that returns nothing of a path is none": """
        def replace_folder(self):
            original = self.folder.name
            made = self.folder.parent.mkdir(self.folder.name + ".new")
            self.folder.move(made, new_name=original + ".old")
            made.rename(original)
        """,
    "an object with methods that no path has is none": """
        def get(folder, name, path):
            made = path.beside(path.name + ".tmp")
            fill_safely(made)
            check(made.get_canonical())
            made.rename(path)
        def fetch(path):
            made = path.with_name(path.name + ".tmp")  # ATM202
            fill_safely(made)
            check(made.as_posix(), path.get_canonical(), name.get())
            made.rename(path)  # ATM204
        """,
}


@cases({**NOT_PUBLISHED, **UNIX, **VACANT, **ONE_WRITER})
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
