"""What the fixes of the 1xx rules leave alone, each for its reason."""

from __future__ import annotations

import pytest

from tests.codemods.fixing import rewrite_of, texts

WITH = "with open(path, 'w') as f:\n    "
CHOSEN = "if how:\n    opener = {}\nelse:\n    opener = {}\n"
LEFT = {
    "an opener= or closefd=": "with open(path, 'w', opener=own) as f:\n    f.write(text)",
    "its mode is not always the same": "with open(path, 'w' if text else 'wb') as f:\n    f.write(text)",
    "os.open() gives a bare descriptor": "os.write(os.open(path, os.O_WRONLY | os.O_TRUNC), b'x')",
    "it may open a descriptor": "with open(number, 'w') as f:\n    f.write(text)",
    "open a descriptor": "def to(where):\n    with open(where, 'w') as f: f.write(text)\nr, w = os.pipe()\nto(w)",
    "may open a descriptor": "def to(where):\n    with open(where, 'w') as f: f.write(text)\n"
    "to(os.open(path, os.O_WRONLY))",
    "opened to be read while": "with open(path, 'w', buffering=1) as f:\n    for t in text: f.write(t)",
    "to be read while it is written": "with open(path, 'wb', 0) as f:\n    for t in text: f.write(t)",
    "a descriptor, which": "with open(how, 'w') as f:\n    f.write(text)\nif isinstance(how, (int, str)): run()",
    "a descriptor, which has": "def to(where, fd=None):\n    with open(fd or where, 'w') as f: f.write(text)",
    "a descriptor, which has no name": "class To:\n    def __init__(self, to):\n        self.to = to\n"
    "    def save(self):\n        with open(self.to, 'w') as f: f.write(text)\nTo(path)\nTo(os.dup(1)).save()",
    "which has no name to replace": "class To:\n    def __init__(self, to):\n        self.to = to\n"
    "        if isinstance(to, int): run()\n"
    "    def save(self):\n        with open(self.to, 'w') as f: f.write(text)",
    "no name to replace": "class To:\n    to: str | int\n"
    "    def save(self):\n        with open(self.to, 'w') as f: f.write(text)",
    "has no name to replace": "def to(where):\n    with open(where, 'w') as f: f.write(text)\n"
    "def then(there): to(there)\nthen(sys.stdout.fileno())",
    "its arguments are not written out": "with open(path, 'w', **how) as f:\n    f.write(text)",
    "given more arguments than it takes": "with open(path, 'w', 1, 2, 3, 4, 5, 6, 7) as f:\n    f.write(text)",
    "the file is closed elsewhere": "self.f = open(path, 'w')\nself.f.write(text)",
    "not closed where it is opened": "f = open(path, 'w')\nf.write(text)",
    "kept outside the block": "with open(path, 'w') as self.f:\n    self.f.write(text)",
    "opened together with other things": "with lock, gzip.open(path, 'w') as f:\n    f.write(text)",
    "its arguments by keyword": "with gzip.GzipFile(path, 'w', 9, None) as f:\n    f.write(text)",
    "what json.dump() returns is used": "def end(): return json.dump(text, open(path, 'w'))",
    "its codec makes bytes of bytes": "with codecs.open(path, 'wb', 'hex') as f:\n    f.write(text)",
    "or text that only its end completes": "with codecs.open(path, 'w', 'idna') as f:\n    f.write(text)",
    "in the body of a class": f"class Saved:\n    {WITH}    f.write(text)",
    "before a KeyboardInterrupt is kept": "try:\n    with open(path, 'w') as f:\n        for t in text: f.write(t)\n"
    "except (OSError, KeyboardInterrupt):\n    pass",
    "before a StopIteration is kept": "with suppress(StopIteration), open(path, 'w') as f:\n"
    "    f.write(next(text))\n    f.write(next(text))",
    "the block after a write": WITH + "f.write(text)\n    die()",
    "block after a write": WITH + "f.write(text)\n    give_up()",
    "after a write": WITH + "f.write(text)\n    parser.error(text)",
    "has an open() of its own": "class Own:\n    def open(self, mode): return open(path, mode)\n"
    "with how.open('w') as f:\n    pickle.dump(text, f)",
    "json.dump() returns is used": "how = text and json.dump(text, open(path, 'w'))",
    "and a helper returns another value": "json.dump(text, open(path, 'w')) or use(text)",
    "with`, then it can be": "pickle.dump(text, open(path, 'wb')) if text else None",
    "the block flushes": WITH + "f.write(text)\n    f.flush()\n    f.write(text)",
    "the block flushes, so": WITH + "f.write(text)\n    print(text, file=f, flush=True)",
    "the block yields": WITH + "f.write(text)\n    yield f.tell()",
    "the block sleeps": WITH + "for t in text:\n        f.write(t)\n        time.sleep(1)",
    "may leave the block after a write": WITH + "f.write(text)\n    raise ValueError",
    "may leave the block after": WITH + "for t in text:\n        if t: sys.exit(1)\n        f.write(t)",
    "may leave the block": WITH + "f.write(text)\n    assert text",
    "leave the block after a write": WITH + "assert f.write(text)",
    "a subprocess is given": WITH + "subprocess.run(text, stdout=f)",
    "is given the open file and may keep it": WITH + "keep(f)\n    f.write(text)",
    "may keep it": WITH + "own(1, f)\n    f.write(text)",
    "is kept or passed on": WITH + "kept = f\n    kept.write(text)",
    "is passed on, and may be called": WITH + "f.write(text)\n    ftp.retrbinary('RETR', f.write)",
    "reaches below the file": WITH + "f.write(text)\n    os.fchmod(f.fileno(), 0o600)",
    "a nested function or lambda": WITH + "run(lambda: f.write(text))\n    f.write(text)",
    "is bound again": WITH + "f.write(text)\n    f = None",
    "the block calls chmod()": WITH + "os.chmod(path, 0o600)\n    f.write(text)",
    "in a statement of its own": "done = shutil.copyfile(text, path)",
    "copies links as links": "shutil.copyfile(text, path, follow_symlinks=False)",
    "give both paths a name": "shutil.copy(text(), path)",
    "the target is a folder": "os.mkdir(path)\nshutil.copy(text, path)",
    "a folder; name the file in it": "if os.path.join(path, 'x') == how:\n    shutil.copy2(text, path)",
    "numpy adds the ending": "np.save(path, text)",
    "what it does depends on the ending": "joblib.dump(text, path)",
    "depends on the ending of the path": "joblib.dump(text, pickled)",
    "of its own, then it can": "done = joblib.dump(text, 'state.pkl')",
    "in a statement": "print(joblib.dump(text, 'state.pkl'))",
    "what write() of codecs returns": "done = codecs.open(path, 'w', 'utf-8').write(text)",
    "of codecs returns is used": "with codecs.open(path, 'w', 'utf-8') as f:\n    done = f.write(text)",
    "both names to one file": "def reset(old, config): shutil.copyfile(old, config)\n"
    "reset(path, path)\nreset(how, path)",
    "the file is packed": "joblib.dump(text, 'state.pkl.gz')",
    "in another way": "joblib.dump(text, 'state.pkl', compress=3)",
    "written as text": "ElementTree(text).write(path, encoding='unicode')",
    "a tree that is written as text": "ElementTree(text).write(path, how)",
    "takes no open file": "keras.models.save_model(text, path)",
    "are not written out": "np.save('a.npy', *text)",
    "save it in a statement of its own": "return np.save('a.npy', text)",
    "the file is never closed": "use(open(path, 'w'))",
    "is never closed": "use(open(path, 'w').fileno())",
    "open it in a `with`": "done = pickle.dump(text, open(path, 'wb'))",
    "read the lines first": "for line in fileinput.input(path, inplace=True):\n    print(line)",
    "read the content first": "with open('state.json', 'r+') as f:\n    f.seek(0)\n    f.write(text)\n    f.truncate()",
    "in a thread, asyncio.to_thread": "f = await aiofiles.open(path, 'w')\nawait f.write(text)",
    "awaited elsewhere": "await asyncio.gather(path.write_text(text), how.write_text(text))",
    "nothing to await": "task = anyio.Path(path).write_text(text)\nawait task",
    "await it where it is called": "def saved(where: 'anyio.Path'): return where.write_text(text)",
    "gather what it writes": "async with aiofiles.open(path, 'w') as f:\n    await f.write(text)\n    await f.close()",
    "may do more": "with _fopen(path, 'w') as f:\n    f.write(text)",
    "elsewhere; open it in a `with`": "async with open(path, 'w') as f:\n    f.write(text)",
    "where it is opened; open it": "f = open(path, 'w')\ntry:\n    f.write(text)\nfinally:\n    keep(f)",
    "open it in a `with`, then": "f = gzip.open(path, 'w')\nf.write(text)\nf.close()",
    "in a `with`, then it can be": "gzip.open(path, 'w').write(text)",
    "leave the block after a write, whose": WITH
    + "for row in text:\n        for t in row:\n            if t: sys.exit(1)\n            f.write(t)",
    "a line of its own": "f = open(path, 'w'); f.write(text); f.close()",
    "loop() is given": "with open(path, 'w') as f:\n    loop(f)\n    f.write(text)",
    "`opener` is one of several functions": CHOSEN.format("gzip.open", "open")
    + "with opener(path, 'wb') as f:\n    f.write(text)",
    "is one of several functions": CHOSEN.format("files.open", "open") + "pickle.dump(text, opener(path, 'wb'))",
    "call each by its own name": CHOSEN.format("how", "shutil.copyfile") + "opener('state.json', path)",
    "`codec.open` is one of several": "codec = gzip if how else 0\nif how:\n    codec = gzip\nelse:\n    codec = io\n"
    "with codec.open(path, 'wb') as f:\n    f.write(text)",
    "it belongs to another module and may do more": "with run.fopen(path, 'w') as f:\n    f.write(text)",
    "to another module and may": "with run.fpopen(path, 'w', mode=0o600) as f:\n    f.write(text)",
    "what it is handed to calls it": "asyncio.to_thread(np.save, 'state.npy', text)",
    "hand over a function that writes": "asyncio.to_thread(shutil.copyfile, how, path)",
    "says where the file lies": "with self.fs.open(path, mode='w') as f:\n    f.write(text)",
    "io.FileIO writes without a buffer": "with io.FileIO(path, 'w') as f:\n    f.write(text)",
}
_HEAD = """
import argparse, asyncio, codecs, fileinput, gzip, io, json, os, pickle, shutil, subprocess, sys, time
import aiofiles, anyio, joblib, keras, numpy as np
from elsewhere import keep, lock, run, use
from xml.etree.ElementTree import ElementTree

def own(out, *rest):
    out.write("x")

def die():
    raise SystemExit(2)

def give_up():
    die()

def _fopen(path, mode):
    return open(path, mode)

async def save_state(self, path, text, how, number: int | str, files, ftp, pickled='state.pkl'):
"""


@pytest.mark.parametrize("reason", LEFT)
def test_what_is_left_alone_has_a_reason(reason: str) -> None:
    text = _HEAD.lstrip() + "".join(f"    {line}\n" for line in LEFT[reason].split("\n"))
    result = rewrite_of(text)
    assert result.after == text
    assert not result.problem
    assert [site.level for site in result.sites] == ["none"] * len(result.sites)
    assert any(reason in said for said in texts(result)), texts(result)
