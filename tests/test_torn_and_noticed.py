"""What is made again by whoever finds it torn: caches that are fetched again, marks that are compared, archives."""

from __future__ import annotations

from tests.snippets import announced, cases, found

SNIPPETS = {
    "a cache whose reader catches the error is fetched again": """
        import json, requests
        from pathlib import Path
        class Prices:
            def __init__(self):
                self.cache_file = Path.home() / "prices.json"
            def load(self):
                try:
                    return json.loads(self.cache_file.read_text())
                except json.JSONDecodeError:
                    return {}
            def fetch(self):
                response = requests.get(self.url)
                self.cache_file.write_text(json.dumps(response.json()))
        """,
    "the errors that are caught may stand in a row, or be all there are": """
        import json
        class Cache:
            def load(self):
                try:
                    with open(self.one) as file:
                        return json.load(file)
                except (OSError, ValueError):
                    return None
            def fill(self):
                with open(self.one, "w") as file:
                    json.dump(made(), file)
            def load_other(self):
                try:
                    return json.loads(self.other.read_text())
                except:
                    return None
            def fill_other(self):
                self.other.write_text(json.dumps(made()))
        """,
    "a setting whose reader catches the error is lost all the same": """
        import json
        class Settings:
            def load(self):
                try:
                    return json.loads(self.path.read_text())
                except ValueError:
                    return {}
            def put(self):
                self.path.write_text(json.dumps(made()))  # ATM101
        """,
    "a cache is not forgiven where the error is another one, is raised again, or is not caught": """
        import json
        class Cache:
            def load_a(self):
                try:
                    return json.loads(self.a.read_text())
                except (OSError, UnicodeDecodeError):
                    return {}
            def fill_a(self):
                self.a.write_text(json.dumps(made()))  # ATM101
            def load_b(self):
                try:
                    return json.loads(self.b.read_text())
                except ValueError:
                    raise KeyError
            def fill_b(self):
                self.b.write_text(json.dumps(made()))  # ATM101
            def load_c(self):
                try:
                    text = self.c.read_text()
                except ValueError:
                    return {}
                return json.loads(text)
            def fill_c(self):
                self.c.write_text(json.dumps(made()))  # ATM101
            def load_d(self):
                try:
                    pass
                except ValueError:
                    return json.loads(self.d.read_text())
            def fill_d(self):
                self.d.write_text(json.dumps(made()))  # ATM101
        """,
    "a cache of what a call makes of what a caller gives is fetched again": """
        import json
        class Cache:
            def load(self):
                try:
                    return json.loads(self.path.read_text())
                except ValueError:
                    return {}
            def fill(self, address):
                found = [one for one in fetch(address)]
                first, *_ = fetch(address)
                names = [NAME]
                self.path.write_text(json.dumps({"found": found, "first": first, "names": [names, names]}))
        """,
    "a cache of all that a caller gives one by one is not": """
        import json
        class Cache:
            def load(self):
                try:
                    return json.loads(self.path.read_text())
                except ValueError:
                    return {}
            def fill(self, found):
                rows = []
                for one in found:
                    rows = [rows, one]
                self.path.write_text(json.dumps(rows))  # ATM101
            def load_more(self):
                try:
                    return json.loads(self.more.read_text())
                except ValueError:
                    return {}
            def fill_more(self):
                self.more.write_text(json.dumps([MANY]))  # ATM101
        """.replace("MANY", ", ".join(f"a{number}" for number in range(30))),
    "a cache that its reader throws away where it is torn is made again, whoever gives its content": """
        import json
        class Cache:
            def load(self):
                try:
                    return json.loads(self.path.read_text())
                except ValueError:
                    self.path.unlink()
                    return {}
            def fill(self, found):
                self.path.write_text(json.dumps(found))
            def load_more(self):
                try:
                    return json.loads(self.more.read_text())
                except ValueError:
                    self.path.unlink()
                    return {}
            def fill_more(self, found):
                self.more.write_text(json.dumps(found))  # ATM101
        """,
    "a cache whose reader has it written again where the error is caught is made again": """
        import json
        class Cache:
            def load(self, key):
                try:
                    return json.loads(self.path.read_text())
                except ValueError:
                    self.fill(fetch(key))
            def fill(self, found):
                self.path.write_text(json.dumps(found))
            def load_more(self, key):
                try:
                    return json.loads(self.more.read_text())
                except ValueError:
                    self.fill(fetch(key))
            def fill_more(self, found):
                self.more.write_text(json.dumps(found))  # ATM101
        """,
    "a cache that is written again beside the error, and not for it": """
        import json
        class Cache:
            def load(self, key, found):
                try:
                    self.fill(found)
                    return json.loads(self.path.read_text())
                except ValueError:
                    return {}
            def fill(self, found):
                self.path.write_text(json.dumps(found))  # ATM101
        """,
    "settings that are thrown away where they are torn are lost": """
        import json
        class Settings:
            def load(self):
                try:
                    return json.loads(self.path.read_text())
                except ValueError:
                    self.path.unlink()
                    return {}
            def put(self, found):
                self.path.write_text(json.dumps(found))  # ATM101
        """,
    "a cache of what a caller gives is no better for growing old": """
        import json, time
        class Cache:
            def load(self):
                try:
                    found = json.loads(self.path.read_text())
                except ValueError:
                    return {}
                return found if time.time() - found["at"] < self.ttl_seconds else {}
            def fill(self, found):
                self.path.write_text(json.dumps(found))  # ATM101
        """,
    "a cache of a copy of what a caller gives is not fetched again": """
        import json
        class Cache:
            def load(self):
                try:
                    return json.loads(self.path.read_text())
                except ValueError:
                    return {}
            def fill(self, found):
                self.path.write_text(json.dumps(found.copy()))  # ATM101
        """,
    "a cache of what a caller gives, and one that another function falls back to, is not fetched again": """
        import json
        class Cache:
            def load(self):
                try:
                    return json.loads(self.path.read_text())
                except ValueError:
                    return {}
            def fill(self, found):
                self.path.write_text(json.dumps(found))  # ATM101
            def load_index(self):
                try:
                    return json.loads(self.index.read_text())
                except ValueError:
                    return {}
            def load_stale_index(self):
                try:
                    return json.loads(self.index.read_text())
                except ValueError:
                    return {}
            def fill_index(self):
                self.index.write_text(json.dumps(made()))  # ATM101
        """,
    "a cache that is added to holds more than is made again": """
        import json
        def refresh():
            try:
                with open(CACHE) as file:
                    known = json.load(file)
            except ValueError:
                known = {}
            known[1] = made()
            with open(CACHE, "w") as file:  # ATM104
                json.dump(known, file)  # ATM104
        """.replace("  # ATM104\n                json", "\n                json"),
    "what is removed where the error is caught is made again there": """
        import json
        def get(path, key):
            place = path / "get.json"
            try:
                return json.loads(place.read_text())
            except ValueError:
                place.unlink()
            place.write_text(key)
        def get_another(path, other):
            place = path / "get_another.json"
            try:
                known = json.loads(place.read_text())
            except ValueError:
                other.unlink()
            place.write_text(other)  # ATM101
        """,
    "what is written where the error is caught, or when nothing could be returned, is made again": """
        import json, uuid
        def get(folder):
            try:
                with open(folder / "get.json") as file:
                    return json.load(file)
            except (OSError, ValueError):
                with open(folder / "get.json", "w") as file:
                    json.dump(made(), file)
        def get_or_make(folder, key):
            place = folder / "get_or_make.json"
            if place.is_file():
                try:
                    return json.loads(place.read_text())
                except ValueError:
                    pass
            place.write_text(json.dumps(key))
        def get_or_draw(folder):
            place = folder / "get_or_draw.json"
            try:
                return json.loads(place.read_text())
            except ValueError:
                pass
            place.write_text(str(uuid.uuid4()))
        def add(folder, key):
            place = folder / "add.json"
            try:
                known = json.loads(place.read_text())
                known[key] = 1
                place.write_text(json.dumps(known))  # ATM101
            except ValueError:
                known = {}
        def put(folder):
            place = folder / "put.json"
            place.write_text("{ }")  # ATM101
            try:
                return json.loads(place.read_text())
            except ValueError:
                return None
        def ask(folder):
            try:
                place = folder / "ask.json"
                try:
                    known = json.loads(place.read_text())
                except OSError:
                    known = {}
                    place.write_text("{ }")  # ATM101
            except ValueError:
                place.write_text("{ }")
        """,
    "what is given up where it is torn is not made again": """
        import json
        def add(folder, key):
            place = folder / "add.json"
            try:
                known = json.loads(place.read_text())
            except ValueError as error:
                return f"cannot read {place}, {error}"
            known[key] = 1
            place.write_text(json.dumps(known))  # ATM101
            return ""
        def get_or_give_up(folder, key):
            place = folder / "get_or_give_up.json"
            try:
                return json.loads(place.read_text())[key]
            except KeyError:
                pass
            except ValueError:
                return None
            place.write_text(json.dumps({key: 1}))  # ATM101
        def get_or_go_on(folder, key):
            place = folder / "get_or_go_on.json"
            try:
                known = json.loads(place.read_text())
            except ValueError:
                known = None
            else:
                return known
            place.write_text(json.dumps({key: 1}))
        """,
    "what is compared where it is written is not written again for those who read it elsewhere": """
        from pathlib import Path
        def cache(folder, name, new_hash):
            ref = Path(folder) / "refs" / name
            if not ref.exists() or new_hash != ref.read_text():
                ref.write_text(new_hash)  # ATM101
        def get(folder, name):
            return (Path(folder) / "refs" / name).read_text()
        def mark(folder, name, new_hash):
            ref = Path(folder) / "marks" / name
            if not ref.exists() or new_hash != ref.read_text():
                ref.write_text(new_hash)
        def is_marked(folder, name, new_hash):
            return (Path(folder) / "marks" / name).read_text() == new_hash
        def put(folder, text):
            place = Path(folder) / "text"
            if text != place.read_text():
                place.write_text(text)  # ATM101
        def take(folder):
            return (Path(folder) / "text").read_text()
        """,
    "a cache that another function fills again loses what was added to it": """
        import json
        class Index:
            def __init__(self):
                try:
                    self.known = json.loads(self.cache.read_text())
                except ValueError:
                    self.known = {}
                try:
                    self.drawn = json.loads(self.other_cache.read_text())
                except ValueError:
                    self.drawn = {}
            def keep(self):
                self.cache.write_text(json.dumps(self.known))  # ATM101
            def draw(self):
                self.drawn = made()
                self.other_cache.write_text(json.dumps(self.drawn))
        """,
    "a mark that is only compared is written again": """
        import sys
        from pathlib import Path
        class Environment:
            def create(self):
                if self.marker.read_text() != sys.executable:
                    self.marker.write_text(sys.executable)
        def install(folder, new_hash):
            place = folder / "state"
            old = place.read_text().strip()
            if new_hash == old or old != "1":
                return
            place.write_text(f"{new_hash}")
        def agree(path):
            with open(path / "state") as file:
                held = file.read()
            if held == str(marker):
                return
            (path / "state").write_text(str(marker))
        def look(path):
            try:
                if json.loads((path / "stamp").read_text())["made"] == made:
                    return
            except ValueError:
                pass
            (path / "stamp").write_text(json.dumps({"made": made}))
        """,
    "a mark that is made of what two functions are given, and compared with that": """
        def notice_marker():
            return home() / "seen"
        def notice_state(raised):
            return f"{raised.model}:{raised.level}"
        def notice_seen(raised):
            try:
                return notice_marker().read_text().strip() == notice_state(raised)
            except OSError:
                return False
        def record_notice(raised):
            marker = notice_marker()
            marker.write_text(notice_state(raised))
        """,
    "a mark is more than one where it is used for something else, or compared with something else": """
        import json
        def install(folder, new_hash):
            place = folder / "state"
            old = place.read_text()
            if new_hash == old:
                return
            tell(old)
            place.write_text(new_hash)  # ATM101
        def install_for(folder, new_hash, old_hash):
            place = folder / "state"
            if place.read_text() == old_hash:
                return
            place.write_text(new_hash)  # ATM101
        def install_beside(folder, new_hash):
            place = folder / "state"
            if place.read_text() < new_hash:
                place.write_text(new_hash)  # ATM101
        def install_again(folder, new_hash):
            place = folder / "state"
            if json.loads(place.read_text()) != new_hash:
                place.write_text(new_hash)  # ATM101
        """,
    "a state is read by others, however it is compared here": """
        def refresh(folder, text):
            place = folder / "state"
            if place.read_text() != text:
                place.write_text(text)  # ATM101
        """,
    "a mark without content has nothing to compare": """
        def mark(folder):
            (folder / "marker").read_text()
            (folder / "marker").open("w").write()
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
