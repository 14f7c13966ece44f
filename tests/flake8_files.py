"""Generated configurations of flake8: files in every place where it looks, and command lines over them."""

from __future__ import annotations

from hypothesis import strategies as st

FILES = ["a.py", "b.pyi", "sub/a.py", "sub/pkg/c.py", "sub/pkg/tests/d.py", "sub/.tox/e.py", "x.egg/f.py"]
FOLDERS = ["", "sub", "sub/pkg"]

_prefixes = st.sampled_from(["ATM", "ATM1", "ATM10", "ATM101", "ATM110", "A", "AT", "E", "E9", "W503", "F", "C9"])
_not_prefixes = st.sampled_from(["atm101", "ATM1010", "#", "ABCD", "E501:", "Ä1"])
_names = ["a.py", "*.py", "[ab].py*", "d.py", "E1.py", "sub", "pkg", "t?sts", ".tox", "*", ".", ".."]
_slashed = ["/", "sub/", "sub/*", "./a.py", "../a.py", "*/pkg/*", "sub/pkg", "*/a.py", "./*/d.py", "tests/*"]
_patterns = st.sampled_from([*_names, *_slashed])
_separators = st.sampled_from([",", ", ", " ", "\n    ", ",\n    ", ",,", " ,\t", "\n    # why\n    "])
_mostly = st.sampled_from([True] * 15 + [False])
_flags = st.sampled_from(["true", "no", "On", "0"] * 5 + ["maybe"])


def _joined(items: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(items, _separators), max_size=5)
    return pairs.map(lambda found: "".join(part for pair in found for part in pair))


_codes = st.one_of(*[_joined(_prefixes)] * 15, _joined(st.one_of(_prefixes, _not_prefixes)))
_paths = _joined(_patterns)
_rows = st.tuples(_patterns, _separators, _patterns, _prefixes, _separators, _prefixes).map(
    lambda row: "{}{}{}: {}{}{}".format(*row)
)
_per_file = st.one_of(
    *[st.lists(_rows, max_size=4).map("\n    ".join)] * 5,
    _joined(st.one_of(_patterns, _prefixes, st.sampled_from([":", " : ", "a.py:E", "E1", ":E1"]))),
)
_values = {
    **dict.fromkeys(["select", "extend-select", "ignore", "extend-ignore"], _codes),
    **dict.fromkeys(["exclude", "extend-exclude", "filename", "atomic-ignore-paths"], _paths),
    **dict.fromkeys(["disable-noqa", "atomic-check-tests"], _flags),
    "per-file-ignores": _per_file,
    "atomic-enable": _joined(st.sampled_from(["ATM110", "ATM210", "ATM101"])),
    "atomic-state-paths": _joined(st.sampled_from(["ledger", "*.idx", "[ab]", "[!]]", "x"] * 5 + ["[a"])),
    "atomic-helpers": _joined(st.sampled_from(["utils.save", "a.b.c", "save"] * 8 + ["a..b"])),
}


@st.composite
def _option(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(sorted(_values)))
    spellings = [name, name, name.replace("-", "_"), name.replace("-", "_", 1), name.upper()]
    return f"{draw(st.sampled_from(spellings))} {draw(st.sampled_from('=:'))} {draw(_values[name])}"


@st.composite
def _file(draw: st.DrawFn) -> str:
    heads = ["flake8", "tool", "flake8:local-plugins", "DEFAULT"]
    text = draw(st.sampled_from([""] * 20 + ["\ufeff", "# flake8\n", "flake8 = 1\n"]))
    for head in draw(st.lists(st.sampled_from(heads), max_size=3, unique=draw(_mostly))):
        text += "\n".join([f"[{head}]", *draw(st.lists(_option(), max_size=4)), ""])
    return text


places = st.dictionaries(
    st.tuples(st.sampled_from(FOLDERS), st.sampled_from(["setup.cfg", "tox.ini", ".flake8", "other.cfg"])),
    _file(),
    max_size=4,
)
_line = st.fixed_dictionaries(
    {},
    optional={
        **{name: values for name, values in _values.items() if values is not _flags},
        **dict.fromkeys(["isolated", "disable-noqa", "atomic-check-tests"], st.just(True)),
        "config": st.sampled_from(["other.cfg", "sub/other.cfg", "../other.cfg", "setup.cfg"]),
        "append-config": st.sampled_from(["other.cfg", "tox.ini", "../setup.cfg"]),
    },
)
lines_given = st.one_of(st.just({}), st.just({}), _line)
