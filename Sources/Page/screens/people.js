// Friends, requests, look-up, and one person.

import { t } from "../texts/index.js";
import { confirmed, dialog, toast } from "../view/dialog.js";
import { brief } from "../view/format.js";
import { h, list } from "../view/dom.js";
import {
  avatar,
  backTo,
  empty,
  field,
  form,
  heading,
  lookUpForm,
  menu,
  nameOf,
  presenceDot,
  presenceText,
} from "../view/parts.js";
import { address } from "../view/router.js";
import { computed, effect, signal, untracked } from "../view/signal.js";
import { whyDialog } from "./now.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 * @typedef {import("../client/wire.d.ts").PendingRequest} PendingRequest
 */

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function people(app, words) {
  const open = computed(() => words()[0]);
  return h(
    "section.panes",
    { class: () => open.value ? "has-detail" : "" },
    h(
      "div.pane.list-pane",
      null,
      heading(
        t("people"),
        h("a.button", { href: address("partners") }, t("partners")),
      ),
      lookUp(app),
      h(
        "div.scrolls",
        null,
        requests(app),
        friends(app, open),
      ),
    ),
    h(
      "div.pane.detail-pane",
      null,
      () => open.value ? person(app, open.value) : empty(t("pickPerson")),
    ),
  );
}

/** @param {App} app */
function lookUp(app) {
  const found = signal(
    /** @type {import("../client/wire.d.ts").UserFound | undefined} */ (undefined),
  );
  return h(
    "div",
    null,
    lookUpForm(async (username) => {
      if (!username) return;
      found.value = (await app.read("userLookup", { username }))?.user;
    }),
    () =>
      found.value && h(
        "div.card.row",
        { role: "status" },
        avatar(found.value.user),
        h(
          "a.grow",
          { href: address("people", found.value.user.username) },
          nameOf(found.value.user),
        ),
        relationAction(app, found.value, () => found.value = undefined),
      ),
  );
}

/**
 * What one can do with somebody, by what they are.
 *
 * @param {App} app
 * @param {import("../client/wire.d.ts").UserFound} found
 * @param {() => void} done
 */
function relationAction(app, { user, relation = "STRANGER" }, done) {
  const { username } = user;
  if (relation === "FRIEND") {
    return h("a.button", { href: address("chats", username) }, t("write"));
  }
  if (relation === "REQUESTED") return h("span", null, t("requested"));
  if (relation === "YOURSELF") return h("span", null, t("yourself"));
  const [text, act] = /** @type {[string, () => Promise<any>]} */ (
    relation === "ASKING"
      ? [t("accept"), () => app.act("friendAccept", { from: username })]
      : relation === "BLOCKED"
      ? [t("unblock"), () => app.act("userUnblock", { user: username })]
      : [t("addFriend"), () => requestDialog(app, user)]
  );
  return h("button.primary", {
    type: "button",
    disabled: () => !app.isOnline.value,
    onclick: async () => {
      await act();
      done();
    },
  }, text);
}

/** @param {App} app @param {UserProfile} user */
function requestDialog(app, user) {
  return dialog(t("requestTitle", { name: user.displayName }), (close) =>
    form(
      { label: t("sendRequest") },
      async ({ message }) => {
        const answer = await app.act("friendRequest", {
          to: user.username,
          message,
        });
        if (!answer) return;
        if (!answer.friendRequestSent.friends) {
          app.apply({ requested: { user, message } });
        }
        toast(t("requestSent", { name: user.displayName }));
        close();
      },
      field(t("requestMessage"), {
        name: "message",
        maxlength: 200,
        dir: "auto",
      }),
    ));
}

/** @param {App} app */
function requests(app) {
  const { incoming, outgoing } = app.world;
  return [
    () => incoming.value.length > 0 && h("h2", null, t("requests")),
    list(
      h("ul.rows"),
      () => incoming.value,
      ({ user }) => user.username,
      (request) =>
        h(
          "li.row.item",
          null,
          requestText(request),
          h(
            "span.answers",
            null,
            h("button.primary", {
              type: "button",
              disabled: () => !app.isOnline.value,
              onclick: () => app.act("friendAccept", { from: request.value.user.username }),
            }, t("accept")),
            h("button", {
              type: "button",
              disabled: () => !app.isOnline.value,
              onclick: () => app.act("friendDecline", { from: request.value.user.username }),
            }, t("decline")),
          ),
        ),
    ),
    () => outgoing.value.length > 0 && h("h2", null, t("ownRequests")),
    list(
      h("ul.rows"),
      () => outgoing.value,
      ({ user }) => user.username,
      (request) =>
        h(
          "li.row.item",
          null,
          requestText(request),
          h("button", {
            type: "button",
            disabled: () => !app.isOnline.value,
            onclick: () => app.act("friendWithdraw", { to: request.value.user.username }),
          }, t("withdraw")),
        ),
    ),
  ];
}

/** @param {{readonly value: PendingRequest}} request */
function requestText(request) {
  const { user, message, at } = request.value;
  return [
    avatar(user),
    h(
      "a.grow",
      { href: address("people", user.username) },
      nameOf(user),
      h("span.preview", { dir: "auto" }, message || `@${user.username}`),
      h("small", null, brief(at)),
    ),
  ];
}

