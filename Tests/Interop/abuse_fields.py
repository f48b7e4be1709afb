"""Abuse of fields: every command over HTTP, with values of the wrong type and of absurd lengths.

It reads the commands from the daemon's own OpenAPI document.
"""

import itertools
import json
from urllib.parse import quote

from casework import Case
from raw import RawPeer
from until import HANG

# The answers to a value of the wrong type.
REFUSED = {400, 422}
# The answers to a value that few fields allow, or that is not text; some fields accept it.
ANSWERED = {200, 201, 204, 304, 400, 403, 404, 409, 413, 422}
# These revoke the token, and the next request would have no session.
ENDING = ("accountLogout", "tokenRenew", "logout/")
# Length of an absurd value in characters: less than any limit of bodies.
LONG = 7_000
# A value is put into each of these places, in turn.
WRONG = {
    "string": [7, True, [], ["x"], {"a": 1}],
    "integer": ["x", 1.5, True, [], {}, 1e300, 1 << 70],
    "boolean": ["yes", 7, [], {}],
    "number": ["x", True, [], {}],
    "array": ["x", 7, {}],
    "object": ["x", 7, True, []],
}
WRONG_IN_QUERY = {
    "integer": ["x", "1.5", "1" * 30, "-", "1e300", "%00", "٣"],
    "boolean": ["maybe", "7", "%00"],
}
# Bodies that are no object of fields, with their names.
BODIES = [b"[]", b'"x"', b"7", b"{", b"}", b'{"a":1}{}', b"{'a':1}", b"\xef\xbb\xbf{}", b"\xff\xfe",
          b'{"a":"\xff"}', b'{"a":1,}', b'{"a":NaN}', b"[" * 6000,
          b'{"a":' * 1500, b"null null", b"\0"]


class Place:
    """One operation of the document: a method and a path, with its parameters."""

    def __init__(self, document, path, method, operation):
        self.document, self.method = document, method.upper()
        self.path = path
        for name in [part[1:-1] for part in path.split("/") if part.startswith("{")]:
            self.path = self.path.replace("{" + name + "}", "1")
        content = operation.get("requestBody", {}).get("content", {})
        self.body = self.resolved(content.get("application/json", {}).get("schema", {}))
        self.isJSON = "application/json" in content
        self.example = content.get("application/json", {}).get("example", {})
        # Because of a wrong name, or because the token has ended.
        isUnknown = "security" not in operation or path.endswith(ENDING)
        self.answered = ANSWERED | ({401} if isUnknown else set())
        self.query = [one for one in operation.get("parameters", []) if one["in"] == "query"]

    def resolved(self, schema):
        while "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return schema

    def types(self, schema):
        """All types that a schema allows for a value."""
        schema = self.resolved(schema)
        if "anyOf" in schema:
            return {kind for one in schema["anyOf"] for kind in self.types(one)}
        kinds = schema.get("type", [])
        return {kinds} if isinstance(kinds, str) else set(kinds)

    def objects(self, schema, outer=()):
        """The fields of a schema, including nested ones: the place of each, and its types."""
        for one in [schema, *schema.get("anyOf", [])]:
            for name, inner in self.resolved(one).get("properties", {}).items():
                yield (*outer, name), self.types(inner)
                if len(outer) < 2:
                    yield from self.objects(inner, (*outer, name))

    def wrong_bodies(self):
        for where, types in self.objects(self.body):
            # A number may be in quotes, and a choice may be a number.
            kinds = types - {"null"}
            kind = "integer" if "integer" in kinds else next(iter(kinds), None)
            for value in WRONG.get(kind, []):
                if kinds == {"string", "integer"} and value == 7:
                    continue
                yield self.with_value(where, value)

    def long_bodies(self):
        for where, types in self.objects(self.body):
            if types - {"null"} == {"string"}:
                for value in ("x" * LONG, "\0", "\ud800", "\u202e" * 100):
                    yield self.with_value(where, value)

    def with_value(self, where, value):
        for name in reversed(where[1:]):
            value = {name: value}
        return json.dumps({**self.example, where[0]: value}).encode()

    def wrong_queries(self):
        for one in self.query:
            for kind in self.types(one["schema"]):
                for value in WRONG_IN_QUERY.get(kind, []):
                    yield f"{one['name']}={value if '%' in value else quote(value)}"

    def odd_queries(self):
        names = [one["name"] for one in self.query]
        for name in names:
            yield from (f"{name}={value}" for value in ("x" * LONG, "%00", "%ff", "%", "%zz", "%u12"))
            yield f"{name}=a&{name}=b"
        yield from ("&" * 1000, "=", "=x", "a=" * 500, "%3d=%26")


class Asker:
    """A persistent connection, which must not be lost without an answer."""

    def __init__(self, port, token):
        self.peer, self.token = RawPeer(port, seconds=HANG), token

    def ask(self, method, path, body=None):
        lines = [f"{method} {path} HTTP/1.1", "Host: test", f"Authorization: Bearer {self.token}"]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self.peer.send("\r\n".join([*lines, "", ""]).encode("utf-8") + (body or b""))
        status, fields, answer = self.peer.response()
        assert fields.get("connection") != "close", f"{status} and the end for {body or path}"
        assert status < 400 or b'"code"' in answer or b'"detail"' in answer, (status, answer[:80])
        return status


def plays(stage, username, place):
    asker = Asker(stage.port, stage.register(username))

    def all_of(values, statuses, ask):
        for value in values:
            status = ask(value)
            said = value if isinstance(value, str) else value[:200]
            assert status in statuses, f"status {status} for {said}"

    with asker.peer:
        if place.isJSON:
            post = lambda body: asker.ask(place.method, place.path, body)
            all_of(place.wrong_bodies(), REFUSED, post)
            all_of(BODIES, REFUSED, post)
            all_of(place.long_bodies(), place.answered, post)
        if place.method == "GET":
            get = lambda query: asker.ask("GET", f"{place.path}?{query}")
            all_of(place.wrong_queries(), REFUSED, get)
            all_of(place.odd_queries(), place.answered, get)


def document(port):
    with RawPeer(port, seconds=HANG) as peer:
        peer.send(b"GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n")
        return json.loads(peer.response()[2])


def cases(stage):
    described, numbers = document(stage.port), itertools.count()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            place = Place(described, path, method, operation)
            if method != "head" and (place.isJSON or place.query) and path != "/v1/events":
                yield Case(
                    f"fields {operation['operationId']}",
                    f"{place.method} {path} refuses values of wrong types, and answers all others",
                    lambda place=place: plays(stage, f"fields{next(numbers)}", place))
