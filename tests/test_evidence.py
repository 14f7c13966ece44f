"""What speaks for state and what speaks for output: each kind alone decides one case."""

from __future__ import annotations

from textwrap import dedent

import pytest

from flake8_atomic.settings import Settings
from tests.snippets import announced, codes, found, reasons

HEAD = "import json, os, shutil\nfrom pathlib import Path\n"

AT_HOME = [
    "os.path.join(os.path.expanduser('~'), 'a')",
    "(home := os.path.expanduser('~')) + '/a'",
    "'%s/a' % os.path.expanduser('~')",
    "f\"{os.path.expanduser('~')}/a\"",
    "Path('~').expanduser() / 'a'",
    "Path(os.path.expanduser('~'), 'a')",
    "Path('~', 'a').expanduser()",
]
IN_THE_HOME_OF_PATH = [
    "os.path.join(Path.home(), 'a')",
    "f'{Path.home()}/a'",
    "str(Path.home()) + '/a'",
    "'{}/a'.format(Path.home())",
]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("open(state, 'w').write(x)", "the word state"),
        ("open(a / 'settings', 'w').write(x)", "the word settings"),
        ("open('%s/%s' % (a, settings), 'w').write(x)", "the word settings"),
        ("open('{}'.format(settings), 'w').write(x)", "the word settings"),
        ("open('%s/settings-%s' % (a, b), 'w').write(x)", "the word settings"),
        ("open('%s.a' % state, 'w').write(x)", "the word state"),
        ("open('a.json', 'w').write(x)", "the suffix .json"),
        ("open('poetry.lock', 'w').write(x)", "the suffix .lock"),
        ("open('lock.json', 'w').write(x)", "the suffix .json"),
        ("def lock(x):\n  with open('package-lock.json', 'w') as f: f.write(x)", "the suffix .json"),
        ("def lock(x):\n  with open('uv.lock', 'w') as f: f.write(x)", "the suffix .lock"),
        ("open(Path.home() / 'a', 'w').write(x)", "the folder of pathlib.Path.home"),
        ("open('~/a', 'w').write(x)", "the home folder"),
        *((f"open({path}, 'w').write(x)", "the home folder") for path in AT_HOME),
        *((f"open({path}, 'w').write(x)", "the folder of pathlib.Path.home") for path in IN_THE_HOME_OF_PATH),
        ("open('.token', 'w').write(x)", "the word token"),
        ("open('web.config', 'w').write(x)", "the word config"),
        ("open(p + '.history', 'w').write(x)", "the word history"),
        ("open(a / 'x.Session', 'w').write(x)", "the word session"),
        ("open(os.environ['XDG_DATA_HOME'] + '/a', 'w').write(x)", "the XDG folder"),
        ("open(os.environ['APPDATA'] + '/a', 'w').write(x)", "the folder of APPDATA"),
        ("open(os.path.join(os.getenv('HOME', ''), 'a'), 'w').write(x)", "the folder of HOME"),
        ("open(os.path.expandvars('${HOME}/a'), 'w').write(x)", "the folder of HOME"),
        ("open(os.path.expandvars('%USERPROFILE%\\\\a'), 'w').write(x)", "the folder of USERPROFILE"),
        ("open('HOME.a', 'w').write(x)", ""),
        ("import sys\ndef dump(p=sys.stdout):\n  f = open(p, 'w')\n  f.write(x)", "the function name with dump"),
        ("open('a/HOMES', 'w').write(x)", ""),
        ("class C:\n  PATH = 'a'\nopen(C.PATH, 'w').write(x)", "the attribute or constant that names it"),
        ("open(C.PATH, 'w').write(x)", ""),
        ("class C:\n  path = 'a'\nopen(C.path, 'w').write(x)", ""),
        ("open(config_dir / 'a', 'w').write(x)", "the folder config"),
        ("open(sessions / 'a', 'w').write(x)", "the folder sessions"),
        ("def save_it(p):\n  with open(p, 'w') as f: f.write(x)", "the function name with save"),
        ("class C:\n  def put_it(self, p):\n    with open(p, 'w') as f: f.write(x)", "the function name with put"),
        ("class SessionLog:\n  def go(self, p):\n    with open(p, 'w') as f: f.write(x)", ""),
        ("class Registry:\n  def out(self, p):\n    with open(p, 'w') as f: f.write(x)", ""),
        ("class Registry:\n  def go(self, p):\n    with open(p, 'w') as f: f.write(x)", "the class name with registry"),
        ("NAME = 'a'\nopen(NAME, 'w').write(x)", "the attribute or constant that names it"),
        ("class C:\n def go(self): open(self.a, 'w').write(x)", "the attribute or constant that names it"),
        ("open(a, 'w').write(json.dumps(x))", "the content of json.dumps"),
        ("open(a, 'w').write(json.dumps(x) + '\\n')", "the content of json.dumps"),
        ("text = json.dumps(x)\nopen(a, 'w').write(text)", "the content of json.dumps"),
        ("open(a, 'w').write(x.model_dump_json(indent=2))", "the content of x.model_dump_json"),
        ("import files\nfiles.fpopen('a.json', 'w', mode=0o600).write(x)", "the suffix .json"),
        ("import torch\ntorch.save(x, 'a.pth')", "the suffix .pth"),
        ("x = site_packages\nopen(a / 'b.pth', 'w').write(x)", ""),
        ("def save(): open(timeline, 'w').write(x)", ""),
        ("def dump_it(p): open(p, 'w').write(x)", "the function name with dump"),
        ("def dump_trace(p): open(p, 'w').write(x)", ""),
        ("def go(p):\n  if not p.exists(): open(p, 'w').write(own.render(x))", ""),
        ("def go(p):\n  if not p.exists(): open(p, 'w').write(own.generate(x))", "the read on line 4"),
        ("def go(p):\n  if not os.path.exists(p + '.bat'): open(p + '.bat', 'w').write(x)", ""),
        ("with open(a, 'wb') as f:\n  for part in r.iter_content(9): f.write(part)", "the download by r.iter_content"),
        ("with open(b / 'a.log', 'wb') as f:\n  for part in r.iter_content(9): f.write(part)", ""),
        ("with open(run_log, 'wb') as f:\n  for part in r.iter_content(9): f.write(part)", ""),
        ("def go(p):\n  if not p.exists(): shutil.copyfile(a, p)", "the read on line 4"),
        ("def go(p):\n  if not (p / 'a.md').exists(): shutil.copyfile(a, p / 'a.md')", ""),
        ("text = json.dumps(x)\nopen(a, 'w').write(text + '\\n')", "the content of json.dumps"),
        ("text = json.dumps(x)\nopen(a, 'wb').write(text.encode())", "the content of json.dumps"),
        ("open(a, 'w').write(f'{json.dumps(x)}\\n')", "the content of json.dumps"),
        ("with open(a, 'w') as f: f.writelines(json.dumps(y) + '\\n' for y in x)", "the content of json.dumps"),
        ("def lines(): return json.dumps(x)\nopen(a, 'w').write(lines())", "the content of json.dumps"),
        ("open(a, 'wb').write(json.dumps(x).encode() + b'\\n')", "the content of json.dumps"),
        ("open(a, 'w').write(json.dumps(x) + end)", "the content of json.dumps"),
        ("def go(p):\n  if p.exists(): return\n  with open(p, 'w') as f: f.write(x)", "the read on line 4"),
        ("shutil.copy(a, 'settings')", "the word settings"),
        ("with open(a, 'wb') as f:\n  for b in r.iter_content(9): f.write(b)", "the download by r.iter_content"),
        ("with open(a, 'wb') as f:\n  for b in tqdm(r.iter_bytes()): f.write(b)", "the download by r.iter_bytes"),
        ("def download(p):\n for b in r.iter_raw(): open(p, 'wb').write(b)", "the download by r.iter_raw"),
        ("def save_it(p):\n  with open(p / 'a.csv', 'w') as f: f.write(x)", "the function name with save"),
        ("def put(p): shutil.copyfileobj(r.raw, open(p, 'wb'))", "the function name with put"),
        ("def save_it(a, b): shutil.copyfile(a, b)", "the function name with save"),
        ("class C:\n  def store_it(self, a): shutil.copy(a, self.b)", "the function name with store"),
        ("def _savemaps(p):\n  with open(p, 'w') as f: f.write(x)", "the function name with save"),
        ("def save_it(p):\n  def _write():\n    with open(p, 'w') as f: f.write(x)", "the function name with save"),
        ("def export(p):\n  def save():\n    with open(p, 'w') as f: f.write(x)", "the function name with save"),
        ("def save_run(p):\n  with open(p, 'w') as f: f.write(x)", "the function name with save"),
        ("def rewrite(p):\n  with open(p, 'w') as f: f.write(x)", "the function name with rewrite"),
        ("def save(p): shutil.copyfile(tempfile.mktemp(), p)\nimport tempfile", "the function name with save"),
        ("def save_csv(output_path):\n  with open(output_path, 'w') as f: f.write(x)", "the function name with save"),
    ],
)  # fmt: skip
def test_this_alone_makes_it_state(text: str, reason: str) -> None:
    assert reasons(HEAD + text) == ([reason] if reason else [])


