"""Smaller repairs of a home-made replace: the step that was missing is there, and nothing else has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_atomic.settings import Settings
from tests.codemods.fixing import body_of, pairs, rewrite_of, texts, told

PLAIN = Settings()


@pairs({
    "flush and fsync": """
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    for row in rows:
                        f.write(row)
                os.replace(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    for row in rows:
                        f.write(row)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "a flush before the fsync that is there": """
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
                    os.fsync(f)  # to the disk
                os.replace(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
                    f.flush()  # to the disk
                    os.fsync(f.fileno())
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "os.replace for os.rename": """
        import os
        from pathlib import Path
        def save(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
                    f.flush()
                    os.fsync(f.fileno())
                os.rename(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        from pathlib import Path
        def save(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
                    f.flush()
                    os.fsync(f.fileno())
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
})  # fmt: skip
def test_the_missing_step_is_added(before: str, after: str) -> None:
    result = rewrite_of(before, settings=PLAIN, unsafe=False)
    assert (result.problem, result.after) == ("", after)


@pairs({
    "write_text is opened and synced, and cleaned up": """
        from pathlib import Path
        def save(path: Path, text):
            temp = path.with_suffix(".tmp")
            temp.write_text(text, encoding="utf-8")
            note(path)
            temp.rename(path)
        ---
        import os
        import secrets
        from pathlib import Path
        def save(path: Path, text):
            temp = path.with_suffix(".{}.{}.tmp".format(os.getpid(), secrets.token_hex(4)))
            try:
                with open(temp, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                note(path)
                temp.replace(path)
            except BaseException:
                temp.unlink(missing_ok=True)
                raise
    """,
    "from open to close": """
        import os
        def save(path, data):
            temp = path + "~"
            f = open(temp, "wb")
            f.write(data)
            f.close()
            note(path)
            os.replace(src=temp, dst=path)
        ---
        import contextlib
        import os
        import secrets
        def save(path, data):
            temp = path + ".{}.{}~".format(os.getpid(), secrets.token_hex(4))
            try:
                f = open(temp, "wb")
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
                f.close()
                note(path)
                os.replace(src=temp, dst=path)
            except BaseException:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(temp)
                raise
    """,
    "a descriptor": """
        import os, tempfile
        def save(path, data):
            fd, temp = tempfile.mkstemp(dir=os.path.dirname(path))
            os.write(fd, data)
            os.close(fd)
            note(path)
            os.rename(src=temp, dst=path)
        ---
        import contextlib
        import os, tempfile
        def save(path, data):
            fd, temp = tempfile.mkstemp(dir=os.path.dirname(path))
            try:
                os.write(fd, data)
                os.fsync(fd)
                os.close(fd)
                note(path)
                os.replace(src=temp, dst=path)
            except BaseException:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(temp)
                raise
    """,
    "a rename inside of the block": """
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.replace(temp, path)
                    note(path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.flush()
                    f.flush()
                    os.fsync(f.fileno())
                    os.replace(temp, path)
                    note(path)
            finally:
                os.unlink(temp)
    """,
    "a temp from elsewhere": """
        import os, shutil, tempfile
        from pathlib import Path
        def save(path: Path, data):
            fd, temp = tempfile.mkstemp(".json", "state")
            with os.fdopen(fd, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            check(temp)
            shutil.move(temp, path)
        ---
        import contextlib
        import os, tempfile
        from pathlib import Path
        def save(path: Path, data):
            fd, temp = tempfile.mkstemp(".json", "state", dir=path.parent)
            try:
                with os.fdopen(fd, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                check(temp)
                os.replace(temp, path)
            except BaseException:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(temp)
                raise
    """,
    "a temp that is moved from beside": """
        import os, shutil
        def save(folder, data):
            path = os.path.join(folder, "state.json")
            temp = os.path.join(folder, f"state.json.{os.getpid()}")
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                check(temp)
                shutil.move(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(folder, data):
            path = os.path.join(folder, "state.json")
            temp = os.path.join(folder, f"state.json.{os.getpid()}")
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                check(temp)
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "a temp that is moved from a name beside": """
        import os, shutil
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                check(temp)
                shutil.move(temp, path)
            finally:
                os.unlink(temp)
        ---
        import os
        def save(path, data):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(data)
                    f.flush()
                    os.fsync(f.fileno())
                check(temp)
                os.replace(temp, path)
            finally:
                os.unlink(temp)
    """,
    "targets that are removed first": """
        import contextlib, os, shutil, sys
        from pathlib import Path
        def save(path: Path, data):
            temp = path.with_suffix(f".{os.getpid()}")
            try:
                write(temp, data)
                if sys.platform == "win32":
                    with contextlib.suppress(OSError):
                        path.unlink()
                shutil.move(str(temp), str(path))
            finally:
                temp.unlink(missing_ok=True)
        def keep(path: Path, data):
            temp = path.parent / f"x.{os.getpid()}"
            try:
                write(temp, data)
                try:
                    os.remove(path)
                except FileNotFoundError:
                    pass
                os.replace(temp, path)
            finally:
                temp.unlink(missing_ok=True)
        def write(temp, data):
            with open(temp, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
        ---
        import os
        from pathlib import Path
        def save(path: Path, data):
            temp = path.with_suffix(f".{os.getpid()}")
            try:
                write(temp, data)
                os.replace(str(temp), str(path))
            finally:
                temp.unlink(missing_ok=True)
        def keep(path: Path, data):
            temp = path.parent / f"x.{os.getpid()}"
            try:
                write(temp, data)
                os.replace(temp, path)
            finally:
                temp.unlink(missing_ok=True)
        def write(temp, data):
            with open(temp, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
    """,
    "names of their own": """
        import os
        from pathlib import Path
        def save(path: Path, data):
            temp = path.parent / f"{path.name}.part"
            try:
                write(temp, data)
                os.replace(temp, path)
            finally:
                temp.unlink()
        def keep(folder, name, data):
            temp = Path(os.path.join(folder, name + ".new"))
            try:
                write(temp, data)
                os.replace(temp, os.path.join(folder, name))
            finally:
                temp.unlink()
        def write(temp, data):
            with open(temp, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
        ---
        import os
        import secrets
        from pathlib import Path
        def save(path: Path, data):
            temp = path.parent / f"{path.name}.part.{os.getpid()}.{secrets.token_hex(4)}"
            try:
                write(temp, data)
                os.replace(temp, path)
            finally:
                temp.unlink()
        def keep(folder, name, data):
            temp = Path(os.path.join(folder, name + f".{os.getpid()}.{secrets.token_hex(4)}.new"))
            try:
                write(temp, data)
                os.replace(temp, os.path.join(folder, name))
            finally:
                temp.unlink()
        def write(temp, data):
            with open(temp, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
    """,
})  # fmt: skip
def test_what_is_no_whole_gets_its_steps(before: str, after: str) -> None:
    result = rewrite_of(before, settings=PLAIN)
    assert (result.problem, body_of(result.after)) == ("", body_of(after))
    assert {site.fixed for site in result.sites} == {True}
    assert rewrite_of(result.after, settings=PLAIN).after == result.after


HEAD = "import os\nimport shutil\nfrom pathlib import Path\ndef save(path: Path, rows):\n"


@pytest.mark.parametrize(
    ("reason", "body"),
    {
        "each pass of the loop": "    for row in rows:\n        temp = f'{path}.{os.getpid()}'\n        try:\n"
        "            with open(temp, 'w') as f:\n                f.write(row)\n            os.replace(temp, path)\n"
        "        finally:\n            os.unlink(temp)\n",
        "line 8 leaves the block": "    temp = f'{path}.{os.getpid()}'\n    try:\n        with open(temp, 'w') as f:\n"
        "            if rows: return\n            f.write(rows)\n        os.replace(temp, path)\n    finally:\n"
        "        os.unlink(temp)\n",
        "a symlink is followed": "    temp = path.with_name(f'{path.name}.{os.getpid()}')\n    try:\n"
        "        with open(temp, 'w') as f:\n            f.write(rows)\n            f.flush()\n"
        "            os.fsync(f.fileno())\n        path.with_name(\n"
        "            f'{path.name}.{os.getpid()}').rename(path)\n    finally:\n        temp.unlink()\n",
        "gzip.open() writes it": "    import gzip\n    temp = f'{path}.{os.getpid()}'\n    try:\n"
        "        with gzip.open(temp, 'w') as f:\n            f.write(rows)\n        os.replace(temp, path)\n"
        "    finally:\n        os.unlink(temp)\n",
    }.items(),
)
def test_what_is_left_has_a_reason(reason: str, body: str) -> None:
    result = rewrite_of(HEAD + body, settings=PLAIN, unsafe=False)
    assert result.after == HEAD + body
    assert any(reason in said for said in texts(result)), texts(result)


LEFT = {
    "ATM201": """
        def save(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            try:
                with open(temp, "w") as f:
                    f.write(rows)
            except OSError:
                print("disk full")
            os.replace(temp, path)
        def second(path: Path, rows):
            temp = Path(f"{path}.{os.getpid()}")
            Path.write_text(temp, rows)
            print(os.replace(temp, path))
        def third(path: Path, rows):
            temp = Path(f"{path}.{os.getpid()}")
            temp.write_text(rows, "utf-8")
            print(os.replace(temp, path))
        def fourth(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            f = gzip.open(temp, "wb")
            f.write(rows)
            f.close()
            os.replace(temp, path)
        def fifth(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            f = open(temp, "w")
            try:
                f.write(rows)
            finally:
                f.close()
                os.replace(temp, path)
    """,
    "ATM202": """
        def save(path: str, rows):
            with open(path + ".tmp", "w") as f:
                f.write(rows)
            check(f)
            os.replace(path + ".tmp", path)
        def second(path: str, rows):
            temp = "%s.tmp" % path
            with open(temp, "w") as f:
                f.write(rows)
            check(temp)
            os.replace(temp, path)
        def resumed(path: str, rows):
            temp = path + ".part"
            with open(temp, "ab" if os.path.exists(temp) else "wb") as f:
                f.write(rows)
                f.flush()
                os.fsync(f.fileno())
            os.replace(temp, path)
        def asked_for(path: str, rows):
            temp = path + ".half"
            done = os.path.exists(temp)
            with open(temp, "w") as f:
                f.write(rows)
            check(f, done)
            os.replace(temp, path)
        def looked_for(path: str, rows):
            temp = path + ".copy"
            with open(temp, "w") as f:
                f.write(rows)
            check(f)
            os.replace(temp, path)
        def swept(folder):
            return [name for name in os.listdir(folder) if name.endswith(".copy")]
    """,
    "ATM203": """
        def save(path: str, rows):
            fd, temp = tempfile.mkstemp(".json", "x", None, True)
            os.write(fd, rows)
            check(temp)
            shutil.move(temp, path)
        def second(path: str, rows):
            fd, temp = tempfile.mkstemp()
            os.write(fd, rows)
            path = check(temp)
            shutil.move(temp, path)
        def moved(path: str, rows):
            temp = f"{path}.{os.getpid()}"
            with open(temp, "w") as f:
                f.write(rows)
            return shutil.move(temp, path)
        def third(path: Path, rows):
            temp = os.path.join(tempfile.gettempdir(), path.name)
            with open(temp, "w") as f:
                f.write(rows)
            check(temp)
            shutil.move(temp, path)
    """,
    "ATM205": """
        def made_by_one(path: str, rows):
            temp = path + ".lock"
            with open(temp, "x") as f:
                f.write(rows)
            check(f)
            os.replace(temp, path)
        def opened_by_one(path: str, rows):
            temp = path + ".lock"
            fd = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            os.write(fd, rows)
            check(fd)
            os.replace(temp, path)
        def save(path: str, rows):
            with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path), delete=False) as f:
                f.write(rows)
            check(f)
            os.replace(f.name, path)
        def second(path: str, rows):
            temp = f"{path}.{os.getpid()}"
            if rows:
                with open(temp, "w") as f:
                    f.write(rows)
            if rows:
                os.replace(temp, path)
    """,
    "ATM207": """
        def save(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            with open(temp, "w") as f:
                f.write(rows)
            check(temp)
            print(os.remove(path))
            os.replace(temp, path)
        def second(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            with open(temp, "w") as f:
                f.write(rows)
            check(temp)
            if rows:
                os.remove(path)
            os.replace(temp, path)
        def third(path: Path, rows):
            temp = f"{path}.{os.getpid()}"
            with open(temp, "w") as f:
                f.write(rows)
            check(temp)
            os.replace(path, f"{path}.old")
            os.replace(temp, path)
        def fourth(path: Path, rows):
            temp = os.path.join(tempfile.gettempdir(), f"{path.name}.tmp")
            with open(temp, "w") as f:
                f.write(rows)
            check(temp)
            os.remove(path)
            shutil.move(temp, path)
    """,
}


CHOSEN = """
    import gzip, os
    def save(path, rows, other):
        if other:
            renamed = other
            opened = gzip.open
        else:
            renamed = os.rename
            opened = open
        temp = f"{path}.{os.getpid()}"
        try:
            with opened(temp, "wb") as f:
                f.write(rows)
            renamed(temp, path)
        finally:
            os.unlink(temp)
        use(opened, renamed)
"""


@pytest.mark.parametrize(
    ("name", "other", "plain"), [("opened", "renamed", "os.replace"), ("renamed", "opened", "open")]
)
@pytest.mark.parametrize("unsafe", [True, False])
def test_a_step_that_only_some_ways_take_is_left(name: str, other: str, plain: str, unsafe: bool) -> None:
    before = told(CHOSEN).replace(f"{other}(temp", f"{plain}(temp")
    said = texts(rewrite_of(before, settings=PLAIN, unsafe=unsafe))
    assert any(f"`{name}` is one of several functions" in text for text in said), said


@pytest.mark.parametrize(("code", "body"), LEFT.items(), ids=LEFT)
def test_what_no_step_can_mend_is_left(code: str, body: str) -> None:
    before = "import gzip, os, shutil, tempfile\nfrom pathlib import Path\n" + told(body)
    sites = [site for site in rewrite_of(before, settings=PLAIN).sites if site.code == code]
    assert sites
    assert [(site.level, bool(site.text)) for site in sites] == [("none", True)] * len(sites)


def test_a_project_without_our_helpers_gets_the_steps() -> None:
    before = told("""
        import os
        def save(path, rows):
            temp = f"{path}.{os.getpid()}"
            with open(temp, "w") as f:
                f.write(rows)
                f.flush()
                os.fsync(f.fileno())
            os.rename(temp, path)
    """)
    result = rewrite_of(before, settings=PLAIN, offered=frozenset({"atomic_write_bytes"}))
    assert "except BaseException:" in result.after
    assert "os.replace(temp, path)" in result.after
    assert {site.level for site in result.sites} == {"safe"}


def test_an_error_of_opening_that_a_handler_now_sees_is_told() -> None:
    before = told("""
        import os, tempfile
        def save(path, rows):
            fd, temp = tempfile.mkstemp(dir=os.path.dirname(path))
            try:
                with os.fdopen(fd, "w") as f:
                    f.write(rows)
                os.replace(temp, path)
            except OSError:
                os.unlink(temp)
                return False
            return True
    """)
    (site,) = rewrite_of(before, settings=PLAIN).sites
    assert "the handler on line 8 also handles that it cannot be opened" in site.text


SYNCED = """import contextlib
import os


def save(path, text):
    temp = f"{{path}}.{{os.getpid()}}.tmp"
    try:
        with open(temp, "w") as f:
            f.write(text)
            {}
        note(path)
        os.replace(temp, path)
    finally:
        contextlib.suppress(os.unlink(temp))
"""
PASSED = {
    "try:\n    os.fsync(f.fileno())\nexcept OSError:\n    pass": True,
    "try:\n    f.flush()\n    os.fsync(f.fileno())\nexcept (OSError, ValueError):\n    pass": True,
    "with contextlib.suppress(OSError):\n    f.flush()\n    os.fsync(f.fileno())": True,
    "with contextlib.suppress(OSError), text:\n    os.fsync(f.fileno())": False,
    "if text:\n    try:\n        os.fsync(f.fileno())\n    except OSError:\n        pass": False,
    "try:\n    os.fsync(f.fileno())\nexcept OSError:\n    pass\nf.seek(0)": False,
    "try:\n    os.fsync(f.fileno())\nexcept OSError as error:\n    print(error)": False,
    "try:\n    os.fsync(f.fileno())\nexcept OSError:\n    pass\nelse:\n    print(text)": False,
    "try:\n    os.fsync(f.fileno())\nexcept OSError:\n    pass\nfinally:\n    print(text)": False,
    "try:\n    print(text)\n    os.fsync(f.fileno())\nexcept OSError:\n    pass": False,
    "try:\n    os.fsync(f.fileno())\n    print(text)\nexcept OSError:\n    pass": False,
}


@pytest.mark.parametrize(("block", "is_last"), PASSED.items())
def test_a_sync_whose_error_is_passed_over_is_kept_and_heeded_or_left(block: str, is_last: bool) -> None:
    before = SYNCED.format("f.flush()\n            " + block.replace("\n", "\n" + " " * 12))
    result = rewrite_of(before, settings=PLAIN)
    if not is_last:
        assert result.after == before
        return
    assert result.after.count("fsync") == 1
    assert "            os.fsync(f.fileno())\n        note(path)" in result.after
    assert texts(result) == ["an error of the sync is raised, no longer passed over, and the old file stays"]
    assert rewrite_of(before, settings=PLAIN, unsafe=False).after == before


CLOSED = """import contextlib
import os


def save(path, text):
    temp = f"{path}.{os.getpid()}.tmp"
    try:
        f = open(temp, "w")
        f.write(text)
        f.flush()
        with contextlib.suppress(OSError):
            os.fsync(f.fileno())
        f.close()
        note(path)
        os.replace(temp, path)
    finally:
        contextlib.suppress(os.unlink(temp))
"""


def test_a_sync_whose_error_is_passed_over_before_the_close_is_heeded() -> None:
    after = rewrite_of(CLOSED, settings=PLAIN).after
    assert "        f.flush()\n        os.fsync(f.fileno())\n        f.close()\n" in after


def test_a_temp_that_may_be_all_there_is_stays() -> None:
    text = told(
        """
        import os
        def save(path, data):
            temp = path + f".{os.getpid()}"
            with open(temp, "w") as f:
                f.write(data)
                f.flush()
                os.fsync(f.fileno())
            os.rename(path, path + ".old")
            os.replace(temp, path)
        """
    )
    result = rewrite_of(text, settings=PLAIN)
    assert result.after == text
    assert [site.code for site in result.sites] == ["ATM205", "ATM207"]


@pytest.mark.parametrize("guarded", ["os.replace(temp, path)", "os.rename(temp, path)"])
def test_a_step_of_the_standard_library_needs_no_helper_to_be_imported(guarded: str, tmp_path: Path) -> None:
    (tmp_path / "__init__.py").touch()
    text = told(
        f"""
        import os
        def save(path, data):
            temp = path + f".{{os.getpid()}}"
            try:
                with open(temp, "w") as f:
                    check(f)
                    f.write(data)
                {guarded}
            finally:
                os.unlink(temp)
        if __name__ == "__main__":
            save("a", "b")
        """
    )
    result = rewrite_of(text, str(tmp_path / "a.py"), settings=PLAIN, unsafe=False)
    assert "os.fsync(f.fileno())\n        os.replace(temp, path)" in result.after
    assert {site.level for site in result.sites} == {"safe"}


def test_a_block_that_goes_on_where_writing_failed_is_no_whole() -> None:
    text = told(
        """
        import os, pickle, shutil, tempfile
        def flush(path, events, log):
            fd, temp = tempfile.mkstemp(dir=os.path.dirname(path))
            with os.fdopen(fd, "wb") as f:
                try:
                    pickle.dump(events, f)
                except Exception as error:
                    log.warning("not stored", error)
            os.replace(temp, path)
        """
    )
    result = rewrite_of(text, settings=PLAIN)
    assert "atomic_open" not in result.after
    assert [site.fixed for site in result.sites if site.code == "ATM206"] == [False]


def test_a_function_that_leaves_an_equal_file_alone_is_no_rename() -> None:
    text = told(
        """
        import filecmp, os
        def replace_if_different(target, temp):
            if os.path.exists(target) and filecmp.cmp(target, temp):
                os.unlink(temp)
            else:
                os.replace(temp, target)
        def publish(target, temp):
            if os.name == "nt":
                os.replace(temp, target)
            else:
                os.rename(temp, target)
        def dump(target, lines):
            temp = target + "~"
            with open(temp, "w") as f:
                f.writelines(lines)
            replace_if_different(target, temp)
        def dump_all(target, lines):
            temp = target + "~"
            with open(temp, "w") as f:
                f.writelines(lines)
            publish(target, temp)
        """
    )
    after = rewrite_of(text, settings=PLAIN).after
    assert after.count("atomic_open(") == 1
    assert after.count("replace_if_different(target, temp)") == 2
