"""Temps that are removed by what does not name them: a function that is given them, or the end of their folder."""

from __future__ import annotations

from tests.snippets import announced, cases, found

SWEPT = {
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
