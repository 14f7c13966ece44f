"""The branches for systems that cannot be had here, run against fakes of them."""

from __future__ import annotations

import errno
import importlib.util
import os
import sys
import time
import types
from pathlib import Path

import pytest

import flake8_atomic.helpers
from flake8_atomic.helpers import atomic_open, atomic_write_text, sweep, system


class Control:
    """A macOS fcntl module whose F_FULLFSYNC fails in a given way."""

    F_FULLFSYNC = 51

    def __init__(self, code: int = 0) -> None:
        self.code = code
        self.calls: list[tuple[int, int]] = []

    def fcntl(self, descriptor: int, command: int) -> None:
        self.calls.append((descriptor, command))
        if self.code:
            raise OSError(self.code, os.strerror(self.code))


@pytest.fixture
def fsyncs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    seen: list[int] = []
    monkeypatch.setattr(os, "fsync", seen.append)
    return seen


def test_macos_syncs_to_the_platter(fsyncs: list[int]) -> None:
    control = Control()
    system.choose_file_sync(control)(7)
    assert control.calls == [(7, 51)]
    assert fsyncs == []


@pytest.mark.parametrize("code", [errno.ENOTSUP, errno.EINVAL, errno.ENOTTY])
def test_macos_falls_back_where_the_filesystem_has_no_full_sync(fsyncs: list[int], code: int) -> None:
    system.choose_file_sync(Control(code))(7)
    assert fsyncs == [7]


def test_macos_does_not_retry_a_failed_sync(fsyncs: list[int]) -> None:
    with pytest.raises(OSError, match="Input/output error"):
        system.choose_file_sync(Control(errno.EIO))(7)
    assert fsyncs == []


def test_others_fsync() -> None:
    assert system.choose_file_sync(types.SimpleNamespace()) is os.fsync
    assert system.choose_file_sync(None) is os.fsync


class Windows:
    """A file system in which another process holds the target for the first `held` tries."""

    def __init__(self, held: int, winerror: int) -> None:
        self.held = held
        self.winerror = winerror
        self.slept: list[float] = []

    def replace(self, *_: str) -> None:
        if self.held:
            self.held -= 1
            error = PermissionError(errno.EACCES, "held")
            error.winerror = self.winerror  # type: ignore[attr-defined]
            raise error


@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_windows_waits_for_whoever_holds_the_target(monkeypatch: pytest.MonkeyPatch, winerror: int) -> None:
    windows = Windows(3, winerror)
    monkeypatch.setattr(os, "replace", windows.replace)
    monkeypatch.setattr(time, "sleep", windows.slept.append)
    system.choose_replace("nt")("temp", "target", src_dir_fd=None, dst_dir_fd=None)
    assert len(windows.slept) == 3
    assert windows.slept[0] < 0.01


def test_windows_gives_up_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = Windows(1000, 32)
    monkeypatch.setattr(os, "replace", windows.replace)
    monkeypatch.setattr(time, "sleep", windows.slept.append)
    with pytest.raises(PermissionError):
        system.replace_patiently("temp", "target")
    assert 0.5 < sum(windows.slept) < 3


def test_windows_does_not_wait_for_other_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = Windows(1, 17)
    monkeypatch.setattr(os, "replace", windows.replace)
    monkeypatch.setattr(time, "sleep", windows.slept.append)
    with pytest.raises(PermissionError):
        system.replace_patiently("temp", "target")
    assert windows.slept == []


