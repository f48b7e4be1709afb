// One conversation: its messages, and the field to write in.

import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";
import { h, list } from "../view/dom.js";
import { avatar, backTo, menu, nameOf, presenceText } from "../view/parts.js";
import { toast } from "../view/dialog.js";
import { address } from "../view/router.js";
import { batch, computed, effect, onEnd, signal, untracked } from "../view/signal.js";
import { isGroup } from "../model/groups.js";
import { rowsOf } from "../model/rows.js";
import { attach } from "./attach.js";
import { composer } from "./composer.js";
import { groupActions } from "./group.js";
import { bubble, pending } from "./message.js";
import { whyDialog } from "./now.js";
import { planLine } from "./now/plan.js";
import { pinLine } from "./pins.js";
import { profileDialogs } from "./person.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 */

/** Rows in the page at once: at first, and at most. */
const ROWS_FIRST = 60;
const ROWS_MAX = 200;
/** How many are added at an edge: with 60, a frame took 26 ms of CPU time, with 20, 17 ms. */
const ROWS_STEP = 20;
/** How many pages are read to lead to a message, and how long it is marked, in milliseconds. */
const PAGES_MAX = 20;
const MARKED = 2_000;
/** The most messages that one request looks up. */
const LOOKED_UP_MAX = 50;
/** Within this distance of an edge, in pixels, more rows are added. */
const EDGE = 600;
/**
 * @param {App} app
 * @param {string} username the other side, or the room of a group
 */
export function conversation(app, username) {
  const editing = signal(/** @type {RoomMessage | undefined} */ (undefined));
  const sought = signal(/** @type {{seq: number} | undefined} */ (undefined));
  const friend = computed(() => app.world.friends.value.get(username));
  // The field keeps its focus while the friend connects and disconnects.
  const canWrite = computed(() => app.world.canRead(username) || !app.world.me.value);
  const isOfGroup = isGroup(username);
  const isOver = signal(false);
  const drop = dropping(isOver, () => canWrite.peek(), (files) => attach(username, files));
  return h(
    "article.conversation",
    {
      ...drop,
      "aria-label": isOfGroup
        ? () => t("groupWith", { name: app.world.profile(username).displayName })
        : t("conversationWith", { name: username }),
    },
    h(
      "header.row.top",
      null,
      backTo("chats"),
      () => avatar(app.world.profile(username)),
      h(
        "a.grow.title",
        {
          href: isOfGroup ? address("chats", username, "members") : address("people", username),
        },
        h("h1", null, () => nameOf(app.world.profile(username))),
        h(
          "small",
          { "aria-live": "polite" },
          () =>
            isOfGroup
              ? t("memberCount", {
                count: app.world.rooms.value.get(username)?.group?.members ?? 0,
              })
              : app.world.typing.value.has(username)
              ? t("isTyping")
              : presenceText(app, friend.value),
        ),
      ),
      menu(
        t("actions"),
        () => isOfGroup ? groupActions(app, username) : actions(app, username),
      ),
    ),
    isOfGroup && planLine(app, username),
    pinLine(app, username, (seq) => {
      sought.value = { seq };
    }),
    history(app, username, editing, sought),
    () =>
      canWrite.value
        ? composer(app, username, editing)
        : h("p.note", null, t(isOfGroup ? "notInGroup" : "notFriends")),
    () => isOver.value && h("p.drop", { "aria-hidden": "true" }, t("dropHere")),
  );
}

/**
 * The listeners of an element onto which files can be dropped.
 *
 * @param {import("../view/signal.js").Signal<boolean>} isOver whether files are above it
 * @param {() => boolean} mayDrop
 * @param {(files: FileList) => void} take
 */
function dropping(isOver, mayDrop, take) {
  const hasFiles = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.includes("Files") && mayDrop();
  return {
    ondragover: (/** @type {DragEvent} */ event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isOver.value = true;
    },
    ondragleave: (/** @type {DragEvent} */ event) => {
      const { relatedTarget, currentTarget } = event;
      const isWithin = /** @type {Node} */ (currentTarget).contains(
        /** @type {Node | null} */ (relatedTarget),
      );
      if (!relatedTarget || !isWithin) isOver.value = false;
    },
    ondrop: (/** @type {DragEvent} */ event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      isOver.value = false;
      take(event.dataTransfer.files);
    },
  };
}

