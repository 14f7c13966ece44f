"""A library that saves to a path is given an open file instead."""

from __future__ import annotations

import ast
from typing import NamedTuple

from flake8_atomic.analysis.files.events import Event, Save
from flake8_atomic.edits import Argument, Call, CallInstead, Enter, Fix, Instead, NoFix
from flake8_atomic.fixes.calls import check_called, fresh_name, helper, loop_notes
from flake8_atomic.inspection import Inspection

_TAKING = ("ConfigObj.write", ".dump")
_TABLE_ENDS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson")


class Saver(NamedTuple):
    """How a library saves to an open file: its mode, and the endings of a path with which it does the same."""

    mode: str
    ends: tuple[str, ...] = ()
    refused: frozenset[str] = frozenset()
    note: str = ""
    tells: bool = False  # does it return what it wrote to?


_NUMPY = "numpy adds the ending that a path lacks, not that of an open file; write the whole file name here"
_ZIPPED = "by its ending the file is packed; give the library a packed file over atomic_open yourself"
_TORCH = "the folder inside the archive is called archive, no longer after the file"
_PICKLES = (".pkl", ".pickle", ".p", ".joblib", ".dat", ".bin", ".model", ".pt", ".cache", ".json")
SAVERS = {
    "numpy.save": Saver("wb", (".npy",)),
    "numpy.savez": Saver("wb", (".npz",)),
    "numpy.savez_compressed": Saver("wb", (".npz",)),
    "scipy.sparse.save_npz": Saver("wb", (".npz",)),
    "numpy.savetxt": Saver("wb", (".txt", ".csv", ".dat", ".tsv"), frozenset({"encoding"})),
    "torch.save": Saver("wb", note=_TORCH),
    "joblib.dump": Saver("wb", _PICKLES, frozenset({"compress"}), tells=True),
    "pyarrow.csv.write_csv": Saver("wb", (".csv", ".tsv", ".txt")),
    "pyarrow.feather.write_feather": Saver("wb"),
    "pyarrow.parquet.write_table": Saver("wb"),
    "tree": Saver("wb"),
    ".to_csv": Saver("w", _TABLE_ENDS, frozenset({"mode", "encoding", "errors", "compression"})),
    ".to_json": Saver("w", _TABLE_ENDS, frozenset({"mode", "compression"})),
    ".to_pickle": Saver("wb", _PICKLES, frozenset({"compression"})),
    ".to_parquet": Saver("wb", (), frozenset({"partition_cols", "engine"})),
    ".to_feather": Saver("wb"),
    ".to_stata": Saver("wb", (".dta",), frozenset({"compression"})),
    ".write_parquet": Saver("wb", (), frozenset({"partition_by"})),
    ".write_csv": Saver("wb", (".csv", ".tsv")),
    ".write_ipc": Saver("wb"),
    ".write_ndjson": Saver("wb"),
}


def save_into_handle(inspection: Inspection, event: Event) -> Fix:
    """Plan `with atomic_open(path, "wb") as file: np.save(file, array)`."""
    assert isinstance(event, Save)
    saver = SAVERS.get(event.function)
    if saver is None and event.function.endswith(_TAKING):
        raise NoFix('it takes an open file as well; give it one from atomic_open(path, "wb")')
    if saver is None:
        raise NoFix(
            f"{event.function.lstrip('.')}() takes no open file; save to a name beside it, sync, and os.replace it"
        )
    check_called(event)
    _check(inspection, event, saver)
    statement = inspection.file.parents.statement(event.call)
    is_alone = isinstance(statement, ast.Expr) and statement.value is event.call
    if not isinstance(statement, (ast.Expr, ast.Assign)) or (saver.tells and not is_alone):
        raise NoFix("save it in a statement of its own, then it can be rewritten")
    name = fresh_name(("file", "handle"), inspection.file.parents.function(statement))
    words = {"w": (Argument('"utf-8"', "encoding"), Argument('""', "newline")), "wb": ()}[saver.mode]
    opened = Call(helper("atomic_open"), (Argument(event.path.node), Argument(f'"{saver.mode}"'), *words))
    edits = (Instead((statement,), (Enter(opened, name, (statement,)),)), CallInstead(event.path.node, name))
    notes = loop_notes(inspection.file.parents, event.call) + ([saver.note] if saver.note else [])
    return Fix(edits, tuple(notes), frozenset({event.function.lstrip(".")}))


def _check(inspection: Inspection, event: Save, saver: Saver) -> None:
    """Raise where the library would do something else with an open file."""
    call = event.call
    if any(word.arg is None for word in call.keywords) or any(isinstance(arg, ast.Starred) for arg in call.args):
        raise NoFix("its arguments are not written out; write them out, then it can be rewritten")
    for word in call.keywords:
        if word.arg in saver.refused:
            raise NoFix(
                f"with {word.arg}= it treats an open file in another way; give it one from atomic_open yourself"
            )
    if event.function == "tree" and any(_is_text(node) for node in (*call.args[1:], *(w.value for w in call.keywords))):
        raise NoFix("a tree that is written as text needs a text file; give it one from atomic_open yourself")
    if saver.ends:
        ending = _ending(inspection, event)
        if ending not in saver.ends:
            packed = ending in (".gz", ".bz2", ".xz", ".zip", ".zst", ".z")
            told = _ZIPPED if packed else _NUMPY if "npy" in saver.ends[0] or "npz" in saver.ends[0] else ""
            raise NoFix(told or "what it does depends on the ending of the path, which is not written here")


def _is_text(node: ast.expr) -> bool:
    # Only what is written down is known not to be unicode.
    return not isinstance(node, ast.Constant) or str(node.value).lower() == "unicode"


def _ending(inspection: Inspection, event: Save) -> str:
    """The suffix that the path always has: evidence may go by a default or by one of two names, a fix may not."""
    origins = inspection.file.values.origins(event.path)
    found = {_suffix(origin.term.node) if origin.how == "expression" else "" for origin in origins}
    return found.pop() if len(found) == 1 else ""


def _suffix(node: ast.expr) -> str:
    while True:
        if isinstance(node, ast.BinOp):
            node = node.right
        elif isinstance(node, ast.Call) and node.args:
            node = node.args[-1]
        elif isinstance(node, ast.JoinedStr) and node.values:
            node = node.values[-1]
        else:
            break
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    dot = text.rfind(".")
    return text[dot:].lower() if dot >= 0 else ""
