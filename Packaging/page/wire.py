#!/usr/bin/env python3
"""Writes the parts of proto/ that the page needs: its messages as types for TypeScript, in the form
of proto3 JSON, and the maximum lengths of texts in commands.

usage: Packaging/page/wire.py            writes wire.d.ts and lengths.js in Sources/Page/client
       Packaging/page/wire.py --check    exits with 1 unless they are up to date
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTO = ROOT / "proto" / "upfor" / "v1"
CLIENT = ROOT / "Sources" / "Page" / "client"
HEAD = "// Written by Packaging/page/wire.py from proto/: change those files."
# Messages for administrators only, and documents of REST interfaces.
LEFT_OUT = {"admin.proto", "options.proto", "wordup.proto", "wordbuzz.proto", "hinder.proto"}

SCALARS = {
    "string": "string", "bytes": "string", "bool": "boolean", "uint32": "number",
    "int32": "number", "sint32": "number", "double": "number", "float": "number",
    "google.protobuf.Timestamp": "string", "google.protobuf.Duration": "string",
}
FIELD = re.compile(r"^(optional |repeated )?([\w.]+) (\w+) = \d+(?: \[(.+)\])?;")
# The length of a text: `[(length) = {min: 1, max: 4000}]`.
LENGTH = re.compile(r"\((byte_)?length\) = \{(?:min: (\d+), )?max: (\d+)\}")


def camel(name):
    """The JSON name of a field."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def declarations(text):
    """The lines of one file, as TypeScript."""
    comment, kind, depth = [], None, 0
    # `message Done {}` and a message of one line have no body of their own.
    text = re.sub(r"^(message \w+ \{)(.+)(\})$", r"\1\n  \2\n\3", text, flags=re.M)
    text = re.sub(r"^(message \w+ \{)\}$", r"\1\n}", text, flags=re.M)
    for line in map(str.strip, text.splitlines()):
        if line.startswith("//"):
            comment.append(line[2:].strip())
            continue
        opening = re.match(r"^(message|enum|oneof) (\w+) \{", line)
        field = FIELD.match(line)
        value = re.match(r"^(\w+) = \d+;", line)
        indent = "  "
        if opening and opening[1] == "oneof":
            depth += 1
        elif opening:
            yield from described(comment, "")
            kind = opening[1]
            yield (f"export interface {opening[2]} {{" if kind == "message"
                   else f"export type {opening[2]} =")
        elif line == "}" and depth:
            depth -= 1
        elif line == "}":
            yield "}" if kind == "message" else "  never;"
            yield ""
        elif kind == "message" and field:
            yield from described([*comment, *lengths_in_words(field[4])], indent)
            type_name = SCALARS.get(field[2], field[2])
            array = "[]" if field[1] == "repeated " else ""
            yield f"{indent}{camel(field[3])}?: {type_name}{array};"
        elif kind == "enum" and value:
            yield from described(comment, indent)
            yield f'{indent}| "{value[1]}"'
        comment = []


def lengths_in_words(options):
    """"1 to 4,000 characters.", of the options of a field."""
    length = LENGTH.search(options or "")
    if length:
        least, most = int(length[2] or 0), int(length[3])
        yield f"{least:,} to {most:,} {'bytes' if length[1] else 'characters'}."


def described(comment, indent):
    """A comment, for the line above its subject."""
    if comment:
        yield f"{indent}/** {' '.join(comment)} */"


def bodies():
    """The text after the head of each file that the page needs."""
    for path in sorted(PROTO.glob("*.proto")):
        if path.name not in LEFT_OUT:
            yield path.read_text().split('option swift_prefix = "";', 1)[1]


def types():
    """The whole of wire.d.ts."""
    lines = [HEAD, ""]
    for body in bodies():
        lines += list(declarations(body))
    text = "\n".join(lines)
    return re.sub(r"\n  never;", ";", text)


def lengths():
    """The whole of lengths.js: `ROOM_SEND_TEXT_MAX`, for each text that has a length."""
    lines = [HEAD, "// Most characters of texts, each a Unicode scalar; of passwords, bytes.", ""]
    for body in bodies():
        message = ""
        for line in map(str.strip, body.splitlines()):
            opening = re.match(r"^message (\w+) \{", line)
            field = FIELD.match(line)
            length = field and LENGTH.search(field[4] or "")
            if opening:
                message = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", opening[1])
            elif length and field[3] != "cid":
                name = f"{message}_{field[3]}_max".upper()
                lines.append(f"export const {name} = {int(length[3]):_};")
    return "\n".join([*lines, ""])


FILES = {"wire.d.ts": types, "lengths.js": lengths}


if __name__ == "__main__":
    for name, text in FILES.items():
        file = CLIENT / name
        if "--check" not in sys.argv:
            file.write_text(text())
        elif not file.exists() or file.read_text() != text():
            sys.exit(f"{file}: differs from proto/: run Packaging/page/wire.py")
