"""Files that may be saved one by one: nobody reads them as one, no old ones are met, or both are made again."""

from __future__ import annotations

from flake8_atomic.settings import Settings
from tests.snippets import announced, cases, found

HELPERS = "from flake8_atomic.helpers import atomic_write_bytes, atomic_write_json, atomic_write_text\n"


@cases({
    "a part of an object that nothing loads": """
        class Analysis:
            def save_ranks(self, folder):
                atomic_write_json(folder / "first", self.highest)
                atomic_write_json(folder / "average", self.mean)
            def get_ranks(self):
                return self.highest, self.mean
        class Kept:
            def save_ranks(self, folder):
                atomic_write_json(folder / "highest", self.highest)  # ATM301
                atomic_write_json(folder / "mean", self.mean)
            def load_ranks(self, folder):
                return (folder / "highest").read_text(), (folder / "mean").read_text()
        class Half:
            def save_ranks(self, folder):
                atomic_write_json(folder / "lowest", self.lowest)
                atomic_write_json(folder / "least", self.least)
            def load_ranks(self, folder):
                return (folder / "lowest").read_text()
    """,
    "an object that is saved as a whole, and only one part of which is read": """
        class Chat:
            def save(self):
                atomic_write_json(self.folder / "messages", self.messages)
                atomic_write_json(self.folder / "statistics", self.statistics)
            def load(self):
                return (self.folder / "messages").read_text()
        class Whole:
            def save(self):
                atomic_write_json(self.folder / "posts", self.posts)  # ATM301
                atomic_write_json(self.folder / "counts", self.counts)
            def load(self):
                return (self.folder / "posts").read_text(), (self.folder / "counts").read_text()
    """,
    "whatever lies in the folder": """
        class Calls:
            def save(self, folder):
                atomic_write_json(folder / "metadata", self.metadata)  # ATM301
                for name, value in self.values.items():
                    atomic_write_json(folder / f"{name}.value", value)
            def load(self, folder):
                return (folder / "metadata").read_text(), [path.read_text() for path in sorted(folder.glob("*.value"))]
        class Heads:
            def save(self, folder):
                atomic_write_json(folder / "headings", self.headings)
                for name, value in self.values.items():
                    atomic_write_json(folder / f"{name}.value", value)
            def load(self, folder):
                return (folder / "headings").read_text()
    """,
    "the object by its name": """
        def save_chat(folder, chat):
            atomic_write_json(folder / "a", chat.messages)  # ATM301
            atomic_write_json(folder / "b", chat.state)
        def save_ranks(folder, chat):
            atomic_write_json(folder / "a", chat.messages)
            atomic_write_json(folder / "b", chat.state)
        def show_answers(folder, chat):
            atomic_write_json(folder / "a", chat.messages)
            atomic_write_json(folder / "b", chat.state)
        def load_chat(folder):
            return (folder / "a").read_text(), (folder / "b").read_text()
    """,
    "what may be overwritten": """
        def project(folder, data, overwrite):
            atomic_write_json(folder / "a", data.counts)  # ATM301
            atomic_write_json(folder / "b", data.genes)
        def project_anew(folder, data, colour):
            atomic_write_json(folder / "a", data.counts)
            atomic_write_json(folder / "b", data.genes)
    """,
    "each part by a method, none of them a table": """
        class Run:
            def run(self):
                self.store_urls()  # ATM301
                self.store_alerts()
            def sample(self):
                self.save_draws()
                self.store_urls()
            def store_urls(self):
                atomic_write_json(self.folder / "urls.json", self.urls)
            def store_alerts(self):
                atomic_write_json(self.folder / "alerts.json", self.alerts)
            def save_draws(self):
                atomic_write_json(self.folder / "draws.csv", self.draws)
    """,
    "methods in a row, none of which keeps a log": """
        class Run:
            def handle(self):
                self.save_crash_log()
                self.save_urls()
            def stop(self):
                self.save_alerts()
                if self.open:
                    self.close()
                self.save_urls()
            def leave(self):
                self.save_alerts()
                try:
                    self.close()
                finally:
                    self.save_urls()
            def turn(self):
                self.save_alerts()  # ATM301
                self.open = False
                self.save_urls()
            def save_crash_log(self):
                atomic_write_json(self.folder / "crash.json", self.crash)
            def save_alerts(self):
                atomic_write_json(self.folder / "alerts.json", self.alerts)
            def save_urls(self):
                atomic_write_json(self.folder / "urls.json", self.urls)
    """,
    "a loader of the same thing, or of the same file": """
        class Input:
            def write_input(self, folder):
                self.write_cell(folder)  # ATM301
                self.write_sort(folder)
            def write_cell(self, folder):
                atomic_write_json(folder / "CELL", self.cell)
            def write_sort(self, folder):
                atomic_write_json(folder / "sort", self.order)
            def read_cell(self, folder):
                self.cell, self.order = take(folder / "CELL"), take(folder / "sort")
        NAMES = {"words_file": "words.txt", "merges_file": "merges.txt"}
        class Words:
            def __init__(self, words_file, merges_file):
                self.words, self.merges = open(words_file).read(), open(merges_file).read()
            def save_vocabulary(self, folder):
                words_file = folder / NAMES["words_file"]
                atomic_write_json(words_file, self.words)  # ATM301
                atomic_write_json(folder / NAMES["merges_file"], self.merges)
        class Letters:
            def __init__(self, letters_file):
                self.letters = open(letters_file).read()
            def save_vocabulary(self, folder):
                letters_file = folder / "letters.txt"
                atomic_write_json(letters_file, self.letters)
                atomic_write_json(folder / "marks.txt", self.marks)
        class Snapshot:
            def __init__(self, settings):
                self.settings = open(settings).read()
            def save_environment(self, folder):
                atomic_write_json(folder / "args", self.args)
                atomic_write_json(folder / "system", self.system)
        def take(name):
            return open(name).read()
    """,
    "a loader of another file in a folder of its own": """
        import os
        class Agent:
            def stop(self):
                atomic_write_json(os.path.join(self.folder, "made.json"), self.made)
                atomic_write_json(os.path.join(self.folder, "task.json"), self.task)
            def load_page(self):
                return open(os.path.join(os.path.dirname(__file__), "page.js")).read()
        class Kept:
            def stop(self):
                atomic_write_json(os.path.join(self.folder, "done.json"), self.made)  # ATM301
                atomic_write_json(os.path.join(self.folder, "plan.json"), self.task)
            def load_page(self):
                folder = os.path.dirname(__file__)
                return open(os.path.join(folder, "done.json")).read(), open(os.path.join(folder, "plan.json")).read()
    """,
    "a loader that is the saver itself": """
        class Index:
            def load_or_make(self):
                if self.ready():
                    return self.rows_path.read_text(), self.names_path.read_text()
                atomic_write_json(self.rows_path, self.rows)  # ATM301
                atomic_write_json(self.names_path, self.names)
        class Names:
            def name_or_make(self):
                if self.ready():
                    return self.lines_path.read_text(), self.words_path.read_text()
                atomic_write_json(self.lines_path, self.rows)
                atomic_write_json(self.words_path, self.names)
    """,
    "what an object keeps": """
        import torch
        class Head:
            def save(self):
                torch.save(self.state_dict(), self.folder / "head.bin")  # ATM105 ATM301
                atomic_write_json(self.folder / "config.json", self.config)
        class Page:
            def save(self):
                torch.save(self.render(), self.folder / "head.bin")  # ATM105
                atomic_write_json(self.folder / "config.json", self.config)
        class Kept:
            def save(self):
                torch.save(torch.get_config(), self.folder / "head.bin")  # ATM105
                atomic_write_json(self.folder / "config.json", self.config)
    """,
    "a file that names the other": """
        def save_entry(folder, text, kind):
            content = folder / "content"
            atomic_write_text(content, text)
            atomic_write_json(folder / "entry", {"kind": kind, "content": content.name})
    """,
    "a manifest of what is saved, and of what is packed": """
        def save_pack(folder, files):
            atomic_write_json(folder / "files.json", files)  # ATM301
            atomic_write_json(folder / "manifest.json", {"files": files})
        def pack(folder, files):
            atomic_write_json(folder / "files.json", files)
            atomic_write_json(folder / "manifest.json", {"files": files})
        def save_harness(folder, files):
            atomic_write_json(folder / "files.json", files)
            atomic_write_text(folder / "index.astro", files)
    """,
    "private halves by their short name": """
        def export(path):
            certificate, data = make_certificate()
            atomic_write_bytes(path + "_cert.pem", certificate)  # ATM301
            atomic_write_bytes(path + "_priv.pem", data)
        def export_two(path):
            certificate, data = make_certificate()
            atomic_write_bytes(path + "_cert.pem", certificate)
            atomic_write_bytes(path + "_priority.pem", data)
    """,
})  # fmt: skip
def test_they_belong_together_where_they_are_saved_to_be_had_again(text: str) -> None:
    assert found(HELPERS + text) == announced(HELPERS + text)


