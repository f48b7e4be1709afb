"""PyPI's websocket-client. It does not support compression."""

import sys

import websocket
from report import BINARY, LARGE, SECONDS, TEXT, report
from websocket import ABNF

url, *authority = sys.argv[1:]
socket = websocket.create_connection(
    url, timeout=SECONDS, sslopt={"ca_certs": authority[0]} if authority else {})
socket.send(TEXT)
report("text", socket.recv() == TEXT)
for case, sent in (("binary", BINARY), ("1MiB", LARGE)):
    socket.send_binary(sent)
    report(case, socket.recv() == sent)
socket.send_frame(ABNF.create_frame("three ", ABNF.OPCODE_TEXT, 0))
socket.send_frame(ABNF.create_frame("small ", ABNF.OPCODE_CONT, 0))
socket.send_frame(ABNF.create_frame("fragments", ABNF.OPCODE_CONT, 1))
report("fragmented", socket.recv() == "three small fragments")
socket.ping("hello")
opcode, answer = socket.recv_data_frame(control_frame=True)
report("ping", (opcode, answer.data) == (ABNF.OPCODE_PONG, b"hello"))
socket.send_close(1000)
opcode, answer = socket.recv_data_frame(control_frame=True)
report("close", (opcode, answer.data) == (ABNF.OPCODE_CLOSE, b"\x03\xe8"))
report("compressed", None)
