"""The pinned projects whose own tests say whether a rewritten package still does what it did."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Project:
    """One release, the folder that is rewritten, and what its own tests need."""

    requirement: str
    package: str  # the folder that is rewritten; its last part is what the tests import
    tests: str = "tests"  # what pytest is given
    needs: str = ""  # beside the project's own dependencies and pytest
    extras: str = ""
    environment: str = ""
    repository: str = ""  # of a project whose sdist holds no tests; `address@tag`

    @property
    def name(self) -> str:
        return self.requirement.partition("==")[0]

    @property
    def module(self) -> str:
        return self.package.rpartition("/")[2]


PROJECTS = [
    Project("cookiecutter==2.7.1", "cookiecutter", needs="pytest-mock freezegun"),
    Project(
        "dynaconf==3.3.5",
        "dynaconf",
        tests="tests -m 'not integration'",
        needs="pytest-asyncio pytest-mock django flask redis hvac configobj python-dotenv toml boto3",
        repository="https://github.com/dynaconf/dynaconf@3.3.5",
    ),
    Project("flit==4.2.0", "flit", needs="testpath responses tomli", environment="FLIT_ROOT_INSTALL=1"),
    Project(
        "jrnl==4.6",
        "jrnl",
        needs="pytest-bdd parse-type requests toml xmltodict",
        repository="https://github.com/jrnl-org/jrnl@v4.6",
    ),
    Project("mkdocs==1.6.1", "mkdocs", tests="mkdocs/tests -o python_files=*tests.py", extras="i18n"),
    Project("nikola==8.3.3", "nikola", extras="extras", needs="feedparser freezegun"),
]

MORE = [
    Project(
        "beets==2.14.1",
        "beets",
        tests="test",
        needs="beautifulsoup4 flask langdetect pylast pytest-factoryboy pytest-flask python-mpd2 python3-discogs-client"
        " py7zr pyxdg rarfile requests-mock requests-oauthlib responses titlecase",
    ),
    Project("black==26.10.1", "src/black", needs="aiohttp pytest<9"),
    Project("bump2version==1.0.1", "bumpversion", needs="testfixtures"),
    Project("doit==0.37.0", "doit"),
    Project("ipython==9.18.1", "IPython", extras="test", needs="nbformat matplotlib"),
    Project(
        "joblib==1.6.0", "joblib", tests="joblib/test", needs="numpy lz4 threadpoolctl pytest-timeout pytest-asyncio"
    ),
    Project("jupyter-core==5.9.1", "jupyter_core", extras="test"),
    Project("khal==0.14.1", "khal", needs="freezegun hypothesis packaging vdirsyncer"),
    Project("lektor==3.3.14", "lektor", needs="pytest-mock pytest-click"),
    Project("nbformat==5.11.1", "nbformat", extras="test"),
    Project("octodns==1.22.0", "octodns", extras="test"),
    Project(
        "papermill==2.7.0",
        "papermill",
        tests="papermill/tests",
        needs="ipykernel pytest-mock pytest-env boto3 moto ipywidgets nbformat notebook",
    ),
    Project("pelican==4.12.0", "pelican", tests="pelican/tests", needs="beautifulsoup4 lxml typogrify markdown"),
    Project("pipenv==2026.10.3", "pipenv", tests="tests/unit", needs="pytest-timeout flaky"),
    Project("rope==1.15.0", "rope", tests="ropetest", extras="dev"),
    Project("sphinx==9.0.4", "sphinx", needs="defusedxml setuptools typing_extensions psutil cython"),
    Project("tbump==6.11.0", "tbump", tests="tbump", needs="pytest-mock attrs"),
    Project("tinydb==4.9.0", "tinydb", needs="pyyaml"),
    Project("towncrier==26.9.0", "src/towncrier", tests="src/towncrier/test", needs="twisted"),
    Project("vcrpy==9.4.2", "vcr", tests="tests/unit", needs="httpx aiohttp requests boto3"),
    Project("vdirsyncer==0.21.0", "vdirsyncer", extras="test"),
]
