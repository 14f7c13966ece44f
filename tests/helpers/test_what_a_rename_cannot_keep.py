"""Each row of the table in docs/helpers.md: where the helper differs from the builtin, and how it ends."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import shutil
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import (
    Unreplaceable,
    atomic_open,
    atomic_write_bytes,
    atomic_write_json,
    atomic_write_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the table is of Linux")

root = pytest.mark.root
needs_root = pytest.mark.usefixtures("as_root")


def as_user(act: Callable[[], object], uid: int = 1000) -> str:
    """Run `act` in a child with the rights of `uid`; return the name of what it raised, or nothing."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)
            act()
        except BaseException as error:  # noqa: BLE001 - reported to the parent
            os.write(sending, type(error).__name__.encode())
        finally:
            os._exit(0)
    os.close(sending)
    with open(receiving, "rb") as pipe:
        raised = pipe.read().decode()
    os.waitpid(child, 0)
    return raised


def mount(*arguments: str | Path) -> None:
    done = subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"needs root that may mount: {done.stderr}")


def test_hard_link_keeps_the_old_content(target: Path) -> None:
    other = target.with_name("other")
    os.link(target, other)
    atomic_write_text(target, "new")
    assert (target.read_text(), other.read_text()) == ("new", "old")


def test_open_reader_keeps_the_old_content(target: Path) -> None:
    with target.open() as reader:
        atomic_write_text(target, "new")
        assert reader.read() == "old"


