"""`Path.write_text` and `Path.write_bytes` whose reader finds the old content or the new, never a part."""

from __future__ import annotations

from .publish import replace_content
from .text import encode, require_text

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    from .publish import FilePath


def atomic_write_text(
    path: FilePath,
    data: str,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    *,
    perms: int | None = None,
    sync: str = "full",
) -> int:
    """Write a text file at once and return the number of characters, like `Path.write_text`.

    `perms` is the mode of a file that does not exist yet. `sync="full"` survives a power cut; "file" may
    bring the old content back after one, "none" may leave an empty file.
    """
    require_text(data, "data")
    replace_content(path, encode(data, encoding, errors, newline), perms, sync)
    return len(data)


def atomic_write_bytes(path: FilePath, data: ReadableBuffer, *, perms: int | None = None, sync: str = "full") -> int:
    """Write a binary file at once and return the number of bytes, like `Path.write_bytes`.

    `perms` and `sync` are those of `atomic_write_text`.
    """
    payload = data if type(data) is bytes else flat(data)
    replace_content(path, payload, perms, sync)
    return len(payload)


def flat(data: ReadableBuffer) -> memoryview | bytes:
    """Return what is written of an object that holds bytes."""
    view = memoryview(data)
    if not view.c_contiguous:
        message = "memoryview: underlying buffer is not C-contiguous"
        raise BufferError(message)
    return view.cast("B") if view.nbytes else b""