@pytest.mark.parametrize(
    "text",
    [
        "open(a, 'w').write(x)",
        "open(p + '~', 'w').write(x)",
        "open('~a', 'w').write(x)",
        "open(os.path.expanduser(p), 'w').write(x)",
        "def go(p):\n  while p: p = p + '~'; open(p, 'w').write(x)",
        "def go():\n  while x: p = p + '~'; open(p, 'w').write(x)",
        "open('a.unknown', 'w').write(x)",
        "open('%02d_%s.txt' % (index, a), 'w').write(x)",
        "open('{:02}_{}'.format(C.index, a) + '.txt', 'w').write(x)",
        "open(f'{index}_{a}.txt', 'w').write(x)",
        "open('index.html', 'w').write(x)",
        "open('report.json', 'w').write(x)",
        "open(session_dir / 'a', 'w').write(x)",
        "open('dump.json', 'w').write(x)",
        "open(config_dir / 'report', 'w').write(x)",
        "open('a.lock', 'w').write(x)",
        "open('lock.db', 'w').write(x)",
        "def lock(x):\n  with open('a.db', 'w') as f: f.write(x)",
        "open('a.txt', 'w').write(json.dumps(x))",
        "open(a, 'w').write(dumps(x))",
        "open(a, 'w').write(-x)",
        "def export_it(p):\n  with open(p, 'w') as f: f.write(json.dumps(x))",
        "def write(p):\n  with open(p, 'w') as f: f.write(x)",
        "shutil.copy('settings', 'a')",
        "def savefig(p):\n  with open(p, 'w') as f: f.write(x)",
        "def savetxt(p):\n  with open(p, 'w') as f: f.write(x)",
        "open('%s.add.xml' % args.output_file, 'w').write(x)",
        "def savers(p):\n  with open(p, 'w') as f: f.write(x)",
        "def register(p):\n  def _write():\n    with open(p, 'w') as f: f.write(x)",
        "def save_it(p):\n  def render():\n    with open(p, 'w') as f: f.write(x)",
        "class Save:\n  def it(self, p):\n    def _write():\n      with open(p, 'w') as f: f.write(x)",
        "def save_backup(a, b): shutil.copyfile(a, b)",
        "def sync(a, b): shutil.copyfile(a, b)",
        "def open_store(a, b): shutil.copyfile(a, b)",
        "def put(a): shutil.copyfile(a, 'words.json')",
        "shutil.copy(a, out / 'settings.txt')",
        "def install(): shutil.copy(a, 'settings')",
        "def save_it(a, b):\n  with open(a, 'rb') as f, open(b, 'wb') as g: shutil.copyfileobj(f, g)",
        "def save_it(p, z):\n  with z.open(x) as f, open(p, 'wb') as g: shutil.copyfileobj(f, g)",
        "def run_and_save(p):\n  with open(p, 'w') as f: f.write(x)",
        "def save_export(p):\n  with open(p, 'w') as f: f.write(x)",
        "def save_report(p):\n  with open(p, 'w') as f: f.write(x)",
        "def save_it(p):\n  with open(p / 'a.html', 'w') as f: f.write(x)",
        "def go(p):\n  with open(p / 'a.csv', 'w') as f: f.write(x)",
        "with open(build_dir / 'a', 'wb') as f:\n  for b in r.iter_content(9): f.write(b)",
        "with open(a, 'wb') as f:\n  for b in r.pieces(): f.write(b)\nr.iter_content(9)",
        "with open(a, 'wb') as f:\n  for b in self.iter_content(9): f.write(b)",
        "def get(p):\n  with open(p, 'wb') as f:\n    for b in r.iter_content(9): f.write(b)\n  assert md5(p) == told",
    ],
)
def test_this_does_not_make_it_state(text: str) -> None:
    assert codes(HEAD + text) == []


