// The messages of a conversation. Only those near the visible part are in the page: scrolling adds
// those above or below, and removes those far away.

import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";
import { h, list } from "../view/dom.js";
import { badge } from "../view/parts.js";
import { go, replaceWith } from "../view/router.js";
import { batch, computed, effect, onEnd, signal, untracked } from "../view/signal.js";
import { countUpTo, KEPT_MAX } from "../model/conversation.js";
import { Reader } from "../model/reader.js";
import { rowsOf } from "../model/rows.js";
import { expiryLine } from "./expiry.js";
import { bubble, pending } from "./message.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 *
 * @typedef {object} Around what a conversation shares with its history
 * @property {import("../view/signal.js").Signal<RoomMessage | undefined>} editing
 * @property {import("../view/signal.js").Signal<number>} sent grows when this tab sends a message
 * @property {() => number} place follows signals: the message that the address leads to; 0: none
 */

/** Rows in the page at once: at first, and at most. */
const ROWS_FIRST = 60;
const ROWS_MAX = 200;
/** How many are added at an edge: with 60, a frame took 26 ms of CPU time, with 20, 17 ms. */
const ROWS_STEP = 20;
/** Within this distance of an edge, in pixels, more rows are added. */
const EDGE = 600;
/** Within this distance of the end, in pixels, the newest message stays in view. */
const END = 60;
/** Above the first unread message, in pixels. */
const MARGIN = 16;
/** The most messages that one request looks up. */
const LOOKED_UP_MAX = 50;
/** How long a message is in view until it counts as read, in milliseconds. */
const READING = 400;

/**
 * @param {App} app
 * @param {string} username
 * @param {Around} around
 */
export function history(app, username, around) {
  return new History(app, username, around).frame;
}

class History {
  /** The `seq` of the last row; `Infinity`: the newest one. */
  until = signal(Infinity);
  count = signal(ROWS_FIRST);
  /** The first message that was unread when the conversation was opened, or that came unseen. */
  unread = signal(0);
  /** The message that is marked. */
  found = signal(0);
  /** Whether the newest message is out of view. */
  isAway = signal(false);
  /** Whether a place was chosen. */
  isOpen = false;
  /** The newest and the oldest message when the rows were last looked after. */
  newest = 0;
  oldest = 0;
  /** A place that could not be read without a connection. */
  missing = 0;
  /** @type {any} */
  reading;

  /**
   * @param {App} app
   * @param {string} username
   * @param {Around} around
   */
  constructor(app, username, { editing, sent, place }) {
    this.app = app;
    this.username = username;
    this.room = app.world.conversation(username);
    this.reader = new Reader(this.room, (before, limit) => this.page(before, limit));
    this.canRead = computed(() => app.world.canRead(username));
    this.waiting = computed(() => app.outbox.messages.value.filter(({ to }) => to === username));
    this.isTail = computed(() => this.until.value === Infinity && !this.room.passage.value);
    const show = this.lead = (/** @type {number} */ seq) => go("chats", username, String(seq));
    lookUp(app, this.room, this.canRead);
    this.rows = list(
      h("ol.messages"),
      () => this.part(),
      ({ key }) => key,
      (row) => {
        const { day, isNew, expiry } = row.value;
        if (expiry) return expiryLine(app, expiry);
        if (isNew) return h("li.day.new", null, t("newMessages"));
        return day ? h("li.day", null, day) : bubble(app, row, this.room, editing, show);
      },
    );
    /** @type {HTMLElement} */
    this.frame = this.view();
    this.frame.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.follow(place);
    effect(() => {
      if (sent.value) untracked(() => this.toEnd(place));
    });
    const seen = () => requestAnimationFrame(() => this.see());
    document.addEventListener("visibilitychange", seen);
    // An open conversation stays at its end when the field below it grows.
    const observer = new ResizeObserver(() => {
      if (!this.isAway.peek()) this.frame.scrollTop = this.frame.scrollHeight;
    });
    observer.observe(this.frame);
    onEnd(() => {
      document.removeEventListener("visibilitychange", seen);
      observer.disconnect();
      clearTimeout(this.reading);
      this.room.passage.value = undefined;
    });
  }

