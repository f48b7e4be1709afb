// Sends a word into a conversation.

import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { h, list } from "../../view/dom.js";
import { avatar, empty, form, nameOf, toFriends } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { signal } from "../../view/signal.js";
import { groupProfile } from "../../model/groups.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app @param {string} word @param {string} language */
export function shareDialog(app, word, language) {
  const filter = signal("");
  const groups = [...app.world.rooms.peek()].filter(([, { group }]) => group)
    .map(([room, { group }]) => groupProfile(room, group));
  const friends = [...app.world.friends.peek().values()].map(({ user }) => user);
  const all = [...groups, ...friends];
  return dialog(t("shareWord", { word }), (close) => {
    if (all.length === 0) {
      return empty(t("noFriendsYet"), toFriends(close));
    }
    return form(
      { label: t("send") },
      async ({ to }) => {
        if (!await app.act("wordShare", { word, language, to })) return;
        close();
        toast(t("wordShared", { word }), { href: address("chats", to) });
      },
      h("input", {
        type: "search",
        "aria-label": t("filterFriends"),
        placeholder: t("filterFriends"),
        oninput: (/** @type {any} */ event) => filter.value = event.target.value.toLowerCase(),
      }),
      list(
        h("ul.plain-list.scrolls"),
        () =>
          all.filter(({ username, displayName }) =>
            `${username} ${displayName.toLowerCase()}`.includes(filter.value)
          ),
        ({ username }) => username,
        (user) =>
          h(
            "li",
            null,
            h(
              "label.row",
              null,
              h("input", { type: "radio", name: "to", value: user.value.username, required: true }),
              avatar(user.value, "small"),
              nameOf(user.value),
            ),
          ),
      ),
    );
  });
}
