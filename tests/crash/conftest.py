"""Heavy tiers are asked for by marker; `python -m tests.crash` asks for those that belong into CI."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

HEAVY = {
    "ptrace": "runs programs under strace by the thousand",
    "kills": "kills writers of databases by the hundred",
    "root": "mounts filesystems and cuts them off",
    "slow": "installs packages or takes many minutes",
}


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in HEAVY.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("markexpr"):
        return
    heavy = [item for item in items if any(map(item.get_closest_marker, HEAVY))]
    items[:] = [item for item in items if item not in heavy]
    config.hook.pytest_deselected(items=heavy)
