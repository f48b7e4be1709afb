// Voice messages that are played: one at a time, at a speed that stays for the next ones.

import { signal } from "../view/signal.js";

/** The speeds, in the order in which a button offers them. */
export const SPEEDS = [1, 1.5, 2];
/** Bars of a waveform. */
const BARS = 40;

/** For all voice messages, until the page is closed. */
export const speed = signal(1);

/** Goes to the next speed. */
export function faster() {
  speed.value = SPEEDS[(SPEEDS.indexOf(speed.peek()) + 1) % SPEEDS.length];
}

/** The one that is playing. @type {Playback | undefined} */
let current;

/**
 * The part of an audio element that is needed.
 *
 * @typedef {Pick<HTMLAudioElement, "currentTime" | "playbackRate" | "paused" | "play" | "pause" |
 *   "addEventListener">} Sound
 */

/** A voice message that can be played. */
export class Playback {
  isPlaying = signal(false);
  /** Whether it could not be loaded or played. */
  hasFailed = signal(false);
  /** Milliseconds since its beginning. */
  position = signal(0);
  /** @type {Sound | undefined} */
  #sound;
  /** @type {Promise<Sound> | undefined} */
  #loading;
  #isOver = false;

  /**
   * @param {number} duration milliseconds
   * @param {() => Promise<Sound>} load called once, when it is played first
   * @param {() => void} [onDone] called when it was played to its end
   */
  constructor(duration, load, onDone = () => {}) {
    this.duration = duration;
    this.load = load;
    this.onDone = onDone;
  }

  /** Plays, or pauses. */
  toggle() {
    return this.isPlaying.peek() ? this.pause() : this.play();
  }

  async play() {
    current?.pause();
    current = this;
    this.isPlaying.value = true;
    this.hasFailed.value = false;
    try {
      const sound = await this.#get();
      // It was paused, or another one begun, meanwhile.
      if (!this.isPlaying.peek() || this.#isOver) return;
      sound.currentTime = this.position.peek() / 1000;
      sound.playbackRate = speed.peek();
      await sound.play();
    } catch (error) {
      // Pausing ends what was about to begin.
      if (/** @type {any} */ (error)?.name === "AbortError") return;
      this.isPlaying.value = false;
      this.hasFailed.value = true;
    }
  }

  pause() {
    this.isPlaying.value = false;
    this.#sound?.pause();
    if (current === this) current = undefined;
  }

  /** @param {number} position milliseconds */
  seek(position) {
    this.position.value = Math.min(Math.max(position, 0), this.duration);
    if (this.#sound) this.#sound.currentTime = this.position.peek() / 1000;
  }

  /** The speed has changed. */
  follow() {
    if (this.#sound) this.#sound.playbackRate = speed.peek();
  }

  /** Its message is no longer shown. */
  end() {
    this.#isOver = true;
    this.pause();
  }

  #get() {
    this.#loading ??= this.load().then((sound) => {
      this.#sound = sound;
      sound.addEventListener("timeupdate", () => {
        if (this.isPlaying.peek()) {
          this.position.value = Math.min(sound.currentTime * 1000, this.duration);
        }
      });
      sound.addEventListener("ended", () => {
        this.pause();
        this.position.value = 0;
        this.onDone();
      });
      return sound;
    });
    // It may be loaded at the next attempt.
    this.#loading.catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }
}

/**
 * The heights of bars, from 0 to 1: the loudest is 1, and none is nothing.
 *
 * @param {string} [waveform] loudness of equal parts, each a byte, in base64
 * @param {number} [count]
 */
export function barsOf(waveform = "", count = BARS) {
  const bytes = Uint8Array.from(atob(waveform), (letter) => letter.charCodeAt(0));
  if (!bytes.length) return Array(count).fill(.1);
  const most = Math.max(...bytes, 1);
  return Array.from({ length: count }, (_, index) => {
    const first = Math.floor(index * bytes.length / count);
    const end = Math.max(first + 1, Math.floor((index + 1) * bytes.length / count));
    return Math.max(.1, Math.max(...bytes.slice(first, end)) / most);
  });
}

/**
 * A waveform of levels that were measured while it was recorded.
 *
 * @param {number[]} levels from 0 to 1
 * @returns {string}
 */
export function waveformOf(levels) {
  const count = Math.min(64, levels.length);
  const bytes = Array.from({ length: count }, (_, index) => {
    const part = levels.slice(
      Math.floor(index * levels.length / count),
      Math.floor((index + 1) * levels.length / count),
    );
    return Math.round(Math.min(1, Math.max(...part)) * 255);
  });
  return btoa(String.fromCharCode(...bytes));
}

/** "0:07". @param {number} milliseconds */
export function timeOf(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
