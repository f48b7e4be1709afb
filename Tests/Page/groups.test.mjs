// Groups: rooms with the names "#" and a number.

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupNews } from "../../Sources/Page/model/groups.js";
import { World } from "../../Sources/Page/model/world.js";
import { loadTexts } from "../../Sources/Page/texts/index.js";

await loadTexts();

const group = { room: "#17", name: "Rowing", owner: "ana", members: 3 };
const message = (/** @type {number} */ seq, /** @type {string} */ from) => ({
  room: "#17",
  seq,
  from,
  displayName: from,
  text: "hello",
  at: "2026-11-25T10:00:00Z",
});

function world() {
  const world = new World();
  world.me.value = { username: "ana" };
  world.apply({ seq: 1, groupChanged: { group, by: "ben" } });
  return world;
}

test("a group has its messages in a room of its own, for every author", () => {
  const known = world();
  known.conversation("#17").add({ messages: [] }, 0);
  known.apply({ seq: 2, roomMessage: message(1, "ben") });
  known.apply({ seq: 3, roomMessage: message(2, "ana") });
  const room = known.rooms.value.get("#17");
  assert.deepEqual([room.mark.unread, room.newest.seq, room.group.name], [1, 2, "Rowing"]);
  assert.equal(known.conversation("#17").messages.value.length, 2);
  assert.equal(known.rooms.value.has("ben"), false);
  assert.equal(known.profile("#17").displayName, "Rowing");
});

test("a message is read when all others have read it", () => {
  const known = world();
  const room = known.conversation("#17");
  room.add(
    { messages: [], receipts: [{ user: "ben", delivered: 5, read: 5 }, { user: "eva" }] },
    0,
  );
  assert.deepEqual(room.receipt.value, { delivered: 0, read: 0 });
  known.apply({ roomReceipt: { room: "#17", user: "eva", delivered: 7, read: 4 } });
  assert.deepEqual(room.receipt.value, { delivered: 5, read: 4 });
  // A former member's receipt does not count.
  known.apply({ seq: 2, groupChanged: { group, left: ["eva"], by: "eva" } });
  assert.deepEqual(room.receipt.value, { delivered: 5, read: 5 });
});

test("members of a group can read it, and no one else", () => {
  const known = world();
  assert.equal(known.canRead("#17"), true);
  known.apply({ seq: 2, groupChanged: { group: { ...group, name: "Rowers" }, by: "ana" } });
  assert.equal(known.profile("#17").displayName, "Rowers");
  known.apply({ seq: 3, groupChanged: { group, left: ["ana"], by: "ben" } });
  assert.equal(known.canRead("#17"), false);
  assert.equal(known.conversation("#17").isLoaded.value, false);
});

test("an invitation stays until it is accepted, declined or withdrawn", () => {
  const known = new World();
  known.me.value = { username: "ana" };
  const by = { username: "ben", displayName: "Ben" };
  const invite = (/** @type {string} */ room) =>
    known.apply({ groupInvited: { room, name: "Rowing", by } });
  const rooms = () => known.invitations.value.map(({ room }) => room);
  known.setRooms({ invitations: [{ room: "#3", name: "Lunch", by }] });
  invite("#17");
  invite("#17");
  assert.deepEqual(rooms(), ["#17", "#3"]);
  assert.equal(known.canRead("#17"), false);
  known.apply({ groupInvitationClosed: { room: "#3" } });
  known.apply({ groupChanged: { group, joined: [{ username: "ana" }], by: "ana" } });
  assert.deepEqual(rooms(), []);
  assert.equal(known.canRead("#17"), true);
  invite("#4");
  const other = new World();
  other.load(known.dump());
  assert.deepEqual(other.invitations.value.map(({ room }) => room), ["#4"]);
});

test("a block hides messages of groups: a snapshot shows which", () => {
  const known = new World();
  known.apply({ blockChanged: { user: { username: "ben" }, blocked: true } });
  assert.equal(known.isStale, false);
  known.apply({ seq: 1, groupChanged: { group, by: "ben" } });
  known.apply({ blockChanged: { user: { username: "ben" }, blocked: false } });
  assert.equal(known.isStale, true);
});

test("news of groups names who invites, and who removes", () => {
  const app = /** @type {any} */ ({ world: world(), login: { username: "ana" } });
  const joined = [{ username: "ana" }];
  const by = { username: "ben", displayName: "Ben" };
  assert.ok(groupNews(app, { groupInvited: { room: "#3", name: "Lunch", by } }));
  assert.ok(groupNews(app, { groupChanged: { group, left: ["ana"], by: "ben" } }));
  assert.equal(groupNews(app, { groupChanged: { group, joined, by: "ana" } }), undefined);
  assert.equal(groupNews(app, { groupChanged: { group, left: ["eva"], by: "eva" } }), undefined);
  const team = { ...group, team: true };
  assert.equal(groupNews(app, { groupChanged: { group: team, joined } }), undefined);
});
