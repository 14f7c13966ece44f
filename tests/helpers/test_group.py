"""All files of a group get their new content or none does, and every unusual target has one defined answer."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.helpers import (
    AtomicWriteError,
    NotDurable,
    RecoveryError,
    Unreplaceable,
    atomic_group,
    recover,
    stage,
    sync_policy,
    syncing,
    system,
)
from flake8_atomic.helpers.sweep import sweep

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(autouse=True)
def _nothing_is_known_of_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "_typical", {})


@pytest.fixture
def root(memory: Path) -> Path:
    (memory / "sub").mkdir()
    for name in ("a", "b", "sub/c"):
        (memory / name).write_text("old")
    return memory


def contents(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in sorted(root.rglob("*")) if path.is_file()}


OLD = {"a": "old", "b": "old", "sub/c": "old"}


def test_every_way_to_write(root: Path) -> None:
    with atomic_group(root) as group:
        assert group.write_text(root / "a", "é\n", "utf-8") == 2
        assert group.write_bytes(root / "b", memoryview(b"bytes")) == 5
        assert group.write_bytes(root / "raw", b"raw") == 3
        assert group.write_json(root / "sub/c", {"x": [1]}, end="\n") == 11
        with group.open(root / "text", "w", newline="\r\n") as text:
            text.write("line\n")
        with group.open(root / "binary", "w+b") as binary:
            binary.write(b"12345")
            binary.seek(1)
            assert binary.read(2) == b"23"
        with group.open(root / "unbuffered", "wb", 0) as unbuffered:
            unbuffered.write(b"u")
        assert contents(root)["a"] == "old"
        assert not (root / "text").exists()
    assert (root / "a").read_bytes() == "é\n".encode()
    assert (root / "b").read_bytes() == b"bytes"
    assert json.loads((root / "sub/c").read_text()) == {"x": [1]}
    assert (root / "text").read_bytes() == b"line\r\n"
    assert sorted(os.listdir(root)) == ["a", "b", "binary", "raw", "sub", "text", "unbuffered"]
    assert os.listdir(root / "sub") == ["c"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_exception_in_the_block_leaves_everything_old(root: Path, error: type[BaseException]) -> None:
    with pytest.raises(error), atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.unlink(root / "b")
        handle = group.open(root / "sub/c", "w")
        handle.write("new")
        raise error
    assert handle.closed
    assert contents(root) == OLD


def test_a_write_that_fails_leaves_everything_old(root: Path) -> None:
    with pytest.raises(TypeError), atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_json(root / "b", object())
    with pytest.raises(FileNotFoundError) as caught, atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_text(root / "missing/x", "new")
    assert caught.value.filename == str(root / "missing/x")
    assert contents(root) == OLD


def test_a_failed_write_that_is_caught_spoils_nothing(root: Path) -> None:
    with atomic_group(root) as group:
        with pytest.raises(KeyError), group.open(root / "a", "w") as handle:
            handle.write("half")
            raise KeyError
        group.write_text(root / "b", "new")
    assert contents(root) == {**OLD, "b": "new"}


def test_an_empty_group_does_nothing(root: Path) -> None:
    with atomic_group(root):
        assert sorted(os.listdir(root)) == ["a", "b", "sub"]
    assert contents(root) == OLD


def test_relative_and_bytes_paths(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "sub")
    with atomic_group("..") as group:
        group.write_text("c", "new")
        group.write_text(os.fsencode(root / "a"), "new")
        group.write_text("../b", "new")
        monkeypatch.chdir("/")
    assert set(contents(root).values()) == {"new"}


def test_names_that_are_hardly_names(root: Path) -> None:
    names = ["é" * 127, "x" * 255, os.fsdecode(b"\xff\xfe"), "new\nline", " "]
    with atomic_group(root) as group:
        for name in names:
            group.write_text(root / name, "new")
    assert {(root / name).read_text() for name in names} == {"new"}


def test_the_same_target_twice_keeps_the_last(root: Path) -> None:
    (root / "link").symlink_to("sub/c")
    with atomic_group(root) as group:
        for number in range(3):
            group.write_text(root / "a", f"{number}")
        group.write_text(root / "sub/c", "by its name")
        group.write_text(root / "link", "by its link")
        group.write_text(root / "b", "new")
        group.unlink(root / "b")
        assert len(os.listdir(next(root.glob(".txn-*")))) == 2
    assert contents(root) == {"a": "2", "link": "by its link", "sub/c": "by its link"}


def test_removal(root: Path) -> None:
    (root / "link").symlink_to("a")
    with atomic_group(root) as group:
        group.unlink(root / "link")
        group.unlink(root / "b")
        group.unlink(root / "never", missing_ok=True)
        for missing in ("never", "b"):
            with pytest.raises(FileNotFoundError) as caught:
                group.unlink(root / missing)
            assert caught.value.filename == str(root / missing)
        with pytest.raises(IsADirectoryError):
            group.unlink(root / "sub")
        halves_fit = f"{root}{'/.' * ((4090 - len(str(root))) // 2)}/{'n' * 20}"
        for unlink in (os.unlink, group.unlink):
            with pytest.raises(OSError, match="too long"):
                unlink(halves_fit)
        group.write_text(root / "made", "new")
        group.unlink(root / "made")
        group.unlink(root / "sub/c")
        group.write_text(root / "sub/c", "after all")
    assert contents(root) == {"a": "old", "sub/c": "after all"}


def test_a_symlink_is_followed_and_kept(root: Path) -> None:
    (root / "link").symlink_to("sub/c")
    (root / "dangling").symlink_to("sub/new")
    with atomic_group(root) as group:
        group.write_text(root / "link", "new")
        group.write_text(root / "dangling", "new")
    assert (root / "link").is_symlink()
    assert (root / "dangling").is_symlink()
    assert contents(root) == {**OLD, "sub/c": "new", "sub/new": "new", "link": "new", "dangling": "new"}


def test_a_target_outside_the_root_is_refused(root: Path) -> None:
    (root / "sub/out").symlink_to("../a")
    for act in ("write_text", "unlink", "open"):
        for path in (root / "a", root / "sub/out", root / "sub/../b"):
            if (act, path.name) == ("unlink", "out"):
                continue  # the link itself is below the root
            with pytest.raises(ValueError, match="not below the root"), atomic_group(root / "sub") as group:
                group.write_text(root / "sub/c", "new")
                getattr(group, act)(path, *(["new"] if act == "write_text" else ["w"] if act == "open" else []))
    assert contents(root) == {**OLD, "sub/out": "old"}


def test_a_target_among_what_is_staged_is_refused(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        (own,) = root.glob(".txn-*")
        with pytest.raises(ValueError, match="not below the root"):
            group.write_text(own / "journal", "new")
    assert contents(root) == {**OLD, "a": "new"}


def test_a_root_behind_a_link(root: Path) -> None:
    (root / "way").symlink_to("sub")
    with atomic_group(root / "way") as group:
        group.write_text(root / "sub/c", "new")
        group.write_text(root / "way/d", "new")
    assert sorted(os.listdir(root / "sub")) == ["c", "d"]


def test_a_folder_that_is_swapped_while_it_is_looked_up(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.path.realpath
    with pytest.raises(OSError, match="changed while") as caught, atomic_group(root) as group:
        monkeypatch.setattr(os.path, "realpath", lambda path: real(str(path).replace("sub/c", "a")))
        group.write_text(root / "sub/c", "new")
    assert caught.value.errno == errno.ESTALE
    assert contents(root) == OLD


def test_pipes_and_devices_cannot_be_part(root: Path) -> None:
    os.mkfifo(root / "pipe")
    reader = os.open(root / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(Unreplaceable, match="pipe"), atomic_group(root) as group:
        group.write_text(root / "pipe", "new")
    os.close(reader)
    with pytest.raises(OSError, match="No such device or address"), atomic_group(root) as group:
        group.write_text(root / "pipe", "new")
    (root / "null").symlink_to("/dev/null")
    with pytest.raises(Unreplaceable), atomic_group(root) as group:
        group.write_text(root / "null", "new")
    (root / "pipe link").symlink_to("pipe")
    with pytest.raises(OSError, match="No such device or address"), atomic_group(root) as group:
        group.write_text(root / "pipe link", "new")


def test_metadata_is_that_of_single_writes(root: Path) -> None:
    (root / "a").chmod(0o604)
    os.setxattr(root / "a", "user.kept", b"yes")
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_text(root / "private", "new", perms=0o600)
        group.write_text(root / "plain", "new")
    mask = os.umask(0o022)
    os.umask(mask)
    assert (root / "a").stat().st_mode & 0o7777 == 0o604
    assert os.getxattr(root / "a", "user.kept") == b"yes"
    assert (root / "private").stat().st_mode & 0o7777 == 0o600
    assert (root / "plain").stat().st_mode & 0o7777 == 0o666 & ~mask
    assert (root / "plain").stat().st_nlink == 1


@pytest.mark.parametrize("arguments", [{"perms": "x"}, {"mode": "r"}, {"mode": "wb", "encoding": "utf-8"}])
def test_wrong_arguments_stage_nothing(root: Path, arguments: dict[str, Any]) -> None:
    with atomic_group(root) as group:
        with pytest.raises((TypeError, ValueError)):
            group.open(root / "a", **arguments)
        with pytest.raises(TypeError):
            group.write_text(root / "a", "new", perms="x")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            group.write_text(root / "a", b"new")  # type: ignore[arg-type]
        assert sorted(os.listdir(root)) == ["a", "b", "sub"]


def test_a_file_that_is_still_open_stops_the_group(root: Path) -> None:
    with pytest.raises(AtomicWriteError, match="still open"), atomic_group(root) as group:
        group.open(root / "a", "w").write("new")
        group.write_text(root / "b", "new")
    assert contents(root) == OLD


def test_a_group_is_for_one_block(root: Path) -> None:
    group = atomic_group(root)
    for act in (lambda: group.write_text(root / "a", "x"), lambda: group.open(root / "a"), lambda: group.unlink("a")):
        with pytest.raises(ValueError, match="in its `with` block"):
            act()
    with group, pytest.raises(ValueError, match="one block"):
        group.__enter__()
    with pytest.raises(ValueError, match="one block"):
        group.__enter__()
    with pytest.raises(ValueError, match="in its `with` block"):
        group.write_text(root / "a", "x")


def test_a_group_that_is_dropped_gives_its_lock_back(root: Path) -> None:
    group = atomic_group(root)
    group.__enter__()
    group.write_text(root / "a", "new")
    del group
    assert recover(root) == []
    assert contents(root) == OLD


def test_roots_that_cannot_be_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, error in ((root / "missing", FileNotFoundError), (root / "a", NotADirectoryError)):
        with pytest.raises(error), atomic_group(path):
            pass
        with pytest.raises(error):
            recover(path)
    with pytest.raises(ValueError, match="sync must be"), atomic_group(root, sync="fast"):
        pass
    with pytest.raises(TypeError):
        atomic_group(7)  # type: ignore[arg-type]
    monkeypatch.setattr(system, "PINNED", False)
    with pytest.raises(AtomicWriteError, match="locks"), atomic_group(root):
        pass


def test_a_group_in_a_group(root: Path) -> None:
    """On the same root it would wait for itself; on another root it is a group of its own."""
    with pytest.raises(KeyError), atomic_group(root) as group:
        group.write_text(root / "a", "new")
        for second in (lambda: atomic_group(root).__enter__(), lambda: recover(root)):
            with pytest.raises(AtomicWriteError) as caught:
                second()
            assert caught.value.errno == errno.EDEADLK
        with atomic_group(root / "sub") as inner:
            inner.write_text(root / "sub/c", "new")
        raise KeyError
    assert contents(root) == {**OLD, "sub/c": "new"}


def test_another_thread_waits(root: Path) -> None:
    order = []

    def other() -> None:
        with atomic_group(root) as group:
            order.append("second")
            group.write_text(root / "a", "second")

    with atomic_group(root) as group:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join(0.1)
        order.append("first")
        group.write_text(root / "a", "first")
    thread.join()
    assert order == ["first", "second"]
    assert contents(root)["a"] == "second"


RECOVER = """
import sys
from flake8_atomic.helpers import recover
print("waiting", flush=True)
print(recover(sys.argv[1]))
"""


def test_recovery_waits_for_a_living_group_and_leaves_it_alone(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        process = subprocess.Popen([sys.executable, "-c", RECOVER, root], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.2)
        group.write_text(root / "b", "new")
    assert process.communicate(timeout=20)[0] == "[]\n"
    assert contents(root) == {**OLD, "a": "new", "b": "new"}


def test_a_sweep_leaves_a_living_group_alone(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweep before each call that gives or takes a name, in every folder."""
    swept = 0

    def sweeping(name: str) -> None:
        real: Callable[..., Any] = getattr(os, name)

        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal swept
            swept += 1
            with monkeypatch.context() as plain:
                plain.setattr(os, "unlink", unlink)
                for folder in (root, root / "sub", *filter(Path.is_dir, root.glob(".txn-*"))):
                    assert sweep(folder, delete=True) == []
            return real(*arguments, **options)

        monkeypatch.setattr(os, name, call)

    unlink = os.unlink
    with atomic_group(root) as group:
        for name in ("link", "replace", "unlink", "rmdir"):
            sweeping(name)
        group.write_text(root / "a", "new")
        group.write_text(root / "sub/c", "new")
    assert swept >= 8
    monkeypatch.undo()
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}


