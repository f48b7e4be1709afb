// The parts of the page: what the server offers, and what the user has hidden.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../Sources/Page/client/index.js";
import { Parts } from "../../Sources/Page/model/parts.js";
import { Memory } from "../../Sources/Page/store/memory.js";
import { signal } from "../../Sources/Page/view/signal.js";

const settled = () => new Promise((resolve) => setTimeout(resolve));
const unknown = () => {
  throw new Refused(/** @type {any} */ ({ code: "UNKNOWN_COMMAND", message: "" }));
};

/** @param {Record<string, () => any>} answers by command @param {any} [keeper] */
async function parts(answers = {}, keeper = new Memory()) {
  /** @type {string[]} */
  const sent = [];
  /** @type {any[]} */
  const notes = [];
  const call = async (/** @type {string} */ name) => {
    sent.push(name);
    return await (answers[name] ?? (() => ({})))();
  };
  const app = {
    keeper,
    isOnline: signal(false),
    link: { call, tell: notes.push.bind(notes) },
    places: { isOffered: signal(true) },
    partners: { isOffered: signal(true) },
    words: { isOffered: signal(true) },
  };
  const model = new Parts(/** @type {any} */ (app));
  await model.open();
  return { model, app, sent, notes, keeper };
}

test("five places lead to everything", async () => {
  const { model } = await parts();
  assert.deepEqual(model.bar, ["now", "chats", "map", "people", "more"]);
  assert.deepEqual(model.behind, ["circle", "partners", "words", "events", "me"]);
  assert.equal(model.placeOf("chats"), "chats");
  assert.equal(model.placeOf("circle"), "more");
  assert.equal(model.placeOf("more"), "more");
});

test("what the server does not have is not there, also at the next start", async () => {
  const answers = { checkinRead: unknown, speakerRead: unknown, teamProfileRead: unknown };
  const { model, app, keeper } = await parts(answers);
  assert.equal(model.bar.length, 5);
  app.isOnline.value = true;
  app.words.isOffered.value = false;
  await settled();
  assert.deepEqual(model.bar, ["now", "chats", "people", "more"]);
  assert.deepEqual(model.behind, ["circle", "me"]);
  const next = await parts({}, keeper);
  assert.deepEqual(next.model.behind, ["circle", "me"]);
  next.app.isOnline.value = true;
  await settled();
  // The server has them again; words are read by their own model.
  assert.deepEqual(next.model.bar, ["now", "chats", "map", "people", "more"]);
  assert.deepEqual(next.model.behind, ["circle", "partners", "events", "me"]);
});

test("a user without a profile has the part; without an answer nothing changes", async () => {
  const { model, app, sent } = await parts({
    speakerRead: () => {
      throw new Refused(/** @type {any} */ ({ code: "NOT_FOUND", message: "" }));
    },
    checkinRead: () => {
      throw new Error("no connection");
    },
  });
  app.isOnline.value = true;
  await settled();
  assert.equal(model.bar.length, 5);
  assert.equal(model.behind.length, 5);
  // The server is asked once, not in each session.
  app.isOnline.value = false;
  app.isOnline.value = true;
  assert.equal(sent.length, 3);
});

test("a hidden part is hidden in all tabs, and stays hidden on the device", async () => {
  const { model, keeper, notes } = await parts();
  model.show("circle", false);
  model.show("map", false);
  model.show("map", false);
  assert.deepEqual(model.bar, ["now", "chats", "people", "more"]);
  assert.deepEqual(model.behind, ["partners", "words", "events", "me"]);
  // Its address opens it: it belongs to "more" then.
  assert.equal(model.placeOf("map"), "more");
  assert.deepEqual(notes.at(-1), { hidden: ["circle", "map"] });
  const { model: next } = await parts({}, keeper);
  assert.deepEqual(next.bar, model.bar);
  next.show("circle", true);
  assert.deepEqual(next.behind, ["circle", "partners", "words", "events", "me"]);
  assert.deepEqual(await keeper.get("hidden"), ["map"]);
});
