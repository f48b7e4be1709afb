// Replies: what a message replies to, and what the next message of a conversation will.

import { summaryOf } from "../model/attached.js";
import { t } from "../texts/index.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { onLeave } from "../view/leaving.js";
import { computed, signal } from "../view/signal.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {import("../model/conversation.js").Conversation} Conversation
 */

/**
 * By username or group: the seq of the message that the next one replies to, until it is sent or the
 * page is closed.
 *
 * @type {import("../view/signal.js").Signal<Map<string, number>>}
 */
export const replies = signal(new Map());

onLeave(() => replies.value = new Map());

/** @param {string} username @param {number} [seq] absent: to none */
export function reply(username, seq) {
  const next = new Map(replies.peek());
  if (seq) next.set(username, seq);
  else next.delete(username);
  replies.value = next;
}

/**
 * Chooses the message before or after the chosen one, or else the newest.
 *
 * @param {Conversation} room
 * @param {boolean} isOlder
 */
export function stepReply(room, isOlder) {
  const seqs = room.messages.peek().filter(({ deleted }) => !deleted).map(({ seq }) => seq);
  const chosen = replies.peek().get(room.with);
  const next = chosen === undefined
    ? isOlder && seqs.at(-1)
    : isOlder
    ? seqs.findLast((seq) => seq < chosen) ?? chosen
    : seqs.find((seq) => seq > chosen);
  reply(room.with, next || undefined);
}

/** @param {App} app @param {RoomMessage} message */
function isMine(app, { from }) {
  return from === app.login.username;
}

/** @param {RoomMessage} message */
function nameOf({ from, displayName }) {
  return displayName || from;
}

/**
 * What a message replies to; a press leads to it.
 *
 * @param {App} app
 * @param {Conversation} room
 * @param {number} seq
 * @param {(seq: number) => void} show
 */
export function quote(app, room, seq, show) {
  const original = computed(() => room.original(seq));
  return () => {
    const message = original.value;
    if (!message || message.deleted) {
      return h("p.quote", null, message === undefined ? "…" : t("quoteGone"));
    }
    return h(
      "button.quote",
      { type: "button", onclick: () => show(seq) },
      h("span.unseen", null, t("quote")),
      h("bdi.author", null, isMine(app, message) ? t("quoteOwn") : nameOf(message)),
      h("span.said", { dir: "auto" }, summaryOf(message)),
    );
  };
}

/**
 * The line above the field: what the next message replies to.
 *
 * @param {App} app
 * @param {Conversation} room
 */
export function replyLine(app, room) {
  const chosen = computed(() => {
    const seq = replies.value.get(room.with);
    const message = seq && room.original(seq);
    return message && !message.deleted ? message : undefined;
  });
  return h(
    "div.reply-line",
    { "aria-live": "polite" },
    () => {
      const message = chosen.value;
      return message && h(
        "p.row.editing.replying",
        null,
        icon(icons.reply),
        h(
          "span.grow",
          null,
          h(
            "span.author",
            null,
            isMine(app, message) ? t("replyingToOwn") : t("replyingTo", { name: nameOf(message) }),
          ),
          " ",
          h("bdi", null, summaryOf(message)),
        ),
        h("button.plain", {
          type: "button",
          "aria-label": t("cancel"),
          onclick: () => reply(room.with),
        }, icon(icons.close)),
      );
    },
  );
}
