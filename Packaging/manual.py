"""Writes the manual page of a program, from the program's own description of itself.

usage: manual.py PROGRAM SECTION VERSION DATE > NAME.SECTION
"""

import itertools
import json
import subprocess
import sys

ESCAPES = str.maketrans({
    "\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"})


def roff(text):
    """The text, escaped for roff."""
    text = "".join(
        c if c.isascii() else rf"\[u{ord(c):04X}]" for c in text.translate(ESCAPES))
    return r"\&" + text if text.startswith(".") else text


def prose(text):
    """Paragraphs; indented lines stay unchanged."""
    def kind(line):
        return line.strip() and (".nf" if line.startswith("  ") else ".PP")

    for macro, lines in itertools.groupby(text.splitlines(), key=kind):
        words = [roff(line.strip()) for line in lines]
        if macro == ".nf":
            yield from (".PP", ".RS 4", ".nf", *words, ".fi", ".RE")
        elif macro == ".PP":
            yield from (".PP", *words)


def value(argument):
    # A value of two words is called `cert> <key`.
    return " ".join(
        rf"\fI{roff(name)}\fR" for name in argument["valueName"].split("> <"))


def spelling(argument):
    """In the form of a synopsis: `-f, --follow`, `--set VALUE`, `FRIEND...`."""
    if argument["kind"] == "positional":
        return value(argument) + ("..." if argument["isRepeating"] else "")
    names = ", ".join(
        rf"\fB{roff('--' if name['kind'] == 'long' else '-')}{roff(name['name'])}\fR"
        for name in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} {value(argument)}"


def spellings(command):
    return [spelling(argument) for argument in command.get("arguments", [])]


def options(command, said):
    """The arguments and options, except those described before."""
    for argument in command.get("arguments", []):
        if spelling(argument) in said or not argument["shouldDisplay"]:
            continue
        abstract, default = argument["abstract"], argument.get("defaultValue")
        if default and "(default:" not in abstract:
            abstract += f" (default: {default})"
        yield from (".TP", spelling(argument), roff(abstract))


def synopsis(path, command, said):
    """One line: the words of the command, and its arguments."""
    words = [rf"\fB{roff(word)}\fR" for word in path]
    own = [a for a in command.get("arguments", []) if spelling(a) not in said]
    if any(argument["kind"] != "positional" for argument in own):
        words.append(r"[\fIoptions\fR]")
    for argument in own:
        if argument["kind"] == "positional":
            word = spelling(argument)
            words.append(f"[{word}]" if argument["isOptional"] else word)
    return " ".join(words)


def commands(path, parent, said):
    """Each subcommand, recursively."""
    for command in parent.get("subcommands", []):
        if command["shouldDisplay"] and command["commandName"] != "help":
            words = [*path, command["commandName"]]
            yield from (f".SS {synopsis(words, command, said)}", roff(command["abstract"]))
            yield from options(command, said)
            yield from prose(command.get("discussion", ""))
            yield from commands(words, command, said)


def page(program, section, version, date):
    name = program["commandName"]
    said = spellings(program)
    abstract = program["abstract"]
    yield f'.TH {roff(name.upper())} {section} "{date}" "Upfor {version}" "Upfor"'
    yield from (".SH NAME", rf"{roff(name)} \- {roff(abstract.rstrip('.'))}")
    yield from (".SH SYNOPSIS", synopsis([name], program, []) + r" [\fIcommand\fR]")
    yield from (".SH DESCRIPTION", roff(abstract), *prose(program.get("discussion", "")))
    yield from (".SH OPTIONS", *options(program, []))
    yield from (".SH COMMANDS", *commands([name], program, said))


def main():
    path, section, version, date = sys.argv[1:]
    said = subprocess.run(
        [path, "--experimental-dump-help"], stdout=subprocess.PIPE, check=True).stdout
    print("\n".join(page(json.loads(said)["command"], section, version, date)))


main()
