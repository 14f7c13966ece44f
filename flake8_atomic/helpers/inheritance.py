"""What a new file takes from its folder: a group staged elsewhere must come by it all the same."""

from __future__ import annotations

import errno
import os
import stat

from . import system

_DEFAULT_ACL = "system.posix_acl_default"
_NONE = system.REFUSED | {errno.ENODATA, errno.EBADF}


def inheritance(place: int) -> tuple[int | None, bytes | None]:
    """Return the group and the default ACL that the kernel gives to what is made in a folder."""
    found = os.fstat(place)
    group = found.st_gid if found.st_mode & stat.S_ISGID else None
    if not hasattr(os, "getxattr"):
        return group, None
    try:
        return group, os.getxattr(place, _DEFAULT_ACL)
    except OSError as error:
        if error.errno not in _NONE:
            raise
        return group, None


def pass_on(place: int, wanted: tuple[int | None, bytes | None]) -> None:
    """Let a folder give what another one gives, as far as this user may."""
    group, acl = wanted
    if group is not None:
        system.best_effort(os.fchown, place, -1, group)
    os.fchmod(place, 0o700 if group is None else 0o2700)
    if acl is not None:
        system.best_effort(os.setxattr, place, _DEFAULT_ACL, acl)
    elif inheritance(place)[1] is not None:
        os.removexattr(place, _DEFAULT_ACL)
