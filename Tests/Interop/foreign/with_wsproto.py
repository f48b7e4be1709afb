"""PyPI's wsproto, on a plain socket."""

import socket
from urllib.parse import urlsplit

from report import BINARY, LARGE, PROSE, SECONDS, TEXT, arguments, report
from wsproto import ConnectionType, WSConnection, events
from wsproto.extensions import PerMessageDeflate


class Line:
    """One connection that sends requests, and assembles the answers."""

    def __init__(self, *extensions):
        url, tls = arguments()
        where = urlsplit(url)
        self.socket = socket.create_connection((where.hostname, where.port), timeout=SECONDS)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname=where.hostname)
        self.protocol = WSConnection(ConnectionType.CLIENT)
        self.events = []
        self.say(events.Request(host=where.netloc, target="/", extensions=extensions))
        self.accepted = self.next()

    def say(self, *sent):
        for event in sent:
            self.socket.sendall(self.protocol.send(event))

    def next(self):
        while not self.events:
            self.protocol.receive_data(self.socket.recv(65_536) or None)
            self.events.extend(self.protocol.events())
        return self.events.pop(0)

    def message(self):
        parts = [self.next()]
        while not parts[-1].message_finished:
            parts.append(self.next())
        return parts[0].data[:0].join(part.data for part in parts)


def main():
    line = Line()
    line.say(events.TextMessage(TEXT))
    report("text", line.message() == TEXT)
    for case, sent in (("binary", BINARY), ("1MiB", LARGE)):
        line.say(events.BytesMessage(sent))
        report(case, line.message() == sent)
    line.say(
        events.TextMessage("three ", message_finished=False),
        events.TextMessage("small ", message_finished=False), events.TextMessage("fragments"))
    report("fragmented", line.message() == "three small fragments")
    line.say(events.Ping(b"hello"))
    answer = line.next()
    report("ping", isinstance(answer, events.Pong) and answer.payload == b"hello")
    line.say(events.CloseConnection(1000))
    answer = line.next()
    report("close", isinstance(answer, events.CloseConnection) and answer.code == 1000)

    line = Line(PerMessageDeflate())
    came = []
    for _ in range(2):
        line.say(events.TextMessage(PROSE))
        came.append(line.message())
    report("compressed", came == [PROSE, PROSE] if line.accepted.extensions else None)


main()
