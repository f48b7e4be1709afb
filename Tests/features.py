"""Fails unless every test that docs/FEATURES.md names has passed.

usage: features.py FEATURES.md RESULTS.xml...   (what `swift test --xunit-output` has written)
"""

import re
import sys
import xml.etree.ElementTree as xml


def named(page):
    """The line, and the sentence of each test that proves it."""
    with open(page, encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) == 6 and cells[1] not in ("Line", "---"):
                for test in re.findall(r": `([^`]+)`", cells[4]):
                    yield cells[1], test


def passed(results):
    """The sentences of the tests that passed, in each run in which they were."""
    good, bad = set(), set()
    for result in results:
        for case in xml.parse(result).iter("testcase"):
            sentence = case.get("name").rsplit("`(", 1)[0].strip("`")
            (bad if case.findall("failure") or case.findall("skipped") else good).add(sentence)
    return good - bad


def main():
    page, *results = sys.argv[1:]
    proofs, good = list(named(page)), passed(results)
    missing = [f"{line}: \"{test}\" has not passed" for line, test in proofs if test not in good]
    if missing or not proofs:
        raise SystemExit("\n".join(missing) or f"{page} names no test")
    print(f"{len(proofs)} proofs of {len({line for line, _ in proofs})} behaviours: all passed")


main()
