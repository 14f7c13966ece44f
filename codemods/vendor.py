"""`--vendor FOLDER`: a copy of the helpers in a package of the project, whole and unedited or not at all."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import flake8_atomic.helpers
from codemods.exchange import exchange
from codemods.project import Refused, import_root, root_of
from codemods.vendored import FIRST_WORDS, STAMP
from flake8_atomic import __version__
from flake8_atomic.helpers import atomic_write_bytes

_OURS = os.path.dirname(flake8_atomic.helpers.__file__)
_HINT = "A copy of its helpers. Do not edit it: `atomicize --vendor` updates it, with --check it compares."
_STAGE, _ASIDE = ".atomic-stage", ".atomic-aside"


class Copy:
    """The copy in a folder, as it stands and as it ought to."""

    def __init__(self, folder: str) -> None:
        self.given = folder
        self.folder = os.path.realpath(folder)
        module_of(folder)
        if not os.path.isdir(os.path.dirname(self.folder)):
            raise Refused(f"--vendor {folder}: its parent folder does not exist")
        self._files = {name: _read(_OURS, name) for name in _names(_OURS)}
        self._stamp = _stamp(self._files)

    def check(self) -> tuple[int, str]:
        """Tell whether the copy is current: 0 or 1, and the line that says so."""
        stands = self._stands()
        if stands == self._stamp:
            return 0, f"{self.given} is a copy of {_version(stands)}"
        state = f"is behind, a copy of {_version(stands)}" if stands else "does not exist"
        return 1, f"{self.given} {state}; it would become one of {_version(self._stamp)}"

    def update(self) -> tuple[int, str]:
        """Bring the copy up to date, all of its files at once."""
        try:
            with _alone_in(os.path.dirname(self.folder)):
                self._put_back()
                if self._stands() != self._stamp:
                    with self._stage() as stage:
                        self._publish(stage)
        except OSError as error:
            raise Refused(f"--vendor {self.given}: {error.strerror or error}") from error
        return 0, f"{self.given} is a copy of {_version(self._stamp)}; import it as {module_of(self.given)}"

    def _stands(self) -> str:
        """The stamp of the copy that is there; one that was edited is refused."""
        names = _names(self.folder) if os.path.isdir(self.folder) else []
        if not names:
            return ""
        if STAMP not in names:
            raise Refused(f"--vendor {self.given}: it holds {names[0]} and is no copy of the helpers")
        stamp = _read(self.folder, STAMP).decode("utf-8", "replace").replace("\r\n", "\n")
        parted = (line.partition("  ") for line in stamp.splitlines())
        sums = {name: checksum for checksum, _, name in parted if name}
        for name in sorted({*names, *sums} - {STAMP}):
            if name not in names or sums.get(name) != _sum(_read(self.folder, name)):
                how = "edited" if name in sums and name in names else "removed" if name in sums else "added"
                raise Refused(f"--vendor {self.given}: {os.path.join(self.given, name)} was {how}; undo that first")
        return stamp

    @contextmanager
    def _stage(self) -> Iterator[str]:
        """A folder beside it that holds the new copy."""
        stage = self._beside(_STAGE)
        if os.path.isdir(stage):
            shutil.rmtree(stage)  # of a run that was killed
        try:
            os.mkdir(stage)
            for name, data in {**self._files, STAMP: self._stamp.encode()}.items():
                os.makedirs(os.path.dirname(os.path.join(stage, name)), exist_ok=True)
                atomic_write_bytes(os.path.join(stage, name), data)
            yield stage
        finally:
            shutil.rmtree(stage, ignore_errors=True)

    def _publish(self, stage: str) -> None:
        if not os.path.isdir(self.folder):
            os.rename(stage, self.folder)
            return
        shutil.copymode(self.folder, stage)
        try:
            exchange(stage, self.folder)
        except OSError:
            # Here there is a moment without a copy; the next run puts back what a killed one left aside.
            os.rename(self.folder, self._beside(_ASIDE))
            os.rename(stage, self.folder)
            shutil.rmtree(self._beside(_ASIDE))

    def _put_back(self) -> None:
        aside = self._beside(_ASIDE)
        if os.path.isdir(aside):
            if os.path.isdir(self.folder):
                shutil.rmtree(aside)
            else:
                os.rename(aside, self.folder)

    def _beside(self, suffix: str) -> str:
        folder, name = os.path.split(self.folder)
        return os.path.join(folder, f".{name}{suffix}")


@contextmanager
def _alone_in(folder: str) -> Iterator[None]:
    """Two runs at once would take each other's stage for that of a killed one."""
    if find_spec("fcntl") is None:  # Windows, where nothing tells two runs from each other
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def module_of(folder: str) -> str:
    """The dotted name by which the project imports this folder."""
    folder = os.path.abspath(folder)
    root = import_root(os.path.dirname(folder))
    source = os.path.join(root_of(root), "src", "")
    if root.startswith(source):
        root = source  # below it, a folder without __init__.py is a namespace
    name = os.path.relpath(folder, root).replace(os.sep, ".")
    if not all(map(str.isidentifier, name.split("."))):
        raise Refused(f"--vendor {folder}: {name} is not a name that Python can import")
    return name


def _names(folder: str) -> list[str]:
    found = []
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [os.path.relpath(os.path.join(here, name), folder) for name in names if not name.endswith(".pyc")]
    return sorted(name.replace(os.sep, "/") for name in found)


def _read(folder: str, name: str) -> bytes:
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def _sum(data: bytes) -> str:
    # git may have given the copy the line ends of Windows; that is no edit.
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def _stamp(files: dict[str, bytes]) -> str:
    sums = "".join(f"{_sum(data)}  {name}\n" for name, data in files.items())
    return f"{FIRST_WORDS}{__version__}\n{_HINT}\n\n{sums}"


def _version(stamp: str) -> str:
    return stamp.partition("\n")[0]
