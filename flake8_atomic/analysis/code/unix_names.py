"""The names of what only Unix has: modules, functions, signals and programs, and files at fixed places."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.names import called_as

UNIX_MODULES = frozenset({
    "apt_pkg", "crypt", "dbus", "evdev", "fcntl", "grp", "gunicorn", "inotify", "libvirt", "nis", "os_brick",
    "pam", "posix", "pty", "pwd", "pyinotify", "pyroute2", "pyudev", "resource", "rpm", "selinux", "spwd", "syslog",
    "systemd", "termios", "tty", "uvloop", "xattr",
})  # fmt: skip
_PRIVILEGED = "privsep"  # what root does for a service
# Where Windows has fchmod, Python is 3.13: who calls it without asking has not been there.
_OF_OS = """
    chown fchmod fchown lchown fork forkpty getuid geteuid getgid getegid getgroups getpgid getpgrp getsid initgroups
    killpg mkfifo mknod nice openpty setegid seteuid setgid setgroups setpgid setsid setuid uname WEXITSTATUS WNOHANG
    O_DIRECTORY O_CLOEXEC O_NOFOLLOW O_NONBLOCK O_SYNC O_DSYNC O_NOCTTY chroot fchdir statvfs fstatvfs sysconf pathconf
    getloadavg getresuid getresgid getxattr setxattr listxattr pread pwrite posix_fallocate posix_fadvise posix_spawn
    sched_getaffinity sched_setaffinity sync wait wait3 wait4 ttyname ctermid lockf
"""
_OF_SIGNALS = "SIGALRM SIGCHLD SIGHUP SIGKILL SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 alarm pause pthread_sigmask setitimer"
_ATTRIBUTES = {
    "os": frozenset(_OF_OS.split()),
    "signal": frozenset(_OF_SIGNALS.split()),
    "socket": frozenset({"AF_UNIX"}),
}
_OF_ADMINS = """
    apt apt-get chattr chcon chmod chown chroot crontab dnf dpkg exportfs fusermount groupadd ip iptables launchctl
    losetup lsblk mkfs modprobe mount nohup osascript pacman pkill rpm service setfacl sudo sysctl systemctl udevadm
    umount useradd usermod yum
"""
_PROGRAMS = frozenset(_OF_ADMINS.split())
_RUNNING = frozenset({
    "run", "call", "check_call", "check_output", "Popen", "execute", "system", "popen", "getoutput", "getstatusoutput",
    "create_subprocess_exec", "create_subprocess_shell",
})  # fmt: skip
# Not /run/ nor /sys/, which begin the addresses of web interfaces.
_PLACES = ("/bin/", "/dev/", "/etc/", "/proc/", "/sbin/", "/sys/class/", "/usr/", "/var/lib/", "/var/run/")
_NAMING = frozenset({"Path", "PurePath", "exists", "join"})
TOLD = re.compile(
    "|".join(rf"\b{owner}\.(?:{'|'.join(sorted(names))})\b" for owner, names in _ATTRIBUTES.items())
    + rf"|^\s*(?:import|from)\s+(?:{'|'.join(sorted(UNIX_MODULES))}|[\w.]+\.{_PRIVILEGED})\b"
    + rf"|[\"'](?:{'|'.join(_PLACES)})"
    + rf"|[\"'](?:{'|'.join(sorted(_PROGRAMS))})(?![-\w])",
    re.MULTILINE,
)


def is_unix(node: ast.AST) -> bool:
    """Is it a function, a constant or an import that Windows does not have?"""
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and node.attr in _ATTRIBUTES.get(node.value.id, ())
    if isinstance(node, ast.Import):
        return any(map(is_unix_module, (alias.name for alias in node.names)))
    return isinstance(node, ast.ImportFrom) and not node.level and is_unix_module(node.module or "")


def is_unix_module(name: str) -> bool:
    """Is it a module that Windows does not have?"""
    return name.partition(".")[0] in UNIX_MODULES or _PRIVILEGED in name.split(".")


def runs_there(node: ast.AST) -> bool:
    """Is a program or a file at a fixed place used, and not only named as one of those that may be there?"""
    if not isinstance(node, ast.Call) or called_as(node) in _NAMING:
        return False
    parts = [part for arg in node.args for part in (arg.elts if isinstance(arg, (ast.List, ast.Tuple)) else [arg])]
    return any(map(is_unix_place, parts)) or (called_as(node) in _RUNNING and any(map(_is_program, parts[:1])))


def is_unix_place(node: ast.AST) -> bool:
    """Is it the written path of a program, or of a file that Windows keeps elsewhere?"""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(_PLACES)


def _is_program(node: ast.AST) -> bool:
    """Is it a command whose program Windows does not have?"""
    command = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return bool(command) and command.partition(" ")[0] in _PROGRAMS
