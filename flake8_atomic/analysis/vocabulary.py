"""Which calls open, write, dump, save, copy, rename, remove, sync or make temporary files."""

from __future__ import annotations

import re
from typing import NamedTuple


class Argument(NamedTuple):
    """Where a call takes one of its arguments: by position, or by keyword."""

    position: int
    keyword: str


class Opener(NamedTuple):
    """A call that opens a file."""

    path: Argument
    mode: Argument
    default: str = "r"


_FILE_MODE = Argument(0, "file"), Argument(1, "mode")
_FILENAME_MODE = Argument(0, "filename"), Argument(1, "mode")

OPENERS = {
    "open": Opener(*_FILE_MODE),
    "io.open": Opener(*_FILE_MODE),
    "_io.open": Opener(*_FILE_MODE),
    "builtins.open": Opener(*_FILE_MODE),
    "io.FileIO": Opener(*_FILE_MODE),
    "codecs.open": Opener(*_FILENAME_MODE),
    "gzip.open": Opener(*_FILENAME_MODE, "rb"),
    "gzip.GzipFile": Opener(*_FILENAME_MODE, "rb"),
    "bz2.open": Opener(*_FILENAME_MODE, "rb"),
    "bz2.BZ2File": Opener(*_FILENAME_MODE, "rb"),
    "lzma.open": Opener(*_FILENAME_MODE, "rb"),
    "lzma.LZMAFile": Opener(*_FILENAME_MODE, "rb"),
    "aiofiles.open": Opener(*_FILE_MODE),
    "anyio.open_file": Opener(*_FILE_MODE),
    "trio.open_file": Opener(*_FILE_MODE),
    "click.open_file": Opener(*_FILENAME_MODE),
    # It locks the file, and then empties it all the same.
    "portalocker.Lock": Opener(*_FILENAME_MODE, "a"),
}
# They write to the path that they are given, whatever is called on what they return, and never sync it.
PACKERS = {
    "zipfile.ZipFile": Opener(*_FILE_MODE),
    "zipfile.PyZipFile": Opener(*_FILE_MODE),
    "tarfile.open": Opener(Argument(0, "name"), Argument(1, "mode")),
    "tarfile.TarFile": Opener(Argument(0, "name"), Argument(1, "mode")),
    "tarfile.TarFile.open": Opener(Argument(0, "name"), Argument(1, "mode")),
    "urllib.request.urlretrieve": Opener(Argument(1, "filename"), Argument(-1, ""), "w"),
    "urllib.urlretrieve": Opener(Argument(1, "filename"), Argument(-1, ""), "w"),
}
# Known by their last name, whichever module has them.
OPENERS_ANYWHERE = {
    "fopen": Opener(*_FILE_MODE),
    "flopen": Opener(*_FILE_MODE),
    "fpopen": Opener(Argument(0, "file"), Argument(1, "")),  # its `mode` is that of the new file
}
ANY_OPENER = Opener(Argument(0, "path"), Argument(1, "mode"))
METHOD_OPEN = ("mode", "buffering", "encoding", "errors", "newline")
METHOD_OPENER = Opener(Argument(-1, ""), Argument(0, "mode"))

# A handle around a handle: what is written to the outer one goes to the inner one.
WRAPPERS = {
    "io.TextIOWrapper": Argument(0, "buffer"),
    "io.BufferedWriter": Argument(0, "raw"),
    "codecs.getwriter": Argument(0, ""),
    "contextlib.closing": Argument(0, "thing"),
    "typing.cast": Argument(1, "val"),
    "gzip.GzipFile": Argument(3, "fileobj"),
    "csv.writer": Argument(0, "csvfile"),
    "csv.DictWriter": Argument(0, "f"),
    "pickle.Pickler": Argument(0, "file"),
    "cPickle.Pickler": Argument(0, "file"),
    "dill.Pickler": Argument(0, "file"),
    "cloudpickle.Pickler": Argument(0, "file"),
    "cloudpickle.CloudPickler": Argument(0, "file"),
    "msgpack.Packer": Argument(0, ""),
    "xml.sax.saxutils.XMLGenerator": Argument(0, "out"),
}
# Closed, it neither closes nor flushes what it was given.
LEAVING_OPEN = frozenset({"gzip.GzipFile"})

_DUMP = Argument(1, "fp")
_STREAM = Argument(1, "stream")

