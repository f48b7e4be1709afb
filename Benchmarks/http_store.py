#!/usr/bin/env python3
"""The yardstick of `upfor-load http`: asyncio and SQLite, without a framework.

It answers the same read and the same durable write as upford: a token by its hash, a profile with
its account; a transaction with the key of the request, WAL, synchronous=FULL.

usage: http_store.py FOLDER USERS     their tokens are t0, t1, ...
"""

import asyncio
import hashlib
import json
import sqlite3
import sys

SCHEMA = """
PRAGMA journal_mode=WAL;
PRAGMA synchronous=FULL;
CREATE TABLE account (id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE);
CREATE TABLE token (hash BLOB PRIMARY KEY, user_id INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE speaker (user_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, known TEXT,
    learn TEXT, bio TEXT);
CREATE TABLE request (user_id INTEGER, key TEXT, answer TEXT, PRIMARY KEY (user_id, key))
    WITHOUT ROWID;
"""
NAMES = ("firstName", "lastName", "known", "learn", "bio")
READ = """SELECT a.username, s.first_name, s.last_name, s.known, s.learn, s.bio
    FROM speaker s JOIN account a ON a.id = s.user_id WHERE s.user_id = ?"""
WRITE = "INSERT OR REPLACE INTO speaker VALUES (?, ?, ?, ?, ?, ?)"


class Store:
    def __init__(self, folder, users):
        self.data = sqlite3.connect(f"{folder}/python.sqlite", isolation_level=None)
        self.data.executescript(SCHEMA)
        self.data.execute("BEGIN")
        for user in range(users):
            digest = hashlib.sha256(b"t%d" % user).digest()
            self.data.execute("INSERT INTO account VALUES (?, ?)", (user, f"u_{user}"))
            self.data.execute("INSERT INTO token VALUES (?, ?)", (digest, user))
        self.data.execute("COMMIT")

    def user(self, authorization):
        digest = hashlib.sha256(authorization.removeprefix("Bearer ").encode()).digest()
        row = self.data.execute("SELECT user_id FROM token WHERE hash = ?", (digest,)).fetchone()
        return row and row[0]

    def read(self, user):
        row = self.data.execute(READ, (user,)).fetchone()
        return json.dumps({"speaker": dict(zip(("username",) + NAMES, row))}) if row else None

    def write(self, user, key, fields):
        self.data.execute("BEGIN IMMEDIATE")
        seen = "SELECT answer FROM request WHERE user_id = ? AND key = ?"
        row = self.data.execute(seen, (user, key)).fetchone()
        if row is None:
            self.data.execute(WRITE, (user, *(fields[name] for name in NAMES)))
            row = (self.read(user),)
            self.data.execute("INSERT INTO request VALUES (?, ?, ?)", (user, key, row[0]))
        self.data.execute("COMMIT")
        return row[0]


class Connection(asyncio.Protocol):
    def __init__(self, store):
        self.store, self.pending = store, b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.pending += data
        while (end := self.pending.find(b"\r\n\r\n")) >= 0:
            lines = self.pending[:end].decode("latin-1").split("\r\n")
            fields = {}
            for line in lines[1:]:
                name, _, value = line.partition(":")
                fields[name.lower()] = value.strip()
            length = int(fields.get("content-length", 0))
            if len(self.pending) < end + 4 + length:
                return
            body = self.pending[end + 4 : end + 4 + length]
            self.pending = self.pending[end + 4 + length :]
            self.answer(lines[0].split(" "), fields, body)

    def answer(self, line, fields, body):
        user = self.store.user(fields.get("authorization", ""))
        if user is None:
            return self.send("401 Unauthorized", "{}")
        if line[:2] == ["GET", "/v1/speakerRead"]:
            text = self.store.read(user)
        elif line[:2] == ["POST", "/v1/speakerSet"]:
            text = self.store.write(user, fields["idempotency-key"], json.loads(body))
        else:
            text = None
        self.send("200 OK", text) if text else self.send("404 Not Found", "{}")

    def send(self, status, text):
        body = text.encode()
        head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n"
        self.transport.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)


async def serve(folder, users):
    store = Store(folder, users)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(store), "127.0.0.1", 0, backlog=1024)
    print("listening", server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2])))
