// A choice of people from a list by taps, and the actions on the chosen ones.

import { t, textIfAny } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { avatar, nameOf } from "../../view/parts.js";
import { signal, untracked } from "../../view/signal.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").UserFound} UserFound
 * @typedef {import("../../view/signal.js").Signal<Set<string>>} Chosen usernames
 */

/** Maximum number of names in one change. */
const CHANGE_MAX = 20;

/** @param {Chosen} chosen @param {{readonly value: UserFound}} entry @param {string} username */
export function person(chosen, entry, username) {
  return h("li", null, () => {
    const { user, relation = "STRANGER" } = entry.value;
    if (relation === "STRANGER" || relation === "ASKING") {
      return untracked(() => label(chosen, () => user, username, () => `@${username}`));
    }
    return h(
      "div.row.item",
      null,
      avatar(user),
      h(
        "span.grow",
        null,
        nameOf(user),
        h("span.preview", null, textIfAny(`relation.${relation}`) ?? ""),
      ),
    );
  });
}

/** @param {Chosen} chosen @param {() => any} user @param {string} username @param {() => string} more */
export function choice(chosen, user, username, more) {
  return h("li", null, label(chosen, user, username, more));
}

/**
 * A row that a tap chooses.
 *
 * @param {Chosen} chosen @param {() => any} user @param {string} username @param {() => string} more
 */
function label(chosen, user, username, more) {
  return h(
    "label.row.item",
    null,
    () => avatar(user()),
    h("span.grow", null, () => nameOf(user()), h("span.preview", null, more)),
    h("input", {
      type: "checkbox",
      checked: () => chosen.value.has(username),
      onchange: () => {
        const next = new Set(chosen.peek());
        if (!next.delete(username)) next.add(username);
        chosen.value = next;
      },
    }),
  );
}

/**
 * The button for the chosen people.
 *
 * @param {App} app
 * @param {Chosen} chosen
 * @param {(count: number) => string} text
 * @param {string} name a class
 * @param {(names: string[]) => Promise<boolean>} act
 */
export function action(app, chosen, text, name, act) {
  const isBusy = signal(false);
  return () =>
    chosen.value.size > 0 && h(
      "p.chosen",
      null,
      h("button.wide", {
        type: "button",
        class: name,
        disabled: () => !app.isOnline.value || isBusy.value,
        onclick: async () => {
          isBusy.value = true;
          if (await act([...chosen.peek()])) chosen.value = new Set();
          isBusy.value = false;
        },
      }, text(chosen.value.size)),
    );
}

/**
 * Adds or removes people, in as many commands as necessary, and shows the result.
 *
 * @param {App} app
 * @param {{add?: string[], drop?: string[]}} names
 */
export async function change(app, { add = [], drop = [] }) {
  const all = [
    ...add.map((name) => ["add", name]),
    ...drop.map((name) => ["drop", name]),
  ];
  /** @type {import("../../client/wire.d.ts").FriendChange[]} */
  const changes = [];
  for (let first = 0; first < all.length; first += CHANGE_MAX) {
    const part = all.slice(first, first + CHANGE_MAX);
    const names = (/** @type {string} */ kind) =>
      part.filter(([one]) => one === kind).map(([, name]) => name);
    const answer = await app.act("friendsChange", {
      add: names("add"),
      drop: names("drop"),
    });
    if (!answer) return;
    changes.push(...answer.friendsChanged.changes ?? []);
  }
  const failed = changes.filter(({ error }) => error && error !== "ERROR_UNSPECIFIED");
  for (const { username, error } of failed.slice(0, 3)) {
    toast(`@${username}: ${textIfAny(`error.${error}`) ?? error}`, {
      kind: "error",
    });
  }
  const done = changes.length - failed.length;
  if (!done) return;
  const asked = changes.filter(({ relation }) => relation === "REQUESTED").length;
  toast(
    asked ? t("askedFriends", { count: asked }) : t("changedFriends", { count: done }),
  );
}