# Their output is only worth something whole: a dump into an in-place handle tears whatever the file is for.
DUMPERS = {
    "json.dump": _DUMP,
    "simplejson.dump": _DUMP,
    "ujson.dump": _DUMP,
    "rapidjson.dump": _DUMP,
    "hjson.dump": _DUMP,
    "json5.dump": _DUMP,
    "pickle.dump": Argument(1, "file"),
    "cPickle.dump": Argument(1, "file"),
    "_pickle.dump": Argument(1, "file"),
    "dill.dump": Argument(1, "file"),
    "cloudpickle.dump": Argument(1, "file"),
    "marshal.dump": Argument(1, "file"),
    "plistlib.dump": _DUMP,
    "plistlib.writePlist": Argument(1, "pathOrFile"),
    "yaml.dump": _STREAM,
    "yaml.safe_dump": _STREAM,
    "yaml.dump_all": _STREAM,
    "yaml.safe_dump_all": _STREAM,
    "yaml.round_trip_dump": _STREAM,
    "ruamel.yaml.dump": _STREAM,
    "ruamel.yaml.round_trip_dump": _STREAM,
    "toml.dump": Argument(1, "f"),
    "pytoml.dump": _DUMP,
    "tomlkit.dump": _DUMP,
    "rtoml.dump": _DUMP,
    "tomli_w.dump": _DUMP,
    "msgpack.dump": _STREAM,
    "msgpack.pack": _STREAM,
}
DUMP_METHODS = frozenset({"dump", "safe_dump", "dump_all", "safe_dump_all"})

# Given a handle these write records or a document; on a state path it is the same loss.
RECORD_METHODS = frozenset({"writerow", "writerows", "writeheader", "writexml", "savetxt"})

# What else writes to an open file that it is given, and is done with it when it returns.
HANDLE_WRITERS = frozenset({
    "traceback.print_exc", "traceback.print_exception", "traceback.print_tb", "traceback.print_stack", "isinstance",
    "pprint.pprint", "faulthandler.dump_traceback", "base64.encode", "dis.dis", "email.generator.Generator",
    "email.generator.BytesGenerator",
})  # fmt: skip
HANDLE_METHODS = frozenset({
    "save", "savefig", "write_to", "writeto", "serialize", "to_html", "to_string", "write_json", "print_help",
    "print_usage", "export_key", "write_c14n", "write_graphml",
})  # fmt: skip

SAVERS = {
    "numpy.save": Argument(0, "file"),
    "numpy.savez": Argument(0, "file"),
    "numpy.savez_compressed": Argument(0, "file"),
    "numpy.savetxt": Argument(0, "fname"),
    "scipy.sparse.save_npz": Argument(0, "file"),
    "scipy.io.savemat": Argument(0, "file_name"),
    "torch.save": Argument(1, "f"),
    "torch.jit.save": Argument(1, "f"),
    "paddle.save": Argument(1, "path"),
    "safetensors.torch.save_file": Argument(1, "filename"),
    "safetensors.numpy.save_file": Argument(1, "filename"),
    "faiss.write_index": Argument(1, "fname"),
    "pyarrow.csv.write_csv": Argument(1, "output_file"),
    "pyarrow.feather.write_feather": Argument(1, "dest"),
    "pyarrow.parquet.write_table": Argument(1, "where"),
    "joblib.dump": Argument(1, "filename"),
    "sklearn.externals.joblib.dump": Argument(1, "filename"),
    "keras.models.save_model": Argument(1, "filepath"),
    "tensorflow.keras.models.save_model": Argument(1, "filepath"),
}
# Methods named like these on whatever object: the first argument, or the keyword, is where it is saved.
SAVER_METHODS = {
    "to_csv": "path_or_buf",
    "to_json": "path_or_buf",
    "to_pickle": "path",
    "to_parquet": "path",
    "to_feather": "path",
    "to_excel": "excel_writer",
    "to_hdf": "path_or_buf",
    "to_stata": "path",
    "to_orc": "path",
    "to_netcdf": "path",
    "write_csv": "file",
    "write_parquet": "file",
    "write_ndjson": "file",
    "write_ipc": "file",
    "save_weights": "filepath",
    "tofile": "fid",
}
# Methods of objects that are called so, and where they are told to save to.
SAVING_OBJECTS = {
    ("accelerator", "save"): Argument(1, "f"),
    ("fabric", "save"): Argument(0, "path"),
    ("yaml", "dump"): Argument(1, "stream"),  # of ruamel, which also takes a path
}
# What these were read from they write anew, when they are told to write and not where.
KNOWING_THEIR_PATH = {"configobj.ConfigObj": Argument(0, "infile")}
# How these open the file unless `mode` says otherwise; the others empty it.
SAVER_MODES = {"to_hdf": "a"}
# `to_json` is a method of many things; where tables and models are spoken of, it is theirs.
FRAMES = re.compile(r"pandas|polars|xarray|[Ff]rame|dask|pyarrow|numpy|torch|keras|tensorflow|\b\w*df\b|series")
TREE_TYPES = frozenset({"ElementTree", "_ElementTree"})
TREES = frozenset(
    f"{package}.{maker}"
    for package in ("xml.etree.ElementTree", "xml.etree.cElementTree", "lxml.etree")
    for maker in ("ElementTree", "parse")
)