PAIRS = """
    import json, os
    from pathlib import Path
    NAME = '.trust'
    def asked_of(root):
        return json.loads((root / NAME).read_text())
    def grant(workdir, root):
        (root / NAME).write_text(x)  # ATM101
        (workdir / NAME).write_text(x)  # ATM101
    def trusts(workdir):
        return json.loads((workdir / NAME).read_text())
    def reason(home):
        return open(os.path.join(home, '.pause-reason')).read()
    def pause(home, other):
        open(os.path.join(home, '.pause-reason'), 'w').write(x)  # ATM103
        open(os.path.join(other, '.pause-reason'), 'w').write(x)
        open(os.path.join(home, '.pause'), 'w').write(x)
    def ask(home):
        return open(home.place()).read()
    def tell(home):
        open(home.place(), 'w').write(x)
    def is_locked(home):
        return os.path.exists(os.path.join(home, 'locked'))
    def hold(home):
        open(os.path.join(home, 'locked'), 'w').write(x)
    def begin(path):
        return open(path).read()
    def finish(path):
        open(path, 'w').write(x)
    class Maps:
        def _get_name(self):
            return os.path.join(self.folder.get_place(), self.get_base())
        def begin(self):
            return open(self._get_name()).read()
        def finish(self):
            with open(self._get_name(), 'w') as file:  # ATM103
                file.write(x)
    class Others:
        def finish(self):
            with open(self._get_name(), 'w') as file:
                file.write(x)
    def outside(self):
        with open(self._get_name(), 'w') as file:
            file.write(x)
"""