@cases({
    "told to another function to read": """
        import gzip
        def save_chains(name, chain, point):
            atomic_write_bytes(name + "-chain.mc", chain)  # ATM301
            atomic_write_bytes(name + "-point.mc", point)
        def load_chains(name):
            return opened(name + "-chain.mc"), opened(name + "-point.mc")
        def opened(name):
            return gzip.open(name)
        def save_rows(name, rows, heads):
            atomic_write_bytes(name + "-rows.mc", rows)  # ATM301
            atomic_write_bytes(name + "-heads.mc", heads)
        def load_rows(name):
            return load_table(name + "-rows.mc"), load_table(name + "-heads.mc")
        def save_marks(name, marks, notes):
            atomic_write_bytes(name + "-marks.mc", marks)
            atomic_write_bytes(name + "-notes.mc", notes)
        def load_marks(name):
            return count(name + "-marks.mc"), count(name + "-notes.mc")
    """,
    "called alike by the partner": """
        def save_words(rows_file, names_file, rows, names):
            rows_file, names_file = checked(rows_file, names_file)
            atomic_write_text(rows_file, rows)  # ATM301
            atomic_write_text(names_file, names)
        def load_words(rows_file, names_file):
            rows_file, names_file = checked(rows_file, names_file)
            return open(rows_file).read(), open(names_file).read()
        def save_pages(rows_file, names_file, rows, names):
            rows_file, names_file = checked(rows_file, names_file)
            atomic_write_text(rows_file, rows)
            atomic_write_text(names_file, names)
        def load_pages(rows_file, heads_file):
            rows_file, heads_file = checked(rows_file, heads_file)
            return open(rows_file).read(), open(heads_file).read()
    """,
    "only read in the same run": """
        def update(folder, rows, names):
            atomic_write_text("rows.tab", rows)
            atomic_write_text("names.tab", names)
            load_tables()
        def load_tables():
            return open("rows.tab").read(), open("names.tab").read()
        def update_both(folder, rows, names):
            atomic_write_text("left.tab", rows)  # ATM301
            atomic_write_text("right.tab", names)
            load_both()
        def load_both():
            return open("left.tab").read(), open("right.tab").read()
        def main():
            load_both()
    """,
    "not said to be saved": """
        def compute_hull(folder, energies, vertices):
            atomic_write_bytes("hull_energies.bin", energies)
            atomic_write_bytes("hull_vertices.bin", vertices)
        def load_data():
            return open("hull_energies.bin").read(), open("hull_vertices.bin").read()
        def train_model(folder, model, scale):
            atomic_write_bytes("model.bin", model)  # ATM301
            atomic_write_bytes("scale.bin", scale)
        def load_model():
            return open("model.bin").read(), open("scale.bin").read()
    """,
    "settings that are read by one": """
        class Parser:
            def save(self):
                self.save_config(self.core_path, read())
                self.save_config(self.plugin_path, ask())
            def load(self):
                return open(self.core_path).read(), open(self.plugin_path).read()
            def save_config(self, path, part):
                atomic_write_json(path, part)
        class Store:
            def save(self):
                self.save_part(self.core_path, read())  # ATM301
                self.save_part(self.plugin_path, ask())
            def load(self):
                return open(self.core_path).read(), open(self.plugin_path).read()
            def save_part(self, path, part):
                atomic_write_json(path, part)
    """,
    "opened to be written": """
        def save_marks(folder, marks, notes):
            atomic_write_bytes(folder / "marks.mc", marks)
            atomic_write_bytes(folder / "notes.mc", notes)
        def get_marks(folder):
            open(folder / "marks.mc", "w").write(fetch("marks"))
            open(folder / "notes.mc", "w").write(fetch("notes"))  # ATM103
        def save_heads(folder, heads, tails):
            atomic_write_bytes(folder / "heads.mc", heads)  # ATM301
            atomic_write_bytes(folder / "tails.mc", tails)
        def get_heads(folder):
            return open(folder / "heads.mc", "r").read(), open(folder / "tails.mc", "r").read()
    """,
    "saved to be loaded, whatever it is called": """
        def save_stats(folder, rows, heads):
            atomic_write_bytes(folder / "stats.gz", rows)  # ATM301
            atomic_write_bytes(folder / "heads.gz", heads)
        def load_stats(place):
            return (place / "stats.gz").read_bytes(), (place / "heads.gz").read_bytes()
        def write_report(folder, rows, heads):
            atomic_write_bytes(folder / "report.gz", rows)
            atomic_write_bytes(folder / "pages.gz", heads)
        def load_report(place):
            return (place / "report.gz").read_bytes(), (place / "pages.gz").read_bytes()
    """,
})  # fmt: skip
def test_they_belong_together_where_one_function_loads_them(text: str) -> None:
    assert found(HELPERS + text) == announced(HELPERS + text)


