import assert from "node:assert/strict";
import { test } from "node:test";

// A user in Auckland, 13 hours ahead of UTC, who reads English as it is written in Britain.
process.env.TZ = "Pacific/Auckland";
Object.defineProperty(globalThis, "navigator", {
  value: { languages: ["en-US@posix", "en-GB", "de"] },
  configurable: true,
});
const { rowsOf } = await import("../../Sources/Page/model/rows.js");
const { appointment, clock, dayKey } = await import("../../Sources/Page/view/format.js");

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
