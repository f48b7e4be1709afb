// Conversations: the list of them, and one that is open.

import { t } from "../texts/index.js";
import { brief } from "../view/format.js";
import { h, icon, list } from "../view/dom.js";
import { icons } from "../view/icons.js";
import {
  avatar,
  badge,
  empty,
  heading,
  menu,
  nameOf,
  presenceDot,
  toFriends,
} from "../view/parts.js";
import { address } from "../view/router.js";
import { computed, untracked } from "../view/signal.js";
import { summaryOf } from "../model/attached.js";
import { isGroup } from "../model/groups.js";
import { conversation } from "./conversation.js";
import { drafts } from "./drafts.js";
import { openFinder } from "./find.js";
import { groupPane } from "./group.js";
import { invitation, invitations, joinGroupDialog, newGroupDialog } from "./group/begin.js";
import { typingText } from "./typing.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").RoomSummary} RoomSummary
 */

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function chats(app, words) {
  const open = computed(() => words()[0]);
  const isOfMembers = computed(() => words()[1] === "members");
  return h(
    "section.panes",
    { class: () => open.value ? "has-detail" : "" },
    h(
      "div.pane.list-pane",
      null,
      heading(t("chats"), menu(t("newChat"), () => beginnings(app), icons.add)),
      h(
        "button.search",
        { type: "button", "aria-keyshortcuts": "Control+K", onclick: () => openFinder(app) },
        icon(icons.search),
        t("keyFind"),
      ),
      roomList(app, open),
    ),
    h(
      "div.pane.detail-pane",
      null,
      () => {
        // The list of a user without friends says what to do.
        if (!open.value) return app.world.friends.value.size > 0 && empty(t("pickChat"));
        if (open.value.startsWith("+")) return invitation(app, open.value.slice(1));
        return isOfMembers.value
          ? groupPane(app, open.value)
          : conversation(app, open.value, words);
      },
    ),
  );
}

/** @param {App} app @returns {[string, () => void, string?][]} */
function beginnings(app) {
  return [
    [t("newGroup"), () => newGroupDialog(app)],
    [t("joinGroup"), () => joinGroupDialog(app)],
  ];
}

/**
 * Conversations, newest first, then friends without one.
 *
 * @param {App} app
 * @param {{readonly value: string | undefined}} open
 */
function roomList(app, open) {
  const rows = computed(() => {
    const { rooms, friends } = app.world;
    const latest = (/** @type {RoomSummary} */ { newest, group }) => newest?.at ?? group?.madeAt;
    const withMessages = [...rooms.value.values()].filter(latest);
    withMessages.sort((one, other) => latest(one) < latest(other) ? 1 : -1);
    const names = new Set(withMessages.map((room) => room.with));
    const silent = [...friends.value.keys()].filter((name) => !names.has(name));
    return [...withMessages, ...silent.map((name) => ({ with: name }))];
  });
  return h(
    "div.scrolls",
    null,
    invitations(app),
    list(
      h("ul.rows"),
      () => rows.value,
      (room) => room.with,
      (room) => row(app, room, open),
    ),
    () =>
      rows.value.length + app.world.invitations.value.length === 0 &&
      empty(t("noChats"), toFriends()),
  );
}

/**
 * @param {App} app
 * @param {{readonly value: RoomSummary}} room
 * @param {{readonly value: string | undefined}} open
 */
function row(app, room, open) {
  const other = room.value.with;
  const friend = computed(() => app.world.friends.value.get(other));
  const user = computed(() => {
    friend.value;
    return isGroup(other) ? app.world.profile(other) : untracked(() => app.world.profile(other));
  });
  const unread = computed(() => room.value.mark?.muted ? 0 : room.value.mark?.unread ?? 0);
  // A row is not created again with every key and hint in other conversations.
  const draft = computed(() => drafts.value.get(other));
  const typing = computed(() => typingText(app, other));
  return h(
    "li",
    null,
    h(
      "a.row.item",
      {
        href: address("chats", other),
        "aria-current": () => open.value === other ? "true" : null,
        class: () => unread.value ? "unread" : "",
      },
      h(
        "span.picture",
        null,
        () => avatar(user.value),
        () => !isGroup(other) && presenceDot(friend.value),
      ),
      h(
        "span.grow",
        null,
        () => nameOf(user.value),
        () => preview(app, room.value, typing.value, draft.value),
      ),
      h(
        "span.end",
        null,
        h("small", null, () => brief(room.value.newest?.at)),
        () =>
          room.value.mark?.mentioned &&
          h("span.badge", { role: "img", "aria-label": t("mentionedYou") }, "@"),
        () =>
          unread.value > 0 &&
          badge(unread.value, {
            "aria-label": t("unreadCount", { count: unread.value }),
          }),
        () =>
          room.value.mark?.muted &&
          h(
            "span.muted",
            { role: "img", "aria-label": t("muted") },
            icon(icons.mute),
          ),
      ),
    ),
  );
}

/**
 * @param {App} app
 * @param {RoomSummary} room
 * @param {string} typing who is typing; empty: none
 * @param {string | undefined} draft
 */
function preview(app, { newest, group }, typing, draft) {
  if (typing) return h("span.preview.typing", null, typing);
  if (draft) {
    return h(
      "span.preview",
      { dir: "auto" },
      h("b", null, t("draft")),
      " ",
      draft,
    );
  }
  if (!newest) {
    const count = group?.members ?? 0;
    return h("span.preview", null, group ? t("memberCount", { count }) : t("sayHello"));
  }
  if (newest.deleted) return h("span.preview", null, t("deletedMessage"));
  const isMine = newest.from === app.login.username;
  const name = isMine ? t("you") : group && `${newest.displayName}:`;
  return h(
    "span.preview",
    { dir: "auto" },
    name && h("span", null, h("bdi", null, name), " "),
    summaryOf(newest),
  );
}