/**
 * @param {App} app
 * @param {{readonly value: string | undefined}} open
 */
function friends(app, open) {
  const sorted = computed(() =>
    [...app.world.friends.value.values()].sort((one, other) =>
      Number(other.online ?? false) - Number(one.online ?? false) ||
      one.user.displayName.localeCompare(other.user.displayName)
    )
  );
  return [
    h("h2", null, () => t("friendCount", { count: sorted.value.length })),
    list(
      h("ul.rows"),
      () => sorted.value,
      ({ user }) => user.username,
      (friend, username) =>
        h(
          "li",
          null,
          h(
            "a.row.item",
            {
              href: address("people", username),
              "aria-current": () => open.value === username ? "true" : null,
            },
            h(
              "span.picture",
              null,
              () => [avatar(friend.value.user), presenceDot(friend.value)],
            ),
            h(
              "span.grow",
              null,
              () => nameOf(friend.value.user),
              h("span.preview", null, () => presenceText(app, friend.value)),
            ),
          ),
        ),
    ),
    () => sorted.value.length === 0 && empty(t("noFriends")),
  ];
}

/**
 * @param {App} app
 * @param {string} username
 */
function person(app, username) {
  const found = signal(
    /** @type {import("../client/wire.d.ts").UserFound | undefined} */ (undefined),
  );
  const isMissing = signal(false);
  const look = async () => {
    try {
      found.value = (await app.link.call("userLookup", { username })).user;
    } catch (error) {
      isMissing.value = /** @type {any} */ (error).code === "NOT_FOUND";
    }
  };
  const friend = computed(() => app.world.friends.value.get(username));
  // Friends are known; others are looked up, again when something changed between the two.
  effect(() => {
    app.world.outgoing.value;
    app.world.incoming.value;
    app.world.blocks.value;
    if (app.isOnline.value && !friend.value) untracked(look);
  });
  return h(
    "article.person",
    null,
    h(
      "header.row.top",
      null,
      backTo("people"),
    ),
    () => {
      const user = friend.value?.user ?? found.value?.user;
      if (!user) {
        return empty(isMissing.value ? t("noSuchPerson") : t("loading"));
      }
      return [
        avatar(user, "huge"),
        h("h1", null, nameOf(user)),
        h("p", null, h("bdi", null, `@${user.username}`)),
        friend.value && h("p", null, () => presenceText(app, friend.value)),
        h(
          "p.row.center",
          null,
          friend.value
            ? h(
              "a.button.primary",
              { href: address("chats", username) },
              t("write"),
            )
            : relationAction(app, found.value, look),
          friend.value &&
            h(
              "button",
              { type: "button", onclick: () => whyDialog(app, user) },
              t("whyNoMatch"),
            ),
          username !== app.login.username &&
            menu(t("actions"), () => profileDialogs(app, user)),
        ),
      ];
    },
  );
}

/**
 * What ends a relation.
 *
 * @param {App} app
 * @param {UserProfile} user
 * @returns {[string, () => void, string?][]}
 */
export function profileDialogs(app, user) {
  const { username, displayName: name } = user;
  /** @type {[string, () => void, string?][]} */
  const offered = [];
  if (app.world.friends.peek().has(username)) {
    offered.push([t("unfriend"), async () => {
      if (
        await confirmed(
          t("unfriend"),
          t("unfriendText", { name }),
          t("unfriend"),
        )
      ) {
        await app.act("friendRemove", { friend: username });
      }
    }, "danger"]);
  }
  if (app.world.blocks.peek().some((one) => one.username === username)) {
    offered.push([
      t("unblock"),
      () => app.act("userUnblock", { user: username }),
    ]);
  } else {
    offered.push([t("block"), async () => {
      if (await confirmed(t("block"), t("blockText", { name }), t("block"))) {
        await app.act("userBlock", { user: username });
      }
    }, "danger"]);
  }
  offered.push([t("report"), () => reportDialog(app, user), "danger"]);
  return offered;
}

const REASONS = /** @type {const} */ ([
  "HARASSMENT",
  "SPAM",
  "HATE",
  "SEXUAL",
  "VIOLENCE",
  "IMPERSONATION",
  "OTHER",
]);

/**
 * Tells the administrators of a person, a message or a post.
 *
 * @param {App} app
 * @param {UserProfile} user
 * @param {{message?: number, post?: string}} [what]
 */
export function reportDialog(app, user, what = {}) {
  return dialog(t("reportTitle", { name: user.displayName }), (close) =>
    form(
      { label: t("report") },
      async ({ reason, text }) => {
        const answer = await app.act("userReport", {
          user: user.username,
          ...what,
          reason,
          text,
        });
        if (!answer) return;
        toast(t("reported"));
        close();
      },
      h("p", null, t("reportHint")),
      h(
        "p.field",
        null,
        h("label", { for: "report-reason" }, t("reason")),
        h(
          "select",
          { id: "report-reason", name: "reason" },
          REASONS.map((reason) => h("option", { value: reason }, t(`reason.${reason}`))),
        ),
      ),
      field(t("details"), {
        name: "text",
        rows: 3,
        maxlength: 500,
        dir: "auto",
      }),
    ));
}