def test_lock_stays_with_the_old_file(target: Path) -> None:
    with target.open() as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        atomic_write_text(target, "new")
        with target.open() as free:
            fcntl.flock(free, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_inode_changes(target: Path) -> None:
    before = target.stat().st_ino
    atomic_write_text(target, "new")
    assert target.stat().st_ino != before


def test_target_does_not_exist_before_the_commit(memory: Path) -> None:
    with atomic_open(memory / "absent", "w") as file:
        file.write("new")
        file.flush()
        assert not (memory / "absent").exists()
    assert (memory / "absent").read_text() == "new"


def test_mode_set_by_name_within_the_block_is_that_of_the_old_file(target: Path) -> None:
    with atomic_open(target, "w") as file:
        target.chmod(0o600)
        file.write("new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


def test_mode_set_by_descriptor_within_the_block_is_kept(target: Path) -> None:
    with atomic_open(target, "w") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write("new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_detach_is_refused(target: Path) -> None:
    with atomic_open(target, "wb") as file, pytest.raises(OSError, match="detached"):
        file.detach()


def test_integer_descriptors_are_refused(target: Path) -> None:
    with target.open("rb+") as file:
        with pytest.raises(TypeError):
            atomic_write_bytes(file.fileno(), b"new")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            atomic_open(file.fileno())  # type: ignore[call-overload]
    assert target.read_text() == "old"


def test_dev_stdout_is_written_through(memory: Path) -> None:
    program = "from flake8_atomic.helpers import *; atomic_write_text('/dev/stdout', 'a'); print('b', flush=True)"
    piped = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)
    assert piped.stdout == b"ab\n"
    with (memory / "log").open("w") as log:
        subprocess.run([sys.executable, "-c", program], stdout=log, check=True)
    assert (memory / "log").stat().st_nlink == 1
    assert (memory / "log").read_text() == "b\n"  # as with open(): both write from the start of one file


def test_nameless_file_is_written_through(memory: Path) -> None:
    with (memory / "gone").open("w+b") as file:
        os.unlink(memory / "gone")
        file.write(b"longer than the new content")
        file.flush()
        atomic_write_text(f"/proc/self/fd/{file.fileno()}", "new")
        assert os.pread(file.fileno(), 100, 0) == b"new"
    assert os.listdir(memory) == []


@root
@needs_root
def test_directory_without_write_permission(memory: Path) -> None:
    folder = memory / "sub"
    folder.mkdir()
    (folder / "target").write_text("old")
    os.chown(folder / "target", 1000, 1000)
    assert as_user(lambda: atomic_write_text(folder / "target", "new")) == "Unreplaceable"
    assert (folder / "target").read_text() == "old"
    assert os.listdir(folder) == ["target"]


@root
@needs_root
@pytest.mark.skipif(not os.path.exists("/proc/self/comm"), reason="no /proc here")
def test_file_of_the_kernel_in_proc() -> None:
    with open("/proc/self/comm") as file:
        name = file.read()
    with pytest.raises(Unreplaceable, match="takes no second file"):
        atomic_write_text("/proc/self/comm", name)


def test_directory_that_goes_meanwhile_is_missed_as_by_open(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = memory / "sub/state"
    target.parent.mkdir()
    target.write_text("old")
    drawn = os.urandom

    def remove(count: int) -> bytes:
        shutil.rmtree(target.parent)
        return drawn(count)

    monkeypatch.setattr(os, "urandom", remove)
    with pytest.raises(FileNotFoundError):
        atomic_write_text(target, "new")


def test_stranger_s_file_in_a_sticky_directory(memory: Path) -> None:
    memory.chmod(0o1777)
    (memory / "target").write_text("old")
    (memory / "target").chmod(0o666)
    assert as_user(lambda: atomic_write_text(memory / "target", "new")) in (
        "Unreplaceable",
        "PermissionError",
    )
    assert os.listdir(memory) == ["target"]
    assert (memory / "target").read_text() == "old"


@root
@needs_root
def test_owner_without_privilege_becomes_the_writer(memory: Path) -> None:
    memory.chmod(0o777)
    (memory / "target").write_text("old")
    (memory / "target").chmod(0o666)
    assert as_user(lambda: atomic_write_text(memory / "target", "new")) == ""
    status = (memory / "target").stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1000, 1000, 0o666)


@root
@needs_root
def test_bind_mounted_file(target: Path) -> None:
    source = target.with_name("source")
    source.write_text("mounted")
    mount("--bind", source, target)
    try:
        with pytest.raises(Unreplaceable, match="mount the directory") as caught:
            atomic_write_text(target, "new")
        assert caught.value.errno == errno.EBUSY
        assert caught.value.filename == str(target)
        assert sorted(os.listdir(target.parent)) == ["source", "target"]
        assert target.read_text() == "mounted"
    finally:
        subprocess.run(["umount", target], check=True)


@pytest.fixture
def small(memory: Path) -> Iterator[Path]:
    """A filesystem with room for the old content and little more, and for few files."""
    place = memory / "small"
    place.mkdir()
    mount("-t", "tmpfs", "-o", "size=64k,nr_inodes=4", "tmpfs", place)
    yield place
    subprocess.run(["umount", place], check=True)


@root
@needs_root
@pytest.mark.parametrize("write", ["whole", "opened"])
def test_full_filesystem_keeps_the_old(small: Path, write: str) -> None:
    (small / "target").write_bytes(b"old" * 10_000)
    with pytest.raises(OSError, match="No space left") as caught:
        replace(small / "target", b"new" * 15_000, write)
    assert caught.value.errno == errno.ENOSPC
    assert os.listdir(small) == ["target"]
    assert (small / "target").read_bytes() == b"old" * 10_000


@root
@needs_root
@pytest.mark.parametrize("write", ["whole", "opened"])
def test_no_inode_left_keeps_the_old(small: Path, write: str) -> None:
    for name in ("target", "b", "c"):
        (small / name).write_bytes(b"old")
    with pytest.raises(OSError, match="No space left"):
        replace(small / "target", b"new", write)
    assert (small / "target").read_bytes() == b"old"


@root
@needs_root
def test_read_only_directory_mount(memory: Path, target: Path) -> None:
    mount("--bind", memory, memory)
    try:
        mount("-o", "remount,bind,ro", memory)
        with pytest.raises(OSError, match="Read-only") as caught:
            atomic_write_text(target, "new")
        assert caught.value.errno == errno.EROFS
    finally:
        subprocess.run(["umount", memory], check=True)
    assert target.read_text() == "old"


def replace(path: Path, data: bytes, write: str) -> None:
    if write == "whole":
        atomic_write_bytes(path, data)
    else:
        with atomic_open(path, "wb") as file:
            file.write(data)


@pytest.mark.parametrize("write", ["whole", "opened"])
def test_file_size_limit_keeps_the_old(target: Path, write: str) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            replace(target, b"x" * 5000, write)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.errno == errno.EFBIG
    assert target.read_bytes() == b"old"
    assert os.listdir(target.parent) == ["target"]


@pytest.mark.parametrize("spare", [0, 1, 2])
@pytest.mark.parametrize("write", ["whole", "opened"])
def test_no_descriptor_left_keeps_the_old(target: Path, spare: int, write: str) -> None:
    """Three descriptors are needed for a moment where open() needs one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    held = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(map(int, os.listdir("/proc/self/fd"))) + 20, hard))
    try:
        while True:
            try:
                held.append(os.dup(0))
            except OSError:
                break
        for _ in range(spare):
            os.close(held.pop())
        with pytest.raises(OSError, match="Too many open files") as caught:
            replace(target, b"new", write)
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert caught.value.errno == errno.EMFILE
    assert target.read_bytes() == b"old"
    assert os.listdir(target.parent) == ["target"]


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[Path]:
    """A directory whose filesystem has chattr flags; they are taken off again."""
    yield tmp_path
    subprocess.run(["chattr", "-R", "-i", "-a", tmp_path], check=False, stderr=subprocess.DEVNULL)


def flag(flags: str, path: Path) -> None:
    done = subprocess.run(["chattr", flags, path], check=False, capture_output=True)
    if done.returncode:
        pytest.skip(f"no chattr here: {done.stderr.decode()}")


@root
@needs_root
@pytest.mark.parametrize("flags", ["+i", "+a"])
def test_immutable_and_append_only_files_are_refused_as_by_open(on_disk: Path, flags: str) -> None:
    path = on_disk / "target"
    path.write_text("old")
    flag(flags, path)
    with pytest.raises(PermissionError) as builtin:
        path.open("w")
    with pytest.raises(PermissionError) as caught:
        atomic_write_text(path, "new")
    assert (caught.value.errno, type(caught.value)) == (builtin.value.errno, PermissionError)
    assert os.listdir(on_disk) == ["target"]


@root
@needs_root
def test_immutable_directory(on_disk: Path) -> None:
    (on_disk / "target").write_text("old")
    flag("+i", on_disk)
    with pytest.raises(Unreplaceable):
        atomic_write_text(on_disk / "target", "new")
    assert os.listdir(on_disk) == ["target"]


@root
@needs_root
def test_directory_that_only_grows_keeps_the_temp_too(on_disk: Path) -> None:
    (on_disk / "target").write_text("old")
    flag("+a", on_disk)
    with pytest.raises(Unreplaceable):
        atomic_write_text(on_disk / "target", "new")
    assert (on_disk / "target").read_text() == "old"
    assert len(os.listdir(on_disk)) == 2


@root
@needs_root
def test_chattr_flags_are_lost(on_disk: Path) -> None:
    path = on_disk / "target"
    path.write_text("old")
    flag("+d", path)
    atomic_write_text(path, "new")
    listed = subprocess.run(["lsattr", path], check=True, capture_output=True, text=True).stdout
    assert "d" not in listed.split()[0]


def test_link_to_another_filesystem_is_kept(memory: Path, tmp_path: Path) -> None:
    if memory.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("one filesystem only")
    (tmp_path / "real").write_text("old")
    (memory / "target").symlink_to(tmp_path / "real")
    atomic_write_text(memory / "target", "new")
    assert (tmp_path / "real").read_text() == "new"
    assert (memory / "target").is_symlink()
    assert os.listdir(tmp_path) == ["real"]


def test_running_program_is_refused_as_by_open(on_disk: Path) -> None:
    program = on_disk / "sleep"
    shutil.copyfile("/bin/sleep", program)
    program.chmod(0o755)
    running = subprocess.Popen([program, "60"])
    try:
        with pytest.raises(OSError, match="busy") as caught:
            atomic_write_bytes(program, b"new")
    finally:
        running.kill()
        running.wait()
    assert caught.value.errno == errno.ETXTBSY


def test_deep_json_is_refused_or_written_whole(memory: Path) -> None:
    nest: list[object] = []
    for _ in range(1500):
        nest = [nest]
    try:
        atomic_write_json(memory / "target", nest)
    except RecursionError:
        assert os.listdir(memory) == []
    else:
        assert (memory / "target").read_text() == "[" * 1501 + "]" * 1501
