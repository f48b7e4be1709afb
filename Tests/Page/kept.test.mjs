// The history that stays on the device.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../Sources/Page/model/conversation.js";
import { Kept } from "../../Sources/Page/model/kept.js";
import { Memory } from "../../Sources/Page/store/memory.js";

const said = (/** @type {number} */ seq, text = `${seq}`) => /** @type {any} */ ({ seq, text });

/** A conversation with messages of these numbers. @param {string} name @param {number} first @param {number} last */
function roomOf(name, first, last) {
  const room = new Conversation(name);
  const messages = Array.from({ length: last - first + 1 }, (_, index) => said(first + index));
  room.add({ messages, more: first > 1 }, 0);
  return room;
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 10));

const seqs = (/** @type {any} */ page) => page?.messages.map((/** @type {any} */ { seq }) => seq);

test("pages of what was read are those of the server, as far as it goes", async () => {
  const kept = new Kept(new Memory(), 0);
  kept.keep(roomOf("ben", 101, 300));
  await rest();
  assert.deepEqual(seqs(await kept.page("ben", 251, 3)), [248, 249, 250]);
  assert.equal((await kept.page("ben", 251, 3)).more, true);
  const first = await kept.page("ben", 105, 100);
  assert.deepEqual([seqs(first), first.more], [[101, 102, 103, 104], true]);
  assert.equal(await kept.page("ben", 101, 100), undefined);
  // One more has come since: no gap. Two more: nothing is known of the one between.
  assert.equal((await kept.page("ben", 301, 100)).messages.length, 100);
  assert.equal(await kept.page("ben", 302, 100), undefined);
  assert.equal(await kept.page("cleo", 10, 100), undefined);
});

test("a conversation has 500 messages at most, and says that there are more", async () => {
  const kept = new Kept(new Memory(), 0);
  kept.keep(roomOf("ben", 1, 700));
  await rest();
  const page = await kept.page("ben", 701, 1_000);
  assert.deepEqual([page.messages[0].seq, page.messages.length, page.more], [201, 500, true]);
});

test("a message that changes leaves nothing of what it said", async () => {
  const memory = new Memory();
  const kept = new Kept(memory, 0);
  const room = roomOf("ben", 1, 100);
  kept.keep(room);
  await rest();
  await kept.change("ben", { ...said(7, ""), deleted: true });
  await kept.change("ben", said(500, "not there"));
  await kept.change("cleo", said(7, "not there"));
  assert.equal((await kept.page("ben", 8, 1)).messages[0].deleted, true);
  assert.equal((await memory.get("history ben")).messages.length, 100);
  // Written again, from what is open.
  room.change(said(7, "now"));
  kept.keep(room);
  await rest();
  assert.equal((await kept.page("ben", 8, 1)).messages[0].text, "now");
});

test("what was read before stays, when less is open, as long as there is no gap", async () => {
  const memory = new Memory();
  const kept = new Kept(memory, 0);
  kept.keep(roomOf("ben", 1, 300));
  await rest();
  await kept.change("ben", said(10, "changed"));
  kept.keep(roomOf("ben", 250, 310));
  await rest();
  const page = await kept.page("ben", 311, 1_000);
  assert.deepEqual([page.messages.length, page.more], [310, false]);
  assert.equal(page.messages[9].text, "changed");
  kept.keep(roomOf("ben", 400, 460));
  await rest();
  const last = await kept.page("ben", 461, 1_000);
  assert.deepEqual([last.messages[0].seq, last.more], [400, true]);
});

test("those that were not read for a long time go, and so does what is dropped", async () => {
  const memory = new Memory();
  const kept = new Kept(memory, 0);
  for (let number = 1; number <= 25; number++) {
    kept.keep(roomOf(`friend${number}`, 1, 60));
    await rest();
  }
  assert.equal((await memory.get("histories")).length, 20);
  assert.equal(await memory.get("history friend5"), undefined);
  assert.ok(await memory.get("history friend6"));
  await kept.drop("friend6");
  assert.equal(await memory.get("history friend6"), undefined);
  // What was about to be written is not written.
  kept.keep(roomOf("friend7", 1, 61));
  await kept.clear();
  await rest();
  for (let number = 1; number <= 25; number++) {
    assert.equal(await memory.get(`history friend${number}`), undefined);
  }
  assert.equal(await memory.get("histories"), undefined);
});

test("a conversation that is forgotten meanwhile is not written", async () => {
  const memory = new Memory();
  const kept = new Kept(memory, 0);
  const room = roomOf("ben", 1, 60);
  kept.keep(room);
  room.forget();
  await rest();
  assert.equal(await memory.get("history ben"), undefined);
});

test("a storage that fails keeps nothing, and nothing fails with it", async () => {
  const broken = /** @type {any} */ ({
    get: () => Promise.reject(new Error("no room")),
    set: () => Promise.reject(new Error("no room")),
    remove: () => Promise.reject(new Error("no room")),
  });
  const kept = new Kept(broken, 0);
  kept.keep(roomOf("ben", 1, 60));
  await rest();
  assert.equal(await kept.page("ben", 30, 10), undefined);
  await kept.clear();
});

test("a message that disappears is gone at its time, without a network", async () => {
  const memory = new Memory();
  let now = 0;
  const kept = new Kept(memory, 0, () => now);
  const room = new Conversation("ben");
  const ending = (/** @type {number} */ seq, /** @type {number} */ time) => /** @type {any} */ ({
    ...said(seq),
    expiresAt: new Date(time).toISOString(),
  });
  room.add({ messages: [said(1), ending(2, 1_000), said(3), ending(4, 2_000)] }, 0);
  kept.keep(room);
  await rest();
  const stored = async () => seqs(await memory.get("history ben"));
  await kept.expire();
  assert.deepEqual(await stored(), [1, 2, 3, 4]);
  now = 1_000;
  // It is not shown, before it is removed.
  assert.deepEqual(seqs(await kept.page("ben", 5, 10)), [1, 3, 4]);
  await kept.expire();
  assert.deepEqual(await stored(), [1, 3, 4]);
  now = 2_000;
  await kept.expire();
  assert.deepEqual(await stored(), [1, 3]);
  // There is no gap between the first three and the fifth.
  assert.deepEqual(seqs(await kept.page("ben", 5, 10)), [1, 3]);
  // The conversation still has it: nothing of it is written again.
  room.append(said(5));
  kept.keep(room);
  await rest();
  assert.deepEqual(await stored(), [1, 3, 5]);
  // Also at the next start.
  await memory.set("history ben", { messages: [said(1), ending(2, 1_000)], hasMore: false });
  await new Kept(memory, 0, () => now).expire();
  assert.deepEqual(await stored(), [1]);
});
