// Pictures and voice messages that were seen on this device. They stay, within a bound, so that
// they can be seen again without a network; they go with their message, or with the right to read
// it. Files to be saved are not kept.

import { file, Lost, Refused } from "../client/index.js";
import { effect, untracked } from "../view/signal.js";
import { pathOf } from "./attached.js";
import { isExpired } from "./expiry.js";

/**
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 *
 * @typedef {object} Seen what is kept
 * @property {string} path
 * @property {string} id of the attachment
 * @property {string} with the conversation
 * @property {number} [seq] of the message; absent until it is known
 * @property {string} [expiresAt] when it disappears with its message
 * @property {number} size bytes
 * @property {number} at milliseconds since 1970, of the last use
 */

/** Storage key of the list, and before the path of a content. */
const LIST = "seen";
const CONTENT = "seen ";
/** Most bytes and pictures that are kept. */
const BYTES_MAX = 64 << 20;
const COUNT_MAX = 500;
/** How long after a change the list is written, in milliseconds. */
const KEEP_PAUSE = 500;
/** Downloads at a time: the others of a browser's six connections are for the rest of the page. */
const AT_ONCE = 3;

export class Pictures {
  /** The least recently used first. @type {Map<string, Seen>} */
  #seen = new Map();
  /** Paths of what this tab has deleted. @type {Set<string>} */
  #dropped = new Set();
  /** @type {Promise<void> | undefined} */
  #reading;
  /** By path. @type {Map<string, Promise<Blob>>} */
  #loading = new Map();
  #running = 0;
  /** @type {(() => void)[]} */
  #queue = [];
  /** @type {any} */
  #keepTimer;

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** What was seen in rooms that the user can no longer read is deleted. */
  start() {
    const { sessions, world } = this.app;
    effect(() => {
      const { rooms } = world;
      const names = new Set(rooms.value.keys());
      if (sessions.value > 0) {
        untracked(() => this.#drop((one) => !names.has(one.with)));
      }
    });
    // Also what has disappeared while no page was open.
    effect(() => {
      world.expiry.count.value;
      untracked(() => this.#drop((one) => isExpired(/** @type {any} */ (one), world.expiry.now)));
    });
  }

  #read() {
    this.#reading ??= this.app.keeper.get(LIST).then((/** @type {Seen[]} */ list = []) => {
      for (const one of list) this.#seen.set(one.path, one);
    }, () => {});
    return this.#reading;
  }

  /**
   * A picture or a voice message.
   *
   * @param {{id?: string}} attachment
   * @param {boolean} isPreview
   * @param {{with: string, seq?: number, expiresAt?: string}} where
   * @returns {Promise<Blob>} Rejected with `Refused`, or with `Lost`.
   */
  load({ id }, isPreview, where) {
    const path = pathOf(id, isPreview);
    let loading = this.#loading.get(path);
    if (!loading) {
      loading = this.#load(path, id, where).finally(() => this.#loading.delete(path));
      this.#loading.set(path, loading);
    }
    return loading;
  }

  /** @param {string} path @param {string} id @param {{with: string, seq?: number, expiresAt?: string}} where */
  async #load(path, id, where) {
    await this.#read();
    const known = this.#seen.get(path);
    try {
      const kept = known && await this.app.keeper.get(CONTENT + path);
      if (kept) {
        this.#note({ ...known, ...where, at: Date.now() });
        return kept;
      }
      const blob = await this.#inTurn(() => file(path, this.app.login.token));
      this.#keep(path, id, where, blob);
      return blob;
    } catch (error) {
      if (error instanceof Refused && !error.temporary) this.#drop((one) => one.id === id);
      throw error;
    }
  }

  /**
   * The user has uploaded a picture: its preview is not downloaded.
   *
   * @param {string} to
   * @param {import("../client/wire.d.ts").Attachment} attachment
   * @param {Blob} blob
   */
  async add(to, { id, kind }, blob) {
    if (kind !== "PICTURE") return;
    await this.#read();
    await this.#keep(pathOf(id, true), id, { with: to }, blob);
  }

  /** @param {string} path @param {string} id @param {{with: string, seq?: number, expiresAt?: string}} where @param {Blob} blob */
  async #keep(path, id, where, blob) {
    if (blob.size > BYTES_MAX / 4) return;
    this.#note({ path, id, ...where, size: blob.size, at: Date.now() });
    // Without space on the device it is downloaded each time.
    await this.app.keeper.set(CONTENT + path, blob).catch(() => this.#seen.delete(path));
    let bytes = 0;
    let count = 0;
    const latest = [...this.#seen.values()].reverse();
    const isOver = new Set(
      latest.filter(({ size }) => (bytes += size) > BYTES_MAX || ++count > COUNT_MAX),
    );
    if (isOver.size) this.#drop((one) => isOver.has(one));
  }

  /** @param {Seen} seen */
  #note(seen) {
    this.#seen.delete(seen.path);
    this.#dropped.delete(seen.path);
    this.#seen.set(seen.path, seen);
    this.#keepSoon();
  }

  #keepSoon() {
    this.#keepTimer ??= setTimeout(() => {
      this.#keepTimer = undefined;
      this.#keepList().catch(() => {});
    }, KEEP_PAUSE);
  }

  async #keepList() {
    // Other tabs have seen others.
    for (const one of await this.app.keeper.get(LIST) ?? []) {
      if (this.#seen.has(one.path) || this.#dropped.has(one.path)) continue;
      this.#seen = new Map([[one.path, one], ...this.#seen]);
    }
    await this.app.keeper.set(LIST, [...this.#seen.values()]);
  }

  /**
   * The state of messages: what is not attached to them any more is deleted.
   *
   * @param {string} name of the conversation
   * @param {RoomMessage[]} messages all between the first and the last of them that the user can read
   */
  async know(name, messages) {
    if (!messages.length) return;
    await this.#read();
    const [first, last] = [messages[0].seq, messages.at(-1).seq];
    const seqs = new Map(
      messages.flatMap(({ seq, attachments = [] }) => attachments.map(({ id }) => [id, seq])),
    );
    const ends = new Map(
      messages.map(({ seq, expiresAt }) => [seq, expiresAt]),
    );
    for (const one of this.#seen.values()) {
      one.seq ??= seqs.get(one.id);
      if (one.with !== name || one.expiresAt || !ends.get(one.seq)) continue;
      one.expiresAt = ends.get(one.seq);
      this.#keepSoon();
    }
    await this.#drop((one) =>
      one.with === name && one.seq >= first && one.seq <= last && !seqs.has(one.id)
    );
  }

  /** @param {(seen: Seen) => boolean} isGone */
  async #drop(isGone) {
    await this.#read();
    for (const one of [...this.#seen.values()].filter(isGone)) {
      this.#seen.delete(one.path);
      this.#dropped.add(one.path);
      this.#keepSoon();
      await this.app.keeper.remove(CONTENT + one.path).catch(() => {});
    }
  }

  /**
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  async #inTurn(act) {
    if (this.#running >= AT_ONCE) {
      await new Promise((/** @type {(value?: any) => void} */ resolve) =>
        this.#queue.push(resolve)
      );
    }
    this.#running++;
    try {
      return await act();
    } finally {
      this.#running--;
      this.#queue.shift()?.();
    }
  }
}

/** Whether an attempt may succeed later. @param {any} error */
export function mayReturn(error) {
  return error instanceof Lost || (error instanceof Refused && error.temporary);
}
