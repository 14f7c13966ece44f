"""A home-made replace becomes one helper call, or stays as it is with a reason."""

from __future__ import annotations

import stat
from pathlib import Path

from codemods.rewrite import Result
from flake8_atomic.settings import Settings
from tests.codemods.fixing import body_of, pairs, rewrite_of, told
from tests.fixtures import load

PLAIN = Settings()
KEEPS = "an existing file keeps its mode and owner, and is refused where it is read-only; a symlink is followed"


CREDENTIALS = """
    import os, tempfile
    def save(path, token):
        fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
        try:
            with os.fdopen(fd, "w") as f:
                f.write(token)
            os.replace(tmp, path)
        except BaseException:
            os.unlink(tmp)
            raise
"""


def whole(text: str) -> Result:
    return rewrite_of(text, settings=PLAIN)


@pairs({
    "a temp beside it": """
        from pathlib import Path
        def save(path: Path, text):
            tmp = path.with_suffix(".tmp")
            tmp.write_text(text, encoding="utf-8")
            tmp.replace(path)
        ---
        from pathlib import Path

        from flake8_atomic.helpers import atomic_write_text
        def save(path: Path, text):
            atomic_write_text(path, text, encoding="utf-8")
    """,
    "a target that is removed before the temp is written": """
        from pathlib import Path
        def save(path: Path, text):
            tmp = path.with_suffix(".tmp")
            if path.exists():
                path.unlink()
            tmp.write_text(text, encoding="utf-8")
            tmp.rename(path)
        ---
        from pathlib import Path

        from flake8_atomic.helpers import atomic_write_text
        def save(path: Path, text):
            atomic_write_text(path, text, encoding="utf-8")
    """,
    "what stands above a try that stays is not doubled": """
        import os
        def save(path, data, progress):
            part = f"{path}.{os.getpid()}"
            progress.start()

            # as a whole
            try:
                with open(part, "wb") as f:
                    f.writelines(data)
                os.replace(part, path)
            except Exception:
                os.remove(part)
                raise
            finally:
                progress.close()
        ---
        from flake8_atomic.helpers import atomic_open
        def save(path, data, progress):
            progress.start()

            # as a whole
            try:
                with atomic_open(path, "wb") as f:
                    f.writelines(data)
            finally:
                progress.close()
    """,
    "a name that is built where it is used": """
        import os
        def save(path, rows):
            with open(path + ".tmp", "w") as f:
                f.writelines(rows)
            os.replace(path + ".tmp", path)
        ---
        from flake8_atomic.helpers import atomic_open
        def save(path, rows):
            with atomic_open(path, "w") as f:
                f.writelines(rows)
    """,
    "mkstemp, its clean-up and what only served it": """
        import json, os, tempfile
        def save(path, data):
            folder = os.path.dirname(path) or "."
            fd, tmp = tempfile.mkstemp(dir=folder, prefix=".state-")
            done = False
            try:
                with os.fdopen(fd, "w", encoding="utf-8") as f:
                    fd = -1
                    json.dump(data, f)
                    f.write("\\n")
                    f.flush()
                    os.fsync(f.fileno())
                os.rename(tmp, path)
                done = True
            finally:
                if fd >= 0:
                    os.close(fd)
                if not done:
                    try:
                        os.unlink(tmp)
                    except OSError as error:
                        print(error)
        ---
        from flake8_atomic.helpers import atomic_write_json
        def save(path, data):
            atomic_write_json(path, data, encoding="utf-8", end="\\n", perms=0o600)
    """,
    "a file that keeps its name": """
        import os, tempfile
        def save(path, data):
            with tempfile.NamedTemporaryFile(dir=os.path.dirname(path), delete=False) as f:
                f.write(data)
                name = f.name
            os.replace(name, path)
            return True
        ---
        from flake8_atomic.helpers import atomic_write_bytes
        def save(path, data):
            atomic_write_bytes(path, data, perms=0o600)
            return True
    """,
    "a file that is read again": """
        import os, tempfile
        def save(path, data):
            with tempfile.NamedTemporaryFile(dir=os.path.dirname(path), delete=False) as f:
                f.write(data)
                f.seek(0)
                check(f.read())
            os.replace(f.name, path)
        ---
        from flake8_atomic.helpers import atomic_open
        def save(path, data):
            with atomic_open(path, "wb+", perms=0o600) as f:
                f.write(data)
                f.seek(0)
                check(f.read())
    """,
    "a descriptor": """
        import os, tempfile
        def save(path, data):
            other = os.open(path, os.O_RDONLY)
            check(other)
            tmp = None
            try:
                fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
                os.write(fd, data)
                os.close(fd)
                os.chmod(tmp, 0o640)
                os.replace(tmp, path)
            except BaseException:
                if tmp is not None:
                    os.unlink(tmp)
                raise
        ---
        import os
        def save(path, data):
            other = os.open(path, os.O_RDONLY)
            check(other)
            atomic_write_bytes(path, data, perms=0o640)
    """,
    "a file from open to close": """
        import os
        def save(path, rows):
            tmp = f"{path}.{os.getpid()}"
            f = open(tmp, "w")
            note(path)
            for row in rows:
                f.write(row)
            f.close()
            os.replace(tmp, path)
        ---
        from flake8_atomic.helpers import atomic_open
        def save(path, rows):
            note(path)
            with atomic_open(path, "w") as f:
                for row in rows:
                    f.write(row)
    """,
    "a close in a finally": """
        import os
        def save(path, text):
            tmp = f"{path}.{os.getpid()}"
            f = open(tmp, "w")
            try:
                f.write(text)
            finally:
                f.close()
            os.replace(tmp, path)
        ---
        from flake8_atomic.helpers import atomic_write_text
        def save(path, text):
            atomic_write_text(path, text)
    """,
    "a handle that is entered later": """
        import os, tempfile
        def save(path, rows):
            tf = tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path), delete=False)
            try:
                with tf:
                    tf.writelines(rows)
                os.rename(tf.name, path)
            except Exception:
                os.remove(tf.name)
                raise
        ---
        from flake8_atomic.helpers import atomic_open
        def save(path, rows):
            with atomic_open(path, "w", perms=0o600) as tf:
                tf.writelines(rows)
    """,
    "a handler that swallows stays": """
        import logging, os
        def save(path, text):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(text)
                os.replace(tmp, path)
            except PermissionError:
                raise
            except OSError as error:
                os.unlink(tmp)
                logging.warning("not saved %s", error)
                return False
            finally:
                note(path)
            return True
        ---
        import logging

        from flake8_atomic.helpers import atomic_write_text
        def save(path, text):
            try:
                atomic_write_text(path, text)
            except PermissionError:
                raise
            except OSError as error:
                logging.warning("not saved %s", error)
                return False
            finally:
                note(path)
            return True
    """,
    "a finally that only cleans up goes alone": """
        import os
        def save(path, text):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(text)
                os.replace(tmp, path)
            except ValueError:
                note(path)
            except OSError:
                os.unlink(tmp)
                raise
            finally:
                if os.path.exists(tmp):
                    os.unlink(tmp)
        ---
        from flake8_atomic.helpers import atomic_write_text
        def save(path, text):
            try:
                atomic_write_text(path, text)
            except ValueError:
                note(path)
    """,
    "what would fall to the next handler stays": """
        import os
        def save(path, text):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(text)
                os.replace(tmp, path)
            except OSError:
                os.unlink(tmp)
                raise
            except Exception:
                os.unlink(tmp)
        ---
        from flake8_atomic.helpers import atomic_write_text
        def save(path, text):
            try:
                atomic_write_text(path, text)
            except OSError:
                raise
            except Exception:
                pass
    """,
    "the rename in an else": """
        import os
        def save(path, text):
            tmp = f"{path}.{os.getpid()}"
            try:
                with open(tmp, "w") as f:
                    f.write(text)
            except BaseException:
                os.unlink(tmp)
                raise
            else:
                os.replace(tmp, path)
                note(path)
        ---
        from flake8_atomic.helpers import atomic_write_text
        def save(path, text):
            atomic_write_text(path, text)
            note(path)
    """,
    "a rename that alone is cleaned up": """
        import os
        def save(path, text):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:
                f.write(text)
            try:
                os.replace(tmp, path)
            except OSError:
                os.unlink(tmp)
                raise
        ---
        from flake8_atomic.helpers import atomic_write_text
        def save(path, text):
            atomic_write_text(path, text)
    """,
    "a rename at the end of the block": """
        import os
        def save(path, rows):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:
                f.writelines(rows)
                f.flush()
                os.fsync(f.fileno())
                os.replace(tmp, path)
        ---
        from flake8_atomic.helpers import atomic_open
        def save(path, rows):
            with atomic_open(path, "w") as f:
                f.writelines(rows)
    """,
    "opened again to be synced": """
        import contextlib, os
        from pathlib import Path
        def save(path: Path, data):
            tmp = path.with_name(f"{path.name}.{os.getpid()}")
            try:
                tmp.write_bytes(data)
                with open(tmp, "rb") as f:
                    os.fsync(f.fileno())
                tmp.rename(path)
            finally:
                with contextlib.suppress(OSError):
                    tmp.unlink()
        ---
        from pathlib import Path

        from flake8_atomic.helpers import atomic_write_bytes
        def save(path: Path, data):
            atomic_write_bytes(path, data)
    """,
    "the mode of the old file is kept": """
        import os, shutil, tempfile
        def save(path, data):
            fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
            with os.fdopen(fd, "wb") as f:
                f.write(data)
            if os.path.exists(path):
                shutil.copymode(path, tmp)
            os.replace(tmp, path)
        def keep(path, data):
            mode = os.stat(path).st_mode
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "wb") as f:
                f.write(data)
            os.chmod(tmp, mode & 0o777)
            os.replace(tmp, path)
        ---
        from flake8_atomic.helpers import atomic_write_bytes
        def save(path, data):
            atomic_write_bytes(path, data, perms=0o600)
        def keep(path, data):
            atomic_write_bytes(path, data)
    """,
    "a mode that is set first, and a handler of everything": """
        import json, os, tempfile
        def save(path, data):
            fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
            try:
                os.fchmod(fd, 0o644)
                with open(fd, "w") as f:
                    json.dump(data, f)
                os.replace(tmp, path)
            except:
                os.remove(tmp)
                raise
        ---
        def save(path, data):
            atomic_write_json(path, data, perms=0o644)
    """,
    "a mode under a condition": """
        import os, tempfile
        def save(path, data, private):
            fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
            with os.fdopen(fd, "wb") as f:
                f.write(data)
                if not private:
                    os.fchmod(f.fileno(), 0o644)
            os.replace(tmp, path)
        ---
        from flake8_atomic.helpers import atomic_write_bytes
        def save(path, data, private):
            atomic_write_bytes(path, data, perms=0o644 if not private else 0o600)
    """,
    "modes that are written down elsewhere": """
        import contextlib, os, stat
        from pathlib import Path
        MODE = stat.S_IRUSR | stat.S_IWUSR
        def save(path: Path, data):
            tmp = path.with_suffix(".tmp")
            tmp.write_bytes(data)
            with contextlib.suppress(OSError):
                tmp.chmod(MODE)
            tmp.replace(path)
        def keep(path: Path, data, mode=0o644):
            tmp = path.with_suffix(".tmp")
            tmp.write_bytes(data)
            try:
                os.chmod(
                    tmp,
                    mode
                    & 0o666
                )
            except OSError:
                pass
            tmp.replace(path)
        ---
        import stat
        from pathlib import Path

        from flake8_atomic.helpers import atomic_write_bytes
        MODE = stat.S_IRUSR | stat.S_IWUSR
        def save(path: Path, data):
            atomic_write_bytes(path, data, perms=MODE)
        def keep(path: Path, data, mode=0o644):
            atomic_write_bytes(path, data, perms=mode & 438)
    """,
    "os.open with a mode": """
        import os
        def save(path, data):
            tmp = f"{path}.{os.getpid()}"
            fd = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(fd, "wb", closefd=True) as f:
                f.write(data)
            os.replace(tmp, path)
        def keep(path, data):
            tmp = f"{path}.{os.getpid()}"
            with os.fdopen(os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode=0o666), "wb") as f:
                f.write(data)
            os.replace(tmp, path)
        ---
        from flake8_atomic.helpers import atomic_write_bytes
        def save(path, data):
            atomic_write_bytes(path, data, perms=0o600)
        def keep(path, data):
            atomic_write_bytes(path, data)
    """,
    "an import of its own goes": """
        import os
        def save(path, data):
            try:
                import tempfile
                fd, tmp = tempfile.mkstemp(dir=os.path.dirname(path))
                with os.fdopen(fd, "wb") as f:
                    f.write(data)
                os.replace(tmp, path)
            except OSError:
                return
        ---
        from flake8_atomic.helpers import atomic_write_bytes
        def save(path, data):
            try:
                atomic_write_bytes(path, data, perms=0o600)
            except OSError:
                return
    """,
    "another that has the same names stays": """
        import os
        def save(path, other, text):
            if text:
                tmp = f"{path}.{os.getpid()}"
                with open(tmp, "w") as f:
                    f.write(text)
                os.replace(tmp, path)
            else:
                tmp = f"{other}.x"
                with open(tmp) as f:
                    check(f)
        ---
        from flake8_atomic.helpers import atomic_write_text
        def save(path, other, text):
            if text:
                atomic_write_text(path, text)
            else:
                tmp = f"{other}.x"
                with open(tmp) as f:
                    check(f)
    """,
    "a flush in the middle stays": """
        import os
        def save(path, rows):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:
                f.write("a")
                f.flush()
                size = f.tell()
                for row in rows:
                    if not row:
                        continue
                    f.write(row)
                check(size)
            os.replace(tmp, path)
        ---
        from flake8_atomic.helpers import atomic_open
        def save(path, rows):
            with atomic_open(path, "w") as f:
                f.write("a")
                f.flush()
                size = f.tell()
                for row in rows:
                    if not row:
                        continue
                    f.write(row)
                check(size)
    """,
    "names with a type, and functions inside": """
        import os
        def save(path: str, rows):
            folder: str = os.path.dirname(path)
            number = 0
            number += 1
            tmp: str = os.path.join(folder, os.path.basename(path) + f".tmp{number}")
            def line(row):
                text = str(row)
                return text
            with open(tmp, "w+") as f:
                for row in rows:
                    def written():
                        return line(row)
                    f.write(written())
                f.seek(0)
                for text in f:
                    check(text)
            os.replace(tmp, path)
        ---
        def save(path: str, rows):
            number = 0
            number += 1
            def line(row):
                text = str(row)
                return text
            with atomic_open(path, "w+") as f:
                for row in rows:
                    def written():
                        return line(row)
                    f.write(written())
                f.seek(0)
                for text in f:
                    check(text)
    """,
    "synced by number": """
        import os, stat
        from pathlib import Path
        def save(path: Path, data):
            mode = stat.S_IMODE(os.stat(path).st_mode)
            tmp = path.with_name(f"{path.name}.x")
            try:
                tmp.write_bytes(data)
                fd = os.open(tmp, os.O_RDONLY)
                try:
                    os.fsync(fd)
                finally:
                    os.close(fd)
                tmp.chmod(mode)
                tmp.replace(path)
            except BaseException:
                tmp.unlink()
                raise
        ---
        from pathlib import Path
        def save(path: Path, data):
            atomic_write_bytes(path, data)
    """,
    "comments stay": """
        import os
        def save(path, rows, text):
            tmp = f"{path}.{os.getpid()}"
            note(path)
            try:  # or nothing
                for row in rows:  # all of them
                    check(row)
                with open(tmp, "w") as f:
                    f.write(text)  # the text
                os.replace(tmp, path)
            finally:
                if os.path.exists(tmp):
                    os.unlink(tmp)
        def keep(path, text):
            tmp = f"{path}.{os.getpid()}"
            note(path)
            try:  # or nothing
                check(text)  # first
                with open(tmp, "w") as f:
                    f.write(text)
                os.replace(tmp, path)
            except BaseException:
                try:
                    os.unlink(tmp)
                except OSError:
                    ...
                raise
        ---
        def save(path, rows, text):
            note(path)
            # or nothing
            # the text
            for row in rows:  # all of them
                check(row)
            atomic_write_text(path, text)
        def keep(path, text):
            note(path)
            # or nothing
            check(text)  # first
            atomic_write_text(path, text)
    """,
    "the folder is synced": """
        import contextlib, os
        def save(path, text):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:
                f.write(text)
            os.replace(tmp, path)
            folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
            note(path)
        def keep(path, text):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:
                f.write(text)
            os.replace(tmp, path)
            with contextlib.suppress(OSError):
                folder = os.open(os.path.dirname(path), os.O_RDONLY)
                os.fsync(folder)
                os.close(folder)
        def hold(path, text):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:
                f.write(text)
            os.replace(tmp, path)
            folder = os.open(os.path.dirname(path), os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)
            return folder
        ---
        import os
        def save(path, text):
            atomic_write_text(path, text)
            note(path)
        def keep(path, text):
            atomic_write_text(path, text)
        def hold(path, text):
            atomic_write_text(path, text)
            folder = os.open(os.path.dirname(path), os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)
            return folder
    """,
    "a target that is removed first": """
        import os
        def save(path, text):
            tmp = f"{path}.{os.getpid()}"
            with open(tmp, "w") as f:
                f.write(text)
                f.flush()
                os.fsync(f.fileno())
            if os.path.exists(path):
                os.remove(path)
            os.rename(tmp, path)
        ---
        from flake8_atomic.helpers import atomic_write_text
        def save(path, text):
            atomic_write_text(path, text)
    """,
})  # fmt: skip
def test_the_whole_becomes_one_call(before: str, after: str) -> None:
    result = whole(before)
    assert (result.problem, body_of(result.after)) == ("", body_of(after))
    assert whole(result.after).after == result.after


def test_a_new_file_of_credentials_is_private_and_an_old_one_keeps_its_mode(tmp_path: Path) -> None:
    result = whole(told(CREDENTIALS))
    assert [site.text for site in result.sites] == [KEEPS]
    program = tmp_path / "program.py"
    program.write_text(result.after, encoding="utf-8")
    old = tmp_path / "old"
    old.touch()
    old.chmod(0o640)
    save = load(program).save
    for name, mode in {"new": 0o600, "old": 0o640}.items():
        save(str(tmp_path / name), "secret")
        assert (tmp_path / name).read_text(encoding="utf-8") == "secret"
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == mode
