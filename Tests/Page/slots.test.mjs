// Cards that stay where they are while others come and go.

import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "../../Sources/Page/model/slots.js";

test("at first the cards are in the order of the list", () => {
  assert.deepEqual(settled([], ["c", "b", "a"]), ["c", "b", "a"]);
  assert.deepEqual(settled([], []), []);
});

test("a card that comes moves no other, and takes a free place first", () => {
  assert.deepEqual(settled(["b", "a"], ["c", "b", "a"]), ["b", "a", "c"]);
  assert.deepEqual(settled(["b", undefined, "a"], ["c", "b", "a"]), ["b", "c", "a"]);
  assert.deepEqual(settled([undefined, "a"], ["d", "c", "a"]), ["d", "a", "c"]);
});

test("a card that goes leaves its place free, and none is free at the end", () => {
  assert.deepEqual(settled(["c", "b", "a"], ["c", "a"]), ["c", undefined, "a"]);
  assert.deepEqual(settled(["c", undefined, "a"], ["c"]), ["c"]);
  assert.deepEqual(settled(["c", "b", "a"], []), []);
  assert.deepEqual(settled(["c", "b", "a"], ["d", "b"]), ["d", "b"]);
});

test("of any coming and going, no card that stays changes its place", () => {
  /** @type {(string | undefined)[]} */
  let places = [];
  // Each key is there in an eleventh of the steps or more; the steps are the same in each run.
  for (let step = 0; step < 500; step++) {
    const keys = Array.from({ length: 25 }, (_, key) => key)
      .filter((key) => (step * 7 + key * key * 3) % 11 < 3 + step % 7).map(String);
    const next = settled(places, keys);
    assert.deepEqual([...next].filter(Boolean).sort(), [...keys].sort());
    for (const [place, key] of places.entries()) {
      if (key !== undefined && keys.includes(key)) assert.equal(next[place], key);
    }
    places = next;
  }
});
