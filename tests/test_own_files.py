"""Objects of a library that save: to a path that they are given, or to the one that they were read from."""

from __future__ import annotations

import pytest

from flake8_atomic.detect import detect
from flake8_atomic.edits import NoFix
from tests.snippets import announced, cases, found

SAVED = {
    "what the object was read from": """
        from configobj import ConfigObj
        class Config:
            def __init__(self, filename):
                self._config = ConfigObj(filename, create_empty=True)
                self.other = open(filename)
            def save(self, out):
                self._config.write()  # ATM105
                self._config.write(out)
                self._config.write(outfile=out)
                self.other.write()
                self.missing.write()
        def save(settings_path, out):
            config = ConfigObj(infile=settings_path)
            config.write()  # ATM105
            config = ConfigObj()
            config.write()
        """,
    "what its own open() returns": """
        import json, sys
        class Base:
            def __init__(self, file_path):
                self.file_path = file_path
            def open(self, write=False):
                if self.file_path == "-":
                    return sys.stdout
                mode = "w" if write else "r"
                return open(self.file_path, mode)
        class AsJson(Base):
            def read(self):
                with self.open() as file:
                    return json.load(file)
            def write(self, data):
                with self.open(write=True) as file:
                    json.dump(data, file)  # ATM104
        """,
    "what the object is given": """
        from pathlib import Path
        from own.config import yaml
        from accelerate import Accelerator
        PREFERENCES = Path("folder") / "prefs.yaml"
        class Trainer:
            def save(self, data, stream):
                self.accelerator.save(data, f"{self.folder}/model_last.pt")  # ATM105
                self.accelerator.save(data)
                self.fabric.save("model.ckpt", data)  # ATM105
                self.other.save("model.ckpt", data)
                yaml.dump(data, PREFERENCES)  # ATM105
                yaml.dump(data, stream)
                yaml.dump(data)
        """,
}


@cases(SAVED)
def test_it_is_found(text: str) -> None:
    assert found(text) == announced(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import configobj\nconfigobj.ConfigObj('a.ini').write()", "it takes an open file as well"),
        ("from own import yaml\nyaml.dump(x, a / 'a.yaml')", "it takes an open file as well"),
        ("import accelerate\naccelerator.save(x, 'a.pt')", "accelerator.save() takes no open file"),
    ],
)
def test_why_it_is_not_repaired(text: str, why: str) -> None:
    (finding,) = detect(text)
    with pytest.raises(NoFix, match=why.replace("(", r"\(").replace(")", r"\)")):
        finding.fix()