def test_what_is_read_under_the_same_name_is_the_same_file_whatever_the_functions_are_called() -> None:
    text = dedent(PAIRS)
    assert found(text) == announced(text)


def test_a_copy_into_a_folder_is_called_after_its_source() -> None:
    assert reasons(HEAD + "shutil.copy(a / 'settings', b.parent)") == ["the word settings"]
    assert reasons(HEAD + "shutil.copyfile(a / 'settings', b.parent)") == []


@pytest.mark.parametrize("folder", ["build_dir", "work_dir", "staging", "get_build_dir()"])
def test_in_a_folder_for_building_a_suffix_says_nothing(folder: str) -> None:
    assert codes(f"({folder} / 'a.json').write_text(json.dumps(x))") == []
    assert codes(f"def save(): ({folder} / 'a.json').write_text(x)") == ["ATM101"]
    assert codes("(dist_info / 'a.json').write_text(x)") == ["ATM101"]


def test_a_workdir_may_be_the_folder_that_the_program_lives_in() -> None:
    assert codes("(workdir / 'a.json').write_text(x)") == []
    assert codes("(workdir / 'status.json').write_text(x)") == ["ATM101"]
    assert codes("(staging / 'status.json').write_text(x)") == []


@pytest.mark.parametrize(("folder", "found"), [("work_dir", []), ("staging", []), ("build_dir", ["ATM103"])])
def test_in_a_folder_for_one_run_not_even_a_word_speaks_of_state(folder: str, found: list[str]) -> None:
    assert codes(f"open({folder} / 'state.json', 'w').write(x)") == found


KEPT_SOURCES = """
    import json
    from pathlib import Path
    (p / 'settings.py').write_text(x)  # ATM101
    (p / 'models.py').write_text(x)
    (p / 'index.html').write_text(x)
    (p / 'analysis.ipynb').write_text(x)  # ATM101
    with open('analysis.ipynb', 'w') as file:
        json.dump(x, file)  # ATM104
    with open('models.py', 'w') as file:
        file.write(x)
    class Store:
        def save(self):
            (self.folder / 'models.py').write_text(x)  # ATM101
            (self.folder / 'page.html').write_text(x)
        def render(self):
            (self.folder / 'models.py').write_text(x)
"""


def test_what_is_rendered_for_compilers_is_kept_where_anything_says_so() -> None:
    text = dedent(KEPT_SOURCES)
    assert found(text) == announced(text)