def test_a_forked_child_neither_publishes_nor_drops(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        pid = os.fork()
        if pid == 0:
            group.__exit__(None, None, None)
            os._exit(0)
        os.waitpid(pid, 0)
        assert contents(root)["a"] == "old"
        with pytest.raises(BlockingIOError):
            in_thread(lambda: recover(root, wait=False))
        group.write_text(root / "b", "new")
    assert contents(root) == {**OLD, "a": "new", "b": "new"}


def test_the_end_of_a_block_in_another_process_only_lets_go(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group = atomic_group(root)
    group.__enter__()
    group.write_text(root / "a", "new")
    real = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: real + 1)
    group.__exit__(None, None, None)
    assert len(list(root.glob(".txn-*/*"))) == 1
    assert recover(root) == []
    assert contents(root) == OLD


def in_thread(act: Callable[[], object]) -> None:
    errors: list[BaseException] = []

    def run() -> None:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 - raised in the thread that asked
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]


@pytest.mark.parametrize("slow", [0.0, 1e9])
@pytest.mark.parametrize("count", [1, 2, 100])
def test_many_files_with_and_without_threads(
    root: Path, monkeypatch: pytest.MonkeyPatch, slow: float, count: int
) -> None:
    monkeypatch.setattr(syncing, "SLOW", slow)
    with atomic_group(root) as group:
        for number in range(count):
            group.write_text(root / f"n{number}", f"{number}")
    found = contents(root)
    assert {f"n{number}": f"{number}" for number in range(count)} | OLD == found


