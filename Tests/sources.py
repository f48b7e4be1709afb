#!/usr/bin/env python3
"""Prints how much source code there is, and in what pieces.

usage: sources.py [--names] [FOLDER]

For each folder of Sources: Swift files that people wrote, lines of code (without blank lines and
comments), the median of lines in a file, files of less than 40 lines, and files named X+Y.swift.
--names adds the types that are declared more than once, with the folders.

example: sources.py --names | less
"""

import argparse
import collections
import pathlib
import re
import statistics

ROOT = pathlib.Path(__file__).resolve().parents[1]
SHORT = 40
TYPE = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|"
                  r"final|indirect|nonisolated)\s+)*(?:struct|class|enum|actor|protocol)\s+(\w+)")


def code(text):
    """Lines that are neither blank nor a comment."""
    lines, depth = [], 0
    for line in text.splitlines():
        line = line.strip()
        if depth or line.startswith("/*"):
            depth += line.count("/*") - line.count("*/")
            continue
        if line and not line.startswith("//"):
            lines.append(line)
    return lines


class Part:
    def __init__(self):
        self.sizes, self.joined = [], 0

    def add(self, path, lines):
        self.sizes.append(len(lines))
        self.joined += "+" in path.name

    def row(self, name):
        short = sum(size < SHORT for size in self.sizes)
        return (f"{name:20} {len(self.sizes):6} {sum(self.sizes):8} "
                f"{statistics.median(self.sizes):7.0f} {short:6} {self.joined:6}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--names", action="store_true",
                        help="types that are declared more than once")
    parser.add_argument("folder", nargs="?", default="Sources")
    options = parser.parse_args()
    folder = ROOT / options.folder
    parts, whole = collections.defaultdict(Part), Part()
    types = collections.defaultdict(list)
    for path in sorted(folder.rglob("*.swift")):
        if "Generated" in path.parts:
            continue
        lines = code(path.read_text())
        name = path.relative_to(folder).parts[0]
        for part in (parts[name], whole):
            part.add(path, lines)
        for line in lines:
            if found := TYPE.match(line):
                types[found[1]].append(str(path.relative_to(folder)))
    if not whole.sizes:
        parser.error(f"no Swift files in {folder}")
    print(f"{'folder':20} {'files':>6} {'lines':>8} {'median':>7} {'short':>6} {'X+Y':>6}")
    for name, part in sorted(parts.items(), key=lambda item: -sum(item[1].sizes)):
        print(part.row(name))
    print(whole.row("all"))
    if options.names:
        print()
        for name, places in sorted(types.items(), key=lambda item: (-len(item[1]), item[0])):
            if len(places) > 1:
                print(f"{name:24} {len(places)}  {' '.join(places)}")


if __name__ == "__main__":
    main()
