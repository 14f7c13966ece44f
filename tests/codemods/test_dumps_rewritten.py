"""What the safe fixes make of a dump, and which `json` is the library's own."""

from __future__ import annotations

from inspect import Parameter, signature

import pytest

from flake8_atomic.fixes.calls import HELPERS_OWN
from flake8_atomic.helpers import atomic_write_json
from tests.codemods.fixing import SAFELY, body_of, fixed_safely, pairs, rewrite_of

DUMPS = {
    "where nobody looks at what it returns": """
        import json
        def save(path, data):
            json.dump(data, open(path, "w")) if data else None
            data and json.dump(data, open(path, "w"))
        ---
        def save(path, data):
            atomic_write_json(path, data) if data else None
            data and atomic_write_json(path, data)
    """,
    "a dump": """
        import json
        def save(path, data):
            # the settings
            with open(path, "w", encoding="utf-8") as f:  # here
                json.dump(
                    data,
                    f,
                    indent=2,
                )
        ---
        def save(path, data):
            # the settings
            atomic_write_json(
                path,
                data,
                encoding="utf-8",
                indent=2,
            )  # here
    """,
    "a dump with a line end, synced": """
        import json
        import os
        def save(path, data):
            with open(path, "w") as f:
                json.dump(data, fp=f, sort_keys=True)
                f.write("\\n")
                f.flush()
                os.fsync(f.fileno())
        ---
        def save(path, data):
            atomic_write_json(path, data, end="\\n", sort_keys=True)
    """,
    "a dump into an open without a with": """
        import json
        def save(path, data):
            json.dump(obj=data, fp=open(path, "w"))
        ---
        def save(path, data):
            atomic_write_json(path, data)
    """,
    "a dump of another kind": """
        import pickle
        def save(path, data):
            pickle.dump(data, open(path, "wb"))
        ---
        import pickle
        def save(path, data):
            with atomic_open(path, "wb") as file:
                pickle.dump(data, file)
    """,
    "keywords that the helper would keep for itself": """
        import json
        def save(path, data, Encoder, how):
            with open(path, "w") as f:
                json.dump(data, f, cls=Encoder, perms=0o600)
            with open(path, "w") as f:
                json.dump(data, f, sync=True)
            with open(path, "w") as f:
                json.dump(data, f, cls=Encoder, **how)
            with open(path, "w") as f:
                json.dump(data, f, cls=Encoder, indent=2)
            with open(path, "w") as f:
                json.dump(data, f, **how)
            json.dump(data, open(path, "w"), end="")
        ---
        import json
        def save(path, data, Encoder, how):
            with atomic_open(path, "w") as f:
                json.dump(data, f, cls=Encoder, perms=0o600)
            with atomic_open(path, "w") as f:
                json.dump(data, f, sync=True)
            with atomic_open(path, "w") as f:
                json.dump(data, f, cls=Encoder, **how)
            atomic_write_json(path, data, cls=Encoder, indent=2)
            with atomic_open(path, "w") as f:
                json.dump(data, f, **how)
            with atomic_open(path, "w") as file:
                json.dump(data, file, end="")
    """,
    "dumps of another form": """
        import json
        def save(path, data, args):
            with open(path, "w") as f:
                json.dump(*args, f)
                f.write("x")
            with open(path, "w") as f:
                json.dump(data, f, *args)
            with open(path, "w") as f:
                json.dump(data, f)
                print(data)
            with open(path, "w") as f:
                x = json.dump(data, f)
            with open(path, "w") as f:
                f.writelines(data)
                f.write("\\n")
            with open(path, "w") as f:
                f.write(data, f)
            with open(path, "w") as f:
                json.dump(fp=f)
        ---
        import json
        def save(path, data, args):
            with atomic_open(path, "w") as f:
                json.dump(*args, f)
                f.write("x")
            with atomic_open(path, "w") as f:
                json.dump(data, f, *args)
            with atomic_open(path, "w") as f:
                json.dump(data, f)
                print(data)
            with atomic_open(path, "w") as f:
                x = json.dump(data, f)
            with atomic_open(path, "w") as f:
                f.writelines(data)
                f.write("\\n")
            with atomic_open(path, "w") as f:
                f.write(data, f)
            with atomic_open(path, "w") as f:
                json.dump(fp=f)
    """,
}


@pairs(DUMPS)
def test_a_dump_becomes_one_call(before: str, after: str) -> None:
    assert fixed_safely(before) == ("", body_of(after), SAFELY)


@pytest.mark.parametrize(
    "imports",
    [
        "try:\n    import simplejson as json\nexcept ImportError:\n    import json\n",
        "try:\n    import json\nexcept ImportError:\n    import ujson as json\n",
        "try:\n    import rapidjson\n    json = rapidjson\nexcept ImportError:\n    import json\n",
        "if old:\n    import simplejson as json\nelse:\n    import json\n",
    ],
)
def test_another_module_that_may_be_called_json_writes_its_own_way(imports: str) -> None:
    block = "def save(path, o):\n    with open(path, 'w') as f:\n        json.dump(o, f)\n"
    result = rewrite_of(f"old = 1\n{imports}{block}", unsafe=False)
    assert result.problem == ""
    assert "with atomic_open(path, 'w') as f:\n        json.dump(o, f)" in result.after


def test_a_module_that_is_imported_twice_is_one_module() -> None:
    text = "try:\n    import json\nexcept ImportError:\n    import json\n"
    text += "def save(path, o):\n    with open(path, 'w') as f:\n        json.dump(o, f)\n"
    assert "atomic_write_json(path, o)" in rewrite_of(text, unsafe=False).after


def test_what_the_helper_takes_for_itself_is_known() -> None:
    named = {
        word.name for word in signature(atomic_write_json).parameters.values() if word.kind != Parameter.VAR_KEYWORD
    }
    assert named - HELPERS_OWN == {"obj"}