@pytest.mark.parametrize("made", ["generate()", "own.render_all(x)", "generate_it()[0]"])
def test_what_is_generated_outweighs_a_guess(made: str) -> None:
    assert codes(f"text = {made}\nopen('a.json', 'w').write(text)") == ([] if made[-1] == ")" else ["ATM103"])
    assert codes(f"open('state.json', 'w').write({made})") == ["ATM103"]


SPELLINGS = [
    "'data/b.idx'",
    "Path('data') / 'b.idx'",
    "Path('data', 'b.idx')",
    "os.path.join('data', 'b.idx')",
    "os.path.join('data', f'{x}', '../b.idx')",
    "'data/%s/b.idx' % x",
    "DATA / 'b.idx'",
    "(DATA / 'b.md').with_suffix('.idx')",
    "(DATA / 'x').with_name('b.idx')",
    "(DATA / 'x' / 'y').parent / 'b.idx'",
    "Path(f'data/{x}.md').parent / ('b.idx' if x else 'c.md')",
]


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("roster", "'roster.x'"),
        ("Roster", "a / 'Roster'"),
        ("roster", "roster_dir / 'a'"),
        ("*.idx", "'a/b.idx'"),
        ("b.idx", "'a/b.idx'"),
        *((glob, path) for glob in ("*.idx", "b.idx", "data/*", "data/*.idx") for path in SPELLINGS),
        ("data/*/b.idx", "Path('data') / name / 'b.idx'"),
        ("my_zebra", "my_zebra"),
        ("zq2", "zq2"),
    ],
)
def test_the_project_may_name_its_own_state(pattern: str, path: str) -> None:
    settings = Settings(state_paths=(pattern,))
    text = f"import os\nfrom pathlib import Path\nDATA = Path('data')\nopen({path}, 'w').write(x)"
    assert codes(text) == []
    assert reasons(text, settings) == [f"the setting {pattern}"]
    text = text.replace(f"open({path}, 'w').write", f"Path({path}).write_text")
    assert codes(text, Settings(ignore_paths=(pattern,))) == []
    assert codes(text, Settings(ignore_paths=("b.idx/*", "q", "*/data"))) == ["ATM101"]


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("out/*", "b'out/a.json'"),
        ("out/*", "os.path.join(b'out', b'a.json')"),
        ("out/*", "'out/{name}.json'.format(name=x)"),
        ("zq*", "x.with_stem('zq')"),
        ("*.zzz", "x['b.zzz']"),
        ("path", "path"),
        ("état", "'état.json'"),
        ("日本", "x / '日本.json'"),
        ("user_data", "user_data / 'a.json'"),
        ("user-data", "'app/user-data/a.json'"),
        ("*/a.json", "x.with_suffix(suffix=y) / 'a.json'"),
    ],
)
def test_a_pattern_fits_what_it_names(pattern: str, path: str) -> None:
    text = f"import os\ndef save_state(path, x, y):\n    open({path}, 'w').write(x)\n"
    assert codes(text, Settings(state_paths=(pattern,))) == ["ATM103"]
    assert codes(text, Settings(ignore_paths=(pattern,))) == []


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("état", "'tat.json'"),
        ("état", "'l_tat.json'"),
        ("na_f", "'naïf.json'"),
        ("user_data", "data_dir / 'user.json'"),
        ("user-data", "'data/app/user.json'"),
        ("None", "(None if x else path) / 'state.json'"),
        ("out/*", "x.with_name(str(y.with_suffix(suffix=x)))"),
    ],
)
def test_a_pattern_fits_nothing_else(pattern: str, path: str) -> None:
    text = f"def save_state(path, x, y):\n    open({path}, 'w').write(x)\n"
    assert codes(text, Settings(ignore_paths=(pattern,))) == codes(text) == ["ATM103"]


def test_many_callers_of_callers_are_asked_once() -> None:
    calls = "".join(f"    mid('out/{number}.json')\n" for number in range(40))
    text = "def save(path):\n    open(path, 'w').write(x)\ndef mid(path):\n    save(path)\n"
    text += f"def top():\n{calls}    save(path)\n"
    assert codes(text, Settings(ignore_paths=("out/7.json",))) == []
    assert codes(text, Settings(ignore_paths=("out/39.json", "none/*"))) == ["ATM103"]