@pytest.fixture
def by_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system on which no directory can be held open, and that neither has leases nor attributes."""
    monkeypatch.setattr(system, "PINNED", False)
    monkeypatch.setattr(system, "SHOWS_WRITERS", False)
    monkeypatch.setattr(system, "list_attributes", system._no_attributes)


@pytest.mark.usefixtures("by_path")
def test_writing_by_path(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(memory)
    (memory / "sub").mkdir()
    (memory / "link").symlink_to("sub/target")
    atomic_write_text("sub/target", "new")
    atomic_write_text("link", "newer")
    assert (memory / "link").is_symlink()
    with atomic_open("link", "w") as file:
        file.write("newest")
        monkeypatch.chdir("/")
    assert (memory / "sub" / "target").read_text() == "newest"
    assert os.listdir(memory / "sub") == ["target"]
    for path, error in (("", FileNotFoundError), (f"{memory}/sub/", IsADirectoryError), ("a\0b", ValueError)):
        with pytest.raises(error):
            atomic_write_text(path, "new")


@pytest.mark.usefixtures("by_path")
def test_failure_by_path_leaves_no_temp(memory: Path) -> None:
    with pytest.raises(ZeroDivisionError), atomic_open(memory / "target", "w"):
        1 / 0  # noqa: B018
    assert os.listdir(memory) == []


@pytest.mark.usefixtures("by_path")
def test_without_leases_no_temp_is_called_stale(memory: Path) -> None:
    (memory / f".x.{'0' * 16}.atomic-tmp").write_text("")
    assert sweep.stale_temps(memory) == []


def test_system_without_proc(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (memory / "link").symlink_to("target")
    (memory / "target").write_text("old")
    real = os.stat

    def stat_without_proc(path: str, **options: bool) -> os.stat_result:
        if path == "/proc":
            raise FileNotFoundError(errno.ENOENT, "No such file", path)
        return real(path, **options)

    monkeypatch.setattr(os, "stat", stat_without_proc)
    atomic_write_text(memory / "link", "new")
    assert (memory / "link").is_symlink()
    assert (memory / "target").read_text() == "new"


def test_kernel_that_lets_such_a_path_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trailing slash makes Linux refuse; nothing may be created where another system does not."""
    monkeypatch.setattr(os, "open", lambda *_, **__: os.dup(0))
    with pytest.raises(IsADirectoryError):
        atomic_write_text("somewhere/", "new")


def test_link_that_cannot_be_opened(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fs.protected_symlinks refuses a stranger's link in /tmp."""
    (memory / "link").symlink_to("target")
    real = os.open

    def protected(path: str, flags: int, *args: int, **options: int) -> int:
        if path == "link" and not flags & os.O_NOFOLLOW:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, flags, *args, **options)

    monkeypatch.setattr(os, "open", protected)
    with pytest.raises(PermissionError) as caught:
        atomic_write_text(memory / "link", "new")
    assert caught.value.filename == str(memory / "link")
    assert os.listdir(memory) == ["link"]


def load(name: str) -> types.ModuleType:
    """Load a module of the helpers a second time, as a copy of its own."""
    package = Path(flake8_atomic.helpers.__file__).parent
    spec = importlib.util.spec_from_file_location(f"flake8_atomic.helpers.{name}", package / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_system_without_fcntl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.delattr(os, "listxattr")
    module = load("system")
    assert module.SHOWS_WRITERS is False
    assert module.sync_file is os.fsync
    assert module.has_writer(0) is True
    assert module.list_attributes(0) == []
    assert load("control").LOCKS is False


def test_interpreter_without_the_inner_locale_module(monkeypatch: pytest.MonkeyPatch) -> None:
    import locale

    monkeypatch.setitem(sys.modules, "_locale", None)
    assert load("text").getencoding is locale.getencoding


def test_directories_that_cannot_be_held_open_need_no_sync() -> None:
    system.sync_directory(None, searchable_only=False)


def test_temp_names_are_recognised() -> None:
    for name in (
        ".a.json.0123456789abcdef.atomic-tmp",
        "..0123456789abcdef.atomic-tmp",
        ".a\n.b.0123456789abcdef.atomic-tmp",
    ):
        assert sweep.TEMP_NAME.fullmatch(name)
    for name in (
        "a.0123456789abcdef.atomic-tmp",
        ".a.0123.atomic-tmp",
        ".a.0123456789abcdeF.atomic-tmp",
        ".a.atomic-tmp.bak",
    ):
        assert not sweep.TEMP_NAME.fullmatch(name)
