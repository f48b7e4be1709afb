"""PyPI's websockets."""

import asyncio

from report import BINARY, LARGE, PROSE, TEXT, arguments, report
from websockets.asyncio.client import connect


async def main():
    url, tls = arguments()
    async with connect(url, ssl=tls, compression=None, max_size=None) as socket:
        for case, sent in (("text", TEXT), ("binary", BINARY), ("1MiB", LARGE)):
            await socket.send(sent)
            report(case, await socket.recv() == sent)
        await socket.send(["three ", "small ", "fragments"])
        report("fragmented", await socket.recv() == "three small fragments")
        await (await socket.ping(b"hello"))
        report("ping", True)
        await socket.close(1000, "done")
        report("close", socket.close_code == 1000)
    async with connect(url, ssl=tls) as socket:
        agreed = bool(socket.protocol.extensions)
        await socket.send(PROSE)
        await socket.send(PROSE)
        came = [await socket.recv(), await socket.recv()]
        report("compressed", came == [PROSE, PROSE] if agreed else None)


asyncio.run(main())
