// Several people at once: a choice from all users of this server, and the user's friends.

import { t } from "../../texts/index.js";
import { confirmed, dialog } from "../../view/dialog.js";
import { h, list } from "../../view/dom.js";
import { avatar, backTo, empty, field, form, nameOf, onward } from "../../view/parts.js";
import { computed, effect, signal, untracked } from "../../view/signal.js";
import { action, change, choice, person } from "./choose.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").UserFound} UserFound
 */

/** Maximum number of names in one import. */
const IMPORT_MAX = 100;
const PREFIX_PAUSE = 250;

/** @param {App} app */
export function several(app) {
  return h(
    "div.several.scrolls",
    null,
    h(
      "header.row.top",
      null,
      backTo("people"),
      h("h1.grow", null, t("severalPeople")),
      h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => importDialog(app),
      }, t("importFriends")),
    ),
    mine(app),
    everybody(app),
  );
}

/** The user's friends, and the user. @param {App} app */
function mine(app) {
  /** Users with a marker, from the server; only if there is a map. */
  const onMap = signal(/** @type {Set<string> | undefined} */ (undefined));
  const chosen = signal(/** @type {Set<string>} */ (new Set()));
  const found = computed(() => {
    const friends = [...app.world.friends.value.values()].map(({ user }) => user);
    const me = app.world.me.value;
    return me ? [me, ...friends] : friends;
  });
  effect(() => {
    app.world.friends.value;
    if (!app.isOnline.value) return;
    untracked(async () => {
      try {
        const { placeFriends: { friends = [] } } = await app.link.call("placeFriendList");
        const there = friends.filter((one) => one.onMap);
        onMap.value = new Set(there.map(({ user }) => user.username));
      } catch {
        onMap.value = undefined;
      }
    });
  });
  const more = (/** @type {string} */ username) =>
    onMap.value ? t(onMap.value.has(username) ? "onTheMap" : "notOnTheMap") : `@${username}`;
  return [
    h("h2", null, t("mapFriends")),
    list(
      h("ul.rows"),
      () => found.value,
      ({ username }) => username,
      (user, username) =>
        username === app.login.username
          ? h(
            "li.row.item",
            null,
            () => avatar(user.value),
            h(
              "span.grow",
              null,
              () => nameOf(user.value),
              h("span.preview", null, t("ownFriend")),
            ),
          )
          : choice(chosen, () => user.value, username, () => more(username)),
    ),
    action(
      app,
      chosen,
      (count) => t("removeFriends", { count }),
      "danger",
      async (names) => {
        const count = names.length;
        const isSure = await confirmed(
          t("removeFriends", { count }),
          t("removeFriendsText"),
          t("remove"),
        );
        if (isSure) await change(app, { drop: names });
        return isSure;
      },
    ),
  ];
}

/** All users who are listed on this server. @param {App} app */
function everybody(app) {
  const found = signal(/** @type {UserFound[] | undefined} */ (undefined));
  const next = signal("");
  const isOff = signal(false);
  const chosen = signal(/** @type {Set<string>} */ (new Set()));
  let prefix = "";
  const read = async (after = "") => {
    try {
      const asked = prefix;
      const { people } = await app.link.call("personList", { prefix, after });
      if (asked !== prefix) return;
      found.value = after ? [...found.peek(), ...people.people ?? []] : people.people ?? [];
      next.value = people.next ?? "";
    } catch (error) {
      // This server has no such list.
      isOff.value = ["NOT_FOUND", "UNKNOWN_COMMAND"].includes(
        /** @type {any} */ (error).code,
      );
    }
  };
  effect(() => {
    app.world.friends.value;
    app.world.outgoing.value;
    if (app.isOnline.value) untracked(() => read());
  });
  /** @type {any} */
  let timer;
  return [
    h("h2", null, t("everybodyHere")),
    () =>
      isOff.value ? h("p.note", null, t("noPeopleList")) : untracked(() => [
        h("input.search", {
          type: "search",
          "aria-label": t("usernameBegins"),
          placeholder: t("usernameBegins"),
          autocapitalize: "none",
          spellcheck: "false",
          oninput: (/** @type {any} */ event) => {
            prefix = event.target.value.trim().toLowerCase().replace(/^@/, "");
            clearTimeout(timer);
            timer = setTimeout(() => read(), PREFIX_PAUSE);
          },
        }),
        list(
          h("ul.rows"),
          () => found.value ?? [],
          ({ user }) => user.username,
          (entry, username) => person(chosen, entry, username),
        ),
        () =>
          found.value?.length === 0 &&
          empty(t("nobodyListed"), onward(t("mePrivacy"), "me", "privacy")),
        () =>
          next.value && h(
            "p.row.center",
            null,
            h("button", {
              type: "button",
              disabled: () => !app.isOnline.value,
              onclick: () => read(next.peek()),
            }, t("showMore")),
          ),
        action(
          app,
          chosen,
          (count) => t("addFriends", { count }),
          "primary",
          async (names) => {
            await change(app, { add: names });
            await read();
            return true;
          },
        ),
      ]),
  ];
}

/** Finds friends of an outside account by a list of names or addresses. @param {App} app */
function importDialog(app) {
  const found = signal(/** @type {UserFound[] | undefined} */ (undefined));
  const chosen = signal(/** @type {Set<string>} */ (new Set()));
  return dialog(t("importFriends"), (close) => [
    form(
      { label: t("find") },
      async ({ list, file }) => {
        const text = `${list}\n${await contentsOf(/** @type {any} */ (file))}`;
        const people = [
          ...new Set(
            text.split(/[\s,;<>"]+/).map((word) => word.replace(/^@/, "")),
          ),
        ]
          .filter((word) => /^[^\s@]+(@[^\s@]+)?$/.test(word)).slice(
            0,
            IMPORT_MAX,
          );
        if (!people.length) return;
        const answer = await app.read("friendImport", { people });
        if (answer) found.value = answer.people.people ?? [];
      },
      h("p", null, t("importHint")),
      field(t("importList"), { name: "list", rows: 4, dir: "auto" }),
      field(t("importFile"), {
        name: "file",
        type: "file",
        accept: ".txt,.csv,.vcf,text/*",
      }),
    ),
    list(
      h("ul.rows.scrolls"),
      () => found.value ?? [],
      ({ user }) => user.username,
      (entry, username) => person(chosen, entry, username),
    ),
    h(
      "p",
      { role: "status" },
      () => found.value?.length === 0 && t("importNobody"),
    ),
    action(
      app,
      chosen,
      (count) => t("addFriends", { count }),
      "primary",
      async (names) => {
        await change(app, { add: names });
        close();
        return true;
      },
    ),
  ]);
}

/** @param {File | undefined} file */
async function contentsOf(file) {
  return file?.size ? await file.text() : "";
}
