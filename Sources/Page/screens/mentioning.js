// The members of a group whom a text names: offered while "@" and a beginning are typed.

import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { avatar } from "../view/parts.js";
import { signal } from "../view/signal.js";
import { beginning, begunIn } from "../writing/mentions.js";

/** @typedef {import("../client/wire.d.ts").UserProfile} UserProfile */

/** How many are offered at once. */
const OFFERED_MAX = 6;
/** The id of the list, of which there is one: one conversation is open at a time. */
const ID = "mentions";

/**
 * Offers the members of a group for a field.
 *
 * @param {import("../app.js").App} app
 * @param {string} room of the group
 * @param {() => HTMLTextAreaElement} field
 * @param {() => void} changed is called when a name was put in
 */
export function mentioning(app, room, field, changed) {
  /** @type {import("../view/signal.js").Signal<UserProfile[]>} */
  const offered = signal([]);
  const place = signal(0);
  /** @type {Promise<UserProfile[]> | undefined} */
  let members;

  const load = async () => {
    const { groupPage } = await app.link.call("groupRead", { room });
    const all = (groupPage.members ?? []).map(({ user }) => user);
    return all.filter(({ username }) => username !== app.login.username);
  };
  /** What is typed of a name before the cursor. */
  const begun = () => begunIn(field().value.slice(0, field().selectionStart));
  const look = async () => {
    if (begun() === undefined) return close();
    members ??= load();
    /** @type {UserProfile[]} */
    let all = [];
    try {
      all = await members;
    } catch {
      // It is tried again with the next letter.
      members = undefined;
    }
    const typed = begun();
    offered.value = typed === undefined ? [] : beginning(all, typed, OFFERED_MAX);
    place.value = 0;
  };
  const close = () => {
    if (offered.peek().length) offered.value = [];
  };
  /** @param {string} username */
  const pick = (username) => {
    const area = field();
    const end = area.selectionStart;
    const start = end - (begun()?.length ?? 0) - 1;
    area.setRangeText(`@${username} `, start, end, "end");
    close();
    changed();
    area.focus();
  };

  return {
    look,
    close,
    /** Of the field. */
    attributes: {
      "aria-autocomplete": "list",
      "aria-controls": ID,
      "aria-activedescendant": () => offered.value.length ? `${ID}-${place.value}` : null,
    },
    /**
     * @param {KeyboardEvent} event
     * @returns {boolean} whether the key was for the list
     */
    takes(event) {
      const count = offered.peek().length;
      if (!count) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && !event.altKey) place.value = (place.peek() + step + count) % count;
      else if (event.key === "Enter" || event.key === "Tab") {
        pick(offered.peek()[place.peek()].username);
      } else if (event.key === "Escape") close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    element: h(
      "ul.rows.offered",
      {
        id: ID,
        role: "listbox",
        "aria-label": t("mentionWhom"),
        hidden: () => !offered.value.length,
      },
      () =>
        offered.value.map((user, index) =>
          h(
            "li.row.item",
            {
              id: `${ID}-${index}`,
              role: "option",
              "aria-selected": () => String(place.value === index),
              // The field keeps its focus.
              onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
              onclick: () => pick(user.username),
            },
            avatar(user),
            h("bdi", null, user.displayName || user.username),
            h("small", null, `@${user.username}`),
          )
        ),
    ),
  };
}
