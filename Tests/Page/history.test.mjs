// The history of a conversation, read piece by piece.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "../../Sources/Page/model/conversation.js";
import { Reader } from "../../Sources/Page/model/reader.js";

/**
 * A room on a server, and its reader.
 *
 * @param {number} count
 * @param {{without?: (seq: number) => boolean, fits?: number}} [options] `without`: numbers whose
 *   messages the user does not read; `fits`: messages in a page
 */
function roomOf(count, { without = () => false, fits = 100 } = {}) {
  const room = new Conversation("ben");
  const all = Array.from({ length: count }, (_, index) => index + 1).filter((seq) => !without(seq));
  /** @type {number[]} */
  const asked = [];
  let isOnline = true;
  const reader = new Reader(room, async (before, limit) => {
    asked.push(before);
    await Promise.resolve();
    if (!isOnline) return undefined;
    const older = all.filter((seq) => before === 0 || seq < before);
    const messages = older.slice(-Math.min(limit, fits)).map((seq) => ({ seq, text: `${seq}` }));
    return { messages, more: older.length > messages.length };
  });
  return { room, reader, all, asked, setOnline: (/** @type {boolean} */ on) => isOnline = on };
}

const seqs = (/** @type {Conversation} */ room) => room.shown.map(({ seq }) => seq);

/** Whether the numbers are those of the server without a gap. @param {number[]} all @param {number[]} some */
function areTogether(all, some) {
  const start = all.indexOf(some[0]);
  assert.deepEqual(some, all.slice(start, start + some.length));
}

test("a place far back is shown with what is around it, and grows in both directions", async () => {
  const { room, reader, all } = roomOf(1000);
  await reader.newest();
  assert.deepEqual([seqs(room)[0], seqs(room).at(-1)], [901, 1000]);
  assert.equal(await reader.around(300), true);
  assert.ok(seqs(room).includes(300) && seqs(room)[0] < 290 && seqs(room).at(-1) > 310);
  // The newest ones stay beside it.
  assert.equal(room.messages.value.at(-1).seq, 1000);
  await reader.earlier();
  await reader.later();
  areTogether(all, seqs(room));
  assert.ok(seqs(room)[0] < 190 && seqs(room).at(-1) > 370);
});

test("a passage that reaches the newest messages is one with them", async () => {
  const { room, reader, all } = roomOf(400);
  await reader.newest();
  await reader.around(200);
  for (let step = 0; room.passage.value && step < 10; step++) await reader.later();
  assert.equal(room.passage.value, undefined);
  areTogether(all, seqs(room));
  assert.equal(seqs(room).at(-1), 400);
  assert.equal(room.hasMore.value, true);
  while (room.hasMore.value) await reader.earlier();
  assert.deepEqual(seqs(room), all);
});

test("a place within the newest messages needs no passage", async () => {
  const { room, reader } = roomOf(150);
  await reader.newest();
  await reader.around(80);
  assert.equal(room.passage.value, undefined);
  assert.equal(seqs(room).at(-1), 150);
});

test("messages that the user does not read are no gap, and short pages are filled up", async () => {
  for (const fits of [100, 7, 1]) {
    const { room, reader, all } = roomOf(500, {
      without: (seq) => seq % 3 === 0 || seq > 150 && seq < 260,
      fits,
    });
    await reader.newest();
    await reader.around(100);
    for (let step = 0; room.passage.value && step < 20; step++) {
      areTogether(all, seqs(room));
      await reader.later();
    }
    assert.equal(room.passage.value, undefined);
    areTogether(all, seqs(room));
  }
});

test("a message changes wherever it is shown", async () => {
  const { room, reader } = roomOf(1000);
  await reader.newest();
  await reader.around(300);
  for (const seq of [300, 990]) room.change(/** @type {any} */ ({ seq, text: "changed" }));
  assert.equal(room.shown.find(({ seq }) => seq === 300).text, "changed");
  assert.equal(room.messages.value.find(({ seq }) => seq === 990).text, "changed");
  // One that is in none of both changes nothing.
  const { passage: { value: passage } } = room;
  room.change(/** @type {any} */ ({ seq: 600, text: "changed" }));
  assert.equal(room.passage.value, passage);
});

test("a new message waits behind a passage; a gap drops both", async () => {
  const { room, reader } = roomOf(1000);
  await reader.newest();
  await reader.around(300);
  const before = seqs(room);
  room.append(/** @type {any} */ ({ seq: 1001 }));
  assert.deepEqual(seqs(room), before);
  assert.equal(room.messages.value.at(-1).seq, 1001);
  room.append(/** @type {any} */ ({ seq: 1005 }));
  assert.equal(room.passage.value, undefined);
  assert.deepEqual(seqs(room), []);
});

test("without a connection a place is not shown, and what is shown stays", async () => {
  const { room, reader, setOnline } = roomOf(1000);
  await reader.newest();
  setOnline(false);
  assert.equal(await reader.around(300), false);
  assert.equal(seqs(room)[0], 901);
  await reader.earlier();
  assert.equal(seqs(room)[0], 901);
  setOnline(true);
  assert.equal(await reader.around(300), true);
});

test("pieces are read one after the other, and none twice", async () => {
  const { room, reader, asked } = roomOf(200);
  await Promise.all([reader.newest(), reader.newest(), reader.earlier()]);
  assert.deepEqual(asked, [0]);
  // A place is asked for when the piece before it has come.
  await Promise.all([reader.earlier(), reader.around(50)]);
  assert.deepEqual(seqs(room).filter((seq) => seq === 50), [50]);
});
