"""Files that belong together: what says so, what does not, and what becomes of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codemods.rewrite import Wish, rewritten
from flake8_atomic.settings import Settings
from tests.codemods.fixing import rewrite_of, texts, told
from tests.snippets import announced, cases, codes, found

CHAT = told("""
    import json
    from pathlib import Path


    class Chat:
        def __init__(self, folder: Path) -> None:
            self.folder = folder
            self.messages = self.metadata = self.state = self.variables = ["old"]

        def save(self) -> None:
            with open(self.folder / "messages.json", "w") as f:
                json.dump(self.messages, f)
            with open(self.folder / "metadata.json", "w") as f:
                json.dump(self.metadata, f)
            with open(self.folder / "state.json", "w") as f:
                json.dump(self.state, f)
            with open(self.folder / "globals.json", "w") as f:
                json.dump(self.variables, f)
""")


def test_four_files_of_one_object_are_one_finding_beside_those_of_each() -> None:
    assert sorted(codes(CHAT)) == ["ATM104"] * 4 + ["ATM301"]


def test_they_become_one_group_that_a_failure_leaves_alone(tmp_path: Path) -> None:
    result = rewritten(CHAT, "chat.py", Wish(Settings(), unsafe=True))
    assert (result.problem, codes(result.after)) == ("", [])
    assert result.after.count("with atomic_group(self.folder) as group:") == 1
    assert result.after.count("group.write_json(self.folder / ") == 4
    program: dict[str, type] = {}
    exec(compile(result.after, "chat.py", "exec"), program)
    chat = program["Chat"](tmp_path)
    chat.save()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert {json.loads(data)[0] for name, data in before.items() if name.endswith(".json")} == {"old"}
    chat.messages = chat.metadata = chat.variables = ["new"]
    chat.state = [object()]
    with pytest.raises(TypeError, match="not JSON serializable"):
        chat.save()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


@cases({
    "a function for another thing in between": """
        from flake8_atomic.helpers import atomic_write_json
        def save(folder, chat, log):
            atomic_write_json(folder / "a", chat.messages)  # ATM301
            log.info("half")
            atomic_write_json(folder / "b", chat.state)
        def load(folder):
            return (folder / "a").read_text(), (folder / "b").read_text()
    """,
    "a method of the field": """
        def save(folder, chat):
            (folder / "a").write_text(chat.messages.to_json())  # ATM101 ATM301
            (folder / "b").write_text(chat.state.to_json())  # ATM101
        def load(folder):
            return (folder / "a").read_text(), (folder / "b").read_text()
    """,
    "no content: templates, places and what a method returns": """
        from flake8_atomic.helpers import atomic_write_text
        class Chat:
            def save(self, folder):
                atomic_write_text(folder / "a", "{}".format(self.one))
                atomic_write_text(folder / "b", f"{self.two}")
                atomic_write_text(folder / "c", self.render())
                atomic_write_text(folder / "d", self.target_dir)
                atomic_write_text(folder / "e", self.three)
    """,
    "fields of modules and classes": """
        import settings
        from flake8_atomic.helpers import atomic_write_text
        class Names:
            pass
        def save(folder):
            atomic_write_text(folder / "a", settings.one)
            atomic_write_text(folder / "b", settings.two)
            atomic_write_text(folder / "c", Names.one)
            atomic_write_text(folder / "d", Names.two)
    """,
    "a folder that was made or emptied before holds no old file": """
        import os, shutil
        from flake8_atomic.helpers import atomic_write_json
        class Run:
            def load(self, folder):
                return (folder / "first").read_text(), (folder / "second").read_text()
            def load_run(self, folder):
                return open(folder / "entry.json").read(), open(folder / "info.json").read()
            def make_folder(self, number):
                self.folder = None
                made = os.path.join(self.base, str(number))
                os.mkdir(made)
                self.folder = made
            def start(self, number):
                self.prepare(number)
                self.write_json(self.entry, "entry.json")
                self.write_json(self.config, "config")
            def prepare(self, number):
                self.make_folder(number)
            def note(self, text):
                print(text)
            def beat(self):
                self.note("beat")
                self.write_json(self.entry, "entry.json")  # ATM301
                self.write_json(self.info, "info.json")
            def write_json(self, value, name):
                atomic_write_json(os.path.join(self.folder, name), value)
            def dump(self, folder):
                try:
                    shutil.rmtree(folder)
                except FileNotFoundError:
                    pass
                os.makedirs(folder, exist_ok=True)
                atomic_write_json(folder / "first", self.one)
                atomic_write_json(folder / "second", self.two)
            def dump_again(self, folder):
                try:
                    shutil.rmtree(folder)
                except OSError:
                    pass
                atomic_write_json(folder / "first", self.one)  # ATM301
                atomic_write_json(folder / "second", self.two)
            def keep(self, folder, other):
                os.mkdir(folder)
                atomic_write_json(other / "first", self.one)  # ATM301
                atomic_write_json(folder / "second", self.two)
            def keep_last(self, folder, other):
                os.mkdir(folder)
                atomic_write_json(folder / "first", self.one)
                atomic_write_json(other / "second", self.two)
            def spelled_as_texts(self, folder):
                os.mkdir(folder)
                atomic_write_json(str(folder / "first"), self.one)
                atomic_write_json(str(folder / "second"), self.two)
    """,
    "a folder that is emptied, or refused": """
        import os, shutil
        from flake8_atomic.helpers import atomic_write_json
        class Data:
            def load_below(self, folder):
                return open(f"{folder}/heads").read(), open(folder + "/tails").read()
            def load_beside(self, folder):
                return open(f"{folder}.heads").read(), open(folder + ".tails").read()
            def load(self, folder):
                return (folder / "first").read_text(), (folder / "second").read_text()
            def save(self, folder, overwrite):
                if folder.is_dir():
                    if overwrite:
                        shutil.rmtree(folder)
                    else:
                        raise FileExistsError(folder)
                atomic_write_json(folder / "first", self.one)
                atomic_write_json(folder / "second", self.two)
            def save_turned(self, folder, keep):
                if folder.is_dir():
                    if keep:
                        return
                    else:
                        shutil.rmtree(folder)
                atomic_write_json(folder / "first", self.one)
                atomic_write_json(folder / "second", self.two)
            def save_perhaps(self, folder, overwrite):
                if folder.is_dir():
                    if overwrite:
                        shutil.rmtree(folder)
                    else:
                        print(folder)
                atomic_write_json(folder / "first", self.one)  # ATM301
                atomic_write_json(folder / "second", self.two)
            def save_where_it_is_not_empty(self, folder, overwrite):
                if folder.exists() and any(folder.iterdir()):
                    if not overwrite:
                        raise FileExistsError(folder)
                    shutil.rmtree(folder)
                atomic_write_json(folder / "first", self.one)
                atomic_write_json(folder / "second", self.two)
            def save_where_another_is_empty(self, folder, other):
                if folder.exists() and any(other.iterdir()):
                    shutil.rmtree(folder)
                atomic_write_json(folder / "first", self.one)  # ATM301
                atomic_write_json(folder / "second", self.two)
            def save_below(self, folder):
                os.mkdir(folder)
                atomic_write_json(f"{folder}/heads", self.one)
                atomic_write_json(folder + "/tails", self.two)
            def save_beside(self, folder):
                os.mkdir(folder)
                atomic_write_json(f"{folder}.heads", self.one)  # ATM301
                atomic_write_json(folder + ".tails", self.two)
        """,
    "what one function reads is fetched again as it was": """
        from flake8_atomic.helpers import atomic_write_text
        def download_pair(folder, words):
            atomic_write_text(folder / "left.txt", words[0])
            atomic_write_text(folder / "right.txt", words[1])
        def save_pair(folder, words):
            atomic_write_text(folder / "left.txt", words[0])  # ATM301
            atomic_write_text(folder / "right.txt", words[1])
        def load_pair(folder):
            return (folder / "left.txt").read_text(), (folder / "right.txt").read_text()
    """,
    "an index named after the data": """
        from flake8_atomic.helpers import atomic_write_bytes, atomic_write_json
        def put(folder, name, data, info):
            atomic_write_bytes(folder / f"{name}.bin", data)  # ATM301
            atomic_write_json(folder / f"{name}_index.json", info)
    """,
    "an index in a joined path": """
        import os
        from flake8_atomic.helpers import atomic_write_bytes, atomic_write_json
        def put(folder, name, data, info):
            atomic_write_bytes(os.path.join(folder, name), data)  # ATM301
            atomic_write_json(os.path.join(folder, name + "_index"), info)
    """,
    "an index of something else": """
        from flake8_atomic.helpers import atomic_write_bytes, atomic_write_json
        def put(path, other, data, info):
            atomic_write_bytes(path, data)
            atomic_write_json(other / "index.json", info)
    """,
    "methods that are called for something else": """
        class Site:
            def build(self):
                self._add_one()
                self._add_two()
                self.save_nothing()
                build(self)
            def _add_one(self):
                self.a.write_text(self.one)  # ATM101
            def _add_two(self):
                self.b.write_text(self.two)  # ATM101
    """,
    "calls without a path, and a function that a method's name is not": """
        from flake8_atomic.helpers import atomic_open, atomic_write_json
        def save_state(folder, chat):
            atomic_open()
            atomic_write_json(folder / "a", chat.messages)
        class Chat:
            def save(self):
                def write(folder):
                    atomic_write_json(folder / "a", self.messages)
                return write
    """,
    "a loop over other things": """
        from flake8_atomic.helpers import atomic_write_json
        def save(folder, chat, names):
            for name in names:
                atomic_write_json(folder / name, chat.messages)
            for name in ("a", "b"):
                for _ in (1, 2):
                    atomic_write_json(folder / "x", getattr(chat, name))
            def later():
                for name in ("a", "b"):
                    atomic_write_json(folder / name, getattr(chat))
    """,
    "keys and certificates": """
        from flake8_atomic.helpers import atomic_write_bytes
        def renew(target, names):
            cert, chain = issue_certificate(names)
            atomic_write_bytes(target["cert"], cert)  # ATM301
            atomic_write_bytes(target["chain"], chain)
            atomic_write_bytes(target["fullchain"], cert + chain)
        def make(folder):
            pem = new_pair()
            atomic_write_bytes(folder / "server_cert.key", pem.private)  # ATM301
            atomic_write_bytes(folder / "server.crt", pem.signed)
        def write_pair(pub_path, path, pair):
            atomic_write_bytes(pub_path, pair.public_key.pem)  # ATM301
            atomic_write_bytes(path, pair.private_key.pem)
        def keygen(folder):
            write_pair(folder / "one", folder / "other", generate())
        def post(folder, shown, hidden):
            atomic_write_bytes(folder / "public", shown)
            atomic_write_bytes(folder / "private", hidden)
        def order(folder, account):
            key, cert = new_certificate(account)
            atomic_write_bytes(folder / "account.key", account.key)
            atomic_write_bytes(folder / "server.crt", key.pem + cert)
        def order_both(folder, account):
            key, cert = new_certificate(account)
            atomic_write_bytes(folder / "account.key", account.key)
            atomic_write_bytes(folder / "server.key", key.pem)  # ATM301
            atomic_write_bytes(folder / "server.crt", cert)
        def register(folder):
            pair = generate_pair()
            atomic_write_bytes(folder / "account.key", pair.hidden)  # ATM301
            atomic_write_bytes(folder / "account_public.key", pair.shown)
    """,
    "an object that is done with, and one that does something else": """
        from flake8_atomic.helpers import atomic_write_json
        class Session:
            def __init__(self, folder):
                self.folder = folder
            def __exit__(self, kind, error, trace):
                atomic_write_json(self.folder / "messages.json", self.messages)  # ATM301
                atomic_write_json(self.folder / "metadata.json", self.metadata)
            def close(self):
                atomic_write_json(self.folder / "messages.json", self.messages)  # ATM301
                atomic_write_json(self.folder / "metadata.json", self.metadata)
            def close_page(self):
                atomic_write_json(self.folder / "messages.json", self.messages)
                atomic_write_json(self.folder / "metadata.json", self.metadata)
            def shutdown(self, chat):
                atomic_write_json(self.folder / "messages.json", chat.messages)
                atomic_write_json(self.folder / "metadata.json", chat.metadata)
            def stop(self):
                atomic_write_json(self.folder / "messages.json", self.messages)
                atomic_write_json(self.folder / "metadata.json", self.metadata)
    """,
    "a sum, by the name of what is summed": """
        from flake8_atomic.helpers import atomic_write_text
        def update(table_path, table_md5_path, rows, total):
            atomic_write_text(table_path, rows)  # ATM301
            atomic_write_text(table_md5_path, total)
        def update_other(table_path, rows_md5_path, rows, total):
            atomic_write_text(table_path, rows)
            atomic_write_text(rows_md5_path, total)
        def update_suffix(name, rows, total):
            atomic_write_text(name, rows)  # ATM301
            atomic_write_text(name + ".sha256", total)
    """,
    "two entries of one table of names": """
        from flake8_atomic.helpers import atomic_write_text
        def save(names, kind, rows, total):
            atomic_write_text(names / names[kind]["rows"], rows)
            atomic_write_text(names / names[kind]["index"], total)
    """,
    "what a library saves": """
        import numpy as np
        class Search:
            def load(self):
                return np.load(self.vectors_index), np.load(self.names_index)
            def build(self):
                np.save(self.vectors_index, self.vectors)  # ATM105 ATM301
                np.save(self.names_index, np.array(self.names))  # ATM105
    """,
    "an index of vectors and what it is of": """
        import faiss, pickle
        def save(index, names):
            faiss.write_index(index, "vectors.index")  # ATM105 ATM301
            with open("names.pkl", "wb") as file:
                pickle.dump(names, file)  # ATM104
        def load():
            with open("names.pkl", "rb") as file:
                return faiss.read_index("vectors.index"), pickle.load(file)
    """,
    "options, answers and constants are no parts of what is kept": """
        import requests
        from flake8_atomic.helpers import atomic_write_bytes
        class Page:
            def save(self, folder):
                atomic_write_bytes(folder / "a", self.HEAD)
                atomic_write_bytes(folder / "b", self.TAIL)
        def fetch(folder, url):
            answer = requests.get(url)
            atomic_write_bytes(folder / "a", answer.content)
            atomic_write_bytes(folder / "b", answer.headers)
        def told(folder, args):
            atomic_write_bytes(folder / "a", args.one)
            atomic_write_bytes(folder / "b", args.two)
        def save_chat(folder):
            chat = Chat()
            atomic_write_bytes(folder / "a", chat.one)  # ATM301
            atomic_write_bytes(folder / "b", chat.two)
        def store_chat(folder):
            chat = load(folder)
            atomic_write_bytes(folder / "a", chat.one)  # ATM301
            atomic_write_bytes(folder / "b", chat.two)
        def load(folder):
            return folder
        def items(folder, data, key):
            atomic_write_bytes(folder / "a", data["name"])
            atomic_write_bytes(folder / "b", data["one"])
            atomic_write_bytes(folder / "c", data[key])
            atomic_write_bytes(folder / "d", fetch()["two"])
        def load_chat(folder):
            return (folder / "a").read_text(), (folder / "b").read_text()
    """,
    "a file that is only written where there is something": """
        from flake8_atomic.helpers import atomic_write_json
        def save(folder, chat):
            if chat.early:
                atomic_write_json(folder / "z", chat.early)
            atomic_write_json(folder / "a", chat.messages)
            if chat.state:
                atomic_write_json(folder / "b", chat.state)
            else:
                atomic_write_json(folder / "c", chat.empty)
    """,
    "files of a loop and one beside it": """
        from flake8_atomic.helpers import atomic_write_json
        def save(folder, words):
            atomic_write_json(folder / "names", words.names)  # ATM301
            for name, values in words.spaces.items():
                atomic_write_json(folder / f"{name}.space", values)
        def load(folder):
            return (folder / "names").read_text(), [path.read_text() for path in folder.glob("*.space")]
    """,
    "products": """
        from flake8_atomic.helpers import atomic_write_text
        def build(folder, options_of):
            atomic_write_text(folder / "install.sh", options_of.script)
            atomic_write_text(folder / "needs.txt", options_of.needs)
        def generate_docs(folder, name, pages, listed):
            atomic_write_text(folder / f"{name}.yaml", pages)
            atomic_write_text(folder / f"{name}_index.yaml", listed)
    """,
    "through functions that are told what to write where": """
        import json
        from flake8_atomic.helpers import atomic_write_json
        class Store:
            def load(self):
                return (self.folder / "first").read_text(), (self.folder / "second").read_text()
            def save(self):
                self.save_part(self.entries, self.entries_path)  # ATM301
                self.save_part(self.plugins, self.plugins_path)
            def started(self):
                self.save_json(self.entry, "first")  # ATM301
                self.save_json(self.config, "second")
                self.save_json(self.nothing)
                self.save_maybe(self.entry, "maybe")
                self.store.save_json(self.entry, "elsewhere")
            def save_part(self, part, path):
                atomic_write_json(path, part)
            def save_json(self, value, name):
                atomic_write_json(self.folder / name, value)
            def save_maybe(self, value, name):
                if value:
                    atomic_write_json(self.folder / name, value)
            def both(self, value):
                self.save_two(value)
            def save_two(self, value):
                atomic_write_json(self.folder / "first", value.one)  # ATM301
                atomic_write_json(self.folder / "second", value.two)
        def save_constant(value):
            atomic_write_json("constant", value)
        def save_all(store):
            save_constant(store.one)
            save_constant(store.two)
        def save_again(value, path):
            atomic_write_json(path, value)
            save_again(value.one, path)
            save_again(value.two, path)
        def save_class(store):
            Store(store.one)
    """,
    "settings that are changed one at a time": """
        from flake8_atomic.helpers import atomic_write_json
        class Store:
            def load(self, folder):
                return (folder / "settings.json").read_text(), (folder / "history.json").read_text()
            def save(self):
                self.save_config(self.core, self.core_path)
                self.save_config(self.plugins, self.plugins_path)
            def save_config(self, config, path):
                atomic_write_json(path, config)
            def save_both(self, folder):
                atomic_write_json(folder / "settings.json", self.core)
                atomic_write_json(folder / "plugin_options.json", self.plugins)
            def save_session(self, folder):
                atomic_write_json(folder / "settings.json", self.core)  # ATM301
                atomic_write_json(folder / "history.json", self.history)
    """,
    "what a run tells of itself": """
        from flake8_atomic.helpers import atomic_write_json
        class Runner:
            def resume(self, folder):
                return (folder / "queue").read_text(), (folder / "status").read_text()
            def run(self, folder):
                atomic_write_json(folder / "command", self.command)
                atomic_write_json(folder / "status", self.status)
            def run_again(self, folder):
                atomic_write_json(folder / "queue", self.queue)  # ATM301
                atomic_write_json(folder / "status", self.status)
    """,
    "files that a loader knows by name in another folder": """
        import json
        from flake8_atomic.helpers import atomic_write_bytes, atomic_write_json
        CONFIG = "config.json"
        class Model:
            def save_model(self, folder):
                atomic_write_bytes(folder / "model.bin", self.dumped())  # ATM301
                path = folder / CONFIG
                atomic_write_json(path, dict())
            def save_words(self, folder):
                atomic_write_bytes(folder / self.left_name, self.dumped())  # ATM301
                atomic_write_bytes(folder / self.right_name, self.told())
            @classmethod
            def from_files(cls, place):
                where = find(place)
                return (where / "model.bin").read_bytes(), json.load(open(where / CONFIG))
            def restore(self, place):
                return (place / self.left_name).read_bytes(), (place / self.right_name).read_bytes()
        def save_parts(folder, one, two):
            atomic_write_bytes(folder / "one.bin", one)
            atomic_write_bytes(folder / "two.bin", two)
        def read_one(place):
            return (place / "one.bin").read_bytes(), (place / "two.bin").exists()
        def merge_parts(place):
            return (place / "one.bin").read_bytes(), (place / "two.bin").read_bytes()
        def save_short(folder, one, two):
            atomic_write_bytes(folder / "one", one)
            atomic_write_bytes(folder / "second", two)
        def load_short(place):
            return (place / "one").read_bytes(), (place / "second").read_bytes()
        def save_far(folder, one, two):
            name = title = label = part = word = "far.bin"
            atomic_write_bytes(folder / deep(label), one)
            atomic_write_bytes(folder / "near.bin", two)
    """,
    "a folder that is found empty or missing": """
        import os
        from flake8_atomic.helpers import atomic_write_json
        class Lineage:
            def load(self, folder):
                return (folder / "first").read_text(), (folder / "second").read_text()
            def create(self, folder):
                if os.path.exists(folder) and (not os.path.isdir(folder) or os.listdir(folder)):
                    raise ValueError
                paths = {kind: os.path.join(folder, kind + ".pem") for kind in ("cert", "key")}
                atomic_write_json(paths["cert"], self.cert)
                atomic_write_json(paths["key"], self.key)
            def save_first(self, folder):
                assert not folder.exists()
                atomic_write_json(folder / "first", self.one)
                atomic_write_json(folder / "second", self.two)
            def save_where_none_is(self, folder):
                if not folder.exists():
                    atomic_write_json(folder / "first", self.one)
                    atomic_write_json(folder / "second", self.two)
                    return
            def save_over(self, folder):
                if folder.exists() and not self.force:
                    raise ValueError
                if not folder.is_dir():
                    self.warn()
                if self.force:
                    if folder.exists():
                        raise ValueError
                atomic_write_json(folder / "first", self.one)  # ATM301
                atomic_write_json(folder / "second", self.two)
            def save_where_one_is(self, folder):
                if folder.exists():
                    atomic_write_json(folder / "first", self.one)  # ATM301
                    atomic_write_json(folder / "second", self.two)
                    return
            def save_beside(self, folder, other):
                while other.exists():
                    other = other.parent
                atomic_write_json(folder / "first", self.one)  # ATM301
                atomic_write_json(folder / "second", self.two)
    """,
    "names that nothing has": """
        import uuid
        from flake8_atomic.helpers import atomic_write_json
        class Lineage:
            def save_successor(self, folder):
                version, self.key = self.next_free_version(), generate_key()
                atomic_write_json(folder / f"cert{version}.pem", self.cert)
                atomic_write_json(folder / f"key{version}.pem", self.key)
            def save_drawn(self, folder):
                name = uuid.uuid4().hex
                atomic_write_json(folder / f"{name}-one", self.one)
                atomic_write_json(folder / f"{name}-two", self.two)
            def save_version(self, folder):
                version, self.key = self.last_version(), generate_key()
                atomic_write_json(folder / f"cert{version}.pem", self.cert)  # ATM301
                atomic_write_json(folder / f"key{version}.pem", self.key)
    """,
    "a folder called by a digest of what lies in it": """
        from flake8_atomic.helpers import atomic_write_json
        class Data:
            def save_parts(self, base):
                checksum = self.sum_up()
                folder = base / checksum
                atomic_write_json(folder / "train", self.train)
                atomic_write_json(folder / "names", self.names)
            def save(self, base):
                folder = base / self.version()
                atomic_write_json(folder / "train", self.train)  # ATM301
                atomic_write_json(folder / "names", self.names)
            def load(self, folder):
                return (folder / "train").read_text(), (folder / "names").read_text()
    """,
    "a last file that is looked at first": """
        import json
        from flake8_atomic.helpers import atomic_write_json
        def update(folder, model):
            marker = folder / "metadata.json"
            if json.loads(marker.read_text()) == model.version:
                return model
            atomic_write_json(folder / "config.json", model.config)
            atomic_write_json(marker, model.version)
        def update_where_it_is_missing(folder, model):
            marker = folder / "metadata.json"
            if marker.exists():
                return model
            atomic_write_json(folder / "config.json", model.config)
            atomic_write_json(marker, model.version)
        def update_whatever_it_says(folder, model):
            marker = folder / "metadata.json"
            print(marker.read_text())
            atomic_write_json(folder / "config.json", model.config)  # ATM301
            atomic_write_json(marker, model.version)
        def update_unasked(folder, model):
            marker = folder / "metadata.json"
            if model.version == "0":
                return model
            print(marker.read_text())
            atomic_write_json(folder / "config.json", model.config)  # ATM301
            atomic_write_json(marker, model.version)
    """,
    "reports and logs, by the name that a writer is told": """
        from flake8_atomic.helpers import atomic_write_json
        def write_json(path, data):
            atomic_write_json(path, data)
        def store_report(folder, files, report):
            write_json(folder / "report.json", files)
            write_json(folder / "manifest.json", {"files": files})
        def store(folder, files):
            write_json(folder / "store.json", files)  # ATM301
            write_json(folder / "manifest.json", {"files": files})
        def execute(folder, result):
            write_json(folder / "stderr.txt", result.errors)
            write_json(folder / "state.json", result.state)
        def save(folder, result):
            write_json(folder / "answers.json", result.answers)  # ATM301
            write_json(folder / "state.json", result.state)
        def load(folder):
            return (folder / "answers.json").read_text(), (folder / "state.json").read_text()
    """,
    "an index of pages for readers, and a second copy": """
        import json
        from flake8_atomic.helpers import atomic_write_text
        def save_pages(folder, infos):
            write_file(folder / "gallery", show(infos))
            write_file(folder / "index.rst", show_index(infos))
        def save_lists(folder, infos):
            write_file(folder / "gallery", show(infos))  # ATM301
            write_file(folder / "index", show_index(infos))
        def write_file(path, text):
            atomic_write_text(path, text)
        def save_rows(folder, infos):
            atomic_write_text(folder / "gallery", show(infos))  # ATM301
            atomic_write_text(folder / "index.json", show_index(infos))
        def save_stubs(folder, stub):
            with open(folder / "catalog.json", "w") as first:
                json.dump(stub, first)  # ATM104
            with open(folder / "catalog.json.sig", "w") as second:
                json.dump(stub, second)  # ATM104
    """,
})  # fmt: skip
def test_together_is_what_the_code_says(text: str) -> None:
    assert found(text) == announced(text)


HEAD = "from flake8_atomic.helpers import *\nfrom flake8_atomic.helpers import atomic_open, atomic_write_json\n"


@pytest.mark.parametrize(
    ("reason", "body"),
    {
        "first write each of them": "with open(d / 'a', 'w', **c) as f:\n        f.write(c.a)\n"
        "    (d / 'b').write_text(c.b)",
        "not written in one block": "if c:\n        pass\n    with d:\n        atomic_write_json(d / 'a', c.a)\n"
        "    atomic_write_json(d / 'b', c.b)",
        "leaves between the writes": "atomic_write_json(d / 'a', c.a)\n    if d: return\n"
        "    atomic_write_json(d / 'b', c.b)",
        "a sync= of its own": "atomic_write_json(d / 'a', c.a, sync='file')\n    atomic_write_json(d / 'b', c.b)",
        "a statement of its own": "x = atomic_write_json(d / 'a', c.a)\n    atomic_write_json(d / 'b', c.b)",
        "cannot be seen from the paths": "atomic_write_json(d / 'a', c.a)\n    atomic_write_json(c, c.b)",
        "cannot be seen": "atomic_write_json(d(1) / 'a', c.a)\n    atomic_write_json(d(1) / 'b', c.b)",
        "cannot be seen from": "atomic_write_json(d.get('a'), c.a)\n    atomic_write_json(d.get('b', 1), c.b)",
    }.items(),
)
def test_what_cannot_be_grouped_has_a_reason(reason: str, body: str) -> None:
    text = f"{HEAD}def save(d, c, overwrite):\n    {body}\n"
    result = rewrite_of(text, settings=Settings(), unsafe=False)
    assert any(reason in said for said in texts(result)), texts(result)
