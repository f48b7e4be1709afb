// One message: its text, its state, and actions.

import { t } from "../texts/index.js";
import { confirmed } from "../view/dialog.js";
import { clock, full } from "../view/format.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { menu } from "../view/parts.js";
import { computed, untracked } from "../view/signal.js";
import { isGroup } from "../model/groups.js";
import { attached, attaching } from "./attached.js";
import { endOf } from "./expiry.js";
import { pickEmoji, react, reactions } from "./emoji.js";
import { formatted } from "./links.js";
import { mayUnpin, pin } from "./pins.js";
import { closePoll, poll } from "./polls.js";
import { reportDialog } from "./person.js";
import { quote, reply } from "./replies.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 */

/** Maximum age of a message for editing and for deletion, in milliseconds. The server decides. */
const EDIT_MAX = 15 * 60_000;
const DELETE_MAX = 24 * 3600_000;

/**
 * @param {App} app
 * @param {{readonly value: import("../model/rows.js").Row}} row
 * @param {import("../model/conversation.js").Conversation} room
 * @param {import("../view/signal.js").Signal<RoomMessage | undefined>} editing
 * @param {(seq: number) => void} show leads to another message
 */
export function bubble(app, row, room, editing, show) {
  const message = computed(() => row.value.message);
  const isMine = message.peek().from === app.login.username;
  // An open menu stays while the message gets reactions.
  const isGone = computed(() => message.value.deleted ?? false);
  const isPoll = computed(() => Boolean(message.value.poll));
  const replyTo = computed(() => message.value.replyTo ?? 0);
  return h(
    "li.message",
    {
      class: () =>
        [
          isMine ? "mine" : "theirs",
          row.value.isFirst && "first",
          row.value.isFound && "found",
          message.value.deleted && "gone",
          isEmoji(message.value.text) && "big",
        ].filter(Boolean).join(" "),
      "data-seq": String(message.peek().seq),
    },
    h(
      "div.bubble",
      null,
      sender(message.peek(), isMine, isGroup(room.with), row),
      () => replyTo.value > 0 && quote(app, room, replyTo.value, show),
      attached(app, message, room.with),
      () =>
        message.value.deleted
          ? h("p", { dir: "auto" }, t("deletedMessage"))
          : (message.value.text || !message.value.attachments?.length) &&
            formatted(message.value.text, {
              names: message.value.mentions,
              me: app.login.username,
            }),
      () => isPoll.value && untracked(() => poll(app, message, room.with)),
      h(
        "small",
        { title: full(message.peek().at) },
        () =>
          message.value.pinned &&
          h("span.pinned", { role: "img", "aria-label": t("pinned") }, icon(icons.tack)),
        () => message.value.editedAt && !message.value.deleted && `${t("edited")} `,
        clock(message.peek().at),
        endOf(message.peek()),
        isMine && (() => ticks(message.value, room)),
      ),
      () =>
        !isGone.value &&
        menu(t("messageActions"), () => actions(app, message.peek(), room.with, editing)),
    ),
    () => reactions(app, message.value, room.with),
  );
}

/**
 * Its author: in a group, all see the name above the first one.
 *
 * @param {RoomMessage} message
 * @param {boolean} isMine
 * @param {boolean} isOfGroup
 * @param {{readonly value: {isFirst?: boolean}}} row
 */
function sender({ from, displayName }, isMine, isOfGroup, row) {
  const name = isMine ? t("you") : displayName || from;
  // Each author has one of eight colours.
  const hue = [...from].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 8;
  return h(
    "span",
    {
      class: () => isOfGroup && !isMine && row.value.isFirst ? `sender hue-${hue}` : "unseen",
    },
    h("bdi", null, name),
  );
}

/**
 * Whether the other side has received and read a message.
 *
 * @param {RoomMessage} message
 * @param {import("../model/conversation.js").Conversation} room
 */
