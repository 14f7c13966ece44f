"""What only Unix has: modules, functions and signals that Windows lacks, and files at fixed places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import called_as, member
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of

_MODULES = frozenset({
    "crypt", "dbus", "fcntl", "grp", "nis", "posix", "pty", "pwd", "pyinotify", "resource", "selinux", "spwd", "syslog",
    "systemd", "termios", "tty",
})  # fmt: skip
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
_TOLD = re.compile(
    "|".join(rf"\b{owner}\.(?:{'|'.join(sorted(names))})\b" for owner, names in _ATTRIBUTES.items())
    + rf"|^\s*(?:import|from)\s+(?:{'|'.join(sorted(_MODULES))})\b"
    + rf"|[\"'](?:{'|'.join(_PLACES)})"
    + rf"|[\"'](?:{'|'.join(sorted(_PROGRAMS))})(?![-\w])",
    re.MULTILINE,
)
_UNNAMED = re.compile(r"AttributeError|ImportError|ModuleNotFoundError|\b(?:Base)?Exception\b")


def needs_unix(file: File, event: Event) -> bool:
    """Does the function, on its way there or whenever it is called, its module or its object do what only Unix can?"""
    scope = event.scope
    if not file.text_of.holds(file.top, _TOLD):
        return False
    if any(place.precedes(event.place) and _must(file, node, event) for node, place in flow_of(scope).calls):
        return True
    made = member(scope.owner, "__init__") if scope.owner is not None else None
    for other in dict.fromkeys(filter(None, (scope, file.top, made))):
        if file.text_of.holds(other, _TOLD):
            for node in _always(other.node.body):
                if _is_unix(node) or (other is scope and _runs_there(node)):
                    return True
    return False


def _must(file: File, call: ast.Call, event: Event) -> bool:
    """Does the call need Unix, and does nothing but what is around the event as well survive that it is not there?"""
    if not _is_unix(call.func):
        return False
    shared = set(map(id, file.parents.around(event.call)))
    return not any(_survives(node) for node in file.parents.around(call) if id(node) not in shared)


def does_unix(file: File, scope: Scope) -> bool:
    """Does the function somewhere call what Windows lacks, and would not survive that?"""
    if not file.text_of.holds(scope, _TOLD):
        return False
    return any(
        (_is_unix(node.func) or _runs_there(node)) and not any(map(_survives, file.parents.around(node)))
        for node, _ in flow_of(scope).calls
    )


def _survives(node: ast.AST) -> bool:
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return _suppresses(node)
    return isinstance(node, (ast.Try, ast.TryStar)) and _heeds_missing(node)


def _is_unix(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and node.attr in _ATTRIBUTES.get(node.value.id, ())
    if isinstance(node, ast.Import):
        return any(alias.name in _MODULES for alias in node.names)
    return isinstance(node, ast.ImportFrom) and node.module in _MODULES


def _runs_there(node: ast.AST) -> bool:
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


def _always(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """What is done whenever these statements are: what stands in a branch may not run, a condition does."""
    todo: list[ast.AST] = [*body]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, (ast.If, ast.IfExp)):
            todo.append(node.test)
        elif isinstance(node, ast.BoolOp):
            todo.append(node.values[0])
        elif isinstance(node, (ast.Try, ast.TryStar)):
            todo += node.finalbody if _heeds_missing(node) else [*node.body, *node.finalbody]
        elif not isinstance(node, _LATER) and not (isinstance(node, (ast.With, ast.AsyncWith)) and _suppresses(node)):
            todo += ast.iter_child_nodes(node)


_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _heeds_missing(node: ast.Try | ast.TryStar) -> bool:
    """Would the try survive a function or a module that its system does not have?"""
    going_on = [handler.type for handler in node.handlers if not isinstance(handler.body[-1], ast.Raise)]
    return any(_UNNAMED.search(ast.unparse(named)) if named is not None else True for named in going_on)


def _suppresses(node: ast.With | ast.AsyncWith) -> bool:
    calls = (item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call))
    return any(called_as(call) == "suppress" and _UNNAMED.search(ast.unparse(call)) for call in calls)