def test_descriptors_are_not_hoarded(root: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    with atomic_group(root) as group:
        for number in range(3 * stage._HELD):
            group.write_text(root / f"n{number}", "new")
            assert len(os.listdir("/dev/fd")) < before + stage._HELD + 5


def test_the_levels_sync_what_they_say(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []

    def note(descriptor: int) -> None:
        synced.append(os.path.basename(os.readlink(f"/proc/self/fd/{descriptor}")).partition("-")[0])

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(system, "sync_file", note)
    monkeypatch.setattr(syncing, "SLOW", 1e9)

    def save(sync: str) -> list[str]:
        synced.clear()
        with atomic_group(root, sync=sync) as group:
            group.write_text(root / "a", "new")
            group.write_text(root / "sub/c", "new")
        return synced

    here = root.name.partition("-")[0]
    full = save("full")
    assert full[:6] == ["0.staged", "1.staged", ".txn", "journal", ".txn", here]
    assert sorted(full[6:8]) == sorted(["sub", here])
    assert full[8:] == [".txn"]
    assert save("file") == ["0.staged", "1.staged"]
    assert save("none") == []
    with sync_policy("file"):
        assert save("full") == ["0.staged", "1.staged"]


def failing(monkeypatch: pytest.MonkeyPatch, name: str, wanted: int, error: BaseException, module: object = os) -> None:
    real, count = getattr(module, name), 0

    def call(*arguments: Any, **options: Any) -> Any:
        nonlocal count
        count += 1
        if count == wanted:
            raise error
        return real(*arguments, **options)

    monkeypatch.setattr(module, name, call)


EIO = OSError(errno.EIO, "Input/output error")


def save(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_text(root / "sub/c", "new")


def test_a_failure_before_the_commit_point_leaves_everything_old(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "SLOW", 1e9)
    for name, wanted in (("sync_file", 1), ("sync_file", 3), ("sync_directory", 1), ("sync_directory", 2)):
        with monkeypatch.context() as patches:
            failing(patches, name, wanted, EIO, system)
            with pytest.raises(OSError, match="Input/output") as caught:
                save(root)
        assert caught.value is EIO
        assert contents(root) == OLD


@pytest.mark.parametrize("slow", [0.0, 1e9])
def test_a_failure_in_a_thread_is_raised(root: Path, monkeypatch: pytest.MonkeyPatch, slow: float) -> None:
    monkeypatch.setattr(syncing, "SLOW", slow)
    failing(monkeypatch, "sync_file", 5, EIO, system)
    with pytest.raises(OSError, match="Input/output"), atomic_group(root) as group:
        for number in range(20):
            group.write_text(root / f"n{number}", "new")
    assert contents(root) == OLD


def test_no_thread_to_be_had(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "SLOW", 0.0)
    failing(monkeypatch, "start", 1, RuntimeError("can't start new thread"), threading.Thread)
    save(root)
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}


@pytest.mark.parametrize(("module", "name", "then"), [(os, "unlink", "new"), (system, "sync_directory", "old")])
def test_a_roll_back_that_fails_too_keeps_all_that_the_journal_needs(
    root: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str, then: str
) -> None:
    monkeypatch.setattr(syncing, "SLOW", 1e9)
    failing(monkeypatch, "sync_file", 3, EIO, system)
    failing(monkeypatch, name, 1 if module is os else 2, OSError(errno.EROFS, "Read-only"), module)
    with pytest.raises(OSError, match="Input/output"):
        save(root)
    monkeypatch.undo()
    assert len(list(root.glob(".txn-*/*.staged"))) == 2
    recover(root)
    assert contents(root) == {**OLD, "a": then, "sub/c": then}


AFTER = [("link", 1, RecoveryError), ("link", 2, RecoveryError), ("replace", 2, RecoveryError)]


@pytest.mark.parametrize(("name", "wanted", "kind"), AFTER)
def test_a_failure_after_the_commit_point_is_completed(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, wanted: int, kind: type[OSError]
) -> None:
    failing(monkeypatch, name, wanted, EIO)
    with pytest.raises(kind, match="recover") as caught:
        save(root)
    assert caught.value.errno == errno.EIO
    monkeypatch.undo()
    assert sorted(recover(root)) == [str(root / "a"), str(root / "sub/c")]
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}


@pytest.mark.parametrize("wanted", [4, 5, 6])
def test_a_directory_that_cannot_be_synced_after_the_commit_point(
    root: Path, monkeypatch: pytest.MonkeyPatch, wanted: int
) -> None:
    monkeypatch.setattr(syncing, "SLOW", 1e9)
    failing(monkeypatch, "sync_directory", wanted, EIO, system)
    with pytest.raises(NotDurable):
        save(root)
    monkeypatch.undo()
    assert contents(root) | {"a": "new", "sub/c": "new"} == contents(root)
    with atomic_group(root) as group:
        group.write_text(root / "b", "newer")
    assert contents(root) == {"a": "new", "b": "newer", "sub/c": "new"}


@pytest.mark.parametrize(("name", "wanted"), [("link", 2), ("replace", 1), ("unlink", 2), ("rmdir", 1)])
def test_an_interrupt_after_the_commit_point_completes_the_group(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, wanted: int
) -> None:
    failing(monkeypatch, name, wanted, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        save(root)
    monkeypatch.undo()
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}
    assert not list(root.glob("**/.txn-*"))


@pytest.mark.parametrize("code", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK])
def test_a_filesystem_without_hard_links(root: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", refuse)
    save(root)
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}
    with monkeypatch.context() as patches:
        failing(patches, "replace", 2, EIO)
        with pytest.raises(RecoveryError), atomic_group(root) as group:
            group.write_text(root / "a", "newer")
            group.write_text(root / "b", "newer")
    recover(root)
    assert contents(root) == {"a": "newer", "b": "newer", "sub/c": "new"}


