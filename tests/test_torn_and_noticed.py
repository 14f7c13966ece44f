"""What is lost although a reader forgives it, and what nobody loses: archives that are unpacked, marks."""

from __future__ import annotations

from tests.snippets import announced, cases, found

SNIPPETS = {
    "a cache whose reader forgives a torn one is lost all the same": """
        import json
        class Prices:
            def load(self):
                try:
                    return json.loads(self.cache_file.read_text())
                except json.JSONDecodeError:
                    return {}
            def fetch(self):
                self.cache_file.write_text(json.dumps(fetched()))  # ATM101
            def load_more(self):
                try:
                    return json.loads(self.more.read_text())
                except ValueError:
                    self.more.unlink()
                    self.fill_more(fetched())
            def fill_more(self, found):
                self.more.write_text(json.dumps(found))  # ATM101
        """,
    "what is written where reading has failed is as little to be torn again": """
        import json
        def get(folder):
            try:
                with open(folder / "get.json") as file:
                    return json.load(file)
            except (OSError, ValueError):
                with open(folder / "get.json", "w") as file:
                    json.dump(made(), file)  # ATM104
        """,
    "what is compared where it is written is not written again for those who read it elsewhere": """
        from pathlib import Path
        def cache(folder, name, new_hash):
            ref = Path(folder) / "refs" / name
            if not ref.exists() or new_hash != ref.read_text():
                ref.write_text(new_hash)  # ATM101
        def get(folder, name):
            return (Path(folder) / "refs" / name).read_text()
        def agree(folder, name, new_hash):
            ref = Path(folder) / "marks" / name
            if not ref.exists() or new_hash != ref.read_text():
                ref.write_text(new_hash)
        def install(folder, new_hash, old_hash):
            place = folder / "place"
            if place.read_text() == old_hash:
                return
            place.write_text(new_hash)  # ATM101
        """,
    "a stamp that is compared with what would be written is written again": """
        def install(marker, version):
            if marker.exists() and marker.read_text() == version:
                return
            marker.write_text(version)
        def note(marker, version):
            marker.write_text(version)  # ATM101
        """,
    "a state is read by others, however it is compared here": """
        def refresh(folder, text):
            place = folder / "state"
            if place.read_text() != text:
                place.write_text(text)  # ATM101
        """,
    "an archive that is unpacked at once leaves what comes out of it": """
        import tarfile, zipfile
        def fetch(folder, data):
            package = folder / "a"
            package.write_bytes(data)
            with zipfile.ZipFile(package) as archive:
                archive.extractall(folder)
        def fetch_by_helper(folder, data):
            package = folder / "a"
            package.write_bytes(data)
            unzip_package(path=package)
        def fetch_to_read(folder, data):
            package = folder / "a"
            package.write_bytes(data)
            tarfile.open(package, mode="r:gz").extractall(folder)
        """,
    "an archive that is kept, added to or looked into is none of these": """
        import zipfile
        def fetch(folder, data):
            package = folder / "a"
            if package.exists():
                return
            package.write_bytes(data)  # ATM102
            unzip(package)
        def fetch_to_add(folder, data):
            package = folder / "a"
            package.write_bytes(data)  # ATM102
            zipfile.ZipFile(package, "a").writestr("b", "")
        def fetch_to_look(folder, data):
            package = folder / "a"
            unzip(package)
            package.write_bytes(data)  # ATM102
            extract_title(package)
            unzip(folder)
        """,
    "a relative path lies in the temporary folder that the function has gone to": """
        import os, tempfile
        from pathlib import Path
        def publish(data):
            made = tempfile.TemporaryDirectory()
            os.chdir(made.name)
            with open("metadata.json", "w") as file:
                file.write(data)
        def publish_by_method(data):
            os.chdir(tempfile.mkdtemp())
            Path("a", "state.json").write_text(data)
        def publish_elsewhere(data):
            os.chdir(tempfile.mkdtemp())
            Path("/etc/state.json").write_text(data)  # ATM101
        def publish_unknown(data):
            os.chdir(tempfile.mkdtemp())
            Path(data).write_text(data)  # ATM101
        def publish_after(data):
            os.chdir(tempfile.mkdtemp())
            os.chdir(data)
            Path("state.json").write_text(data)  # ATM101
        def publish_before(data):
            Path("state.json").write_text(data)  # ATM101
            os.chdir(tempfile.mkdtemp())
            os.chdir()
        """,
    "what is told a path is none": """
        import tempfile
        from pathlib import Path
        def decode(symbols, token):
            with tempfile.NamedTemporaryFile() as words:
                symbols.write_text(words.name)
                symbols.write_text(words)  # ATM101
                symbols.write_text(token.name)  # ATM101
                (Path("a") / "sockets").write_text(words.name)  # ATM101
        """,
    "what a store of another kind opens is no file of this machine, but a file system may be": """
        import json, torch
        def save(store, config, data):
            with store.open(config, mode="w") as file:
                json.dump(data, file)
            with store.open(config, mode="wb") as state:
                torch.save(data, state)
        class Font:
            def save(self, state, data):
                with self.fs.open(state, mode="w") as file:
                    json.dump(data, file)  # ATM104
        """,
    "a path of an object that is joined is called as it is": """
        def build(context, script, place):
            made = context.join("build.py")
            made.local_path.write_text(script)
            other = context.find("build.py")
            other.local_path.write_text(script)  # ATM101
            made.address.write_text(script)  # ATM101
            place.local_path.write_text(script)  # ATM101
        """,
    "what is called by its own content, and told when it is whole, is written again": """
        import hashlib
        from pathlib import Path
        def keep(folder, data):
            place = folder / hash_bytes(data)
            place.write_bytes(data)
            return place
        def keep_at(folder, data):
            name = hashlib.sha256(data).hexdigest()
            (folder / name / "state").write_bytes(data)
            return name
        def keep_once(folder, data):
            place = folder / hash_bytes(data)
            if not place.exists():
                place.write_bytes(data)  # ATM102
            return place
        def keep_answer(folder, address, data):
            place = folder / hash_text(address)
            place.write_bytes(data)  # ATM102
            return place
        def keep_here(folder, data):
            place = folder / hash_bytes(data)
            place.write_bytes(data)  # ATM102
        """,
    "a word that nobody reads, but only asks whether it is there, is as good when it is empty": """
        import os
        def once(folder):
            mark = os.path.join(folder, "set-up.done")
            if os.path.exists(mark):
                return
            with open(mark, "w") as file:
                file.write("done")
        def once_more(folder):
            if not (folder / "installed").exists():
                (folder / "installed").write_text("1\\n")
        def greet(folder):
            if not (folder / "user.json").exists():
                (folder / "user.json").write_text("{}")  # ATM101
        def hide(folder):
            if not (folder / "password").exists():
                (folder / "password").write_text("foo")  # ATM101
        def choose(folder):
            if not (folder / "theme").exists():
                (folder / "theme").write_text("1")  # ATM101
            return (folder / "theme").read_text()
        def count(folder, number):
            if not (folder / "number").exists():
                (folder / "number").write_text(number)  # ATM101
        def tell(folder):
            (folder / "state").write_text("done")  # ATM101
        """,
    "a marker that is only asked after is as good when it is torn, but not one that somebody reads": """
        import json
        def marker_path():
            return HOME / ".unsupported_marker"
        def mark(reason):
            marker_path().write_text(json.dumps(reason))
        def is_marked():
            return marker_path().exists()
        def claim(folder, owner):
            (folder / "owner_marker").write_text(owner)  # ATM101
        def is_claimed(folder):
            return (folder / "owner_marker").exists()
        def owner(folder):
            return (folder / "owner_marker").read_text()
        def leave(folder):
            (folder / "last_marker").write_text(x)  # ATM101
        def genes(folder):
            found = folder / "marker.csv"
            if not found.exists():
                found.write_text(computed())  # ATM101
            return found
        """,
}


@cases(SNIPPETS)
def test_it_is_judged_as_announced(text: str) -> None:
    assert found(text) == announced(text)