/**
 * @param {App} app
 * @param {string} username
 * @returns {[string, () => void, string?][]}
 */
function actions(app, username) {
  const isMuted = app.world.rooms.peek().get(username)?.mark?.muted ?? false;
  const user = untracked(() => app.world.profile(username));
  return [
    [
      t(isMuted ? "unmute" : "mute"),
      () => app.act("roomMute", { with: username, muted: !isMuted }),
    ],
    [t("whyNoMatch"), () => whyDialog(app, user)],
    ...profileDialogs(app, user),
  ];
}

/**
 * The messages. Only those near the visible part are in the page; scrolling adds those above or
 * below, and removes those far away.
 *
 * @param {App} app
 * @param {string} username
 * @param {import("../view/signal.js").Signal<RoomMessage | undefined>} editing
 * @param {import("../view/signal.js").Signal<{seq: number} | undefined>} sought a message to show
 */
function history(app, username, editing, sought) {
  const room = app.world.conversation(username);
  /** The index after the last row, counted from the end of the messages. */
  const skipped = signal(0);
  const count = signal(ROWS_FIRST);
  /** @type {Promise<void> | undefined} */
  let loading;
  let isAtEnd = true;

  const canRead = computed(() => app.world.canRead(username));
  const load = () => {
    if (app.isOnline.peek()) loading ??= loadPage().finally(() => loading = undefined);
    return loading;
  };
  const loadPage = async () => {
    const before = room.isLoaded.peek() ? room.oldest : 0;
    const answer = await app.read("roomHistory", {
      with: username,
      before,
      limit: 100,
    });
    if (answer) {
      room.add(answer.roomPage, before);
      app.pictures.know(username, answer.roomPage.messages ?? []);
    }
  };
  effect(() => {
    if (app.isOnline.value && !room.isLoaded.value && canRead.value) untracked(load);
  });

  lookUp(app, room, canRead);

  const rows = computed(() => {
    const messages = room.messages.value;
    const end = messages.length - skipped.value;
    return rowsOf(messages.slice(Math.max(0, end - count.value), end));
  });
  const waiting = computed(() => app.outbox.messages.value.filter((one) => one.to === username));

  const shown = list(
    h("ol.messages"),
    () => rows.value,
    ({ key }) => key,
    (row) =>
      row.value.day ? h("li.day", null, row.value.day) : bubble(app, row, room, editing, show),
  );
  /** @type {HTMLElement} */
  const frame = h(
    "div.history.scrolls",
    { tabindex: "0", role: "region", "aria-label": t("messages") },
    () =>
      !room.isLoaded.value && canRead.value &&
      h("p.note", null, app.isOnline.value ? t("loading") : t("noConnection")),
    shown,
    list(
      h("ol.messages"),
      () => waiting.value,
      ({ cid }) => cid,
      (one) => pending(app, one, room, show),
    ),
    h("button.plain.to-end", {
      type: "button",
      "aria-label": t("toNewest"),
      hidden: () => skipped.value === 0,
      onclick: () => toEnd(),
    }, "↓"),
  );

  /** Keeps the scroll position while rows are added or removed. @param {() => void} change */
  const keepingPlace = (change) => {
    const top = frame.getBoundingClientRect().top;
    // The line of a day moves to the first message of that day, so it cannot serve as an anchor.
    const anchor = [...shown.children].find((row) =>
      row.hasAttribute("data-seq") && row.getBoundingClientRect().bottom > top
    );
    const before = anchor?.getBoundingClientRect().top;
    batch(change);
    if (anchor?.isConnected) {
      frame.scrollTop += anchor.getBoundingClientRect().top - before;
    }
  };

  const toEnd = () => {
    skipped.value = 0;
    count.value = ROWS_FIRST;
    frame.scrollTop = frame.scrollHeight;
  };

  /** Leads to a message, and marks it. @param {number} seq */
  async function show(seq) {
    isAtEnd = false;
    for (let page = 0; page < PAGES_MAX && room.oldest > seq; page++) {
      const { oldest } = room;
      if (room.hasMore.peek()) await load();
      if (room.oldest === oldest) break;
    }
    const messages = room.messages.peek();
    const index = messages.findIndex((message) => message.seq === seq);
    if (index < 0) {
      return toast(t(app.isOnline.peek() ? "quoteFar" : "noConnection"), { kind: "error" });
    }
    const below = messages.length - index;
    if (below <= skipped.peek() || below > skipped.peek() + count.peek()) {
      batch(() => {
        skipped.value = Math.max(0, below - ROWS_FIRST / 2);
        count.value = ROWS_FIRST;
      });
    }
    requestAnimationFrame(() => {
      const row = /** @type {HTMLElement} */ (shown.querySelector(`[data-seq="${seq}"]`));
      if (!row) return;
      row.scrollIntoView({ block: "center" });
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
      row.classList.add("marked");
      setTimeout(() => row.classList.remove("marked"), MARKED);
    });
  }
  effect(() => {
    const place = sought.value;
    if (place) untracked(() => show(place.seq));
  });

  const scrolled = () => {
    const { scrollTop, scrollHeight, clientHeight } = frame;
    const below = scrollHeight - scrollTop - clientHeight;
    isAtEnd = below < 60 && skipped.peek() === 0;
    const total = room.messages.peek().length;
    if (scrollTop < EDGE) {
      const above = total - skipped.peek() - count.peek();
      if (above > 0) {
        keepingPlace(() => {
          count.value = Math.min(
            count.peek() + ROWS_STEP,
            total - skipped.peek(),
          );
          const tooMany = count.peek() - ROWS_MAX;
          if (tooMany > 0) {
            skipped.value += tooMany;
            count.value = ROWS_MAX;
          }
        });
      } else if (room.hasMore.peek()) load();
    } else if (below < EDGE && skipped.peek() > 0) {
      keepingPlace(() => {
        const step = Math.min(ROWS_STEP, skipped.peek());
        skipped.value -= step;
        count.value = Math.min(count.peek() + step, ROWS_MAX);
      });
    }
    if (isAtEnd) seen();
  };
  frame.addEventListener("scroll", scrolled, { passive: true });

  const seen = () => mark(app, username);
  document.addEventListener("visibilitychange", seen);
  onEnd(() => document.removeEventListener("visibilitychange", seen));

  // A new message: the end stays in view, or the visible rows stay.
  let known = room.messages.peek().at(-1)?.seq ?? 0;
  let oldest = room.oldest;
  effect(() => {
    const messages = room.messages.value;
    const last = messages.at(-1);
    waiting.value;
    const added = last && known ? Math.max(0, last.seq - known) : 0;
    const isNewPage = room.oldest !== oldest;
    oldest = room.oldest;
    known = last?.seq ?? 0;
    untracked(() => {
      if (isAtEnd) {
        requestAnimationFrame(() => {
          frame.scrollTop = frame.scrollHeight;
          seen();
        });
      } else if (added) skipped.value += added;
      if (isNewPage && !isAtEnd) requestAnimationFrame(scrolled);
    });
  });
  // An open conversation stays at its end when the field below it grows.
  const observer = new ResizeObserver(() => {
    if (isAtEnd) frame.scrollTop = frame.scrollHeight;
  });
  observer.observe(frame);
  onEnd(() => observer.disconnect());
  return frame;
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

/** Marks all visible messages as read. @param {App} app @param {string} username */
function mark(app, username) {
  const { newest, mark } = app.world.rooms.peek().get(username) ?? {};
  if (document.hidden || !app.isOnline.peek() || !newest) return;
  if (newest.seq <= (mark?.seq ?? 0) || !mark?.unread) return;
  // The event of it updates the badge in all tabs and on all devices.
  app.link.call("roomMark", { with: username, seq: newest.seq }).catch(
    () => {},
  );
}
