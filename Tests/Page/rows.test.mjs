import assert from "node:assert/strict";
import { test } from "node:test";

// A user in Auckland, 13 hours ahead of UTC, who reads English as it is written in Britain.
process.env.TZ = "Pacific/Auckland";
Object.defineProperty(globalThis, "navigator", {
  value: { languages: ["en-US@posix", "en-GB", "de"] },
  configurable: true,
});
const { rowsOf } = await import("../../Sources/Page/model/rows.js");
const { appointment, clock, dayKey, full } = await import("../../Sources/Page/view/format.js");

const message = (/** @type {number} */ seq, /** @type {string} */ at) => /** @type {any} */ ({
  seq,
  at,
  from: "ben",
  text: "",
});

test("the day changes at the user's midnight", () => {
  const rows = rowsOf([
    message(1, "2024-11-30T10:58:00Z"),
    message(2, "2024-11-30T11:00:00Z"),
    // Midnight in UTC.
    message(3, "2024-11-30T23:59:00Z"),
    message(4, "2024-12-01T00:01:00Z"),
  ]);
  assert.deepEqual(
    rows.map(({ key }) => key),
    ["day 2024-11-30", "1", "day 2024-12-1", "2", "3", "4"],
  );
  assert.match(rows[0].day, /Saturday,? 30 November/);
  assert.deepEqual(rows.map(({ isFirst }) => isFirst), [
    undefined,
    true,
    undefined,
    true,
    true,
    false,
  ]);
  assert.equal(dayKey("2024-11-30T11:00:00Z"), "2024-12-1");
});

test("times are written as in the user's country", () => {
  assert.equal(clock("2024-11-30T04:03:00Z"), "17:03");
  assert.match(appointment("2024-11-29T05:00:00Z"), /^Fri,? 29 Nov,? 18:00$/);
});

test("the row of a message stays the same object until the message changes", () => {
  const messages = [1, 2, 3].map((seq) => message(seq, `2024-11-30T10:0${seq}:00Z`));
  const [day, ...former] = rowsOf(messages);
  const changed = { ...messages[1], text: "new" };
  const [, ...rows] = rowsOf([messages[0], changed, messages[2]]);
  assert.deepEqual(rows.map((row, index) => row === former[index]), [true, false, true]);
  assert.equal(rows[1].message, changed);
  // The first one of a page is the first of its person, until older ones are added above it.
  const older = message(0, "2024-11-30T10:00:00Z");
  assert.deepEqual(rowsOf([older, ...messages]).map(({ isFirst }) => isFirst), [
    undefined,
    true,
    false,
    false,
    false,
  ]);
  assert.equal(day.isFirst, undefined);
});

test("the line above what is new begins a message of its own, and a mark changes one row", () => {
  const messages = [1, 2, 3].map((seq) => message(seq, `2024-11-30T10:0${seq}:00Z`));
  const [, ...former] = rowsOf(messages);
  const [, ...rows] = rowsOf(messages, { unread: 2, found: 3 });
  assert.deepEqual(rows.map(({ key }) => key), ["1", "new", "2", "3"]);
  assert.deepEqual(rows.map(({ isFirst }) => isFirst), [true, undefined, true, false]);
  assert.deepEqual(rows.map(({ isFound }) => isFound), [false, undefined, false, true]);
  assert.equal(rows[0], former[0]);
});

test("messages make no formatters", () => {
  let made = 0;
  /** @type {any} */
  const intl = Intl;
  const originals = {
    DateTimeFormat: intl.DateTimeFormat,
    NumberFormat: intl.NumberFormat,
    RelativeTimeFormat: intl.RelativeTimeFormat,
  };
  for (const [name, original] of Object.entries(originals)) {
    intl[name] = new Proxy(original, {
      construct: (target, values) => (made++, Reflect.construct(target, values)),
      apply: (target, self, values) => (made++, Reflect.apply(target, self, values)),
    });
  }
  try {
    const messages = Array.from(
      { length: 50 },
      (_, seq) => message(seq, new Date(Date.UTC(2024, 10, seq)).toISOString()),
    );
    assert.equal(rowsOf(messages).length, 100);
    for (const { at } of messages) assert.ok(clock(at) && full(at));
    assert.equal(made, 0);
  } finally {
    Object.assign(intl, originals);
  }
});
