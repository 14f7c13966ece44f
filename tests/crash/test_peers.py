"""Six published libraries get the verdicts that were measured on real power cuts; so does the builtin."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.crash import MODELS
from tests.crash.explorer import judge, recordings
from tests.crash.peers import PACKAGES
from tests.crash.requirements import need_strace
from tests.crash.scenarios import PAGE, Scenario

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
CLEAN: set[str] = set()
LOST, TORN = {"NOT-DURABLE", "TEMP-LEFT"}, {"EMPTY", "TORN"}
VERDICTS = {
    "builtin": (TORN, TORN),
    "atomicwrites": (CLEAN, CLEAN),
    "boltons": (LOST, LOST),
    "safer": (TORN, TORN),
    "durablewrite": (CLEAN, CLEAN),
    "safewrite": (CLEAN, CLEAN),
    "hermes": (LOST, LOST),
}
MODE_LOST = {"atomicwrites", "hermes", "safer"}
"""Their temp has mode 0600, which a new file keeps (and with atomicwrites every file)."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_strace()
    folder = tmp_path_factory.mktemp("peers")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(folder),
        *PACKAGES,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"the peers could not be installed: {done.stderr.strip()[-200:]}")
    return folder


@pytest.mark.parametrize("peer", VERDICTS)
@pytest.mark.parametrize("target", ["replace", "absent"])
def test_verdict(peer: str, target: str, installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")]))
    scenario = Scenario(f"tests.crash.peers:{peer}", target, 3 * PAGE + 1)
    report = judge(scenario, recordings([scenario])[scenario], [MODELS["posix-weak"]])
    reasons = report.reasons()
    print(f"{peer}, {target}: {report.states}, {reasons or 'clean'}")
    wanted = VERDICTS[peer][target == "absent"]
    assert report.complete
    assert set(reasons) - {"WRONG-MODE"} <= wanted | (LOST if wanted else CLEAN)
    assert bool(wanted) == bool(wanted & set(reasons))
    assert ("WRONG-MODE" in reasons) <= (peer in MODE_LOST)
