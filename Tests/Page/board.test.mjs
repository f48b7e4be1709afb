// The cards beside the board: one for each activity, and plans above the matches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf, namesOf, othersOf } from "../../Sources/Page/model/board.js";

const user = (/** @type {string} */ username) => ({ username, displayName: username });
const match = (/** @type {string} */ activity, /** @type {string} */ username) => ({
  activity,
  with: user(username),
});
/** @param {number} number @param {string} activity */
const plan = (number, activity, more = {}) => ({
  plan: number,
  activity,
  maker: user("ben"),
  members: [{ user: user("ben"), answer: /** @type {const} */ ("COMING") }],
  ...more,
});
const keys = (/** @type {any[]} */ cards) => cards.map(({ key }) => key);

test("what several friends share is one card, newest activity first", () => {
  const cards = boardOf([match("gym", "eva"), match("coffee", "dan"), match("gym", "ben")], []);
  assert.deepEqual(keys(cards), ["activity gym", "activity coffee"]);
  assert.deepEqual(cards[0].matches.map((one) => one.with.username), ["eva", "ben"]);
});

test("a plan is on the card of its activity, which keeps its key", () => {
  const before = boardOf([match("coffee", "ben")], []);
  const cards = boardOf([match("gym", "eva"), match("coffee", "ben")], [plan(7, "coffee")]);
  assert.deepEqual(keys(before), ["activity coffee"]);
  assert.deepEqual(keys(cards), ["activity coffee", "activity gym"]);
  assert.equal(cards[0].plan.plan, 7);
  assert.deepEqual(keys(boardOf([], [plan(7, "coffee")])), ["activity coffee"]);
});

test("the oldest open plan stays on that card; a newer one has its own, before it", () => {
  const cards = boardOf([match("coffee", "ben")], [plan(9, "coffee"), plan(7, "coffee")]);
  assert.deepEqual(keys(cards), ["plan 9", "activity coffee"]);
  assert.equal(cards[1].plan.plan, 7);
});

test("a plan that is over leaves the card to the matches", () => {
  const cards = boardOf([match("coffee", "ben")], [plan(7, "coffee", { over: true })]);
  assert.deepEqual(keys(cards), ["activity coffee", "plan 7"]);
  assert.equal(cards[0].plan, undefined);
});

test("below a plan are those who match and have not joined it", () => {
  const [card] = boardOf([match("coffee", "ben"), match("coffee", "eva")], [plan(7, "coffee")]);
  assert.deepEqual(othersOf(card).map(({ username }) => username), ["eva"]);
});

test("three names are shown, and of more the first two", () => {
  assert.equal(namesOf(["a", "b", "c"].map(user)), "a, b, c");
  assert.equal(namesOf(["a", "b", "c", "d", "e"].map(user)), "a, b +3");
  assert.equal(namesOf([]), "");
});
