// The messages of a room that are on this device: the newest ones, without gaps.

import { computed, signal } from "../view/signal.js";
import { isGroup } from "./groups.js";

/**
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {import("../client/wire.d.ts").RoomReceipt} RoomReceipt
 */

/** Maximum number of messages of a room that are stored on the device. */
const KEPT_MAX = 50;

export class Conversation {
  /** Oldest first, `seq` without gaps. @type {import("../view/signal.js").Signal<RoomMessage[]>} */
  messages = signal([]);
  /**
   * The pinned messages, the newest pin first; undefined: they were not read yet.
   *
   * @type {import("../view/signal.js").Signal<RoomMessage[] | undefined>}
   */
  pins = signal(undefined);
  /** As far as they are known. */
  pinned = computed(() =>
    this.pins.value ?? byPin(this.messages.value.filter(({ pinned }) => pinned))
  );
  /** Whether a page was read. Until then the newest messages are unknown. */
  isLoaded = signal(false);
  /** Whether the server has older messages. */
  hasMore = signal(false);
  /**
   * Messages that others reply to, and that were not here when they were looked up, by seq; null: it
   * is gone, or the user may not read it.
   *
   * @type {import("../view/signal.js").Signal<Map<number, RoomMessage | null>>}
   */
  #quoted = signal(new Map());
  /**
   * The receipt of the other user; in a group, that of the member who is furthest behind.
   *
   * @type {import("../view/signal.js").Signal<RoomReceipt>}
   */
  receipt = signal({});
  /**
   * In a group: the receipts of the other members, by username.
   *
   * @type {Map<string, RoomReceipt>}
   */
  #receipts = new Map();

  /** @param {string} username the other side, or the room of a group */
  constructor(username) {
    this.with = username;
  }

  /** The oldest message here; 0: none. */
  get oldest() {
    return this.messages.peek()[0]?.seq ?? 0;
  }

  /**
   * Adds a page of history. Messages of events that arrived meanwhile stay.
   *
   * @param {import("../client/wire.d.ts").RoomPage} page
   * @param {number} before as in the request; 0: the newest
   */
  add(page, before) {
    const older = page.messages ?? [];
    const known = this.messages.peek();
    // Another answer arrived first.
    if (before !== 0 && before !== this.oldest) return;
    const last = older.at(-1)?.seq ?? 0;
    this.messages.value = before === 0
      ? [...older, ...known.filter((message) => message.seq > last)]
      : [...older, ...known];
    this.hasMore.value = page.more ?? false;
    this.isLoaded.value = true;
    if (page.quoted) this.resolve([], page.quoted);
    if (page.receipts) this.#receipts.clear();
    for (const receipt of page.receipts ?? []) this.setReceipt(receipt);
    this.setReceipt(page.receipt);
  }

  /** @param {RoomMessage} message a new one */
  append(message) {
    const messages = this.messages.peek();
    if (!this.isLoaded.peek()) {
      // The first message ever: there is nothing to load.
      if (message.seq !== 1) return;
      this.isLoaded.value = true;
    }
    const last = messages.at(-1)?.seq ?? 0;
    if (message.seq <= last) return;
    if (message.seq === last + 1) this.messages.value = [...messages, message];
    else this.forget();
  }

  /**
   * The message that others reply to, cut to its beginning unless it is here. Follows signals.
   *
   * @param {number} seq
   * @returns {RoomMessage | null | undefined} undefined while it was not looked up; null: it is gone,
   *   or the user may not read it
   */
  original(seq) {
    return this.#find(seq) ?? this.#quoted.value.get(seq);
  }

  /** What the messages here reply to, and was not looked up. Follows signals. @returns {number[]} */
  unresolved() {
    const seqs = this.messages.value.map(({ replyTo }) => replyTo ?? 0);
    return [...new Set(seqs)].filter((seq) => seq && this.original(seq) === undefined);
  }

  /**
   * Messages were looked up.
   *
   * @param {number[]} seqs
   * @param {RoomMessage[]} [found] those that the user may read
   */
  resolve(seqs, found = []) {
    const quoted = new Map(this.#quoted.peek());
    for (const seq of seqs) quoted.set(seq, null);
    for (const message of found) quoted.set(message.seq, message);
    this.#quoted.value = quoted;
  }

  /** A message that is here. @param {number} seq */
  #find(seq) {
    const messages = this.messages.value;
    let [from, to] = [0, messages.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (messages[middle].seq < seq) from = middle + 1;
      else to = middle;
    }
    return messages[from]?.seq === seq ? messages[from] : undefined;
  }

  /** @param {RoomMessage} message in its current state */
  change(message) {
    const others = this.pins.peek()?.filter(({ seq }) => seq !== message.seq);
    if (others) this.pins.value = message.pinned ? byPin([...others, message]) : others;
    if (this.#quoted.peek().get(message.seq)) this.resolve([], [message]);
    const index = message.seq - this.oldest;
    const messages = this.messages.peek();
    if (messages[index]?.seq !== message.seq) return;
    this.messages.value = messages.with(index, message);
  }

  /** @param {RoomReceipt} receipt */
  setReceipt(receipt) {
    if (!receipt) return;
    if (!isGroup(this.with)) {
      this.receipt.value = receipt;
      return;
    }
    this.#receipts.set(receipt.user, receipt);
    this.#setLeast();
  }

  /** Drops the receipt of a former member. @param {string} username */
  dropReceipt(username) {
    if (this.#receipts.delete(username)) this.#setLeast();
  }

  #setLeast() {
    const all = [...this.#receipts.values()];
    const least = (/** @type {number[]} */ values) => values.length ? Math.min(...values) : 0;
    this.receipt.value = {
      delivered: least(all.map(({ delivered = 0 }) => delivered)),
      read: least(all.map(({ read = 0 }) => read)),
    };
  }

  forget() {
    this.messages.value = [];
    this.pins.value = undefined;
    this.#quoted.value = new Map();
    this.isLoaded.value = false;
    this.hasMore.value = false;
  }

  dump() {
    const messages = this.messages.peek();
    if (!this.isLoaded.peek()) return [];
    const kept = messages.slice(-KEPT_MAX);
    const first = kept[0]?.seq ?? 0;
    // Of what is not kept, that which is quoted.
    const seqs = new Set(kept.map(({ replyTo }) => replyTo));
    const all = [...messages, ...this.#quoted.peek().values()];
    return [{
      with: this.with,
      messages: kept,
      quoted: all.filter((one) => one && one.seq < first && seqs.has(one.seq)),
      hasMore: this.hasMore.peek() || messages.length > KEPT_MAX,
      receipt: this.receipt.peek(),
    }];
  }

  /** @param {ReturnType<Conversation["dump"]>[0]} dump */
  load({ messages, quoted, hasMore, receipt }) {
    this.messages.value = messages;
    this.resolve([], quoted);
    this.hasMore.value = hasMore;
    this.isLoaded.value = true;
    this.receipt.value = receipt;
  }
}

/** The newest pin first, as the server lists them. @param {RoomMessage[]} messages */
function byPin(messages) {
  return messages.toSorted((one, other) =>
    Date.parse(other.pinned.at) - Date.parse(one.pinned.at) || other.seq - one.seq
  );
}
