// A choice of friends, for a group.

import { t } from "../../texts/index.js";
import { h, list } from "../../view/dom.js";
import { avatar, nameOf } from "../../view/parts.js";
import { signal } from "../../view/signal.js";

/**
 * @param {import("../../app.js").App} app
 * @param {import("../../view/signal.js").Signal<Set<string>>} chosen usernames
 * @param {Set<string>} [known] usernames that cannot be chosen
 */
export function friendChoice(app, chosen, known = new Set()) {
  const filter = signal("");
  const friends = [...app.world.friends.peek().values()].map(({ user }) => user)
    .filter(({ username }) => !known.has(username));
  return h(
    "fieldset.friend-choice",
    null,
    h("legend", null, t("chooseFriends")),
    h("input", {
      type: "search",
      "aria-label": t("filterFriends"),
      placeholder: t("filterFriends"),
      oninput: (/** @type {any} */ event) => filter.value = event.target.value.toLowerCase(),
    }),
    list(
      h("ul.plain-list.scrolls"),
      () =>
        friends.filter(({ username, displayName }) =>
          `${username} ${displayName.toLowerCase()}`.includes(filter.value)
        ),
      ({ username }) => username,
      (user, username) =>
        h(
          "li",
          null,
          h(
            "label.row",
            null,
            h("input", {
              type: "checkbox",
              checked: () => chosen.value.has(username),
              onchange: () => {
                const next = new Set(chosen.peek());
                if (!next.delete(username)) next.add(username);
                chosen.value = next;
              },
            }),
            avatar(user.value, "small"),
            nameOf(user.value),
          ),
        ),
    ),
    friends.length === 0 && h("p.note", null, t("noFriends")),
  );
}
