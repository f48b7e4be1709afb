"""Runs the chapters of a test, each at a site of its own."""

import sys


def chosen(chapters, names):
    """The named chapters, or all; exits on an unknown name."""
    known = [chapter.__name__ for chapter in chapters]
    for name in names:
        if name not in known:
            sys.exit(f"no chapter {name!r}; there are {', '.join(known)}")
    return [chapter for chapter in chapters if not names or chapter.__name__ in names]


def play(title, chapters, make_site):
    """Runs the chapters that the command line names, or all; each site is closed afterwards."""
    binary, names = sys.argv[1], sys.argv[2:]
    for chapter in chosen(chapters, names):
        site = make_site(binary)
        try:
            chapter(site)
            print(f"{title}: {chapter.__name__}: as it should be", flush=True)
        finally:
            site.end()