def test_a_glob_is_held_against_what_is_written() -> None:
    assert reasons("open(self.ledger / x, 'w').write(x)", Settings(state_paths=("self.led*",))) == [
        "the setting self.led*"
    ]


def test_a_glob_is_held_against_what_callers_give() -> None:
    text = "def go(path, x):\n    open(path, 'w').write(x)\ngo('www/b.zz', 1)\ngo('other/c.zz', 2)"
    assert reasons(text, Settings(state_paths=("www/*",))) == ["the setting www/*"]
    assert codes(text, Settings(state_paths=("zz/*", "b.zz/*", "*.zz/*"))) == []


def test_what_the_project_names_is_state_however_it_is_called() -> None:
    text = "import uuid\ndef put(roster, x):\n  p = roster / uuid.uuid4().hex\n  p.write_text(x)\n  return p"
    assert codes(text) == []
    assert reasons(text, Settings(state_paths=("roster",))) == ["the setting roster"]


def test_a_setting_that_fits_nothing_changes_nothing() -> None:
    assert codes("open('a', 'w').write(x)", Settings(state_paths=("b", "*.c"))) == []


@pytest.mark.parametrize("path", ["'report.html'", "out / 'report.md'", "page_path", "folder / 'summary.txt'"])
def test_whole_writes_are_flagged_unless_everything_says_output(path: str) -> None:
    assert codes(f"Path({path}).write_text(x)\nfrom pathlib import Path") == []
    assert codes(f"Path({path}, state).write_text(x)\nfrom pathlib import Path") == ["ATM101"]


@pytest.mark.parametrize("path", ["output_path", "out / 'a.md'", "folder / 'a.txt'"])
def test_what_a_program_writes_out_may_still_be_what_it_keeps(path: str) -> None:
    assert codes(f"p = {path}\np.write_text(x)") == ["ATM101"]


def test_an_output_that_is_read_again_is_flagged() -> None:
    text = "def load():\n  return (a / 'summary.txt').read_text()\ndef go():\n  (a / 'summary.txt').write_text(x)\n"
    assert codes(text) == ["ATM101"]


STRICT = Settings(enable=frozenset({"ATM110"}))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("p.write_text(x)", "ATM101"),
        ("(a / 'report.html').write_text(x)", "ATM110"),
        ("open(a, 'w').write(x)", "ATM110"),
        ("open(state, 'w').write(x)", "ATM103"),
        ("json.dump(x, open(a, 'w'))", "ATM104"),
        ("frame.to_csv(a)", "ATM110"),
        ("frame.to_csv(state)", "ATM105"),
        ("shutil.copyfile(a, b)", "ATM110"),
        ("shutil.copyfile(a, state)", "ATM106"),
        ("with open(a, 'w') as f: shutil.copyfileobj(b, f)", "ATM110"),
        ("with open(state, 'w') as f: shutil.copyfileobj(b, f)", "ATM106"),
        ("with open(a, 'w') as f: frame.to_csv(f)", "ATM110"),
        ("with open(state, 'w') as f: frame.to_csv(f)", "ATM104"),
        ("with open(state, 'w') as f: shutil.copyfileobj(b, f); json.dump(x, f)", "ATM104"),
        ("with open(state, 'w') as f: json.dump(x, f); frame.to_csv(f)", "ATM104"),
        ("with open(state, 'r+') as f: f.seek(0); f.write(x)", "ATM107"),
        ("with os.fdopen(os.open(state, os.O_RDWR), 'r+') as f: f.seek(0); f.write(x)", "ATM107"),
        ("with open(state, 'r+' if c else 'w') as f: f.seek(0); f.write(x)", "ATM103"),
    ],
)
def test_one_defect_is_one_finding(text: str, code: str) -> None:
    assert codes(HEAD + text, STRICT) == [code]
    assert codes(HEAD + text) == ([] if code == "ATM110" else [code])


