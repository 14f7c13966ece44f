"""A project's sources, an environment of its own, and what becomes of its tests there."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import venv
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.downloads import FOLDER
from benchmarks.projects import Project

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 900  # seconds for one run of a project's tests
RAN_TO_THE_END = (0, 1)
PYTEST = [
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "--tb=native",  # the usual one parses code, and fails where a test has recursed too deeply
    "--continue-on-collection-errors",
    "-o",
    "addopts=",
    "-o",
    "junit_family=xunit1",
]
_NOT_PASSED = ("failure", "error", "skipped")
_AUTHOR = {f"GIT_{role}_{what}": "nobody@invalid" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


class Checkout:
    """One project on this disk.

    Every variant of its sources stands at the same path, so that the tests see no difference but the rewrite.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self.folder = FOLDER.resolve() / "behaviour" / project.requirement.replace("==", "-")
        self.tree = self.folder / "tree"
        self.home = self.folder / "home"
        self.python = self.folder / "venv" / "bin" / "python"

    @cached_property
    def environment(self) -> dict[str, str]:
        """What the tests run with: no settings of the user's, and nobody's name for their commits."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_", "PYTEST"))}
        path = f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"
        own = dict(pair.split("=", 1) for pair in self.project.environment.split())
        return (
            kept | own | _AUTHOR | {"PATH": path, "HOME": str(self.home), "VIRTUAL_ENV": str(self.python.parent.parent)}
        )

    def prepare(self, wheel: Path) -> None:
        """Install the project as it came, editable, and beside it the package under test."""
        pristine = self.folder / "pristine"
        if not pristine.is_dir():
            shutil.rmtree(self.folder, ignore_errors=True)
            _download(self.project, self.folder)
            venv.create(self.folder / "venv", with_pip=True)
            extras = f"[{self.project.extras}]" if self.project.extras else ""
            self._pip("--editable", f"{self.tree}{extras}", "pytest", *self.project.needs.split())
            for step in ("init --quiet", "add --all", "commit --quiet --allow-empty --message=released"):
                subprocess.run(["git", *step.split()], cwd=self.tree, env=self.environment, check=True)
            self.tree.replace(pristine)
        self._pip("--force-reinstall", "--no-deps", str(wheel))

    def _pip(self, *arguments: str) -> None:
        subprocess.run([str(self.python), "-m", "pip", "install", "-qq", *arguments], check=True)

    def renew(self) -> None:
        """Put the sources back as they came, and make sure that it is these which are imported."""
        for folder in (self.tree, self.home):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder / "pristine", self.tree, symlinks=True)
        self.home.mkdir()
        where = f"import {self.project.module} as module; print(*module.__path__, sep=chr(10))"
        command = [str(self.python), "-P", "-c", where]
        found = subprocess.run(
            command, cwd=self.home, env=self.environment, check=True, capture_output=True, text=True
        ).stdout.splitlines()
        if str(self.tree / self.project.package) not in found:
            raise RuntimeError(f"{self.project.name} is imported from {found}, the tests would not see a rewrite")

    def outcomes(self) -> dict[str, bool]:
        """Run the project's tests and say of each whether it passed."""
        report, log = self.folder / "junit.xml", self.folder / "tests.log"
        report.unlink(missing_ok=True)
        command = [
            str(self.python),
            *PYTEST,
            f"--junitxml={report}",
            f"--basetemp={self.folder / 'tmp'}",
            *shlex.split(self.project.tests),
        ]
        with log.open("wb") as output:  # atomic: scratch -- the log of a test run, read when it failed
            ran = subprocess.run(
                command, cwd=self.tree, env=self.environment, stdout=output, stderr=output, timeout=LIMIT, check=False
            )
        if ran.returncode not in RAN_TO_THE_END:
            raise RuntimeError(f"the tests of {self.project.name} ended with {ran.returncode}, see {log}")
        passed: dict[str, bool] = {}
        for case in ElementTree.parse(report).iter("testcase"):
            name = _name(case)
            passed[name] = passed.get(name, True) and not any(case.find(tag) is not None for tag in _NOT_PASSED)
        return passed

    def passed(self) -> set[str]:
        """The tests that pass now."""
        return {test for test, passed in self.outcomes().items() if passed}


def _name(case: ElementTree.Element) -> str:
    """`tests/test_x.py::TestY::test_z`, as pytest takes it."""
    file = case.get("file", "")
    if file.startswith(".."):
        file = ""  # made by a plugin, which stands in for the file
    place = case.get("classname", "").removeprefix(file.removesuffix(".py").replace("/", ".")).strip(".")
    return "::".join(filter(None, [file, *place.split("."), case.get("name", "")]))


def _download(project: Project, folder: Path) -> None:
    """The release's sources, as `tree`."""
    if project.repository:
        address, _, tag = project.repository.partition("@")
        quiet = ["git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--depth=1", "--branch", tag]
        subprocess.run([*quiet, address, str(folder / "tree")], check=True)
        return
    command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--no-binary", project.name]
    subprocess.run([*command, "--dest", str(folder), project.requirement], check=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder / "sdist", filter="data")
    next((folder / "sdist").iterdir()).replace(folder / "tree")


def built_wheel() -> Path:
    """The package under test, built from the working tree."""
    folder = FOLDER.resolve() / "behaviour" / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", ROOT, "-w", folder], check=True)
    return next(folder.glob("*.whl"))
