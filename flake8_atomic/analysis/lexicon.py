"""The words that tell state, which a later run reads, from output, which is simply made again."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# In the name of the file itself.
STATE = _words("""
    state states store stores storage config configs cfg conf configuration settings setting preferences prefs pref
    cache caches cached index registry manifest session sessions history checkpoint checkpoints ckpt snapshot snapshots
    token tokens credential credentials creds secret secrets password passwords auth cookie cookies keyring
    database db metadata meta progress queue profile profiles memory memories bookmarks bookmark ledger journal
    catalog inventory marker stamp dotenv rc bashrc zshrc status saved persist persisted persistent
    account accounts user users cert certs certificate certificates privkey pkey
    pyproject crontab hosts registered pending
    known favorites blocklist allowlist whitelist blacklist todo todos notes note
""")
# The folder of one session is mostly that of one run.
STATE_FOLDERS = STATE - {"session"}
OUTPUT = _words("""
    report reports export exports exported output outputs out outfile outpath html render rendered page pages plot plots
    figure chart dist build generated gen result results summary log logs logfile trace traces debug download downloads
    doc docs documentation sitemap artifact artifacts preview screenshot template templates tmp temp tempfile tempdir
    stats statistics timing example examples demo dump dumps
    sample samples stdout stderr changelog test tests benchmark coverage
    csv svg png pdf rst md txt header headers stub stubs man readme dot work workpath
    fout tracing timeline gitignore dockerfile
""")
# Where only what is made again, or thrown away, is kept.
BUILD_FOLDERS = _words("build generated generators work workdir workpath scratch staging tmp temp egg")
# Where what lies is for somebody to look at, or to take away.
PRODUCT_FOLDERS = _words(
    "debug docs doc download downloads dump dumps export exports log logs report reports result results"
)
DEBUG_FOLDERS = _words("debug dump dumps export exports")
MADE_ANEW = BUILD_FOLDERS | {"dist"}  # or an installed distribution, whose metadata are kept
MAKERS_FOLDERS = MADE_ANEW | PRODUCT_FOLDERS
# Of these, where whatever is called like state is still only a step on the way.
WORK_FOLDERS = _words("work workdir workpath staging egg")
LIVED_IN = _words("work workdir workpath")
STATE_SUFFIXES = _words("""
    json yaml yml toml ini cfg conf pkl pickle db sqlite ckpt npy npz pt pth joblib plist jsonl state xml cnf
    properties pem key crt shelve dat dump bin h5 msgpack safetensors rdb env
""")
# Rendered for people, whatever the rest of the name says: index.html is no index.
PAGE_SUFFIXES = _words("html htm svg png jpg gif pdf css js tex dot diff patch man map")
# Rendered for compilers, where nobody says that they keep it: settings.py are settings.
SOURCE_SUFFIXES = _words("c h cpp py pyi rs go java ts tsx kt swift")
SCRIPTS = _words("bat sh")
RENDERED_SUFFIXES = PAGE_SUFFIXES | SOURCE_SUFFIXES
OUTPUT_SUFFIXES = RENDERED_SUFFIXES | _words(
    "md rst txt log csv tsv out ipynb xls xlsx gz zip po pot sh bat tmp temp part partial"
)
# What is saved under such a name is kept as well as looked at.
FORMS = _words("csv tsv txt md rst xls xlsx out output outputs outfile outpath fout result results dump dumps")
WRITTEN_OUT = _words("out output outputs outfile outpath fout")
LASTING = _words("save store persist")
# A lock file is a lock; that of a package manager, lock.json or poetry.lock, is what it will install.
LOCKS = _words("lock locks lockfile")
DOCUMENTS = _words("json yaml yml toml")
PACKAGERS = _words("poetry uv pdm pip pipfile cargo package yarn npm flake composer pixi conda")

# What any path may be called, whatever it is of.
OF_ANY_PATH = OUTPUT | _words("""
    file files path paths name names filename filepath fname fn fpath dir folder directory root base input in infile src
    source dst dest destination target to from local full abs new old p f fp fd image img text url
    inputfile outputfile infile outfile lpath rpath localpath remotepath srcpath dstpath remote
""")
# In the name of the function that writes.
SAVING = _words("""
    save store persist dump update set remember record checkpoint commit register unregister add remove
    delete mark sync cache edit put insert append migrate restore rewrite
""")
KEEPING = _words("""
    state config configs configuration settings preferences prefs cache registry manifest session sessions history
    checkpoint metadata credentials credential token tokens cookies database store storage index ledger journal account
""")
# In the name of the class that writes.
KEEPERS = _words(
    "state config settings preferences cache registry manifest session history checkpoint credentials token"
)
# In the name of the class or the module that writes, where nothing in it says that it keeps something.
PRODUCERS = _words("""
    export exports exporter exporters output outputs report reports reporter reporters docgen debug benchmark benchmarks
