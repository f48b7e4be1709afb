"""Links between a node and the servers that it depends on, which fail as networks do."""

import asyncio
import itertools
import os
import re

WAYS = ("outward", "inward")


class Link:
    """A link of Unix sockets between a node and a server, which can hold back bytes both ways.

    Held bytes wait, as on a network that loses every packet: neither end gets an error. They are
    forwarded when the link is restored, if both ends still exist.
    """

    def __init__(self, path, target):
        self.path, self.target = path, target
        self.open = {way: asyncio.Event() for way in WAYS}
        self.mend()

    async def start(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        self.server = await asyncio.start_unix_server(self.meet, self.path)

    def cut(self, ways=WAYS):
        for way in ways:
            self.open[way].clear()

    def mend(self):
        for way in WAYS:
            self.open[way].set()

    async def meet(self, reader, writer):
        try:
            there_reader, there = await asyncio.open_unix_connection(self.target)
        except OSError:
            writer.close()
            return
        look = self.looks()
        try:
            await asyncio.gather(
                self.carry("outward", reader, there, look),
                self.carry("inward", there_reader, writer, look), return_exceptions=True)
        except asyncio.CancelledError:
            pass
        finally:
            writer.close()
            there.close()

    def looks(self):
        """Returns the filter of one connection: `look(way, data)` says whether to forward bytes."""
        return lambda way, data: True

    async def carry(self, way, reader, writer, look):
        try:
            while data := await reader.read(65_536):
                await self.open[way].wait()
                if not look(way, data):
                    break
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        # The end of the stream is forwarded, too.
        await self.open[way].wait()
        writer.close()


class CommitLink(Link):
    """To PostgreSQL: now and then loses the answer to a COMMIT, or the COMMIT."""

    def __init__(self, folder, target):
        name = ".s.PGSQL.5432"
        super().__init__(os.path.join(folder, name), os.path.join(target, name))
        self.folder = folder
        self.due = itertools.repeat(None)
        self.lost = {"answer": 0, "commit": 0}

    def lose(self, every):
        kinds = [None] * every + ["answer"] + [None] * every + ["commit"]
        self.due = itertools.cycle(kinds)

    def looks(self):
        cut = {"kind": None}
        # Names of the statements that count a commit, and that make it.
        names = {}

        def commits(data):
            for name, text in re.findall(rb"P....(s\d+)\0([^\0]*)\0", data, re.DOTALL):
                if text == b"COMMIT" or b"UPDATE node SET commits" in text:
                    names[text == b"COMMIT"] = name
            return len(names) == 2 and all(
                re.search(rb"B....\0" + name + rb"\0", data, re.DOTALL)
                for name in names.values())

        def look(way, data):
            if way == "outward" and commits(data):
                cut["kind"] = next(self.due)
            if cut["kind"] == ("commit" if way == "outward" else "answer"):
                self.lost[cut["kind"]] += 1
                return False
            return True
        return look
