"""Arguments that stand under the first one of their call stay there."""

from __future__ import annotations

from tests.codemods.fixing import body_of, pairs, rewrite_of, told

ALIGNED = {
    "one below the other": """
        def save(path: Path, text):
            path.write_text(text,
                            # as it is
                            encoding="utf-8")
        ---
        def save(path: Path, text):
            atomic_write_text(path,
                              text,
                              # as it is
                              encoding="utf-8")
    """,
    "some side by side": """
        def save(path, items):
            json.dump([item for item in items],
                      open(path, "w"),
                      indent=2, sort_keys=True)
        ---
        def save(path, items):
            atomic_write_json(path,
                              [item for item in items],
                              indent=2, sort_keys=True)
    """,
    "more side by side, a bracket among them": """
        def save(path, items):
            with open(path, "w") as f:
                json.dump(items, f, indent=2,
                          sort_keys=True, default=lambda x: {"a": x,
                                                             "b": 2})
        ---
        def save(path, items):
            atomic_write_json(path, items, indent=2,
                              sort_keys=True, default=lambda x: {"a": x,
                                                                 "b": 2})
    """,
    "in the head of a block": """
        def save(path, items):
            with open(path,
                      "w"
                      ) as f:
                f.writelines(items)
                f.write("end")
        ---
        def save(path, items):
            with atomic_open(path,
                             "w"
                             ) as f:
                f.writelines(items)
                f.write("end")
    """,
    "a copy in a block": """
        def save(path: Path, items):
            path.write_text(json.dumps(items,
                                       indent=2),
                            encoding="utf-8")
        ---
        def save(path: Path, items):
            atomic_write_text(path,
                              json.dumps(items,
                                         indent=2),
                              encoding="utf-8")
    """,
    "one argument": """
        def save(path: Path, items):
            count = path.write_text(json.dumps(items,
                                               indent=2))
        ---
        def save(path: Path, items):
            count = atomic_write_text(path,
                                      json.dumps(items,
                                                 indent=2))
    """,
    "a text over lines": """
        def save(path: Path):
            path.write_text('''a
                            b''', encoding="utf-8",
                            newline="")
        ---
        def save(path: Path):
            atomic_write_text(path, '''a
                            b''', encoding="utf-8",
                              newline="")
    """,
    "nothing under it": """
        def save(path: Path, text):
            path.write_text("a %s b" % (
                text), encoding="utf-8")
            path.write_text(text,
                encoding="utf-8", newline=max("",
                                              ""))
        ---
        def save(path: Path, text):
            atomic_write_text(path, "a %s b" % (
                text), encoding="utf-8")
            atomic_write_text(path, text,
                encoding="utf-8", newline=max("",
                                              ""))
    """,
    "behind another statement": """
        def save(path: Path, text):
            if text: path.write_text(text,
                                     encoding="utf-8")
            try:
                raise ValueError
            except ValueError:
                path.write_text(text,
                                encoding="utf-8")
        ---
        def save(path: Path, text):
            if text: atomic_write_text(path, text,
                                     encoding="utf-8")
            try:
                raise ValueError
            except ValueError:
                atomic_write_text(path,
                                  text,
                                  encoding="utf-8")
    """,
    "in a match": """
        def save(path: Path, text):
            match text:
                case "":
                    pass
                case _:
                    path.write_text(text,
                                    encoding="utf-8")
        ---
        def save(path: Path, text):
            match text:
                case "":
                    pass
                case _:
                    atomic_write_text(path,
                                      text,
                                      encoding="utf-8")
    """,
}


@pairs(ALIGNED)
def test_what_stands_under_the_first_argument_stays_there(before: str, after: str) -> None:
    result = rewrite_of("import json\nfrom pathlib import Path\n" + before)
    text = body_of(result.after)
    assert (result.problem, text[text.index("def ") :]) == ("", after.rstrip())


def test_a_call_in_another_one_is_laid_out_as_it_was() -> None:
    before = """
        from anyio import Path
        async def save(text):
            await Path("a").write_text(text,
                                       encoding="utf-8")
    """
    after = """
        async def save(text):
            await anyio.to_thread.run_sync(functools.partial(atomic_write_text, Path("a"), text,
                                       encoding="utf-8"))
    """
    text = body_of(rewrite_of(told(before)).after)
    assert text[text.index("async ") :] == told(after).rstrip()
