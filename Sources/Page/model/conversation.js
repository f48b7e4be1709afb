// The messages of a room that are on this device: the newest ones, without gaps, and those around a
// place further back that is open.

import { batch, computed, signal } from "../view/signal.js";
import { isExpired } from "./expiry.js";
import { isGroup } from "./groups.js";

/**
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {import("../client/wire.d.ts").RoomReceipt} RoomReceipt
 */

/**
 * @typedef {object} Passage some of the older messages, without those between them and the newest
 * @property {RoomMessage[]} messages oldest first
 * @property {boolean} hasMore whether the server has older messages
 * @property {number} end the `seq` up to which no message is missing
 */

/** Maximum number of messages of a room that are stored on the device. */
export const KEPT_MAX = 50;

/**
 * The number of messages up to a `seq`. Numbers may be missing: the user does not read all members
 * of a group.
 *
 * @param {RoomMessage[]} messages
 * @param {number} seq
 */
export function countUpTo(messages, seq) {
  let [low, high] = [0, messages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (messages[middle].seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Conversation {
  /** The newest ones, oldest first. @type {import("../view/signal.js").Signal<RoomMessage[]>} */
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
  /**
   * What is shown in place of `messages` while the user reads further back.
   *
   * @type {import("../view/signal.js").Signal<Passage | undefined>}
   */
  passage = signal(undefined);
  /** The newest message that was here, if it has disappeared since. */
  #last = 0;
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

  /**
   * @param {string} username the other side, or the room of a group
   * @param {(messages: RoomMessage[]) => void} [expect] learns of messages that come in some way
   */
  constructor(username, expect = () => {}) {
    this.with = username;
    this.expect = expect;
  }

  /** The oldest message here; 0: none. */
  get oldest() {
    return this.messages.peek()[0]?.seq ?? 0;
  }

  /** The newest message that was here, also if it has disappeared since; 0: none. */
  get newest() {
    return Math.max(this.#last, this.messages.peek().at(-1)?.seq ?? 0);
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
    this.#last = this.newest;
    this.hasMore.value = page.more ?? false;
    this.isLoaded.value = true;
    this.expect(older);
    if (page.quoted) this.resolve([], page.quoted);
    if (page.receipts) this.#receipts.clear();
    for (const receipt of page.receipts ?? []) this.setReceipt(receipt);
    this.setReceipt(page.receipt);
  }

  /** What is read now. */
  get shown() {
    return this.passage.value?.messages ?? this.messages.value;
  }

  /** Shows another part of the history. @param {Passage} passage */
  open(passage) {
    this.passage.value = passage;
    this.expect(passage.messages);
    this.#join();
  }

  /** The pinned messages were read. @param {RoomMessage[]} messages */
  setPins(messages) {
    this.pins.value = messages;
    this.expect(messages);
  }

  /**
   * Adds the messages before the passage.
   *
   * @param {RoomMessage[]} older
   * @param {boolean} hasMore
   */
  addEarlier(older, hasMore) {
    const { messages, end } = this.passage.peek();
    this.open({ messages: [...older, ...messages], hasMore, end });
  }

  /**
   * Adds the messages behind the passage.
   *
   * @param {RoomMessage[]} later
   * @param {number} end the `seq` up to which these are all
   */
  addLater(later, end) {
    const { messages, hasMore } = this.passage.peek();
    this.open({ messages: [...messages, ...later], hasMore, end });
  }

  /** A passage that has reached the newest messages is one with them. */
  #join() {
    const { messages, hasMore, end } = this.passage.peek();
    if (!this.isLoaded.peek() || end + 1 < this.oldest) return;
    batch(() => {
      const older = messages.slice(0, countUpTo(messages, this.oldest - 1));
      this.messages.value = [...older, ...this.messages.peek()];
      // The newest ones may begin before the passage.
      if (older.length) this.hasMore.value = hasMore;
      this.passage.value = undefined;
    });
  }

  /** @param {RoomMessage} message a new one */
  append(message) {
    const messages = this.messages.peek();
    if (!this.isLoaded.peek()) {
      // The first message ever: there is nothing to load.
      if (message.seq !== 1) return;
      this.isLoaded.value = true;
    }
    const last = this.newest;
    if (message.seq <= last) return;
    if (message.seq !== last + 1) return this.forget();
    this.#last = message.seq;
    this.messages.value = [...messages, message];
    this.expect([message]);
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
    const seqs = this.shown.map(({ replyTo }) => replyTo ?? 0);
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
    this.expect(found);
  }

  /** A message that is here. @param {number} seq */
  #find(seq) {
    for (const messages of [this.messages.value, this.passage.value?.messages ?? []]) {
      const message = messages[countUpTo(messages, seq) - 1];
      if (message?.seq === seq) return message;
    }
  }

  /** @param {RoomMessage} message in its current state */
  change(message) {
    this.expect([message]);
    const others = this.pins.peek()?.filter(({ seq }) => seq !== message.seq);
    if (others) this.pins.value = message.pinned ? byPin([...others, message]) : others;
    if (this.#quoted.peek().get(message.seq)) this.resolve([], [message]);
    this.messages.value = changed(this.messages.peek(), message);
    const passage = this.passage.peek();
    if (!passage) return;
    const messages = changed(passage.messages, message);
    if (messages !== passage.messages) this.passage.value = { ...passage, messages };
  }

  /**
   * Removes what has disappeared.
   *
   * @param {number} now
   * @returns {RoomMessage[]} what was removed, oldest first
   */
  expire(now) {
    const gone = new Map(
      this.held.filter((one) => isExpired(one, now)).map((one) => [one.seq, one]),
    );
    if (!gone.size) return [];
    const left = (/** @type {RoomMessage[]} */ all) => all.filter((one) => !isExpired(one, now));
    batch(() => {
      this.messages.value = left(this.messages.peek());
      if (this.pins.peek()) this.pins.value = left(this.pins.peek());
      const passage = this.passage.peek();
      if (passage) this.passage.value = { ...passage, messages: left(passage.messages) };
      // What replies to them says that they are gone.
      this.resolve([...gone.keys()]);
    });
    return [...gone.values()].sort((one, other) => one.seq - other.seq);
  }

  /** All messages that are here in some way; some of them twice. */
  get held() {
    return [
      this.messages.peek(),
      this.pins.peek() ?? [],
      this.passage.peek()?.messages ?? [],
      [...this.#quoted.peek().values()].filter((one) => one !== null),
    ].flat();
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
    this.passage.value = undefined;
    this.#last = 0;
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
      last: this.#last,
    }];
  }

  /** @param {ReturnType<Conversation["dump"]>[0]} dump */
  load({ messages, quoted, hasMore, receipt, last }) {
    this.#last = last ?? 0;
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

/**
 * @param {RoomMessage[]} messages
 * @param {RoomMessage} message in its current state
 */
function changed(messages, message) {
  const index = countUpTo(messages, message.seq) - 1;
  return messages[index]?.seq === message.seq ? messages.with(index, message) : messages;
}
