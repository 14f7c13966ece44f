"""Temps that are removed by what does not name them: a function that is given them, or the end of their folder."""

from __future__ import annotations

from tests.snippets import announced, cases, found

SWEPT = {
    "by a function that is given the one or the other": """
        import os
        def save(path, data):
            made, placed = f"{path}.{os.getpid()}", False
            try:
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
                placed = True
            except OSError:
                _cleanup(path if placed else made)
        def other(path, data):
            made, placed = f"{path}.{os.getpid()}", False
            try:
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
            except OSError:
                _cleanup(path if placed else data)
        """,
    "by nobody, although it is called temporary": """
        import os, uuid
        class Store:
            def _temp_path(self):
                return os.path.join(os.path.dirname(self.path), f"_temp_{uuid.uuid4()}")
            def _temp_file(self):
                return f"{self.path}.{os.getpid()}"
            def save(self, data):
                made = self._temp_path()
                open(made, "w").write(data)  # ATM205
                os.replace(made, self.path)  # ATM201
            def save_as(self, data):
                made = self._temp_file()
                open(made, "w").write(data)  # ATM205
                os.replace(made, self.path)  # ATM201
        """,
    "by nobody, opened by flags of os": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:  # ATM205
                file.write(data)
            os.replace(made, path)  # ATM201
        def go_on(path, data):
            made = f"{path}.{os.getpid()}"
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
                file.write(data)
            os.replace(made, path)  # ATM201
        """,
    "by a function of the file that is given the temp": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
            except OSError:
                drop(made)
                raise
            os.replace(made, path)  # ATM201
        def told(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)  # ATM205
            except OSError:
                tell(made)
                raise
            os.replace(made, path)  # ATM201
        def too_late(path, data):
            made = f"{path}.{os.getpid()}"
            open(made, "w").write(data)  # ATM205
            try:
                os.replace(made, path)  # ATM201
            except OSError:
                drop(made)
        def drop(it):
            if os.path.exists(it):
                os.remove(it)
        def tell(it):
            print(it)
            os.remove("other")
        """,
    "by what a with statement enters": """
        import contextlib, os
        @contextlib.contextmanager
        def removing(it):
            try:
                yield
            except BaseException:
                os.unlink(it)
                raise
        @contextlib.contextmanager
        def without(it):
            if os.path.exists(it):
                os.unlink(it)
            yield
            os.unlink(it)
        class Scratch:
            def __init__(self, it):
                self.it = it
            def __enter__(self):
                return self
            def __exit__(self, *error):
                os.unlink(self.it)
        class Fresh:
            def __init__(self, it):
                self.it = it
            def __enter__(self):
                os.unlink(self.it)
            def __exit__(self, *error):
                pass
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            with removing(made):
                with open(made, "w") as f:
                    f.write(data)
                os.replace(made, path)  # ATM201
        def keep(path, data):
            made = f"{path}.{os.getpid()}"
            with Scratch(made), open(made, "w") as f:
                f.write(data)
            os.replace(made, path)  # ATM201
        def stack(path, data):
            made = f"{path}.{os.getpid()}"
            with contextlib.ExitStack() as stack:
                stack.enter_context(removing(made))
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
        def too_late(path, data):
            made = f"{path}.{os.getpid()}"
            open(made, "w").write(data)  # ATM205
            with removing(made):
                os.replace(made, path)  # ATM201
        def too_late_on_the_stack(path, data):
            made = f"{path}.{os.getpid()}"
            with contextlib.ExitStack() as stack:
                open(made, "w").write(data)  # ATM205
                stack.enter_context(removing(made))
                os.replace(made, path)  # ATM201
        def removed_before(path, data):
            made = f"{path}.{os.getpid()}"
            with without(made):
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
        def removed_on_entering(path, data):
            made = f"{path}.{os.getpid()}"
            with Fresh(made):
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
        def of_another(path, data):
            made = f"{path}.{os.getpid()}"
            with removing(path):
                open(made, "w").write(data)  # ATM205
                os.replace(made, path)  # ATM201
        """,
    "by a function that is given its handle, and says so": """
        import os, tempfile
        def save(path, data):
            f = tempfile.NamedTemporaryFile(dir=path.parent, delete=False)
            try:
                f.write(data)
                f.close()
            except OSError:
                _tidy(f)
                raise
            os.replace(f.name, path)  # ATM201
        """,
    "by tempfile itself, unless that is told to keep it": """
        import os, tempfile
        def save(path, data):
            with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=True) as f:
                f.write(data)
                f.flush()
                os.link(f.name, path)
        def move(path, data):
            with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=True) as f:
                f.write(data)
                f.flush()
                os.replace(f.name, path)  # ATM201
        def keep(path, data):
            with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as f:  # ATM205
                f.write(data)
                f.flush()
                os.replace(f.name, path)  # ATM201
        def choose(path, data, keep):
            with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=not keep) as f:  # ATM205
                f.write(data)
                f.flush()
                os.replace(f.name, path)  # ATM201
        """,
    "by nobody, whoever writes it": """
        import os, tempfile
        from elsewhere import GzipFile, Hooker, temporary
        def save(path, data):
            fd, made = tempfile.mkstemp(dir=path.parent)  # ATM205
            os.close(fd)
            with GzipFile(made, "wb") as f:
                f.write(data)
            os.replace(made, path)  # ATM201
        def keep(path, data):
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as f:  # ATM205
                made = f.name
            data.save_as(made)
            os.replace(made, path)  # ATM201
        def begun_before(path, data):
            fd, made = tempfile.mkstemp(dir=path.parent)
            os.close(fd)
            hooker = Hooker(made)
            try:
                hooker.put(data)
                os.replace(made, path)  # ATM201
            finally:
                os.unlink(made)
        def beside(path, data):
            made = f"{path}.{os.getpid()}"
            data.save_as(made)  # ATM205
            os.replace(made, path)  # ATM201
        def elsewhere(path, data):
            made = temporary(path)
            data.save_as(made)  # ATM205
            os.replace(made, path)  # ATM201
        """,
    "around the writes, not around the rename alone": """
        import os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
            except OSError:
                os.unlink(made)
                raise
            os.replace(made, path)  # ATM201
        def keep(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)
                os.replace(made, path)  # ATM201
            finally:
                if os.path.exists(made):
                    os.unlink(made)
        def renamed(path, data):
            made = f"{path}.{os.getpid()}"
            open(made, "w").write(data)  # ATM205
            try:
                os.replace(made, path)  # ATM201
            except Exception:
                os.unlink(made)
                raise
        def checked(path, data):
            made = f"{path}.{os.getpid()}"
            open(made, "w").write(data)  # ATM205
            try:
                check(path)
            finally:
                if os.path.exists(made):
                    os.unlink(made)
            os.replace(made, path)  # ATM201
        def afterwards(path, data):
            made = f"{path}.{os.getpid()}"
            try:
                open(made, "w").write(data)  # ATM205
            except OSError as error:
                raise Failed from error
            os.replace(made, path)  # ATM201
            if os.path.exists(made):
                os.unlink(made)
        """,
    "with the folder of a with statement": """
        import os, tempfile
        def save(path, data):
            with tempfile.TemporaryDirectory(dir=path.parent) as folder:
                fd, made = tempfile.mkstemp(dir=folder)
                with os.fdopen(fd, "w") as f:
                    f.write(data)
                os.replace(made, path)  # ATM201
        def keep(path, folder, data):
            fd, made = tempfile.mkstemp(dir=folder)  # ATM205
            with os.fdopen(fd, "w") as f:
                f.write(data)
            os.replace(made, path)  # ATM201
        """,
    "with the folder that a finally removes, here or in the caller": """
        import os, shutil, tempfile
        def save(path, folder, data):
            try:
                fd, made = tempfile.mkstemp(dir=folder)
                with os.fdopen(fd, "w") as f:
                    f.write(data)
                os.replace(made, path)  # ATM201
            except BaseException:
                shutil.rmtree(folder)
                raise
        def another(path, folder, other, data):
            try:
                fd, made = tempfile.mkstemp(dir=folder)  # ATM205
                with os.fdopen(fd, "w") as f:
                    f.write(data)
                os.replace(made, path)  # ATM201
            finally:
                shutil.rmtree(other)
        def afterwards(path, folder, data):
            fd, made = tempfile.mkstemp(dir=folder)  # ATM205
            with os.fdopen(fd, "w") as f:
                f.write(data)
            os.replace(made, path)  # ATM201
            shutil.rmtree(folder)
        def told(path, folder, data):
            made = folder / "staged" / path.name
            made.write_text(data)
            os.replace(made, path)  # ATM201
        def run(path, folder, data):
            try:
                told(path, folder, data)
            finally:
                shutil.rmtree(folder)
        def now_and_then(path, folder, data):
            made = folder / "staged" / path.name
            made.write_text(data)  # ATM205
            os.replace(made, path)  # ATM201
        def once(path, folder, data):
            try:
                now_and_then(path, folder, data)
            finally:
                shutil.rmtree(folder)
        def again(path, folder, data):
            now_and_then(path, folder, data)
        """,
    "with the folder of a work that goes on, when it is begun anew": """
        import os, shutil, tempfile
        class Work:
            def save(self, data):
                path = os.path.join(self.config.in_progress, "changes")
                made = os.path.join(self.config.in_progress, f"changes.{os.getpid()}")
                with open(made, "w") as f:
                    f.write(data)
                os.replace(made, path)  # ATM201
            def recover(self):
                self._drop(self.config.in_progress)
            def _drop(self, folder):
                shutil.rmtree(folder)
        class Staged:
            def save(self, data):
                path = os.path.join(self.staging, "changes")
                made = os.path.join(self.staging, f"changes.{os.getpid()}")
                with open(made, "w") as f:  # ATM205
                    f.write(data)
                os.replace(made, path)  # ATM201
        class Kept:
            def save(self, data):
                path = os.path.join(self.folder, "changes")
                made = os.path.join(self.folder, f"changes.{os.getpid()}")
                with open(made, "w") as f:  # ATM205
                    f.write(data)
                os.replace(made, path)  # ATM201
            def clear(self):
                shutil.rmtree(self.folder)
        """,
    "without a word of where": """
        import os, shutil, tempfile
        def save(path, data):
            fd, made = tempfile.mkstemp()  # ATM203 ATM205
            with os.fdopen(fd, "w") as f:
                f.write(data)
            shutil.move(made, path)  # ATM201
        def clear(folder):
            shutil.rmtree(folder)
        """,
}


@cases(SWEPT)
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
