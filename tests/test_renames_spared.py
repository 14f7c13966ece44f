"""Renames that cannot meet a file, or only run where that does no harm, each beside one that can."""

from __future__ import annotations

from tests.snippets import announced, cases, found

UNIX = {
    "a module that only Unix has": """
        import os
        def locked(path, data):
            import fcntl
            made = f"{path}.{os.getpid()}"
            write(made)
            os.rename(made, path)
        def perhaps(path, data):
            try:
                from pwd import getpwnam
            except ImportError:
                getpwnam = None
            made = f"{path}.{os.getpid()}"
            write(made)
            os.rename(made, path)  # ATM204
        def other(path, data):
            from shutil import which
            made = f"{path}.{os.getpid()}"
            write(made)
            os.rename(made, path)  # ATM204
        """,
    "a whole module that is imported from one": """
        import os
        from termios import tcgetattr
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write(made)
            os.rename(made, path)
        """,
    "an object that only Unix can make": """
        import os, signal
        class Kept:
            def __init__(self):
                self.uid = os.getuid()
                self.path = self.uid / "kept.json"
            def save(self, data):
                made = f"{self.path}.{os.getpid()}"
                write(made)
                os.rename(made, self.path)
        class Asked:
            def __init__(self):
                self.root = hasattr(os, "geteuid") and os.geteuid() == 0
                self.uid = os.getuid() if self.root else 0
                self.end = lambda: os.kill(self.uid, signal.SIGKILL)
                self.path = self.root / "kept.json"
            def save(self, data):
                made = f"{self.path}.{os.getpid()}"
                write(made)
                os.rename(made, self.path)  # ATM204
        """,
    "a signal that only Unix has": """
        import os, signal
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write(made)
            os.rename(made, path)
            os.kill(data, signal.SIGHUP)
        def told(path, data):
            made = f"{path}.{os.getpid()}"
            write(made)
            os.rename(made, path)  # ATM204
            data.kill(signal.SIGTERM)
        """,
    "a program at a fixed place": """
        import os, subprocess
        def checked(path, data):
            made = f"{path}.{os.getpid()}"
            write(made)
            subprocess.run(["/usr/bin/env", "bash", "-n", made], check=True)
            os.rename(made, path)
        def passing(path, data):
            made = f"{path}.{os.getpid()}"
            write(made)
            subprocess.run(["bash", "-n", made], check=True)
            os.rename(made, path)  # ATM204
        """,
    "a file at a fixed place": """
        import os
        RULES = "/etc/udev/rules.d/60-ours.rules"
        def save(data):
            made = f"{RULES}.{os.getpid()}"
            write(made)
            os.rename(made, RULES)
        """,
    "what is not there is suppressed": """
        import contextlib, os
        def save(path, data):
            made = f"{path}.{os.getpid()}"
            write(made)
            with contextlib.suppress(AttributeError, OSError):
                os.chown(made, 0, 0)
            os.rename(made, path)  # ATM204
        def owned(path, data):
            made = f"{path}.{os.getpid()}"
            write(made)
            with contextlib.suppress(PermissionError), data:
                os.chown(made, 0, 0)
            os.rename(made, path)
        """,
}


@cases({**UNIX})
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
