"""The dictionary of a real daemon over HTTP: definitions, audio, recordings; and faulty
dictionaries and programs (B2, B3, B7, B13, B14, B26, B27).

usage: words.py PATH-OF-UPFORD FOLDER-OF-DICTIONARIES
"""

import atexit
import http.client
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time

from daemon import Daemon
from until import HANG

PASSWORD = "three blue kites over the harbour"


class Client:
    def __init__(self, port, token=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG)
        self.token = token

    def ask(self, method, path, body=None, kind="application/json", **headers):
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = kind
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())

    def must(self, status, method, path, *arguments, **others):
        got, body, head = self.ask(method, path, *arguments, **others)
        assert got == status, (method, path, "expected", status, "got", got, body[:300])
        return json.loads(body) if "json" in head.get("Content-Type", "") else body


def wav(samples, rate=16_000, channels=1, length=None):
    data = struct.pack(f"<{len(samples)}h", *samples)
    return (
        b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt "
        + struct.pack("<IHHIIHH", 16, 1, channels, rate, rate * 2, 2, 16)
        + b"data" + struct.pack("<I", len(data) if length is None else length) + data)


def spoken(word):
    """Speech of espeak-ng in the format of a browser: 16,000 samples per second."""
    made = subprocess.run(
        ["espeak-ng", "-v", "en-us", "-s", "140", "--stdout", word], capture_output=True, check=True)
    values = [value for value, in struct.iter_unpack("<h", made.stdout[44:len(made.stdout) & ~1])]
    count = len(values) * 16_000 // 22_050
    at = [index * 22_050 / 16_000 for index in range(count)]
    return wav([
        int(values[int(x)] * (1 - x % 1) + values[min(int(x) + 1, len(values) - 1)] * (x % 1))
        for x in at])


def events(folder):
    with open(os.path.join(folder, "events.jsonl")) as file:
        return [json.loads(line) for line in file]


