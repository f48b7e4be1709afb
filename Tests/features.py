"""Fails unless every test that Tests/proofs.txt names has passed.

usage: features.py PROOFS.txt RESULTS.xml...   (what `swift test --xunit-output` has written)

PROOFS.txt has the name of a behaviour, and below it its tests, indented: the file, and the
sentence. The results name a test by its suite: which suite that is, the file says.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as xml

TESTS = pathlib.Path(__file__).resolve().parent


def named(path):
    """The behaviour, and the file and the sentence of each test that proves it."""
    behaviour = None
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            yield behaviour, *line.strip().split(": ", 1)
        elif line and not line.startswith("#"):
            behaviour = line


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
    path, *results = sys.argv[1:]
    proofs, good = list(named(path)), passed(results)
    missing = []
    for line, name, test in proofs:
        wanted = cases(name, test)
        if not wanted or wanted - good:
            missing.append(f"{line}: {name}: \"{test}\" has not passed")
    if missing or not proofs:
        raise SystemExit("\n".join(missing) or f"{path} names no test")
    print(f"{len(proofs)} proofs of {len({proof[0] for proof in proofs})} behaviours: all passed")


main()
