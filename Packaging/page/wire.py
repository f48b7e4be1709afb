#!/usr/bin/env python3
"""Writes the messages of proto/ as types for TypeScript, as they are in proto3 JSON.

usage: Packaging/page/wire.py            prints the types
       Packaging/page/wire.py --check    exits with 1 unless Sources/Page/client/wire.d.ts has them
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTO = ROOT / "proto" / "upfor" / "v1"
OUT = ROOT / "Sources" / "Page" / "client" / "wire.d.ts"
# What only administrators use, and documents of REST interfaces.
LEFT_OUT = {"admin.proto", "wordup.proto", "wordbuzz.proto", "hinder.proto"}

SCALARS = {
    "string": "string", "bytes": "string", "bool": "boolean", "uint32": "number",
    "int32": "number", "sint32": "number", "double": "number", "float": "number",
    "google.protobuf.Timestamp": "string", "google.protobuf.Duration": "string",
}
FIELD = re.compile(r"^(optional |repeated )?([\w.]+) (\w+) = \d+;")


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
            yield from described(comment, indent)
            type_name = SCALARS.get(field[2], field[2])
            array = "[]" if field[1] == "repeated " else ""
            yield f"{indent}{camel(field[3])}?: {type_name}{array};"
        elif kind == "enum" and value:
            yield from described(comment, indent)
            yield f'{indent}| "{value[1]}"'
        comment = []


def described(comment, indent):
    """A comment, above what it is about."""
    if comment:
        yield f"{indent}/** {' '.join(comment)} */"


def types():
    """The whole file."""
    lines = ["// Written by Packaging/page/wire.py from proto/: change those files.", ""]
    for path in sorted(PROTO.glob("*.proto")):
        if path.name not in LEFT_OUT:
            body = path.read_text().split('option swift_prefix = "";', 1)[1]
            lines += list(declarations(body))
    text = "\n".join(lines).replace("=\n", "=\n")
    return re.sub(r"\n  never;", ";", text)


if __name__ == "__main__":
    if "--check" in sys.argv:
        if OUT.read_text() != types():
            sys.exit(f"{OUT}: not what proto/ has: run Packaging/page/wire.py >{OUT}")
    else:
        sys.stdout.write(types())
