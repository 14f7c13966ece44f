"""The command `atomicize`: rewrites the file writes that flake8-atomic flags."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec

from codemods.files import Targets
from codemods.project.project import Refused, depends_on_us
from codemods.running.arguments import checked
from codemods.running.printing import complain, show
from codemods.running.progress import Progress
from codemods.vendor import Copy
from flake8_atomic.detect import known_codes
from flake8_atomic.output.records import File, Report
from flake8_atomic.output.streams import guarded
from flake8_atomic.settings import BadSetting, Settings, load
from flake8_atomic.settings.selection import Selection

_NEEDED = ("libcst", "pyflakes")
_INTERRUPTED = 130
_PACKAGE = b"flake8_atomic"
"""What a file names that imports the helpers from us; a step that is added to a home-made replace needs none."""


def main(argv: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    given = checked(argv)
    return guarded("atomicize", partial(_told, given), reads=given.stdin)


def _told(given: argparse.Namespace) -> int:
    try:
        return _run(given)
    except (BadSetting, Refused) as reason:
        complain(str(reason))
    except KeyboardInterrupt:
        complain("interrupted; every file is as it was or completely rewritten")
        return _INTERRUPTED
    return 2


def _run(given: argparse.Namespace) -> int:
    settings, selection = load(known_codes(), vars(given))
    code = _vendored(given) if given.vendor else 0
    if given.vendor and not given.paths:
        return code
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise Refused(f'{" and ".join(missing)} cannot be imported; pip install "flake8-atomic[codemod]"')
    report = _stdin(given, settings, selection) if given.stdin else _files(given, settings, selection)
    show(report, given)
    if not given.quiet:
        complain(*_notices(given, settings, selection, report))
    if any(file.problem for file in report.files):
        return 2
    return 1 if given.tells and any(file.changed for file in report.files) else code


def _vendored(given: argparse.Namespace) -> int:
    copy = Copy(given.vendor)
    code, line = copy.check() if given.tells else copy.update()
    if not given.quiet:
        complain(line)
    return code


def _notices(given: argparse.Namespace, settings: Settings, selection: Selection, report: Report) -> Iterator[str]:
    """What nobody asked, and everybody would want to know."""
    on = [code for code, opt_in in known_codes().items() if not opt_in or code in settings.enable]
    if not any(selection.decides(code, "") for code in on):
        yield "the configuration selects none of the codes ATM, so there is nothing to do"
    ours = not (given.helpers or given.vendor) and any(_PACKAGE in file.after for file in report.files)
    if ours and not depends_on_us([file.path for file in report.files]):
        yield "the fixed code needs flake8-atomic at run time: add it to the project's dependencies, or use --vendor"


def _files(given: argparse.Namespace, settings: Settings, selection: Selection) -> Report:
    from codemods.running.one import Work, failed
    from codemods.running.run import Run
    from codemods.running.wishes import wished

    targets = Targets(selection)
    targets.add(given.paths or [os.curdir])
    wish = wished(given, settings, given.paths or [os.curdir])
    if targets.of_others and not given.quiet:
        folders = ", ".join(sorted(targets.of_others))
        complain(f"passed over as code of others: {folders}; name a folder to have it rewritten")
    progress = Progress(sys.stderr, len(targets.files), wanted=not given.quiet)
    run = Run(Work(wish, selection, given.format == "sarif"), not given.tells, given.jobs, progress)
    files = [*run.over(targets.files), *(failed(path, reason) for path, reason in targets.problems.items())]
    return Report(tuple(sorted(files, key=lambda file: file.path)), written=not given.tells)


def _stdin(given: argparse.Namespace, settings: Settings, selection: Selection) -> Report:
    """Rewrite standard input to standard output; where that fails the text goes through as it came."""
    from codemods.running.one import Work, failed
    from codemods.running.wishes import wished
    from codemods.running.worker import Lost
    from codemods.running.workers import answers

    data = sys.stdin.buffer.read()
    name = given.stdin_filename
    file = File(name)
    if not selection.excludes(name):
        work = Work(wished(given, settings, [os.path.dirname(name) or os.curdir]), selection, given.format == "sarif")
        for _, answer in answers(partial(work.rewritten, path=name), [data], 1):
            file = failed(name, answer) if isinstance(answer, Lost) else answer
    if not given.tells:
        sys.stdout.buffer.write(file.after if file.changed else data)
    return Report((file,), written=not given.tells)


if __name__ == "__main__":
    sys.exit(main())
