"""What is never flagged, and what only looks like it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flake8_atomic.settings import Settings
from tests.snippets import announced, cases, codes, found


@cases(
    {
        "a file that is renamed later": """
        import os
        def save(state):
            with open(state + '.new', 'w') as f:  # ATM205 ATM202
                f.write(x)
            os.replace(state + '.new', state)  # ATM201
    """,
        "a file that is published whole in the other arm": """
        import os, shutil, tempfile, torch
        def handle(self, model, path, other):
            if not self.atomic:
                torch.save(model, path)  # ATM105
                torch.save(model, other)
            else:
                tmp = tempfile.NamedTemporaryFile(delete=False, dir=os.path.dirname(path))
                try:
                    torch.save(model, tmp.file)
                    tmp.flush()
                    os.fsync(tmp.fileno())
                    tmp.close()
                    os.replace(tmp.name, path)
                except BaseException:
                    os.unlink(tmp.name)
                    raise
        def move(path, other):
            if os.path.islink(path):
                shutil.copy(path, other)
            else:
                os.replace(path, other)
        def name_anew(path, other, new):
            if path != new:
                os.rename(other, new)
            open(new, 'w').write(x)
        def take(path, other):
            open(path, 'w').write(x)
            os.replace(path, other)
    """,
        "a file that could not be opened to be changed": """
        def update(name):
            try:
                f = open(name, 'r+b')
            except OSError:
                f = open(name, 'w+b')
            f.write(x)
        def update_another(name):
            try:
                f = open(name, 'r+b')
            except OSError:
                f = open(name + '.new', 'w+b')  # ATM103
            f.write(x)
        def update_unread(name):
            try:
                f = open(name, 'rb')
            except OSError:
                f = open(name, 'w+b')  # ATM103
            f.write(x)
        def update_unknown(name):
            try:
                f = open(name, 'r+b')
                f.write(known[f.read()])
            except (OSError, KeyError):
                f = open(name, 'w+b')  # ATM103
            f.write(x)
        def update_anyway(name):
            try:
                f = open(name, 'r+b')
            except Exception:
                f = open(name, 'w+b')  # ATM103
            f.write(x)
    """,
        "a file of one process's number, and a list of many": """
            import os
            def start(pid_file):
                if int(pid_file.read_text()) != 1:
                    pid_file.write_text(f"{os.getpid()} {os.getppid()}")
            def forget(folder, pid):
                path = folder / "worker_pid.txt"
                lines = [line for line in path.read_text().splitlines() if line != pid]
                path.write_text(" ".join(lines))  # ATM101
            def begin(folder, pids):
                path = folder / "worker_pid.txt"
                if path.exists():
                    path.write_text(" ".join(pids))
        """,
        "a file that another module opens": """
            from salt.utils import files
            def save_state(path, data):
                with files.fopen(path, "w+b") as f:  # ATM103
                    f.write(data)
            def load_state(path):
                with files.fopen(path, "rb") as f:
                    return f.read()
        """,
        "a patch that is only rewound to be read": """
            def mark(state_path):
                with open(state_path, "r+b") as f:
                    f.seek(0x80)
                    f.write(b"MARK")
                    f.seek(0)
                    return f.read(4)
            def mark_each(state_path, marks):
                with open(state_path, "r+b") as f:  # ATM107
                    for mark in marks:
                        f.write(mark)
                        f.seek(0)
            def mark_first(state_paths):
                for state_path in state_paths:
                    with open(state_path, "r+b") as f:
                        f.seek(8)
                        f.write(b"MARK")
                        f.seek(0)
                        print(f.read(4))
        """,
        "a file in a folder that is removed when it was used": """
            import os, shutil
            def run(job, make_folder):
                folder = make_folder()
                try:
                    with open(os.path.join(folder, "state.json"), "w") as f:
                        f.write(job)
                    start(folder)
                finally:
                    shutil.rmtree(folder)
            def run_and_keep(job, make_folder, keep):
                folder = make_folder()
                with open(os.path.join(folder, "state.json"), "w") as f:  # ATM103
                    f.write(job)
                if not keep:
                    shutil.rmtree(folder)
            def run_beside(job, make_folder, other):
                folder = make_folder()
                with open(os.path.join(folder, "state.json"), "w") as f:  # ATM103
                    f.write(job)
                shutil.rmtree(other)
        """,
        "a file whose mode the caller chooses, where it is only read": """
        def handle(config, mode, data=None):
            if data:
                with open(config, mode) as f:  # ATM103
                    f.write(data)
            else:
                with open(config, mode) as f:
                    return f.read()
        def opened(state, write):
            f = open(state, 'w' if write else 'r')  # ATM103
            if not write:
                f.read()
            return f
        def save(data):
            handle('a', 'w', data)
        def load():
            return handle('a', 'r')
    """,
        "a folder that is only temporary where the caller gives none": """
        import tempfile
        from pathlib import Path
        def save(folder=None, other=None, third=None):
            if folder is None:
                folder = tempfile.mkdtemp()
            (Path(folder) / 'state.json').write_text(x)  # ATM101
            other = other or tempfile.mkdtemp()
            (Path(other) / 'state.json').write_text(x)  # ATM101
            fourth = None
            if third:
                fourth = tempfile.mkdtemp()
            (Path(fourth) / 'state.json').write_text(x)
        class C:
            def __init__(self, folder=None):
                self.folder = folder
                self.other = None
            def start(self):
                self.folder = self.folder or tempfile.mkdtemp()
                self.other = tempfile.mkdtemp()
            def save(self):
                Path(self.folder, 'state.json').write_text(x)  # ATM101
                Path(self.other, 'state.json').write_text(x)
    """,
        "a temporary file whose path a function of the project joins": """
        import tempfile
        from app import utils
        def send(folder):
            with open(utils.path_join(tempfile.mkdtemp(), 'metadata'), 'w') as f:
                f.write(x)
            with open(utils.path_join(folder, 'metadata'), 'w') as f:  # ATM103
                f.write(x)
    """,
        "a temporary file that a name of the module stands for": """
        import os, tempfile
        CONFIG = STATE = None
        def make():
            global CONFIG, STATE
            if not CONFIG:
                CONFIG = os.path.join(tempfile.mkdtemp(), 'config.ini')
                with open(CONFIG, 'w') as f:
                    f.write(x)
            with open(STATE, 'w') as f:  # ATM103
                f.write(x)
        DATABASE = os.path.expanduser('~/state.json')
        def save(debug):
            global DATABASE
            if debug:
                DATABASE = os.path.join(tempfile.mkdtemp(), 'state.json')
            with open(DATABASE, 'w') as f:  # ATM103
                f.write(x)
        def around(path):
            state = path
            def save_state(debug):
                nonlocal state
                if debug:
                    state = '/dev/null'
                with open(state, 'w') as f:  # ATM103
                    f.write(x)
    """,
        "a method that nobody can call": """
        class Store:
            def __old(self):
                self.path.write_text(x)
            def __new(self):
                self.path.write_text(x)  # ATM101
            def save(self):
                self.__new()
            def __exit__(self, *error):
                self.path.write_text(x)  # ATM101
            def _kept(self):
                self.path.write_text(x)  # ATM101
        def __free():
            path.write_text(x)  # ATM101
        class App:
            @on_exit
            def __leave(self):
                self.path.write_text(x)  # ATM101
    """,
        "a method that is called by a name that is put together": """
        class Shell:
            def __do_save(self):
                self.path.write_text(x)  # ATM101
            def do(self, command):
                getattr(self, "_Shell__do_" + command)()
    """,
        "a file that was renamed before": """
        import os
        def save(state):
            os.replace(state, state + '.old')
            with open(state, 'w') as f:  # ATM103
                f.write(x)
    """,
        "a file below a folder that is renamed": """
        import os
        def save(state):
            with open(os.path.join(state + '.new', 'a'), 'w') as f:
                f.write(x)
            os.replace(state + '.new', state)
    """,
        "a file below a folder that another method moves for its own caller": """
        class Skills:
            def update(self, name):
                (self.folder / name / 'state').write_text(x)  # ATM101
            def archive(self, name):
                (self.folder / name).rename(self.old / name)
            def stage(self):
                (self.staging / 'state').write_text(x)
            def commit(self):
                self.staging.rename(self.folder)
    """,
        "a file that another method renames": """
        class C:
            def save(self):
                with open(self.new, 'w') as f:
                    f.write(x)
            def done(self):
                self.new.replace(self.state)
    """,
        "a file that another method moves aside, where it is torn": """
        class C:
            def save(self):
                with open(self.state, 'w') as f:  # ATM103
                    f.write(x)
            def load(self):
                self.state.rename(self.state.with_suffix(".corrupt"))
        """,
        "a file that its own function moves aside": """
        class C:
            def save(self):
                with open(self.state, 'w') as f:
                    f.write(x)
                self.state.rename(self.state.with_suffix(".old"))
        """,
        "a file that a nested function renames": """
        def save(new, state):
            with open(new, 'w') as f:
                f.write(x)
            def done():
                new.replace(state)
            return done
    """,
        "a file that is handed to a function that publishes": """
        def save(new, state):
            with open(new, 'w') as f:
                f.write(x)
            own.publish(new, state)
    """,
        "a file that is handed to a function that says nothing": """
        def save(new, state):
            with open(new, 'w') as f:  # ATM103
                f.write(x)
            check(new, state)
            publish(other, new)
            replace(new)
            calls[0](new, state)
    """,
        "a file that is locked": """
        import fcntl, os
        def save(state, state_lock, name, out):
            with open(state, 'w') as f:
                fcntl.flock(f, fcntl.LOCK_EX)
            with open(state, 'w') as f:
                fcntl.flock(f, fcntl.LOCK_EX)
                f.write(str(os.getpid()))
                f.write('')
            with open(state, 'w') as f:
                fcntl.flock(f, fcntl.LOCK_EX)
                use(f)
            with open(state_lock, 'w') as f:
                fcntl.flock(f, fcntl.LOCK_EX)
                f.write(name)
            fd = os.open(state_lock, os.O_WRONLY | os.O_TRUNC)
            fcntl.flock(fd, fcntl.LOCK_EX)
            os.write(fd, name)
    """,
        "a file of data that is locked when it is empty": """
        import fcntl, os, shutil
        def save(state, x):
            with open(state, 'w') as f:  # ATM103
                fcntl.flock(f, fcntl.LOCK_EX)
                f.write(x)
            with open(state, 'w') as f:  # ATM103
                fcntl.flock(f, fcntl.LOCK_EX)
                f.writelines(x)
            with open(state, 'w') as f:  # ATM103
                fcntl.flock(f, fcntl.LOCK_EX)
                f.write(f'{os.getpid()} {x}')
            fd = os.open(state, os.O_WRONLY | os.O_TRUNC)  # ATM103
            fcntl.flock(fd, fcntl.LOCK_EX)
            os.write(fd, x)
    """,
        "a file that is called a lock, and holds what somebody saves": """
        import json
        class C:
            def save(self, data):
                with open(self.lockfile, 'w') as f:  # ATM103
                    f.write(data)
            def hold(self, data):
                with open(self.lockfile, 'w') as f:  # ATM103
                    f.write(json.dumps(data))
            def acquire(self, host):
                with open(self.lockfile, 'w') as f:
                    f.write(host)
    """,
        "a file that is called after a process, and holds more than its number": """
        def save(data, folder):
            with open(folder / 'pid_state.json', 'w') as f:  # ATM103
                f.write(data)
            with open(folder / 'state.pid', 'w') as f:
                f.write(data)
    """,
        "a file of data that is locked while they are dumped": """
        import fcntl, json
        def save(state):
            with open(state, 'w') as f:
                fcntl.flock(f, fcntl.LOCK_EX)
                json.dump(x, f)  # ATM104
    """,
        "a file that is only touched": "open('state', 'w').close()",
        "a touched file that is returned": """
        def save(state):
            return open(state, 'w')  # ATM103
    """,
        "a touched file that is yielded": """
        def save(state):
            with open(state, 'w') as f:  # ATM103
                yield f
    """,
        "a touched file that an object keeps": """
        class C:
            def save(self, state):
                self.f = open(state, 'w')  # ATM103
    """,
        "a wrapper that is judged where it is called": """
        def opened(path):
            return open(path, 'w')
        def save(state):
            with opened(state) as f:  # ATM103
                f.write(x)
    """,
        "a file that holds the number of this process": """
        import os
        def save(state):
            with open(state, 'w') as f:
                f.write(str(os.getpid()))
                f.write('\\n')
        def save_it(state):
            with open(state, 'w') as f:
                f.write('%d\\n' % self.pid)
        def save_that(state):
            number = str(os.getppid())
            text = f'{number}\\n'
            with open(state, 'w') as f:
                f.write(text)
        def save_a_line(state):
            with open(state, 'w') as f:
                f.write('%d%s' % (os.getpid(), '\\n'))
    """,
        "a file that holds more than the number of this process": """
        import os
        def save(state):
            with open(state, 'w') as f:  # ATM103
                f.write(str(os.getpid()))
                f.write(name)
    """,
        "a pid file by its name": "open('state.pid', 'w').write(x)",
        "a temporary file by what holds its path": """
        class C:
            def save(self):
                with open(self._TMP_FILES["cookies"].name, "w") as f:
                    f.write(x)
                with open(self.files["cookies"].name, "w") as f:  # ATM103
                    f.write(x)
    """,
        "a line of a temporary file": """
        import fileinput, tempfile
        def save(state):
            with tempfile.TemporaryDirectory() as folder:
                for line in fileinput.input(folder + "/state", inplace=True):
                    print(line)
            for line in fileinput.input(state, inplace=True):  # ATM107
                print(line)
    """,
        "a file of a double, or of a case of unittest": """
        import json
        class FakeStore:
            def save(self, path, data):
                with open(path, "w") as file:
                    json.dump(data, file)
        class MockTransport:
            def put(self):
                self.path.write_text("{ }")
        class NoMockery:
            def put(self):
                self.path.write_text("{ }")  # ATM101
        class RunnerTest(unittest.TestCase):
            def test_put(self):
                self.path.write_text("{ }")
        class Runner(Thread):
            def put(self):
                self.path.write_text("{ }")  # ATM101
        """,
        "a file of a fixture": """
        import pytest
        @pytest.fixture
        def state(place):
            place.write_text(x)
        @pytest.fixture(scope="session")
        def made(place):
            def save():
                place.write_text(x)
            return save
        @decorated
        def saved(place):
            place.write_text(x)  # ATM101
    """,
        "a path that a helper makes": """
        def save(state):
            with atomic_path(state) as new:
                with open(new, 'w') as f:
                    f.write(x)
    """,
        "a path that some manager makes": """
        def save(state):
            with locked(state) as new:
                with open(new, 'w') as f:  # ATM103
                    f.write(x)
    """,
        "a handle that a helper makes": """
        def save(state):
            with atomic_write(state, 'w') as f:
                f.write(x)
    """,
        "what only one of its callers, or one branch, calls temporary": """
        import json
        import tempfile
        def store(folder, data):
            with open(folder / "state.json", "w") as file:
                json.dump(data, file)  # ATM104
        def first(tmp_dir, home, data):
            store(tmp_dir, data)
            store(home, data)
        def again(folder, data):
            put(folder, data)
        def other(tmp_dir, folder, data):
            put(tmp_dir / folder, data)
        def put(folder, data):
            with open(folder / "state.json", "w") as file:
                json.dump(data, file)  # ATM104
        class Store:
            def __init__(self, place, short):
                if place == "TMP":
                    self.places = [tempfile.mkdtemp()]
                else:
                    self.places = [place]
                self.name = pick_tmp_name() if short else pick_name()
            def save(self, data):
                with open(self.places[-1] + "/settings", "w") as file:  # ATM103
                    file.write(data)
            def put(self, data):
                with open(self.name + "/state", "w") as file:  # ATM103
                    file.write(data)
        def fetch(tmp_dir, home):
            name, folder = unpack(tmp_dir)
            (home / name / "manifest.json").write_text(name)  # ATM101
        """,
        "what all of its callers, or all branches, call temporary": """
        import json
        def store(folder, data):
            with open(folder / "state.json", "w") as file:
                json.dump(data, file)
        def first(tmp_dir, temp_folder, data):
            store(tmp_dir, data)
            store(temp_folder, data)
        class Store:
            def __init__(self, base, short):
                self.folder = None
                self.folder = base / "tmp"
                self.name = base / "tmp" / "long" if short else base / "temp"
            def save(self, data):
                with open(self.folder / "settings", "w") as file:
                    file.write(data)
            def put(self, data):
                with open(self.name / "state", "w") as file:
                    file.write(data)
            def send(self, path, data):
                full = self.folder / path if not path.is_absolute() else path
                with open(full / "state", "w") as file:
                    file.write(data)
        """,
        "a device, a descriptor and a temporary file": """
        import os, tempfile
        def save(state):
            open('/dev/state', 'w').write(x)
            open(1, 'w').write(x)
            open(os.path.join(tempfile.mkdtemp(), 'state'), 'w').write(x)
    """,
        "a named pipe, but not what another class calls so": """
        import os
        class Stream:
            def start(self):
                os.mkfifo(self.state_path)
                os.mkfifo()
                with open(self.state_path, "w") as f:
                    f.write(x)
                with open(self.settings_path, "w") as f:  # ATM103
                    f.write(x)
        class Store:
            def save(self):
                with open(self.state_path, "w") as f:  # ATM103
                    f.write(x)
        def make(state, kind):
            if kind == "file":
                state.write_bytes(x)  # ATM102
            else:
                os.mkfifo(state)
            state.write_text(x)
        def relay(folder):
            os.mkfifo(folder / "state")
            with open(folder / "state", "w") as f:
                f.write(x)
    """,
        "what another library calls a temp": """
        import own.files
        from own.files import named_tmp
        def save(name):
            fd, config = own.files.mkstemp()
            with open(config, "w") as f:
                f.write(x)
            with open(named_tmp("config.json"), "w") as f:
                f.write(x)
            with open(mktemp(name) + "config", "w") as f:  # ATM103
                f.write(x)
        def mktemp(name):
            return name
    """,
        "a backup": """
        import shutil
        def save(state):
            shutil.copy(state, state + '.1')
            shutil.copy(state, state.with_suffix('.bak'))
            shutil.copy(state, backup_dir / 'state')
            shutil.copy(defaults, state)  # ATM106
    """,
        "a file that is only cut to a size": """
        def save(state, size):
            with open(state, 'w+') as f:
                f.seek(0)
                f.truncate(size)
        def save_all(state, size):
            with open(state, 'w+') as f:  # ATM103
                f.truncate(size)
                f.write(x)
    """,
        "what is packed anew with each build": """
        import os
        def run(self):
            manifest = os.path.join(self.egg_info, 'SOURCES.txt')
            with open(manifest, 'w') as f:
                f.write(x)
            manifest = os.path.join(self.info, 'SOURCES.txt')
            with open(manifest, 'w') as f:  # ATM103
                f.write(x)
    """,
        "a backup by another spelling": """
        def save(state, other):
            state.with_suffix('.bak').write_bytes(state.read_bytes())
            before = state.read_text() if state.exists() else ''
            backup = state.with_name(state.name + '.orig')
            backup.write_text(before)
            backup.write_text(other.read_text())  # ATM101
            backup.write_text(other)  # ATM101
            state.with_suffix('.new').write_text(state.read_text())  # ATM101
            (original_folder / state.name).write_text(state.read_text())  # ATM101
    """,
        "a file that is written with nothing": """
        def save(p):
            p.write_text('')
            p.write_bytes(b'')
            p.write_text('x')  # ATM101
    """,
        "a lock that is given the byte that Windows locks": """
        import fcntl, os
        def acquire(index):
            handle = os.fdopen(os.open(index, os.O_RDWR | os.O_CREAT), "r+b", buffering=0)
            if handle.tell() == 0:
                handle.write(b"\\0")
            handle.seek(0)
            fcntl.flock(handle.fileno(), fcntl.LOCK_EX)
            return handle
        def tell(index, owner):
            handle = open(index, "r+")  # ATM107
            fcntl.flock(handle, fcntl.LOCK_EX)
            handle.seek(0)
            handle.write(owner)
    """,
        "a file that is always removed again": """
        import os
        def save(state):
            with open(state, 'w') as f:
                f.write(x)
            os.remove(state)
        def save_it(state):
            state.write_text(x)
            try:
                run(state)
            finally:
                state.unlink()
    """,
        "a file that is tried to be removed, alone or with others": """
        import os
        def make(script, log):
            script.write_text(x)
            run(script)
            try:
                os.remove(script)
            except OSError:
                pass
        def draw(script, log):
            script.write_text(x)
            try:
                run(script)
            finally:
                for junk in (script, log):
                    try:
                        junk.unlink()
                    except OSError:
                        pass
        def keep(script, log):
            script.write_text(x)  # ATM101
            for junk in (log, other):
                junk.unlink()
        def take(script, logs):
            script.write_text(x)  # ATM101
            for junk in logs:
                script.unlink()
        def send(script, log):
            script.write_text(x)  # ATM101
            try:
                send_to(script)
                script.unlink()
            except OSError:
                pass
        def sweep(script, log):
            script.write_text(x)  # ATM101
            for junk in (log, script):
                if not junk.suffix:
                    continue
                junk.unlink()
        def apply(pending):
            pending.write_text(x)  # ATM101
            try:
                pending.unlink()
            except OSError:
                pass
        def recover(pending):
            if pending.exists():
                run(pending.read_text())
    """,
        "a file that is removed again where there is one": """
        import os
        def add(chapters):
            state = None
            if chapters:
                state = name_of(chapters, 'meta')
                with open(state, 'w') as f:
                    f.write(x)
            run(state)
            if chapters:
                os.remove(state)
    """,
        "a file that a command removes again": """
        import os, subprocess
        def upload(state, other):
            with open('rows.json', 'w') as f:
                f.write(x)
            with open(state, 'w') as f:
                f.write(x)
            run(state)
            os.system('rm -f rows.json')
            subprocess.run(['rm', '-f', state], check=True)
        def upload_two(state, other_state):
            with open(state, 'w') as f:
                f.write(x)
            with open(other_state, 'w') as f:
                f.write(x)
            os.system(f'rm {state} {other_state}')
        def upload_joined(state):
            with open(state, 'w') as f:
                f.write(x)
            os.system('rm ' + state)
        def upload_filled_in(state):
            with open(state, 'w') as f:
                f.write(x)
            os.system('rm -r %s' % state)
    """,
        "a file that a command only names": """
        import os, subprocess
        def upload(state, command):
            with open(state, 'w') as f:  # ATM103
                f.write(x)
            os.system(f'rm {state}.old')
            os.system(f'rm; cat {state}')
            os.system(f'{command} {state}')
            os.system('rm %s.old' % state)
            os.system('rm state; ls')
            os.system()
            subprocess.run(['cat', state])
            subprocess.run([])
    """,
        "a file that may stay": """
        import os
        def save(state):
            with open(state, 'w') as f:  # ATM103
                f.write(x)
            if failed:
                os.remove(state)
            os.remove(other)
        def save_it(state):
            os.remove(state)
            with open(state, 'w') as f:  # ATM103
                f.write(x)
    """,
        "an open that takes what no path's does": """
        def save(state, text):
            with state.open("wb", compress=1) as f:
                f.write(text)
            with state.open("wb", buffering=0) as f:  # ATM103
                f.write(text)
    """,
        "a file that is opened to be read, appended to or created": """
        def save(state):
            open(state).read()
            open(state, 'a').write(x)
            open(state, 'x').write(x)
            open(state, mode).write(x)
    """,
    }
)
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)


@pytest.mark.parametrize("pattern", ["out/*", "out", "*state*", "*/state.json"])
def test_a_path_that_the_project_lists_is_never_flagged(pattern: str) -> None:
    text = "open('out/state.json', 'w').write(x)"
    assert codes(text) == ["ATM103"]
    assert codes(text, Settings(ignore_paths=(pattern,))) == []


@pytest.mark.parametrize("pattern", ["*", "out/*", "*.html", "made", "*.new"])
def test_nor_is_a_replace(pattern: str) -> None:
    text = """
    import os, sqlite3
    def publish(text, made='out/page.html.new'):
        with open(made, 'w') as f:
            f.write(text)
        os.rename(made, 'out/page.html')
    class Publisher:
        def __init__(self):
            self.made = 'out/page.html.new'
        def __enter__(self):
            self.file = open(self.made, 'w')
            return self.file
        def __exit__(self, *error):
            self.file.close()
            os.replace(self.made, 'out/page.html')
    """
    text = dedent(text)
    assert {"ATM201", "ATM202", "ATM206"} <= set(codes(text))
    assert codes(text, Settings(ignore_paths=(pattern,))) == []
    assert codes(text, Settings(ignore_paths=("in/*",))) == codes(text)


def test_a_path_that_the_project_does_not_list_is_flagged() -> None:
    assert codes("open('out/state.json', 'w').write(x)", Settings(ignore_paths=("in/*",))) == ["ATM103"]


@pytest.mark.parametrize(
    ("given", "expected"), [("new, 'state.json'", []), ("target='state.json'", ["ATM103"]), ("", ["ATM103"])]
)
def test_a_file_that_a_writer_of_the_project_is_given_by_position_is_its_own(given: str, expected: list[str]) -> None:
    text = f"""
import mine
def save_state(folder, data):
    new = folder + '.json'
    with open(new, 'w') as file:
        file.write(data)
    mine.publish({given})
"""
    assert codes(text, Settings(helpers=("mine.publish",))) == expected
