"""Data and its index, manifest or checksum: which file is about which."""

from __future__ import annotations

from tests.snippets import announced, cases, found

IMPORTS = "from hashlib import sha256\nfrom flake8_atomic.helpers import atomic_write_bytes as put, atomic_write_json\n"


@cases(
    {
        "a checksum that a variable holds": """
        def save(path, data):
            digest = sha256(data).hexdigest()
            put(path, data)  # ATM301
            put(f"{path}.sha256", digest.encode())
    """,
        "an index that a variable holds": """
        def save_records(folder, records):
            index = {record["id"]: number for number, record in enumerate(records)}
            atomic_write_json(folder / "records.json", records)  # ATM301
            atomic_write_json(folder / "index.json", index)
    """,
        "named after the data by a constant": """
        def save_dataset(folder, vectors, index):
            put(folder / "vectors.bin", vectors)  # ATM301
            atomic_write_json(folder / "vectors.index.json", index)
    """,
        "named after the data by a function": """
        import os
        def save_dataset(folder, vectors, index):
            put(os.path.join(folder, "vectors"), vectors)  # ATM301
            atomic_write_json(os.path.join(folder, "vectors_index.json"), index)
    """,
        "named after the path of the data": """
        def save(path, data, manifest):
            put(path, data)  # ATM301
            atomic_write_json(path.with_suffix(".manifest.json"), manifest)
    """,
        "that of the folder": """
        import os
        def save_records(folder, records, manifest):
            atomic_write_json(folder / "records.json", records)  # ATM301
            atomic_write_json(folder / "manifest.json", manifest)
        def save_others(folder, records, index):
            atomic_write_json(os.path.join(folder, "records.json"), records)  # ATM301
            atomic_write_json(os.path.join(folder, "index.json"), index)
    """,
        "that of another folder, of a part, or made by who only builds": """
        def save_records(folder, other, records, manifest):
            atomic_write_json(folder / "records.json", records)
            atomic_write_json(other / "manifest.json", manifest)
        def save_words(folder, records, index):
            atomic_write_json(folder / "records.json", records)
            atomic_write_json(folder / "words_index.json", index)
        def build(folder, records, index):
            atomic_write_json(folder / "records.json", records)
            atomic_write_json(folder / "index.json", index)
        def save_both(path, manifest_path, records, manifest):
            atomic_write_json(path, records)
            atomic_write_json(manifest_path, manifest)
    """,
        "of something else": """
        def save(folder, path, vectors, words, index):
            digest = sha256(words).hexdigest()
            put(folder / "vectors.bin", vectors)
            atomic_write_json(folder / "words.index.json", index)
            put(folder / "others.sha256", digest.encode())
            atomic_write_json(path, {})
    """,
        "made of the same things, but none about the other": """
        def save(folder, records):
            names = [record["name"] for record in records]
            atomic_write_json(folder / "records.json", records)
            atomic_write_json(folder / "names.json", names)
    """,
    }
)
def test_it_is_saved_with_what_it_is_about(text: str) -> None:
    assert found(IMPORTS + text) == announced(IMPORTS + text)
