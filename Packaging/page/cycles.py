#!/usr/bin/env python3
"""Finds import cycles among the modules of the page.

usage: deno info --json MAIN | cycles.py

Imports of types and dynamic imports do not count. Exits with 1 if there is a cycle, and prints it.
"""

import json
import sys


def imports(module):
    return [dependency["code"]["specifier"] for dependency in module.get("dependencies", ())
            if "code" in dependency and not dependency.get("isDynamic")]


def circle(graph):
    """The modules of one cycle, or nothing."""
    done = set()

    def walk(name, path):
        if name in path:
            return path[path.index(name):]
        if name in done:
            return None
        for other in graph.get(name, ()):
            if found := walk(other, [*path, name]):
                return found
        done.add(name)
        return None

    for name in graph:
        if found := walk(name, []):
            return found
    return None


def main():
    graph = {module["specifier"]: imports(module) for module in json.load(sys.stdin)["modules"]}
    if len(graph) < 2:
        sys.exit("cycles: there are no modules")
    if found := circle(graph):
        names = [name.rpartition("Sources/Page/")[2] for name in [*found, found[0]]]
        sys.exit(f"cycles: modules import one another: {' -> '.join(names)}")


main()
