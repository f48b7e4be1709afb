"""Every relative link in the pages under a folder leads to a file or a folder in it.

usage: links.py FOLDER [FILE...]

With FILEs, paths within FOLDER, only they count: those that are installed.
"""

import pathlib
import re
import sys


def dead(folder: pathlib.Path, there: set[pathlib.Path]):
    known = there | {parent for path in there for parent in path.parents}
    for page in sorted(path for path in there if path.suffix == ".md"):
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
                if "://" not in target and (page.parent / target).resolve() not in known:
                    yield f"{page.relative_to(folder)}:{number}: {target} is not there"


base, *files = sys.argv[1:]
root = pathlib.Path(base).resolve()
installed = {root / file for file in files} or set(root.rglob("*"))
assert any(path.suffix == ".md" for path in installed), f"no pages in {root}"
sys.exit("\n".join(dead(root, installed)) or 0)
