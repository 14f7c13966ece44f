"""The command `flake8-atomic`: what the rules are, what one of them means, and what killed writers left behind."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from flake8_atomic import __version__
from flake8_atomic.catalogue import catalogue, explanation, table
from flake8_atomic.helpers.recovery import recover
from flake8_atomic.helpers.sweep import sweep
from flake8_atomic.output.streams import guarded


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = _parser().parse_args(argv)
    return guarded("flake8-atomic", lambda: int(args.run(args)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="flake8-atomic", description=__doc__)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    rules = commands.add_parser("rules", help="list the rules")
    rules.add_argument("--json", action="store_true", help="as JSON, for programs")
    rules.set_defaults(run=_rules)
    explain = commands.add_parser("explain", help="say what a rule flags, why, and what to do")
    explain.add_argument("code", metavar="CODE", help="for example ATM103")
    explain.set_defaults(run=_explain)
    swept = commands.add_parser("sweep", help="list the temporary files that killed writers left in a folder")
    swept.add_argument("folder", metavar="DIR")
    swept.add_argument("--delete", action="store_true", help="remove them; those of a living writer are never touched")
    swept.set_defaults(run=_sweep)
    recovered = commands.add_parser("recover", help="complete or drop what a killed group of writes left in a folder")
    recovered.add_argument("folder", metavar="DIR", help="the root of the group")
    recovered.set_defaults(run=_recover)
    return parser


def _rules(args: argparse.Namespace) -> int:
    print(json.dumps(catalogue(), indent=2) if args.json else table())
    return 0


def _sweep(args: argparse.Namespace) -> int:
    try:
        found = sweep(args.folder, delete=args.delete)
    except OSError as error:
        print(f"flake8-atomic: {args.folder}: {error.strerror}", file=sys.stderr)
        return 2
    for path in found:
        print(path)
    return 0


def _recover(args: argparse.Namespace) -> int:
    try:
        count = len(recover(args.folder, wait=False))
    except BlockingIOError:
        print(f"flake8-atomic: {args.folder}: a group is open here; recover when it has ended", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"flake8-atomic: {error.filename or args.folder}: {error.strerror or error}", file=sys.stderr)
        return 2
    files = f"completed {count} file{'s' * (count != 1)}" if count else "no file had to be completed"
    print(f"{args.folder}: {files}")
    return 0


def _explain(args: argparse.Namespace) -> int:
    text = explanation(args.code.upper())
    if text is None:
        print(f"flake8-atomic: {args.code} is not a rule; `flake8-atomic rules` lists them", file=sys.stderr)
        return 2
    print(text)
    return 0
