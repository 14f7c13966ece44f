"""What the safe fixes make of a block that needs its handle: it is opened by `atomic_open`."""

from __future__ import annotations

from tests.codemods.fixing import SAFELY, body_of, fixed_safely, pairs

BLOCKS = {
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
    "packed by the class of gzip": """
        import gzip
        def save(path, text):
            with gzip.GzipFile(path, "wb", 9) as f:
                f.write(text)
            with gzip.GzipFile(mode="wb", filename=path) as f:
                f.write(text)
        ---
        import gzip
        def save(path, text):
            with atomic_open(path, "wb") as raw, gzip.GzipFile(None, "wb", 9, fileobj=raw) as f:
                f.write(text)
            with atomic_open(path, "wb") as raw, gzip.GzipFile(mode="wb", fileobj=raw) as f:
                f.write(text)
    """,
    "what its functions do otherwise, and catch": """
        import sys
        def check(text):
            def end():
                sys.exit(1)
            try:
                raise SystemExit
            except SystemExit:
                return check(text)
        def save(path, text, parser):
            with open(path, "w") as f:
                f.write(text)
                check(text)
                parser.error(text)
        ---
        import sys
        def check(text):
            def end():
                sys.exit(1)
            try:
                raise SystemExit
            except SystemExit:
                return check(text)
        def save(path, text, parser):
            with atomic_open(path, "w") as f:
                f.write(text)
                check(text)
                parser.error(text)
    """,
    "a codec that this machine does not have": """
        import codecs
        def save(path, text):
            with codecs.open(path, "w", "nothing") as f:
                f.write(text)
                f.write(text)
        ---
        def save(path, text):
            with atomic_open(path, "w", encoding="nothing", newline="") as f:
                f.write(text)
                f.write(text)
    """,
    "one document, where somebody may stop it": """
        import json, sys
        def save(path, data):
            try:
                with open(path, "w") as f:
                    json.dump(data, f)
                    f.write("\\n")
            except KeyboardInterrupt:
                sys.exit(130)
        ---
        import sys
        def save(path, data):
            try:
                atomic_write_json(path, data, end="\\n")
            except KeyboardInterrupt:
                sys.exit(130)
    """,
    "stopped, and the error goes on": """
        def save(path, rows):
            try:
                with open(path, "w") as f:
                    for row in rows:
                        f.write(row)
            except KeyboardInterrupt:
                print("stopped")
                raise
            except Exception:
                with open(path, "w") as f:
                    for row in rows:
                        f.write(row)
        ---
        def save(path, rows):
            try:
                with atomic_open(path, "w") as f:
                    for row in rows:
                        f.write(row)
            except KeyboardInterrupt:
                print("stopped")
                raise
            except Exception:
                with atomic_open(path, "w") as f:
                    for row in rows:
                        f.write(row)
    """,
    "an end in a handler of its own": """
        def save(path, rows):
            try:
                load(path)
            except KeyboardInterrupt:
                with open(path, "w") as f:
                    for row in rows:
                        f.write(row)
        ---
        def save(path, rows):
            try:
                load(path)
            except KeyboardInterrupt:
                with atomic_open(path, "w") as f:
                    for row in rows:
                        f.write(row)
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
            with open(path, "w", buffering=9999) as f:
                json.dump(data, f)
            with open(path, "w+") as f:
                json.dump(data, f)
        ---
        import json
        def save(path, data):
            with atomic_open(path, "w", buffering=9999) as f:
                json.dump(data, f)
            with atomic_open(path, "w+") as f:
                json.dump(data, f)
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
}


@pairs(BLOCKS)
def test_a_block_is_kept_with_another_open(before: str, after: str) -> None:
    assert fixed_safely(before) == ("", body_of(after), SAFELY)
