"""What a project configures: the linter, the runner and the codemod read the same, in the same order."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flake8_atomic.settings import config_file, pyproject
from flake8_atomic.settings.helper_calls import HelperCalls
from flake8_atomic.settings.layers import Layers
from flake8_atomic.settings.options import OPTIONS, Option, flake8_started
from flake8_atomic.settings.values import BadSetting, checked_codes, checked_globs, checked_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flake8_atomic.settings.helper_call import HelperCall
    from flake8_atomic.settings.selection import Selection

__all__ = [
    "OPTIONS",
    "BadSetting",
    "Option",
    "Settings",
    "load",
    "settings_from_options",
]


@dataclass(frozen=True)
class Settings:
    """What the analysis and the fixes are told about a project."""

    enable: frozenset[str] = frozenset()
    """Opt-in rule codes that are switched on."""
    state_paths: tuple[str, ...] = ()
    """Globs or words that make a path a state path."""
    ignore_paths: tuple[str, ...] = ()
    """Words or globs of paths that are never flagged."""
    helpers: tuple[str, ...] = ()
    """Dotted names of the project's own atomic writers."""
    check_tests: bool = False
    root: str = ""
    """The configuration's folder, or the working directory: test files are judged relative to it."""
    helper_calls: Mapping[str, HelperCall] = field(default_factory=HelperCalls)
    """How the project's own writers are called in place of ours."""


def settings_from_options(options: object, rules: Mapping[str, bool], argv: Sequence[str] | None = None) -> Settings:
    """Return the settings from flake8's parsed options; `rules` tells of each code whether it is opt-in.

    `argv` is flake8's command line, for a caller that knows better than `sys.argv`.
    """
    given = {option.name: getattr(options, option.name, None) for option in OPTIONS}
    started = flake8_started(argv)
    start = os.path.abspath("")
    file = config_file.place(start, started.config, isolated=started.isolated)
    return _settings(Layers(given, file, start), rules, isolated=started.isolated)


def load(
    rules: Mapping[str, bool], given: Mapping[str, object] | None = None, folder: str = ""
) -> tuple[Settings, Selection]:
    """Return what flake8 would be told in this folder, for those who run without it.

    `given` is the command line, as `vars()` of an argparse namespace: OPTIONS and flake8's options by their
    names, with `config`, `append_config` and `isolated`. None is not given; other names do not matter.
    """
    from flake8_atomic.settings.selecting import selection

    start = os.path.abspath(folder)
    line = Layers(given or {})
    isolated = bool(line.flag("isolated"))
    file = config_file.read(start, line.text("config"), line.items("append_config") or (), isolated=isolated)
    layers = Layers(line.given, file, start)
    settings = _settings(layers, rules, isolated=isolated)
    opt_in = {code for code, is_opt_in in rules.items() if is_opt_in}
    return settings, selection(layers, frozenset(opt_in - settings.enable))


def _settings(layers: Layers, rules: Mapping[str, bool], *, isolated: bool) -> Settings:
    table = pyproject.NOTHING if isolated else pyproject.read(layers.start)

    def listed(option: Option) -> tuple[str, tuple[str, ...]]:
        items = layers.items(option.name)
        if items is None:
            return f"{pyproject.TABLE} {option.key}", table.lists.get(option.key, ())
        return option.flag, items

    enable, state_paths, ignore_paths, helpers, check_tests = OPTIONS
    flag = layers.flag(check_tests.name)
    codes = checked_codes(*listed(enable), rules)
    own = checked_names(*listed(helpers))
    called = tuple(call.function for call in table.calls.values())
    return Settings(
        enable=frozenset(code for code in codes if rules[code]),
        state_paths=checked_globs(*listed(state_paths)),
        ignore_paths=checked_globs(*listed(ignore_paths)),
        helpers=tuple(dict.fromkeys(own + called)),
        check_tests=table.flags.get(check_tests.key, False) if flag is None else flag,
        root=_root(layers.start, layers.file.folder, table.folder),
        helper_calls=table.calls,
    )


def _root(start: str, *folders: str | None) -> str:
    """Return the first folder around the start or below it: /etc says nothing of where a project begins."""
    here = os.path.join(start, "")
    for folder in filter(None, folders):
        below = os.path.join(folder, "")
        if here.startswith(below) or below.startswith(here):
            return folder
    return start
