"""PyPI's tornado. It sends no fragments.

Its client (6.6.1) ignores parameters without a value, so it keeps the context of its compressor
although the server's answer has `client_no_context_takeover`. Only the first compressed message of
a connection can be decoded, so only one is sent.
"""

import asyncio

from report import BINARY, LARGE, PROSE, SECONDS, TEXT, arguments, report
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect


async def connect(compression):
    url, tls = arguments()
    return await websocket_connect(
        HTTPRequest(url, ssl_options=tls, connect_timeout=SECONDS, request_timeout=SECONDS),
        compression_options=compression, max_message_size=1 << 24)


async def main():
    socket = await connect(None)
    await socket.write_message(TEXT)
    report("text", await socket.read_message() == TEXT)
    for case, sent in (("binary", BINARY), ("1MiB", LARGE)):
        await socket.write_message(sent, binary=True)
        report(case, await socket.read_message() == sent)
    report("fragmented", None)
    pong = asyncio.get_running_loop().create_future()
    socket.on_pong = pong.set_result
    socket.ping(b"hello")
    report("ping", await asyncio.wait_for(pong, SECONDS) == b"hello")
    socket.close(1000, "done")
    ended = await socket.read_message()
    report("close", ended is None and socket.close_code == 1000)

    socket = await connect({})
    await socket.write_message(PROSE)
    came = await socket.read_message()
    agreed = "permessage-deflate" in socket.headers.get("Sec-WebSocket-Extensions", "")
    report("compressed", came == PROSE if agreed else None)
    socket.close()


asyncio.run(main())
