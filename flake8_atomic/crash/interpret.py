"""Calls into steps: what each system call changes on the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import files, names
from .calls import Call
from .errors import NotModelledError
from .kernel import Kernel
from .operations import Mark
from .vocabulary import HARMLESS, READS

Handler = Callable[[Kernel, Call], None]


def _cwd(kernel: Kernel, call: Call) -> None:
    kernel.descriptors.change_directory(call)


def _umask(kernel: Kernel, call: Call) -> None:
    kernel.descriptors.umask = call.number(0)


def _duplicate(kernel: Kernel, call: Call) -> None:
    kernel.descriptors.duplicate(call)


def _close(kernel: Kernel, call: Call) -> None:
    kernel.descriptors.close(call)


def _close_range(kernel: Kernel, call: Call) -> None:
    kernel.descriptors.close_range(call)


def _fcntl(kernel: Kernel, call: Call) -> None:
    command = call.arguments[1]
    if command.startswith("F_DUPFD"):
        kernel.descriptors.duplicate(call)
    elif command not in {"F_GETFD", "F_SETFD", "F_GETFL", "F_SETLK", "F_SETLKW", "F_GETLK", "F_OFD_SETLK"}:
        raise NotModelledError(f"fcntl({command})")


def _mmap(kernel: Kernel, call: Call) -> None:
    shared = "MAP_SHARED" in call.arguments[3] and "PROT_WRITE" in call.arguments[2]
    if shared and call.descriptor(4)[0] != -1 and kernel.descriptors.opened(call, 4) is not None:
        raise NotModelledError("a file is written through mmap")


def _clone(kernel: Kernel, call: Call) -> None:
    if "CLONE_THREAD" not in "".join(call.arguments):
        raise NotModelledError(f"{call.name} starts another process; only one process is modelled")
    kernel.threads.add(call.result)


def _ioctl(kernel: Kernel, call: Call) -> None:
    if call.arguments[1] != "FS_IOC_GETFLAGS" and kernel.descriptors.opened(call) is not None:
        raise NotModelledError(f"ioctl({call.arguments[1]})")


HANDLERS: dict[str, Handler] = {
    **files.HANDLERS,
    **names.HANDLERS,
    "chdir": _cwd,
    "fchdir": _cwd,
    "umask": _umask,
    "dup": _duplicate,
    "dup2": _duplicate,
    "dup3": _duplicate,
    "close": _close,
    "close_range": _close_range,
    "fcntl": _fcntl,
    "mmap": _mmap,
    "clone": _clone,
    "clone3": _clone,
    "ioctl": _ioctl,
}
HEEDED_ON_ERROR = frozenset(("fsync", "fdatasync", "close"))


def interpret(kernel: Kernel, calls: Iterable[Call], marks: dict[int, str]) -> None:
    """Let the kernel see the calls; `marks` names the calls that are marks."""
    for call in calls:
        if call.ended in marks:
            kernel.step(Mark(marks[call.ended]), call)
        elif call.error and call.name not in HEEDED_ON_ERROR:
            continue
        elif call.pid not in kernel.threads:
            raise NotModelledError(f"{call.name} by another process; only one process is modelled")
        elif call.injected and not call.error:
            raise NotModelledError(f"{call.name} was made to succeed without being carried out")
        elif handler := HANDLERS.get(call.name):
            handler(kernel, call)
        elif call.name in READS:
            files.read(kernel, call)
        elif call.name not in HARMLESS:
            raise NotModelledError(f"{call.name}({', '.join(call.arguments)[:120]})")
