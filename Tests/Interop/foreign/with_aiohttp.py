"""PyPI's aiohttp. It sends no fragments."""

import asyncio

import aiohttp
from report import BINARY, LARGE, PROSE, SECONDS, TEXT, arguments, report


async def main():
    url, tls = arguments()
    options = {"timeout": aiohttp.ClientWSTimeout(ws_close=SECONDS)}
    if tls:
        options["ssl"] = tls
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(url, max_msg_size=0, autoping=False, **options) as socket:
            await socket.send_str(TEXT)
            report("text", await socket.receive_str() == TEXT)
            for case, sent in (("binary", BINARY), ("1MiB", LARGE)):
                await socket.send_bytes(sent)
                report(case, await socket.receive_bytes() == sent)
            report("fragmented", None)
            await socket.ping(b"hello")
            answer = await socket.receive()
            report("ping", (answer.type, answer.data) == (aiohttp.WSMsgType.PONG, b"hello"))
            await socket.close(code=1000)
            report("close", socket.close_code == 1000)
        async with session.ws_connect(url, compress=15, **options) as socket:
            came = []
            for _ in range(2):
                await socket.send_str(PROSE)
                came.append(await socket.receive_str())
            report("compressed", came == [PROSE, PROSE] if socket.compress else None)


asyncio.run(main())
