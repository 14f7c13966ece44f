"""Parts of one object belong together where it is kept and had again, and not where they are only laid out."""

from __future__ import annotations

from tests.snippets import announced, cases, found

HELPERS = "from flake8_atomic.helpers import atomic_write_bytes, atomic_write_json, atomic_write_text\n"


@cases({
    "a place that the object knows, is told, or was told before": """
        class Kept:
            def save(self):
                atomic_write_json(self.folder / "one.json", self.one)  # ATM301
                atomic_write_json(self.folder / "two.json", self.two)
        class Told:
            def save(self, prefix):
                one, two = prefix + ".one", prefix + ".two"
                atomic_write_json(one, self.one)
                atomic_write_json(two, self.two)
        class Kind:
            def save(self, indent):
                atomic_write_json(self.folder / "one.json", self.one, indent=indent)  # ATM301
                atomic_write_json(self.folder / "two.json", self.two, indent=indent)
    """,
    "a class that it is built on, which may load it": """
        import torch
        class Head(torch.nn.Module):
            def save(self, folder):
                atomic_write_json(folder / "one.json", self.one)  # ATM301
                atomic_write_json(folder / "two.json", self.two)
        class Tail(object):
            def save(self, folder):
                atomic_write_json(folder / "one.json", self.one)
                atomic_write_json(folder / "two.json", self.two)
    """,
    "a class of the file that it is built on, which loads nothing": """
        class Measured:
            def __init__(self):
                self.one, self.two = [], []
            def save(self, folder):
                atomic_write_json(folder / "one.json", self.one)
                atomic_write_json(folder / "two.json", self.two)
        class Attacked(Measured):
            def save(self, folder):
                atomic_write_json(folder / "one.json", self.one)
                atomic_write_json(folder / "two.json", self.two)
        class Loading:
            @classmethod
            def load(cls, folder):
                return cls(*[json.loads(path.read_text()) for path in list_of(folder)])
        class Loaded(Loading):
            def save(self, folder):
                atomic_write_json(folder / "one.json", self.one)  # ATM301
                atomic_write_json(folder / "two.json", self.two)
        class Base(ABC, Elsewhere):
            def run(self):
                return self
        class Heir(Base):
            def save(self, folder):
                atomic_write_json(folder / "one.json", self.one)  # ATM301
                atomic_write_json(folder / "two.json", self.two)
    """,
    "a place that somebody chooses": """
        class Shown(QDialog):
            def save(self):
                path, _ = QFileDialog.getSaveFileName(self, "Save notes", "notes.md")
                if not path.endswith(".md"):
                    path += ".md"
                atomic_write_text(path, self.markdown)
                atomic_write_text(path[:-3] + ".json", self.answer)
        class Named(QDialog):
            def save(self):
                path = name_of("notes.md")
                atomic_write_text(path, self.markdown)  # ATM301
                atomic_write_text(path[:-3] + ".json", self.answer)
    """,
    "a loader of what one of two methods has written": """
        class Records:
            def run(self, folder):
                self.write_csv(folder / "final.csv")
                self.save(folder / "final.json")
            def save(self, path):
                atomic_write_json(path, self.records)
            def write_csv(self, path):
                atomic_write_json(path, self.rows)
            def load(self, path):
                self.records = open(path).read()
        class Chat:
            def run(self, folder):
                self.save_rows(folder / "final.rows")  # ATM301
                self.save(folder / "final.json")
            def save(self, path):
                atomic_write_json(path, self.records)
            def save_rows(self, path):
                atomic_write_json(path, self.rows)
            def load(self, path):
                self.records = open(path).read()
            def load_rows(self, path):
                self.rows = open(path).read()
    """,
    "another file that the same settings name": """
        import settings
        def save_pipeline(model):
            atomic_write_json(settings.PIPELINE_PATH, model.steps)
            atomic_write_json(settings.CLASSES_PATH, model.classes)
        def load_encoder():
            return open(settings.ENCODER_PATH).read()
        def save_words(model):
            atomic_write_json(settings.WORDS_PATH, model.words)  # ATM301
            atomic_write_json(settings.HEADS_PATH, model.heads)
        def load_heads():
            return open(settings.HEADS_PATH).read(), open(settings.WORDS_PATH).read()
    """,
    "a loop that writes what is used at once": """
        def write_views(folder, token, model):
            spec = Spec(model)
            for role, text in (("baseline", spec.old), ("candidate", spec.new)):
                atomic_write_text(folder / f"{role}_{token}.view", text)
        def write_frames(folder, mark, model):
            spec = Spec(model)
            for role, text in (("baseline", spec.old), ("candidate", spec.new)):
                atomic_write_text(folder / f"{role}_{mark}.bin", text)  # ATM301
        def read_frames(folder, mark):
            return open(folder / f"baseline_{mark}.bin").read()
    """,
})  # fmt: skip
def test_parts_are_saved_to_be_had_again(text: str) -> None:
    assert found(HELPERS + text) == announced(HELPERS + text)


