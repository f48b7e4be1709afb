import assert from "node:assert/strict";
import { test } from "node:test";

import { beginning, begunIn, mentionsIn } from "../../Sources/Page/writing/mentions.js";

const names = ["ben", "cleo_2"];
const found = (/** @type {string} */ text) =>
  mentionsIn(text, names).flatMap((one) => typeof one === "string" ? [] : [one.text]);

test("names of the list are found where they are words, in any case", () => {
  assert.deepEqual(found("hi @Ben, (@cleo_2) @ben!"), ["@Ben", "@cleo_2", "@ben"]);
  for (const text of ["ana@ben.org", "@ben@host", "@@ben", "é@ben", "@benü", "@dora", "ben"]) {
    assert.deepEqual(found(text), [], text);
  }
});

test("nothing of a text is lost", () => {
  for (const text of ["", "@ben", "hi @ben @dora @cleo_2.", "<b>@ben</b>"]) {
    const parts = mentionsIn(text, names);
    assert.equal(parts.map((one) => typeof one === "string" ? one : one.text).join(""), text);
  }
  assert.deepEqual(mentionsIn("@ben"), ["@ben"]);
});

test("a long text takes no long time", () => {
  const start = performance.now();
  mentionsIn("@".repeat(4_000), names);
  mentionsIn("@be".repeat(1_300), names);
  begunIn("@be".repeat(1_300));
  assert.ok(performance.now() - start < 500);
});

test("a name is begun behind an at that begins a word, up to the end", () => {
  assert.equal(begunIn("hi @be"), "be");
  assert.equal(begunIn("@"), "");
  for (const text of ["hi", "ana@be", "@be ", "@@be", "@ben,"]) {
    assert.equal(begunIn(text), undefined);
  }
});

test("members are offered by username, and by each word of the display name", () => {
  const users = [
    { username: "ben", displayName: "Benno Öz" },
    { username: "cleo", displayName: "Ben's Cleo" },
    { username: "dora" },
  ];
  const of = (/** @type {string} */ begun, most = 9) =>
    beginning(users, begun, most).map(({ username }) => username);
  assert.deepEqual(of("be"), ["ben", "cleo"]);
  assert.deepEqual(of("Ö"), ["ben"]);
  assert.deepEqual(of("", 2), ["ben", "cleo"]);
  assert.deepEqual(of("x"), []);
});
