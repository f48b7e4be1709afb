// History that was read stays on the device: more of the newest messages of a conversation than the
// world has, for a time without a network.

import { countUpTo } from "./conversation.js";

/**
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {{messages: RoomMessage[], hasMore: boolean}} Stored without a gap, oldest first
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

  /**
   * @param {import("../store/database.js").Keeper} keeper
   * @param {number} [pause]
   */
  constructor(keeper, pause = PAUSE) {
    this.keeper = keeper;
    this.pause = pause;
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
      const { messages = [], hasMore = false } = stored ?? {};
      // A gap between these and those before which they are.
      if ((messages.at(-1)?.seq ?? 0) < before - 1) return undefined;
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
    const opened = room.messages.peek();
    // What is open may be less than what was read before.
    /** @type {Stored | undefined} */
    const stored = await this.keeper.get(keyOf(room.with));
    const isTogether = (stored?.messages.at(-1)?.seq ?? 0) >= room.oldest - 1;
    const older = isTogether
      ? stored?.messages.slice(0, countUpTo(stored.messages, room.oldest - 1)) ?? []
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
    });
    this.#written.set(room.with, messages);
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
