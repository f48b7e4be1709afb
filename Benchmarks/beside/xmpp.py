"""A cheap XMPP client over plain TCP: only the features that the works need, and no XML parser.

The server writes its stanzas in one form; an unknown one ends the measurement.
"""

import base64
import re
import select
import socket
import time

from beside.ejabberd import PASSWORD

HOST = "localhost"
CHUNK = 1 << 16
HEADER = (
    f"<stream:stream to='{HOST}' version='1.0' xmlns='jabber:client' "
    "xmlns:stream='http://etherx.jabber.org/streams'>").encode()
AUTH = b"<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>%s</auth>"
BIND = (
    b"<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
    b"<resource>%s</resource></bind></iq>")
ROSTER = b"<iq type='get' id='roster'><query xmlns='jabber:iq:roster'/></iq>"
ENABLE = b"<enable xmlns='urn:xmpp:sm:3'/>"
ASK = b"<r xmlns='urn:xmpp:sm:3'/>"
FAREWELL = b"</stream:stream>"
# One stanza or element of stream management, from its beginning: name, attributes, content.
STANZA = re.compile(rb"<(message|presence|iq|a|r|enabled)\b([^>]*?)(?:/>|>(.*?)</\1>)", re.S)
ADDRESS = re.compile(rb"\bfrom='([^'/]*)/?([^']*)'")


class Broken(Exception):
    """The server sent an unexpected answer, or none."""


class Person:
    """One connection: connects, signs in, and is `ready`; then `heard` is called for each stanza.

    Signing in includes the steps of a client: log-in, a resource, the roster, and presence.
    """

    def __init__(self, crowd, name, resource="load"):
        self.crowd = crowd
        self.name = name
        self.own = f"{name}@{HOST}/{resource}".encode()
        self.resource = resource.encode()
        # The number of friends; known once the server has sent the roster.
        self.friend_count = None
        self.asked_at = 0
        self.is_open = False
        self._stage = self._greeted
        self._input = b""
        self._output = bytearray()
        self._socket = socket.socket()
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.connect_ex(crowd.address)
        crowd.add(self, self._socket)

    # Methods that works override.

    def ready(self):
        """Signed in."""
        self.crowd.ready_count += 1

    def heard(self, name, attributes, content):
        """A stanza has arrived."""

    def turned(self):
        """All stanzas of one read have been handled."""

    def left(self):
        """The connection has ended, as requested."""

    # The connection.

    def say(self, data):
        """Sends the data, as soon as there is room."""
        if not self._output:
            try:
                data = data[self._socket.send(data):]
            except BlockingIOError:
                pass
        if data:
            self._output += data
            self.crowd.watch(self._socket, writing=True)

    def leave(self):
        """Closes the stream, as clients do; `left` once the server has, too."""
        self._stage = None
        self.say(FAREWELL)

    def cut(self):
        """Closes the connection."""
        self.is_open = False
        self.crowd.remove(self, self._socket)
        self._socket.close()

    def writable(self):
        """There is room again, or the connection is established."""
        if self.is_open:
            sent = self._socket.send(self._output)
            del self._output[:sent]
        else:
            error = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if error:
                raise Broken(f"{self.name} cannot connect: {error}")
            self.is_open = True
            self.asked_at = time.monotonic_ns()
            self.say(HEADER)
        if not self._output:
            self.crowd.watch(self._socket, writing=False)

    def readable(self):
        """Data have arrived, or the connection has ended."""
        try:
            data = self._socket.recv(CHUNK)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if self._stage is None:
            # Stanzas in flight no longer matter.
            if not data or FAREWELL in data:
                self.cut()
                self.left()
            return
        if not data:
            raise Broken(f"{self.name} was cut off: {self._input[-300:]!r}")
        self._input += data
        self._stage()

    # Signing in, step by step.

    def _expect(self, what):
        """Whether `what` has arrived; drops the input up to its end."""
        if b"<failure" in self._input or b"<stream:error" in self._input:
            raise Broken(f"{self.name} was refused: {self._input[-500:]!r}")
        place = self._input.find(what)
        if place < 0:
            return False
        self._input = self._input[place + len(what):]
        return True

    def _greeted(self):
        if self._expect(b"</stream:features>"):
            secret = base64.b64encode(f"\0{self.name}\0{PASSWORD}".encode())
            self._stage = self._authenticated
            self.say(AUTH % secret)

    def _authenticated(self):
        if self._expect(b"<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"):
            self._stage = self._greeted_again
            self.say(HEADER)

    def _greeted_again(self):
        if self._expect(b"</stream:features>"):
            self._stage = self._listen
            self.say(BIND % self.resource)

    def _listen(self):
        """Handles each complete stanza."""
        data, place = self._input, 0
        while found := STANZA.match(data, place):
            place = found.end()
            if self.is_open:
                self._hear(*found.groups())
        self._input = data[place:] if place else data
        if self._input and self._input[:1] != b"<" or self._input.startswith(b"<stream:error"):
            raise Broken(f"{self.name} received: {self._input[:500]!r}")
        self.turned()

    def _hear(self, name, attributes, content):
        if name == b"iq" and self.friend_count is None:
            self._answered(attributes, content)
        elif name == b"presence" and self.asked_at and b"from='%s'" % self.own in attributes:
            # The user's own presence, sent to all devices: all earlier requests are done.
            self.crowd.sign_ins.append((time.monotonic_ns() - self.asked_at) / 1e3)
            self.asked_at = 0
            self.ready()
        else:
            self.heard(name, attributes, content)

    def _answered(self, attributes, content):
        if b"type='result'" not in attributes:
            raise Broken(f"{self.name} was refused: {attributes!r} {content!r}")
        if b"id='bind'" in attributes:
            self.say(ROSTER)
        elif b"id='roster'" in attributes:
            self.friend_count = (content or b"").count(b"<item ")
            self.say(b"<presence/>")


