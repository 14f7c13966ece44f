"""What the fixes of the 1xx rules make of code."""

from __future__ import annotations

import pytest

from tests.codemods.fixing import body_of, pairs, rewrite_of, texts, told

SAFE = {
    "a text": """
        from pathlib import Path
        def save(path: Path, text: str) -> None:
            path.write_text(text)
        ---
        from pathlib import Path
        def save(path: Path, text: str) -> None:
            atomic_write_text(path, text)
    """,
    "bytes, with the result": """
        def save(folder, data):
            return (folder / "state").write_bytes(data)
        ---
        def save(folder, data):
            return atomic_write_bytes(folder / "state", data)
    """,
    "a call laid out over lines": """
        def save(path, data):
            path.parent.mkdir()
            path.write_text(
                data,  # all of it
                encoding="utf-8",
            )
        ---
        def save(path, data):
            path.parent.mkdir()
            atomic_write_text(
                path,
                data,  # all of it
                encoding="utf-8",
            )
    """,
    "a receiver in parentheses over lines": """
        def save(folder, data):
            (
                folder
                / "state"  # here
            ).write_text(data)
        ---
        def save(folder, data):
            atomic_write_text((
                folder
                / "state"  # here
            ), data)
    """,
    "a path by what else is called on it": """
        def save(target, data):
            if not target.is_file():
                target.write_text(data)
        ---
        def save(target, data):
            if not target.is_file():
                atomic_write_text(target, data)
    """,
    "a path kept by an object": """
        class Store:
            def load(self):
                return self.path.read_text()

            def save(self, data):
                self.path.write_text(data)
        ---
        class Store:
            def load(self):
                return self.path.read_text()

            def save(self, data):
                atomic_write_text(self.path, data)
    """,
    "a dump": """
        import json
        def save(path, data):
            # the settings
            with open(path, "w", encoding="utf-8") as f:  # here
                json.dump(
                    data,
                    f,
                    indent=2,
                )
        ---
        def save(path, data):
            # the settings
            atomic_write_json(
                path,
                data,
                encoding="utf-8",
                indent=2,
            )  # here
    """,
    "a dump with a line end, synced": """
        import json
        import os
        def save(path, data):
            with open(path, "w") as f:
                json.dump(data, fp=f, sort_keys=True)
                f.write("\\n")
                f.flush()
                os.fsync(f.fileno())
        ---
        def save(path, data):
            atomic_write_json(path, data, end="\\n", sort_keys=True)
    """,
    "a dump into an open without a with": """
        import json
        def save(path, data):
            json.dump(obj=data, fp=open(path, "w"))
        ---
        def save(path, data):
            atomic_write_json(path, data)
    """,
    "a dump of another kind": """
        import pickle
        def save(path, data):
            pickle.dump(data, open(path, "wb"))
        ---
        import pickle
        def save(path, data):
            with atomic_open(path, "wb") as file:
                pickle.dump(data, file)
    """,
    "a name that is taken": """
        import pickle
        def save(path, file):
            pickle.dump(file, open(path, "wb"))
        ---
        import pickle
        def save(path, file):
            with atomic_open(path, "wb") as handle:
                pickle.dump(file, handle)
    """,
    "all names taken": """
        import pickle
        def save(path, file, handle):
            pickle.dump((file, handle), open(path, "wb"))
        ---
        import pickle
        def save(path, file, handle):
            with atomic_open(path, "wb") as file_2:
                pickle.dump((file, handle), file_2)
    """,
    "one write": """
        def save(path, text):
            with open(path, "w", -1, "utf-8", newline="") as f:
                f.write(text)
        ---
        def save(path, text):
            with atomic_open(path, "w", -1, "utf-8", newline="") as f:
                f.write(text)
    """,
    "one write of a generator's text": """
        def save(path, parts):
            with open(path, mode="wt", errors="replace") as f:
                f.write("".join(p for p in parts))
        ---
        def save(path, parts):
            atomic_write_text(path, "".join(p for p in parts), errors="replace")
    """,
    "a generator as the one argument": """
        def save(path, parts):
            with open(path, "wb") as f:
                f.write(b for b in parts)
        ---
        def save(path, parts):
            atomic_write_bytes(path, (b for b in parts))
    """,
    "a write at once": """
        def save(path, text):
            open(path, "w").write(text)
            open(path, "w").writelines([text])
        ---
        def save(path, text):
            atomic_write_text(path, text)
            with atomic_open(path, "w") as file:
                file.writelines([text])
    """,
    "more than one statement": """
        def save(path, rows):
            with open(file=path, mode="w") as f, open("log", "a") as log:
                for row in rows:
                    f.write(row)
                    print(row, file=f)
                    log.write(row)
        ---
        def save(path, rows):
            with atomic_open(path=path, mode="w") as f, open("log", "a") as log:
                for row in rows:
                    f.write(row)
                    print(row, file=f)
                    log.write(row)
    """,
    "opened and closed": """
        def save(path, text, more):
            f = open(path, "w")  # opened
            # first
            f.write(text)
            f.write(more)
            f.close()
            return more
        ---
        def save(path, text, more):
            with atomic_open(path, "w") as f:  # opened
                # first
                f.write(text)
                f.write(more)
            return more
    """,
    "opened, and closed at last": """
        import yaml
        def save(path, data):
            f = open(path, "w")
            try:
                yaml.dump(data, f)
            finally:
                f.close()
        ---
        import yaml
        def save(path, data):
            with atomic_open(path, "w") as f:
                yaml.dump(data, f)
    """,
    "a method of a path": """
        def save(folder, lines):
            with (folder / "state").open("w", encoding="utf-8") as f:
                f.writelines(lines)
            with (folder / "more").open(mode="wb") as f:
                f.write(lines[0])
        ---
        def save(folder, lines):
            with atomic_open(folder / "state", "w", encoding="utf-8") as f:
                f.writelines(lines)
            atomic_write_bytes(folder / "more", lines[0])
    """,
    "codecs": """
        import codecs
        def save(path, text):
            with codecs.open(path, "wb", "utf-8", errors="replace") as f:
                f.write(text)
            with codecs.open(path, "w", encoding="utf-8") as f:
                f.write(text)
                f.write(text)
            with codecs.open(path, "w") as f:
                f.write(text)
        ---
        def save(path, text):
            atomic_write_text(path, text, encoding="utf-8", errors="replace", newline="")
            with atomic_open(path, "w", encoding="utf-8", newline="") as f:
                f.write(text)
                f.write(text)
            with atomic_open(path, "w") as f:
                f.write(text)
    """,
    "compressed": """
        import gzip
        def save(path, text):
            with gzip.open(path, "wt", encoding="utf-8") as f:
                f.write(text)
        ---
        import gzip
        def save(path, text):
            with atomic_open(path, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as f:
                f.write(text)
    """,
    "a helper of the file that only writes": """
        def _put(out, rows):
            for row in rows:
                out.write(row)

        class Store:
            def put(self, out):
                out.write("x")

            def save(self, path, rows):
                with open(path, "w") as f:
                    _put(f, rows)
                    _put(rows=rows, out=f)
                    self.put(f)
        ---
        def _put(out, rows):
            for row in rows:
                out.write(row)

        class Store:
            def put(self, out):
                out.write("x")

            def save(self, path, rows):
                with atomic_open(path, "w") as f:
                    _put(f, rows)
                    _put(rows=rows, out=f)
                    self.put(f)
    """,
    "a loop that ends": """
        def save(path, source):
            with open(path, "wb") as f:
                while True:
                    part = source.read(4096)
                    if not part:
                        break
                    f.write(part)
        ---
        def save(path, source):
            with atomic_open(path, "wb") as f:
                while True:
                    part = source.read(4096)
                    if not part:
                        break
                    f.write(part)
    """,
    "an error before the first write": """
        def save(path, data):
            with open(path, "w") as f:
                if not data:
                    raise ValueError(f"nothing for {path}")
                try:
                    f.write(data)
                except OSError:
                    raise
        ---
        def save(path, data):
            with atomic_open(path, "w") as f:
                if not data:
                    raise ValueError(f"nothing for {path}")
                try:
                    f.write(data)
                except OSError:
                    raise
    """,
    "a path that is only told of": """
        import logging
        import os
        def save(path, data):
            with open(path, "w") as f:
                logging.info("to %s", path)
                f.write(data)
                f.write(os.path.basename(path) + path.name + f"{path}")
        ---
        import logging
        import os
        def save(path, data):
            with atomic_open(path, "w") as f:
                logging.info("to %s", path)
                f.write(data)
                f.write(os.path.basename(path) + path.name + f"{path}")
    """,
    "savers": """
        import numpy as np
        import pandas
        from xml.etree.ElementTree import ElementTree
        def save(folder, array, frame, root):
            np.save(folder / "state.npy", array)
            frame.to_csv(os.path.join(folder, f"{root}.csv"))
            ElementTree(root).write(folder / "state.xml", encoding="utf-8")
        ---
        import numpy as np
        import pandas
        from xml.etree.ElementTree import ElementTree
        def save(folder, array, frame, root):
            with atomic_open(folder / "state.npy", "wb") as file:
                np.save(file, array)
            with atomic_open(os.path.join(folder, f"{root}.csv"), "w", encoding="utf-8", newline="") as file:
                frame.to_csv(file)
            with atomic_open(folder / "state.xml", "wb") as file:
                ElementTree(root).write(file, encoding="utf-8")
    """,
    "a copy": """
        import shutil
        def reset(folder):
            shutil.copyfile(folder / "defaults", folder / "config")
        ---
        import shutil
        def reset(folder):
            with open(folder / "defaults", "rb") as source, atomic_open(folder / "config", "wb") as target:
                shutil.copyfileobj(source, target)
    """,
    "one inside of another that is kept": """
        import pickle
        def save(path, data):
            f = open("a.json", "w")
            with open("b.pickle", "wb") as g:
                pickle.dump(data, g)
            f.write(data)
            f.close()
        ---
        import pickle
        def save(path, data):
            with atomic_open("a.json", "w") as f:
                with atomic_open("b.pickle", "wb") as g:
                    pickle.dump(data, g)
                f.write(data)
    """,
    "one statement inside of another that is kept": """
        import json
        def save(path, data):
            f = open("a.json", "w")
            with open("b.json", "w") as g:
                json.dump(data, g)
            f.write(data)
            f.close()
        ---
        def save(path, data):
            with atomic_open("a.json", "w") as f:
                atomic_write_json("b.json", data)
                f.write(data)
    """,
    "a sync at the end, with words about it": """
        import os
        def save(path, rows):
            with open(path, "w") as f:
                for row in rows:
                    f.write(row)
                # to the disk
                f.flush()
                os.fsync(f)
                # done
            with open(path, "w") as f:
                for row in rows:
                    f.write(row)
                f.flush()
            return rows
        ---
        def save(path, rows):
            with atomic_open(path, "w") as f:
                for row in rows:
                    f.write(row)
                # to the disk
                # done
            with atomic_open(path, "w") as f:
                for row in rows:
                    f.write(row)
            return rows
    """,
    "buffering": """
        import json
        def save(path, data):
            with open(path, "w", buffering=1) as f:
                json.dump(data, f)
            with open(path, "w+") as f:
                json.dump(data, f)
        ---
        import json
        def save(path, data):
            with atomic_open(path, "w", buffering=1) as f:
                json.dump(data, f)
            with atomic_open(path, "w+") as f:
                json.dump(data, f)
    """,
    "dumps of another form": """
        import json
        def save(path, data, args):
            with open(path, "w") as f:
                json.dump(*args, f)
                f.write("x")
            with open(path, "w") as f:
                json.dump(data, f, *args)
            with open(path, "w") as f:
                json.dump(data, f)
                print(data)
            with open(path, "w") as f:
                x = json.dump(data, f)
            with open(path, "w") as f:
                f.writelines(data)
                f.write("\\n")
            with open(path, "w") as f:
                f.write(data, f)
            with open(path, "w") as f:
                json.dump(fp=f)
        ---
        import json
        def save(path, data, args):
            with atomic_open(path, "w") as f:
                json.dump(*args, f)
                f.write("x")
            with atomic_open(path, "w") as f:
                json.dump(data, f, *args)
            with atomic_open(path, "w") as f:
                json.dump(data, f)
                print(data)
            with atomic_open(path, "w") as f:
                x = json.dump(data, f)
            with atomic_open(path, "w") as f:
                f.writelines(data)
                f.write("\\n")
            with atomic_open(path, "w") as f:
                f.write(data, f)
            with atomic_open(path, "w") as f:
                json.dump(fp=f)
    """,
    "in a decorator": """
        def save(path, keep):
            @keep(open(path, "w").write("x"))
            def inner():
                return path
        ---
        def save(path, keep):
            @keep(atomic_write_text(path, "x"))
            def inner():
                return path
    """,
    "one of the names of an import": """
        import json, os
        from pathlib import Path as P, PurePath
        def save(path, data):
            with open(P(path), "w") as f:
                json.dump(data, f)
            return os, PurePath
        ---
        import os
        from pathlib import Path as P, PurePath
        def save(path, data):
            atomic_write_json(P(path), data)
            return os, PurePath
    """,
    "arguments that nobody sees": """
        from pathlib import Path
        def save(path: Path, data, how):
            path.write_text(*data, **how)
            path.write_text(data, encoding=how)
        ---
        from pathlib import Path
        def save(path: Path, data, how):
            atomic_write_text(path, *data, **how)
            atomic_write_text(path, data, encoding=how)
    """,
    "comments in what goes": """
        import json
        def save(path, data):
            with open(
                path,  # the one
                "w",
            ) as f:
                json.dump(data, f)
        ---
        def save(path, data):
            # the one
            atomic_write_json(path, data)
    """,
    "outside of functions": """
        import json
        with open("state.json", "w") as f:
            json.dump({}, f)
        with open("state.txt", "w") as g:
            for word in ("a", "b"):
                g.write(word)
        ---
        atomic_write_json("state.json", {})
        with atomic_open("state.txt", "w") as g:
            for word in ("a", "b"):
                g.write(word)
    """,
    "an endless loop about something else": """
        def save(path, text, run):
            with open(path, "w") as f:
                f.write(text)
                for line in run.stdout:
                    print(line)
        ---
        def save(path, text, run):
            with atomic_open(path, "w") as f:
                f.write(text)
                for line in run.stdout:
                    print(line)
    """,
    "other words for a wrapper, and a path in a list": """
        import contextlib
        def save(path, text):
            with open(path, "wb") as f:
                for _ in [path]:
                    contextlib.closing(f)
                text.savefig(f)
                f.write(text)
        ---
        import contextlib
        def save(path, text):
            with atomic_open(path, "wb") as f:
                for _ in [path]:
                    contextlib.closing(f)
                text.savefig(f)
                f.write(text)
    """,
    "a wrapper around the handle": """
        import io
        def save(path, text):
            with open(path, "wb") as f:
                wrapped = io.TextIOWrapper(f, "utf-8")
                wrapped.write(text)
        ---
        import io
        def save(path, text):
            with atomic_open(path, "wb") as f:
                wrapped = io.TextIOWrapper(f, "utf-8")
                wrapped.write(text)
    """,
    "handed over to another thread": """
        async def save(path: Path, text, loop, pool):
            await asyncio.to_thread(path.write_text, text, encoding="utf-8")
            await loop.run_in_executor(None, path.write_bytes, text)
            pool.submit(path.write_text, text)
            await loop.run_in_executor(None, functools.partial(path.write_text, text, errors="strict"))
            await asyncio.to_thread(path.read_text)
            await asyncio.to_thread(path.write_text)
        ---
        async def save(path: Path, text, loop, pool):
            await asyncio.to_thread(atomic_write_text, path, text, encoding="utf-8")
            await loop.run_in_executor(None, atomic_write_bytes, path, text)
            pool.submit(atomic_write_text, path, text)
            await loop.run_in_executor(None, functools.partial(atomic_write_text, path, text, errors="strict"))
            await asyncio.to_thread(path.read_text)
            await asyncio.to_thread(path.write_text)
    """,
    "an error before the first write, in a loop": """
        def save(rows, path):
            with open(path, "w") as f:
                for row in rows:
                    for word in row:
                        if not word:
                            raise
                f.write("x")
        ---
        def save(rows, path):
            with atomic_open(path, "w") as f:
                for row in rows:
                    for word in row:
                        if not word:
                            raise
                f.write("x")
    """,
    "in handlers, cases and one-line suites": """
        def save(path, data, how):
            try:
                data = data.strip()
            except ValueError:
                f = open(path, "w")
                f.write("x")
                f.close()
            match how:
                case 1:
                    f = open(path, "w")
                    f.write(data)
                    f.close()
            if how: open(path, "w").write(data)
        ---
        def save(path, data, how):
            try:
                data = data.strip()
            except ValueError:
                atomic_write_text(path, "x")
            match how:
                case 1:
                    atomic_write_text(path, data)
            if how: atomic_write_text(path, data)
    """,
    "two in one file": """
        import json
        def save(path, data):
            with open(path, "w") as f:
                json.dump(data, f)
            with open("b.json", "w") as f:
                json.dump(data, f)
            return json.dumps(data)
        ---
        import json
        def save(path, data):
            atomic_write_json(path, data)
            atomic_write_json("b.json", data)
            return json.dumps(data)
    """,
}