  view() {
    const { app, room, canRead } = this;
    const mark = computed(() => app.world.rooms.value.get(this.username)?.mark?.unread ?? 0);
    return h(
      "div.history.scrolls",
      { tabindex: "0", role: "region", "aria-label": t("messages") },
      () =>
        !room.isLoaded.value && canRead.value &&
        h("p.note", null, app.isOnline.value ? t("loading") : t("noConnection")),
      () =>
        room.isLoaded.value && !app.isOnline.value &&
        h("p.note", { role: "status" }, t("keptHistory")),
      this.rows,
      list(
        h("ol.messages"),
        () => this.isTail.value ? this.waiting.value : [],
        ({ cid }) => cid,
        (one) => pending(app, one, room, this.lead),
      ),
      h(
        "button.plain.to-end",
        {
          type: "button",
          "aria-label": () => mark.value ? t("toNewestOf", { count: mark.value }) : t("toNewest"),
          hidden: () => !this.isAway.value,
          onclick: () => this.toEnd(() => this.found.peek()),
        },
        () => mark.value > 0 && badge(mark.value, { "aria-hidden": "true" }),
        "↓",
      ),
    );
  }

  /**
   * Reads a page of the history.
   *
   * @param {number} before
   * @param {number} limit
   */
  async page(before, limit) {
    const { app, username } = this;
    if (!app.isOnline.peek()) return before ? app.kept.page(username, before, limit) : undefined;
    const answer = await app.read("roomHistory", { with: username, before, limit });
    if (!answer) return;
    const { messages = [], expiry } = answer.roomPage;
    app.pictures.know(username, messages);
    // A room without messages is in no list.
    if (expiry) app.world.changeRoom(username, (one) => ({ ...one, expiry }));
    return answer.roomPage;
  }

  /** The rows in the page. */
  part() {
    const messages = this.room.shown;
    const end = countUpTo(messages, this.until.value);
    return rowsOf(messages.slice(Math.max(0, end - this.count.value), end), {
      unread: this.unread.value,
      found: this.found.value,
      expiry: this.app.world.rooms.value.get(this.username)?.expiry,
      isTail: end === messages.length && !this.room.passage.value,
    });
  }

  /** Keeps up with what comes, and goes where the address leads. @param {() => number} place */
  follow(place) {
    const { app, room } = this;
    effect(() => {
      if (app.isOnline.value && !room.isLoaded.value && this.canRead.value) {
        untracked(() => this.reader.newest());
      }
    });
    effect(() => {
      // All that may change the rows.
      [room.shown, room.messages.value, this.waiting.value];
      if (room.messages.peek().length > KEPT_MAX && app.link.isLeader) app.kept.keep(room);
      if (!room.isLoaded.value) this.isOpen = false;
      else if (!this.isOpen) untracked(() => this.open(place));
      else untracked(() => this.changed());
    });
    /** @type {number | undefined} */
    let former;
    effect(() => {
      const seq = place();
      this.found.value = seq;
      if (this.isOpen && seq && former !== undefined) untracked(() => this.show(seq));
      else if (this.isOpen && former) untracked(() => this.toEnd());
      former = seq;
    });
    effect(() => {
      if (!app.isOnline.value || !this.missing || this.missing !== untracked(place)) return;
      untracked(() => this.show(this.missing));
      this.missing = 0;
    });
  }

  /** The first time that there are messages. @param {() => number} place */
  open(place) {
    const { room, app } = this;
    const { mark } = app.world.rooms.peek().get(this.username) ?? {};
    this.isOpen = true;
    this.newest = room.messages.peek().at(-1)?.seq ?? 0;
    this.oldest = room.oldest;
    // Who has answered has read what was before.
    const own = room.messages.peek().findLast(({ from }) => from === app.login.username)?.seq ?? 0;
    const read = Math.max(mark?.seq ?? 0, own);
    if (mark?.unread) this.setUnread(read);
    const seq = untracked(place);
    if (seq) {
      this.isAway.value = true;
      requestAnimationFrame(() => this.show(seq));
    } else if (mark?.unread) this.showUnread(read);
    else requestAnimationFrame(() => this.toEnd());
  }

  /** What is read now. */
  get shown() {
    return untracked(() => this.room.shown);
  }

  /**
   * The line above what is new is above the first of the others' messages behind `seq`.
   *
   * @param {number} seq
   */
  setUnread(seq) {
    const all = this.shown;
    const { username } = this.app.login;
    const first = all.slice(countUpTo(all, seq)).find(({ from }) => from !== username);
    if (first) this.unread.value = first.seq;
  }