def test_a_target_folder_that_is_gone_at_the_end(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patches:
        failing(patches, "link", 1, FileNotFoundError(errno.ENOENT, "folder gone"))
        with pytest.raises(RecoveryError):
            save(root)
    recover(root)
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}


def test_an_interrupt_while_the_own_folder_is_made(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.mkdir

    def interrupted(*arguments: Any, **options: Any) -> None:
        real(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "mkdir", interrupted)
    with pytest.raises(KeyboardInterrupt), atomic_group(root) as group:
        group.write_text(root / "a", "new")
    assert contents(root) == OLD
    assert not list(root.glob(".txn-*"))


def test_a_disk_that_is_full(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match="space"), atomic_group(root) as group:
        group.write_text(root / "a", "new")
        failing(monkeypatch, "write", 1, OSError(errno.ENOSPC, "no space"))
        group.write_text(root / "b", "new")
    assert contents(root) == OLD
    assert not list(root.glob(".txn-*"))


def test_detached_handles_are_refused(root: Path) -> None:
    with atomic_group(root) as group, group.open(root / "a", "w") as handle:
        with pytest.raises(io.UnsupportedOperation):
            handle.detach()
        handle.write("new")
    assert contents(root)["a"] == "new"


def test_what_is_known_of_a_device_is_learnt_from_its_syncs(monkeypatch: pytest.MonkeyPatch) -> None:
    def timed(call: Callable[[], None]) -> float:
        call()
        return took

    done: list[int] = []
    monkeypatch.setattr(syncing, "_timed", timed)
    calls = [lambda: done.append(1)] * 9
    syncing._typical[7] = 1.0
    took = syncing.SLOW / 10
    for _ in range(8):
        syncing.all_at_once(calls, 7)
    assert len(done) == 72
    assert syncing._typical[7] < syncing.SLOW / 9
    took = syncing.SLOW * 4
    syncing.all_at_once(calls[:1], 7)
    assert syncing._typical[7] < syncing.SLOW, "one that was held up"
    syncing.all_at_once(calls, 7, syncs=False)
    assert syncing._typical[7] < syncing.SLOW, "no syncs"
    syncing.all_at_once(calls, 7)
    assert syncing._typical[7] > syncing.SLOW
    before = syncing._typical[7]
    syncing.all_at_once(calls, 7, syncs=False)
    assert syncing._typical[7] == before


def test_an_interrupt_waits_for_the_threads(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "SLOW", 0.0)
    main, real = threading.get_ident(), system.sync_file

    def sync(descriptor: int) -> None:
        if threading.get_ident() == main and len(seen) > 3:
            raise KeyboardInterrupt
        seen.append(descriptor)
        time.sleep(0.002)
        real(descriptor)

    seen: list[int] = []
    monkeypatch.setattr(system, "sync_file", sync)
    with pytest.raises(KeyboardInterrupt), atomic_group(root) as group:
        for number in range(30):
            group.write_text(root / f"n{number}", "new")
    assert contents(root) == OLD
    assert threading.active_count() == 1
