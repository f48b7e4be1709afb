"""Previews of links: the server reads a page once, from its own address; no other program does.

A site of the test's own is reached over TLS. Recipients get its title and picture from the server;
pages inside, on other ports, without end, of other kinds and behind too many redirections are the
same answer.

usage: previews.py PATH-OF-UPFORD PATH-OF-UPFOR
"""

import http.server
import os
import pathlib
import ssl
import sys
import tempfile
import threading

from certificate import certificate
from daemon import Daemon
from files import befriend, download
from resumes import User
from terminal import Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURE = (ROOT / "docs/images/match.png").read_bytes()
PAGE = ("<head><title>The lake &amp; the river</title>"
        "<meta property=og:image content=/picture><meta name=description content='Open till 8'>")
SECRET = "the intranet"


class Site(http.server.BaseHTTPRequestHandler):
    """A site whose pages behave well, badly, and not at all."""

    asked = []

    def do_GET(self):
        self.asked.append((self.path, dict(self.headers)))
        answer = {
            "/lake": ("text/html; charset=utf-8", PAGE.encode()),
            "/picture": ("image/png", PICTURE),
            "/secret": ("text/html", f"<title>{SECRET}</title>".encode()),
            "/silent": ("text/html", b"<p>nothing of itself"),
            "/binary": ("application/pdf", b"%PDF-1.7 <title>no</title>"),
            "/long": ("text/html", b"<title>long</title>" + b" " * 1_000_000),
            "/endless": ("text/html", b"<title>endless</title>" + b" " * 10_000_000),
            "/broken-picture": ("text/html", PAGE.replace("/picture", "/lake").encode()),
        }.get(self.path)
        if self.path.startswith("/hops/"):
            left = int(self.path.removeprefix("/hops/"))
            self.send_response(302)
            self.send_header("Location", f"/hops/{left - 1}" if left else "/lake")
            self.end_headers()
        elif self.path == "/inside":
            self.send_response(302)
            self.send_header("Location", "http://localhost/secret")
            self.end_headers()
        elif answer:
            self.send_response(200)
            self.send_header("Content-Type", answer[0])
            self.send_header("Set-Cookie", "a=b")
            self.end_headers()
            self.wfile.write(answer[1])
        else:
            self.send_error(404)

    def handle(self):
        try:
            super().handle()
        except OSError:
            # The server has read as much as it wants.
            pass

    def log_message(self, *_):
        pass


def site(folder):
    """Starts the site; returns it, its URL, and the path of its authority."""
    paths = certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*paths)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"https://localhost:{server.server_port}", paths[0]


def shown(ana, ben, cleo, url):
    Site.asked.clear()
    preview = ana.call("linkRead", url=f"{url}/lake")["attachment"]
    expected = {
        "id": preview["id"], "kind": "LINK", "name": "The lake & the river",
        "description": "Open till 8", "url": f"{url}/lake", "size": len(f"{url}/lake"),
        "width": preview["width"], "height": preview["height"]}
    assert preview == expected, preview
    assert [path for path, _ in Site.asked] == ["/lake", "/picture"], Site.asked
    for _, fields in Site.asked:
        assert not {"Cookie", "Referer", "Authorization", "X-Forwarded-For"} & set(fields), fields
    ana.call("roomSend", to="ben", text=f"{url}/lake", attachments=[preview["id"]], cid="l1")
    page = ben.call("roomHistory", **{"with": "ana"})["roomPage"]
    assert page["messages"][-1]["attachments"] == [preview], page
    status, body, head = ben.ask("GET", f"/v1/rooms/files/{preview['id']}/preview")
    assert status == 200 and head["Content-Type"] in ("image/png", "image/jpeg"), (status, head)
    assert body != PICTURE and len(body) < 45_000
    assert download(ben, preview)[1] == f"{url}/lake".encode()
    assert cleo.ask("GET", f"/v1/rooms/files/{preview['id']}/preview")[0] == 404
    assert len(Site.asked) == 2, Site.asked
    Site.asked.clear()
    assert ana.call("linkRead", url=f"{url}/hops/3")["attachment"]["url"] == f"{url}/hops/3"
    assert [path for path, _ in Site.asked] == [
        "/hops/3", "/hops/2", "/hops/1", "/hops/0", "/lake", "/picture"], Site.asked


def refused(ana, url):
    """Whatever there is not, the answer is the same."""
    answers = set()
    for path in ("/none", "/silent", "/binary", "/endless", "/hops/4", "/inside"):
        answers.add(str(ana.call("linkRead", 404, url=url + path)))
    for other in ("https://localhost:1/", "https://no.such.host.invalid/"):
        answers.add(str(ana.call("linkRead", 404, url=other)))
    assert len(answers) == 1, answers
    assert ana.call("linkRead", url=f"{url}/long")["attachment"]["name"] == "long"
    broken = ana.call("linkRead", url=f"{url}/broken-picture")["attachment"]
    assert broken["name"] == "The lake & the river" and "width" not in broken, broken
    for wrong in ("http://localhost/", "https://local host/", "https://locälhost/", "", "https://"):
        ana.call("linkRead", 400, url=wrong)


def typed(daemon, upfor, folder, ana, url):
    home = os.path.join(folder, "home")
    os.mkdir(home)
    terminal = Terminal(upfor, daemon.server, home)
    terminal.is_told("", "login", ana.name, "--password-stdin", given=f"{ana.password}\n")
    terminal.is_told("sent to ben", "send", "ben", "look", "--link", f"{url}/lake")
    terminal.is_told(r"🔗 The lake & the river \(localhost:", "history", "ben")


def main():
    upford, upfor = map(os.path.abspath, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        server, url, authority = site(folder)
        settings = {"links_previews": "true", "links_authorities": authority}
        for private in ("true", "false"):
            place = os.path.join(folder, private)
            os.mkdir(place)
            daemon = Daemon(upford, place, links_private=private, **settings)
            daemon.start()
            try:
                ana, ben, cleo = (User(daemon.port, name) for name in ("ana", "ben", "cleo"))
                befriend(ana, ben)
                if private == "true":
                    shown(ana, ben, cleo, url)
                    refused(ana, url)
                    typed(daemon, upfor, folder, ana, url)
                else:
                    Site.asked.clear()
                    ana.call("linkRead", 404, url=f"{url}/secret")
                    ana.call("linkRead", 404, url="https://127.0.0.1/secret")
                    assert not Site.asked, Site.asked
            finally:
                code = daemon.stop()
            assert code == 0, code
        server.shutdown()
    print("previews: read once, by the server alone")


if __name__ == "__main__":
    main()
