#!/usr/bin/env python3
"""Writes the emoji of a keyboard with their names, one file for each language of the page.

usage: names.py CLDR OUT

Reads Unicode's emoji-test.txt, of Debian's unicode-data, and from CLDR the folders annotations and
annotationsDerived of unicode-cldr-core. OUT/names-en.txt and OUT/names-de.txt have one line for
each group ("#smileys"), and after it one for each of its emoji: the emoji, "+" if it can have a
skin tone, its name and further words to find it by, separated by tabs. Those with a skin tone are
left out.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree

TEST = pathlib.Path("/usr/share/unicode/emoji/emoji-test.txt")
LANGUAGES = ("en", "de")
GROUPS = {
    "Smileys & Emotion": "smileys", "People & Body": "people", "Animals & Nature": "nature",
    "Food & Drink": "food", "Travel & Places": "travel", "Activities": "activities",
    "Objects": "objects", "Symbols": "symbols", "Flags": "flags"}
VARIATION = "\N{VARIATION SELECTOR-16}"
TONES = re.compile("[\U0001f3fb-\U0001f3ff]")
LINE = re.compile(r"^([\dA-F ]+?) +; fully-qualified +# \S+ E[\d.]+ (.+)$")


def emoji():
    """Groups, and in each of them all emoji without a skin tone and their English names."""
    groups = {}
    for line in TEST.read_text(encoding="utf-8").splitlines():
        if line.startswith("# group: "):
            group = groups.setdefault(GROUPS.get(line[9:]), {})
        elif found := LINE.match(line):
            group["".join(chr(int(point, 16)) for point in found[1].split())] = found[2]
    groups.pop(None, None)
    return groups


def toned(everything):
    """Emoji that have a tone where the page puts one: behind each body, but hands that are held."""
    bodies = {text[0] for text in everything if len(text) == 2 and TONES.match(text[1])}
    body = re.compile(f"(?!(?<=\u200d)🤝)([{''.join(bodies)}]){VARIATION}?")
    tones = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
    return {text for text in everything if body.search(text) and not TONES.search(text)
            and all(body.sub(rf"\1{tone}", text) in everything for tone in tones)}


def annotations(cldr, language):
    """Names, and further words, by emoji without variation selectors."""
    names, words = {}, {}
    for folder in ("annotations", "annotationsDerived"):
        root = xml.etree.ElementTree.parse(cldr / folder / f"{language}.xml")
        for one in root.iter("annotation"):
            key = one.get("cp").replace(VARIATION, "")
            if one.get("type") == "tts":
                names[key] = one.text
            else:
                words[key] = [word.strip() for word in one.text.split("|")]
    return names, words


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cldr, out = map(pathlib.Path, sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    groups = emoji()
    can_have_tone = toned({text for group in groups.values() for text in group})
    for language in LANGUAGES:
        names, words = annotations(cldr, language)
        lines = []
        for group, entries in groups.items():
            lines.append(f"#{group}")
            for text, english in entries.items():
                if TONES.search(text):
                    continue
                key = text.replace(VARIATION, "")
                name = names.get(key, english)
                more = [word for word in words.get(key, ()) if word.lower() not in name.lower()]
                lines.append("\t".join(
                    (text, "+" if text in can_have_tone else "", name, " ".join(more))))
        (out / f"names-{language}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
