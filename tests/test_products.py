"""What a build makes, and what somebody asked for on the command line, is made again."""

from __future__ import annotations

import pytest

from tests.snippets import announced, cases, codes, found

announced_nothing = cases(
    {
        "what Sphinx renders": """
            from pathlib import Path
            def finish(app, exception):
                (Path(app.builder.outdir) / "llms.txt").write_text(made())
                (Path(app.outdir) / "a").write_text(made())
            """,
        "a page of Sphinx that is changed where it lies": """
            from pathlib import Path
            def finish(app, exception):
                index = Path(app.builder.get_outfilename("genindex"))
                index.write_text(changed(index.read_text()))
            """,
        "the folder of Sphinx, given to a function": """
            from sphinx.application import Sphinx
            def render(outdir, name):
                path = outdir / name
                path = path.with_suffix(".a")
                path.write_text(made())
            """,
        "a page of the documentation": """
            from pathlib import Path
            output = Path(__file__).parents[1] / "docs" / "reference" / "settings.md"
            output.write_text(made())
            """,
        "an option": """
            import argparse, json
            from pathlib import Path
            args = argparse.ArgumentParser().parse_args()
            args.output.write_text(made())
            Path(args.out_file).write_text(made())
            with open(args.output, "w") as file:
                json.dump(made(), file)
            """,
        "an option that a function is given": """
            from pathlib import Path
            def write_all(path, made):
                path.write_text(made)
            def main(args):
                target = Path(args.output)
                write_all(target, 1)
                write_all(Path(args.outfile), 2)
            """,
        "an option by its name, and the same path by another spelling": """
            from pathlib import Path
            def main(args):
                chosen = getattr(args, "output", None)
                path = Path(str(chosen)).expanduser().resolve()
                path.write_text(made())
            """,
        "an output that the caller chose": """
            from pathlib import Path
            def show(output_file):
                Path(output_file).write_text(made())
            def look(out):
                describe(out)
            def describe(path):
                path.write_text(made())
            """,
        "a folder of what somebody looks at": """
            import json
            (debug_dir / "fonts.json").write_text(json.dumps(x))
            with open(exports / "a.json", "w") as file:
                json.dump(x, file)
            """,
        "a class that reports": """
            import json
            class CoverageReporter:
                def finish(self):
                    with open(self.path, "w") as file:
                        json.dump(x, file)
                    self.path.write_text(json.dumps(x))
            class JUnitBuilder:
                def put(self, name):
                    with open(name, "w") as file:
                        file.write(x)
            """,
    }
)


@announced_nothing
def test_a_product_is_left_alone(text: str) -> None:
    assert codes(text) == []


@cases(
    {
        "an outdir of one's own": """
            def save(outdir, text):
                (outdir / "a").write_text(text)
            """,
        "a name that makes itself, beside the word": """
            def save(path, text, outdir):
                for _ in text:
                    path = path / path
                path.write_text(text)
            """,
        "a folder below folders, beside the word": """
            def save(a, text, outdir):
                (a / 1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9 / 10 / 11 / 12 / 13 / 14).write_text(text)
            """,
        "a page elsewhere": """
            (folder / "settings.md").write_text(made())
            """,
        "an option that names what is kept": """
            args.config.write_text(made())
            """,
        "an output that is no option": """
            self.output.write_text(made())
            """,
        "an output that the program has chosen": """
            def deliver(self, name):
                output_path = self.output_dir / name
                output_path.write_text(made())
            """,
        "an output to which an object saves itself": """
            class Plan:
                def write(self, output_file):
                    output_file.write_text(made())
            """,
        "an output that one caller has chosen": """
            def show(output_file):
                output_file.write_text(made())
            def main(folder):
                show(folder / "plan")
            """,
        "what is state by who writes it or by what, whatever the parameter is called": """
            import json
            def set_credentials(output, found):
                output.write_text(json.dumps(found))
            """,
        "another thing that is called getattr": """
            def go(node, args):
                node.getattr(args).write_text(node.getattr())
            """,
        "getattr of nothing": """
            getattr().write_text(x)
            """,
        "getattr of no name": """
            getattr(args).write_text(x)
            """,
        "another default of an option": """
            def main(args):
                getattr(args, name).write_text(made())
            """,
        "a class that formats what it keeps": """
            class StateReporter:
                def finish(self):
                    self.path.write_text(x)
            """,
        "one that only one caller is asked for": """
            def write_all(path, made):
                path.write_text(made)
            def main(args):
                write_all(args.output, 1)
                write_all(place, 2)
            """,
        "one that nobody in the file calls": """
            def write_all(path, made):
                path.write_text(made)
            """,
    }
)
def test_what_is_no_product_is_judged(text: str) -> None:
    assert codes(text) == ["ATM101"]


@pytest.mark.parametrize("name", ["setup.py", "hatch_build.py", "docs/_ext/a.py"])
def test_what_a_script_of_the_build_writes_is_made_by_the_next(name: str) -> None:
    text = "def go(a):\n  (a / 'state').write_text(x)\n  (a / 'state.json').write_text(x)\n"
    assert codes(text, filename=name) == []
    assert found(text) == [(2, "ATM101"), (3, "ATM101")]


def test_what_a_script_of_the_build_changes_is_what_it_reads() -> None:
    assert codes("def go(a):\n  a.write_text(changed(a.read_text()))\n", filename="setup.py") == ["ATM101"]


@pytest.mark.parametrize("module", ["debug_tools", "exporter", "report"])
def test_a_module_may_say_that_it_makes_products(module: str) -> None:
    text = "import json\ndef go(a):\n  with open(a + '.json', 'w') as f: json.dump(x, f)\n"
    assert codes(text, filename=f"{module}.py") == []
    assert codes(text, filename=f"{module}_config.py") == ["ATM104"]


@cases(
    {
        "an exporter": """
            import json, shutil
            class Exporter:
                def go(self):
                    with open(self.settings, "w") as file:
                        json.dump(x, file)  # ATM104
                def load(self):
                    return open(self.place).read()
                def save(self):
                    with open(self.place, "w") as file:  # ATM103
                        file.write(x)
            class ModelBuilder:
                def save_weights(self, place):
                    with open(place, "wb") as file:  # ATM103
                        file.write(self.weights)
            class ToolExporter:
                def tool(self):
                    if not self.tool_path.exists():
                        shutil.copyfile(found, self.tool_path)  # ATM106
            """
    }
)
def test_a_word_or_a_read_outweighs_who_writes(text: str) -> None:
    assert found(text) == announced(text)
