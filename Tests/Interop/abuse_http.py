"""Abuse of HTTP: requests that two parsers could read differently, and oversized requests."""

from raw import upgrade
from verdicts import answers, refuses, rejects

# The verdict on a request that does not arrive in time.
TOO_LATE = rejects(408)


def request(*lines, start="GET /healthz HTTP/1.1", host="Host: test", body=b""):
    head = [start, *([host] if host else []), *lines, "", ""]
    return "\r\n".join(head).encode("latin-1") + body


OK = request()
CHUNKED = b"0\r\n\r\n" + OK
CODED = "Transfer-Encoding: "

SMUGGLING = [
    ("a length and a coding", request("Content-Length: 6", CODED + "chunked", body=CHUNKED),
     rejects(400)),
    ("a coding and a length", request(CODED + "chunked", "Content-Length: 6", body=CHUNKED),
     rejects(400)),
    ("a coding and a short length",
     request(CODED + "chunked", "Content-Length: 4", body=b"28\r\n" + OK),
     rejects(400)),
    ("a body in chunks ends with the last of them", request(CODED + "chunked", body=CHUNKED),
     answers(200, 200)),
    *[(f"the chunks {chunks!r}", request(CODED + "chunked", body=chunks + OK), rejects(status))
      for chunks, status in (
          (b"x\r\n", 400), (b"-1\r\n", 400), (b"+0\r\n\r\n", 400), (b" 0\r\n\r\n", 400),
          (b"0 \r\n\r\n", 400), (b"0x0\r\n\r\n", 400), (b"0\n\n", 400), (b"0;a\n\r\n", 400),
          (b"0;\0\r\n\r\n", 400), (b"1\r\nab\r\n0\r\n\r\n", 400), (b"1\r\na\n0\r\n\r\n", 400),
          (b"0\r\n a: b\r\n\r\n", 400), (b"0\r\nGET / HTTP/1.1\r\n\r\n", 400),
          (b"fffffffffffffff\r\n", 413), (b"f" * 16 + b"\r\n", 400), (b"0" * 40, 400),
          (b"0;" + b"a" * 9000, 431), (b"0\r\nX: " + b"a" * 9000, 431),
          (b"0\r\n" + b"X: a\r\n" * 100, 431))],
    ("a chunk that never comes", request(CODED + "chunked", body=b"5\r\nab"), TOO_LATE),
    *[(f"the coding {coding!r}", request(CODED + coding, body=CHUNKED), rejects(501))
      for coding in ("identity", "gzip, chunked", "xchunked", "chunked, identity", "chunked;q=1",
                     "chunked, chunked", "", '"chunked"')],
    ("two codings", request(CODED + "chunked", CODED + "identity", body=CHUNKED), rejects(501)),
    ("a space before the colon of a coding",
     request("Transfer-Encoding : chunked", body=CHUNKED), rejects(400)),
    ("a coding in a folded line", request("X: a", " Transfer-Encoding: chunked", body=CHUNKED),
     rejects(400)),
    *[(f"the coding {coding!r} is chunks", request(CODED + coding, body=CHUNKED), answers(200, 200))
      for coding in ("\tchunked", "Chunked")],
    ("a vertical tab before a coding", request(CODED + "\x0bchunked", body=CHUNKED), rejects(400)),
    ("a coding with an underscore is another field", request("Transfer_Encoding: chunked"),
     answers(200)),
    *[(f"two lengths, {first} and {second}",
       request(f"Content-Length: {first}", f"Content-Length: {second}", body=OK), rejects(400))
      for first, second in ((0, 0), (0, 40), (5, 5))],
    *[(f"the length {length!r}", request(f"Content-Length: {length}", body=OK), rejects(400))
      for length in ("+5", "-1", "5, 5", "0x10", "1e1", "", "5 5", "5;", "٣".encode().decode(
          "latin-1"), "5.0")],
    ("a length of 20 digits", request("Content-Length: 99999999999999999999"), rejects(413)),
    ("a length over the limit", request("Content-Length: 65537"), rejects(413)),
    ("a space before the colon of a length", request("Content-Length : 5", body=b"hello"),
     rejects(400)),
    ("a body that is a request is a body", request(f"Content-Length: {len(OK)}", body=OK) + OK,
     answers(200, 200)),
    ("expectations", request("Expect: 100-continue", "Content-Length: 5"), rejects(417)),
]

