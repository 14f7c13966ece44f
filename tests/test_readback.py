"""Is the path that is written read elsewhere?"""

from __future__ import annotations

import pytest

from tests.snippets import reasons

KEPT = (
    "\n  def __init__(self, p): self.place = p\n  def go(self):\n    output = self.place; open(output, 'w').write(x)\n"
)
NAMED = "def look(n):\n  return open(at(n))\ndef at(n): return a + f'/{n}.x'\n"
WRITE = "def go(x):\n  with open({0}, 'w') as f: f.write(x)\n"


def read_on(text: str) -> list[int]:
    """The lines of the reads that made something state."""
    return [int(reason.rpartition(" ")[2]) for reason in reasons(text) if reason.startswith("the read on line ")]


@pytest.mark.parametrize(
    "text",
    [
        "def look():\n  return open(place).read()\n" + WRITE.format("place"),
        "def look():\n  return place.read_text()\n" + WRITE.format("place"),
        "def look():\n  return open('zork').read()\n" + WRITE.format("'zork'"),
        "def look():\n  return open('/var/x/zork')\n" + WRITE.format("'/var/x/zork'"),
        "def look():\n  return place.read_text()\n" + WRITE.format("str(place)"),
        "def look():\n  return (a / 'b.x').read_text()\n" + WRITE.format("a / 'b.x'"),
        "def look():\n  return open(a + '/b.x')\n" + WRITE.format("a + '/b.x'"),
        "def look():\n  return a.b.place.exists()\n" + WRITE.format("a.b.place"),
        "def load(p):\n  return p.read_text()\ndef write(p):\n  with open(p, 'w') as f: f.write(x)\n",
        NAMED + "def go(n, x):\n  p = str(at(n))\n  with open(p, 'w') as f: f.write(x)\n",
        NAMED + "def go(n, x):\n  with open(str(at(n)), 'w') as f: f.write(x)\n",
        "def read_a(p):\n  return open(p / 'b')\ndef write_a(p):\n  with open(p / 'b', 'w') as f: f.write(x)\n",
        "def go(p):\n  x = p.read_text()\n  with open(p, 'w') as f: f.write(x)\n",
        "def go(p):\n  if not p.exists():\n    with open(p, 'w') as f: f.write(x)\n",
        "def go(p):\n  if p.exists(): return\n  with open(p, 'w') as f: f.write(x)\n",
        "def go():\n  return open(place)\ndef up():\n  p = place\n  with open(p, 'w') as f: f.write(x)\n",
        "def go(p):\n  if not p.exists(): up(p)\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "def go(p, c):\n  if c and p.exists(): return\n  up(p)\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "def ls(tab_x):\n  return open(tab_x)\ndef ed(tab_x):\n  with open(tab_x, 'w') as f: f.write(x)\n",
        "def look(*, tabfile):\n  return open(tabfile)\ndef go(tabfile):\n  with open(tabfile, 'w') as f: f.write(x)\n",
        "def go(p):\n  if p.exists(): return p\n  up(p)\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "def __getitem__(n):\n  return open(at(n))\ndef __setitem__(n, x):\n  with open(at(n), 'w') as f: f.write(x)\n",
        "class A:\n  def look(self): return self.place.read_text()" + KEPT,
    ],
)
def test_it_is_read_back(text: str) -> None:
    assert read_on(text) == [2]


@pytest.mark.parametrize(
    "text",
    [
        WRITE.format("place"),
        "def look():\n  return open(other).read()\n" + WRITE.format("place"),
        "def look():\n  return len(place)\n" + WRITE.format("place"),
        "def look(p):\n  return p.read_text()\ndef put_down(p):\n  with open(p, 'w') as f: f.write(x)\n",
        "def read_a(p):\n  return open(p)\ndef write_b(p):\n  with open(p, 'w') as f: f.write(x)\n",
        "def go(p):\n  with open(p, 'w') as f: f.write(x)\n  return p.read_text()\n",
        "def go(p):\n  print(p.exists())\n  with open(p, 'w') as f: f.write(x)\n",
        "def go(p):\n  if c:\n    print(p.exists())\n  with open(p, 'w') as f: f.write(x)\n",
        "def go(p):\n  if p.exists(): print(p)\n  with open(p, 'w') as f: f.write(x)\n",
        "def go(name):\n  with open('share/vendor.d/' + name, 'w') as f: f.write(x)\n",
        "def go(name):\n  with open('./' + name, 'w') as f: f.write(x)\n",
        "def look():\n  return made().read_text()\ndef go():\n  with open(lambda: 0, 'w') as f: f.write(x)\n",
        "def go(p):\n  with open(p, 'w') as f: f.write(x)\n  with open(p) as f: f.read()\n",
        "p = made()\nwith open(p, 'w') as f: f.write(x)\n",
        "def ls(in_file):\n  return open(in_file)\ndef ed(in_file):\n  with open(in_file, 'w') as f: f.write(x)\n",
        "def ls(tab):\n  return tab.exists()\ndef ed(tab):\n  with open(tab, 'w') as f: f.write(x)\n",
        "class tab: pass\ndef ed(tab):\n  with open(tab, 'w') as f: f.write(x)\n",
        "def go(p):\n  print(p.exists())\n  up(p)\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "def go(p):\n  if not p.exists(): up(o)\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "def go(p):\n  if p.exists(): up(p)\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "def go(p):\n  if p.exists(): raise E\n  up(p)\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "import os\ndef go(p):\n  os.open(p, os.O_CREAT)\n  with open(p, 'w') as f: f.write(x)\n",
        "def go(p):\n  p.read_text()\n  up(p)\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "def go(p):\n  up(p)\n  if not p.exists(): raise E\ndef up(q):\n  with open(q, 'w') as f: f.write(x)\n",
        "def go(p):\n  if not p.exists(): up()\ndef up(q=Q):\n  with open(q, 'w') as f: f.write(x)\n",
        "class A:\n  def look(self, p): return p.read_text()" + KEPT,
        "def go():\n  return open(place)\ndef up():\n  a = place; b = a; c = b; d = c\n  open(d, 'w').write(x)\n",
    ],
)
def test_it_is_not_read_back(text: str) -> None:
    assert read_on(text) == []
