// One conversation: its messages, and the field to write in.

import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { avatar, backTo, menu, nameOf, presenceText } from "../view/parts.js";
import { address, go } from "../view/router.js";
import { computed, signal, untracked } from "../view/signal.js";
import { isGroup } from "../model/groups.js";
import { attach } from "./attach.js";
import { composer } from "./composer.js";
import { expiryAction } from "./expiry.js";
import { openFinder } from "./find.js";
import { groupActions } from "./group.js";
import { history } from "./history.js";
import { whyDialog } from "./now.js";
import { planLine } from "./now/plan.js";
import { pinLine } from "./pins.js";
import { profileDialogs } from "./person.js";
import { typingText } from "./typing.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 */

/**
 * @param {App} app
 * @param {string} username the other side, or the room of a group
 * @param {() => string[]} words of the address, behind the place: the second one may be the number
 *   of a message
 */
export function conversation(app, username, words) {
  /** How often this tab has sent a message here. */
  const sent = signal(0);
  const editing = signal(/** @type {RoomMessage | undefined} */ (undefined));
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
            typingText(app, username) ||
            (isOfGroup
              ? t("memberCount", {
                count: app.world.rooms.value.get(username)?.group?.members ?? 0,
              })
              : presenceText(app, friend.value)),
        ),
      ),
      menu(t("actions"), () => [
        [t("findHere"), () => openFinder(app, username)],
        ...isOfGroup ? groupActions(app, username) : actions(app, username),
      ]),
    ),
    isOfGroup && planLine(app, username),
    pinLine(app, username, (seq) => go("chats", username, String(seq))),
    history(app, username, { editing, sent, place: () => placeOf(words(), username) }),
    () =>
      canWrite.value
        ? composer(app, username, editing, () => sent.value++)
        : h("p.note", null, t(isOfGroup ? "notInGroup" : "notFriends")),
    () => isOver.value && h("p.drop", { "aria-hidden": "true" }, t("dropHere")),
  );
}

/** The number of the message that an address leads to; 0: to none. @param {string[]} words */
function placeOf([name, seq = ""], username = name) {
  return name === username && /^\d{1,9}$/.test(seq) ? Number(seq) : 0;
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
    ...expiryAction(app, username),
    [t("whyNoMatch"), () => whyDialog(app, user)],
    ...profileDialogs(app, user),
  ];
}