  /**
   * The line above what is new comes into view, at the top if there is so much below it.
   *
   * @param {number} read the last message that was read
   */
  async showUnread(read) {
    const { room } = this;
    if (read + 1 < room.oldest && room.hasMore.peek()) {
      this.isAway.value = true;
      if (await this.reader.around(read + 1)) this.setUnread(read);
    }
    requestAnimationFrame(() => {
      const seq = this.unread.peek();
      if (!seq) return this.toEnd();
      this.put(seq);
      const line = this.rows.querySelector(".new");
      if (line) this.scrollTo(line, MARGIN);
    });
  }

  /**
   * Goes to a message, and marks it.
   *
   * @param {number} seq
   */
  async show(seq) {
    const { room } = this;
    // Rows follow signals only behind the effect, or the event, that calls this.
    await null;
    const has = () => {
      const all = this.shown;
      return all[countUpTo(all, seq) - 1]?.seq === seq;
    };
    if (room.passage.peek() && !has()) room.passage.value = undefined;
    if (!has() && !(await this.reader.around(seq)) && !this.app.isOnline.peek()) {
      this.missing = seq;
      if (this.app.status.peek().state !== "offline") return;
      return toast(t("noConnection"), { kind: "error" });
    }
    // The user is elsewhere by now.
    if (!this.frame.isConnected || this.found.peek() !== seq) return;
    if (!has()) toast(t("messageGone"));
    this.put(seq);
    const row = this.rows.querySelector(`[data-seq="${seq}"]`);
    if (!row) return;
    const { height } = row.getBoundingClientRect();
    this.scrollTo(row, Math.max(MARGIN, (this.frame.clientHeight - height) / 2));
    row.setAttribute("tabindex", "-1");
    /** @type {HTMLElement} */ (row).focus({ preventScroll: true });
  }

  /** The rows are those around a message. @param {number} seq */
  put(seq) {
    const all = this.shown;
    const end = Math.min(all.length, countUpTo(all, seq) + ROWS_FIRST / 2);
    batch(() => {
      this.until.value = end === all.length && !this.room.passage.peek()
        ? Infinity
        : all[end - 1]?.seq ?? 0;
      this.count.value = ROWS_FIRST;
    });
  }

  /**
   * @param {Element} row
   * @param {number} margin above it, in pixels
   */
  scrollTo(row, margin) {
    const { frame } = this;
    frame.scrollTop += row.getBoundingClientRect().top - frame.getBoundingClientRect().top - margin;
    this.scrolled();
  }

  /** Goes to the newest message. @param {() => number} [place] that of the address is left */
  async toEnd(place = () => 0) {
    if (untracked(place)) replaceWith("chats", this.username);
    // As above.
    await null;
    batch(() => {
      this.room.passage.value = undefined;
      this.until.value = Infinity;
      this.count.value = ROWS_FIRST;
      this.isAway.value = false;
    });
    this.frame.scrollTop = this.frame.scrollHeight;
    this.see();
  }

  /** A new message, or a page: the end stays in view, or the visible rows stay. */
  changed() {
    const { room, app, newest: former } = this;
    const last = room.messages.peek().at(-1)?.seq ?? 0;
    const isNew = last > former;
    const isNewPage = room.oldest !== this.oldest || room.passage.peek() !== undefined;
    [this.newest, this.oldest] = [Math.max(last, former), room.oldest];
    if (isNew && this.hasMissed(former)) this.setUnread(former);
    if (this.isAway.peek()) {
      if (isNew && this.until.peek() === Infinity) this.until.value = former;
      if (isNewPage) requestAnimationFrame(() => this.scrolled());
    } else if (isNew && this.unread.peek() && (document.hidden || !app.isCurrent)) {
      this.showUnread(former);
    } else {
      requestAnimationFrame(() => {
        if (this.isAway.peek()) return;
        this.frame.scrollTop = this.frame.scrollHeight;
        this.see();
      });
    }
  }

