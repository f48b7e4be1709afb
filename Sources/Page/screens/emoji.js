// Emoji: reactions below a message, and the dialog for picking one.

import { t } from "../texts/index.js";
import { toast } from "../view/dialog.js";
import { h } from "../view/dom.js";

/**
 * Shows all emoji, and calls back with the picked one.
 *
 * @param {import("../app.js").App} app
 * @param {(emoji: string) => void} pick
 */
export async function pickEmoji(app, pick) {
  try {
    const { showPicker } = await import("../emoji/picker.js");
    await showPicker(app, pick);
  } catch {
    // Without a network it cannot be loaded for the first time.
    toast(t("noConnection"), { kind: "error" });
  }
}

/**
 * @param {import("../app.js").App} app
 * @param {import("../client/wire.d.ts").RoomMessage} message
 * @param {string} other
 */
export function reactions(app, message, other) {
  if (!message.reactions?.length) return null;
  return h(
    "span.reactions",
    null,
    message.reactions.map(({ emoji, from }) => {
      const isMine = from.includes(app.login.username);
      return h("button", {
        type: "button",
        "aria-pressed": String(isMine),
        title: () => from.map((name) => authorOf(app, other, name)).join(", "),
        onclick: () => react(app, message, other, emoji, !isMine),
      }, `${emoji} ${from.length > 1 ? from.length : ""}`);
    }),
  );
}

/**
 * The name of a user in a conversation: of a group, it may be a stranger who has written there.
 *
 * @param {import("../app.js").App} app
 * @param {string} other
 * @param {string} username
 */
export function authorOf({ world, login }, other, username) {
  if (username === login.username) return world.me.value?.displayName || username;
  const friend = world.friends.value.get(username)?.user;
  if (friend) return friend.displayName || username;
  const messages = world.conversation(other).shown;
  return messages.findLast(({ from }) => from === username)?.displayName || username;
}

/**
 * @param {import("../app.js").App} app
 * @param {import("../client/wire.d.ts").RoomMessage} message
 * @param {string} other
 * @param {string} emoji
 * @param {boolean} on
 */
export function react(app, message, other, emoji, on) {
  return app.act("roomReact", { with: other, seq: message.seq, emoji, on });
}
