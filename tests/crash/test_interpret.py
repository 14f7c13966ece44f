"""What each system call means for the directory, and which are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from flake8_atomic.crash import NotModelledError, Tree
from flake8_atomic.crash.calls import parse
from tests.crash.recorded import after, file, folder, hexed, link, played

if TYPE_CHECKING:
    from pathlib import Path

ONE = {"f": file(b"old")}


def contents(tree: Tree) -> dict[str, bytes]:
    return {name: node.data for name, node in tree.items()}


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        (
            ["open('/box/g', O_WRONLY|O_CREAT, 0666) = 3", "write(3, 'new', 3) = 3"],
            {"f": b"old", "g": b"new"},
        ),
        (["creat('/box/f', 0666) = 3", "write(3, 'x', 1) = 1"], {"f": b"x"}),
        (["open('/box/f', O_WRONLY|O_APPEND) = 3", "write(3, 'er', 2) = 2"], {"f": b"older"}),
        (["open('/box/f', O_RDWR) = 3", "read(3, 'o', 1) = 1", "write(3, 'XY', 2) = 2"], {"f": b"oXY"}),
        (["open('/box/f', O_RDWR) = 3", "pread64(3, 'o', 1, 0) = 1", "write(3, 'X', 1) = 1"], {"f": b"Xld"}),
        (["open('/box/f', O_RDWR) = 3", "lseek(3, 2, SEEK_SET) = 2", "write(3, 'X', 1) = 1"], {"f": b"olX"}),
        (
            ["open('/box/f', O_RDWR) = 3", "lseek(3, 5, SEEK_SET) = 5", "write(3, 'X', 1) = 1"],
            {"f": b"old\0\0X"},
        ),
        (["open('/box/f', O_RDWR) = 3", "pwrite64(3, 'X', 1, 1) = 1", "write(3, 'Y', 1) = 1"], {"f": b"YXd"}),
        (["open('/box/f', O_WRONLY) = 3", "write(3, 'XYZ', 3) = 1"], {"f": b"Xld"}),
        (
            [
                "open('/box/f', O_WRONLY) = 3",
                "writev(3, [{iov_base='X', iov_len=1}, {iov_base='Y', iov_len=1}], 2) = 2",
            ],
            {"f": b"XYd"},
        ),
        (["truncate('/box/f', 1) = 0"], {"f": b"o"}),
        (["open('/box/f', O_RDWR) = 3", "ftruncate(3, 5) = 0"], {"f": b"old\0\0"}),
        (["open('/box/f', O_RDWR) = 3", "fallocate(3, 0, 0, 5) = 0"], {"f": b"old\0\0"}),
        (["open('/box/f', O_RDWR) = 3", "fallocate(3, 0, 0, 2) = 0"], {"f": b"old"}),
        (["rename('/box/f', '/box/g') = 0"], {"g": b"old"}),
        (["link('/box/f', '/box/g') = 0", "rename('/box/f', '/box/g') = 0"], {"f": b"old", "g": b"old"}),
        (["renameat2(AT_FDCWD, '/box/f', AT_FDCWD, '/box/g', RENAME_NOREPLACE) = 0"], {"g": b"old"}),
        (["unlink('/box/f') = 0"], {}),
        (["mkdir('/box/d', 0777) = 0", "rename('/box/f', '/box/d/f') = 0"], {"d": b"", "d/f": b"old"}),
        (["mkdir('/box/d', 0777) = 0", "rmdir('/box/d') = 0"], {"f": b"old"}),
        (["symlink('f', '/box/l') = 0", "open('/box/l', O_WRONLY|O_TRUNC) = 3"], {"f": b"", "l": b"f"}),
        (
            ["symlinkat('/box/f', AT_FDCWD, '/box/l') = 0", "truncate('/box/l', 1) = 0"],
            {"f": b"o", "l": b"/box/f"},
        ),
        (["chdir('/box') = 0", "unlink('f') = 0"], {}),
        (["open('/box', O_RDONLY|O_DIRECTORY) = 3", "fchdir(3) = 0", "unlink('./f') = 0"], {}),
        (["open('/box', O_RDONLY|O_DIRECTORY) = 3", "unlinkat(3, 'f', 0) = 0"], {}),
        (["open('/', O_RDONLY|O_DIRECTORY) = 3", "fchdir(3</>) = 0", "unlinkat(3</>, 'box/f', 0) = 0"], {}),
        (["unlinkat(9</box>, 'f', 0) = 0"], {}),
        (["write(9</box/f>, 'X', 1) = 1", "write(9</box/f>, 'Y', 1) = 1"], {"f": b"XYd"}),
        (
            ["open('/box/f', O_RDWR) = 3", "dup(3) = 4", "write(3, 'X', 1) = 1", "write(4, 'Y', 1) = 1"],
            {"f": b"XYd"},
        ),
        (
            [
                "open('/box/f', O_RDWR) = 3",
                "fcntl(3, F_DUPFD_CLOEXEC, 0) = 4",
                "close(3) = -1 EIO (Input/output error)",
                "write(4, 'Y', 1) = 1",
            ],
            {"f": b"Yld"},
        ),
        (
            ["open('/box/f', O_RDWR) = 3", "close_range(3, 9, 0) = 0", "write(3</tmp/x>, 'Y', 1) = 1"],
            {"f": b"old"},
        ),
        (
            [
                "open('/box', O_RDWR|O_TMPFILE, 0600) = 3",
                "write(3, 'n', 1) = 1",
                "linkat(AT_FDCWD, '/proc/self/fd/3', AT_FDCWD, '/box/n', AT_SYMLINK_FOLLOW) = 0",
            ],
            {"f": b"old", "n": b"n"},
        ),
        (
            [
                "open('/box', O_RDWR|O_TMPFILE, 0600) = 3",
                "linkat(3, '', AT_FDCWD, '/box/n', AT_EMPTY_PATH) = 0",
            ],
            {"f": b"old", "n": b""},
        ),
        (["linkat(AT_FDCWD, '/box/f', AT_FDCWD, '/box/n', 0) = 0"], {"f": b"old", "n": b"old"}),
    ],
)
def test_contents(calls: list[str], expected: dict[str, bytes]) -> None:
    assert contents(after(ONE, *calls)) == expected


def test_what_is_elsewhere_changes_nothing() -> None:
    calls = [
        "open('/tmp/x', O_RDWR|O_CREAT, 0666) = 3</tmp/x>",
        "write(3</tmp/x>, 'x', 1) = 1",
        "pwrite64(3</tmp/x>, 'x', 1, 0) = 1",
        "read(3</tmp/x>, 'x', 1) = 1",
        "lseek(3</tmp/x>, 0, SEEK_SET) = 0",
        "fallocate(3</tmp/x>, 0, 0, 2) = 0",
        "fchmod(3</tmp/x>, 0600) = 0",
        "fsync(3</tmp/x>) = 0",
        "ioctl(3</tmp/x>, TCGETS, 0x7) = 0",
        "mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3</tmp/x>, 0) = 0x7f0000000000",
        "mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED|MAP_ANONYMOUS, -1, 0) = 0x7f0000000000",
        "fcntl(3</tmp/x>, F_GETFL) = 0",
        "chmod('/tmp/x', 0600) = 0",
        "rename('/tmp/x', '/tmp/y') = 0",
        "link('/tmp/y', '/tmp/z') = 0",
        "unlink('/tmp/y') = 0",
        "mkdir('/tmp/d', 0777) = 0",
        "symlink('y', '/tmp/l') = 0",
        "chdir('/tmp') = 0",
        "write(1<pipe:[1]>, 'x', 1) = 1",
        "getpid() = 7",
        "unlink('/box/f') = -1 EPERM (Operation not permitted)",
    ]
    recording, _ = played(ONE, *calls)
    assert recording.steps == ()


def test_metadata() -> None:
    calls = [
        "umask(077) = 022",
        "mkdir('/box/d', 02777) = 0",
        "open('/box/d/g', O_WRONLY|O_CREAT|O_EXCL, 0666) = 3",
        "chown('/box/f', 8, -1) = 0",
        "fchmodat(AT_FDCWD, '/box/f', 04750) = 0",
        "fchown(3, -1, 9) = 0",
        "fsetxattr(3, 'user.a', 'one', 3, 0) = 0",
        "setxattr('/box/f', 'user.b', 'two', 3, 0) = 0",
        "removexattr('/box/f', 'user.b') = 0",
    ]
    tree = after({"f": file(b"old")}, *calls)
    assert (tree["f"].uid, tree["f"].gid, tree["f"].mode) == (8, 6, 0o4750)
    assert tree["f"].xattrs == ()
    assert (tree["d"].mode, tree["d/g"].mode, tree["d/g"].gid) == (0o2700, 0o600, 9)
    assert tree["d/g"].xattrs == (("user.a", b"one"),)


def test_a_change_of_owner_clears_set_id_bits() -> None:
    assert after({"f": file(b"", 0o6755)}, "chown('/box/f', 1, 1) = 0")["f"].mode == 0o755
    assert after({"f": file(b"", 0o6745)}, "chown('/box/f', 1, 1) = 0")["f"].mode == 0o2745
    assert after({"d": folder(1, 0o2755)}, "chown('/box/d', 1, 1) = 0")["d"].mode == 0o2755


def test_a_group_is_inherited_from_a_set_group_directory() -> None:
    before = {"d": folder(1, 0o2755, gid=42)}
    tree = after(before, "mkdir('/box/d/e', 0777) = 0", "creat('/box/d/f', 0666) = 3")
    assert (tree["d/e"].gid, tree["d/e"].mode) == (42, 0o2755)
    assert (tree["d/f"].gid, tree["d/f"].mode) == (42, 0o644)


def test_dots_and_links_in_paths() -> None:
    before = {
        "d": folder(1),
        "d/e": folder(2),
        "d/l": link("../up", 3),
        "up": folder(4),
        "up/f": file(b"x", inode=5),
    }
    assert "up/f" not in after(before, "unlink('/box/d/e/../l/f') = 0")
    assert "up/f" not in after(before, "unlink('/home/../box/d/../up/f') = 0")
    assert "up/f" not in after(before, "unlink('/box/d/../../box/up/f') = 0")


def test_an_outer_link_leads_into_the_tree(tmp_path: Path) -> None:
    way = tmp_path / "way"
    way.symlink_to("/box")
    assert after(ONE, f"unlink('{way}/f') = 0") == {}


def test_settings_from_before_the_section_count() -> None:
    outside = ["chdir('/box') = 0", "umask(077) = 022", "getpid() = 7"]
    assert after({}, "open('f', O_WRONLY|O_CREAT, 0666) = 3", outside=outside)["f"].mode == 0o600


def test_threads_are_one_process() -> None:
    outside = ["clone3({flags=CLONE_VM|CLONE_THREAD}, 88) = 8"]
    calls = [
        "clone(child_stack=NULL, flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = 9",
        "8  open('/box/f', O_WRONLY <unfinished ...>",
        "9  unlink('/box/g') = 0",
        "8  <... open resumed>) = 3",
        "9  write(3, 'X', 1) = 1",
    ]
    before = {"f": file(b"old"), "g": file(b"", inode=2)}
    assert contents(after(before, *calls, outside=outside)) == {"f": b"Xld"}


LOOP = {"a": link("b", 1), "b": link("a", 2)}
REFUSED = [
    (ONE, "copy_file_range(3, NULL, 4, NULL, 9, 0) = 9"),
    (ONE, "fork() = 8"),
    (ONE, "clone(child_stack=NULL, flags=SIGCHLD) = 8"),
    (ONE, "8  getpid() = 8"),
    (ONE, "unlink('/box/f') = 0 (INJECTED)"),
    (ONE, "open('/box/f', O_WRONLY|O_SYNC) = 3"),
    (ONE, "open('/nowhere/f', O_WRONLY) = 3</box/f>"),
    (ONE, "write(3</box/f>, 'x'..., 9) = 9"),
    (ONE, "write(what, 'x', 1) = 1"),
    (ONE, "fsync(AT_FDCWD) = 0"),
    (ONE, "mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3</box/f>, 0) = 0x7f0000000000"),
    (ONE, "ioctl(3</box/f>, FICLONE, 4) = 0"),
    (ONE, "fcntl(3</box/f>, F_SETLEASE, F_WRLCK) = 0"),
    (ONE, "fallocate(3</box/f>, FALLOC_FL_PUNCH_HOLE, 0, 2) = 0"),
    (ONE, "renameat2(AT_FDCWD, '/box/f', AT_FDCWD, '/box/g', RENAME_EXCHANGE) = 0"),
    (ONE, "rename('/box/f', '/tmp/f') = 0"),
    (ONE, "rename('/box/none', '/box/f') = 0"),
    (ONE, "link('/tmp/f', '/box/g') = 0"),
    (ONE, "linkat(AT_FDCWD, '/proc/self/fd/77', AT_FDCWD, '/box/g', AT_SYMLINK_FOLLOW) = 0"),
    (ONE, "linkat(77</tmp/x>, '', AT_FDCWD, '/box/g', AT_EMPTY_PATH) = 0"),
    (ONE, "setxattr('/box/f', 'system.posix_acl_access', 'x', 1, 0) = 0"),
    (ONE, "unlink('/box/none/f') = 0"),
    (LOOP, "truncate('/box/a', 0) = 0"),
    (ONE, "read(3, 'x', 1) = what"),
    (ONE, "7  what is this"),
]


@pytest.mark.parametrize(("before", "call"), REFUSED, ids=[call for _, call in REFUSED])
def test_refused(before: Tree, call: str) -> None:
    with pytest.raises(NotModelledError):
        played(before, call)


def test_a_write_at_a_place_of_a_file_opened_for_appending_is_refused() -> None:
    with pytest.raises(NotModelledError, match="appending"):
        played(ONE, "open('/box/f', O_WRONLY|O_APPEND) = 3", "pwrite64(3, 'x', 1, 0) = 1")


def test_the_parent_of_a_removed_directory_is_refused() -> None:
    with pytest.raises(NotModelledError, match="removed"):
        played(
            {"d": folder(1)},
            "open('/box/d', O_RDONLY) = 3",
            "rmdir('/box/d') = 0",
            "unlinkat(3, '../f', 0) = 0",
        )


def test_lines_that_are_no_calls() -> None:
    text = [
        "7  --- SIGCHLD {si_signo=SIGCHLD} ---",
        "7  +++ exited with 0 +++",
        "7  poll([{fd=3, events=POLLIN}], 1, -1 <detached ...>",
    ]
    assert list(parse(text)) == []


def test_a_call_that_never_returned() -> None:
    (call,) = parse([hexed("7  exit_group(0) = ?")])
    assert (call.name, call.result, call.error) == ("exit_group", -1, "")