@pytest.mark.parametrize(
    "text",
    [
        "with open(state, 'r+') as f: f.write(x)",
        "with open(state, 'r+') as f: f.seek(4); f.write(x)",
        "with open(state, 'r+') as f: f.seek(0, 2); f.write(x)",
        "with open(state, 'r+') as f: f.seek(where); f.write(x)",
        "with open(state, 'r+') as f: f.seek(); f.write(x)",
        "with open(state, 'r+') as f: f.truncate()",
        "with open(a, 'r+') as f: f.truncate(); f.write(x)",
        "import os\nwith os.fdopen(os.open(state, os.O_WRONLY), 'w') as f: f.seek(9); f.write(x)",
        "import fcntl, os\nwith open(state, 'r+') as f: fcntl.flock(f, 2); f.seek(0); f.write(str(os.getpid()))",
    ],
)
def test_a_patch_where_it_stands_is_left_alone(text: str) -> None:
    assert codes(text) == []


def test_a_saver_that_is_given_a_handle_is_no_saver_of_a_path() -> None:
    text = "import numpy\nwith open(a, 'wb') as f: numpy.save(f, x)\nnumpy.save(state, x)"
    assert codes(text) == ["ATM105"]
    assert codes("import numpy\nclass State:\n  def save(self): numpy.save(self._content_buffer, x)") == []


@pytest.mark.parametrize(
    "given", ["io.IOBase", "io.TextIOWrapper", "'BinaryIO | None'", "str | torch.FileLike", "WriteBuffer"]
)
def test_a_saver_that_may_be_given_a_handle_is_no_saver_of_a_path(given: str) -> None:
    text = "import numpy\ndef save_state(place: {}):\n  numpy.save(place, x)"
    assert codes(text.format(given)) == []
    for path in ("str", "os.PathLike", "Folio"):
        assert codes(text.format(path)) == ["ATM105"], path


@pytest.mark.parametrize("text", ["head + json.dumps(x) + tail", "f'{head}{json.dumps(x)}'", "f'x = {json.dumps(x)}'"])
def test_a_text_that_holds_more_says_nothing_by_a_part(text: str) -> None:
    assert reasons(f"import json\nopen(a, 'w').write({text})") == []


def test_functions_that_call_themselves_are_read_once() -> None:
    turns = "".join(f"  if x == {n}: return put(x - {n})\n" for n in range(200))
    text = f"import json\ndef put(x):\n{turns}  return json.dumps(x)\nopen(a, 'w').write(put(x))\n"
    assert reasons(text) == ["the content of json.dumps"]
    text = f"def put(x):\n{turns}  return open('state.json', 'w')\nput(x).write(x)\n"
    assert found(text) == [(202, "ATM103")]


def test_what_is_made_of_a_text_is_followed_so_far() -> None:
    text = "import json\na0 = json.dumps(x)\n" + "".join(f"a{n} = a{n - 1} + '\\n'\n" for n in range(1, 9))
    assert reasons(text + "open(a, 'w').write(a4)") == ["the content of json.dumps"]
    assert reasons(text + "open(a, 'w').write(a8)") == []


@pytest.mark.parametrize(
    "call",
    [
        "to_csv('state.csv', mode='a')",
        "to_csv('state.csv', mode='x')",
        "to_csv('state.csv', mode=how)",
        "to_hdf('state.h5', key='x', mode='r+')",
        "to_json('state.jsonl', lines=True, mode='a')",
        "to_hdf('state.h5', key='x')",
        "to_csv(None)",
        "to_csv(path_or_buf=None)",
    ],
)
def test_what_appends_or_gives_back_a_text_empties_no_file(call: str) -> None:
    assert codes(f"import pandas\ndef save_state(frame, how): return frame.{call}") == []


def test_a_saver_that_is_told_to_empties_the_file() -> None:
    assert codes("import pandas\nx.to_csv('state.csv', mode='w')") == ["ATM105"]
    assert codes("import pandas\nMODE = 'w'\nx.to_csv('state.csv', mode=MODE)") == ["ATM105"]
    assert codes("import pandas\nx.to_hdf('state.h5', key='x', mode='w')") == ["ATM105"]


