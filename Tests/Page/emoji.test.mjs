import assert from "node:assert/strict";
import { test } from "node:test";

import { found, groupsOf, remembered, toned } from "../../Sources/Page/emoji/names.js";

const GROUPS = groupsOf([
  "#people",
  "👍\t+\tDaumen hoch\tgut Hand nach oben",
  "🏋️‍♂️\t+\tGewichtheber\tSport",
  "🧑‍🤝‍🧑\t+\tsich an den Händen haltende Personen\tPaar",
  "👪\t\tFamilie\tKind Mutter Vater",
  "#food",
  "☕\t\tHeißgetränk\tKaffee Tee trinken",
  "🍵\t\tTeetasse ohne Henkel\tGetränk",
  "#symbols",
  "#️⃣\t\tTaste: #\t",
].join("\n"));

/** @param {string} query */
const texts = (query) => found(GROUPS, query).map(({ text }) => text).join(" ");
/** @param {string} text */
const named = (text) => GROUPS.flatMap(({ emoji }) => emoji).find((one) => one.text === text);

test("a file has groups, and the keys of a telephone are no group", () => {
  assert.deepEqual(GROUPS.map(({ name }) => name), ["people", "food", "symbols"]);
  assert.equal(GROUPS[2].emoji[0].text, "#️⃣");
});

test("emoji are found by beginnings of words, without case and accents", () => {
  assert.equal(texts("daumen"), "👍");
  assert.equal(texts("HAND"), "👍 🧑‍🤝‍🧑");
  assert.equal(texts("hande halt"), "🧑‍🤝‍🧑");
  assert.equal(texts("heissgetr"), "☕");
  assert.equal(texts("getränk"), "🍵");
  assert.equal(texts("aumen"), "");
  assert.equal(texts("☕"), "☕");
});

test("those whose name begins with the query come first", () => {
  assert.equal(texts("tee"), "🍵 ☕");
});

test("a tone stands behind each body, and is not given to what has none", () => {
  assert.equal(toned(named("👍"), "🏽"), "👍🏽");
  assert.equal(toned(named("🏋️‍♂️"), "🏿"), "🏋🏿‍♂️");
  assert.equal(toned(named("🧑‍🤝‍🧑"), "🏻"), "🧑🏻‍🤝‍🧑🏻");
  assert.equal(toned(named("👪"), "🏻"), "👪");
  assert.equal(toned(named("👍"), ""), "👍");
});

test("the emoji used last are kept once, and not too many", () => {
  assert.deepEqual(remembered(["a", "b"], "b"), ["b", "a"]);
  const many = Array.from({ length: 30 }, (_, index) => String(index));
  assert.equal(remembered(many, "x").length, 24);
});