function ticks(message, room) {
  const { delivered = 0, read = 0 } = room.receipt.value;
  const [state, path] = message.seq <= read
    ? ["read", icons.checks]
    : message.seq <= delivered
    ? ["delivered", icons.checks]
    : ["sent", icons.check];
  return h(
    "span.ticks",
    { class: state, role: "img", "aria-label": t(/** @type {any} */ (state)) },
    icon(path),
  );
}

/**
 * A message that is not in its room yet.
 *
 * @param {App} app
 * @param {{readonly value: import("../store/database.js").Outgoing}} entry
 * @param {import("../model/conversation.js").Conversation} room
 * @param {(seq: number) => void} show leads to another message
 */
export function pending(app, entry, room, show) {
  const { cid } = entry.value;
  const replyTo = computed(() => entry.value.replyTo ?? 0);
  return h(
    "li.message.mine.pending",
    { class: () => entry.value.failure ? "failed" : "" },
    h(
      "div.bubble",
      null,
      () => replyTo.value > 0 && quote(app, room, replyTo.value, show),
      attaching(app, entry),
      (entry.value.text || !entry.value.attachments) && formatted(entry.value.text),
      h(
        "small",
        null,
        () => entry.value.failure ?? (entry.value.seq ? t("sent") : t("sending")),
        " ",
        icon(icons.clock),
      ),
    ),
    // Files take a while.
    () =>
      entry.value.attachments && !entry.value.failure && !entry.value.seq &&
      h("button", { type: "button", onclick: () => app.outbox.drop(cid) }, t("cancelSending")),
    () =>
      entry.value.failure && h(
        "span.row",
        null,
        h("button", {
          type: "button",
          onclick: () => app.outbox.retry(cid),
        }, t("retry")),
        h("button", {
          type: "button",
          onclick: () => app.outbox.drop(cid),
        }, t("discard")),
      ),
  );
}

/**
 * @param {App} app
 * @param {RoomMessage} message
 * @param {string} other
 * @param {import("../view/signal.js").Signal<RoomMessage | undefined>} editing
 * @returns {[string, () => void, string?][]}
 */
function actions(app, message, other, editing) {
  const age = Date.now() - new Date(message.at).getTime();
  const isMine = message.from === app.login.username;
  /** @type {[string, () => void, string?][]} */
  const offered = [
    [
      t("react"),
      () => pickEmoji(app, (emoji) => react(app, message, other, emoji, true)),
    ],
  ];
  offered.push([t("reply"), () => reply(other, message.seq)]);
  if (!message.pinned) {
    offered.push([t("pin"), () => pin(app, message, other, true)]);
  } else if (mayUnpin(app, message, other)) {
    offered.push([t("unpin"), () => pin(app, message, other, false)]);
  }
  if (message.text) {
    offered.push([t("copy"), () => navigator.clipboard?.writeText(message.text)]);
  }
  if (isMine && message.poll && !message.poll.closedAt) {
    offered.push([t("closePoll"), () => closePoll(app, message, other)]);
  }
  if (isMine && !message.poll && age < EDIT_MAX) {
    offered.push([t("edit"), () => editing.value = message]);
  }
  if (isMine && age < DELETE_MAX) {
    offered.push([t("delete"), () => remove(app, message, other), "danger"]);
  }
  if (!isMine) {
    const user = { username: message.from, displayName: message.displayName };
    offered.push([
      t("report"),
      () =>
        reportDialog(app, user, {
          message: message.seq,
          ...(isGroup(other) ? { room: other } : {}),
        }),
    ]);
  }
  return offered;
}

/** @param {App} app @param {RoomMessage} message @param {string} other */
async function remove(app, message, other) {
  if (
    await confirmed(t("deleteMessage"), t("deleteMessageText"), t("delete"))
  ) {
    await app.act("roomDelete", { with: other, seq: message.seq });
  }
}

/** Whether a text is one to three emoji and nothing else. @param {string} [text] */
function isEmoji(text) {
  return /^(?:\p{RGI_Emoji}\s?){1,3}$/v.test(text ?? "");
}
