"""What the unsafe fixes make of code, and what they say of it."""

from __future__ import annotations

import pytest

from tests.codemods.fixing import body_of, rewrite_of, texts, told

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
    "the block lists a folder": """
        import os
        def save(folder):
            with open(folder + "/names.json", "w") as f:
                for name in os.listdir(folder):
                    f.write(name)
        ---
        import os
        def save(folder):
            with atomic_open(folder + "/names.json", "w") as f:
                for name in os.listdir(folder):
                    f.write(name)
    """,
    "the block lists a folder, by a function of the file": """
        import os
        def names(folder):
            return [name for _, _, names in os.walk(folder) for name in names]
        def save(folder):
            with open("names.json", "w") as f:
                f.writelines(names(folder))
        ---
        import os
        def names(folder):
            return [name for _, _, names in os.walk(folder) for name in names]
        def save(folder):
            with atomic_open("names.json", "w") as f:
                f.writelines(names(folder))
    """,
    "the block uses the path that it writes, by another name": """
        def save(path, text):
            target = str(path)
            with open(target, "w") as f:
                f.write("new" if not path.exists() else text)
        ---
        def save(path, text):
            target = str(path)
            atomic_write_text(target, "new" if not path.exists() else text)
    """,
    "a class of paths in this file has a write_text() of its own": """
        from pathlib import Path, PosixPath
        class Loud(PosixPath):
            def write_text(self, data):
                print(data)
                return super().write_text(data)
        def save(path: Path, text):
            path.write_text(text)
        ---
        from pathlib import Path, PosixPath
        class Loud(PosixPath):
            def write_text(self, data):
                print(data)
                return super().write_text(data)
        def save(path: Path, text):
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
    "written in one call in a thread, laid out as it was": """
        import asyncio
        import anyio
        import aiofiles
        async def save(path, text, lines):
            async with aiofiles.open(path, "w") as f:
                await f.write(
                    text(lines)
                    .strip()
                )
            await asyncio.sleep(0)
            await anyio.Path(path).write_bytes(
                text,  # all of it
            )
        ---
        import asyncio
        import anyio
        async def save(path, text, lines):
            await anyio.to_thread.run_sync(
                atomic_write_text,
                path,
                text(lines)
                .strip(),
            )
            await asyncio.sleep(0)
            await anyio.to_thread.run_sync(
                atomic_write_bytes,
                anyio.Path(path),
                text,  # all of it
            )
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
