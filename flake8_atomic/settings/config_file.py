"""flake8's own file is found and read here as flake8 does it, without flake8."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from flake8_atomic.settings.values import BadSetting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from configparser import RawConfigParser

NAMES = ("setup.cfg", "tox.ini", ".flake8")


class ConfigFile:
    """The folder of flake8's file, None if there is none, and the text of section [flake8]."""

    def __init__(self, folder: str | None = None, values: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.values = values or {}


def folders(start: str) -> Iterator[str]:
    """Yield the folders in which flake8 looks: upwards, until the root or the home folder comes next."""
    home = _identity(os.path.expanduser("~"))
    here = _identity(start)
    while True:
        yield start
        start = os.path.dirname(start)
        above = _identity(start)
        if above is None or above in (here, home):
            return
        here = above


def read(start: str, config: str | None = None, append: Sequence[str] = (), *, isolated: bool = False) -> ConfigFile:
    """Return what flake8 reads when it is started in this folder with these options."""
    if isolated:
        return ConfigFile()
    path = _path(start, config)
    parser = _parser()
    if path is not None:
        _read(parser, path, "--config")
    for extra in append:
        _read(parser, os.path.join(start, extra), "--append-config")
    values = dict(parser["flake8"]) if "flake8" in parser else {}
    # Paths in an appended file, too, start in the folder of the first one.
    return ConfigFile(_folder(path), values)


def place(start: str, config: str | None = None, *, isolated: bool = False) -> ConfigFile:
    """Return the folder of flake8's file, for those whom flake8 gives its values."""
    return ConfigFile(None if isolated else _folder(_path(start, config)))


def _path(start: str, config: str | None) -> str | None:
    """Return the named file or the first that says something to flake8, going up."""
    if config is not None:
        return os.path.join(start, config)
    candidates = (os.path.join(folder, name) for folder in folders(start) for name in NAMES)
    return next(filter(_is_for_flake8, candidates), None)


def _folder(path: str | None) -> str | None:
    return None if path is None else os.path.dirname(os.path.abspath(path))


def _is_for_flake8(path: str) -> bool:
    import configparser

    parser = _parser()
    try:
        parser.read(path, encoding="UTF-8")
    except (UnicodeDecodeError, configparser.ParsingError):
        return False
    except configparser.Error as error:
        raise BadSetting(path, str(error)) from error
    return "flake8" in parser or "flake8:local-plugins" in parser


def _read(parser: RawConfigParser, path: str, option: str) -> None:
    from configparser import Error

    try:
        known = parser.read(path, encoding="UTF-8")
    except (UnicodeDecodeError, Error) as error:
        raise BadSetting(option, path, str(error)) from error
    if not known:
        raise BadSetting(option, path, "no such file")


def _parser() -> RawConfigParser:
    from configparser import RawConfigParser

    return RawConfigParser()


def _identity(folder: str) -> tuple[int, int] | None:
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return status.st_ino, status.st_dev
