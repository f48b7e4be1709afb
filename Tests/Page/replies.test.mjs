import assert from "node:assert/strict";
import { test } from "node:test";

import { Conversation } from "../../Sources/Page/model/conversation.js";
import { effect } from "../../Sources/Page/view/signal.js";

const said = (/** @type {number} */ seq, replyTo = 0, text = `m${seq}`) => ({
  seq,
  replyTo,
  text,
  from: "ben",
});

/** A conversation that has read its newest page. */
function room(/** @type {any[]} */ messages, /** @type {any} */ page = {}) {
  const room = new Conversation("ben");
  room.add({ messages, more: true, ...page }, 0);
  return room;
}

test("an original is found among the messages, or beside the page", () => {
  const one = room([said(10), said(11, 10), said(12, 3), said(13, 4)], { quoted: [said(3)] });
  assert.equal(one.original(10).text, "m10");
  assert.equal(one.original(3).text, "m3");
  assert.equal(one.original(4), undefined);
  assert.deepEqual(one.unresolved(), [4]);
});

test("an original that is not found is gone, and is not looked up again", () => {
  const one = room([said(10, 3), said(11, 4)]);
  one.resolve([3, 4], [said(4)]);
  assert.equal(one.original(3), null);
  assert.equal(one.original(4).text, "m4");
  assert.deepEqual(one.unresolved(), []);
});

test("a quote follows its original", () => {
  const one = room([said(10), said(11, 10), said(12, 3)], { quoted: [said(3)] });
  /** @type {any[]} */
  const seen = [];
  effect(() => seen.push([10, 3].map((seq) => one.original(seq).text)));
  one.change(said(3, 0, "edited"));
  one.change(said(10, 0, "edited, too"));
  assert.deepEqual(seen, [["m10", "m3"], ["m10", "edited"], ["edited, too", "edited"]]);
});

test("what is quoted by stored messages is stored, and forgotten with them", () => {
  const messages = Array.from({ length: 70 }, (_, index) => said(index + 30));
  messages.push(said(100, 40), said(101, 3), said(102, 90), said(103, 4));
  const one = room(messages, { quoted: [said(3), said(5)] });
  one.resolve([4]);
  const [dump] = one.dump();
  assert.deepEqual(dump.quoted.map(({ seq }) => seq), [40, 3]);
  const other = new Conversation("ben");
  other.load(dump);
  assert.equal(other.original(40).text, "m40");
  assert.deepEqual(other.unresolved(), [4]);
  other.forget();
  assert.equal(other.original(3), undefined);
});
