"""What goes through a proxy: requests, a stream of events and a WebSocket of one user."""

import http.client
import json



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
        return http.client.HTTPSConnection("127.0.0.1", port, timeout=20, context=trust)

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