@cases({
    "each where it is there": """
        import os
        class Apart:
            def save(self, folder):
                atomic_write_json(folder / "nodes.json", self.nodes)
                atomic_write_json(folder / "edges.json", self.edges)
            def load(self, folder):
                nodes = folder / "nodes.json"
                if nodes.exists():
                    self.nodes = nodes.read_text()
                else:
                    self.nodes = {}
                self.edges = (folder / "edges.json").read_text() if (folder / "edges.json").exists() else []
        class Both:
            def save(self, folder):
                atomic_write_json(folder / "ids.json", self.ids)  # ATM301
                atomic_write_json(folder / "rows.json", self.rows)
            def load(self, folder):
                ids, rows = folder / "ids.json", folder / "rows.json"
                if ids.exists() and rows.exists():
                    self.ids = ids.read_text()
                    self.rows = rows.read_text()
        class First:
            def save(self, folder):
                atomic_write_json(folder / "heads.json", self.heads)  # ATM301
                atomic_write_json(folder / "tails.json", self.tails)
            def load(self, folder):
                if os.path.exists(folder / "heads.json"):
                    self.heads = (folder / "heads.json").read_text()
                    self.tails = (folder / "tails.json").read_text()
        class Asked:
            def save(self, folder):
                atomic_write_json(folder / "lefts.json", self.lefts)  # ATM301
                atomic_write_json(folder / "rights.json", self.rights)
            def load(self, folder):
                if not (folder / "lefts.json").exists():
                    return
                if self.whole:
                    self.lefts = (folder / "lefts.json").read_text()
                self.rights = (folder / "rights.json").read_text()
    """,
    "as soon as the program starts": """
        import sys
        class Apart:
            def save(self):
                atomic_write_json(self.folder / "nodes.json", self.nodes)
                atomic_write_json(self.folder / "edges.json", self.edges)
        class Needed:
            def save(self):
                atomic_write_json(self.folder / "ids.json", self.ids)  # ATM301
                atomic_write_json(self.folder / "rows.json", self.rows)
        try:
            nodes = open(sys.argv[1] + "nodes.json").read()
        except OSError:
            nodes = ""
        try:
            edges = open(sys.argv[1] + "edges.json").read()
        except OSError:
            edges = ""
        ids, rows = open(sys.argv[1] + "ids.json").read(), open(sys.argv[1] + "rows.json").read()
    """,
    "one of them, and two that are needed": """
        class Model:
            def save(self, folder):
                atomic_write_json(folder / "config.json", self.config)
                atomic_write_bytes(folder / "model.bin", self.model)
            def load(self, folder):
                self.model = (folder / "model.bin").read_bytes()
                if (folder / "config.json").exists():
                    self.config = (folder / "config.json").read_text()
        class Layers:
            def save(self, folder):
                atomic_write_json(folder / "notes.json", self.notes)  # ATM301
                atomic_write_json(folder / "shape.json", self.shape)
                atomic_write_bytes(folder / "layers.bin", self.layers)
            def load(self, folder):
                self.shape = (folder / "shape.json").read_text()
                self.layers = (folder / "layers.bin").read_bytes()
                if (folder / "notes.json").exists():
                    self.notes = (folder / "notes.json").read_text()
    """,
    "where another is raised, or nothing can go on": """
        import sys
        class Model:
            def save(self, folder):
                atomic_write_json(folder / "shape.json", self.shape)  # ATM301
                atomic_write_bytes(folder / "model.bin", self.model)
            def load(self, folder):
                if (folder / "shape.json").exists():
                    self.shape = (folder / "shape.json").read_text()
                else:
                    raise FileNotFoundError(folder)
                try:
                    self.model = (folder / "model.bin").read_bytes()
                except OSError:
                    sys.exit(1)
    """,
    "each with its own error": """
        import contextlib
        class Apart:
            def save(self, folder):
                atomic_write_json(folder / "nodes.json", self.nodes)
                atomic_write_json(folder / "edges.json", self.edges)
            def load(self, folder):
                try:
                    self.nodes = (folder / "nodes.json").read_text()
                except OSError:
                    self.nodes = {}
                with open(folder), contextlib.suppress(FileNotFoundError):
                    self.edges = (folder / "edges.json").read_text()
        class Both:
            def save(self, folder):
                atomic_write_json(folder / "ids.json", self.ids)  # ATM301
                atomic_write_json(folder / "rows.json", self.rows)
            def load(self, folder):
                try:
                    self.ids = (folder / "ids.json").read_text()
                    self.rows = (folder / "rows.json").read_text()
                except OSError:
                    self.ids = self.rows = []
        class Returned:
            def save(self, folder):
                atomic_write_json(folder / "heads.json", self.heads)  # ATM301
                atomic_write_json(folder / "tails.json", self.tails)
            def load(self, folder):
                try:
                    self.heads = (folder / "heads.json").read_text()
                except OSError:
                    return
                self.tails = (folder / "tails.json").read_text()
    """,
    "each by a function of its own": """
        class Apart:
            def save(self):
                atomic_write_json(self.nodes_path, self.nodes)
                atomic_write_json(self.edges_path, self.edges)
            def load_nodes(self):
                if not self.nodes_path.exists():
                    return {}
                return self.nodes_path.read_text()
            def load_edges(self):
                try:
                    return self.edges_path.read_text()
                except OSError:
                    return []
        class Needed:
            def save(self):
                atomic_write_json(self.ids_path, self.ids)  # ATM301
                atomic_write_json(self.rows_path, self.rows)
            def load_ids(self):
                if not self.ids_path.exists():
                    raise FileNotFoundError(self.ids_path)
                return self.ids_path.read_text()
            def load_rows(self):
                return self.rows_path.read_text()
    """,
    "by a function that is told what to do without": """
        class Apart:
            def save(self):
                atomic_write_json(self.nodes_path, self.nodes)
                atomic_write_json(self.edges_path, self.edges)
            def load(self):
                self.nodes = read_or({}, self.nodes_path)
                self.edges = read_or([], self.edges_path)
        class Needed:
            def save(self):
                atomic_write_json(self.ids_path, self.ids)  # ATM301
                atomic_write_json(self.rows_path, self.rows)
            def load(self):
                self.ids = read_whole(self.ids_path, {})
                self.rows = read_whole(self.rows_path, [])
        class All:
            def save(self):
                atomic_write_json(self.heads_path, self.heads)  # ATM301
                atomic_write_json(self.tails_path, self.tails)
            def load(self):
                self.heads, self.tails = read_all(self.heads_path, self.tails_path)
        def read_or(other, path):
            if path.exists():
                return path.read_text()
            return other
        def read_all(*paths):
            return [open(path).read() if path.exists() else None for path in paths]
        def read_whole(path, other):
            try:
                return path.read_text()
            except OSError as error:
                raise ValueError(other) from error
    """,
    "by the partner of a function": """
        def save_chart(path, notes_path, chart):
            atomic_write_text(path, chart.text)
            atomic_write_text(notes_path, chart.notes)
        def load_chart(path, notes_path):
            return open(path).read(), open(notes_path).read() if notes_path.exists() else ""
        def save_graph(path, names_path, graph):
            atomic_write_text(path, graph.text)  # ATM301
            atomic_write_text(names_path, graph.names)
        def load_graph(path, names_path):
            return open(path).read(), open(names_path).read()
    """,
    "at a place that a method or a property tells": """
        from functools import cached_property
        class Pack:
            @property
            def names_path(self):
                return self.base / "names.json"
            @cached_property
            def rows_path(self):
                return self.base / "rows.json"
            def notes_path(self):
                return self.base / "notes.json"
            def save(self):
                atomic_write_json(self.base / "names.json", self.names)
                atomic_write_json(self.base / "rows.json", self.rows)
                atomic_write_json(self.base / "notes.json", self.notes)
            def reload(self):
                self.names = self.names_path.read_text() if self.names_path.exists() else {}
                if self.rows_path.exists():
                    self.rows = self.rows_path.read_text()
                self.notes = self.notes_path().read_text()
        class Whole:
            @property
            def heads_path(self):
                return self.base / "heads.json"
            def tails_path(self):
                return self.base / "tails.json"
            def save(self):
                atomic_write_json(self.base / "heads.json", self.heads)  # ATM301
                atomic_write_json(self.base / "tails.json", self.tails)
            def reload(self):
                self.heads = self.heads_path.read_text()
                self.tails = self.tails_path().read_text()
    """,
})  # fmt: skip
def test_they_stand_alone_where_each_may_be_missing(text: str) -> None:
    assert found(HELPERS + text) == announced(HELPERS + text)


