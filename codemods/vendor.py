"""`--vendor FOLDER`: a copy of the helpers in a package of the project, whole and unedited or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import flake8_atomic.helpers
from codemods.project.exchange import exchange
from codemods.project.project import Refused, import_root, root_of
from codemods.project.vendored import STAMP, checksum, content, names_in, stamp_of, version_of
from flake8_atomic.helpers import atomic_write_bytes
from flake8_atomic.settings.values import is_dotted_name

_OURS = os.path.dirname(flake8_atomic.helpers.__file__)
_STAGE, _ASIDE = ".atomic-stage", ".atomic-aside"


class Copy:
    """The copy in a folder, as it stands and as it ought to."""

    def __init__(self, folder: str) -> None:
        self.given = folder
        self.folder = os.path.realpath(folder)
        module_of(folder)
        if not os.path.isdir(os.path.dirname(self.folder)):
            raise Refused(f"--vendor {folder}: its parent folder does not exist")
        self._files = {name: content(_OURS, name) for name in names_in(_OURS)}
        self._stamp = stamp_of(self._files)

    def check(self) -> tuple[int, str]:
        """Tell whether the copy is current: 0 or 1, and the line that says so."""
        stands = self._stands()
        if stands == self._stamp:
            return 0, f"{self.given} is a copy of {version_of(stands)}"
        state = f"is behind, a copy of {version_of(stands)}" if stands else "does not exist"
        return 1, f"{self.given} {state}; it would become one of {version_of(self._stamp)}"

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
        return 0, f"{self.given} is a copy of {version_of(self._stamp)}; import it as {module_of(self.given)}"

    def _stands(self) -> str:
        """The stamp of the copy that is there; one that was edited is refused."""
        names = names_in(self.folder) if os.path.isdir(self.folder) else []
        if not names:
            return ""
        if STAMP not in names:
            raise Refused(f"--vendor {self.given}: it holds {names[0]} and is no copy of the helpers")
        stamp = content(self.folder, STAMP).decode("utf-8", "replace").replace("\r\n", "\n")
        parted = (line.partition("  ") for line in stamp.splitlines())
        sums = {name: checksum for checksum, _, name in parted if name}
        for name in sorted({*names, *sums} - {STAMP}):
            if name not in names or sums.get(name) != checksum(content(self.folder, name)):
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
            try:
                os.rename(stage, self.folder)
            finally:
                self._put_back()

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
    if not is_dotted_name(name):
        raise Refused(f"--vendor {folder}: {name} is not a name that Python can import")
    return name
