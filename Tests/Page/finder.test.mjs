// What the finder finds, and what it asks the server.

import assert from "node:assert/strict";
import { test } from "node:test";

process.env.TZ = "Pacific/Auckland";
const { commandOf, excerpt, knownBy, NOTHING, Search, wordsOf } = await import(
  "../../Sources/Page/model/finder.js"
);
const { World } = await import("../../Sources/Page/model/world.js");

/** A world with three friends and two groups, of whom some have talked. */
function world() {
  const world = new World();
  world.setFriends({
    friends: [
      { user: { username: "ben", displayName: "Ben Ødegård" } },
      { user: { username: "cleo_x", displayName: "Cléo" } },
      { user: { username: "dan", displayName: "Jörg Ben-Ari" } },
    ],
  });
  const at = (/** @type {number} */ day) => ({ at: `2026-11-0${day}T12:00:00Z`, seq: 1 });
  world.setRooms({
    rooms: [
      { with: "cleo_x", newest: at(2) },
      { with: "ben", newest: at(1) },
      { with: "#17", newest: at(3), group: { room: "#17", name: "Bench lovers" } },
      { with: "#18", group: { room: "#18", name: "Chess" } },
    ],
  });
  return world;
}

const names = (/** @type {{people: any[], groups: any[]}} */ { people, groups }) =>
  [...people, ...groups].map(({ username }) => username);

test("people and groups are found by the beginnings of their names, without accents", () => {
  const ana = world();
  assert.deepEqual(names(knownBy(ana, "ben")), ["ben", "dan", "#17"]);
  assert.deepEqual(names(knownBy(ana, "BEN ode")), []);
  assert.deepEqual(names(knownBy(ana, "ben øde")), ["ben"]);
  assert.deepEqual(names(knownBy(ana, "cleo")), ["cleo_x"]);
  assert.deepEqual(names(knownBy(ana, "jorg ari")), ["dan"]);
  assert.deepEqual(names(knownBy(ana, "17")), []);
  assert.deepEqual(names(knownBy(ana, "enc")), []);
  // Without words: the newest conversations.
  assert.deepEqual(names(knownBy(ana, " ")), ["cleo_x", "ben", "#17"]);
});

test("a command has what is looked for, and days are the user's own", () => {
  assert.equal(commandOf(NOTHING), undefined);
  assert.equal(commandOf({ ...NOTHING, with: "ben" }), undefined);
  assert.equal(commandOf({ ...NOTHING, text: "🙂 !" }), undefined);
  assert.deepEqual(JSON.parse(JSON.stringify(commandOf({ ...NOTHING, text: " lunch " }))), {
    text: "lunch",
  });
  const command = commandOf({
    text: "🙂",
    with: "#17",
    from: "ben",
    kind: "FILES",
    since: "2026-11-27",
    until: "2026-11-27",
  });
  assert.deepEqual(JSON.parse(JSON.stringify(command)), {
    with: "#17",
    from: "ben",
    kind: "FILES",
    // 13 hours ahead of UTC.
    since: "2026-11-26T11:00:00.000Z",
    until: "2026-11-27T11:00:00.000Z",
  });
  // The day on which the clocks go back has 25 hours.
  const long = commandOf({ ...NOTHING, since: "2026-04-05", until: "2026-04-05" });
  assert.equal(Date.parse(long.until) - Date.parse(long.since), 25 * 3600_000);
});

test("an excerpt shows the first word that was found", () => {
  assert.deepEqual(excerpt("Lunch today?", "tod lun"), ["", "Lunch", " today?"]);
  assert.deepEqual(excerpt("no café here", "cafe"), ["no ", "café", " here"]);
  assert.deepEqual(excerpt("nothing", "lunch"), ["nothing", "", ""]);
  assert.deepEqual(excerpt("🙂".repeat(40) + " end\nnext", "end")[0], "…" + "🙂".repeat(23) + " ");
  assert.deepEqual(excerpt("a photo", ""), ["a photo", "", ""]);
});

test("words are those of the server", () => {
  assert.deepEqual(wordsOf("It's 東京、Größe!"), ["it", "s", "東京", "große"]);
});

/** A search whose pages are given. @param {any[]} pages */
function searchOf(pages) {
  const asked = /** @type {any[]} */ ([]);
  const shown = /** @type {any[]} */ ([]);
  const search = new Search(
    async (fields) => {
      asked.push(fields);
      const page = pages.shift();
      await Promise.resolve();
      if (page instanceof Error) throw page;
      return page;
    },
    (result) => shown.push(result),
    0,
  );
  const rest = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { search, asked, shown, rest };
}

test("a newer search replaces an older one, and nothing is asked twice", async () => {
  const { search, asked, shown, rest } = searchOf([{ messages: [{ seq: 2 }] }]);
  search.ask({ ...NOTHING, text: "lun" });
  search.ask({ ...NOTHING, text: "lunch" });
  await rest();
  assert.deepEqual(asked.map(({ text }) => text), ["lunch"]);
  assert.deepEqual(shown.at(-1), { messages: [{ seq: 2 }], next: undefined });
  search.ask(NOTHING);
  assert.deepEqual(shown.at(-1), { messages: [] });
});

test("empty pages are read on, a few at once", async () => {
  const empty = Array.from({ length: 7 }, (_, index) => ({ next: `${index}` }));
  const { search, asked, shown, rest } = searchOf([...empty, { messages: [{ seq: 1 }] }]);
  const wanted = { ...NOTHING, text: "lunch" };
  search.ask(wanted);
  await rest();
  assert.deepEqual(asked.map(({ before }) => before), [undefined, "0", "1", "2", "3"]);
  assert.deepEqual(shown.at(-1), { messages: [], next: "4" });
  await search.more(wanted, [], "4");
  assert.deepEqual(shown.at(-1), { messages: [{ seq: 1 }], next: undefined });
});

test("what was found stays when the next page fails", async () => {
  const refused = new Error("slow down");
  const { search, shown, rest } = searchOf([{ messages: [{ seq: 9 }], next: "a" }, refused]);
  const wanted = { ...NOTHING, text: "lunch" };
  search.ask(wanted);
  await rest();
  await search.more(wanted, shown.at(-1).messages, "a");
  assert.deepEqual(shown.at(-1), { messages: [{ seq: 9 }], next: "a", error: refused });
});
