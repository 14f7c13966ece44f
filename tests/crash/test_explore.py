"""Which states each model allows, worked out by hand."""

from __future__ import annotations

import pytest

from flake8_atomic.crash import (
    EXT4,
    EXT4_NOAUTO,
    KILL,
    MODELS,
    POSIX_WEAK,
    SPLIT_RENAME,
    Coverage,
    CrashError,
    Model,
    Recording,
    Tree,
    check,
    compare,
    explore,
    replay,
    shape,
)
from flake8_atomic.crash.models import by_name
from flake8_atomic.crash.operations import split
from tests.crash.recorded import MARK, file, folder, played

OLD = {"f": file(b"old")}
REPLACE = [
    "open('/box/t', O_WRONLY|O_CREAT|O_EXCL, 0640) = 3",
    "write(3, 'new', 3) = 3",
    "fsync(3) = 0",
    "rename('/box/t', '/box/f') = 0",
    "open('/box', O_RDONLY|O_DIRECTORY) = 4",
    "fsync(4) = 0",
    MARK.format("returned"),
]


def recording(before: Tree, *calls: str) -> Recording:
    return played(before, *calls)[0]


def states(model: Model, before: Tree, *calls: str, fills: tuple[str, ...] = ("zero",)) -> set[tuple[str, ...]]:
    found = explore(recording(before, *calls), model, fills=fills)
    assert found.complete
    return {
        tuple(f"{name}={node.data.decode('latin-1')}" for name, node in state.tree.items()) for state in found.states
    }


def without(*calls: str) -> list[str]:
    return [call for call in REPLACE if not call.startswith(calls)]


def test_the_whole_protocol() -> None:
    assert states(POSIX_WEAK, OLD, *REPLACE) == {
        ("f=old",),
        ("f=old", "t="),
        ("f=old", "t=\0\0\0"),
        ("f=old", "t=new"),
        ("f=new",),
    }
    assert states(KILL, OLD, *REPLACE) == {("f=old",), ("f=old", "t="), ("f=old", "t=new"), ("f=new",)}


def test_a_rename_may_overtake_the_data() -> None:
    empty, zeros = ("f=",), ("f=\0\0\0",)
    assert {empty, zeros} <= states(POSIX_WEAK, OLD, *without("fsync(3)"))
    assert empty in states(EXT4_NOAUTO, OLD, *without("fsync(3)"))
    assert zeros not in states(EXT4_NOAUTO, OLD, *without("fsync(3)"))
    assert empty not in states(EXT4, OLD, *without("fsync(3)"))
    assert empty in states(EXT4, {}, *without("fsync(3)"))
    assert empty not in states(KILL, OLD, *without("fsync(3)"))


def test_garbage_where_nothing_was_written() -> None:
    assert ("f=\xa5\xa5\xa5",) in states(POSIX_WEAK, OLD, *without("fsync(3)"), fills=("zero", "garbage"))


def test_a_split_rename_shows_both_names_or_neither() -> None:
    found = states(SPLIT_RENAME, {}, *REPLACE)
    assert ("f=new", "t=new") in found
    assert () in found
    assert ("f=new", "t=new") not in states(POSIX_WEAK, {}, *REPLACE)


def test_what_was_synced_stays() -> None:
    for model in (POSIX_WEAK, SPLIT_RENAME, EXT4, EXT4_NOAUTO, KILL):
        found = [state for state in explore(recording(OLD, *REPLACE), model).states if state.marks]
        assert [shape(state.tree) for state in found] == [shape({"f": file(b"new")})]
    found = [state for state in explore(recording(OLD, *without("fsync(4)")), POSIX_WEAK).states if state.marks]
    assert {*map(shape, [state.tree for state in found])} == {
        shape({"f": file(b"old")}),
        shape({"f": file(b"old"), "t": file(b"new", inode=2)}),
        shape({"f": file(b"new")}),
    }


def test_a_sync_sees_only_what_ended_before_it_began() -> None:
    calls = [
        "clone(flags=CLONE_THREAD) = 8",
        "open('/box/f', O_WRONLY) = 3",
        "8  fsync(3 <unfinished ...>",
        "write(3, 'new', 3) = 3",
        "8  <... fsync resumed>) = 0",
        MARK.format("done"),
    ]
    found = explore(recording(OLD, *calls), POSIX_WEAK).states
    assert {state.tree["f"].data for state in found if state.marks} == {b"old", b"new"}


def test_pages_of_a_failed_sync_are_lost_for_good() -> None:
    calls = [
        "open('/box/f', O_WRONLY) = 3",
        "write(3, 'new', 3) = 3",
        "fsync(3) = -1 EIO (Input/output error)",
    ]
    calls += ["fsync(3) = 0", MARK.format("done")]
    found = explore(recording(OLD, *calls), POSIX_WEAK).states
    assert {state.tree["f"].data for state in found if state.marks} == {b"old", b"new"}


