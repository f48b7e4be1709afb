// The changes by events.

import assert from "node:assert/strict";
import { test } from "node:test";
import { World } from "../../Sources/Page/model/world.js";

const user = (/** @type {string} */ username) => ({
  username,
  displayName: username.toUpperCase(),
});
const at = "2026-11-25T12:00:00Z";

/** Ana's world, with her friend ben. */
function world() {
  const world = new World();
  world.open({
    user: user("ana"),
    epoch: "e",
    top: 10,
    snapshot: {
      friends: { friends: [{ user: user("ben"), online: true }] },
      activities: { activities: [{ activity: "coffee", title: "Coffee" }] },
    },
  });
  return world;
}

let seq = 10;
const message = (/** @type {number} */ number, from = "ben", text = "hi") => ({
  seq: ++seq,
  at,
  roomMessage: { room: "ana:ben", seq: number, from, displayName: from, text, at },
});

test("typing in a group is shown there, and not in the conversation of two", () => {
  const ana = world();
  const types = (/** @type {string} */ room, /** @type {string} */ from, on = true) =>
    ana.apply(/** @type {any} */ ({ roomTyping: { room, from, on } }));
  types("#7", "ben");
  types("#7", "cleo");
  assert.deepEqual([...ana.typing.value], [["#7", ["ben", "cleo"]]]);
  types("ana:ben", "ben");
  types("#7", "ben", false);
  assert.deepEqual([...ana.typing.value], [["#7", ["cleo"]], ["ben", ["ben"]]]);
  ana.apply({
    ...message(1, "cleo"),
    roomMessage: { room: "#7", seq: 1, from: "cleo", text: "x" },
  });
  ana.apply(message(1));
  assert.deepEqual([...ana.typing.value], []);
});

test("a message of the other is unread until the badge says otherwise", () => {
  const ana = world();
  ana.apply(message(1));
  ana.apply(message(2, "ana"));
  ana.apply(message(3));
  assert.equal(ana.unread, 2);
  assert.equal(ana.rooms.value.get("ben").newest.seq, 3);
  ana.apply({ seq: 14, at, roomBadge: { mark: { room: "ana:ben", seq: 3 } } });
  assert.equal(ana.unread, 0);
});

test("a muted room has no badge", () => {
  const ana = world();
  ana.apply({ seq: 11, at, roomBadge: { mark: { room: "ana:ben", seq: 0, muted: true } } });
  ana.apply(message(1));
  assert.equal(ana.unread, 0);
});

test("the first message ever needs no page; a later one waits for it", () => {
  const ana = world();
  const room = ana.conversation("ben");
  ana.apply(message(7));
  assert.equal(room.isLoaded.value, false);
  room.add({ messages: [message(6).roomMessage, message(7).roomMessage], more: true }, 0);
  ana.apply(message(8));
  assert.deepEqual(room.messages.value.map((one) => one.seq), [6, 7, 8]);
  room.add({ messages: [message(4).roomMessage, message(5).roomMessage] }, 6);
  assert.deepEqual(room.messages.value.map((one) => one.seq), [4, 5, 6, 7, 8]);
  assert.equal(room.hasMore.value, false);
});

test("events that a page has already are not shown twice", () => {
  const ana = world();
  const room = ana.conversation("ben");
  room.add({ messages: [message(1).roomMessage, message(2).roomMessage] }, 0);
  ana.apply(message(2));
  assert.deepEqual(room.messages.value.map((one) => one.seq), [1, 2]);
});

test("messages behind a gap make the room load again", () => {
  const ana = world();
  const room = ana.conversation("ben");
  ana.apply(message(1));
  ana.apply(message(3));
  assert.equal(room.isLoaded.value, false);
});

test("a change replaces a message, and one without content replaces nothing", () => {
  const ana = world();
  ana.apply(message(1));
  const changed = { ...message(1).roomMessage, text: "hello", editedAt: at };
  ana.apply({ seq: 30, at, roomMessageChanged: { message: changed } });
  ana.apply({ seq: 31, at, roomMessageChanged: {} });
  assert.equal(ana.conversation("ben").messages.value[0].text, "hello");
  assert.equal(ana.rooms.value.get("ben").newest.text, "hello");
});

test("matches begin once, and end", () => {
  const ana = world();
  ana.apply({ seq: 11, at, match: { activity: "coffee", with: user("ben") } });
  ana.apply({ seq: 12, at, match: { activity: "coffee", with: user("ben") } });
  assert.equal(ana.matches.value.length, 1);
  ana.apply({ seq: 13, at, matchEnded: { activity: "coffee", with: "ben" } });
  assert.equal(ana.matches.value.length, 0);
});

test("the end of a friendship takes everything of it away", () => {
  const ana = world();
  ana.apply(message(1));
  ana.apply({ seq: 12, at, match: { activity: "coffee", with: user("ben") } });
  ana.apply({ seq: 13, at, friendRemoved: { friend: "ben" } });
  assert.deepEqual([ana.friends.value.size, ana.matches.value.length, ana.rooms.value.size], [
    0,
    0,
    0,
  ]);
});

test("a request is pending until it is closed or accepted", () => {
  const ana = world();
  ana.apply({ seq: 11, at, friendRequested: { from: user("carl"), message: "hi" } });
  assert.equal(ana.incoming.value.length, 1);
  ana.apply({ seq: 12, at, friendAdded: { friend: user("carl") } });
  assert.equal(ana.incoming.value.length, 0);
  assert.deepEqual([...ana.friends.value.keys()], ["ben", "carl"]);
});

test("an erased event makes the state stale", () => {
  const ana = world();
  ana.apply({ seq: 11, at });
  assert.equal(ana.isStale, true);
  assert.equal(ana.after, 11);
});

test("unknown events count and change nothing", () => {
  const ana = world();
  ana.apply(/** @type {any} */ ({ seq: 11, at, fromTheFuture: {} }));
  assert.equal(ana.isStale, false);
  assert.equal(ana.after, 11);
});

test("the stored state restores the same world", () => {
  const ana = world();
  ana.apply(message(1));
  ana.apply({ seq: 12, at, match: { activity: "coffee", with: user("ben") } });
  const copy = new World();
  copy.load(structuredClone(ana.dump()));
  assert.deepEqual(copy.dump(), ana.dump());
  assert.equal(copy.after, 12);
});
