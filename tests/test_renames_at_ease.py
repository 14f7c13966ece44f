"""Renames that meet no old file, second writer or failure, as the rest of the file shows, each beside one that can."""

from __future__ import annotations

from tests.snippets import announced, cases, found

VACANT = {
    "what was asked for is looked at as well": """
        import os
        def fetch(url, path):
            if path.exists() and path.stat().st_size > 1024:
                return path
            made = path.with_suffix(f".{os.getpid()}")
            download_safely(url, made)
            made.rename(path)
        def fetch_anew(url, path, size):
            if os.path.isfile(path) and os.path.getsize(path) == size:
                return path
            made = f"{path}.{os.getpid()}"
            download_safely(url, made)
            os.rename(made, path)
        def fetch_where_it_is_old(url, path):
            if path.exists() and path.stat().st_mtime > 1024:
                return path
            made = path.with_suffix(f".{os.getpid()}")
            download_safely(url, made)
            made.rename(path)  # ATM204
        def fetch_by_another(url, path, other):
            if path.exists() and other.stat().st_size > 1024:
                return path
            made = path.with_suffix(f".{os.getpid()}")
            download_safely(url, made)
            made.rename(path)  # ATM204
        """,
    "another method draws the name for each file": """
        import os, uuid
        class Upload:
            def __init__(self, folder):
                self.session = os.path.join(folder, uuid.uuid4().hex)
            def begin(self, folder, name):
                self.path = os.path.join(folder, uuid.uuid4().hex + name)
                self.temp = self.path + "~"
            def done(self, data):
                with open(self.temp, "w") as f:  # ATM205
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                os.rename(self.temp, self.path)
            def note(self, data):
                made = f"{self.session}.{os.getpid()}"
                write_safely(made)
                os.rename(made, self.session)  # ATM204
        """,
}
WHOLE = {
    "the caller has asked for what is there": """
        import os, tempfile
        from contextlib import contextmanager
        @contextmanager
        def opened(path, partial=False, once=True):
            done = False
            fd, made = tempfile.mkstemp(dir=os.path.dirname(path))
            try:
                yield os.fdopen(fd, "w")
                os.fsync(fd)
                done = True
            finally:
                if done or partial:
                    os.replace(made, path)
                else:
                    os.unlink(made)
        @contextmanager
        def opened_at_once(path, partial=False, once=True):
            done = False
            fd, made = tempfile.mkstemp(dir=os.path.dirname(path))
            try:
                yield os.fdopen(fd, "w")
                os.fsync(fd)
                done = True
            finally:
                if done or once:
                    os.replace(made, path)  # ATM206
                else:
                    os.unlink(made)
        @contextmanager
        def opened_for_all(path, partial, *, wanted=None):
            done = False
            fd, made = tempfile.mkstemp(dir=os.path.dirname(path))
            try:
                yield os.fdopen(fd, "w")
                os.fsync(fd)
                done = True
            finally:
                if partial or wanted:
                    os.replace(made, path)  # ATM206
                else:
                    os.unlink(made)
        @contextmanager
        def opened_if_wanted(path, *, wanted=None):
            done = False
            fd, made = tempfile.mkstemp(dir=os.path.dirname(path))
            try:
                yield os.fdopen(fd, "w")
                os.fsync(fd)
                done = True
            finally:
                if wanted or (done and path):
                    os.replace(made, path)
                else:
                    os.unlink(made)
        """,
}
NO_LOSS = {
    "whoever reads it takes it away": """
        import os
        RESUME = HOME / "resume.json"
        KEPT = HOME / "kept.json"
        def leave(data):
            RESUME.unlink(missing_ok=True)
            payload = collect(data)
            made = RESUME.with_suffix(f".{os.getpid()}")
            made.write_text(payload)  # ATM205
            made.replace(RESUME)  # ATM201
        def resume():
            try:
                return RESUME.read_text()
            finally:
                RESUME.unlink()
        def leave_at_once(data):
            made = RESUME.with_suffix(f".{os.getpid()}")
            made.write_text(data)  # ATM205
            RESUME.unlink(missing_ok=True)  # ATM207
            made.replace(RESUME)  # ATM201
        def keep(data):
            KEPT.unlink(missing_ok=True)  # ATM207
            made = KEPT.with_suffix(f".{os.getpid()}")
            made.write_text(data)  # ATM205
            made.replace(KEPT)  # ATM201
        def kept():
            return KEPT.read_text()
        def forget():
            KEPT.unlink()
        def note(path, data):
            path.unlink(missing_ok=True)  # ATM207
            made = path.with_suffix(f".{os.getpid()}")
            made.write_text(data)  # ATM205
            made.replace(path)  # ATM201
        def noted(path):
            data = path.read_text()
            path.unlink()
            return data
        """,
    "a record goes before the files that it tells of are put in place": """
        import os
        def publish(root, staging, names, record):
            made = record.with_suffix(f".{os.getpid()}")
            made.write_text("x")  # ATM205
            record.unlink(missing_ok=True)
            for name in names:
                os.replace(staging / name, root / name)
            os.replace(made, record)  # ATM201
        def swap(one, other):
            first, second = one.with_suffix(f".{os.getpid()}"), other.with_suffix(f".{os.getpid()}")
            first.write_text("x")  # ATM205
            second.write_text("x")  # ATM205
            one.unlink()  # ATM207
            other.unlink()  # ATM207
            os.replace(first, one)  # ATM201
            os.replace(second, other)  # ATM201
        def keep_the_old(path, kept):
            made = path.with_suffix(f".{os.getpid()}")
            made.write_text("x")  # ATM205
            os.replace(path, kept)  # ATM207
            os.replace(made, path)  # ATM201
        """,
}
ONE_WRITER = {
    "a script that changes its own sources": """
        import os, sys
        def generate(lines):
            path = os.path.join(os.path.dirname(__file__), "..", "table.h")
            made = path + ".new"
            with open(made, "w") as f:  # ATM205
                f.writelines(lines)
            os.replace(made, path)  # ATM201
        def bump(path):
            with open(path) as old, open(path + ".out", "w") as new:  # ATM205
                new.writelines(old)
            os.replace(path + ".out", path)  # ATM201
        def walk():
            for root, folders, files in os.walk("."):
                for name in files:
                    bump(os.path.join(root, name))
        def cache(text):
            path = os.path.expanduser("~/.cache/table.h")
            made = path + ".new"  # ATM202
            with open(made, "w") as f:  # ATM205
                f.write(text)
            os.replace(made, path)  # ATM201
        def remember(text):
            path = os.path.join(os.path.dirname(__file__), "state.json")
            made = path + ".new"  # ATM202
            with open(made, "w") as f:  # ATM205
                f.write(text)
            os.replace(made, path)  # ATM201
        def elsewhere(folder):
            for root, folders, files in os.walk(folder):
                made = os.path.join(root, "index.txt.new")  # ATM202
                with open(made, "w") as f:  # ATM205
                    f.writelines(files)
                os.replace(made, os.path.join(root, "index.txt"))  # ATM201
        if __name__ == "__main__":
            walk()
        """,
    "a module that is no script": """
        import os
        def generate(lines):
            path = os.path.join(os.path.dirname(__file__), "..", "table.h")
            made = path + ".new"  # ATM202
            with open(made, "w") as f:  # ATM205
                f.writelines(lines)
            os.replace(made, path)  # ATM201
        """,
    "a script that changes the files that it is told": """
        import argparse, os, sys
        def convert(name):
            old = Old(name)
            new = Writer(name + ".new")  # ATM205
            os.rename(name, name + ".old")  # ATM207
            os.replace(name + ".new", name)  # ATM201
        def write(name, data):
            made = name + ".tmp"  # ATM202
            with open(made, "w") as f:  # ATM205
                f.write(data)
            os.replace(made, name)  # ATM201
        def answer(name, data):
            made = name + ".tmp"
            with open(made, "w") as f:  # ATM205
                f.write(data)
            os.replace(made, name)  # ATM201
        def fetch(name, url):
            if is_whole(name):
                return
            made = name + ".part"  # ATM202
            with open(made, "w") as f:  # ATM205
                download(url, f)
            os.replace(made, name)  # ATM201
        def note(name, data):
            made = name + ".tmp"  # ATM202
            with open(made, "w") as f:  # ATM205
                f.write(data)
            os.replace(made, name)  # ATM201
        def sort(name):
            with open(name) as old, open(name + ".out", "w") as new:  # ATM205
                new.writelines(sorted(old))
            os.replace(name + ".out", name)  # ATM201
        def mark(key):
            path = os.path.join(os.path.expanduser("~"), key)
            with open(path) as old, open(path + ".out", "w") as new:  # ATM205 ATM202
                new.writelines(old)
            os.replace(path + ".out", path)  # ATM201
        def main():
            parser = argparse.ArgumentParser()
            given, names = parser.parse_known_args()
            for name in names:
                convert(name)
            write(given.output, given.data)
            mark(given.key)
            sort(given.words)
            fetch(given.archive, given.url)
            note(os.path.join(sys.argv[2], "state.json"), given.data)
            answer(sys.argv[1], given.data)
        if __name__ == "__main__":
            main()
        """,
    "the name of a run that all callers give": """
        import os
        def keep(path, record):
            made = path.with_suffix(".tmp")
            made.write_text(record)  # ATM205
            os.replace(made, path)  # ATM201
        def start(folder, run_id):
            keep(folder / f"{run_id}.json", "started")
        def note(path, record):
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(record)  # ATM205
            os.replace(made, path)  # ATM201
        def end(folder, run_id):
            note(folder / f"{run_id}.json", "ended")
            note(folder / "last.json", run_id)
        def finish(run_dir, record):
            path = run_dir / "run.json"
            made = path.with_suffix(".tmp")
            made.write_text(record)  # ATM205
            os.replace(made, path)  # ATM201
        def measure(self, record):
            path = self.get_job_folder() / "job.json"
            made = path.with_suffix(".tmp")
            made.write_text(record)  # ATM205
            os.replace(made, path)  # ATM201
        def list_all(runs_dir, record):
            path = runs_dir / "runs.json"
            made = path.with_suffix(".tmp")  # ATM202
            made.write_text(record)  # ATM205
            os.replace(made, path)  # ATM201
        """,
}
GIVEN = {
    "a path that may be any file's is no temp": """
        import shutil, tempfile
        class Table:
            def __init__(self, path=None):
                self.path = path or self._made()
            def _made(self):
                made = tempfile.NamedTemporaryFile(delete=False)
                return made.name
            def sort(self):
                sort_file(self.path)
            def move(self, target):
                shutil.move(self.path, target)
        class Draft:
            def __init__(self):
                self.path = self._made()
            def _made(self):
                made = tempfile.NamedTemporaryFile(delete=False)  # ATM203 ATM205
                made.write("x")
                return made.name
            def move(self, target):
                shutil.move(self.path, target)  # ATM201
        """,
}


@cases({**VACANT, **WHOLE, **NO_LOSS, **ONE_WRITER, **GIVEN})
def test_it_is_judged_as_announced(text: str) -> None:
    assert [(line, code) for line, code in found(text) if code.startswith("ATM2")] == announced(text)
