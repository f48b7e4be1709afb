// Reads the history of a conversation piece by piece, in both directions: one piece at a time.

import { countUpTo } from "./conversation.js";

/**
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {import("../client/wire.d.ts").RoomPage} RoomPage
 */

/** Messages of a piece. */
const PAGE = 100;
/** Messages behind a place, of a piece around it and of one that follows. */
const BEHIND = 40;

export class Reader {
  #isBusy = false;

  /**
   * @param {import("./conversation.js").Conversation} room
   * @param {(before: number, limit: number) => Promise<RoomPage | undefined>} read a page of the
   *   messages before a `seq`, oldest first; 0: the newest. undefined: it cannot be read now
   */
  constructor(room, read) {
    this.room = room;
    this.read = read;
  }

  /** Reads the newest messages. */
  newest() {
    return this.#once(async () => {
      const page = await this.read(0, PAGE);
      if (page) this.room.add(page, 0);
    });
  }

  /** Reads the messages before those that are shown. */
  earlier() {
    return this.#once(async () => {
      const { room } = this;
      const passage = room.passage.peek();
      const before = passage ? passage.messages[0]?.seq ?? 0 : room.oldest;
      if (!before || !(passage?.hasMore ?? room.hasMore.peek())) return;
      const page = await this.read(before, PAGE);
      if (!page) return;
      if (!passage) return room.add(page, before);
      if (room.passage.peek()?.messages[0]?.seq !== before) return;
      room.addEarlier(page.messages ?? [], page.more ?? false);
    });
  }

  /** Reads the messages behind the passage. */
  later() {
    return this.#once(async () => {
      const passage = this.room.passage.peek();
      if (!passage) return;
      const end = passage.end + BEHIND;
      const found = await this.#between(passage.end, end, BEHIND);
      if (found && this.room.passage.peek()?.end === passage.end) {
        this.room.addLater(found.messages, end);
      }
    });
  }

  /**
   * Shows the messages around a place.
   *
   * @param {number} seq
   * @returns {Promise<boolean>} whether there are any, and they could be read
   */
  async around(seq) {
    // The history may be read by scrolling at this moment.
    while (this.#isBusy) await this.#current;
    let isRead = false;
    await this.#once(async () => {
      const end = seq + BEHIND;
      const found = await this.#between(seq - 1, end, PAGE);
      if (!found?.all.length) return;
      this.room.open({ messages: found.all, hasMore: found.hasMore, end });
      isRead = true;
    });
    return isRead;
  }

  /**
   * All messages behind `after`, up to `end`. A page may be shorter than its limit: it is filled
   * from its end.
   *
   * @param {number} after
   * @param {number} end
   * @param {number} limit
   */
  async #between(after, end, limit) {
    /** @type {RoomMessage[]} */
    let all = [];
    let before = end + 1;
    for (;;) {
      const page = await this.read(before, limit);
      if (!page) return;
      const messages = page.messages ?? [];
      all = [...messages, ...all];
      const hasMore = page.more ?? false;
      if (!hasMore || !messages.length || messages[0].seq <= after + 1) {
        return { all, hasMore, messages: all.slice(countUpTo(all, after)) };
      }
      before = messages[0].seq;
    }
  }

  /** @type {Promise<void>} */
  #current = Promise.resolve();

  /** @param {() => Promise<void>} act */
  #once(act) {
    if (this.#isBusy) return this.#current;
    this.#isBusy = true;
    this.#current = act().finally(() => this.#isBusy = false);
    return this.#current;
  }
}