def median(values):
    return sorted(values)[len(values) // 2]


def definitions(ana):
    dog = ana.must(200, "POST", "/v1/wordRead", {"word": "Dogs"})["wordEntry"]
    assert dog["word"] == "dog" and len(dog["senses"]) >= 6, dog
    assert dog["senses"][0]["category"] == "noun.animal" and dog["ipa"], dog
    assert ana.must(200, "GET", "/v1/wordRead?word=mice")["wordEntry"]["word"] == "mouse"
    ana.must(404, "GET", "/v1/wordRead?word=zzzz")
    ana.must(400, "GET", "/v1/wordRead?word=")
    ana.must(400, "GET", "/v1/wordRead?word=dog&language=tlh")
    assert ana.must(200, "GET", "/v1/wordRead?random=true")["wordEntry"]["senses"]
    page = ana.must(200, "GET", "/v1/wordFind?prefix=zeb")["wordList"]["words"]
    assert "zebra" in page and page == sorted(page), page
    for insult in ("nigger", "kike", "slut", "dickhead", "wanker", "gonif"):
        ana.must(404, "GET", f"/v1/wordRead?word={insult}")
    # No text about another word contains an insult.
    for word in ("offensive", "bloody", "snootiness", "pissed off", "furious", "developmentally"):
        status, said, _ = ana.ask("GET", f"/v1/wordRead?word={word.replace(' ', '%20')}")
        assert status in (200, 404), (word, status)
        shown = [json.dumps(sense[part]) for sense in json.loads(said).get(
            "wordEntry", {"senses": []})["senses"]
            for part in ("examples", "synonyms") if part in sense]
        for insult in ("nigger", "fucking", "pissed at", "retarded"):
            assert not any(insult in text for text in shown), (word, insult, shown)
    # Senses that insult people are left out; its other senses are listed.
    for word, category, others in [
        ("dog", "noun.person", 6), ("cow", "noun.person", 2), ("pig", "noun.person", 2),
        ("rat", "noun.person", 2), ("bitch", "noun.person", 1),
    ]:
        senses = ana.must(200, "GET", f"/v1/wordRead?word={word}")["wordEntry"]["senses"]
        assert len(senses) >= others, (word, senses)
        for sense in senses:
            unkind = ("unpleasant", "despicable", "reprehensible", "greedy", "disliked", "coarse")
            assert sense.get("category") != category or not any(
                text in sense["definition"] for text in unkind), (word, sense)
    for word in ("seaman", "god", "virgin", "slave", "critic", "monster"):
        ana.must(200, "GET", f"/v1/wordRead?word={word}")
    for typed, word in [
        ("o%E2%80%99clock", "o'clock"), ("caf%C3%A9", "cafe"), ("na%C3%AFve", "naive"),
        ("well%E2%80%90known", "well-known"), ("cafe%CC%81s", "cafe"), ("o%60clock", "o'clock"),
    ]:
        found = ana.must(200, "GET", f"/v1/wordRead?word={typed}")["wordEntry"]["word"]
        assert found == word, (typed, found)
    Client(ana.connection.port).must(401, "GET", "/v1/wordRead?word=dog")


def described(binary, words, ana):
    """Without a daemon the program describes the interface of a daemon with that dictionary."""
    for kind in ("openapi", "asyncapi"):
        text = subprocess.run(
            [binary, "describe", kind, "--set", f"words.folder={words}"],
            stdout=subprocess.PIPE, check=True).stdout
        assert json.loads(text) == ana.must(200, "GET", f"/{kind}.json"), kind
        assert "wordRead" in text.decode(), kind


def interface(ana):
    word = ana.must(200, "GET", "/wordbuzz/words/house")
    assert word["word"] == "house" and word["results"][0]["partOfSpeech"] == "noun", word
    assert ana.must(200, "GET", "/wordbuzz/words/?random=true")["results"]
    assert ana.must(200, "GET", "/wordbuzz/words/house/definitions")["definitions"]
    assert ana.must(200, "GET", "/wordbuzz/words/house/examples")["examples"]
    assert ana.must(200, "GET", "/wordbuzz/words/house/frequency")["frequency"] == 6
    assert "aʊ" in ana.must(200, "GET", "/wordbuzz/words/house/pronunciation")["all"]
    ana.must(404, "GET", "/wordbuzz/words/zzzz")


def audio(ana):
    begun = time.monotonic()
    status, sound, head = ana.ask("GET", "/v1/words/hot%20dog/audio")
    first = time.monotonic() - begun
    assert status == 200 and sound.startswith(b"OggS"), (status, sound[:99])
    assert head["Content-Type"].startswith("audio/ogg"), head
    times = []
    for _ in range(50):
        begun = time.monotonic()
        assert ana.ask("GET", "/v1/words/hot%20dog/audio")[1] == sound
        times.append(time.monotonic() - begun)
    status, rest, _ = ana.ask(
        "GET", "/v1/words/hot%20dog/audio", **{"If-None-Match": head["ETag"]})
    assert (status, rest) == (304, b""), status
    ana.must(404, "GET", "/v1/words/zzzz/audio")
    print(f"  first audio {first * 1000:.0f} ms, then {median(times) * 1000:.2f} ms")


def recordings(ana):
    place = "/v1/words/robotic/speech"
    verdict = ana.must(200, "POST", place, spoken("robotic"), "audio/wav")["wordSpoken"]
    assert verdict["right"] and verdict["score"] >= 50, verdict
    wrong = ana.must(200, "POST", place, spoken("river"), "audio/wav")["wordSpoken"]
    assert not wrong["right"] and wrong["score"] < 50, wrong
    progress = ana.must(200, "GET", "/v1/wordSpeechList")["wordSpeechPage"]["words"]
    assert [(one["word"], one["tries"], one["right"]) for one in progress] == [
        ("robotic", 2, 1)], progress
    whole = wav([0] * 16_000)
    for status, file in [
        (415, b"no WAV at all"), (415, wav([0] * 16_000, rate=44_100)),
        (415, wav([0] * 16_000, channels=2)), (400, whole[:-2]), (400, wav([0] * 100)),
        (413, wav([0] * 80_100)), (400, wav([0] * 16_000, length=0x7000_0000)),
        (200, whole), (200, wav([32_767, -32_768] * 8_000)),
    ]:
        ana.must(status, "POST", place, file, "audio/wav")
    ana.must(404, "POST", "/v1/words/zzzz/speech", whole, "audio/wav")
    got, _, _ = Client(ana.connection.port).ask("POST", place, whole, "audio/wav")
    assert got == 401, got


def crowd(port, token, file):
    """100 recordings at once, and the response times of other users meanwhile."""
    def lag(seconds):
        client, times, end = Client(port, token), [], time.monotonic() + seconds
        while not times or time.monotonic() < end:
            begun = time.monotonic()
            client.must(200, "GET", "/v1/wordLanguageList")
            times.append(time.monotonic() - begun)
            time.sleep(0.005)
        return times

    calm = lag(1.5)
    answers = []

    def judge():
        answers.append(
            Client(port, token).ask("POST", "/v1/words/robotic/speech", file, "audio/wav"))

    threads = [threading.Thread(target=judge) for _ in range(100)]
    for thread in threads:
        thread.start()
    busy = lag(3)
    for thread in threads:
        thread.join()
    kinds = {status: [a for a in answers if a[0] == status] for status in {a[0] for a in answers}}
    assert set(kinds) <= {200, 503} and kinds[200], {k: len(v) for k, v in kinds.items()}
    for _, _, head in kinds.get(503, []):
        assert int(head["Retry-After"]) >= 1, head
    print(
        f"  100 recordings: { {k: len(v) for k, v in sorted(kinds.items())} }; a read meanwhile "
        f"{median(busy) * 1000:.2f} ms (before {median(calm) * 1000:.2f}), worst "
        f"{max(busy) * 1000:.1f} ms (before {max(calm) * 1000:.1f})")


def broken(binary, dictionary):
    """A daemon without a valid dictionary has no words, logs that once, and serves all else."""
    whole = open(dictionary, "rb").read()
    for name, content, event in [
        ("missing", None, "words.missing"), ("cut off", whole[: len(whole) // 2], "words.refused"),
        ("foreign", b"SQLite format 3\0" + b"x" * 5_000, "words.refused"),
        ("empty", b"", "words.refused"),
    ]:
        with tempfile.TemporaryDirectory() as folder:
            words = os.path.join(folder, "words")
            os.mkdir(words)
            if content is not None:
                with open(os.path.join(words, "words-en.db"), "wb") as file:
                    file.write(content)
            daemon = Daemon(binary, folder, words_folder=words)
            daemon.start()
            atexit.register(daemon.process.kill)
            client = Client(daemon.port)
            made = client.must(
                200, "POST", "/v1/accountRegister",
                {"username": "ana", "password": PASSWORD, "email": "ana@example.org",
                 "device": "REST"})
            client.token = made["account"]["token"]
            client.must(404, "GET", "/v1/wordRead?word=dog")
            client.must(200, "GET", "/v1/friendList")
            assert daemon.stop() == 0
            said = [e for e in events(folder) if e["ev"].startswith("words.")]
            assert event in [e["ev"] for e in said], (name, said)


def main():
    binary, words = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(binary, folder, words_folder=os.path.abspath(words))
        daemon.start()
        atexit.register(daemon.process.kill)
        ana = Client(daemon.port)
        made = ana.must(
            200, "POST", "/v1/accountRegister",
            {"username": "ana", "password": PASSWORD, "email": "ana@example.org",
                 "device": "REST"})
        ana.token = made["account"]["token"]
        for part in (definitions, interface, audio, recordings):
            print(part.__name__)
            part(ana)
        print("described")
        described(binary, os.path.abspath(words), ana)
        print("crowd")
        crowd(daemon.port, ana.token, spoken("robotic"))
        # Cached sounds may be lost at any time.
        shutil.rmtree(os.path.join(folder, "data", "spoken"))
        audio(ana)
        assert daemon.stop() == 0
        said = [e for e in events(folder) if e["ev"].startswith(("words.", "speech."))]
        assert not said, said
    print("broken dictionaries")
    broken(binary, os.path.join(words, "words-en.db"))
    print("words: good")


main()
