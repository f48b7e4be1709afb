#!/usr/bin/env python3
"""Writes the emoji of more than one code point, from Unicode's data, as Swift."""

import pathlib
import sys

DATA = pathlib.Path("/usr/share/unicode/emoji")
TARGET = pathlib.Path("Sources/Features/Rooms/Generated/EmojiSequences.swift")
VARIATION = "\N{VARIATION SELECTOR-16}"
HEAD = """\
// Generated from Unicode's emoji-sequences.txt and emoji-zwj-sequences.txt by make emoji.
// DO NOT EDIT.
//
// Copyright (c) 1991-2022 Unicode, Inc. Unicode and the Unicode Logo are registered trademarks of
// Unicode, Inc. in the United States and other countries. Terms of use and license:
// https://www.unicode.org/terms_of_use.html

/// The emoji of more than one code point that are recommended for general interchange, without
/// their variation selectors. Source: UTS #51, RGI_Emoji.
let emojiSequences: Set<Substring> = Set(
    \"\"\"
"""


def sequences():
    """All of the set RGI_Emoji that are more than one code point without their selectors."""
    for name in ("emoji-sequences.txt", "emoji-zwj-sequences.txt"):
        for line in (DATA / name).read_text(encoding="utf-8").splitlines():
            points = line.split("#")[0].split(";")[0].split()
            text = "".join(chr(int(point, 16)) for point in points if ".." not in point)
            text = text.replace(VARIATION, "")
            if len(text) > 1:
                yield text


def main():
    lines, line = [], ""
    for text in sorted(set(sequences())):
        if line and len((line + text).encode("utf-8")) > 160:
            lines.append(line)
            line = ""
        line += (" " if line else "") + text
    lines.append(line)
    body = " \\\n".join(f"    {line}" for line in lines)
    TARGET.write_text(HEAD + body + '\n    """.split(separator: " "))\n', encoding="utf-8")


sys.exit(main())
