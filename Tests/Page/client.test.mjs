// The client against a real daemon.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Lost, post, Refused } from "../../Sources/Page/client/index.js";
import { Daemon, Device } from "./daemon.mjs";

const daemon = new Daemon();
/** @type {string} */
let ana;
/** @type {string} */
let ben;

before(async () => {
  await daemon.start();
  [ana, ben] = [await daemon.register("ana"), await daemon.register("ben")];
  await daemon.befriend(ana, ben);
});
after(() => daemon.end());

test("a first session has a snapshot, and what follows are events", async () => {
  const device = new Device(daemon, ana, "first");
  await device.online();
  const { snapshot } = device.sessions[0];
  assert.equal(snapshot.friends.friends[0].user.username, "ben");
  const other = new Device(daemon, ben, "first");
  await other.online();
  const { roomSent } = await other.send("ana", "hello");
  await device.until("the message", () => device.texts.includes("hello"));
  assert.equal(device.events.at(-1).roomMessage.seq, roomSent.seq);
  device.session.close();
  other.session.close();
});

test("a refusal has a code and a field", async () => {
  const device = new Device(daemon, ana, "refused");
  await device.online();
  await assert.rejects(device.send("nobody", "hello"), (error) => {
    assert(error instanceof Refused);
    assert.equal(error.code, "NOT_FRIENDS");
    assert.equal(error.field, "roomSend.to");
    return true;
  });
  device.session.close();
});

test("over HTTP a refusal is the same", async () => {
  const wrong = { login: "ana", password: "wrong wrong wrong", device: "x" };
  await assert.rejects(post("accountLogin", wrong, { server: daemon.server }), {
    code: "WRONG_CREDENTIALS",
  });
});

test("a void token ends the session for good", async () => {
  const device = new Device(daemon, "not a token", "void");
  await device.until("the end", () => device.statuses.at(-1)?.state === "ended");
  await assert.rejects(device.send("ben", "hello"), Lost);
});

test("a newer connection of the same device takes over, and can be taken back", async () => {
  const one = new Device(daemon, ana, "twice");
  await one.online();
  const other = new Device(daemon, ana, "twice");
  await one.until("replaced", () => one.statuses.at(-1)?.state === "replaced");
  await other.online();
  one.session.connect();
  await one.online();
  await other.until("replaced", () => other.statuses.at(-1)?.state === "replaced");
  one.session.close();
});

test("a daemon that dies in the middle loses nothing and repeats nothing", async () => {
  const reader = new Device(daemon, ana, "reader");
  const writer = new Device(daemon, ben, "writer");
  await Promise.all([reader.online(), writer.online()]);
  const texts = Array.from({ length: 60 }, (_, index) => `number ${index}`);
  const sent = (async () => {
    for (const text of texts) await writer.send("ana", text);
  })();
  for (const count of [10, 30]) {
    await reader.until(`${count} messages`, () => reader.texts.length >= count);
    await daemon.stop("SIGKILL");
    await daemon.start();
  }
  await sent;
  await reader.until("all messages", () => reader.texts.length >= texts.length);
  assert.deepEqual(reader.texts, texts);
  reader.session.close();
  writer.session.close();
});

test("a device that comes back continues after its last event", async () => {
  const first = new Device(daemon, ana, "returning");
  await first.online();
  const { after, epoch } = first.session;
  first.session.close();
  const writer = new Device(daemon, ben, "writing");
  await writer.online();
  for (const text of ["one", "two"]) await writer.send("ana", text);
  const second = new Device(daemon, ana, "returning", { after, epoch });
  await second.until("both", () => second.texts.length >= 2);
  assert.deepEqual(second.texts, ["one", "two"]);
  assert.equal(second.sessions[0].snapshot, undefined);
  second.session.close();
  writer.session.close();
});

test("a position of another history is replaced by a snapshot", async () => {
  const device = new Device(daemon, ana, "lost", { after: 3, epoch: "another" });
  await device.online();
  assert.equal(device.sessions[0].reset, true);
  assert(device.sessions[0].snapshot);
  assert.equal(device.session.after, device.sessions[0].top);
  device.session.close();
});

test("a command with a cid waits for a connection, one without fails at once", async () => {
  await daemon.stop();
  const device = new Device(daemon, ben, "waiting");
  const waiting = device.send("ana", "I waited");
  await assert.rejects(device.session.call("friendList"), Lost);
  await daemon.start();
  assert((await waiting).roomSent.seq > 0);
  device.session.close();
});

test("the same cid takes effect once", async () => {
  const device = new Device(daemon, ben, "repeating");
  await device.online();
  const one = await device.send("ana", "once", "the same");
  const other = await device.send("ana", "once", "the same");
  assert.equal(one.roomSent.seq, other.roomSent.seq);
  device.session.close();
});