@pairs(SAFE)
def test_a_safe_fix(before: str, after: str) -> None:
    result = rewrite_of(before, unsafe=False)
    assert result.problem == ""
    assert body_of(result.after) == body_of(after)
    assert {(site.level, site.text, site.fixed) for site in result.sites} == {("safe", "", True)}


UNSAFE = {
    "each pass of the loop waits": """
        def save(paths, text):
            for path in paths:
                with open(path, "w") as f:
                    f.write(text)
        ---
        def save(paths, text):
            for path in paths:
                atomic_write_text(path, text)
    """,
    "what it is called on is taken for a path": """
        def save(target, text):
            target.write_text(text)
        ---
        def save(target, text):
            atomic_write_text(target, text)
    """,
    "what it is called on is taken for a path, of another library": """
        import anyio
        import upath
        class Kept:
            where: upath.UPath
            def save(self, text, name):
                self.where.write_text(text)
                there = upath.UPath(name)
                there.absolute().write_text(text)
                (there / name).write_text(text)
        ---
        import anyio
        import upath
        class Kept:
            where: upath.UPath
            def save(self, text, name):
                atomic_write_text(self.where, text)
                there = upath.UPath(name)
                atomic_write_text(there.absolute(), text)
                atomic_write_text(there / name, text)
    """,
    "what it is called on is taken for a path, opened": """
        import upath
        def save(target, text, more: upath.UPath):
            with target.open("w") as f:
                f.write(text)
            with more.open("w") as f:
                f.write(text)
            text[0].write_text(text)
        ---
        import upath
        def save(target, text, more: upath.UPath):
            atomic_write_text(target, text)
            atomic_write_text(more, text)
            atomic_write_text(text[0], text)
    """,
    "the handle's name is used, inside": """
        def save(path, text):
            with open(path, "w") as f:
                f.write(text)
                text.append(f.name)
                while text:
                    text.pop()
        ---
        def save(path, text):
            with atomic_open(path, "w") as f:
                f.write(text)
                text.append(f.name)
                while text:
                    text.pop()
    """,
    "the handle's name is used": """
        def save(path, text):
            with open(path, "w") as f:
                f.write(text)
                f.write(text)
            return f.name
        ---
        def save(path, text):
            with atomic_open(path, "w") as f:
                f.write(text)
                f.write(text)
            return f.name
    """,
    "the block uses the path that it writes": """
        import os
        def save(path, text):
            with open(path, "w") as f:
                f.write(text)
                f.write(str(os.stat(path)))
        ---
        import os
        def save(path, text):
            with atomic_open(path, "w") as f:
                f.write(text)
                f.write(str(os.stat(path)))
    """,
    "a target that is a folder is refused": """
        import shutil
        def reset(defaults, config):
            shutil.copy2(defaults, config)
        ---
        import shutil
        def reset(defaults, config):
            with open(defaults, "rb") as source, atomic_open(config, "wb") as target:
                shutil.copyfileobj(source, target)
            shutil.copystat(defaults, config)
    """,
    "the handler of shutil's own errors": """
        import shutil
        def reset(defaults, config):
            try:
                shutil.copyfile(defaults, config)
            except shutil.SameFileError:
                return
        ---
        import shutil
        def reset(defaults, config):
            try:
                with open(defaults, "rb") as source, atomic_open(config, "wb") as target:
                    shutil.copyfileobj(source, target)
            except shutil.SameFileError:
                return
    """,
    "the folder inside the archive": """
        import torch
        def save(path, model):
            torch.save(model, path)
        ---
        import torch
        def save(path, model):
            with atomic_open(path, "wb") as file:
                torch.save(model, file)
    """,
    "written in one call in a thread": """
        import asyncio
        import aiofiles
        async def save(path, text):
            async with aiofiles.open(path, "w", encoding="utf-8") as f:
                await f.write(text)
            await asyncio.sleep(0)
        ---
        import asyncio
        async def save(path, text):
            await asyncio.to_thread(atomic_write_text, path, text, encoding="utf-8")
            await asyncio.sleep(0)
    """,
    "written in one call in a thread, anyio": """
        import anyio
        async def save(path, text):
            await anyio.Path(path).write_text(text)
            async with await anyio.open_file(path, "wb") as f:
                await f.write(text)
        ---
        import anyio
        async def save(path, text):
            await anyio.to_thread.run_sync(atomic_write_text, anyio.Path(path), text)
            await anyio.to_thread.run_sync(atomic_write_bytes, path, text)
    """,
    "written in one call in a thread, with keywords": """
        import functools
        import trio
        async def save(path, text):
            await trio.Path(path).write_text(text, encoding="utf-8")
            return functools
        ---
        import functools
        import trio
        async def save(path, text):
            await trio.to_thread.run_sync(functools.partial(atomic_write_text, trio.Path(path), text, encoding="utf-8"))
            return functools
    """,
}


