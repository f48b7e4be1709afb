"""Writes the sources of the dictionary besides WordNet: frequencies of words, and their
pronunciations.

insults.txt      words that swear or insult: those of PyPI's better-profanity
frequencies.tsv  words and their frequencies in hundredths of the Zipf scale: PyPI's wordfreq
ipa.tsv          words of WordNet in the International Phonetic Alphabet, by Debian's libespeak-ng1

usage: .build/venv/bin/python words.py WORDNET FOLDER
"""

import ctypes
import gzip
import importlib.util
import pathlib
import shutil
import sys

import msgpack

WORDNET, FOLDER = (pathlib.Path(path) for path in sys.argv[1:])


def frequencies():
    """Lists by centibels: the words of list n are used 10^(-n/100) times a word."""
    # Its modules import much that is not needed for reading a file.
    package = pathlib.Path(importlib.util.find_spec("wordfreq").origin).parent
    with gzip.open(package / "data" / "large_en.msgpack.gz") as file:
        head, *lists = msgpack.load(file, raw=False)
    assert head == {"format": "cB", "version": 1}, head
    for centibels, words in enumerate(lists):
        # The Zipf scale is the logarithm of the frequency in a billion words.
        for word in words:
            yield word, str(max(0, 900 - centibels))


def lemmas():
    words = set()
    for part in ("noun", "verb", "adj", "adv"):
        with open(WORDNET / f"index.{part}") as file:
            words.update(line.split(" ", 1)[0].replace("_", " ") for line in file if line[0] != " ")
    return sorted(words)


class Voice:
    """libespeak-ng: the sounds of a text.

    Source: speak_lib.h of espeak-ng 1.51.
    """

    RETRIEVAL, UTF8, IPA = 1, 1, 2

    def __init__(self, name):
        library = ctypes.CDLL("libespeak-ng.so.1")
        assert library.espeak_Initialize(self.RETRIEVAL, 0, None, 0) > 0
        assert library.espeak_SetVoiceByName(name.encode()) == 0
        self.translate = library.espeak_TextToPhonemes
        self.translate.restype = ctypes.c_char_p
        self.translate.argtypes = [ctypes.POINTER(ctypes.c_void_p), ctypes.c_int, ctypes.c_int]

    def sounds(self, text):
        buffer = ctypes.create_string_buffer(text.encode())
        rest = ctypes.c_void_p(ctypes.addressof(buffer))
        clauses = []
        while rest.value:
            clauses.append(self.translate(ctypes.byref(rest), self.UTF8, self.IPA).decode())
        return " ".join(clauses).strip()


def write(name, rows):
    with open(FOLDER / name, "w") as file:
        file.writelines("\t".join(row) + "\n" for row in rows)


FOLDER.mkdir(parents=True, exist_ok=True)
package = pathlib.Path(importlib.util.find_spec("better_profanity").origin).parent
shutil.copy(package / "profanity_wordlist.txt", FOLDER / "insults.txt")
write("frequencies.tsv", frequencies())
voice = Voice("en-us")
write("ipa.tsv", ((word, voice.sounds(word)) for word in lemmas()))
