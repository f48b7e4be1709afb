"""A headless Chromium that opens a test page and reports the results of the page."""

import http.server
import pathlib
import queue
import subprocess
import tempfile
import threading
from urllib.parse import quote

from until import HANG

PAGE = pathlib.Path(__file__).parent / "foreign" / "page.html"


class Site(http.server.ThreadingHTTPServer):
    """Serves the page, and receives its results."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.results = queue.Queue()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.reply(PAGE.read_bytes())

    def do_POST(self):
        self.server.results.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.reply(b"")

    def reply(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def visit(url):
    """The results of the page after it has connected to `url`."""
    with Site() as site, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        page = f"http://127.0.0.1:{site.server_port}/?url={quote(url, safe='')}"
        browser = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-dev-shm-usage", "--ignore-certificate-errors",
             f"--user-data-dir={profile}", page],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            return site.results.get(timeout=HANG)
        except queue.Empty:
            return "error the page said nothing"
        finally:
            browser.terminate()
            browser.wait(timeout=HANG)
            site.shutdown()