""")
BUILDERS = _words("builder builders formatter formatters renderer printer converter")
# In the name of the function that returns what is written.
RENDERING = _words("render rendered")
GENERATING = RENDERING | _words("generate generated")
# A database that is called so is filled again from what it was made of; beside a word of what is kept it is none.
CACHES = _words("cache caches cached caching")
# One that is only locked holds nothing.
MADE_AGAIN = CACHES | LOCKS | _words("index indexes idx")
KEPT = (KEEPERS - MADE_AGAIN) | _words("""
    states sessions histories checkpoints tokens credential cookies ledger journal queue account accounts bookmarks
""")
# A table that is called so holds what somebody said, did or ordered, and not what is read from somewhere again.
RECORDS = _words("""
    account accounts user users session sessions message messages conversation conversations chat chats memo memos
    memory memories note notes todo todos task tasks job jobs queue event events history order orders payment payments
    transaction transactions booking bookings contact contacts reminder reminders schedule schedules ledger journal
    mail mails preferences store credential credentials secret secrets cookie cookies bookmark bookmarks vote votes
    state states setting settings config configs item items record records board boards
    person persons people customer customers client clients employee employees patient patients student students
    member members invoice invoices purchase purchases sale sales appointment appointments expense expenses
    subscription subscriptions habit habits recipe recipes ticket tickets favorite favorites wallet wallets kept
    card cards comment comments diary diaries goal goals project projects trade trades
""")
# What is called so holds nothing that a lock still guards.
DAMAGED = _words("""
    corrupt corrupted corruption malformed damaged broken quarantine quarantined integrity forensic forensics repair
""")
# `open_cache_db` opens a cache; `tune_cache_size` speaks of something else.
CONNECTING = _words("""
    open connect get init initialize create make setup new load the db database sqlite conn connection store file path
""")
# A module that is called so measures or shows something, with data of its own.
MEASURING = _words("benchmark benchmarks bench example examples demo demos")
# What a program notes for itself alone, to see in its next run whether something is still the same.
MARKS = _words("marker stamp hash digest checksum fingerprint memo")
# What is there to be there, whatever it holds.
SENTINELS = _words("marker sentinel")
# What says of other files that they are there and whole.
VOUCHING = MARKS | _words("receipt sentinel complete completed done ready success built")
# What somebody looks at, and makes again when it is broken.
PRODUCTS = _words("""
    report reports export exports exported html render rendered page pages plot plots figure chart sitemap screenshot
    preview coverage summary log logs logfile draw print trace traces tracing timeline
    gitignore readme dockerfile
""")
# In the name of the function that writes; it only weakens a guess.
MAKING = _words("""
    export render generate build report plot convert compile download extract print main run compare
    format archive benchmark test draw emit translate copy install unpack trace tracing
""")
# What is left of a loader's and a saver's name when these are gone is the thing that they speak of.
READING = _words("getitem load read get parse open restore fetch from file deserialize import is has")
WRITING = _words("setitem save write set store dump update put to persist file serialize export create")

CONTENT = re.compile(
    r"(?:^|\.)(?:json|simplejson|ujson|orjson|yaml|toml|tomli_w|tomlkit|pickle|plistlib|marshal|msgpack|rtoml)\."
    r"(?:dumps|dump|safe_dump|packb|dump_all)$|(?:^|\.)model_dump_json$"
)
PID = _words("pid pidfile")
# Called so by its author, wherever it lies.
TEMPORARY = _words("tmp temp temporary tmpdir tempdir tmpfile tempfile tmppath temppath scratch")
LOGS = _words("log logs logfile logfiles")
BACKUP = _words("bak bkp backup backups orig old original archive archived previous prev rollback")
# In the name of a function that is there to copy.
# A program does so where it starts.
UPGRADING = _words("open upgrade migrate migration migrations init initialize setup schema")
COPYING = _words("backup backups back bak export snapshot copy clone dump archive")
PUBLISHING = _words("replace rename move mv publish swap atomic commit install promote")
REMOVING = _words("unlink remove rm rmtree delete cleanup clean discard purge silent missing abort tidy wipe erase")
SYNCING = _words("sync fsync datasync fdatasync")
# In the name of a function that only looks at a file, or speaks of it.
TELLING = _words("""
    log debug info warn warning error exception critical print echo quote format repr len exists isfile stat size
    getsize hash md5 sha1 sha256 digest checksum verify validate check inspect compare cmp chmod chown utime
    relpath relative
""")
STAGING = _words("atomic atomically tmp temp temporary safe staged staging transaction")
