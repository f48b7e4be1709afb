"""PyPI's websockets."""

import asyncio

from report import BINARY, LARGE, PROSE, SECONDS, TEXT, arguments, report
from websockets.asyncio.client import connect


async def main():
    url, tls = arguments()
    options = dict(ssl=tls, open_timeout=SECONDS, close_timeout=SECONDS, ping_interval=None)
    async with connect(url, compression=None, max_size=None, **options) as socket:
        for case, sent in (("text", TEXT), ("binary", BINARY), ("1MiB", LARGE)):
            await socket.send(sent)
            report(case, await socket.recv() == sent)
        await socket.send(["three ", "small ", "fragments"])
        report("fragmented", await socket.recv() == "three small fragments")
        await (await socket.ping(b"hello"))
        report("ping", True)
        await socket.close(1000, "done")
        report("close", socket.close_code == 1000)
    async with connect(url, **options) as socket:
        agreed = bool(socket.protocol.extensions)
        await socket.send(PROSE)
        await socket.send(PROSE)
        came = [await socket.recv(), await socket.recv()]
        report("compressed", came == [PROSE, PROSE] if agreed else None)


asyncio.run(main())
