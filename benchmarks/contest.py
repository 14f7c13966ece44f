"""Lets several ways to do the same work take turns, and prints what each costs over the first."""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

Contenders = dict[str, Callable[[], object]]


def asked_for(description: str | None, without: str) -> argparse.Namespace:
    """What the user asks for; `without` is the option that keeps what is not installed out of the contest."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(without, action="store_true", help="measure what is installed")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--memory", default="/dev/shm", help="a directory in memory")
    parser.add_argument("--disk", default="/var/tmp", help="a directory on a disk")
    return parser.parse_args()


def measure(title: str, contenders: Contenders, rounds: int, repeat: int) -> None:
    """Run the contenders in turn and print what each costs over the first."""
    processor: dict[str, list[float]] = {name: [] for name in contenders}
    wall: dict[str, list[float]] = {name: [] for name in contenders}
    for write in contenders.values():
        write()
    draw = random.Random(0)
    for _ in range(rounds):
        for name, write in draw.sample([*contenders.items()], len(contenders)):
            before = time.perf_counter(), time.process_time()
            for _ in range(repeat):
                write()
            processor[name].append((time.process_time() - before[1]) / repeat * 1e6)
            wall[name].append((time.perf_counter() - before[0]) / repeat * 1e6)
    base = next(iter(contenders))
    print(f"\n{title} ({rounds} rounds of {repeat})\n{'':28} CPU us  ratio  wall us  paired ratio")
    for name in contenders:
        used = statistics.median(processor[name])
        paired = statistics.median(a / b for a, b in zip(wall[name], wall[base], strict=True))
        ratio = used / statistics.median(processor[base])
        print(f"{name:28} {used:6.1f}  {ratio:5.2f}  {statistics.median(wall[name]):7.1f}  {paired:5.2f}")