@pytest.mark.parametrize("note", UNSAFE)
def test_an_unsafe_fix_says_what_changes_and_waits_to_be_asked(note: str) -> None:
    before, _, after = told(UNSAFE[note]).partition("---\n")
    waiting = rewrite_of(before, unsafe=False)
    assert waiting.after == before
    assert all(note.partition(",")[0] in text for text in texts(waiting))
    assert {(site.level, site.fixed) for site in waiting.sites} == {("unsafe", False)}
    assert body_of(rewrite_of(before).after) == body_of(after)


WITH = "with open(path, 'w') as f:\n    "
LEFT = {
    "an opener= or closefd=": "with open(path, 'w', opener=own) as f:\n    f.write(text)",
    "its mode is not always the same": "with open(path, 'w' if text else 'wb') as f:\n    f.write(text)",
    "os.open() gives a bare descriptor": "os.write(os.open(path, os.O_WRONLY | os.O_TRUNC), b'x')",
    "it may open a descriptor": "with open(number, 'w') as f:\n    f.write(text)",
    "its arguments are not written out": "with open(path, 'w', **how) as f:\n    f.write(text)",
    "given more arguments than it takes": "with open(path, 'w', 1, 2, 3, 4, 5, 6, 7) as f:\n    f.write(text)",
    "the file is closed elsewhere": "self.f = open(path, 'w')\nself.f.write(text)",
    "not closed where it is opened": "f = open(path, 'w')\nf.write(text)",
    "kept outside the block": "with open(path, 'w') as self.f:\n    self.f.write(text)",
    "opened together with other things": "with lock, gzip.open(path, 'w') as f:\n    f.write(text)",
    "the block flushes": WITH + "f.write(text)\n    f.flush()\n    f.write(text)",
    "the block flushes, so": WITH + "f.write(text)\n    print(text, file=f, flush=True)",
    "the block yields": WITH + "f.write(text)\n    yield f.tell()",
    "the block sleeps": WITH + "for t in text:\n        f.write(t)\n        time.sleep(1)",
    "a loop without an end": WITH + "while True:\n        f.write(text)",
    "a loop without an end writes": WITH + "for line in run.stdout:\n        f.write(line)",
    "a loop without an end writes to": WITH + "for line in iter(sys.stdin):\n        f.write(line)",
    "may leave the block after a write": WITH + "f.write(text)\n    raise ValueError",
    "may leave the block after": WITH + "for t in text:\n        if t: sys.exit(1)\n        f.write(t)",
    "may leave the block": WITH + "f.write(text)\n    assert text",
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
    "numpy adds the ending": "np.save(path, text)",
    "what it does depends on the ending": "joblib.dump(text, path)",
    "depends on the ending of the path": "joblib.dump(text, pickled)",
    "the file is packed": "joblib.dump(text, 'state.pkl.gz')",
    "in another way": "joblib.dump(text, 'state.pkl', compress=3)",
    "written as text": "ElementTree(text).write(path, encoding='unicode')",
    "a tree that is written as text": "ElementTree(text).write(path, how)",
    "takes no open file": "keras.models.save_model(text, path)",
    "are not written out": "np.save('a.npy', *text)",
    "save it in a statement of its own": "return np.save('a.npy', text)",
    "the file is never closed": "use(open(path, 'w'))",
    "is never closed": "open(path, 'w').write(*text)",
    "open it in a `with`": "done = pickle.dump(text, open(path, 'wb'))",
    "read the lines first": "for line in fileinput.input(path, inplace=True):\n    print(line)",
    "read the content first": "with open('state.json', 'r+') as f:\n    f.seek(0)\n    f.write(text)\n    f.truncate()",
    "in a thread, asyncio.to_thread": "f = await aiofiles.open(path, 'w')\nawait f.write(text)",
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
    "says where the file lies": "with self.fs.open(path, mode='w') as f:\n    f.write(text)",
    "io.FileIO writes without a buffer": "with io.FileIO(path, 'w') as f:\n    f.write(text)",
}
_HEAD = """
import asyncio, fileinput, gzip, io, json, os, pickle, shutil, subprocess, sys, time
import aiofiles, joblib, keras, numpy as np
from elsewhere import keep, lock, run, use
from xml.etree.ElementTree import ElementTree

def own(out, *rest):
    out.write("x")

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


KEPT = {
    "asked whether it is closed": "return f.closed",
    "returned": "return f",
    "deleted": "del f",
    "used by a function of its own": "return lambda: f.closed",
    "used by a function that says so": "def g():\n    nonlocal f\n    f = f.closed\nreturn g",
    "bound again on one way": "if text:\n    f = open(path)\nreturn f.read()",
    "bound again by a loop that may not turn": "for f in text:\n    pass\nreturn f",
    "bound again for nothing": "f = None",
    "used in a loop of its own": "while f.closed:\n    f = text",
}
NOT_KEPT = {
    "bound again": "f = open(path)\nreturn f.read()",
    "annotated": "f: object = open(path)\nreturn f.read()",
    "opened again": "with open(path) as f:\n    return f.read()",
    "an item of a loop": "for f in text:\n    print(f)\nreturn [f for f in text]",
    "the parameter of a function": "def g(f):\n    return f.closed\nreturn g, lambda f: f.closed",
    "the name of a function's own": "def g():\n    f = text\n    return f\nreturn g",
}


def after_a_block(lines: str) -> str:
    rest = "".join(f"    {line}\n" for line in lines.split("\n"))
    return f"def f(): ...\ndef save(path, text):\n    with open(path, 'w') as f:\n        f.write(text)\n{rest}"


@pytest.mark.parametrize("later", KEPT.values(), ids=KEPT)
def test_a_handle_that_is_used_after_its_block_stays(later: str) -> None:
    result = rewrite_of(after_a_block(later), unsafe=False)
    assert result.problem == ""
    assert "    with atomic_open(path, 'w') as f:\n        f.write(text)\n" in result.after


@pytest.mark.parametrize("later", NOT_KEPT.values(), ids=NOT_KEPT)
def test_a_name_that_is_another_thing_after_the_block_keeps_no_handle(later: str) -> None:
    result = rewrite_of(after_a_block(later), unsafe=False)
    assert result.problem == ""
    assert "    atomic_write_text(path, text)\n" in result.after


AROUND = {
    "in the else, where it was not opened": ("if text:\n    {}\nelse:\n    f.close()", False),
    "in an else of the try": ("try:\n    {}\nexcept OSError:\n    pass\nelse:\n    f.close()", True),
    "in a handler": ("try:\n    {}\nexcept OSError:\n    f.close()", True),
    "in another handler": ("try:\n    x()\nexcept KeyError:\n    {}\nexcept OSError:\n    f.close()", False),
    "in a finally": ("try:\n    {}\nfinally:\n    f.close()", True),
    "before it": ("f.close()\n{}", False),
    "before it, in a function": ("def g():\n    f.close()\n{}", True),
    "before it, in a loop": ("while text:\n    f.close()\n    {}", True),
    "in another case": ("match text:\n    case 1:\n        {}\n    case _:\n        f.close()", False),
    "below it in a case": ("match text:\n    case 1:\n        {}\n        f.close()", True),
    "in a block that opens it again": ("with open(path) as f:\n    f.read()\n{}", False),
    "in what opens it again": ("{}\nwith open(f.mode) as f:\n    f.read()", True),
}


@pytest.mark.parametrize(("lines", "stays"), AROUND.values(), ids=AROUND)
def test_a_handle_stays_only_where_its_use_may_come_after(lines: str, stays: bool) -> None:
    lines = "\n".join(
        line.replace("{}", "with open('state.json', 'w') as f:\n" + " " * (len(line) - 2 + 4) + "f.write(text)")
        for line in lines.split("\n")
    )
    body = "".join(f"    {line}\n" for line in lines.split("\n"))
    result = rewrite_of(f"def f(): ...\ndef save(path, text):\n{body}")
    assert result.problem == ""
    assert ("with atomic_open('state.json', 'w') as f:" in result.after) is stays
    assert ("atomic_write_text('state.json', text)" in result.after) is not stays


def test_the_handle_of_a_module_is_seen_by_its_functions() -> None:
    text = "with open('state.json', 'w') as f:\n    f.write('x')\ndef g():\n    return f.closed\n"
    assert "with atomic_open('state.json', 'w') as f:" in rewrite_of(text, unsafe=False).after
    assert "atomic_write_text('state.json', 'x')" in rewrite_of(text.replace("f.closed", "g"), unsafe=False).after
    for before in ("f = 1\nprint(f)\n", "print(f)\n"):
        result = rewrite_of(before + text.replace("f.closed", "g"), unsafe=False)
        assert ("atomic_write_text('state.json', 'x')" in result.after, result.problem) == (True, ""), before


def test_a_handle_that_is_closed_in_its_suite_may_be_used_below() -> None:
    text = "def save(path, text):\n    f = open(path, 'w')\n    f.write(text)\n    f.close()\n    return f.closed\n"
    assert "    with atomic_open(path, 'w') as f:\n        f.write(text)\n    return f.closed" in rewrite_of(text).after


def test_a_write_in_a_thread_leaves_no_handle_behind() -> None:
    text = "import aiofiles\nasync def save(text):\n    async with aiofiles.open('state.json', 'w') as f:\n"
    text += "        await f.write(text)\n    return f\n"
    result = rewrite_of(text)
    assert result.after == text
    assert texts(result) == [
        "line 5 may use the handle once more; write the whole with asyncio.to_thread(atomic_write_text, path, data)"
    ]


@pytest.mark.parametrize(
    "imports",
    [
        "try:\n    import simplejson as json\nexcept ImportError:\n    import json\n",
        "try:\n    import json\nexcept ImportError:\n    import ujson as json\n",
        "try:\n    import rapidjson\n    json = rapidjson\nexcept ImportError:\n    import json\n",
        "if old:\n    import simplejson as json\nelse:\n    import json\n",
    ],
)
def test_another_module_that_may_be_called_json_writes_its_own_way(imports: str) -> None:
    block = "def save(path, o):\n    with open(path, 'w') as f:\n        json.dump(o, f)\n"
    result = rewrite_of(f"old = 1\n{imports}{block}", unsafe=False)
    assert result.problem == ""
    assert "with atomic_open(path, 'w') as f:\n        json.dump(o, f)" in result.after


def test_a_module_that_is_imported_twice_is_one_module() -> None:
    text = "try:\n    import json\nexcept ImportError:\n    import json\n"
    text += "def save(path, o):\n    with open(path, 'w') as f:\n        json.dump(o, f)\n"
    assert "atomic_write_json(path, o)" in rewrite_of(text, unsafe=False).after


CALLING = """
from pathlib import Path
STATE = Path("state.json")
class Base:
    def look(self): return self.path.stat()
    def note(self): print(self.path)