class Crowd:
    """All connected clients, on one epoll."""

    def __init__(self, address):
        self.address = address
        # Time of each sign-in, in microseconds.
        self.sign_ins = []
        self.ready_count = 0
        self._epoll = select.epoll()
        self._members = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for member in list(self._members.values()):
            member.cut()
        self._epoll.close()

    def add(self, member, sock):
        """Registers a connection that is being established."""
        self._members[sock.fileno()] = member
        self._epoll.register(sock.fileno(), select.EPOLLIN | select.EPOLLOUT)

    def watch(self, sock, writing):
        """Sets whether to notify when there is room."""
        self._epoll.modify(sock.fileno(), select.EPOLLIN | (select.EPOLLOUT if writing else 0))

    def remove(self, member, sock):
        """Removes a connection that ends."""
        if self._members.pop(sock.fileno(), None) is member:
            self._epoll.unregister(sock.fileno())

    def turn(self, seconds=0.1):
        """Handles pending events; waits at most this long."""
        for number, events in self._epoll.poll(seconds, 256):
            member = self._members.get(number)
            if member is None:
                continue
            if events & select.EPOLLOUT:
                member.writable()
            if events & ~select.EPOLLOUT and member is self._members.get(number):
                member.readable()

    def wait(self, is_done, seconds):
        """Runs until a condition is true, or a time has passed: missing messages are counted."""
        end = time.monotonic() + seconds
        while not is_done() and time.monotonic() <= end:
            self.turn()

    def until(self, is_done, stuck_seconds, what):
        """Runs until a condition is true; `stuck_seconds` is the timeout."""
        self.wait(is_done, stuck_seconds)
        if not is_done():
            raise Broken(f"{what}: not done after {stuck_seconds} s")

    def work(self, seconds):
        """Runs for a time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.turn(min(left, 0.1))

    def sign_in(self, makers, at_once=64):
        """Connects clients, so many at a time; returns them all when they are ready.

        `makers` create one client each, from the crowd.
        """
        people, already = [], self.ready_count
        end = time.monotonic() + 60 + len(makers) / 20
        while (done := self.ready_count - already) < len(makers):
            if time.monotonic() > end:
                raise Broken(f"only {done} of {len(makers)} have signed in")
            for make in makers[len(people):done + at_once]:
                people.append(make(self))
            self.turn()
        return people
