"""The options of `atomicize`: its own, flake8's that choose, and the linter's."""

from __future__ import annotations

import argparse

from flake8_atomic import __version__
from flake8_atomic.settings import OPTIONS
from flake8_atomic.settings.values import is_dotted_name, shown

FORMATS = ("text", "json", "sarif", "github")
_EPILOG = """exit codes: 0 done, 1 would change (--check, --diff) or a copy that is behind (--vendor --check),
2 wrong usage, a bad setting or a file that could not be handled (the others are handled), 130 interrupted"""
_CHOOSING = (
    ("--select", "CODES", "codes, or the beginnings of codes, to fix"),
    ("--extend-select", "CODES", "add to --select"),
    ("--ignore", "CODES", "codes, or the beginnings of codes, to leave alone"),
    ("--extend-ignore", "CODES", "add to --ignore"),
    ("--per-file-ignores", "PAIRS", "`pattern: codes` to leave alone in some files"),
    ("--exclude", "GLOBS", "files and folders to pass over"),
    ("--extend-exclude", "GLOBS", "add to --exclude"),
    ("--filename", "GLOBS", "which files of a folder are Python, by default *.py"),
    ("--config", "FILE", "read this file instead of looking for setup.cfg, tox.ini or .flake8"),
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    made = argparse.ArgumentParser(
        prog="atomicize",
        description="Rewrite the file writes that flake8-atomic flags, so that no crash can tear them.",
        epilog=_EPILOG,
        allow_abbrev=False,
    )
    made.add_argument("paths", metavar="PATH", nargs="*", help="files and folders, `-` for standard input; default .")
    made.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    _add_own(made.add_argument_group("what to do"))
    chosen = made.add_argument_group("what to look at, as flake8 has it, and from its configuration")
    for flag, metavar, text in _CHOOSING:
        chosen.add_argument(flag, metavar=metavar, help=text)
    chosen.add_argument("--append-config", metavar="FILE", action="append", help="read this file as well")
    chosen.add_argument("--isolated", action="store_true", default=None, help="read no configuration")
    chosen.add_argument("--disable-noqa", action="store_true", default=None, help="heed no `# noqa`")
    lint = made.add_argument_group("the linter's options")
    for option in OPTIONS:
        if option.metavar:
            lint.add_argument(option.flag, metavar=option.metavar.upper(), help=option.help)
        else:
            lint.add_argument(option.flag, action="store_true", default=None, help=option.help)
    return made


def _add_own(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--diff", action="store_true", help="show what would change, and write nothing")
    group.add_argument("--check", action="store_true", help="only tell what would change, and write nothing")
    group.add_argument("--unsafe", action="store_true", help="also fixes that change behaviour as their note says")
    helpers = group.add_mutually_exclusive_group()
    helpers.add_argument("--helpers", metavar="MODULE", type=_dotted, help="import the helpers from your own module")
    helpers.add_argument(
        "--vendor", metavar="FOLDER", type=_folder, help="copy the helpers there, or update the copy, and use it"
    )
    group.add_argument("--stdin-filename", metavar="NAME", default="stdin", help="what standard input is called")
    group.add_argument("--jobs", "-j", metavar="N", type=_count, help="how many processes, by default one per core")
    group.add_argument("--quiet", "-q", action="store_true", help="say only what went wrong")
    group.add_argument("--statistics", action="store_true", help="count what was done, by code and reason")
    group.add_argument("--format", choices=FORMATS, default="text", help="how to report")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of processes")
    return int(text)


def _folder(text: str) -> str:
    if not text:
        # A variable of a script that is not set: nothing would be copied, and nobody told.
        raise argparse.ArgumentTypeError("'' is not a folder")
    return text


def _dotted(text: str) -> str:
    if not is_dotted_name(text):
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a dotted name")
    return text


def checked(argv: list[str] | None) -> argparse.Namespace:
    """Return the parsed command line, or exit with 2."""
    made = parser()
    given = made.parse_args(argv)
    given.tells = given.check or given.diff
    given.stdin = "-" in given.paths
    if given.stdin and len(given.paths) > 1:
        made.error("`-` stands alone")
    if given.stdin and not given.tells and given.format != "text":
        made.error(f"standard output holds the rewritten text, so `-` with --format {given.format} needs --check")
    return given