COPIES = {
    "shutil.copy": (Argument(0, "src"), Argument(1, "dst")),
    "shutil.copy2": (Argument(0, "src"), Argument(1, "dst")),
    "shutil.copyfile": (Argument(0, "src"), Argument(1, "dst")),
}
COPY_INTO_HANDLE = {"shutil.copyfileobj": (Argument(0, "fsrc"), Argument(1, "fdst"))}

RENAMES = {
    "os.rename": (Argument(0, "src"), Argument(1, "dst")),
    "os.replace": (Argument(0, "src"), Argument(1, "dst")),
    "os.renames": (Argument(0, "old"), Argument(1, "new")),
    "os.link": (Argument(0, "src"), Argument(1, "dst")),
    "aiofiles.os.rename": (Argument(0, "src"), Argument(1, "dst")),
    "aiofiles.os.replace": (Argument(0, "src"), Argument(1, "dst")),
    "aiofiles.os.renames": (Argument(0, "old"), Argument(1, "new")),
    "shutil.move": (Argument(0, "src"), Argument(1, "dst")),
    "django.core.files.move.file_move_safe": (Argument(0, "old_file_name"), Argument(1, "new_file_name")),
    "pathlib.Path.rename": (Argument(0, "self"), Argument(1, "target")),
    "pathlib.Path.replace": (Argument(0, "self"), Argument(1, "target")),
}
# They copy where they cannot rename.
MOVES = frozenset({"shutil.move", "django.core.files.move.file_move_safe"})
RENAME_METHODS = frozenset({"rename", "replace"})
REMOVERS = {
    "os.remove": Argument(0, "path"),
    "os.unlink": Argument(0, "path"),
    "aiofiles.os.remove": Argument(0, "path"),
    "aiofiles.os.unlink": Argument(0, "path"),
}
COMMANDS = {
    "os.system": Argument(0, "command"),
    "subprocess.call": Argument(0, "args"),
    "subprocess.check_call": Argument(0, "args"),
    "subprocess.check_output": Argument(0, "args"),
    "subprocess.run": Argument(0, "args"),
}
SYNCS = frozenset({"os.fsync", "os.fdatasync"})
LOCKS = frozenset({"fcntl.flock", "fcntl.lockf", "msvcrt.locking", "portalocker.lock"})
EDITS = {"fileinput.input": Argument(1, "inplace"), "fileinput.FileInput": Argument(1, "inplace")}

READERS = {
    "numpy.load": Argument(0, "file"),
    "torch.load": Argument(0, "f"),
    "faiss.read_index": Argument(0, "fname"),
    "joblib.load": Argument(0, "filename"),
    "pandas.read_csv": Argument(0, "filepath_or_buffer"),
    "pandas.read_json": Argument(0, "path_or_buf"),
    "pandas.read_pickle": Argument(0, "filepath_or_buffer"),
    "pandas.read_parquet": Argument(0, "path"),
    "dotenv.load_dotenv": Argument(0, "dotenv_path"),
    "dotenv.dotenv_values": Argument(0, "dotenv_path"),
    "xml.etree.ElementTree.parse": Argument(0, "source"),
    "lxml.etree.parse": Argument(0, "source"),
    "importlib.util.spec_from_file_location": Argument(1, "location"),
    "linecache.getline": Argument(0, "filename"),
}
READER_METHODS = frozenset({"read_text", "read_bytes"})
ASKERS = {"os.path.exists": Argument(0, "path"), "os.path.isfile": Argument(0, "path")}
ASKER_METHODS = frozenset({"exists", "is_file"})

_DATABASE, _URL = Argument(0, "database"), Argument(0, "url")
CONNECTORS = {
    "sqlite3.connect": _DATABASE,
    "sqlite3.dbapi2.connect": _DATABASE,
    "pysqlite3.connect": _DATABASE,
    "pysqlite3.dbapi2.connect": _DATABASE,
    "aiosqlite.connect": _DATABASE,
    "apsw.Connection": Argument(0, "filename"),
    "sqlalchemy.create_engine": _URL,
    "sqlalchemy.ext.asyncio.create_async_engine": _URL,
    "sqlmodel.create_engine": _URL,
    "peewee.SqliteDatabase": _DATABASE,
    "playhouse.apsw_ext.APSWDatabase": _DATABASE,
    "playhouse.pool.PooledSqliteDatabase": _DATABASE,
    "playhouse.sqlite_ext.SqliteExtDatabase": _DATABASE,
    "playhouse.sqlite_ext.CSqliteExtDatabase": _DATABASE,
    "playhouse.sqliteq.SqliteQueueDatabase": _DATABASE,
    "flake8_atomic.helpers.durable_connect": _DATABASE,
}
# How a name that executes SQL is called, in words: execute, exec_driver_sql, run_query, fetch_one, execute_on.
EXECUTING = frozenset({
    "execute", "executescript", "executemany", "exec", "sql", "query", "fetch", "fetchone", "fetchall", "scalar", "run",
})  # fmt: skip