class Other:
    def own(self): return self.path.stat()
    def look(self, path): return path.stat()
class Store(Base):
    def again(self): return self.check()
    def check(self): return open(self.path).read()
    def other(self, other): return other.path.stat()
    @staticmethod
    def static(self): return self.path.stat()
    def save(self, text, path: Path, other: Other):
        def inner(): return path.stat()
        with open({path}, "w") as f:
            f.write(text)
            {call}
def load(): return STATE.read_text()
def change(): STATE.chmod(0o600)
def own(STATE): return STATE.stat()
def turn(): return turn() and load()
"""
LOOKING = {
    "a method": ("self.path", "self.check()"),
    "a method that it inherits": ("self.path", "self.look()"),
    "a method by another": ("self.path", "self.again()"),
    "a function that reads a name of the module": ("STATE", "load()"),
    "one that calls itself": ("STATE", "turn()"),
    "a function of its own": ("path", "inner()"),
}
NOT_LOOKING = {
    "a method that only tells of it": ("self.path", "self.note()"),
    "a method that looks at that of another": ("self.path", "self.other(other)"),
    "a method that has no object": ("self.path", "self.static(other)"),
    "a method of another class": ("path", "other.look(text)"),
    "a method of another class and its object": ("self.path", "Other.own(other)"),
    "a parameter of that name": ("STATE", "own(text)"),
    "another path": ("path", "load()"),
}


@pytest.mark.parametrize(("path", "call"), LOOKING.values(), ids=LOOKING)
def test_what_the_block_calls_may_look_at_the_file(path: str, call: str) -> None:
    result = rewrite_of(CALLING.format(path=path, call=call), unsafe=False)
    assert [text.partition(";")[0] for text in texts(result)] == ["the block uses the path that it writes"]


@pytest.mark.parametrize(("path", "call"), NOT_LOOKING.values(), ids=NOT_LOOKING)
def test_what_the_block_calls_may_have_nothing_to_do_with_the_file(path: str, call: str) -> None:
    result = rewrite_of(CALLING.format(path=path, call=call), unsafe=False)
    assert [(site.level, site.fixed) for site in result.sites] == [("safe", True)]


def test_what_the_block_calls_must_not_change_the_file() -> None:
    result = rewrite_of(CALLING.format(path="STATE", call="change()"))
    assert texts(result) == ["the block calls chmod() on the path that it writes; do that after the block"]
