import assert from "node:assert/strict";
import { test } from "node:test";

Object.defineProperty(globalThis, "navigator", {
  value: { languages: ["en-GB"] },
  configurable: true,
});
const { chosenBy } = await import("../../Sources/Page/model/polls.js");
const { Conversation } = await import("../../Sources/Page/model/conversation.js");
const { summaryOf } = await import("../../Sources/Page/model/attached.js");
const { loadTexts } = await import("../../Sources/Page/texts/index.js");

await loadTexts();

const options = [{ text: "Alien", from: ["ana", "ben"] }, { text: "Heat" }, {
  text: "Up",
  from: ["ben"],
}];

test("a press chooses one option in place of another, or none any more", () => {
  assert.deepEqual(chosenBy("ana", { options }, 1), [2]);
  assert.deepEqual(chosenBy("ana", { options }, 0), []);
  assert.deepEqual(chosenBy("cleo", { options }, 2), [3]);
});

test("a press chooses one more of several, or one less", () => {
  const poll = { options, multiple: true };
  assert.deepEqual(chosenBy("ana", poll, 1), [1, 2]);
  assert.deepEqual(chosenBy("ben", poll, 0), [3]);
  assert.deepEqual(chosenBy("cleo", poll, 2), [3]);
});

test("a poll is named as one in a line", () => {
  assert.equal(summaryOf({ text: "Which *film*?", poll: {} }), "Poll: Which film?");
});

/** @param {number} seq @param {number} [minute] when it was pinned */
const message = (seq, minute) => /** @type {any} */ ({
  seq,
  text: "",
  ...(minute === undefined ? {} : { pinned: { by: "ana", at: `2026-11-30T12:0${minute}:00.5Z` } }),
});
const pinned = (/** @type {InstanceType<typeof Conversation>} */ room) =>
  room.pinned.value.map(({ seq }) => seq);

test("pinned messages are those that are known, until all were read", () => {
  const room = new Conversation("ben");
  room.add({ messages: [message(7, 1), message(8), message(9, 0)] }, 0);
  assert.deepEqual(pinned(room), [7, 9]);
  room.pins.value = [message(2, 3), message(7, 1)];
  assert.deepEqual(pinned(room), [2, 7]);
  room.change(message(8, 2));
  assert.deepEqual(pinned(room), [2, 8, 7]);
  // Also of a message that is not on this device.
  room.change(message(2));
  room.change(message(3, 4));
  assert.deepEqual(pinned(room), [3, 8, 7]);
  room.forget();
  assert.deepEqual(pinned(room), []);
});
