// What is new on the board, and what the user is up for there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Plans } from "../../Sources/Page/model/plans.js";
import { Seen } from "../../Sources/Page/model/seen.js";
import { World } from "../../Sources/Page/model/world.js";
import { Memory } from "../../Sources/Page/store/memory.js";

const user = (/** @type {string} */ username) => ({ username, displayName: username });

/** Ana's board, and what it sends to its other tabs. */
function board(keeper = new Memory()) {
  /** @type {any[]} */
  const told = [];
  const link = { tell: (/** @type {any} */ note) => told.push(note.looked) };
  const world = new World();
  const app = /** @type {any} */ ({ world, login: user("ana"), keeper, link });
  app.plans = new Plans(app);
  const seen = new Seen(app);
  let seq = 0;
  const events = (/** @type {any[]} */ ...messages) => {
    for (const one of messages) {
      world.apply({ seq: ++seq, at: `2026-11-30T17:00:0${seq}Z`, ...one });
    }
  };
  return { world, seen, events, told, keeper };
}

const match = (/** @type {string} */ username) => ({
  match: { activity: "coffee", with: user(username) },
});
const plan = (/** @type {any} */ more = {}) => ({
  planChanged: { plan: { plan: 1, activity: "coffee", maker: user("ben"), ...more } },
});

test("a card with something new counts once, until the user looks", () => {
  const { seen, events } = board();
  events(match("ben"), match("eva"));
  assert.equal(seen.count, 1);
  seen.look();
  assert.equal(seen.count, 0);
  events(match("dan"));
  assert.equal(seen.count, 1);
  seen.look();
  events({ matchEnded: { activity: "coffee", with: "dan" } });
  assert.equal(seen.count, 0);
  events({ matchEnded: { activity: "coffee", with: "ben" } }, match("ben"));
  assert.equal(seen.count, 1);
});

test("a plan is new when it is offered, moved and called off; one's own is not", () => {
  const { seen, events } = board();
  for (const more of [{}, { place: "Bar" }, { place: "Bar", over: true, cancelled: true }]) {
    events(plan(more));
    assert.equal(seen.count, 1);
    seen.look();
    events(plan({ ...more, answer: "COMING" }));
    assert.equal(seen.count, 0);
  }
  events(plan({ maker: user("ana") }));
  assert.equal(seen.count, 0);
});

test("what was looked at is known to other tabs and to the next start", async () => {
  const { seen, events, told, keeper } = board();
  events(match("ben"));
  seen.look();
  const other = board();
  other.events(match("ben"));
  assert.equal(other.seen.count, 1);
  other.seen.hear(told[0]);
  assert.equal(other.seen.count, 0);
  const next = board(keeper);
  next.events(match("ben"));
  await next.seen.start();
  assert.equal(next.seen.count, 0);
});

test("what the user has turned off is over for the user, unless up for anything", () => {
  const { world, events } = board();
  const activities = (/** @type {any[]} */ ...on) => {
    world.activities.value = ["coffee", "anything"].map((activity) => ({
      activity,
      on: on.includes(activity),
      wildcard: activity === "anything",
    }));
  };
  events(match("ben"));
  activities("coffee");
  assert.equal(world.current.length, 1);
  activities();
  assert.equal(world.current.length, 0);
  activities("anything");
  assert.equal(world.current.length, 1);
});
