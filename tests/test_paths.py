"""What is known of a path: the same as another, temporary, a descriptor."""

from __future__ import annotations

import pytest

from flake8_atomic.analysis.files.descriptors import is_descriptor
from flake8_atomic.analysis.paths.paths import base_of
from tests.snippets import asked, parsed

HEAD = "import os, tempfile, uuid, io, sys, pty\nfrom pathlib import Path\nfrom typing import cast\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("p", "p"),
        ("p", "q"),
        ("p", "str(p)"),
        ("p", "os.fspath(p)"),
        ("p", "Path(p)"),
        ("p", "Path(str(p))"),
        ("p", "p.resolve()"),
        ("p", "p.expanduser().absolute()"),
        ("p / 'a'", "os.path.join(p, 'a')"),
        ("p / 'a'", "Path(p, 'a')"),
        ("p / 'a' / 'b'", "os.path.join(p, 'a', 'b')"),
        ("p / 'a' / 'b'", "p.joinpath('a', 'b')"),
        ("p / 'a' / 'b'", "p / 'a' / b"),
        ("p + '.tmp'", "f'{p}.tmp'"),
        ("p + '.' + 'tmp'", "p + '.' + 'tmp'"),
        ("p.with_suffix('.tmp')", "q.with_suffix('.tmp')"),
        ("p.parent", "q.parent"),
        ("p[0]", "q[0]"),
        ("os.path.dirname(p)", "os.path.dirname(q)"),
        ("made(p)", "made(q)"),
        ("self.path", "self.path"),
        ("unknown", "unknown"),
        ("unknown.name", "unknown.name"),
        ("FILE", "'state'"),
        ("item", "item"),
        ("one_of", "one_of"),
    ],
)
def test_two_spellings_are_one_path(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("p", "r"),
        ("p", "p.parent"),
        ("p / 'a'", "p / 'b'"),
        ("p / 'a'", "p + 'a'"),
        ("p + 'a'", "p.with_suffix('a')"),
        ("'1'", "1"),
        ("uuid.uuid4().hex", "uuid.uuid4().hex"),
        ("sys.argv.pop(1)", "sys.argv.pop(1)"),
        ("r.pop()", "r.pop()"),
        ("tempfile.mkdtemp()", "tempfile.mkdtemp()"),
        ("made[0]()", "made[0]()"),
        ("p % 1", "p % 1"),
        ("lambda: p", "lambda: p"),
        ("item", "each"),
        ("self.path", "self.other"),
        ("os.path.abspath()", "p"),
        ("p" + " / 'a'" * 12, "p" + " / 'a'" * 13),
    ],
)
def test_two_paths_are_not_the_same(one: str, other: str) -> None:
    assert not same(one, other)


def same(one: str, other: str) -> bool:
    text = f"""{HEAD}
FILE = "state"
class C:
    def f(self, p, r, c):
        q, b = p, "b"
        item, _ = r
        one_of = p if c else r
        for each in r:
            ask({one}, {other})
"""
    file = parsed(text)
    return file.paths.key(asked(file)) == file.paths.key(asked(file, 1))


def test_a_name_that_stands_for_itself_has_no_key() -> None:
    file = parsed("a = a\nask(a)")
    assert file.paths.key(asked(file)) is None


def temporary(text: str) -> bool:
    file = parsed(HEAD + text)
    return file.paths.temporary(asked(file))


@pytest.mark.parametrize(
    "text",
    [
        "ask('/tmp/a')",
        "ask('/dev/null')",
        "ask('/proc/self/oom_score_adj')",
        "ask(os.devnull)",
        "ask(sys.stdout)",
        "ask(io.StringIO())",
        "ask(tempfile.mkstemp()[1])",
        "fd, name = tempfile.mkstemp()\nask(name)",
        "ask(tempfile.mkdtemp() + '/a')",
        "ask(os.path.join(tempfile.gettempdir(), 'a'))",
        "ask(Path(tempfile.mkdtemp()) / 'a')",
        "ask('%s/a' % tempfile.mkdtemp())",
        "ask('%s/%s' % (tempfile.mkdtemp(), a))",
        "ask('{}/a'.format(tempfile.mkdtemp()))",
        "ask('/proc/sys/%s/conf' % a)",
        "ask(Path('/proc') / 'self' / a)",
        "ask(Path('/sys', a))",
        "ask(os.path.join('/dev', a))",
        "ask('/proc/{}/comm'.format(a))",
        "for a, b in [('/proc/%s/x' % c, 1), ('/sys/y', 2)]: ask(a)",
        "ask(f'{tempfile.mkdtemp()}/a')",
        "ask(f'/tmp/{a}')",
        "ask(Path('/tmp/a').with_suffix('.b'))",
        "ask(os.path.splitext('/tmp/a')[0])",
        "with tempfile.TemporaryDirectory() as folder: ask(os.path.join(folder, 'a'))",
        "with tempfile.NamedTemporaryFile() as file: ask(file.name)",
        "ask(make_temp_dir())",
        "with TempDirectory() as folder: ask(folder.path)",
        "def f(tmp_path): ask(tmp_path / 'a')",
        "ask('/tmp/a' if c else '/var/tmp/a')",
        "def made(): return tempfile.mkdtemp()\nask(made())",
        "def _f(a): ask(a)\n_f('/tmp/a')\n_f(tempfile.mkdtemp())",
        "from os import devnull\nask(devnull)",
        "t = stack.enter_context(tempfile.TemporaryDirectory())\nask(os.path.join(t, 'a'))",
        "t = stack.enter_context(made())\ndef made():\n  with tempfile.TemporaryDirectory() as t: yield t\nask(t)",
        "def made():\n  with tempfile.TemporaryDirectory() as t: yield Path(t)\nwith made() as t: ask(t / 'a')",
        "class C:\n  @property\n  def base(self): return tempfile.gettempdir()\n  def f(self): ask(self.base + '/a')",
        "for a in Path(tempfile.mkdtemp()).iterdir(): ask(a)",
        "for a, b, c in os.walk(tempfile.mkdtemp()): ask(os.path.join(a, 'b'))",
        "def go():\n  def f(a): ask(a)\n  f('/tmp/a')",
        "def _f(b, a): ask(a)\npool.submit(_f, 1, '/tmp/a')",
        "def _f(b, a): ask(a)\npool.submit(_f, 1, a='/tmp/a')",
        "t = tempfile.mkdtemp()\npaths = [os.path.join(t, f'{i}') for i in b]\nfor a in paths: ask(a)",
        "t = tempfile.mkdtemp()\npaths = {'a': os.path.join(t, 'a'), 'b': t}\nask(paths['a'])",
    ],
)
def test_it_is_proved_temporary(text: str) -> None:
    assert temporary(text)