@cases({
    "entries of a cache": """
        class Results:
            def save(self):
                atomic_write_json(self.folder / "one", self.one)  # ATM301
                atomic_write_json(self.folder / "two", self.two)
            def save_to_disk(self):
                atomic_write_json(self.path_of("one"), self.one)
                atomic_write_json(self.path_of("two"), self.two)
            def path_of(self, name):
                return self.cache_dir / name
        class ResultCache:
            def save(self):
                atomic_write_json(self.folder / "one", self.one)
                atomic_write_json(self.folder / "two", self.two)
    """,
    "the first ones, a download, and a key that is created again": """
        class Site:
            def save_new(self, folder, overwrite):
                atomic_write_json(folder / "one", self.one)  # ATM301
                atomic_write_json(folder / "two", self.two)
            def create_new(self, folder, overwrite):
                atomic_write_json(folder / "one", self.one)
                atomic_write_json(folder / "two", self.two)
            def create_keys(self, folder):
                self.key, self.cert = generate_key()
                atomic_write_text(folder / "server.key", self.key)  # ATM301
                atomic_write_text(folder / "server.crt", self.cert)
        def store_rows(folder, rows, names):
            unzip_file(folder / "rows.zip")
            atomic_write_text(folder / "rows.txt", rows)
            atomic_write_text(folder / "names.txt", names)
        def load_rows(folder):
            return (folder / "rows.txt").read_text(), (folder / "names.txt").read_text()
    """,
    "a pointer to the newest": """
        import time
        class Snapshot:
            def save(self):
                atomic_write_json(self.folder / f"{self.name}.json", self.content)
                atomic_write_json(self.folder / "latest.json", self.number)
            def save_session(self):
                atomic_write_json(self.folder / f"{self.name}.json", self.content)
                atomic_write_json(self.folder / "last_session.json", self.number)
            def save_all(self):
                atomic_write_json(self.folder / f"{self.name}.json", self.content)  # ATM301
                atomic_write_json(self.folder / "number.json", self.number)
            def save_data(self):
                moment = time.strftime("%Y%m%d-%H%M%S")
                atomic_write_json(self.folder / f"{moment}.json", self.content)
                atomic_write_json(self.folder / "number.json", self.number)
                atomic_write_json(self.folder / "last.json", self.moment)
            def save_to_disk(self):
                atomic_write_json(self.folder / f"{self.name}.json", self.content)  # ATM301
                atomic_write_json(self.folder / "number.json", self.number)
                atomic_write_json(self.folder / "last.json", self.moment)
    """,
    "the first ones in a loop, and what a module holds": """
        import texts
        class Site:
            def save(self, folder):
                for name, value in (("one", self.one), ("two", self.two)):
                    atomic_write_json(folder / name, value)  # ATM301
            def create(self, folder):
                for name, value in (("one", self.one), ("two", self.two)):
                    atomic_write_json(folder / name, value)
        def save_names(folder, site):
            for name in ("one", "two"):
                atomic_write_json(folder / name, getattr(site, name))  # ATM301
        def save_texts(folder, site):
            for name in ("one", "two"):
                atomic_write_json(folder / name, getattr(texts, name))
            for name in ("three", "four"):
                atomic_write_json(folder / name, getattr(site.texts[0], name))
    """,
    "those of a loop, where the loop that reads them goes on without one": """
        class Learned:
            def load(self):
                for path, kept in ((self.own_path, self.own), (self.others_path, self.others)):
                    if not path.exists():
                        continue
                    kept.update(json.loads(path.read_text()))
            def save(self):
                for path, kept in ((self.own_path, self.own), (self.others_path, self.others)):
                    atomic_write_json(path, kept)
        class Tried:
            def load(self):
                for path, kept in ((self.own_path, self.own), (self.others_path, self.others)):
                    try:
                        kept.update(json.loads(path.read_text()))
                    except OSError:
                        log(path)
            def save(self):
                for path, kept in ((self.own_path, self.own), (self.others_path, self.others)):
                    atomic_write_json(path, kept)
        class Needed:
            def load(self):
                for path, kept in ((self.own_path, self.own), (self.others_path, self.others)):
                    if not path.exists():
                        return False
                    kept.update(json.loads(path.read_text()))
            def save(self):
                for path, kept in ((self.own_path, self.own), (self.others_path, self.others)):
                    atomic_write_json(path, kept)  # ATM301
        class Apart:
            def load_own(self):
                return json.loads((self.folder / "own").read_text())
            def load_others(self):
                return json.loads((self.folder / "others").read_text())
            def save(self):
                for name, kept in (("own", self.own), ("others", self.others)):
                    atomic_write_json(self.folder / name, kept)  # ATM301
    """,
    "the tables of a loop, which nobody reads again": """
        class Measured:
            def save_tables(self, folder):
                for name, rows in (("errors", self.errors), ("times", self.times)):
                    atomic_write_text(folder / f"{name}.tsv", text_of(rows))
        class Loaded:
            def save_tables(self, folder):
                for name, rows in (("errors", self.errors), ("times", self.times)):
                    atomic_write_text(folder / f"{name}.csv", text_of(rows))  # ATM301
            def load_tables(self, folder):
                for name, rows in (("errors", self.errors), ("times", self.times)):
                    rows += (folder / f"{name}.csv").read_text().splitlines()
        class Kept:
            def save_tables(self, folder):
                for name, rows in (("errors", self.errors), ("times", self.times)):
                    atomic_write_text(folder / f"{name}.json", text_of(rows))  # ATM301
    """,
    "where an old one is refused": """
        class Run:
            def save(self, folder):
                for name, value in (("one", self.one), ("two", self.two)):
                    atomic_write_json(folder / name, value, overwrite=False)
            def save_all(self, folder):
                for name, value in (("one", self.one), ("two", self.two)):
                    atomic_write_json(folder / name, value, overwrite=True)  # ATM301
    """,
    "a snapshot of one moment, and a key of one name": """
        def store_keypair(folder):
            pair = KeyPair.generate()
            atomic_write_text(folder / f"{pair.key_id}_private.pem", pair.private_key)
            atomic_write_text(folder / f"{pair.key_id}_public.pem", pair.public_key)
        def store_keypair_of(folder, user_id):
            pair = KeyPair.generate()
            atomic_write_text(folder / f"{user_id}_private.pem", pair.private_key)  # ATM301
            atomic_write_text(folder / f"{user_id}_public.pem", pair.public_key)
        class Scan:
            def save(self, folder, snapshot):
                folder = folder / str(snapshot.timestamp)
                atomic_write_json(folder / "rules.json", self.rules)
                atomic_write_json(folder / "notes.json", self.notes)
            def save_all(self, folder, snapshot):
                folder = folder / str(snapshot.label)
                atomic_write_json(folder / "rules.json", self.rules)  # ATM301
                atomic_write_json(folder / "notes.json", self.notes)
            def load(self, folder):
                return (folder / "rules.json").read_text(), (folder / "notes.json").read_text()
    """,
    "what a configuration gives": """
        class Server:
            def connect(self, folder, config):
                atomic_write_text(folder / "cert.pem", config["ssl_cert"])
                atomic_write_text(folder / "key.pem", config["ssl_key"])
            def start(self, folder):
                atomic_write_text(folder / "cert.pem", self.tls_config.cert)
                atomic_write_text(folder / "key.pem", self.tls_config.key)
            def renew(self, folder, config):
                made = make_certificate()
                atomic_write_text(folder / "cert.pem", made["ssl_cert"])  # ATM301
                atomic_write_text(folder / "key.pem", made["ssl_key"])
            def reload(self, folder, made):
                atomic_write_text(folder / "server.crt", made["ssl_cert"])  # ATM301
                atomic_write_text(folder / "server.key", made["ssl_key"])
            def start_again(self, folder):
                return (folder / "server.crt").read_text(), (folder / "server.key").read_text()
        class Client:
            def connect(self, folder, answer):
                answer = AES.new(self.token).decrypt(answer)
                atomic_write_text(folder / "cert.pem", answer["ssl_cert"])
                atomic_write_text(folder / "key.pem", answer["ssl_key"])
                if answer["late"]:
                    return make_certificate()
    """,
    "a second copy": """
        from pathlib import Path
        INQUIRIES, BACKUPS = Path("inquiries"), Path("second")
        def save_inquiries(content):
            INQUIRIES.write_text(content)  # ATM101
            BACKUPS.write_text(content)  # ATM101
        def save_others(content, more):
            INQUIRIES.write_text(content)  # ATM101 ATM301
            BACKUPS.write_text(more)  # ATM101
        def load():
            return INQUIRIES.read_text(), BACKUPS.read_text()
    """,
    "a pair that is copied to where it is used": """
        import shutil
        def keep(home):
            cert, key = create_certificate()
            shutil.copyfile(cert, home / "state" / "cert.crt")  # ATM106
            shutil.copyfile(key, home / "state" / "cert.key")  # ATM106
        def renew(home):
            cert, key = create_certificate()
            atomic_write_text(home / "state" / "cert.crt", cert)  # ATM301
            atomic_write_text(home / "state" / "cert.key", key)
    """,
    "old ones that are moved away": """
        def main(cert_path, key_path):
            cert, key = make_certificate()
            renew(cert_path, key_path, cert, key)
            renew_one(cert_path, key_path, cert, key)
            renew_perhaps(cert_path, key_path, cert, key, keep=True)
        def renew(cert_path, key_path, cert, key):
            if cert_path.exists():
                cert_path.rename(cert_path.with_suffix(".old"))
            if key_path.exists():
                key_path.rename(key_path.with_suffix(".old"))
            atomic_write_text(cert_path, cert)
            atomic_write_text(key_path, key)
        def renew_one(cert_path, key_path, cert, key):
            if cert_path.exists():
                cert_path.rename(cert_path.with_suffix(".old"))
            atomic_write_text(cert_path, cert)  # ATM301
            atomic_write_text(key_path, key)
        def renew_perhaps(cert_path, key_path, cert, key, keep):
            if keep:
                cert_path.rename(cert_path.with_suffix(".old"))
                key_path.rename(key_path.with_suffix(".old"))
            atomic_write_text(cert_path, cert)  # ATM301
            atomic_write_text(key_path, key)
    """,
    "the next version": """
        class Store:
            def flush(self):
                new = self._version + 1
                atomic_write_json(self.items_path(new), self.items)
                atomic_write_json(self.vectors_path(new), self.vectors)
            def flush_all(self):
                same = self._version + 0
                atomic_write_json(self.items_path(same), self.items)  # ATM301
                atomic_write_json(self.vectors_path(same), self.vectors)
            def save(self):
                size = self._size + 1
                atomic_write_json(self.items_path(size), self.items)  # ATM301
                atomic_write_json(self.vectors_path(size), self.vectors)
            def items_path(self, number):
                return self.base / f"items{number}"
            def vectors_path(self, number):
                return self.base / f"vectors{number}"
    """,
    "what is written down in the program, and where no file is": """
        TEXT = "version: 1"
        def save_compose(folder, needs):
            text = "services: {}"
            atomic_write_text(folder / "compose.yml", text)
            atomic_write_text(folder / "Dockerfile", TEXT)
        def save_needs(folder, needs):
            atomic_write_text(folder / "compose.yml", needs.text)  # ATM301
            atomic_write_text(folder / "Dockerfile", needs.base)
        def load(folder):
            return (folder / "compose.yml").read_text(), (folder / "Dockerfile").read_text()
        def save_frames(person, rows, heads):
            rows.to_parquet(f"s3://{person}/rows.parquet")  # ATM105
            heads.to_parquet(f"s3://{person}/heads.parquet")  # ATM105
        def load_frames(person):
            return read(f"s3://{person}/rows.parquet"), read(f"s3://{person}/heads.parquet")
    """,
    "built or archived to be loaded": """
        def archive_rows(rows, names):
            atomic_write_bytes("rows.gz", rows)
            atomic_write_bytes("names.gz", names)
        def keep_rows(rows, names):
            atomic_write_bytes("rows.gz", rows)  # ATM301
            atomic_write_bytes("names.gz", names)
        def load_rows():
            return open("rows.gz").read(), open("names.gz").read()
    """,
    "places are no content": """
        class Pair:
            def save(self):
                atomic_write_json(self.folder / "one", self.output_dir_a)
                atomic_write_json(self.folder / "two", self.output_dir_b)
            def save_all(self):
                atomic_write_json(self.folder / "one", self.output_a)  # ATM301
                atomic_write_json(self.folder / "two", self.output_b)
    """,
    "a new folder that must not be there": """
        class Chat:
            def save(self, folder, ready):
                folder.mkdir(parents=True, exist_ok=False)
                for name, value in (("one", self.one), ("two", self.two)):
                    atomic_write_json(folder / name, value)
            def save_all(self, folder, ready):
                folder.mkdir(parents=True, exist_ok=ready)
                for name, value in (("one", self.one), ("two", self.two)):
                    atomic_write_json(folder / name, value)  # ATM301
            def save_data(self, folder, ready):
                folder.mkdir(parents=True, exist_ok=True)
                for name, value in (("one", self.one), ("two", self.two)):
                    atomic_write_json(folder / name, value)  # ATM301
    """,
    "below a new folder, in several parts": """
        import os
        class Document:
            def save(self, folder):
                os.makedirs(folder)
                atomic_write_json(folder + "/" + self.language + ".txt", self.text)
                atomic_write_json(folder + "/" + "metadata.json", self.title)
            def save_all(self, folder):
                os.makedirs(folder)
                atomic_write_json(folder + self.language + ".txt", self.text)  # ATM301
                atomic_write_json(folder + "-" + "metadata.json", self.title)
            def load(self, folder):
                return open(folder + self.language).read(), open(folder + "metadata.json").read()
    """,
    "a folder of the moment, told to another method": """
        import time
        from pathlib import Path
        class Model:
            def save(self, base):
                folder = Path(base) / time.strftime("%Y%m%d_%H%M%S")
                atomic_write_json(folder / "model", self.model)
                self.save_parts(folder)
            def save_all(self, base):
                folder = Path(base) / "best"
                atomic_write_json(folder / "model", self.model)  # ATM301
                self.save_parts(folder)
            def save_parts(self, folder):
                folder = Path(folder)
                atomic_write_json(folder / "parts", self.parts)
            def load(self, folder):
                return (folder / "model").read_text(), (folder / "parts").read_text()
    """,
    "made where one is missing, here or by whoever calls": """
        from pathlib import Path
        def ensure_keys(folder):
            private, public = folder / "private.key", folder / "public.key"
            if private.exists() and public.exists():
                return private.read_bytes(), public.read_bytes()
            pair = KeyPair.generate()
            atomic_write_bytes(private, pair.private)
            atomic_write_bytes(public, pair.public)
        def ensure_fresh_keys(folder):
            private, public = folder / "private.key", folder / "public.key"
            if private.exists() and public.exists() and is_fresh(private):
                return private.read_bytes(), public.read_bytes()
            pair = KeyPair.generate()
            atomic_write_bytes(private, pair.private)  # ATM301
            atomic_write_bytes(public, pair.public)
        def ensure_first(folder):
            private, public = folder / "private.key", folder / "public.key"
            if private.exists():
                raise SystemExit(private)
            pair = KeyPair.generate()
            atomic_write_bytes(private, pair.private)
            atomic_write_bytes(public, pair.public)
        CERT, KEY = Path("server.crt"), Path("server.key")
        def start():
            if not (CERT.exists() and KEY.exists()):
                make_certificate()
                make_at(CERT, KEY)
        def make_certificate():
            pair = generate_pair()
            atomic_write_bytes(CERT, pair.certificate)
            atomic_write_bytes(KEY, pair.key)
        def make_at(cert, key):
            pair = generate_pair()
            atomic_write_bytes(cert, pair.certificate)
            atomic_write_bytes(key, pair.key)
        def make_other(cert, key):
            pair = generate_pair()
            atomic_write_bytes(cert, pair.certificate)  # ATM301
            atomic_write_bytes(key, pair.key)
        def renew():
            if not (CERT.exists() and KEY.exists()):
                make_other(CERT, KEY)
            if KEY.stat().st_size:
                make_other(CERT, KEY)
    """,
    "made where the one that is written last is not fit for use": """
        def ensure_usable(folder):
            key, cert = folder / "server.key", folder / "server.crt"
            if key.exists() and cert.exists() and is_usable(cert):
                return key, cert
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)
            atomic_write_bytes(cert, pair.certificate)
        def ensure_unexpired(folder):
            key, cert = folder / "server.key", folder / "server.crt"
            if not key.exists() or not cert.exists() or is_expired(cert):
                pair = generate_pair()
                atomic_write_bytes(key, pair.key)
                atomic_write_bytes(cert, pair.certificate)
        def ensure_valid(folder):
            key, cert = folder / "server.key", folder / "server.crt"
            if not key.exists() or not cert.exists() or is_right(cert):
                pair = generate_pair()
                atomic_write_bytes(key, pair.key)  # ATM301
                atomic_write_bytes(cert, pair.certificate)
        def ensure_read(folder):
            key, cert = folder / "server.key", folder / "server.crt"
            try:
                return key.read_bytes(), cert.read_bytes()
            except FileNotFoundError:
                pair = generate_pair()
                atomic_write_bytes(key, pair.key)
                atomic_write_bytes(cert, pair.certificate)
        def ensure_asked(folder):
            key, cert = folder / "server.key", folder / "server.crt"
            try:
                return fetch(folder)
            except FileNotFoundError:
                pair = generate_pair()
                atomic_write_bytes(key, pair.key)  # ATM301
                atomic_write_bytes(cert, pair.certificate)
        def ensure_otherwise(folder):
            key, cert = folder / "server.key", folder / "server.crt"
            if key.exists() and cert.exists() and is_usable(cert):
                return key, cert
            pair = generate_pair()
            atomic_write_bytes(cert, pair.certificate)  # ATM301
            atomic_write_bytes(key, pair.key)
        def ensure_confirmed(folder):
            key, cert = folder / "server.key", folder / "server.crt"
            if key.exists() and cert.exists() and keep_old(cert):
                return key, cert
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)  # ATM301
            atomic_write_bytes(cert, pair.certificate)
        def ensure_no_link(folder):
            key, cert = folder / "server.key", folder / "server.crt"
            if os.path.islink(cert):
                return key, cert
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)  # ATM301
            atomic_write_bytes(cert, pair.certificate)
        def ensure_told(folder, force):
            key, cert = folder / "server.key", folder / "server.crt"
            if key.exists() and cert.exists() and not force:
                return key, cert
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)  # ATM301
            atomic_write_bytes(cert, pair.certificate)
    """,
    "made where a function of the file says that one is missing": """
        class Keys:
            def ensure(self):
                if self.has_keys():
                    return
                self.make_keys()
            def has_keys(self):
                return self.private.exists() and self.public.exists()
            def make_keys(self):
                pair = generate_pair()
                atomic_write_bytes(self.private, pair.private_key)
                atomic_write_bytes(self.public, pair.public_key)
        class Others:
            def ensure(self):
                if self.is_set_up():
                    return
                self.make_keys()
            def is_set_up(self):
                return self.private.exists() and (self.config.get("keys") or self.is_set_up())
            def make_keys(self):
                pair = generate_pair()
                atomic_write_bytes(self.private, pair.private_key)  # ATM301
                atomic_write_bytes(self.public, pair.public_key)
    """,
    "made where another is missing that comes last": """
        import os
        def start(folder):
            token, cert, key = folder / "token", folder / "cert.pem", folder / "key.pem"
            if not (token.exists() and cert.exists() and key.exists()):
                make_pair(cert, key)
                write_token(token, secrets.token_urlsafe(32))
            return token.read_text()
        def make_pair(cert, key):
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)
            atomic_write_bytes(cert, pair.certificate)
        def begin(folder):
            token, cert, key = folder / "token", folder / "cert.pem", folder / "key.pem"
            if not (os.path.exists(token) and cert.exists() and key.exists()):
                atomic_write_text(token, secrets.token_urlsafe(32))
                make_other(cert, key)
        def make_other(cert, key):
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)  # ATM301
            atomic_write_bytes(cert, pair.certificate)
        def launch(folder):
            token, cert, key = folder / "token", folder / "cert.pem", folder / "key.pem"
            if token.exists() and cert.exists() and key.exists():
                return
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)
            atomic_write_bytes(cert, pair.certificate)
            with open(token, "w") as file:  # ATM103
                file.write(secrets.token_urlsafe(32))
        def relaunch(folder):
            token, cert, key = folder / "token", folder / "cert.pem", folder / "key.pem"
            if token.exists() and cert.exists() and key.exists():
                return
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)  # ATM301
            atomic_write_bytes(cert, pair.certificate)
            forget(token)
    """,
    "refused by leaving the program": """
        import sys
        def make_keys(folder, force):
            private, public = folder / "private.key", folder / "public.key"
            if private.exists():
                print("there is one already")
                sys.exit(1)
            pair = KeyPair.generate()
            atomic_write_bytes(private, pair.private)
            atomic_write_bytes(public, pair.public)
        def make_others(folder, force):
            private, public = folder / "private.key", folder / "public.key"
            if private.exists():
                print("there is one already")
            pair = KeyPair.generate()
            atomic_write_bytes(private, pair.private)  # ATM301
            atomic_write_bytes(public, pair.public)
    """,
    "a book of stamps, which is saved last": """
        import os
        class Menu:
            def build(self):
                for name in self.changed():
                    self.save_entry(name)
                atomic_write_json(self.menu_path, self.menu)
            def changed(self):
                for name in self.names:
                    moment = os.path.getmtime(name)
                    if moment == self.menu[name]["moment"]:
                        continue
                    self.menu[name]["moment"] = moment
                    yield name
            def save_entry(self, name):
                atomic_write_json(self.folder / f"{name}.entry", self.entries[name])
            def load(self, name):
                return (self.folder / f"{name}.entry").read_text(), self.menu_path.read_text()
        class First:
            def save(self):
                for name in self.changed():
                    atomic_write_json(self.first_path, self.first)  # ATM301
                    atomic_write_json(self.folder / f"{name}.part", self.parts[name])
            def changed(self):
                for name in self.names:
                    if os.path.getmtime(name) == self.first[name]["moment"]:
                        continue
                    yield name
            def load(self, name):
                return (self.folder / f"{name}.part").read_text(), self.first_path.read_text()
        class Digests:
            def save(self, name, text):
                if self.known and self.digests.get(name) == digest_of(text):
                    return
                self.digests[name] = digest_of(text)
                atomic_write_json(self.folder / f"{name}.text", self.texts[name])
                atomic_write_json(self.digests_path, self.digests)
            def load(self, name):
                return (self.folder / f"{name}.text").read_text(), self.digests_path.read_text()
        class Checked:
            def save(self, name, text):
                if not self.known:
                    return
                if self.sums[name]["text"] == name or self.other.get(name) == digest_of(text):
                    return
                if self.sums == digest_of(text):
                    return
                if self.sums.get(name) != digest_of(text):
                    return
                atomic_write_json(self.folder / f"{name}.checked", self.checked[name])  # ATM301
                atomic_write_json(self.sums_path, self.sums)
            def load(self, name):
                if self.sums.get(name) == digest_of(name):
                    return (self.folder / f"{name}.checked").read_text(), self.sums_path.read_text()
                raise ValueError(name)
    """,
    "a pair for one use, which is removed again": """
        import os
        class Login:
            KEY, CERT = "login.key", "login.crt"
            def ask(self):
                if not self.answer:
                    self.make_pair()
                    answer = self.wait()
                    self.remove_pair()
            def make_pair(self):
                pair = generate_pair()
                atomic_write_bytes(self.KEY, pair.key)
                atomic_write_bytes(self.CERT, pair.certificate)
            def remove_pair(self):
                if os.path.exists(self.KEY):
                    os.remove(self.KEY)
                if os.path.exists(self.CERT):
                    os.remove(self.CERT)
        class Failing:
            KEY, CERT = "login.key", "login.crt"
            def ask(self):
                self.make_pair()
                if not self.wait():
                    self.remove_pair()
            def make_pair(self):
                pair = generate_pair()
                atomic_write_bytes(self.KEY, pair.key)  # ATM301
                atomic_write_bytes(self.CERT, pair.certificate)
            def remove_pair(self):
                os.remove(self.KEY)
                os.remove(self.CERT)
        class Half:
            KEY, CERT = "login.key", "login.crt"
            def ask(self):
                self.make_pair()
                self.wait()
                self.remove_key(self.KEY)
                os.remove(self.other)
            def make_pair(self):
                pair = generate_pair()
                atomic_write_bytes(self.KEY, pair.key)  # ATM301
                atomic_write_bytes(self.CERT, pair.certificate)
            def remove_key(self, path):
                os.remove(path)
        def serve_once(folder):
            key, cert = folder / "once.key", folder / "once.crt"
            make_at(key, cert, generate_pair())
            try:
                serve(key, cert)
            finally:
                tidy(key, cert)
        def make_at(key, cert, pair):
            atomic_write_bytes(key, pair.key)
            atomic_write_bytes(cert, pair.certificate)
        def tidy(key, cert):
            key.unlink(missing_ok=True)
            cert.unlink(missing_ok=True)
        class Training:
            def run(self):
                self.load()
                self.save()
                os.remove(self.steps_path)
                os.remove(self.weights_path)
            def save(self):
                atomic_write_json(self.steps_path, self.steps)  # ATM301
                atomic_write_json(self.weights_path, self.weights)
            def load(self):
                return self.steps_path.read_text(), self.weights_path.read_text()
        def try_once(folder):
            pair = generate_pair()
            write_at(folder / "tried.key", pair.key)
            write_at(folder / "tried.crt", pair.certificate)
            serve(folder)
            os.remove(folder / "tried.key")
            os.remove(folder / "tried.crt")
        def make_anew(folder):
            pair = generate_pair()
            write_at(folder / "anew.key", pair.key)  # ATM301
            write_at(folder / "anew.crt", pair.certificate)
        def write_at(path, data):
            atomic_write_bytes(path, data)
        def sign_in(folder):
            make_others(folder / "own.key", folder / "own.crt")
            os.remove(folder / "own.key")
            os.remove(folder / "own.crt")
            make_others(folder / "other.key")
        def make_others(key, cert="default.crt"):
            pair = generate_pair()
            atomic_write_bytes(key, pair.key)  # ATM301
            atomic_write_bytes(cert, pair.certificate)
    """,
    "a new entry that is called by how many there are": """
        class Episodes:
            def add(self, episode):
                number = len(self.index)
                atomic_write_json(self.folder / f"{number:06d}.episode", episode.steps)
                self.index.append({"number": number, "length": episode.length})
                self.save_index()
            def save_index(self):
                told = {"count": len(self.index), "episodes": self.index}
                atomic_write_json(self.folder / "index.json", told)
            def load(self, number):
                return (self.folder / f"{number:06d}.episode").read_text(), (self.folder / "index.json").read_text()
        class Counted:
            def add(self, record):
                atomic_write_json(self.folder / f"{self.next_id}.record", record.fields)
                self.next_id += 1
                atomic_write_json(self.folder / "records.json", {"next": self.next_id})
            def load(self, number):
                return (self.folder / f"{number}.record").read_text(), (self.folder / "records.json").read_text()
        class First:
            def add(self, photo):
                number = len(self.photos)
                self.photos.append(number)
                atomic_write_json(self.folder / "photos.json", self.photos)  # ATM301
                atomic_write_json(self.folder / f"{number}.photo", photo.pixels)
            def load(self, number):
                return (self.folder / f"{number}.photo").read_text(), (self.folder / "photos.json").read_text()
        class Removing:
            def add(self, track):
                number = len(self.tracks)
                atomic_write_json(self.folder / f"{number}.track", track.notes)  # ATM301
                self.tracks.append(number)
                atomic_write_json(self.folder / "tracks.json", self.tracks)
            def drop(self, number):
                self.tracks.remove(number)
            def load(self, number):
                return (self.folder / f"{number}.track").read_text(), (self.folder / "tracks.json").read_text()
        class Session:
            def add(self, page):
                number = len(self.shown)
                atomic_write_json(self.folder / f"{number}.page", page.text)  # ATM301
                self.shown.append(number)
                atomic_write_json(self.folder / "pages.json", self.pages)
            def load(self, number):
                return (self.folder / f"{number}.page").read_text(), (self.folder / "pages.json").read_text()
        class Standing:
            def add(self, row):
                number = len(self.rows)
                atomic_write_json(self.folder / f"{number}.row", row.cells)  # ATM301
                atomic_write_json(self.folder / "rows.json", self.rows)
            def load(self, number):
                return (self.folder / f"{number}.row").read_text(), (self.folder / "rows.json").read_text()
    """,
    "a new entry, and the index that tells where it is": """
        import uuid
        class Entries:
            def add(self, entry):
                path = self.folder / f"{uuid.uuid4()}.json"
                atomic_write_json(path, entry)
                atomic_write_json(self.index_path, self.index)
            def update(self, name, entry):
                path = self.folder / f"{name}.json"
                atomic_write_json(path, entry)  # ATM301
                atomic_write_json(self.index_path, self.index)
            def put(self, entry):
                path = self.folder / f"{uuid.uuid4()}.json"
                atomic_write_json(self.index_path, self.index)  # ATM301
                atomic_write_json(path, entry)
            def load(self, path):
                return json.loads(self.index_path.read_text()), path.read_text()
    """,
})  # fmt: skip
def test_they_may_stand_apart_where_no_old_ones_are_mixed_in(text: str) -> None:
    assert found(HELPERS + text) == announced(HELPERS + text)


def test_a_module_or_folder_that_is_called_a_cache_holds_nothing_else() -> None:
    text = HELPERS + "def save(c):\n    atomic_write_json('a', c.one)\n    atomic_write_json('b', c.two)\n"
    assert found(text) == [(3, "ATM301")]
    assert found(text, Settings(), "core/result_cache.py") == []
    assert found(text, Settings(), "core/cache/io.py") == []
    assert found(text, Settings(), "cache/core/io.py") == [(3, "ATM301")]
