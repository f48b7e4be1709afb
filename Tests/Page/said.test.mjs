import assert from "node:assert/strict";
import { test } from "node:test";

import { detailsOf, saidOf } from "../../Sources/Page/model/said.js";
import { loadTexts } from "../../Sources/Page/texts/index.js";

await loadTexts();

const NOW = new Date(2026, 10, 30, 17, 0).getTime();
const at = (/** @type {number} */ hours, minutes = 0, day = 30) =>
  new Date(2026, 10, day, hours, minutes).toISOString();

test("a dialog left as it is says nothing", () => {
  const said = detailsOf(
    { from: "", minutes: "", note: " ", place: "", roomFor: "" },
    undefined,
    NOW,
  );
  assert.deepEqual(JSON.parse(JSON.stringify(said)), {});
});

test("a duration counts from the beginning", () => {
  assert.equal(detailsOf({ minutes: "30" }, undefined, NOW).until, at(17, 30));
  const said = detailsOf({ from: "18:30", minutes: "90" }, undefined, NOW);
  assert.deepEqual([said.from, said.until], [at(18, 30), at(20)]);
});

test("a time that has passed today is tomorrow's", () => {
  assert.equal(
    detailsOf({ from: "16:59" }, undefined, NOW).from,
    at(16, 59, 31),
  );
});

test("an end is kept unless another is chosen", () => {
  const was = { until: at(19) };
  assert.equal(
    detailsOf({ minutes: "same", was }, undefined, NOW).until,
    at(19),
  );
  assert.equal(
    detailsOf({ minutes: "", was }, undefined, NOW).until,
    undefined,
  );
});

test("words are trimmed, and a point has two numbers", () => {
  const said = detailsOf({ note: " hi ", place: " here", roomFor: "2" }, {
    lat: 1,
    lon: 2,
  }, NOW);
  assert.deepEqual(
    [said.note, said.place, said.roomFor, said.point],
    ["hi", "here", 2, { lat: 1, lon: 2 }],
  );
});

test("what is said is read in order, and a beginning only while it is ahead", () => {
  const details = {
    from: at(18),
    until: at(19),
    note: "note",
    place: "place",
    roomFor: 1,
  };
  assert.equal(saidOf(details, NOW).length, 5);
  assert.deepEqual(saidOf(details, NOW).slice(-1), ["note"]);
  assert.equal(saidOf(details, Date.parse(at(18, 1))).length, 4);
  assert.deepEqual(saidOf(undefined, NOW), []);
});