BRANCHES = "if x:\n  f = open('{}', 'w')\nelse:\n  f = open('{}', 'w')\n{}\nf.close()"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BRANCHES.format("settings.json", "out.html", "f.write(x)"), [(2, "ATM103")]),
        (BRANCHES.format("out.html", "settings.json", "f.write(x)"), [(4, "ATM103")]),
        (BRANCHES.format("settings.json", "state.json", "f.write(x)"), [(2, "ATM103"), (4, "ATM103")]),
        (BRANCHES.format("a", "b", "json.dump(x, f)"), [(5, "ATM104")]),
        ("with (open(a, 'w') if x else open(b, 'w')) as f:\n  json.dump(x, f)", [(2, "ATM104")]),
        ("opener = gzip.open if x else open\nwith opener('state.json', 'wt') as f:\n  f.write(x)", [(2, "ATM103")]),
        ("opener = gzip.open if x else run\nwith opener('state.json', 'wt') as f:\n  f.write(x)", []),
        ("def put(f, x):\n  json.dump(x, f)\nwith open(a, 'w') as f:\n  put(f, x)", [(4, "ATM104")]),
        ("def put(x, f=None):\n  json.dump(x, f)\nwith open(a, 'w') as f:\n  put(x, f=f)", [(4, "ATM104")]),
        ("def put(f, x):\n  json.dump(x, other)\n  print(f)\nwith open(a, 'w') as f:\n  put(f, x)", []),
    ],
)
def test_a_handle_may_stand_for_several_files_and_be_handed_on(text: str, expected: list[tuple[int, str]]) -> None:
    assert found(f"import gzip, json\n{text}")[:2] == [(line + 1, code) for line, code in expected]


@pytest.mark.parametrize("head", ["import pandas", "from own import DataFrame", "df = own.read()"])
def test_a_method_saves_a_table_where_the_file_speaks_of_tables(head: str) -> None:
    assert codes(f"{head}\nx.to_csv('state.csv')") == ["ATM105"]
    assert codes("x.to_csv('state.csv')") == []


@pytest.mark.parametrize("path", ["'report.html'", "export_dir / 'page.html'", "save_as_json", "trace_file"])
def test_a_document_that_everything_says_is_output_may_be_dumped(path: str) -> None:
    assert codes(f"{HEAD}with open({path}, 'w') as f: json.dump(x, f)") == []


@pytest.mark.parametrize("path", ["p", "outfile", "'stats.json'"])
def test_a_document_may_not_be_dumped_where_a_word_only_says_that_it_is_written(path: str) -> None:
    assert codes(f"{HEAD}with open({path}, 'w') as f: json.dump(x, f)") == ["ATM104"]


@pytest.mark.parametrize("test", ["old == x", "x != place.read_text()", "self.old == x"])
def test_what_is_only_written_where_it_differs_is_written_anew(test: str) -> None:
    text = "def put(self, x):\n  if {0}:\n    with open(self.place, 'w') as f: f.write(x)\n"
    assert codes(text.format(test)) == []
    assert codes(text.format("x == 1")) == ["ATM103"]
    assert codes(text.format("x < y")) == ["ATM103"]


def test_what_is_left_of_the_old_lines_is_not_written_anew() -> None:
    text = "def drop(p, x):\n  lines = {0}.readlines()\n  with open(p, 'w') as f:\n    for y in lines:\n"
    text += "      if y != x: f.write(y)\n"
    assert reasons(text.format("open(p)")) == ["the read on line 2"]
    assert reasons(text.format("other")) == []


def test_a_copy_that_is_only_made_where_it_differs_is_made_anew() -> None:
    text = "import filecmp, shutil\ndef put(a):\n  if {0}: shutil.copyfile(a, config_dir / 'b')\n"
    assert codes(text.format("not filecmp.cmp(a, b)")) == []
    assert codes(text.format("a")) == ["ATM106"]


def test_only_a_tree_saves_by_writing() -> None:
    head = "from xml.etree import ElementTree as ET\n"
    assert codes(head + "tree = ET.ElementTree(x)\ntree.write('state.xml')") == ["ATM105"]
    assert codes(head + "tree = ET.fromstring(x)\ntree.write('state.xml')") == []
    assert codes(head + "def save(tree): tree.write('state.xml', xml_declaration=True)") == ["ATM105"]
    assert codes(head + "def save(tree: ET.ElementTree): tree.write('state.xml')") == ["ATM105"]
    assert codes(head + "tree: 'ET.ElementTree' = made()\ntree.write('state.xml')") == ["ATM105"]
    assert codes(head + "def save(tree: ET.Element): tree.write('state.xml')") == []
    assert codes(head + "def save(tree): tree.write('state.xml')") == []