ATOMIC_WRITES = frozenset({"atomic_write_text", "atomic_write_bytes", "atomic_write_json", "atomic_open"})
WHOLE_WRITES = {"write_text": "ATM101", "write_bytes": "ATM102"}
# What calls a function elsewhere, and where among its arguments that stands; the next are for the function.
HANDED = {
    "to_thread": 0, "run_sync": 0, "run_in_executor": 1, "submit": 0, "partial": 0,
    "add_executor_job": 0, "async_add_executor_job": 0,
}  # fmt: skip
HANDED_TO = frozenset({
    "asyncio.to_thread", "anyio.to_thread.run_sync", "trio.to_thread.run_sync", "functools.partial",
})  # fmt: skip
PATH_TYPES = frozenset({
    "pathlib.Path", "pathlib.PosixPath", "pathlib.WindowsPath", "pathlib.PurePath", "anyio.Path", "trio.Path",
    "py.path.local", "upath.UPath", "aiopath.AsyncPath", "aiopathlib.AsyncPath", "path.Path", "pathlib2.Path",
})  # fmt: skip

# Temporary files that are made open; what is renamed over a target may have been born here.
BIRTHS = frozenset({"tempfile.mkstemp", "tempfile.NamedTemporaryFile", "tempfile.mktemp"})
CLOSERS = frozenset({"os.close"})
RAW_WRITES = frozenset({"os.write", "os.writev", "os.pwrite", "os.sendfile", "os.posix_fallocate"})
TEMPORARIES = frozenset({
    "tempfile.mkstemp", "tempfile.mkdtemp", "tempfile.mktemp", "tempfile.gettempdir", "tempfile.gettempdirb",
    "tempfile.NamedTemporaryFile", "tempfile.TemporaryFile", "tempfile.SpooledTemporaryFile",
    "tempfile.TemporaryDirectory", "aiofiles.tempfile.NamedTemporaryFile", "aiofiles.tempfile.TemporaryDirectory",
    "django.core.files.temp.NamedTemporaryFile", "test.support.os_helper.temp_dir", "os.tmpnam", "os.tempnam",
})  # fmt: skip
IN_MEMORY = frozenset({"io.StringIO", "io.BytesIO", "StringIO.StringIO", "cStringIO.StringIO", "six.StringIO"})
STREAMS = frozenset({"sys.stdout", "sys.stderr", "sys.stdin", "sys.__stdout__", "sys.__stderr__", "os.devnull"})

# The same path by another spelling, and the paths made from others.
SAME_PATH = frozenset({
    "str", "os.fspath", "os.fsencode", "os.fsdecode", "os.path.abspath", "os.path.realpath", "os.path.normpath",
    "os.path.expanduser", "os.path.expandvars", "os.path.normcase", "typing.cast",
}) | PATH_TYPES  # fmt: skip
# What a table is saved by to the path, or into the memory, that it was made for.
BOOKS = frozenset({"pandas.ExcelWriter"})
STANDS_FOR_PATH = SAME_PATH | BOOKS
SAME_PATH_METHODS = frozenset({
    "resolve", "absolute", "expanduser", "as_posix", "__str__", "encode", "decode", "strip", "__fspath__",
})  # fmt: skip
PATH_MAKERS = frozenset({"with_suffix", "with_name", "with_stem", "joinpath"})
PATH_METHODS = SAME_PATH_METHODS | PATH_MAKERS | {"format", "replace", "rstrip"}
HOMES = (
    "pathlib.Path.home", "platformdirs.", "appdirs.", "xdg.", "xdg_base_dirs.",
    "click.get_app_dir", "user_data_dir", "user_config_dir", "user_cache_dir",
)  # fmt: skip

# Who imports one of these may give it another name.
WRITERS = frozenset({"os.open", "os.fdopen", *OPENERS, *SAVERS, *COPIES, *RENAMES, *EDITS})
HANDLE_CALLS = frozenset({*DUMPERS, *WRAPPERS, *REMOVERS})
FUNCTIONS = WRITERS | HANDLE_CALLS | {*READERS, *ASKERS, *COMMANDS, *HANDED_TO, *BIRTHS}