  /**
   * Whether the messages behind `seq` are all that is unread, and come while nothing is seen.
   *
   * @param {number} seq
   */
  hasMissed(seq) {
    const { app, room } = this;
    if (!document.hidden && !this.isAway.peek() && app.isCurrent) return false;
    const all = room.messages.peek();
    const others = all.slice(countUpTo(all, seq)).filter(({ from }) => from !== app.login.username);
    const { mark } = app.world.rooms.peek().get(this.username) ?? {};
    return others.length > 0 && (mark?.unread ?? 0) <= others.length;
  }

  /** Keeps the scroll position while rows are added or removed. @param {() => void} change */
  keepingPlace(change) {
    const { frame, rows } = this;
    const top = frame.getBoundingClientRect().top;
    // The line of a day moves to the first message of that day, so it cannot serve as an anchor.
    const anchor = [...rows.children].find((row) =>
      row.hasAttribute("data-seq") && row.getBoundingClientRect().bottom > top
    );
    const before = anchor?.getBoundingClientRect().top;
    batch(change);
    if (anchor?.isConnected) {
      frame.scrollTop += anchor.getBoundingClientRect().top - before;
    }
  }

  scrolled() {
    const { frame, room, until, count } = this;
    const { scrollTop, scrollHeight, clientHeight } = frame;
    const below = scrollHeight - scrollTop - clientHeight;
    this.isAway.value = below >= END || !this.isTail.peek();
    const passage = room.passage.peek();
    const all = this.shown;
    const end = countUpTo(all, until.peek());
    if (scrollTop < EDGE && end <= count.peek()) this.reader.earlier();
    if (scrollTop < EDGE && end > count.peek()) {
      this.keepingPlace(() => {
        count.value = Math.min(count.peek() + ROWS_STEP, end);
        const tooMany = count.peek() - ROWS_MAX;
        if (tooMany <= 0) return;
        until.value = all[end - tooMany - 1].seq;
        count.value = ROWS_MAX;
      });
    } else if (below < EDGE && end < all.length) {
      this.keepingPlace(() => {
        const next = Math.min(all.length, end + ROWS_STEP);
        until.value = next === all.length && !passage ? Infinity : all[next - 1].seq;
        count.value = Math.min(Math.min(count.peek(), end) + next - end, ROWS_MAX);
      });
    } else if (below < EDGE && passage) this.reader.later();
    else if (below < EDGE) until.value = Infinity;
    this.see();
  }

  /** Marks what is in view as read. */
  see() {
    if (!this.isOpen || document.hidden) return;
    clearTimeout(this.reading);
    if (!this.isAway.peek()) return mark(this.app, this.username, Infinity);
    this.reading = setTimeout(() => mark(this.app, this.username, this.lastSeen()), READING);
  }

  /** The last message that is in view. */
  lastSeen() {
    const end = this.frame.getBoundingClientRect().bottom;
    for (let row = this.rows.lastElementChild; row; row = row.previousElementSibling) {
      const seq = Number(row.getAttribute("data-seq"));
      const { top, height } = row.getBoundingClientRect();
      if (seq && top + Math.min(height, END) <= end) return seq;
    }
    return 0;
  }
}

/**
 * Marks the messages up to `seq` as read.
 *
 * @param {App} app
 * @param {string} username
 * @param {number} seq `Infinity`: all
 */
function mark(app, username, seq) {
  const { newest, mark } = app.world.rooms.peek().get(username) ?? {};
  if (document.hidden || !app.isOnline.peek() || !newest || !mark?.unread) return;
  const last = Math.min(seq, newest.seq);
  if (last <= (mark.seq ?? 0)) return;
  // The event of it updates the badge in all tabs and on all devices.
  app.link.call("roomMark", { with: username, seq: last }).catch(() => {});
}

/**
 * Looks up what the messages of a conversation reply to.
 *
 * @param {App} app
 * @param {import("../model/conversation.js").Conversation} room
 * @param {{readonly value: boolean}} canRead
 */
function lookUp(app, room, canRead) {
  let isAsking = false;
  effect(() => {
    const seqs = room.unresolved().slice(0, LOOKED_UP_MAX);
    if (!seqs.length || !app.isOnline.value || !canRead.value || isAsking) return;
    isAsking = true;
    untracked(async () => {
      // What is not found now is looked up with the next message.
      const answer = await app.link.call("roomRead", { with: room.with, seqs }).catch(() => {});
      isAsking = false;
      if (answer) room.resolve(seqs, answer.roomMessages.messages);
    });
  });
}
