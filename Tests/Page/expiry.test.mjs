// Messages that disappear: from a conversation, the list and the counts, by the server's clock.

import assert from "node:assert/strict";
import { test } from "node:test";

const { World } = await import("../../Sources/Page/model/world.js");
const { Expiry } = await import("../../Sources/Page/model/expiry.js");
const { rowsOf } = await import("../../Sources/Page/model/rows.js");

const START = Date.UTC(2026, 10, 20, 12);

/** @param {number} minutes after the beginning */
const at = (minutes) => new Date(START + minutes * 60_000).toISOString();

/** @param {number} seq @param {Record<string, any>} [more] */
const said = (seq, more = {}) => ({
  room: "ana:ben",
  seq,
  from: "ben",
  text: `text ${seq}`,
  at: at(seq),
  ...more,
});

/** A world whose clock stands still, and in which ben has said something that disappears. */
function world() {
  const world = new World();
  world.open({
    user: { username: "ana" },
    epoch: "1",
    snapshot: {
      friends: { friends: [{ user: { username: "ben" } }] },
      rooms: {
        rooms: [{ room: "ana:ben", with: "ben", mark: { seq: 0, unread: 0 } }],
      },
    },
  });
  world.conversation("ben").add({ messages: [] }, 0);
  world.apply({ seq: 1, roomMessage: said(1) });
  world.apply({ seq: 2, roomMessage: said(2, { expiresAt: at(60) }) });
  return world;
}

test("a message disappears from its conversation, the list and the count", () => {
  const one = world();
  /** @type {any[]} */
  const gone = [];
  one.expiry.listen((name, messages) => gone.push([name, messages.map(({ seq }) => seq)]));
  assert.equal(one.unread, 2);
  assert.deepEqual(one.expire(START + 59 * 60_000), []);
  Object.defineProperty(one.expiry, "now", { value: START + 60 * 60_000, configurable: true });
  one.expiry.run();
  assert.deepEqual(
    one.conversation("ben").messages.value.map(({ seq }) => seq),
    [1],
  );
  assert.equal(one.rooms.value.get("ben").newest.seq, 1);
  assert.equal(one.unread, 1);
  assert.deepEqual(gone, [["ben", [2]]]);
  assert.equal(one.expiry.count.value, 1);
  // The next one has the next number, and earlier ones still change.
  one.apply({ seq: 3, roomMessage: said(3) });
  one.apply({
    seq: 4,
    roomMessageChanged: { message: said(3, { text: "new" }) },
  });
  assert.deepEqual(
    one.conversation("ben").messages.value.map(({ text }) => text),
    [
      "text 1",
      "new",
    ],
  );
  clearTimers(one);
});

test("what has disappeared while no page was open is not shown at the next start", () => {
  const kept = world();
  const dump = structuredClone(kept.dump());
  clearTimers(kept);
  const next = new World();
  Object.defineProperty(next.expiry, "now", { value: START + 61 * 60_000, configurable: true });
  next.load(dump);
  assert.deepEqual(
    next.conversation("ben").messages.value.map(({ seq }) => seq),
    [1],
  );
  assert.equal(next.rooms.value.get("ben").newest.seq, 1);
  clearTimers(next);
});

test("the clock of the server counts, and is kept for a start without a network", () => {
  const one = world();
  const ahead = new Date(Date.now() + 7_200_000).toISOString();
  one.open({ user: { username: "ana" }, epoch: "1", now: ahead });
  assert.ok(Math.abs(one.expiry.now - Date.now() - 7_200_000) < 5_000);
  const next = new World();
  next.load(structuredClone(one.dump()));
  assert.equal(next.expiry.lead, one.expiry.lead);
  clearTimers(one);
  clearTimers(next);
});

