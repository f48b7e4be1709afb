// History that was read stays on the device: more of the newest messages of a conversation than the
// world has, for a time without a network.

import { countUpTo } from "./conversation.js";
import { firstEnd, isExpired } from "./expiry.js";

/**
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {{messages: RoomMessage[], hasMore: boolean, end?: number}} Stored without a gap, oldest
 *   first, but for what has disappeared; up to `end`
 */

/** Messages of a conversation, and conversations: those that were read last. */
const MESSAGES_MAX = 500;
const ROOMS_MAX = 20;
/** How long after a change it is written, in milliseconds. */
const PAUSE = 1_000;
/** Storage key of the names of the conversations, the last one first. */
const INDEX = "histories";

const keyOf = (/** @type {string} */ name) => `history ${name}`;

export class Kept {
  /** Steps are done one after the other: each reads what the one before has written. */
  #steps = /** @type {Promise<any>} */ (Promise.resolve());
  /** @type {Map<string, any>} */
  #timers = new Map();
  /** What was written last, by conversation. @type {Map<string, RoomMessage[]>} */
  #written = new Map();
  /** When the first of the messages disappears, in milliseconds since 1970; 0: unknown. */
  #next = 0;

  /**
   * @param {import("../store/database.js").Keeper} keeper
   * @param {number} [pause]
   * @param {() => number} [time] milliseconds since 1970, by the server's clock
   */
  constructor(keeper, pause = PAUSE, time = Date.now) {
    this.keeper = keeper;
    this.pause = pause;
    this.time = time;
  }

  /**
   * Stores the newest messages of a conversation that is open, a moment later.
   *
   * @param {import("./conversation.js").Conversation} room
   */
  keep(room) {
    const name = room.with;
    if (this.#timers.has(name)) return;
    this.#timers.set(
      name,
      setTimeout(() => {
        this.#timers.delete(name);
        this.#step(() => this.#write(room));
      }, this.pause),
    );
  }

  /**
   * A page of the messages before a `seq`, as the server has it.
   *
   * @param {string} name
   * @param {number} before
   * @param {number} limit
   * @returns {Promise<import("../client/wire.d.ts").RoomPage | undefined>} undefined: there is none
   */
  page(name, before, limit) {
    return this.#step(async () => {
      /** @type {Stored | undefined} */
      const stored = await this.keeper.get(keyOf(name));
      const { hasMore = false } = stored ?? {};
      // A gap between these and those before which they are.
      if (endOf(stored) < before - 1) return undefined;
      const messages = this.#left(stored?.messages ?? []);
      const end = countUpTo(messages, before - 1);
      const start = Math.max(0, end - limit);
      if (start === end) return undefined;
      return { messages: messages.slice(start, end), more: start > 0 || hasMore };
    });
  }

  /**
   * A message has changed: what it said before must not stay.
   *
   * @param {string} name
   * @param {RoomMessage} message
   */
  change(name, message) {
    return this.#step(async () => {
      /** @type {Stored | undefined} */
      const stored = await this.keeper.get(keyOf(name));
      if (!stored) return;
      const index = countUpTo(stored.messages, message.seq) - 1;
      if (stored.messages[index]?.seq !== message.seq) return;
      const messages = stored.messages.with(index, message);
      this.#written.delete(name);
      await this.keeper.set(keyOf(name), { ...stored, messages });
    });
  }

  /** Removes what has disappeared, whether there is a network or not. */
  expire() {
    if (this.time() < this.#next) return Promise.resolve();
    return this.#step(async () => {
      let next = Infinity;
      for (const name of await this.#names()) {
        /** @type {Stored | undefined} */
        const stored = await this.keeper.get(keyOf(name));
        if (!stored) continue;
        const messages = this.#left(stored.messages);
        next = Math.min(next, firstEnd(messages));
        if (messages.length === stored.messages.length) continue;
        this.#written.delete(name);
        await this.keeper.set(keyOf(name), { ...stored, messages, end: endOf(stored) });
      }
      this.#next = next;
    });
  }

  /** Forgets a conversation. @param {string} name */
  drop(name) {
    this.#stop(name);
    return this.#step(async () => {
      const names = await this.#names();
      await this.keeper.remove(keyOf(name));
      await this.keeper.set(INDEX, names.filter((one) => one !== name));
    });
  }

  /** Forgets all of them: nothing says which messages have changed. */
  clear() {
    for (const name of [...this.#timers.keys(), ...this.#written.keys()]) this.#stop(name);
    return this.#step(async () => {
      for (const name of await this.#names()) await this.keeper.remove(keyOf(name));
      await this.keeper.remove(INDEX);
    });
  }

  /** @param {string} name */
  #stop(name) {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
    this.#written.delete(name);
  }

  /** @param {import("./conversation.js").Conversation} room */
  async #write(room) {
    // It was forgotten meanwhile.
    if (!room.isLoaded.peek()) return;
    const opened = this.#left(room.messages.peek());
    // What is open may be less than what was read before.
    /** @type {Stored | undefined} */
    const stored = await this.keeper.get(keyOf(room.with));
    const isTogether = endOf(stored) >= room.oldest - 1;
    const older = isTogether
      ? this.#left(stored?.messages.slice(0, countUpTo(stored.messages, room.oldest - 1)) ?? [])
      : [];
    const all = [...older, ...opened];
    const messages = all.slice(-MESSAGES_MAX);
    const former = this.#written.get(room.with);
    if (
      former?.length === messages.length && former.every((one, index) => one === messages[index])
    ) return;
    const names = await this.#names();
    const others = names.filter((name) => name !== room.with);
    for (const name of others.slice(ROOMS_MAX - 1)) await this.keeper.remove(keyOf(name));
    // The name first: what has none would never be forgotten.
    await this.keeper.set(INDEX, [room.with, ...others.slice(0, ROOMS_MAX - 1)]);
    await this.keeper.set(keyOf(room.with), {
      messages,
      hasMore: all.length > messages.length ||
        (older.length ? stored.hasMore : room.hasMore.peek()),
      end: room.newest,
    });
    this.#written.set(room.with, messages);
    this.#next = Math.min(this.#next, firstEnd(messages));
  }

  /** Those that have not disappeared. @param {RoomMessage[]} messages */
  #left(messages) {
    const now = this.time();
    return messages.filter((message) => !isExpired(message, now));
  }

  /** @returns {Promise<string[]>} */
  async #names() {
    return await this.keeper.get(INDEX) ?? [];
  }

  /**
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T | undefined>} undefined: the storage fails, or belongs to another user by now
   */
  #step(act) {
    return this.#steps = this.#steps.then(act).catch(() => /** @type {any} */ (undefined));
  }
}

/** The newest message that was here. @param {Stored | undefined} stored */
function endOf(stored) {
  return stored?.end ?? stored?.messages.at(-1)?.seq ?? 0;
}