@pytest.mark.parametrize(("call", "modes"), [("fsync", {0o600}), ("fdatasync", {0o640, 0o600}), ("sync", {0o600})])
def test_a_sync_of_data_leaves_the_mode(call: str, modes: set[int]) -> None:
    calls = ["open('/box/f', O_WRONLY) = 3", "fchmod(3, 0600) = 0", f"{call}(3) = 0", MARK.format("done")]
    calls = [line.replace("sync(3)", "sync()") if call == "sync" else line for line in calls]
    found = explore(recording(OLD, *calls), POSIX_WEAK).states
    assert {state.tree["f"].mode for state in found if state.marks} == modes


def test_a_write_is_cut_where_pages_end() -> None:
    assert [(part.offset, len(part.data)) for part in split(0, 100, b"x" * 8192)] == [
        (100, 3996),
        (4096, 4096),
        (8192, 100),
    ]
    assert [len(part.data) for part in split(0, 0, b"x" * 40960)] == [4096, 4096, 28672, 4096]
    assert split(0, 0, b"") == []


def test_half_a_rename_can_put_a_directory_into_itself() -> None:
    before = {"a": folder(1), "a/b": folder(2)}
    found = states(SPLIT_RENAME, before, "rename('/box/a/b', '/box/b') = 0", "rename('/box/a', '/box/b/a') = 0")
    assert ("a=", "a/b=", "a/b/a=") in found


def test_metadata_is_ordered_on_each_file_alone() -> None:
    calls = ["open('/box/f', O_WRONLY) = 3", "fchmod(3, 0600) = 0", "fchown(3, 1, 1) = 0"]
    calls += ["fsetxattr(3, 'user.a', 'x', 1, 0) = 0", "creat('/box/g', 0666) = 4"]
    trees = [state.tree for state in explore(recording(OLD, *calls), POSIX_WEAK).states]
    assert {(tree["f"].mode, tree["f"].uid) for tree in trees} == {(0o640, 5), (0o600, 5), (0o600, 1)}
    assert len(trees) == 3 * 2 * 2
    in_order = [state.tree for state in explore(recording(OLD, *calls), EXT4_NOAUTO).states]
    assert len(in_order) == 5


def test_identities() -> None:
    made = recording(OLD, *without("fsync(3)"))
    for model in MODELS.values():
        for state in explore(made, model).states:
            assert replay(made, state.id) == state


@pytest.mark.parametrize(
    "identity",
    [
        "posix-weak",
        "nothing/0/0/zero",
        "posix-weak/99/0/zero",
        "posix-weak/x/0/zero",
        "posix-weak/0/0/red",
        "posix-weak/0/1/zero",
        "posix-weak/9/0/zero",
        "kill/3/2/zero",
    ],
)
def test_no_such_state(identity: str) -> None:
    with pytest.raises(CrashError):
        replay(recording(OLD, *REPLACE), identity)


def test_more_states_than_the_limit_are_sampled_and_said_to_be() -> None:
    calls = [f"creat('/box/{number}', 0666) = 3" for number in range(12)]
    made = recording({}, *calls)
    assert explore(made, POSIX_WEAK, limit=5000).complete
    assert len(explore(made, POSIX_WEAK, limit=5000).states) == 4096
    first, again = (explore(made, POSIX_WEAK, limit=100, samples=50, seed=3) for _ in range(2))
    assert not first.complete
    assert first == again
    assert 60 < len(first.states) < 100
    assert explore(made, POSIX_WEAK, limit=100, samples=50, seed=4) != first
    in_order = explore(made, KILL, limit=5, samples=50)
    assert {len(state.tree) for state in in_order.states} <= set(range(13))
    assert not check(made, lambda _: None, models=[POSIX_WEAK], limit=100).complete


def test_a_report() -> None:
    report = check(recording(OLD, *without("fsync(3)")), lambda state: None if state.tree["f"].data else "empty")
    assert set(report.reasons()) == {"empty"}
    assert report.reasons("kill") == {}
    assert report.reasons("posix-weak")["empty"] < report.reasons()["empty"]
    assert report.states["kill"] == 5
    assert report.complete


def test_coverage_names_what_no_model_state_shows() -> None:
    found = explore(recording(OLD, *REPLACE), POSIX_WEAK).states
    known, unknown = {"f": file(b"new")}, {"f": file(b"torn")}
    assert compare([known, known], found) == Coverage(1, 6, ())
    assert compare([known, unknown, unknown], found) == Coverage(1, 6, (shape(unknown),))
    temp = {"f": file(b"old"), "other": file(b"new", inode=2)}
    assert compare([temp], found).seen == 0
    assert compare([temp], found, lambda name: name if name == "f" else "temp").seen == 1


def test_models_have_names() -> None:
    assert by_name([KILL]) == {"kill": KILL}
    assert MODELS["posix-weak"] is POSIX_WEAK
