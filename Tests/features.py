"""Fails unless every test that docs/FEATURES.md names has passed.

usage: features.py FEATURES.md RESULTS.xml...   (what `swift test --xunit-output` has written)

The page names a test by its file and its sentence, and the results by its suite: which suite that
is, the file says.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as xml

TESTS = pathlib.Path(__file__).resolve().parent


def named(page):
    """The line, and the file and the sentence of each test that proves it."""
    with open(page, encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) == 6 and cells[1] not in ("Line", "---"):
                for name, test in re.findall(r"(\w+): `([^`]+)`", cells[4]):
                    yield cells[1], name, test


def cases(name, test):
    """Target and suite, and the sentence, for each file of that name that has such a test."""
    found = set()
    for path in TESTS.rglob(f"{name}.swift"):
        before, has, _ = path.read_text(encoding="utf-8").partition(f"func `{test}`")
        suites = re.findall(r"^@Suite.*\sstruct (`[^`]+`|\w+)", before, re.MULTILINE)
        if has and suites:
            target, suite = path.relative_to(TESTS).parts[0], suites[-1].strip("`")
            found.add((f"{target}.{suite}", test))
    return found


def passed(results):
    """Target and suite, and the sentence, of tests that passed in each run in which they were."""
    good, bad = set(), set()
    for result in results:
        for case in xml.parse(result).iter("testcase"):
            sentence = case.get("name").rsplit("`(", 1)[0].strip("`")
            (bad if case.findall("failure") or case.findall("skipped") else good).add(
                (case.get("classname").replace("`", ""), sentence))
    return good - bad


def main():
    page, *results = sys.argv[1:]
    proofs, good = list(named(page)), passed(results)
    missing = []
    for line, name, test in proofs:
        wanted = cases(name, test)
        if not wanted or wanted - good:
            missing.append(f"{line}: {name}: \"{test}\" has not passed")
    if missing or not proofs:
        raise SystemExit("\n".join(missing) or f"{page} names no test")
    print(f"{len(proofs)} proofs of {len({proof[0] for proof in proofs})} behaviours: all passed")


main()
