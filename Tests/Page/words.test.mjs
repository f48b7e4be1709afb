// Words: turns in duels, the news of duels, and recordings in the format that servers accept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../Sources/Page/client/index.js";
import { Words } from "../../Sources/Page/model/words.js";
import { World } from "../../Sources/Page/model/world.js";
import { encoded, mixed, RATE, SECONDS_MAX } from "../../Sources/Page/screens/words/wave.js";
import { loadTexts } from "../../Sources/Page/texts/index.js";
import { signal } from "../../Sources/Page/view/signal.js";

await loadTexts();

const duel = (more = {}) => ({
  number: 7,
  with: { username: "ben", displayName: "Ben" },
  count: 5,
  ...more,
});

const ENGLISH = { wordLanguages: { languages: [{ language: "en" }] } };

/** @param {() => any} answer to `wordDuelList` @param {() => any} languages */
async function words(answer = () => ({ wordDuels: {} }), languages = () => ENGLISH) {
  const call = (/** @type {string} */ name) =>
    Promise.resolve().then(name === "wordDuelList" ? answer : languages);
  const world = new World();
  const app = { world, link: { call }, sessions: signal(1), isOnline: signal(true) };
  const model = new Words(/** @type {any} */ (app));
  await new Promise((resolve) => setTimeout(resolve));
  return { model, world };
}

const event = (/** @type {any} */ message) => /** @type {any} */ (message);

test("it is the user's turn in an open duel, until all rounds are played", async () => {
  const duels = [
    duel({ number: 4, played: 5 }),
    duel({ number: 3, played: 4 }),
    duel({ number: 2, played: 1, outcome: "WORD_DUEL_LOST" }),
    duel({ number: 1 }),
  ];
  const { model } = await words(() => ({ wordDuels: { duels } }));
  assert.deepEqual(model.waiting.map(({ number }) => number), [3, 1]);
});

test("a duel that begins and ends changes the list, and is announced", async () => {
  const { model, world } = await words();
  const begun = event({ wordDuelOpened: duel({ number: 9 }) });
  world.apply(begun);
  assert.equal(model.waiting.length, 1);
  assert.deepEqual(model.news(begun), ["A duel with Ben has begun.", ["words", "duels", "9"]]);
  const ended = event({ wordDuelEnded: duel({ number: 9, played: 5, outcome: "WORD_DUEL_WON" }) });
  world.apply(ended);
  assert.deepEqual(model.duels.peek().map(({ outcome }) => outcome), ["WORD_DUEL_WON"]);
  assert.equal(model.news(ended)[0], "You have won the duel with Ben.");
});

test("a server without words has no language, or does not know the command", async () => {
  const { model: empty } = await words(undefined, () => ({ wordLanguages: {} }));
  assert.equal(empty.isOffered.peek(), false);
  const { model } = await words(undefined, () => {
    throw new Refused({ code: "UNKNOWN_COMMAND", message: "there is no such command" });
  });
  assert.equal(model.isOffered.peek(), false);
});

test("another refusal does not hide words", async () => {
  const { model } = await words(undefined, () => {
    throw new Refused({ code: "RATE_LIMITED", message: "too often" });
  });
  assert.equal(model.isOffered.peek(), true);
});

test("a recording is WAV of 16 kHz, 16 bits, one channel", () => {
  const view = new DataView(encoded(Float32Array.of(0, 1, -1, 2, -2)));
  const text = (/** @type {number} */ at) =>
    String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
  assert.deepEqual([0, 8, 12, 36].map(text), ["RIFF", "WAVE", "fmt ", "data"]);
  assert.equal(view.getUint32(4, true), view.byteLength - 8);
  assert.equal(view.getUint32(40, true), 10);
  assert.deepEqual([20, 22, 32, 34].map((at) => view.getUint16(at, true)), [1, 1, 2, 16]);
  assert.equal(view.getUint32(24, true), 16_000);
  const samples = [0, 1, 2, 3, 4].map((index) => view.getInt16(44 + index * 2, true));
  assert.deepEqual(samples, [0, 32_767, -32_767, 32_767, -32_767]);
});

test("channels are mixed, and a recording that is too long is cut off", () => {
  const long = new Float32Array(RATE * (SECONDS_MAX + 1)).fill(.5);
  const mono = mixed([long, new Float32Array(long.length)]);
  assert.equal(mono.length, RATE * SECONDS_MAX);
  assert.equal(mono[0], .25);
});
