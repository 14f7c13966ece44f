"""A file that may be run where the helpers are not installed gains an import only on demand."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from codemods.project.scripts import ALONE, BUILT, INLINE, NOTE
from tests.codemods.fixing import rewrite_of, texts, told

SCRIPT = told("""
    import json
    from sys import argv

    def main():
        json.dump({}, open(argv[1], "w"))

    if __name__ == "__main__":
        main()
""")


@pytest.mark.parametrize(
    ("name", "text", "is_noted"),
    [
        ("run.py", SCRIPT, True),
        ("__main__.py", SCRIPT, False),
        ("run.py", SCRIPT.replace("__main__", "elsewhere"), False),
        ("run.py", "from . import other\n" + SCRIPT, False),
        ("run.py", "import yaml\n" + SCRIPT, False),
    ],
)
def test_a_script_inside_of_a_package_is_noted(tmp_path: Path, name: str, text: str, is_noted: bool) -> None:
    (tmp_path / "__init__.py").touch()
    assert (NOTE in texts(rewrite_of(text, str(tmp_path / name)))) is is_noted


def test_a_script_among_the_data_of_a_package_is_noted(tmp_path: Path) -> None:
    folder = tmp_path / "pkg" / "resources" / "for-others"
    folder.mkdir(parents=True)
    (tmp_path / "pkg" / "__init__.py").touch()
    (tmp_path / "pyproject.toml").touch()
    assert NOTE in texts(rewrite_of(SCRIPT, str(folder / "run.py")))
    assert NOTE not in texts(rewrite_of(SCRIPT, str(tmp_path / "tools" / "run.py")))


INLINE_METADATA = told("""
    # /// script
    # requires-python = ">=3.11"
    # dependencies = ["click", NEEDED]
    # ///
    import json

    def save(path):
        json.dump({}, open(path, "w"))
""")


@pytest.mark.parametrize(
    ("text", "is_noted"),
    [
        (INLINE_METADATA.replace(", NEEDED", ""), True),
        (INLINE_METADATA.replace(", NEEDED", "").replace("\n", "\r\n"), True),
        (INLINE_METADATA.replace("NEEDED", '"flake8_atomic>=0.1"'), False),
        (INLINE_METADATA.replace("/// script", "/// other"), False),
        (INLINE_METADATA.replace("# ///\n", ""), False),
    ],
)
def test_a_script_with_an_environment_of_its_own_is_noted(text: str, is_noted: bool) -> None:
    assert texts(rewrite_of(text)) == [INLINE] * is_noted


def test_a_script_of_its_own_is_safe(tmp_path: Path) -> None:
    assert texts(rewrite_of(SCRIPT, str(tmp_path / "run.py"))) == []


BUILD = told("""
    import json
    from TOOL import setup

    def save(path):
        json.dump({}, open(path, "w"))
""")


@pytest.mark.parametrize(
    ("name", "tool", "is_noted"),
    [
        ("setup.py", "setuptools", True),
        ("setup.py", "numpy.distutils.core", False),
        ("pkg/setup.py", "distutils.core", True),
        ("hatch_build.py", "hatchling.builders.hooks", True),
        ("noxfile.py", "nox", True),
        ("pkg/building.py", "setuptools.command", False),
        ("tasks.py", "invoke", False),
    ],
)
def test_what_builds_the_project_is_noted(tmp_path: Path, name: str, tool: str, is_noted: bool) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").touch()
    result = rewrite_of(BUILD.replace("TOOL", tool), str(tmp_path / name))
    assert texts(result) == [BUILT] * is_noted


SAVE = told("""
    import json

    def save(path):
        json.dump({}, open(path, "w"))
""")


@pytest.mark.parametrize(
    ("setup", "name", "is_noted"),
    [
        ("import versioneer", "versioneer.py", True),
        ("from versioneer import get_version", "versioneer.py", True),
        ("from support.build import Build", "support/build.py", True),
        ("from support import build", "support/build.py", True),
        ("from support import build", "support/__init__.py", True),
        ("import app.version", "src/app/version.py", True),
        ("import app.version", "src/app/store.py", False),
        ("from .versioneer import get_version", "versioneer.py", False),
        ("import versioneer", "tools/versioneer.py", False),
        ("import (", "versioneer.py", False),
    ],
)
def test_what_setup_imports_is_noted(tmp_path: Path, setup: str, name: str, is_noted: bool) -> None:
    (tmp_path / "setup.py").write_text(setup)
    assert texts(rewrite_of(SAVE, str(tmp_path / name))) == [BUILT] * is_noted


@pytest.mark.parametrize(
    ("needed", "name", "is_noted"),
    [
        ("", "src/pkg/core/api.py", True),
        ("", "src/pkg/__init__.py", True),
        ("", "src/pkgs/api.py", False),
        ("", "pkg/api.py", False),
        ("'flake8-atomic'", "src/pkg/core/api.py", False),
    ],
)
def test_a_build_backend_of_the_project_is_noted(tmp_path: Path, needed: str, name: str, is_noted: bool) -> None:
    told_there = f'[build-system]\nrequires = [{needed}]\nbuild-backend = "pkg.core.api:hooks"\nbackend-path = ["src"]'
    (tmp_path / "pyproject.toml").write_text(told_there)
    assert texts(rewrite_of(SAVE, str(tmp_path / name))) == [BUILT] * is_noted


@pytest.mark.parametrize(("name", "helpers"), [("pkg/__init__.py", "pkg._atomic"), ("writers.py", "writers")])
def test_a_build_backend_has_helpers_of_its_own(tmp_path: Path, name: str, helpers: str) -> None:
    (tmp_path / "pyproject.toml").write_text('[build-system]\nbuild-backend = "pkg.api"\nbackend-path = ["."]')
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    assert texts(rewrite_of(SAVE, str(tmp_path / "pkg" / "api.py"), helpers=helpers)) == []


def test_an_odd_pyproject_tells_nothing(tmp_path: Path) -> None:
    for text in ("[", "build-system = 1"):
        (tmp_path / "pyproject.toml").write_text(text)
        assert texts(rewrite_of(SAVE, str(tmp_path / "api.py"))) == []


SHIPPED = told("""
    def save(data, path):
        import json

        with open(path, "w") as file:
            json.dump(data, file)
""")


@pytest.mark.parametrize(
    ("text", "is_noted"),
    [
        (SHIPPED, True),
        ("from __future__ import annotations\n" + SHIPPED, True),
        ("import os\n" + SHIPPED, False),
        (SHIPPED.replace("import json", "import yaml as json"), False),
        ("class Store:\n" + indent(SHIPPED, "    "), False),
    ],
)
def test_a_function_that_may_be_shipped_as_text_is_noted(text: str, is_noted: bool) -> None:
    assert (ALONE in texts(rewrite_of(text))) is is_noted
