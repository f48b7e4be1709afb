"""Every relative link in the pages under a folder leads somewhere in it.

usage: links.py FOLDER
"""

import pathlib
import re
import sys


def dead(folder: pathlib.Path):
    for page in sorted(folder.rglob("*.md")):
        for number, line in enumerate(page.read_text().splitlines(), start=1):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
                if "://" not in target and not (page.parent / target).exists():
                    yield f"{page}:{number}: {target} is not there"


folder = pathlib.Path(sys.argv[1])
assert any(folder.rglob("*.md")), f"no pages in {folder}"
sys.exit("\n".join(dead(folder)) or 0)
