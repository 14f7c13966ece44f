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
