"""Traffic through a proxy: the page, requests, a stream of events and a WebSocket of one user."""

import http.client
import json
import os

from until import HANG


def ask(connection, method, path, body=None, token=None, status=200, client=None):
    headers = {"Content-Type": "application/json"}
    if client:
        headers["X-Test-Client"] = client
    if token:
        headers["Authorization"] = f"Token {token}"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status == status, (method, path, answer.status, text)
    return json.loads(text) if text else None


def interfaces(port, trust, names=("ria", "sam")):
    """REST on a connection that is kept, and events that arrive while the stream is open.

    The proxy takes X-Test-Client for the address of a client.
    """
    def connect():
        return http.client.HTTPSConnection("127.0.0.1", port, timeout=HANG, context=trust)

    rest = connect()
    tokens = {}
    for name, known, learn in ((names[0], "en", "zh"), (names[1], "zh", "en")):
        session = ask(rest, "POST", "/wordup/profiles/", {
            "username": name, "password": f"three blue kites over {name}", "first_name": name,
            "last_name": "Sol", "known_lang": known, "learn_lang": learn}, status=201,
            client=f"192.0.2.{len(tokens) + 1}")
        tokens[name] = session["token"]
    stream = connect()
    stream.request("GET", "/v1/events?device=tv", headers={
        "Authorization": f"Bearer {tokens[names[1]]}"})
    events = stream.getresponse()
    assert events.status == 200, events.status
    assert b'"session"' in events.readline()
    match = ask(rest, "POST", "/wordup/matches/", {"a_username": names[1]}, tokens[names[0]], 201)
    while b'"partnerMatched"' not in events.readline():
        pass
    assert ask(rest, "GET", "/wordup/matches/", token=tokens[names[0]]) == [match]
    stream.close()
    rest.close()


PAGE_FILES = {"index.html": b"<!doctype html>", "index.html.br": b"in br", "index.html.gz": b"in gzip",
              "worker.js": b"worker", "a/main-1A2B.js": b"script", "a/main-1A2B.js.br": b"packed"}


def page_folder(folder):
    """A page for a daemon: its `page.folder`."""
    folder = os.path.join(folder, "page")
    os.makedirs(os.path.join(folder, "a"))
    for name, content in PAGE_FILES.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    return folder


def page(port, trust):
    """The page in each coding, by its tags, with its policy; immutable files are marked as such."""
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=HANG, context=trust)

    def get(path, **fields):
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer, answer.read()

    tags = set()
    for accepted, coding, name in (
            ("gzip, deflate, br", "br", "index.html.br"), ("gzip", "gzip", "index.html.gz"),
            ("identity", None, "index.html")):
        answer, body = get("/", Accept_Encoding=accepted)
        assert (answer.status, body) == (200, PAGE_FILES[name]), (accepted, answer.status, body)
        assert answer.headers["Content-Encoding"] == coding, answer.headers.items()
        assert answer.headers["Vary"] == "Accept-Encoding", answer.headers.items()
        assert answer.headers["Cache-Control"] == "no-cache", answer.headers.items()
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Strict-Transport-Security"], answer.headers.items()
        tag = answer.headers["ETag"]
        tags.add(tag)
        answer, body = get("/", Accept_Encoding=accepted, If_None_Match=tag)
        assert (answer.status, body) == (304, b""), (accepted, answer.status, body)
        assert answer.headers["ETag"] == tag, answer.headers.items()
    assert len(tags) == 3 and not any(tag.startswith("W/") for tag in tags), tags
    answer, body = get("/a/main-1A2B.js", Accept_Encoding="br")
    assert body == b"packed" and "immutable" in answer.headers["Cache-Control"]
    answer, body = get("/circle/7")
    assert (answer.status, body) == (200, PAGE_FILES["index.html"]), (answer.status, body)
    answer, body = get("/page.json")
    assert json.loads(body)["issuers"] == [], body
    connection.close()
