"""A database that is in use is more than its file, and is not to be opened as one.

On POSIX, closing any descriptor of a file drops all locks that this process holds on it, those of its connections as
well; another process may then write, or change the journal mode, in the middle of a transaction. A copy of the file
lacks what is still in the WAL, and may hold the half of a commit.

Bad:

    def back_up(folder: Path) -> None:
        connection = sqlite3.connect(folder / "app.db")
        shutil.copyfile(folder / "app.db", folder / "copy.db")
        connection.close()

Good:

    def back_up(folder: Path) -> None:
        connection = sqlite3.connect(folder / "app.db")
        copy = sqlite3.connect(folder / "copy.db")
        connection.backup(copy)
        copy.close()
        connection.close()

Only databases that the same file connects to are looked at, and none that is called a backup, a copy, a snapshot or an
input, or that lies in a folder of backups.

A look into the file is left alone where it drops no lock that anybody needs:

- each function that connects closes its connection again, and looks before or after that;
- the database is only queried, was found missing, is encrypted or shall be, or its open connections were counted;
- it is one of all the files of a folder, or neither the function that hashes it nor its object or module connects;
- no more than its head is read, and no connection is seen to be open, or an error is explained by it.

A copy is named

- beside a connection that a pool, the module or an object keeps, where there is a WAL or a transaction, or several
  things are done at once;
- by the object, or the function, that writes by a connection that is open meanwhile, without a lock;
- in a function that is there to copy, where a connection may be open, an error came before, or several things are done
  at once without a lock;
- where SQLite was asked for a copy and failed: by `VACUUM INTO`, or by `backup()` and more than its own errors is
  caught, unless a class or a function says that it is no database.

It is left alone

- on the way to a connection or an upgrade, but for WAL mode;
- where it is checked for damage, nobody keeps it, or no connection is given;
- once the connection is closed, writers are locked out or the WAL was taken into the file; right after a commit under
  the lock of all that the object's only connection does; beside the idle pool of one function, without a WAL;
- where the database is a cache or an index, was found to be none, or is damaged already, as the function, the error,
  the question or the name of the copy says.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM406",
    "closing a database that was opened as a file drops the locks of this process on it, and a copy may be torn; "
    "use Connection.backup, or a connection",
    contracts=("single-writer", "external"),
    fix="advised.back_up",
)
def database_used_as_file(inspection: Inspection) -> Iterator[Event]:
    """Flag copies and reads of a database file in a module that connects to it."""
    yield from inspection.databases.used_as_files()
