import assert from "node:assert/strict";
import { test } from "node:test";

import {
  barsOf,
  faster,
  Playback,
  speed,
  timeOf,
  waveformOf,
} from "../../Sources/Page/model/playing.js";

/** An audio element whose time passes when the test says so. */
class Sound extends EventTarget {
  currentTime = 0;
  playbackRate = 1;
  paused = true;

  async play() {
    this.paused = await false;
  }

  pause() {
    this.paused = true;
  }

  /** @param {number} seconds */
  passes(seconds) {
    this.currentTime += seconds;
    this.dispatchEvent(new Event("timeupdate"));
  }

  end() {
    this.paused = true;
    this.dispatchEvent(new Event("ended"));
  }
}

/** As a server describes it. */
const ATTACHMENT = {
  id: "0f",
  kind: "VOICE",
  size: 9_000,
  duration: 12_400,
  waveform: btoa(String.fromCharCode(0, 64, 128, 255)),
};

/** @param {() => void} [onDone] */
function made(onDone) {
  const sound = new Sound();
  let loads = 0;
  const playback = new Playback(ATTACHMENT.duration, async () => {
    loads++;
    return await /** @type {any} */ (sound);
  }, onDone);
  return { sound, playback, loads: () => loads };
}

test("a voice message is loaded once, when it is played, and goes on where it was paused", async () => {
  const { sound, playback, loads } = made();
  assert.equal(loads(), 0);
  await playback.toggle();
  assert.ok(playback.isPlaying.peek() && !sound.paused);
  sound.passes(3);
  assert.equal(playback.position.peek(), 3_000);
  playback.toggle();
  assert.ok(!playback.isPlaying.peek() && sound.paused);
  await playback.toggle();
  assert.equal(sound.currentTime, 3);
  assert.equal(loads(), 1);
  playback.end();
});

test("it is found again where the user has pointed, also before it is loaded", async () => {
  const { sound, playback } = made();
  playback.seek(5_000);
  await playback.play();
  assert.equal(sound.currentTime, 5);
  playback.seek(99_999);
  assert.equal(sound.currentTime, 12.4);
  playback.seek(-1);
  assert.equal(sound.currentTime, 0);
  playback.end();
});

test("one plays at a time", async () => {
  const [one, other] = [made(), made()];
  await one.playback.play();
  await other.playback.play();
  assert.ok(one.sound.paused && !one.playback.isPlaying.peek());
  assert.ok(!other.sound.paused);
  other.playback.end();
  assert.ok(other.sound.paused);
});

test("the next one follows at the end", async () => {
  const next = made();
  const first = made(() => next.playback.play());
  await first.playback.play();
  first.sound.passes(12);
  first.sound.end();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(first.playback.position.peek(), 0);
  assert.ok(!first.playback.isPlaying.peek());
  assert.ok(!next.sound.paused);
  next.playback.end();
});

test("a pause while it is loaded keeps it from playing", async () => {
  const { sound, playback } = made();
  const playing = playback.play();
  playback.pause();
  await playing;
  assert.ok(sound.paused);
});

test("a failure is shown, and the next press tries again", async () => {
  let isThere = false;
  const sound = new Sound();
  const playback = new Playback(1_000, async () => {
    await undefined;
    if (!isThere) throw new Error("no connection");
    return /** @type {any} */ (sound);
  });
  await playback.play();
  assert.ok(playback.hasFailed.peek() && !playback.isPlaying.peek());
  isThere = true;
  await playback.play();
  assert.ok(!playback.hasFailed.peek() && !sound.paused);
  playback.end();
});

test("the speed is one for all, and changes what is playing", async () => {
  const { sound, playback } = made();
  await playback.play();
  faster();
  playback.follow();
  assert.equal(sound.playbackRate, 1.5);
  faster();
  const other = made();
  await other.playback.play();
  assert.equal(other.sound.playbackRate, 2);
  faster();
  assert.equal(speed.peek(), 1);
  other.playback.end();
});

test("a waveform is bars, of which the loudest is whole", () => {
  assert.deepEqual(barsOf(ATTACHMENT.waveform, 4).map((one) => Math.round(one * 100) / 100), [
    .1,
    .25,
    .5,
    1,
  ]);
  assert.equal(barsOf(ATTACHMENT.waveform).length, 40);
  assert.deepEqual(barsOf(undefined, 3), [.1, .1, .1]);
  // Silence.
  assert.deepEqual(barsOf(btoa("\0\0"), 2), [.1, .1]);
});

test("what was measured is at most 64 parts", () => {
  const levels = Array.from({ length: 600 }, (_, index) => index / 600);
  const bytes = Uint8Array.from(atob(waveformOf(levels)), (one) => one.charCodeAt(0));
  assert.equal(bytes.length, 64);
  assert.deepEqual([...bytes], [...bytes].toSorted((one, other) => one - other));
  assert.equal(atob(waveformOf([.5, 2])).length, 2);
});

test("times are in minutes and seconds", () => {
  assert.deepEqual([0, 7_400, 61_000, 299_600].map(timeOf), ["0:00", "0:07", "1:01", "5:00"]);
});
