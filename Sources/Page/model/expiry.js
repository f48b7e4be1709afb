// Messages disappear at their time, by the server's clock: from the conversations, the list of
// conversations and the counts of unread messages. One timer waits for the next of them.

import { batch, signal } from "../view/signal.js";

/**
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 */

/** What a timer of browsers can take, with room to spare, in milliseconds. */
const WAIT_MAX = 24 * 3600_000;

/** Whether a message has disappeared. @param {RoomMessage | undefined} message @param {number} now */
export function isExpired(message, now) {
  return message?.expiresAt !== undefined &&
    new Date(message.expiresAt).getTime() <= now;
}

/** When the first of some messages disappears, in milliseconds since 1970; Infinity: none will. */
export function firstEnd(/** @type {(RoomMessage | undefined)[]} */ messages) {
  return messages.reduce(
    (first, message) =>
      message?.expiresAt ? Math.min(first, new Date(message.expiresAt).getTime()) : first,
    Infinity,
  );
}

export class Expiry {
  /** Counts how often something has disappeared. */
  count = signal(0);
  /** How far the server's clock is ahead of the device's, in milliseconds. */
  lead = 0;
  /** @type {Set<(name: string, messages: RoomMessage[]) => void>} */
  #listeners = new Set();
  #next = Infinity;
  /** @type {any} */
  #timer;

  /** @param {import("./world.js").World} world */
  constructor(world) {
    this.world = world;
  }

  /** Milliseconds since 1970, by the server's clock. */
  get now() {
    return Date.now() + this.lead;
  }

  /** The server has told the time. @param {string | undefined} time */
  set(time) {
    if (time) this.lead = new Date(time).getTime() - Date.now();
    this.run();
  }

  /**
   * Calls back for messages that have disappeared.
   *
   * @param {(name: string, messages: RoomMessage[]) => void} listener
   */
  listen(listener) {
    this.#listeners.add(listener);
  }

  /** Messages have arrived, some of which may disappear. @param {(RoomMessage | undefined)[]} messages */
  expect(messages) {
    const next = firstEnd(messages);
    if (next < this.#next) this.#wait(next);
  }

  /** Removes what has disappeared by now, and waits for the next. */
  run() {
    const { world, now } = this;
    // Also where nothing but a list of results has it.
    let isAny = this.#next <= now;
    this.#next = Infinity;
    batch(() => {
      for (const [name, messages] of world.expire(now)) {
        isAny = true;
        for (const listener of this.#listeners) listener(name, messages);
      }
      if (isAny) this.count.value++;
    });
    this.#wait(world.nextEnd);
  }

  /** @param {number} next */
  #wait(next) {
    clearTimeout(this.#timer);
    this.#next = next;
    if (next === Infinity) return;
    const pause = Math.min(WAIT_MAX, Math.max(0, next - this.now));
    this.#timer = setTimeout(() => this.run(), pause);
  }
}