test("what is set stands in the room, and as a line where it was set", () => {
  const one = world();
  const expiry = { room: "ana:ben", minutes: 60, by: "ben", at: at(1.5) };
  one.apply({ seq: 3, roomExpiryChanged: { expiry } });
  assert.deepEqual(one.rooms.value.get("ben").expiry, expiry);
  // Without content: it was set by a former friend.
  one.apply({ seq: 4, roomExpiryChanged: undefined });
  const messages = [said(1), said(2)];
  const keys = rowsOf(messages, { expiry }).filter(({ day }) => !day).map((
    { key },
  ) => key);
  assert.deepEqual(keys, ["1", `expiry ${expiry.at}`, "2"]);
  const later = { ...expiry, at: at(9) };
  assert.equal(rowsOf(messages, { expiry: later }).at(-1).expiry, later);
  const earlier = { expiry: later, isTail: false };
  assert.equal(rowsOf(messages, earlier).at(-1).expiry, undefined);
  clearTimers(one);
});

test("a timer waits for the next message alone, and a day at most", () => {
  const expiry = new Expiry(
    /** @type {any} */ ({ expire: () => /** @type {any[]} */ ([]), nextEnd: Infinity }),
  );
  const end = new Date(Date.now() + 90 * 86_400_000).toISOString();
  expiry.expect([undefined, said(1), said(2, { expiresAt: end })]);
  expiry.run();
  assert.equal(expiry.count.value, 0);
});

test("quotes, pins and what is read further back go with their message", () => {
  const one = world();
  const room = one.conversation("ben");
  const ending = (/** @type {number} */ seq) => said(seq, { expiresAt: at(60) });
  room.setPins([ending(2), said(1)]);
  room.open({ messages: [said(-9), ending(-8)], hasMore: true, end: -7 });
  room.resolve([-20, -19], [ending(-20), said(-19)]);
  assert.equal(one.nextEnd, START + 60 * 60_000);
  const [[, gone]] = one.expire(START + 60 * 60_000);
  assert.deepEqual(gone.map(({ seq }) => seq), [-20, -8, 2]);
  assert.deepEqual(room.pinned.value.map(({ seq }) => seq), [1]);
  assert.deepEqual(room.shown.map(({ seq }) => seq), [-9]);
  // A reply says that it is gone, and does not ask for it again.
  assert.equal(room.original(-20), null);
  assert.equal(room.original(2), null);
  assert.equal(room.original(-19).seq, -19);
  assert.equal(one.nextEnd, Infinity);
  clearTimers(one);
});

test("a mention goes with its message, and another one stays", () => {
  const one = world();
  const mention = { mentions: ["ana"] };
  one.apply({ seq: 3, roomMessage: said(3, { ...mention, expiresAt: at(60) }) });
  one.apply({ seq: 4, roomMessage: said(4, { ...mention, expiresAt: at(90) }) });
  one.apply({ seq: 5, roomMessage: said(5) });
  const mark = () => one.rooms.value.get("ben").mark;
  assert.deepEqual([mark().unread, mark().mentioned], [5, true]);
  one.expire(START + 60 * 60_000);
  assert.deepEqual([mark().unread, mark().mentioned], [3, true]);
  one.expire(START + 90 * 60_000);
  assert.deepEqual([mark().unread, mark().mentioned], [2, false]);
  clearTimers(one);
});

test("what nothing but a list of results has is counted, too", () => {
  const expiry = new Expiry(
    /** @type {any} */ ({ expire: () => /** @type {any[]} */ ([]), nextEnd: Infinity }),
  );
  expiry.expect([said(1, { expiresAt: at(60) })]);
  Object.defineProperty(expiry, "now", { value: START + 60 * 60_000 });
  expiry.run();
  assert.equal(expiry.count.value, 1);
  expiry.run();
  assert.equal(expiry.count.value, 1);
});

/** So that the test ends. @param {any} world */
function clearTimers(world) {
  Object.defineProperty(world.expiry, "now", { value: Infinity, configurable: true });
  world.expiry.run();
}
