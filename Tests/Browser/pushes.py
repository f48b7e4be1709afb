"""A push, from a friend's message to the opened conversation, through a local push service."""

import base64
import http.server
import json
import queue
import ssl
import tempfile
import threading

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from people import HANG_MS, PHONE, Site
from playwright.sync_api import expect

from certificate import certificate
from until import HANG, until

# Chromium would subscribe at Google's push service, which cannot be reached here. Everything behind
# the subscription is real: its keys, the daemon's encryption and signature, the worker.
SUBSCRIBE = """({ endpoint, keys }) => {
  // It outlives the page, as a browser's does.
  const KEPT = "subscribed for";
  const made = (key) => key && ({
    endpoint, options: { applicationServerKey: bytes(key) },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => { localStorage.removeItem(KEPT); return true; } });
  const bytes = (text) => Uint8Array.from(
    atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0)).buffer;
  PushManager.prototype.getSubscription = async () => made(localStorage.getItem(KEPT));
  PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
    localStorage.setItem(KEPT, key);
    return made(key);
  };
}"""


class PushService:
    """Receives messages for one subscription, and decrypts them as a browser does (RFC 8291)."""

    def __init__(self, folder):
        self.certificate, key = certificate(folder)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen secret b"
        self.taken = queue.Queue()
        service = self

        class Answer(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.taken.put((dict(self.headers), body))
                self.send_response(201)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def subscription(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"https://localhost:{self.server.server_port}/ana",
                "keys": {"p256dh": url_safe(point), "auth": url_safe(self.secret)}}

    def next(self):
        """The next message: its headers, and its contents."""
        fields, body = self.taken.get(timeout=HANG)
        return fields, self.decrypted(body)

    def decrypted(self, body):
        return json.loads(http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"))

    def others(self, message):
        """Further messages: a daemon that waits long for an answer repeats its request."""
        rest = []
        while not self.taken.empty():
            rest.append(self.decrypted(self.taken.get()[1]))
        return [one for one in rest if one["id"] != message["id"]]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def url_safe(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def pushed(upford):
    """Ana turns notifications on and leaves; ben writes; her notification opens his message."""
    with tempfile.TemporaryDirectory() as folder:
        service = PushService(folder)
        settings = {
            "notifiers_webPush": "true", "notifiers_webPushHosts": "localhost",
            "notifiers_webPushPrivate": "true", "notifiers_webPushContact": "mailto:a@example.org",
            "notifiers_authorities": service.certificate, "notifiers_delayMilliseconds": "0"}
        try:
            with Site(upford, **settings) as site:
                play(site, service)
        finally:
            service.stop()


def play(site, service):
    ana, ben = site.person("ana", PHONE), site.person("ben")
    site.friends(ana, ben)
    ana.context.clear_permissions()
    ana.context.add_init_script(f"({SUBSCRIBE})({json.dumps(service.subscription)})")
    ana.page.reload()
    ana.go("Now")
    # They are offered after an event that shows their use, and never before.
    expect(ana.page.get_by_text("What are you up for?")).to_be_visible()
    expect(ana.page.get_by_text("Do not miss the next one")).to_have_count(0)
    ben.open_chat(ana)
    ben.write(ana, "Hello!")
    expect(ana.page.get_by_text("Do not miss the next one")).to_be_visible()
    ana.check_access("the offer of notifications")
    ana.context.grant_permissions(["notifications"])
    ana.page.get_by_role("button", name="Turn on").click()
    ana.at("me", "notifications")
    expect(ana.page.get_by_role("button", name="Turn off")).to_be_visible()

    # A page of the same site without the app: none of her devices is connected now.
    ana.page.goto(f"{site.address}/page.json")
    expect(ben.page.locator(".conversation header").get_by_text("online", exact=True)).to_have_count(0)
    ben.write(ana, "Are you there? 🍜")
    fields, message = service.next()
    assert fields["Content-Encoding"] == "aes128gcm" and fields["TTL"], fields
    assert fields["Authorization"].startswith("vapid t="), fields
    assert (message["kind"], message["user"], message["from"]) == ("message", "ana", "ben"), message

    deliver(ana, message)
    shown = notifications(ana)
    assert shown == [["Ben", "Ben: Are you there? 🍜", "/#/chats/ben"]], shown
    # A click opens the conversation in the open page.
    ana.page.goto(site.address)
    ana.is_in()
    click(ana)
    ana.reads("Are you there? 🍜")
    until("end of the notification", lambda: notifications(ana) == [])
    assert not (others := service.others(message)), f"a user who is online was notified: {others}"

    # Off again: no further message arrives.
    ana.at("me", "notifications")
    ana.page.get_by_role("button", name="Turn off").click()
    expect(ana.page.get_by_role("button", name="Turn on")).to_be_visible()
    until("end of the subscription", lambda: not any(
        entry.get("push") for entry in ana.command("deviceList")["devices"]["devices"]))
    assert not site.complaints(), site.complaints()


SHOWING = """() => {
  const { registration } = self;
  self.shown = new Promise((resolve, reject) => {
    registration.showNotification = async (...all) => {
      delete registration.showNotification;
      await registration.showNotification(...all).then(resolve, reject);
    };
  });
}"""


def deliver(person, message):
    """Delivers a push as the browser does, through its own inspector.

    Returns when the notification is shown. Polling for notifications does not work: Chromium drops
    a notification that is queried while it is about to be shown.
    """
    worker = until("the worker", lambda: person.context.service_workers)[0]
    worker.evaluate(SHOWING)
    session = person.context.new_cdp_session(person.page)
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated",
               lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    until("the registration", lambda: registrations or person.page.wait_for_timeout(20))
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": person.site.address, "registrationId": registrations[0]["registrationId"],
        "data": json.dumps(message)})
    worker.evaluate("""(longest) => Promise.race([self.shown,
      new Promise((_, fail) => setTimeout(fail, longest, "nothing was shown"))])""", HANG_MS)
    session.detach()


def notifications(person):
    return person.page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.ready;
      const shown = await registration.getNotifications();
      // The page itself gives the address alone.
      return shown.map(({ title, body, data }) => [title, body, data?.url ?? data]);
    }""")


def click(person):
    """Clicks the notification. A headless browser has none to click on."""
    worker = until("the worker", lambda: person.context.service_workers)[0]
    worker.evaluate("""async () => {
      const [notification] = await self.registration.getNotifications();
      self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    }""")