LINES = [
    ("a bare LF after the start line", OK.replace(b"1.1\r\n", b"1.1\n"), rejects(400)),
    ("a bare LF after a field", OK.replace(b"test\r\n", b"test\n"), rejects(400)),
    ("a bare LF for the empty line", OK[:-2] + b"\n", rejects(400)),
    ("a bare CR inside a value", request("X: a\rb"), rejects(400)),
    ("a bare CR that hides a field", request("X: a\rContent-Length: 5"), rejects(400)),
    ("CR CR LF", request("X: a\r"), rejects(400)),
    ("a NUL in a value", request("X: a\0b"), rejects(400)),
    ("a NUL in a name", request("X\0: a"), rejects(400)),
    ("a NUL in the target", request(start="GET /\0 HTTP/1.1"), rejects(400)),
    ("a delete character in a value", request("X: a\x7f"), rejects(400)),
    ("a folded field", request("X: a", " b"), rejects(400)),
    ("a folded first field", request(" X: a", host=None), rejects(400)),
    ("a space before a colon", request("X : a"), rejects(400)),
    ("a field without a colon", request("nonsense"), rejects(400)),
    ("a field without a name", request(": a"), rejects(400)),
    ("a name that is not ASCII", request("Näme: a"), rejects(400)),
    ("a name with a bracket", request("X[]: a"), rejects(400)),
    ("a value that is not ASCII is no matter", request("X: ä"), answers(200)),
    ("one empty line before a request is forgiven", b"\r\n" + OK, answers(200)),
    ("so are more", b"\r\n\n\r\n" + OK, answers(200)),
    ("empty lines without an end are not", b"\r\n" * 5000, rejects(414)),
]

