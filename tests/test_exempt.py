"""Which files are tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_atomic.exempt import is_test
from flake8_atomic.settings import Settings
from tests.snippets import codes


@pytest.mark.parametrize(
    "name",
    [
        "test_a.py",
        "a_test.py",
        "conftest.py",
        "src/test_a.py",
        "tests/a.py",
        "./tests/a.py",
        "src/tests/deep/a.py",
        "src/test/deep/a.py",
        "unittests/a.py",
        "unit_tests/a.py",
        "tests-of-state/a.py",
        "_tests/a.py",
        "src/functional-tests/a.py",
        "app/testing/a.py",
        "app/testutils/a.py",
        "tests.py",
        "a_tests.py",
        "mock_server.py",
        "store_test_utils.py",
    ],
)
def test_a_test_file_is_exempt(name: str) -> None:
    assert is_test(name, "")
    assert codes("p.write_text(x)", filename=name) == []


@pytest.mark.parametrize(
    "name",
    [
        *("a.py", "src/a.py", "testing_ground/a.py", "test_plans/a.py", "ab_tests/a.py", "latest/a.py"),
        *("contest.py", "latest.py", "ab_test_store.py"),
    ],
)
def test_any_other_file_is_judged(name: str) -> None:
    assert not is_test(name, "")
    assert codes("p.write_text(x)", filename=name) == ["ATM101"]


def test_a_project_below_a_folder_of_tests_is_no_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "tests" / "app"
    (project / "src").mkdir(parents=True)
    monkeypatch.chdir(project / "src")
    assert not is_test("a.py", str(project))
    assert not is_test(str(project / "src" / "a.py"), str(project))
    assert is_test(str(project / "tests" / "a.py"), str(project))
    assert is_test("../tests/a.py", str(project))
    assert not is_test("../../tests/a.py", str(project / "src"))
    assert not is_test(str(tmp_path / "tests" / "a.py"), str(project))


def test_a_configuration_below_is_the_root_of_what_it_is_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "tests" / "app"
    project.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert not is_test("tests/app/a.py", str(project))
    assert not is_test("tests/app/src/a.py", str(project))
    assert is_test("tests/app/tests/a.py", str(project))
    assert is_test("tests/a.py", str(project))
    assert not is_test("src/a.py", str(project))


def test_test_files_are_judged_when_the_project_wants_it() -> None:
    assert codes("p.write_text(x)", Settings(check_tests=True), "tests/test_a.py") == ["ATM101"]
