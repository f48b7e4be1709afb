"""Other ways in: an issuer of identities, the daemon's own TLS, and nginx in front."""

import tempfile
from urllib.parse import parse_qs, urlsplit

from people import HANG_MS, PHONE, Site

from certificate import certificate
from issuer import ADDRESS, Issuer
from nginx import PAGE as SITE_ADDRESS
from nginx import Proxy


def talk(site):
    """Two users become friends and exchange messages, with the page's worker active."""
    ana, ben = site.person("ana", PHONE), site.person("ben")
    site.friends(ana, ben)
    ana.open_chat(ben)
    ben.open_chat(ana)
    ana.write(ben, "hello")
    ben.reads("hello")
    ana.page.evaluate("navigator.serviceWorker.ready")
    assert not site.complaints(), site.complaints()


def tls(upford):
    """The page over the daemon's own TLS."""
    with tempfile.TemporaryDirectory() as folder:
        chain, key = certificate(folder)
        with Site(upford, browser=["--ignore-certificate-errors"], tls_certificate=chain,
                  tls_key=key, tls_port="0") as site:
            site.url = f"https://127.0.0.1:{site.daemon.tls_port}"
            talk(site)


def nginx(upford):
    """The page behind nginx with config/nginx.conf, under another host name."""
    with tempfile.TemporaryDirectory() as folder, \
            Site(upford, "config/examples/behind-nginx.yaml", listen_origins=SITE_ADDRESS) as site:
        with Proxy(folder, site.daemon, patience=60, connections=100) as proxy:
            host = urlsplit(SITE_ADDRESS).hostname
            site.browser.close()
            site.browser = site.playwright.chromium.launch(
                executable_path="/usr/bin/chromium", timeout=HANG_MS,
                args=["--no-sandbox", "--ignore-certificate-errors",
                      f"--host-resolver-rules=MAP {host}:443 127.0.0.1:{proxy.port}"])
            site.url = SITE_ADDRESS
            talk(site)


def issuer(upford):
    """A log-in by an OpenID Connect issuer: first time with a username, then without."""
    with tempfile.TemporaryDirectory() as folder:
        source = Issuer(folder)
        with Site(upford, source.settings(folder)) as site:
            dora = site.guest("dora", PHONE)
            dora.context.route(f"{ADDRESS}/**", Provider(source).answer)
            log_in(dora)
            dora.page.get_by_label("Username", exact=True).fill("dora")
            dora.page.get_by_role("button", name="Log in", exact=True).click()
            dora.is_in()
            dora.log_out()
            log_in(dora)
            dora.is_in()
            assert not site.complaints(), site.complaints()


def log_in(person):
    person.page.get_by_role("button", name="Log in with home").click()
    person.page.get_by_role("link", name="Yes, it is me").click()


class Provider:
    """The pages of the issuer. Its keys and tokens are real; its host does not exist."""

    def __init__(self, source):
        self.source = source
        self.asked = {}

    def answer(self, route):
        url = urlsplit(route.request.url)
        if url.path == "/.well-known/openid-configuration":
            return self.document(route, {
                "issuer": ADDRESS, "authorization_endpoint": f"{ADDRESS}/authorize",
                "token_endpoint": f"{ADDRESS}/token"})
        if url.path == "/authorize":
            self.asked = {key: values[0] for key, values in parse_qs(url.query).items()}
            assert self.asked["code_challenge_method"] == "S256", self.asked
            back = f"{self.asked['redirect_uri']}?state={self.asked['state']}"
            return route.fulfill(content_type="text/html", body=(
                f'<a href="{back}&code=c1">Yes, it is me</a>'
                f'<a href="{back}&error=access_denied">No</a>'))
        assert url.path == "/token", url
        form = {key: values[0] for key, values in parse_qs(route.request.post_data).items()}
        assert form["code"] == "c1" and form["code_verifier"], form
        return self.document(route, {"id_token": self.source.token(self.asked["nonce"])})

    @staticmethod
    def document(route, body):
        route.fulfill(json=body, headers={"Access-Control-Allow-Origin": "*"})