@pytest.mark.parametrize(
    "text",
    [
        "ask('a')",
        "ask(1)",
        "ask(a)",
        "ask(a.b())",
        "ask(a())",
        "ask(f'')",
        "ask(f'{a}/tmp')",
        "ask('/tmpdata/a')",
        "ask('/var/tmp_a/b')",
        "ask(Path('/tmpfiles') / 'a')",
        "ask('%s/a' % a)",
        "ask('%s' % ())",
        "ask('{}'.format())",
        "ask(str())",
        "ask(lambda: 0)",
        "ask('%s/proc/a' % a)",
        "ask(Path('/process') / a)",
        "for a in ['/tmp/a', 'a']: ask(a)",
        "for a in b: ask(a)",
        "for a in Path(b).iterdir(): ask(a)",
        "for a in iterdir(): ask(a)",
        "for a in found(): ask(a)",
        "for a in [made(i) for i in b]: ask(a)",
        "paths = {'a': '/tmp/a', 'b': 'b'}\nask(paths['a'])",
        "ask({}['a'])",
        "t = stack.enter_context(a)\nask(t)",
        "def made():\n  yield\nwith made() as t: ask(t)",
        "with a() as t: ask(t)",
        "class C:\n  @property\n  def base(self): return a\n  def f(self): ask(self.base)",
        "class C:\n  def f(self): ask(self.base)",
        "ask('/tmp/a' if c else 'a')",
        "def f(a): ask(a)\nf('/tmp/a')",
        "def _f(a): ask(a)",
        "def _f(a): ask(a)\n_f('/tmp/a')\n_f('a')",
        "for a, b, c in os.walk(b): ask(os.path.join(a, 'b'))",
        "def go():\n  def f(a): ask(a)\n  f('a')",
        "def _f(a): ask(a)\npool.submit(_f, 'a')\n_f('/tmp/a')",
        "def _f(a): ask(a)\npool.submit(g, _f, '/tmp/a')",
        "def _f(a): ask(a)\nclass C:\n  def _f(self, a): pass\n  def g(self): pool.submit(self._f, '/tmp/a')",
        "def _f(a): ask(a)\npool.submit()\nrun(_f, '/tmp/a')",
        "class C:\n  def __call__(self, a): ask(a)",
        "def made():\n  if c: return '/tmp/a'\n  return 'a'\nask(made())",
        "def made(): return made()\nask(made())",
        "def _f(a): _f(a.parent); ask(a)\n_f(b)",
        "import a\nask(a)",
        "a = a\nask(a)",
        "ask('/tmp/x'" + " + a" * 12 + ")",
    ],
)
def test_it_is_not_proved_temporary(text: str) -> None:
    assert not temporary(text)


@pytest.mark.parametrize(
    "text",
    [
        "ask(1)",
        "ask(a.fileno())",
        "ask(os.dup(a))",
        "reader, writer = os.pipe()\nask(writer)",
        "a, b = pty.openpty()\nask(a)",
        "ask(os.pipe()[1])",
        "ask(int(a))",
        "ask(msvcrt.open_osfhandle(a, 0))",
        "def f(a: int):\n  ask(a)",
        "ask(wfd)",
        "ask(self.log_fd)",
    ],
)
def test_it_is_a_descriptor(text: str) -> None:
    file = parsed(HEAD + text)
    assert is_descriptor(asked(file), file.values)


@pytest.mark.parametrize(
    "text", ["ask('1')", "ask(a)", "ask(a.b())", "ask(os.open(a, b))", "ask(f(1))", "def f(a: int | str):\n  ask(a)"]
)
def test_it_is_no_descriptor(text: str) -> None:
    file = parsed(HEAD + text)
    assert not is_descriptor(asked(file), file.values)


def test_the_folders_that_a_path_is_joined_below_are_known() -> None:
    file = parsed(HEAD + "def f(folder, other):\n  ask(os.path.join(folder / 'a', 'b'), folder, other)")
    above = file.paths.keys_above(asked(file))
    assert file.paths.key(asked(file, 1)) in above
    assert file.paths.key(asked(file, 2)) not in above


def test_an_expression_that_starts_a_path_has_no_base() -> None:
    for text in ("'a'", "[a]", "made()"):
        assert base_of(asked(parsed(f"ask({text})"))) is None
