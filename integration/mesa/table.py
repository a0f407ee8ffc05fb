#!/usr/bin/env python3
"""Adds up the lines that compare.c wrote, and prints a table. Exits with 1 if a difference has no class."""

import sys
from collections import defaultdict


def main(path):
    sums = defaultdict(lambda: defaultdict(int))
    runs = defaultdict(int)
    for line in open(path):
        arch, *columns = line.rstrip("\n").split("\t")
        runs[arch] += 1
        for column in columns:
            name, number = column.rsplit(" ", 1)
            sums[arch][name] += int(number)
    if not sums:
        sys.exit(f"table.py: {path} has no draws")
    archs = sorted(sums, key=lambda arch: int(arch[1:]))
    print(f"{'':24}" + "".join(f"{arch:>12}" for arch in archs))
    for name in sums[archs[0]]:
        # Each run has its own cycles of a draw.
        numbers = [sums[arch][name] // (runs[arch] if name.startswith("cycles") else 1) for arch in archs]
        print(f"{name:24}" + "".join(f"{number:12,}" for number in numbers))
    if any(sums[arch]["unknown"] for arch in archs):
        sys.exit("table.py: draws differ in a way that has no class")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: table.py REPORT")
    main(sys.argv[1])
