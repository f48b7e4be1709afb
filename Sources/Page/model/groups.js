// Groups: rooms of more than two users. A group is identified by its room, "#17", and a friend by
// the username.

import { groupName, t } from "../texts/index.js";

/**
 * @typedef {import("./world.js").World} World
 * @typedef {import("../client/wire.d.ts").Group} Group
 */

/** @param {string} name of a friend, or a room */
export function isGroup(name) {
  return name.startsWith("#");
}

/**
 * The profile that stands for a group, as for a user.
 *
 * @param {string} room @param {Group} [group]
 */
export function groupProfile(room, group) {
  return { username: room, displayName: group ? groupName(group) : room, isGroup: true };
}

/**
 * Applies a change of members, name or owner of a group.
 *
 * @param {World} world @param {import("../client/wire.d.ts").GroupChanged} changed
 */
export function groupChanged(world, { group, left = [] }) {
  const { room } = group;
  world.closeInvitation(room);
  const conversation = world.conversation(room);
  for (const username of left) conversation.dropReceipt(username);
  if (!left.includes(world.me.peek()?.username)) {
    return world.changeRoom(room, (known) => ({ ...known, room, group }));
  }
  const rooms = new Map(world.rooms.peek());
  rooms.delete(room);
  world.rooms.value = rooms;
  conversation.forget();
}

/**
 * @param {import("../app.js").App} app
 * @param {import("../client/wire.d.ts").ServerMessage} message
 * @returns {[string, string[]] | undefined} the text, and the screen that it leads to
 */
export function groupNews(app, { groupChanged, groupInvited, groupMatch }) {
  const { world, login: { username } } = app;
  if (groupInvited) {
    const { name: group, by: { displayName: name } } = groupInvited;
    return [t("newsGroupInvited", { name, group }), ["chats"]];
  }
  if (groupMatch) {
    const { room, activity, with: { displayName: name } } = groupMatch;
    const group = groupProfile(room, world.rooms.peek().get(room)?.group).displayName;
    return [
      t("newsGroupMatch", { name, activity: app.titleOf(activity), group }),
      ["chats", room, "members"],
    ];
  }
  if (!groupChanged || groupChanged.by === username) return;
  const { group: { name, team }, left = [] } = groupChanged;
  // Teams have events of their own.
  if (team) return;
  if (left.includes(username)) return [t("newsGroupLeft", { group: name }), ["chats"]];
}
