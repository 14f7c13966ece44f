"""What nobody loses: nothing, what is removed again, what is compared before it is written, the number of a process."""

from __future__ import annotations

from tests.snippets import announced, cases, found

SNIPPETS = {
    "an empty file, or one line end, cannot be torn": """
        from pathlib import Path
        Path("state.json").write_text("")
        Path("state.json").write_bytes(b"\\n")
        Path("state.json").write_text(" ")  # ATM101
        with open("state.json", "w") as file:
            file.write("")
        """,
    "a file that is always removed again is nobody's state": """
        import os
        from pathlib import Path
        def ask(question):
            path = Path("config.json")
            path.write_text(question)
            try:
                answer()
            finally:
                path.unlink()
        def tell(question):
            with open("config.json", "w") as file:
                file.write(question)
            os.remove("config.json")
        """,
    "a file that is removed only when something fails is": """
        import os
        def ask(question):
            try:
                with open("config.json", "w") as file:  # ATM103
                    file.write(question)
            except OSError:
                os.remove("config.json")
        def tell(question):
            os.remove("config.json")
            with open("config.json", "w") as file:  # ATM103
                file.write(question)
            os.remove("other.json")
            os.remove(path=unknown)
            os.unlink()
            os.unlink
        """,
    "a file that is removed where it is there, or where it was written, is nobody's state": """
        import os
        from pathlib import Path
        def tell(place, chapters):
            with open("config.json", "w") as file:
                file.write("{}")
            if chapters:
                with open("state.json", "w") as file:
                    file.write(chapters)
            yield
            if os.path.exists("config.json"):
                os.remove("config.json")
            if chapters:
                os.remove("state.json")
        def ask(state, failed):
            state.write_text("x")
            if state.exists():
                state.unlink()
        def keep(state, failed):
            with open("config.json", "w") as file:  # ATM103
                file.write("{}")
            if failed:
                with open("state.json", "w") as file:  # ATM103
                    file.write("{}")
            if os.path.exists("other.json"):
                os.remove("config.json")
            if failed(1):
                os.remove("config.json")
            if failed:
                os.remove("config.json")
            else:
                os.remove("state.json")
            for _ in failed:
                os.remove("state.json")
        """,
    "what is written only where it differs is written again": """
        import filecmp, shutil
        def write(path, text):
            old = open(path).read()
            if old != text:
                with open(path, "w") as file:
                    file.write(text)
        def update(path, text):
            old = open(path).read()
            if text != "":
                with open(path, "w") as file:  # ATM103
                    file.write(text)
        def sync(source, target):
            if not filecmp.cmp(source, target / "config"):
                shutil.copy(source, target / "x.ini")
        """,
    "what is made of what was there is not written again": """
        from pathlib import Path
        def edit(path, old, new):
            with open(path) as file:
                text = file.read()
            edited = text
            for one in old:
                edited = edited.replace(one, new)
            if edited == text:
                return
            with open(path, "w") as file:  # ATM103
                file.write(edited)
        def format_all(path):
            text = path.read_text()
            tidy = reformat(text)
            if tidy != text:
                path.write_text(tidy)  # ATM101
        def edit_stubs(path):
            text = (path / "a.pyi").read_text()
            tidy = text.strip()
            if tidy != text:
                (path / "a.pyi").write_text(tidy)
        def render(path, other):
            text = other.read_text()
            if path.read_text() != text:
                path.write_text(text)
        """,
    "what is written only where its encoded text differs is written again": """
        def render(place, page):
            if not place.is_file() or place.read_bytes() != page.encode():
                place.write_text(page, encoding="utf-8")
            if place.read_text().upper() != page.upper():
                place.write_text(page + "x")  # ATM101
        """,
    "what lies in a folder that is removed before is made again": """
        import os, shutil
        from pathlib import Path
        def build(folder, made):
            shutil.rmtree(folder)
            (folder / "a.json").write_text("{}")
            Path(made / "b.json").write_text("{}")  # ATM101
        def fill(folder):
            if os.path.exists(folder):
                shutil.rmtree(folder)
            with open(os.path.join(folder, "a.json"), "w") as file:
                file.write("{}")
        def fill_by_method(folder):
            if folder.is_dir():
                shutil.rmtree(folder)
            with open(folder / "a.json", "w") as file:
                file.write("{}")
        def fill_on_demand(folder, again):
            if again:
                shutil.rmtree(folder)
            if ready(folder):
                shutil.rmtree(folder)
            while folder.exists():
                shutil.rmtree(folder)
            with open(folder / "a.json", "w") as file:  # ATM103
                file.write("{}")
            if again:
                shutil.rmtree(folder)
            shutil.rmtree()
        def fill_a_part(folder):
            shutil.rmtree(folder / "parts")
            shutil.rmtree(folder / "a.json")
            with open(folder / "a.json", "w") as file:  # ATM103
                file.write("{}")
        """,
    "a fresh name that is told when the file is whole leads to no torn one": """
        import secrets, uuid
        from pathlib import Path
        FOLDER = Path(uuid.uuid4().hex)
        def put(folder, data):
            name = "%s.json" % uuid.uuid4()
            path = folder / name
            path.write_bytes(data)
            return {"path": str(path), "size": 1}
        def put_a_token(folder, data):
            path = folder / secrets.token_hex()
            with path.open("wb") as cache:
                cache.write(data)
            return path
        def put_before(folder, data):
            path = folder / uuid.uuid4().hex
            if known(path):
                return path
            path.write_bytes(data)  # ATM102
        def put_for(folder, name, data):
            path = folder / name
            path.write_bytes(data)  # ATM102
            return path
        def put_at(path, data):
            path.write_bytes(data)  # ATM102
            return path
        def put_from_elsewhere(data):
            path = FOLDER / "a"
            path.write_bytes(data)  # ATM102
            return path
        """,
    "a fresh name that is found by listing is known to all": """
        import uuid
        def put(folder, data):
            path = folder / uuid.uuid4().hex
            path.write_bytes(data)  # ATM102
            return path
        def every(folder):
            return list(folder.iterdir())
        """,
    "a path of many parts is not searched for ever": (
        "import uuid\ndef put(folder, data):\n    path = folder / ("
        "uuid.uuid4().hex + "
        + " + ".join(f"a{number}" for number in range(60))
        + ")\n    path.write_bytes(data)  # ATM102\n    return path\n"
    ),
    "a table is saved by what knows tables": """
        def save(message, path):
            return message.to_json(path / "state.json")
        """,
    "a library saver is given a tree of its own making": """
        import pandas
        from xml.etree import ElementTree
        def save(frame, message, folder):
            frame.to_csv(folder / "state.csv")  # ATM105
            ElementTree.parse(folder / "a.xml").write(folder / "state.xml")  # ATM105
            message.write(folder / "state.xml")
        def save_into(buffer: BytesIO, frame):
            frame.to_csv(buffer)
        def save_at(place: Path, frame):
            frame.to_csv(place)  # ATM105
            print(frame.to_json("config.json"), frame.to_csv("config.csv").strip())
            print(end=frame.to_json("config.json"))
        """,
    "a sink of Arrow is no path of this machine": """
        import pyarrow as pa
        import pyarrow.parquet as pq
        def save(table, fs, sink, state):
            made = pa.BufferOutputStream()
            pq.write_table(table, made)
            pq.write_table(table, sink)
            pq.write_table(table, "bucket/cache", filesystem=fs)
            with fs.open_output_stream(state) as opened:
                pq.write_table(table, opened)
            pq.write_table(table, state)  # ATM105
        """,
    "the sheets of a book are one file, where that is": """
        import io
        import pandas as pd
        def save(frame, settings):
            with pd.ExcelWriter(settings) as book:
                frame.to_excel(book)  # ATM105
                frame.to_excel(book, sheet_name="b")
            frame.to_excel(settings)  # ATM105
        def save_to_memory(frame):
            data = io.BytesIO()
            with pd.ExcelWriter(data) as book:
                frame.to_excel(book)
            return data.getvalue()
        """,
    "the number of a process is all that a pid file holds": """
        import os
        def write(config, pid):
            with open(config, "w") as file:
                file.write("%s\\n" % (os.getpid(),))
            with open(config, "w") as file:
                file.write("{}".format(pid))
            config.write_bytes(str(pid).encode())
        def save(config, pid):
            with open(config, "w") as file:  # ATM103
                file.write(f"{pid} {config}")
            with open(config, "w") as file:  # ATM103
                file.write(str(unknown(pid)))
        """,
    "a dump that all evidence calls an output is none of ours": """
        import json
        def export(report_path, data):
            with open(report_path, "w") as file:
                json.dump(data, file)
        """,
}


@cases(SNIPPETS)
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