@cases({
    "a helper of those who keep a cache": """
        def save_index(folder, index, rows):
            atomic_write_json(folder / "index.json", index)
            atomic_write_json(folder / "index.feather", rows)
        def load_index(folder):
            return open(folder / "index.json").read(), open(folder / "index.feather").read()
        def save_cache(folder, frame):
            save_index(folder, frame.index, frame.rows)
        def save_heads(folder, heads, rows):
            atomic_write_json(folder / "heads.json", heads)  # ATM301
            atomic_write_json(folder / "heads.feather", rows)
        def load_heads(folder):
            return open(folder / "heads.json").read(), open(folder / "heads.feather").read()
        def cache_frame(folder, frame):
            save_heads(folder, frame.heads, frame.rows)
        def save_frame(folder, frame):
            save_heads(folder, frame.heads, frame.rows)
    """,
    "the epoch and the score that all callers put into the name": """
        class Trainer:
            def save_best(self, epoch, score):
                path = "{}_{}_{:.2f}.th".format(self.name, epoch, score)
                self.save_model(path)
            def save_model(self, path):
                atomic_write_json(path, self.weights)
                atomic_write_json(path + ".optim", self.optimizer)
            def load_model(self, path):
                return open(path).read(), open(path + ".optim").read()
        class Other:
            def save_best(self, kind):
                path = "{}_{}.th".format(self.name, kind)
                self.save_model(path)
            def save_model(self, path):
                atomic_write_json(path, self.weights)  # ATM301
                atomic_write_json(path + ".optim", self.optimizer)
            def load_model(self, path):
                return open(path).read(), open(path + ".optim").read()
    """,
    "the key that a pair is called after": """
        def store_pair(folder, key_id):
            private, public = new_pair()
            atomic_write_text(folder / f"{key_id}.key", private)
            atomic_write_text(folder / f"{key_id}_public.key", public)
        def store_pair_of(folder, user_id):
            private, public = new_pair()
            atomic_write_text(folder / f"{user_id}.key", private)  # ATM301
            atomic_write_text(folder / f"{user_id}_public.key", public)
    """,
    "a pair that is laid out from where it is kept": """
        class Devices:
            def connect(self, folder, name):
                generate_pairs()
                pair = self.pairs[name]
                atomic_write_text(folder / "device.crt", pair.certificate)
                atomic_write_text(folder / "device.key", pair.private_key)
            def renew(self, folder, name):
                pair = generate_pairs()[0]
                atomic_write_text(folder / "device.crt", pair.certificate)  # ATM301
                atomic_write_text(folder / "device.key", pair.private_key)
    """,
})  # fmt: skip
def test_they_are_made_again_or_called_anew(text: str) -> None:
    assert found(HELPERS + text) == announced(HELPERS + text)
