// Pinned messages: the line above a conversation, and the list behind it.

import { summaryOf } from "../model/attached.js";
import { isGroup } from "../model/groups.js";
import { t } from "../texts/index.js";
import { dialog } from "../view/dialog.js";
import { h, icon } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { effect, untracked } from "../view/signal.js";
import { authorOf } from "./emoji.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 */

/**
 * The newest pinned message. A press leads to it, or to the list of all.
 *
 * @param {App} app
 * @param {string} other
 * @param {(seq: number) => void} show leads to a message
 */
export function pinLine(app, other, show) {
  const room = app.world.conversation(other);
  effect(() => {
    if (!app.isOnline.value || room.pins.value || !app.world.canRead(other)) return;
    untracked(async () => {
      const answer = await app.read("roomPins", { with: other });
      if (answer) room.setPins(answer.roomPinList.messages ?? []);
    });
  });
  return () => {
    const pinned = room.pinned.value;
    if (!pinned.length || !app.world.canRead(other)) return;
    return h(
      "button.plan-line.pin-line",
      {
        type: "button",
        onclick: () => pinned.length > 1 ? pinList(app, other, show) : show(pinned[0].seq),
      },
      icon(icons.tack),
      h("b", null, t("pinnedCount", { count: pinned.length })),
      " ",
      h("span.grow", { dir: "auto" }, summaryOf(pinned[0])),
    );
  };
}

/** @param {App} app @param {string} other @param {(seq: number) => void} show */
function pinList(app, other, show) {
  const room = app.world.conversation(other);
  return dialog(t("pinnedMessages"), (close) => () =>
    room.pinned.value.length
      ? h(
        "ul.pin-list",
        null,
        room.pinned.value.map((message) =>
          h(
            "li.row",
            null,
            h(
              "button.plain.grow",
              {
                type: "button",
                onclick: () => {
                  close();
                  show(message.seq);
                },
              },
              h("b", null, h("bdi", null, authorOf(app, other, message.from))),
              h("span", { dir: "auto" }, summaryOf(message)),
              message.pinned.by &&
                h("small", null, t("pinnedBy", { name: authorOf(app, other, message.pinned.by) })),
            ),
            mayUnpin(app, message, other) &&
              h("button.plain", {
                type: "button",
                "aria-label": t("unpinOf", { text: summaryOf(message) }),
                onclick: () => pin(app, message, other, false),
              }, icon(icons.close)),
          )
        ),
      )
      : h("p.note", null, t("nothingPinned")));
}

/**
 * Pins a message, or takes the pin away.
 *
 * @param {App} app
 * @param {RoomMessage} message
 * @param {string} other
 * @param {boolean} on
 */
export function pin(app, message, other, on) {
  return app.act("roomPin", { with: other, seq: message.seq, on }, { LIST_FULL: t("pinsFull") });
}

/**
 * Whether the user may take the pin of a message away. The server decides.
 *
 * @param {App} app
 * @param {RoomMessage} message
 * @param {string} other
 */
export function mayUnpin({ world, login }, { pinned }, other) {
  if (!isGroup(other) || pinned.by === login.username) return true;
  const owner = world.rooms.peek().get(other)?.group?.owner;
  return !owner || owner === login.username;
}