STARTS = [
    *[(f"the start line {start!r}", request(start=start), verdict)
      for start, verdict in (
          ("GET  /healthz HTTP/1.1", rejects(400)),
          ("GET /healthz  HTTP/1.1", rejects(400)),
          (" GET /healthz HTTP/1.1", rejects(400)),
          ("GET\t/healthz\tHTTP/1.1", rejects(400)),
          ("GET /healthz HTTP/1.1 ", rejects(400)),
          ("GET /healthz", rejects(400)),
          ("GET", rejects(400)),
          ("GET /healthz HTTP/1.0", rejects(200)),
          ("GET /healthz HTTP/2.0", rejects(505)),
          ("GET /healthz HTTP/1.10", rejects(505)),
          ("GET /healthz http/1.1", rejects(505)),
          ("GET /healthz HTTPS/1.1", rejects(400)),
          ("GET /healthz ICY/1.1", rejects(400)),
          ("G@T /healthz HTTP/1.1", rejects(400)),
          ("GÉT /healthz HTTP/1.1", rejects(400)),
          ("get /healthz HTTP/1.1", refuses(405)),
          ("POST /healthz HTTP/1.1", refuses(405)),
          ("OPTIONS * HTTP/1.1", refuses(204)),
          ("CONNECT test:80 HTTP/1.1", rejects(501)),
          ("TRACE /nowhere HTTP/1.1", refuses(404)),
          ("GET healthz HTTP/1.1", rejects(400)),
          ("GET test:80 HTTP/1.1", rejects(400)),
          ("GET * HTTP/1.1", rejects(400)),
          ("GET /a#b HTTP/1.1", rejects(400)),
          ("GET /ä HTTP/1.1", rejects(400)),
          ("GET /../../etc/passwd HTTP/1.1", refuses(400)),
          ("GET /%2e%2e/%00 HTTP/1.1", refuses(400)),
          ("GET /%2e%2e%2f HTTP/1.1", refuses(400)),
          ("GET //healthz HTTP/1.1", refuses(404)),
          ("GET /healthz?a=b HTTP/1.1", refuses(200)),
          ("GET http://test/healthz HTTP/1.1", refuses(200)),
          ("GET HTTP://TEST/healthz HTTP/1.1", refuses(200)),
          ("GET http://a@test/healthz HTTP/1.1", rejects(400)),
          ("GET ftp://test/healthz HTTP/1.1", rejects(400)),
          ("GET http:///healthz HTTP/1.1", rejects(400)))],
    ("the preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", rejects(505)),
    ("the first bytes of TLS", bytes.fromhex("16030100c8010000c40303") + bytes(190), rejects(400)),
    ("the line of a proxy", b"PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n" + OK, rejects(400)),
    ("the binary line of a proxy", b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c" + bytes(12), rejects(400)),
    ("an SSH client", b"SSH-2.0-OpenSSH_9.2\r\n\r\n", rejects(400)),
    ("a Redis client", b"*1\r\n$4\r\nPING\r\n\r\n", rejects(400)),
    ("nothing but 8 KiB of zeros", bytes(8192), rejects(400)),
]

HOSTS = [
    ("no Host", request(host=None), rejects(400)),
    ("two Hosts", request("Host: other"), rejects(400)),
    ("the same Host twice", request("Host: test"), rejects(400)),
    *[(f"the Host {host!r}", request(host=f"Host: {host}"), rejects(400))
      for host in ("", "a b", "a/b", "a@b", "a:b", "a:99999", "[::1", "[]", "ä", "a,b:x", "a\\b")],
    *[(f"the Host {host!r} is fine", request(host=f"Host: {host}"), answers(200))
      for host in ("test:80", "[::1]:8080", "127.0.0.1", "a-b.c_d", "test:")],
]

SIZES = [
    ("a target over 8 KiB", request(start=f"GET /{'a' * 9000} HTTP/1.1"), rejects(414)),
    ("a line that never ends", b"GET /" + b"a" * 70_000, rejects(414)),
    ("a field over 8 KiB", request("X: " + "a" * 9000), rejects(431)),
    ("65 fields", request(*["X: a"] * 65), rejects(431)),
    ("64 fields are allowed", request(*["X: a"] * 63), answers(200)),
    ("a thousand fields", request(*["X: a"] * 1000), rejects(431)),
    ("a hundred requests in one write", OK * 100, answers(*[200] * 100)),
    ("a request behind the last one", request("Connection: close") + OK, rejects(200)),
]


def without(line):
    return upgrade("/v1/ws").replace(line, b"", 1)


def changed(before, after):
    assert before in upgrade("/v1/ws")
    return upgrade("/v1/ws").replace(before, after, 1)


def keyed(value):
    head, _, rest = upgrade("/v1/ws").partition(b"Sec-WebSocket-Key: ")
    return head + b"Sec-WebSocket-Key: " + value + rest[24:]


GOOD_KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
UPGRADES = [
    ("without Upgrade", without(b"Upgrade: websocket\r\n"), refuses(426)),
    ("without Connection", without(b"Connection: Upgrade\r\n"), refuses(400)),
    ("without a version", without(b"Sec-WebSocket-Version: 13\r\n"), refuses(426)),
    *[(f"of version {version!r}", changed(b"Version: 13", b"Version: " + version),
       refuses(426)) for version in (b"8", b"12", b"14", b"13, 8", b"013", b"", b"\xff")],
    ("of two versions", changed(b"Version: 13", b"Version: 13\r\nSec-WebSocket-Version: 13"),
     refuses(426)),
    ("to h2c", changed(b"Upgrade: websocket", b"Upgrade: h2c"), refuses(426)),
    ("to websocket/13", changed(b"Upgrade: websocket", b"Upgrade: websocket/13"), refuses(426)),
    ("with Connection: keep-alive", changed(b": Upgrade", b": keep-alive"), refuses(400)),
    *[(f"with the key {key[:30]!r}", keyed(key), refuses(400))
      for key in (b"", b"short", b"A" * 24, GOOD_KEY[:-1], GOOD_KEY + b"=", b"dGhlIHNhbXBsZSBub25j",
                  b"dGhlIHNhbXBsZSBub25jZR==", b"dGhlIHNhbXBs ZSBub25jZQ==", b"?" * 22 + b"==",
                  b"A" * 2000)],
    ("with two keys", keyed(GOOD_KEY + b"\r\nSec-WebSocket-Key: " + GOOD_KEY), refuses(400)),
    ("by POST", changed(b"GET", b"POST"), refuses(405)),
    ("with a body", changed(b"\r\n\r\n", b"\r\nContent-Length: 5\r\n\r\nhello"), refuses(400)),
    ("with a chunked body", changed(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n"),
     TOO_LATE),
    ("elsewhere", changed(b"/v1/ws", b"/v1/ws/"), refuses(404)),
    ("with a protocol that is no token", upgrade("/v1/ws", "Sec-WebSocket-Protocol: a b"),
     refuses(400)),
    ("with a protocol twice", upgrade("/v1/ws", "Sec-WebSocket-Protocol: a, a"), refuses(400)),
    ("with an unknown protocol", upgrade("/v1/ws", "Sec-WebSocket-Protocol: soap"),
     answers(101)),
    ("with an unknown extension", upgrade("/v1/ws", "Sec-WebSocket-Extensions: x; y=1"),
     answers(101)),
    ("from another page", upgrade("/v1/ws", "Origin: https://evil.example"), refuses(403)),
    ("from a page without origin", upgrade("/v1/ws", "Origin: null"), refuses(403)),
    ("from two pages", upgrade("/v1/ws", "Origin: http://127.0.0.1", "Origin: http://127.0.0.1"),
     refuses(403)),
    ("behind garbage", b"\x00\x01\x02" + upgrade("/v1/ws"), rejects(400)),
    ("never finished", upgrade("/v1/ws")[:-2], TOO_LATE),
]

GROUPS = {"smuggling": SMUGGLING, "lines": LINES, "start lines": STARTS, "hosts": HOSTS,
          "sizes": SIZES, "an upgrade": UPGRADES}
